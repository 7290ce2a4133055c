// The records of X8PC as they stand in the file, and its reading and writing apart from the bytes that are kept.
#pragma once

#include <optional>
#include <vector>

#include "formats/sf3/keys_layout.h"
#include "ossuary/formats/sf3/x8pc.h"
#include "source.h"

namespace ossuary::sf3 {

template <class Io> void describe(Io& io, Face& face) {
    describe(io, face.polygon);
    describe(io, face.attr);
}
template <class Io> void describe(Io& io, Mesh& mesh) {
    io("points", mesh.points);
    io("normals", mesh.normals);
    io("faces", mesh.faces);
}
template <class Io> void describe(Io& io, Clip& clip) {
    io("type", clip.type);
    io("external", clip.external);
    io("start", clip.start);
    io("count", clip.count);
    io("distance", clip.distance);
    io("events", clip.events);
}

inline constexpr std::size_t chunk_count = 4;
inline constexpr std::size_t extra_entries_at = 0x40;
inline constexpr std::uint32_t texture_definitions_at = 0x14;
inline constexpr std::uint32_t mesh_table_at = 8;
inline constexpr std::size_t bone_table_field = 0x18;
inline constexpr std::uint16_t external_flag = 0x1000;
inline constexpr std::size_t most_width = 504, most_height = 255;

struct ChunkEntry {
    std::uint32_t position = 0;
    std::uint32_t size = 0;
    std::uint32_t size_on_disc = 0;
    std::uint32_t zero = 0;
    static constexpr std::size_t packed_size = 16;
};
template <class Io> void describe(Io& io, ChunkEntry& entry) {
    io("position", entry.position);
    io("size", entry.size);
    io("size_on_disc", entry.size_on_disc);
    io("zero", entry.zero);
}

struct TextureHeader {
    std::uint32_t offset = texture_definitions_at;
    std::uint32_t count = 0;
    std::uint32_t pixel_bytes = 0;
    std::array<std::uint32_t, 2> zeros{};
    static constexpr std::size_t packed_size = 0x14;
};
template <class Io> void describe(Io& io, TextureHeader& header) {
    io("offset", header.offset);
    io("count", header.count);
    io("pixel_bytes", header.pixel_bytes);
    io("zeros", header.zeros);
}

struct TextureEntry {
    std::uint16_t width = 0;
    std::uint16_t height = 0;
    std::uint16_t address = 0; // in units of 8 bytes
    std::uint16_t size_word = 0;
    static constexpr std::size_t packed_size = 8;

    static constexpr std::uint32_t size_word_of(std::size_t width, std::size_t height) {
        return static_cast<std::uint32_t>(width / 8 * 256 + height);
    }
};
template <class Io> void describe(Io& io, TextureEntry& entry) {
    io("width", entry.width);
    io("height", entry.height);
    io("address", entry.address);
    io("size_word", entry.size_word);
}

// XPDATA of SGL.
struct MeshRecord {
    std::uint32_t points = 0;
    std::uint32_t point_count = 0;
    std::uint32_t polygons = 0;
    std::uint32_t polygon_count = 0;
    std::uint32_t attributes = 0;
    std::uint32_t normals = 0;
    static constexpr std::size_t packed_size = 24;
};
template <class Io> void describe(Io& io, MeshRecord& record) {
    io("points", record.points);
    io("point_count", record.point_count);
    io("polygons", record.polygons);
    io("polygon_count", record.polygon_count);
    io("attributes", record.attributes);
    io("normals", record.normals);
}

struct AnimationHeader {
    Vector box_center, box_half;
    std::uint32_t bone_table = 0;
    static constexpr std::size_t packed_size = 0x1C;
};
template <class Io> void describe(Io& io, AnimationHeader& header) {
    io("box_center", header.box_center);
    io("box_half", header.box_half);
    io("bone_table", header.bone_table);
}

struct ClipRecord {
    std::uint16_t start = 0; // with the flag
    std::uint16_t count = 0;
    std::uint16_t type = 0;
    std::uint16_t distance = 0;
    std::uint32_t events = 0;
    static constexpr std::size_t packed_size = 12;
};
template <class Io> void describe(Io& io, ClipRecord& record) {
    io("start", record.start);
    io("count", record.count);
    io("type", record.type);
    io("distance", record.distance);
    io("events", record.events);
}

// The entries at the start of a file and where its last chunk ends on disc.
struct ChunkTable {
    std::array<ChunkEntry, chunk_count> chunks;
    std::optional<std::vector<ChunkEntry>> extra;
    std::size_t end = 0;
};
Result<ChunkTable> read_chunk_table(Bytes bytes);

// The values alone, whatever the layout; and in our layout, whatever is kept.
Result<ModelFile> read_x8pc(Bytes bytes);
Result<ByteBuffer> write_canonical(const ModelFile& file);
// What the writer, or a reader of what it wrote, would object to.
std::optional<Error> check(const ModelFile& file);

} // namespace ossuary::sf3
