#include "ossuary/formats/zengin/msh.h"
#include "msh_layout.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

enum : std::uint16_t {
    msh_start_id = 0xB000,
    msh_box_id = 0xB010,
    msh_materials_id = 0xB020,
    msh_own_light_maps_id = 0xB025,
    msh_shared_light_maps_id = 0xB026,
    msh_positions_id = 0xB030,
    msh_features_id = 0xB040,
    msh_polygons_id = 0xB050,
    msh_end_id = 0xB060
};
constexpr ChunkType msh_start_chunk{msh_start_id}, msh_positions_chunk{msh_positions_id},
    msh_polygons_chunk{msh_polygons_id}, msh_features_chunk{msh_features_id}, msh_end_chunk{msh_end_id};
constexpr ChunkType msh_content[]{msh_start_chunk, msh_positions_chunk, msh_polygons_chunk,
                                  ChunkType{msh_own_light_maps_id}, ChunkType{msh_shared_light_maps_id}};

std::vector<ChunkType> msh_usual_order(const PlainMesh& file) {
    std::vector<ChunkType> order{msh_start_chunk, ChunkType{msh_box_id}, ChunkType{msh_materials_id}};
    if (file.light_maps) order.push_back(file.light_maps->type);
    order.insert(order.end(), {msh_positions_chunk, msh_features_chunk, msh_polygons_chunk, msh_end_chunk});
    return order;
}

// Sizes on disk: a polygon up to its corners, and one corner.
std::size_t polygon_size(const PlainMesh& file) { return file.is_gothic1() ? 25 : 24; }
std::size_t corner_size(const PlainMesh& file, bool wide) { return file.is_gothic1() && !wide ? 6 : 8; }

// Where the polygons end when read with corners of that size; nothing if they do not fit. Also counts the corners.
std::optional<std::size_t> end_of_polygons(Bytes bytes, std::size_t count, std::size_t head, std::size_t corner,
                                           std::size_t& corner_count) {
    std::size_t at = 0;
    corner_count = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (bytes.size() - at < head) return {};
        const auto corners = std::to_integer<std::size_t>(bytes[at + head - 1]);
        at += head;
        if (bytes.size() - at < corners * corner) return {};
        at += corners * corner;
        corner_count += corners;
    }
    return at;
}

void read_polygons(PayloadReader& io, PlainMesh& file) {
    std::uint32_t count = 0;
    io("polygons", count);
    const std::size_t head = polygon_size(file);
    if (!io.fits("polygons", count, head)) return;
    std::size_t corners = 0;
    const auto end = end_of_polygons(io.rest(), count, head, corner_size(file, false), corners);
    if (file.is_gothic1() && end != io.remaining()) {
        std::size_t wide_corners = 0;
        file.wide_indices =
            end_of_polygons(io.rest(), count, head, corner_size(file, true), wide_corners) == io.remaining();
        if (file.wide_indices) corners = wide_corners;
    }
    file.polygons.resize(count);
    file.corners.reserve(corners);
    const bool narrow = file.is_gothic1() && !file.wide_indices;
    for (std::size_t i = 0; i < count && io.ok(); ++i) {
        const PayloadReader::Scope scope(io, "polygons", static_cast<std::int64_t>(i));
        MeshPolygon& polygon = file.polygons[i];
        describe_polygon(io, polygon, file.is_gothic1());
        const Bytes raw = io.take("corners", polygon.corner_count * corner_size(file, file.wide_indices));
        const std::byte* at = raw.data();
        for (std::size_t k = 0; k < polygon.corner_count && !raw.empty(); ++k) {
            PolygonCorner& corner = file.corners.emplace_back();
            corner.position =
                narrow ? load<std::uint16_t>(at, Endian::little) : load<std::uint32_t>(at, Endian::little);
            corner.feature = load<std::uint32_t>(at + (narrow ? 2 : 4), Endian::little);
            at += narrow ? 6 : 8;
        }
    }
}

void write_polygons(PayloadWriter& io, const PlainMesh& file) {
    io("polygons", static_cast<std::uint32_t>(file.polygons.size()));
    std::size_t next = 0;
    for (const MeshPolygon& polygon : file.polygons) {
        describe_polygon(io, const_cast<MeshPolygon&>(polygon), file.is_gothic1());
        for (std::size_t k = 0; k < polygon.corner_count && next < file.corners.size(); ++k, ++next) {
            if (file.is_gothic1() && !file.wide_indices)
                io("position", static_cast<std::uint16_t>(file.corners[next].position));
            else
                io("position", file.corners[next].position);
            io("feature", file.corners[next].feature);
        }
    }
}

