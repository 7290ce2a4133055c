// X8PC from bytes, in the order its description checks it.
#include <algorithm>

#include "key_block.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/sf3/texture_codec.h"
#include "skeleton_code.h"
#include "x8pc_layout.h"

namespace ossuary::sf3 {

namespace {

Source chunk_source(Bytes bytes, const ChunkEntry& entry) {
    return {bytes.subspan(entry.position, entry.size), entry.position, {}};
}

// A chunk whose header of fixed size is there.
Result<Source> chunk_with_header(Bytes bytes, const ChunkTable& table, std::size_t chunk, std::size_t header_size) {
    Source source = chunk_source(bytes, table.chunks[chunk]);
    if (source.holds(0, header_size)) return source;
    return source.fail("E_TRUNCATED", source.bytes.size(), entry_name("chunks", chunk),
                       std::to_string(source.bytes.size()) + " bytes, its header alone has " +
                           std::to_string(header_size));
}

Result<void> read_textures(Bytes bytes, const ChunkTable& table, Budget& budget, ModelFile& file) {
    const auto source = chunk_with_header(bytes, table, 0, TextureHeader::packed_size);
    if (!source) return Failure(source.error());
    const auto header = source->record<TextureHeader>(0);
    if (header.offset != texture_definitions_at)
        return source->fail("E_TEXDEF", 0, "textures",
                            "expected the definitions at offset 20, not " + std::to_string(header.offset));
    if (!source->holds(header.offset, std::uint64_t{TextureEntry::packed_size} * header.count))
        return source->fail("E_TEXDEF", 4, "textures",
                            std::to_string(header.count) + " definitions do not fit in the chunk");
    const Source packed = chunk_source(bytes, table.chunks[1]);
    const auto words = decompress(packed.bytes, packed.origin);
    if (!words) return Failure(words.error());
    if (2 * words->size() != header.pixel_bytes)
        return source->fail("E_LZ_SIZE", 8, "pixels",
                            std::to_string(2 * words->size()) + " bytes of pixels, the header says " +
                                std::to_string(header.pixel_bytes));
    for (std::size_t i = 0; i < header.count; ++i) {
        const std::size_t at = header.offset + TextureEntry::packed_size * i;
        const auto entry = source->record<TextureEntry>(at);
        if (entry.width % 8 != 0 || entry.height > most_height ||
            entry.size_word != TextureEntry::size_word_of(entry.width, entry.height))
            return source->fail("E_TEXDEF", at, entry_name("textures", i),
                                std::to_string(entry.width) + " × " + std::to_string(entry.height) +
                                    " pixels do not agree with the size word " + std::to_string(entry.size_word));
        const std::size_t first = std::size_t{4} * entry.address, count = std::size_t{entry.width} * entry.height;
        if (first + count > words->size() || !budget.spend(2 * count + sizeof(Texture)))
            return source->fail("E_TEXTURE_RANGE", at + 4, entry_name("textures", i),
                                std::to_string(count) + " pixels do not lie within the " +
                                    std::to_string(words->size()) + " there are");
        const auto begin = words->begin() + static_cast<std::ptrdiff_t>(first);
        file.textures.push_back({entry.width, entry.height, {begin, begin + static_cast<std::ptrdiff_t>(count)}});
    }
    return {};
}

class MeshReader {
public:
    MeshReader(const Source& source, std::size_t texture_count, Budget& budget)
        : source_(source), texture_count_(texture_count), budget_(budget) {}

    Result<void> read(std::vector<MeshList>& lists) {
        std::size_t at = source_.at<std::uint32_t>(0);
        for (;; at += 4) {
            if (!source_.holds(at, 4)) return not_closed(at, "mesh_lists");
            const auto offset = source_.at<std::uint32_t>(at);
            if (offset == end_word) break;
            list_ = entry_name("mesh_lists", lists.size());
            if (!budget_.spend(sizeof(MeshList))) return not_closed(at, list_);
            auto list = read_list(offset);
            if (!list) return Failure(list.error());
            lists.push_back(std::move(*list));
        }
        furthest_ = std::max(furthest_, at + 4);
        if (lists.empty()) return source_.fail("E_MESH_LIST", at, "mesh_lists", "there is no list of meshes");
        return {};
    }
    // Behind everything that was read.
    std::size_t furthest() const { return furthest_; }

private:
    Failure not_closed(std::size_t at, const std::string& field) const {
        return source_.fail("E_MESH_LIST", std::min(at, source_.bytes.size()), field,
                            "the chunk ends before the end marker of the list");
    }

    Result<MeshList> read_list(std::size_t at) {
        MeshList list;
        for (;; at += MeshRecord::packed_size) {
            if (!source_.holds(at, 4)) return not_closed(at, list_);
            if (source_.at<std::uint32_t>(at) == end_word) break;
            if (!source_.holds(at, MeshRecord::packed_size)) return not_closed(at, list_);
            auto mesh = read_mesh(at, list_ + '[' + std::to_string(list.size()) + ']');
            if (!mesh) return Failure(mesh.error());
            list.push_back(std::move(*mesh));
        }
        furthest_ = std::max(furthest_, at + 4);
        return list;
    }

