#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <type_traits>

#include "accessor.h"
#include "influences.h"
#include "kept.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"
#include "reader.h"
#include "surface_frame.h"

namespace ossuary::gltf {

namespace {

// Vertices of one primitive, or of several that share their accessors.
constexpr std::uint64_t lines_mode = 1, loop_mode = 2, strip_mode = 3;

struct ReadRun {
    std::uint32_t first = 0, count = 0;
    bool has_normals = false, has_tangents = false, has_influences = false;
};

class MeshReader {
public:
    MeshReader(Reader& reader, std::size_t index, std::int32_t skin)
        : document_(reader.document), variants_(reader.variants), json_(document_.list("meshes")[index]),
          path_(at("meshes", index)),
          skin_joints_(skin < 0 ? 0 : reader.model.skins[static_cast<std::size_t>(skin)].joints.size()),
          has_skin_(skin >= 0) {}

    Mesh read() {
        const Json& primitives = json_["primitives"];
        if (!primitives.is_array() || primitives.size() == 0) document_.fail(path_ + ".primitives", "missing or empty");
        mesh_.extras = read_extras(json_);
        const Json::Array names = take_names("surfaceNames", primitives.size());
        for (std::size_t i = 0; i < primitives.size() && document_.ok(); ++i) {
            const Json& primitive = primitives[i];
            const std::string path = at(path_ + ".primitives", i);
            if (!primitive.is_object()) document_.fail(path, "expected an object");
            if (document_.ok()) read_primitive(primitive, path, i < names.size() ? names[i].string() : "");
        }
        if (!document_.ok()) return {};
        complete();
        return std::move(mesh_);
    }
    // What the mesh has besides triangles.
    std::vector<LineSet> take_lines() { return std::move(lines_); }

private:
    void read_primitive(const Json& primitive, const std::string& path, std::string_view name) {
        const std::uint64_t mode = document_.count(primitive, "mode", 4, path);
        if (mode > 6) document_.fail(path + ".mode", "is no kind of glTF");
        if (!document_.ok()) return;
        if (mode == 0) return document_.warn(path, "points are left out");
        const Json& attributes = primitive["attributes"];
        if (!attributes.find("POSITION")) return document_.warn(path, "has no positions and is left out");
        decode_primitive(document_, primitive, path);
        if (!document_.ok()) return;
        if (mode <= strip_mode) return read_lines(primitive, attributes, path, mode);

        const Json& targets = primitive["targets"];
        if (!targets.is_null() && !targets.is_array()) return document_.fail(path + ".targets", "expected a list");
        const std::string key = print_json(attributes) + print_json(targets);
        if (!document_.spend(sizeof(Surface) + key.size() * 2 + targets.size() * sizeof(MorphTarget), path)) return;
        const auto [known, is_new] = runs_by_key_.try_emplace(key, runs_.size());
        if (is_new) read_vertices(attributes, targets, path);
        if (!document_.ok()) return;
        run_of_surface_.push_back(known->second);
        const ReadRun& run = runs_[known->second];

        std::vector<std::uint32_t> indices = read_indices(primitive, path, run);
        if (!document_.ok()) return;
        if (mode == 5 || mode == 6) indices = to_triangles(indices, mode == 5);
        if (indices.size() % 3 != 0) {
            document_.warn(path, "the last triangle is not complete and is left out");
            indices.resize(indices.size() / 3 * 3);
        }
        Surface surface;
        surface.name = name;
        const auto material = document_.index(primitive, "material", document_.list("materials").size(), path);
        if (material) surface.material = static_cast<std::int32_t>(*material);
        surface.material = variants_.material_of(primitive, surface.material, path);
        if (!document_.ok()) return;
        if (mesh_.indices.size() + indices.size() > UINT32_MAX) return document_.fail(path, "too many indices");
        surface.first_index = static_cast<std::uint32_t>(mesh_.indices.size());
        surface.index_count = static_cast<std::uint32_t>(indices.size());
        surface.first_vertex = run.first;
        surface.vertex_count = run.count;
        for (const std::uint32_t i : indices) mesh_.indices.push_back(run.first + i);
        mesh_.surfaces.push_back(std::move(surface));
        if (document_.is_ours()) read_levels(primitive["extras"]["levels"], path + ".extras.levels", run);
    }

