#include "samples/pose.h"

#include <cmath>

#include "samples/formula.h"

namespace ossuary::samples {

namespace {

const Vec3d& rest_at(int bone) { return rig()[static_cast<std::size_t>(bone)].at; }
constexpr double heel_behind_ankle = 0.055;

} // namespace

Controls with(Controls controls, std::initializer_list<Setting> settings) {
    for (const Setting& s : settings) controls[s.control] = s.value;
    return controls;
}

Controls stance() {
    return with({}, {
                        {hip_x, 0.022},
                        {hip_y, -0.018},
                        {hip_roll, 3},
                        {hip_yaw, -5},
                        {hip_pitch, -2},
                        {spine_roll, -4},
                        {spine_yaw, 6},
                        {spine_pitch, 5},
                        {head_yaw, -3},
                        {head_pitch, 3},
                        {head_roll, 2},
                        {jaw_open, 1},
                        {foot_x, 0.01},
                        {foot_z, -0.045},
                        {foot_yaw, 14},
                        {on(foot_x, Side::right), -0.045},
                        {on(foot_z, Side::right), 0.075},
                        {on(foot_yaw, Side::right), -20},
                        {knee_out, 4},
                        {on(knee_out, Side::right), 6},
                        {arm_forward, 2},
                        {arm_out, 2},
                        {elbow, 20},
                        {forearm_twist, 10},
                        {wrist_bend, 6},
                        {grip, 0.3},
                        {on(arm_forward, Side::right), 4},
                        {on(arm_out, Side::right), 6},
                        {on(arm_twist, Side::right), -8},
                        {on(elbow, Side::right), 24},
                        {on(wrist_tilt, Side::right), -26},
                        {on(grip, Side::right), 1},
                    });
}

Controls guard() {
    return with(stance(), {
                              {hip_x, 0.0},
                              {hip_y, -0.085},
                              {hip_z, 0.01},
                              {hip_roll, 0},
                              {hip_yaw, 28},
                              {hip_pitch, 4},
                              {spine_roll, 2},
                              {spine_yaw, 8},
                              {spine_pitch, 12},
                              {head_yaw, -34},
                              {head_pitch, -8},
                              {head_roll, 0},
                              {foot_x, 0.03},
                              {foot_z, -0.22},
                              {foot_yaw, 48},
                              {on(foot_x, Side::right), -0.01},
                              {on(foot_z, Side::right), 0.20},
                              {on(foot_yaw, Side::right), 0},
                              {knee_out, 14},
                              {on(knee_out, Side::right), 8},
                              {arm_forward, 18},
                              {arm_out, 22},
                              {arm_twist, 25},
                              {elbow, 68},
                              {forearm_twist, 20},
                              {grip, 0.55},
                              {on(arm_forward, Side::right), 38},
                              {on(arm_out, Side::right), 8},
                              {on(arm_twist, Side::right), 4},
                              {on(elbow, Side::right), 62},
                              {on(wrist_tilt, Side::right), -28},
                          });
}

void turn_feet(Controls& controls, Side side, double degrees) {
    const Vec3d ball = rest_at(on_side(bone_toe, side));
    const Vec3d now{ball.x + controls[on(foot_x, side)], 0, ball.z + controls[on(foot_z, side)]};
    const Vec3d then = rotate(turn_y(degrees), now);
    controls[on(foot_x, side)] = then.x - ball.x;
    controls[on(foot_z, side)] = then.z - ball.z;
    controls[on(foot_yaw, side)] += degrees;
}

void roll_foot(Controls& controls, Side side, double z, double lift, double pitch) {
    double y = lift, forward = z;
    if (pitch < 0) { // on the heel
        const Vec3d ball = rest_at(bone_toe);
        const Vec3d heel{ball.x, 0, rest_at(bone_foot).z - heel_behind_ankle};
        const Vec3d turned = rotate(turn_x(pitch), ball - heel) - (ball - heel);
        y += turned.y;
        forward += turned.z;
    }
    controls[on(foot_y, side)] = y;
    controls[on(foot_z, side)] = forward;
    controls[on(foot_pitch, side)] = pitch;
}

namespace {

// The turn that takes one frame of bone direction and hinge to another.
Quatd turn_frames(const Vec3d& from_along, const Vec3d& from_hinge, const Vec3d& to_along, const Vec3d& to_hinge) {
    const auto frame = [](const Vec3d& along, const Vec3d& hinge) {
        const Vec3d h = normalize(hinge - along * dot(hinge, along));
        return turn_to_axes(along, h, cross(along, h));
    };
    return normalize(frame(to_along, to_hinge) * conjugate(frame(from_along, from_hinge)));
}

struct Foot {
    Quatd turn;
    Vec3d ankle;
};

Foot foot_of(const Controls& c, Side side) {
    const Vec3d ball = rest_at(on_side(bone_toe, side)), ankle = rest_at(on_side(bone_foot, side));
    Foot foot;
    foot.turn = normalize(turn_y(c[on(foot_yaw, side)]) * turn_x(c[on(foot_pitch, side)]));
    foot.ankle =
        ball + Vec3d{c[on(foot_x, side)], c[on(foot_y, side)], c[on(foot_z, side)]} + rotate(foot.turn, ankle - ball);
    return foot;
}

double leg_reach(Side side) {
    const double thigh = length(rest_at(on_side(bone_calf, side)) - rest_at(on_side(bone_thigh, side)));
    const double calf = length(rest_at(on_side(bone_foot, side)) - rest_at(on_side(bone_calf, side)));
    return (thigh + calf) * 0.998;
}

// A knee that would go under the ground goes aside instead: the leg turns about the line from hip to ankle.
Vec3d above_ground(const Vec3d& front, const Vec3d& along, const Vec3d& middle, double bend, const Vec3d& outward) {
    constexpr double clearance = 0.05;
    const Vec3d up = normalize(Vec3d{0, 1, 0} - along * along.y), across = cross(along, up);
    if (bend < 1e-6 || up.y < 1e-6) return front;
    const double lowest = (clearance - middle.y) / (bend * up.y), now = dot(front, up);
    const double rise = std::min(smooth_max(now, std::min(lowest, 0.95), 0.1), 1.0);
    if (rise <= now || lowest < -1.2) return front;
    const double aside = std::sqrt(1 - rise * rise) * (dot(across, outward) < 0 ? -1 : 1);
    return up * rise + across * aside;
}

// Thigh and calf so that the ankle comes to where the foot has it; the knee bends towards the front.
void solve_leg(BodyPose& pose, const Controls& c, Side side, const Quatd& pelvis) {
    const int thigh = on_side(bone_thigh, side), calf = on_side(bone_calf, side), ankle = on_side(bone_foot, side);
    const Foot foot = foot_of(c, side);
    const Vec3d hip = pose.root + rotate(pelvis, rest_at(thigh) - rest_at(bone_root));
    const double a = length(rest_at(calf) - rest_at(thigh)), b = length(rest_at(ankle) - rest_at(calf));
    const Vec3d way = foot.ankle - hip;
    const double d = std::clamp(length(way), 0.15, leg_reach(side));
    const Vec3d along = normalize(way);

    const double outward = (side == Side::left ? 1 : -1) * c[on(knee_out, side)] / 360;
    Vec3d front = rotate(pelvis, Vec3d{sine(outward), 0, cosine(outward)}) * 0.6;
    front += rotate(foot.turn, Vec3d{0, 0, 1}) * 0.5;
    front = normalize(front - along * dot(front, along));

    const double cosine_a = std::clamp((a * a + d * d - b * b) / (2 * a * d), -1.0, 1.0);
    const Vec3d middle = hip + along * (a * cosine_a);
    const double bend = a * std::sqrt(1 - cosine_a * cosine_a);
    front = above_ground(front, along, middle, bend, rotate(pelvis, Vec3d{side == Side::left ? 1.0 : -1.0, 0, 0}));
    const Vec3d knee = middle + front * bend;
    const Vec3d hinge = cross(front, along); // to the left, as x is
    const Vec3d x{1, 0, 0};
    const auto rest_along = [](int from, int to) { return normalize(rest_at(to) - rest_at(from)); };
    const Quatd thigh_turn = turn_frames(rest_along(thigh, calf), x, normalize(knee - hip), hinge);
    const Quatd calf_turn = turn_frames(rest_along(calf, ankle), x, normalize(hip + along * d - knee), hinge);
    const auto set = [&](int bone, const Quatd& parent, const Quatd& turn) {
        pose.turn[static_cast<std::size_t>(bone)] = normalize(conjugate(parent) * turn);
    };
    set(thigh, pelvis, thigh_turn);
    set(calf, thigh_turn, calf_turn);
    set(ankle, calf_turn, foot.turn);
    pose.turn[static_cast<std::size_t>(on_side(bone_toe, side))] = turn_x(-c[on(toe_up, side)]);
}

void solve_arm(BodyPose& pose, const Controls& c, Side side) {
    const double m = side == Side::left ? 1 : -1;
    const auto value = [&](Control control) { return c[on(control, side)]; };
    const auto at = [&](int bone) -> Quatd& { return pose.turn[static_cast<std::size_t>(on_side(bone, side))]; };
    const auto axis = [&](int bone) {
        const RigJoint& joint = rig()[static_cast<std::size_t>(on_side(bone, side))];
        return normalize(joint.tail - joint.at);
    };
    at(bone_clavicle) = normalize(turn_y(-m * value(shoulder_forward)) * turn_z(m * value(shoulder_up)));
    at(bone_upperarm) = normalize(turn_y(-m * value(arm_across)) * turn_x(-value(arm_forward)) *
                                  turn_z(m * value(arm_out)) * turn_about(axis(bone_upperarm), m * value(arm_twist)));
    const Quatd half_twist = turn_about(axis(bone_forearm), m * value(forearm_twist) / 2);
    at(bone_forearm) = normalize(turn_x(-value(elbow)) * half_twist);
    at(bone_hand) = normalize(half_twist * turn_x(-value(wrist_tilt)) * turn_z(-m * value(wrist_bend)));
    const double curl = value(grip);
    at(bone_finger1) = turn_z(-m * (8 + 78 * curl));
    at(bone_finger1_tip) = turn_z(-m * (10 + 92 * curl));
    at(bone_finger2) = turn_z(-m * (10 + 80 * curl));
    at(bone_finger2_tip) = turn_z(-m * (12 + 92 * curl));
    at(bone_thumb) = normalize(turn_z(-m * 12 * curl) * turn_x(-14 * curl));
    at(bone_thumb_tip) = turn_z(-m * (6 + 50 * curl));
}

// The kilt's panels go with whichever thigh is further out; half a turn's sine is the quaternion's x.
void solve_kilt(BodyPose& pose) {
    const double left = -pose.turn[bone_thigh].x, right = -pose.turn[bone_right_thigh].x;
    const auto panel = [](double s) { return Quatd{-s, 0, 0, std::sqrt(1 - s * s)}; };
    pose.turn[bone_kilt_front] = panel(0.92 * std::max(0.0, smooth_max(0, smooth_max(left, right, 0.1), 0.1)));
    pose.turn[bone_kilt_back] = panel(0.85 * std::min(0.0, smooth_min(0, smooth_min(left, right, 0.1), 0.1)));
}

// Lifts the wrist where the point of the sword would be under the ground.
void keep_blade_up(BodyPose& pose) {
    constexpr double reach = 0.87, clearance = 0.03;
    const Placed placed = place(pose);
    const RigJoint& slot = rig()[bone_zs_righthand];
    const Vec3d blade = rotate(placed.turn[bone_zs_righthand], normalize(slot.tail - slot.at));
    const double lowest = (clearance - placed.at[bone_zs_righthand].y) / reach;
    const double rise = smooth_max(blade.y, std::min(lowest, 0.9), 0.08);
    if (rise <= blade.y || blade.y <= -0.999) return;
    const Vec3d level = normalize(Vec3d{blade.x, 0, blade.z});
    const Quatd lift = turn_between(blade, level * std::sqrt(1 - rise * rise) + Vec3d{0, rise, 0});
    const auto hand = static_cast<std::size_t>(on_side(bone_hand, Side::right));
    const auto forearm = static_cast<std::size_t>(rig()[hand].parent);
    pose.turn[hand] = normalize(conjugate(placed.turn[forearm]) * lift * placed.turn[hand]);
}

} // namespace

BodyPose solve(const Controls& c) {
    BodyPose pose;
    pose.turn[bone_root] = turn_y(c[heading]);
    pose.turn[bone_pelvis] = normalize(turn_y(c[hip_yaw]) * turn_x(c[hip_pitch]) * turn_z(c[hip_roll]));
    const Quatd pelvis = normalize(pose.turn[bone_root] * pose.turn[bone_pelvis]);

    // The hips come down where a leg would not reach its foot.
    pose.root = rest_at(bone_root) + Vec3d{c[hip_x], c[hip_y], c[hip_z]};
    double height = pose.root.y;
    for (const Side side : both_sides) {
        const Vec3d hip = pose.root + rotate(pelvis, rest_at(on_side(bone_thigh, side)) - rest_at(bone_root));
        const Vec3d way = foot_of(c, side).ankle - hip;
        const double reach = leg_reach(side), level = way.x * way.x + way.z * way.z;
        const double room = std::sqrt(std::max(reach * reach - level, 0.01));
        height = smooth_min(height, pose.root.y + way.y + room, 0.016);
    }
    pose.root.y = height;

    const Quatd back = turn_y(c[spine_yaw] / 3) * turn_x(c[spine_pitch] / 3) * turn_z(c[spine_roll] / 3);
    for (const int bone : {bone_spine, bone_spine1, bone_spine2})
        pose.turn[static_cast<std::size_t>(bone)] = normalize(back);
    const auto nod = [&](double share) {
        return normalize(turn_y(c[head_yaw] * share) * turn_x(c[head_pitch] * share) * turn_z(c[head_roll] * share));
    };
    pose.turn[bone_neck] = nod(0.4);
    pose.turn[bone_head] = nod(0.6);
    pose.turn[bone_jaw] = turn_x(c[jaw_open]);
    for (const Side side : both_sides) {
        solve_arm(pose, c, side);
        solve_leg(pose, c, side, pelvis);
    }
    solve_kilt(pose);
    keep_blade_up(pose);
    return pose;
}

Vec3d Placed::point(int bone, const Vec3d& rest) const {
    const auto i = static_cast<std::size_t>(bone);
    return at[i] + rotate(turn[i], rest - rest_at(bone));
}

Placed place(const BodyPose& pose) {
    Placed placed;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const int parent = rig()[i].parent;
        if (parent < 0) {
            placed.turn[i] = pose.turn[i];
            placed.at[i] = pose.root;
        } else {
            const auto p = static_cast<std::size_t>(parent);
            placed.turn[i] = normalize(placed.turn[p] * pose.turn[i]);
            placed.at[i] = placed.point(parent, rig()[i].at);
        }
    }
    return placed;
}

} // namespace ossuary::samples
