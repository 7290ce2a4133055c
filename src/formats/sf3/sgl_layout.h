// The records of sgl.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/base/record_json.h"
#include "ossuary/formats/sf3/sgl.h"

namespace ossuary::sf3 {

template <class Io> void describe(Io& io, Polygon& polygon) {
    io("normal", polygon.normal);
    io("indices", polygon.indices);
}
template <class Io> void describe(Io& io, Attr& attr) {
    io("flag", attr.flag);
    io("sort", attr.sort);
    io("texno", attr.texno);
    io("atrb", attr.atrb);
    io("colno", attr.colno);
    io("gstb", attr.gstb);
    io("dir", attr.dir);
}

} // namespace ossuary::sf3
