#include "writer.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>

#include "glb.h"
#include "kept.h"
#include "meshopt.h"
#include "names.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/model/script_extras.h"
#include "uri.h"
#include "variants.h"

namespace ossuary::gltf {

namespace {

struct Node {
    std::string name;
    const Transform* rest = nullptr; // null: no transform
    std::int32_t parent = -1;
    std::int32_t mesh = -1, skin = -1, camera = -1, light = -1;
    bool is_light_only = false; // made for a light
    const Json* extras = nullptr;
    std::string source_name; // where names had to be made unique
    std::vector<std::size_t> children;
};

// True if both would be written alike, wherever they are shown.
bool is_same_mesh(const Mesh& a, const Mesh& b) {
    const auto alike = [](const auto& one, const auto& other, const auto& same) {
        return std::equal(one.begin(), one.end(), other.begin(), other.end(), same);
    };
    const auto same_surface = [](const Surface& x, const Surface& y) {
        return x.name == y.name && x.material == y.material && x.first_index == y.first_index &&
               x.index_count == y.index_count && x.first_vertex == y.first_vertex && x.vertex_count == y.vertex_count;
    };
    const auto same_morph = [](const MorphTarget& x, const MorphTarget& y) {
        return x.name == y.name && x.positions == y.positions && x.normals == y.normals;
    };
    const auto same_level = [](const MeshLevel& x, const MeshLevel& y) {
        return x.indices == y.indices && x.index_counts == y.index_counts;
    };
    const auto own_extras = [](const Mesh& mesh) {
        Json extras = without_kept(mesh.extras);
        extras.erase("node");
        return extras.size() > 0 ? extras : Json();
    };
    return a.name == b.name && (a.skin < 0) == (b.skin < 0) && a.indices == b.indices && a.positions == b.positions &&
           a.normals == b.normals && a.tangents == b.tangents && a.uv0 == b.uv0 && a.uv1 == b.uv1 &&
           a.colors == b.colors && alike(a.surfaces, b.surfaces, same_surface) &&
           a.influence_start == b.influence_start && a.influences == b.influences &&
           alike(a.morphs, b.morphs, same_morph) && a.morph_weights == b.morph_weights &&
           alike(a.levels, b.levels, same_level) && own_extras(a) == own_extras(b);
}

bool is_identity(const Transform& rest) {
    return rest.translation == Vec3{} && rest.scale == Vec3{1, 1, 1} &&
           (rest.rotation == Quat{} || rest.rotation == -Quat{});
}

// Lays out the nodes: joints first, by their numbers; then a common root where a skin needs one; then what shows
// meshes, cameras and lights that are not on a joint's own node.
class SceneWriter {
public:
    explicit SceneWriter(Writer& writer) : writer_(writer), model_(writer.model) {}

    Result<void> write() {
        joints();
        if (auto done = skins(); !done) return done;
        meshes();
        lines();
        cameras();
        lights();
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (nodes_[i].parent >= 0) nodes_[static_cast<std::size_t>(nodes_[i].parent)].children.push_back(i);
        return {};
    }

    Json nodes() const {
        Json list = Json::array();
        for (const Node& node : nodes_) list.push(node_json(node));
        return list;
    }

    // Skinned meshes, then the skeleton, then the rest.
    Json roots() const {
        Json list = Json::array();
        const auto add = [&](auto&& wanted) {
            for (std::size_t i = 0; i < nodes_.size(); ++i)
                if (nodes_[i].parent < 0 && wanted(i)) list.push(i);
        };
        const auto is_skinned = [&](std::size_t i) { return nodes_[i].skin >= 0; };
        add(is_skinned);
        add([&](std::size_t i) { return !is_skinned(i); });
        return list;
    }

private:
    void joints() {
        const std::vector<Joint>& joints = model_.skeleton.joints;
        has_children_.resize(joints.size());
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const Joint& joint = joints[i];
            Node node;
            node.name = unique_(joint.name.empty() ? "joint_" + std::to_string(i) : joint.name);
            node.rest = &joint.rest;
            node.parent = joint.parent;
            node.extras = &joint.extras;
            if (!joint.name.empty() && node.name != to_utf8(joint.name)) node.source_name = joint.name;
            if (joint.parent >= 0) has_children_[static_cast<std::size_t>(joint.parent)] = true;
            writer_.joint_names.push_back(node.name);
            nodes_.push_back(std::move(node));
        }
    }

