// BlendJob: the weighted mean of poses. OverlayJob: one pose over another, joint by joint.
#pragma once

#include <span>

#include "ossuary/anim/kernels.h"
#include "ossuary/anim/pose.h"
#include "ossuary/base/result.h"

namespace ossuary::anim {

struct BlendLayer {
    PoseView pose;
    float weight = 1;                     // not negative
    std::span<const float> joint_weights; // empty, or one per joint padded to whole blocks; multiplies `weight`
};

// Translations and scales are weighted means. Rotations are summed with weights, each turned to the side of the sum so
// far, and normalised. Where a joint's weights add up to less than `threshold`, the rest pose takes what is missing.
struct BlendJob {
    std::span<const BlendLayer> layers;
    PoseView rest;
    float threshold = 0.1f;
    PoseSpan output; // may be one of the inputs
    Kernels kernels;
    std::size_t joint_count = 0; // spares the lanes past the last joint; 0: works on all of them

    Result<void> check() const;
    Result<void> run() const;
};

// output = base where the weight is 0, layer where it is 1, their blend in between.
struct OverlayJob {
    PoseView base;
    PoseView layer;
    float weight = 1;                     // 0 … 1
    std::span<const float> joint_weights; // empty, or one per joint padded to whole blocks
    PoseSpan output;                      // may be one of the inputs
    Kernels kernels;
    std::size_t joint_count = 0; // as above

    Result<void> check() const;
    Result<void> run() const;
};

} // namespace ossuary::anim
