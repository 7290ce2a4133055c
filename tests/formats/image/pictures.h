// Pictures made by formula, for the tests of this room.
#pragma once

#include <cstdint>

#include "ossuary/model/material.h"

namespace ossuary::testing {

enum class Alpha { opaque, mask, gradient };

// Gradients with flat patches, so that there are both runs and changes in every row.
inline Image picture(std::uint32_t width, std::uint32_t height, Alpha alpha) {
    Image image;
    image.width = width;
    image.height = height;
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x) {
            const bool flat = (x / 5 + y / 3) % 2 == 0;
            const std::uint32_t a = alpha == Alpha::opaque ? 255 : alpha == Alpha::mask ? (flat ? 255 : 0) : x * 31 + y;
            for (const std::uint32_t value : {flat ? 200 : x * 7 + y, flat ? 10 : y * 11, (x ^ y) / 4 * 40, a})
                image.bytes.push_back(static_cast<std::byte>(value & 255));
        }
    return image;
}

} // namespace ossuary::testing