std::optional<Error> check_references(const PlainMesh& file) {
    const std::optional<std::uint32_t> maps =
        file.light_maps ? count_light_maps(*file.light_maps) : std::optional<std::uint32_t>(0);
    const auto wrong = [](std::size_t polygon, std::string_view field, std::int64_t value, std::size_t limit) {
        return std::optional<Error>(
            std::in_place, Place{.field = "polygons[" + std::to_string(polygon) + "]." + std::string(field)},
            "BadIndex: " + std::string(field) + ' ' + std::to_string(value) + " of " + std::to_string(limit));
    };
    std::size_t next = 0;
    for (std::size_t i = 0; i < file.polygons.size(); ++i) {
        const MeshPolygon& polygon = file.polygons[i];
        if (polygon.material >= file.materials.materials.size())
            return wrong(i, "material", polygon.material, file.materials.materials.size());
        if (polygon.light_map < -1 || (maps && polygon.light_map >= static_cast<std::int64_t>(*maps)))
            return wrong(i, "light_map", polygon.light_map, maps.value_or(0));
        for (std::size_t k = 0; k < polygon.corner_count; ++k, ++next) {
            if (next == file.corners.size())
                return Error({.field = "corners"}, "BadCount: fewer corners than the polygons have");
            if (file.corners[next].position >= file.positions.size())
                return wrong(i, "position", file.corners[next].position, file.positions.size());
            if (file.corners[next].feature >= file.features.size())
                return wrong(i, "feature", file.corners[next].feature, file.features.size());
        }
    }
    if (next != file.corners.size())
        return Error({.field = "corners"}, "BadCount: more corners than the polygons have");
    return {};
}

// b030 and b040 say how many entries they hold; what does not fit is cut off, not a lie about the count.
template <class T> void read_array(PayloadReader& io, std::string_view field, std::vector<T>& values) {
    std::uint32_t count = 0;
    io(field, count);
    if (io.ok() && count > io.remaining() / sizeof(T)) {
        io.take(field, std::uint64_t{count} * sizeof(T)); // fails
        return;
    }
    io.list(field, values, count, sizeof(T));
}

} // namespace

std::optional<std::uint32_t> count_light_maps(const LightMaps& maps) {
    PayloadReader io(maps.payload.bytes, 0, {}, nullptr);
    std::uint32_t count = 0;
    io("count", count);
    if (maps.type == ChunkType{msh_own_light_maps_id}) return io.ok() ? std::optional(count) : std::nullopt;
    for (std::uint32_t i = 0; i < count && io.ok(); ++i) {
        // A texture file: `ZTEX`, version, format, width, height, mipmaps, two more sizes and a color, then the pixels
        // of every mipmap.
        std::array<std::uint32_t, 9> header{};
        io("texture", header);
        const std::uint32_t format = header[2];
        const bool blocks = format >= 10 && format <= 14;
        constexpr std::array<std::uint32_t, 10> pixel_sizes{4, 4, 4, 4, 3, 3, 2, 2, 2, 1};
        if (!io.ok() || header[0] != 0x5845545A || header[5] == 0 || header[5] > 32 || format > 14 ||
            header[3] > 0xFFFF || header[4] > 0xFFFF)
            return {};
        std::uint64_t size = format == 9 ? 256 * 3 : 0; // a palette
        for (std::uint32_t level = 0; level < header[5]; ++level) {
            const std::uint64_t width = std::max(header[3] >> level, 1u), height = std::max(header[4] >> level, 1u);
            size += blocks ? (width + 3) / 4 * ((height + 3) / 4) * (format == 10 ? 8 : 16)
                           : width * height * pixel_sizes[format];
        }
        io.take("texture", size);
    }
    io("count", count);
    if (!io.ok() || io.remaining() != std::uint64_t{count} * 40) return {};
    return count;
}

