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

struct Rig {
    std::vector<std::string> names;
    std::vector<std::int32_t> parents; // parents come before children; -1 is a root
    std::vector<JointBlock> rest;      // the local rest pose
    // The joints sorted by depth, roots first: the order in which local-to-model walks them fastest.
    std::vector<std::uint32_t> walk;
    std::uint32_t root_count = 0;

    std::size_t joint_count() const { return parents.size(); }
    std::size_t block_count() const { return rest.size(); }
    // The joint of that name, exactly and then ignoring case; -1 if there is none.
    std::int32_t find(std::string_view name) const;
    // One weight per joint: `weight` for `joint` and everything below it, zero elsewhere.
    JointWeights branch(std::int32_t joint, float weight = 1) const;
};

// Fails if a parent does not come before its child or a rest transform is not finite.
Result<Rig> make_rig(const Skeleton& skeleton);

} // namespace ossuary::anim
