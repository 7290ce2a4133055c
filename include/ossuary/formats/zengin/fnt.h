// Fonts (FNT): where the glyphs lie in their texture, how wide they are, and texts laid out with them.
//
//   line  version, `1`
//   line  texture: `FONT_OLD_10_WHITE_HI.TGA`
//   u32   height of the glyphs in pixels
//   u32   count of glyphs, n
//   n × u8      width: how far the pen goes, in pixels
//   n × 2 f32   top left corner in the texture, both sides counted as 1
//   n × 2 f32   bottom right corner
//
// A line ends with 0x0A; 0x00 and 0x0D do too, and are kept. Texts are bytes in the game's code page: the number of a
// character is that of its glyph.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/chunk.h"
#include "ossuary/model/material.h"

namespace ossuary::zengin {

inline constexpr std::uint32_t max_glyphs = 65536;

struct FontFile {
    std::string version = "1";
    std::string texture;
    std::array<std::uint8_t, 2> line_ends{'\n', '\n'};
    std::uint32_t height = 0;
    std::vector<std::uint8_t> widths;
    std::vector<Vec2> top_left, bottom_right; // as many as widths
    RawBytes trailing;
    bool operator==(const FontFile&) const = default;
};

// True if the bytes are a whole font of the known version: they begin with nothing distinctive.
bool recognise_fnt(Bytes bytes);
// Fails with `fnt: unsupported version`, `fnt: truncated header` or `fnt: truncated glyph table`. Bytes behind the
// table are kept, with a warning.
Result<FontFile> parse_fnt(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_fnt(const FontFile& file);
Json dump_fnt(const FontFile& file);
Result<FontFile> build_fnt(const Json& json);

// ---- glyphs

// Pixels of the texture.
struct GlyphBox {
    std::int32_t x = 0, y = 0, width = 0, height = 0;
    bool operator==(const GlyphBox&) const = default;
};
// Where a glyph lies in a texture of that size, rounded to whole pixels. Nothing for glyphs that draw nothing: with a
// width of 0, a corner that is negative or not a number, or a box without area. The pen moves all the same.
std::optional<GlyphBox> glyph_box(const FontFile& font, std::size_t glyph, std::uint32_t texture_width,
                                  std::uint32_t texture_height);

// How large the texture seems to be, by the widths and corners of the glyphs: two powers of two. Nothing if no glyph
// draws anything.
struct FontTextureSize {
    std::uint32_t width = 0, height = 0;
};
std::optional<FontTextureSize> implied_texture_size(const FontFile& font);

// ---- texts

struct PlacedGlyph {
    std::uint8_t glyph = 0;
    std::int32_t x = 0, y = 0; // the top left of the glyph's box, from the top left of the text
    bool operator==(const PlacedGlyph&) const = default;
};
struct TextLine {
    std::size_t first = 0, count = 0; // of the layout's glyphs
    std::uint32_t width = 0;          // pixels
    bool operator==(const TextLine&) const = default;
};
struct TextLayout {
    std::vector<PlacedGlyph> glyphs; // every character of the lines, also those that draw nothing
    std::vector<TextLine> lines;
    std::uint32_t width = 0, height = 0; // of the widest line, of all lines
};

// How far the pen goes over a text without line breaks.
std::uint32_t text_width(const FontFile& font, std::string_view text);
// Glyphs side by side, without kerning; a new line at 0x0A (a 0x0D before it is dropped). With a `max_width`, a line
// that would grow wider is broken at its last space, and the spaces there are dropped; where it has none, before the
// character that does not fit, but never before its first.
TextLayout lay_out(const FontFile& font, std::string_view text, std::uint32_t max_width = 0);

// ---- pictures

// The font's texture on a dark ground with a frame around every glyph that draws something. Takes rgba8 pixels.
Image glyph_sheet(const FontFile& font, const Image& texture);

// A font whose glyphs lie in rows on a texture of that size, each a pixel wider than its box, for tools that make
// fonts: `widths` are those of the boxes by character code, 0 for none. Fails if they do not fit.
Result<FontFile> make_font(std::string_view texture, std::uint32_t texture_width, std::uint32_t texture_height,
                           std::uint32_t height, std::span<const std::uint8_t, 256> widths);

} // namespace ossuary::zengin
