// Encoding: clips in, a rig and packed clips out, under a bound that is measured, not hoped for.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ossuary/codec/encode_options.h"
#include "ossuary/codec/error.h"
#include "ossuary/codec/packed_clip.h"
#include "ossuary/codec/rig.h"

namespace ossuary::codec {

struct Encoded {
    PackedClip clip;           // resident
    ErrorReport error;         // of the decoded clip against the one that was given, by measure_error
    bool resampled = false;    // the clip's keys lay elsewhere: the error includes what that costs
    std::size_t raw_bytes = 0; // ten floats for each joint and frame
    // Empty, or why the bound does not hold everywhere: which joint, when, and by how much.
    std::string shortfall;
};

// Packs a clip on a rig that was fitted to it (fit_rig). The decoded result is measured: where the bound does not hold,
// more bits are spent until it does; where no number of bits would help, `shortfall` says so and
// `clip.precision` is 0. Deterministic: the same clip gives the same bytes on every machine.
Result<Encoded> encode(const ClipSource& source, const PackedRig& rig, const EncodeOptions& options);

// A clip and the rig that fits it alone.
struct EncodedAlone {
    PackedRig rig;
    Encoded encoded;
};
Result<EncodedAlone> encode_alone(const ClipSource& source, const EncodeOptions& options);

} // namespace ossuary::codec
