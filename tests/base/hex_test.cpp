#include "ossuary/base/hex.h"

#include <array>

#include <gtest/gtest.h>

using namespace ossuary;

namespace {

TEST(Hex, NumbersHaveAtLeastTheDigitsAskedFor) {
    EXPECT_EQ(hex_text(0), "0");
    EXPECT_EQ(hex_text(0x1a4), "1a4");
    EXPECT_EQ(hex_text(10, 4), "000a");
    EXPECT_EQ(hex_text(0x12345, 2), "12345");
    EXPECT_EQ(hex_text(0xfedcba9876543210u, 16), "fedcba9876543210");
    EXPECT_EQ(hex_text(0xfedcba9876543210u), "fedcba9876543210");
}

TEST(Hex, BytesComeBackInEitherCase) {
    const std::array<std::byte, 3> bytes = {std::byte{0x00}, std::byte{0xaf}, std::byte{0x7e}};
    EXPECT_EQ(to_hex(bytes), "00af7e");
    std::array<std::byte, 3> back{};
    EXPECT_TRUE(from_hex("00Af7E", back));
    EXPECT_EQ(back, bytes);
    EXPECT_EQ(from_hex("00af7e"), std::vector<std::byte>(bytes.begin(), bytes.end()));
    EXPECT_EQ(from_hex(""), std::vector<std::byte>());
}

TEST(Hex, OtherTextIsNone) {
    std::array<std::byte, 1> byte{};
    for (const char* text : {"a", "abc", "0g", "-1", " 1", "0x"}) {
        EXPECT_FALSE(from_hex(text, byte)) << text;
        EXPECT_FALSE(from_hex(text)) << text;
    }
    EXPECT_FALSE(from_hex("aabb", byte));
}

} // namespace
