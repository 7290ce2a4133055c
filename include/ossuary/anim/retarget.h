// RetargetJob: a pose of one rig on another, by the names of their joints.
//
// A joint of the target turns from its rest pose, in object space, as the source's joint of that name has turned from
// its own: the rigs may rest in different poses and their bones point in different directions, as long as both rest
// poses show the same posture. Joints may lie between those they share. What a joint has moved from its rest place is
// taken over in the proportion of the two skeletons. Joints without a counterpart keep their rest pose.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ossuary/anim/rig.h"
#include "ossuary/base/result.h"

namespace ossuary::anim {

struct RetargetOptions {
    // Target and source names of joints that are called differently; the others are found by name, ignoring case.
    std::vector<std::pair<std::string, std::string>> names;
    double scale = 0; // of movements; 0: by the lengths of the bones both rigs have
};

class RetargetMap {
public:
    // Fails if a name of the options is in neither rig, or the scale is not finite.
    static Result<RetargetMap> make(const Rig& source, const Rig& target, const RetargetOptions& options = {});

    std::size_t source_joints() const { return source_joints_; }
    std::size_t target_joints() const { return joints_.size(); }
    // The source's joint that moves one of the target; -1 if none does.
    std::int32_t source_of(std::size_t target_joint) const { return joints_[target_joint].source; }
    double scale() const { return scale_; }

private:
    friend struct RetargetJob;
    // rotation = before · (the source's rotation from the joint that moves the nearest ancestor to the one that moves
    // this) · after. That product is over `path`: first those that are undone, then those that are done.
    struct JointMap {
        std::int32_t source = -1;
        Quat before, after;
        std::uint32_t path = 0, undone = 0, done = 0;
        Quat turn;    // from the source's parent at rest to the target's
        Vec3 offset;  // of the source at rest
        Vec3 stretch; // the target's scale at rest by the source's
    };
    std::size_t source_joints_ = 0;
    double scale_ = 1;
    std::vector<JointMap> joints_;
    std::vector<std::uint32_t> paths_;
    std::vector<JointBlock> rest_;
};

struct RetargetJob {
    const RetargetMap* map = nullptr;
    PoseView pose;   // of the source
    PoseSpan output; // of the target; not the input

    Result<void> check() const;
    Result<void> run() const;
};

} // namespace ossuary::anim
