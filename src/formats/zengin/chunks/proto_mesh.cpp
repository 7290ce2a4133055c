#include "proto_mesh_layout.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t arrays_per_submesh = 10;
constexpr std::array<std::string_view, arrays_per_submesh> array_names{
    "triangles", "wedges",         "colors",         "plane_indices", "planes",
    "wedge_map", "vertex_updates", "triangle_edges", "edges",         "edge_scores"};
// The order of the arrays in content, as places in the table.
constexpr std::array<std::size_t, arrays_per_submesh> content_order{0, 1, 5, 2, 6, 3, 4, 7, 8, 9};
// Arrays may overlap, but not so much that a small file asks for a great deal of memory.
constexpr std::uint64_t overlap_limit = 16;

template <class Mesh, class Visit> void visit_array(Mesh& submesh, std::size_t place, Visit visit) {
    switch (place) {
    case 0: return visit(submesh.triangles);
    case 1: return visit(submesh.wedges);
    case 2: return visit(submesh.colors);
    case 3: return visit(submesh.plane_indices);
    case 4: return visit(submesh.planes);
    case 5: return visit(submesh.wedge_map);
    case 6: return visit(submesh.vertex_updates);
    case 7: return visit(submesh.triangle_edges);
    case 8: return visit(submesh.edges);
    default: return visit(submesh.edge_scores);
    }
}

template <class T> std::uint64_t size_of(const std::vector<T>& array) { return array.size() * sizeof(T); }

// The offsets the arrays have when they lie as usual, in table order, and the content's size.
std::uint64_t usual_offsets(const ProtoMesh& mesh, std::vector<std::uint32_t>& offsets) {
    offsets.assign(2 + arrays_per_submesh * mesh.submeshes.size(), 0);
    std::uint64_t at = 0;
    const auto place = [&](std::size_t index, std::uint64_t size) {
        offsets[index] = static_cast<std::uint32_t>(at);
        at += size;
    };
    place(0, size_of(mesh.positions));
    place(1, size_of(mesh.normals));
    for (std::size_t i = 0; i < mesh.submeshes.size(); ++i)
        for (const std::size_t array : content_order)
            visit_array(mesh.submeshes[i], array,
                        [&](const auto& values) { place(2 + i * arrays_per_submesh + array, size_of(values)); });
    return at;
}

// The numbers of an array that refers to another: nothing, or the place and value of the first that is too large.
struct BadReference {
    std::size_t index;
    std::size_t value;
};
template <class Values, class IndexOf>
std::optional<BadReference> bad_reference(const Values& values, std::size_t limit, IndexOf index_of) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (const std::size_t bad = index_of(values[i], limit); bad != SIZE_MAX) return BadReference{i, bad};
    return {};
}
constexpr auto any_component = [](const auto& indices, std::size_t limit) -> std::size_t {
    for (const std::size_t index : indices)
        if (index >= limit) return index;
    return SIZE_MAX;
};
constexpr auto plain = [](std::size_t index, std::size_t limit) { return index >= limit ? index : SIZE_MAX; };

// Calls `report(array, index, message)` for the first wrong reference of a submesh.
template <class Report> bool check_references(const SubMesh& submesh, std::size_t position_count, Report report) {
    const auto refuse = [&](std::size_t array, const std::optional<BadReference>& bad, std::string_view target,
                            std::size_t limit) {
        if (!bad) return true;
        report(array, bad->index,
               "BadIndex: " + std::string(target) + ' ' + std::to_string(bad->value) + " of " + std::to_string(limit));
        return false;
    };
    const std::size_t wedges = submesh.wedges.size();
    const auto position = [](const Wedge& wedge, std::size_t limit) { return plain(wedge.position_index, limit); };
    const auto collapse = [](std::size_t index, std::size_t limit) {
        return index == 0xFFFF ? SIZE_MAX : plain(index, limit);
    };
    return refuse(0, bad_reference(submesh.triangles, wedges, any_component), "wedge", wedges) &&
           refuse(1, bad_reference(submesh.wedges, position_count, position), "position", position_count) &&
           refuse(3, bad_reference(submesh.plane_indices, submesh.planes.size(), plain), "plane",
                  submesh.planes.size()) &&
           refuse(5, bad_reference(submesh.wedge_map, wedges, collapse), "wedge", wedges) &&
           refuse(7, bad_reference(submesh.triangle_edges, submesh.edges.size(), any_component), "edge",
                  submesh.edges.size()) &&
           refuse(8, bad_reference(submesh.edges, wedges, any_component), "wedge", wedges);
}

bool is_version(std::uint16_t version) {
    return version == gothic1_mesh || version == gothic2_mesh || version == gothic2_early_mesh;
}

// Reads the offset table and copies the arrays out of content.
class ContentReader {
public:
    ContentReader(PayloadReader& io, Bytes content, std::size_t origin)
        : io_(io), content_(content), origin_(origin), budget_(overlap_limit * content.size() + 4096) {}

