#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/model.h"
#include "proto_mesh_model.h"

namespace ossuary::zengin {

Result<Model> to_model(const PlainMesh& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    std::vector<std::vector<std::span<const PolygonCorner>>> fans(file.materials.materials.size()); // by material
    std::size_t first_corner = 0;
    for (const MeshPolygon& polygon : file.polygons) {
        if (polygon.material >= fans.size())
            return fail({.field = "polygons"}, "BadIndex: material " + std::to_string(polygon.material));
        if (polygon.corner_count > file.corners.size() - first_corner) break;
        fans[polygon.material].push_back(std::span(file.corners).subspan(first_corner, polygon.corner_count));
        first_corner += polygon.corner_count;
    }
    if (first_corner != file.corners.size()) return fail({.field = "corners"}, "BadCount: not those of the polygons");
    for (const PolygonCorner& corner : file.corners)
        if (corner.position >= file.positions.size() || corner.feature >= file.features.size())
            return fail({.field = "corners"}, "BadIndex: a corner names a position or feature that is not there");

    Model model = empty_model(name, options);
    MaterialTable materials(model);
    Mesh mesh;
    mesh.name = name;
    for (std::size_t m = 0; m < fans.size(); ++m) {
        Surface surface{.first_index = static_cast<std::uint32_t>(mesh.indices.size()),
                        .first_vertex = static_cast<std::uint32_t>(mesh.positions.size())};
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> vertices; // by position and feature
        const auto vertex_of = [&](const PolygonCorner& corner) {
            const auto [known, is_new] = vertices.try_emplace({corner.position, corner.feature},
                                                              static_cast<std::uint32_t>(mesh.positions.size()));
            if (is_new) {
                const MeshFeature& feature = file.features[corner.feature];
                mesh.positions.push_back(to_float(options.basis.point(to_double(file.positions[corner.position]))));
                mesh.normals.push_back(to_normal(options.basis, feature.normal));
                mesh.uv0.push_back(feature.uv);
            }
            return known->second;
        };
        for (const auto& fan : fans[m])
            for (std::size_t i = 1; i + 1 < fan.size(); ++i)
                for (const std::size_t corner : {std::size_t{0}, i, i + 1})
                    mesh.indices.push_back(vertex_of(fan[corner]));
        surface.index_count = static_cast<std::uint32_t>(mesh.indices.size()) - surface.first_index;
        surface.vertex_count = static_cast<std::uint32_t>(mesh.positions.size()) - surface.first_vertex;
        if (surface.index_count == 0) continue;
        surface.material = materials.add(file.materials.materials[m]);
        mesh.surfaces.push_back(std::move(surface));
    }
    if (mesh.indices.empty()) return fail({.field = "polygons"}, "the mesh has no triangle");
    if (const auto odd = std::ranges::count_if(mesh.positions, [](const Vec3& p) { return !std::isfinite(dot(p, p)); }))
        report(diagnostics, Severity::warning, {.field = "positions"}, std::to_string(odd) + " are not finite");
    model.meshes.push_back(std::move(mesh));
    return model;
}

} // namespace ossuary::zengin
