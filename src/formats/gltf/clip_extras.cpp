#include "clip_extras.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"
#include "ossuary/model/event.h"
#include "ossuary/model/script_extras.h"
#include "writer.h"

namespace ossuary::gltf {

namespace {

// The number of the last frame, where the duration is a whole number of frames.
std::optional<std::int64_t> last_frame(const Clip& clip) {
    if (!(clip.frame_rate > 0)) return {};
    const double frames = clip.duration * clip.frame_rate;
    if (!(frames < 1e15) || std::abs(frames - std::round(frames)) > 1e-3) return {};
    return std::llround(frames);
}

// What a reader makes of the duration without being told: whole frames, or the last key's float.
double implied_duration(float last_key, double frame_rate, std::optional<std::int64_t> last) {
    if (last && frame_rate > 0) {
        const double exact = static_cast<double>(*last) / frame_rate;
        if (static_cast<float>(exact) == last_key) return exact;
    }
    return static_cast<double>(last_key);
}

Json write_hints(const PlaybackHints& hints, const std::vector<std::string>& joint_names) {
    const PlaybackHints defaults;
    Json json = Json::object();
    if (hints.layer != defaults.layer) json.append("layer", hints.layer);
    if (hints.blend_in != defaults.blend_in) json.append("blendIn", hints.blend_in);
    if (hints.blend_out != defaults.blend_out) json.append("blendOut", hints.blend_out);
    if (!hints.next.empty()) json.append("next", hints.next);
    if (hints.direction == Direction::reverse) json.append("direction", "reverse");
    if (hints.root_joint >= 0) json.append("rootJoint", joint_names[static_cast<std::size_t>(hints.root_joint)]);
    return json;
}

// Returns what it did not understand.
Json read_hints(const Json& json, PlaybackHints& hints, const Skeleton& skeleton) {
    Json rest = Json::object();
    for (const Json::Member& member : json.members()) {
        const Json& value = member.value;
        const std::int64_t layer = value.integer(1);
        if (member.name == "layer" && value.is_number() && layer == static_cast<std::int32_t>(layer)) {
            hints.layer = static_cast<std::int32_t>(layer);
        } else if (member.name == "blendIn" && value.is_number()) {
            hints.blend_in = value.number();
        } else if (member.name == "blendOut" && value.is_number()) {
            hints.blend_out = value.number();
        } else if (member.name == "next" && value.is_string()) {
            hints.next = value.string();
        } else if (member.name == "direction" && (value.string() == "reverse" || value.string() == "forward")) {
            hints.direction = value.string() == "reverse" ? Direction::reverse : Direction::forward;
        } else if (member.name == "rootJoint" && skeleton.find(value.string()) >= 0) {
            hints.root_joint = skeleton.find(value.string());
        } else {
            rest.append(member.name, value);
        }
    }
    return rest;
}

// Degrees with as many digits as bring the float in radians back.
double to_degrees(float radians) {
    return std::round(static_cast<double>(radians) * 180 / std::numbers::pi * 1e8) / 1e8;
}

// `{ "times": …, "degrees": … }`, with the camera's number where it is not the first.
Json write_fov(const CameraTrack& track) {
    Json json = Json::object();
    if (track.camera != 0) json.append("camera", track.camera);
    Json times = Json::array(), degrees = Json::array();
    for (const float time : key_times(track.vertical_fov)) times.push(time);
    for (const float value : track.vertical_fov.values) degrees.push(to_degrees(value));
    json.append("times", std::move(times));
    json.append("degrees", std::move(degrees));
    if (track.vertical_fov.interpolation == Interpolation::step) json.append("interpolation", "STEP");
    return json;
}

std::optional<CameraTrack> read_fov(const Json& json, const Model& model, double frame_rate) {
    const Json &times = json["times"], &degrees = json["degrees"];
    const std::int64_t camera = json["camera"].integer(0);
    if (!times.is_array() || times.size() == 0 || times.size() != degrees.size()) return {};
    if (camera < 0 || static_cast<std::uint64_t>(camera) >= model.cameras.size()) return {};
    CameraTrack track;
    track.camera = static_cast<std::uint32_t>(camera);
    Channel<float>& channel = track.vertical_fov;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto time = static_cast<float>(times[i].number(-1));
        const auto value = static_cast<float>(degrees[i].number(-1) * std::numbers::pi / 180);
        const bool increases = channel.times.empty() ? time >= 0 : time > channel.times.back();
        if (!increases || !std::isfinite(time) || !(value > 0 && value < 3.14f)) return {};
        channel.times.push_back(time);
        channel.values.push_back(value);
    }
    if (json["interpolation"].string() == "STEP") channel.interpolation = Interpolation::step;
    simplify_times(channel, frame_rate);
    return track;
}

Json write_fovs(const Clip& clip) {
    Json list = Json::array();
    for (const CameraTrack& track : clip.cameras)
        if (!track.vertical_fov.is_rest()) list.push(write_fov(track));
    return list.size() == 1 ? list[0] : list;
}

// True if all of it was understood.
bool read_fovs(const Json& json, Clip& clip, const Model& model) {
    std::vector<CameraTrack> tracks;
    const auto add = [&](const Json& entry) {
        auto track = read_fov(entry, model, clip.frame_rate);
        if (track) tracks.push_back(std::move(*track));
        return track.has_value();
    };
    const bool all = json.is_array() ? std::all_of(json.items().begin(), json.items().end(), add) : add(json);
    if (all) clip.cameras = std::move(tracks);
    return all;
}

// A channel of a light: `{ "times": …, "values": … }`.
template <class T> Json write_channel(const Channel<T>& channel) {
    Json json = Json::object(), times = Json::array(), values = Json::array();
    for (const float time : channel.is_constant() ? std::vector<float>{0} : key_times(channel)) times.push(time);
    for (const T& value : channel.values) {
        if constexpr (std::is_same_v<T, float>)
            values.push(value);
        else
            values.push(numbers(value));
    }
    json.append("times", std::move(times));
    json.append("values", std::move(values));
    if (channel.interpolation == Interpolation::step) json.append("interpolation", "STEP");
    return json;
}

// False if there is one that makes no sense.
template <class T> bool read_channel(const Json& json, Channel<T>& channel, double frame_rate) {
    if (json.is_null()) return true;
    const Json &times = json["times"], &values = json["values"];
    if (!times.is_array() || times.size() == 0 || times.size() != values.size()) return false;
    const auto number = [](const Json& value, float& to) {
        to = static_cast<float>(value.number());
        return value.is_number() && std::isfinite(to) && to >= 0;
    };
    for (std::size_t i = 0; i < times.size(); ++i) {
        float time = 0;
        T value{};
        if (!number(times[i], time) || (i > 0 && time <= channel.times.back())) return false;
        if constexpr (std::is_same_v<T, float>) {
            if (!number(values[i], value)) return false;
        } else {
            if (values[i].size() != T::size) return false;
            for (std::size_t c = 0; c < T::size; ++c)
                if (!number(values[i][c], value[c])) return false;
        }
        channel.times.push_back(time);
        channel.values.push_back(value);
    }
    if (json["interpolation"].string() == "STEP") channel.interpolation = Interpolation::step;
    simplify_times(channel, frame_rate);
    return true;
}

// `[ { "light": …, "color": …, "intensity": …, "range": … } ]`
Json write_light_tracks(const Clip& clip) {
    Json list = Json::array();
    for (const LightTrack& track : clip.lights) {
        Json json = Json::object();
        json.append("light", track.light);
        if (!track.color.is_rest()) json.append("color", write_channel(track.color));
        if (!track.intensity.is_rest()) json.append("intensity", write_channel(track.intensity));
        if (!track.range.is_rest()) json.append("range", write_channel(track.range));
        list.push(std::move(json));
    }
    return list;
}

// True if all of it was understood.
bool read_light_tracks(const Json& json, Clip& clip, const Model& model) {
    if (!json.is_array()) return false;
    std::vector<LightTrack> tracks;
    for (const Json& entry : json.items()) {
        const std::int64_t light = entry["light"].integer(-1);
        if (light < 0 || static_cast<std::uint64_t>(light) >= model.lights.size()) return false;
        LightTrack& track = tracks.emplace_back();
        track.light = static_cast<std::uint32_t>(light);
        if (!read_channel(entry["color"], track.color, clip.frame_rate) ||
            !read_channel(entry["intensity"], track.intensity, clip.frame_rate) ||
            !read_channel(entry["range"], track.range, clip.frame_rate))
            return false;
    }
    clip.lights = std::move(tracks);
    return true;
}

} // namespace

