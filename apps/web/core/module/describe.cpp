#include "module/describe.h"

#include <algorithm>
#include <variant>

#include "ossuary/base/box.h"
#include "ossuary/base/record_json.h"
#include "ossuary/model/bounds.h"
#include "ossuary/model/describe.h"
#include "ossuary/model/event.h"
#include "ossuary/model/names.h"

namespace ossuary::web {

namespace {

// `base_color` → `baseColor`
std::string camel_case(std::string_view name) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i)
        if (name[i] == '_' && i + 1 < name.size())
            text += static_cast<char>(name[++i] - 'a' + 'A');
        else
            text += name[i];
    return text;
}

// Visits what a page draws and lists: long lists as spans, poses and pictures not at all, for they are asked for.
class PageData {
public:
    explicit PageData(Keepsake& keep) : keep_(keep) {}
    Json take() { return std::move(json_); }

    template <class T> void operator()(std::string_view name, const T& value) {
        json_.append(camel_case(name), value_of(value));
    }
    void operator()(std::string_view, const std::vector<Joint>& joints) { json_.append("skeleton", skeleton(joints)); }
    void operator()(std::string_view, const InfluenceLists& lists) {
        static_assert(sizeof(Influence) == 8);
        json_.append("influenceStart", span_of(lists.start));
        // Pairs of an integer and a float; the caller takes them apart.
        json_.append("influences", span_json("u32", lists.entries.data(), lists.entries.size() * 2));
    }
    void operator()(std::string_view, const std::vector<JointTrack>& tracks) {
        const auto moves = [](const JointTrack& track) {
            return !track.translation.is_rest() || !track.rotation.is_rest() || !track.scale.is_rest();
        };
        json_.append("animatedJoints", std::ranges::count_if(tracks, moves));
    }
    void operator()(std::string_view, const std::vector<MorphTrack>&) {}
    void operator()(std::string_view, const std::vector<CameraTrack>&) {}
    void operator()(std::string_view, const std::vector<LightTrack>&) {}
    void operator()(std::string_view, const ByteBuffer&) {}
    void operator()(std::string_view, const PlaybackHints& hints) {
        ossuary::describe(*this, hints);
        json_.append("reversed", hints.direction == Direction::reverse);
    }
    template <class T> void optional(std::string_view name, const T& value) { (*this)(name, value); }
    void optional(std::string_view, const std::vector<MeshLevel>&) {}
    template <class T> void derived(std::string_view, const T&) {}
    template <class T> void origin(std::string_view name, const T& value) { (*this)(name, value); }
    void extras(const Json&) {}
    template <class Visit> void group(bool, const Visit& visit) { visit(); }

private:
    template <class T> Json value_of(const T& value) {
        if constexpr (Described<const T, PageData>) {
            PageData data(keep_);
            ossuary::describe(data, value);
            return data.take();
        } else {
            return dump_record(value);
        }
    }
    template <class T> Json value_of(const Optional<T>& value) { return value ? value_of(*value) : Json(); }
    template <class T> Json value_of(const std::vector<T>& values) {
        if constexpr (std::is_same_v<T, std::uint32_t>) {
            return span_of(values);
        } else if constexpr (Components<T>) {
            return floats_of(values);
        } else {
            Json list = Json::array();
            for (const T& value : values) list.push(value_of(value));
            return list;
        }
    }
    Json value_of(const std::vector<std::array<std::uint32_t, 2>>& pairs) {
        return span_json("u32", pairs.data(), pairs.size() * 2);
    }
    Json value_of(const std::vector<ColorRgba8>& colors) {
        static_assert(sizeof(ColorRgba8) == 4);
        return span_json("u8", colors.data(), colors.size() * 4);
    }
    Json value_of(const std::vector<Affine>& matrices) {
        auto& floats = keep_.floats();
        for (const Affine& matrix : matrices) {
            const auto columns = matrix.columns();
            floats.insert(floats.end(), columns.begin(), columns.end());
        }
        return span_of(floats);
    }
    Json value_of(const Source& source) { return source.format; }
    Json value_of(const Event& event) {
        Json json = Json::object();
        json.append("time", event.time);
        json.append("frame", event.frame);
        json.append("kind", kind_of(event.data));
        json.append("name", name_in(event.data));
        if (const auto* window = std::get_if<WindowEvent>(&event.data)) json.append("end", window->end);
        Json fields = fields_of(event.data);
        json.append("fields", fields.is_object() ? std::move(fields) : Json::object());
        return json;
    }
    Json skeleton(const std::vector<Joint>& joints) {
        auto& parents = keep_.integers();
        auto& rest = keep_.floats();
        Json names = Json::array();
        for (const Joint& joint : joints) {
            const auto& [t, q, s] = joint.rest;
            names.push(joint.name);
            parents.push_back(joint.parent);
            rest.insert(rest.end(), {t.x, t.y, t.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z});
        }
        Json json = Json::object();
        json.append("names", std::move(names));
        json.append("parents", span_of(parents));
        json.append("rest", span_of(rest));
        return json;
    }

    Keepsake& keep_;
    Json json_ = Json::object();
};

Json box_json(const Model& model) {
    auto box = bounds(model);
    if (!box)
        for (const Affined& joint : rest_object_pose(model.skeleton)) add_point(box, to_float(joint.t));
    if (!box) return {};
    Json json = Json::object();
    json.append("min", dump_record(box->min));
    json.append("max", dump_record(box->max));
    return json;
}

} // namespace

Json describe(const OpenedModel& opened, Keepsake& keep) {
    PageData data(keep);
    ossuary::describe(data, opened.model());
    Json json = data.take();
    json.append("bounds", box_json(opened.model()));
    json.append("diagnostics", to_json(opened.diagnostics()));
    return json;
}

} // namespace ossuary::web
