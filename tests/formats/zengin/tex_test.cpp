#include "ossuary/formats/zengin/tex.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/hex.h"
#include "ossuary/formats/image/dds.h"
#include "ossuary/formats/image/image.h"
#include "shared_files.h"

namespace ossuary::zengin {

namespace {

constexpr testing::Verbs<TextureFile> tex_verbs{parse_tex, write_tex, dump_tex, build_tex};

// A wave of colour with a hole in its middle.
Image painted(std::uint32_t width, std::uint32_t height) {
    Image image;
    image.width = width;
    image.height = height;
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x) {
            const bool hole = x * 2 > width && x * 4 < width * 3 && y * 2 > height;
            for (const std::uint32_t value : {x * 255 / width, y * 255 / height, (x + y) * 5 % 256, hole ? 0u : 255u})
                image.bytes.push_back(static_cast<std::byte>(value));
        }
    return image;
}

TextureFile small(TexFormat format) { return tex_from_image(painted(16, 8), {.format = format}).value(); }

std::string error_of(Bytes bytes) {
    const auto file = parse_tex(bytes);
    return file ? std::string() : file.error().message();
}
bool fails_with(Bytes bytes, std::string_view message) { return error_of(bytes).starts_with(message); }

class GoldenTex : public ::testing::TestWithParam<const char*> {};

} // namespace

