#include <algorithm>

#include "mesh/packed_structure.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/mesh/packed_mesh.h"

namespace ossuary::mesh {

// Room that is left: nothing else may stand there.
template <class T, class Io> void describe_zero(Io& io) {
    T zero = 0;
    io("zero", zero);
    if constexpr (std::is_same_v<Io, ByteReader>)
        if (io.ok() && zero != 0) io.fail("zero", std::to_string(zero) + " where nothing belongs");
}

template <class Io> void describe(Io& io, Lattice& lattice) {
    io("origin", lattice.origin);
    io("step", lattice.step);
}

template <class Io> void describe(Io& io, VertexLayout& layout) {
    io("position_bits", layout.position_bits);
    io("position_count", layout.position_count);
    io("normal_bits", layout.normal_bits);
    io("tangent_bits", layout.tangent_bits);
    io("uv_bits", layout.uv_bits);
    io("color_bits", layout.color_bits);
    io("joint_bits", layout.joint_bits);
    io("weight_bits", layout.weight_bits);
}

template <class Io> void describe(Io& io, PackErrors& errors) {
    io("position", errors.position);
    io("normal", errors.normal);
    io("tangent", errors.tangent);
    io("uv", errors.uv);
    io("weight", errors.weight);
    io("dropped", errors.dropped);
}

template <class Io> void describe(Io& io, PackedSurface& surface) {
    io("material", surface.material);
    io("first_meshlet", surface.first_meshlet);
    io("meshlet_count", surface.meshlet_count);
    describe_zero<std::uint32_t>(io);
}

template <class Io> void describe(Io& io, PackedMeshlet& meshlet) {
    io("first_vertex", meshlet.first_vertex);
    io("first_triangle", meshlet.first_triangle);
    io("first_joint", meshlet.first_joint);
    io("vertex_count", meshlet.vertex_count);
    io("triangle_count", meshlet.triangle_count);
    io("corner", meshlet.corner);
    io("joint_count", meshlet.joint_count);
    describe_zero<std::uint16_t>(io);
    io("sphere.center", meshlet.sphere.center);
    io("sphere.radius", meshlet.sphere.radius);
    io("cone.axis", meshlet.cone.axis);
    io("cone.cutoff", meshlet.cone.cutoff);
    io("cone.apex", meshlet.cone.apex);
    io("surface", meshlet.surface);
}

namespace {

constexpr std::string_view magic = "opm\x1a";
constexpr std::size_t checksum_at = 8, checked_from = 12, alignment = 16;
constexpr std::size_t surface_size = 16, meshlet_size = 80;

struct Header {
    std::array<char, 4> magic{};
    std::uint16_t version = packed_mesh_version;
    std::uint16_t has_sources = 0;
    std::uint32_t checksum = 0;
    std::uint32_t surfaces = 0, meshlets = 0, joints = 0, vertices = 0, triangles = 0;
};
template <class Io> void describe(Io& io, Header& header) {
    io("magic", header.magic);
    io("version", header.version);
    io("has_sources", header.has_sources);
    io("checksum", header.checksum);
    io("surfaces", header.surfaces);
    io("meshlets", header.meshlets);
    io("joints", header.joints);
    io("vertices", header.vertices);
    io("triangles", header.triangles);
}

// The rest of the header: what the mesh says of itself.
template <class Io> void describe_facts(Io& io, PackedMesh& packed) {
    io("layout", packed.layout);
    io("frame", packed.frame);
    io("skinning", packed.skinning);
    io("most_vertices", packed.most_vertices);
    io("most_triangles", packed.most_triangles);
    describe_zero<std::uint16_t>(io);
    io("skin_joints", packed.skin_joints);
    io("position", packed.position);
    io("uv", packed.uv);
    io("errors", packed.errors);
}

// Skips to where the next list begins.
void align(ByteReader& reader, std::string_view field) {
    const Bytes gap = reader.take(field, (alignment - reader.offset() % alignment) % alignment);
    if (std::any_of(gap.begin(), gap.end(), [](std::byte b) { return b != std::byte{}; }))
        reader.fail(field, "the gap before it is not zero");
}

} // namespace

bool recognise_packed_mesh(Bytes bytes) { return as_text(bytes).starts_with(magic); }

ByteBuffer write_packed_mesh(const PackedMesh& packed) {
    ByteWriter writer;
    Header header;
    std::copy(magic.begin(), magic.end(), header.magic.begin());
    header.has_sources = !packed.sources.empty();
    header.surfaces = static_cast<std::uint32_t>(packed.surfaces.size());
    header.meshlets = static_cast<std::uint32_t>(packed.meshlets.size());
    header.joints = static_cast<std::uint32_t>(packed.joints.size());
    header.vertices = static_cast<std::uint32_t>(packed.vertex_count());
    header.triangles = static_cast<std::uint32_t>(packed.triangles.size());
    describe(writer, header);
    describe_facts(writer, const_cast<PackedMesh&>(packed)); // a description only reads when it writes
    writer.buffer().reserve(writer.offset() + packed.meshlets.size() * meshlet_size +
                            (packed.vertices.size() + packed.triangles.size() + packed.sources.size()) * 4);
    const auto list = [&writer](const auto& values) {
        writer.align(alignment);
        writer.list("", values);
    };
    list(packed.surfaces);
    list(packed.meshlets);
    list(packed.joints);
    list(packed.vertices);
    list(packed.triangles);
    list(packed.sources);
    writer.align(alignment);
    writer.patch(checksum_at, crc32(Bytes(writer.buffer()).subspan(checked_from)));
    return std::move(writer).take();
}

Result<PackedMesh> parse_packed_mesh(Bytes bytes) {
    ByteReader reader(bytes);
    Header header;
    describe(reader, header);
    if (reader.ok() && std::string_view(header.magic.data(), 4) != magic)
        reader.fail("magic", "this is no packed mesh");
    if (reader.ok() && header.version != packed_mesh_version)
        reader.fail("version", "version " + std::to_string(header.version) + " found, " +
                                   std::to_string(packed_mesh_version) + " is read");
    if (reader.ok() && header.checksum != crc32(bytes.subspan(checked_from)))
        reader.fail("checksum", "does not agree: the file is damaged");
    if (reader.ok() && header.has_sources > 1) reader.fail("has_sources", "is neither 0 nor 1");
    PackedMesh packed;
    describe_facts(reader, packed);
    if (reader.ok() && (packed.layout.words() == 0 || packed.layout.words() > 32))
        reader.fail("layout", "has numbers of bits that do not exist");
    const auto list = [&reader](std::string_view name, auto& values, std::uint64_t count, std::size_t size) {
        align(reader, name);
        if (reader.ok()) reader.list(name, values, count, size);
    };
    list("surfaces", packed.surfaces, header.surfaces, surface_size);
    list("meshlets", packed.meshlets, header.meshlets, meshlet_size);
    list("joints", packed.joints, header.joints, 2);
    list("vertices", packed.vertices, std::uint64_t{header.vertices} * packed.layout.words(), 4);
    list("triangles", packed.triangles, header.triangles, 4);
    list("sources", packed.sources, header.has_sources ? header.vertices : 0, 4);
    align(reader, "end");
    if (reader.ok() && reader.remaining() > 0)
        reader.fail("end", std::to_string(reader.remaining()) + " bytes too many");
    if (!reader.ok()) return Failure(reader.error());
    if (auto sound = check_structure(packed); !sound) return Failure(sound.error());
    return packed;
}

} // namespace ossuary::mesh
