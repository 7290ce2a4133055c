#include <algorithm>
#include <cmath>
#include <numbers>

#include "accessor.h"
#include "kept.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/sort.h"
#include "reader.h"

namespace ossuary::gltf {

namespace {

Affined to_affine(const std::array<double, 16>& m) {
    return {{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
}

// The nearest thing to a matrix that translation, rotation and scale can say: x keeps its direction, y bends to it.
Transformd nearest_transform(const Affined& matrix) {
    const auto unit_or = [](const Vec3d& v, const Vec3d& otherwise) {
        const Vec3d unit = normalize(v);
        return std::abs(length(unit) - 1) < 1e-6 ? unit : otherwise;
    };
    const Vec3d x = unit_or(matrix.x, {1, 0, 0});
    const Vec3d side = std::abs(x.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
    const Vec3d y = unit_or(matrix.y - x * dot(x, matrix.y), normalize(side - x * dot(x, side)));
    const Vec3d z = cross(x, y);
    return {matrix.t, to_quat(Affined{x, y, z, {}}), {dot(x, matrix.x), dot(y, matrix.y), dot(z, matrix.z)}};
}

Transformd read_local(Document& document, const Json& json, const std::string& path) {
    std::array<double, 16> columns{};
    if (document.matrix(json, "matrix", path, columns)) {
        const Affined matrix = to_affine(columns);
        if (const auto parts = decompose(matrix)) return *parts;
        document.warn(path + ".matrix", "is sheared or flat, which translation, rotation and scale cannot say; "
                                        "the nearest ones are taken");
        return nearest_transform(matrix);
    }
    Transformd local;
    local.translation = document.vector(json, "translation", Vec3d{}, path);
    local.rotation = document.vector(json, "rotation", Quatd{}, path);
    local.scale = document.vector(json, "scale", Vec3d{1, 1, 1}, path);
    const double size = std::sqrt(dot(local.rotation, local.rotation));
    if (std::abs(size - 1) > 1e-6) { // closer ones keep their bits
        if (std::abs(size - 1) > 1e-2) document.warn(path + ".rotation", "is not of unit length");
        local.rotation = normalize(local.rotation);
    }
    return local;
}

class NodeReader {
public:
    explicit NodeReader(Reader& reader) : reader_(reader), document_(reader.document), nodes_(reader.nodes) {}

    void read() {
        const Json::Array& list = document_.list("nodes");
        nodes_.resize(list.size());
        for (std::size_t i = 0; i < list.size() && document_.ok(); ++i) read_node(list[i], i);
        if (document_.ok()) check_tree();
        if (document_.ok()) mark_scene();
        if (document_.ok()) mark_use();
        if (document_.ok()) choose_joints();
    }

private:
    void read_node(const Json& json, std::size_t index) {
        const std::string path = at("nodes", index);
        NodeInfo& node = nodes_[index];
        node.local = read_local(document_, json, path);
        const Transform local = to_float(node.local);
        node.is_identity = local.translation == Vec3{} && local.scale == Vec3{1, 1, 1} &&
                           (local.rotation == Quat{} || local.rotation == -Quat{});
        const auto link = [&](const char* name, const char* target) {
            const auto found = document_.index(json, name, document_.list(target).size(), path);
            return found ? static_cast<std::int32_t>(*found) : -1;
        };
        node.mesh = link("mesh", "meshes");
        node.skin = link("skin", "skins");
        node.camera = link("camera", "cameras");
        if (const Json& lit = json["extensions"][lights_extension]; lit.is_object()) {
            const Json& lights = document_.root()["extensions"][lights_extension]["lights"];
            const auto light =
                document_.index(lit, "light", lights.size(), path + ".extensions." + std::string(lights_extension));
            if (light) node.light = static_cast<std::int32_t>(*light);
        }
        const std::vector<std::size_t> children = document_.indices(json, "children", nodes_.size(), path);
        node.children = children.size();
        for (const std::size_t child : children) {
            if (nodes_[child].parent >= 0 && document_.ok())
                document_.fail(path + ".children", at("nodes", child) + " has two parents");
            nodes_[child].parent = static_cast<std::int32_t>(index);
        }
    }

    // Every node has one parent at most, so going up from each must end at a root within as many steps as there are
    // nodes; nodes known to be sound end the walk early.
    void check_tree() {
        enum State : std::uint8_t { unknown, walking, sound };
        std::vector<State> states(nodes_.size(), unknown);
        std::vector<std::size_t> walk;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            walk.clear();
            std::int32_t at_node = static_cast<std::int32_t>(i);
            while (at_node >= 0 && states[static_cast<std::size_t>(at_node)] == unknown) {
                states[static_cast<std::size_t>(at_node)] = walking;
                walk.push_back(static_cast<std::size_t>(at_node));
                at_node = nodes_[static_cast<std::size_t>(at_node)].parent;
            }
            if (at_node >= 0 && states[static_cast<std::size_t>(at_node)] == walking)
                return document_.fail(at("nodes", static_cast<std::size_t>(at_node)), "is its own ancestor");
            for (const std::size_t node : walk) states[node] = sound;
        }
    }

    // The default scene, else the first, else everything.
    void mark_scene() {
        const Json::Array& scenes = document_.list("scenes");
        const auto chosen = document_.index(document_.root(), "scene", scenes.size(), "");
        if (!document_.ok()) return;
        std::vector<bool> is_root(nodes_.size());
        if (scenes.empty()) {
            for (std::size_t i = 0; i < nodes_.size(); ++i) is_root[i] = nodes_[i].parent < 0;
        } else {
            const std::size_t scene = chosen.value_or(0);
            const std::string path = at("scenes", scene);
            for (const std::size_t root : document_.indices(scenes[scene], "nodes", nodes_.size(), path)) {
                if (nodes_[root].parent >= 0)
                    return document_.fail(path + ".nodes", at("nodes", root) + " is a child and cannot be a root");
                is_root[root] = true;
            }
        }
        mark_trees(is_root);
    }

    // Marks all nodes below the given roots.
    void mark_trees(const std::vector<bool>& is_root) {
        for (const std::size_t node : top_down()) {
            const std::int32_t parent = nodes_[node].parent;
            if (parent < 0 ? is_root[node] : nodes_[static_cast<std::size_t>(parent)].in_scene)
                nodes_[node].in_scene = true;
        }
    }

    // All nodes, each after its parent.
    std::vector<std::size_t> top_down() const {
        std::vector<std::vector<std::size_t>> children(nodes_.size());
        std::vector<std::size_t> order;
        order.reserve(nodes_.size());
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].parent < 0)
                order.push_back(i);
            else
                children[static_cast<std::size_t>(nodes_[i].parent)].push_back(i);
        }
        for (std::size_t i = 0; i < order.size(); ++i)
            order.insert(order.end(), children[order[i]].begin(), children[order[i]].end());
        return order;
    }

