#include "proto_mesh_model.h"

#include <cmath>

namespace ossuary::zengin {

namespace {

bool is_direction(const Vec3& v) { return dot(v, v) > 1e-6f && std::isfinite(dot(v, v)); }

} // namespace

Vec3 to_normal(const Basis& basis, const Vec3& normal) {
    return to_float(normalize(basis.direction(to_double(is_direction(normal) ? normal : Vec3{0, 1, 0}))));
}

MaterialTable::MaterialTable(Model& model) : model_(model) {
    for (std::size_t i = 0; i < model.materials.size(); ++i)
        known_.emplace(print_json(model.materials[i].extras), static_cast<std::int32_t>(i));
}

std::int32_t MaterialTable::add(const Material& source) {
    ossuary::Material material = to_material(source, model_.source.basis.scale);
    const auto number = static_cast<std::int32_t>(model_.materials.size());
    const auto [known, is_new] = known_.emplace(print_json(material.extras), number);
    if (is_new) model_.materials.push_back(std::move(material));
    return known->second;
}

BuiltMesh build_mesh(const ProtoMesh& source, const Basis& basis, MaterialTable& materials) {
    BuiltMesh built;
    Mesh& mesh = built.mesh;
    for (std::size_t s = 0; s < source.submeshes.size(); ++s) {
        const SubMesh& submesh = source.submeshes[s];
        if (submesh.triangles.empty()) continue;
        Surface& surface = mesh.surfaces.emplace_back();
        surface.first_vertex = static_cast<std::uint32_t>(mesh.positions.size());
        surface.first_index = static_cast<std::uint32_t>(mesh.indices.size());
        surface.vertex_count = static_cast<std::uint32_t>(submesh.wedges.size());
        surface.index_count = static_cast<std::uint32_t>(submesh.triangles.size() * 3);
        if (s < source.materials.size()) surface.material = materials.add(source.materials[s]);
        for (const Wedge& wedge : submesh.wedges) {
            const std::size_t position = wedge.position_index;
            mesh.positions.push_back(to_float(basis.point(to_double(source.positions[position]))));
            Vec3 normal = wedge.normal;
            if (!is_direction(normal) && position < source.normals.size()) normal = source.normals[position];
            mesh.normals.push_back(to_normal(basis, normal));
            mesh.uv0.push_back(wedge.uv);
            built.source.push_back(wedge.position_index);
        }
        for (const auto& triangle : submesh.triangles)
            for (const std::uint16_t wedge : triangle) mesh.indices.push_back(surface.first_vertex + wedge);
    }
    return built;
}

std::vector<MeshLevel> build_levels(const ProtoMesh& source, const Mesh& mesh) {
    constexpr std::size_t most_levels = 5;
    std::vector<const SubMesh*> submeshes; // those that became surfaces
    for (const SubMesh& submesh : source.submeshes) {
        if (submesh.triangles.empty()) continue;
        if (submesh.vertex_updates.size() != source.positions.size() + 1 ||
            submesh.wedge_map.size() != submesh.wedges.size())
            return {}; // no levels are described
        submeshes.push_back(&submesh);
    }
    // The triangles of all submeshes with the first so many positions in use; never more than the finest level has.
    const auto triangles_with = [&](std::size_t positions) {
        std::size_t sum = 0;
        for (const SubMesh* submesh : submeshes)
            sum += std::min<std::size_t>(submesh->vertex_updates[positions][0], submesh->triangles.size());
        return sum;
    };

    std::vector<MeshLevel> levels;
    std::size_t before = mesh.indices.size() / 3;
    for (std::size_t positions = source.positions.size(); positions-- > 0 && levels.size() < most_levels;) {
        const std::size_t count = triangles_with(positions);
        if (count == 0) break;
        if (count > before / 2) continue;
        MeshLevel level;
        for (std::size_t s = 0; s < submeshes.size(); ++s) {
            const SubMesh& submesh = *submeshes[s];
            const auto [triangles, wedges] = submesh.vertex_updates[positions];
            const std::size_t first = level.indices.size();
            std::vector<std::uint32_t> wedge_in_use(submesh.wedges.size()); // what each has collapsed to
            for (std::size_t w = 0; w < wedge_in_use.size(); ++w)
                wedge_in_use[w] = w < wedges || submesh.wedge_map[w] >= w ? static_cast<std::uint32_t>(w)
                                                                          : wedge_in_use[submesh.wedge_map[w]];
            for (std::size_t t = 0; t < std::min<std::size_t>(triangles, submesh.triangles.size()); ++t) {
                std::array<std::uint32_t, 3> corners{};
                for (std::size_t k = 0; k < 3; ++k) corners[k] = wedge_in_use[submesh.triangles[t][k]];
                if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) continue;
                for (const std::uint32_t wedge : corners)
                    level.indices.push_back(mesh.surfaces[s].first_vertex + wedge);
            }
            level.index_counts.push_back(static_cast<std::uint32_t>(level.indices.size() - first));
        }
        if (level.indices.empty()) break;
        levels.push_back(std::move(level));
        before = count;
    }
    return levels;
}

Model empty_model(std::string_view name, const ToModelOptions& options) {
    Model model;
    model.name = name;
    model.source = {.format = "gothic", .basis = options.basis};
    return model;
}

} // namespace ossuary::zengin
