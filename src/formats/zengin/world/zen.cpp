#include "ossuary/formats/zengin/zen.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/text.h"
#include "zen_parts.h"

namespace ossuary::zengin {

namespace {

constexpr ArchiveErrors zen_errors{"zen: not a ZenGin archive", "zen: unsupported archive version",
                                   "zen: malformed header"};
constexpr std::size_t most_bytes = 0x7FFFFFFF;

// The value of `key value` among the lines of the header.
std::optional<std::string_view> field_of(const ArchiveHeader& header, std::string_view key) {
    for (const std::string& line : header.fields)
        if (line.size() > key.size() && line.starts_with(key) && line[key.size()] == ' ')
            return without_return(line).substr(key.size() + 1);
    return {};
}

bool is_count(std::string_view text) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    const auto number = parse_integer(text);
    return number && *number >= 0;
}

// The header as a file that we make has it, up to the first item.
ByteBuffer write_header(const ZenArchive& archive) {
    ByteBuffer buffer;
    PayloadWriter io(buffer);
    write_archive_start(io, archive.header);
    if (archive.encoding != ZenEncoding::bin_safe) {
        write_object_count(io, archive.header, archive.count_objects());
        io.text({});
    }
    return buffer;
}

// Reads the header and returns where the items begin.
std::size_t read_header(ZenScan& scan, Bytes bytes) {
    ZenArchive& archive = scan.archive;
    PayloadReader io(bytes, 0, {}, scan.diagnostics);
    const std::string_view text = as_text(bytes);
    if (!text.starts_with(archive_magic) ||
        (text.size() > archive_magic.size() && text[archive_magic.size()] != '\n' &&
         text[archive_magic.size()] != '\r' && text[archive_magic.size()] != '\0')) {
        scan.fail_at(0,
                     std::string(zen_errors.magic) + ": the first line must be '" + std::string(archive_magic) + "'");
        return 0;
    }
    read_archive_start(io, archive.header, zen_errors);
    const auto check = [&](bool holds, std::string message) {
        if (io.ok() && scan.ok() && !holds) scan.fail_at(io.offset(), std::move(message));
    };
    check(without_return(archive.header.ver) == "ver 1",
          std::string(zen_errors.version) + ": archives of 'ver 0' are older than the games");
    check(parse_name(without_return(archive.header.fmt), archive.encoding),
          "zen: unknown encoding \"" + std::string(without_return(archive.header.fmt)) + '"');
    if (const auto save = field_of(archive.header, "saveGame"))
        check(is_count(*save), std::string(zen_errors.header) + ": 'saveGame " + std::string(*save) + "' is no number");
    if (io.ok() && scan.ok() && archive.encoding != ZenEncoding::bin_safe) {
        read_object_count(io, archive.header, zen_errors);
        const std::string_view objects = without_return(archive.header.objects_line);
        check(io.ok() && is_count(objects.substr(objects.find(' ') + 1)),
              std::string(zen_errors.header) + ": '" + std::string(objects) + "' is no number of objects");
        const std::string_view rest = as_text(io.rest());
        if (rest.starts_with('\n'))
            io.seek(io.offset() + 1);
        else if (rest.starts_with("\r\n"))
            io.seek(io.offset() + 2);
    }
    if (!io.ok() && scan.ok())
        scan.fail_at(static_cast<std::size_t>(io.error().place().offset.value_or(0)), io.error().message());
    if (!scan.ok()) return 0;
    const std::string_view met = text.substr(0, io.offset());
    if (as_text(write_header(archive)) != met) archive.header_text = met;
    return io.offset();
}

void check_count(const ZenScan& scan) {
    const ZenArchive& archive = scan.archive;
    const std::string_view line = without_return(archive.header.objects_line);
    const std::string_view stated = line.substr(std::min(line.size(), line.find(' ') + 1));
    const std::int64_t count = archive.encoding == ZenEncoding::bin_safe
                                   ? archive.object_count
                                   : parse_integer(stated.substr(0, stated.find(' '))).value_or(-1);
    const std::size_t actual = archive.count_objects();
    if (scan.diagnostics && count != static_cast<std::int64_t>(actual))
        report(scan.diagnostics, Severity::note, {},
               "zen: the header counts " + std::to_string(count) + " objects, there are " + std::to_string(actual));
}

} // namespace

