#include <meshoptimizer.h>

#include "mesh/vertices.h"
#include "ossuary/mesh/draw_order.h"

namespace ossuary::mesh {
namespace {

const float* floats(const std::vector<Vec3>& positions) { return &positions.data()->x; }

void order_triangles(std::span<std::uint32_t> indices, const Mesh& mesh, const DrawOrderOptions& options) {
    if (indices.empty()) return;
    const std::size_t vertices = mesh.positions.size();
    meshopt_optimizeVertexCache(indices.data(), indices.data(), indices.size(), vertices);
    if (options.overdraw_threshold > 1)
        meshopt_optimizeOverdraw(indices.data(), indices.data(), indices.size(), floats(mesh.positions), vertices,
                                 sizeof(Vec3), options.overdraw_threshold);
}

// Vertices in the order in which the surfaces use them: all levels of one surface before the next, so that each keeps a
// range of its own where it had one.
std::vector<std::uint32_t> order_of_use(const Mesh& mesh, std::vector<std::uint32_t>& new_number) {
    constexpr std::uint32_t unused = UINT32_MAX;
    std::vector<std::uint32_t> source;
    new_number.assign(mesh.positions.size(), unused);
    const auto use = [&](std::span<const std::uint32_t> indices) {
        for (const std::uint32_t index : indices) {
            if (new_number[index] != unused) continue;
            new_number[index] = static_cast<std::uint32_t>(source.size());
            source.push_back(index);
        }
    };
    std::vector<std::size_t> level_first(mesh.levels.size());
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) {
        use(std::span(mesh.indices).subspan(mesh.surfaces[s].first_index, mesh.surfaces[s].index_count));
        for (std::size_t l = 0; l < mesh.levels.size(); ++l) {
            const std::uint32_t count = mesh.levels[l].index_counts[s];
            use(std::span(mesh.levels[l].indices).subspan(level_first[l], count));
            level_first[l] += count;
        }
    }
    return source;
}

} // namespace

void optimise_draw_order(Mesh& mesh, const DrawOrderOptions& options) {
    for (const Surface& surface : mesh.surfaces)
        order_triangles(std::span(mesh.indices).subspan(surface.first_index, surface.index_count), mesh, options);
    for (MeshLevel& level : mesh.levels) {
        std::size_t first = 0;
        for (const std::uint32_t count : level.index_counts) {
            order_triangles(std::span(level.indices).subspan(first, count), mesh, options);
            first += count;
        }
    }
    std::vector<std::uint32_t> new_number;
    gather_vertices(mesh, order_of_use(mesh, new_number));
    for (std::uint32_t& index : mesh.indices) index = new_number[index];
    for (MeshLevel& level : mesh.levels)
        for (std::uint32_t& index : level.indices) index = new_number[index];
    fit_surfaces(mesh);
}

DrawCost measure_draw_cost(const Mesh& mesh) {
    DrawCost cost;
    if (mesh.indices.empty()) return cost;
    constexpr unsigned cache_size = 16;
    constexpr std::size_t vertex_size = 32;
    const std::uint32_t* indices = mesh.indices.data();
    const std::size_t count = mesh.indices.size(), vertices = mesh.positions.size();
    const auto cache = meshopt_analyzeVertexCache(indices, count, vertices, cache_size, 0, 0);
    cost.cache_misses = static_cast<double>(cache.acmr);
    cost.vertex_misses = static_cast<double>(cache.atvr);
    cost.overdraw = static_cast<double>(
        meshopt_analyzeOverdraw(indices, count, floats(mesh.positions), vertices, sizeof(Vec3)).overdraw);
    cost.overfetch = static_cast<double>(meshopt_analyzeVertexFetch(indices, count, vertices, vertex_size).overfetch);
    return cost;
}

} // namespace ossuary::mesh
