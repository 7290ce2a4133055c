#include "ossuary/formats/image/tga.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "formats/image/pictures.h"
#include "formats/image/tga_layout.h"
#include "ossuary/base/record_json.h"

namespace ossuary::image {
namespace {

using testing::Alpha;
using testing::picture;

std::string tga_text_of(std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) text += static_cast<char>(value);
    return text;
}

ByteBuffer tga_file(const TgaHeader& header, std::initializer_list<int> rest) {
    ByteWriter writer;
    writer("header", header);
    writer.text(tga_text_of(rest));
    return std::move(writer).take();
}

// A header of the given kind whose rows come top first.
TgaHeader header_of(int image_type, int pixel_depth, int width, int height, int alpha_bits = 0) {
    TgaHeader header;
    header.image_type = static_cast<std::uint8_t>(image_type);
    header.pixel_depth = static_cast<std::uint8_t>(pixel_depth);
    header.width = static_cast<std::uint16_t>(width);
    header.height = static_cast<std::uint16_t>(height);
    header.descriptor = static_cast<std::uint8_t>(0x20 | alpha_bits);
    return header;
}

TgaHeader palette_header(int color_map_depth, int first, int length, int width, int alpha_bits = 0) {
    TgaHeader header = header_of(1, 8, width, 1, alpha_bits);
    header.color_map_type = 1;
    header.color_map_depth = static_cast<std::uint8_t>(color_map_depth);
    header.color_map_first = static_cast<std::uint16_t>(first);
    header.color_map_length = static_cast<std::uint16_t>(length);
    return header;
}

std::vector<int> tga_pixels_of(const ByteBuffer& file) {
    const auto image = parse_tga(file);
    EXPECT_TRUE(image) << image.error().text();
    std::vector<int> pixels;
    for (const std::byte value : image ? image->bytes : ByteBuffer()) pixels.push_back(std::to_integer<int>(value));
    return pixels;
}
std::string error_of(const ByteBuffer& file) {
    const auto image = parse_tga(file);
    return image ? "decoded" : image.error().text();
}
using Pixels = std::vector<int>;

TEST(Tga, RoundTripKeepsEveryPixel) {
    for (const bool run_length : {false, true})
        for (const auto& [width, height] :
             {std::pair(1u, 1u), {2u, 1u}, {127u, 3u}, {128u, 2u}, {129u, 2u}, {300u, 4u}}) {
            const Image original = picture(width, height, Alpha::gradient);
            const auto bytes = write_tga(original, {.run_length = run_length});
            ASSERT_TRUE(bytes) << bytes.error().text();
            const auto image = parse_tga(*bytes);
            ASSERT_TRUE(image) << image.error().text();
            EXPECT_EQ(image->width, width);
            EXPECT_EQ(image->height, height);
            EXPECT_EQ(image->bytes, original.bytes);
        }
}

TEST(Tga, WithoutAlphaThePictureIsOpaque) {
    Image expected = picture(30, 20, Alpha::gradient);
    const auto bytes = write_tga(expected, {.alpha = false});
    for (std::size_t i = 3; i < expected.bytes.size(); i += 4) expected.bytes[i] = std::byte{255};
    EXPECT_EQ(parse_tga(bytes.value())->bytes, expected.bytes);
}

TEST(Tga, WritesRowsBottomFirst) {
    Image image = picture(1, 2, Alpha::opaque);
    image.bytes = to_buffer(tga_text_of({1, 2, 3, 4, 5, 6, 7, 8}));
    TgaHeader header = header_of(2, 32, 1, 2, 8);
    header.descriptor = 8;
    EXPECT_EQ(write_tga(image, {.run_length = false}).value(), tga_file(header, {7, 6, 5, 8, 3, 2, 1, 4}));
}

TEST(Tga, RunLengthsShortenFlatPictures) {
    Image flat = picture(256, 256, Alpha::opaque);
    std::fill(flat.bytes.begin(), flat.bytes.end(), std::byte{9});
    EXPECT_EQ(write_tga(flat).value().size(), 18u + 256 * 2 * 5);
}

TEST(Tga, RunLengthsNeverCostMoreThanAByteInAHundredAndTwentyEight) {
    std::mt19937 random(2);
    Image noise = picture(640, 10, Alpha::opaque);
    for (std::byte& value : noise.bytes) value = static_cast<std::byte>(random());
    EXPECT_EQ(write_tga(noise).value().size(), 18u + 6400 * 4 + 10 * 5);
}

TEST(Tga, ReadsTrueColourOfEveryDepth) {
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(2, 24, 2, 1), {3, 2, 1, 6, 5, 4})),
              (Pixels{1, 2, 3, 255, 4, 5, 6, 255}));
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(2, 32, 1, 1, 8), {3, 2, 1, 77})), (Pixels{1, 2, 3, 77}));
    // 0x7C00 is full red, 0x03E0 full green, 0x001F full blue.
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(2, 15, 3, 1), {0x00, 0x7C, 0xE0, 0x03, 0x1F, 0x00})),
              (Pixels{255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255}));
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(2, 16, 1, 1), {0x21, 0x44})), (Pixels{140, 8, 8, 255}));
}

