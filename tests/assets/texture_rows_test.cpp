// Textures and fonts through the table, as `convert` goes.
#include <cstdio>

#include <gtest/gtest.h>

#include "ossuary/assets/open_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/dds.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/zengin/fnt.h"
#include "ossuary/formats/zengin/tex.h"
#include "shared_files.h"

namespace ossuary {
namespace {

using namespace zengin;

Image painted() {
    Image image{.width = 16, .height = 8};
    for (std::uint32_t i = 0; i < 128; ++i)
        for (const std::uint32_t value : {i * 2, 255 - i, i % 16 * 15, i < 4 ? 0u : 255u})
            image.bytes.push_back(static_cast<std::byte>(value));
    return image;
}

SharedBytes converted(const NamedFile& file, std::string_view target, const OptionValues& options = {},
                      const FileLookup& lookup = {}, Diagnostics* diagnostics = nullptr) {
    const auto model = open_model(std::span(&file, 1), lookup, {}, diagnostics);
    if (!model) return ADD_FAILURE() << model.error().text(), SharedBytes();
    const auto saved = find_format_by_name(target)->save(*model, "x", options, diagnostics);
    if (!saved) return ADD_FAILURE() << saved.error().text(), SharedBytes();
    return saved->front().bytes;
}

ByteBuffer pixels_of(std::string_view name, Bytes bytes) {
    return image::from_file(name, bytes).and_then(image::decode).value().bytes;
}

TEST(TextureRows, TheRealTextureBecomesTheKnownPicture) {
    auto bytes = testing::shared_file("samples/zengin/erz.tex");
    const auto golden = testing::golden("zengin-erz.tex.json");
    OSSUARY_NEED(bytes && golden);
    const NamedFile file{"erz.tex", std::move(*bytes)};
    const Json& level = (*golden)["levels"].items()[0];
    for (const char* target : {"png", "tga", "dds"}) {
        const ByteBuffer pixels = pixels_of("erz", converted(file, target));
        char crc[9];
        std::snprintf(crc, sizeof crc, "%08x", crc32(pixels));
        EXPECT_EQ(crc, level["rgba8_crc32"].string()) << target;
    }
    const SharedBytes dds = converted(file, "dds");
    EXPECT_EQ(image::parse_dds(dds)->texture.levels.size(), 5u);
    EXPECT_EQ(converted(file, "tex"), file.bytes);
}

TEST(TextureRows, BlocksAndLevelsGoBetweenTexAndDdsUnchanged) {
    for (std::size_t i = 0; i < tex_format_count; ++i) {
        const TextureFile texture = tex_from_image(painted(), {.format = static_cast<TexFormat>(i)}).value();
        const SharedBytes dds = converted({"X-C.TEX", write_tex(texture)}, "dds");
        const TextureFile again = parse_tex(converted({"x.dds", dds}, "tex")).value();
        EXPECT_EQ(again.header.format, texture.header.format);
        EXPECT_EQ(again.levels, texture.levels) << i;
        EXPECT_EQ(again.palette, texture.palette);
    }
}

TEST(TextureRows, PicturesBecomeTexturesOfTheFormatAskedFor) {
    const NamedFile png{
        "x.png",
        converted({"x.tex", write_tex(tex_from_image(painted(), {.format = TexFormat::r8g8b8a8}).value())}, "png")};
    EXPECT_EQ(pixels_of("x.png", png.bytes), painted().bytes);
    const TextureFile chosen = parse_tex(converted(png, "tex")).value();
    EXPECT_EQ(chosen.header.format, TexFormat::dxt3);
    EXPECT_EQ(chosen.levels.size(), 5u);
    const TextureFile asked =
        parse_tex(converted(png, "tex", {{"texture-format", "a8r8g8b8"}, {"no-mips", "true"}})).value();
    EXPECT_EQ(asked.header.format, TexFormat::a8r8g8b8);
    EXPECT_EQ(asked.levels.size(), 1u);
    EXPECT_EQ(decode_tex(asked)->bytes, painted().bytes);
    const auto dds = image::parse_dds(converted(png, "dds", {{"no-mips", "true"}})).value();
    EXPECT_EQ(dds.texture.format, image::dxt5_format);
    EXPECT_EQ(dds.texture.levels.size(), 1u);

    const Model model = open_model(std::span(&png, 1), {}).value();
    for (const char* target : {"tex", "dds"})
        EXPECT_FALSE(find_format_by_name(target)->save(model, "x", {{"texture-format", "DXT9"}}, nullptr));
}

TEST(TextureRows, AFontIsDrawnWithItsTexture) {
    std::array<std::uint8_t, 256> widths{};
    for (std::size_t c = 'a'; c <= 'z'; ++c) widths[c] = 7;
    const NamedFile font{"SMALL.FNT", write_fnt(make_font("SMALL.TGA", 128, 64, 10, widths).value())};
    Image page{.width = 128, .height = 64, .bytes = ByteBuffer(128 * 64 * 4, std::byte{255})};
    const SharedBytes texture = write_tex(tex_from_image(page).value());
    const FileLookup lookup = [&](std::string_view name) {
        return equal_ignoring_case(name, "SMALL-C.TEX") ? std::optional(texture) : std::nullopt;
    };
    Diagnostics diagnostics;
    const ByteBuffer drawn = pixels_of("x.png", converted(font, "png", {}, lookup, &diagnostics));
    EXPECT_TRUE(diagnostics.empty());
    const ByteBuffer framed = pixels_of("x.png", converted(font, "png", {}, {}, &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_NE(diagnostics[0].message.find("SMALL.TGA is not found"), std::string::npos);
    ASSERT_EQ(drawn.size(), framed.size()); // the glyphs tell the size of the texture
    const GlyphBox box = glyph_box(parse_fnt(font.bytes).value(), 'a', 128, 64).value();
    const auto inside = static_cast<std::size_t>((box.y * 128 + box.x) * 4);
    EXPECT_EQ(drawn[inside], std::byte{255});
    EXPECT_EQ(framed[inside], std::byte{32});
    EXPECT_EQ(drawn[inside - 4], framed[inside - 4]); // the frame
}

} // namespace
} // namespace ossuary
