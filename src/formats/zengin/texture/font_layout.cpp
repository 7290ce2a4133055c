// What fonts are for: boxes of glyphs, texts laid out, sheets.
#include <algorithm>
#include <bit>
#include <cmath>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/fnt.h"

namespace ossuary::zengin {

namespace {

bool is_drawn(const FontFile& font, std::size_t glyph) {
    if (glyph >= font.widths.size() || font.widths[glyph] == 0) return false;
    const Vec2 &from = font.top_left[glyph], &to = font.bottom_right[glyph];
    return from.x >= 0 && from.y >= 0 && to.x > from.x && to.y > from.y && to.x <= 1 && to.y <= 1;
}

std::uint32_t width_of(const FontFile& font, char character) {
    const auto glyph = static_cast<unsigned char>(character);
    return glyph < font.widths.size() ? font.widths[glyph] : 0;
}

std::uint32_t nearest_power(std::vector<double>& sides) {
    const auto middle = sides.begin() + static_cast<std::ptrdiff_t>(sides.size() / 2);
    std::nth_element(sides.begin(), middle, sides.end());
    return 1u << static_cast<unsigned>(std::clamp(std::lround(std::log2(*middle)), 0l, 14l));
}

// Where a line ends within a paragraph, and where the next begins: behind the space it was broken at.
struct Break {
    std::size_t end, next;
};
Break break_line(const FontFile& font, std::string_view paragraph, std::uint32_t max_width) {
    const auto at_space = [&](std::size_t space) {
        return Break{paragraph.substr(0, space).find_last_not_of(' ') + 1, space + 1};
    };
    std::uint32_t width = 0;
    std::size_t space = paragraph.npos;
    for (std::size_t i = 0; i < paragraph.size() && max_width > 0; ++i) {
        width += width_of(font, paragraph[i]);
        if (paragraph[i] == ' ')
            space = i; // even one that sticks out, since it is dropped
        else if (width > max_width && i > 0)
            return space == paragraph.npos ? Break{i, i} : at_space(space);
    }
    if (width > max_width && space + 1 == paragraph.size()) return at_space(space);
    return {paragraph.size(), paragraph.size()};
}

void add_line(const FontFile& font, std::string_view characters, TextLayout& layout) {
    TextLine line{.first = layout.glyphs.size(), .count = characters.size()};
    const auto y = static_cast<std::int32_t>(layout.height);
    for (const char character : characters) {
        layout.glyphs.push_back({static_cast<std::uint8_t>(character), static_cast<std::int32_t>(line.width), y});
        line.width += width_of(font, character);
    }
    layout.width = std::max(layout.width, line.width);
    layout.height += font.height;
    layout.lines.push_back(line);
}

} // namespace

std::optional<GlyphBox> glyph_box(const FontFile& font, std::size_t glyph, std::uint32_t texture_width,
                                  std::uint32_t texture_height) {
    if (!is_drawn(font, glyph)) return {};
    const auto pixel = [](float at, std::uint32_t side) {
        return static_cast<std::int32_t>(std::lround(static_cast<double>(at) * side));
    };
    const Vec2 &from = font.top_left[glyph], &to = font.bottom_right[glyph];
    GlyphBox box{.x = pixel(from.x, texture_width), .y = pixel(from.y, texture_height)};
    box.width = pixel(to.x, texture_width) - box.x;
    box.height = pixel(to.y, texture_height) - box.y;
    if (box.width == 0 || box.height == 0) return {};
    return box;
}

std::optional<FontTextureSize> implied_texture_size(const FontFile& font) {
    std::vector<double> widths, heights;
    for (std::size_t i = 0; i < font.widths.size(); ++i) {
        if (!is_drawn(font, i)) continue;
        widths.push_back(font.widths[i] / static_cast<double>(font.bottom_right[i].x - font.top_left[i].x));
        heights.push_back(font.height / static_cast<double>(font.bottom_right[i].y - font.top_left[i].y));
    }
    if (widths.empty() || font.height == 0) return {};
    return FontTextureSize{nearest_power(widths), nearest_power(heights)};
}

std::uint32_t text_width(const FontFile& font, std::string_view text) {
    std::uint32_t width = 0;
    for (const char character : text) width += width_of(font, character);
    return width;
}

TextLayout lay_out(const FontFile& font, std::string_view text, std::uint32_t max_width) {
    TextLayout layout;
    while (true) {
        const std::size_t end = text.find('\n');
        std::string_view paragraph = text.substr(0, end);
        if (end != text.npos && paragraph.ends_with('\r')) paragraph.remove_suffix(1);
        do {
            const Break at = break_line(font, paragraph, max_width);
            add_line(font, paragraph.substr(0, at.end), layout);
            paragraph.remove_prefix(at.next);
        } while (!paragraph.empty());
        if (end == text.npos) return layout;
        text.remove_prefix(end + 1);
    }
}

Image glyph_sheet(const FontFile& font, const Image& texture) {
    constexpr std::uint32_t ground[3] = {32, 34, 40};
    constexpr std::byte frame[4] = {std::byte{232}, std::byte{140}, std::byte{48}, std::byte{255}};
    Image sheet = texture;
    for (std::size_t i = 0; i + 3 < sheet.bytes.size(); i += 4) {
        const auto alpha = std::to_integer<std::uint32_t>(sheet.bytes[i + 3]);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto value = std::to_integer<std::uint32_t>(sheet.bytes[i + k]);
            sheet.bytes[i + k] = static_cast<std::byte>((value * alpha + ground[k] * (255 - alpha) + 127) / 255);
        }
        sheet.bytes[i + 3] = std::byte{255};
    }
    const auto put = [&](std::int32_t x, std::int32_t y) {
        if (x < 0 || y < 0 || x >= static_cast<std::int32_t>(sheet.width) ||
            y >= static_cast<std::int32_t>(sheet.height))
            return;
        std::copy_n(frame, 4,
                    sheet.bytes.begin() +
                        (static_cast<std::ptrdiff_t>(y) * static_cast<std::ptrdiff_t>(sheet.width) + x) * 4);
    };
    for (std::size_t glyph = 0; glyph < font.widths.size(); ++glyph) {
        const auto box = glyph_box(font, glyph, sheet.width, sheet.height);
        if (!box) continue;
        for (std::int32_t x = box->x - 1; x <= box->x + box->width; ++x)
            put(x, box->y - 1), put(x, box->y + box->height);
        for (std::int32_t y = box->y; y < box->y + box->height; ++y) put(box->x - 1, y), put(box->x + box->width, y);
    }
    return sheet;
}