TEST(Tga, WithoutAlphaBitsTheFourthByteDoesNotCount) {
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(2, 32, 1, 1, 0), {3, 2, 1, 77})), (Pixels{1, 2, 3, 255}));
}

TEST(Tga, TheTopBitOfSixteenIsAlphaWhereTheHeaderClaimsIt) {
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(2, 16, 2, 1, 1), {0x1F, 0x80, 0x1F, 0x00})),
              (Pixels{0, 0, 255, 255, 0, 0, 255, 0}));
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(2, 16, 2, 1, 0), {0x1F, 0x80, 0x1F, 0x00})),
              (Pixels{0, 0, 255, 255, 0, 0, 255, 255}));
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(2, 15, 1, 1, 1), {0x1F, 0x00})), (Pixels{0, 0, 255, 255}));
}

TEST(Tga, ReadsGrey) {
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(3, 8, 2, 1), {0, 200})), (Pixels{0, 0, 0, 255, 200, 200, 200, 255}));
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(3, 16, 1, 1, 8), {90, 33})), (Pixels{90, 90, 90, 33}));
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(11, 8, 3, 1), {0x82, 5})),
              (Pixels{5, 5, 5, 255, 5, 5, 5, 255, 5, 5, 5, 255}));
}

TEST(Tga, ReadsPalettesOfEveryDepth) {
    EXPECT_EQ(tga_pixels_of(tga_file(palette_header(15, 0, 2, 2), {0x1F, 0x00, 0x00, 0x7C, 1, 0})),
              (Pixels{255, 0, 0, 255, 0, 0, 255, 255}));
    EXPECT_EQ(tga_pixels_of(tga_file(palette_header(16, 0, 2, 2, 1), {0x1F, 0x00, 0x00, 0xFC, 1, 0})),
              (Pixels{255, 0, 0, 255, 0, 0, 255, 0}));
    EXPECT_EQ(tga_pixels_of(tga_file(palette_header(24, 0, 2, 2), {3, 2, 1, 6, 5, 4, 1, 0})),
              (Pixels{4, 5, 6, 255, 1, 2, 3, 255}));
    EXPECT_EQ(tga_pixels_of(tga_file(palette_header(32, 0, 1, 1, 8), {3, 2, 1, 44, 0})), (Pixels{1, 2, 3, 44}));
    EXPECT_EQ(tga_pixels_of(tga_file(palette_header(32, 0, 1, 1, 0), {3, 2, 1, 44, 0})), (Pixels{1, 2, 3, 255}));
}

TEST(Tga, ReadsIndicesOfSixteenBits) {
    TgaHeader header = palette_header(24, 300, 1, 1);
    header.pixel_depth = 16;
    EXPECT_EQ(tga_pixels_of(tga_file(header, {3, 2, 1, 0x2C, 0x01})), (Pixels{1, 2, 3, 255}));
}

TEST(Tga, PalettesMayBeginLater) {
    EXPECT_EQ(tga_pixels_of(tga_file(palette_header(24, 10, 2, 2), {3, 2, 1, 6, 5, 4, 11, 10})),
              (Pixels{4, 5, 6, 255, 1, 2, 3, 255}));
    EXPECT_EQ(error_of(tga_file(palette_header(24, 10, 2, 2), {3, 2, 1, 6, 5, 4, 11, 12})),
              "byte 0x19: pixels: index 12 is not in the palette (2 entries from 10)");
    EXPECT_EQ(error_of(tga_file(palette_header(24, 10, 2, 2), {3, 2, 1, 6, 5, 4, 9, 10})),
              "byte 0x18: pixels: index 9 is not in the palette (2 entries from 10)");
}

