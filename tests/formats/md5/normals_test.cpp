#include <gtest/gtest.h>

#include "small_files.h"

namespace ossuary::md5 {
namespace {

// Triangles over given points; texture coordinates and weights do not matter.
Mesh surface(std::size_t verts, std::vector<Triangle> tris) {
    Mesh mesh;
    mesh.verts.resize(verts);
    mesh.tris = std::move(tris);
    return mesh;
}

TEST(Md5Normals, PointOutOfAClockwiseTriangle) {
    const auto normals = vertex_normals(surface(3, {{0, 2, 1}}), {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    for (const Vec3d& normal : normals) EXPECT_EQ(normal, (Vec3d{0, 0, 1}));
}

// A fold along the y axis: a small face to the left looking up, a large one to the right looking along x.
const std::vector<Vec3d> fold = {{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, 0, -4}};
const std::vector<Triangle> fold_tris = {{0, 2, 1}, {0, 1, 3}};

TEST(Md5Normals, ModesWeighFacesDifferently) {
    const Mesh mesh = surface(4, fold_tris);
    const auto with_mode = [&](NormalMode mode) { return vertex_normals(mesh, fold, {.mode = mode})[0]; };
    const Vec3d up = vertex_normals(mesh, fold)[2], side = vertex_normals(mesh, fold)[3];
    EXPECT_LT(length(with_mode(NormalMode::sum) - normalize(up + side)), 1e-12);
    EXPECT_LT(length(with_mode(NormalMode::angle) - normalize(up + side)), 1e-12); // both corners are right angles
    EXPECT_LT(length(with_mode(NormalMode::area) - normalize(up + side * 4.0)), 1e-12);
    EXPECT_LT(length(with_mode(NormalMode::progressive) - normalize(up + side)), 1e-12);
}

TEST(Md5Normals, ProgressiveModeFavoursLaterFaces) {
    const Mesh mesh = surface(4, {fold_tris[0], fold_tris[0], fold_tris[1]});
    const Vec3d up = vertex_normals(mesh, fold)[2], side = vertex_normals(mesh, fold)[3];
    const Vec3d normal = vertex_normals(mesh, fold, {.mode = NormalMode::progressive})[0];
    EXPECT_LT(length(normal - normalize(up + side)), 1e-12);
    EXPECT_LT(length(vertex_normals(mesh, fold)[0] - normalize(up * 2.0 + side)), 1e-12);
}

TEST(Md5Normals, WeldsVerticesAtTheSamePlace) {
    // The fold again, with the edge's vertices doubled as a texture seam does.
    std::vector<Vec3d> points = fold;
    points.push_back({-0.0, 0, 0});
    points.push_back({0, 1 + 1e-12, 0}); // the same float
    const Mesh mesh = surface(6, {{0, 2, 1}, {4, 5, 3}});
    const auto welded = vertex_normals(mesh, points), apart = vertex_normals(mesh, points, {.weld = false});
    EXPECT_EQ(welded[0], welded[4]);
    EXPECT_EQ(welded[1], welded[5]);
    EXPECT_GT(length(apart[0] - apart[4]), 1);
}

TEST(Md5Normals, DegenerateTrianglesDoNoHarm) {
    const Mesh mesh = surface(4, {{0, 1, 1}, {0, 0, 0}, {0, 2, 1}});
    const auto normals = vertex_normals(mesh, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 5}});
    EXPECT_EQ(normals[0], (Vec3d{0, 0, 1}));
    EXPECT_EQ(normals[3], (Vec3d{0, 0, 1})) << "a vertex without triangles looks up";
}

} // namespace
} // namespace ossuary::md5
