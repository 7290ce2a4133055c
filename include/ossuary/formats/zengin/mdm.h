// MDM: the meshes of a model, rigid ones attached to nodes and soft skins.
//
//     d000   u32 version (0x04030506)
//     d010   date (any 16 bytes), line source path
//     d020   u16 count, line node name × count          only with rigid meshes; then for each, in the same order:
//     b100   the mesh (proto_mesh.h), in the space of that node
//     b1ff   end of the mesh, empty
//     d030   u32 checksum of the skeleton, u16 count     only with soft skins; then for each:
//     e100 … e110   the skin (soft_skin.h)
//     d040   end, empty
#pragma once

#include "ossuary/formats/zengin/soft_skin.h"

namespace ossuary::zengin {

struct MeshAttachment {
    std::string name; // of the node that carries the mesh
    ProtoMesh mesh;
    bool operator==(const MeshAttachment&) const = default;
};

struct ModelMesh {
    std::uint32_t version = 0x04030506;
    Date source_date;
    std::string source_path;
    std::vector<MeshAttachment> attachments;
    std::optional<std::uint32_t> checksum; // a file without soft skins has none
    std::vector<SoftSkin> softskins;
    Layout layout;
    bool operator==(const ModelMesh&) const = default;
};

Result<ModelMesh> parse_mdm(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mdm(const ModelMesh& file);
Json dump_mdm(const ModelMesh& file);
Result<ModelMesh> build_mdm(const Json& json);

// The same as a part of a file: from where the reader stands up to the end chunk (MDL).
Result<ModelMesh> parse_mdm_part(ChunkReader& file);
void write_mdm_part(ByteBuffer& buffer, const ModelMesh& file);
// Nothing wrong, or why the meshes (as built from JSON or by hand) could not be read back.
std::optional<Error> check_meshes(const ModelMesh& file);

template <class Io> void describe(Io& io, MeshAttachment& attachment) {
    io("name", attachment.name);
    io("mesh", attachment.mesh);
}
template <class Io> void describe(Io& io, ModelMesh& file) {
    io("version", file.version);
    io("source_date", file.source_date);
    io("source_path", file.source_path);
    io("attachments", file.attachments);
    io("checksum", file.checksum);
    io("softskins", file.softskins);
    io("layout", file.layout);
}

} // namespace ossuary::zengin