TEST(Tga, PassesOverThePaletteOfATrueColourPicture) {
    TgaHeader header = palette_header(24, 0, 1, 1);
    header.image_type = 2;
    header.pixel_depth = 24;
    EXPECT_EQ(tga_pixels_of(tga_file(header, {9, 9, 9, 3, 2, 1})), (Pixels{1, 2, 3, 255}));
}

TEST(Tga, PassesOverTheIdAndWhateverFollows) {
    TgaHeader header = header_of(3, 8, 1, 1);
    header.id_length = 3;
    ByteBuffer file = tga_file(header, {'a', 'b', 'c', 60});
    const ByteBuffer footer = to_buffer(std::string(8, '\0') + "TRUEVISION-XFILE.");
    file.insert(file.end(), footer.begin(), footer.end());
    EXPECT_EQ(tga_pixels_of(file), (Pixels{60, 60, 60, 255}));
}

TEST(Tga, PutsTheFirstPixelWhereTheDescriptorSays) {
    // Grey levels 1 to 6, three to a row, as they lie in the file.
    const auto grey = [](int descriptor) {
        TgaHeader header = header_of(3, 8, 3, 2);
        header.descriptor = static_cast<std::uint8_t>(descriptor);
        const Pixels pixels = tga_pixels_of(tga_file(header, {1, 2, 3, 4, 5, 6}));
        Pixels levels;
        for (std::size_t i = 0; i < pixels.size(); i += 4) levels.push_back(pixels[i]);
        return levels;
    };
    EXPECT_EQ(grey(0x20), (Pixels{1, 2, 3, 4, 5, 6})); // top left
    EXPECT_EQ(grey(0x00), (Pixels{4, 5, 6, 1, 2, 3})); // bottom left
    EXPECT_EQ(grey(0x30), (Pixels{3, 2, 1, 6, 5, 4})); // top right
    EXPECT_EQ(grey(0x10), (Pixels{6, 5, 4, 3, 2, 1})); // bottom right
}

TEST(TgaRunLength, PacketsMayCrossRows) {
    // Two rows of three: a run of four, then two different ones.
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(11, 8, 3, 2), {0x83, 7, 0x01, 8, 9})),
              (Pixels{7, 7, 7, 255, 7, 7, 7, 255, 7, 7, 7, 255, 7, 7, 7, 255, 8, 8, 8, 255, 9, 9, 9, 255}));
}

TEST(TgaRunLength, ReadsEveryKind) {
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(10, 24, 2, 1), {0x81, 3, 2, 1})), (Pixels{1, 2, 3, 255, 1, 2, 3, 255}));
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(10, 16, 2, 1, 1), {0x80, 0x1F, 0, 0x00, 0, 0xFC})),
              (Pixels{0, 0, 255, 0, 255, 0, 0, 255}));
    TgaHeader header = palette_header(24, 0, 2, 3);
    header.image_type = 9;
    EXPECT_EQ(tga_pixels_of(tga_file(header, {3, 2, 1, 6, 5, 4, 0x81, 1, 0x00, 0})),
              (Pixels{4, 5, 6, 255, 4, 5, 6, 255, 1, 2, 3, 255}));
}

TEST(TgaRunLength, TheLongestPacketsHoldAHundredAndTwentyEightPixels) {
    EXPECT_EQ(tga_pixels_of(tga_file(header_of(11, 8, 128, 1), {0xFF, 4})).size(), 128u * 4);
    EXPECT_EQ(error_of(tga_file(header_of(11, 8, 129, 1), {0xFF, 4})),
              "byte 0x12: packets: 2 entries need 4 bytes, only 2 bytes are left");
}

TEST(TgaRunLength, RefusesAPacketThatGoesBeyondThePicture) {
    EXPECT_EQ(error_of(tga_file(header_of(11, 8, 3, 1), {0x83, 7})),
              "byte 0x13: packets: a packet goes beyond the end of the picture");
    EXPECT_EQ(error_of(tga_file(header_of(11, 8, 3, 1), {0x03, 7, 7, 7, 7})),
              "byte 0x13: packets: a packet goes beyond the end of the picture");
}

