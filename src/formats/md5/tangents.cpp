#include "tangents.h"

#include <cmath>

namespace ossuary::md5 {

Vec3d perpendicular(const Vec3d& unit) {
    return normalize(cross(unit, std::abs(unit.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}));
}

TangentFrame make_tangents(const Mesh& mesh, const std::vector<Vec3d>& positions, const std::vector<Vec3d>& normals) {
    struct Edges {
        double area = 0; // in the picture: positive unless it is mirrored, as the triangles are clockwise
        Vec3d tangent;   // towards increasing u
    };
    const auto measure = [&](const Triangle& tri) {
        const auto a = static_cast<std::size_t>(tri[0]), b = static_cast<std::size_t>(tri[1]),
                   c = static_cast<std::size_t>(tri[2]);
        const Vec3d d1 = positions[b] - positions[a], d2 = positions[c] - positions[a];
        const Vec2d &ta = mesh.verts[a].tex_coord, &tb = mesh.verts[b].tex_coord, &tc = mesh.verts[c].tex_coord;
        const double s1 = tb.x - ta.x, t1 = tb.y - ta.y, s2 = tc.x - ta.x, t2 = tc.y - ta.y;
        Edges edges;
        edges.area = s1 * t2 - t1 * s2;
        if (edges.area != 0) edges.tangent = normalize(d1 * t2 - d2 * t1) * (edges.area > 0 ? 1.0 : -1.0);
        return edges;
    };

    enum : std::uint8_t { plain = 1, mirrored = 2 };
    std::vector<Edges> edges;
    std::vector<std::uint8_t> signs(positions.size(), 0);
    edges.reserve(mesh.tris.size());
    for (const Triangle& tri : mesh.tris) {
        edges.push_back(measure(tri));
        for (const std::int32_t corner : tri)
            if (edges.back().area != 0)
                signs[static_cast<std::size_t>(corner)] |= edges.back().area > 0 ? plain : mirrored;
    }

    TangentFrame frame;
    frame.tris = mesh.tris;
    std::vector<std::int32_t> copy_of(positions.size(), -1); // the mirrored copy of a vertex that is both
    for (std::size_t v = 0; v < positions.size(); ++v) {
        if (signs[v] != (plain | mirrored)) continue;
        copy_of[v] = static_cast<std::int32_t>(positions.size() + frame.copied_vertex.size());
        frame.copied_vertex.push_back(static_cast<std::uint32_t>(v));
    }
    std::vector<Vec3d> sums(positions.size() + frame.copied_vertex.size());
    for (std::size_t t = 0; t < frame.tris.size(); ++t) {
        for (std::int32_t& corner : frame.tris[t]) {
            const std::int32_t copy = copy_of[static_cast<std::size_t>(corner)];
            if (edges[t].area < 0 && copy >= 0) corner = copy;
            sums[static_cast<std::size_t>(corner)] += edges[t].tangent;
        }
    }
    frame.tangents.reserve(sums.size());
    for (std::size_t v = 0; v < sums.size(); ++v) {
        const bool is_copy = v >= positions.size();
        const Vec3d& normal = normals[is_copy ? frame.copied_vertex[v - positions.size()] : v];
        Vec3d across = sums[v] - normal * dot(normal, sums[v]);
        const double size = length(across);
        const bool found = size > 1e-12;
        across = found ? across / size : perpendicular(normal);
        const bool is_mirrored = is_copy || (v < signs.size() && signs[v] == mirrored);
        frame.tangents.push_back({across.x, across.y, across.z, found && is_mirrored ? -1.0 : 1.0});
    }
    return frame;
}

} // namespace ossuary::md5