    Result<void> skins() {
        const std::vector<Joint>& joints = model_.skeleton.joints;
        std::vector<std::uint32_t> root(joints.size());
        for (std::uint32_t i = 0; i < joints.size(); ++i)
            root[i] = joints[i].parent < 0 ? i : root[static_cast<std::size_t>(joints[i].parent)];
        bool scattered = false;
        std::size_t view = Accessor::none;
        for (std::size_t s = 0; s < model_.skins.size(); ++s) {
            const Skin& skin = model_.skins[s];
            const std::string path = "skins[" + std::to_string(s) + ']';
            gltf_skins_.push_back(-1);
            if (skin.joints.empty()) continue;
            std::vector<bool> seen(joints.size());
            std::vector<std::array<float, 16>> matrices;
            Json list = Json::array();
            for (std::size_t j = 0; j < skin.joints.size(); ++j) {
                const std::uint32_t joint = skin.joints[j];
                const std::string entry = '[' + std::to_string(j) + ']';
                if (seen[joint]) return fail({.field = path + ".joints" + entry}, "a skin cannot list a joint twice");
                seen[joint] = true;
                scattered |= root[joint] != root[skin.joints[0]];
                matrices.push_back(skin.inverse_bind[j].columns());
                for (const float value : matrices.back())
                    if (!std::isfinite(value)) return fail({.field = path + ".inverse_bind" + entry}, "is not finite");
                list.push(joint);
            }
            if (view == Accessor::none) view = writer_.storage.add_view();
            Accessor accessor{.view = view, .count = matrices.size(), .type = "MAT4"};
            accessor.offset = append(writer_.storage.views[view].own, std::span<const std::array<float, 16>>(matrices));
            Json json = Json::object();
            if (!skin.name.empty()) json.append("name", skin.name);
            json.append("inverseBindMatrices", writer_.storage.add_accessor(accessor));
            json.append("joints", std::move(list));
            gltf_skins_.back() = static_cast<std::int32_t>(writer_.skins.size());
            writer_.skins.push(std::move(json));
        }
        if (scattered) common_root();
        return {};
    }

    void common_root() {
        const auto index = static_cast<std::int32_t>(nodes_.size());
        for (Node& node : nodes_)
            if (node.parent < 0) node.parent = index;
        Node node;
        node.name = unique_(model_.name + ".root");
        nodes_.push_back(std::move(node));
    }

    // True if what hangs on a joint needs a node of its own: several do, or the joint's node would look like one that
    // only shows a mesh or camera, and a reader could not tell that it is a joint.
    bool needs_own_node(std::int32_t joint, std::size_t users) const {
        const auto j = static_cast<std::size_t>(joint);
        return users > 1 || (!has_children_[j] && is_identity(model_.skeleton.joints[j].rest));
    }

