#include <algorithm>

#include <meshoptimizer.h>

#include "ossuary/mesh/levels.h"
#include "ossuary/mesh/weld.h"

namespace ossuary::mesh {
namespace {

// True where two surfaces have a place in common: then their borders must not move apart.
bool surfaces_meet(const Mesh& mesh) {
    const Remap places = weld_positions(mesh.positions);
    std::vector<std::size_t> owner(places.count, SIZE_MAX);
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s)
        for (std::uint32_t i = 0; i < mesh.surfaces[s].index_count; ++i) {
            std::size_t& known = owner[places.to[mesh.indices[mesh.surfaces[s].first_index + i]]];
            if (known != SIZE_MAX && known != s) return true;
            known = s;
        }
    return false;
}

} // namespace

void make_levels(Mesh& mesh, const LevelOptions& options) {
    // A level is worth keeping if it saves at least a tenth of the one before.
    constexpr double least_saving = 0.9;

    mesh.levels.clear();
    if (mesh.indices.empty()) return;
    const unsigned flags = surfaces_meet(mesh) ? meshopt_SimplifyLockBorder : 0;
    const float whole = meshopt_simplifyScale(&mesh.positions.data()->x, mesh.positions.size(), sizeof(Vec3));
    std::size_t before = mesh.indices.size();
    for (const float ratio : options.ratios) {
        MeshLevel level;
        for (const Surface& surface : mesh.surfaces) {
            level.index_counts.push_back(0);
            if (surface.index_count == 0) continue;
            // Errors are parts of what is handed over: of the surface, not of the mesh.
            const float* positions = &mesh.positions[surface.first_vertex].x;
            const float own = meshopt_simplifyScale(positions, surface.vertex_count, sizeof(Vec3));
            const float most_error = own > 0 ? options.most_error * whole / own : 0;
            std::vector<std::uint32_t> indices(mesh.indices.begin() + surface.first_index,
                                               mesh.indices.begin() + surface.first_index + surface.index_count);
            for (std::uint32_t& index : indices) index -= surface.first_vertex;
            const auto target =
                static_cast<std::size_t>(static_cast<double>(surface.index_count / 3) * static_cast<double>(ratio)) * 3;
            std::vector<std::uint32_t> left(indices.size());
            left.resize(meshopt_simplify(left.data(), indices.data(), indices.size(), positions, surface.vertex_count,
                                         sizeof(Vec3), target, most_error, flags, nullptr));
            for (const std::uint32_t index : left) level.indices.push_back(surface.first_vertex + index);
            level.index_counts.back() = static_cast<std::uint32_t>(left.size());
        }
        if (static_cast<double>(level.indices.size()) > least_saving * static_cast<double>(before)) return;
        before = level.indices.size();
        mesh.levels.push_back(std::move(level));
    }
}

} // namespace ossuary::mesh
