#include "ossuary/formats/image/dxt.h"

#include <algorithm>

#include "formats/image/kernels/table.h"

namespace ossuary::image {

bool decode_dxt(Dxt kind, BlockGrid grid, Bytes blocks, std::uint32_t width, std::uint32_t height,
                std::span<std::byte> rgba, Isa isa) {
    const std::size_t stride = std::size_t{width} * 4;
    if (blocks.size() < grid.blocks() * block_size(kind) || rgba.size() < stride * height) return false;
    const KernelTable& wide = kernels_for(isa);
    const DecodeRun decode_wide = wide.decode[static_cast<std::size_t>(kind)];
    const DecodeRun decode_any = kernels_for(Isa::baseline).decode[static_cast<std::size_t>(kind)];

    const std::size_t whole = std::min(grid.columns, width / 4); // blocks of a row that lie within the picture
    const std::size_t at_once = whole / wide.step * wide.step;
    const std::size_t covered = std::min<std::size_t>(std::size_t{grid.columns} * 4, width);
    for (std::uint32_t y = 0; y < height; y += 4) {
        std::byte* const rows = rgba.data() + y * stride;
        const std::size_t row_count = std::min<std::size_t>(4, height - y);
        if (y / 4 >= grid.rows) {
            std::fill_n(rows, row_count * stride, std::byte{});
            continue;
        }
        const std::byte* const from = blocks.data() + std::size_t{y / 4} * grid.columns * block_size(kind);
        std::size_t column = 0;
        if (row_count == 4) {
            decode_wide(from, at_once, rows, stride);
            decode_any(from + at_once * block_size(kind), whole - at_once, rows + at_once * 16, stride);
            column = whole;
        }
        for (; column * 4 < covered; ++column) { // those that stick out
            std::byte block[64];
            decode_any(from + column * block_size(kind), 1, block, 16);
            const std::size_t pixels = std::min<std::size_t>(4, width - column * 4);
            for (std::size_t row = 0; row < row_count; ++row)
                std::copy_n(block + row * 16, pixels * 4, rows + row * stride + column * 16);
        }
        for (std::size_t row = 0; row < row_count; ++row)
            std::fill_n(rows + row * stride + covered * 4, stride - covered * 4, std::byte{});
    }
    return true;
}

} // namespace ossuary::image
