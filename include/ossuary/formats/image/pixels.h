// Pixels of one to four bytes with their channels anywhere in them, and palettes.
#pragma once

#include <array>
#include <span>

#include "ossuary/base/bytes.h"
#include "ossuary/model/material.h"
#include "ossuary/model/mesh.h"

namespace ossuary::image {

// Where the channels lie in a pixel read as one little-endian number. Each mask is one run of bits. No alpha: opaque;
// no other channel: black.
struct PixelLayout {
    std::uint32_t size = 4; // bytes
    std::uint32_t red = 0x0000'00FF, green = 0x0000'FF00, blue = 0x00FF'0000, alpha = 0xFF00'0000;
    bool operator==(const PixelLayout&) const = default;
};
// True if the size is 1 to 4, and every mask is one run of bits within it.
bool is_valid(const PixelLayout& layout);

// To rgba8 and back, as many whole pixels as both spans hold. Channels of fewer than eight bits are widened by
// repeating their highest bits, and made narrower by rounding, so that what was widened comes back the same; of more
// than eight, the highest eight count. The layout must be valid.
void decode_pixels(const PixelLayout& layout, Bytes pixels, std::span<std::byte> rgba);
void encode_pixels(const PixelLayout& layout, Bytes rgba, std::span<std::byte> pixels);

using Palette = std::array<ColorRgba8, 256>;

// A palette for pictures of rgba8 pixels: their very colours if there are no more than 256, otherwise the means of 256
// boxes that halve the crowd along their longest side (median cut). Entries in use come first, sorted.
Palette make_palette(std::span<const Image> images);
// The entry nearest to each pixel, the first of several.
ByteBuffer to_palette(const Palette& palette, const Image& image);

} // namespace ossuary::image