std::string_view name_of(ZenEncoding encoding) {
    constexpr std::string_view names[] = {"ASCII", "BINARY", "BIN_SAFE"};
    return names[static_cast<std::size_t>(encoding)];
}
bool parse_name(std::string_view name, ZenEncoding& encoding) {
    for (const ZenEncoding known : {ZenEncoding::ascii, ZenEncoding::binary, ZenEncoding::bin_safe})
        if (name == name_of(known)) return encoding = known, true;
    return false;
}

std::string_view name_of(ZenType type) {
    switch (type) {
    case ZenType::string: return "string";
    case ZenType::integer: return "int";
    case ZenType::real: return "float";
    case ZenType::byte: return "byte";
    case ZenType::word: return "word";
    case ZenType::boolean: return "bool";
    case ZenType::vec3: return "vec3";
    case ZenType::color: return "color";
    case ZenType::raw: return "raw";
    case ZenType::raw_float: return "rawFloat";
    case ZenType::enumeration: return "enum";
    }
    return {};
}
bool parse_name(std::string_view name, ZenType& type) {
    for (std::uint8_t tag = 0; tag <= 0x11; ++tag)
        if (!name.empty() && name == name_of(ZenType{tag})) return type = ZenType{tag}, true;
    return false;
}

std::optional<std::uint8_t> fixed_size(ZenEncoding encoding, ZenType type) {
    const bool wide = encoding == ZenEncoding::bin_safe; // flags and enumerations are
    switch (type) {
    case ZenType::integer:
    case ZenType::real:
    case ZenType::color: return 4;
    case ZenType::byte: return 1;
    case ZenType::word: return 2;
    case ZenType::boolean:
    case ZenType::enumeration: return wide ? 4 : 1;
    case ZenType::vec3: return 12;
    default: return {};
    }
}

ZenText ZenArchive::add(Bytes bytes) {
    const ZenText run{static_cast<std::uint32_t>(source.size() + added.size()),
                      static_cast<std::uint32_t>(bytes.size())};
    append(added, bytes);
    return run;
}

bool ZenArchive::is_null(const ZenObject& object) const {
    return object.class_chain.size == 0 || text(object.class_chain) == no_class;
}
bool ZenArchive::is_reference(const ZenObject& object) const { return text(object.class_chain) == reference_class; }
bool ZenArchive::is_save_game() const { return field_of(header, "saveGame").value_or("0") != "0"; }
std::string_view ZenArchive::user() const { return field_of(header, "user").value_or(""); }
std::size_t ZenArchive::count_objects() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        objects, [this](const ZenObject& object) { return !is_null(object) && !is_reference(object); }));
}

bool ZenScan::fail_at(std::size_t where, std::string message) {
    if (!error_) error_ = Error({.offset = where}, std::move(message));
    return false;
}
void ZenScan::warn(std::string message, std::size_t where) {
    if (diagnostics) report(diagnostics, Severity::warning, {.offset = where}, std::move(message));
}

bool ZenScan::open_object(const ZenObject& object) {
    if (open.size() >= options.limits.depth)
        return fail("zen: nesting too deep: objects within objects more than " + std::to_string(options.limits.depth) +
                    " times");
    if (archive.objects.size() >= options.limits.objects)
        return fail("zen: too many objects: more than " + std::to_string(options.limits.objects));
    const auto number = static_cast<std::uint32_t>(archive.objects.size());
    archive.objects.push_back(object);
    archive.objects.back().open = item_count();
    archive.items.push_back({.value = object.head, .number = number, .kind = ZenItem::Kind::open});
    open.push_back(number);
    return true;
}

bool ZenScan::open_object(ZenText head) {
    // Four fields with single blanks between them, the last two of them numbers.
    const std::string_view text = archive.text(head);
    const std::size_t first = text.find(' '), second = text.find(' ', first + 1), third = text.find(' ', second + 1);
    const auto number_in = [](std::string_view digits, std::uint64_t most) -> std::optional<std::uint64_t> {
        std::uint64_t number = 0;
        if (digits.empty() || digits.size() > 10) return {};
        for (const char c : digits) {
            if (c < '0' || c > '9') return {};
            number = number * 10 + static_cast<unsigned>(c - '0');
        }
        return number <= most ? std::optional(number) : std::nullopt;
    };
    if (first != text.npos && second != text.npos && third != text.npos && first > 0 && second > first + 1) {
        const auto version = number_in(text.substr(second + 1, third - second - 1), 0xFFFF);
        const auto index = number_in(text.substr(third + 1), 0xFFFFFFFF);
        if (version && index) {
            return open_object({.name = run(head.offset, first),
                                .class_chain = run(head.offset + first + 1, second - first - 1),
                                .head = head,
                                .version = static_cast<std::uint16_t>(*version),
                                .index = static_cast<std::uint32_t>(*index)});
        }
    }
    return fail("zen: malformed object header: expected [name class version index], found [" +
                std::string(text.substr(0, 200)) + ']');
}