    Result<Mesh> read_mesh(std::size_t at, const std::string& field) {
        const auto record = source_.record<MeshRecord>(at);
        for (const std::uint32_t count : {record.point_count, record.polygon_count})
            if (count > 0xFFFF)
                return source_.fail("E_COUNT", at, field,
                                    std::to_string(count) + " points or polygons, at most 65535 are possible");
        const std::size_t points = record.point_count, faces = record.polygon_count;
        const auto fits = [&](std::size_t offset, std::size_t size) {
            furthest_ = std::max(furthest_, offset + size);
            return source_.holds(offset, size) && budget_.spend(size);
        };
        if (!budget_.spend(sizeof(Mesh)) || !fits(record.points, 12 * points) ||
            !fits(record.polygons, Polygon::packed_size * faces) ||
            !fits(record.attributes, Attr::packed_size * faces) || !fits(record.normals, 6 * points))
            return source_.fail("E_MESH_RANGE", at, field,
                                std::to_string(points) + " points and " + std::to_string(faces) +
                                    " polygons do not lie within the chunk");
        Mesh mesh;
        mesh.points.resize(points);
        mesh.normals.resize(points);
        for (std::size_t i = 0; i < points; ++i)
            for (std::size_t k = 0; k < 3; ++k) {
                mesh.points[i][k] = source_.at<std::int32_t>(record.points + 12 * i + 4 * k);
                mesh.normals[i][k] = source_.at<std::int16_t>(record.normals + 6 * i + 2 * k);
            }
        mesh.faces.resize(faces);
        for (std::size_t i = 0; i < faces; ++i) {
            Face& face = mesh.faces[i];
            const std::size_t polygon_at = record.polygons + Polygon::packed_size * i;
            const std::size_t attr_at = record.attributes + Attr::packed_size * i;
            face = {source_.record<Polygon>(polygon_at), source_.record<Attr>(attr_at)};
            for (const std::uint16_t index : face.polygon.indices)
                if (index >= points)
                    return source_.fail("E_MESH_INDEX", polygon_at + 12, field + '.' + entry_name("faces", i),
                                        "point " + std::to_string(index) + " of " + std::to_string(points));
            if (face.attr.is_textured() && face.attr.texno >= texture_count_)
                return source_.fail("E_TEXTURE_INDEX", attr_at + 2, field + '.' + entry_name("faces", i),
                                    "texture " + std::to_string(face.attr.texno) + " of " +
                                        std::to_string(texture_count_));
        }
        return mesh;
    }

