// Which parameter of which joint is which column of the integer matrix.
//
// The columns (degrees of freedom, DoFs) come in runs: x, y and z of the joints with three axes, x and y of those with
// two hinges, x of the hinges, then three for each joint that moves and three for each that scales. Within a run the
// joints keep their order. A decoded row is then directly what the joint kernels work on, many joints at a time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ossuary/codec/rig.h"

namespace ossuary::codec {

inline constexpr std::size_t segment_frames = 16;

struct Layout {
    std::vector<std::uint32_t> three_axes, two_hinges, hinges, movers, scalers; // joints
    std::size_t dofs = 0;
    std::vector<float> steps; // one per DoF
    // The DoFs of each joint: its rotation's parameters, and the first of three for translation and scale.
    struct JointDofs {
        std::array<std::uint32_t, 3> rotation{};
        std::uint32_t translation = 0, scale = 0;
    };
    std::vector<JointDofs> joints;

    explicit Layout(const PackedRig& rig);
};

// The scale of a segment, in metres: it multiplies all steps.
double scale_value(std::uint8_t level);
inline constexpr int scale_levels = 256;

} // namespace ossuary::codec
