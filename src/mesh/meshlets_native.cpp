#include <cmath>

#include <meshoptimizer.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/mesh/meshlets.h"

namespace ossuary::mesh {
namespace {

Result<void> check_limits(const MeshletLimits& limits) {
    if (limits.vertices < 3 || limits.vertices > 255)
        return fail("a meshlet has 3 to 255 vertices, not " + std::to_string(limits.vertices));
    if (limits.triangles < 4 || limits.triangles > 512 || limits.triangles % 4 != 0)
        return fail("a meshlet has 4 to 512 triangles, a multiple of four, not " + std::to_string(limits.triangles));
    if (!(limits.cone_weight >= 0 && limits.cone_weight <= 1)) return fail("a cone weight is between 0 and 1");
    return {};
}

void add_surface(Meshlets& meshlets, const Mesh& mesh, std::uint32_t surface_number) {
    const Surface& surface = mesh.surfaces[surface_number];
    if (surface.index_count == 0) return;
    const MeshletLimits& limits = meshlets.limits;
    // Only the surface's own vertices, so that many small surfaces of a large mesh cost no more than they hold.
    std::vector<std::uint32_t> indices(mesh.indices.begin() + surface.first_index,
                                       mesh.indices.begin() + surface.first_index + surface.index_count);
    for (std::uint32_t& index : indices) index -= surface.first_vertex;
    const std::size_t most = meshopt_buildMeshletsBound(indices.size(), limits.vertices, limits.triangles);
    std::vector<meshopt_Meshlet> found(most);
    std::vector<std::uint32_t> vertices(most * limits.vertices);
    std::vector<std::uint8_t> triangles(most * limits.triangles * 3);
    found.resize(meshopt_buildMeshlets(found.data(), vertices.data(), triangles.data(), indices.data(), indices.size(),
                                       &mesh.positions[surface.first_vertex].x, surface.vertex_count, sizeof(Vec3),
                                       limits.vertices, limits.triangles, limits.cone_weight));
    for (const meshopt_Meshlet& each : found) {
        meshlets.list.push_back({static_cast<std::uint32_t>(meshlets.vertices.size()),
                                 static_cast<std::uint32_t>(meshlets.triangles.size() / 3),
                                 static_cast<std::uint16_t>(each.vertex_count),
                                 static_cast<std::uint16_t>(each.triangle_count), surface_number});
        for (unsigned v = 0; v < each.vertex_count; ++v)
            meshlets.vertices.push_back(surface.first_vertex + vertices[each.vertex_offset + v]);
        const auto first = triangles.begin() + each.triangle_offset;
        meshlets.triangles.insert(meshlets.triangles.end(), first, first + std::ptrdiff_t{each.triangle_count} * 3);
    }
}

} // namespace

Result<Meshlets> Meshlets::make(const Mesh& mesh, const MeshletLimits& limits) {
    if (auto sound = check_limits(limits); !sound) return Failure(sound.error());
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const Vec3& p = mesh.positions[v];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
            return fail({.field = "positions[" + std::to_string(v) + ']'}, "is not finite");
    }
    Meshlets meshlets{.limits = limits};
    meshlets.vertices.reserve(mesh.positions.size() + mesh.positions.size() / 2);
    meshlets.triangles.reserve(mesh.indices.size());
    for (std::uint32_t s = 0; s < mesh.surfaces.size(); ++s) add_surface(meshlets, mesh, s);
    return meshlets;
}

} // namespace ossuary::mesh