    const Source& source_;
    const std::size_t texture_count_;
    Budget& budget_;
    std::string list_;
    std::size_t furthest_ = 0;
};

Result<void> read_meshes(Bytes bytes, const ChunkTable& table, Budget& budget, ModelFile& file) {
    const auto source = chunk_with_header(bytes, table, 2, 8);
    if (!source) return Failure(source.error());
    MeshReader meshes(*source, file.textures.size(), budget);
    if (auto read = meshes.read(file.mesh_lists); !read) return read;

    const auto skeleton_at = source->at<std::uint32_t>(4);
    auto skeleton = read_skeleton(*source, skeleton_at);
    if (!skeleton) return Failure(skeleton.error());
    file.skeleton = std::move(skeleton->ops);
    // Where nothing else follows the skeleton, what is left is its own: zeros to a multiple of 4, or a tail.
    const Bytes rest = source->bytes.subspan(skeleton->end);
    const bool is_padding = rest.size() == align_up(skeleton->end, 4) - skeleton->end &&
                            std::ranges::all_of(rest, [](std::byte byte) { return byte == std::byte{0}; });
    if (!is_padding && meshes.furthest() <= skeleton_at) file.skeleton_tail.assign(rest.begin(), rest.end());

    const std::size_t draws = run_skeleton(file.skeleton).mesh_bones.size();
    if (draws != file.mesh_lists[0].size())
        return source->fail("E_MESH_COUNT", skeleton_at, "skeleton",
                            std::to_string(draws) + " draw commands for " + std::to_string(file.mesh_lists[0].size()) +
                                " body meshes");
    return {};
}

Failure events_not_closed(const Source& source, std::size_t clip) {
    return source.fail("E_NO_END_MARKER", source.bytes.size(), entry_name("clips", clip),
                       "the chunk ends before the end marker of the clips or their events");
}

Result<void> read_clips(const Source& source, Budget& budget, std::vector<Clip>& clips) {
    for (std::size_t at = AnimationHeader::packed_size;; at += ClipRecord::packed_size) {
        if (!source.holds(at, 2)) return events_not_closed(source, clips.size());
        if (source.at<std::uint16_t>(at) == end_half) return {};
        if (!source.holds(at, ClipRecord::packed_size)) return events_not_closed(source, clips.size());
        const auto record = source.record<ClipRecord>(at);
        Clip clip{.type = record.type,
                  .external = (record.start & external_flag) != 0,
                  .start = static_cast<std::uint16_t>(record.start & ~external_flag),
                  .count = record.count,
                  .distance = record.distance,
                  .events = {}};
        for (std::size_t event = record.events;; event += 4) {
            if (!source.holds(event, 2)) return events_not_closed(source, clips.size());
            const auto frame = source.at<std::uint16_t>(event);
            if (frame == end_half) break;
            if (!source.holds(event, 4) || !budget.spend(4)) return events_not_closed(source, clips.size());
            clip.events.push_back({frame, source.at<std::uint16_t>(event + 2)});
        }
        clips.push_back(std::move(clip));
    }
}

Result<void> read_animation(Bytes bytes, const ChunkTable& table, Budget& budget, ModelFile& file) {
    const auto source = chunk_with_header(bytes, table, 3, AnimationHeader::packed_size);
    if (!source) return Failure(source.error());
    const auto header = source->record<AnimationHeader>(0);
    file.box_center = header.box_center;
    file.box_half = header.box_half;
    if (auto read = read_clips(*source, budget, file.clips); !read) return read;
    auto block = read_key_block(*source, bone_table_field, AnimationHeader::packed_size, budget);
    if (!block) return Failure(block.error());
    const std::size_t bones = run_skeleton(file.skeleton).parents.size();
    if (block->bones.size() != bones)
        return source->fail("E_BONE_COUNT", bone_table_field, "bones",
                            std::to_string(block->bones.size()) + " records for " + std::to_string(bones) + " bones");
    file.bones = std::move(block->bones);
    return {};
}

} // namespace

Result<ChunkTable> read_chunk_table(Bytes bytes) {
    const Source source{bytes};
    if (bytes.size() < sector)
        return source.fail("E_TRUNCATED", bytes.size(), "chunks",
                           std::to_string(bytes.size()) + " bytes, the header alone has 2048");
    ChunkTable table;
    table.end = sector;
    const auto read_entry = [&](std::size_t at, const std::string& field) -> Result<ChunkEntry> {
        const auto entry = source.record<ChunkEntry>(at);
        const std::uint64_t end = std::uint64_t{entry.position} + entry.size_on_disc;
        if (entry.position % sector == 0 && entry.position >= table.end && entry.size <= entry.size_on_disc &&
            end > bytes.size())
            return source.fail("E_CHUNK_RANGE", at, field,
                               "the file ends early: it has " + std::to_string(bytes.size()) +
                                   " bytes, and this needs " + std::to_string(end));
        if (entry.position % sector != 0 || entry.position < table.end || entry.size > entry.size_on_disc ||
            !source.holds(entry.position, entry.size_on_disc))
            return source.fail("E_CHUNK_RANGE", at, field,
                               std::to_string(entry.size) + " of " + std::to_string(entry.size_on_disc) + " bytes at " +
                                   std::to_string(entry.position) + " do not fit behind " + std::to_string(table.end) +
                                   " in a file of " + std::to_string(bytes.size()));
        table.end = entry.position + entry.size_on_disc;
        return entry;
    };
    for (std::size_t i = 0; i < chunk_count; ++i) {
        const auto entry = read_entry(ChunkEntry::packed_size * i, entry_name("chunks", i));
        if (!entry) return Failure(entry.error());
        table.chunks[i] = *entry;
    }
    if (source.at<std::uint32_t>(extra_entries_at) == 0) return table;
    table.extra.emplace();
    for (std::size_t at = extra_entries_at;; at += ChunkEntry::packed_size) {
        const std::string field = entry_name("extra_chunks", table.extra->size());
        if (at + 4 > sector)
            return source.fail("E_CHUNK_TABLE", at, field, "the table is not closed within the header");
        if (source.at<std::uint32_t>(at) == end_word) return table;
        if (at + ChunkEntry::packed_size > sector)
            return source.fail("E_CHUNK_TABLE", at, field, "the table is not closed within the header");
        const auto entry = read_entry(at, field);
        if (!entry) return Failure(entry.error());
        table.extra->push_back(*entry);
    }
}

Result<ModelFile> read_x8pc(Bytes bytes) {
    const auto table = read_chunk_table(bytes);
    if (!table) return Failure(table.error());
    ModelFile file;
    Budget budget(bytes.size());
    if (auto read = read_textures(bytes, *table, budget, file); !read) return Failure(read.error());
    if (auto read = read_meshes(bytes, *table, budget, file); !read) return Failure(read.error());
    if (auto read = read_animation(bytes, *table, budget, file); !read) return Failure(read.error());
    if (table->extra) {
        file.extra_chunks.emplace();
        for (const ChunkEntry& entry : *table->extra) {
            const Bytes on_disc = bytes.subspan(entry.position, entry.size_on_disc);
            file.extra_chunks->push_back({entry.size, {on_disc.begin(), on_disc.end()}});
        }
    }
    const Bytes rest = bytes.subspan(table->end);
    file.trailing.assign(rest.begin(), rest.end());
    return file;
}

} // namespace ossuary::sf3
