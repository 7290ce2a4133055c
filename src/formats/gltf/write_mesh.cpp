#include <algorithm>

#include "influences.h"
#include "kept.h"
#include "meshopt.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"
#include "ossuary/mesh/quantise.h"
#include "surface_frame.h"
#include "variants.h"
#include "writer.h"

namespace ossuary::gltf {

namespace {

// Vertices that one or more surfaces use together. Each run has one accessor per attribute.
struct Run {
    std::uint32_t first = 0, end = 0;
    std::size_t offset = 0; // in vertices, among those written
    Json attributes = Json::object();
    Json targets;
    std::size_t size() const { return end - first; }
};

// Merges the overlapping vertex ranges of surfaces, in the order in which surfaces first use them.
std::vector<Run> find_runs(const Mesh& mesh, std::vector<std::size_t>& run_of_surface) {
    std::vector<std::size_t> order;
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s)
        if (mesh.surfaces[s].index_count > 0) order.push_back(s);
    ossuary::sort(order, [&](std::size_t a, std::size_t b) {
        const std::uint32_t first_a = mesh.surfaces[a].first_vertex, first_b = mesh.surfaces[b].first_vertex;
        return first_a != first_b ? first_a < first_b : a < b;
    });
    std::vector<Run> by_vertex;
    std::vector<std::size_t> found(mesh.surfaces.size());
    for (const std::size_t s : order) {
        const Surface& surface = mesh.surfaces[s];
        const std::uint32_t end = surface.first_vertex + surface.vertex_count;
        if (by_vertex.empty() || surface.first_vertex >= by_vertex.back().end)
            by_vertex.push_back({surface.first_vertex, end, 0, Json::object(), {}});
        by_vertex.back().end = std::max(by_vertex.back().end, end);
        found[s] = by_vertex.size() - 1;
    }
    std::vector<Run> runs;
    std::vector<std::size_t> position(by_vertex.size(), SIZE_MAX);
    run_of_surface.assign(mesh.surfaces.size(), SIZE_MAX);
    std::size_t vertices = 0;
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) {
        if (mesh.surfaces[s].index_count == 0) continue;
        std::size_t& at = position[found[s]];
        if (at == SIZE_MAX) {
            at = runs.size();
            runs.push_back(by_vertex[found[s]]);
            runs.back().offset = vertices;
            vertices += runs.back().size();
        }
        run_of_surface[s] = at;
    }
    return runs;
}

void no_bounds(const Run&, Accessor&) {}

// One attribute of all runs: a view of its own, an accessor per run. `add_bounds` is told each run and its accessor.
template <class T, class AddBounds>
void write_codes(Writer& writer, std::vector<Run>& runs, std::string_view name, const std::vector<T>& codes,
                 const Accessor& form, ViewFilter filter, AddBounds&& add_bounds) {
    const std::size_t number = writer.storage.add_view(Target::vertices, sizeof(T));
    if (writer.options.meshopt) {
        View& view = writer.storage.views[number];
        view.compression = Compression::attributes;
        view.filter = filter;
        view.element = sizeof(T);
    }
    for (Run& run : runs) {
        Accessor accessor = form;
        accessor.view = number;
        accessor.count = run.size();
        accessor.offset =
            append(writer.storage.views[number].own, std::span<const T>(codes.data() + run.first, run.size()));
        add_bounds(run, accessor);
        run.attributes.append(std::string(name), writer.storage.add_accessor(accessor));
    }
}

template <class T>
void write_attribute(Writer& writer, std::vector<Run>& runs, std::string_view name, const std::vector<T>& values,
                     const Accessor& form, bool bounds = false) {
    if (values.empty()) return;
    write_codes(writer, runs, name, values, form, ViewFilter::none, [&](const Run& run, Accessor& accessor) {
        if constexpr (requires {
                          requires T::size >
                          0;
                      })
            if (bounds) set_bounds(accessor, std::span<const T>(values.data() + run.first, run.size()));
    });
}

