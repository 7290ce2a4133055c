// The parts of a Bvh. This header is seen by files compiled for one instruction set, so it has types only, and no
// function that a linker could take from the wrong one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ossuary/base/box.h"
#include "ossuary/mesh/bvh.h"

namespace ossuary::mesh {

inline constexpr std::size_t block_triangles = 4;

// A leaf: up to four triangles, each axis of each corner side by side. Lanes past the last one repeat its first corner
// thrice, which nothing hits, and have no_triangle.
struct alignas(16) TriangleBlock {
    float corner[3][3][block_triangles]; // [corner][axis]
    std::uint32_t triangle[block_triangles];
};
static_assert(sizeof(TriangleBlock) == 160);

// Children that are nodes come first, in a row from first_node; then the leaves, in a row from first_block.
struct alignas(16) Node2 {
    float bounds[2][3][2]; // [low, high][axis][child]
    std::uint32_t first_node = 0;
    std::uint32_t first_block = 0;
    std::uint8_t inner_count = 0, child_count = 0;
    std::uint8_t spare[6] = {};
};
static_assert(sizeof(Node2) == 64);

// The box of a child begins at origin + its low bound · 2^(exponent - 127) along each axis; so for where it ends.
struct alignas(16) Node8 {
    float origin[3];
    std::uint8_t exponent[3] = {};
    std::uint8_t inner_count = 0;
    std::uint8_t bounds[2][3][8] = {}; // [low, high][axis][child]
    std::uint32_t first_node = 0;
    std::uint32_t first_block = 0;
    std::uint8_t child_count = 0;
    std::uint8_t spare[7] = {};
};
static_assert(sizeof(Node8) == 80);

struct TraceKernels;

struct BvhTree {
    const TraceKernels* kernels = nullptr;
    BvhWidth width = BvhWidth::eight;
    std::vector<Node2> nodes2; // the one or the other
    std::vector<Node8> nodes8;
    std::vector<TriangleBlock> blocks;
    Box bounds{};
    std::size_t triangle_count = 0;
};

} // namespace ossuary::mesh
