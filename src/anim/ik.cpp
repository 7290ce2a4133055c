#include "ossuary/anim/ik.h"

#include <algorithm>
#include <cmath>

#include "anim/finite.h"
#include "anim/job_checks.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::anim {

namespace {

Vec3d position_of(const ObjectMatrix& m) { return to_double(Vec3{m.m[3], m.m[7], m.m[11]}); }

// The rotation of a matrix, whatever its scale.
Quatd rotation_of(const ObjectMatrix& matrix) {
    const Affined m = to_double(to_affine(matrix));
    const Vec3d x = normalize(m.x), z = normalize(cross(x, m.y));
    return to_quat(Affined{x, cross(z, x), z, {}});
}

// Part of a rotation.
Quatd part_of(const Quatd& q, double weight) { return slerp(Quatd{}, q, weight); }

// Turns a joint by a rotation that is meant in object space.
void turn(const Rig& rig, std::span<const ObjectMatrix> matrices, PoseSpan pose, std::int32_t joint, const Quatd& by) {
    const auto j = static_cast<std::size_t>(joint);
    // The joint's own matrix is its parent's times its local rotation, with or without an object above the roots.
    Transform local = get_joint(pose, j);
    const Quatd own = to_double(local.rotation);
    const Quatd parent = rig.parents[j] >= 0 ? rotation_of(matrices[static_cast<std::size_t>(rig.parents[j])])
                                             : rotation_of(matrices[j]) * conjugate(normalize(own));
    local.rotation = to_float(normalize(conjugate(parent) * by * parent * own));
    set_joint(pose, j, local);
}

// About `axis` (unit), from one direction to another, both seen along the axis; 0 if one of them lies along it.
double angle_about(const Vec3d& axis, const Vec3d& from, const Vec3d& to) {
    const Vec3d a = from - axis * dot(from, axis), b = to - axis * dot(to, axis);
    if (length(a) < 1e-9 || length(b) < 1e-9) return 0;
    return std::atan2(dot(axis, cross(a, b)), dot(a, b));
}

// A unit vector across another.
Vec3d across(const Vec3d& v) {
    const Vec3d other = std::fabs(v.x) < 0.6 * length(v) ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    return normalize(cross(v, other));
}

// How far a limb of this length reaches for a target at this distance.
double softened(double distance, double length, double soften) {
    const double from = soften * length, rest = length - from;
    if (distance <= from) return distance;
    if (rest <= 0) return std::min(distance, length);
    return from + rest * (1 - std::exp(-(distance - from) / rest));
}

bool is_joint(std::int32_t joint, const Rig& rig) {
    return joint >= 0 && static_cast<std::size_t>(joint) < rig.joint_count();
}

Finding check_character(const Rig* rig, std::span<const ObjectMatrix> matrices, PoseView pose) {
    if (!rig) return wrong("rig", "is missing");
    if (matrices.size() != rig->joint_count())
        return wrong_count("matrices", matrices.size(), rig->joint_count(), "matrices");
    if (pose.size() != rig->block_count()) return wrong_count("pose", pose.size(), rig->block_count(), "blocks");
    return {};
}

bool is_part(float weight) { return weight >= 0 && weight <= 1; }

Finding find_fault(const TwoBoneIkJob& job) {
    if (const Finding finding = check_character(job.rig, job.matrices, job.pose)) return finding;
    if (!is_joint(job.start, *job.rig)) return wrong("start", "is no joint of the rig");
    const auto below = [&job](std::int32_t joint, std::int32_t top) {
        return is_joint(joint, *job.rig) && joint != top &&
               job.rig->in_branch(static_cast<std::size_t>(joint), static_cast<std::size_t>(top));
    };
    if (!below(job.middle, job.start)) return wrong("middle", "is not below start");
    if (!below(job.end, job.middle)) return wrong("end", "is not below middle");
    if (!is_finite(job.target)) return wrong("target", "is not finite");
    if (!is_finite(job.pole)) return wrong("pole", "is not finite");
    if (!is_finite(job.hinge)) return wrong("hinge", "is not finite");
    if (!std::isfinite(job.twist)) return wrong("twist", "is not finite");
    if (!(job.soften > 0 && job.soften <= 1)) return wrong("soften", "is not above 0 and at most 1");
    if (!is_part(job.weight)) return wrong("weight", "is not between 0 and 1");
    return {};
}

} // namespace

Result<void> TwoBoneIkJob::check() const { return to_result(find_fault(*this)); }

