#include <algorithm>
#include <cmath>

#include "compiled_names.h"
#include "formats/zengin/space.h"
#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/model.h"
#include "proto_mesh_compile.h"
#include "soft_skin_layout.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t most_skin_nodes = 256; // nodes of influences are bytes
constexpr float no_box = 0.0001f;            // half extents of a node that has no vertex to itself
constexpr double box_size = 0.8;             // of a node's box, measured by what is around its triangles

std::uint8_t to_byte(float value) {
    return value > 0 ? static_cast<std::uint8_t>(std::min(value, 1.0f) * 255 + 0.5f) : std::uint8_t{0}; // NaN is black
}

class MeshCompiler {
public:
    MeshCompiler(const AscFile& file, std::string_view name, const ModelHierarchy& hierarchy,
                 const CompileOptions& options, Diagnostics* diagnostics)
        : file_(file), stem_(compiled_text(file_stem(name))), hierarchy_(hierarchy), options_(options),
          diagnostics_(diagnostics), tree_(asc_hierarchy(file, diagnostics)), names_(file) {
        const NodeNumbers numbers(hierarchy);
        for (const AscHierarchy::Entry& entry : tree_.entries) {
            const AscNode& node = node_at(entry.node);
            number_.push_back(numbers.find(compiled_text(node.name)));
            world_.push_back(engine_matrix(node.matrix));
        }
    }

    Result<void> compile(ModelMesh& mesh) {
        std::vector<std::pair<std::int32_t, std::size_t>> carriers; // by their place in the hierarchy
        for (std::size_t e = 0; e < tree_.entries.size(); ++e) {
            const AscHierarchy::Entry& entry = tree_.entries[e];
            if (entry.mesh_node < 0 || node_at(entry.mesh_node).meshes.front().faces.empty()) continue;
            if (number_[e] >= 0)
                carriers.emplace_back(number_[e], e);
            else
                warn(node_at(entry.node).name, "the hierarchy has no node of this name; its mesh is left out");
        }
        ossuary::sort(carriers);
        for (const auto& [node, entry] : carriers) {
            const AscNode& source = node_at(tree_.entries[entry].mesh_node);
            auto compiled = compile_rigid(source, world_[entry]);
            if (!compiled) return Failure(Error({.field = source.name}, compiled.error().message()));
            mesh.attachments.push_back({hierarchy_.nodes[static_cast<std::size_t>(node)].name, std::move(*compiled)});
        }
        for (const std::int32_t index : tree_.soft_skins) {
            const AscNode& source = node_at(index);
            if (source.meshes.front().faces.empty()) continue;
            auto compiled = compile_skin(source);
            if (!compiled) return Failure(Error({.field = source.name}, compiled.error().message()));
            mesh.softskins.push_back(std::move(*compiled));
        }
        if (!mesh.softskins.empty()) mesh.checksum = hierarchy_.checksum;
        return {};
    }

private:
    const AscNode& node_at(std::int32_t index) const { return file_.nodes[static_cast<std::size_t>(index)]; }
    void warn(std::string_view node, std::string message) {
        report(diagnostics_, Severity::warning, {.field = to_utf8(node)}, std::move(message));
    }

    // ---- materials; of a node they are numbered by submaterial

    const AscMaterial* material_of(const AscNode& node) const {
        const auto ref = static_cast<std::size_t>(node.material_ref.value_or(-1));
        return node.material_ref.value_or(-1) >= 0 && ref < file_.materials.size() ? &file_.materials[ref] : nullptr;
    }
    Material make_material(const AscNode& node, std::int32_t number) const {
        Material material;
        material.version = options_.game == Game::gothic1 ? gothic1_material : gothic2_material;
        if (options_.game == Game::gothic1) material.tex_ani_map_dir = "9.9999997e-005 0";
        material.name = stem_;
        Vec3 color = node.wireframe_color.value_or(Vec3{0.5f, 0.5f, 0.5f});
        if (number >= 0) {
            const AscMaterial& whole = *material_of(node);
            const AscMaterial& source =
                whole.submaterials.empty() ? whole : whole.submaterials[static_cast<std::size_t>(number)];
            material.name += '-' + compiled_text(source.name);
            color = source.diffuse;
            if (source.map_diffuse) material.texture = compiled_text(file_name(source.map_diffuse->bitmap));
        }
        material.entry_name = material.name;
        material.color_bgra = {to_byte(color.z), to_byte(color.y), to_byte(color.x), 255};
        return material;
    }

    ProtoMeshSource source_of(const AscNode& node, const std::vector<Vec3d>& positions) const {
        std::int32_t count = 0;
        if (const AscMaterial* material = material_of(node))
            count = std::max(1, static_cast<std::int32_t>(material->submaterials.size()));
        return {.mesh = node.meshes.front(),
                .positions = positions,
                .options = options_,
                .material_of = [count](std::int32_t number) { return count == 0 ? -1 : std::max(0, number) % count; },
                .make_material = [this, &node](std::int32_t number) { return make_material(node, number); }};
    }

