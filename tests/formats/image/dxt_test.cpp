#include "ossuary/formats/image/dxt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "formats/image/pictures.h"

namespace ossuary::image {

namespace {

constexpr Dxt kinds[] = {Dxt::dxt1, Dxt::dxt3, Dxt::dxt5};

ByteBuffer random_bytes(std::size_t size, unsigned seed) {
    std::mt19937 random(seed);
    ByteBuffer bytes(size);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    return bytes;
}

ByteBuffer decoded(Dxt kind, BlockGrid grid, Bytes blocks, std::uint32_t width, std::uint32_t height,
                   Isa isa = Isa::best) {
    ByteBuffer rgba(std::size_t{width} * height * 4, std::byte{0xCD});
    EXPECT_TRUE(decode_dxt(kind, grid, blocks, width, height, rgba, isa));
    return rgba;
}

std::vector<int> pixel(const ByteBuffer& rgba, std::size_t index) {
    std::vector<int> channels;
    for (std::size_t k = 0; k < 4; ++k) channels.push_back(std::to_integer<int>(rgba[index * 4 + k]));
    return channels;
}

ByteBuffer bytes_of(std::initializer_list<int> values) {
    ByteBuffer bytes;
    for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

double psnr(const ByteBuffer& a, const ByteBuffer& b, std::size_t first, std::size_t end) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (i % 4 < first || i % 4 >= end) continue;
        const double difference = std::to_integer<int>(a[i]) - std::to_integer<int>(b[i]);
        sum += difference * difference;
    }
    const double mean = sum / (static_cast<double>(a.size()) / 4 * static_cast<double>(end - first));
    return mean == 0 ? 99 : 10 * std::log10(255 * 255 / mean);
}

// Smooth colours with an edge across, and alpha that falls from left to right: what textures look like.
Image painted(std::uint32_t side) {
    Image image;
    image.width = image.height = side;
    for (std::uint32_t y = 0; y < side; ++y)
        for (std::uint32_t x = 0; x < side; ++x) {
            const double u = x / double(side), v = y / double(side);
            const double light = 0.6 + 0.4 * std::sin(9 * u + 4 * std::sin(5 * v));
            const double shade = u + v > 1.1 ? 0.5 : 1;
            for (const double value : {190 * light * shade, 150 * light * shade, 60 + 90 * v, 255 * (1 - u)})
                image.bytes.push_back(static_cast<std::byte>(std::lround(value)));
        }
    return image;
}

} // namespace

TEST(Dxt, FourColorsLieOnThirds) {
    // color0 = 0xF800 (red), color1 = 0x001F (blue); the pixels 0 1 2 3 in every row
    const auto rgba = decoded(Dxt::dxt1, {1, 1}, bytes_of({0x00, 0xF8, 0x1F, 0x00, 0xE4, 0xE4, 0xE4, 0xE4}), 4, 4);
    EXPECT_EQ(pixel(rgba, 0), (std::vector{255, 0, 0, 255}));
    EXPECT_EQ(pixel(rgba, 1), (std::vector{0, 0, 255, 255}));
    EXPECT_EQ(pixel(rgba, 2), (std::vector{170, 0, 85, 255}));
    EXPECT_EQ(pixel(rgba, 15), (std::vector{85, 0, 170, 255}));
}

TEST(Dxt, ThreeColorsAndAHoleWhereTheFirstIsNotAbove) {
    const auto block = bytes_of({0x1F, 0x00, 0x00, 0xF8, 0xE4, 0xE4, 0xE4, 0xE4});
    const auto rgba = decoded(Dxt::dxt1, {1, 1}, block, 4, 4);
    EXPECT_EQ(pixel(rgba, 2), (std::vector{127, 0, 127, 255}));
    EXPECT_EQ(pixel(rgba, 3), (std::vector{0, 0, 0, 0}));
    // The other kinds always have four.
    ByteBuffer with_alpha(8, std::byte{0xFF});
    with_alpha.insert(with_alpha.end(), block.begin(), block.end());
    EXPECT_EQ(pixel(decoded(Dxt::dxt3, {1, 1}, with_alpha, 4, 4), 3), (std::vector{170, 0, 85, 255}));
}

TEST(Dxt, AlphaInNibblesAndInSteps) {
    const auto nibbles = bytes_of({0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE, 0, 0, 0, 0, 0, 0, 0, 0});
    const auto rgba = decoded(Dxt::dxt3, {1, 1}, nibbles, 4, 4);
    for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(pixel(rgba, i)[3], static_cast<int>(i) * 17);

    // The codes 0 … 7 twice, low bits first.
    const auto codes = {0x88, 0xC6, 0xFA, 0x88, 0xC6, 0xFA};
    const auto alphas = [&](int a, int b) {
        ByteBuffer block = bytes_of({a, b});
        for (const int code : codes) block.push_back(static_cast<std::byte>(code));
        block.resize(16);
        const auto decoded_block = decoded(Dxt::dxt5, {1, 1}, block, 4, 4);
        std::vector<int> values;
        for (std::size_t i = 0; i < 8; ++i) values.push_back(pixel(decoded_block, i)[3]);
        return values;
    };
    EXPECT_EQ(alphas(255, 10), (std::vector{255, 10, 220, 185, 150, 115, 80, 45}));
    EXPECT_EQ(alphas(10, 255), (std::vector{10, 255, 59, 108, 157, 206, 0, 255}));
}