TEST_P(GoldenTex, HasTheKnownLevelsAndPixels) {
    const auto bytes = testing::shared_file("samples/zengin/" + std::string(GetParam()));
    const auto golden = testing::golden("zengin-" + std::string(GetParam()) + ".json");
    OSSUARY_NEED(bytes && golden);
    Diagnostics diagnostics;
    const auto file = parse_tex(*bytes, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_TRUE(diagnostics.empty());
    const Json& expected = *golden;
    EXPECT_EQ(name_of(file->header.format), expected["format"].string());
    EXPECT_EQ(static_cast<std::int64_t>(file->header.format), expected["format_id"].integer());
    EXPECT_EQ(file->header.width, expected["width"].integer());
    EXPECT_EQ(file->header.height, expected["height"].integer());
    EXPECT_EQ(file->header.mip_count, expected["mips"].integer());
    EXPECT_EQ(file->header.reference_width, expected["ref_width"].integer());
    EXPECT_EQ(file->header.reference_height, expected["ref_height"].integer());
    EXPECT_EQ(hex_text(file->header.average_color, 8), expected["average_color"].string());
    const Json::Array& levels = expected["levels"].items();
    ASSERT_EQ(file->levels.size(), levels.size());
    for (std::size_t l = 0; l < levels.size(); ++l) {
        EXPECT_EQ(file->levels[l].bytes.size(), levels[l]["stored_bytes"].unsigned_integer());
        EXPECT_EQ(hex_text(crc32(file->levels[l].bytes), 8), levels[l]["stored_crc32"].string());
        const Image pixels = decode_tex(*file, l).value();
        EXPECT_EQ(pixels.width, levels[l]["width"].integer());
        EXPECT_EQ(hex_text(crc32(pixels.bytes), 8), levels[l]["rgba8_crc32"].string());
        for (std::size_t k = 0; k < 4; ++k)
            EXPECT_EQ(std::to_integer<int>(pixels.bytes[k]), levels[l]["first_pixel_rgba"].items()[k].integer());
    }
    EXPECT_TRUE(testing::survives(tex_verbs, *bytes));

    std::size_t consumed = 0;
    ByteBuffer embedded = *bytes;
    embedded.resize(embedded.size() + 7);
    EXPECT_EQ(*parse_embedded_tex(embedded, consumed), *file);
    EXPECT_EQ(consumed, bytes->size());
    EXPECT_EQ(consumed, expected["consumed"].unsigned_integer());
}

INSTANTIATE_TEST_SUITE_P(Samples, GoldenTex,
                         ::testing::Values("erz.tex", "synthetic-00-b8g8r8a8.tex", "synthetic-01-r8g8b8a8.tex",
                                           "synthetic-02-a8b8g8r8.tex", "synthetic-03-a8r8g8b8.tex",
                                           "synthetic-04-b8g8r8.tex", "synthetic-05-r8g8b8.tex",
                                           "synthetic-06-a4r4g4b4.tex", "synthetic-07-a1r5g5b5.tex",
                                           "synthetic-08-r5g6b5.tex", "synthetic-09-p8.tex", "synthetic-10-dxt1.tex",
                                           "synthetic-12-dxt3.tex", "synthetic-14-dxt5.tex"));

TEST(Tex, BadFilesFailAsTheyShould) {
    const auto golden = testing::golden("zengin-bad-input.json");
    OSSUARY_NEED(golden);
    for (const std::string name : {"bad-tex-mips.tex", "bad-tex-truncated.tex"}) {
        const auto bytes = testing::shared_file("samples/zengin/bad/" + name);
        ASSERT_TRUE(bytes);
        EXPECT_TRUE(fails_with(*bytes, (*golden)[name]["error"].string())) << error_of(*bytes);
    }
}

TEST(Tex, EveryFormatIsMadeAndKept) {
    for (std::size_t i = 0; i < tex_format_count; ++i) {
        const auto format = static_cast<TexFormat>(i);
        const TextureFile file = small(format);
        EXPECT_EQ(file.header.format, format);
        EXPECT_EQ(file.levels.size(), 5u);
        EXPECT_EQ(file.header.reference_width, 16u);
        EXPECT_TRUE(testing::survives(tex_verbs, write_tex(file))) << name_of(format);
        EXPECT_EQ(tex_format(pixel_format(format)), format);
        TexFormat parsed{};
        EXPECT_TRUE(parse_name(name_of(format), parsed));
        EXPECT_EQ(parsed, format);

        // Near what it was made of, wherever that can be seen. DXT2 and DXT4 hold black under a hole.
        const Image was = painted(16, 8), is = decode_tex(file).value();
        int furthest = 0;
        for (std::size_t p = 0; p < was.bytes.size(); ++p)
            if (was.bytes[p / 4 * 4 + 3] == std::byte{255})
                furthest = std::max(furthest,
                                    std::abs(std::to_integer<int>(was.bytes[p]) - std::to_integer<int>(is.bytes[p])));
        EXPECT_LE(furthest, i < 6 || format == TexFormat::p8 ? 0 : i < 9 ? 8 : 72) << name_of(format);
    }
}

TEST(Tex, ChoosesDxt1ForOpaqueAndDxt3ForOthers) {
    Image image = painted(8, 8);
    EXPECT_EQ(tex_from_image(image)->header.format, TexFormat::dxt3);
    for (std::size_t i = 3; i < image.bytes.size(); i += 4) image.bytes[i] = std::byte{255};
    EXPECT_EQ(tex_from_image(image)->header.format, TexFormat::dxt1);
}

TEST(Tex, TheAverageIsThatOfTheFirstLevel) {
    Image image{.width = 2, .height = 1};
    for (const int value : {10, 20, 30, 255, 20, 40, 61, 255}) image.bytes.push_back(static_cast<std::byte>(value));
    EXPECT_EQ(tex_from_image(image)->header.average_color, 0xFF0F1E2Eu);
}

TEST(Tex, APaletteWithoutAlphaIsOpaque) {
    TextureFile file = small(TexFormat::p8);
    for (auto& entry : file.palette) entry[3] = 0;
    const Image pixels = decode_tex(file).value();
    for (std::size_t i = 3; i < pixels.bytes.size(); i += 4) EXPECT_EQ(pixels.bytes[i], std::byte{255});
}

TEST(Tex, PixelsWithoutABlockAreHolesInDdsToo) {
    // 6 × 10: one block wide, two high.
    for (const TexFormat format : {TexFormat::dxt1, TexFormat::dxt3, TexFormat::dxt5}) {
        TextureFile file;
        file.header = {.format = format, .width = 6, .height = 10};
        file.levels = {{small(format).levels[0].bytes}};
        file.levels[0].bytes.resize(2 * block_size(pixel_format(format).dxt));
        ASSERT_TRUE(testing::survives(tex_verbs, write_tex(file)));
        ByteBuffer plainly(6 * 10 * 4);
        ASSERT_TRUE(
            decode_dxt(pixel_format(format).dxt, image::whole_grid(6, 10), file.levels[0].bytes, 6, 10, plainly));
        EXPECT_EQ(decode_tex(file)->bytes, plainly);
        EXPECT_EQ(image::decode(to_image(file, "ODD-C.TEX"))->bytes, plainly);
    }
    EXPECT_FALSE(tex_from_image(painted(6, 10), {.format = TexFormat::dxt1}));
    EXPECT_TRUE(tex_from_image(painted(6, 10), {.format = TexFormat::r5g6b5}));
    EXPECT_EQ(tex_from_image(painted(24, 24), {.format = TexFormat::dxt1})->levels.size(), 2u); // 24, 12, not 6
}

TEST(Tex, WarnsOfSidesTheGameDoesNotTake) {
    Diagnostics diagnostics;
    ASSERT_TRUE(tex_from_image(painted(12, 8), {}, &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].message, "12 × 8: the game takes textures whose sides are powers of two");
}

TEST(Tex, ComesBackFromTheModelExactly) {
    for (std::size_t i = 0; i < tex_format_count; ++i) {
        TextureFile file = small(static_cast<TexFormat>(i));
        file.header.reference_width = 32;
        file.header.average_color = 0x013D0000;
        const Image image = to_image(file, "TEXTURES/_COMPILED/WALL-C.TEX");
        EXPECT_EQ(image.name, "WALL");
        EXPECT_EQ(image::decode(image)->bytes, decode_tex(file)->bytes);
        EXPECT_EQ(*tex_from_model_image(image), file) << i;
        EXPECT_EQ(tex_from_model_image(image, {.levels = 2})->levels.size(), 2u);
        EXPECT_EQ(tex_from_model_image(image, {.format = TexFormat::r8g8b8})->header.format, TexFormat::r8g8b8);
    }
}

TEST(Tex, IsRefusedWhereverItIsCut) {
    const ByteBuffer bytes = write_tex(small(TexFormat::p8));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto cut = parse_tex(Bytes(bytes).first(size));
        ASSERT_FALSE(cut) << size;
        EXPECT_TRUE(
            fails_with(Bytes(bytes).first(size), size < 1060 ? "tex: truncated header" : "tex: truncated level"));
        EXPECT_LE(cut.error().place().offset.value(), size);
    }
}