    void meshes() {
        const std::size_t written =
            static_cast<std::size_t>(std::count_if(model_.meshes.begin(), model_.meshes.end(), [](const Mesh& mesh) {
                return std::any_of(mesh.surfaces.begin(), mesh.surfaces.end(),
                                   [](const Surface& surface) { return surface.index_count > 0; });
            }));
        std::vector<std::size_t> users(model_.skeleton.joints.size());
        for (const Mesh& mesh : model_.meshes) {
            if (mesh.skin < 0 && mesh.joint >= 0) ++users[static_cast<std::size_t>(mesh.joint)];
            for (const std::uint32_t joint : mesh.instances) ++users[joint];
        }
        for (std::size_t m = 0; m < model_.meshes.size(); ++m) {
            const Mesh& mesh = model_.meshes[m];
            const bool from_gltf = model_.source.format == "gltf"; // it has its names already
            const bool by_model = !from_gltf && ((written == 1 && !model_.name.empty()) || mesh.name.empty());
            const std::string name = to_utf8(by_model ? model_.name : mesh.name);
            writer_.gltf_meshes.push_back(-1);
            writer_.mesh_nodes.push_back(-1);
            // A reader finds one mesh again where nodes share it rigidly; other uses are meshes of the model.
            const bool is_use = mesh.skin >= 0 || mesh.joint < 0 || !mesh.morphs.empty() || mesh.extras.find("node");
            if (is_use && m > 0 && writer_.gltf_meshes[m - 1] >= 0 && is_same_mesh(model_.meshes[m - 1], mesh))
                writer_.gltf_meshes[m] = writer_.gltf_meshes[m - 1];
            else
                write_mesh(writer_, m, name);
            if (writer_.gltf_meshes[m] < 0) {
                writer_.note("meshes[" + std::to_string(m) + ']', "has no triangles and is left out");
                continue;
            }
            const Json& extras = mesh.extras["node"];
            const bool on_joint = mesh.skin < 0 && mesh.joint >= 0;
            const bool has_node_name = kept(mesh.extras, "nodeName").is_string();
            // The node of the joint, or one of its own below it.
            const auto show_at = [&](std::int32_t joint, bool by_name) {
                if (!extras.is_object() && !by_name && !needs_own_node(joint, users[static_cast<std::size_t>(joint)])) {
                    nodes_[static_cast<std::size_t>(joint)].mesh = writer_.gltf_meshes[m];
                    return joint;
                }
                return add_node(m, name, joint);
            };
            writer_.mesh_nodes[m] = on_joint ? show_at(mesh.joint, has_node_name) : add_node(m, name, -1);
            for (const std::uint32_t joint : mesh.instances) show_at(static_cast<std::int32_t>(joint), false);
        }
    }

    std::int32_t add_node(std::size_t mesh_number, const std::string& name, std::int32_t parent) {
        const Mesh& mesh = model_.meshes[mesh_number];
        Node node;
        const std::string_view own_name = kept(mesh.extras, "nodeName").string(name);
        if (!own_name.empty()) node.name = unique_(own_name);
        node.mesh = writer_.gltf_meshes[mesh_number];
        if (mesh.skin >= 0) node.skin = gltf_skins_[static_cast<std::size_t>(mesh.skin)];
        node.parent = parent;
        if (const Json& extras = mesh.extras["node"]; extras.is_object()) node.extras = &extras;
        nodes_.push_back(std::move(node));
        return static_cast<std::int32_t>(nodes_.size() - 1);
    }

    void lines() {
        for (std::size_t l = 0; l < model_.lines.size(); ++l) {
            const LineSet& lines = model_.lines[l];
            Node node;
            node.name = unique_(lines.name.empty() ? "lines_" + std::to_string(l) : lines.name);
            node.mesh = write_lines(writer_, lines, node.name);
            node.parent = lines.joint;
            if (node.mesh >= 0)
                nodes_.push_back(std::move(node));
            else
                writer_.note("lines[" + std::to_string(l) + ']', "has no lines and is left out");
        }
    }

