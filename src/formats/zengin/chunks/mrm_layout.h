// The records of mrm.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/formats/zengin/mrm.h"
#include "proto_mesh_layout.h"

namespace ossuary::zengin {

template <class Io> void describe(Io& io, MultiResolutionMesh& file) {
    io("mesh", file.mesh);
    io("layout", file.layout);
}

} // namespace ossuary::zengin