    void read_lines(const Json& primitive, const Json& attributes, const std::string& path, std::uint64_t mode) {
        const auto position = attribute(attributes, "POSITION", path + ".attributes");
        if (!position) return;
        LineSet set;
        set.points = read_vectors<Vec3>(document_, *position);
        ReadRun run;
        run.count = static_cast<std::uint32_t>(set.points.size());
        const std::vector<std::uint32_t> ends = read_indices(primitive, path, run);
        for (std::size_t i = 0; i + 1 < ends.size(); i += mode == lines_mode ? 2 : 1)
            set.lines.push_back({ends[i], ends[i + 1]});
        if (mode == loop_mode && ends.size() > 2) set.lines.push_back({ends.back(), ends.front()});
        lines_.push_back(std::move(set));
    }

    // Coarser indices, as our writer leaves them: a list of accessors as long for every primitive.
    void read_levels(const Json& levels, const std::string& path, const ReadRun& run) {
        if (!levels.is_null() && !levels.is_array()) return document_.fail(path, "expected a list");
        if (mesh_.surfaces.size() == 1) mesh_.levels.resize(levels.size());
        if (levels.size() != mesh_.levels.size())
            return document_.fail(path, std::to_string(levels.size()) + " levels, the first primitive has " +
                                            std::to_string(mesh_.levels.size()));
        for (std::size_t l = 0; l < levels.size() && document_.ok(); ++l) {
            MeshLevel& level = mesh_.levels[l];
            level.index_counts.push_back(0);
            if (levels[l] == Json(-1)) continue;
            Json holder = Json::object();
            holder.append("indices", levels[l]);
            const std::vector<std::uint32_t> indices = read_indices(holder, at(path, l), run);
            if (indices.size() % 3 != 0) return document_.fail(at(path, l), "does not hold whole triangles");
            level.index_counts.back() = static_cast<std::uint32_t>(indices.size());
            for (const std::uint32_t i : indices) level.indices.push_back(run.first + i);
        }
    }

    std::optional<std::size_t> attribute(const Json& owner, const std::string& name, const std::string& path) {
        return document_.index(owner, name, document_.list("accessors").size(), path);
    }

    void read_vertices(const Json& attributes, const Json& targets, const std::string& path) {
        const std::string attributes_path = path + ".attributes";
        ReadRun run;
        run.first = static_cast<std::uint32_t>(mesh_.positions.size());
        const auto position = attribute(attributes, "POSITION", attributes_path);
        if (!position) return;
        const std::vector<Vec3> positions = read_vectors<Vec3>(document_, *position);
        if (mesh_.positions.size() + positions.size() > UINT32_MAX) return document_.fail(path, "too many vertices");
        run.count = static_cast<std::uint32_t>(positions.size());
        mesh_.positions.insert(mesh_.positions.end(), positions.begin(), positions.end());

        run.has_normals = read_attribute(mesh_.normals, attributes, "NORMAL", attributes_path, run);
        run.has_tangents = read_attribute(mesh_.tangents, attributes, "TANGENT", attributes_path, run);
        read_attribute(mesh_.uv0, attributes, "TEXCOORD_0", attributes_path, run);
        read_attribute(mesh_.uv1, attributes, "TEXCOORD_1", attributes_path, run);
        read_colors(attributes, attributes_path, run);
        if (has_skin_) read_influences(attributes, attributes_path, run);
        read_targets(targets, path, run);
        note_unread(attributes, attributes_path);
        runs_.push_back(run);
    }

    template <class T>
    void append(std::vector<T>& to, const std::vector<T>& values, const ReadRun& run, const std::string& path) {
        if (values.size() != run.count && document_.ok())
            document_.fail(path, "has " + std::to_string(values.size()) + " elements for " + std::to_string(run.count) +
                                     " vertices");
        if (!document_.ok()) return;
        to.resize(run.first);
        to.insert(to.end(), values.begin(), values.end());
    }

