// The records of tex.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/zengin/chunks/chunk_layout.h"
#include "ossuary/formats/zengin/tex.h"

namespace ossuary::zengin {

template <class Io> void describe(Io& io, TexHeader& header) {
    io("pixel_format", header.format); // a dump begins with the `format` of the file
    io("width", header.width);
    io("height", header.height);
    io("mip_count", header.mip_count);
    io("reference_width", header.reference_width);
    io("reference_height", header.reference_height);
    io("average_color", header.average_color);
}
template <class Io> void describe(Io& io, TextureFile& file) {
    describe(io, file.header);
    io("palette", file.palette);
    io("levels", file.levels);
    io("trailing", file.trailing);
}

} // namespace ossuary::zengin
