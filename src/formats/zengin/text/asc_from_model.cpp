#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "asc_names.h"
#include "formats/zengin/space.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/model/surface.h"

namespace ossuary::zengin {

namespace {

float to_screen(float value) {
    return value <= 0.0031308f ? value * 12.92f : 1.055f * std::pow(value, 1 / 2.4f) - 0.055f;
}

bool starts_like(std::string_view name, std::string_view prefix) {
    return equal_ignoring_case(name.substr(0, prefix.size()), prefix);
}
bool is_game_name(std::string_view name) {
    return starts_like(name, "BIP01") || starts_like(name, "ZS_") || starts_like(name, "ZM_");
}

// What both writers share: the axes, and the tree of joints.
class TreeWriter {
public:
    TreeWriter(const Model& model, const FromModelOptions& options)
        : model_(model), back_(options.basis.value_or(model.source.basis_for("gothic", engine_basis)).inverse()) {}

    Vec3d to_asc(const Vec3d& p) const { return swap_axes(half_turn(back_.point(p))); }
    // A joint's place in object space in the axes of the file, as columns.
    Affined to_asc(const Affined& object) const { return swap_axes(half_turn(back_.matrix(object))); }

    AscMatrix matrix_of(const Affined& object) const {
        const Affined m = to_asc(object);
        AscMatrix matrix;
        matrix.rows = {to_float(m.x), to_float(m.y), to_float(m.z), to_float(m.t)};
        matrix.pos = to_float(m.t);
        const Transformd parts = decompose(m, 1e-3).value_or(Transformd{});
        const AscRotationKey turn = rotation_key(parts.rotation);
        matrix.rot_axis = turn.axis;
        matrix.rot_angle = turn.angle;
        matrix.scale = to_float(parts.scale);
        return matrix;
    }

    // The file counts angles the other way round.
    static AscRotationKey rotation_key(const Quatd& rotation) {
        const Quatd q = rotation.w < 0 ? -rotation : rotation;
        const double sine = length(q.xyz());
        if (!(sine > 1e-12)) return {};
        return {.axis = to_float(-(q.xyz() / sine)), .angle = static_cast<float>(2 * std::atan2(sine, q.w))};
    }

    AscNode node_of(std::size_t joint, const Affined& object) const {
        AscNode node;
        node.name = utf8_to_latin1(model_.skeleton.joints[joint].name);
        if (const std::int32_t parent = model_.skeleton.joints[joint].parent; parent >= 0)
            node.parent = utf8_to_latin1(model_.skeleton.joints[static_cast<std::size_t>(parent)].name);
        node.matrix = matrix_of(object);
        return node;
    }

protected:
    const Model& model_;
    Basis back_;
};

class GeometryWriter : TreeWriter {
public:
    GeometryWriter(const Model& model, const FromModelOptions& options, Diagnostics* diagnostics)
        : TreeWriter(model, options), diagnostics_(diagnostics), rest_(rest_object_pose(model.skeleton)) {}

    AscFile write() {
        file_.comment = "Ossuary";
        file_.scene.filename = utf8_to_latin1(model_.name) + ".max";
        file_.scene.last_frame = 0;
        write_materials();
        for (const Joint& joint : model_.skeleton.joints) {
            used_names_.insert(upper_case(joint.name));
            has_game_names_ |= is_game_name(joint.name);
        }
        std::vector<std::vector<const Mesh*>> rigid(model_.skeleton.joints.size());
        for (const Mesh& mesh : model_.meshes)
            if (mesh.skin < 0 && mesh.joint >= 0) rigid[static_cast<std::size_t>(mesh.joint)].push_back(&mesh);
        for (std::size_t j = 0; j < rigid.size(); ++j) write_joint(j, rigid[j]);
        for (const Mesh& mesh : model_.meshes) {
            if (mesh.skin >= 0)
                write_soft_skin(mesh);
            else if (mesh.joint < 0)
                write_loose_mesh(mesh);
        }
        return std::move(file_);
    }

private:
    void warn(const Mesh& mesh, std::string message) {
        report(diagnostics_, Severity::warning, {.field = mesh.name}, std::move(message));
    }

