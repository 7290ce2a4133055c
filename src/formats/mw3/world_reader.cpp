#include "formats/mw3/world_reader.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <span>

namespace ossuary::mw3 {

namespace {

constexpr std::pair<NodeClass, std::string_view> class_names[] = {
    {NodeClass::empty, "empty"},   {NodeClass::camera, "camera"},   {NodeClass::world, "world"},
    {NodeClass::window, "window"}, {NodeClass::display, "display"}, {NodeClass::object3d, "object3d"},
    {NodeClass::lod, "lod"},       {NodeClass::light, "light"},
};

} // namespace

std::string_view name_of(NodeClass node_class) {
    for (const auto& [value, name] : class_names)
        if (value == node_class) return name;
    return "unknown";
}
bool parse_name(std::string_view name, NodeClass& node_class) {
    for (const auto& [value, known] : class_names) {
        if (known != name) continue;
        node_class = value;
        return true;
    }
    return false;
}

Affine12 angles_matrix(const Vector& rotation, const Vector& scale, const Vector& translation) {
    const float sx = std::sin(rotation[0]), cx = std::cos(rotation[0]);
    const float sy = std::sin(rotation[1]), cy = std::cos(rotation[1]);
    const float sz = std::sin(rotation[2]), cz = std::cos(rotation[2]);
    Affine12 m{{sy * sx * sz + cy * cz, cx * sz, cy * sx * sz - sy * cz, sy * sx * cz - cy * sz, cx * cz,
                cy * sx * cz + sy * sz, sy * cx, -sx, cy * cx, translation[0], translation[1], translation[2]}};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t i = 0; i < 3 && scale[row] != 1; ++i) m[3 * row + i] *= scale[row];
    return m;
}

// ---- reading

bool WorldReader::need(std::string_view field, std::uint64_t size) {
    if (size <= io.remaining()) return true;
    stop("truncated", field,
         "needs " + std::to_string(size) + " bytes, only " + std::to_string(io.remaining()) + " are left");
    return false;
}

template <class T> bool WorldReader::read_list(std::string_view field, std::vector<T>& list, std::uint64_t count) {
    constexpr std::size_t each = sizeof(T);
    if (count > io.remaining() / each) return need(field, count * each);
    list.clear();
    read_run(field, list, count);
    return true;
}

template <class T> Run WorldReader::read_run(std::string_view field, std::vector<T>& list, std::uint64_t count) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % 4 == 0);
    const Bytes raw = io.take(field, static_cast<std::size_t>(count) * sizeof(T));
    const Run run{static_cast<std::uint32_t>(list.size()), static_cast<std::uint32_t>(raw.size() / sizeof(T))};
    if (raw.empty()) return run;
    list.resize(list.size() + run.count);
    T* const to = list.data() + run.first;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(to, raw.data(), raw.size());
    } else {
        for (std::size_t i = 0; i < raw.size(); i += 4) {
            const auto word = load<std::uint32_t>(raw.data() + i, Endian::little);
            std::memcpy(reinterpret_cast<std::byte*>(to) + i, &word, 4);
        }
    }
    return run;
}

bool WorldReader::read_node(NodeRecord& record) {
    record.is_mech = is_mech_;
    if (!read(record)) return false;
    check_node(check_, record, game_);
    return ok();
}

bool WorldReader::read_data(WorldNode& node) {
    const Checker::Scope scope(check_, "data");
    node.data = data_of(node.node_class);
    return std::visit(
        [&]<class T>(T& data) {
            if constexpr (std::is_same_v<T, std::monostate>) {
                return true;
            } else if constexpr (std::is_same_v<T, WorldData>) {
                return read_world(data);
            } else {
                if (!read(data)) return false;
                if constexpr (std::is_same_v<T, Lod>)
                    check_data(check_, data, game_);
                else if constexpr (std::is_same_v<T, LightNode>)
                    check_data(check_, data, game_, limits.nodes);
                else if constexpr (std::is_same_v<T, CameraNode>)
                    check_data(check_, data, limits.nodes);
                else
                    check_data(check_, data);
                if constexpr (std::is_same_v<T, LightNode>) {
                    if (!ok()) return false;
                    const std::size_t start = at();
                    if (!read_list("parents", data.parents, data.parents.size())) return false;
                    for (const std::int32_t parent : data.parents)
                        if (parent < 0 || static_cast<std::size_t>(parent) >= limits.nodes)
                            check_.deviation_at(start, "bad-index", "parents",
                                                "there is no node " + std::to_string(parent));
                }
                return ok();
            }
        },
        node.data);
}

