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
        states_[i].parent = nodes.joints[i].parent;
    }
}

Transformd NodeMotion::driven_at(std::size_t joint, Ticks time) const {
    const Node& node = states_[joint];
    if (node.connector) return stretched(*node.connector, joint, time);
    Transformd local{node.translation.at(time, &event::Frame::translate), node.rotation.at(time),
                     node.scale.at(time, &event::Frame::scale)};
    // Numbers of a file may be none; a pose holds none of those.
    const Transformd rest = to_double(nodes_->joints[joint].rest);
    if (!is_finite(local.translation)) local.translation = rest.translation;
    if (!std::isfinite(dot(local.rotation, local.rotation))) local.rotation = rest.rotation;
    if (!is_finite(local.scale)) local.scale = rest.scale;
    return local;
}

std::optional<double> NodeMotion::morph_at(std::size_t joint, Ticks time) const {
    const std::optional<MorphDrive>& drive = states_[joint].morph;
    if (!drive) return {};
    const double t = seconds_into(time, drive->start, drive->length);
    const double value = drive->last && t >= drive->length ? *drive->last : drive->value + drive->rate * t;
    return std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : 0;
}

Transformd NodeMotion::local_at(std::size_t joint, Ticks time) const {
    const Transformd driven = driven_at(joint, time);
    const std::int32_t own = nodes_->joints[joint].parent;
    if (states_[joint].parent == own) return driven;
    const Affined moved = inverse(object_at(own, time)) * object_at(states_[joint].parent, time) *
                          to_affine(Transformd{driven.translation, driven.rotation, {1, 1, 1}});
    return is_finite(moved.t) ? Transformd{moved.t, normalize(to_quat(moved)), driven.scale} : driven;
}

Affined NodeMotion::object_at(std::int32_t joint, Ticks time) const {
    Affined object;
    for (; joint >= 0; joint = states_[static_cast<std::size_t>(joint)].parent)
        object = to_affine(driven_at(static_cast<std::size_t>(joint), time)) * object;
    return object;
}

Transformd NodeMotion::stretched(const Connector& c, std::size_t joint, Ticks time) const {
    const double t = seconds_into(time, c.start, c.length);
    // An end that hangs on the stretched node itself would have none.
    const auto end = [&](std::int32_t on, const Vec3d& place) {
        for (std::int32_t above = on; above >= 0; above = states_[static_cast<std::size_t>(above)].parent)
            if (states_[static_cast<std::size_t>(above)].connector) return place;
        return on < 0 ? place : object_at(on, time).point(place);
    };
    const Vec3d from = end(c.from, c.from_place), way = end(c.to, c.to_place) - from;
    const double begins = c.from_t + c.from_rate * t, ends = c.to_t + c.to_rate * t;
    double length = ossuary::length(way) * std::abs(ends - begins);
    if (c.max_length > 0) length = std::min(length, c.max_length);
    const Transformd rest = to_double(nodes_->joints[joint].rest);
    if (!is_finite(way) || !std::isfinite(begins + ends)) return rest;
    const Vec3d direction =
        ossuary::length(way) > 0 ? way * ((ends < begins ? -1 : 1) / ossuary::length(way)) : Vec3d{0, 0, 1};
    const Vec3d side = std::abs(direction.y) > 0.999 ? Vec3d{1, 0, 0} : normalize(cross(Vec3d{0, 1, 0}, direction));
    const Affined object{side, cross(direction, side), direction, from + way * begins};
    const Affined local = inverse(object_at(states_[joint].parent, time)) * object;
    return {local.t, normalize(to_quat(local)), {rest.scale.x, rest.scale.y, length}};
}

void NodeMotion::place(std::int32_t joint, const Vec3d& at, Ticks time) {
    Node* moved = node(joint);
    if (!moved) return;
    const Vec3d local = inverse(object_at(moved->parent, time)).point(at);
    if (is_finite(local)) moved->translation = {.start = time, .value = local};
}

// ---- falling

