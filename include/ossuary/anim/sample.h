// SampleJob: the local pose of a clip at a time.
#pragma once

#include "ossuary/anim/kernels.h"
#include "ossuary/anim/prepared_clip.h"

namespace ossuary::anim {

// Translations and scales go linearly. Rotations go along the shorter arc (the second key is negated where its dot
// product with the first is negative), spherically, within 3e-7 of the exact result, and have unit length within 2e-7.
// There is no threshold below which they go linearly: the weights are computed from the square of the angle, which
// small angles do not disturb. At a key the pose is that key. A clip without keys gives the rest pose.
struct SampleJob {
    const PreparedClip* clip = nullptr;
    double time = 0; // seconds; any finite value
    LoopPolicy loop = LoopPolicy::clamp;
    PoseSpan output; // one pose of the clip's rig
    Kernels kernels;
    // Of a packed clip, made by its decoder: where it was read last. Null: joint by joint, the same pose, slower.
    codec::Cursor* cursor = nullptr;

    // What is wrong with the inputs, if anything is.
    Result<void> check() const;
    // Does nothing if check() fails, and fails as it does. Never allocates otherwise.
    Result<void> run() const;
};

} // namespace ossuary::anim
