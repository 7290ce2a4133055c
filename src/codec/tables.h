// The rig and a clip laid out for the kernels, and what a cursor holds.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "codec/decoded_frame.h"
#include "codec/kernels.h"
#include "codec/layout.h"
#include "ossuary/codec/decode.h"

namespace ossuary::codec {

struct RigTables {
    Rig rig;
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

    explicit RigTables(const Rig& rig);
};

struct ClipTables {
    std::shared_ptr<const RigTables> rig;
    PackedClip clip;
    std::vector<FieldGroup> fields[4];                    // a0 … a3
    std::vector<std::array<std::uint32_t, 4>> field_bits; // where each DoF's begin
    std::vector<Vec3> offsets;
    std::vector<JointBlock> constants; // the pose where nothing moves
    KernelClip kernel;

    ClipTables(std::shared_ptr<const RigTables> tables, const PackedClip& clip);
    std::size_t size_in_bytes() const;
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
