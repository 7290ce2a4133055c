// Skeleton: a tree of named joints with a rest pose.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/base/vectors.h"

namespace ossuary {

struct Joint {
    std::string name;
    std::int32_t parent = -1; // always smaller than the joint's own index; -1 is a root
    Transform rest;           // relative to the parent
    Json extras;              // what the source said beyond this; null or an object
};

// Joints are whatever can move: bones, slots for items, rigid parts, cameras' mounts. Parents come before children.
struct Skeleton {
    std::vector<Joint> joints;

    // The index of the joint of that name, exactly and then ignoring case; -1 if there is none.
    std::int32_t find(std::string_view name) const;
};

// Object-space matrices of a local pose (one transform per joint), in double.
std::vector<Affined> object_pose(const Skeleton& skeleton, const std::vector<Transformd>& local);
// The rest pose, local and in object space.
std::vector<Transformd> rest_pose(const Skeleton& skeleton);
std::vector<Affined> rest_object_pose(const Skeleton& skeleton);

} // namespace ossuary