Result<void> TwoBoneIkJob::run() const {
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    const auto matrix = [this](std::int32_t joint) -> const ObjectMatrix& {
        return matrices[static_cast<std::size_t>(joint)];
    };
    const Vec3d from = position_of(matrix(start)), mid = position_of(matrix(middle)), tip = position_of(matrix(end));
    const Vec3d goal = to_double(target), to_goal = goal - from, first = mid - from, second = tip - mid;
    const double a = length(first), b = length(second), distance = length(to_goal);
    if (reached) *reached = false;
    if (!(a > 0 && b > 0 && distance > 0)) return {}; // nothing to bend, or no direction to take

    // The middle: about the axis in which the limb is bent, until start and end are as far apart as they should be.
    const double reach = std::clamp(softened(distance, a + b, static_cast<double>(soften)), std::fabs(a - b), a + b);
    const double wanted = std::acos(std::clamp((reach * reach - a * a - b * b) / (2 * a * b), -1.0, 1.0));
    const Vec3d bend = cross(first, second);
    Vec3d axis = normalize(bend);
    if (length(bend) < 1e-6 * a * b) {
        axis = rotate(rotation_of(matrix(middle)), to_double(hinge));
        if (length(axis) == 0) axis = cross(first, to_double(pole));
        axis = axis - first * (dot(axis, first) / (a * a));
        axis = length(axis) > 1e-9 ? normalize(axis) : across(first);
    }
    const double bent = std::atan2(dot(axis, bend), dot(first, second));
    const Quatd middle_turn = axis_angle(axis, wanted - bent);

    // The start: until the end lies on the line to the target, then about that line until the middle is at the pole.
    const Vec3d new_tip = mid + rotate(middle_turn, second);
    const Vec3d line = to_goal / distance;
    Quatd start_turn = rotation_between(normalize(new_tip - from), line);
    double roll = static_cast<double>(twist);
    if (pole != Vec3{}) roll += angle_about(line, rotate(start_turn, first), to_double(pole));
    start_turn = axis_angle(line, roll) * start_turn;

    const double part = static_cast<double>(weight);
    turn(*rig, matrices, pose, middle, part_of(middle_turn, part));
    turn(*rig, matrices, pose, start, part_of(start_turn, part));
    if (reached) *reached = weight == 1 && std::fabs(distance - reach) <= 1e-3 * (a + b);
    return {};
}

namespace {

Finding find_fault(const AimJob& job) {
    if (const Finding finding = check_character(job.rig, job.matrices, job.pose)) return finding;
    if (!is_joint(job.joint, *job.rig)) return wrong("joint", "is no joint of the rig");
    if (!is_finite(job.target)) return wrong("target", "is not finite");
    const auto is_unit = [](const Vec3& v) { return std::fabs(length(v) - 1) < 1e-3f; };
    if (!is_unit(job.forward)) return wrong("forward", "does not have unit length");
    if (!is_unit(job.up)) return wrong("up", "does not have unit length");
    if (!is_finite(job.offset)) return wrong("offset", "is not finite");
    if (!is_finite(job.pole)) return wrong("pole", "is not finite");
    if (!std::isfinite(job.twist)) return wrong("twist", "is not finite");
    if (!is_part(job.weight)) return wrong("weight", "is not between 0 and 1");
    return {};
}

} // namespace

Result<void> AimJob::check() const { return to_result(find_fault(*this)); }

Result<void> AimJob::run() const {
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    const ObjectMatrix& matrix = matrices[static_cast<std::size_t>(joint)];
    const Quatd rotation = rotation_of(matrix);
    const Vec3d position = position_of(matrix), to_target = to_double(target) - position;
    const double distance = length(to_target);
    if (reached) *reached = false;
    if (!(distance > 0)) return {};

    // Offsets are as long as the joint is large. Where the line through it meets the sphere on which the target lies is
    // what has to be turned to the target.
    const double size = length(to_double(to_affine(matrix)).x);
    const Vec3d eye = to_double(offset) * size, ahead = normalize(to_double(forward));
    const double along = dot(eye, ahead), squared = distance * distance - dot(eye, eye) + along * along;
    if (squared < 0) return {}; // the line passes the joint further away than the target is
    const Vec3d meets = eye + ahead * (std::sqrt(squared) - along);
    const Vec3d line = to_target / distance;
    Quatd by = rotation_between(normalize(rotate(rotation, meets)), line);
    double roll = static_cast<double>(twist);
    if (pole != Vec3{}) roll += angle_about(line, rotate(by * rotation, to_double(up)), to_double(pole));
    by = axis_angle(line, roll) * by;
    turn(*rig, matrices, pose, joint, part_of(by, static_cast<double>(weight)));
    if (reached) *reached = weight == 1;
    return {};
}

} // namespace ossuary::anim