    // The root above each node.
    std::vector<std::size_t> roots() const {
        std::vector<std::size_t> roots(nodes_.size());
        for (const std::size_t node : top_down())
            roots[node] = nodes_[node].parent < 0 ? node : roots[static_cast<std::size_t>(nodes_[node].parent)];
        return roots;
    }

    void mark_use() {
        const Json::Array& skins = document_.list("skins");
        std::vector<bool> used(skins.size());
        for (const NodeInfo& node : nodes_)
            if (node.in_scene && node.mesh >= 0 && node.skin >= 0) used[static_cast<std::size_t>(node.skin)] = true;
        const std::vector<std::size_t> root_of = roots();
        std::vector<bool> outside(nodes_.size());
        bool any_outside = false;
        for (std::size_t s = 0; s < skins.size() && document_.ok(); ++s) {
            const std::string path = at("skins", s);
            skin_joints_.push_back(document_.indices(skins[s], "joints", nodes_.size(), path));
            if (!used[s]) continue;
            for (const std::size_t joint : skin_joints_.back()) {
                nodes_[joint].in_skin = true;
                if (nodes_[joint].in_scene || outside[root_of[joint]]) continue;
                document_.warn(path + ".joints", at("nodes", joint) + " is in no scene; it is read all the same");
                outside[root_of[joint]] = any_outside = true;
            }
        }
        if (any_outside) mark_trees(outside);
        // Skins that no mesh uses are kept if all their joints are there.
        for (const std::vector<std::size_t>& joints : skin_joints_) {
            const bool here =
                std::all_of(joints.begin(), joints.end(), [&](std::size_t j) { return nodes_[j].in_scene; });
            if (!here) continue;
            for (const std::size_t joint : joints) nodes_[joint].in_skin = true;
        }
        for (const Json& animation : document_.list("animations")) {
            for (const Json& channel : animation["channels"].items()) {
                const Json& target = channel["target"];
                const std::int64_t node = target["node"].integer(-1);
                if (node >= 0 && static_cast<std::uint64_t>(node) < nodes_.size() &&
                    target["path"].string() != "weights")
                    nodes_[static_cast<std::size_t>(node)].moves = true;
            }
        }
    }

