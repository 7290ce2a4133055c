#include "ossuary/formats/zengin/model.h"

#include <algorithm>

#include "asc_mesh.h"
#include "asc_names.h"
#include "formats/zengin/space.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"

namespace ossuary::zengin {

namespace {

float to_linear(float value) { // colours of old tools are meant for the screen
    return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

// True if two vertices share a place without being one: normals are not smoothed across them, so a writer has to know
// which is which.
bool has_coincident(const std::vector<Vec3>& vertices) {
    std::vector<std::array<float, 3>> sorted;
    sorted.reserve(vertices.size());
    for (const Vec3& v : vertices) sorted.push_back({v.x, v.y, v.z});
    ossuary::sort(sorted);
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

class ModelBuilder {
public:
    ModelBuilder(const AscFile& file, const ToModelOptions& options, Diagnostics* diagnostics)
        : file_(file), basis_(options.basis), diagnostics_(diagnostics), hierarchy_(asc_hierarchy(file, diagnostics)) {}

    Model build(std::string_view name) {
        model_.name = name;
        model_.source = {.format = "gothic", .basis = basis_};
        build_skeleton();
        build_materials();
        for (std::size_t j = 0; j < hierarchy_.entries.size(); ++j)
            if (hierarchy_.entries[j].mesh_node >= 0) build_rigid(static_cast<std::int32_t>(j));
        for (const std::int32_t node : hierarchy_.soft_skins) build_soft_skin(node_at(node));
        return std::move(model_);
    }

private:
    const AscNode& node_at(std::int32_t index) const { return file_.nodes[static_cast<std::size_t>(index)]; }
    void warn(std::string_view node, std::string message) {
        report(diagnostics_, Severity::warning, {.field = std::string(node)}, std::move(message));
    }

    Vec3d to_object(const Vec3& p) const { return basis_.point(half_turn(swap_axes(to_double(p)))); }

    void build_skeleton() {
        std::vector<Affined> world;
        for (const AscHierarchy::Entry& entry : hierarchy_.entries) {
            const AscNode& node = node_at(entry.node);
            world.push_back(basis_.matrix(half_turn(engine_matrix(node.matrix))));
            const Affined local =
                entry.parent < 0 ? world.back() : inverse(world[static_cast<std::size_t>(entry.parent)]) * world.back();
            auto rest = decompose(local, 1e-3);
            if (!rest) {
                warn(node.name, "the matrix is sheared or flat; its position is kept, its rotation is not");
                rest = Transformd{.translation = local.t};
            }
            model_.skeleton.joints.push_back(
                {.name = model_name(node.name), .parent = entry.parent, .rest = to_float(*rest)});
        }
        rest_ = rest_object_pose(model_.skeleton);
    }

    void build_materials() {
        for (const AscMaterial& material : file_.materials) {
            first_material_.push_back(static_cast<std::int32_t>(model_.materials.size()));
            if (material.submaterials.empty()) add_material(material);
            for (const AscMaterial& part : material.submaterials) add_material(part);
        }
    }

    void add_material(const AscMaterial& source) {
        ossuary::Material& material = model_.materials.emplace_back();
        material.name = to_utf8(source.name);
        const bool has_picture = source.map_diffuse && !source.map_diffuse->bitmap.empty();
        if (has_picture)
            material.texture = to_utf8(source.map_diffuse->bitmap);
        else
            material.base_color = {to_linear(source.diffuse.x), to_linear(source.diffuse.y),
                                   to_linear(source.diffuse.z), 1};
        if (source.transparency > 0) {
            material.base_color.w = 1 - std::min(source.transparency, 1.0f);
            material.alpha = AlphaMode::blend;
        }
    }

    // The model's material of a submaterial number on this node.
    auto material_of(const AscNode& node) {
        std::int32_t first = -1, count = 0;
        if (node.material_ref) {
            const auto ref = static_cast<std::size_t>(*node.material_ref);
            if (*node.material_ref >= 0 && ref < first_material_.size()) {
                first = first_material_[ref];
                count = std::max(1, static_cast<std::int32_t>(file_.materials[ref].submaterials.size()));
            } else if (!file_.materials.empty() || *node.material_ref != 0) {
                warn(node.name, "MATERIAL_REF names a material that is not there");
            }
        }
        return [first, count](std::int32_t number) { return first < 0 ? -1 : first + std::max(0, number) % count; };
    }

    void build_rigid(std::int32_t joint) {
        const AscNode& node = node_at(hierarchy_.entries[static_cast<std::size_t>(joint)].mesh_node);
        const AscMesh& source = node.meshes.front();
        if (source.faces.empty()) return;
        const Affined to_joint = inverse(rest_[static_cast<std::size_t>(joint)]);
        const auto place = [&](const AscMesh& mesh) {
            std::vector<Vec3d> positions;
            for (const Vec3& p : mesh.vertices) positions.push_back(to_joint.point(to_object(p)));
            return positions;
        };
        const std::vector<Vec3d> positions = place(source);
        // What bends is smooth all over, as skins are.
        const double limit = node.mesh_kind == AscMeshKind::animation ? no_angle_limit : rigid_smooth_angle_cosine;
        BuiltMesh built = build_mesh(source, positions, limit, material_of(node));
        if (determinant(to_joint) < 0)
            for (Vec3& normal : built.mesh.normals) normal = -normal;
        built.mesh.name = model_name(node.name);
        built.mesh.joint = joint;
        if (has_coincident(source.vertices)) {
            Json numbers = Json::array();
            for (const std::uint32_t v : built.source) numbers.push(v);
            built.mesh.extras.set("sourceVertices", std::move(numbers));
        }
        for (std::size_t key = 1; key < node.meshes.size(); ++key) {
            const std::vector<Vec3d> moved = place(node.meshes[key]);
            MorphTarget& target = built.mesh.morphs.emplace_back();
            target.name = "frame " + std::to_string(static_cast<std::int64_t>(file_.scene.first_frame) +
                                                    static_cast<std::int64_t>(key));
            for (const std::uint32_t v : built.source) target.positions.push_back(to_float(moved[v] - positions[v]));
        }
        model_.meshes.push_back(std::move(built.mesh));
    }

    void build_soft_skin(const AscNode& node) {
        const AscMesh& source = node.meshes.front();
        if (source.faces.empty()) return;
        std::vector<Vec3d> positions;
        for (const Vec3& p : source.vertices) positions.push_back(to_object(p));
        BuiltMesh built = build_mesh(source, positions, no_angle_limit, material_of(node));
        built.mesh.name = model_name(node.name);
        if (model_.skeleton.joints.empty())
            warn(node.name, "there are no bones to move this skin");
        else
            bind(built, node);
        model_.meshes.push_back(std::move(built.mesh));
    }

    void bind(BuiltMesh& built, const AscNode& node) {
        const auto found = std::find_if(file_.skins.begin(), file_.skins.end(),
                                        [&](const AscSkin& skin) { return equal_ignoring_case(skin.node, node.name); });
        if (found == file_.skins.end()) warn(node.name, "the skin has no weights; it hangs on the first joint");
        static const AscSkin no_weights;
        const AscSkin& weights = found == file_.skins.end() ? no_weights : *found;

        Skin skin{.name = built.mesh.name};
        std::vector<std::int32_t> entry_in_skin(model_.skeleton.joints.size(), -1);
        const auto use_joint = [&](std::int32_t joint) {
            std::int32_t& entry = entry_in_skin[static_cast<std::size_t>(joint)];
            if (entry < 0) {
                entry = static_cast<std::int32_t>(skin.joints.size());
                skin.joints.push_back(static_cast<std::uint32_t>(joint));
                skin.inverse_bind.push_back(to_float(inverse(rest_[static_cast<std::size_t>(joint)])));
            }
            return static_cast<std::uint32_t>(entry);
        };
        std::vector<std::int32_t> joint_of_bone;
        for (const std::string& bone : weights.bones) {
            const std::int32_t at = names_.find(bone);
            joint_of_bone.push_back(at < 0 ? -1 : hierarchy_.entry_of_node[static_cast<std::size_t>(at)]);
            if (joint_of_bone.back() < 0) warn(node.name, "the weights name the bone " + bone + ", which is not there");
        }

        Mesh& mesh = built.mesh;
        mesh.influence_start.push_back(0);
        std::size_t unweighted = 0;
        for (const std::uint32_t v : built.source) {
            const std::size_t begin = mesh.influences.size();
            double sum = 0;
            for (std::uint32_t i = v + 1 < weights.start.size() ? weights.start[v] : 0,
                               end = v + 1 < weights.start.size() ? weights.start[v + 1] : 0;
                 i < end; ++i) {
                const AscInfluence& influence = weights.influences[i];
                const std::int32_t joint = joint_of_bone[influence.bone];
                if (joint < 0 || !(influence.weight > 0)) continue;
                mesh.influences.push_back({use_joint(joint), influence.weight});
                sum += static_cast<double>(influence.weight);
            }
            if (begin == mesh.influences.size()) {
                ++unweighted;
                mesh.influences.push_back({use_joint(0), 1});
            } else if (std::abs(sum - 1) > 1e-6) { // six digits rarely add up to one
                for (std::size_t i = begin; i < mesh.influences.size(); ++i)
                    mesh.influences[i].weight =
                        static_cast<float>(static_cast<double>(mesh.influences[i].weight) / sum);
            }
            mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
        }
        if (unweighted > 0 && found != file_.skins.end())
            warn(node.name, std::to_string(unweighted) + " vertices have no weight; they hang on the first joint");
        mesh.skin = static_cast<std::int32_t>(model_.skins.size());
        model_.skins.push_back(std::move(skin));
    }

    const AscFile& file_;
    Basis basis_;
    Diagnostics* diagnostics_;
    AscHierarchy hierarchy_;
    AscNames names_{file_};
    Model model_;
    std::vector<Affined> rest_;                // object space, as the model's joints give it
    std::vector<std::int32_t> first_material_; // per ASC material
};

// A clip that shows the mesh keys one after the other.
std::optional<Clip> morph_clip(const Model& model, const AscFile& file, std::string_view name) {
    const double rate = file.scene.frame_speed > 0 ? static_cast<double>(file.scene.frame_speed) : 25;
    Clip clip;
    clip.name = name;
    clip.frame_rate = rate;
    clip.joints.resize(model.skeleton.joints.size());
    for (std::size_t m = 0; m < model.meshes.size(); ++m) {
        const std::size_t targets = model.meshes[m].morphs.size();
        if (targets == 0) continue;
        MorphTrack& track = clip.morphs.emplace_back();
        track.mesh = static_cast<std::uint32_t>(m);
        for (std::size_t k = 1; k <= targets; ++k) {
            Channel<float>& weight = track.weights.emplace_back();
            const auto key = [&](std::size_t frame, float value) {
                weight.times.push_back(static_cast<float>(static_cast<double>(frame) / rate));
                weight.values.push_back(value);
            };
            key(k - 1, 0);
            key(k, 1);
            if (k < targets) key(k + 1, 0);
        }
        clip.duration = std::max(clip.duration, static_cast<double>(targets) / rate);
    }
    if (clip.morphs.empty()) return {};
    return clip;
}

} // namespace

Affined engine_matrix(const Vec3& position, const Vec3& axis, float angle) {
    const Vec3d unit = normalize(swap_axes(to_double(axis)));
    const bool turns = dot(unit, unit) > 0.5;
    return to_affine(Transformd{.translation = swap_axes(to_double(position)),
                                .rotation = turns ? axis_angle(unit, static_cast<double>(angle)) : Quatd{}});
}

Result<Model> to_model(const AscFile& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    if (auto error = check_asc(file)) return Failure(std::move(*error));
    Model model = ModelBuilder(file, options, diagnostics).build(name);
    if (model.skeleton.joints.empty() && model.meshes.empty())
        return fail("the file has no node that is part of a model");
    const bool has_tracks =
        std::any_of(file.nodes.begin(), file.nodes.end(), [](const AscNode& node) { return node.tracks.has_value(); });
    if (has_tracks) {
        Result<Clip> clip = to_clip(file, model.skeleton, name, {.basis = options.basis}, diagnostics);
        if (!clip) return Failure(clip.error());
        model.clips.push_back(*std::move(clip));
    } else if (auto clip = morph_clip(model, file, name)) {
        model.clips.push_back(*std::move(clip));
    }
    return model;
}

} // namespace ossuary::zengin
