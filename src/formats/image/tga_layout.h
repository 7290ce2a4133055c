// The records of tga.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/base/bytes.h"
#include "ossuary/formats/image/tga.h"

namespace ossuary::image {

template <class Io> void describe(Io& io, TgaHeader& header) {
    io("id_length", header.id_length);
    io("color_map_type", header.color_map_type);
    io("image_type", header.image_type);
    io("color_map_first", header.color_map_first);
    io("color_map_length", header.color_map_length);
    io("color_map_depth", header.color_map_depth);
    io("x_origin", header.x_origin);
    io("y_origin", header.y_origin);
    io("width", header.width);
    io("height", header.height);
    io("pixel_depth", header.pixel_depth);
    io("descriptor", header.descriptor);
}

} // namespace ossuary::image
