// Welding: which vertices are one, and meshes without the copies.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/model/mesh.h"

namespace ossuary::mesh {

// Old vertices to new ones. New numbers count up in the order in which they first appear.
struct Remap {
    std::vector<std::uint32_t> to; // one per old vertex
    std::uint32_t count = 0;       // of new vertices
};

// Finite points at one place get one number; 0 and -0 are one place.
Remap weld_positions(std::span<const Vec3> positions);

// Merges vertices that agree in everything they have: place, normal, tangent, texture coordinates, colour, influences
// and morph targets. Triangles, surfaces and levels stay as they are and refer to what is left. Vertices of different
// surfaces are merged too. Returns how many went away. The mesh must be valid.
std::size_t weld_vertices(Mesh& mesh);

} // namespace ossuary::mesh