    void cameras() {
        std::vector<std::size_t> users(model_.skeleton.joints.size());
        for (const Camera& camera : model_.cameras)
            if (camera.joint >= 0) ++users[static_cast<std::size_t>(camera.joint)];
        for (std::size_t c = 0; c < model_.cameras.size(); ++c) {
            const Camera& camera = model_.cameras[c];
            Json lens = Json::object();
            if (camera.aspect > 0 && std::isfinite(camera.aspect)) lens.append("aspectRatio", camera.aspect);
            lens.append("yfov", camera.vertical_fov);
            if (camera.far_plane > camera.near_plane && std::isfinite(camera.far_plane))
                lens.append("zfar", camera.far_plane);
            lens.append("znear", camera.near_plane);
            Json json = Json::object();
            if (!camera.name.empty()) json.append("name", camera.name);
            json.append("type", "perspective");
            json.append("perspective", std::move(lens));
            if (camera.extras.size() > 0) json.append("extras", camera.extras);
            writer_.cameras.push(std::move(json));

            if (camera.joint >= 0 && !needs_own_node(camera.joint, users[static_cast<std::size_t>(camera.joint)])) {
                nodes_[static_cast<std::size_t>(camera.joint)].camera = static_cast<std::int32_t>(c);
                continue;
            }
            Node node;
            node.name = unique_(camera.name.empty() ? "camera_" + std::to_string(c) : camera.name);
            node.parent = camera.joint;
            node.camera = static_cast<std::int32_t>(c);
            nodes_.push_back(std::move(node));
        }
    }

    // One entry for each light, in order: tracks of clips refer to them by number.
    void lights() {
        const auto is_at_joint = [](const Light& light) {
            return light.joint >= 0 && light.position == Vec3{} &&
                   (light.rotation == Quat{} || light.rotation == -Quat{});
        };
        if (!model_.lights.empty()) writer_.extensions.emplace(lights_extension);
        for (std::size_t l = 0; l < model_.lights.size(); ++l) {
            const Light& light = model_.lights[l];
            Json json = Json::object();
            if (!light.name.empty()) json.append("name", light.name);
            json.append("type", name_of(light.type));
            if (light.color != Vec3{1, 1, 1}) json.append("color", numbers(light.color));
            if (light.intensity != 1) json.append("intensity", light.intensity);
            if (light.range > 0 && light.type != LightType::directional) json.append("range", light.range);
            if (light.type == LightType::spot) {
                Json spot = Json::object();
                spot.append("innerConeAngle", light.inner_cone);
                spot.append("outerConeAngle", light.outer_cone);
                json.append("spot", std::move(spot));
            }
            if (light.extras.size() > 0) json.append("extras", light.extras);
            writer_.lights.push(std::move(json));

            const auto number = static_cast<std::int32_t>(l);
            if (is_at_joint(light) && nodes_[static_cast<std::size_t>(light.joint)].light < 0) {
                nodes_[static_cast<std::size_t>(light.joint)].light = number;
                continue;
            }
            Node node;
            node.name = unique_(light.name.empty() ? "light_" + std::to_string(l) : light.name);
            node.parent = light.joint;
            node.light = number;
            node.is_light_only = true;
            node.rest = &places_.emplace_back(Transform{light.position, light.rotation, {1, 1, 1}});
            nodes_.push_back(std::move(node));
        }
    }

    Json node_json(const Node& node) const {
        Json json = Json::object();
        if (!node.name.empty()) json.append("name", node.name);
        if (node.mesh >= 0) json.append("mesh", node.mesh);
        if (node.skin >= 0) json.append("skin", node.skin);
        if (node.camera >= 0) json.append("camera", node.camera);
        if (node.rest) {
            const Transform& rest = *node.rest;
            Quat rotation = rest.rotation;
            if (std::abs(dot(rotation, rotation) - 1) > 2e-6f) rotation = to_float(normalize(to_double(rotation)));
            if (rest.translation != Vec3{}) json.append("translation", numbers(rest.translation));
            if (rotation != Quat{} && rotation != -Quat{}) json.append("rotation", numbers(rotation));
            if (rest.scale != Vec3{1, 1, 1}) json.append("scale", numbers(rest.scale));
        }
        if (!node.children.empty()) {
            Json children = Json::array();
            for (const std::size_t child : node.children) children.push(child);
            json.append("children", std::move(children));
        }
        Json extensions = node.extras ? extensions_json(kept(*node.extras, "extensions")) : Json::object();
        if (node.light >= 0) {
            Json lit = Json::object();
            lit.append("light", node.light);
            extensions.set(lights_extension, std::move(lit));
        }
        if (extensions.size() > 0) json.append("extensions", std::move(extensions));
        Json extras = Json::object();
        if (node.is_light_only) extras.append(std::string(light_node), true);
        if (!node.source_name.empty()) extras.append("sourceName", node.source_name);
        if (node.extras) extras = merged_extras(std::move(extras), without_kept(*node.extras));
        if (extras.size() > 0) json.append("extras", std::move(extras));
        return json;
    }