Json merged_extras(Json own, const Json& others) {
    const std::size_t known = own.size();
    for (const Json::Member& member : others.members()) {
        const auto first = own.members().begin();
        const bool taken = std::any_of(first, first + static_cast<std::ptrdiff_t>(known),
                                       [&](const Json::Member& mine) { return mine.name == member.name; });
        if (!taken) own.append(member.name, member.value);
    }
    return own;
}

Json write_clip_extras(const Clip& clip, const Model& model, const std::vector<std::string>& joint_names,
                       float last_key) {
    Json extras = Json::object();
    // A fact the clip knows itself; otherwise what its extras say, so that the order of members is always the same.
    const auto put = [&](const char* name, Json value) {
        if (value.is_null()) value = clip.extras[name];
        if (!value.is_null()) extras.append(name, std::move(value));
    };
    const auto put_other = [&](const char* name, Json fallback) {
        const Json* other = clip.extras.find(name);
        extras.append(name, other ? *other : std::move(fallback));
    };
    put_other("source", model.source.format.empty() ? Json("gltf") : Json(model.source.format));
    put_other("sourceName", clip.name);
    const auto last = last_frame(clip);
    put("frameRate", clip.frame_rate > 0 ? Json(clip.frame_rate) : Json());
    if (last) {
        put_other("firstFrame", 0);
        put_other("lastFrame", *last);
    }
    const bool implied = implied_duration(last_key, clip.frame_rate, last) == clip.duration;
    put("duration", implied ? Json() : Json(clip.duration));
    put("loop", clip.loop == LoopMode::unknown ? Json() : Json(clip.loop == LoopMode::wrap));
    const Json hints = merged_extras(write_hints(clip.hints, joint_names), clip.extras["hints"]);
    put("hints", hints.size() > 0 ? hints : Json());
    Json events = Json::array();
    for (const Event& event : clip.events.events) events.push(write_event(event));
    put("events", events.size() > 0 ? std::move(events) : Json());
    Json fov = write_fovs(clip);
    put("fov", fov.size() > 0 ? std::move(fov) : Json());
    Json lights = write_light_tracks(clip);
    put("lights", lights.size() > 0 ? std::move(lights) : Json());
    return merged_extras(std::move(extras), with_script(clip.extras, clip.hints));
}

