// MirrorJob: a pose with left and right exchanged.
//
// What is mirrored is how each joint has turned and moved from the rest pose, in object space. So left and right bones
// may rest in any directions of their own, and a rig that is not quite symmetric keeps its proportions.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ossuary/anim/rig.h"
#include "ossuary/base/result.h"

namespace ossuary::anim {

// The name of the same joint on the other side, if it has one that is in the rig; otherwise -1. `left` and `right` are
// exchanged wherever they stand, `L` and `R` where they are a word (`BIP01 L HAND`, `hand.R`, `l_thigh`) or begin the
// name (`luparm`); letters keep their case.
std::int32_t other_side(const Rig& rig, std::size_t joint);

class MirrorMap {
public:
    // `normal`: of the plane through the origin of object space that is the mirror; it need not have unit length.
    // Fails if it is zero or not finite. A joint without a partner is its own: in the middle, like a spine, if its
    // parent is too; otherwise, like a sword in a hand, it keeps its transform relative to its parent.
    static Result<MirrorMap> make(const Rig& rig, const Vec3& normal = {1, 0, 0});

    std::size_t joint_count() const { return joints_.size(); }
    std::size_t partner(std::size_t joint) const { return joints_[joint].partner; }

private:
    friend struct MirrorJob;
    // rotation = before · reflected partner's rotation · after;
    // translation = offset + turn · reflected partner's translation.
    struct JointMap {
        std::uint32_t partner = 0;
        bool mirrored = true;
        Quat before, after;
        Affine translation;
    };
    std::vector<JointMap> joints_;
    Vec3 normal_;
};

struct MirrorJob {
    const MirrorMap* map = nullptr;
    PoseView pose;
    PoseSpan output; // not the input

    Result<void> check() const;
    Result<void> run() const;
};

} // namespace ossuary::anim