    template <class T> void read(std::string_view name, std::vector<T>& values) {
        std::array<std::uint32_t, 2> section{}; // offset, count
        io_(name, section);
        if (!io_.ok()) return;
        const std::uint64_t size = std::uint64_t{section[1]} * sizeof(T);
        if (section[0] > content_.size() || size > content_.size() - section[0])
            return io_.fail(name,
                            "SectionOutOfRange: " + std::to_string(section[1]) + " entries at offset " +
                                std::to_string(section[0]) + " do not lie in the " + std::to_string(content_.size()) +
                                " bytes of content",
                            8);
        if (size > budget_) return io_.fail(name, "SectionOutOfRange: the arrays overlap too often", 8);
        budget_ -= size;
        offsets.push_back(section[0]);
        if constexpr (is_packed<T>) {
            values.resize(section[1]);
            if (size > 0)
                std::memcpy(static_cast<void*>(values.data()), content_.data() + section[0],
                            static_cast<std::size_t>(size));
        } else {
            PayloadReader part(content_.subspan(section[0], static_cast<std::size_t>(size)), 0, {}, nullptr);
            part.list(name, values, section[1], sizeof(T));
        }
    }
    // Where an entry of an array lies in the file.
    std::size_t file_offset(std::size_t table_place, std::size_t index, std::size_t entry_size) const {
        return origin_ + offsets[table_place] + index * entry_size;
    }

    std::vector<std::uint32_t> offsets;

private:
    PayloadReader& io_;
    Bytes content_;
    std::size_t origin_;
    std::uint64_t budget_;
};

void read_submeshes(PayloadReader& io, ContentReader& content, ProtoMesh& mesh) {
    for (std::size_t i = 0; i < mesh.submeshes.size() && io.ok(); ++i) {
        const PayloadReader::Scope scope(io, "submeshes", static_cast<std::int64_t>(i));
        SubMesh& submesh = mesh.submeshes[i];
        for (std::size_t array = 0; array < arrays_per_submesh; ++array)
            visit_array(submesh, array, [&](auto& values) { content.read(array_names[array], values); });
        if (!io.ok()) return;
        check_references(
            submesh, mesh.positions.size(), [&](std::size_t array, std::size_t index, std::string message) {
                std::size_t entry_size = 0;
                visit_array(submesh, array, [&](const auto& values) { entry_size = sizeof(values[0]); });
                const std::size_t at = content.file_offset(2 + i * arrays_per_submesh + array, index, entry_size);
                const PayloadReader::Scope entry(io, array_names[array], static_cast<std::int64_t>(index));
                io.fail("", std::move(message), io.file_offset() - at);
            });
        if (!submesh.plane_indices.empty() && submesh.plane_indices.size() != submesh.triangles.size())
            io.warn("plane_indices", std::to_string(submesh.plane_indices.size()) + " plane indices for " +
                                         std::to_string(submesh.triangles.size()) + " triangles");
    }
}

// The content put together again, in the kept places if the arrays still fit there.
ByteBuffer make_content(const ProtoMesh& mesh, std::vector<std::uint32_t>& offsets) {
    ByteBuffer content;
    const std::uint64_t usual_size = usual_offsets(mesh, offsets);
    if (mesh.content.offsets.size() == offsets.size()) {
        bool fits = true;
        const auto check = [&](std::size_t index, const auto& values) {
            const std::uint64_t end = mesh.content.offsets[index] + size_of(values);
            fits = fits && end <= mesh.content.content.bytes.size();
        };
        check(0, mesh.positions);
        check(1, mesh.normals);
        for (std::size_t i = 0; i < mesh.submeshes.size(); ++i)
            for (std::size_t array = 0; array < arrays_per_submesh; ++array)
                visit_array(mesh.submeshes[i], array,
                            [&](const auto& values) { check(2 + i * arrays_per_submesh + array, values); });
        if (fits) {
            content = mesh.content.content.bytes;
            offsets = mesh.content.offsets;
        }
    }
    if (content.empty()) content.resize(static_cast<std::size_t>(usual_size));

    ByteBuffer array_bytes;
    const auto put = [&](std::size_t index, const auto& values) {
        array_bytes.clear();
        PayloadWriter(array_bytes).list("", values);
        std::ranges::copy(array_bytes, content.data() + offsets[index]);
    };
    put(0, mesh.positions);
    put(1, mesh.normals);
    for (std::size_t i = 0; i < mesh.submeshes.size(); ++i)
        for (std::size_t array = 0; array < arrays_per_submesh; ++array)
            visit_array(mesh.submeshes[i], array,
                        [&](const auto& values) { put(2 + i * arrays_per_submesh + array, values); });
    return content;
}

} // namespace