    template <class T>
    bool read_attribute(std::vector<T>& to, const Json& attributes, const char* name, const std::string& path,
                        const ReadRun& run) {
        const auto accessor = attribute(attributes, name, path);
        if (!accessor) return false;
        append(to, read_vectors<T>(document_, *accessor), run, path + '.' + name);
        return document_.ok();
    }

    void read_colors(const Json& attributes, const std::string& path, const ReadRun& run) {
        const auto accessor = attribute(attributes, "COLOR_0", path);
        if (!accessor) return;
        const bool has_alpha = accessor_type(document_, *accessor) == "VEC4";
        const std::size_t channels = has_alpha ? 4 : 3;
        const std::vector<float> values = read_floats(document_, *accessor, has_alpha ? "VEC4" : "VEC3");
        std::vector<ColorRgba8> colors(values.size() / channels);
        const auto byte = [](float value) {
            return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255));
        };
        for (std::size_t i = 0; i < colors.size(); ++i) {
            const float* color = values.data() + i * channels;
            colors[i] = {byte(color[0]), byte(color[1]), byte(color[2]),
                         has_alpha ? byte(color[3]) : std::uint8_t{255}};
        }
        append(mesh_.colors, colors, run, path + ".COLOR_0");
    }

    void read_influences(const Json& attributes, const std::string& path, ReadRun& run) {
        std::vector<std::vector<std::uint32_t>> joints;
        std::vector<std::vector<float>> weights;
        for (std::size_t set = 0;; ++set) {
            const std::string number = std::to_string(set);
            const auto joint_accessor = attribute(attributes, "JOINTS_" + number, path);
            const auto weight_accessor = attribute(attributes, "WEIGHTS_" + number, path);
            if (!joint_accessor || !weight_accessor) break;
            joints.push_back(read_integers(document_, *joint_accessor, "VEC4"));
            weights.push_back(read_floats(document_, *weight_accessor, "VEC4"));
            if (document_.ok() && (joints.back().size() != std::size_t{run.count} * 4 ||
                                   weights.back().size() != std::size_t{run.count} * 4))
                document_.fail(path + ".JOINTS_" + number, "not as many joints or weights as vertices");
            if (!document_.ok()) return;
        }
        run.has_influences = !joints.empty();
        starts_.resize(run.first);
        for (std::size_t v = 0; v < run.count; ++v) {
            starts_.push_back(static_cast<std::uint32_t>(mesh_.influences.size()));
            double sum = 0;
            for (std::size_t set = 0; set < joints.size(); ++set) {
                for (std::size_t i = v * 4; i < v * 4 + 4; ++i) {
                    if (!(weights[set][i] > 0)) continue;
                    if (joints[set][i] >= skin_joints_)
                        return document_.fail(path + ".JOINTS_" + std::to_string(set),
                                              "vertex " + std::to_string(v) + " follows joint " +
                                                  std::to_string(joints[set][i]) + ", the skin has " +
                                                  std::to_string(skin_joints_));
                    sum += static_cast<double>(weights[set][i]);
                    mesh_.influences.push_back({joints[set][i], weights[set][i]});
                }
            }
            if (sum <= 0) {
                ++unbound_;
                mesh_.influences.push_back({0, 1});
            } else if (std::abs(sum - 1) > 1e-4) {
                ++unnormalised_;
                for (std::size_t i = starts_.back(); i < mesh_.influences.size(); ++i)
                    mesh_.influences[i].weight =
                        static_cast<float>(static_cast<double>(mesh_.influences[i].weight) / sum);
            }
        }
    }

    void read_targets(const Json& targets, const std::string& path, const ReadRun& run) {
        if (runs_.empty()) mesh_.morphs.resize(targets.size());
        if (targets.size() != mesh_.morphs.size())
            return document_.fail(path + ".targets", std::to_string(targets.size()) +
                                                         " morph targets, the first primitive has " +
                                                         std::to_string(mesh_.morphs.size()));
        for (std::size_t t = 0; t < targets.size() && document_.ok(); ++t) {
            const Json& target = targets[t];
            const std::string target_path = at(path + ".targets", t);
            MorphTarget& morph = mesh_.morphs[t];
            // Absent differences are zeros, and cost memory all the same.
            if (!document_.spend(run.count * sizeof(Vec3), target_path)) return;
            if (!read_attribute(morph.positions, target, "POSITION", target_path, run))
                morph.positions.resize(std::size_t{run.first} + run.count);
            read_attribute(morph.normals, target, "NORMAL", target_path, run);
        }
    }

