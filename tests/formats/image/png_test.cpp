#include "ossuary/formats/image/png.h"

#include <random>

#include <gtest/gtest.h>

#include "formats/image/pictures.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "shared_files.h"

namespace ossuary::image {
namespace {

using testing::Alpha;
using testing::picture;

enum : std::uint8_t { grey = 0, true_color = 2, palette = 3, grey_alpha = 4, true_color_alpha = 6 };

struct Header {
    std::uint32_t width = 0, height = 0;
    std::uint8_t bit_depth = 8, color_type = true_color, compression = 0, filter = 0, interlace = 0;
};
template <class Io> void describe(Io& io, Header& header) {
    io("width", header.width);
    io("height", header.height);
    io("bit_depth", header.bit_depth);
    io("color_type", header.color_type);
    io("compression", header.compression);
    io("filter", header.filter);
    io("interlace", header.interlace);
}

void chunk(ByteWriter& png, std::string_view type, Bytes data) {
    png.write(static_cast<std::uint32_t>(data.size()));
    png.text(type);
    png.bytes(data);
    png.write(crc32(data, crc32(as_bytes(type))));
}

// A zlib stream of one block that is stored, not packed.
ByteBuffer stored(Bytes data) {
    ByteWriter little;
    little.write(std::uint16_t{0x0178});
    little.write(std::uint8_t{1});
    little.write(static_cast<std::uint16_t>(data.size()));
    little.write(static_cast<std::uint16_t>(~data.size()));
    little.bytes(data);
    std::uint32_t a = 1, b = 0;
    for (const std::byte value : data) {
        a = (a + std::to_integer<std::uint32_t>(value)) % 65521;
        b = (b + a) % 65521;
    }
    for (const std::uint32_t part : {b >> 8, b, a >> 8, a}) little.write(static_cast<std::uint8_t>(part));
    return std::move(little).take();
}

struct NamedChunk {
    std::string type;
    ByteBuffer data;
};

// A PNG written by hand. `scanlines` are unpacked, each with its filter byte.
ByteBuffer png_file(const Header& header, const std::vector<NamedChunk>& extra, std::string_view scanlines) {
    ByteWriter png(Endian::big), ihdr(Endian::big);
    png.text("\x89PNG\r\n\x1A\n");
    ihdr("", header);
    chunk(png, "IHDR", ihdr.buffer());
    for (const NamedChunk& entry : extra) chunk(png, entry.type, entry.data);
    chunk(png, "IDAT", stored(as_bytes(scanlines)));
    chunk(png, "IEND", {});
    return std::move(png).take();
}

std::vector<int> pixels_of(const ByteBuffer& file) {
    const auto image = parse_png(file);
    EXPECT_TRUE(image) << image.error().text();
    std::vector<int> pixels;
    for (const std::byte value : image ? image->bytes : ByteBuffer()) pixels.push_back(std::to_integer<int>(value));
    return pixels;
}

std::string png_text_of(std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) text += static_cast<char>(value);
    return text;
}

TEST(Png, RoundTripKeepsEveryPixel) {
    for (const Alpha alpha : {Alpha::opaque, Alpha::mask, Alpha::gradient})
        for (const std::uint32_t side : {1u, 2u, 17u, 64u}) {
            const Image original = picture(side, side + 3, alpha);
            const auto bytes = write_png(original);
            ASSERT_TRUE(bytes) << bytes.error().text();
            const auto image = parse_png(*bytes);
            ASSERT_TRUE(image) << image.error().text();
            EXPECT_EQ(image->width, side);
            EXPECT_EQ(image->height, side + 3);
            EXPECT_EQ(image->encoding, ImageEncoding::rgba8);
            EXPECT_EQ(image->bytes, original.bytes);
        }
}

TEST(Png, WritesAlphaOnlyWhereThereIsAny) {
    constexpr std::size_t color_type_at = 25;
    EXPECT_EQ(write_png(picture(8, 8, Alpha::opaque)).value()[color_type_at], std::byte{true_color});
    EXPECT_EQ(write_png(picture(8, 8, Alpha::mask)).value()[color_type_at], std::byte{true_color_alpha});
}

TEST(Png, TheSamePixelsGiveTheSameBytes) {
    EXPECT_EQ(write_png(picture(40, 30, Alpha::gradient)).value(), write_png(picture(40, 30, Alpha::gradient)).value());
}

TEST(Png, HoldsNoColourSpaceAndNoTime) {
    const ByteBuffer bytes = write_png(picture(40, 30, Alpha::gradient)).value();
    for (const char* type : {"gAMA", "sRGB", "iCCP", "cHRM", "tIME", "tEXt"})
        EXPECT_EQ(as_text(bytes).find(type), std::string_view::npos) << type;
}

TEST(Png, ReadsGreyOfOneBit) {
    const auto file = png_file({3, 2, 1, grey}, {}, png_text_of({0, 0b10100000, 0, 0b01000000}));
    EXPECT_EQ(pixels_of(file), (std::vector<int>{255, 255, 255, 255, 0,   0,   0,   255, 255, 255, 255, 255,
                                                 0,   0,   0,   255, 255, 255, 255, 255, 0,   0,   0,   255}));
}

TEST(Png, ReadsGreyWithAlpha) {
    EXPECT_EQ(pixels_of(png_file({2, 1, 8, grey_alpha}, {}, png_text_of({0, 10, 20, 30, 40}))),
              (std::vector<int>{10, 10, 10, 20, 30, 30, 30, 40}));
}

TEST(Png, ReadsAPaletteWithTransparency) {
    const std::vector<NamedChunk> chunks{{"PLTE", to_buffer(png_text_of({1, 2, 3, 4, 5, 6}))},
                                         {"tRNS", to_buffer(png_text_of({77}))}};
    EXPECT_EQ(pixels_of(png_file({3, 1, 8, palette}, chunks, png_text_of({0, 1, 0, 1}))),
              (std::vector<int>{4, 5, 6, 255, 1, 2, 3, 77, 4, 5, 6, 255}));
}

TEST(Png, ReadsSixteenBitsAsTheirHighByte) {
    EXPECT_EQ(pixels_of(png_file({1, 1, 16, true_color}, {}, png_text_of({0, 200, 3, 100, 2, 50, 1}))),
              (std::vector<int>{200, 100, 50, 255}));
}

TEST(Png, ReadsInterlacedPictures) {
    // Two by two: pass 1 has the first pixel, pass 6 the second, pass 7 the lower row.
    EXPECT_EQ(pixels_of(png_file({2, 2, 8, grey, 0, 0, 1}, {}, png_text_of({0, 10, 0, 20, 0, 30, 40}))),
              (std::vector<int>{10, 10, 10, 255, 20, 20, 20, 255, 30, 30, 30, 255, 40, 40, 40, 255}));
}

TEST(Png, TakesValuesAsTheyStandWhateverTheGamma) {
    const std::vector<NamedChunk> gamma{{"gAMA", to_buffer(png_text_of({0, 0, 0x27, 0x10}))}};
    EXPECT_EQ(pixels_of(png_file({1, 1, 8, grey}, gamma, png_text_of({0, 100}))),
              (std::vector<int>{100, 100, 100, 255}));
}

TEST(Png, APaletteIndexBehindTheEndIsBlack) {
    const std::vector<NamedChunk> chunks{{"PLTE", to_buffer(png_text_of({1, 2, 3}))}};
    EXPECT_EQ(pixels_of(png_file({2, 1, 8, palette}, chunks, png_text_of({0, 1, 255}))),
              (std::vector<int>{0, 0, 0, 255, 0, 0, 0, 255}));
}

TEST(Png, RefusesEveryTruncation) {
    const ByteBuffer bytes = write_png(picture(12, 9, Alpha::gradient)).value();
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(parse_png(Bytes(bytes).first(size))) << size << " of " << bytes.size();
    EXPECT_TRUE(parse_png(bytes));
}

TEST(Png, SaysWhereItIsCut) {
    const ByteBuffer bytes = write_png(picture(12, 9, Alpha::gradient)).value();
    const Error error = parse_png(Bytes(bytes).first(bytes.size() - 1)).error();
    EXPECT_EQ(error.place().offset, bytes.size() - 4);
    EXPECT_EQ(error.message(), "needs 4 bytes, only 3 bytes are left");
}

TEST(Png, RefusesEveryChangedByte) {
    const ByteBuffer bytes = write_png(picture(12, 9, Alpha::gradient)).value();
    std::mt19937 random(1);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        ByteBuffer broken = bytes;
        broken[at] ^= static_cast<std::byte>(1 + random() % 255);
        EXPECT_FALSE(parse_png(broken)) << "byte " << at;
    }
}