bool WorldReader::read_world(WorldData& world) {
    WorldDataRecord record{world, {}};
    if (!read(record)) return false;
    check_data(check_, record, game_);
    if (!ok()) return false;
    const auto nodes = [&](std::string_view field, std::vector<std::int32_t>& list, std::uint32_t count) {
        const std::size_t start = at();
        if (!read_list(field, list, count)) return false;
        for (const std::int32_t node : list)
            if (node < 0 || static_cast<std::size_t>(node) >= limits.nodes)
                check_.deviation_at(start, "bad-index", field, "there is no node " + std::to_string(node));
        return true;
    };
    if (!nodes("lights", world.lights, record.counts.lights) || !nodes("sounds", world.sounds, record.counts.sounds))
        return false;
    Partition sample;
    const std::size_t each = size_of(sample, game_);
    const double rows = std::ceil((static_cast<double>(world.bottom) - world.top) / 256);
    const double columns = std::ceil((static_cast<double>(world.right) - world.left) / 256);
    if (rows * columns > static_cast<double>(io.remaining() / each)) {
        stop("truncated", "partitions", "the cells between the world's edges do not fit in the file");
        return false;
    }
    world.partitions.resize(static_cast<std::size_t>(rows * columns));
    for (std::size_t i = 0; i < world.partitions.size(); ++i) {
        const Checker::Scope scope(check_, "partitions", static_cast<std::int64_t>(i));
        Partition& partition = world.partitions[i];
        if (!read(partition)) return false;
        const double row = std::floor(static_cast<double>(i) / columns),
                     column = static_cast<double>(i) - row * columns;
        check_partition(check_, partition, static_cast<float>(world.left + 256 * column),
                        static_cast<float>(world.bottom - 256 * row));
        const std::size_t start = at();
        if (!ok() || !need("nodes", partition.nodes.size() * (game_ == Game::pirates_moon ? 12 : 4))) return false;
        for (CellNode& node : partition.nodes) {
            InGame<CellNode> in{node, game_};
            describe(io, in);
            if (node.node < 0 || static_cast<std::size_t>(node.node) >= limits.nodes)
                check_.deviation_at(start, "bad-index", "nodes", "there is no node " + std::to_string(node.node));
        }
    }
    return true;
}

bool WorldReader::read_mesh_info(MeshRecord& record) {
    if (!read(record)) return false;
    check_mesh(check_, record, game_);
    return ok();
}

bool WorldReader::read_polygon(WorldMesh& mesh, Polygon& polygon, const PolygonRecord& record, std::size_t record_at) {
    const PolygonBits bits = polygon_bits(game_);
    const std::uint64_t corners = record.flags & bits.corners;
    polygon.flags = record.flags & ~bits.corners;
    const bool has_normals = (record.flags & bits.normals) != 0, has_uvs = polygon.uvs_ptr != 0;
    const std::uint64_t each = 4 + (has_normals ? 4 : 0) + (game_ == Game::recoil ? 0 : 12);
    std::uint64_t needed = corners * each;
    if (game_ == Game::pirates_moon)
        needed += record.material_count * (4 + (has_uvs ? corners * 8 : 0));
    else if (has_uvs)
        needed += corners * 8;
    if (!need("vertex_indices", needed)) return false;
    const std::size_t start = at();
    polygon.vertex_indices = read_run("vertex_indices", mesh.vertex_indices, corners);
    if (has_normals) polygon.normal_indices = read_run("normal_indices", mesh.normal_indices, corners);
    polygon.materials = {static_cast<std::uint32_t>(mesh.materials.size()),
                         game_ == Game::pirates_moon ? record.material_count : 1};
    mesh.materials.resize(mesh.materials.size() + polygon.materials.count, {.material = record.material});
    const auto materials = std::span(mesh.materials).subspan(polygon.materials.first);
    if (game_ == Game::pirates_moon)
        for (PolygonMaterial& material : materials) material.material = io.read<std::int32_t>("material");
    if (has_uvs)
        for (PolygonMaterial& material : materials) material.uvs = read_run("uvs", mesh.uvs, corners);
    if (game_ != Game::recoil) polygon.colors = read_run("colors", mesh.colors, corners);
    for (const PolygonMaterial& material : materials) {
        const bool is_known = material.material >= 0 && static_cast<std::size_t>(material.material) < limits.materials;
        if (is_known) continue;
        const std::string message =
            std::to_string(material.material) + " of " + std::to_string(limits.materials) + " materials";
        if (!is_mech_ || material.material < 0) {
            check_.error_at(record_at, "bad-index", "material", message);
            return false;
        }
        check_.deviation_at(record_at, "bad-index", "material", message);
    }
    if (!check_.wants_deviations()) return true;
    for (const Color& color : mesh.colors_of(polygon))
        if (!within(color, 0, 255)) check_.deviation_at(start, "out-of-range", "colors", "expected 0 to 255");
    return true;
}

