#include "ossuary/formats/zengin/mmb.h"
#include "mmb_layout.h"

#include <algorithm>
#include <cmath>

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

enum : std::uint16_t {
    mmb_start_id = 0xE000,
    mmb_sources_id = 0xE010,
    mmb_name_id = 0xE020,
    mmb_animations_id = 0xE030,
    mmb_mesh_id = 0xB100,
    mmb_positions_id = 0xB1FF
};
constexpr ChunkType mmb_start_chunk{mmb_start_id}, mmb_mesh_chunk{mmb_mesh_id}, mmb_positions_chunk{mmb_positions_id},
    mmb_animations_chunk{mmb_animations_id}, mmb_sources_chunk{mmb_sources_id}, mmb_name_chunk{mmb_name_id};
constexpr ChunkType mmb_usual_order[]{mmb_start_chunk,     mmb_name_chunk,    mmb_mesh_chunk,
                                      mmb_positions_chunk, mmb_sources_chunk, mmb_animations_chunk};
constexpr ChunkType mmb_content[]{mmb_mesh_chunk, mmb_animations_chunk};
constexpr std::size_t least_source_size = 17, least_animation_size = 30;

template <class Io> bool describe_chunk(Io& io, ChunkType type, MorphMesh& file) {
    switch (static_cast<std::uint16_t>(type)) {
    case mmb_start_id: return true;
    case mmb_name_id:
        io("version", file.version);
        io("name", file.name);
        return true;
    case mmb_mesh_id: describe(io, file.mesh); return true;
    case mmb_positions_id:
        io.list("morph_positions", file.morph_positions, file.mesh.positions.size(), 12);
        return true;
    case mmb_sources_id: counted<std::uint16_t>(io, "sources", file.sources, least_source_size); return true;
    case mmb_animations_id:
        counted<std::uint16_t>(io, "animations", file.animations, least_animation_size);
        return true;
    default: return false;
    }
}

// The rules that hold between the parts.
std::optional<Error> check_animations(const MorphMesh& file) {
    for (std::size_t i = 0; i < file.animations.size(); ++i) {
        const MorphAnimation& animation = file.animations[i];
        const std::string field = "animations[" + std::to_string(i) + "].";
        for (std::size_t k = 0; k < animation.vertices.size(); ++k)
            if (animation.vertices[k] >= file.mesh.positions.size())
                return Error({.field = field + "vertices[" + std::to_string(k) + ']'},
                             "BadIndex: position " + std::to_string(animation.vertices[k]) + " of " +
                                 std::to_string(file.mesh.positions.size()));
        for (const float value : {animation.blend_in, animation.blend_out, animation.duration, animation.speed})
            if (!std::isfinite(value)) return Error({.field = field + "blend_in"}, "BadFloat: not a finite number");
    }
    return {};
}

} // namespace

bool recognise_mmb(Bytes bytes) {
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xe000 && head.size == 0 && first_chunk(bytes.subspan(6)).type == 0xe020;
}

Result<MorphMesh> parse_mmb(Bytes bytes, Diagnostics* diagnostics) {
    ChunkReader file(bytes, diagnostics);
    MorphMesh mmb;
    bool start_seen = false, name_seen = false, mesh_seen = false, positions_seen = false, sources_seen = false,
         animations_seen = false;
    while (file.next()) {
        const ChunkType type = file.type();
        if (!start_seen && type != mmb_start_chunk) {
            file.fail("NotMmb: a morph mesh begins with chunk e000");
            break;
        }
        bool fresh = true;
        switch (static_cast<std::uint16_t>(type)) {
        case mmb_start_id: fresh = file.once(start_seen); break;
        case mmb_name_id: fresh = file.once(name_seen); break;
        case mmb_mesh_id: fresh = file.once(mesh_seen); break;
        case mmb_sources_id: fresh = file.once(sources_seen); break;
        case mmb_animations_id: fresh = file.once(animations_seen); break;
        case mmb_positions_id:
            fresh = file.once(positions_seen);
            if (fresh && !mesh_seen)
                file.fail("MissingChunk: the positions at rest come after the mesh b100");
            else if (fresh && file.payload().size() != 12 * mmb.mesh.positions.size())
                file.fail("BadCount: " + std::to_string(file.payload().size()) + " bytes for " +
                              std::to_string(mmb.mesh.positions.size()) + " positions of 12",
                          "morph_positions");
            break;
        default: break;
        }
        if (!fresh || !file.ok()) break;
        PayloadReader io = file.open();
        if (!describe_chunk(io, type, mmb))
            file.keep();
        else if (!file.close(io))
            break;
        if (type == mmb_name_chunk && mmb.version != 3)
            file.warn("version " + std::to_string(mmb.version) + ", expected 3", "version");
        if (type == mmb_animations_chunk && mesh_seen)
            if (const auto error = check_animations(mmb)) file.fail(error->message(), error->place().field);
    }
    if (file.ok() && !start_seen) return fail({.offset = 0}, "NotMmb: a morph mesh begins with chunk e000");
    if (file.ok() && !mesh_seen) file.missing(mmb_mesh_chunk);
    if (file.ok() && !animations_seen) file.missing(mmb_animations_chunk);
    if (file.ok())
        if (const auto error = check_animations(mmb)) file.fail(error->message(), error->place().field);
    if (!file.ok()) return file.failure();
    if (!name_seen) file.warn_missing(mmb_name_chunk);
    if (!positions_seen) file.warn_missing(mmb_positions_chunk);
    if (!sources_seen) file.warn_missing(mmb_sources_chunk);
    if (sources_seen && mmb.sources.size() != mmb.animations.size())
        file.warn(std::to_string(mmb.sources.size()) + " source files for " + std::to_string(mmb.animations.size()) +
                      " animations",
                  "sources");
    mmb.layout = file.take_layout(mmb_usual_order);
    return mmb;
}

ByteBuffer write_mmb(const MorphMesh& file) {
    ByteBuffer buffer;
    write_chunks(buffer, chunks_to_write(file.layout, mmb_usual_order, mmb_content),
                 [&](PayloadWriter& io, ChunkType type) { describe_chunk(io, type, const_cast<MorphMesh&>(file)); });
    return buffer;
}

Json dump_mmb(const MorphMesh& file) { return dump_zengin(file); }

Result<MorphMesh> build_mmb(const Json& json) {
    auto file = build_zengin<MorphMesh>(json);
    if (!file) return file;
    if (auto error = check_mesh(file->mesh)) {
        error->place().field.insert(0, "mesh.");
        return Failure(std::move(*error));
    }
    if (auto error = check_animations(*file)) return Failure(std::move(*error));
    if (file->sources.size() > 0xFFFF || file->animations.size() > 0xFFFF)
        return fail("BadCount: more than 65535 animations or source files");
    for (std::size_t i = 0; i < file->animations.size(); ++i)
        if (file->animations[i].samples.size() !=
            std::uint64_t{file->animations[i].frame_count} * file->animations[i].vertices.size())
            return fail({.field = "animations[" + std::to_string(i) + "].samples"},
                        "BadCount: not a sample for each frame and vertex");
    const bool at_rest = file->morph_positions.size() == file->mesh.positions.size();
    if (!at_rest && !file->morph_positions.empty())
        return fail({.field = "morph_positions"}, "BadCount: " + std::to_string(file->morph_positions.size()) +
                                                      " entries for " + std::to_string(file->mesh.positions.size()) +
                                                      " positions");
    return file;
}

} // namespace ossuary::zengin