void describe(PayloadReader& io, ProtoMesh& mesh) {
    io("version", mesh.version);
    if (io.ok() && !is_version(mesh.version))
        io.fail("version", "BadVersion: " + std::to_string(mesh.version) + ", expected 773 (Gothic 1), 2309 or 2053",
                2);
    std::uint32_t content_size = 0;
    io("content_size", content_size);
    if (io.ok() && content_size > io.remaining())
        io.fail("content_size",
                "ChunkOverrun: " + std::to_string(content_size) + " bytes of content, only " +
                    std::to_string(io.remaining()) + " are left in the chunk",
                4);
    const std::size_t origin = io.file_offset();
    const Bytes bytes = io.take("content", content_size);
    std::uint8_t submesh_count = 0;
    io("num_submeshes", submesh_count);
    if (!io.ok()) return;

    ContentReader content(io, bytes, origin);
    content.offsets.reserve(2 + arrays_per_submesh * submesh_count);
    content.read("positions", mesh.positions);
    content.read("normals", mesh.normals);
    if (!io.fits("submeshes", submesh_count, 80)) return;
    mesh.submeshes.resize(submesh_count);
    read_submeshes(io, content, mesh);

    read_archive_header(io, mesh.archive);
    io.list("materials", mesh.materials, submesh_count, least_material_size);
    io.set_usual_end('\n');
    if (!mesh.is_gothic1()) io("alpha_test", mesh.alpha_test);
    io("bbox", mesh.bbox);
    mesh.obb.clear();
    if (io.ok()) read_obb(io, "obb", mesh.obb);
    io("tail_floats", mesh.tail_floats);
    if (!io.ok()) return;

    std::vector<std::uint32_t> usual;
    if (usual_offsets(mesh, usual) != content_size || usual != content.offsets)
        mesh.content = {{{bytes.begin(), bytes.end()}}, std::move(content.offsets)};
}

void describe(PayloadWriter& io, ProtoMesh& mesh) {
    std::vector<std::uint32_t> offsets;
    const ByteBuffer content = make_content(mesh, offsets);
    io("version", mesh.version);
    io("content_size", static_cast<std::uint32_t>(content.size()));
    io.bytes(content);
    io("num_submeshes", static_cast<std::uint8_t>(mesh.submeshes.size()));
    const auto section = [&](std::size_t index, std::size_t count) {
        io("", std::array<std::uint32_t, 2>{offsets[index], static_cast<std::uint32_t>(count)});
    };
    section(0, mesh.positions.size());
    section(1, mesh.normals.size());
    for (std::size_t i = 0; i < mesh.submeshes.size(); ++i)
        for (std::size_t array = 0; array < arrays_per_submesh; ++array)
            visit_array(mesh.submeshes[i], array,
                        [&](const auto& values) { section(2 + i * arrays_per_submesh + array, values.size()); });
    write_archive_header(io, mesh.archive, mesh.materials.size());
    io.list("materials", mesh.materials);
    io.set_usual_end('\n');
    if (!mesh.is_gothic1()) io("alpha_test", mesh.alpha_test);
    io("bbox", mesh.bbox);
    write_obbs(io, mesh.obb);
    io("tail_floats", mesh.tail_floats);
}

std::optional<Error> check_mesh(const ProtoMesh& mesh) {
    const auto wrong = [](std::string field, std::string message) {
        return std::optional<Error>(std::in_place, Place{.field = std::move(field)}, std::move(message));
    };
    if (!is_version(mesh.version)) return wrong("version", "BadVersion: " + std::to_string(mesh.version));
    if (mesh.submeshes.size() > 255) return wrong("submeshes", "BadCount: more than 255 submeshes");
    if (mesh.materials.size() != mesh.submeshes.size())
        return wrong("materials", "BadCount: " + std::to_string(mesh.materials.size()) + " materials for " +
                                      std::to_string(mesh.submeshes.size()) + " submeshes");
    if (!are_trees(mesh.obb, 1)) return wrong("obb", "BadCount: the child counts do not make one tree of boxes");
    std::optional<Error> error;
    for (std::size_t i = 0; i < mesh.submeshes.size() && !error; ++i)
        check_references(mesh.submeshes[i], mesh.positions.size(),
                         [&](std::size_t array, std::size_t index, std::string message) {
                             error = wrong("submeshes[" + std::to_string(i) + "]." + std::string(array_names[array]) +
                                               '[' + std::to_string(index) + ']',
                                           std::move(message));
                         });
    return error;
}

Json to_json(const ContentLayout& layout) {
    if (layout.empty()) return {};
    Json json = Json::object();
    json.set("bytes", to_json(layout.content));
    json.set("offsets", JsonDumper::dump(layout.offsets));
    return json;
}
bool from_json(const Json& json, ContentLayout& layout) {
    layout = {};
    if (json.is_null()) return true;
    auto offsets = JsonBuilder::build<std::vector<std::uint32_t>>(json["offsets"]);
    if (!offsets || !from_json(json["bytes"], layout.content) || json.size() != 2) return false;
    layout.offsets = std::move(*offsets);
    return true;
}

} // namespace ossuary::zengin