    void note_unread(const Json& attributes, const std::string& path) {
        for (const Json::Member& entry : attributes.members()) {
            const std::string_view name = entry.name;
            const bool is_read = name == "POSITION" || name == "NORMAL" || name == "TANGENT" || name == "TEXCOORD_0" ||
                                 name == "TEXCOORD_1" || name == "COLOR_0" || name.starts_with("JOINTS_") ||
                                 name.starts_with("WEIGHTS_");
            if (!is_read) document_.note(path, "the attribute " + entry.name + " is not kept");
        }
    }

    std::vector<std::uint32_t> read_indices(const Json& primitive, const std::string& path, const ReadRun& run) {
        std::vector<std::uint32_t> indices;
        if (const auto accessor = document_.index(primitive, "indices", document_.list("accessors").size(), path)) {
            indices = read_integers(document_, *accessor, "SCALAR");
        } else if (document_.spend(std::uint64_t{run.count} * 4, path)) {
            for (std::uint32_t i = 0; i < run.count; ++i) indices.push_back(i);
        }
        for (std::size_t i = 0; i < indices.size(); ++i) {
            if (indices[i] < run.count) continue;
            document_.fail(path + ".indices", "index " + std::to_string(i) + " is " + std::to_string(indices[i]) +
                                                  ", there are " + std::to_string(run.count) + " vertices");
            return {};
        }
        return indices;
    }

    // Strips turn every other triangle round; the flat ones that only join pieces are dropped.
    std::vector<std::uint32_t> to_triangles(const std::vector<std::uint32_t>& indices, bool strip) {
        std::vector<std::uint32_t> triangles;
        if (!document_.spend(indices.size() * 12, path_)) return triangles;
        for (std::size_t i = 0; i + 2 < indices.size(); ++i) {
            const std::uint32_t a = strip ? indices[i] : indices[0];
            const std::uint32_t b = strip ? indices[i + 1 + i % 2] : indices[i + 1];
            const std::uint32_t c = strip ? indices[i + 2 - i % 2] : indices[i + 2];
            if (a != b && b != c && c != a) triangles.insert(triangles.end(), {a, b, c});
        }
        return triangles;
    }

    // Names kept in the mesh's extras, if they are a list of strings of the right length.
    Json::Array take_names(const char* member, std::size_t count) {
        const Json& names = mesh_.extras[member];
        const bool sound =
            names.is_array() && names.size() == count &&
            std::all_of(names.items().begin(), names.items().end(), [](const Json& n) { return n.is_string(); });
        if (!sound) return {};
        Json::Array list = names.items();
        mesh_.extras.erase(member);
        return list;
    }

    // What some primitives have and others lack is filled in, and everything gets the length the model wants.
    void complete() {
        const auto fill = [&](auto& values, auto value) {
            if (!values.empty()) values.resize(mesh_.positions.size(), value);
        };
        make_flat();
        const std::size_t count = mesh_.positions.size();
        const Json::Array names = take_names("targetNames", mesh_.morphs.size());
        for (std::size_t t = 0; t < mesh_.morphs.size(); ++t) {
            if (t < names.size()) mesh_.morphs[t].name = names[t].string();
            mesh_.morphs[t].positions.resize(count);
            fill(mesh_.morphs[t].normals, Vec3{});
        }
        if (!mesh_.tangents.empty() && mesh_.normals.empty()) mesh_.normals.resize(count);
        if (flat_) mesh_.normals.resize(count);
        fill(mesh_.normals, Vec3{0, 1, 0});
        fill(mesh_.tangents, Vec4{1, 0, 0, 1});
        fill(mesh_.uv0, Vec2{});
        fill(mesh_.uv1, Vec2{});
        fill(mesh_.colors, ColorRgba8{});
        complete_frames();
        complete_influences(count);
        if (mesh_.extras.size() == 0) mesh_.extras = Json();
    }

