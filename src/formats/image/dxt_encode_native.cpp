#include <algorithm>

#include <squish.h>

#include "ossuary/formats/image/dxt.h"
#include "ossuary/formats/image/image.h"

namespace ossuary::image {

Result<ByteBuffer> encode_dxt(Dxt kind, BlockGrid grid, const Image& image, DxtQuality quality) {
    if (auto checked = check_pixels(image); !checked) return Failure(checked.error());
    constexpr int kinds[] = {squish::kDxt1, squish::kDxt3, squish::kDxt5};
    constexpr int searches[] = {squish::kColourRangeFit, squish::kColourClusterFit, squish::kColourIterativeClusterFit};
    const int flags = kinds[static_cast<std::size_t>(kind)] | searches[static_cast<std::size_t>(quality)];

    ByteBuffer blocks(grid.blocks() * block_size(kind));
    std::byte* to = blocks.data();
    for (std::uint32_t row = 0; row < grid.rows; ++row) {
        for (std::uint32_t column = 0; column < grid.columns; ++column, to += block_size(kind)) {
            squish::u8 pixels[64] = {};
            int inside = 0; // a bit for each pixel that is part of the picture
            for (std::uint32_t i = 0; i < 16; ++i) {
                const std::uint32_t x = column * 4 + i % 4, y = row * 4 + i / 4;
                if (x >= image.width || y >= image.height) continue;
                std::memcpy(pixels + i * 4, image.bytes.data() + (std::size_t{y} * image.width + x) * 4, 4);
                inside |= 1 << i;
            }
            squish::CompressMasked(pixels, inside, to, flags);
        }
    }
    return blocks;
}

} // namespace ossuary::image