// Vectors of floats in steps of a power of two; bounds are those of what the reader gets.
template <class T>
void write_in_steps(Writer& writer, std::vector<Run>& runs, std::string_view name, const std::vector<T>& values,
                    const Accessor& form, bool bounds = false) {
    if (values.empty()) return;
    float largest = 0;
    for (const T& v : values)
        for (std::size_t i = 0; i < T::size; ++i) largest = std::max(largest, std::abs(v[i]));
    const Exponential steps = Exponential::up_to(largest);
    std::vector<std::array<std::uint32_t, T::size>> codes(values.size());
    std::vector<T> rounded(values.size());
    for (std::size_t v = 0; v < values.size(); ++v)
        for (std::size_t i = 0; i < T::size; ++i) {
            codes[v][i] = steps.code(values[v][i]);
            rounded[v][i] = steps.value(codes[v][i]);
        }
    write_codes(writer, runs, name, codes, form, ViewFilter::exponential, [&](const Run& run, Accessor& accessor) {
        if (bounds) set_bounds(accessor, std::span<const T>(rounded.data() + run.first, run.size()));
    });
}

// Unit vectors in a byte for each axis; the fourth is 0 or the tangent's w.
template <class T>
void write_directions(Writer& writer, std::vector<Run>& runs, std::string_view name, const std::vector<T>& values,
                      std::string_view type) {
    if (values.empty()) return;
    std::vector<std::array<std::int8_t, 4>> codes;
    codes.reserve(values.size());
    for (const T& v : values) {
        if constexpr (T::size == 4)
            codes.push_back(octahedral_code(v));
        else
            codes.push_back(octahedral_code({v.x, v.y, v.z, 0}));
    }
    write_codes(writer, runs, name, codes, {.component = Component::i8, .type = type, .normalized = true},
                ViewFilter::octahedral, no_bounds);
    writer.required_extensions.insert("KHR_mesh_quantization");
}

// Texture coordinates within the picture have 16 bits; those that repeat it go on as floats.
void write_coordinates(Writer& writer, std::vector<Run>& runs, std::string_view name, const std::vector<Vec2>& values) {
    const auto is_inside = [](const Vec2& uv) { return uv.x >= 0 && uv.x <= 1 && uv.y >= 0 && uv.y <= 1; };
    if (!std::all_of(values.begin(), values.end(), is_inside))
        return write_in_steps(writer, runs, name, values, {.type = "VEC2"});
    std::vector<std::array<std::uint16_t, 2>> codes;
    codes.reserve(values.size());
    const auto whole = [](float part) { return static_cast<std::uint16_t>(part * 65535 + 0.5f); };
    for (const Vec2& uv : values) codes.push_back({whole(uv.x), whole(uv.y)});
    write_attribute(writer, runs, name, codes, {.component = Component::u16, .type = "VEC2", .normalized = true});
}

// Weights of all sets as 16-bit parts that add up to one.
void write_compact_weights(Writer& writer, std::vector<Run>& runs, const PackedInfluences& packed) {
    const std::uint32_t per_vertex = packed.per_vertex;
    const std::size_t vertices = packed.slots.size() / per_vertex;
    std::vector<float> weights(per_vertex);
    std::vector<std::uint32_t> parts(per_vertex);
    std::vector<std::vector<std::array<std::uint16_t, 4>>> sets(per_vertex / 4);
    for (std::size_t v = 0; v < vertices; ++v) {
        for (std::size_t i = 0; i < per_vertex; ++i) weights[i] = packed.slots[v * per_vertex + i].weight;
        mesh::quantise_weights(weights, 16, parts);
        for (std::size_t set = 0; set < sets.size(); ++set) {
            auto& four = sets[set].emplace_back();
            for (std::size_t i = 0; i < 4; ++i) four[i] = static_cast<std::uint16_t>(parts[set * 4 + i]);
        }
    }
    for (std::size_t set = 0; set < sets.size(); ++set)
        write_attribute(writer, runs, "WEIGHTS_" + std::to_string(set), sets[set],
                        {.component = Component::u16, .type = "VEC4", .normalized = true});
}

