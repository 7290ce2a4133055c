// S3 texture compression: pictures in blocks of 4 × 4 pixels.
//
//   DXT1  8 bytes   u16 color0, u16 color1 (5 bits red, 6 green, 5 blue), u32: two bits a pixel, row by row
//   DXT3  16 bytes  64 bits of alpha, four a pixel, then as DXT1
//   DXT5  16 bytes  u8 alpha0, u8 alpha1, 48 bits: three a pixel, then as DXT1
//
// Two more colours lie a third and two thirds of the way from color0 to color1. In DXT1, where color0 is not above
// color1, the third colour is half-way and the fourth a hole. All divisions cut off.
#pragma once

#include "ossuary/base/bytes.h"
#include "ossuary/base/cpu.h"
#include "ossuary/base/result.h"
#include "ossuary/model/material.h"

namespace ossuary::image {

enum class Dxt : std::uint8_t { dxt1, dxt3, dxt5 };

constexpr std::size_t block_size(Dxt kind) { return kind == Dxt::dxt1 ? 8 : 16; }

// How many blocks lie side by side, and how many rows of them there are.
struct BlockGrid {
    std::uint32_t columns = 0, rows = 0;

    constexpr std::size_t blocks() const { return std::size_t{columns} * rows; }
    bool operator==(const BlockGrid&) const = default;
};
// Blocks over every pixel, as everyone counts them.
constexpr BlockGrid covering_grid(std::uint32_t width, std::uint32_t height) {
    return {(width + 3) / 4, (height + 3) / 4};
}
// Whole blocks only, at least one, as Gothic counts them: where a side above 4 is no multiple of 4, pixels are left
// without a block.
constexpr BlockGrid whole_grid(std::uint32_t width, std::uint32_t height) {
    return {width < 4 ? 1 : width / 4, height < 4 ? 1 : height / 4};
}

// Decodes to rgba8, width × height × 4 bytes, top row first. Pixels without a block become (0, 0, 0, 0). `blocks` must
// hold the grid's blocks and `rgba` the picture; returns false, and does nothing, where they do not.
// Every instruction set gives the same bits.
bool decode_dxt(Dxt kind, BlockGrid grid, Bytes blocks, std::uint32_t width, std::uint32_t height,
                std::span<std::byte> rgba, Isa isa = Isa::best);

// How long the search for good colours may take: `fast` some 25 ms for a million pixels, `good` a second, `best`
// several.
enum class DxtQuality : std::uint8_t { fast, good, best };

// Encodes rgba8 pixels in the blocks of a grid, through libsquish, one block after the other. DXT1 makes a hole of
// every pixel whose alpha is below 128. Fails in WebAssembly, where that library is not at hand.
Result<ByteBuffer> encode_dxt(Dxt kind, BlockGrid grid, const Image& image, DxtQuality quality = DxtQuality::good);

} // namespace ossuary::image
