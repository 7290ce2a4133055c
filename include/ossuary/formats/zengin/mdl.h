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

Result<ModelFile> parse_mdl(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mdl(const ModelFile& file);
Json dump_mdl(const ModelFile& file);
Result<ModelFile> build_mdl(const Json& json);

template <class Io> void describe(Io& io, ModelFile& file) {
    io("hierarchy", file.hierarchy);
    io("mesh", file.mesh);
}

} // namespace ossuary::zengin