void write_influences(Writer& writer, std::vector<Run>& runs, const Mesh& mesh, std::size_t index) {
    const PackedInfluences packed = pack_influences(mesh, std::clamp(writer.options.max_influences, 1u, 64u));
    const std::string path = "meshes[" + std::to_string(index) + "].influences";
    if (packed.cut_vertices > 0)
        writer.warn(path, std::to_string(packed.cut_vertices) + " vertices had more than " +
                              std::to_string(writer.options.max_influences) +
                              " influences and were cut, losing at most " + std::to_string(packed.largest_cut * 100) +
                              " % of their weight");
    if (packed.wide_vertices > 0)
        writer.note(path,
                    std::to_string(packed.wide_vertices) +
                        " vertices need more than four weights; --max-influences 4 is for engines that read four");
    const std::size_t vertices = mesh.positions.size(),
                      joints = writer.model.skins[static_cast<std::size_t>(mesh.skin)].joints.size();
    const auto write_joints = [&]<class T>(T, std::uint32_t set, Component component) {
        std::vector<std::array<T, 4>> values(vertices);
        for (std::size_t v = 0; v < vertices; ++v)
            for (std::size_t i = 0; i < 4; ++i)
                values[v][i] = static_cast<T>(packed.slots[v * packed.per_vertex + set * 4 + i].joint);
        write_attribute(writer, runs, "JOINTS_" + std::to_string(set), values,
                        {.component = component, .type = "VEC4"});
    };
    for (std::uint32_t set = 0; set < packed.per_vertex / 4; ++set) {
        if (joints <= 256)
            write_joints(std::uint8_t{}, set, Component::u8);
        else
            write_joints(std::uint16_t{}, set, Component::u16);
        if (writer.options.meshopt) continue;
        std::vector<std::array<float, 4>> weights(vertices);
        for (std::size_t v = 0; v < vertices; ++v)
            for (std::size_t i = 0; i < 4; ++i)
                weights[v][i] = packed.slots[v * packed.per_vertex + set * 4 + i].weight;
        write_attribute(writer, runs, "WEIGHTS_" + std::to_string(set), weights, {.type = "VEC4"});
    }
    if (writer.options.meshopt) write_compact_weights(writer, runs, packed);
}

// Views that the differences of a mesh's morph targets share; each comes into being when it is first needed.
struct MorphViews {
    std::size_t dense = Accessor::none, indices = Accessor::none, values = Accessor::none;
};

bool is_zero(const Vec3& v) { return v == Vec3{} && !std::signbit(v.x) && !std::signbit(v.y) && !std::signbit(v.z); }

// Differences of one run: all zeros without bytes, few as a sparse accessor, many in full.
std::size_t write_differences(Writer& writer, MorphViews& views, std::span<const Vec3> values, bool bounds) {
    Storage& storage = writer.storage;
    std::vector<std::uint32_t> moved;
    std::vector<Vec3> differences;
    for (std::size_t v = 0; v < values.size(); ++v) {
        if (is_zero(values[v])) continue;
        moved.push_back(static_cast<std::uint32_t>(v));
        differences.push_back(values[v]);
    }
    Accessor accessor{.count = values.size(), .type = "VEC3"};
    if (bounds) set_bounds(accessor, values);
    const auto view = [&](std::size_t& id, Target target, std::uint32_t stride) {
        if (id == Accessor::none) id = storage.add_view(target, stride);
        return id;
    };
    const bool narrow = values.size() <= 65535;
    const std::size_t sparse_size = moved.size() * (sizeof(Vec3) + (narrow ? 2 : 4));
    if (moved.empty()) {
        // neither a view nor sparse: zeros
    } else if (sparse_size * 2 < values.size_bytes()) {
        ByteBuffer& index_bytes = storage.views[view(views.indices, Target::none, 0)].own;
        index_bytes.resize((index_bytes.size() + 3) / 4 * 4);
        std::size_t index_offset = 0;
        if (narrow) {
            const std::vector<std::uint16_t> short_moved(moved.begin(), moved.end());
            index_offset = append(index_bytes, std::span<const std::uint16_t>(short_moved));
        } else {
            index_offset = append(index_bytes, std::span<const std::uint32_t>(moved));
        }
        const std::size_t value_offset =
            append(storage.views[view(views.values, Target::none, 0)].own, std::span<const Vec3>(differences));
        const auto place = [](std::size_t id, std::size_t offset) {
            Json json = Json::object();
            json.append("bufferView", id);
            if (offset > 0) json.append("byteOffset", offset);
            return json;
        };
        Json indices = place(views.indices, index_offset);
        indices.append("componentType", static_cast<int>(narrow ? Component::u16 : Component::u32));
        accessor.sparse = Json::object();
        accessor.sparse.append("count", moved.size());
        accessor.sparse.append("indices", std::move(indices));
        accessor.sparse.append("values", place(views.values, value_offset));
    } else {
        accessor.view = view(views.dense, Target::vertices, sizeof(Vec3));
        accessor.offset = append(storage.views[accessor.view].own, values);
    }
    return storage.add_accessor(accessor);
}

