#include "ossuary/mesh/draw_order.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "mesh/shapes.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::mesh {
namespace {

// The triangles as places and texture coordinates, each beginning with its least corner, sorted.
std::vector<std::array<float, 15>> triangles(const Mesh& mesh, std::span<const std::uint32_t> indices) {
    std::vector<std::array<float, 15>> list;
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        std::array<std::array<float, 15>, 3> turns;
        for (std::size_t first = 0; first < 3; ++first)
            for (std::size_t c = 0; c < 3; ++c) {
                const std::uint32_t v = indices[i + (first + c) % 3];
                const Vec3& p = mesh.positions[v];
                const float values[] = {p.x, p.y, p.z, mesh.uv0[v].x, mesh.uv0[v].y};
                std::copy(std::begin(values), std::end(values),
                          turns[first].begin() + static_cast<std::ptrdiff_t>(c * 5));
            }
        list.push_back(*std::min_element(turns.begin(), turns.end()));
    }
    std::sort(list.begin(), list.end());
    return list;
}

// Triangles in an order that no cache likes.
Mesh shuffled() {
    Model model = testing::skinned_torus(24, 4);
    Mesh mesh = model.meshes[0];
    for (const Surface& surface : mesh.surfaces) {
        const std::vector<std::uint32_t> before(mesh.indices.begin() + surface.first_index,
                                                mesh.indices.begin() + surface.first_index + surface.index_count);
        const std::size_t count = before.size() / 3;
        for (std::size_t t = 0; t < count; ++t)
            for (std::size_t c = 0; c < 3; ++c)
                mesh.indices[surface.first_index + t * 3 + c] = before[t * 97 % count * 3 + c];
    }
    mesh.levels.push_back({{}, {3, 3}});
    for (const Surface& surface : mesh.surfaces)
        mesh.levels[0].indices.insert(mesh.levels[0].indices.end(), mesh.indices.begin() + surface.first_index,
                                      mesh.indices.begin() + surface.first_index + 3);
    return mesh;
}

TEST(DrawOrder, KeepsEveryTriangleInItsSurface) {
    const Mesh before = shuffled();
    Mesh after = before;
    optimise_draw_order(after);
    for (std::size_t s = 0; s < before.surfaces.size(); ++s) {
        const Surface& surface = before.surfaces[s];
        EXPECT_EQ(after.surfaces[s].first_index, surface.first_index);
        EXPECT_EQ(triangles(after, std::span(after.indices).subspan(surface.first_index, surface.index_count)),
                  triangles(before, std::span(before.indices).subspan(surface.first_index, surface.index_count)));
    }
    EXPECT_EQ(triangles(after, after.levels[0].indices), triangles(before, before.levels[0].indices));
    Model model = testing::skinned_torus(24, 4);
    model.meshes[0] = after;
    EXPECT_TRUE(validate(model).empty());
}

TEST(DrawOrder, CostsLess) {
    Mesh mesh = shuffled();
    const DrawCost before = measure_draw_cost(mesh);
    optimise_draw_order(mesh);
    const DrawCost after = measure_draw_cost(mesh);
    EXPECT_GT(before.cache_misses, 2);
    EXPECT_LT(after.cache_misses, 0.9);
    EXPECT_LT(after.vertex_misses, before.vertex_misses);
    EXPECT_LE(after.overfetch, before.overfetch);
}

TEST(DrawOrder, VerticesLieInTheOrderOfTheirFirstUse) {
    Mesh mesh = shuffled();
    mesh.levels.clear();
    optimise_draw_order(mesh);
    std::uint32_t next = 0;
    for (const std::uint32_t index : mesh.indices) {
        EXPECT_LE(index, next);
        next = std::max(next, index + 1);
    }
    EXPECT_EQ(next, mesh.positions.size());
}

TEST(DrawOrder, IsTheSameEveryTime) {
    Mesh first = shuffled(), second = shuffled();
    optimise_draw_order(first);
    optimise_draw_order(second);
    EXPECT_EQ(first.indices, second.indices);
    EXPECT_EQ(first.positions, second.positions);
}

TEST(DrawOrder, NothingIsNothing) {
    Mesh mesh;
    optimise_draw_order(mesh);
    EXPECT_EQ(measure_draw_cost(mesh).overdraw, 0);
}

} // namespace
} // namespace ossuary::mesh