Result<PlainMesh> read_msh(ChunkReader& file) {
    PlainMesh msh;
    bool start_seen = false, box_seen = false, materials_seen = false, light_maps_seen = false, positions_seen = false,
         features_seen = false, polygons_seen = false, ended = false;
    while (!ended && file.next()) {
        if (!start_seen && file.type() != msh_start_chunk) {
            file.fail("NotMsh: a mesh begins with chunk b000");
            break;
        }
        const auto read_once = [&](bool& seen, auto read) {
            if (file.once(seen)) file.read(read);
        };
        switch (static_cast<std::uint16_t>(file.type())) {
        case msh_start_id:
            read_once(start_seen, [&](PayloadReader& io) {
                io("version", msh.version);
                if (io.ok() && msh.version != gothic1_plain_mesh && msh.version != gothic2_plain_mesh)
                    io.fail("version", "BadVersion: " + std::to_string(msh.version) + ", expected 9 or 265", 2);
                io("date", msh.date);
                io("name", msh.name);
            });
            break;
        case msh_box_id:
            read_once(box_seen, [&](PayloadReader& io) {
                io("bbox", msh.bbox);
                msh.obb.clear();
                if (io.ok()) read_obb(io, "obb", msh.obb);
            });
            break;
        case msh_materials_id:
            read_once(materials_seen, [&](PayloadReader& io) {
                describe(io, msh.materials);
                if (io.ok() && !msh.is_gothic1() && io.remaining() == 1) io("alpha_test", msh.alpha_test.emplace());
            });
            break;
        case msh_own_light_maps_id:
        case msh_shared_light_maps_id:
            read_once(light_maps_seen, [&](PayloadReader& io) {
                const Bytes payload = io.take("light_maps", io.remaining());
                msh.light_maps = {file.type(), {{payload.begin(), payload.end()}}};
            });
            break;
        case msh_positions_id:
            read_once(positions_seen, [&](PayloadReader& io) { read_array(io, "positions", msh.positions); });
            break;
        case msh_features_id:
            read_once(features_seen, [&](PayloadReader& io) { read_array(io, "features", msh.features); });
            break;
        case msh_polygons_id: read_once(polygons_seen, [&](PayloadReader& io) { read_polygons(io, msh); }); break;
        case msh_end_id:
            ended = true;
            file.read([](PayloadReader&) {});
            break;
        default: file.keep();
        }
    }
    if (file.ok() && !start_seen) file.missing(msh_start_chunk);
    if (file.ok() && !positions_seen) file.missing(msh_positions_chunk);
    if (file.ok() && !polygons_seen) file.missing(msh_polygons_chunk);
    if (file.ok())
        if (const auto error = check_references(msh)) file.fail(error->message(), error->place().field);
    if (!file.ok()) return file.failure();
    if (!box_seen) file.warn_missing(ChunkType{msh_box_id});
    if (!materials_seen) file.warn_missing(ChunkType{msh_materials_id});
    if (!features_seen) file.warn_missing(msh_features_chunk);
    if (!ended) file.warn_missing(msh_end_chunk);
    msh.layout = file.take_layout(msh_usual_order(msh));
    return msh;
}

bool recognise_msh(Bytes bytes) {
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xb000 && (begins_with(head, gothic1_plain_mesh) || begins_with(head, gothic2_plain_mesh));
}

Result<PlainMesh> parse_msh(Bytes bytes, Diagnostics* diagnostics) {
    ChunkReader file(bytes, diagnostics);
    auto msh = read_msh(file);
    if (msh) msh->layout.trailing = file.take_trailing();
    return msh;
}

void append_msh(ByteBuffer& buffer, const PlainMesh& msh) {
    write_chunks(buffer, chunks_to_write(msh.layout, msh_usual_order(msh), msh_content),
                 [&](PayloadWriter& io, ChunkType type) {
                     switch (static_cast<std::uint16_t>(type)) {
                     case msh_start_id:
                         io("version", msh.version);
                         io("date", msh.date);
                         return io("name", msh.name);
                     case msh_box_id: io("bbox", msh.bbox); return write_obbs(io, msh.obb);
                     case msh_materials_id:
                         io("materials", msh.materials);
                         if (msh.alpha_test) io("alpha_test", *msh.alpha_test);
                         return;
                     case msh_own_light_maps_id:
                     case msh_shared_light_maps_id:
                         if (msh.light_maps) io.bytes(msh.light_maps->payload.bytes);
                         return;
                     case msh_positions_id:
                         io("positions", static_cast<std::uint32_t>(msh.positions.size()));
                         return io.list("positions", msh.positions);
                     case msh_features_id:
                         io("features", static_cast<std::uint32_t>(msh.features.size()));
                         return io.list("features", msh.features);
                     case msh_polygons_id: return write_polygons(io, msh);
                     default: return;
                     }
                 });
    buffer.insert(buffer.end(), msh.layout.trailing.bytes.begin(), msh.layout.trailing.bytes.end());
}

ByteBuffer write_msh(const PlainMesh& msh) {
    ByteBuffer buffer;
    append_msh(buffer, msh);
    return buffer;
}

Json dump_msh(const PlainMesh& file) { return dump_zengin(file); }

Result<PlainMesh> build_msh(const Json& json) {
    auto file = build_zengin<PlainMesh>(json);
    if (!file) return file;
    if (file->version != gothic1_plain_mesh && file->version != gothic2_plain_mesh)
        return fail({.field = "version"}, "BadVersion: expected 9 or 265");
    if (!are_trees(file->obb, 1)) return fail({.field = "obb"}, "BadCount: the boxes are not one tree");
    if (auto error = check_references(*file)) return Failure(std::move(*error));
    if (file->is_gothic1() && !file->wide_indices && file->positions.size() > 0x10000)
        return fail({.field = "wide_indices"}, "BadCount: more positions than narrow indices can count");
    return file;
}

} // namespace ossuary::zengin
