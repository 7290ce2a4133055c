// The records of msb.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "chunk_layout.h"
#include "formats/zengin/text/script_layout.h"
#include "ossuary/formats/zengin/msb.h"

namespace ossuary::zengin {

template <class Io> void describe(Io& io, ScriptRoot& root) {
    io("value", root.value);
    io("path", root.path);
}
template <class Io> void describe(Io& io, ScriptSource& source) {
    describe(io, source.date);
    io("path", source.path);
}
template <class Io> void describe(Io& io, CompiledScript& file) {
    io("root", file.root);
    io("source", file.source);
    describe(io, file.script);
    io("layout", file.layout);
}

} // namespace ossuary::zengin
