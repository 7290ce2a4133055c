#include "ossuary/mesh/cone.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ossuary::mesh {

NormalCone cone_of(std::span<const Vec3> positions, std::span<const std::uint8_t> triangles, const Sphere& sphere) {
    // Below this cosine, normals spread so far that the cone would hardly ever cull.
    constexpr double least_cosine = 0.1;
    // A little beyond what rounding to float may take away.
    constexpr double margin = 1e-6;

    struct Plane {
        Vec3d normal, point;
    };
    std::vector<Plane> planes;
    std::vector<Vec3> normals;
    planes.reserve(triangles.size() / 3);
    normals.reserve(triangles.size() / 3);
    for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
        const Vec3d a = to_double(positions[triangles[i]]);
        const Vec3d across =
            cross(to_double(positions[triangles[i + 1]]) - a, to_double(positions[triangles[i + 2]]) - a);
        const double size = length(across);
        if (!(size > 0)) continue;
        planes.push_back({across * (1 / size), a});
        normals.push_back(to_float(planes.back().normal));
    }
    NormalCone cone{.apex = sphere.center};
    const Vec3 axis = normalize(sphere_of(normals).center);
    double least = 1;
    for (const Plane& plane : planes) least = std::min(least, dot(plane.normal, to_double(axis)));
    if (planes.empty() || least <= least_cosine) return cone;

    // From the centre back along the axis until all planes are in front.
    double back = 0;
    const Vec3d center = to_double(sphere.center), direction = to_double(axis);
    for (const Plane& plane : planes)
        back = std::max(back, dot(center - plane.point, plane.normal) / dot(direction, plane.normal));
    back += margin * static_cast<double>(sphere.radius + length(sphere.center));
    cone.axis = axis;
    cone.apex = to_float(center - direction * back);
    const double sine = std::sqrt(std::max(0.0, 1 - least * least));
    cone.cutoff = static_cast<float>(std::min(1.0, sine + margin));
    return cone;
}

} // namespace ossuary::mesh
