// Triangles of an ASC mesh as a mesh of the model, with the normals the game's compiler makes.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "ossuary/formats/zengin/asc.h"
#include "ossuary/model/mesh.h"

namespace ossuary::zengin {

inline constexpr double rigid_smooth_angle_cosine = 0.5; // 60 degrees
inline constexpr double no_angle_limit = -2;

struct BuiltMesh {
    Mesh mesh;
    std::vector<std::uint32_t> source; // per vertex of the mesh: the ASC vertex it came from
};

// `positions` are those of the ASC vertices in the space of the result. Faces whose normals enclose an angle with at
// least `smooth_cosine` are smoothed; `material_of` gives the model's material of a submaterial number. One surface per
// material, in order of first use; a vertex per distinct position, texture coordinate and normal in it. Texture
// coordinates nearer to each other than `same_uv` count as one.
BuiltMesh build_mesh(const AscMesh& source, const std::vector<Vec3d>& positions, double smooth_cosine,
                     const std::function<std::int32_t(std::int32_t)>& material_of, float same_uv = 0);

} // namespace ossuary::zengin
