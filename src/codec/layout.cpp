#include "codec/layout.h"

#include <cmath>

namespace ossuary::codec {

Layout::Layout(const PackedRig& rig) {
    joints.resize(rig.size());
    for (std::uint32_t j = 0; j < rig.size(); ++j) {
        const RigJoint& joint = rig.joints[j];
        if (joint.kind == JointKind::three_axes) three_axes.push_back(j);
        if (joint.kind == JointKind::two_hinges) two_hinges.push_back(j);
        if (joint.kind == JointKind::hinge) hinges.push_back(j);
        if (joint.moves) movers.push_back(j);
        if (joint.scales) scalers.push_back(j);
    }
    const auto add = [&](std::uint8_t step) {
        steps.push_back(static_cast<float>(step_value(step)));
        return static_cast<std::uint32_t>(dofs++);
    };
    for (const auto* run : {&three_axes, &two_hinges, &hinges})
        for (std::size_t p = 0; !run->empty() && p < parameters_of(rig.joints[run->front()].kind); ++p)
            for (const std::uint32_t j : *run) joints[j].rotation[p] = add(rig.joints[j].steps[p]);
    for (const std::uint32_t j : movers) {
        joints[j].translation = static_cast<std::uint32_t>(dofs);
        for (int k = 0; k < 3; ++k) add(rig.joints[j].move_step);
    }
    for (const std::uint32_t j : scalers) {
        joints[j].scale = static_cast<std::uint32_t>(dofs);
        for (int k = 0; k < 3; ++k) add(rig.joints[j].scale_step);
    }
}

double scale_value(std::uint8_t level) {
    // Every second of the steps: eighths of an octave, 1 at level 224.
    const int code = (level % 8) * 2;
    return std::ldexp(step_value(static_cast<std::uint8_t>(128 + code)), level / 8 - 28);
}

} // namespace ossuary::codec
