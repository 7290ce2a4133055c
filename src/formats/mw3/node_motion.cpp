#include "formats/mw3/node_motion.h"

#include <limits>
#include <numbers>

namespace ossuary::mw3 {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

bool is_finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

double seconds_into(Ticks time, Ticks start, double length) {
    return std::clamp(to_seconds(time - start), 0.0, length);
}
double run_time_of(float seconds) { return std::isfinite(seconds) && seconds > 0 ? seconds : 0; }

// The frame that says what a channel does at a time: the last begun that has the channel, or the first that has it.
template <class Channel>
const event::Frame* frame_at(const std::vector<event::Frame>& frames, double seconds, Channel channel) {
    const auto begun = [](double at, const event::Frame& frame) { return at < frame.start_time; };
    auto at = static_cast<std::size_t>(std::upper_bound(frames.begin(), frames.end(), seconds, begun) - frames.begin());
    for (std::size_t i = at; i > 0; --i)
        if (frames[i - 1].*channel) return &frames[i - 1];
    for (; at < frames.size(); ++at)
        if (frames[at].*channel) return &frames[at];
    return nullptr;
}

// Seconds since the frame's start. One without a stated end lasts until the next begins.
double into_frame(const std::vector<event::Frame>& frames, const event::Frame& frame, double seconds) {
    double end = frame.end_time;
    const auto next = static_cast<std::size_t>(&frame - frames.data()) + 1;
    if (!(end > frame.start_time)) end = next < frames.size() ? frames[next].start_time : frame.start_time;
    return std::clamp(seconds - frame.start_time, 0.0, std::max(0.0, end - frame.start_time));
}

double cubic(const Raw<16>& raw, double t) {
    std::array<double, 4> c;
    for (std::size_t i = 0; i < 4; ++i) c[i] = load<float>(raw.bytes.data() + 4 * i, Endian::little);
    return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}
template <class Channel> Vec3d cubics(const Channel& channel, double t) {
    return {cubic(channel.spline_x, t), cubic(channel.spline_y, t), cubic(channel.spline_z, t)};
}

// A rotation given by half its angle along its axis.
Quatd from_half_angle(const Vec3d& v) {
    const double angle = length(v);
    if (!(angle > 0)) return {};
    const Vec3d axis = v * (std::sin(angle) / angle);
    return {axis.x, axis.y, axis.z, std::cos(angle)};
}

} // namespace

Quatd from_angles(const Vec3d& angles) {
    return axis_angle(Vec3d{0, 1, 0}, angles.y) * axis_angle(Vec3d{1, 0, 0}, angles.x) *
           axis_angle(Vec3d{0, 0, 1}, angles.z);
}

Vec3d NodeMotion::VectorDrive::at(Ticks time, Box<event::VectorChannel> event::Frame::*channel) const {
    const double t = seconds_into(time, start, length);
    if (frames) {
        const event::Frame* frame = frame_at(*frames, t, channel);
        if (!frame) return value;
        const event::VectorChannel& found = *(frame->*channel);
        const double into = into_frame(*frames, *frame, t);
        return spline ? cubics(found, into) : to_vec3(found.base) + to_vec3(found.delta) * into;
    }
    if (last && t >= length) return *last;
    return value + rate * t + acceleration * (t * t / 2);
}

Quatd NodeMotion::RotationDrive::at(Ticks time) const {
    const double t = seconds_into(time, start, length);
    if (frames) {
        const event::Frame* frame = frame_at(*frames, t, &event::Frame::rotate);
        if (!frame) return before;
        const event::RotationChannel& found = *frame->rotate;
        const double into = into_frame(*frames, *frame, t);
        return from_half_angle(spline ? cubics(found, into) : to_vec3(found.delta) * into) *
               normalize(to_quat(found.base));
    }
    Vec3d turned = last && t >= length ? *last : angles + rate * t + acceleration * (t * t / 2);
    turned.x += forward_rate * t + forward_acceleration * (t * t / 2);
    if (forward != 0) turned.x += forward * ossuary::length(velocity * t + pull * (t * t / 2));
    return before * from_angles(turned);
}

