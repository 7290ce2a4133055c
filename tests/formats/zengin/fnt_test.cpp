#include "ossuary/formats/zengin/fnt.h"

#include <gtest/gtest.h>

#include <limits>

#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "shared_files.h"

namespace ossuary::zengin {

namespace {

constexpr testing::Verbs<FontFile> fnt_verbs{parse_fnt, write_fnt, dump_fnt, build_fnt};

// Digits of ten pixels, letters as wide as their place in the alphabet, a space of five; a pixel more for the pen.
FontFile small_font() {
    std::array<std::uint8_t, 256> widths{};
    widths[' '] = 5;
    for (char c = '0'; c <= '9'; ++c) widths[static_cast<std::size_t>(c)] = 9;
    for (char c = 'a'; c <= 'z'; ++c) widths[static_cast<std::size_t>(c)] = static_cast<std::uint8_t>(c - 'a' + 1);
    return make_font("SMALL.TGA", 256, 64, 12, widths).value();
}

std::vector<std::string> lines_of(std::string_view text, std::uint32_t max_width = 0) {
    const TextLayout layout = lay_out(small_font(), text, max_width);
    std::vector<std::string> lines;
    for (const TextLine& line : layout.lines) {
        std::string characters;
        for (std::size_t i = 0; i < line.count; ++i)
            characters += static_cast<char>(layout.glyphs[line.first + i].glyph);
        lines.push_back(characters);
    }
    return lines;
}
using Lines = std::vector<std::string>;

} // namespace

TEST(Fnt, TheRealFontHasTheKnownGlyphs) {
    const auto bytes = testing::shared_file("samples/zengin/FONT_OLD_10_WHITE_HI.FNT");
    const auto golden = testing::golden("zengin-FONT_OLD_10_WHITE_HI.FNT.json");
    OSSUARY_NEED(bytes && golden);
    Diagnostics diagnostics;
    const auto font = parse_fnt(*bytes, &diagnostics);
    ASSERT_TRUE(font) << font.error().text();
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_EQ(font->version, (*golden)["version"].string());
    EXPECT_EQ(font->texture, (*golden)["texture"].string());
    EXPECT_EQ(font->height, (*golden)["height"].integer());
    const Json::Array& glyphs = (*golden)["glyphs"].items();
    ASSERT_EQ(font->widths.size(), glyphs.size());
    for (std::size_t i = 0; i < glyphs.size(); ++i) {
        EXPECT_EQ(font->widths[i], glyphs[i]["w"].integer());
        for (std::size_t k = 0; k < 2; ++k) {
            EXPECT_EQ(font->top_left[i][k], static_cast<float>(glyphs[i]["uv0"].items()[k].number()));
            EXPECT_EQ(font->bottom_right[i][k], static_cast<float>(glyphs[i]["uv1"].items()[k].number()));
        }
    }
    EXPECT_TRUE(testing::survives(fnt_verbs, *bytes));

    const auto size = implied_texture_size(*font);
    ASSERT_TRUE(size);
    EXPECT_EQ(size->width, 512u);
    EXPECT_EQ(size->height, 256u);
    EXPECT_EQ(glyph_box(*font, 'A', 512, 256), (GlyphBox{93, 21, 13, 18}));
    EXPECT_FALSE(glyph_box(*font, ' ', 512, 256)); // begins half a pixel left of the texture
    EXPECT_EQ(text_width(*font, "A A"), 14u + 10 + 14);
}

TEST(Fnt, BadCountsFailAsTheyShould) {
    const auto bytes = testing::shared_file("samples/zengin/bad/bad-fnt-count.fnt");
    const auto golden = testing::golden("zengin-bad-input.json");
    OSSUARY_NEED(bytes && golden);
    EXPECT_TRUE(parse_fnt(*bytes).error().message().starts_with((*golden)["bad-fnt-count.fnt"]["error"].string()));
}

TEST(Fnt, KeepsEveryByte) {
    const ByteBuffer bytes = write_fnt(small_font());
    EXPECT_EQ(bytes.size(), 2 + 10 + 8 + 17 * 256u);
    EXPECT_TRUE(testing::survives(fnt_verbs, bytes));
    ByteBuffer odd = bytes;
    odd[1] = std::byte{'\r'};
    odd[11] = std::byte{0};
    odd.push_back(std::byte{9});
    EXPECT_TRUE(testing::survives(fnt_verbs, odd));
    Diagnostics diagnostics;
    ASSERT_TRUE(parse_fnt(odd, &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].message, "fnt: trailing bytes: 1 behind the glyphs");
}

TEST(Fnt, IsRefusedWhereverItIsCut) {
    const ByteBuffer bytes = write_fnt(small_font());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto cut = parse_fnt(Bytes(bytes).first(size));
        ASSERT_FALSE(cut) << size;
        EXPECT_TRUE(
            cut.error().message().starts_with(size < 20 ? "fnt: truncated header" : "fnt: truncated glyph table"))
            << cut.error().message();
        EXPECT_LE(cut.error().place().offset.value(), size);
    }
}

