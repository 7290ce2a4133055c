// Normals and tangents for meshes that lack what their material or the other surfaces have.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/base/math.h"

namespace ossuary::gltf {

// Per vertex, the normals of its triangles weighted by their area; (0, 1, 0) where that is nothing.
std::vector<Vec3> smooth_normals(std::span<const Vec3> positions, std::span<const std::uint32_t> indices);

// Per vertex, the direction of growing u across the normal, and w = ±1 so that cross(n, t) · w points to smaller v.
std::vector<Vec4> smooth_tangents(std::span<const Vec3> positions, std::span<const Vec3> normals,
                                  std::span<const Vec2> uv, std::span<const std::uint32_t> indices);

// Any unit vector at a right angle to a unit normal, with w = 1.
Vec4 any_tangent(const Vec3& normal);

} // namespace ossuary::gltf
