// RootMotion: the path of a clip's root joint, taken out of the pose so that it can move the object instead.
#pragma once

#include <cstdint>
#include <vector>

#include "ossuary/anim/prepared_clip.h"
#include "ossuary/anim/ticks.h"
#include "ossuary/base/result.h"
#include "ossuary/model/clip.h"

namespace ossuary::anim {

// Where an object is and which way it faces: rotation first, then translation. In double: it accumulates.
struct Placement {
    Vec3d position;
    Quatd rotation;
    friend Placement operator*(const Placement& a, const Placement& b) {
        return {a.position + rotate(a.rotation, b.position), normalize(a.rotation * b.rotation)};
    }
    bool operator==(const Placement&) const = default;
};
Placement inverse(const Placement& p);

enum class RootRotation : std::uint8_t { none, yaw, full };
enum class RootReference : std::uint8_t { first_frame, rest_pose, origin };

struct RootMotionSettings {
    std::int32_t joint = -1; // -1: the clip's hint, else the first root
    bool x = true, y = false, z = true;
    RootRotation rotation = RootRotation::yaw;
    RootReference reference = RootReference::first_frame;
    bool close_loop = false; // spread what a pass leaves over the clip, so that it ends where it began
};

// The path over one pass, and beyond it: pass k continues where pass k - 1 ended.
class RootMotion {
public:
    RootMotion() = default; // stands still

    // Where the root is at an unrolled time (which may be negative), relative to time 0.
    Placement at(Ticks time) const;
    // From one time to another: inverse(at(from)) * at(to). Exact across any number of passes.
    Placement delta(Ticks from, Ticks to) const;
    // What one pass does.
    const Placement& loop() const { return loop_; }
    bool moves() const { return !keys_.empty(); }

private:
    friend struct RootMotionBuilder;
    std::vector<Placement> keys_; // at i / rate of the pass
    double rate_ = 0;
    Ticks period_{};
    bool repeats_ = false;
    Placement loop_;
};

struct ExtractedRoot {
    RootMotion motion;
    Clip in_place; // the clip without it: motion × in_place is the clip
};
Result<ExtractedRoot> extract_root_motion(const Clip& clip, const Skeleton& skeleton, LoopPolicy loop,
                                          const RootMotionSettings& settings = {});

} // namespace ossuary::anim
