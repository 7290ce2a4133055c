#include <algorithm>
#include <cmath>

#include "ossuary/base/sort.h"
#include "ossuary/formats/md5/md5mesh.h"

namespace ossuary::md5 {

namespace {

// The angle at corner `at` between the edges to the two others.
double corner_angle(const Vec3d& at, const Vec3d& a, const Vec3d& b) {
    const Vec3d u = normalize(a - at), v = normalize(b - at);
    return std::acos(std::clamp(dot(u, v), -1.0, 1.0));
}

// Vertices at equal positions (as floats) get the sum over all of them.
void weld(std::vector<Vec3d>& sums, const std::vector<Vec3d>& positions) {
    struct Key {
        Vec3 position;
        std::uint32_t vertex;
    };
    std::vector<Key> keys;
    keys.reserve(positions.size());
    for (std::size_t v = 0; v < positions.size(); ++v) {
        // Adding 0 turns -0 into 0.
        const Vec3 p = to_float(positions[v]) + Vec3{};
        keys.push_back({p, static_cast<std::uint32_t>(v)});
    }
    ossuary::sort(keys, [](const Key& a, const Key& b) {
        if (a.position.x != b.position.x) return a.position.x < b.position.x;
        if (a.position.y != b.position.y) return a.position.y < b.position.y;
        if (a.position.z != b.position.z) return a.position.z < b.position.z;
        return a.vertex < b.vertex;
    });
    for (std::size_t first = 0, end = 0; first < keys.size(); first = end) {
        Vec3d sum;
        for (end = first; end < keys.size() && keys[end].position == keys[first].position; ++end)
            sum += sums[keys[end].vertex];
        for (std::size_t i = first; i < end; ++i) sums[keys[i].vertex] = sum;
    }
}

} // namespace

std::vector<Vec3d> vertex_normals(const Mesh& mesh, const std::vector<Vec3d>& positions, const NormalOptions& options) {
    std::vector<Vec3d> normals(positions.size());
    for (const Triangle& tri : mesh.tris) {
        const std::array<std::size_t, 3> corner = {static_cast<std::size_t>(tri[0]), static_cast<std::size_t>(tri[1]),
                                                   static_cast<std::size_t>(tri[2])};
        const Vec3d &a = positions[corner[0]], &b = positions[corner[1]], &c = positions[corner[2]];
        const Vec3d twice_area = cross(c - a, b - a); // outwards, as MD5's triangles are clockwise
        const double size = length(twice_area);
        if (!(size > 1e-20)) continue; // no direction, and its NaN would poison the vertex
        const Vec3d face = twice_area / size;
        for (std::size_t i = 0; i < 3; ++i) {
            Vec3d& normal = normals[corner[i]];
            switch (options.mode) {
            case NormalMode::sum: normal += face; break;
            case NormalMode::progressive: normal = normalize(normal + face); break;
            case NormalMode::area: normal += twice_area; break;
            case NormalMode::angle:
                normal += face * corner_angle(positions[corner[i]], positions[corner[(i + 1) % 3]],
                                              positions[corner[(i + 2) % 3]]);
                break;
            }
        }
    }
    if (options.weld) weld(normals, positions);
    for (Vec3d& normal : normals) {
        const double size = length(normal);
        normal = size > 0 ? normal / size : Vec3d{0, 0, 1};
    }
    return normals;
}

} // namespace ossuary::md5
