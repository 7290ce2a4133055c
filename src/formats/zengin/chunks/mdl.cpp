#include "ossuary/formats/zengin/mdl.h"
#include "mdl_layout.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

bool recognise_mdl(Bytes bytes) { return begins_as_hierarchy(bytes) && has_mesh_chunks(bytes); }

Result<ModelFile> parse_mdl(Bytes bytes, Diagnostics* diagnostics) {
    if (ChunkReader first(bytes); first.next() && first.type() == ChunkType{0xD000}) {
        first.missing(ChunkType{0xD100}); // meshes alone
        return first.failure();
    }
    ChunkReader chunks(bytes, diagnostics);
    ModelFile file;
    auto hierarchy = parse_mdh_part(chunks);
    if (!hierarchy) return Failure(hierarchy.error());
    file.hierarchy = std::move(*hierarchy);
    auto mesh = parse_mdm_part(chunks);
    if (!mesh) return Failure(mesh.error());
    file.mesh = std::move(*mesh);
    file.mesh.layout.trailing = chunks.take_trailing();

    for (std::size_t i = 0; i < file.mesh.softskins.size(); ++i)
        if (const auto error = check_nodes(file.mesh.softskins[i], file.hierarchy.nodes.size()))
            return fail({.offset = 0, .field = "mesh.softskins[" + std::to_string(i) + "]." + error->place().field},
                        error->message());
    if (diagnostics && file.mesh.checksum && *file.mesh.checksum != file.hierarchy.checksum)
        report(diagnostics, Severity::warning, {.field = "mesh.checksum"},
               "ChecksumMismatch: the meshes are for skeleton " + std::to_string(*file.mesh.checksum) +
                   ", the hierarchy is " + std::to_string(file.hierarchy.checksum));
    return file;
}

ByteBuffer write_mdl(const ModelFile& file) {
    ByteBuffer buffer;
    write_mdh_part(buffer, file.hierarchy);
    write_mdm_part(buffer, file.mesh);
    return buffer;
}

Json dump_mdl(const ModelFile& file) { return dump_zengin(file); }

Result<ModelFile> build_mdl(const Json& json) {
    auto file = build_zengin<ModelFile>(json);
    if (!file) return file;
    if (auto error = check_parents(file->hierarchy)) {
        error->place().field.insert(0, "hierarchy.");
        return Failure(std::move(*error));
    }
    if (auto error = check_meshes(file->mesh)) {
        error->place().field.insert(0, "mesh.");
        return Failure(std::move(*error));
    }
    return file;
}

} // namespace ossuary::zengin
