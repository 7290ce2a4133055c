#include "ossuary/model/model_json.h"

#include <algorithm>

#include "ossuary/base/hash.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/record_json.h"
#include "ossuary/model/bounds.h"
#include "ossuary/model/describe.h"
#include "ossuary/model/event.h"
#include "ossuary/model/names.h"

namespace ossuary {

namespace {

// Visits what counts when two models are compared.
class ValueDumper {
public:
    template <class T> void operator()(std::string_view name, const T& value) {
        json_.append(std::string(name), value_of(value));
    }
    void operator()(std::string_view, const ByteBuffer& bytes) { json_.append("crc32", hex_text(crc32(bytes), 8)); }
    template <class T> void derived(std::string_view, const T&) {}
    template <class T> void origin(std::string_view, const T&) {}
    template <class T> void optional(std::string_view name, const T& value) {
        if constexpr (is_optional<T>::value) {
            if (value) (*this)(name, *value);
        } else {
            if (!value.empty()) (*this)(name, value);
        }
    }
    void extras(const Json& extras) {
        if (!extras.is_null()) json_.append("extras", extras);
    }
    template <class Visit> void group(bool, const Visit& visit) { visit(); }

    template <class T> static Json value_of(const T& value) {
        if constexpr (Described<const T, ValueDumper>) {
            ValueDumper dumper;
            describe(dumper, value);
            return std::move(dumper.json_);
        } else {
            return dump_record(value);
        }
    }
    template <class T> static Json value_of(const std::vector<T>& values) {
        Json list = Json::array();
        for (const T& value : values) list.push(value_of(value));
        return list;
    }
    // Only what moves has times: the same movement has the same values.
    template <class T> static Json value_of(const Channel<T>& channel) {
        Json json = Json::object();
        if (channel.is_rest()) return json;
        if (channel.values.size() > 1) {
            if (channel.times.empty())
                json.append("rate", channel.rate);
            else
                json.append("times", value_of(channel.times));
            json.append("interpolation", name_of(channel.interpolation));
        }
        json.append("values", value_of(channel.values));
        return json;
    }
    static Json value_of(const Transform& transform) {
        Json json = Json::object();
        json.append("translation", value_of(transform.translation));
        json.append("rotation", value_of(transform.rotation));
        json.append("scale", value_of(transform.scale));
        return json;
    }
    static Json value_of(const Affine& matrix) { return dump_record(matrix.columns()); }
    static Json value_of(const ColorRgba8& c) { return Json(Json::Array{c.r, c.g, c.b, c.a}); }
    static Json value_of(const Influence& influence) { return Json(Json::Array{influence.joint, influence.weight}); }
    static Json value_of(const InfluenceLists& lists) { // by vertex
        Json list = Json::array();
        for (std::size_t v = 0; v + 1 < lists.start.size(); ++v) {
            Json of_vertex = Json::array();
            for (std::uint32_t i = lists.start[v]; i < lists.start[v + 1]; ++i)
                of_vertex.push(value_of(lists.entries[i]));
            list.push(std::move(of_vertex));
        }
        return list;
    }
    static Json value_of(const Event& event) {
        Json json = Json::object();
        json.append("time", event.time);
        if (event.frame >= 0) json.append("frame", event.frame);
        json.append("type", kind_of(event.data));
        if (const auto name = name_in(event.data); !name.empty()) json.append("name", name);
        if (Json fields = fields_of(event.data); fields.size() > 0) json.append("args", std::move(fields));
        return json;
    }

private:
    Json json_ = Json::object();
};

// ---- facts

template <class T, class Each> Json each(const std::vector<T>& values, const Each& entry_of) {
    Json list = Json::array();
    for (const T& value : values) list.push(entry_of(value, list.size()));
    return list;
}

Json image_name(const Model& model, std::int32_t image) {
    if (image < 0 || static_cast<std::size_t>(image) >= model.images.size()) return {};
    return model.images[static_cast<std::size_t>(image)].name;
}

std::size_t most_influences(const Mesh& mesh) {
    std::uint32_t most = 0;
    for (std::size_t v = 0; v + 1 < mesh.influence_start.size(); ++v)
        most = std::max(most, mesh.influence_start[v + 1] - mesh.influence_start[v]);
    return most;
}

Json joint_facts(const Joint& joint, std::size_t index) {
    Json json = Json::object();
    json.set("index", index);
    json.set("name", joint.name);
    json.set("parent", joint.parent);
    return json;
}

Json mesh_facts(const Mesh& mesh, std::size_t index) {
    Json json = Json::object();
    json.set("index", index);
    json.set("name", mesh.name);
    json.set("numVerts", mesh.positions.size());
    json.set("numTris", mesh.indices.size() / 3);
    json.set("numSurfaces", mesh.surfaces.size());
    json.set("maxWeightsPerVertex", most_influences(mesh));
    if (!mesh.levels.empty()) {
        json.set("numLevels", mesh.levels.size());
        json.set("levelTris",
                 each(mesh.levels, [](const MeshLevel& level, std::size_t) { return Json(level.indices.size() / 3); }));
    }
    if (!mesh.morphs.empty())
        json.set("morphs", each(mesh.morphs, [](const MorphTarget& morph, std::size_t) { return Json(morph.name); }));
    return json;
}

Json clip_facts(const Clip& clip, std::size_t index) {
    Json json = Json::object();
    json.set("index", index);
    json.set("name", clip.name);
    json.set("durationSeconds", clip.duration);
    json.set("frameRate", clip.frame_rate);
    json.set("loop", name_of(clip.loop));
    json.set("events", ValueDumper::value_of(clip.events.events));
    return json;
}

} // namespace

Json model_facts(const Model& model) {
    std::size_t vertices = 0, triangles = 0;
    for (const Mesh& mesh : model.meshes) {
        vertices += mesh.positions.size();
        triangles += mesh.indices.size() / 3;
    }
    Json json = Json::object();
    json.set("name", model.name);
    json.set("numJoints", model.skeleton.joints.size());
    json.set("numMeshes", model.meshes.size());
    json.set("numVerts", vertices);
    json.set("numTris", triangles);
    json.set("numMaterials", model.materials.size());
    json.set("numImages", model.images.size());
    json.set("numClips", model.clips.size());
    if (const auto box = bounds(model)) {
        json.set("bboxMin", dump_record(box->min));
        json.set("bboxMax", dump_record(box->max));
    }
    json.set("joints", each(model.skeleton.joints, joint_facts));
    json.set("meshes", each(model.meshes, mesh_facts));
    json.set("materials", each(model.materials, [&](const Material& material, std::size_t index) {
                 Json entry = Json::object();
                 entry.set("index", index);
                 entry.set("name", material.name);
                 entry.set("image", image_name(model, material.base_color_image));
                 entry.set("normal", image_name(model, material.normal_image));
                 entry.set("alpha", name_of(material.alpha));
                 return entry;
             }));
    json.set("images", each(model.images, [](const Image& image, std::size_t index) {
                 Json entry = Json::object();
                 entry.set("index", index);
                 entry.set("name", image.name);
                 entry.set("encoding", name_of(image.encoding));
                 entry.set("width", image.width);
                 entry.set("height", image.height);
                 entry.set("bytes", image.bytes.size());
                 return entry;
             }));
    if (!model.variants.empty())
        json.set("variants",
                 each(model.variants, [](const MaterialVariant& variant, std::size_t) { return Json(variant.name); }));
    if (!model.cameras.empty()) {
        json.set("cameras", each(model.cameras, [](const Camera& camera, std::size_t index) {
                     Json entry = Json::object();
                     entry.set("index", index);
                     entry.set("name", camera.name);
                     entry.set("joint", camera.joint);
                     entry.set("vertical_fov", camera.vertical_fov);
                     return entry;
                 }));
    }
    if (!model.lights.empty()) {
        json.set("lights", each(model.lights, [](const Light& light, std::size_t index) {
                     Json entry = Json::object();
                     entry.set("index", index);
                     entry.set("name", light.name);
                     entry.set("type", name_of(light.type));
                     entry.set("joint", light.joint);
                     return entry;
                 }));
    }
    json.set("clips", each(model.clips, clip_facts));
    return json;
}

Json model_values(const Model& model) { return ValueDumper::value_of(model); }

} // namespace ossuary
