#include "ossuary/mesh/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ossuary/base/box.h"
#include "ossuary/base/simd.h"

namespace ossuary::mesh {
namespace {

struct Ball {
    Vec3d center;
    double radius = 0;
};

// The axes and the diagonals of a cube, four at a time: the two points farthest apart along one of them begin the
// sphere. The last is there for the number's sake.
struct Directions {
    simd::f32x4 x, y, z;
};
constexpr Directions directions[2] = {{{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}},
                                      {{1, 1, -1, 1}, {1, -1, 1, 0}, {-1, 1, 1, 0}}};

Ball around_widest_pair(std::span<const Vec3> points) {
    Ball widest;
    for (const Directions& four : directions) {
        simd::f32x4 least, most;
        simd::splat(least, std::numeric_limits<float>::infinity());
        simd::splat(most, -std::numeric_limits<float>::infinity());
        simd::i32x4 low{}, high{};
        for (std::size_t i = 0; i < points.size(); ++i) {
            const simd::f32x4 along = four.x * points[i].x + four.y * points[i].y + four.z * points[i].z;
            const simd::i32x4 number = simd::i32x4{} + static_cast<std::int32_t>(i);
            const simd::i32x4 below = along<least, above = along> most;
            simd::select(least, below, along, least);
            simd::select(most, above, along, most);
            low = (below & number) | (~below & low);
            high = (above & number) | (~above & high);
        }
        for (int lane = 0; lane < 4; ++lane) {
            const Vec3d a = to_double(points[static_cast<std::size_t>(low[lane])]);
            const Vec3d b = to_double(points[static_cast<std::size_t>(high[lane])]);
            const double radius = length(b - a) / 2;
            if (radius >= widest.radius) widest = {(a + b) * 0.5, radius};
        }
    }
    return widest;
}

} // namespace

Sphere sphere_of(std::span<const Vec3> points) {
    if (points.empty()) return {};
    // Ritter: whatever lies outside pulls the sphere just far enough to touch it and the opposite side.
    Ball ball = around_widest_pair(points);
    for (const Vec3& point : points) {
        const Vec3d outward = to_double(point) - ball.center;
        const double square = dot(outward, outward);
        if (square <= ball.radius * ball.radius) continue;
        const double distance = std::sqrt(square);
        const double radius = (ball.radius + distance) / 2;
        ball.center += outward * ((radius - ball.radius) / distance);
        ball.radius = radius;
    }
    // The float centre is a little beside the one found: measure again from where it is, and round up.
    const Vec3 center = to_float(ball.center);
    double farthest = 0;
    for (const Vec3& point : points) {
        const Vec3d outward = to_double(point) - to_double(center);
        farthest = std::max(farthest, dot(outward, outward));
    }
    const auto radius = static_cast<float>(std::sqrt(farthest));
    return {center, farthest > 0 ? std::nextafter(radius, std::numeric_limits<float>::infinity()) : 0.0f};
}

} // namespace ossuary::mesh
