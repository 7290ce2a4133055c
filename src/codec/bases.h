// The cubic bases of the resident tier. Within a segment a DoF is
//
//   x[f] = a0 + ((a1·φ1[f] + a2·φ2[f] + a3·φ3[f] + 2048) >> 12) + residual[f]
//
// with φ the orthogonal polynomials on 16 points in 12-bit fixed point: integers only.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "codec/lattice.h"
#include "ossuary/codec/packed_clip.h"

namespace ossuary::codec {

// Internal linkage: kernels include this, and share no symbol (cmake/Kernels.cmake).
constexpr std::int32_t basis[4][segment_frames] = {
    {},
    {-4096, -3550, -3004, -2458, -1911, -1365, -819, -273, 273, 819, 1365, 1911, 2458, 3004, 3550, 4096},
    {4096, 2458, 1053, -117, -1053, -1755, -2224, -2458, -2458, -2224, -1755, -1053, -117, 1053, 2458, 4096},
    {-4096, -819, 1287, 2404, 2710, 2386, 1611, 567, -567, -1611, -2386, -2710, -2404, -1287, 819, 4096},
};

inline constexpr unsigned largest_base_width = 24, largest_coefficient_width = 15;
// The residual widths a four-bit field can name.
inline constexpr unsigned wide_residual = 24;
constexpr unsigned residual_width(std::uint32_t field) { return field < 15 ? field : wide_residual; }
constexpr std::uint32_t residual_field(unsigned width) { return width < 15 ? width : 15; }

// The sum of the widths that sixteen fields of four bits name.
constexpr std::uint32_t sum_of_widths(std::uint64_t fields) {
    constexpr std::uint64_t bytes = 0x0101010101010101, fours = 0x1111111111111111, low = 0x0f0f0f0f0f0f0f0f;
    const auto sum = static_cast<std::uint32_t>(((fields & low) + (fields >> 4 & low)) * bytes >> 56);
    std::uint64_t full = fields & fields >> 1; // fields of 15, all four bits set, stand for more
    full &= full >> 2 & fours;
    if (full == 0) return sum;
    return sum + static_cast<std::uint32_t>(std::popcount(full)) * (wide_residual - 15);
}

// Always inline: kernels call it, and theirs must not be the copy that a linker keeps for all.
[[gnu::always_inline]] constexpr std::int32_t base_at(const std::array<std::int32_t, 4>& a, std::size_t frame) {
    return a[0] + ((a[1] * basis[1][frame] + a[2] * basis[2][frame] + a[3] * basis[3][frame] + 2048) >> 12);
}

struct SegmentBase {
    std::array<std::int32_t, 4> a{};
    unsigned width = 0; // of the residuals
};

struct ClipBases {
    std::vector<DofBase> dofs;
    std::vector<SegmentBase> segments; // segment × dofs
    bool fits = true;                  // false: a value too large for any width
};

ClipBases find_bases(const Lattice& lattice, Packing packing);

} // namespace ossuary::codec
