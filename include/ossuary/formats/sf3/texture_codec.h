// The compression of X8PC's pixels: copies from a window over 16-bit words, big-endian.
//
//     one control word, then up to sixteen items, one for each of its bits from the highest down:
//     0   a literal word
//     1   0000: the end; otherwise a copy, distance in the upper eleven bits (1 … 2047 words back),
//         length - 2 in the lower five (2 … 33 words); it may overlap what it writes
#pragma once

#include <span>
#include <vector>

#include "ossuary/base/bytes.h"

namespace ossuary::sf3 {

inline constexpr std::size_t most_pixel_bytes = 0x80000;

// The words of a stream. `origin` is where the bytes begin in their file; errors count from there.
Result<std::vector<std::uint16_t>> decompress(Bytes stream, std::size_t origin = 0);

// The stream the game's own tool would have made of these words, bit for bit: the longest match, among equals the
// nearest, at most 2015 words back, and only from places that have 33 words ahead of them.
ByteBuffer compress(std::span<const std::uint16_t> words);

} // namespace ossuary::sf3
