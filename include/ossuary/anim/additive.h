// Additive poses: what one pose does beyond another, and that on top of a third.
//
//   made:     t = pose.t - reference.t    q = pose.q · reference.q⁻¹    s = pose.s / reference.s
//   applied:  t = base.t + w · t          q = q^w · base.q              s = base.s · (1 + w · (s - 1))
//
// The difference stands on the left: its axes are those of the joint's parent, not of the joint. q^w is the normalised
// mean of the identity and q, along the shorter arc.
#pragma once

#include <span>

#include "ossuary/anim/kernels.h"
#include "ossuary/anim/pose.h"
#include "ossuary/base/result.h"

namespace ossuary::anim {

struct MakeAdditiveJob {
    PoseView pose;
    PoseView reference; // of a joint whose scale is 0 here, the difference of scales is 1
    PoseSpan output;    // may be one of the inputs
    Kernels kernels;

    Result<void> check() const;
    Result<void> run() const;
};

// A negative weight takes away what the same weight without its sign has added.
struct AdditiveJob {
    PoseView base;
    PoseView difference;
    float weight = 1;
    std::span<const float> joint_weights; // empty, or one per joint padded to whole blocks; not negative
    PoseSpan output;                      // may be one of the inputs
    Kernels kernels;
    std::size_t joint_count = 0; // spares the lanes past the last joint; 0: works on all of them

    Result<void> check() const;
    Result<void> run() const;
};

} // namespace ossuary::anim
