#include "ossuary/mesh/meshlets.h"

#include <cmath>

#include <gtest/gtest.h>

#include "mesh/shapes.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::mesh {
namespace {

TEST(Meshlets, HoldEveryTriangleOnceWithinTheLimits) {
    const Mesh mesh = testing::skinned_torus(40, 5).meshes[0];
    for (const auto& [vertices, triangles] : {std::pair(64u, 64u), {64u, 124u}, {32u, 16u}, {255u, 512u}, {3u, 4u}}) {
        const auto meshlets = Meshlets::make(mesh, {vertices, triangles});
        ASSERT_TRUE(meshlets) << meshlets.error().text();
        EXPECT_TRUE(validate(*meshlets, mesh).empty());
        EXPECT_GE(meshlets->list.size(), mesh.indices.size() / 3 / triangles);
        EXPECT_EQ(meshlets->list.back().surface, 1u);
    }
}

TEST(Meshlets, AreWellFilled) {
    const Mesh mesh = testing::torus(64);
    const auto meshlets = Meshlets::make(mesh);
    ASSERT_TRUE(meshlets);
    const MeshletStatistics statistics = measure(*meshlets, mesh);
    EXPECT_GT(statistics.triangle_fill, 0.95);
    EXPECT_GT(statistics.vertex_fill, 0.6);
    EXPECT_LT(statistics.vertex_reuse, 1.6);
}

TEST(Meshlets, AreTheSameEveryTime) {
    const Mesh mesh = testing::torus(30);
    const auto first = Meshlets::make(mesh), second = Meshlets::make(mesh);
    EXPECT_EQ(first->vertices, second->vertices);
    EXPECT_EQ(first->triangles, second->triangles);
}

TEST(Meshlets, RefuseLimitsAndPositionsOutOfRange) {
    Mesh mesh = testing::cube();
    for (const MeshletLimits& limits : {MeshletLimits{2, 64}, {256, 64}, {64, 0}, {64, 516}, {64, 62}, {64, 64, 2}})
        EXPECT_FALSE(Meshlets::make(mesh, limits));
    mesh.positions[3].y = NAN;
    const auto refused = Meshlets::make(mesh);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().place().field, "positions[3]");
}

TEST(Meshlets, SurfacesWithoutTrianglesHaveNone) {
    Mesh mesh = testing::cube();
    mesh.surfaces.insert(mesh.surfaces.begin(), Surface{});
    const auto meshlets = Meshlets::make(mesh);
    ASSERT_TRUE(meshlets);
    EXPECT_EQ(meshlets->list.size(), 1u);
    EXPECT_EQ(meshlets->list[0].surface, 1u);
    EXPECT_TRUE(Meshlets::make(Mesh())->list.empty());
}

TEST(Meshlets, CheckFindsWhatIsWrong) {
    const Mesh mesh = testing::skinned_torus(20, 2).meshes[0];
    const Meshlets sound = *Meshlets::make(mesh);
    const auto is_found = [&](auto&& harm) {
        Meshlets harmed = sound;
        harm(harmed);
        return !validate(harmed, mesh).empty();
    };
    EXPECT_FALSE(is_found([](Meshlets&) {}));
    EXPECT_TRUE(is_found([](Meshlets& m) { std::swap(m.triangles[0], m.triangles[1]); }));
    EXPECT_TRUE(is_found([](Meshlets& m) { m.triangles[5] = 200; }));
    EXPECT_TRUE(is_found([](Meshlets& m) { m.vertices[0] = m.vertices[1]; }));
    EXPECT_TRUE(is_found([](Meshlets& m) { m.list[1].first_vertex += 1; }));
    EXPECT_TRUE(is_found([](Meshlets& m) { m.list.pop_back(); }));
    EXPECT_TRUE(is_found([](Meshlets& m) { m.limits.vertices = 8; }));
    EXPECT_TRUE(is_found([](Meshlets& m) { m.list[0].surface = 1; }));
}

} // namespace
} // namespace ossuary::mesh
