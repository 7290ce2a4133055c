// What jobs ask of their inputs. run() asks each time, so the answer is small; an error puts it into words.
#pragma once

#include "ossuary/anim/pose.h"
#include "ossuary/base/result.h"

namespace ossuary::anim {

// What is wrong with an input, if it is.
struct Finding {
    const char* input = nullptr;
    const char* what = nullptr; // null: it has so many of a unit instead of so many
    const char* unit = nullptr;
    std::size_t have = 0, want = 0;
    std::ptrdiff_t layer = -1; // of BlendJob::layers, if not -1

    explicit operator bool() const { return input != nullptr; }
};

inline Finding wrong(const char* input, const char* what) { return {input, what}; }
inline Finding wrong_count(const char* input, std::size_t have, std::size_t want, const char* unit) {
    return {input, nullptr, unit, have, want};
}
inline Finding wrong_blocks(const char* input, PoseView pose, std::size_t want) {
    return wrong_count(input, pose.size(), want, "blocks");
}

// `weight: is not finite`, `layers[1].pose: has 1 blocks instead of 2`
Result<void> to_result(const Finding& finding);

inline constexpr const char* wrong_weights = "does not have one weight per joint of the output's blocks";
inline bool weights_fit(std::span<const float> joint_weights, PoseView output) {
    return joint_weights.empty() || joint_weights.size() == output.size() * block_joints;
}

// A job's number of joints: 0, or one that needs as many blocks as there are.
inline constexpr const char* wrong_joint_count = "does not belong to the output's number of blocks";
inline bool joints_fit(std::size_t joint_count, PoseView output) {
    return joint_count == 0 || block_count(joint_count) == output.size();
}
inline std::size_t joints_of(std::size_t joint_count, PoseView output) {
    return joint_count == 0 ? output.size() * block_joints : joint_count;
}

} // namespace ossuary::anim
