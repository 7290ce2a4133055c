// Whole poses: how to make them, and how to get transforms in and out of the blocks of model/pose_block.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/model/pose_block.h"

namespace ossuary::anim {

// Some channels of one block, from `channel` on, for the first `lanes` joints of the block.
struct BlockPart {
    std::uint32_t block = 0;
    std::uint16_t channel = 0;
    std::uint16_t lanes = 0;
};

// A pose of identities that owns its blocks.
std::vector<JointBlock> make_pose(std::size_t joints);
// From and to one transform per joint. The spans must be of matching size.
void pack_pose(std::span<const Transform> joints, PoseSpan pose);
void unpack_pose(PoseView pose, std::span<Transform> joints);

// One weight per joint, padded with zeros to whole blocks: which joints a layer touches, and how much.
using JointWeights = std::vector<float>;

} // namespace ossuary::anim
