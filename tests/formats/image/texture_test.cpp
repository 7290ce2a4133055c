#include "ossuary/formats/image/texture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "formats/image/pictures.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/dds.h"
#include "ossuary/formats/image/image.h"

namespace ossuary::image {

namespace {

using testing::Alpha;
using testing::picture;

constexpr PixelFormat plain(PixelLayout layout) { return {.layout = layout}; }

constexpr PixelLayout bgra8{4, 0xFF0000, 0xFF00, 0xFF, 0xFF000000};
constexpr PixelLayout bgr8{3, 0xFF0000, 0xFF00, 0xFF, 0};
constexpr PixelLayout argb4{2, 0xF00, 0xF0, 0xF, 0xF000};
constexpr PixelLayout argb1555{2, 0x7C00, 0x3E0, 0x1F, 0x8000};
constexpr PixelLayout rgb565{2, 0xF800, 0x7E0, 0x1F, 0};
constexpr PixelLayout rgb10{4, 0x3FF00000, 0xFFC00, 0x3FF, 0xC0000000};
constexpr PixelLayout all_layouts[] = {PixelLayout{}, bgra8, bgr8, argb4, argb1555, rgb565, rgb10};

ByteBuffer texture_bytes_of(std::initializer_list<int> values) {
    ByteBuffer bytes;
    for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

} // namespace

TEST(Pixels, ChannelsAreWidenedByTheirHighestBits) {
    ByteBuffer rgba(4);
    decode_pixels(argb4, texture_bytes_of({0x37, 0xA1}), rgba);
    EXPECT_EQ(rgba, texture_bytes_of({0x11, 0x33, 0x77, 0xAA}));
    decode_pixels(argb1555, texture_bytes_of({0x34, 0xB6}), rgba); // 1 01101 10001 10100
    EXPECT_EQ(rgba, texture_bytes_of({107, 140, 165, 255}));
    decode_pixels(rgb565, texture_bytes_of({0x34, 0xB6}), rgba); // 10110 110001 10100
    EXPECT_EQ(rgba, texture_bytes_of({181, 199, 165, 255}));
    decode_pixels(rgb10, texture_bytes_of({0xFF, 0x03, 0x00, 0x60}), rgba);
    EXPECT_EQ(rgba, texture_bytes_of({128, 0, 255, 85}));
}

TEST(Pixels, WhatWasWidenedComesBackTheSame) {
    for (const PixelLayout& layout : {argb4, argb1555, rgb565}) {
        ByteBuffer every(65536 * 2), rgba(65536 * 4), again(every.size());
        for (std::size_t i = 0; i < 65536; ++i)
            store(every.data() + i * 2, static_cast<std::uint16_t>(i), Endian::little);
        decode_pixels(layout, every, rgba);
        encode_pixels(layout, rgba, again);
        EXPECT_EQ(every, again);
    }
}

TEST(Pixels, MasksMustBeRunsWithinThePixel) {
    for (const PixelLayout& layout : all_layouts) EXPECT_TRUE(is_valid(layout));
    EXPECT_FALSE(is_valid({.size = 2, .red = 0x10000, .green = 0, .blue = 0, .alpha = 0}));
    EXPECT_FALSE(is_valid({.size = 4, .red = 0b101, .green = 0, .blue = 0, .alpha = 0}));
    EXPECT_FALSE(is_valid({.size = 5}));
    EXPECT_FALSE(is_valid({.size = 0}));
}

TEST(Pixels, FewColorsMakeAnExactPalette) {
    const Image image = picture(16, 15, Alpha::mask);
    const Palette palette = make_palette(std::span(&image, 1));
    Texture texture{.format = palette_format, .width = 16, .height = 15, .palette = palette};
    texture.levels.push_back(to_palette(palette, image));
    EXPECT_EQ(decode_level(texture)->bytes, image.bytes);
}

TEST(Pixels, ManyColorsMakeANearOne) {
    const Image image = picture(96, 96, Alpha::gradient);
    const Palette palette = make_palette(std::span(&image, 1));
    Texture texture{.format = palette_format, .width = 96, .height = 96, .palette = palette};
    texture.levels.push_back(to_palette(palette, image));
    const Image near = decode_level(texture).value();
    ASSERT_NE(near.bytes, image.bytes);
    double sum = 0;
    for (std::size_t i = 0; i < near.bytes.size(); ++i)
        sum += std::abs(std::to_integer<int>(near.bytes[i]) - std::to_integer<int>(image.bytes[i]));
    EXPECT_LT(sum / static_cast<double>(near.bytes.size()), 12);
}

TEST(Texture, EveryPlainLayoutComesBack) {
    for (const PixelLayout& layout : {PixelLayout{}, bgra8}) {
        const Image image = picture(8, 4, Alpha::gradient);
        const Texture texture = make_texture(image, plain(layout)).value();
        EXPECT_EQ(decode_level(texture)->bytes, image.bytes);
        EXPECT_EQ(texture.levels.size(), 4u);
    }
}

TEST(Texture, LevelsHalveDownToOnePixel) {
    EXPECT_EQ(full_level_count(16, 5), 5u);
    EXPECT_EQ(full_level_count(1, 1), 1u);
    const Texture texture = make_texture(picture(16, 5, Alpha::opaque), dxt1_format).value();
    ASSERT_EQ(texture.levels.size(), 5u);
    EXPECT_EQ(texture.levels[0].size(), 4u * 2 * 8);
    EXPECT_EQ(texture.levels[4].size(), 8u);
    EXPECT_EQ(decode_level(texture, 1)->width, 8u);
    EXPECT_EQ(decode_level(texture, 1)->height, 2u);
    EXPECT_FALSE(decode_level(texture, 5));
    EXPECT_EQ(make_texture(picture(16, 5, Alpha::opaque), dxt1_format, {.levels = 2})->levels.size(), 2u);
}

TEST(Texture, HolesDoNotDarkenWhatIsBesideThem) {
    Image image{.width = 2, .height = 2};
    image.bytes = texture_bytes_of({200, 100, 50, 255, 0, 0, 0, 0, 100, 100, 51, 255, 0, 0, 0, 0});
    EXPECT_EQ(half_size(image).bytes, texture_bytes_of({150, 100, 51, 128}));
    image.bytes = texture_bytes_of({8, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0});
    EXPECT_EQ(half_size(image).bytes, texture_bytes_of({8, 0, 0, 0}));
    EXPECT_EQ(half_size({.width = 1, .height = 2, .bytes = texture_bytes_of({4, 0, 0, 255, 8, 0, 0, 255})}).bytes,
              texture_bytes_of({6, 0, 0, 255}));
}

TEST(Dds, KeepsEveryByteOfEveryFormat) {
    const Image image = picture(20, 12, Alpha::gradient);
    std::vector<PixelFormat> formats{dxt1_format, dxt3_format, dxt5_format, palette_format};
    formats.push_back({.kind = PixelFormat::Kind::blocks, .dxt = Dxt::dxt3, .premultiplied = true});
    formats.push_back({.kind = PixelFormat::Kind::blocks, .dxt = Dxt::dxt5, .premultiplied = true});
    for (const PixelLayout& layout : all_layouts) formats.push_back(plain(layout));
    for (const PixelFormat& format : formats) {
        const Texture texture = make_texture(image, format).value();
        DdsFile file = make_dds(texture);
        file.trailing = texture_bytes_of({1, 2, 3});
        const ByteBuffer bytes = write_dds(file);
        const auto again = parse_dds(bytes);
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_EQ(again->texture, texture);
        EXPECT_EQ(again->header, file.header);
        EXPECT_EQ(write_dds(*again), bytes);

        const Image carried = from_file("x.dds", bytes).value();
        EXPECT_EQ(decode(carried)->bytes, decode_level(texture)->bytes);
    }
}

TEST(Dds, IsRefusedWhereverItIsCut) {
    const ByteBuffer bytes = write_dds(make_dds(make_texture(picture(8, 8, Alpha::opaque), dxt5_format).value()));
    ASSERT_TRUE(parse_dds(bytes));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto cut = parse_dds(Bytes(bytes).first(size));
        ASSERT_FALSE(cut) << size;
        EXPECT_TRUE(cut.error().place().offset) << size;
    }
}

TEST(Dds, SaysWhatItCannotRead) {
    const DdsFile good = make_dds(make_texture(picture(8, 8, Alpha::opaque), dxt1_format).value());
    const auto says = [&](std::string_view words, auto change) {
        DdsFile bad = good;
        change(bad.header);
        const auto parsed = parse_dds(write_dds(bad));
        return !parsed && parsed.error().text().find(words) != std::string::npos;
    };
    EXPECT_TRUE(says("cube maps", [](DdsHeader& header) { header.caps2 = 0x200; }));
    EXPECT_TRUE(says("DXT1 to DXT5", [](DdsHeader& header) { header.pixel_format.four_cc = {'D', 'X', '1', '0'}; }));
    EXPECT_TRUE(says("5 levels are more", [](DdsHeader& header) { header.mip_map_count = 5; }));
    EXPECT_TRUE(says("none, or too many", [](DdsHeader& header) { header.width = 0; }));
    EXPECT_TRUE(says("none, or too many", [](DdsHeader& header) { header.width = header.height = 0xFFFF; }));
    EXPECT_TRUE(says("neither compressed", [](DdsHeader& header) { header.pixel_format.flags = 0; }));
    EXPECT_TRUE(says("12 bits", [](DdsHeader& header) {
        header.pixel_format.flags = 0x40;
        header.pixel_format.rgb_bit_count = 12;
    }));
}

TEST(Dds, ChangedBytesNeverBreakTheReader) {
    const ByteBuffer bytes = write_dds(make_dds(make_texture(picture(8, 4, Alpha::mask), palette_format).value()));
    for (std::size_t bit = 0; bit < 128 * 8; ++bit) {
        ByteBuffer changed = bytes;
        changed[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
        if (const auto file = parse_dds(changed)) {
            EXPECT_EQ(write_dds(*file), changed);
            EXPECT_TRUE(decode_level(file->texture));
        }
    }
}

} // namespace ossuary::image
