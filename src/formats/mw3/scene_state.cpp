#include "formats/mw3/scene_state.h"

#include <cmath>

namespace ossuary::mw3 {

namespace {

double number_of(float value) { return std::isfinite(value) ? static_cast<double>(value) : 0; }
Vec3d color_of(const Color& color) { return {number_of(color[0]), number_of(color[1]), number_of(color[2])}; }
double length_of(float run_time) { return std::isfinite(run_time) && run_time > 0 ? static_cast<double>(run_time) : 0; }

// How much of a change has happened: 0 to 1.
double share_at(Ticks time, Ticks start, double length) {
    if (length <= 0) return 1;
    return std::clamp(to_seconds(time - start) / length, 0.0, 1.0);
}

std::string node_name(const Definition& definition, std::int32_t index) {
    if (!definition.nodes || index < 1 || static_cast<std::size_t>(index) > definition.nodes->size()) return {};
    return std::string((*definition.nodes)[static_cast<std::size_t>(index - 1)].name.text());
}

} // namespace

double SceneState::Ramp::at(Ticks time) const { return from + (to - from) * share_at(time, start, length); }

LightValues SceneState::Light::at(Ticks time) const {
    LightValues now = values;
    for (const Change& change : changes) {
        const double share = share_at(time, change.start, change.length);
        now.near += change.near * share;
        now.far += change.far * share;
        now.color += change.color * share;
    }
    return now;
}

void SceneState::carry_out(const event::LightState& e, const Definition& definition, const BoundNodes& bound,
                           Ticks time) {
    Light& light = lights_[{&definition, e.light_index}];
    // What was changing stays as it is now.
    LightValues& values = light.values = light.at(time);
    light.changes.clear();
    values.is_on = e.active_state != 0;
    if (values.is_on) values.is_point = e.light_type != 0;
    if (e.flags & 3) {
        values.joint = e.flags & 2 ? bound(e.node_index) : -1;
        values.place = to_vec3(e.translation);
    }
    if (e.flags & 4) values.orientation = to_vec3(e.orientation);
    if (e.flags & 8) {
        values.near = number_of(e.range[0]);
        values.far = number_of(e.range[1]);
    }
    if (e.flags & 0x10) values.color = color_of(e.color);
    if (e.flags & 0x20) values.ambient = number_of(e.ambient);
    if (e.flags & 0x40) values.diffuse = number_of(e.diffuse);
}

void SceneState::carry_out(const event::LightAnimation& e, const Definition& definition, const BoundNodes&,
                           Ticks time) {
    Light& light = lights_[{&definition, e.light_index}];
    // Those that are over count for good.
    std::erase_if(light.changes, [&](const Light::Change& change) {
        if (share_at(time, change.start, change.length) < 1) return false;
        light.values.near += change.near;
        light.values.far += change.far;
        light.values.color += change.color;
        return true;
    });
    light.changes.push_back(
        {time, length_of(e.run_time), number_of(e.range[0]), number_of(e.range[1]), color_of(e.color)});
}

void SceneState::carry_out(const event::FogState& e, const Definition&, const BoundNodes&, Ticks) {
    if (e.flags & 1) fog_.type = static_cast<FogType>(std::min<std::uint32_t>(e.fog_type, 2));
    if (e.flags & 2) fog_.color = color_of(e.color);
    if (e.flags & 4) fog_.altitude = {number_of(e.altitude[0]), number_of(e.altitude[1])};
    if (e.flags & 8) fog_.range = {number_of(e.range[0]), number_of(e.range[1])};
}

void SceneState::carry_out(const event::CameraState& e, const Definition& definition, const BoundNodes&, Ticks time) {
    Camera& camera = cameras_[node_name(definition, e.node_index)];
    const float values[] = {e.clip_near, e.clip_far, e.lod_multiplier, e.fov_h, e.fov_v, e.zoom_h, e.zoom_v};
    for (std::size_t i = 0; i < camera.size(); ++i)
        if (e.flags >> i & 1) camera[i] = {time, 0, number_of(values[i]), number_of(values[i])};
}

void SceneState::carry_out(const event::CameraFromTo& e, const Definition& definition, const BoundNodes&, Ticks time) {
    Camera& camera = cameras_[node_name(definition, e.node_index)];
    const FromTo* values[] = {&e.clip_near, &e.clip_far, &e.lod_multiplier, &e.fov_h, &e.fov_v, &e.zoom_h, &e.zoom_v};
    for (std::size_t i = 0; i < camera.size(); ++i)
        if (e.flags >> i & 1)
            camera[i] = {time, length_of(e.run_time), number_of((*values[i])[0]), number_of((*values[i])[1])};
}

void SceneState::carry_out(const event::FbfxColorFromTo& e, const Definition&, const BoundNodes&, Ticks time) {
    const FromTo* values[] = {&e.red, &e.green, &e.blue, &e.alpha};
    for (std::size_t i = 0; i < tint_.size(); ++i)
        tint_[i] = {time, length_of(e.run_time), number_of((*values[i])[0]), number_of((*values[i])[1])};
}

void SceneState::carry_out(const event::ObjectOpacityState& e, const Definition&, const BoundNodes& bound, Ticks time) {
    const std::int32_t joint = bound(e.node_index);
    if (joint < 0) return;
    Opacity& opacity = opacities_[joint];
    const double value = e.has_opacity ? number_of(e.opacity) : opacity.value.at(time);
    opacity = {.value = {time, 0, value, value}, .is_on = e.is_set != 0, .switches = time, .then = e.is_set != 0};
}

void SceneState::carry_out(const event::ObjectOpacityFromTo& e, const Definition&, const BoundNodes& bound,
                           Ticks time) {
    const std::int32_t joint = bound(e.node_index);
    if (joint < 0) return;
    Opacity& opacity = opacities_[joint];
    const bool before = opacity_at(joint, time).has_value();
    const double length = length_of(e.run_time);
    opacity.value = {time, length, number_of(e.opacity_from), number_of(e.opacity_to)};
    opacity.is_on = e.state_from < 0 ? before : e.state_from != 0;
    opacity.switches = time + to_ticks(length);
    opacity.then = e.state_to < 0 ? opacity.is_on : e.state_to != 0;
}

void SceneState::carry_out(const Event& event, const Definition& definition, const BoundNodes& bound, Ticks time) {
    visit_event(
        [&](const auto& record) {
            using Record = std::remove_cvref_t<decltype(record)>;
            if constexpr (!std::is_same_v<Record, Event> && requires { carry_out(record, definition, bound, time); })
                carry_out(record, definition, bound, time);
        },
        event);
}

LightValues SceneState::light_at(const Definition& definition, std::size_t index, Ticks time) const {
    const auto found = lights_.find({&definition, static_cast<std::int32_t>(index)});
    return found == lights_.end() ? LightValues{} : found->second.at(time);
}

std::vector<std::pair<const Definition*, std::size_t>> SceneState::lights(const AnimFile& file) const {
    std::vector<std::pair<const Definition*, std::size_t>> list;
    for (const Definition& definition : file.definitions)
        for (auto at = lights_.lower_bound({&definition, 0}); at != lights_.end() && at->first.first == &definition;
             ++at)
            list.emplace_back(&definition, static_cast<std::size_t>(at->first.second));
    return list;
}

std::vector<std::size_t> SceneState::opacities() const {
    std::vector<std::size_t> joints;
    for (const auto& [joint, opacity] : opacities_) joints.push_back(static_cast<std::size_t>(joint));
    return joints;
}

CameraValues SceneState::camera_at(std::string_view name, Ticks time) const {
    CameraValues values;
    const auto found = cameras_.find(name);
    if (found == cameras_.end()) return values;
    std::optional<double>* fields[] = {&values.clip_near, &values.clip_far, &values.lod_multiplier, &values.fov_h,
                                       &values.fov_v,     &values.zoom_h,   &values.zoom_v};
    for (std::size_t i = 0; i < found->second.size(); ++i)
        if (const auto& ramp = found->second[i]) *fields[i] = ramp->at(time);
    return values;
}

Tint SceneState::tint_at(Ticks time) const {
    return {tint_[0].at(time), tint_[1].at(time), tint_[2].at(time), tint_[3].at(time)};
}

std::optional<double> SceneState::opacity_at(std::int32_t joint, Ticks time) const {
    const auto found = opacities_.find(joint);
    if (found == opacities_.end()) return {};
    const Opacity& opacity = found->second;
    if (!(time >= opacity.switches ? opacity.then : opacity.is_on)) return {};
    return opacity.value.at(time);
}

} // namespace ossuary::mw3
