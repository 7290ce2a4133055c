#include "ossuary/formats/image/image.h"

#include <gtest/gtest.h>

#include "formats/image/pictures.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/formats/image/tga.h"
#include "shared_files.h"

namespace ossuary::image {
namespace {

using testing::Alpha;
using testing::picture;

std::string text_of(std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) text += static_cast<char>(value);
    return text;
}

const std::string jpeg_of_320_by_200 =
    text_of({0xFF, 0xD8,                                                               // start
             0xFF, 0xE0, 0x00, 0x04, 0x4A, 0x46,                                       // a segment to pass over
             0xFF, 0xFF, 0xC4, 0x00, 0x03, 0x00,                                       // filling, then a Huffman table
             0xFF, 0xC2, 0x00, 0x0B, 0x08, 0x00, 0xC8, 0x01, 0x40, 1, 1, 0x11, 0x00}); // a progressive frame

ByteBuffer dds(std::uint32_t width, std::uint32_t height) {
    ByteWriter writer;
    writer.text("DDS ");
    writer.write(std::uint32_t{124});
    writer.write(std::uint32_t{0x1007});
    writer.write(height);
    writer.write(width);
    writer.fill(108);
    return std::move(writer).take();
}

ByteBuffer png(const Image& image) { return write_png(image).value(); }
ByteBuffer tga(const Image& image) { return write_tga(image).value(); }

TEST(Recognise, KnowsEachEncodingByItsBytes) {
    const Image small = picture(9, 5, Alpha::mask);
    EXPECT_EQ(recognise_image(png(small)), ImageEncoding::png);
    EXPECT_EQ(recognise_image(tga(small)), ImageEncoding::tga);
    EXPECT_EQ(recognise_image(as_bytes(jpeg_of_320_by_200)), ImageEncoding::jpeg);
    EXPECT_EQ(recognise_image(dds(4, 4)), ImageEncoding::dds);
}

TEST(Recognise, TakesNoTextForATga) {
    EXPECT_EQ(recognise_image({}), std::nullopt);
    EXPECT_EQ(recognise_image(as_bytes("MD5Version 10\ncommandline \"\"\n\nnumJoints 33\n")), std::nullopt);
    EXPECT_EQ(recognise_image(as_bytes("{\"asset\":{\"version\":\"2.0\"}}")), std::nullopt);
    EXPECT_EQ(recognise_image(ByteBuffer(64)), std::nullopt);
}

TEST(Recognise, TakesNoTgaThatIsTooShortForItsPixels) {
    ByteBuffer bytes = write_tga(picture(9, 5, Alpha::opaque), {.run_length = false}).value();
    bytes.pop_back();
    EXPECT_EQ(recognise_image(bytes), std::nullopt);
}

TEST(ReadSize, ReadsEveryHeader) {
    const auto expect = [](Bytes bytes, std::uint32_t width, std::uint32_t height) {
        const auto size = read_size(bytes);
        ASSERT_TRUE(size) << size.error().text();
        EXPECT_EQ(size->width, width);
        EXPECT_EQ(size->height, height);
    };
    expect(png(picture(7, 3, Alpha::opaque)), 7, 3);
    expect(tga(picture(7, 3, Alpha::opaque)), 7, 3);
    expect(as_bytes(jpeg_of_320_by_200), 320, 200);
    expect(dds(64, 32), 64, 32);
}

TEST(ReadSize, RefusesEveryHeaderCutShort) {
    const auto refuse_cuts = [](Bytes bytes, std::size_t needed) {
        for (std::size_t size = 0; size < needed; ++size) EXPECT_FALSE(read_size(bytes.first(size))) << size;
        EXPECT_TRUE(read_size(bytes.first(needed)));
    };
    refuse_cuts(png(picture(7, 3, Alpha::opaque)), 24);
    refuse_cuts(as_bytes(jpeg_of_320_by_200), 2 + 6 + 6 + 9);
    refuse_cuts(dds(64, 32), 20);
}

TEST(ReadSize, SaysWhatIsWrong) {
    EXPECT_EQ(read_size(as_bytes("GIF89a, of all things")).error().text(),
              "byte 0x2: header.image_type: neither PNG, JPEG nor DDS, and no TGA: unknown kind 70");
    EXPECT_EQ(read_size(as_bytes(text_of({0xFF, 0xD8, 0xFF, 0xDA, 0, 0}))).error().text(),
              "byte 0x4: marker: no frame header before the picture");
    EXPECT_EQ(read_size(as_bytes(text_of({0xFF, 0xD8, 0xFF, 0xE1, 0, 1}))).error().text(),
              "byte 0x6: length: a segment is shorter than its length");
    EXPECT_EQ(read_size(as_bytes(text_of({0xFF, 0xD8, 0xFF, 0xE1, 0, 2, 7}))).error().text(),
              "byte 0x7: marker: expected a segment before the frame header");
    EXPECT_EQ(read_size(dds(0, 32)).error().text(), "the picture has no pixels");
}

TEST(FromFile, NamesTheImageAndKeepsTheBytes) {
    const ByteBuffer bytes = tga(picture(7, 3, Alpha::mask));
    const auto image = from_file("models\\monsters/Skin.v2.TGA", bytes);
    ASSERT_TRUE(image) << image.error().text();
    EXPECT_EQ(image->name, "Skin.v2");
    EXPECT_EQ(image->source, "models\\monsters/Skin.v2.TGA");
    EXPECT_EQ(image->encoding, ImageEncoding::tga);
    EXPECT_EQ(image->width, 7u);
    EXPECT_EQ(image->height, 3u);
    EXPECT_EQ(image->bytes, bytes);
}

TEST(FromFile, NamesTheFileInErrors) {
    EXPECT_EQ(from_file("a/skin.tga", as_bytes("short")).error().place().file, "a/skin.tga");
}

TEST(Decode, GivesThePixelsAndKeepsTheNames) {
    const Image original = picture(21, 13, Alpha::gradient);
    for (const ByteBuffer& bytes : {png(original), tga(original)}) {
        auto image = from_file("skins/face.img", bytes);
        ASSERT_TRUE(image) << image.error().text();
        image->extras = Json::object();
        image->extras.set("kept", Json(true));
        const auto pixels = decode(*image);
        ASSERT_TRUE(pixels) << pixels.error().text();
        EXPECT_EQ(pixels->encoding, ImageEncoding::rgba8);
        EXPECT_EQ(pixels->bytes, original.bytes);
        EXPECT_EQ(pixels->name, "face");
        EXPECT_EQ(pixels->source, "skins/face.img");
        EXPECT_EQ(pixels->extras, image->extras);
        EXPECT_EQ(decode(*pixels)->bytes, original.bytes);
    }
}

TEST(Decode, CarriesJpegAndDdsWithoutDecoding) {
    const auto jpeg = from_file("a.jpg", as_bytes(jpeg_of_320_by_200));
    ASSERT_TRUE(jpeg);
    EXPECT_EQ(decode(*jpeg).error().text(), "a.jpg: JPEG pictures are carried as they are, not decoded");
    const auto texture = from_file("a.dds", dds(4, 4));
    ASSERT_TRUE(texture);
    EXPECT_FALSE(decode(*texture));
    EXPECT_FALSE(to_png(*texture));
}

TEST(Decode, RefusesPixelsThatDoNotFillThePicture) {
    Image image = picture(4, 4, Alpha::opaque);
    image.height = 5;
    EXPECT_FALSE(decode(image));
    EXPECT_FALSE(to_png(image));
    EXPECT_FALSE(write_png(image));
    EXPECT_FALSE(write_tga(image));
}

TEST(ToPng, TurnsPixelsAndTgaIntoTheSamePng) {
    const Image original = picture(21, 13, Alpha::gradient);
    const auto from_pixels = to_png(original);
    const auto from_tga = to_png(from_file("x.tga", tga(original)).value());
    ASSERT_TRUE(from_pixels);
    ASSERT_TRUE(from_tga);
    EXPECT_EQ(from_pixels->encoding, ImageEncoding::png);
    EXPECT_EQ(from_pixels->bytes, from_tga->bytes);
    EXPECT_EQ(from_tga->name, "x");
    EXPECT_EQ(parse_png(from_tga->bytes)->bytes, original.bytes);
}

TEST(ToPng, LeavesAPngAsItIs) {
    Image image = from_file("x.png", png(picture(5, 5, Alpha::mask))).value();
    image.bytes.push_back(std::byte{7}); // even what follows the end
    EXPECT_EQ(to_png(image)->bytes, image.bytes);
}

// A picture of 100 pixels, of which this many are half transparent and one is clear.
Image with_soft_pixels(std::size_t count) {
    Image image = picture(10, 10, Alpha::opaque);
    image.bytes[3] = std::byte{0};
    for (std::size_t i = 1; i <= count; ++i) image.bytes[i * 4 + 3] = std::byte{128};
    return image;
}

TEST(GuessAlpha, DrawsTheLineAtNineInTen) {
    EXPECT_EQ(guess_alpha(picture(10, 10, Alpha::opaque)), AlphaMode::opaque);
    EXPECT_EQ(guess_alpha(picture(10, 10, Alpha::mask)), AlphaMode::mask);
    EXPECT_EQ(guess_alpha(picture(10, 10, Alpha::gradient)), AlphaMode::blend);
    EXPECT_EQ(guess_alpha(with_soft_pixels(0)), AlphaMode::mask);
    EXPECT_EQ(guess_alpha(with_soft_pixels(10)), AlphaMode::mask);
    EXPECT_EQ(guess_alpha(with_soft_pixels(11)), AlphaMode::blend);
}

TEST(GuessAlpha, TakesTheGrillsOfTheGuardAsMasksAndHisBodyAsOpaque) {
    const auto guess = [](const char* name) {
        const auto bytes = testing::shared_file("samples/md5/" + std::string(name));
        return bytes ? std::optional(from_file(name, *bytes).and_then(guess_alpha)) : std::nullopt;
    };
    const auto body = guess("guard1_body.png");
    OSSUARY_NEED(body);
    EXPECT_EQ(*body, AlphaMode::opaque);
    EXPECT_EQ(guess("iron_grill.png"), AlphaMode::mask);
    EXPECT_EQ(guess("round_grill.png"), AlphaMode::mask);
}

} // namespace
} // namespace ossuary::image