    // Everything in the scene is a joint, except what only shows something and what only holds a skeleton together.
    bool becomes_joint(std::size_t index) const {
        const NodeInfo& node = nodes_[index];
        if (!node.in_scene) return false;
        if (node.in_skin) return true;
        const bool is_leaf = node.children == 0;
        if (node.is_light_only) return false;
        const bool shows_more = node.camera >= 0 || node.light >= 0;
        if (node.mesh >= 0 && node.skin >= 0 && is_leaf && !shows_more) return false; // its transform is void
        if (!node.is_identity || node.moves) return true;
        const Json& json = document_.list("nodes")[index];
        if (is_leaf && node.camera >= 0 && node.mesh < 0) return json.find("extras") || json.find("extensions");
        if (is_leaf && node.mesh >= 0) return node.camera >= 0;
        return !(node.parent < 0 && node.mesh < 0 && node.camera < 0 && holds_skeleton(index, json));
    }

    // Our writer's `<model>.root`, or the object above the bones that other exporters make.
    bool holds_skeleton(std::size_t index, const Json& json) const {
        if (json.find("extras") || json.find("extensions")) return false;
        if (document_.is_ours()) {
            const std::string name = std::string(document_.root()["asset"]["extras"]["model"].string()) + ".root";
            return json["name"].string().starts_with(name) && above_skin_[index];
        }
        return above_skin_[index];
    }

    void choose_joints() {
        above_skin_.resize(nodes_.size());
        for (const NodeInfo& node : nodes_) {
            if (!node.in_skin) continue;
            for (std::int32_t up = node.parent; up >= 0 && !above_skin_[static_cast<std::size_t>(up)];
                 up = nodes_[static_cast<std::size_t>(up)].parent)
                above_skin_[static_cast<std::size_t>(up)] = true;
        }
        for (std::size_t i = 0; i < nodes_.size() && document_.is_ours(); ++i) {
            NodeInfo& node = nodes_[i];
            node.is_light_only = node.light >= 0 && node.mesh < 0 && node.camera < 0 && node.children == 0 &&
                                 !node.moves && !node.in_skin &&
                                 document_.list("nodes")[i]["extras"][light_node].boolean();
        }
        std::vector<bool> chosen(nodes_.size());
        for (std::size_t i = 0; i < nodes_.size(); ++i) chosen[i] = becomes_joint(i);

        // Skins give the order; our own files already list nodes in it.
        std::vector<std::size_t> wanted;
        if (!document_.is_ours())
            for (const std::vector<std::size_t>& joints : skin_joints_)
                wanted.insert(wanted.end(), joints.begin(), joints.end());
        for (std::size_t i = 0; i < nodes_.size(); ++i) wanted.push_back(i);
        std::vector<std::size_t> chain;
        for (const std::size_t node : wanted) {
            chain.clear();
            for (auto up = static_cast<std::int32_t>(node); up >= 0 && !nodes_[static_cast<std::size_t>(up)].is_joint;
                 up = nodes_[static_cast<std::size_t>(up)].parent) {
                if (chosen[static_cast<std::size_t>(up)])
                    chain.push_back(static_cast<std::size_t>(up));
                else if (nodes_[static_cast<std::size_t>(up)].joint == passed)
                    break;
                else
                    nodes_[static_cast<std::size_t>(up)].joint = passed;
            }
            for (; !chain.empty(); chain.pop_back()) add_joint(chain.back());
        }
        for (const std::size_t node : top_down()) {
            NodeInfo& info = nodes_[node];
            if (!info.is_joint) info.joint = info.parent < 0 ? -1 : nodes_[static_cast<std::size_t>(info.parent)].joint;
        }
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const NodeInfo& node = nodes_[i];
            if (!node.is_joint || node.parent < 0) continue;
            reader_.model.skeleton.joints[static_cast<std::size_t>(node.joint)].parent =
                nodes_[static_cast<std::size_t>(node.parent)].joint;
        }
    }

