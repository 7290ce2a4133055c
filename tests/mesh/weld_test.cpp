#include "ossuary/mesh/weld.h"

#include <gtest/gtest.h>

#include "mesh/shapes.h"

namespace ossuary::mesh {
namespace {

TEST(Weld, PlacesAreNumberedInTheOrderTheyAppear) {
    const std::vector<Vec3> points = {{1, 2, 3}, {0, 0, 0}, {1, 2, 3}, {-0.0f, 0, -0.0f}, {3, 2, 1}};
    const Remap remap = weld_positions(points);
    EXPECT_EQ(remap.to, (std::vector<std::uint32_t>{0, 1, 0, 1, 2}));
    EXPECT_EQ(remap.count, 3u);
    EXPECT_EQ(weld_positions({}).count, 0u);
}

TEST(Weld, SeamsOfATorusAreOnePlaceEach) { EXPECT_EQ(weld_positions(testing::torus(12).positions).count, 144u); }

// Every triangle as its own three vertices: welding brings back the mesh.
Mesh taken_apart(const Mesh& whole) {
    Mesh mesh = whole;
    mesh.positions.clear();
    mesh.normals.clear();
    mesh.uv0.clear();
    for (std::size_t i = 0; i < whole.indices.size(); ++i) {
        mesh.positions.push_back(whole.positions[whole.indices[i]]);
        mesh.normals.push_back(whole.normals[whole.indices[i]]);
        mesh.uv0.push_back(whole.uv0[whole.indices[i]]);
        mesh.indices[i] = static_cast<std::uint32_t>(i);
    }
    testing::one_surface(mesh);
    return mesh;
}

TEST(Weld, MergesCopiesAndKeepsEveryCorner) {
    const Mesh whole = testing::sheet(5);
    Mesh mesh = taken_apart(whole);
    EXPECT_EQ(weld_vertices(mesh), whole.indices.size() - whole.positions.size());
    EXPECT_EQ(mesh.positions.size(), whole.positions.size());
    for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
        EXPECT_EQ(mesh.positions[mesh.indices[i]], whole.positions[whole.indices[i]]);
        EXPECT_EQ(mesh.uv0[mesh.indices[i]], whole.uv0[whole.indices[i]]);
    }
    EXPECT_EQ(mesh.surfaces[0].vertex_count, whole.positions.size());
    EXPECT_EQ(weld_vertices(mesh), 0u);
}

TEST(Weld, KeepsApartWhatDiffersInAnyAttribute) {
    Mesh mesh = taken_apart(testing::sheet(1)); // corners 1 and 4, 2 and 3 are copies
    const auto left_of = [&](auto&& change) {
        Mesh changed = mesh;
        change(changed);
        weld_vertices(changed);
        return changed.positions.size();
    };
    EXPECT_EQ(left_of([](Mesh&) {}), 4u);
    EXPECT_EQ(left_of([](Mesh& m) { m.uv0[4].y += 1; }), 5u);
    EXPECT_EQ(left_of([](Mesh& m) { m.normals[4] = {1, 0, 0}; }), 5u);
    EXPECT_EQ(left_of([](Mesh& m) {
                  m.colors.resize(6);
                  m.colors[4].g = 7;
              }),
              5u);
    EXPECT_EQ(left_of([](Mesh& m) {
                  m.morphs.push_back({"up", std::vector<Vec3>(6), {}});
                  m.morphs[0].positions[4].y = 1;
              }),
              5u);
    EXPECT_EQ(left_of([](Mesh& m) {
                  m.skin = 0;
                  m.influence_start = {0, 1, 2, 3, 4, 5, 6};
                  m.influences.assign(6, {0, 1});
                  m.influences[4].joint = 1;
              }),
              5u);
}

TEST(Weld, LevelsFollow) {
    Mesh mesh = taken_apart(testing::sheet(1));
    mesh.levels.push_back({{0, 1, 5}, {3}});
    weld_vertices(mesh);
    ASSERT_EQ(mesh.levels[0].indices.size(), 3u);
    EXPECT_EQ(mesh.positions[mesh.levels[0].indices[2]], (Vec3{1, 0, 1}));
}

} // namespace
} // namespace ossuary::mesh
