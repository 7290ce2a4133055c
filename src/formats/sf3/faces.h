// Corners of polygons and of the textures on them.
#pragma once

#include "ossuary/formats/sf3/sgl.h"

namespace ossuary::sf3 {

// Corners of a texture in the order of a polygon's points: top left, top right, bottom right, bottom left.
inline constexpr Vec2 texture_corners[4]{{0, 0}, {1, 0}, {1, 1}, {0, 1}};

// Which corner of the texture lies in the polygon's point of that number, with the flips of `dir`.
constexpr std::size_t corner_at(std::size_t point, unsigned dir) {
    if (dir & Attr::flip_h) point ^= 1;
    if (dir & Attr::flip_v) point = 3 - point;
    return point;
}

} // namespace ossuary::sf3
