// X8PC to bytes, in the layout of the game's files; and what cannot be written.
#include <algorithm>

#include "key_block.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/sf3/texture_codec.h"
#include "skeleton_code.h"
#include "x8pc_layout.h"

namespace ossuary::sf3 {

namespace {

std::optional<Error> refuse(std::string_view code, std::string field, const std::string& message) {
    return Error({.field = std::move(field)}, std::string(code) + ": " + message);
}
std::optional<Error> check_textures(const std::vector<Texture>& textures) {
    std::size_t words = 0;
    for (std::size_t i = 0; i < textures.size(); ++i) {
        const Texture& texture = textures[i];
        const std::string size = std::to_string(texture.width) + " × " + std::to_string(texture.height);
        if (texture.width % 8 != 0 || texture.width > most_width || texture.height > most_height)
            return refuse("E_TEXDEF", entry_name("textures", i),
                          size + " pixels; the width must be a multiple of 8 up to 504, the height at most 255");
        if (texture.pixels.size() != std::size_t{texture.width} * texture.height)
            return refuse("E_TEXDEF", entry_name("textures", i),
                          std::to_string(texture.pixels.size()) + " pixels for a texture of " + size);
        if (words / 4 > 0xFFFF || 2 * (words + texture.pixels.size()) > most_pixel_bytes)
            return refuse("E_TEXTURE_RANGE", entry_name("textures", i), "more than 524288 bytes of pixels");
        words += texture.pixels.size();
    }
    return {};
}

std::optional<Error> check_mesh(const Mesh& mesh, std::size_t textures, const std::string& field) {
    if (mesh.points.size() > 0xFFFF || mesh.faces.size() > 0xFFFF)
        return refuse("E_COUNT", field, "more than 65535 points or polygons");
    if (mesh.normals.size() != mesh.points.size())
        return refuse("E_COUNT", field,
                      std::to_string(mesh.normals.size()) + " normals for " + std::to_string(mesh.points.size()) +
                          " points");
    for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
        const auto& [polygon, attr] = mesh.faces[i];
        for (const std::uint16_t index : polygon.indices)
            if (index >= mesh.points.size())
                return refuse("E_MESH_INDEX", field + '.' + entry_name("faces", i),
                              "point " + std::to_string(index) + " of " + std::to_string(mesh.points.size()));
        if (attr.is_textured() && attr.texno >= textures)
            return refuse("E_TEXTURE_INDEX", field + '.' + entry_name("faces", i),
                          "texture " + std::to_string(attr.texno) + " of " + std::to_string(textures));
    }
    return {};
}

std::optional<Error> check_skeleton(const ModelFile& file) {
    for (std::size_t i = 0; i < file.skeleton.size(); ++i)
        if (!file.skeleton[i].is_known())
            return refuse("E_SKELETON_OPCODE", entry_name("skeleton.ops", i),
                          "there is no command " + std::to_string(file.skeleton[i].code));
    const SkeletonTree tree = run_skeleton(file.skeleton);
    if (!tree.is_closed)
        return refuse("E_SKELETON_END", "skeleton", "its last command must pop the root, and no other");
    if (tree.mesh_bones.size() != file.mesh_lists[0].size())
        return refuse("E_MESH_COUNT", "skeleton",
                      std::to_string(tree.mesh_bones.size()) + " draw commands for " +
                          std::to_string(file.mesh_lists[0].size()) + " body meshes");
    if (tree.parents.size() != file.bones.size())
        return refuse("E_BONE_COUNT", "bones",
                      std::to_string(file.bones.size()) + " records for " + std::to_string(tree.parents.size()) +
                          " bones");
    return {};
}

std::optional<Error> check_clips(const std::vector<Clip>& clips) {
    for (std::size_t i = 0; i < clips.size(); ++i) {
        if (clips[i].start >= external_flag)
            return refuse("E_CLIP_RANGE", entry_name("clips", i),
                          "a start of " + std::to_string(clips[i].start) + "; frames end at 4095");
        for (const auto& [frame, code] : clips[i].events)
            if (frame == end_half) return refuse("E_CLIP_RANGE", entry_name("clips", i), "an event at frame 65535");
    }
    return {};
}

std::optional<Error> check_extra(const std::vector<ExtraChunk>& chunks) {
    if (extra_entries_at + ChunkEntry::packed_size * chunks.size() + 4 > sector)
        return refuse("E_CHUNK_TABLE", "extra_chunks", std::to_string(chunks.size()) + " do not fit in the header");
    for (std::size_t i = 0; i < chunks.size(); ++i)
        if (chunks[i].size > chunks[i].bytes.size() || chunks[i].bytes.size() % sector != 0)
            return refuse("E_CHUNK_RANGE", entry_name("extra_chunks", i),
                          std::to_string(chunks[i].size) + " of " + std::to_string(chunks[i].bytes.size()) +
                              " bytes; chunks fill whole sectors of 2048");
    return {};
}

// ---- the chunks

ByteBuffer texture_chunk(const std::vector<Texture>& textures) {
    ByteWriter writer(Endian::big);
    std::size_t words = 0;
    for (const Texture& texture : textures) words += texture.pixels.size();
    writer("header", TextureHeader{.count = static_cast<std::uint32_t>(textures.size()),
                                   .pixel_bytes = static_cast<std::uint32_t>(2 * words)});
    std::size_t at = 0;
    for (const Texture& texture : textures) {
        writer("texture",
               TextureEntry{texture.width, texture.height, static_cast<std::uint16_t>(at / 4),
                            static_cast<std::uint16_t>(TextureEntry::size_word_of(texture.width, texture.height))});
        at += texture.pixels.size();
    }
    return std::move(writer).take();
}

ByteBuffer pixel_chunk(const std::vector<Texture>& textures) {
    std::vector<std::uint16_t> words;
    for (const Texture& texture : textures) words.insert(words.end(), texture.pixels.begin(), texture.pixels.end());
    return compress(words);
}

MeshRecord write_mesh(ByteWriter& writer, const Mesh& mesh) {
    const auto here = [&] { return static_cast<std::uint32_t>(writer.offset()); };
    MeshRecord record;
    record.point_count = static_cast<std::uint32_t>(mesh.points.size());
    record.polygon_count = static_cast<std::uint32_t>(mesh.faces.size());
    record.points = here();
    writer.list("points", mesh.points);
    record.normals = here();
    writer.list("normals", mesh.normals);
    writer.align(4);
    record.polygons = here();
    for (const Face& face : mesh.faces) writer("polygon", face.polygon);
    record.attributes = here();
    for (const Face& face : mesh.faces) writer("attr", face.attr);
    return record;
}

ByteBuffer mesh_chunk(const ModelFile& file) {
    ByteWriter writer(Endian::big);
    writer.write(mesh_table_at);
    writer.write(std::uint32_t{0}); // the skeleton, known later
    writer.fill(4 * file.mesh_lists.size());
    writer.write(end_word);
    std::vector<std::vector<MeshRecord>> records;
    for (const MeshList& list : file.mesh_lists) {
        records.emplace_back();
        for (const Mesh& mesh : list) records.back().push_back(write_mesh(writer, mesh));
    }
    if (file.mesh_lists.size() > 1) writer.write(end_word); // belongs to nothing
    for (std::size_t i = 0; i < records.size(); ++i) {
        writer.align(16);
        writer.patch(mesh_table_at + 4 * i, static_cast<std::uint32_t>(writer.offset()));
        writer.list("meshes", records[i]);
        writer.write(end_word);
    }
    writer.patch(4, static_cast<std::uint32_t>(writer.offset()));
    write_skeleton(writer, 0, file.skeleton);
    if (file.skeleton_tail.empty())
        writer.align(4);
    else
        writer.bytes(file.skeleton_tail);
    return std::move(writer).take();
}

ByteBuffer animation_chunk(const ModelFile& file) {
    ByteWriter writer(Endian::big);
    writer("header", AnimationHeader{file.box_center, file.box_half}); // the bone table is known later
    std::size_t events = AnimationHeader::packed_size + ClipRecord::packed_size * file.clips.size() + 4;
    for (const Clip& clip : file.clips) {
        const auto start = static_cast<std::uint16_t>(clip.start | (clip.external ? external_flag : 0));
        writer("clip", ClipRecord{start, clip.count, clip.type, clip.distance, static_cast<std::uint32_t>(events)});
        events += 4 * clip.events.size() + 2;
    }
    writer.write(end_half);
    writer.write(std::uint16_t{0});
    for (const Clip& clip : file.clips) {
        writer.list("events", clip.events);
        writer.write(end_half);
    }
    writer.align(4);
    writer.patch(bone_table_field, write_key_block(writer, 0, file.bones));
    return std::move(writer).take();
}

} // namespace

