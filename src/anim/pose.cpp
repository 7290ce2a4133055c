#include "ossuary/anim/pose.h"

#include <algorithm>

namespace ossuary::anim {

std::vector<JointBlock> make_pose(std::size_t joints) {
    std::vector<JointBlock> pose(block_count(joints));
    for (JointBlock& block : pose)
        for (std::size_t c = 0; c < 10; ++c) std::fill_n(block.lane[c], block_joints, c < 6 ? 0.f : 1.f);
    return pose;
}

void pack_pose(std::span<const Transform> joints, PoseSpan pose) {
    for (std::size_t j = 0; j < pose.size() * block_joints; ++j)
        set_joint(pose, j, j < joints.size() ? joints[j] : Transform{});
}

void unpack_pose(PoseView pose, std::span<Transform> joints) {
    for (std::size_t j = 0; j < joints.size(); ++j) joints[j] = get_joint(pose, j);
}

} // namespace ossuary::anim