NodeMotion::NodeMotion(const AnimFile& file, const Skeleton& nodes, const PlayRules& rules)
    : file_(&file), nodes_(&nodes), rules_(&rules), states_(nodes.joints.size()) {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const Transformd rest = to_double(nodes.joints[i].rest);
        states_[i].translation.value = rest.translation;
        states_[i].rotation.before = rest.rotation;
        states_[i].scale.value = rest.scale;
    }
}

Transformd NodeMotion::local_at(std::size_t joint, Ticks time) const {
    const Node& node = states_[joint];
    Transformd local{node.translation.at(time, &event::Frame::translate), node.rotation.at(time),
                     node.scale.at(time, &event::Frame::scale)};
    // Numbers of a file may be none; a pose holds none of those.
    const Transformd rest = to_double(nodes_->joints[joint].rest);
    if (!is_finite(local.translation)) local.translation = rest.translation;
    if (!std::isfinite(dot(local.rotation, local.rotation))) local.rotation = rest.rotation;
    if (!is_finite(local.scale)) local.scale = rest.scale;
    return local;
}

Affined NodeMotion::object_at(std::int32_t joint, Ticks time) const {
    Affined object;
    for (; joint >= 0; joint = nodes_->joints[static_cast<std::size_t>(joint)].parent)
        object = to_affine(local_at(static_cast<std::size_t>(joint), time)) * object;
    return object;
}

void NodeMotion::ends(Ticks start, double length) {
    if (length < endless) end_ = std::max(end_, start + to_ticks(length));
}

void NodeMotion::carry_out(const event::ObjectTranslateState& e, const BoundNodes& bound, Ticks time) {
    const std::int32_t joint = bound(e.node_index), other = bound(e.at_node_index);
    Node* moved = node(joint);
    if (!moved) return;
    Vec3d value = to_vec3(e.translation);
    if (other >= 0) {
        const Affined parent = object_at(nodes_->joints[static_cast<std::size_t>(joint)].parent, time);
        value = inverse(parent).point(object_at(other, time).point(value));
    }
    if (e.relative != 0) value += local_at(static_cast<std::size_t>(joint), time).translation;
    moved->translation = {.start = time, .value = value};
}

void NodeMotion::carry_out(const event::ObjectRotateState& e, const BoundNodes& bound, Ticks time) {
    const std::int32_t joint = bound(e.node_index), other = bound(e.at_node_index);
    Node* moved = node(joint);
    if (!moved || (e.flags >= 2 && other < 0)) return;
    Quatd value = from_angles(to_vec3(e.rotation));
    if (e.flags == 1) value = local_at(static_cast<std::size_t>(joint), time).rotation * value;
    if (e.flags >= 2) value = local_at(static_cast<std::size_t>(other), time).rotation;
    moved->rotation = {.start = time, .before = value};
}

void NodeMotion::carry_out(const event::ObjectScaleState& e, const BoundNodes& bound, Ticks time) {
    if (Node* moved = node(bound(e.node_index))) moved->scale = {.start = time, .value = to_vec3(e.scale)};
}