std::optional<Ticks> NodeMotion::landing(std::int32_t joint, Ticks after, const GroundBelow& ground) const {
    if (joint < 0) return {};
    const Node& node = states_[static_cast<std::size_t>(joint)];
    constexpr double longest = 60; // seconds that are looked ahead
    constexpr double step = 1.0 / 60;
    const double begin = to_seconds(after - node.translation.start);
    const double end = std::min(node.translation.length, begin + longest);
    const auto above = [&](Ticks time) {
        const Vec3d at = object_at(joint, time).t;
        const auto below = ground(at);
        return below && std::isfinite(below->height) ? at.y - below->height : 1.0;
    };
    bool was_above = false;
    Ticks last = after;
    for (double t = begin; t < end; t += step) {
        const Ticks now = after + to_ticks(t - begin);
        if (above(now) > 1e-6) {
            was_above = true;
            last = now;
        } else if (was_above) {
            Ticks low = last, high = now;
            while (high - low > Ticks{1}) {
                const Ticks middle = low + (high - low) / 2;
                (above(middle) > 1e-6 ? low : high) = middle;
            }
            return high;
        }
    }
    return {};
}

double NodeMotion::bounce(std::int32_t joint, Ticks time) {
    Node& node = states_[static_cast<std::size_t>(joint)];
    VectorDrive& drive = node.translation;
    const double t = seconds_into(time, drive.start, drive.length);
    Vec3d velocity = drive.rate + drive.acceleration * t;
    const double speed = length(velocity);
    velocity = {velocity.x * rules_->slide, -velocity.y * rules_->bounce, velocity.z * rules_->slide};
    drive.value = drive.at(time, &event::Frame::translate);
    drive.length -= t;
    drive.start = time;
    drive.rate = velocity;
    if (velocity.y < rules_->rest_speed) {
        drive = {.start = time, .value = drive.value};
        node.rotation = {.start = time, .before = node.rotation.at(time)};
    }
    return speed;
}

// ---- states to go back to

struct NodeMotion::Saved {
    std::vector<std::pair<std::int32_t, Node>> nodes;
};

std::shared_ptr<const NodeMotion::Saved> NodeMotion::save(std::span<const std::int32_t> joints, Ticks time) const {
    auto saved = std::make_shared<Saved>();
    for (const std::int32_t joint : joints) {
        if (joint < 0) continue;
        const auto index = static_cast<std::size_t>(joint);
        const Transformd local = driven_at(index, time);
        Node still;
        still.translation.value = local.translation;
        still.rotation.before = local.rotation;
        still.scale.value = local.scale;
        if (const auto morph = morph_at(index, time)) still.morph = MorphDrive{.start = time, .value = *morph};
        still.parent = states_[index].parent;
        still.is_detached = states_[index].is_detached;
        still.is_touched = true;
        saved->nodes.emplace_back(joint, still);
    }
    return saved;
}

void NodeMotion::restore(const Saved& saved) {
    for (const auto& [joint, state] : saved.nodes) states_[static_cast<std::size_t>(joint)] = state;
}

void NodeMotion::ends(Ticks start, double length) {
    if (length < endless) end_ = std::max(end_, start + to_ticks(length));
}

void NodeMotion::carry_out(const event::ObjectTranslateState& e, const BoundNodes& bound, Ticks time) {
    const std::int32_t joint = bound(e.node_index), other = bound(e.at_node_index);
    Node* moved = driven(joint);
    if (!moved) return;
    Vec3d value = to_vec3(e.translation);
    if (other >= 0) {
        const Affined parent = object_at(moved->parent, time);
        value = inverse(parent).point(object_at(other, time).point(value));
    }
    if (e.relative != 0) value += driven_at(static_cast<std::size_t>(joint), time).translation;
    moved->translation = {.start = time, .value = value};
}

void NodeMotion::carry_out(const event::ObjectRotateState& e, const BoundNodes& bound, Ticks time) {
    const std::int32_t joint = bound(e.node_index), other = bound(e.at_node_index);
    Node* moved = driven(joint);
    if (!moved || (e.flags >= 2 && other < 0)) return;
    Quatd value = from_angles(to_vec3(e.rotation));
    if (e.flags == 1) value = driven_at(static_cast<std::size_t>(joint), time).rotation * value;
    if (e.flags >= 2) value = driven_at(static_cast<std::size_t>(other), time).rotation;
    moved->rotation = {.start = time, .before = value};
}

