// The rig and a clip laid out for the kernels, and what a cursor holds.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "codec/decoded_frame.h"
#include "codec/kernels/table.h"
#include "codec/layout.h"
#include "ossuary/codec/decode.h"

namespace ossuary::codec {

struct RigTables {
    PackedRig rig;
    Layout layout;
    std::vector<FloatJoint> joints;
    std::vector<DofGroup> groups;
    std::vector<Group<float>> steps; // one for each group
    std::vector<RotationGroup> rotations;
    std::size_t three_axes = 0, two_hinges = 0, hinges = 0; // groups of rotations
    std::size_t linear = 0;                                 // the first group of translations and scales
    std::vector<std::uint32_t> rotation_lane;               // of each joint: 8 × group + lane
    std::vector<Route> routes;
    std::vector<std::uint32_t> first_route;

    explicit RigTables(const PackedRig& rig);
};

// Where one DoF's coefficients lie in every segment, for who wants it alone.
struct DofFields {
    std::array<std::uint32_t, 4> bit{};
    std::array<std::uint8_t, 4> width{};
    std::int32_t least = 0;
    float step = 0;

    std::int32_t from(std::size_t k) const { return k == 0 ? least : -(std::int32_t{1} << width[k] >> 1); }
};

struct ClipTables {
    std::shared_ptr<const RigTables> rig;
    PackedClip clip;
    std::vector<FieldGroup> fields[4]; // a0 … a3
    std::vector<DofFields> dofs;
    std::vector<std::uint32_t> widths_before; // of each segment: bits of a row before every sixteenth DoF, and all
    std::vector<Vec3> offsets;
    std::vector<JointBlock> constants; // the pose where nothing moves
    KernelClip kernel;

    ClipTables(std::shared_ptr<const RigTables> tables, const PackedClip& clip);
    std::size_t size_in_bytes() const;
    std::size_t width_words() const { return (dofs.size() + 15) / 16 + 1; } // of a segment in widths_before
};

struct Key {
    std::int64_t frame = -1;
    std::vector<Group<float>> rotations; // x y z w of each group
    std::vector<Group<float>> linear;
};

struct CursorState {
    const ClipTables* tables; // whose it is
    std::int64_t segment = -1;
    OpenSegment open;
    std::vector<OpenGroup> groups;
    std::vector<Group<float>> values;
    Key keys[2];
    int earlier = 0; // which of the keys
    std::vector<Group<float>> turned;

    explicit CursorState(const ClipTables& tables);
    std::size_t size_in_bytes() const;
};

// A joint between two frames, with nothing but its own bits: decode_plain.cpp.
Transform plain_joint(const ClipTables& tables, const Position& at, std::size_t joint);

Position position_at(const PackedClip& clip, double time);

} // namespace ossuary::codec
