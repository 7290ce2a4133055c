// Archives (archive.h) that hold neither motions nor models: reader*.zbd with its lists, sounds*.zbd, anything else.
//
// A list (`.zrd`) is a value: u32 type, then 1: i32; 2: f32; 3: u32 length and that many bytes; 4: u32 count + 1 and
// count values. In JSON a whole number, `{"float": 1.5}`, a string (`{"bytes": hex}` where it is not plain ASCII), a
// list. What is no list is kept as it is: `data`, in hexadecimal digits.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/formats/mw3/archive.h"

namespace ossuary::mw3 {

struct ReaderValue {
    std::variant<std::int32_t, Real, std::string, std::vector<ReaderValue>> value = std::int32_t{0};
};
// Errors: truncated, bad-enum, bad-count, trailing-bytes.
Result<ReaderValue> parse_reader_list(Bytes bytes, std::size_t origin = 0);
ByteBuffer write_reader_list(const ReaderValue& value);

struct ZbdEntry {
    ArchiveEntry entry;
    std::optional<ReaderValue> list;
    ByteBuffer data; // where there is no list
};

struct ZbdArchive {
    std::uint32_t footer_version = 1;
    std::optional<std::uint32_t> checksum; // of version 2, where it is not archive_checksum's
    std::vector<ZbdEntry> entries;
    std::vector<Gap> gaps;
};

bool recognise_zbd(Bytes bytes);
Result<ZbdArchive> parse_zbd(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_zbd(const ZbdArchive& file);
Json dump_zbd(const ZbdArchive& file);
Result<ZbdArchive> build_zbd(const Json& json);

} // namespace ossuary::mw3
