// The records of mdm.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/formats/zengin/mdm.h"
#include "soft_skin_layout.h"

namespace ossuary::zengin {

// The same as a part of a file: from where the reader stands up to the end chunk (MDL).
Result<ModelMesh> parse_mdm_part(ChunkReader& file);
void write_mdm_part(ByteBuffer& buffer, const ModelMesh& file);

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