void read_clip_extras(const Json& extras, Clip& clip, const Model& model) {
    Json rest = Json::object();
    for (const Json::Member& member : extras.members()) rest.append(member.name, member.value);
    const auto take = [&](std::string_view name, bool understood) {
        if (understood) rest.erase(name);
    };

    const Json& rate = extras["frameRate"];
    const bool has_rate = rate.is_number() && rate.number() > 0 && std::isfinite(rate.number());
    if (has_rate) clip.frame_rate = rate.number();
    take("frameRate", has_rate);

    // The last key is a float; whole frames or the stated duration tell what was meant, if they agree with it.
    const auto last_key = static_cast<float>(clip.duration);
    const Json &first = extras["firstFrame"], &last = extras["lastFrame"], &duration = extras["duration"];
    std::optional<std::int64_t> frames;
    if (first.is_integer() && last.is_integer() && std::abs(first.integer()) < INT32_MAX &&
        std::abs(last.integer()) < INT32_MAX)
        frames = last.integer() - first.integer();
    clip.duration = implied_duration(last_key, clip.frame_rate, frames);
    const bool has_duration = duration.is_number() && duration.number() >= 0 && std::isfinite(duration.number()) &&
                              (static_cast<float>(duration.number()) <= last_key);
    if (has_duration) clip.duration = duration.number();
    take("duration", has_duration);

    const Json& loop = extras["loop"];
    if (loop.is_bool()) clip.loop = loop.boolean() ? LoopMode::wrap : LoopMode::once;
    take("loop", loop.is_bool());
    if (const Json& hints = extras["hints"]; hints.is_object()) {
        Json unknown = read_hints(hints, clip.hints, model.skeleton);
        if (unknown.size() > 0)
            rest.set("hints", std::move(unknown));
        else
            rest.erase("hints");
    }
    const Json& events = extras["events"];
    const bool has_events =
        events.is_array() && std::all_of(events.items().begin(), events.items().end(),
                                         [](const Json& event) { return event["time"].is_number(); });
    if (has_events) {
        std::vector<std::pair<double, std::size_t>> order; // by time, then as they stand
        for (std::size_t i = 0; i < events.size(); ++i)
            order.emplace_back(std::max(0.0, events[i]["time"].number()), i);
        ossuary::sort(order);
        for (const auto& [time, i] : order) clip.events.events.push_back(read_event(events[i]));
    }
    take("events", has_events);
    if (const Json* fov = extras.find("fov")) take("fov", read_fovs(*fov, clip, model));
    if (const Json* lights = extras.find("lights")) take("lights", read_light_tracks(*lights, clip, model));

    // What the writer would say by itself need not be kept.
    const std::string& format = model.source.format;
    take("source", extras["source"].string() == format && extras["source"].is_string());
    take("sourceName", extras["sourceName"].is_string() && extras["sourceName"].string() == clip.name);
    const auto default_last = last_frame(clip);
    take("firstFrame", default_last && first.is_integer() && first.integer() == 0);
    take("lastFrame", default_last && last.is_integer() && last.integer() == *default_last);
    take_script(rest, clip.hints);
    clip.extras = rest.size() > 0 ? std::move(rest) : Json();
}

} // namespace ossuary::gltf
