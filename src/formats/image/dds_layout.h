// The records of dds.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/base/bytes.h"
#include "ossuary/formats/image/dds.h"

namespace ossuary::image {

template <class Io> void describe(Io& io, DdsPixelFormat& format) {
    io("size", format.size);
    io("flags", format.flags);
    io("four_cc", format.four_cc);
    io("rgb_bit_count", format.rgb_bit_count);
    io("red", format.red);
    io("green", format.green);
    io("blue", format.blue);
    io("alpha", format.alpha);
}
template <class Io> void describe(Io& io, DdsHeader& header) {
    io("size", header.size);
    io("flags", header.flags);
    io("height", header.height);
    io("width", header.width);
    io("pitch_or_linear_size", header.pitch_or_linear_size);
    io("depth", header.depth);
    io("mip_map_count", header.mip_map_count);
    io("reserved1", header.reserved1);
    io("pixel_format", header.pixel_format);
    io("caps", header.caps);
    io("caps2", header.caps2);
    io("caps3", header.caps3);
    io("caps4", header.caps4);
    io("reserved2", header.reserved2);
}

} // namespace ossuary::image