    // Triangles without normals are flat: each gets corners of its own. What we wrote without normals stays without.
    void make_flat() {
        flat_ = !document_.is_ours() &&
                std::any_of(runs_.begin(), runs_.end(), [](const ReadRun& run) { return !run.has_normals; });
        if (!flat_) return;
        const std::size_t count = mesh_.positions.size();
        if (!document_.spend(mesh_.indices.size() * (sizeof(Vec3) * 2 + sizeof(std::uint32_t)), path_)) return;
        std::vector<std::uint32_t> from; // the vertex that each new one is a copy of
        std::vector<ReadRun> runs;
        std::vector<std::size_t> moved(runs_.size(), SIZE_MAX);
        for (std::size_t s = 0; s < mesh_.surfaces.size(); ++s) {
            Surface& surface = mesh_.surfaces[s];
            const std::size_t old = run_of_surface_[s];
            ReadRun run = runs_[old];
            const std::span<std::uint32_t> indices(mesh_.indices.data() + surface.first_index, surface.index_count);
            if (!run.has_normals) {
                run.first = static_cast<std::uint32_t>(from.size());
                run.count = surface.index_count;
                for (std::uint32_t& index : indices) {
                    from.push_back(index);
                    index = static_cast<std::uint32_t>(from.size() - 1);
                }
                runs.push_back(run);
            } else {
                if (moved[old] == SIZE_MAX) {
                    moved[old] = runs.size();
                    run.first = static_cast<std::uint32_t>(from.size());
                    for (std::uint32_t v = 0; v < run.count; ++v) from.push_back(runs_[old].first + v);
                    runs.push_back(run);
                }
                run = runs[moved[old]];
                for (std::uint32_t& index : indices) index = index - runs_[old].first + run.first;
            }
            surface.first_vertex = run.first;
            surface.vertex_count = run.count;
        }
        const auto copy = [&](auto& values, auto filler) {
            if (values.empty()) return;
            values.resize(count, filler);
            std::remove_reference_t<decltype(values)> copied;
            copied.reserve(from.size());
            for (const std::uint32_t v : from) copied.push_back(values[v]);
            values = std::move(copied);
        };
        copy(mesh_.positions, Vec3{});
        copy(mesh_.normals, Vec3{});
        copy(mesh_.tangents, Vec4{1, 0, 0, 1});
        copy(mesh_.uv0, Vec2{});
        copy(mesh_.uv1, Vec2{});
        copy(mesh_.colors, ColorRgba8{});
        for (MorphTarget& morph : mesh_.morphs) {
            if (!document_.spend(from.size() * sizeof(Vec3) * 2, path_)) return;
            copy(morph.positions, Vec3{});
            copy(morph.normals, Vec3{});
        }
        if (!starts_.empty()) {
            starts_.resize(count, static_cast<std::uint32_t>(mesh_.influences.size()));
            starts_.push_back(static_cast<std::uint32_t>(mesh_.influences.size()));
            std::vector<Influence> influences;
            std::vector<std::uint32_t> starts;
            for (const std::uint32_t v : from) {
                starts.push_back(static_cast<std::uint32_t>(influences.size()));
                if (!document_.spend((starts_[v + 1] - starts_[v]) * sizeof(Influence), path_)) return;
                const auto own = std::span(mesh_.influences).subspan(starts_[v], starts_[v + 1] - starts_[v]);
                influences.insert(influences.end(), own.begin(), own.end());
            }
            mesh_.influences = std::move(influences);
            starts_ = std::move(starts);
        }
        runs_ = std::move(runs);
    }

