// The one lossy step of the codec: poses become a matrix of integers, a row for each frame and a column for each degree
// of freedom, and a scale for each segment of frames. Both tiers are lossless codings of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "codec/frames.h"
#include "codec/layout.h"
#include "ossuary/codec/rig.h"

namespace ossuary::codec {

struct Lattice {
    std::size_t frames = 0, dofs = 0;
    std::vector<std::int32_t> x;      // frames × dofs
    std::vector<std::uint8_t> scales; // one for each segment

    std::size_t segments() const { return scales.size(); }
    std::int32_t* row(std::size_t frame) { return x.data() + frame * dofs; }
    const std::int32_t* row(std::size_t frame) const { return x.data() + frame * dofs; }
    bool operator==(const Lattice&) const = default;
};

constexpr std::size_t segment_count(std::size_t frames) { return (frames + segment_frames - 1) / segment_frames; }

// A segment that no scale brought under the bound: the joint and frame that stood in the way.
struct Shortfall {
    std::size_t joint = 0, frame = 0;
    double error = 0; // metres; between keys by the slack there
};

struct LatticeOutcome {
    Lattice lattice;
    std::vector<Shortfall> shortfalls; // empty: the bound holds everywhere
};

// `offsets` are the translations of the joints that do not move, as the decoder will have them.
LatticeOutcome find_lattice(const Frames& frames, const PackedRig& rig, const Layout& layout,
                            std::span<const Vec3> offsets, const JointBounds& bounds, Effort effort, bool exact_root);

} // namespace ossuary::codec
