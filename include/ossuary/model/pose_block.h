// Poses in the layout that kernels work on: the local transforms of a skeleton's joints, sixteen at a time.
//
//   block b holds the joints 16·b … 16·b + 15; lane[c][i] is channel c of joint 16·b + i, with the channels
//   tx ty tz  qx qy qz qw  sx sy sz
//
// Lanes past the last joint hold the identity, within rounding.
#pragma once

#include <cstddef>
#include <span>

#include "ossuary/base/vectors.h"

namespace ossuary {

inline constexpr std::size_t block_joints = 16;

struct alignas(64) JointBlock {
    float lane[10][block_joints];
};

constexpr std::size_t block_count(std::size_t joints) { return (joints + block_joints - 1) / block_joints; }

using PoseView = std::span<const JointBlock>;
using PoseSpan = std::span<JointBlock>;

inline Transform get_joint(PoseView pose, std::size_t joint) {
    const auto& lane = pose[joint / block_joints].lane;
    const std::size_t i = joint % block_joints;
    return {{lane[0][i], lane[1][i], lane[2][i]},
            {lane[3][i], lane[4][i], lane[5][i], lane[6][i]},
            {lane[7][i], lane[8][i], lane[9][i]}};
}
inline void set_joint(PoseSpan pose, std::size_t joint, const Transform& t) {
    auto& lane = pose[joint / block_joints].lane;
    const std::size_t i = joint % block_joints;
    const float values[10] = {t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y,
                              t.rotation.z,    t.rotation.w,    t.scale.x,       t.scale.y,    t.scale.z};
    for (std::size_t c = 0; c < 10; ++c) lane[c][i] = values[c];
}

} // namespace ossuary