    // ---- meshes

    Result<ProtoMesh> compile_rigid(const AscNode& node, const Affined& world) const {
        std::vector<Vec3d> positions;
        const Affined to_node = inverse(world);
        for (const Vec3& p : node.meshes.front().vertices) positions.push_back(to_node.point(swap_axes(to_double(p))));
        ProtoMeshSource source = source_of(node, positions);
        source.mirrored = determinant(world) < 0;
        return compile_proto_mesh(source);
    }

    Result<SoftSkin> compile_skin(const AscNode& node) {
        if (hierarchy_.nodes.size() > most_skin_nodes)
            return fail("BadCount: a soft skin can name 256 nodes, the hierarchy has " +
                        std::to_string(hierarchy_.nodes.size()));
        std::vector<Vec3d> positions;
        for (const Vec3& p : node.meshes.front().vertices) positions.push_back(half_turn(swap_axes(to_double(p))));
        ProtoMeshSource source = source_of(node, positions);
        source.kind = ProtoMeshKind::skin;
        auto mesh = compile_proto_mesh(source);
        if (!mesh) return Failure(mesh.error());
        SoftSkin skin{.mesh = std::move(*mesh)};
        if (auto added = add_influences(skin, node, positions); !added) return Failure(added.error());
        return skin;
    }

    // The tree's entry of each bone the weights name; -1 where there is none.
    std::vector<std::int32_t> entries_of_bones(const AscNode& node, const AscSkin& weights) {
        std::vector<std::int32_t> entries;
        for (const std::string& bone : weights.bones) {
            const std::int32_t at = names_.find(bone);
            std::int32_t entry = at < 0 ? -1 : tree_.entry_of_node[static_cast<std::size_t>(at)];
            if (entry >= 0 && number_[static_cast<std::size_t>(entry)] < 0) entry = -1;
            if (entry < 0) warn(node.name, "the weights name the bone " + to_utf8(bone) + ", which is not there");
            entries.push_back(entry);
        }
        return entries;
    }

    Result<void> add_influences(SoftSkin& skin, const AscNode& node, const std::vector<Vec3d>& positions) {
        const auto found = std::ranges::find_if(
            file_.skins, [&](const AscSkin& candidate) { return equal_ignoring_case(candidate.node, node.name); });
        static const AscSkin no_weights;
        const AscSkin& weights = found == file_.skins.end() ? no_weights : *found;
        const std::vector<std::int32_t> entry_of_bone = entries_of_bones(node, weights);
        const auto first_entry = static_cast<std::size_t>(
            std::ranges::find_if(number_, [](std::int32_t number) { return number >= 0; }) - number_.begin());
        if (first_entry == number_.size()) return fail("the hierarchy has none of the nodes of this file");

        SkinBoxes boxes(world_);
        std::vector<std::size_t> heaviest(positions.size()); // for each vertex the entry that moves it most
        std::size_t unweighted = 0;
        for (std::size_t v = 0; v < positions.size(); ++v) {
            const std::size_t before = skin.influences.size();
            float most = -1;
            const auto add = [&](std::size_t entry, float weight) {
                skin.influences.push_back(
                    {weight, boxes.add(entry, positions[v]), static_cast<std::uint8_t>(number_[entry])});
                if (weight > most) heaviest[v] = entry, most = weight;
            };
            if (v + 1 < weights.start.size())
                for (std::uint32_t i = weights.start[v]; i < weights.start[v + 1]; ++i)
                    if (const std::int32_t entry = entry_of_bone[weights.influences[i].bone]; entry >= 0)
                        add(static_cast<std::size_t>(entry), weights.influences[i].weight);
            const std::size_t count = skin.influences.size() - before;
            if (count > most_influences)
                return fail("BadCount: a vertex with " + std::to_string(count) + " influences, at most 64 are read");
            if (count == 0) {
                add(first_entry, 1);
                ++unweighted;
            }
            skin.influence_counts.push_back(static_cast<std::uint32_t>(skin.influences.size() - before));
        }
        if (unweighted > 0)
            warn(node.name, std::to_string(unweighted) + " vertices have no weight; they hang on the first node");
        boxes.add_triangles(skin.mesh, positions, heaviest);
        boxes.finish(skin, number_);
        return {};
    }

    // The nodes of a skin in order of first use, each with a box around the triangles at the vertices it moves most.
    class SkinBoxes {
    public:
        explicit SkinBoxes(const std::vector<Affined>& world) : place_(world.size(), -1) {
            for (const Affined& m : world) to_bone_.push_back(inverse(half_turn(m)));
        }

