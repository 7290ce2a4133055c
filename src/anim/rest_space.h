// The rotations of a rig's joints in object space, at rest.
#pragma once

#include <vector>

#include "ossuary/anim/rig.h"
#include "ossuary/base/math.h"

namespace ossuary::anim {

inline std::vector<Quatd> rest_rotations(const Rig& rig) {
    std::vector<Quatd> rotations;
    for (std::size_t j = 0; j < rig.joint_count(); ++j) {
        const Quatd local = normalize(to_double(get_joint(rig.rest, j).rotation));
        const std::int32_t parent = rig.parents[j];
        rotations.push_back(parent < 0 ? local : normalize(rotations[static_cast<std::size_t>(parent)] * local));
    }
    return rotations;
}
inline Quatd parent_rotation(const Rig& rig, const std::vector<Quatd>& rotations, std::size_t joint) {
    const std::int32_t parent = rig.parents[joint];
    return parent < 0 ? Quatd{} : rotations[static_cast<std::size_t>(parent)];
}

} // namespace ossuary::anim