TEST(Fnt, ChangedBytesAreRefusedOrKept) {
    const ByteBuffer bytes = write_fnt(small_font());
    for (std::size_t bit = 0; bit < 24 * 8; ++bit) {
        ByteBuffer changed = bytes;
        changed[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
        const auto font = parse_fnt(changed);
        EXPECT_TRUE(!font || write_fnt(*font) == changed) << bit;
    }
    EXPECT_EQ(parse_fnt(to_buffer("2\nX.TGA\n")).error().message(), "fnt: unsupported version: expected 1");
}

TEST(Fnt, ADumpThatDoesNotFitTogetherIsNotBuilt) {
    FontFile font = small_font();
    font.top_left.pop_back();
    EXPECT_EQ(build_fnt(dump_fnt(font)).error().place().field, "widths");
    font = small_font();
    font.line_ends[1] = 'x';
    EXPECT_EQ(build_fnt(dump_fnt(font)).error().place().field, "line_ends");
}

TEST(Font, GlyphsThatDrawNothingHaveNoBox) {
    FontFile font = small_font();
    EXPECT_EQ(glyph_box(font, '0', 256, 64)->width, 9);
    EXPECT_FALSE(glyph_box(font, 'A', 256, 64)); // no width
    EXPECT_FALSE(glyph_box(font, 999, 256, 64)); // not in the font
    font.top_left['1'] = {-1.0f / 512, 0};
    font.top_left['2'] = font.bottom_right['2'];
    font.top_left['3'].x = std::numeric_limits<float>::quiet_NaN();
    font.bottom_right['4'].y = std::numeric_limits<float>::infinity();
    for (const char c : {'1', '2', '3', '4'}) EXPECT_FALSE(glyph_box(font, static_cast<std::size_t>(c), 256, 64)) << c;
    EXPECT_EQ(text_width(font, "1234"), 40u); // but they take their room
}

TEST(Font, RoundedCornersMeanWholePixels) {
    FontFile font = small_font();
    const auto exact = glyph_box(font, '7', 256, 64);
    font.top_left['7'].x += 0.4f / 256;
    font.bottom_right['7'].y -= 0.4f / 64;
    EXPECT_EQ(glyph_box(font, '7', 256, 64), exact);
}

TEST(Font, PensGoByTheWidths) {
    const TextLayout layout = lay_out(small_font(), "0a0\nb");
    ASSERT_EQ(layout.glyphs.size(), 4u);
    EXPECT_EQ(layout.glyphs[1], (PlacedGlyph{'a', 10, 0}));
    EXPECT_EQ(layout.glyphs[2], (PlacedGlyph{'0', 12, 0}));
    EXPECT_EQ(layout.glyphs[3], (PlacedGlyph{'b', 0, 12}));
    EXPECT_EQ(layout.lines, (std::vector<TextLine>{{0, 3, 22}, {3, 1, 3}}));
    EXPECT_EQ(layout.width, 22u);
    EXPECT_EQ(layout.height, 24u);
}

TEST(Font, LinesBreakAtSpacesAndWhereTheyMust) {
    EXPECT_EQ(lines_of(""), (Lines{""}));
    EXPECT_EQ(lines_of("12\r\n\n3"), (Lines{"12", "", "3"}));
    EXPECT_EQ(lines_of("12 34 56", 46), (Lines{"12 34", "56"}));
    EXPECT_EQ(lines_of("12 34 56", 45), (Lines{"12", "34", "56"}));
    EXPECT_EQ(lines_of("12 34 56", 1000), (Lines{"12 34 56"}));
    EXPECT_EQ(lines_of("12345", 25), (Lines{"12", "34", "5"}));
    EXPECT_EQ(lines_of("12345", 1), (Lines{"1", "2", "3", "4", "5"}));
    EXPECT_EQ(lines_of("12 ", 20), (Lines{"12"}));
    EXPECT_EQ(lines_of(" 12", 20), (Lines{"", "12"}));
    EXPECT_EQ(lines_of("12    34", 30), (Lines{"12", "34"}));
    EXPECT_EQ(lines_of("12    ", 30), (Lines{"12"}));
}

TEST(Font, NoLineIsWiderThanAllowed) {
    const FontFile font = small_font();
    std::string text;
    for (int i = 0; i < 400; ++i) text += i % 7 == 3 ? ' ' : static_cast<char>('a' + i * i % 26);
    for (std::uint32_t width = 27; width < 200; width += 13) {
        std::string joined;
        const TextLayout layout = lay_out(font, text, width);
        for (const TextLine& line : layout.lines) {
            EXPECT_LE(line.width, width);
            EXPECT_GT(line.count, 0u);
        }
        EXPECT_LE(layout.width, width);
        for (const PlacedGlyph& glyph : layout.glyphs)
            if (glyph.glyph != ' ') joined += static_cast<char>(glyph.glyph);
        std::string letters = text;
        std::erase(letters, ' ');
        EXPECT_EQ(joined, letters); // nothing but spaces is dropped
    }
}

TEST(Font, TheSheetFramesEveryGlyph) {
    const FontFile font = small_font();
    Image texture{.width = 256, .height = 64};
    texture.bytes.assign(256 * 64 * 4, std::byte{0});
    const Image sheet = glyph_sheet(font, texture);
    const auto red = [&](std::int32_t x, std::int32_t y) {
        return std::to_integer<int>(sheet.bytes[(static_cast<std::size_t>(y) * 256 + static_cast<std::size_t>(x)) * 4]);
    };
    for (const char c : {'0', 'a', 'z', ' '}) {
        const GlyphBox box = glyph_box(font, static_cast<std::size_t>(c), 256, 64).value();
        EXPECT_EQ(red(box.x - 1, box.y), 232);
        EXPECT_EQ(red(box.x + box.width, box.y + box.height), 232);
        EXPECT_EQ(red(box.x, box.y), 32); // the dark ground shows through
    }
}

TEST(Font, GlyphsThatDoNotFitAreNotMade) {
    std::array<std::uint8_t, 256> widths;
    widths.fill(20);
    EXPECT_FALSE(make_font("X.TGA", 64, 64, 18, widths));
    EXPECT_FALSE(make_font("X.TGA", 16, 1024, 18, widths));
}

} // namespace ossuary::zengin
