// The archive tier (docs/osa.md): the same integers, predicted from the frames before and entropy coded, in chunks of
// 64 frames that decode on their own.
#pragma once

#include "codec/lattice.h"
#include "ossuary/codec/packed_clip.h"

namespace ossuary::codec {

inline constexpr std::size_t chunk_frames = 64;
inline constexpr std::size_t chunk_segments = chunk_frames / segment_frames;
constexpr std::size_t chunk_count(std::size_t frames) { return (frames + chunk_frames - 1) / chunk_frames; }

inline constexpr std::size_t predictor_count = 6, spread_count = 28;
inline constexpr unsigned largest_first_width = 30;

// Fills predictions, parts and data; false where a value is too large for the format.
bool pack_archive(const Lattice& lattice, PackedClip& clip);
// One chunk into rows of integers and the scales of its segments.
Result<void> unpack_chunk(const PackedClip& clip, std::size_t dofs, std::size_t chunk, std::int32_t* rows,
                          std::uint8_t* scales);
Result<Lattice> unpack_archive(const PackedClip& clip, std::size_t dofs);

} // namespace ossuary::codec