        // A vertex uses a node: gives its position in the node's space.
        Vec3 add(std::size_t entry, const Vec3d& position) {
            if (place_[entry] < 0) {
                place_[entry] = static_cast<std::int32_t>(used_.size());
                used_.push_back({entry, {}});
            }
            return to_float(to_bone_[entry].point(position));
        }

        void add_triangles(const ProtoMesh& mesh, const std::vector<Vec3d>& positions,
                           const std::vector<std::size_t>& heaviest) {
            for (const SubMesh& submesh : mesh.submeshes)
                for (const auto& triangle : submesh.triangles)
                    for (const std::uint16_t owner : triangle) {
                        const std::size_t entry = heaviest[submesh.wedges[owner].position_index];
                        for (const std::uint16_t corner : triangle)
                            add_point(used_[static_cast<std::size_t>(place_[entry])].box,
                                      positions[submesh.wedges[corner].position_index]);
                    }
        }

        // Boxes lie along the model's axes; they are written as their bones see them.
        void finish(SoftSkin& skin, const std::vector<std::int32_t>& number) const {
            for (const Used& used : used_) {
                const Affined& to_bone = to_bone_[used.entry];
                skin.nodes.push_back(number[used.entry]);
                OrientedBox& box = skin.boxes.emplace_back();
                box.axes = {to_float(to_bone.x), to_float(to_bone.y), to_float(to_bone.z)};
                box.half = {no_box, no_box, no_box};
                box.center = to_float(to_bone.t);
                if (!used.box) continue;
                box.half = to_float(used.box->size() * (0.5 * box_size));
                box.center = to_float(to_bone.point(used.box->center()));
            }
        }

    private:
        struct Used {
            std::size_t entry;
            std::optional<Boxd> box;
        };
        std::vector<Affined> to_bone_;    // for each entry: model space → its own, in bind pose
        std::vector<std::int32_t> place_; // for each entry: its place among those used
        std::vector<Used> used_;
    };

    const AscFile& file_;
    std::string stem_;
    const ModelHierarchy& hierarchy_;
    const CompileOptions& options_;
    Diagnostics* diagnostics_;
    AscHierarchy tree_;
    AscNames names_;
    std::vector<std::int32_t> number_; // per entry of the tree: its node in the hierarchy; -1: none
    std::vector<Affined> world_;       // per entry: engine axes, before F
};

// The axis-aligned hull of an oriented box.
BoundingBox hull(const OrientedBox& box) {
    Vec3 reach;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < 3; ++i) reach[i] += std::abs(box.axes[axis][i]) * box.half[axis];
    return {box.center - reach, box.center + reach};
}

} // namespace

Result<ModelMesh> compile_mdm(const AscFile& file, std::string_view name, const ModelHierarchy& hierarchy,
                              const CompileOptions& options, Diagnostics* diagnostics) {
    if (auto error = check_asc(file)) return Failure(std::move(*error));
    ModelMesh mesh;
    mesh.version = options.game == Game::gothic1 ? gothic1_model_mesh : gothic2_model_mesh;
    mesh.source_path = source_path(name);
    if (auto compiled = MeshCompiler(file, name, hierarchy, options, diagnostics).compile(mesh); !compiled)
        return Failure(compiled.error());
    return mesh;
}

Result<ModelFile> compile_mdl(const AscFile& file, std::string_view name, const CompileOptions& options,
                              Diagnostics* diagnostics) {
    auto hierarchy = compile_mdh(file, name, options, diagnostics);
    if (!hierarchy) return Failure(hierarchy.error());
    auto mesh = compile_mdm(file, name, *hierarchy, options);
    if (!mesh) return Failure(mesh.error());
    return ModelFile{std::move(*hierarchy), std::move(*mesh)};
}

std::vector<NodeBox> node_boxes(const ModelMesh& mesh, const ModelHierarchy& hierarchy) {
    std::vector<NodeBox> boxes;
    const NodeNumbers numbers(hierarchy);
    for (const MeshAttachment& attachment : mesh.attachments)
        if (const std::int32_t node = numbers.find(attachment.name); node >= 0)
            boxes.push_back({static_cast<std::uint32_t>(node), attachment.mesh.bbox});
    for (const SoftSkin& skin : mesh.softskins) {
        std::size_t at = 0; // in the trees of boxes, of which only the first of each counts
        for (const std::int32_t node : skin.nodes) {
            if (at >= skin.boxes.size()) break;
            const OrientedBox& box = skin.boxes[at];
            for (std::size_t open = 1; open > 0 && at < skin.boxes.size(); ++at)
                open = open - 1 + skin.boxes[at].children;
            if (box.half == Vec3{no_box, no_box, no_box} || node < 0) continue;
            if (static_cast<std::size_t>(node) < hierarchy.nodes.size())
                boxes.push_back({static_cast<std::uint32_t>(node), hull(box)});
        }
    }
    return boxes;
}

} // namespace ossuary::zengin