    // As they were read.
    Json extensions_json(const Json& all) const {
        Json extensions = Json::object();
        for (const Json::Member& entry : all.members()) {
            writer_.extensions.insert(entry.name);
            writer_.use_extensions(entry.value);
            extensions.append(entry.name, entry.value);
        }
        return extensions;
    }

    Writer& writer_;
    const Model& model_;
    UniqueNames unique_;
    std::vector<Node> nodes_;
    std::deque<Transform> places_; // of lights
    std::vector<bool> has_children_;
    std::vector<std::int32_t> gltf_skins_;
};

Json asset_json(const Model& model) {
    Json asset = Json::object();
    asset.append("version", "2.0");
    asset.append("generator", generator);
    if (!model.copyright.empty()) asset.append("copyright", model.copyright);
    Json extras = Json::object();
    extras.append("source", model.source.format.empty() ? std::string("gltf") : model.source.format);
    extras.append("unitScale", model.source.basis.scale);
    extras.append("basis", model.source.basis.text());
    if (!model.name.empty()) extras.append("model", model.name);
    asset.append("extras", merged_extras(std::move(extras), kept(model.extras, "asset")));
    return asset;
}

// The buffer that compressed views name and that nobody fills.
Json plain_buffer(std::uint64_t size) {
    Json fallback = Json::object(), extensions = Json::object(), buffer = Json::object();
    fallback.append("fallback", true);
    extensions.append(std::string(meshopt_extension), std::move(fallback));
    buffer.append("byteLength", size);
    buffer.append("extensions", std::move(extensions));
    return buffer;
}

// Everything but the bytes; `buffer_uri` is empty for a GLB.
Result<Json> write_document(Writer& writer, std::string_view buffer_uri) {
    if (const Diagnostics findings = validate(writer.model); !findings.empty())
        return fail(findings[0].place, "the model cannot be written: " + findings[0].message);
    if (!writer.model.variants.empty()) writer.extensions.emplace(variants_extension);
    write_materials(writer);
    SceneWriter scene(writer);
    if (auto done = scene.write(); !done) return Failure(done.error());
    write_animations(writer);
    if (writer.options.meshopt) {
        if (auto done = writer.storage.compress(); !done) return Failure(done.error());
        if (writer.storage.plain_size() > 0) writer.required_extensions.insert(std::string(meshopt_extension));
    }

    Json document = Json::object();
    const auto put = [&](const char* name, Json list) {
        if (list.size() > 0) document.append(name, std::move(list)); // the schema forbids empty lists
    };
    document.append("asset", asset_json(writer.model));
    Json nodes = scene.nodes(); // may use extensions
    writer.extensions.insert(writer.required_extensions.begin(), writer.required_extensions.end());
    const auto names = [](const auto& extensions) {
        Json list = Json::array();
        for (const std::string& extension : extensions) list.push(extension);
        return list;
    };
    put("extensionsUsed", names(writer.extensions));
    put("extensionsRequired", names(writer.required_extensions));
    Json extensions = Json::object();
    if (writer.lights.size() > 0) {
        Json lights = Json::object();
        lights.append("lights", std::move(writer.lights));
        extensions.append(std::string(lights_extension), std::move(lights));
    }
    if (!writer.model.variants.empty()) extensions.append(std::string(variants_extension), variant_names(writer.model));
    put("extensions", std::move(extensions));
    document.append("scene", 0);
    Json root = Json::object();
    if (Json roots = scene.roots(); roots.size() > 0) root.append("nodes", std::move(roots));
    Json own = Json::object();
    if (writer.scene_animations.size() > 0) own.append("animations", std::move(writer.scene_animations));
    if (Json extras = merged_extras(std::move(own), without_kept(with_script(writer.model))); extras.size() > 0)
        root.append("extras", std::move(extras));
    document.append("scenes", Json(Json::Array{std::move(root)}));
    put("nodes", std::move(nodes));
    put("meshes", std::move(writer.meshes));
    put("skins", std::move(writer.skins));
    put("cameras", std::move(writer.cameras));
    put("animations", std::move(writer.animations));
    put("materials", std::move(writer.materials));
    put("textures", std::move(writer.textures));
    put("samplers", std::move(writer.samplers));
    put("images", std::move(writer.images));
    put("accessors", std::move(writer.storage.accessors));
    put("bufferViews", writer.storage.buffer_views());
    if (const std::uint64_t size = writer.storage.size(); size > 0) {
        Json buffer = Json::object();
        if (!buffer_uri.empty()) buffer.append("uri", buffer_uri);
        buffer.append("byteLength", size);
        Json buffers(Json::Array{std::move(buffer)});
        if (const std::uint64_t plain = writer.storage.plain_size(); plain > 0) buffers.push(plain_buffer(plain));
        document.append("buffers", std::move(buffers));
    }
    return document;
}

// A copy of the model in the order that compresses best, where that is wanted.
Result<void> order(const Model& model, const WriteOptions& options, std::optional<Model>& ordered) {
    if (!options.meshopt) return {};
    if (const Diagnostics findings = validate(model); !findings.empty())
        return fail(findings[0].place, "the model cannot be written: " + findings[0].message);
    ordered = model;
    return order_for_meshopt(*ordered);
}

} // namespace

