// The records of mms.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/base/record_json.h"
#include "ossuary/formats/zengin/mms.h"

namespace ossuary::zengin {

template <class Io> void describe(Io& io, MorphAni& ani) {
    io("name", ani.name);
    io("layer", ani.layer);
    io("blend_in", ani.blend_in);
    io("hold", ani.hold);
    io("blend_out", ani.blend_out);
    io("flags", ani.flags);
    io("asc", ani.asc);
    io("first", ani.first);
    io("last", ani.last);
    io("spd", ani.spd);
}
template <class Io> void describe(Io& io, MorphScript& script) {
    io("name", script.name);
    io("morph_ref", script.morph_ref);
    io("anis", script.anis);
}

} // namespace ossuary::zengin
