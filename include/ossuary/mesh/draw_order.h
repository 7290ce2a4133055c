// The order in which triangles and vertices lie in memory, for graphics hardware: through meshoptimizer. The same mesh
// gives the same order wherever the same version of that library runs.
#pragma once

#include "ossuary/model/mesh.h"

namespace ossuary::mesh {

struct DrawOrderOptions {
    // How much worse the use of the vertex cache may become for less overdraw; 1 orders for the cache alone.
    float overdraw_threshold = 1.05f;
};

// Orders the triangles of each surface, and of each level of detail, so that vertices are used again while they are in
// the cache and front faces come first from most sides; then the vertices by first use. Nothing is added or dropped but
// vertices that no triangle uses. The mesh must be valid.
void optimise_draw_order(Mesh& mesh, const DrawOrderOptions& options = {});

// How a mesh is drawn as it is.
struct DrawCost {
    double cache_misses = 0;  // vertices transformed per triangle, with a cache of 16: 0.5 at best, 3 at worst
    double vertex_misses = 0; // vertices transformed per vertex: 1 at best
    double overdraw = 0;      // pixels shaded per pixel covered, over views from all sides
    double overfetch = 0;     // bytes fetched per byte of vertices used, with 32 bytes a vertex
};
DrawCost measure_draw_cost(const Mesh& mesh);

} // namespace ossuary::mesh