TEST(Tga, NamesTheFieldThatIsWrong) {
    const auto with = [](auto change) {
        TgaHeader header = header_of(2, 24, 1, 1);
        change(header);
        return error_of(tga_file(header, {1, 2, 3}));
    };
    EXPECT_EQ(with([](TgaHeader& h) { h.image_type = 0; }), "byte 0x2: header.image_type: unknown kind 0");
    EXPECT_EQ(with([](TgaHeader& h) { h.image_type = 32; }), "byte 0x2: header.image_type: unknown kind 32");
    EXPECT_EQ(with([](TgaHeader& h) { h.image_type = 18; }), "byte 0x2: header.image_type: unknown kind 18");
    EXPECT_EQ(with([](TgaHeader& h) { h.image_type = 1; }),
              "byte 0x1: header.color_map_type: a palette picture without a palette");
    EXPECT_EQ(with([](TgaHeader& h) { h.color_map_type = 2; }),
              "byte 0x1: header.color_map_type: expected 0 or 1, found 2");
    EXPECT_EQ(with([](TgaHeader& h) { h.color_map_type = 1; }),
              "byte 0x7: header.color_map_depth: no palette has 0 bits an entry");
    EXPECT_EQ(with([](TgaHeader& h) { h.width = 0; }), "byte 0xc: header.width: the picture has no pixels");
    EXPECT_EQ(with([](TgaHeader& h) { h.pixel_depth = 8; }),
              "byte 0x10: header.pixel_depth: no picture of kind 2 has 8 bits a pixel");
    EXPECT_EQ(with([](TgaHeader& h) { h.descriptor = 0x40; }),
              "byte 0x11: header.descriptor: interleaved rows are not supported");
    EXPECT_EQ(with([](TgaHeader& h) { h.id_length = 200; }), "byte 0x12: id: needs 200 bytes, only 3 bytes are left");
    EXPECT_EQ(with([](TgaHeader& h) { h.height = 2; }),
              "byte 0x12: pixels: 2 entries need 6 bytes, only 3 bytes are left");
}

TEST(Tga, RefusesSizesThatTheBytesCannotHold) {
    for (const int kind : {2, 10}) {
        const auto file = tga_file(header_of(kind, 32, 65535, 65535), {0, 0});
        EXPECT_EQ(file.size(), 20u);
        EXPECT_EQ(error_of(file), "byte 0xc: header.width: 65535 × 65535 pixels are too many");
    }
    EXPECT_EQ(error_of(tga_file(header_of(2, 32, 16384, 16384), {0, 0})),
              "byte 0x12: pixels: 268435456 entries need 1073 MB, only 2 bytes are left");
    EXPECT_EQ(error_of(tga_file(header_of(10, 32, 16384, 16384), {0, 0})),
              "byte 0x12: packets: 2097152 entries need 10 MB, only 2 bytes are left");
}

TEST(Tga, RefusesEveryTruncation) {
    const Image original = picture(20, 6, Alpha::gradient);
    for (const bool run_length : {false, true}) {
        const ByteBuffer bytes = write_tga(original, {.run_length = run_length}).value();
        for (std::size_t size = 0; size < bytes.size(); ++size)
            EXPECT_FALSE(parse_tga(Bytes(bytes).first(size))) << size << " of " << bytes.size();
    }
}

TEST(Tga, SurvivesChangedBytes) {
    const ByteBuffer bytes = write_tga(picture(20, 6, Alpha::gradient)).value();
    std::mt19937 random(3);
    int decoded = 0;
    for (int round = 0; round < 20'000; ++round) {
        ByteBuffer broken = bytes;
        for (int change = 0; change < 3; ++change) broken[random() % broken.size()] = static_cast<std::byte>(random());
        const auto image = parse_tga(broken);
        if (!image) continue;
        ++decoded;
        ASSERT_EQ(image->bytes.size(), std::size_t{image->width} * image->height * 4);
        ASSERT_LE(image->bytes.size(), broken.size() * 256);
    }
    EXPECT_GT(decoded, 0);
}

TEST(Tga, RefusesToWriteWhatDoesNotFit) {
    EXPECT_FALSE(write_tga(Image()));
    Image wide;
    wide.width = 65536;
    wide.height = 1;
    wide.bytes = ByteBuffer(65536 * 4);
    EXPECT_EQ(write_tga(wide).error().text(), "65536 × 1 pixels: a TGA has from 1 to 65535 on each side");
}

TEST(Tga, TheHeaderIsDescribedOnce) {
    const TgaHeader header = header_of(10, 32, 640, 480, 8);
    ByteWriter writer;
    writer("", header);
    EXPECT_EQ(writer.offset(), 18u);
    EXPECT_EQ(print_json(dump_record(header)),
              R"({"id_length":0,"color_map_type":0,"image_type":10,"color_map_first":0,"color_map_length":0,)"
              R"("color_map_depth":0,"x_origin":0,"y_origin":0,"width":640,"height":480,"pixel_depth":32,)"
              R"("descriptor":40})");
}

} // namespace
} // namespace ossuary::image