bool ZenScan::close_object() {
    if (open.empty()) return fail("zen: unbalanced objects at depth 0: an end without a beginning");
    archive.objects[open.back()].close = item_count();
    archive.items.push_back({.number = open.back(), .kind = ZenItem::Kind::close});
    open.pop_back();
    return true;
}

bool ZenScan::finish() {
    if (open.empty()) return true;
    return fail("zen: unbalanced objects at depth " + std::to_string(open.size()) + ": the file ends within '" +
                std::string(archive.name(archive.objects[open.back()])) + '\'');
}

bool ZenScan::take_mesh_block(std::size_t end) {
    constexpr std::uint32_t gothic1_block = 0x02090000, gothic2_block = 0x04090000;
    if (end - at < 4) return true;
    const auto word_at = [&](std::size_t where) {
        return load<std::uint32_t>(archive.source.data() + where, Endian::little);
    };
    const std::uint32_t version = word_at(at);
    if (version != gothic1_block && version != gothic2_block) return true;
    if (end - at < 8 || word_at(at + 4) > end - at - 8)
        return fail("zen: truncated mesh block: it reaches beyond the end of the archive");
    const std::size_t size = 8 + std::size_t{word_at(at + 4)};
    ChunkReader chunks(archive.source.first(at + size), nullptr, at + 8);
    chunks.note_only_oddities();
    while (chunks.next() && chunks.type() != ChunkType{0xC0FF}) {}
    if (!chunks.ok()) return fail_at(chunks.offset(), "zen: truncated mesh block: a chunk reaches beyond its end");
    archive.items.push_back({.value = run(at, size), .kind = ZenItem::Kind::bytes});
    at += size;
    return true;
}

std::string head_text(const ZenArchive& archive, const ZenObject& object) {
    if (object.head.size > 0) return std::string(archive.text(object.head));
    // A group of a BINARY archive has an empty class; text needs a word there.
    const std::string_view chain = archive.class_chain(object);
    return std::string(archive.name(object)) + ' ' + std::string(chain.empty() ? no_class : chain) + ' ' +
           std::to_string(object.version) + ' ' + std::to_string(object.index);
}

bool recognise_zen(Bytes bytes) { return as_text(bytes).starts_with(archive_magic); }

Result<ZenArchive> parse_zen(Bytes bytes, const ZenOptions& options, Diagnostics* diagnostics) {
    if (bytes.size() > most_bytes)
        return fail(Place{.offset = 0}, "zen: too large: an archive has two gigabytes at the most");
    ZenArchive archive;
    archive.source = bytes;
    ZenScan scan(archive, options, 0, diagnostics);
    scan.at = read_header(scan, bytes);
    if (!scan.ok()) return scan.failure();
    switch (archive.encoding) {
    case ZenEncoding::ascii: read_ascii(scan); break;
    case ZenEncoding::bin_safe: read_bin_safe(scan); break;
    case ZenEncoding::binary: read_binary(scan); break;
    }
    if (!scan.ok()) return scan.failure();
    check_count(scan);
    return archive;
}

Result<ZenArchive> parse_zen(Bytes bytes, Diagnostics* diagnostics) { return parse_zen(bytes, {}, diagnostics); }

ByteBuffer write_zen(const ZenArchive& archive) {
    ByteBuffer buffer = archive.header_text.empty() ? write_header(archive) : to_buffer(archive.header_text);
    switch (archive.encoding) {
    case ZenEncoding::ascii: write_ascii(archive, buffer); break;
    case ZenEncoding::bin_safe: write_bin_safe(archive, buffer); break;
    case ZenEncoding::binary: write_binary(archive, buffer); break;
    }
    return buffer;
}

} // namespace ossuary::zengin