TEST(Png, RefusesWrongChecksumsOfLesserChunksToo) {
    ByteBuffer file = png_file({1, 1, 8, grey}, {{"tEXt", to_buffer("Title: none")}}, png_text_of({0, 100}));
    const std::size_t title = as_text(file).find("none");
    file[title] = std::byte{'N'};
    EXPECT_EQ(parse_png(file).error().text(), "a checksum in the PNG is wrong");
}

TEST(Png, RefusesSizesThatTheBytesCannotHold) {
    const auto text_for = [](std::uint32_t width, std::uint32_t height) {
        const auto image = parse_png(png_file({width, height, 8, true_color_alpha}, {}, png_text_of({0, 1, 2, 3, 4})));
        return image ? "decoded" : image.error().text();
    };
    EXPECT_EQ(text_for(65535, 65535), "65535 × 65535 pixels are too many");
    EXPECT_EQ(text_for(4096, 4096), "4096 × 4096 pixels cannot be in a PNG of 73 bytes");
    EXPECT_EQ(text_for(2, 1), "the PNG has fewer pixels than its header says");
    EXPECT_EQ(text_for(1, 1), "decoded");
}

TEST(Png, ReadsAFlatPictureThatPacksAsWellAsDeflateCan) {
    Image white;
    white.width = white.height = 2048;
    white.bytes = ByteBuffer(2048 * 2048 * 4, std::byte{255});
    const ByteBuffer bytes = write_png(white).value();
    EXPECT_LT(bytes.size(), 20'000u);
    EXPECT_EQ(parse_png(bytes)->bytes, white.bytes);
}

TEST(Png, RefusesToWriteWhatIsNoPicture) {
    EXPECT_FALSE(write_png(Image()));
    Image tga = picture(2, 2, Alpha::opaque);
    tga.encoding = ImageEncoding::tga;
    EXPECT_FALSE(write_png(tga));
}

TEST(Png, ReadsTheTexturesOfTheGuard) {
    for (const char* name : {"guard1_body", "guard1_face", "guard1_helmet", "iron_grill", "round_grill"}) {
        const auto file = testing::shared_file("samples/md5/" + std::string(name) + ".png");
        OSSUARY_NEED(file);
        const auto image = parse_png(*file);
        ASSERT_TRUE(image) << name << ": " << image.error().text();
        EXPECT_EQ(parse_png(write_png(*image).value())->bytes, image->bytes) << name;
    }
}

} // namespace
} // namespace ossuary::image
