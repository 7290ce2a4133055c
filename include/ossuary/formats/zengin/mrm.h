// MRM: one mesh with its levels of detail.
//
//     b100   the mesh (proto_mesh.h)
//     b1ff   end, empty
#pragma once

#include "ossuary/formats/zengin/proto_mesh.h"

namespace ossuary::zengin {

struct MultiResolutionMesh {
    ProtoMesh mesh;
    Layout layout;
    bool operator==(const MultiResolutionMesh&) const = default;
};

Result<MultiResolutionMesh> parse_mrm(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mrm(const MultiResolutionMesh& file);
Json dump_mrm(const MultiResolutionMesh& file);
Result<MultiResolutionMesh> build_mrm(const Json& json);

template <class Io> void describe(Io& io, MultiResolutionMesh& file) {
    io("mesh", file.mesh);
    io("layout", file.layout);
}

} // namespace ossuary::zengin