void write_morphs(Writer& writer, std::vector<Run>& runs, const Mesh& mesh, bool has_normals, std::size_t index) {
    if (mesh.morphs.size() > 8)
        writer.note("meshes[" + std::to_string(index) + "].morphs",
                    std::to_string(mesh.morphs.size()) + " morph targets; some viewers show only eight at a time");
    MorphViews views;
    for (const MorphTarget& morph : mesh.morphs) {
        for (Run& run : runs) {
            const auto part = [&](const std::vector<Vec3>& values) {
                return std::span<const Vec3>(values.data() + run.first, run.size());
            };
            Json target = Json::object();
            target.append("POSITION", write_differences(writer, views, part(morph.positions), true));
            if (has_normals && !morph.normals.empty())
                target.append("NORMAL", write_differences(writer, views, part(morph.normals), false));
            run.targets.push(std::move(target));
        }
    }
}

// Indices of all surfaces in one view, counted from the start of each surface's run.
Json write_primitives(Writer& writer, const std::vector<Run>& runs, const Mesh& mesh,
                      const std::vector<std::size_t>& run_of_surface) {
    std::size_t largest = 0;
    for (const Run& run : runs) largest = std::max(largest, run.size());
    const bool narrow = largest <= 65535;
    const std::size_t view = writer.storage.add_view(Target::indices);
    if (writer.options.meshopt) {
        writer.storage.views[view].compression = Compression::triangles;
        writer.storage.views[view].element = narrow ? 2 : 4;
    }
    ByteBuffer& bytes = writer.storage.views[view].own;
    Json primitives = Json::array();
    std::vector<std::uint16_t> short_indices;
    std::vector<std::uint32_t> long_indices;
    const auto write_indices = [&](const Run& run, std::span<const std::uint32_t> indices) {
        Accessor accessor{.view = view, .component = narrow ? Component::u16 : Component::u32, .count = indices.size()};
        if (narrow) {
            short_indices.clear();
            for (const std::uint32_t i : indices) short_indices.push_back(static_cast<std::uint16_t>(i - run.first));
            accessor.offset = append(bytes, std::span<const std::uint16_t>(short_indices));
        } else {
            long_indices.clear();
            for (const std::uint32_t i : indices) long_indices.push_back(i - run.first);
            accessor.offset = append(bytes, std::span<const std::uint32_t>(long_indices));
        }
        return writer.storage.add_accessor(accessor);
    };
    std::vector<std::size_t> level_first(mesh.levels.size(), 0);
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) {
        const Surface& surface = mesh.surfaces[s];
        if (surface.index_count == 0) {
            for (std::size_t l = 0; l < level_first.size(); ++l) level_first[l] += mesh.levels[l].index_counts[s];
            continue;
        }
        const Run& run = runs[run_of_surface[s]];
        Json primitive = Json::object();
        primitive.append("attributes", run.attributes);
        primitive.append("indices",
                         write_indices(run, std::span(mesh.indices).subspan(surface.first_index, surface.index_count)));
        if (surface.material >= 0) primitive.append("material", surface.material);
        if (Json mappings = variant_mappings(writer.model, surface.material); mappings.is_object()) {
            Json extensions = Json::object();
            extensions.append(std::string(variants_extension), std::move(mappings));
            primitive.append("extensions", std::move(extensions));
        }
        if (run.targets.is_array()) primitive.append("targets", run.targets);
        // Core glTF draws one level; the others are index accessors that the extras name, -1 where nothing is left.
        Json levels;
        for (std::size_t l = 0; l < mesh.levels.size(); ++l) {
            const MeshLevel& level = mesh.levels[l];
            const auto indices = std::span(level.indices).subspan(level_first[l], level.index_counts[s]);
            level_first[l] += indices.size();
            levels.push(indices.empty() ? Json(-1) : Json(write_indices(run, indices)));
        }
        if (levels.is_array()) {
            Json extras = Json::object();
            extras.append("levels", std::move(levels));
            primitive.append("extras", std::move(extras));
        }
        primitives.push(std::move(primitive));
    }
    return primitives;
}

