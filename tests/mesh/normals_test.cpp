#include "ossuary/mesh/normals.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mesh/shapes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"

namespace ossuary::mesh {
namespace {

Vec3 face_normal(const Mesh& mesh, std::size_t triangle) {
    const auto at = [&](std::size_t c) { return mesh.positions[mesh.indices[triangle * 3 + c]]; };
    return normalize(cross(at(1) - at(0), at(2) - at(0)));
}

float apart(const Vec3& a, const Vec3& b) { return length(a - b); }

TEST(Normals, AngleWeightsDoNotSeeHowACubeIsCut) {
    const Mesh cube = testing::cube();
    const std::vector<Vec3> normals = corner_normals(cube.positions, cube.indices);
    for (std::size_t i = 0; i < normals.size(); ++i)
        EXPECT_LT(apart(normals[i], normalize(cube.positions[cube.indices[i]])), 1e-6f);
}

TEST(Normals, UniformAndAreaWeightsDo) {
    const Mesh cube = testing::cube();
    for (const NormalWeight weight : {NormalWeight::uniform, NormalWeight::area}) {
        float worst = 0;
        const std::vector<Vec3> normals = corner_normals(cube.positions, cube.indices, {.weight = weight});
        for (std::size_t i = 0; i < normals.size(); ++i)
            worst = std::max(worst, apart(normals[i], normalize(cube.positions[cube.indices[i]])));
        EXPECT_GT(worst, 0.1f);
    }
}

TEST(Normals, AreaWeightsFollowTheLargerTriangle) {
    // A small triangle in the ground, a large one upright beside it, sharing an edge.
    const std::vector<Vec3> positions = {{0, 0, 0}, {0, 0, 1}, {0.1f, 0, 0}, {0, 10, 0}};
    const std::vector<std::uint32_t> indices = {0, 1, 2, 0, 3, 1};
    const Vec3 by_area = corner_normals(positions, indices, {.weight = NormalWeight::area})[0];
    const Vec3 uniform = corner_normals(positions, indices, {.weight = NormalWeight::uniform})[0];
    EXPECT_NEAR(uniform.x, uniform.y, 1e-6f);
    EXPECT_NEAR(by_area.x, 100 * by_area.y, 1e-4f);
}

TEST(Normals, CreasesLeaveACubeFlat) {
    const Mesh cube = testing::cube();
    const std::vector<Vec3> hard = corner_normals(cube.positions, cube.indices, {.crease_cosine = 0.5});
    for (std::size_t i = 0; i < hard.size(); ++i) EXPECT_LT(apart(hard[i], face_normal(cube, i / 3)), 1e-6f);
    const std::vector<Vec3> soft = corner_normals(cube.positions, cube.indices, {.crease_cosine = -0.01});
    EXPECT_EQ(soft, corner_normals(cube.positions, cube.indices));
}

TEST(Normals, GroupsThatShareABitSmoothEachOther) {
    const Mesh cube = testing::cube();
    std::vector<std::uint32_t> groups(12, 0);
    const std::vector<Vec3> flat = corner_normals(cube.positions, cube.indices, {.groups = groups});
    for (std::size_t i = 0; i < flat.size(); ++i) EXPECT_LT(apart(flat[i], face_normal(cube, i / 3)), 1e-6f);
    // Left and right are apart, both share a bit with the bottom.
    groups = {1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0};
    const std::vector<Vec3> normals = corner_normals(cube.positions, cube.indices, {.groups = groups});
    EXPECT_LT(apart(normals[0], normalize(Vec3{-1, -1, 0})), 1e-6f); // the left side at a corner of the bottom
    EXPECT_LT(apart(normals[12], normalize(Vec3{-1, -1, 0})), 1e-6f);
    EXPECT_LT(apart(normals[2], Vec3{-1, 0, 0}), 1e-6f); // the left side at the top
}

TEST(Normals, WeldingHidesTheSeams) {
    const Mesh torus = testing::torus(24);
    const auto worst = [&](bool weld) {
        const std::vector<Vec3> normals = corner_normals(torus.positions, torus.indices, {.weld = weld});
        float most = 0;
        for (std::size_t i = 0; i < normals.size(); ++i)
            most = std::max(most, apart(normals[i], torus.normals[torus.indices[i]]));
        return most;
    };
    EXPECT_LT(worst(true), 0.03f);
    EXPECT_GT(worst(false), 0.1f);
}

TEST(Normals, SplitVerticesKeepEveryCornerAndLevel) {
    Mesh mesh = testing::cube();
    mesh.levels.push_back({{0, 4, 6}, {3}});
    mesh.morphs.push_back({"up", std::vector<Vec3>(8, Vec3{0, 1, 0}), std::vector<Vec3>(8)});
    set_normals(mesh, {.crease_cosine = 0.5});
    const Mesh cube = testing::cube();
    ASSERT_EQ(mesh.positions.size(), 24u);
    EXPECT_EQ(mesh.normals.size(), 24u);
    EXPECT_EQ(mesh.morphs[0].positions.size(), 24u);
    EXPECT_TRUE(mesh.morphs[0].normals.empty());
    EXPECT_EQ(mesh.surfaces[0].vertex_count, 24u);
    for (std::size_t i = 0; i < cube.indices.size(); ++i) {
        EXPECT_EQ(mesh.positions[mesh.indices[i]], cube.positions[cube.indices[i]]);
        EXPECT_LT(apart(mesh.normals[mesh.indices[i]], face_normal(cube, i / 3)), 1e-6f);
    }
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(mesh.positions[mesh.levels[0].indices[i]], cube.positions[cube.indices[i]]);
    Model model;
    model.meshes.push_back(mesh);
    EXPECT_TRUE(validate(model).empty());
}

TEST(Normals, TrianglesWithoutAreaAndLoneVerticesHarmNobody) {
    Mesh mesh = testing::sheet(1);
    mesh.indices.insert(mesh.indices.end(), {0, 0, 1, 2, 2, 2});
    mesh.positions.push_back({9, 9, 9});
    mesh.normals.push_back({0, 1, 0});
    mesh.uv0.push_back({0, 0});
    testing::one_surface(mesh);
    for (const double crease : {-1.0, 0.5}) {
        set_normals(mesh, {.crease_cosine = crease});
        for (const Vec3& normal : mesh.normals) EXPECT_EQ(normal, (Vec3{0, 1, 0}));
    }
}

TEST(Normals, APlaceOfAllCornersTakesNoForever) {
    std::vector<Vec3> positions{{0, 0, 0}};
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 0; i < 100'000; ++i) {
        positions.push_back({std::cos(static_cast<float>(i)), 1, std::sin(static_cast<float>(i))});
        positions.push_back({std::cos(static_cast<float>(i)), 2, std::sin(static_cast<float>(i) + 0.01f)});
        indices.insert(indices.end(), {0, i * 2 + 1, i * 2 + 2});
    }
    const std::vector<Vec3> normals = corner_normals(positions, indices, {.crease_cosine = 0.9});
    EXPECT_EQ(normals[0], normals[300]); // one sum for all of them
}

} // namespace
} // namespace ossuary::mesh
