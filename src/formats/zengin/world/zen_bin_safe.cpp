// ZEN archives with tagged values and a table of names behind them.
//
//     u32 version (2)   u32 object count   u32 offset of the table   items up to there
//     item    0x12 u32 key, u8 type, value   or   0x01 u16 length, text: `[name class version index]` or `[]`
//     table   u32 count, count × (u16 length, u16 key, u32 bucket, name)
#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "zen_parts.h"

#include "ossuary/base/hex.h"

namespace ossuary::zengin {

namespace {

std::string unexpected_tag(std::uint8_t tag) {
    return std::string("zen: unexpected tag 0x") + upper_hex_digits[tag >> 4] + upper_hex_digits[tag & 15];
}

constexpr std::uint8_t text_tag = 0x01, key_tag = 0x12;
constexpr std::size_t head_size = 12, key_head = 8;

constexpr std::uint8_t no_type = 0xFF, sized = 0xFE;

// Bytes of a value by its type; `sized` where a u16 in front of it tells.
constexpr std::array<std::uint8_t, 256> make_value_sizes() {
    std::array<std::uint8_t, 256> sizes{};
    sizes.fill(no_type);
    for (const std::size_t type : {0x02u, 0x03u, 0x06u, 0x08u, 0x11u}) sizes[type] = 4;
    for (const std::size_t type : {0x01u, 0x09u, 0x10u}) sizes[type] = sized;
    sizes[0x04] = 1;
    sizes[0x05] = 2;
    sizes[0x07] = 12;
    return sizes;
}
constexpr std::array<std::uint8_t, 256> value_sizes = make_value_sizes();

template <class T> T load_at(Bytes bytes, std::size_t at) { return load<T>(bytes.data() + at, Endian::little); }

bool read_table(ZenScan& scan, std::size_t table) {
    ZenArchive& archive = scan.archive;
    const Bytes bytes = archive.source;
    scan.at = table;
    const auto corrupt = [&](std::string why) { return scan.fail("zen: corrupt key table: " + std::move(why)); };
    if (bytes.size() - table < 4) return corrupt("it has no room for its count");
    const auto count = load_at<std::uint32_t>(bytes, table);
    scan.at += 4;
    if (count > (bytes.size() - scan.at) / key_head || count > 0x10000)
        return corrupt(std::to_string(count) + " names do not fit in the bytes that are left");
    archive.names.assign(count, {});
    archive.key_table.reserve(count);
    std::vector<bool> seen(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (bytes.size() - scan.at < key_head) return corrupt("name " + std::to_string(i) + " is cut off");
        const auto length = load_at<std::uint16_t>(bytes, scan.at);
        const auto number = load_at<std::uint16_t>(bytes, scan.at + 2);
        if (length > bytes.size() - scan.at - key_head) return corrupt("name " + std::to_string(i) + " is cut off");
        if (number >= count || seen[number])
            return corrupt("key " + std::to_string(number) + (number >= count ? " is too large" : " occurs twice"));
        seen[number] = true;
        archive.names[number] = scan.run(scan.at + key_head, length);
        archive.key_table.push_back({number, load_at<std::uint32_t>(bytes, scan.at + 4)});
        scan.at += key_head + length;
    }
    archive.trailing = scan.run(scan.at, bytes.size() - scan.at);
    if (archive.trailing.size > 0)
        scan.warn("zen: " + std::to_string(archive.trailing.size) + " bytes behind the key table", scan.at);
    return true;
}

// An object begins or ends.
bool read_text(ZenScan& scan, std::size_t end) {
    const Bytes bytes = scan.archive.source;
    if (end - scan.at < 3) return scan.fail("zen: truncated entry");
    const std::size_t length = load_at<std::uint16_t>(bytes, scan.at + 1);
    if (length > end - scan.at - 3) return scan.fail("zen: truncated entry");
    const std::string_view text = as_text(bytes.subspan(scan.at + 3, length));
    const std::size_t next = scan.at + 3 + length;
    if (text == "[]") {
        if (!scan.close_object()) return false;
        scan.at = next;
        return true;
    }
    if (!text.starts_with('[') || !text.ends_with(']') || length < 2)
        return scan.fail("zen: malformed object header: expected a text in brackets");
    if (!scan.open_object(scan.run(scan.at + 4, length - 2))) return false;
    scan.at = next;
    return scan.archive.name(scan.archive.objects.back()) != mesh_block_name || scan.take_mesh_block(end);
}

} // namespace

bool read_bin_safe(ZenScan& scan) {
    ZenArchive& archive = scan.archive;
    const Bytes bytes = archive.source;
    if (bytes.size() - scan.at < head_size) return scan.fail("zen: malformed header: the file ends within it");
    archive.bin_safe_version = load_at<std::uint32_t>(bytes, scan.at);
    archive.object_count = load_at<std::uint32_t>(bytes, scan.at + 4);
    const std::size_t start = scan.at + head_size, end = load_at<std::uint32_t>(bytes, scan.at + 8);
    if (archive.bin_safe_version != 2)
        scan.warn("zen: version " + std::to_string(archive.bin_safe_version) + " of BIN_SAFE, expected 2", scan.at);
    if (end < start || end >= bytes.size())
        return scan.fail_at(scan.at + 8, "zen: key table out of bounds: at " + std::to_string(end) + " in a file of " +
                                             std::to_string(bytes.size()) + " bytes");
    if (!read_table(scan, end)) return false;

    // Untouched memory costs nothing: room for what most archives hold, more only where there is more.
    archive.items.reserve((end - start) / 24 + 16);
    scan.at = start;
    const std::byte* const data = bytes.data();
    const std::size_t key_count = archive.names.size();
    while (scan.at < end) {
        const std::size_t at = scan.at, left = end - at;
        const auto tag = std::to_integer<std::uint8_t>(data[at]);
        if (tag == key_tag) [[likely]] {
            if (left < 6) return scan.fail("zen: truncated entry");
            const auto key = load<std::uint32_t>(data + at + 1, Endian::little);
            const auto type = std::to_integer<std::uint8_t>(data[at + 5]);
            if (key >= key_count) return scan.fail("zen: undefined key " + std::to_string(key));
            std::size_t size = value_sizes[type], head = 6;
            if (size >= sized) {
                if (size == no_type) {
                    return scan.fail_at(at + 5, unexpected_tag(type) + ": no type of an entry");
                }
                if (left < 8) return scan.fail("zen: truncated entry");
                size = load<std::uint16_t>(data + at + 6, Endian::little);
                head = 8;
            }
            if (left < head + size) return scan.fail("zen: truncated entry");
            archive.items.push_back({.value = scan.run(at + head, size),
                                     .number = key,
                                     .type = ZenType{type},
                                     .kind = ZenItem::Kind::entry});
            scan.at = at + head + size;
        } else if (tag == text_tag) {
            if (!read_text(scan, end)) return false;
        } else {
            return scan.fail(unexpected_tag(tag));
        }
    }
    return scan.finish();
}

std::uint32_t key_bucket(std::string_view name) {
    std::uint32_t hash = 0;
    for (const char c : name) hash = hash * 33 + static_cast<std::uint32_t>(static_cast<signed char>(c));
    return hash % 97;
}

void write_bin_safe(const ZenArchive& archive, ByteBuffer& buffer) {
    const std::size_t head = buffer.size();
    append_value(buffer, archive.bin_safe_version);
    append_value(buffer, archive.object_count);
    append_value(buffer, std::uint32_t{0});
    const auto text = [&buffer](std::string_view value) {
        append_value(buffer, static_cast<std::uint16_t>(value.size()));
        append(buffer, value);
    };
    for (const ZenItem& item : archive.items) {
        switch (item.kind) {
        case ZenItem::Kind::bytes: append(buffer, archive.bytes(item.value)); break;
        case ZenItem::Kind::open:
            append_value(buffer, text_tag);
            text('[' + head_text(archive, archive.objects[item.number]) + ']');
            break;
        case ZenItem::Kind::close:
            append_value(buffer, text_tag);
            text("[]");
            break;
        case ZenItem::Kind::entry:
            append_value(buffer, key_tag);
            append_value(buffer, item.number);
            append_value(buffer, item.type);
            if (value_sizes[static_cast<std::uint8_t>(item.type)] == sized)
                text(archive.text(item.value));
            else
                append(buffer, archive.bytes(item.value));
            break;
        }
    }
    store(buffer.data() + head + 8, static_cast<std::uint32_t>(buffer.size()), Endian::little);
    append_value(buffer, static_cast<std::uint32_t>(archive.key_table.size()));
    for (const ZenKey& key : archive.key_table) {
        const std::string_view name = archive.text(archive.names[key.number]);
        append_value(buffer, static_cast<std::uint16_t>(name.size()));
        append_value(buffer, static_cast<std::uint16_t>(key.number));
        append_value(buffer, key.bucket);
        append(buffer, name);
    }
    append(buffer, archive.bytes(archive.trailing));
}

} // namespace ossuary::zengin