Json mesh_extras(const Mesh& mesh, std::string_view name) {
    Json extras = Json::object();
    if (!mesh.name.empty() && to_utf8(mesh.name) != name) extras.append("sourceName", mesh.name);
    const auto named = [](const auto& entry) { return !entry.name.empty(); };
    if (std::any_of(mesh.morphs.begin(), mesh.morphs.end(), named)) {
        Json names = Json::array();
        for (const MorphTarget& morph : mesh.morphs) names.push(morph.name);
        extras.append("targetNames", std::move(names));
    }
    Json names = Json::array();
    bool any = false;
    for (const Surface& surface : mesh.surfaces) {
        if (surface.index_count == 0) continue;
        any |= named(surface);
        names.push(surface.name);
    }
    if (any) extras.append("surfaceNames", std::move(names));
    return extras;
}

} // namespace

void write_mesh(Writer& writer, std::size_t index, std::string_view name) {
    const Mesh& mesh = writer.model.meshes[index];
    const std::string path = "meshes[" + std::to_string(index) + ']';
    std::vector<std::size_t> run_of_surface;
    std::vector<Run> runs = find_runs(mesh, run_of_surface);
    if (runs.empty()) return;

    bool textured = false, twice_textured = false, bumped = false;
    for (const Surface& surface : mesh.surfaces) {
        if (surface.index_count == 0 || surface.material < 0) continue;
        const Json& material = writer.materials[static_cast<std::size_t>(surface.material)];
        bumped |= material.find("normalTexture") != nullptr;
        each_texture(material, [&](const Json& reference) {
            const std::int64_t plain = reference["texCoord"].integer(0);
            const std::int64_t set = reference["extensions"]["KHR_texture_transform"]["texCoord"].integer(plain);
            textured = true;
            twice_textured |= set > 0;
        });
    }
    // What the materials need and the mesh lacks is made up here, so that the file stands on its own.
    std::vector<Vec3> made_normals;
    std::vector<Vec4> made_tangents;
    std::vector<Vec2> made_uv;
    const bool lacks_uv = mesh.uv0.empty() && (textured || !mesh.uv1.empty());
    const bool lacks_uv1 = mesh.uv1.empty() && twice_textured;
    for (const auto& [lacks, field] : {std::pair(lacks_uv, ".uv0"), std::pair(lacks_uv1, ".uv1")}) {
        if (!lacks) continue;
        writer.note(path + field, "there are none for the material's pictures; zeros are written");
        made_uv.resize(mesh.positions.size());
    }
    const std::vector<Vec2>& uv1 = lacks_uv1 ? made_uv : mesh.uv1;
    const std::vector<Vec2>& uv = lacks_uv ? made_uv : mesh.uv0;
    const bool lacks_normals = mesh.normals.empty() && (bumped || !mesh.tangents.empty());
    if (lacks_normals) made_normals = smooth_normals(mesh.positions, mesh.indices);
    const std::vector<Vec3>& normals = lacks_normals ? made_normals : mesh.normals;
    // What came as glTF without tangents has those that every viewer makes by the same rule.
    const bool lacks_tangents = mesh.tangents.empty() && bumped && writer.model.source.format != "gltf";
    if (lacks_tangents) made_tangents = smooth_tangents(mesh.positions, normals, uv, mesh.indices);
    const std::vector<Vec4>& tangents = lacks_tangents ? made_tangents : mesh.tangents;

    if (writer.options.meshopt) {
        write_in_steps(writer, runs, "POSITION", mesh.positions, {.type = "VEC3"}, true);
        write_directions(writer, runs, "NORMAL", normals, "VEC3");
        write_directions(writer, runs, "TANGENT", tangents, "VEC4");
        write_coordinates(writer, runs, "TEXCOORD_0", uv);
        write_coordinates(writer, runs, "TEXCOORD_1", uv1);
    } else {
        write_attribute(writer, runs, "POSITION", mesh.positions, {.type = "VEC3"}, true);
        write_attribute(writer, runs, "NORMAL", normals, {.type = "VEC3"});
        write_attribute(writer, runs, "TANGENT", tangents, {.type = "VEC4"});
        write_attribute(writer, runs, "TEXCOORD_0", uv, {.type = "VEC2"});
        write_attribute(writer, runs, "TEXCOORD_1", uv1, {.type = "VEC2"});
    }
    write_attribute(writer, runs, "COLOR_0", mesh.colors,
                    {.component = Component::u8, .type = "VEC4", .normalized = true});
    if (mesh.skin >= 0) write_influences(writer, runs, mesh, index);
    write_morphs(writer, runs, mesh, !normals.empty(), index);

    Json json = Json::object();
    if (!name.empty()) json.append("name", name);
    json.append("primitives", write_primitives(writer, runs, mesh, run_of_surface));
    if (!mesh.morphs.empty()) {
        Json weights = Json::array();
        for (std::size_t m = 0; m < mesh.morphs.size(); ++m)
            weights.push(mesh.morph_weights.empty() ? Json(0) : Json(mesh.morph_weights[m]));
        json.append("weights", std::move(weights));
    }
    Json others = mesh.extras;
    if (others["node"].is_object()) others.erase("node"); // those are the node's
    others.erase(kept_name);
    const Json extras = merged_extras(mesh_extras(mesh, name), others);
    if (extras.size() > 0) json.append("extras", extras);
    writer.gltf_meshes[index] = static_cast<std::int32_t>(writer.meshes.size());
    writer.meshes.push(std::move(json));
}

