#include "ossuary/mesh/bounds.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace ossuary::mesh {
namespace {

std::vector<Vec3> cloud(std::size_t count, Vec3 stretch, Vec3 offset) {
    std::mt19937 random(7);
    const auto next = [&random] { return static_cast<float>(random() % 20001) / 10000.0f - 1; };
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(Vec3{next(), next(), next()} * stretch + offset);
    return points;
}

bool contains(const Sphere& sphere, const Vec3& point) {
    return length(to_double(point) - to_double(sphere.center)) <= static_cast<double>(sphere.radius);
}

TEST(Bounds, NothingHasASphereOfNoSize) { EXPECT_EQ(sphere_of({}), Sphere{}); }

TEST(Bounds, OnePointIsItsOwnSphere) {
    const std::vector<Vec3> point = {{1, -2, 3}};
    EXPECT_EQ(sphere_of(point), (Sphere{point[0], 0}));
}

TEST(Bounds, SphereHoldsEveryPoint) {
    for (const Vec3 stretch : {Vec3{1, 1, 1}, Vec3{1000, 1, 1}, Vec3{1, 0, 0}, Vec3{1e-20f, 1e-20f, 1e-20f}})
        for (const Vec3 offset : {Vec3{0, 0, 0}, Vec3{12345.678f, -0.1f, 98765.4f}})
            for (std::size_t count : {2u, 3u, 64u, 500u}) {
                const std::vector<Vec3> points = cloud(count, stretch, offset);
                const Sphere sphere = sphere_of(points);
                for (const Vec3& point : points) EXPECT_TRUE(contains(sphere, point));
            }
}

TEST(Bounds, SphereOfACubeIsNearlyTheSmallest) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f});
    EXPECT_LE(sphere_of(corners).radius, 1.0001f * std::sqrt(3.0f));
    EXPECT_LE(sphere_of(cloud(2000, {1, 1, 1}, {})).radius, 1.03f * std::sqrt(3.0f));
}

} // namespace
} // namespace ossuary::mesh