void NodeMotion::carry_out(const event::ObjectScaleState& e, const BoundNodes& bound, Ticks time) {
    if (Node* moved = driven(bound(e.node_index))) moved->scale = {.start = time, .value = to_vec3(e.scale)};
}

void NodeMotion::carry_out(const event::ObjectMotion& e, const BoundNodes& bound, Ticks time, Random& random) {
    using Motion = event::ObjectMotion;
    const std::int32_t joint = bound(e.node_index);
    Node* moved = driven(joint);
    if (!moved) return;
    const Transformd present = driven_at(static_cast<std::size_t>(joint), time);
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
    if (e.flags & Motion::impact_force) velocity += bound.call.impact;
    if (e.flags & Motion::has_gravity) pull.y += e.gravity;
    const bool travels = e.flags & (Motion::impact_force | Motion::translation | Motion::range_min | Motion::range_max |
                                    Motion::has_gravity);
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
    if (e.flags & Motion::has_morph)
        moved->morph = MorphDrive{.start = time,
                                  .length = length,
                                  .value = morph_at(static_cast<std::size_t>(joint), time).value_or(0),
                                  .rate = e.morph};
    ends(time, length);
}

void NodeMotion::carry_out(const event::ObjectMotionFromTo& e, const BoundNodes& bound, Ticks time) {
    Node* moved = driven(bound(e.node_index));
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
    if (e.flags & 8)
        moved->morph = MorphDrive{
            .start = time, .length = length, .value = e.morph_from, .rate = e.morph_delta, .last = e.morph_to};
    ends(time, length);
}

void NodeMotion::carry_out(const event::ObjectMotionSiScript& e, const BoundNodes& bound, Ticks time) {
    const std::int32_t joint = bound(e.node_index);
    Node* moved = driven(joint);
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

void NodeMotion::carry_out(const event::ObjectConnector& e, const BoundNodes& bound, Ticks time) {
    enum : std::uint32_t {
        from_node = 1,
        from_input_node = 2,
        from_input_place = 0x10,
        to_node = 0x20,
        to_input_node = 0x40,
        to_input_place = 0x200,
        has_max_length = 0x8000
    };
    Node* moved = node(bound(e.node_index));
    if (!moved) return;
    Connector made{.start = time, .length = run_time_of(e.run_time)};
    // A node comes before a place.
    made.from = e.flags & from_node ? bound(e.from_index) : e.flags & from_input_node ? bound.call.input : -1;
    made.to = e.flags & to_node ? bound(e.to_index) : e.flags & to_input_node ? bound.call.operand : -1;
    if (made.from < 0)
        made.from_place =
            e.flags & (from_input_place | from_input_node) ? bound.call.place.value_or(Vec3d{}) : to_vec3(e.from_pos);
    if (made.to < 0)
        made.to_place =
            e.flags & (to_input_place | to_input_node) ? bound.call.other_place.value_or(Vec3d{}) : to_vec3(e.to_pos);
    made.from_t = e.from_t_start;
    made.to_t = e.to_t_start;
    made.from_rate = e.from_t_delta;
    made.to_rate = e.to_t_delta;
    if (e.flags & has_max_length) made.max_length = e.max_length;
    moved->connector = made;
    ends(time, made.length);
}

void NodeMotion::carry_out(const event::ObjectAddChild& e, const BoundNodes& bound, Ticks) {
    const std::int32_t parent = bound(e.parent_index), child = bound(e.child_index);
    Node* moved = node(child);
    if (!moved || parent < 0) return;
    for (std::int32_t above = parent; above >= 0; above = states_[static_cast<std::size_t>(above)].parent)
        if (above == child) return; // a ring
    moved->parent = parent;
    moved->is_detached = false;
}

void NodeMotion::carry_out(const event::ObjectDeleteChild& e, const BoundNodes& bound, Ticks) {
    const std::int32_t parent = bound(e.parent_index), child = bound(e.child_index);
    if (Node* moved = node(child); moved && moved->parent == parent) moved->is_detached = true;
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