Result<FontFile> make_font(std::string_view texture, std::uint32_t texture_width, std::uint32_t texture_height,
                           std::uint32_t height, std::span<const std::uint8_t, 256> widths) {
    constexpr std::uint32_t gap = 2; // so that neither frames nor filters touch a neighbour
    FontFile font;
    font.texture = texture;
    font.height = height;
    font.top_left.resize(widths.size());
    font.bottom_right.resize(widths.size());
    std::uint32_t x = gap, y = gap;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const std::uint32_t width = widths[i];
        font.widths.push_back(static_cast<std::uint8_t>(width == 0 ? 0 : std::min(width + 1, 255u)));
        if (width == 0) continue;
        if (x + width + gap > texture_width) {
            x = gap;
            y += height + gap;
        }
        if (x + width + gap > texture_width || y + height + gap > texture_height)
            return fail("the glyphs do not fit on a texture of " + std::to_string(texture_width) + " × " +
                        std::to_string(texture_height));
        const auto corner = [&](std::uint32_t right, std::uint32_t below) {
            return Vec2{static_cast<float>(right) / static_cast<float>(texture_width),
                        static_cast<float>(below) / static_cast<float>(texture_height)};
        };
        font.top_left[i] = corner(x, y);
        font.bottom_right[i] = corner(x + width, y + height);
        x += width + gap;
    }
    return font;
}

} // namespace ossuary::zengin
