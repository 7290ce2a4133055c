// PackedClip: a compressed clip, as an .osa file stores it, in one of two tiers.
//
//   resident  what plays: any pose at any time at the same cost. Segments of 16 frames; every degree of freedom (DoF)
//   of
//             the rig has a cubic base and residuals of a fixed width in each.
//   archive   for disk and wire: the same integers, entropy coded in chunks of 64 frames. Expands to resident exactly.
//
// docs/osa.md has the layout to the bit.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/codec/rig.h"
#include "ossuary/model/clip.h"

namespace ossuary::codec {

enum class Tier : std::uint8_t { resident, archive };
std::string_view name_of(Tier tier);
bool parse_name(std::string_view name, Tier& tier);

// Readers may look this far behind `PackedClip::data`; code that makes one must provide that padding.
inline constexpr std::size_t read_slack = 32;

// How one DoF's base is stored in every segment of a clip: its order, and the width of each coefficient.
struct DofBase {
    std::array<std::uint8_t, 4>
        widths{}; // a0 unsigned from `least` on, a1 … a3 biased by half their range; 0: not there
    std::int32_t least = 0;
    bool operator==(const DofBase&) const = default;
};

// How one DoF is predicted in the archive.
struct DofPrediction {
    std::uint8_t first_width = 0; // of its value in a chunk's first frame
    std::uint8_t predictor = 0;
    std::uint8_t spread = 0; // how large its residuals are expected to be at a chunk's begin
    bool operator==(const DofPrediction&) const = default;
};

struct PackedClip {
    std::string name;
    Tier tier = Tier::resident;
    std::uint32_t frames = 0;
    double rate = 0;         // frames per second; 0 for a single frame
    double frame_rate = 0;   // the source's, which need not be that of the frames kept; 0 if it has none
    double duration = 0;     // seconds
    bool wraps = false;      // after the last frame comes the first
    bool exact_root = false; // the root's local pose is kept in floats
    LoopMode loop = LoopMode::unknown;
    double precision = 0; // the bound it was made for and keeps, metres; 0 where a joint could not
    double shell = 0;

    // Joints that the clip has no track for, rising: they keep the rest pose, and a layer leaves them to those below.
    std::vector<std::uint32_t> resting;

    // Translations of joints that do not move, where they are not the rig's: in steps of `offset_step`.
    float offset_step = 0;
    std::vector<std::uint32_t> offset_joints;
    std::vector<PackedOffset> offsets;

    std::vector<DofBase> bases;             // resident only
    std::vector<DofPrediction> predictions; // archive only
    std::vector<std::uint32_t> parts;       // where each segment or chunk ends in `data`
    Bytes data;
    std::vector<float> root; // of exact_root: tx ty tz qx qy qz qw for each frame

    EventTrack events;
    PlaybackHints hints;
    Json extras;

    std::shared_ptr<const void> storage; // owns the memory of `data` where the caller does not

    // One for each joint of the rig: whether the clip has a track for it.
    std::vector<bool> tracks_on(const PackedRig& rig) const;
    // All translations of joints that do not move.
    std::vector<Vec3> offsets_on(const PackedRig& rig) const;
    // Takes bytes over, with the slack behind them.
    void own(ByteBuffer bytes);
};

// The same integers in the other tier. Fails where the bytes are not what they should be.
Result<PackedClip> to_archive(const PackedRig& rig, const PackedClip& clip);
// How well the resident form is packed: `plain` bases are found at once and cost about 6 % more bytes; the others are
// those of an encoder's effort, byte for byte.
enum class Packing : std::uint8_t { plain, fast, best };
Result<PackedClip> to_resident(const PackedRig& rig, const PackedClip& clip, Packing packing = Packing::plain);
constexpr Packing packing_of(Effort effort) { return effort == Effort::fast ? Packing::fast : Packing::best; }

// What each joint costs in a resident clip: bits a frame, bases included. Fails where the bytes are not sound.
Result<std::vector<double>> bits_per_joint(const PackedRig& rig, const PackedClip& clip);

} // namespace ossuary::codec
