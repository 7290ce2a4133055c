#include "ossuary/anim/mirror.h"

#include <algorithm>
#include <cmath>

#include "anim/finite.h"
#include "anim/job_checks.h"
#include "anim/rest_space.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::anim {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// `to` in the case of `from`: LEFT → RIGHT, Left → Right, left → right.
std::string in_case_of(std::string_view from, std::string_view to) {
    const bool first = lower(from[0]) != from[0], rest = from.size() > 1 && lower(from[1]) != from[1];
    std::string text(to);
    for (std::size_t i = 0; i < text.size(); ++i)
        if (i == 0 ? first : rest) text[i] = static_cast<char>(text[i] - 'a' + 'A');
    return text;
}

// Every name that exchanging one or all marks of a side gives.
std::vector<std::string> names_of_other_side(const std::string& name) {
    std::vector<std::string> names;
    const std::string folded = [&] {
        std::string text = name;
        std::transform(text.begin(), text.end(), text.begin(), lower);
        return text;
    }();
    constexpr std::string_view sides[] = {"left", "right"};
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t at = folded.find(sides[side]); at != std::string::npos;
             at = folded.find(sides[side], at + 1)) {
            const std::size_t size = sides[side].size();
            names.push_back(name.substr(0, at) + in_case_of(name.substr(at, size), sides[1 - side]) +
                            name.substr(at + size));
        }
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (folded[i] != 'l' && folded[i] != 'r') continue;
        const bool begins = i == 0 || !is_letter(name[i - 1]), ends = i + 1 == name.size() || !is_letter(name[i + 1]);
        if (!begins || !(ends || i == 0)) continue;
        std::string other = name;
        other[i] = in_case_of(name.substr(i, 1), folded[i] == 'l' ? "r" : "l")[0];
        names.push_back(std::move(other));
    }
    return names;
}

Vec3d reflect(const Vec3d& v, const Vec3d& normal) { return v - normal * (2 * dot(v, normal)); }
// The rotation seen in the mirror: its axis is reflected and, being an axis of turning, reversed.
Quatd reflect(const Quatd& q, const Vec3d& normal) {
    const Vec3d v = -reflect(q.xyz(), normal);
    return {v.x, v.y, v.z, q.w};
}

} // namespace

std::int32_t other_side(const Rig& rig, std::size_t joint) {
    for (const std::string& name : names_of_other_side(rig.names[joint])) {
        const std::int32_t found = rig.find(name);
        if (found >= 0 && static_cast<std::size_t>(found) != joint) return found;
    }
    return -1;
}

// A joint's rotation in object space is R, in the rest pose Z. With p the partner, and S the mirror, the mirrored pose
// has R' = S·Rp·Zp⁻¹·S·Z: what p has turned from its rest, reflected, on the joint's own rest. Relative to the parents
// (which are each other's partners) only constants stand before and after p's local rotation.
Result<MirrorMap> MirrorMap::make(const Rig& rig, const Vec3& given_normal) {
    if (!is_finite(given_normal) || given_normal == Vec3{}) return fail("normal: is zero or not finite");
    const Vec3d normal = normalize(to_double(given_normal));
    const std::vector<Quatd> rest = rest_rotations(rig);

    MirrorMap map;
    map.normal_ = to_float(normal);
    const std::size_t count = rig.joint_count();
    std::vector<std::uint32_t> partners(count);
    for (std::size_t j = 0; j < count; ++j) {
        const std::int32_t other = other_side(rig, j);
        const bool mutual =
            other >= 0 && other_side(rig, static_cast<std::size_t>(other)) == static_cast<std::int32_t>(j);
        partners[j] = static_cast<std::uint32_t>(mutual ? other : static_cast<std::int32_t>(j));
    }
    const auto parent_of = [&](std::size_t j) { return rig.parents[j]; };
    const auto partner_of = [&](std::int32_t j) {
        return j < 0 ? -1 : static_cast<std::int32_t>(partners[static_cast<std::size_t>(j)]);
    };
    // The parents must be partners; parents come first, so theirs are settled.
    for (std::size_t j = 0; j < count; ++j) {
        const std::size_t p = partners[j];
        if (parent_of(p) == partner_of(parent_of(j))) continue;
        partners[j] = static_cast<std::uint32_t>(j);
        partners[p] = static_cast<std::uint32_t>(p);
    }
    for (std::size_t j = 0; j < count; ++j) {
        JointMap joint;
        const std::size_t p = partners[j];
        joint.partner = static_cast<std::uint32_t>(p);
        joint.mirrored = parent_of(p) == partner_of(parent_of(j));
        if (joint.mirrored) {
            const Quatd own_parent = parent_rotation(rig, rest, j), other_parent = parent_rotation(rig, rest, p);
            joint.before = to_float(conjugate(own_parent) * reflect(other_parent, normal));
            joint.after = to_float(reflect(conjugate(rest[p]), normal) * rest[j]);
            const auto turned = [&](const Vec3d& v) { // from one parent's rest to the other's, through the mirror
                return rotate(conjugate(own_parent), reflect(rotate(other_parent, v), normal));
            };
            joint.translation = to_float(Affined{turned({1, 0, 0}), turned({0, 1, 0}), turned({0, 0, 1}), {}});
            const Vec3d own = to_double(get_joint(rig.rest, j).translation);
            joint.translation.t = to_float(own - turned(to_double(get_joint(rig.rest, p).translation)));
        }
        map.joints_.push_back(joint);
    }
    return map;
}

namespace {

Finding find_fault(const MirrorJob& job) {
    if (!job.map) return wrong("map", "is missing");
    if (job.output.size() != block_count(job.map->joint_count()))
        return wrong_count("output", job.output.size(), block_count(job.map->joint_count()), "blocks");
    if (job.pose.size() != job.output.size()) return wrong_blocks("pose", job.pose, job.output.size());
    if (!job.pose.empty() && job.pose.data() == job.output.data()) return wrong("output", "is the input");
    return {};
}

} // namespace

Result<void> MirrorJob::check() const { return to_result(find_fault(*this)); }

Result<void> MirrorJob::run() const {
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    for (std::size_t j = 0; j < map->joint_count(); ++j) {
        const MirrorMap::JointMap& joint = map->joints_[j];
        Transform t = get_joint(pose, joint.partner);
        if (joint.mirrored) {
            const Vec3 n = map->normal_;
            const Vec3 v = n * (2 * dot(t.rotation.xyz(), n)) - t.rotation.xyz();
            t.rotation = normalize(joint.before * Quat{v.x, v.y, v.z, t.rotation.w} * joint.after);
            t.translation = joint.translation.point(t.translation);
        }
        set_joint(output, j, t);
    }
    return {};
}

} // namespace ossuary::anim
