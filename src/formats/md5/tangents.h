// Tangents of a surface that has a normal map. Private to the room.
#pragma once

#include <vector>

#include "ossuary/formats/md5/md5mesh.h"

namespace ossuary::md5 {

// Vertices shared by triangles that show the picture plainly and mirrored are split: the copies come behind the
// surface's own vertices, and the triangles refer to them.
struct TangentFrame {
    std::vector<Vec4d> tangents;              // file axes; w = 1 where the picture is not mirrored, else -1
    std::vector<std::uint32_t> copied_vertex; // of each vertex behind the surface's own, which one it repeats
    std::vector<Triangle> tris;
};
TangentFrame make_tangents(const Mesh& mesh, const std::vector<Vec3d>& positions, const std::vector<Vec3d>& normals);

// Some unit vector across a unit vector.
Vec3d perpendicular(const Vec3d& unit);

} // namespace ossuary::md5
