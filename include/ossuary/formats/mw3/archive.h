// The archive container of the engine's .zbd files: data first, a directory at the end.
//
//     data of the entries
//     directory, per entry 148 bytes: u32 start, u32 length, char[64] name, u32 flags, 64 bytes comment, 8 bytes time
//     footer: u32 version 1, u32 count                     MechWarrior 3, Recoil, Crimson Skies
//          or u32 version 2, u32 count, u32 checksum       Pirate's Moon
//
// Flags, comment and file time are often uninitialised memory. Motion archives of Pirate's Moon store the length 1 in
// every entry; its data then goes on to the next entry's start.
#pragma once

#include <vector>

#include "ossuary/formats/mw3/fields.h"

namespace ossuary::mw3 {

struct ArchiveEntry {
    std::uint32_t start = 0;
    std::uint32_t length = 0; // as stored
    Text<64, Fill::zero> name;
    std::uint32_t flags = 0;
    Raw<64> comment;
    Raw<8> filetime; // 100 ns since 1601, or anything
};

struct Archive {
    std::uint32_t footer_version = 1; // 1 or 2
    std::uint32_t checksum = 0;       // of version 2
    std::vector<ArchiveEntry> entries;
    std::vector<Bytes> data; // one per entry, within the bytes that were parsed
};

// Bytes of an archive that belong to no entry.
struct Gap {
    std::uint32_t offset = 0;
    ByteBuffer bytes;
    bool operator==(const Gap&) const = default;
};

// True if the bytes end with a footer whose directory is there.
bool recognise_archive(Bytes bytes);
// The names in the directory, whatever else is wrong with it; none without a footer. For telling archives apart.
std::vector<std::string_view> archive_names(Bytes bytes);
// Errors: truncated, bad-version, bad-count, bad-entry, unterminated-string, non-ascii. Diagnostics: bad-padding.
Result<Archive> parse_archive(Bytes bytes, Diagnostics* diagnostics = nullptr);
std::vector<Gap> gaps_of(const Archive& archive, Bytes bytes);

// Entries lie where they say, with the gaps between them, as long as that covers the file without contradiction;
// otherwise they are laid end to end in the order of the directory and the gaps are dropped. `data` is the truth about
// lengths; a stored length of 1 in version 2 stays.
ByteBuffer write_archive(Archive archive, std::span<const Gap> gaps = {});

// The checksum that Pirate's Moon's reader archives carry, over all data in directory order.
std::uint32_t archive_checksum(const Archive& archive);

} // namespace ossuary::mw3