    void complete_frames() {
        if (mesh_.normals.empty()) return;
        std::vector<Vec3> smooth; // of triangles with corners of their own they are flat
        for (const ReadRun& run : runs_) {
            if (!run.has_normals && smooth.empty()) smooth = smooth_normals(mesh_.positions, mesh_.indices);
            for (std::size_t v = run.first; v < std::size_t{run.first} + run.count; ++v) {
                Vec3& normal = mesh_.normals[v];
                if (!run.has_normals) normal = smooth[v];
                const double size = length(to_double(normal));
                if (std::abs(size - 1) > 9e-4) normal = size > 0 ? to_float(to_double(normal) / size) : Vec3{0, 1, 0};
                if (mesh_.tangents.empty()) continue;
                Vec4& tangent = mesh_.tangents[v];
                const Vec3d direction{tangent.x, tangent.y, tangent.z};
                const double reach = length(direction);
                if (!run.has_tangents || !run.has_normals || !(reach > 0)) {
                    tangent = any_tangent(normal);
                } else {
                    if (std::abs(reach - 1) > 9e-4) {
                        const Vec3 unit = to_float(direction / reach);
                        tangent = {unit.x, unit.y, unit.z, tangent.w};
                    }
                    tangent.w = tangent.w < 0 ? -1.0f : 1.0f;
                }
            }
        }
    }

    void complete_influences(std::size_t count) {
        const bool any = std::any_of(runs_.begin(), runs_.end(), [](const ReadRun& run) { return run.has_influences; });
        if (!has_skin_ || !any) {
            mesh_.influences.clear();
            return;
        }
        if (unbound_ > 0)
            document_.warn(path_,
                           std::to_string(unbound_) + " vertices have no weight; they follow the skin's first joint");
        if (unnormalised_ > 0)
            document_.note(path_, std::to_string(unnormalised_) + " vertices had weights that do not add up to one");
        starts_.resize(count);
        starts_.push_back(static_cast<std::uint32_t>(mesh_.influences.size()));
        mesh_.influence_start = std::move(starts_);
        settle_influences(mesh_);
    }

    Document& document_;
    VariantReader& variants_;
    const Json& json_;
    std::string path_;
    std::size_t skin_joints_;
    bool has_skin_;
    Mesh mesh_;
    std::vector<LineSet> lines_;
    std::vector<ReadRun> runs_;
    std::map<std::string, std::size_t> runs_by_key_;
    std::vector<std::size_t> run_of_surface_;
    std::vector<std::uint32_t> starts_;
    std::size_t unbound_ = 0, unnormalised_ = 0;
    bool flat_ = false;
};

// How much memory a JSON value takes, roughly.
std::uint64_t weight_of(const Json& json) {
    std::uint64_t weight = sizeof(Json) + json.string().size();
    for (const Json& item : json.items()) weight += weight_of(item);
    for (const Json::Member& entry : json.members()) weight += entry.name.size() + weight_of(entry.value);
    return weight;
}

// True for a name that our writer made of another: `Cube#2`.
bool is_made_unique(std::string_view name, std::string_view of) {
    if (!name.starts_with(of) || name.size() < of.size() + 2 || name[of.size()] != '#') return false;
    return name.find_first_not_of("0123456789", of.size() + 1) == name.npos;
}

// How far the morph targets are on where no clip moves them. What a node says goes before what its mesh says.
void read_weights(Document& document, Mesh& mesh, const Json& owner, const std::string& path) {
    const Json* weights = owner.find("weights");
    if (!weights || mesh.morphs.empty()) return;
    const bool sound = weights->size() == mesh.morphs.size() &&
                       std::all_of(weights->items().begin(), weights->items().end(), [](const Json& weight) {
                           return weight.is_number() && std::isfinite(static_cast<float>(weight.number()));
                       });
    if (!sound) return document.warn(path + ".weights", "is not one number for each morph target and is not used");
    mesh.morph_weights.clear();
    for (const Json& weight : weights->items()) mesh.morph_weights.push_back(static_cast<float>(weight.number()));
    const auto is_off = [](float weight) { return weight == 0; };
    if (std::all_of(mesh.morph_weights.begin(), mesh.morph_weights.end(), is_off)) mesh.morph_weights.clear();
}