std::int32_t write_lines(Writer& writer, const LineSet& lines, std::string_view name) {
    if (lines.lines.empty()) return -1;
    const std::span<const Vec3> points(lines.points);
    const std::size_t vertices = writer.storage.add_view(Target::vertices, sizeof(Vec3));
    Accessor positions{.view = vertices, .count = points.size(), .type = "VEC3"};
    positions.offset = append(writer.storage.views[vertices].own, points);
    set_bounds(positions, points);
    const std::size_t ends = writer.storage.add_view(Target::indices);
    Accessor indices{.view = ends, .component = Component::u32, .count = lines.lines.size() * 2};
    indices.offset = append(writer.storage.views[ends].own, std::span(lines.lines));
    Json attributes = Json::object();
    attributes.append("POSITION", writer.storage.add_accessor(positions));
    Json primitive = Json::object();
    primitive.append("attributes", std::move(attributes));
    primitive.append("indices", writer.storage.add_accessor(indices));
    primitive.append("mode", 1); // LINES
    Json json = Json::object();
    json.append("name", name);
    json.append("primitives", Json(Json::Array{std::move(primitive)}));
    if (lines.extras.size() > 0) json.append("extras", lines.extras);
    writer.meshes.push(std::move(json));
    return static_cast<std::int32_t>(writer.meshes.size() - 1);
}

} // namespace ossuary::gltf
