// Tangents by the conventions of MikkTSpace, which tools that bake normal maps share: texture space is averaged over
// the triangles around a vertex that hang together and are not mirrored against each other, weighted by angle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/model/mesh.h"

namespace ossuary::mesh {

// One tangent for each index: the direction of growing u, of unit length, across the vertex's normal. With w = ±1,
// cross(normal, tangent) · w points to smaller v, as in glTF, where v grows downwards. Triangles without area in the
// texture take what their neighbours have; what has none gets any direction across the normal. Normals and texture
// coordinates are one per position.
std::vector<Vec4> corner_tangents(std::span<const Vec3> positions, std::span<const Vec3> normals,
                                  std::span<const Vec2> uvs, std::span<const std::uint32_t> indices);

// Gives a mesh tangents for uv0. A vertex whose corners differ becomes several, as with set_normals. False, and nothing
// is changed, if the mesh has no normals or no texture coordinates.
bool set_tangents(Mesh& mesh);

} // namespace ossuary::mesh
