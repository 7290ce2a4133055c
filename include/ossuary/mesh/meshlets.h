// Meshlets: a mesh in small clusters that are culled and drawn one by one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/result.h"
#include "ossuary/model/mesh.h"

namespace ossuary::mesh {

struct MeshletLimits {
    std::uint32_t vertices = 64;  // 3 to 255
    std::uint32_t triangles = 64; // 4 to 512, a multiple of four
    float cone_weight = 0;        // 0 to 1: rather triangles that face one way than close ones
};

struct Meshlet {
    std::uint32_t first_vertex = 0;   // in Meshlets::vertices
    std::uint32_t first_triangle = 0; // in Meshlets::triangles, which has three numbers for each
    std::uint16_t vertex_count = 0;
    std::uint16_t triangle_count = 0;
    std::uint32_t surface = 0;
};

// Every triangle of the mesh is in exactly one meshlet, of its own surface, and keeps its winding. Meshlets of a
// surface follow each other, in the order of surfaces.
struct Meshlets {
    MeshletLimits limits;
    std::vector<Meshlet> list;
    std::vector<std::uint32_t> vertices; // the mesh's numbers
    std::vector<std::uint8_t> triangles; // numbers within the meshlet's vertices

    std::span<const std::uint32_t> vertices_of(const Meshlet& meshlet) const {
        return std::span(vertices).subspan(meshlet.first_vertex, meshlet.vertex_count);
    }
    std::span<const std::uint8_t> triangles_of(const Meshlet& meshlet) const {
        return std::span(triangles).subspan(std::size_t{meshlet.first_triangle} * 3,
                                            std::size_t{meshlet.triangle_count} * 3);
    }

    // Through meshoptimizer. An error if the limits are out of range or a position is not finite.
    static Result<Meshlets> make(const Mesh& mesh, const MeshletLimits& limits = {});
};

struct MeshletStatistics {
    double triangle_fill = 0; // used of the slots there are
    double vertex_fill = 0;
    double vertex_reuse = 0; // meshlets that a vertex is in, on average: 1 at best
};
MeshletStatistics measure(const Meshlets& meshlets, const Mesh& mesh);

// Everything in which the meshlets are not what `Meshlets` promises of that mesh; empty if all is well.
Diagnostics validate(const Meshlets& meshlets, const Mesh& mesh);

} // namespace ossuary::mesh
