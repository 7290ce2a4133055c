// Rig: a skeleton prepared for playback. Made once, shared by every character that has it, never changed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/anim/pose.h"
#include "ossuary/base/result.h"
#include "ossuary/model/skeleton.h"

namespace ossuary::anim {

// One joint in the order in which LocalToObjectJob walks them: 128 joints at a time, among these by depth, roots first.
// Siblings do not wait for one another, so this is faster than the order of the skeleton. Offsets are in floats.
struct WalkStep {
    std::uint32_t output = 0; // of the joint's matrix
    std::uint32_t parent = 0; // of its parent's; for a root its own
    std::uint32_t local = 0;  // of its local matrix, from the start of its 128
    std::uint32_t order = 0;  // the joint's number in a walk that finishes each branch before the next
};
inline constexpr std::size_t walk_joints = 128;

struct Rig {
    // Fails if a parent does not come before its child or a rest transform is not finite.
    static Result<Rig> make(const Skeleton& skeleton);

    std::vector<std::string> names;
    std::vector<std::int32_t> parents; // parents come before children; -1 is a root
    std::vector<JointBlock> rest;      // the local rest pose
    std::vector<WalkStep> walk;        // one per joint
    std::vector<std::uint32_t> roots;  // how many of each 128 steps are roots
    // The branch of a joint is itself and everything below it: the joints whose order lies within
    // [order[joint], order[joint] + branch_size[joint]).
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> branch_size;

    std::size_t joint_count() const { return parents.size(); }
    std::size_t block_count() const { return rest.size(); }
    bool in_branch(std::size_t joint, std::size_t branch) const {
        return order[joint] - order[branch] < branch_size[branch];
    }
    // The joint of that name, exactly and then ignoring case; -1 if there is none.
    std::int32_t find(std::string_view name) const;
    // One weight per joint: `weight` for `joint` and everything below it, zero elsewhere.
    JointWeights branch(std::int32_t joint, float weight = 1) const;
};

} // namespace ossuary::anim
