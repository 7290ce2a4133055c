// Archives put together by hand, record by record, to be as wrong as a test wants them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/vdf.h"
#include "shared_files.h"

namespace ossuary::zengin::testing {

using namespace ::ossuary::testing;

inline constexpr std::uint32_t directory = 0x8000'0000u, last = 0x4000'0000u;

struct HandRecord {
    std::string_view name;
    std::uint32_t offset = 0, size = 0, type = 0;
};

inline ByteBuffer vdf_of(const std::vector<HandRecord>& records, std::string_view data = {},
                         std::uint32_t flags = plain_volume, std::uint32_t catalog_offset = 296) {
    ByteWriter writer;
    writer.fill(256, std::byte{0x1a});
    writer.text("PSVDSC_V2.00\n\r\n\r");
    for (const std::uint32_t word :
         {static_cast<std::uint32_t>(records.size()), 1u, 0x2D65BBB3u, 0u, catalog_offset, flags})
        writer.write(word);
    if (catalog_offset > 296) writer.fill(catalog_offset - 296, std::byte{0x7e});
    for (const HandRecord& record : records) {
        writer.text(record.name);
        writer.fill(64 - record.name.size(), std::byte{' '});
        for (const std::uint32_t word : {record.offset, record.size, record.type, 0x20u}) writer.write(word);
    }
    writer.text(data);
    return std::move(writer).take();
}
// Where the data of an archive of that many records begin.
constexpr std::uint32_t data_at(std::size_t records) { return static_cast<std::uint32_t>(296 + 80 * records); }

inline VdfSource source(std::string path, std::string_view content, bool zipped = false) {
    return pack_source(std::move(path), SharedBytes(to_buffer(content)), zipped).value();
}
inline std::vector<std::string> paths_of(const Vdf& vdf) {
    std::vector<std::string> paths;
    for (const VdfEntry& entry : vdf.entries)
        paths.push_back(path_of(vdf, entry) + (vdf.records[entry.record].is_directory() ? "/" : ""));
    return paths;
}
inline const VdfRecord* record_at(const Vdf& vdf, std::string_view path) {
    for (const VdfEntry& entry : vdf.entries)
        if (path_of(vdf, entry) == path) return &vdf.records[entry.record];
    return nullptr;
}
inline std::string text_at(const Vdf& vdf, std::string_view path) {
    const VdfRecord* record = record_at(vdf, path);
    if (!record) return "no such file";
    const auto content = read_entry(vdf, *record);
    return content ? std::string(as_text(content->bytes)) : content.error().text();
}

} // namespace ossuary::zengin::testing
