#include "ossuary/mesh/tangents.h"

#include <cmath>

#include <gtest/gtest.h>

#include "mesh/shapes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"

namespace ossuary::mesh {
namespace {

Vec3 direction(const Vec4& tangent) { return {tangent.x, tangent.y, tangent.z}; }

std::vector<Vec4> tangents_of(const Mesh& mesh) {
    return corner_tangents(mesh.positions, mesh.normals, mesh.uv0, mesh.indices);
}

TEST(Tangents, FollowGrowingU) {
    const Mesh sheet = testing::sheet(3);
    for (const Vec4& t : tangents_of(sheet)) {
        EXPECT_EQ(direction(t), (Vec3{1, 0, 0}));
        // The bitangent cross(n, t) · w points to smaller v, which is smaller z here.
        const Vec3 bitangent = cross(Vec3{0, 1, 0}, direction(t)) * t.w;
        EXPECT_EQ(bitangent, (Vec3{0, 0, -1}));
    }
}

TEST(Tangents, AMirroredTextureTurnsW) {
    Mesh sheet = testing::sheet(2);
    for (Vec2& uv : sheet.uv0) uv.x = -uv.x;
    for (const Vec4& t : tangents_of(sheet)) {
        EXPECT_EQ(direction(t), (Vec3{-1, 0, 0}));
        EXPECT_EQ(cross(Vec3{0, 1, 0}, direction(t)) * t.w, (Vec3{0, 0, -1}));
    }
}

TEST(Tangents, MirrorImagesDoNotBlend) {
    // u grows towards the middle from both sides: the vertices there have a tangent for each.
    Mesh sheet = testing::sheet(2);
    for (Vec2& uv : sheet.uv0) uv.x = uv.x < 0.75f ? uv.x : 1 - uv.x;
    const std::size_t before = sheet.positions.size();
    ASSERT_TRUE(set_tangents(sheet));
    EXPECT_EQ(sheet.positions.size(), before + 3);
    for (std::size_t i = 0; i < sheet.indices.size(); ++i) {
        const std::size_t t = i / 3 * 3;
        const float middle = (sheet.positions[sheet.indices[t]].x + sheet.positions[sheet.indices[t + 1]].x +
                              sheet.positions[sheet.indices[t + 2]].x) /
                             3;
        EXPECT_EQ(sheet.tangents[sheet.indices[i]].x, middle < 1 ? 1.0f : -1.0f);
    }
    Model model;
    model.meshes.push_back(sheet);
    EXPECT_TRUE(validate(model).empty());
}

TEST(Tangents, AreUnitAndAcrossTheNormal) {
    const Mesh torus = testing::torus(16);
    const std::vector<Vec4> tangents = tangents_of(torus);
    for (std::size_t i = 0; i < tangents.size(); ++i) {
        const Vec3 t = direction(tangents[i]), n = torus.normals[torus.indices[i]];
        EXPECT_NEAR(length(t), 1, 1e-6f);
        EXPECT_NEAR(dot(t, n), 0, 1e-6f);
        EXPECT_EQ(std::abs(tangents[i].w), 1);
        // u runs around the large circle; at its seam there is one side only, half a cell away.
        const Vec3 p = torus.positions[torus.indices[i]];
        EXPECT_GT(dot(t, normalize(Vec3{p.z, 0, -p.x})), 0.98f);
    }
}

// Two triangles in the ground that share an edge and, at corner 0, have angles of 90 and 45 degrees.
struct Pair {
    std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, -1}, {-1, 0, -1}};
    std::vector<Vec3> normals = std::vector<Vec3>(4, Vec3{0, 1, 0});
    std::vector<std::uint32_t> indices = {0, 1, 2, 0, 2, 3};

    std::vector<Vec4> tangents(const Vec2& last_uv) const {
        const std::vector<Vec2> uvs = {{0, 0}, {1, 0}, {0, -1}, last_uv};
        return corner_tangents(positions, normals, uvs, indices);
    }
};

TEST(Tangents, AreWeightedByAngle) {
    const std::vector<Vec4> tangents = Pair().tangents({-1, -2}); // u of the second grows along (1, 0, -1)
    const float half = std::sqrt(0.5f);
    EXPECT_LT(length(direction(tangents[1]) - Vec3{1, 0, 0}), 1e-6f);
    EXPECT_LT(length(direction(tangents[5]) - Vec3{half, 0, -half}), 1e-6f);
    const Vec3 both = normalize(Vec3{1, 0, 0} * 90.0f + Vec3{half, 0, -half} * 45.0f);
    EXPECT_LT(length(direction(tangents[0]) - both), 1e-6f);
    EXPECT_EQ(tangents[0], tangents[3]);
}

TEST(Tangents, ATriangleWithoutAreaInTheTextureTakesItsNeighbours) {
    const std::vector<Vec4> tangents = Pair().tangents({0, -2});
    EXPECT_EQ(direction(tangents[3]), (Vec3{1, 0, 0}));
    EXPECT_EQ(tangents[3].w, tangents[0].w);
    EXPECT_EQ(tangents[4].w, tangents[0].w);
}

TEST(Tangents, NothingToGoByStillGivesADirection) {
    Mesh sheet = testing::sheet(1);
    sheet.uv0.assign(sheet.uv0.size(), {0.5f, 0.5f});
    sheet.indices.insert(sheet.indices.end(), {0, 0, 1});
    for (const Vec4& t : tangents_of(sheet)) {
        EXPECT_NEAR(length(direction(t)), 1, 1e-6f);
        EXPECT_EQ(t.y, 0);
        EXPECT_EQ(t.w, 1);
    }
}

TEST(Tangents, NeedNormalsAndTextureCoordinates) {
    Mesh mesh = testing::sheet(1);
    mesh.uv0.clear();
    EXPECT_FALSE(set_tangents(mesh));
    EXPECT_TRUE(mesh.tangents.empty());
}

} // namespace
} // namespace ossuary::mesh
