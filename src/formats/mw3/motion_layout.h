// The records of motion.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/mw3/archive_layout.h"
#include "ossuary/formats/mw3/motion.h"

namespace ossuary::mw3 {

template <class Io> void describe(Io& io, MotionPart& part) {
    io("name", part.name);
    io.list("translations", part.translations);
    io.list("rotations_wxyz", part.rotations);
}

} // namespace ossuary::mw3
