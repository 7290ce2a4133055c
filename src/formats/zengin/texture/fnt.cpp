#include "ossuary/formats/zengin/fnt.h"
#include "fnt_layout.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t glyph_size = 17;

// A line and the byte that ended it; fails through the reader.
std::string read_line(ByteReader& reader, Bytes bytes, std::string_view field, std::uint8_t& end) {
    const std::string_view rest = as_text(bytes.subspan(reader.offset()));
    const std::size_t length = rest.find_first_of(std::string_view("\n\0\r", 3));
    if (length == rest.npos) {
        reader.fail(field, "fnt: truncated header: the line does not end");
        return {};
    }
    end = static_cast<std::uint8_t>(rest[length]);
    reader.skip(field, length + 1);
    return std::string(rest.substr(0, length));
}

} // namespace

bool recognise_fnt(Bytes bytes) { return as_text(bytes).starts_with("1\n") && parse_fnt(bytes); }

Result<FontFile> parse_fnt(Bytes bytes, Diagnostics* diagnostics) {
    FontFile file;
    ByteReader reader(bytes);
    file.version = read_line(reader, bytes, "version", file.line_ends[0]);
    if (!reader.ok()) return Failure(reader.error());
    if (file.version != "1") return fail({.offset = 0, .field = "version"}, "fnt: unsupported version: expected 1");
    file.texture = read_line(reader, bytes, "texture", file.line_ends[1]);
    if (!reader.ok()) return Failure(reader.error());
    if (reader.remaining() < 8)
        return fail({.offset = reader.offset(), .field = "height"}, "fnt: truncated header: no count of glyphs");
    reader("height", file.height);
    const auto count = reader.read<std::uint32_t>("count");
    if (count > max_glyphs || count * glyph_size > reader.remaining())
        return fail({.offset = reader.offset(), .field = "count"},
                    "fnt: truncated glyph table: " + std::to_string(count) + " glyphs, only " +
                        std::to_string(reader.remaining()) + " bytes are left");
    reader.list("widths", file.widths, count, 1);
    reader.list("top_left", file.top_left, count, 8);
    reader.list("bottom_right", file.bottom_right, count, 8);
    const std::size_t end = reader.offset();
    const Bytes rest = reader.take("trailing", reader.remaining());
    file.trailing.bytes.assign(rest.begin(), rest.end());
    if (!rest.empty())
        report(diagnostics, Severity::warning, {.offset = end},
               "fnt: trailing bytes: " + std::to_string(rest.size()) + " behind the glyphs");
    return file;
}

ByteBuffer write_fnt(const FontFile& file) {
    ByteWriter writer;
    writer.text(file.version + static_cast<char>(file.line_ends[0]));
    writer.text(file.texture + static_cast<char>(file.line_ends[1]));
    writer.write(file.height);
    writer.write(static_cast<std::uint32_t>(file.widths.size()));
    writer.list("widths", file.widths);
    writer.list("top_left", file.top_left);
    writer.list("bottom_right", file.bottom_right);
    writer.bytes(file.trailing.bytes);
    return std::move(writer).take();
}

Json dump_fnt(const FontFile& file) { return dump_zengin(file); }

Result<FontFile> build_fnt(const Json& json) {
    auto file = build_zengin<FontFile>(json);
    if (!file) return file;
    const std::size_t count = file->widths.size();
    if (file->version != "1") return fail({.field = "version"}, "fnt: unsupported version: expected 1");
    if (count > max_glyphs || file->top_left.size() != count || file->bottom_right.size() != count)
        return fail({.field = "widths"}, "widths and corners must be as many as each other, at most 65536");
    if (file->texture.find('\r') != std::string::npos)
        return fail({.field = "texture"}, "a line end is no part of a name");
    for (const std::uint8_t end : file->line_ends)
        if (end != '\n' && end != '\0' && end != '\r') return fail({.field = "line_ends"}, "must be 10, 0 or 13");
    return file;
}

} // namespace ossuary::zengin