// True if the node shows its mesh rigidly at a joint and says nothing of its own about it.
bool can_share(const Reader& reader, std::size_t node) {
    const NodeInfo& info = reader.nodes[node];
    return info.skin < 0 && info.joint >= 0 && (info.is_joint || read_node_extras(reader.document, node).size() == 0);
}

} // namespace

void read_meshes(Reader& reader) {
    Document& document = reader.document;
    reader.variants.begin(document, reader.model);
    reader.meshes_of_node.resize(reader.nodes.size());
    std::vector<std::tuple<std::size_t, std::int32_t, std::size_t>> uses; // mesh, joint, node
    for (std::size_t n = 0; n < reader.nodes.size(); ++n)
        if (reader.nodes[n].in_scene && reader.nodes[n].mesh >= 0)
            uses.emplace_back(static_cast<std::size_t>(reader.nodes[n].mesh), reader.nodes[n].joint, n);
    ossuary::sort(uses);
    std::size_t weighed = SIZE_MAX;
    std::uint64_t extras_weight = 0;
    std::size_t shared = SIZE_MAX; // the mesh of the document that one of the model can be shown for again
    std::size_t shared_as = 0;     // that one
    for (const auto& [index, joint, node] : uses) {
        if (shared == index && can_share(reader, node)) {
            reader.model.meshes[shared_as].instances.push_back(static_cast<std::uint32_t>(joint));
            reader.meshes_of_node[node].push_back(static_cast<std::uint32_t>(shared_as));
            continue;
        }
        if (shared != index) shared = SIZE_MAX;
        if (weighed != index) extras_weight = weight_of(document.list("meshes")[index]["extras"]);
        weighed = index;
        if (!document.spend(extras_weight, at("meshes", index))) return; // every use has a copy
        const NodeInfo& info = reader.nodes[node];
        const Json &json = document.list("meshes")[index], &node_json = document.list("nodes")[node];
        const std::int32_t skin = info.skin < 0 ? -1 : reader.skins[static_cast<std::size_t>(info.skin)];
        MeshReader mesh_reader(reader, index, skin);
        Mesh mesh = mesh_reader.read();
        if (!document.ok()) return;
        std::vector<LineSet> lines = mesh_reader.take_lines();
        for (LineSet& set : lines) {
            set.name = json["name"].string(node_json["name"].string());
            set.joint = info.joint;
            set.extras = mesh.extras;
            reader.model.lines.push_back(std::move(set));
        }
        if (mesh.surfaces.empty()) continue;
        const bool is_skinned = !mesh.influence_start.empty();
        if (skin >= 0 && !is_skinned)
            document.warn(at("nodes", node) + ".skin", "its mesh has no joints and weights; it is taken as rigid");
        mesh.name = json["name"].string();
        if (mesh.name.empty() && !document.is_ours()) mesh.name = node_json["name"].string();
        if (const Json& original = mesh.extras["sourceName"]; original.is_string() && document.is_ours()) {
            mesh.name = original.string();
            mesh.extras.erase("sourceName");
            if (mesh.extras.size() == 0) mesh.extras = Json();
        }
        if (is_skinned)
            mesh.skin = skin;
        else
            mesh.joint = info.joint;
        if (!info.is_joint) {
            if (const Json extras = read_node_extras(document, node); extras.size() > 0) {
                mesh.extras.erase("node");
                mesh.extras.append("node", extras);
            }
            const std::string_view node_name = node_json["name"].string();
            const bool is_kept = reader.model.source.format == "gltf" && !is_made_unique(node_name, mesh.name);
            if (is_kept && !node_name.empty() && node_name != mesh.name) keep(mesh.extras, "nodeName", node_name);
        }
        read_weights(document, mesh, json, at("meshes", index));
        read_weights(document, mesh, node_json, at("nodes", node));
        if (!document.ok()) return;
        if (mesh.morphs.empty() && lines.empty() && can_share(reader, node)) {
            shared = index;
            shared_as = reader.model.meshes.size();
        }
        reader.meshes_of_node[node].push_back(static_cast<std::uint32_t>(reader.model.meshes.size()));
        reader.model.meshes.push_back(std::move(mesh));
    }
    reader.variants.finish();
}

} // namespace ossuary::gltf
