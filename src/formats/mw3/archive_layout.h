// The records of archive.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/mw3/fields_layout.h"
#include "ossuary/formats/mw3/archive.h"

namespace ossuary::mw3 {

template <class Io> void describe(Io& io, ArchiveEntry& entry) {
    io("start", entry.start);
    io("length", entry.length);
    io("name", entry.name);
    io("flags", entry.flags);
    io("comment", entry.comment);
    io("filetime", entry.filetime);
}

} // namespace ossuary::mw3
