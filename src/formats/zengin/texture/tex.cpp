#include "ossuary/formats/zengin/tex.h"
#include "tex_layout.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::zengin {

namespace {

constexpr std::string_view signature = "ZTEX";
constexpr std::size_t tex_header_size = 36, palette_entries = 256;

std::uint64_t level_size(TexFormat format, std::uint32_t width, std::uint32_t height) {
    const image::PixelFormat pixels = pixel_format(format);
    if (pixels.kind == image::PixelFormat::Kind::blocks)
        return image::whole_grid(width, height).blocks() * block_size(pixels.dxt);
    return image::level_size(pixels, width, height);
}

std::size_t level_count(const TexHeader& header) { return std::max<std::size_t>(1, header.mip_count); }

std::uint64_t level_size(const TexHeader& header, std::size_t level) {
    return level_size(header.format, image::level_side(header.width, level), image::level_side(header.height, level));
}

// What is wrong with the numbers of a header; an empty message if nothing is.
struct Flaw {
    std::string_view field;
    std::uint64_t offset = 0;
    std::string message;
};
Flaw flaw_of(const TexHeader& header) {
    const auto number = static_cast<std::uint32_t>(header.format);
    const std::string size = std::to_string(header.width) + " × " + std::to_string(header.height);
    if (number >= tex_format_count) return {"format", 8, "tex: unknown format " + std::to_string(number)};
    if (header.width == 0 || header.height == 0 || header.width > max_texture_side || header.height > max_texture_side)
        return {"width", 12, "tex: bad dimensions: " + size};
    const std::size_t most = image::full_level_count(header.width, header.height);
    if (header.mip_count > most)
        return {"mip_count", 20,
                "tex: bad mip count: " + std::to_string(header.mip_count) + " levels, " + size + " has at most " +
                    std::to_string(most)};
    return {};
}

Failure refuse(std::uint64_t offset, std::string_view field, std::string message) {
    return fail({.offset = offset, .field = std::string(field)}, std::move(message));
}

} // namespace

std::string_view name_of(TexFormat format) {
    const auto number = static_cast<std::size_t>(format);
    return number < tex_format_count ? image::pixel_format_names[number] : "unknown";
}

bool parse_name(std::string_view name, TexFormat& format) {
    const auto named = image::find_pixel_format(name);
    if (named) format = *tex_format(*named);
    return named.has_value();
}

Result<TextureFile> parse_embedded_tex(Bytes bytes, std::size_t& consumed) {
    consumed = 0;
    if (bytes.size() >= signature.size() && !as_text(bytes).starts_with(signature))
        return refuse(0, "signature", "tex: bad signature: expected ZTEX");
    if (bytes.size() < tex_header_size)
        return refuse(bytes.size(), "header",
                      "tex: truncated header: " + std::to_string(bytes.size()) + " bytes of 36");
    TextureFile file;
    ByteReader reader(bytes);
    reader.skip("signature", signature.size());
    if (const auto version = reader.read<std::uint32_t>("version"); version != 0)
        return refuse(4, "version", "tex: unsupported version: " + std::to_string(version));
    reader("header", file.header);
    if (const Flaw flaw = flaw_of(file.header); !flaw.message.empty())
        return refuse(flaw.offset, flaw.field, flaw.message);
    if (file.header.format == TexFormat::p8) {
        if (reader.remaining() < palette_entries * 4)
            return refuse(bytes.size(), "palette",
                          "tex: truncated header: " + std::to_string(bytes.size()) + " bytes of 1060, with a palette");
        reader.list("palette", file.palette, palette_entries, 4);
    }
    file.levels.resize(level_count(file.header));
    for (std::size_t level = file.levels.size(); level-- > 0;) {
        const std::uint64_t size = level_size(file.header, level);
        if (size > reader.remaining())
            return refuse(reader.offset(), "levels[" + std::to_string(level) + ']',
                          "tex: truncated level " + std::to_string(level) + ": " + std::to_string(size) +
                              " bytes, only " + std::to_string(reader.remaining()) + " are left");
        const Bytes stored = reader.take("level", static_cast<std::size_t>(size));
        file.levels[level].bytes.assign(stored.begin(), stored.end());
    }
    consumed = reader.offset();
    return file;
}

bool recognise_tex(Bytes bytes) { return as_text(bytes).starts_with("ZTEX"); }

Result<TextureFile> parse_tex(Bytes bytes, Diagnostics* diagnostics) {
    std::size_t consumed = 0;
    auto file = parse_embedded_tex(bytes, consumed);
    if (!file || consumed == bytes.size()) return file;
    file->trailing.bytes.assign(bytes.begin() + static_cast<std::ptrdiff_t>(consumed), bytes.end());
    report(diagnostics, Severity::warning, {.offset = consumed},
           "tex: trailing bytes: " + std::to_string(bytes.size() - consumed) + " behind the last level");
    return file;
}

ByteBuffer write_tex(const TextureFile& file) {
    ByteWriter writer;
    writer.text(signature);
    writer.write(std::uint32_t{0});
    writer("header", file.header);
    writer("palette", file.palette);
    for (std::size_t level = file.levels.size(); level-- > 0;) writer.bytes(file.levels[level].bytes);
    writer.bytes(file.trailing.bytes);
    return std::move(writer).take();
}

Json dump_tex(const TextureFile& file) { return dump_record(file); }

Result<TextureFile> build_tex(const Json& json) {
    auto file = build_record<TextureFile>(json);
    if (!file) return file;
    if (const Flaw flaw = flaw_of(file->header); !flaw.message.empty())
        return fail({.field = std::string(flaw.field)}, flaw.message);
    const auto expect = [](std::string field, std::size_t found, std::uint64_t wanted,
                           std::string_view what) -> Result<void> {
        if (found == wanted) return {};
        return fail({.field = std::move(field)},
                    std::to_string(found) + std::string(what) + " instead of " + std::to_string(wanted));
    };
    auto checked =
        expect("palette", file->palette.size(), file->header.format == TexFormat::p8 ? palette_entries : 0, " entries");
    if (checked) checked = expect("levels", file->levels.size(), level_count(file->header), " levels");
    for (std::size_t level = 0; checked && level < file->levels.size(); ++level)
        checked = expect("levels[" + std::to_string(level) + ']', file->levels[level].bytes.size(),
                         level_size(file->header, level), " bytes");
    if (!checked) return Failure(checked.error());
    return file;
}

} // namespace ossuary::zengin
