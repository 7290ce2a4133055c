// TwoBoneIkJob: bends an arm or a leg so that its end reaches a place. AimJob: turns a joint so that it looks at one.
//
// Both change local rotations of a pose and leave its object-space matrices as they were: run LocalToObjectJob from the
// joint down afterwards. They work in double, one joint at a time.
#pragma once

#include <cstdint>
#include <span>

#include "ossuary/anim/object_space.h"
#include "ossuary/anim/rig.h"
#include "ossuary/base/result.h"

namespace ossuary::anim {

// The three joints need not be neighbours: what lies between them moves along. Scales of their ancestors should be
// uniform.
struct TwoBoneIkJob {
    const Rig* rig = nullptr;
    std::span<const ObjectMatrix> matrices; // of `pose`
    PoseSpan pose;                          // `start` and `middle` are turned
    std::int32_t start = -1;                // shoulder, hip
    std::int32_t middle = -1;               // elbow, knee; below start
    std::int32_t end = -1;                  // wrist, ankle; below middle
    Vec3 target;                            // in object space
    Vec3 pole;                              // the way the middle points, in object space; zero: as in the pose
    Vec3 hinge;              // the middle's axis of bending, in its own space, for a limb that is straight; zero: any
    float twist = 0;         // radians about the line from start to target, beyond the pole
    float soften = 1;        // from this part of its length on, the limb stretches ever more slowly; 0 < … ≤ 1
    float weight = 1;        // 0 … 1
    bool* reached = nullptr; // whether the end is at the target, to a thousandth of the limb's length; may be null

    Result<void> check() const;
    Result<void> run() const;
};

// Turns `joint` until the line from `offset` along `forward` meets the target; then, about the line to the target,
// until `up` lies on the pole's side.
struct AimJob {
    const Rig* rig = nullptr;
    std::span<const ObjectMatrix> matrices; // of `pose`
    PoseSpan pose;
    std::int32_t joint = -1;
    Vec3 target;             // in object space
    Vec3 forward{0, 0, 1};   // in the joint's space, unit length
    Vec3 offset;             // in the joint's space: where its eye is
    Vec3 up{0, 1, 0};        // in the joint's space, unit length
    Vec3 pole;               // in object space; zero: the shortest turn
    float twist = 0;         // radians about the line to the target
    float weight = 1;        // 0 … 1
    bool* reached = nullptr; // false if the target is within the offset's reach, where no turn meets it; may be null

    Result<void> check() const;
    Result<void> run() const;
};

} // namespace ossuary::anim