    void add_joint(std::size_t index) {
        const Json& json = document_.list("nodes")[index];
        Joint joint;
        joint.name = json["name"].string();
        if (joint.name.empty()) joint.name = "node_" + std::to_string(index);
        joint.rest = to_float(nodes_[index].local);
        if (joint.rest.rotation == -Quat{}) joint.rest.rotation = {}; // no rotation is written as none
        joint.extras = read_node_extras(document_, index);
        if (const Json& original = joint.extras["sourceName"]; original.is_string() && document_.is_ours()) {
            joint.name = original.string();
            joint.extras.erase("sourceName");
            if (joint.extras.size() == 0) joint.extras = Json();
        }
        nodes_[index].is_joint = true;
        nodes_[index].joint = static_cast<std::int32_t>(reader_.model.skeleton.joints.size());
        reader_.model.skeleton.joints.push_back(std::move(joint));
    }

    static constexpr std::int32_t passed = -2; // a node that is no joint, seen on the way up

    Reader& reader_;
    Document& document_;
    std::vector<NodeInfo>& nodes_;
    std::vector<std::vector<std::size_t>> skin_joints_;
    std::vector<bool> above_skin_;
};

} // namespace

Json read_extras(const Json& owner) {
    const Json* extras = owner.find("extras");
    if (!extras || extras->is_null()) return {};
    if (extras->is_object()) {
        const Json* taken = extras->find(kept_name); // that name is ours
        if (!taken) return *extras;
        Json renamed = *extras;
        renamed.append(std::string(kept_name) + '_', *taken);
        renamed.erase(kept_name);
        return renamed;
    }
    Json wrapped = Json::object();
    wrapped.append("extras", *extras);
    return wrapped;
}

Json read_node_extras(Document& document, std::size_t node) {
    const Json& json = document.list("nodes")[node];
    Json extras = read_extras(json), extensions = Json::object();
    const std::string path = at("nodes", node) + ".extensions";
    for (const Json::Member& entry : json["extensions"].members()) {
        if (entry.name == lights_extension) continue; // a light of the model
        if (entry.name.starts_with("KHR_node_")) {
            extensions.append(entry.name, entry.value);
        } else {
            document.note(path, entry.name + " is not kept");
        }
    }
    if (extensions.size() > 0) keep(extras, "extensions", std::move(extensions));
    return extras;
}

void read_nodes(Reader& reader) { NodeReader(reader).read(); }

void read_skins(Reader& reader) {
    Document& document = reader.document;
    const Json::Array& list = document.list("skins");
    reader.skins.assign(list.size(), -1);
    for (std::size_t s = 0; s < list.size() && document.ok(); ++s) {
        const std::string path = at("skins", s);
        Skin skin;
        skin.name = list[s]["name"].string();
        bool all_here = true;
        for (const std::size_t node : document.indices(list[s], "joints", reader.nodes.size(), path)) {
            all_here &= reader.nodes[node].is_joint;
            skin.joints.push_back(static_cast<std::uint32_t>(reader.nodes[node].joint));
        }
        if (skin.joints.empty() || !all_here) continue; // no mesh of the scene uses it
        skin.inverse_bind.resize(skin.joints.size());
        const auto accessor = document.index(list[s], "inverseBindMatrices", document.list("accessors").size(), path);
        if (accessor) {
            const std::vector<float> values = read_floats(document, *accessor, "MAT4");
            if (!document.ok()) return;
            if (values.size() < skin.joints.size() * 16)
                return document.fail(path + ".inverseBindMatrices", "fewer matrices than joints");
            bool projective = false;
            for (std::size_t j = 0; j < skin.joints.size(); ++j) {
                std::array<double, 16> columns;
                std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(j * 16), 16, columns.begin());
                projective |= columns[3] != 0 || columns[7] != 0 || columns[11] != 0 || columns[15] != 1;
                skin.inverse_bind[j] = to_float(to_affine(columns));
            }
            if (projective) document.warn(path + ".inverseBindMatrices", "a fourth row is not 0 0 0 1 and is ignored");
        }
        reader.skins[s] = static_cast<std::int32_t>(reader.model.skins.size());
        reader.model.skins.push_back(std::move(skin));
    }
}

