#include "ossuary/mesh/bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ossuary::mesh {
namespace {

// The axes and the diagonals of a cube: the two points farthest apart along one of them begin the sphere.
constexpr std::array<Vec3d, 7> directions = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}}};

struct Ball {
    Vec3d center;
    double radius = 0;
};

Ball around_widest_pair(std::span<const Vec3> points) {
    Ball widest;
    for (const Vec3d& direction : directions) {
        Vec3d low, high;
        double least = std::numeric_limits<double>::infinity(), most = -least;
        for (const Vec3& point : points) {
            const Vec3d p = to_double(point);
            const double along = dot(p, direction);
            if (along < least) least = along, low = p;
            if (along > most) most = along, high = p;
        }
        const double radius = length(high - low) / 2;
        if (radius >= widest.radius) widest = {(low + high) * 0.5, radius};
    }
    return widest;
}

} // namespace

std::optional<Box> box_of(std::span<const Vec3> points) {
    if (points.empty()) return std::nullopt;
    Box box{points[0], points[0]};
    for (const Vec3& p : points) {
        box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
        box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
    }
    return box;
}

Sphere sphere_of(std::span<const Vec3> points) {
    if (points.empty()) return {};
    // Ritter: whatever lies outside pulls the sphere just far enough to touch it and the opposite side.
    Ball ball = around_widest_pair(points);
    for (const Vec3& point : points) {
        const Vec3d outward = to_double(point) - ball.center;
        const double distance = length(outward);
        if (distance <= ball.radius) continue;
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
