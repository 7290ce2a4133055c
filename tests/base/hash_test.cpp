#include "ossuary/base/hash.h"

#include <gtest/gtest.h>

#include "ossuary/base/text.h"

namespace ossuary {
namespace {

TEST(Crc32, GivesTheKnownValues) {
    EXPECT_EQ(crc32({}), 0u);
    EXPECT_EQ(crc32(as_bytes("a")), 0xe8b7be43u);
    EXPECT_EQ(crc32(as_bytes("123456789")), 0xcbf43926u);
    EXPECT_EQ(crc32(as_bytes("The quick brown fox jumps over the lazy dog")), 0x414fa339u);
    EXPECT_EQ(crc32(ByteBuffer(32)), 0x190a55adu);
}

// The definition, bit by bit.
std::uint32_t slow_crc32(Bytes bytes) {
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const std::byte value : bytes) {
        crc ^= std::to_integer<std::uint32_t>(value);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
    }
    return ~crc;
}

TEST(Crc32, AgreesWithItsDefinitionAtEveryLengthAndAddress) {
    ByteBuffer bytes;
    for (int i = 0; i < 100; ++i) bytes.push_back(static_cast<std::byte>(i * i * 7 + 3));
    for (std::size_t start = 0; start < 8; ++start)
        for (std::size_t size = 0; size + start <= bytes.size(); ++size) {
            const Bytes part = Bytes(bytes).subspan(start, size);
            ASSERT_EQ(crc32(part), slow_crc32(part)) << start << ", " << size;
        }
}

TEST(Crc32, GoesOnWhereItStopped) {
    const Bytes all = as_bytes("The quick brown fox jumps over the lazy dog");
    for (std::size_t cut = 0; cut <= all.size(); ++cut)
        EXPECT_EQ(crc32(all.subspan(cut), crc32(all.first(cut))), 0x414fa339u);
}

TEST(ContentHash, IsFnv1aOfItsBytes) {
    const auto hash = [](std::string_view text) {
        ContentHash content;
        content.add(as_bytes(text));
        return content.value();
    };
    EXPECT_EQ(hash(""), 0xcbf29ce484222325u);
    EXPECT_EQ(hash("a"), 0xaf63dc4c8601ec8cu);
    EXPECT_EQ(hash("foobar"), 0x85944171f73967e8u);
}

TEST(ContentHash, TellsTextsApartByTheirLengths) {
    ContentHash first, second;
    first.add("a");
    first.add("bc");
    second.add("ab");
    second.add("c");
    EXPECT_NE(first.value(), second.value());
}

TEST(ContentHash, TakesNumbersLittleEndian) {
    ContentHash number, bytes;
    number.add(std::uint32_t{0x64636261});
    bytes.add(as_bytes("abcd"));
    EXPECT_EQ(number.value(), bytes.value());
    ContentHash zero, minus_zero;
    zero.add(0.0f);
    minus_zero.add(-0.0f);
    EXPECT_NE(zero.value(), minus_zero.value());
}

TEST(FoldedHash, PassesOverTheCaseOfAsciiLettersAlone) {
    std::string every;
    for (int c = 1; c < 256; ++c) every += static_cast<char>(c);
    for (std::size_t size = 1; size <= every.size(); ++size) {
        const std::string_view text = std::string_view(every).substr(0, size);
        ASSERT_EQ(folded_hash(text, 1), folded_hash(lower_case(text), 1)) << size;
        ASSERT_NE(folded_hash(text, 1), folded_hash(text.substr(0, size - 1), 1)) << size;
    }
    EXPECT_NE(folded_hash("@", 1), folded_hash("`", 1)) << "beside the letters: no pair";
    EXPECT_NE(folded_hash("[", 1), folded_hash("{", 1));
    EXPECT_NE(folded_hash("\xC4", 1), folded_hash("\xE4", 1)) << "not ASCII";
    EXPECT_NE(folded_hash("a", 1), folded_hash("a", 2)) << "the seed counts";
}

} // namespace
} // namespace ossuary
