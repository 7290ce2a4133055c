#include "ossuary/base/deflate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "ossuary/base/diagnostic.h"

namespace ossuary {
namespace {

ByteBuffer some_bytes(std::size_t size) {
    std::mt19937 random(7);
    ByteBuffer bytes(size);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() % 12);
    return bytes;
}

TEST(Deflate, UnpacksWhatItPacked) {
    Inflater inflater;
    for (const std::size_t size : {0u, 1u, 13u, 8192u, 300'000u}) {
        for (const int level : {0, 1, 6, 9}) {
            const ByteBuffer bytes = some_bytes(size);
            const auto packed = deflate(bytes, level);
            ASSERT_TRUE(packed);
            ByteBuffer out(size);
            const auto unpacked = inflater.unpack(*packed, out);
            ASSERT_TRUE(unpacked) << unpacked.error().text();
            EXPECT_EQ(*unpacked, size);
            EXPECT_EQ(out, bytes);
        }
    }
}

TEST(Deflate, UnpacksAStreamMadeElsewhere) {
    constexpr unsigned char hello[] = {0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x06, 0x2c, 0x02, 0x15};
    ByteBuffer out(9);
    Inflater inflater;
    EXPECT_EQ(inflater.unpack(std::as_bytes(std::span(hello)), out).value(), 5u);
    EXPECT_EQ(as_text(out).substr(0, 5), "hello");
}

TEST(Deflate, NeverWritesMoreThanThereIsRoom) {
    const ByteBuffer zeros(1u << 20);
    const auto packed = deflate(zeros);
    ByteBuffer out(65, std::byte{0xEE});
    Inflater inflater;
    const auto unpacked = inflater.unpack(*packed, std::span(out).first(64));
    ASSERT_FALSE(unpacked);
    EXPECT_EQ(unpacked.error().message(), "unpacks to more than 64 bytes");
    EXPECT_EQ(out[64], std::byte{0xEE});
}

TEST(Deflate, RefusesEveryCutAndEveryByteBehind) {
    const auto packed = deflate(some_bytes(500));
    ByteBuffer out(500);
    Inflater inflater;
    for (std::size_t size = 0; size < packed->size(); ++size)
        ASSERT_FALSE(inflater.unpack(Bytes(*packed).first(size), out)) << size;
    ByteBuffer longer = *packed;
    longer.push_back(std::byte{0});
    EXPECT_EQ(inflater.unpack(longer, out).error().message(), "has 1 bytes behind its end");
    EXPECT_TRUE(inflater.unpack(*packed, out)) << "usable after errors";
}

TEST(Deflate, RefusesAWrongChecksum) {
    auto packed = deflate(some_bytes(500));
    packed->back() ^= std::byte{1};
    ByteBuffer out(500);
    const auto unpacked = Inflater().unpack(*packed, out);
    ASSERT_FALSE(unpacked);
    EXPECT_EQ(unpacked.error().message(), "incorrect data check");
}

} // namespace
} // namespace ossuary
