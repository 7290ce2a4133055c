// PreparedClip: a clip laid out for sampling on one rig. Random access: the cost of a pose does not depend on the time,
// the direction or what was sampled before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/anim/pose.h"
#include "ossuary/anim/rig.h"
#include "ossuary/base/result.h"
#include "ossuary/model/clip.h"

namespace ossuary::anim {

// What lies before the first and after the last key.
//   clamp              the nearest key holds
//   wrap               the clip repeats after `duration`: its last key is its first
//   wrap_interpolated  it repeats after `duration` plus one frame, in which it goes from the last key to the first
enum class LoopPolicy : std::uint8_t { clamp, wrap, wrap_interpolated };

class PreparedClip {
public:
    // Fails if the clip does not have one track per joint of the rig, or a key is not finite.
    static Result<PreparedClip> make(const Clip& clip, const Rig& rig);

    std::size_t joint_count() const { return animated_count_; }
    double duration() const { return duration_; }
    // The time after which the clip repeats itself; `duration` for clamp.
    double period(LoopPolicy loop) const;
    // One weight per joint: 1 where the clip has a track of its own, 0 where the joint keeps its rest pose.
    std::span<const float> animated() const { return animated_; }

private:
    double duration_ = 0;
    double frame_time_ = 0;
    std::size_t animated_count_ = 0;
    JointWeights animated_;
};

// The policy that suits a clip's data: clamp for one that is played once; for a loop, wrap if its first and last pose
// agree within a millimetre at every joint in object space (its root's translation left aside), else
// wrap_interpolated.
LoopPolicy loop_policy(const Clip& clip, const Skeleton& skeleton);

} // namespace ossuary::anim