bool WorldReader::read_mesh_data(MeshRecord& record) {
    WorldMesh& mesh = record.mesh;
    const MeshCounts& counts = record.counts;
    if (!read_list("vertices", mesh.vertices, counts.vertices) || !read_list("normals", mesh.normals, counts.normals) ||
        !read_list("morphs", mesh.morphs, counts.morphs))
        return false;
    constexpr std::size_t light_size = 76;
    if (counts.lights > io.remaining() / light_size) return need("lights", std::uint64_t{counts.lights} * light_size);
    mesh.lights.resize(counts.lights);
    std::vector<std::uint32_t> light_vertices(counts.lights);
    for (std::size_t i = 0; i < mesh.lights.size(); ++i) {
        const Checker::Scope scope(check_, "lights", static_cast<std::int64_t>(i));
        PointLightRecord light{mesh.lights[i]};
        if (!read(light)) return false;
        check_light(check_, light);
        if (!ok()) return false;
        light_vertices[i] = light.vertex_count;
    }
    for (std::size_t i = 0; i < mesh.lights.size(); ++i) {
        const Checker::Scope scope(check_, "lights", static_cast<std::int64_t>(i));
        if (!read_list("vertices", mesh.lights[i].vertices, light_vertices[i])) return false;
    }
    const std::size_t polygon_size = game_ == Game::recoil ? 28 : game_ == Game::pirates_moon ? 40 : 36;
    if (counts.polygons > io.remaining() / polygon_size)
        return need("polygons", std::uint64_t{counts.polygons} * polygon_size);
    mesh.polygons.resize(counts.polygons);
    std::vector<std::array<std::uint32_t, 3>> heads(counts.polygons); // flags, material, count of materials
    const std::size_t first = at();
    const PolygonBits bits = polygon_bits(game_);
    std::uint64_t corners = 0, normals = 0, materials = 0, uvs = 0;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const Checker::Scope scope(check_, "polygons", static_cast<std::int64_t>(i));
        PolygonRecord polygon{mesh.polygons[i]};
        if (!read(polygon)) return false;
        check_polygon(check_, polygon, game_);
        if (!ok()) return false;
        heads[i] = {polygon.flags, static_cast<std::uint32_t>(polygon.material), polygon.material_count};
        const std::uint64_t own = polygon.flags & bits.corners;
        corners += own;
        if (polygon.flags & bits.normals) normals += own;
        materials += polygon.material_count;
        if (mesh.polygons[i].uvs_ptr != 0) uvs += own * polygon.material_count;
    }
    const std::uint64_t colors = game_ == Game::recoil ? 0 : corners, left = io.remaining();
    // Otherwise some polygon ends too early, and will be named.
    if (corners <= left / 4 && normals <= left / 4 && uvs <= left / 8 && colors <= left / 12 && materials <= left) {
        mesh.vertex_indices.reserve(static_cast<std::size_t>(corners));
        mesh.normal_indices.reserve(static_cast<std::size_t>(normals));
        mesh.materials.reserve(static_cast<std::size_t>(materials));
        mesh.uvs.reserve(static_cast<std::size_t>(uvs));
        mesh.colors.reserve(static_cast<std::size_t>(colors));
    }
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const Checker::Scope scope(check_, "polygons", static_cast<std::int64_t>(i));
        Polygon& polygon = mesh.polygons[i];
        const std::size_t start = at();
        const PolygonRecord head{polygon, heads[i][0], static_cast<std::int32_t>(heads[i][1]), heads[i][2]};
        if (!read_polygon(mesh, polygon, head, first + i * polygon_size)) return false;
        if (!check_.wants_deviations()) continue;
        const auto beyond = [](std::span<const std::uint32_t> indices, std::size_t count) {
            return std::ranges::any_of(indices, [&](std::uint32_t index) { return index >= count; });
        };
        if (beyond(mesh.vertex_indices_of(polygon), mesh.vertices.size()))
            check_.deviation_at(start, "bad-index", "vertex_indices", "there are not so many vertices");
        if (beyond(mesh.normal_indices_of(polygon), mesh.normals.size()))
            check_.deviation_at(start, "bad-index", "normal_indices", "there are not so many normals");
    }
    if (game_ != Game::pirates_moon) return true;
    if (counts.refs > io.remaining() / 12) return need("refs", std::uint64_t{counts.refs} * 12);
    io.list("refs", mesh.refs, counts.refs, 12);
    return true;
}

bool WorldReader::read_material(WorldMaterial& material) {
    MaterialRecord record{material, is_mech_};
    if (!read(record)) return false;
    check_material(check_, material, game_, is_mech_);
    if (!is_mech_ && material.is_textured() && !has_texture(material.texture))
        check_.error("bad-index", "texture", no_texture(material.texture));
    return ok();
}

