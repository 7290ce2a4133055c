// A landscape made by a formula: the million triangles that the geometry benchmarks work on.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "ossuary/base/math.h"

namespace ossuary::bench {

struct Terrain {
    std::vector<Vec3> positions;
    std::vector<Vec2> uvs;
    std::vector<std::uint32_t> indices; // counter-clockwise from above
};

// A square of `cells` × `cells` quads of one metre, two triangles each: 708 give 1,002,528 triangles.
inline Terrain make_terrain(std::uint32_t cells = 708) {
    Terrain terrain;
    const std::uint32_t row = cells + 1;
    terrain.positions.reserve(std::size_t(row) * row);
    terrain.indices.reserve(std::size_t(cells) * cells * 6);
    for (std::uint32_t z = 0; z < row; ++z)
        for (std::uint32_t x = 0; x < row; ++x) {
            const double u = x, v = z;
            const double height = 22 * std::sin(u * 0.011) * std::cos(v * 0.013) +
                                  6 * std::sin(u * 0.07 + 1.3) * std::sin(v * 0.053) +
                                  0.8 * std::sin(u * 0.61 + v * 0.37);
            terrain.positions.push_back({static_cast<float>(x), static_cast<float>(height), static_cast<float>(z)});
            terrain.uvs.push_back({static_cast<float>(u / cells), static_cast<float>(v / cells)});
        }
    for (std::uint32_t z = 0; z < cells; ++z)
        for (std::uint32_t x = 0; x < cells; ++x) {
            const std::uint32_t a = z * row + x, b = a + 1, c = a + row, d = c + 1;
            terrain.indices.insert(terrain.indices.end(), {a, c, b, b, c, d});
        }
    return terrain;
}

} // namespace ossuary::bench
