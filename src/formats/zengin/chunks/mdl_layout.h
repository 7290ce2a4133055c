// The records of mdl.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "mdh_layout.h"
#include "mdm_layout.h"
#include "ossuary/formats/zengin/mdl.h"

namespace ossuary::zengin {

template <class Io> void describe(Io& io, ModelFile& file) {
    io("hierarchy", file.hierarchy);
    io("mesh", file.mesh);
}

} // namespace ossuary::zengin
