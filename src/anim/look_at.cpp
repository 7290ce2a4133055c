#include "ossuary/anim/look_at.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ossuary/base/math.h"

namespace ossuary::anim {

namespace {

constexpr double degree = std::numbers::pi / 180;

double approach(double from, double to, double by) { return from + std::clamp(to - from, -by, by); }

Quatd object_rotation(const Rig& rig, PoseView pose, std::int32_t joint) {
    Quatd rotation;
    for (std::int32_t j = joint; j >= 0; j = rig.parents[static_cast<std::size_t>(j)])
        rotation = normalize(to_double(get_joint(pose, static_cast<std::size_t>(j)).rotation) * rotation);
    return rotation;
}

} // namespace

LookAngles look_angles(const LookSettings& settings, const Vec3d& eye, const Vec3d& target) {
    const Vec3d way = target - eye;
    const double level = std::hypot(way.x, way.z);
    if (!(level > 0)) return {};
    const double yaw = std::atan2(way.x, way.z) / degree;
    if (!(std::abs(yaw) <= settings.max_yaw)) return {};
    return {yaw, std::clamp(std::atan2(way.y, level) / degree, -settings.max_pitch, settings.max_pitch)};
}

LookAngles Look::at(Ticks now, double speed) const {
    const double by = std::max(to_seconds(now - since) * speed, 0.0);
    return {approach(from.yaw, to.yaw, by), approach(from.pitch, to.pitch, by)};
}

void turn_joints(const Rig& rig, const LookSettings& settings, std::span<const std::int32_t> joints,
                 const LookAngles& angles, PoseSpan pose) {
    if (angles == LookAngles{}) return;
    for (std::size_t i = 0; i < std::min(joints.size(), settings.joints.size()); ++i) {
        if (joints[i] < 0) continue;
        const auto joint = static_cast<std::size_t>(joints[i]);
        const double share = settings.joints[i].share * degree;
        const Quatd turn =
            axis_angle(Vec3d{0, 1, 0}, angles.yaw * share) * axis_angle(Vec3d{1, 0, 0}, -angles.pitch * share);
        const Quatd parent = object_rotation(rig, pose, rig.parents[joint]);
        Transform local = get_joint(pose, joint);
        local.rotation = to_float(normalize(conjugate(parent) * turn * parent * to_double(local.rotation)));
        set_joint(pose, joint, local);
    }
}

} // namespace ossuary::anim
