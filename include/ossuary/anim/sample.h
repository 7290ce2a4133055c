// SampleJob: the local pose of a clip at a time.
#pragma once

#include "ossuary/anim/kernels.h"
#include "ossuary/anim/prepared_clip.h"

namespace ossuary::anim {

// Rotations go along the shorter arc, spherically; where neighbouring keys are nearly equal (cosine above 0.9995)
// linearly, and are normalised. A clip without keys gives the rest pose.
struct SampleJob {
    const PreparedClip* clip = nullptr;
    double time = 0; // seconds; any finite value
    LoopPolicy loop = LoopPolicy::clamp;
    PoseSpan output;                  // one pose of the clip's rig
    const Kernels* kernels = nullptr; // null: the fastest for this machine

    // What is wrong with the inputs, if anything is.
    Result<void> validate() const;
    // Does nothing and returns false if validate() fails.
    bool run() const;
};

} // namespace ossuary::anim
