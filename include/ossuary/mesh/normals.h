// Normals: how the triangles around a place share it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/model/mesh.h"

namespace ossuary::mesh {

enum class NormalWeight : std::uint8_t {
    uniform, // every triangle counts the same
    area,    // by its area
    angle,   // by its angle at the place: the same normals however a flat face is cut into triangles
};

struct NormalOptions {
    NormalWeight weight = NormalWeight::angle;
    // Vertices at one place smooth each other, so that seams of textures do not show.
    bool weld = true;
    // Triangles smooth each other where the cosine between their normals is at least this: 0.5 leaves edges sharper
    // than 60 degrees hard, -1 leaves none.
    double crease_cosine = -1;
    // One mask per triangle: two triangles smooth each other where they share a bit, and one with none is flat. Empty:
    // all do.
    std::span<const std::uint32_t> groups = {};
};

// A place where more corners meet than any honest mesh has is smoothed as a whole, creases and groups or not: pairing
// all with all would take forever.
inline constexpr std::size_t most_corners_at_a_place = 512;

// One unit normal for each index. Triangles without area count nothing; a corner that nothing gives a direction has
// that of its triangle, or (0, 1, 0). Indices must be less than the number of positions, a multiple of three many.
std::vector<Vec3> corner_normals(std::span<const Vec3> positions, std::span<const std::uint32_t> indices,
                                 const NormalOptions& options = {});

// Gives a mesh new normals. A vertex whose corners differ becomes several, beside each other; levels of detail refer to
// the first of them. Differences of normals in morph targets, which were to the old ones, are dropped.
void set_normals(Mesh& mesh, const NormalOptions& options = {});

} // namespace ossuary::mesh