LoosePolygon loosened(const WorldMesh& mesh, const Polygon& polygon) {
    const auto copied = [](const auto& entries) { return std::vector(entries.begin(), entries.end()); };
    LoosePolygon loose{.head = polygon};
    loose.vertex_indices = copied(mesh.vertex_indices_of(polygon));
    if (polygon.normal_indices.count > 0) loose.normal_indices = copied(mesh.normal_indices_of(polygon));
    loose.colors = copied(mesh.colors_of(polygon));
    for (const PolygonMaterial& material : mesh.materials_of(polygon)) {
        LoosePolygonMaterial& own = loose.materials.emplace_back();
        own.material = material.material;
        if (material.uvs.count > 0) own.uvs = copied(mesh.uvs_of(material));
    }
    return loose;
}

void add_polygon(WorldMesh& mesh, const LoosePolygon& loose) {
    Polygon& polygon = mesh.polygons.emplace_back(loose.head);
    polygon.vertex_indices = add_run<std::uint32_t>(mesh.vertex_indices, loose.vertex_indices);
    polygon.normal_indices = {};
    if (loose.normal_indices)
        polygon.normal_indices = add_run<std::uint32_t>(mesh.normal_indices, *loose.normal_indices);
    polygon.colors = add_run<Color>(mesh.colors, loose.colors);
    polygon.materials = {static_cast<std::uint32_t>(mesh.materials.size()),
                         static_cast<std::uint32_t>(loose.materials.size())};
    for (const LoosePolygonMaterial& material : loose.materials) {
        PolygonMaterial& own = mesh.materials.emplace_back();
        own.material = material.material;
        if (material.uvs) own.uvs = add_run<Range>(mesh.uvs, *material.uvs);
    }
}

// ---- writing

void WorldWriter::node(const WorldNode& node, std::size_t parents, std::size_t children) {
    put(NodeRecord{const_cast<WorldNode&>(node), static_cast<std::uint32_t>(parents),
                   static_cast<std::uint32_t>(children), is_mech_});
}

void WorldWriter::data(const WorldNode& node) {
    std::visit(
        [&]<class T>(const T& data) {
            if constexpr (!std::is_same_v<T, std::monostate>) put(data);
            if constexpr (std::is_same_v<T, LightNode>) io.list("parents", data.parents);
            if constexpr (std::is_same_v<T, WorldData>) {
                io.list("lights", data.lights);
                io.list("sounds", data.sounds);
                for (const Partition& partition : data.partitions) {
                    put(partition);
                    for (const CellNode& cell : partition.nodes) put(cell);
                }
            }
        },
        node.data);
}

void WorldWriter::mesh_info(const WorldMesh& mesh) {
    const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
    put(MeshRecord{const_cast<WorldMesh&>(mesh),
                   {count(mesh.polygons), count(mesh.vertices), count(mesh.normals), count(mesh.morphs),
                    count(mesh.lights), count(mesh.refs)}});
}

void WorldWriter::mesh_data(const WorldMesh& mesh) {
    io.list("vertices", mesh.vertices);
    io.list("normals", mesh.normals);
    io.list("morphs", mesh.morphs);
    for (const PointLight& light : mesh.lights)
        put(PointLightRecord{const_cast<PointLight&>(light), static_cast<std::uint32_t>(light.vertices.size())});
    for (const PointLight& light : mesh.lights) io.list("vertices", light.vertices);
    for (const Polygon& polygon : mesh.polygons) {
        const auto materials = mesh.materials_of(polygon);
        put(PolygonRecord{const_cast<Polygon&>(polygon),
                          polygon.flags | static_cast<std::uint32_t>(mesh.vertex_indices_of(polygon).size()),
                          materials.empty() ? 0 : materials[0].material, static_cast<std::uint32_t>(materials.size())});
    }
    const auto put_all = [&](const auto& entries) {
        for (const auto& entry : entries) io("", entry);
    };
    for (const Polygon& polygon : mesh.polygons) {
        put_all(mesh.vertex_indices_of(polygon));
        put_all(mesh.normal_indices_of(polygon));
        if (game_ == Game::pirates_moon)
            for (const PolygonMaterial& material : mesh.materials_of(polygon)) io.write(material.material);
        for (const PolygonMaterial& material : mesh.materials_of(polygon)) put_all(mesh.uvs_of(material));
        if (game_ != Game::recoil) put_all(mesh.colors_of(polygon));
    }
    if (game_ != Game::pirates_moon) return;
    for (const MeshReference& reference : mesh.refs) put(reference);
}

void WorldWriter::material(const WorldMaterial& material) {
    put(MaterialRecord{const_cast<WorldMaterial&>(material), is_mech_});
}

} // namespace ossuary::mw3