TEST(Tex, NamesWhatIsWrong) {
    const auto changed = [](std::size_t offset, std::uint32_t value) {
        ByteBuffer bytes = write_tex(small(TexFormat::dxt1));
        store(bytes.data() + offset, value, Endian::little);
        return error_of(bytes);
    };
    EXPECT_EQ(changed(0, 0), "tex: bad signature: expected ZTEX");
    EXPECT_EQ(changed(4, 1), "tex: unsupported version: 1");
    EXPECT_EQ(changed(8, 15), "tex: unknown format 15");
    EXPECT_EQ(changed(12, 0), "tex: bad dimensions: 0 × 8");
    EXPECT_EQ(changed(16, 16385), "tex: bad dimensions: 16 × 16385");
    EXPECT_EQ(changed(20, 6), "tex: bad mip count: 6 levels, 16 × 8 has at most 5");
    EXPECT_EQ(changed(12, 16384), "tex: truncated level 4: 2048 bytes, only 104 are left");
}

TEST(Tex, ChangedBytesAreRefusedOrKept) {
    const ByteBuffer bytes = write_tex(small(TexFormat::dxt5));
    for (std::size_t bit = 0; bit < 48 * 8; ++bit) {
        ByteBuffer changed = bytes;
        changed[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
        if (const auto file = parse_tex(changed)) {
            EXPECT_EQ(write_tex(*file), changed) << bit;
            for (std::size_t l = 0; l < file->levels.size(); ++l) EXPECT_TRUE(decode_tex(*file, l)) << bit;
        }
    }
}

TEST(Tex, KeepsWhatFollowsWithAWarning) {
    ByteBuffer bytes = write_tex(small(TexFormat::a4r4g4b4));
    bytes.push_back(std::byte{1});
    Diagnostics diagnostics;
    ASSERT_TRUE(parse_tex(bytes, &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].message, "tex: trailing bytes: 1 behind the last level");
    EXPECT_TRUE(testing::survives(tex_verbs, bytes));
}

TEST(Tex, ADumpWithBytesMissingIsNotBuilt) {
    const TextureFile file = small(TexFormat::p8);
    const auto error = [](TextureFile changed) { return build_tex(dump_tex(changed)).error().text(); };
    TextureFile changed = file;
    changed.levels[1].bytes.pop_back();
    EXPECT_EQ(error(changed), "levels[1]: 31 bytes instead of 32");
    changed = file;
    changed.palette.pop_back();
    EXPECT_EQ(error(changed), "palette: 255 entries instead of 256");
    changed = file;
    changed.levels.pop_back();
    EXPECT_EQ(error(changed), "levels: 4 levels instead of 5");
    changed = file;
    changed.header.height = 0;
    EXPECT_EQ(error(changed), "width: tex: bad dimensions: 16 × 0");
}

} // namespace ossuary::zengin
