// What jobs over poses ask of their inputs.
#pragma once

#include <string>
#include <string_view>

#include "ossuary/anim/pose.h"

namespace ossuary::anim {

inline std::string wrong_blocks(PoseView pose, PoseView output) {
    return "has " + std::to_string(pose.size()) + " blocks instead of " + std::to_string(output.size());
}

inline constexpr std::string_view wrong_weights = "does not have one weight per joint of the output's blocks";
inline bool weights_fit(std::span<const float> joint_weights, PoseView output) {
    return joint_weights.empty() || joint_weights.size() == output.size() * block_joints;
}

// A job's number of joints: 0, or one that needs as many blocks as there are.
inline bool joints_fit(std::size_t joint_count, PoseView output) {
    return joint_count == 0 || block_count(joint_count) == output.size();
}
inline std::size_t joints_of(std::size_t joint_count, PoseView output) {
    return joint_count == 0 ? output.size() * block_joints : joint_count;
}

} // namespace ossuary::anim
