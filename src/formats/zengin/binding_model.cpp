#include <algorithm>
#include <cmath>
#include <map>

#include "binding_mesh.h"
#include "binding_skin.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/binding.h"

namespace ossuary::zengin {

namespace {

Affined affine_of(const Matrix& rows) {
    const auto column = [&](std::size_t c) { return to_double(Vec3{rows[0][c], rows[1][c], rows[2][c]}); };
    return {column(0), column(1), column(2), column(3)};
}

// Nodes in an order in which parents come first: the file's own wherever it is one.
std::vector<std::size_t> parents_first(const ModelHierarchy& hierarchy) {
    std::vector<std::size_t> order, line;
    std::vector<bool> placed(hierarchy.nodes.size());
    for (std::size_t n = 0; n < hierarchy.nodes.size(); ++n) {
        line.clear();
        for (std::size_t at = n; !placed[at];) {
            placed[at] = true;
            line.push_back(at);
            if (hierarchy.nodes[at].parent < 0) break;
            at = static_cast<std::size_t>(hierarchy.nodes[at].parent);
        }
        order.insert(order.end(), line.rbegin(), line.rend());
    }
    return order;
}

Model empty_model(std::string_view name, const BindOptions& options) {
    Model model;
    model.name = name;
    model.source = {.format = "gothic", .basis = options.basis};
    return model;
}

} // namespace

Result<Model> to_model(const ModelHierarchy& hierarchy, std::string_view name, const BindOptions& options,
                       Diagnostics* diagnostics) {
    if (auto error = check_parents(hierarchy)) return Failure(std::move(*error));
    if (hierarchy.nodes.empty()) return fail({.field = "nodes"}, "the hierarchy has no node");
    Model model = empty_model(name, options);
    const std::vector<std::size_t> order = parents_first(hierarchy);
    std::vector<std::int32_t> joint_of(order.size());
    for (std::size_t j = 0; j < order.size(); ++j) joint_of[order[j]] = static_cast<std::int32_t>(j);
    for (std::size_t j = 0; j < order.size(); ++j) {
        const HierarchyNode& node = hierarchy.nodes[order[j]];
        Affined local = affine_of(node.matrix);
        if (node.parent < 0) local.t += to_double(hierarchy.root_translation);
        local = options.basis.matrix(local);
        auto rest = decompose(local, 1e-3);
        if (!rest) {
            report(diagnostics, Severity::warning, {.field = to_utf8(node.name)},
                   "the matrix is sheared or flat; its position is kept, its rotation is not");
            rest = Transformd{.translation = local.t};
        }
        Joint& joint = model.skeleton.joints.emplace_back();
        joint.name = to_utf8(node.name);
        joint.parent = node.parent < 0 ? -1 : joint_of[static_cast<std::size_t>(node.parent)];
        joint.rest = to_float(*rest);
        if (order[j] != j) joint.extras.set("node", order[j]);
    }
    return model;
}

Result<void> add_meshes(Model& model, const ModelMesh& file, Diagnostics* diagnostics) {
    if (auto error = check_meshes(file)) return Failure(std::move(*error));
    const std::vector<std::uint32_t> joint_of_node = node_joints(model.skeleton);
    for (const SoftSkin& skin : file.softskins)
        if (auto error = check_nodes(skin, joint_of_node.size())) return Failure(std::move(*error));
    if (file.checksum && *file.checksum != skeleton_checksum(model.skeleton))
        report(diagnostics, Severity::warning, {.field = "checksum"},
               "ChecksumMismatch: the meshes were made for another skeleton");

    MaterialTable materials(model);
    for (const MeshAttachment& attachment : file.attachments) {
        const std::int32_t joint = model.skeleton.find(to_utf8(attachment.name));
        if (joint < 0) {
            report(diagnostics, Severity::warning, {.field = "attachments"},
                   "the skeleton has no node " + to_utf8(attachment.name) + "; its mesh is left out");
            continue;
        }
        BuiltMesh built = build_mesh(attachment.mesh, model.source.basis, materials);
        if (built.mesh.indices.empty()) continue;
        built.mesh.name = to_utf8(attachment.name);
        built.mesh.joint = joint;
        model.meshes.push_back(std::move(built.mesh));
    }
    for (const SoftSkin& skin : file.softskins) {
        BuiltMesh built = build_mesh(skin.mesh, model.source.basis, materials);
        if (built.mesh.indices.empty()) continue;
        built.mesh.name = model.name + " skin " + std::to_string(model.skins.size());
        bind_skin(model, built, skin, joint_of_node, diagnostics);
        model.meshes.push_back(std::move(built.mesh));
    }
    return {};
}

Result<Model> to_model(const ModelFile& file, std::string_view name, const BindOptions& options,
                       Diagnostics* diagnostics) {
    auto model = to_model(file.hierarchy, name, options, diagnostics);
    if (!model) return model;
    if (auto added = add_meshes(*model, file.mesh, diagnostics); !added) return Failure(added.error());
    return model;
}

Result<Model> to_model(const MultiResolutionMesh& file, std::string_view name, const BindOptions& options,
                       Diagnostics*) {
    if (auto error = check_mesh(file.mesh)) return Failure(std::move(*error));
    Model model = empty_model(name, options);
    MaterialTable materials(model);
    BuiltMesh built = build_mesh(file.mesh, options.basis, materials);
    if (built.mesh.indices.empty()) return fail({.field = "mesh"}, "the mesh has no triangle");
    built.mesh.name = name;
    built.mesh.levels = build_levels(file.mesh, built.mesh);
    model.meshes.push_back(std::move(built.mesh));
    return model;
}

Result<Model> to_model(const PlainMesh& file, std::string_view name, const BindOptions& options,
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