    void write_materials() {
        std::vector<AscMaterial> parts;
        for (const ossuary::Material& source : model_.materials) {
            AscMaterial& material = parts.emplace_back();
            material.name = utf8_to_latin1(source.name);
            material.diffuse = {to_screen(source.base_color.x), to_screen(source.base_color.y),
                                to_screen(source.base_color.z)};
            material.ambient = material.diffuse;
            material.specular = {0.9f, 0.9f, 0.9f};
            material.shine = 0.1f;
            if (source.alpha == AlphaMode::blend) material.transparency = 1 - source.base_color.w;
            std::string bitmap = source.texture;
            if (bitmap.empty() && source.base_color_image >= 0) {
                const Image& image = model_.images[static_cast<std::size_t>(source.base_color_image)];
                bitmap = image.source.empty() ? image.name + ".TGA" : std::string(file_name(image.source));
            }
            if (bitmap.empty()) continue;
            AscMap& map = material.map_diffuse.emplace();
            map.name = "Map #" + std::to_string(parts.size());
            map.bitmap = utf8_to_latin1(bitmap);
        }
        if (parts.size() == 1) {
            file_.materials = std::move(parts);
        } else if (!parts.empty()) {
            AscMaterial& compound = file_.materials.emplace_back();
            compound.name = "Compound Material #1";
            compound.material_class = "Multi/Sub-Object";
            compound.submaterials = std::move(parts);
        }
    }

    std::string free_name(std::string_view wanted, bool with_prefix) {
        std::string base = utf8_to_latin1(wanted.empty() ? "MESH" : wanted);
        if (with_prefix && !starts_like(base, "ZM_")) base.insert(0, "ZM_");
        std::string name = base;
        for (int n = 1; !used_names_.insert(upper_case(name)).second; ++n) name = base + '_' + std::to_string(n);
        return name;
    }

    void write_joint(std::size_t j, const std::vector<const Mesh*>& meshes) {
        const std::string& name = model_.skeleton.joints[j].name;
        AscNode node = node_of(j, rest_[j]);
        // Bones and slots carry no mesh of their own: it hangs below them.
        const bool own = !starts_like(name, "BIP01") && !starts_like(name, "ZS_");
        if (!meshes.empty() && own) fill_mesh(node, meshes, rest_[j]);
        file_.nodes.push_back(std::move(node));
        if (meshes.empty() || own) return;
        AscNode carrier = node_of(j, rest_[j]);
        carrier.parent = file_.nodes.back().name;
        carrier.name = free_name(meshes.front()->name, true);
        fill_mesh(carrier, meshes, rest_[j]);
        file_.nodes.push_back(std::move(carrier));
    }

    void write_loose_mesh(const Mesh& mesh) {
        AscNode node;
        node.name = free_name(mesh.name, has_game_names_ || model_.skeleton.joints.empty());
        fill_mesh(node, {&mesh}, Affined{});
        file_.nodes.push_back(std::move(node));
    }

    // Vertices that share what ASC keeps per vertex, found by the bits of it.
    class VertexPool {
    public:
        // The number of the vertex with this key, and whether it is new.
        std::pair<std::uint32_t, bool> find(std::vector<std::uint32_t> key) {
            const auto [found, is_new] =
                numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(numbers_.size()));
            return {found->second, is_new};
        }

    private:
        std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
    };
    static void add_bits(std::vector<std::uint32_t>& key, const Vec3& v) {
        for (std::size_t i = 0; i < 3; ++i) key.push_back(std::bit_cast<std::uint32_t>(v[i] + 0.0f));
    }

    void set_material(AscNode& node, const Mesh& mesh) {
        const bool has_material = std::any_of(mesh.surfaces.begin(), mesh.surfaces.end(),
                                              [](const Surface& surface) { return surface.material >= 0; });
        if (has_material && !file_.materials.empty())
            node.material_ref = 0;
        else if (!node.material_ref)
            node.wireframe_color = Vec3{0.5f, 0.5f, 0.5f};
        if (node.material_ref) node.wireframe_color.reset();
    }

    // Faces and texture coordinates of a mesh whose vertices got these numbers.
    void add_faces(AscMesh& out, VertexPool& texture_pool, const Mesh& mesh,
                   const std::vector<std::uint32_t>& numbers) {
        for (const Surface& surface : mesh.surfaces) {
            for (std::uint32_t i = surface.first_index; i + 2 < surface.first_index + surface.index_count; i += 3) {
                AscFace& face = out.faces.emplace_back();
                face.edges = {1, 1, 1};
                face.smoothing = 1;
                face.material = std::max(0, surface.material);
                std::array<std::uint32_t, 3> texture_face{};
                for (std::uint32_t k = 0; k < 3; ++k) {
                    const std::uint32_t v = mesh.indices[i + k];
                    face.vertices[k] = numbers[v];
                    const Vec2 uv = mesh.uv0.empty() ? Vec2{} : still_uv(model_, surface.material, mesh.uv0[v]);
                    const auto [number, is_new] = texture_pool.find(
                        {std::bit_cast<std::uint32_t>(uv.x + 0.0f), std::bit_cast<std::uint32_t>(uv.y + 0.0f)});
                    if (is_new) out.texture_vertices.push_back({uv.x, 1 - uv.y, 0});
                    texture_face[k] = number;
                }
                out.texture_faces.push_back(texture_face);
            }
        }
    }

