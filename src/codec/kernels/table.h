// What the decoding kernels work on: plain arrays, eight lanes to a group, and the table of the kernels themselves.
//
// Every run of DoFs (layout.h) fills whole groups; lanes past its end hold nothing (mask 0, step 0). The rotations of
// eight joints of one kind are then one load for each parameter, wherever the bits came from.
//
// This header is seen by files compiled for one instruction set, so it has types only, no functions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ossuary/base/cpu.h"
#include "ossuary/model/pose_block.h"

namespace ossuary::codec {

inline constexpr std::size_t group_lanes = 8;

template <class T> struct alignas(4 * group_lanes) Group { T lane[group_lanes]; };

struct DofGroup {
    std::uint32_t first = 0, count = 0; // DoFs
};

// The constants of the rotations of eight joints of one kind (rig.h): left · m · right by columns of x y z w.
struct RotationGroup {
    Group<float> by_x[4], by_w[4], by_y[4], by_z[4], cosine, sine;
};

// Eight joints of the output from one group of rotations: out[i] = in[from[i]] where take[i] is set.
struct Route {
    Group<std::int32_t> from, take;
    std::uint32_t rotations = 0; // which group
};

// Eight fields that lie at the same place in every segment. Each half of them lies within 16 bytes.
struct FieldGroup {
    Group<std::int32_t> address, mask, from; // the bit of the segment, the field's mask, what is added to it
    Group<std::int32_t> shuffle, shift;      // the same address as four byte indices from `byte` on, and a shift
    std::uint32_t byte[2] = {};
};

// A clip, as far as the kernels need it.
struct KernelClip {
    const DofGroup* dofs = nullptr;
    const Group<float>* steps = nullptr;
    const FieldGroup* fields[4] = {}; // a0 … a3
    std::size_t groups = 0;
    const RotationGroup* rotations = nullptr;               // three axes first, then two hinges, then hinges
    std::size_t three_axes = 0, two_hinges = 0, hinges = 0; // groups of each
    const Route* routes = nullptr;
    const std::uint32_t* first_route = nullptr; // of each eight joints, and the end
    const JointBlock* constants = nullptr;      // the pose where nothing moves
    std::size_t joints = 0;
    std::uint32_t row_begin = 0;                    // bits from a segment's begin to its first row
    const float* scales = nullptr;                  // of the 256 levels
    const std::int32_t (*basis_pairs)[2] = nullptr; // of each frame: φ1 below φ2, φ3 below 2048
};

// One group of an open segment.
struct OpenGroup {
    Group<std::int32_t> offset, mask; // where a lane's field lies in a row
    Group<std::int32_t> base;         // a0
    Group<std::int32_t> first_two;    // a1 below a2, 16 bits each
    Group<std::int32_t> third;        // a3 below 1
    Group<float> step;
};

struct OpenSegment {
    const std::byte* bytes = nullptr;
    std::uint32_t row_bits = 0;
    OpenGroup* groups = nullptr;
};

struct KernelTable {
    // Reads widths and bases of the segment at `segment.bytes`.
    void (*open)(const KernelClip&, OpenSegment& segment);
    // The values of all DoFs in a frame of the segment.
    void (*values)(const KernelClip&, const OpenSegment&, std::size_t frame, Group<float>* values);
    // Values to rotations, before the constants: x y z w for each group of rotations.
    void (*movements)(const KernelClip&, const Group<float>* values, Group<float>* rotations);
    // Between two keys' rotations, with the constants.
    void (*turn)(const KernelClip&, const Group<float>* a, const Group<float>* b, float t, Group<float>* turned);
    // The pose where nothing moves, with the rotations spread over its joints.
    void (*route)(const KernelClip&, const Group<float>* turned, JointBlock* pose);
};

const KernelTable& kernels_for(Isa isa);

} // namespace ossuary::codec
