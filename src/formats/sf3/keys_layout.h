// The records of keys.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/sf3/sgl_layout.h"
#include "ossuary/formats/sf3/keys.h"

namespace ossuary::sf3 {

template <class Io, class Value> void describe(Io& io, KeyChannel<Value>& channel) {
    io("frames", channel.frames);
    io("values", channel.values);
}
template <class Io> void describe(Io& io, BoneKeys& bone) {
    io("translation", bone.translation);
    io("rotation", bone.rotation);
    io("scale", bone.scale);
}

} // namespace ossuary::sf3
