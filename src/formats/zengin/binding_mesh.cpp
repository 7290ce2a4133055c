#include "binding_mesh.h"

#include <cmath>

#include "ossuary/base/text.h"

namespace ossuary::zengin {

namespace {

float to_linear(std::uint8_t value) {
    const float v = static_cast<float>(value) / 255.0f;
    return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}

AlphaMode alpha_mode(const Material& material) {
    enum : std::uint8_t { blend = 2, add = 3, subtract = 4, multiply = 5, multiply_twice = 6 };
    if (material.is_gothic1()) return AlphaMode::opaque;
    switch (material.alpha_func) {
    case blend:
    case multiply:
    case multiply_twice: return AlphaMode::blend;
    case add:
    case subtract: return AlphaMode::add;
    default: return AlphaMode::opaque;
    }
}

bool is_direction(const Vec3& v) { return dot(v, v) > 1e-6f && std::isfinite(dot(v, v)); }

} // namespace

MaterialTable::MaterialTable(Model& model) : model_(model) {
    for (std::size_t i = 0; i < model.materials.size(); ++i)
        known_.emplace(print_json(model.materials[i].extras), static_cast<std::int32_t>(i));
}

std::int32_t MaterialTable::add(const Material& source) {
    ossuary::Material material;
    material.name = to_utf8(source.name);
    material.alpha = alpha_mode(source);
    if (source.texture.empty())
        material.base_color = {to_linear(source.color_bgra[2]), to_linear(source.color_bgra[1]),
                               to_linear(source.color_bgra[0]), 1};
    else
        material.extras.set("texture", to_utf8(source.texture));
    material.extras.set("gothic", dump_zengin(source));
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
            if (!is_direction(normal)) normal = {0, 1, 0};
            mesh.normals.push_back(to_float(normalize(basis.direction(to_double(normal)))));
            mesh.uv0.push_back(wedge.uv);
            built.source.push_back(wedge.position_index);
        }
        for (const auto& triangle : submesh.triangles)
            for (const std::uint16_t wedge : triangle) mesh.indices.push_back(surface.first_vertex + wedge);
    }
    return built;
}

} // namespace ossuary::zengin