std::optional<Error> check(const ModelFile& file) {
    if (file.mesh_lists.empty()) return refuse("E_MESH_LIST", "mesh_lists", "there is no list of meshes");
    if (auto error = check_textures(file.textures)) return error;
    for (std::size_t l = 0; l < file.mesh_lists.size(); ++l)
        for (std::size_t m = 0; m < file.mesh_lists[l].size(); ++m)
            if (auto error =
                    check_mesh(file.mesh_lists[l][m], file.textures.size(), entry_name(entry_name("mesh_lists", l), m)))
                return error;
    if (auto error = check_skeleton(file)) return error;
    if (auto error = check_clips(file.clips)) return error;
    if (auto error = check_keys(file.bones, "")) return error;
    return file.extra_chunks ? check_extra(*file.extra_chunks) : std::nullopt;
}

Result<ByteBuffer> write_canonical(const ModelFile& file) {
    if (auto error = check(file)) return Failure(std::move(*error));
    const ByteBuffer chunks[chunk_count]{texture_chunk(file.textures), pixel_chunk(file.textures), mesh_chunk(file),
                                         animation_chunk(file)};
    ByteWriter writer(Endian::big);
    std::size_t position = sector;
    const auto write_entry = [&](std::size_t size, std::size_t on_disc) {
        writer("entry", ChunkEntry{static_cast<std::uint32_t>(position), static_cast<std::uint32_t>(size),
                                   static_cast<std::uint32_t>(on_disc)});
        position += on_disc;
    };
    for (const ByteBuffer& chunk : chunks) write_entry(chunk.size(), align_up(chunk.size(), sector));
    if (file.extra_chunks) {
        for (const ExtraChunk& chunk : *file.extra_chunks) write_entry(chunk.size, chunk.bytes.size());
        writer.write(end_word);
    }
    writer.align(sector);
    for (const ByteBuffer& chunk : chunks) {
        writer.bytes(chunk);
        writer.align(sector, std::byte{0xFF});
    }
    if (file.extra_chunks)
        for (const ExtraChunk& chunk : *file.extra_chunks) writer.bytes(chunk.bytes);
    writer.bytes(file.trailing);
    return std::move(writer).take();
}

} // namespace ossuary::sf3
