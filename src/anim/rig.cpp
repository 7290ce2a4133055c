#include "ossuary/anim/rig.h"

#include <algorithm>
#include <tuple>

#include "anim/finite.h"
#include "anim/kernels/table.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"

namespace ossuary::anim {

namespace {

// Numbers the joints so that every branch is a run of numbers: a joint's first, then its children's branches in turn.
void number_branches(Rig& rig) {
    const std::size_t count = rig.joint_count();
    rig.branch_size.assign(count, 1);
    for (std::size_t j = count; j-- > 0;)
        if (rig.parents[j] >= 0) rig.branch_size[static_cast<std::size_t>(rig.parents[j])] += rig.branch_size[j];
    rig.order.resize(count);
    std::vector<std::uint32_t> next(count); // the number the next child of a joint gets
    std::uint32_t next_root = 0;
    for (std::size_t j = 0; j < count; ++j) {
        std::uint32_t& place = rig.parents[j] < 0 ? next_root : next[static_cast<std::size_t>(rig.parents[j])];
        rig.order[j] = place;
        place += rig.branch_size[j];
        next[j] = rig.order[j] + 1;
    }
}

void order_walk(Rig& rig) {
    const std::size_t count = rig.joint_count();
    std::vector<std::uint32_t> depth(count, 0), joints(count);
    for (std::size_t j = 0; j < count; ++j) {
        joints[j] = static_cast<std::uint32_t>(j);
        if (rig.parents[j] >= 0) depth[j] = depth[static_cast<std::size_t>(rig.parents[j])] + 1;
    }
    const auto place = [&](std::uint32_t j) { return std::tuple(j / walk_joints, depth[j], j); };
    ossuary::sort(joints, [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
    rig.roots.assign((count + walk_joints - 1) / walk_joints, 0);
    for (const std::uint32_t j : joints) {
        const auto parent = rig.parents[j] < 0 ? j : static_cast<std::uint32_t>(rig.parents[j]);
        rig.walk.push_back(
            {j * 16, parent * 16, static_cast<std::uint32_t>(local_offset(j % walk_joints)), rig.order[j]});
        if (rig.parents[j] < 0) ++rig.roots[j / walk_joints];
    }
}

} // namespace

std::int32_t Rig::find(std::string_view name) const {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name) return static_cast<std::int32_t>(i);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (equal_ignoring_case(names[i], name)) return static_cast<std::int32_t>(i);
    return -1;
}

JointWeights Rig::branch(std::int32_t joint, float weight) const {
    JointWeights weights(block_count() * block_joints, 0.0f);
    if (joint < 0 || static_cast<std::size_t>(joint) >= joint_count()) return weights;
    for (std::size_t j = 0; j < joint_count(); ++j)
        if (in_branch(j, static_cast<std::size_t>(joint))) weights[j] = weight;
    return weights;
}

Result<Rig> Rig::make(const Skeleton& skeleton) {
    Rig rig;
    std::vector<Transform> rest;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        const Joint& joint = skeleton.joints[j];
        const Place place{.field = "joints[" + std::to_string(j) + "]"};
        if (joint.parent < -1 || joint.parent >= static_cast<std::int64_t>(j))
            return fail(place, "the parent " + std::to_string(joint.parent) + " does not come before its child");
        if (!is_finite(joint.rest)) return fail(place, "the rest transform is not finite");
        rig.names.push_back(joint.name);
        rig.parents.push_back(joint.parent);
        rest.push_back(joint.rest);
        rest.back().rotation = to_float(normalize(to_double(joint.rest.rotation)));
    }
    rig.rest = make_pose(rest.size());
    pack_pose(rest, rig.rest);
    number_branches(rig);
    order_walk(rig);
    return rig;
}

} // namespace ossuary::anim
