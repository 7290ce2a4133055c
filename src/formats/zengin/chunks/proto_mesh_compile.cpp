#include "proto_mesh_compile.h"

#include <algorithm>
#include <bit>
#include <map>

#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

// Numbers for the distinct keys, in order of first use.
template <class Key> class Numbering {
public:
    std::pair<std::uint16_t, bool> add(const Key& key) {
        const auto [found, is_new] = numbers_.try_emplace(key, static_cast<std::uint16_t>(numbers_.size()));
        return {found->second, is_new};
    }

private:
    std::map<Key, std::uint16_t> numbers_;
};

constexpr float same_uv = 0.01f; // texture coordinates of a vertex that are nearer than this are one to the game

// Triangles without area are not compiled.
AscMesh without_flat_faces(const AscMesh& source) {
    AscMesh mesh = source;
    mesh.faces.clear();
    mesh.texture_faces.clear();
    for (std::size_t f = 0; f < source.faces.size(); ++f) {
        const auto at = [&](std::size_t k) { return to_double(source.vertices[source.faces[f].vertices[k]]); };
        const Vec3d ab = at(1) - at(0), ac = at(2) - at(0), bc = at(2) - at(1);
        const double longest = std::max({dot(ab, ab), dot(ac, ac), dot(bc, bc)});
        if (!(length(cross(ab, ac)) > 1e-9 * longest)) continue;
        mesh.faces.push_back(source.faces[f]);
        if (f < source.texture_faces.size()) mesh.texture_faces.push_back(source.texture_faces[f]);
    }
    return mesh;
}

} // namespace

void add_planes(SubMesh& submesh, const ProtoMesh& mesh, bool mirrored) {
    Numbering<std::array<std::uint32_t, 4>> numbers;
    for (const auto& triangle : submesh.triangles) {
        const auto corner = [&](std::size_t k) {
            return to_double(mesh.positions[submesh.wedges[triangle[k]].position_index]);
        };
        Vec3d normal = normalize(cross(corner(2) - corner(0), corner(1) - corner(0)));
        if (mirrored) normal = -normal;
        normal += Vec3d{}; // no negative zeros: they would be planes of their own
        const Plane plane{static_cast<float>(dot(normal, corner(0))), to_float(normal)};
        const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
        const auto [number, is_new] =
            numbers.add({bits(plane.distance), bits(plane.normal.x), bits(plane.normal.y), bits(plane.normal.z)});
        if (is_new) submesh.planes.push_back(plane);
        submesh.plane_indices.push_back(number);
    }
}

void add_edges(SubMesh& submesh) {
    Numbering<std::pair<std::uint16_t, std::uint16_t>> numbers;
    for (const auto& triangle : submesh.triangles) {
        auto& edges = submesh.triangle_edges.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint16_t a = triangle[k], b = triangle[(k + 1) % 3];
            const auto [number, is_new] = numbers.add(std::minmax(a, b));
            if (is_new) submesh.edges.push_back({a, b});
            edges[k] = number;
        }
    }
    submesh.edge_scores.assign(submesh.edges.size(), 0.0f);
}

void add_bounds(ProtoMesh& mesh) {
    const Box around = box_of(mesh.positions).value_or(Box{});
    mesh.bbox = {around.min, around.max};
    mesh.obb.assign(1, {});
    OrientedBox& box = mesh.obb.front();
    box.center = around.center();
    box.axes = {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    box.half = around.size() * 0.5f;
}

Failure too_many(std::size_t count, std::string_view what, std::size_t most) {
    return fail("BadCount: the mesh has " + std::to_string(count) + ' ' + std::string(what) + ", at most " +
                std::to_string(most) + " can be numbered");
}

Result<ProtoMesh> compile_proto_mesh(const ProtoMeshSource& source) {
    if (source.positions.size() > most_numbered) return too_many(source.positions.size(), "positions", most_numbered);
    const bool is_rigid = source.kind == ProtoMeshKind::rigid;
    const CompileOptions& options = source.options;
    const BuiltMesh built = build_mesh(options.exact ? source.mesh : without_flat_faces(source.mesh), source.positions,
                                       is_rigid ? rigid_smooth_angle_cosine : no_angle_limit, source.material_of,
                                       options.exact ? 0 : same_uv);
    if (built.mesh.surfaces.size() > most_submeshes)
        return too_many(built.mesh.surfaces.size(), "materials", most_submeshes);

    ProtoMesh mesh;
    mesh.version = options.game == Game::gothic1 ? gothic1_mesh : gothic2_mesh;
    for (const Vec3d& position : source.positions) mesh.positions.push_back(to_float(position));
    if (!is_rigid) {
        mesh.normals.assign(mesh.positions.size(), {0, 1, 0});
        mesh.tail_floats = {1, 0, 0.03f, 0};
    }
    for (const Surface& surface : built.mesh.surfaces) {
        if (surface.vertex_count > most_numbered) return too_many(surface.vertex_count, "wedges", most_numbered);
        SubMesh& submesh = mesh.submeshes.emplace_back();
        for (std::uint32_t v = surface.first_vertex; v < surface.first_vertex + surface.vertex_count; ++v) {
            Wedge& wedge = submesh.wedges.emplace_back();
            // Corners turn the other way in left-handed space.
            wedge.normal = source.mirrored ? built.mesh.normals[v] : Vec3{} - built.mesh.normals[v];
            if (!built.mesh.uv0.empty()) wedge.uv = built.mesh.uv0[v];
            wedge.position_index = static_cast<std::uint16_t>(built.source[v]);
            if (!is_rigid) mesh.normals[wedge.position_index] = wedge.normal;
        }
        const auto wedge_of = [&](std::uint32_t index) {
            return static_cast<std::uint16_t>(built.mesh.indices[surface.first_index + index] - surface.first_vertex);
        };
        for (std::uint32_t i = 0; i + 2 < surface.index_count; i += 3)
            submesh.triangles.push_back({wedge_of(i), wedge_of(i + 1), wedge_of(i + 2)});
        // No wedge collapses, and all are in use at every level.
        submesh.wedge_map.assign(submesh.wedges.size(), 0xFFFF);
        if (submesh.triangles.size() > most_numbered)
            return too_many(submesh.triangles.size(), "triangles", most_numbered);
        submesh.vertex_updates.assign(mesh.positions.size() + 1, {static_cast<std::uint16_t>(submesh.triangles.size()),
                                                                  static_cast<std::uint16_t>(submesh.wedges.size())});
        if (is_rigid)
            add_planes(submesh, mesh, source.mirrored);
        else
            add_edges(submesh);
        if (submesh.edges.size() > most_numbered) return too_many(submesh.edges.size(), "edges", most_numbered);
        Material& material = mesh.materials.emplace_back(source.make_material(surface.material));
        material.object_index = static_cast<std::uint32_t>(mesh.materials.size() - 1);
    }
    const auto may_have_alpha = [&](const Material& material) {
        if (material.texture.empty()) return false;
        return !options.has_alpha || options.has_alpha(material.texture).value_or(true);
    };
    if (!mesh.is_gothic1()) mesh.alpha_test = std::ranges::any_of(mesh.materials, may_have_alpha);
    add_bounds(mesh);
    return mesh;
}

} // namespace ossuary::zengin