TEST(Dxt, BothPathsGiveTheSameBits) {
    for (const Dxt kind : kinds)
        for (const auto& [width, height] : {std::pair{64u, 16u}, {36u, 20u}, {4u, 4u}, {130u, 9u}}) {
            const BlockGrid grid = covering_grid(width, height);
            const auto blocks = random_bytes(grid.blocks() * block_size(kind), width);
            EXPECT_EQ(decoded(kind, grid, blocks, width, height, Isa::best),
                      decoded(kind, grid, blocks, width, height, Isa::baseline))
                << width << " × " << height;
        }
}

TEST(Dxt, BlocksThatStickOutAreCut) {
    for (const Dxt kind : kinds) {
        const auto blocks = random_bytes(3 * 2 * block_size(kind), 5);
        const auto whole = decoded(kind, {3, 2}, blocks, 12, 8);
        const auto cut = decoded(kind, {3, 2}, blocks, 10, 7);
        for (std::size_t y = 0; y < 7; ++y)
            for (std::size_t x = 0; x < 10; ++x) EXPECT_EQ(pixel(cut, y * 10 + x), pixel(whole, y * 12 + x));
    }
}

TEST(Dxt, PixelsWithoutABlockAreHoles) {
    EXPECT_EQ(whole_grid(10, 7), (BlockGrid{2, 1}));
    EXPECT_EQ(whole_grid(2, 1), (BlockGrid{1, 1}));
    const auto blocks = random_bytes(2 * 16, 5);
    const auto rgba = decoded(Dxt::dxt3, whole_grid(10, 7), blocks, 10, 7);
    for (std::size_t y = 0; y < 7; ++y)
        for (std::size_t x = y < 4 ? 8 : 0; x < 10; ++x) EXPECT_EQ(pixel(rgba, y * 10 + x), (std::vector{0, 0, 0, 0}));
}

TEST(Dxt, RefusesTooFewBytes) {
    ByteBuffer rgba(64);
    EXPECT_FALSE(decode_dxt(Dxt::dxt1, {1, 1}, random_bytes(7, 1), 4, 4, rgba));
    EXPECT_FALSE(decode_dxt(Dxt::dxt1, {1, 1}, random_bytes(8, 1), 4, 5, rgba));
}

TEST(Dxt, EncodedColorsStayNear) {
    const Image image = painted(64);
    const BlockGrid grid = covering_grid(64, 64);
    Image opaque = image;
    for (std::size_t i = 3; i < opaque.bytes.size(); i += 4) opaque.bytes[i] = std::byte{255};
    const auto quality = [&](Dxt kind, DxtQuality search, const Image& source) {
        return decoded(kind, grid, encode_dxt(kind, grid, source, search).value(), 64, 64);
    };
    const auto fast = quality(Dxt::dxt1, DxtQuality::fast, opaque), good = quality(Dxt::dxt1, DxtQuality::good, opaque);
    EXPECT_GT(psnr(good, opaque.bytes, 0, 3), 38);
    EXPECT_GT(psnr(good, opaque.bytes, 0, 3), psnr(fast, opaque.bytes, 0, 3));
    EXPECT_EQ(psnr(good, opaque.bytes, 3, 4), 99); // no hole anywhere
    EXPECT_GT(psnr(quality(Dxt::dxt5, DxtQuality::good, image), image.bytes, 3, 4), 45);
    EXPECT_GT(psnr(quality(Dxt::dxt3, DxtQuality::good, image), image.bytes, 3, 4), 33);
}

TEST(Dxt, OneColorOfFiveSixFiveBitsStaysItself) {
    Image image = testing::picture(4, 4, testing::Alpha::opaque);
    for (std::size_t i = 0; i < image.bytes.size(); i += 4) {
        image.bytes[i] = std::byte{132};     // 16 of 31
        image.bytes[i + 1] = std::byte{130}; // 32 of 63
        image.bytes[i + 2] = std::byte{0};
    }
    const auto block = encode_dxt(Dxt::dxt1, {1, 1}, image).value();
    EXPECT_EQ(decoded(Dxt::dxt1, {1, 1}, block, 4, 4), image.bytes);
}

TEST(Dxt, HolesOfDxt1AreKept) {
    const Image image = testing::picture(16, 16, testing::Alpha::mask);
    const BlockGrid grid = covering_grid(16, 16);
    const auto rgba = decoded(Dxt::dxt1, grid, encode_dxt(Dxt::dxt1, grid, image).value(), 16, 16);
    for (std::size_t i = 3; i < rgba.size(); i += 4) EXPECT_EQ(rgba[i], image.bytes[i]);
}

TEST(Dxt, EncodesNothingButPixels) {
    Image image = testing::picture(4, 4, testing::Alpha::opaque);
    image.bytes.pop_back();
    EXPECT_FALSE(encode_dxt(Dxt::dxt1, {1, 1}, image));
}

} // namespace ossuary::image