    // All meshes of a joint as one. Vertices at one place become one again: normals are made from the faces there.
    void fill_mesh(AscNode& node, const std::vector<const Mesh*>& meshes, const Affined& object) {
        node.is_geometry = true;
        std::size_t keys = 1;
        bool has_uv = false;
        for (const Mesh* mesh : meshes) {
            keys = std::max(keys, mesh->morphs.size() + 1);
            has_uv |= !mesh->uv0.empty();
            set_material(node, *mesh);
        }
        node.mesh_kind = keys > 1 ? AscMeshKind::animation : AscMeshKind::rigid;
        node.meshes.resize(keys);
        VertexPool pool, texture_pool;
        for (const Mesh* mesh : meshes) {
            std::vector<std::uint32_t> numbers;
            const Json::Array& source = mesh->extras["sourceVertices"].items();
            for (std::size_t v = 0; v < mesh->positions.size(); ++v) {
                std::vector<std::uint32_t> key;
                add_bits(key, mesh->positions[v]);
                if (source.size() == mesh->positions.size())
                    key.push_back(static_cast<std::uint32_t>(source[v].integer()));
                for (const MorphTarget& morph : mesh->morphs) add_bits(key, morph.positions[v]);
                const auto [number, is_new] = pool.find(std::move(key));
                numbers.push_back(number);
                if (!is_new) continue;
                for (std::size_t k = 0; k < keys; ++k) {
                    Vec3d position = to_double(mesh->positions[v]);
                    if (k > 0 && k <= mesh->morphs.size()) position += to_double(mesh->morphs[k - 1].positions[v]);
                    node.meshes[k].vertices.push_back(to_float(to_asc(object.point(position))));
                }
            }
            add_faces(node.meshes[0], texture_pool, *mesh, numbers);
        }
        if (!has_uv) {
            node.meshes[0].texture_vertices.clear();
            node.meshes[0].texture_faces.clear();
        }
        for (std::size_t k = 1; k < keys; ++k) {
            node.meshes[k].time_value = static_cast<std::int32_t>(k) * file_.scene.ticks_per_frame;
            node.meshes[k].faces = node.meshes[0].faces;
        }
        file_.scene.last_frame = std::max(file_.scene.last_frame, static_cast<std::int32_t>(keys) - 1);
    }

    void write_soft_skin(const Mesh& mesh) {
        const Skin& skin = model_.skins[static_cast<std::size_t>(mesh.skin)];
        if (!mesh.morphs.empty()) warn(mesh, "a soft skin cannot have mesh keys; they are left out");
        AscNode& node = file_.nodes.emplace_back();
        node.is_geometry = true;
        node.name = free_name(mesh.name, true);
        node.mesh_kind = AscMeshKind::soft_skin;
        set_material(node, mesh);
        AscMesh& out = node.meshes.emplace_back();
        AscSkin& weights = file_.skins.emplace_back();
        weights.node = node.name;
        for (const std::uint32_t joint : skin.joints)
            weights.bones.push_back(utf8_to_latin1(model_.skeleton.joints[joint].name));

        // The file's bind pose is its tree: positions are taken to where the skin shows in the rest pose.
        const std::vector<Vec3d> posed = posed_positions(model_, mesh, rest_);
        double moved = 0;
        VertexPool pool, texture_pool;
        std::vector<std::uint32_t> numbers;
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            moved = std::max(moved, length(posed[v] - to_double(mesh.positions[v])));
            std::vector<std::uint32_t> key;
            add_bits(key, mesh.positions[v]);
            if (!mesh.normals.empty()) add_bits(key, mesh.normals[v]);
            for (std::uint32_t i = mesh.influence_start[v]; i < mesh.influence_start[v + 1]; ++i) {
                key.push_back(mesh.influences[i].joint);
                key.push_back(std::bit_cast<std::uint32_t>(mesh.influences[i].weight));
            }
            const auto [number, is_new] = pool.find(std::move(key));
            numbers.push_back(number);
            if (!is_new) continue;
            out.vertices.push_back(to_float(to_asc(posed[v])));
            for (std::uint32_t i = mesh.influence_start[v]; i < mesh.influence_start[v + 1]; ++i)
                weights.influences.push_back({mesh.influences[i].joint, mesh.influences[i].weight});
            weights.start.push_back(static_cast<std::uint32_t>(weights.influences.size()));
        }
        if (moved > 1e-3) warn(mesh, "the skin was bound in another pose than the skeleton's; it is bound anew");
        add_faces(out, texture_pool, mesh, numbers);
        if (mesh.uv0.empty()) {
            out.texture_vertices.clear();
            out.texture_faces.clear();
        }
    }

