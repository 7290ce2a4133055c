// Key frames of bones, as X8AN and X8PC both store them: a block of key data with a table of records behind it.
//
//     per bone     u16 frame × (translations, rotations, scales), zeros to a multiple of 4,
//                  FIXED x × n, y × n, z × n of translations; CFIXED x, y, z, w × n of rotations; FIXED x, y, z of
//                  scales
//     the table    per bone 64 bytes: u32 count × 3 (translations, rotations, scales), u32 offset × 3 of their frames,
//                  × 3 of translation x, y, z, × 4 of rotation x, y, z, w, × 3 of scale x, y, z
//     u32          FFFFFFFF in place of another record
//
// Offsets count from the start of the animation (X8AN) or of the animation chunk (X8PC). Frames are ticks on one
// timeline per model; within a channel they rise.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ossuary/formats/sf3/sgl.h"

namespace ossuary::sf3 {

template <class Value> struct KeyChannel {
    std::vector<std::uint16_t> frames;
    std::vector<Value> values; // one per frame
    bool operator==(const KeyChannel&) const = default;
};

// A channel without keys is at rest: no translation, no rotation, scale 1.
struct BoneKeys {
    KeyChannel<Vector> translation;
    KeyChannel<Quat16> rotation;
    KeyChannel<Vector> scale;
    bool operator==(const BoneKeys&) const = default;
};

// First and last frame, both included.
struct FrameSpan {
    std::uint16_t start = 0, end = 0;
    bool operator==(const FrameSpan&) const = default;
};

// Over all channels of all bones; nothing if there is no key.
std::optional<FrameSpan> span_of(std::span<const BoneKeys> bones);

// The transform of a bone relative to its parent at a frame, in the file's axes. Translation and scale are linear
// between keys, rotation spherical along the shorter arc; outside the keys the nearest one holds.
Transformd pose_at(const BoneKeys& bone, double frame);
Vec3d sample(const KeyChannel<Vector>& channel, double frame, const Vec3d& rest);
Quatd sample(const KeyChannel<Quat16>& channel, double frame);

} // namespace ossuary::sf3
