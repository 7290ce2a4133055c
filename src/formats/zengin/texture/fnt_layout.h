// The records of fnt.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/zengin/chunks/chunk_layout.h"
#include "ossuary/formats/zengin/fnt.h"

namespace ossuary::zengin {

template <class Io> void describe(Io& io, FontFile& file) {
    io("version", file.version);
    io("texture", file.texture);
    io("line_ends", file.line_ends);
    io("height", file.height);
    io("widths", file.widths);
    io("top_left", file.top_left);
    io("bottom_right", file.bottom_right);
    io("trailing", file.trailing);
}

} // namespace ossuary::zengin
