#include "ossuary/formats/zengin/mrm.h"
#include "mrm_layout.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {
constexpr ChunkType mrm_mesh_chunk{0xB100}, mrm_end_chunk{0xB1FF};
constexpr ChunkType mrm_usual_order[]{mrm_mesh_chunk, mrm_end_chunk};
constexpr ChunkType mrm_content[]{mrm_mesh_chunk};
} // namespace

bool recognise_mrm(Bytes bytes) {
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xb100 && (begins_with(head, gothic1_mesh) || begins_with(head, gothic2_mesh) ||
                                   begins_with(head, gothic2_early_mesh));
}

Result<MultiResolutionMesh> parse_mrm(Bytes bytes, Diagnostics* diagnostics) {
    ChunkReader file(bytes, diagnostics);
    MultiResolutionMesh mrm;
    bool mesh_seen = false, ended = false;
    while (!ended && file.next()) {
        ended = file.type() == mrm_end_chunk;
        if (file.type() == mrm_mesh_chunk) {
            if (file.once(mesh_seen)) file.read([&](PayloadReader& io) { describe(io, mrm.mesh); });
        } else if (ended) {
            file.read([](PayloadReader&) {});
        } else {
            file.keep();
        }
    }
    if (file.ok() && !mesh_seen) file.missing(mrm_mesh_chunk);
    if (!file.ok()) return file.failure();
    if (!ended) file.warn_missing(mrm_end_chunk);
    mrm.layout = file.take_layout(mrm_usual_order);
    mrm.layout.trailing = file.take_trailing();
    return mrm;
}

ByteBuffer write_mrm(const MultiResolutionMesh& file) {
    ByteBuffer buffer;
    write_chunks(buffer, chunks_to_write(file.layout, mrm_usual_order, mrm_content),
                 [&](PayloadWriter& io, ChunkType type) {
                     if (type == mrm_mesh_chunk) io("mesh", file.mesh);
                 });
    buffer.insert(buffer.end(), file.layout.trailing.bytes.begin(), file.layout.trailing.bytes.end());
    return buffer;
}

Json dump_mrm(const MultiResolutionMesh& file) { return dump_zengin(file); }

Result<MultiResolutionMesh> build_mrm(const Json& json) {
    auto file = build_zengin<MultiResolutionMesh>(json);
    if (!file) return file;
    if (auto error = check_mesh(file->mesh)) {
        error->place().field.insert(0, "mesh.");
        return Failure(std::move(*error));
    }
    return file;
}

} // namespace ossuary::zengin
