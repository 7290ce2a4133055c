#include "ossuary/mesh/meshlets.h"

#include <algorithm>
#include <array>

#include "ossuary/base/diagnostic.h"

namespace ossuary::mesh {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

// The same corners in the same direction, beginning with the least.
Triangle turned(Triangle t) {
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    return t;
}

} // namespace

MeshletStatistics measure(const Meshlets& meshlets, const Mesh& mesh) {
    MeshletStatistics statistics;
    if (meshlets.list.empty()) return statistics;
    const auto count = static_cast<double>(meshlets.list.size());
    const auto vertices = static_cast<double>(meshlets.vertices.size());
    statistics.triangle_fill = static_cast<double>(meshlets.triangles.size() / 3) / (count * meshlets.limits.triangles);
    statistics.vertex_fill = vertices / (count * meshlets.limits.vertices);
    std::vector<bool> used(mesh.positions.size());
    for (const std::uint32_t index : mesh.indices) used[index] = true;
    statistics.vertex_reuse = vertices / static_cast<double>(std::count(used.begin(), used.end(), true));
    return statistics;
}

Diagnostics validate(const Meshlets& meshlets, const Mesh& mesh) {
    Diagnostics findings;
    const auto broken = [&](std::size_t meshlet, std::string what) {
        report(&findings, Severity::error, {.field = "meshlets[" + std::to_string(meshlet) + ']'}, std::move(what));
    };
    std::vector<std::vector<Triangle>> found(mesh.surfaces.size());
    std::uint64_t next_vertex = 0, next_triangle = 0;
    std::uint32_t surface = 0;
    for (std::size_t m = 0; m < meshlets.list.size(); ++m) {
        const Meshlet& meshlet = meshlets.list[m];
        if (meshlet.first_vertex != next_vertex || meshlet.first_triangle != next_triangle)
            return broken(m, "does not follow the one before it"), findings;
        next_vertex += meshlet.vertex_count;
        next_triangle += meshlet.triangle_count;
        if (next_vertex > meshlets.vertices.size() || next_triangle * 3 > meshlets.triangles.size())
            return broken(m, "runs past the lists"), findings;
        if (meshlet.vertex_count > meshlets.limits.vertices || meshlet.triangle_count > meshlets.limits.triangles)
            broken(m, "is larger than the limits");
        if (meshlet.triangle_count == 0) broken(m, "is empty");
        if (meshlet.surface < surface || meshlet.surface >= mesh.surfaces.size())
            return broken(m, "is of no surface, or not in their order"), findings;
        surface = meshlet.surface;
        const auto vertices = meshlets.vertices_of(meshlet);
        const auto triangles = meshlets.triangles_of(meshlet);
        for (std::size_t i = 0; i < triangles.size(); i += 3) {
            Triangle triangle{};
            for (std::size_t c = 0; c < 3; ++c) {
                if (triangles[i + c] >= vertices.size()) return broken(m, "has a triangle of no vertex"), findings;
                triangle[c] = vertices[triangles[i + c]];
            }
            found[surface].push_back(turned(triangle));
        }
    }
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) {
        std::vector<Triangle> wanted;
        for (std::uint32_t i = 0; i < mesh.surfaces[s].index_count; i += 3) {
            const std::uint32_t* corner = &mesh.indices[mesh.surfaces[s].first_index + i];
            wanted.push_back(turned({corner[0], corner[1], corner[2]}));
        }
        std::sort(wanted.begin(), wanted.end());
        std::sort(found[s].begin(), found[s].end());
        if (wanted != found[s])
            report(&findings, Severity::error, {.field = "surfaces[" + std::to_string(s) + ']'},
                   "its meshlets do not hold each of its triangles once");
    }
    return findings;
}

} // namespace ossuary::mesh
