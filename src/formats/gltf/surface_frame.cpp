#include "surface_frame.h"

namespace ossuary::gltf {

std::vector<Vec3> smooth_normals(std::span<const Vec3> positions, std::span<const std::uint32_t> indices) {
    std::vector<Vec3d> sums(positions.size());
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const Vec3d a = to_double(positions[indices[i]]);
        const Vec3d b = to_double(positions[indices[i + 1]]), c = to_double(positions[indices[i + 2]]);
        const Vec3d normal = cross(b - a, c - a);
        for (std::size_t corner = 0; corner < 3; ++corner) sums[indices[i + corner]] += normal;
    }
    std::vector<Vec3> normals;
    normals.reserve(sums.size());
    for (const Vec3d& sum : sums) {
        const Vec3d unit = normalize(sum);
        const bool sound = std::abs(length(unit) - 1) < 1e-6;
        normals.push_back(sound ? to_float(unit) : Vec3{0, 1, 0});
    }
    return normals;
}

Vec4 any_tangent(const Vec3& normal) {
    const Vec3d n = to_double(normal);
    const Vec3d across = std::abs(n.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 0, 1};
    const Vec3 t = to_float(normalize(across - n * dot(n, across)));
    return {t.x, t.y, t.z, 1};
}

std::vector<Vec4> smooth_tangents(std::span<const Vec3> positions, std::span<const Vec3> normals,
                                  std::span<const Vec2> uv, std::span<const std::uint32_t> indices) {
    std::vector<Vec3d> sums(positions.size());
    std::vector<double> signs(positions.size());
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const std::uint32_t a = indices[i], b = indices[i + 1], c = indices[i + 2];
        const Vec3d d1 = to_double(positions[b]) - to_double(positions[a]);
        const Vec3d d2 = to_double(positions[c]) - to_double(positions[a]);
        const double u1 = double{uv[b].x} - double{uv[a].x}, v1 = double{uv[b].y} - double{uv[a].y};
        const double u2 = double{uv[c].x} - double{uv[a].x}, v2 = double{uv[c].y} - double{uv[a].y};
        const double area = u1 * v2 - v1 * u2;
        if (area == 0) continue;
        const Vec3d tangent = normalize((d1 * v2 - d2 * v1) / area);
        // Counter-clockwise corners run clockwise in an unmirrored image, whose v grows downwards.
        const double sign = area < 0 ? 1 : -1;
        for (const std::uint32_t vertex : {a, b, c}) {
            sums[vertex] += tangent;
            signs[vertex] += sign;
        }
    }
    std::vector<Vec4> tangents;
    tangents.reserve(sums.size());
    for (std::size_t v = 0; v < sums.size(); ++v) {
        const Vec3d n = to_double(normals[v]);
        const Vec3d unit = normalize(sums[v] - n * dot(n, sums[v]));
        if (std::abs(length(unit) - 1) < 1e-6) {
            const Vec3 t = to_float(unit);
            tangents.push_back({t.x, t.y, t.z, signs[v] < 0 ? -1.0f : 1.0f});
        } else {
            tangents.push_back(any_tangent(normals[v]));
        }
    }
    return tangents;
}

} // namespace ossuary::gltf