    Diagnostics* diagnostics_;
    std::vector<Affined> rest_;
    AscFile file_;
    std::set<std::string> used_names_;
    bool has_game_names_ = false;
};

bool is_animated(const JointTrack& track) { return !track.translation.is_rest() || !track.rotation.is_rest(); }

class MotionWriter : TreeWriter {
public:
    MotionWriter(const Model& model, const FromModelOptions& options) : TreeWriter(model, options) {}

    AscFile write(const Clip& clip, double rate) const {
        AscFile file;
        file.comment = "Ossuary";
        file.scene.filename = utf8_to_latin1(clip.name) + ".max";
        file.scene.frame_speed = static_cast<float>(rate);
        file.scene.ticks_per_frame = std::max(1, static_cast<std::int32_t>(std::lround(4800 / rate)));
        const auto last = static_cast<std::int32_t>(std::lround(std::max(0.0, clip.duration) * rate));
        file.scene.last_frame = last;
        const std::vector<bool> tracked = tracked_joints(clip);
        const std::vector<Affined> rest = rest_object_pose(model_.skeleton);
        for (std::size_t j = 0; j < model_.skeleton.joints.size(); ++j) {
            AscNode& node = file.nodes.emplace_back(node_of(j, rest[j]));
            if (tracked[j]) node.tracks.emplace().scales.emplace_back();
        }
        for (std::int32_t frame = 0; frame <= last; ++frame) {
            const double time = std::min(frame / rate, clip.duration);
            const std::vector<Affined> pose = object_pose(model_.skeleton, sample_pose(clip, model_.skeleton, time));
            const std::int32_t tick = frame * file.scene.ticks_per_frame;
            for (std::size_t j = 0; j < pose.size(); ++j) {
                if (!tracked[j]) continue;
                const Affined m = to_asc(pose[j]);
                const Quatd rotation = to_quat(Affined{normalize(m.x), normalize(m.y), normalize(m.z), {}});
                AscRotationKey key = rotation_key(rotation);
                key.tick = tick;
                file.nodes[j].tracks->positions.push_back({tick, to_float(m.t)});
                file.nodes[j].tracks->rotations.push_back(key);
            }
        }
        return file;
    }

private:
    // Samples are in world space and a node without tracks stands still there, so a joint between two that move needs
    // tracks even if it keeps its place between them.
    std::vector<bool> tracked_joints(const Clip& clip) const {
        const std::size_t count = model_.skeleton.joints.size();
        std::vector<bool> tracked(count), above(count), below(count);
        const auto parent = [&](std::size_t j) { return model_.skeleton.joints[j].parent; };
        for (std::size_t j = 0; j < count; ++j)
            above[j] = is_animated(clip.joints[j]) || (parent(j) >= 0 && above[static_cast<std::size_t>(parent(j))]);
        for (std::size_t j = count; j-- > 0;) {
            if (is_animated(clip.joints[j])) below[j] = true;
            if (below[j] && parent(j) >= 0) below[static_cast<std::size_t>(parent(j))] = true;
        }
        for (std::size_t j = 0; j < count; ++j) tracked[j] = above[j] && below[j];
        return tracked;
    }
};

} // namespace

Result<AscFile> asc_from_model(const Model& model, const FromModelOptions& options, Diagnostics* diagnostics) {
    if (const Diagnostics faults = validate(model); !faults.empty())
        return fail(faults.front().place, "the model is not sound: " + faults.front().message);
    return GeometryWriter(model, options, diagnostics).write();
}

Result<AscFile> asc_from_clip(const Model& model, const Clip& clip, const FromModelOptions& options,
                              Diagnostics* diagnostics) {
    if (clip.joints.size() != model.skeleton.joints.size())
        return fail("the clip " + clip.name + " does not belong to the skeleton of this model");
    const double rate = options.frame_rate > 0 ? options.frame_rate : clip.frame_rate > 0 ? clip.frame_rate : 25;
    const double frames = std::max(0.0, clip.duration) * rate;
    if (!(frames < 1e6)) return fail("the clip " + clip.name + " is too long to be written frame by frame");
    if (std::abs(frames - std::round(frames)) > 1e-3)
        report(diagnostics, Severity::note, {.field = clip.name}, "the clip does not end on a whole frame");
    return MotionWriter(model, options).write(clip, rate);
}

} // namespace ossuary::zengin
