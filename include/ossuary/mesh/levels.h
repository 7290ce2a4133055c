// Levels of detail: coarser forms of a mesh, how far each is from the finest, and which one to draw.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/model/mesh.h"

namespace ossuary::mesh {

struct LevelOptions {
    // Triangles of each level, as a part of the finest: from fine to coarse.
    std::vector<float> ratios = {0.5f, 0.25f, 0.125f};
    // How far a level may be from the finest, as a part of the mesh's largest side. Coarser ones are left out.
    float most_error = 0.05f;
};

// Replaces the levels of a mesh, through meshoptimizer. Every level uses vertices of the mesh as they are, so that skin
// weights, texture coordinates and morph targets stay true; each surface keeps its own triangles, and where surfaces
// meet, or the mesh is open along two of them, the border stays. A level that came out hardly smaller than the one
// before it is left out, and so are all after it. The mesh must be valid.
void make_levels(Mesh& mesh, const LevelOptions& options = {});

// How far each level of a mesh is from the finest, whoever made it: the largest distance, in metres, from a vertex of
// the finest to the nearest point of the level. One for each of mesh.levels; never less than the one before.
std::vector<float> level_errors(const Mesh& mesh);

// What a camera sees: how many pixels a thing of one metre has at a distance of one metre.
struct ScreenScale {
    double pixels = 0;
    static ScreenScale of(double vertical_fov, double viewport_height); // radians, pixels
    // How large an error in metres is, seen from a distance.
    double pixels_of(double error, double distance) const {
        return error > 0 ? error * pixels / std::max(distance, 1e-6) : 0;
    }
};

// The coarsest level whose error on the screen is at most `most_pixels`: 0 is the finest, n is mesh.levels[n - 1].
// Distance is from the camera to the nearest point of the mesh's bounds.
std::size_t choose_level(std::span<const float> errors, double distance, const ScreenScale& scale,
                         double most_pixels = 1);

} // namespace ossuary::mesh
