// RootMotion: the path of a clip's root joint, taken out of the pose so that it can move the object instead.
#pragma once

#include <cstdint>
#include <vector>

#include "ossuary/anim/prepared_clip.h"
#include "ossuary/base/result.h"
#include "ossuary/base/ticks.h"
#include "ossuary/model/clip.h"

namespace ossuary::anim {

// Where an object is and which way it faces: rotation first, then translation. In double: it accumulates.
struct Placement {
    Vec3d position;
    Quatd rotation;
    bool operator==(const Placement&) const = default;
};
Placement operator*(const Placement& a, const Placement& b);
Placement inverse(const Placement& p);
// The same placement `count` times in a row, in closed form; negative counts go back.
Placement power(const Placement& p, std::int64_t count);

enum class RootRotation : std::uint8_t { none, yaw, full };
// Where the root stays once its motion is taken out: where it was in the first frame, where the rest pose has it, or at
// the origin (of the axes that are taken out).
enum class RootReference : std::uint8_t { first_frame, rest_pose, origin };

struct RootMotionOptions {
    std::int32_t joint = -1; // -1: the clip's hint, else the first root
    bool x = true, y = false, z = true;
    RootRotation rotation = RootRotation::yaw;
    RootReference reference = RootReference::first_frame;
    bool close_loop = false; // spread what a pass leaves over the clip, so that it ends where it began
};

// The path over one pass, and beyond it: a path that repeats goes on in pass k where pass k - 1 ended, one that does
// not stays at its ends. Between keys positions are interpolated linearly and rotations spherically.
class RootMotion {
public:
    RootMotion() = default; // stands still
    // Keys at strictly increasing times from zero. `period`: when a pass ends; a repeating path whose last key is
    // earlier goes on to it at the pace of its last interval.
    RootMotion(std::vector<Ticks> times, std::vector<Placement> keys, Ticks period, bool repeats);

    // Where the root is at an unrolled time, which may be negative; at(0) is the first key.
    Placement at(Ticks time) const;
    // From one time to another: inverse(at(from)) * at(to), exactly as far whether in one step or in many.
    Placement delta(Ticks from, Ticks to) const;
    // What one pass does.
    const Placement& loop() const { return loop_; }
    bool moves() const { return !keys_.empty(); }
    // The same path gone backwards: at(t) is at(length - t) of this one, seen from its end. `length`: of the clip.
    RootMotion reversed(Ticks length) const;
    // The same keys as a path that repeats, in passes of that length.
    RootMotion repeating(Ticks period) const { return RootMotion(times_, keys_, period, true); }
    // A repeating path with what a pass leaves undone bit by bit along the way, so that loop() is nothing.
    RootMotion closed() const;

private:
    Placement in_pass(Ticks time) const;

    std::vector<Ticks> times_;
    std::vector<Placement> keys_;
    Ticks period_{};
    Ticks spacing_{}; // between any two keys; zero if they are not evenly spaced
    bool repeats_ = false;
    Placement loop_;
};

struct ExtractedRoot {
    RootMotion motion;
    std::int32_t joint = -1;
    double frame_time = 0; // seconds from the last key to the first one of another pass, for wrap_interpolated
    // The clip without it: motion × in_place is the clip at every key, unless the loop was closed. The channels of the
    // skeleton's roots have keys wherever they or the joint's ancestors have any.
    Clip in_place;
};
// Fails if the clip does not have one track per joint, the joint is not there, or a key is not finite.
Result<ExtractedRoot> extract_root_motion(const Clip& clip, const Skeleton& skeleton, LoopPolicy loop,
                                          const RootMotionOptions& options = {});

} // namespace ossuary::anim