void NodeMotion::carry_out(const event::ObjectMotion& e, const BoundNodes& bound, Ticks time, Random& random) {
    using Motion = event::ObjectMotion;
    const std::int32_t joint = bound(e.node_index);
    Node* moved = node(joint);
    if (!moved) return;
    const Transformd present = local_at(static_cast<std::size_t>(joint), time);
    const double length = e.flags & Motion::has_run_time ? run_time_of(e.run_time) : endless;
    Vec3d velocity, pull;
    if (e.flags & Motion::translation) {
        velocity = to_vec3(e.trans_initial);
        for (std::size_t i = 0; i < 3; ++i) velocity[i] += random.between(-1, 1) * e.trans_rnd_xz[i];
        pull = to_vec3(e.trans_delta);
    }
    if (e.flags & (Motion::range_min | Motion::range_max)) {
        const double unit = rules_->range_angles_in_degrees ? std::numbers::pi / 180 : 1;
        const double azimuth = unit * random.between(e.trans_range_xz[0], e.trans_range_xz[1]);
        const double elevation = unit * random.between(e.trans_range_y[0], e.trans_range_y[1]);
        const Vec3d direction{std::cos(elevation) * std::sin(azimuth), std::sin(elevation),
                              std::cos(elevation) * std::cos(azimuth)};
        velocity += direction * random.between(e.trans_range_initial[0], e.trans_range_initial[1]);
        pull += direction * random.between(e.trans_range_delta[0], e.trans_range_delta[1]);
    }
    if (e.flags & Motion::has_gravity) pull.y += e.gravity;
    const bool travels = e.flags & (Motion::translation | Motion::range_min | Motion::range_max | Motion::has_gravity);
    if (travels)
        moved->translation = {
            .start = time, .length = length, .value = present.translation, .rate = velocity, .acceleration = pull};
    if (e.flags & (Motion::xyz_rotation | Motion::forward_by_distance | Motion::forward_by_time)) {
        RotationDrive& drive = moved->rotation = {.start = time, .length = length, .before = present.rotation};
        drive.rate = to_vec3(e.xyz_rot_initial);
        drive.acceleration = to_vec3(e.xyz_rot_delta);
        drive.velocity = velocity;
        drive.pull = pull;
        if (e.flags & Motion::forward_by_distance) {
            drive.forward = e.fwd_rot_initial;
        } else if (e.flags & Motion::forward_by_time) {
            drive.forward_rate = e.fwd_rot_initial;
            drive.forward_acceleration = e.fwd_rot_delta;
        }
    }
    if (e.flags & Motion::scale)
        moved->scale = {.start = time,
                        .length = length,
                        .value = present.scale,
                        .rate = to_vec3(e.scale_initial),
                        .acceleration = to_vec3(e.scale_delta)};
    ends(time, length);
}

void NodeMotion::carry_out(const event::ObjectMotionFromTo& e, const BoundNodes& bound, Ticks time) {
    Node* moved = node(bound(e.node_index));
    if (!moved) return;
    const double length = run_time_of(e.run_time);
    if (e.flags & 1)
        moved->translation = {.start = time,
                              .length = length,
                              .value = to_vec3(e.translate_from),
                              .rate = to_vec3(e.translate_delta),
                              .last = to_vec3(e.translate_to)};
    if (e.flags & 2)
        moved->rotation = {.start = time,
                           .length = length,
                           .angles = to_vec3(e.rotate_from),
                           .rate = to_vec3(e.rotate_delta),
                           .last = to_vec3(e.rotate_to)};
    if (e.flags & 4)
        moved->scale = {.start = time,
                        .length = length,
                        .value = to_vec3(e.scale_from),
                        .rate = to_vec3(e.scale_delta),
                        .last = to_vec3(e.scale_to)};
    ends(time, length);
}

void NodeMotion::carry_out(const event::ObjectMotionSiScript& e, const BoundNodes& bound, Ticks time) {
    const std::int32_t joint = bound(e.node_index);
    Node* moved = node(joint);
    if (!moved) return;
    const std::vector<event::Frame>* frames = &e.frames;
    bool spline = false;
    if (file_->game == Game::pirates_moon) {
        if (e.script_index >= file_->scripts.size()) return;
        frames = &file_->scripts[e.script_index].frames;
        spline = file_->scripts[e.script_index].spline != 0;
    }
    if (frames->empty()) return;
    const auto has = [&](auto channel) {
        return std::ranges::any_of(*frames, [&](const event::Frame& frame) { return bool(frame.*channel); });
    };
    const double length = duration_of(*frames);
    if (has(&event::Frame::translate))
        moved->translation = {.start = time, .length = length, .frames = frames, .spline = spline};
    if (has(&event::Frame::rotate))
        moved->rotation = {.start = time, .length = length, .frames = frames, .spline = spline};
    if (has(&event::Frame::scale)) moved->scale = {.start = time, .length = length, .frames = frames, .spline = spline};
    ends(time, length);
}

void NodeMotion::carry_out(const Event& event, const BoundNodes& bound, Ticks time, Random& random) {
    visit_event(
        [&](const auto& record) {
            if constexpr (requires { carry_out(record, bound, time, random); })
                carry_out(record, bound, time, random);
            else if constexpr (requires { carry_out(record, bound, time); })
                carry_out(record, bound, time);
        },
        event);
}

} // namespace ossuary::mw3
