// The records of x8an.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/sf3/keys_layout.h"
#include "ossuary/formats/sf3/x8an.h"

namespace ossuary::sf3 {

template <class Io> void describe(Io& io, Animation& animation) { io("bones", animation.bones); }
template <class Io> void describe(Io& io, AnimationFile& file) {
    io("animations", file.animations);
    io("eof_marker", file.eof_marker);
}

} // namespace ossuary::sf3
