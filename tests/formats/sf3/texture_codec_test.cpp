#include "ossuary/formats/sf3/texture_codec.h"

#include <random>

#include "formats/sf3/made_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::sf3 {
namespace {

using namespace testing;
using Words = std::vector<std::uint16_t>;

ByteBuffer stream_of(const Words& words) {
    ByteBuffer bytes(2 * words.size());
    for (std::size_t i = 0; i < words.size(); ++i) put16(bytes, 2 * i, words[i]);
    return bytes;
}

// The rule of the description, word for word: every candidate is looked at.
Words plainly_compressed(const Words& in) {
    const auto count = static_cast<std::ptrdiff_t>(in.size());
    Words out;
    std::size_t control = 0, items = 0;
    const auto put = [&](bool copy, std::size_t word) {
        if (items++ % 16 == 0) {
            control = out.size();
            out.push_back(0);
        }
        if (copy) out[control] = static_cast<std::uint16_t>(out[control] | (0x8000u >> ((items - 1) % 16)));
        out.push_back(static_cast<std::uint16_t>(word));
    };
    for (std::ptrdiff_t pos = 0; pos < count;) {
        std::ptrdiff_t best = 0, distance = 0;
        for (std::ptrdiff_t s = pos - 1; s >= 0 && pos - s <= 2015; --s) {
            if (s > count - 33) continue;
            std::ptrdiff_t length = 0;
            while (length < 33 && pos + length < count &&
                   in[static_cast<std::size_t>(pos + length)] == in[static_cast<std::size_t>(s + length)])
                ++length;
            if (length > best) best = length, distance = pos - s;
        }
        if (best >= 2) {
            put(true, static_cast<std::size_t>(distance << 5 | (best - 2)));
            pos += best;
        } else {
            put(false, in[static_cast<std::size_t>(pos++)]);
        }
    }
    put(true, 0);
    return out;
}

TEST(TextureCodec, VectorsOfTheDescription) {
    EXPECT_EQ(decompress(stream_of({0x3000, 0x8001, 0x8002, 0x0042, 0x0000})),
              (Words{0x8001, 0x8002, 0x8001, 0x8002, 0x8001, 0x8002}));
    EXPECT_EQ(compress(Words(40, 0x8001)), stream_of({0x7000, 0x8001, 0x003F, 0x0364, 0x0000}));
    EXPECT_EQ(compress(Words{0x8001, 0x8002, 0x8001, 0x8002, 0x8001, 0x8002}),
              stream_of({0x0200, 0x8001, 0x8002, 0x8001, 0x8002, 0x8001, 0x8002, 0x0000}));
    EXPECT_EQ(compress({}), stream_of({0x8000, 0x0000}));
    EXPECT_EQ(decompress(compress({})), Words{});
}

TEST(TextureCodec, EncodesByTheRuleAndDecodesToTheSame) {
    std::mt19937 random(3);
    for (int round = 0; round < 60; ++round) {
        // Few colours give long chains and many ties; many colours give literals.
        const unsigned colours = 1 + static_cast<unsigned>(round % 12 * (round % 5 == 0 ? 40 : 1));
        Words words(1 + random() % 6000);
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] = i > 300 && random() % 4 != 0 ? words[i - 1 - random() % 300]
                                                    : static_cast<std::uint16_t>(0x8000 + random() % colours);
        const ByteBuffer stream = compress(words);
        ASSERT_EQ(stream, stream_of(plainly_compressed(words))) << "round " << round;
        ASSERT_EQ(decompress(stream), words) << "round " << round;
    }
}

TEST(TextureCodec, MatchesAtTheEdgeOfTheWindow) {
    for (const std::size_t gap : {2013u, 2014u, 2015u, 2016u, 2047u}) {
        Words words{0x9001, 0x9002, 0x9003};
        for (std::size_t i = words.size(); i < gap; ++i) words.push_back(static_cast<std::uint16_t>(0xA000 + i));
        words.insert(words.end(), {0x9001, 0x9002, 0x9003});
        for (std::size_t i = 0; i < 40; ++i) words.push_back(static_cast<std::uint16_t>(0xB000 + i));
        EXPECT_EQ(compress(words), stream_of(plainly_compressed(words))) << gap;
    }
}

TEST(TextureCodec, DamageHasItsCode) {
    EXPECT_EQ(code_of(decompress({})), "E_LZ_TRUNCATED");
    EXPECT_EQ(code_of(decompress(stream_of({0x0000, 0x8001}))), "E_LZ_TRUNCATED");
    EXPECT_EQ(code_of(decompress(stream_of({0x4000, 0x8001, 0x0000, 0x0000}))), "E_LZ_TRAILING");
    EXPECT_EQ(code_of(decompress(stream_of({0x4000, 0x8001, 0x0040}))), "E_LZ_DISTANCE");
    EXPECT_EQ(code_of(decompress(stream_of({0x4000, 0x8001, 0x0001}))), "E_LZ_DISTANCE"); // distance 0
    Words bomb{0x7FFF, 0x8001};
    for (int i = 0; i < 20000; ++i) {
        bomb.push_back(0x003F);
        if (i % 16 == 14) bomb.push_back(0xFFFF);
    }
    EXPECT_EQ(code_of(decompress(stream_of(bomb))), "E_LZ_SIZE");
}

TEST(TextureCodec, PlacesCountFromTheFile) {
    const auto result = decompress(stream_of({0x4000, 0x8001, 0x0040}), 0x1000);
    EXPECT_EQ(result.error().place().offset, 0x1004u);
    EXPECT_EQ(result.error().place().field, "pixels");
}

TEST(TextureCodec, EveryCutIsRefused) {
    Words words(500);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint16_t>(0x8000 + i * i % 23);
    const ByteBuffer stream = compress(words);
    for (std::size_t size = 0; size < stream.size(); ++size)
        EXPECT_EQ(code_of(decompress(Bytes(stream).first(size))), "E_LZ_TRUNCATED") << size;
}

} // namespace
} // namespace ossuary::sf3
