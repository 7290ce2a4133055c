// The text in front of a binary ZEN archive. Meshes hold such an archive for their materials and nothing else.
//
//     ZenGin Archive / ver 1 / zCArchiverGeneric / BINARY / saveGame 0 / END / objects 1         / END / (empty)
//
// Each line ends with 0x0A. Lines of other tools (`date …`, `user …`) may stand before the first END and are kept. The
// count of objects is padded with blanks to nine characters.
#pragma once

#include "ossuary/formats/zengin/chunk.h"

namespace ossuary::zengin {

struct ArchiveHeader {
    std::string ver = "ver 1";
    std::string archiver = "zCArchiverGeneric";
    std::string fmt = "BINARY";
    std::vector<std::string> fields{"saveGame 0"};
    std::string objects_line; // empty: made up from the number of objects when written
    bool operator==(const ArchiveHeader&) const = default;
};

// Fails with `BadArchiveMagic`, `BadArchiveVersion`, `UnsupportedArchiveFormat` or `BadArchiveHeader`.
void read_archive_header(PayloadReader& io, ArchiveHeader& header);
void write_archive_header(PayloadWriter& io, const ArchiveHeader& header, std::size_t object_count);

template <class Io> void describe(Io& io, ArchiveHeader& header) {
    io("ver", header.ver);
    io("archiver", header.archiver);
    io("fmt", header.fmt);
    io("fields", header.fields);
    io("objects_line", header.objects_line);
}

} // namespace ossuary::zengin
