#include "ossuary/mesh/cone.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace ossuary::mesh {
namespace {

// A patch of a sphere of radius 5 around the y axis: `spread` is how far it reaches from there.
struct Patch {
    std::vector<Vec3> positions;
    std::vector<std::uint8_t> triangles;
};

Patch patch(float spread) {
    Patch made;
    constexpr std::uint8_t cells = 6;
    for (int z = 0; z <= cells; ++z)
        for (int x = 0; x <= cells; ++x) {
            const float a = spread * (static_cast<float>(x) / 3 - 1), b = spread * (static_cast<float>(z) / 3 - 1);
            made.positions.push_back(normalize(Vec3{std::tan(a), 1, std::tan(b)}) * 5.0f);
        }
    for (std::uint8_t z = 0; z < cells; ++z)
        for (std::uint8_t x = 0; x < cells; ++x) {
            const auto a = static_cast<std::uint8_t>(z * (cells + 1) + x);
            for (const int step : {0, cells + 1, 1, 1, cells + 1, cells + 2})
                made.triangles.push_back(static_cast<std::uint8_t>(a + step));
        }
    return made;
}

NormalCone cone(const Patch& p) { return cone_of(p.positions, p.triangles, sphere_of(p.positions)); }

bool shows_a_front(const Patch& p, const Vec3& camera) {
    for (std::size_t i = 0; i < p.triangles.size(); i += 3) {
        const Vec3d a = to_double(p.positions[p.triangles[i]]), b = to_double(p.positions[p.triangles[i + 1]]),
                    c = to_double(p.positions[p.triangles[i + 2]]);
        if (dot(cross(b - a, c - a), to_double(camera) - a) > 0) return true;
    }
    return false;
}

TEST(Cone, NeverCullsWhatShowsAFront) {
    std::mt19937 random(3);
    const auto next = [&random](float size) { return size * (static_cast<float>(random() % 20001) / 10000 - 1); };
    for (const float spread : {0.0f, 0.05f, 0.3f, 0.7f, 1.2f}) {
        const Patch p = patch(spread);
        const NormalCone c = cone(p);
        int culled = 0, hidden = 0;
        for (int i = 0; i < 20000; ++i) {
            const Vec3 camera{next(20), next(20), next(20)};
            const bool front = shows_a_front(p, camera);
            hidden += !front;
            if (!c.culls(camera)) continue;
            ++culled;
            EXPECT_FALSE(front);
        }
        if (spread > 0 && spread < 0.5f) {
            EXPECT_GT(culled, hidden / 2) << spread; // and it is of use
        }
    }
}

TEST(Cone, TrianglesThatFaceAllWaysAreNeverCulled) {
    Patch p = patch(0.3f);
    const std::size_t count = p.triangles.size();
    for (std::size_t i = 0; i < count; i += 3)
        for (const std::size_t c : {0u, 2u, 1u}) p.triangles.push_back(p.triangles[i + c]);
    EXPECT_FALSE(cone(p).is_usable());
    EXPECT_FALSE(cone(p).culls({0, -100, 0}));
}

TEST(Cone, TrianglesWithoutAreaCountNothing) {
    Patch p = patch(0.3f);
    const NormalCone before = cone(p);
    p.triangles.insert(p.triangles.end(), {0, 0, 1, 2, 2, 2});
    EXPECT_EQ(cone(p), before);
    p.triangles = {0, 0, 1};
    EXPECT_FALSE(cone(p).is_usable());
}

} // namespace
} // namespace ossuary::mesh
