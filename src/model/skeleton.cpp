#include "ossuary/model/skeleton.h"

#include "ossuary/base/text.h"

namespace ossuary {

std::int32_t Skeleton::find(std::string_view name) const {
    for (std::size_t i = 0; i < joints.size(); ++i)
        if (joints[i].name == name) return static_cast<std::int32_t>(i);
    for (std::size_t i = 0; i < joints.size(); ++i)
        if (equal_ignoring_case(joints[i].name, name)) return static_cast<std::int32_t>(i);
    return -1;
}

std::vector<Affined> object_pose(const Skeleton& skeleton, const std::vector<Transformd>& local) {
    std::vector<Affined> pose(skeleton.joints.size());
    for (std::size_t i = 0; i < pose.size(); ++i) {
        const std::int32_t parent = skeleton.joints[i].parent;
        pose[i] = to_affine(local[i]);
        if (parent >= 0) pose[i] = pose[static_cast<std::size_t>(parent)] * pose[i];
    }
    return pose;
}

std::vector<Transformd> rest_pose(const Skeleton& skeleton) {
    std::vector<Transformd> pose;
    pose.reserve(skeleton.joints.size());
    for (const Joint& joint : skeleton.joints) pose.push_back(to_double(joint.rest));
    return pose;
}

std::vector<Affined> rest_object_pose(const Skeleton& skeleton) { return object_pose(skeleton, rest_pose(skeleton)); }

} // namespace ossuary
