#include "samples/motion.h"

#include "ossuary/model/event.h"
#include "samples/formula.h"

namespace ossuary::samples {

namespace {

// How many frames later than the hips a control follows.
double lag(std::size_t control) {
    const std::size_t arm =
        control >= right_shoulder_up && control < foot_x ? control - (right_shoulder_up - shoulder_up) : control;
    switch (arm) {
    case spine_pitch:
    case spine_yaw:
    case spine_roll: return 0.5;
    case head_pitch:
    case head_yaw:
    case head_roll: return 1;
    case shoulder_up:
    case shoulder_forward: return 0.75;
    case elbow: return 1;
    case forearm_twist: return 1.25;
    case wrist_tilt:
    case wrist_bend: return 1.5;
    case grip: return 1.5;
    case jaw_open: return 0.5;
    case arm_forward:
    case arm_out:
    case arm_across:
    case arm_twist: return 0.75;
    default: return 0; // hips and feet keep their appointment with the ground
    }
}

} // namespace

Keys& Keys::at(double frame, std::initializer_list<Setting> settings) {
    for (const Setting& s : settings) points_[s.control].push_back({frame, s.value});
    return *this;
}

Keys& Keys::pose(double frame, const Controls& controls) {
    for (std::size_t i = 0; i < control_count; ++i) points_[i].push_back({frame, controls[i]});
    return *this;
}

double Keys::value(const std::vector<Point>& points, double start, double frame) const {
    if (points.empty()) return start;
    if (frame <= points.front().frame) {
        if (points.front().frame <= 0 || frame <= 0) return points.front().frame <= 0 ? points.front().value : start;
        const double t = smooth(0, points.front().frame, frame); // from the start pose
        return mix(start, points.front().value, t);
    }
    if (frame >= points.back().frame) return points.back().value;
    std::size_t i = 0;
    while (points[i + 1].frame <= frame) ++i;
    const auto slope = [&](std::size_t k) { // between key k and k + 1
        return (points[k + 1].value - points[k].value) / (points[k + 1].frame - points[k].frame);
    };
    // The tangent at a key: none at an extreme, else the harmonic mean of both sides.
    const auto tangent = [&](std::size_t k) {
        if (k == 0 || k + 1 >= points.size()) return 0.0;
        const double a = slope(k - 1), b = slope(k);
        return a * b > 0 ? 2 * a * b / (a + b) : 0.0;
    };
    const double span = points[i + 1].frame - points[i].frame, t = (frame - points[i].frame) / span;
    const double p0 = points[i].value, p1 = points[i + 1].value, m0 = tangent(i) * span, m1 = tangent(i + 1) * span;
    const double t2 = t * t, t3 = t2 * t;
    return p0 + (p1 - p0) * (3 * t2 - 2 * t3) + m0 * (t3 - 2 * t2 + t) + m1 * (t3 - t2);
}

Controls Keys::operator()(double frame) const {
    Controls out{};
    for (std::size_t i = 0; i < control_count; ++i)
        out[i] = value(points_[i], start_[i], std::max(0.0, frame - lag(i)));
    return out;
}

std::vector<BodyPose> perform(const Motion& motion) {
    std::vector<BodyPose> poses;
    for (int frame = 0; frame <= motion.frames; ++frame) poses.push_back(solve(motion.controls(frame)));
    if (motion.loop) { // the way goes on, everything else is back where it began
        poses.back().turn = poses.front().turn;
        poses.back().root.x = poses.front().root.x;
        poses.back().root.y = poses.front().root.y;
    }
    swing(motion, poses);
    if (motion.finish) {
        for (int frame = 0; frame <= motion.frames; ++frame) {
            BodyPose& pose = poses[static_cast<std::size_t>(frame)];
            Placed placed = place(pose);
            motion.finish(frame, pose, placed);
        }
    }
    return poses;
}

namespace {

bool in_reach(int bone, Reach reach) {
    if (reach == Reach::whole) return true;
    return (bone >= bone_spine1 && bone <= bone_zs_righthand) && bone != bone_zs_head;
}

// All values, or one if nothing changes, or none if it is the rest pose.
template <class T> Channel<T> channel_of(std::vector<T> values, const T& rest) {
    Channel<T> channel;
    bool still = true;
    for (const T& v : values) still = still && v == values.front();
    if (still && values.front() == rest) return channel;
    if (still) values.resize(1);
    if (values.size() > 1) channel.rate = moves_rate;
    channel.values = std::move(values);
    return channel;
}

} // namespace

Event at_frame(int frame, EventData data) { return {frame / moves_rate, frame, std::move(data)}; }
SoundEvent sound(const char* name, double range) { return {name, range, false}; }
GroundSoundEvent footstep(Side side) { return {side == Side::left ? "STEP_BONE_L" : "STEP_BONE_R", 1200, false}; }

Clip make_clip(const Motion& motion) {
    const std::vector<BodyPose> poses = perform(motion);
    const Skeleton skeleton = make_skeleton();
    Clip clip;
    clip.name = motion.name;
    clip.duration = motion.frames / moves_rate;
    clip.frame_rate = moves_rate;
    clip.loop = motion.loop ? LoopMode::wrap : LoopMode::once;
    clip.joints.resize(bone_count);
    for (int bone = 0; bone < bone_count; ++bone) {
        if (!in_reach(bone, motion.reach)) continue;
        const auto i = static_cast<std::size_t>(bone);
        const RigJoint& joint = rig()[i];
        const Quatd parent = joint.parent < 0 ? Quatd{} : rig()[static_cast<std::size_t>(joint.parent)].frame;
        const Transform& rest = skeleton.joints[i].rest;
        std::vector<Quat> turns;
        std::vector<Vec3> places;
        for (const BodyPose& pose : poses) {
            Quat q = to_float(normalize(conjugate(parent) * pose.turn[i] * joint.frame));
            const Quat& before = turns.empty() ? rest.rotation : turns.back();
            turns.push_back(dot(before, q) < 0 ? -q : q); // the shorter way from key to key
            places.push_back(bone == bone_root ? to_float(pose.root) : rest.translation);
        }
        if (bone == bone_zs_righthand && motion.finish) {
            for (std::size_t k = 0; k < poses.size(); ++k) places[k] = rest.translation + to_float(poses[k].slot);
        }
        clip.joints[i].rotation = channel_of(std::move(turns), rest.rotation);
        clip.joints[i].translation = channel_of(std::move(places), rest.translation);
    }
    for (const Event& event : motion.events) clip.events.add(event.time, event.data, event.frame);
    clip.morphs = motion.morphs;
    clip.hints.layer = motion.layer;
    clip.hints.blend_in = motion.blend_in;
    clip.hints.blend_out = motion.blend_out;
    clip.hints.next = motion.next;
    clip.hints.root_joint = motion.reach == Reach::whole ? bone_root : -1;
    clip.extras = motion.extras;
    return clip;
}

} // namespace ossuary::samples
