// The records of md5.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/base/record_json.h"
#include "ossuary/formats/md5/md5.h"

namespace ossuary::md5 {

template <class Io> void describe(Io& io, Placement& placement) {
    io("position", placement.position);
    io("orientation", placement.orientation);
}

} // namespace ossuary::md5
