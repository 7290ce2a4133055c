// MDL: a hierarchy and its meshes in one file: the chunks of an MDH, then those of an MDM.
#pragma once

#include "ossuary/formats/zengin/mdh.h"
#include "ossuary/formats/zengin/mdm.h"

namespace ossuary::zengin {

struct ModelFile {
    ModelHierarchy hierarchy;
    ModelMesh mesh;
    bool operator==(const ModelFile&) const = default;
};

// True if the bytes begin with a hierarchy and the chunks of meshes follow.
bool recognise_mdl(Bytes bytes);
Result<ModelFile> parse_mdl(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mdl(const ModelFile& file);
Json dump_mdl(const ModelFile& file);
Result<ModelFile> build_mdl(const Json& json);

} // namespace ossuary::zengin