Result<ByteBuffer> write_glb(const Model& given, const WriteOptions& options, Diagnostics* diagnostics) {
    std::optional<Model> ordered;
    if (auto done = order(given, options, ordered); !done) return Failure(done.error());
    const Model& model = ordered ? *ordered : given;
    Writer writer{.model = model, .options = options, .diagnostics = diagnostics};
    const auto document = write_document(writer, "");
    if (!document) return Failure(document.error());
    auto file = begin_glb(print_json(*document, options.indent ? 2 : 0), writer.storage.size());
    if (!file) return file;
    writer.storage.append_to(*file);
    file->resize((file->size() + 3) / 4 * 4);
    return file;
}

Result<std::vector<NamedFile>> write_gltf(const Model& given, std::string_view stem, const WriteOptions& options,
                                          Diagnostics* diagnostics) {
    std::optional<Model> ordered;
    if (auto done = order(given, options, ordered); !done) return Failure(done.error());
    const Model& model = ordered ? *ordered : given;
    Writer writer{.model = model, .options = options, .diagnostics = diagnostics, .pictures_beside = true};
    const std::string binary_name = (options.buffer.empty() ? std::string(stem) : options.buffer) + ".bin";
    const auto document = write_document(writer, percent_encode(file_name(binary_name)));
    if (!document) return Failure(document.error());
    std::vector<NamedFile> files;
    files.push_back({std::string(stem) + ".gltf", to_buffer(print_json(*document, options.indent ? 2 : 0))});
    if (const std::uint64_t size = writer.storage.size(); size > 0) {
        ByteBuffer binary;
        binary.reserve(static_cast<std::size_t>(size));
        writer.storage.append_to(binary);
        files.push_back({binary_name, std::move(binary)});
    }
    std::move(writer.files.begin(), writer.files.end(), std::back_inserter(files));
    return files;
}

} // namespace ossuary::gltf