void read_cameras(Reader& reader) {
    Document& document = reader.document;
    const Json::Array& list = document.list("cameras");
    std::vector<std::pair<std::size_t, std::size_t>> uses; // camera, node
    for (std::size_t n = 0; n < reader.nodes.size(); ++n)
        if (reader.nodes[n].in_scene && reader.nodes[n].camera >= 0)
            uses.emplace_back(static_cast<std::size_t>(reader.nodes[n].camera), n);
    ossuary::sort(uses);
    for (const auto& [index, node] : uses) {
        const std::string path = at("cameras", index);
        const Json& json = list[index];
        const Json& lens = json["perspective"];
        if (json["type"].string() != "perspective" || !lens.is_object()) {
            document.warn(path + ".type", "only perspective cameras are read; it is left out");
            continue;
        }
        const std::string lens_path = path + ".perspective";
        Camera camera;
        camera.name = json["name"].string();
        camera.joint = reader.nodes[node].joint;
        camera.vertical_fov = static_cast<float>(document.number(lens, "yfov", 0, lens_path));
        camera.aspect = static_cast<float>(document.number(lens, "aspectRatio", 0, lens_path));
        camera.near_plane = static_cast<float>(document.number(lens, "znear", 0, lens_path));
        camera.far_plane = static_cast<float>(document.number(lens, "zfar", 0, lens_path));
        camera.extras = read_extras(json);
        if (!document.ok()) return;
        if (!(camera.vertical_fov > 0 && camera.vertical_fov < 3.14159f))
            return document.fail(lens_path + ".yfov", "is not between 0 and pi");
        if (!(camera.near_plane > 0)) return document.fail(lens_path + ".znear", "is not above 0");
        if (camera.aspect < 0) camera.aspect = 0;
        if (!(camera.far_plane > camera.near_plane)) camera.far_plane = 0;
        reader.model.cameras.push_back(std::move(camera));
    }
}

void read_lights(Reader& reader) {
    Document& document = reader.document;
    const Json& list = document.root()["extensions"][lights_extension]["lights"];
    std::vector<std::pair<std::size_t, std::size_t>> uses; // light, node
    for (std::size_t n = 0; n < reader.nodes.size(); ++n)
        if (reader.nodes[n].in_scene && reader.nodes[n].light >= 0)
            uses.emplace_back(static_cast<std::size_t>(reader.nodes[n].light), n);
    ossuary::sort(uses);
    for (const auto& [index, node] : uses) {
        const std::string path = at("extensions." + std::string(lights_extension) + ".lights", index);
        const Json& json = list[index];
        if (!document.spend(sizeof(Light) + print_json(json["extras"]).size() * 8, path)) return;
        Light light;
        if (!parse_name(json["type"].string(), light.type)) {
            document.warn(path + ".type", "is no kind of light; it is left out");
            continue;
        }
        light.name = json["name"].string();
        light.joint = reader.nodes[node].joint;
        if (reader.nodes[node].is_light_only) {
            const Transform place = to_float(reader.nodes[node].local);
            light.position = place.translation;
            if (place.rotation != -Quat{}) light.rotation = place.rotation;
        }
        light.color = to_float(document.vector(json, "color", Vec3d{1, 1, 1}, path));
        light.intensity = static_cast<float>(document.number(json, "intensity", 1, path));
        light.range = static_cast<float>(document.number(json, "range", 0, path));
        const Json& spot = json["spot"];
        const double edge = static_cast<double>(light.outer_cone);
        light.inner_cone = static_cast<float>(document.number(spot, "innerConeAngle", 0, path + ".spot"));
        light.outer_cone = static_cast<float>(document.number(spot, "outerConeAngle", edge, path + ".spot"));
        light.extras = read_extras(json);
        if (!document.ok()) return;
        const auto is_amount = [](float value) { return value >= 0 && std::isfinite(value); };
        if (!is_amount(light.color.x) || !is_amount(light.color.y) || !is_amount(light.color.z))
            return document.fail(path + ".color", "is negative");
        if (!is_amount(light.intensity)) return document.fail(path + ".intensity", "is negative");
        if (!is_amount(light.range)) return document.fail(path + ".range", "is negative");
        const bool has_cones = light.inner_cone >= 0 && light.inner_cone < light.outer_cone &&
                               light.outer_cone <= std::numbers::pi_v<float> / 2;
        if (!has_cones && light.type == LightType::spot)
            return document.fail(path + ".spot", "the inner cone is not within the outer one, or that is too wide");
        reader.model.lights.push_back(std::move(light));
    }
}

} // namespace ossuary::gltf
