// VDF and MOD: the archives of Gothic. `.MOD` is the same format; only the precedence differs where two archives have
// the same file.
//
//     0    256 bytes comment, filled up with 0x1a
//     256  16 bytes signature: `PSVDSC_V2.00` and 0d 0a 0d 0a (Gothic 1), 0a 0d 0a 0d (Gothic 2), 1a 1a 1a 1a (others)
//     272  u32 record count, u32 file count, u32 time stamp (dos_time.h), u32 sum of all sizes,
//          u32 offset of the catalog (0: 296), u32 flags: 0x50 plain, 0xa0 zipped
//     296  the catalog: records of 80 bytes
//          64 bytes name, filled up with blanks
//          u32 offset     of a file: where its data lie; of a directory: the number of its first record
//          u32 size       unpacked
//          u32 type       bit 31: a directory, bit 30: the last record of its directory
//          u32 attributes 0x20 for files
//     …    the data
//
// The root's list begins with record 0; a list goes on to the record with bit 30.
//
// In a zipped archive every file but `.WAV` and `.OGG` is a stream of blocks that can be unpacked one by one:
//
//     u32 length unpacked, u32 block size, u32 block count
//     per block: u32 length unpacked, u32 length packed, u32 block size, a zlib stream
//
// Errors begin with `vdf: ` and the words of the specification.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/dos_time.h"
#include "ossuary/base/json.h"
#include "ossuary/base/shared_bytes.h"
#include "ossuary/format/volume.h"

namespace ossuary::zengin {

// Text in a field of fixed size. In JSON it is one character per byte, without the filling at its end.
template <std::size_t Size, char Filling> struct FilledText {
    std::array<char, Size> bytes;

    FilledText() { bytes.fill(Filling); }
    // The text must fit.
    explicit FilledText(std::string_view text) : FilledText() { std::copy(text.begin(), text.end(), bytes.begin()); }
    std::string_view text() const { // without the filling
        std::size_t size = Size;
        while (size > 0 && bytes[size - 1] == Filling) --size;
        return {bytes.data(), size};
    }
    bool operator==(const FilledText&) const = default;
};

enum class VdfGame : std::uint8_t { gothic1, gothic2 };

inline constexpr std::uint32_t plain_volume = 0x50, zipped_volume = 0xa0;

struct VdfHeader {
    FilledText<256, '\x1a'> comment;
    FilledText<16, '\x1a'> signature;
    std::uint32_t file_count = 0;
    std::uint32_t timestamp = 0;
    std::uint32_t data_size = 0; // some writers store the length of the file here
    std::uint32_t catalog_offset = 296;
    std::uint32_t flags = plain_volume;
    bool operator==(const VdfHeader&) const = default;
};

struct VdfRecord {
    FilledText<64, ' '> name;
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
    std::uint32_t type = 0;
    std::uint32_t attributes = 0;

    bool is_directory() const { return (type & 0x8000'0000u) != 0; }
    bool is_last() const { return (type & 0x4000'0000u) != 0; }
    bool operator==(const VdfRecord&) const = default;
};

// A record in its place in the tree.
struct VdfEntry {
    static constexpr std::uint32_t none = 0xffff'ffff;
    std::uint32_t record = 0;
    std::uint32_t parent = none; // the entry of the directory it is in; none: the root
};

// A parsed archive. It copies nothing but the catalog, and keeps the file alive where the file has an owner.
struct Vdf {
    VdfHeader header;
    std::vector<VdfRecord> records; // the catalog, in its order
    std::vector<VdfEntry> entries;  // depth first, a directory before what is in it, directories before files
    SharedBytes file;               // all of it
};

bool recognise_vdf(Bytes bytes);
Result<Vdf> parse_vdf(const SharedBytes& file, Diagnostics* diagnostics = nullptr, const ContainerLimits& limits = {});
// Of bytes that the caller keeps as long as the result is used.
Result<Vdf> parse_vdf(Bytes file, Diagnostics* diagnostics = nullptr);
inline Result<Vdf> parse_vdf(ByteBuffer&& file, Diagnostics* diagnostics = nullptr) {
    return parse_vdf(SharedBytes(std::move(file)), diagnostics);
}
ByteBuffer write_vdf(const Vdf& vdf);
// The data go into the dump as they lie in the file, in hexadecimal: made for looking at, and for small edits of the
// catalog. `values_of` says what an archive holds, file by file: made for comparing.
Json dump_vdf(const Vdf& vdf);
Result<Vdf> build_vdf(const Json& json);

// The name without blanks, line ends and zeros at its end; in whatever code page the author had.
std::string_view name_of(const VdfRecord& record);
// `_WORK/DATA/ANIMS/HUMANS.MDS`. The names are the file's own words, and need not be good as paths of the system.
std::string path_of(const Vdf& vdf, const VdfEntry& entry);
// True if the entry's data reach beyond the end of the file. It is listed, and cannot be read.
bool is_out_of_bounds(const Vdf& vdf, const VdfRecord& record);

// The blocks of a file of a zipped archive; none for one that is stored as it is.
struct VdfBlock {
    std::uint32_t source_length = 0;
    std::uint32_t compressed_length = 0;
    std::uint32_t block_size = 0; // repeats the stream's; means nothing
    std::size_t offset = 0;       // of the zlib stream in the archive
};
bool is_zipped(const Vdf& vdf, const VdfRecord& record);
Result<std::vector<VdfBlock>> blocks_of(const Vdf& vdf, const VdfRecord& record, const ContainerLimits& limits = {});

// The contents of a file: a view of the archive, or a buffer of its own where it had to be unpacked. Safe from many
// threads at once. An error begins with `vdf: entry out of bounds` or `vdf: corrupt compressed block N`.
Result<SharedBytes> read_entry(const Vdf& vdf, const VdfRecord& record, const ContainerLimits& limits = {});

// ---- making archives

// A file as it is to lie in an archive.
struct VdfSource {
    std::string path; // folders divided by `/`; in UTF-8, or else as the bytes of the names are to be
    std::uint32_t size = 0;
    SharedBytes stored;
};
// The contents ready to be stored; packed if the archive is to be zipped and the name does not say sound. Safe from
// many threads at once: this is the part of making an archive that takes time.
Result<VdfSource> pack_source(std::string path, SharedBytes content, bool zipped);

struct VdfOptions {
    VdfGame game = VdfGame::gothic2;
    bool zipped = false;
    std::uint32_t timestamp = earliest_dos_time;
    std::string comment; // at most 256 bytes
};
// The same files, in whatever order, give the same bytes. Names become upper case, in Latin-1, of which only A to Z are
// letters here. Refused are names that are empty,
// `.` or `..`, longer than 64 bytes or hold control characters or any of \ / : * ? " < > |; names that differ only in
// case, or have other characters than Latin-1; a file where there is also a folder; more than 64 folders in each other;
// archives of 4 GiB and more.
Result<ByteBuffer> make_vdf(std::vector<VdfSource> files, const VdfOptions& options = {});

} // namespace ossuary::zengin
