// Reading and writing the text in front of a ZEN archive (ArchiveHeader), and the head of an object in a binary one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chunk_layout.h"
#include "ossuary/formats/zengin/chunk.h"

namespace ossuary::zengin {

// How the errors of a header begin: `BadArchiveMagic: …` in meshes, `zen: not a ZenGin archive: …` in ZEN files.
struct ArchiveErrors {
    std::string_view magic = "BadArchiveMagic", version = "BadArchiveVersion", header = "BadArchiveHeader";
};

inline constexpr std::string_view archive_magic = "ZenGin Archive";

// A line without the 0x0D at its end.
inline std::string_view without_return(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

// All of the header of a binary archive. Fails with the errors above, or `UnsupportedArchiveFormat`.
void read_archive_header(PayloadReader& io, ArchiveHeader& header);
void write_archive_header(PayloadWriter& io, const ArchiveHeader& header, std::size_t object_count);

// The lines up to the first END, whatever the format; then `objects` and the second END. A line may end with 0x0D 0x0A:
// the 0x0D is kept as its last character.
void read_archive_start(PayloadReader& io, ArchiveHeader& header, const ArchiveErrors& errors);
void read_object_count(PayloadReader& io, ArchiveHeader& header, const ArchiveErrors& errors);
void write_archive_start(PayloadWriter& io, const ArchiveHeader& header);
void write_object_count(PayloadWriter& io, const ArchiveHeader& header, std::size_t object_count);

// An object of a binary archive begins so; `size` counts from its own field to the end of the object.
struct BinaryObjectHead {
    std::uint32_t size = 0;
    std::uint16_t version = 0;
    std::uint32_t index = 0;
    std::string_view name, class_chain;
    std::size_t bytes = 0; // of the head itself
};
// The object that these bytes begin with; nothing if they do not hold all of one.
std::optional<BinaryObjectHead> read_object_head(Bytes bytes);

template <class Io> void describe(Io& io, ArchiveHeader& header) {
    io("ver", header.ver);
    io("archiver", header.archiver);
    io("fmt", header.fmt);
    io("fields", header.fields);
    io("objects_line", header.objects_line);
}

} // namespace ossuary::zengin
