// What every compiled format must bear, and the means to build files by hand.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "formats/zengin/chunks/chunk_layout.h"
#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/formats/zengin/chunk.h"
#include "shared_files.h"

namespace ossuary::zengin::testing {

using namespace ::ossuary::testing;

// Bytes put together by hand.
class Maker {
public:
    template <Scalar T> Maker& put(T value) {
        writer_.write(value);
        return *this;
    }
    Maker& floats(std::initializer_list<float> values) {
        for (const float value : values) writer_.write(value);
        return *this;
    }
    Maker& text(std::string_view text, char end = '\n') {
        writer_.text(text);
        return put(end);
    }
    Maker& bytes(Bytes bytes) {
        writer_.bytes(bytes);
        return *this;
    }
    Maker& chunk(std::uint16_t type, const Maker& payload = {}) {
        put(type);
        put(static_cast<std::uint32_t>(payload.data().size()));
        return bytes(payload.data());
    }
    Maker& fill(std::size_t count, std::byte value = {}) {
        writer_.fill(count, value);
        return *this;
    }
    const ByteBuffer& data() const { return const_cast<ByteWriter&>(writer_).buffer(); }

private:
    ByteWriter writer_;
};

using ossuary::testing::survives;
using ossuary::testing::Verbs;

// Cut off anywhere it is refused with a named error and a place, or (where only end marks are gone) kept exactly.
template <class File> void expect_truncations_are_handled(const Verbs<File>& verbs, Bytes bytes) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto file = verbs.parse(bytes.first(size), nullptr);
        if (file) {
            ASSERT_TRUE(std::ranges::equal(verbs.write(*file), bytes.first(size))) << "cut to " << size;
        } else {
            ASSERT_TRUE(file.error().message()[0] >= 'A' && file.error().message()[0] <= 'Z') << file.error().text();
            ASSERT_TRUE(file.error().place().offset) << file.error().text();
            ASSERT_LE(*file.error().place().offset, size) << file.error().text();
        }
    }
}

// With bits turned over, what still parses is still written exactly.
template <class File> void expect_bit_flips_are_handled(const Verbs<File>& verbs, Bytes bytes, int rounds = 3000) {
    std::mt19937 random(20020828);
    ByteBuffer bent(bytes.begin(), bytes.end());
    for (int round = 0; round < rounds; ++round) {
        std::ranges::copy(bytes, bent.begin());
        for (int flips = 1 + round % 3; flips > 0; --flips)
            bent[random() % bent.size()] ^= static_cast<std::byte>(1u << (random() % 8));
        Diagnostics diagnostics;
        const auto file = verbs.parse(bent, &diagnostics);
        if (file) {
            ASSERT_TRUE(survives(verbs, bent)) << "round " << round;
        } else {
            ASSERT_TRUE(file.error().message()[0] >= 'A' && file.error().message()[0] <= 'Z') << file.error().text();
        }
    }
}

// The bytes are refused, with this name in front of the message.
template <class File> void expect_error(const Verbs<File>& verbs, Bytes bytes, std::string_view name) {
    const auto file = verbs.parse(bytes, nullptr);
    ASSERT_FALSE(file) << "accepted, expected " << name;
    EXPECT_TRUE(file.error().message().starts_with(std::string(name) + ':')) << file.error().text();
    EXPECT_TRUE(file.error().place().offset) << file.error().text();
}

// The bytes are accepted and kept, with a warning that has this in it.
template <class File> void expect_warning(const Verbs<File>& verbs, Bytes bytes, std::string_view text) {
    Diagnostics diagnostics;
    const auto file = verbs.parse(bytes, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_TRUE(std::ranges::any_of(
        diagnostics, [&](const Diagnostic& diagnostic) { return diagnostic.message.find(text) != std::string::npos; }))
        << "no warning with '" << text << "' among " << diagnostics.size();
    EXPECT_TRUE(survives(verbs, bytes));
}

// Without oddities nothing is reported and no layout is kept.
template <class File> void expect_clean(const Verbs<File>& verbs, Bytes bytes) {
    Diagnostics diagnostics;
    const auto file = verbs.parse(bytes, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    for (const Diagnostic& diagnostic : diagnostics) ADD_FAILURE() << diagnostic.text();
    EXPECT_TRUE(survives(verbs, bytes));
}

// A CRC-32 over floats, as the golden files state them; a crc prints as eight digits.
class FloatCrc {
public:
    void add(float value) {
        std::array<std::byte, 4> raw;
        store(raw.data(), value, Endian::little);
        crc_ = crc32(raw, crc_);
    }
    template <Components T> void add(const T& value) {
        for (std::size_t i = 0; i < T::size; ++i) add(value[i]);
    }
    std::uint32_t value() const { return crc_; }

private:
    std::uint32_t crc_ = 0;
};
inline std::string crc_text(std::uint32_t crc) {
    std::array<std::byte, 4> raw;
    store(raw.data(), crc, Endian::big);
    return std::string(to_json(RawBytes{{raw.begin(), raw.end()}}).string());
}

// A golden number, list of numbers or nested list against what we read: the same float32, signs of zero included.
inline void expect_same(const Json& golden, float value) {
    EXPECT_EQ(static_cast<float>(golden.number(std::nan(""))), value);
    EXPECT_EQ(std::signbit(golden.number()), std::signbit(value));
}
template <class List>
void expect_same(const Json& golden, const List& list) requires(Components<List> || is_array<List>::value) {
    std::size_t count = 0;
    if constexpr (Components<List>)
        count = List::size;
    else
        count = list.size();
    ASSERT_EQ(golden.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
        if constexpr (requires { expect_same(golden, list[i]); })
            expect_same(golden.items()[i], list[i]);
        else
            EXPECT_EQ(golden.items()[i].integer(-1), list[i]);
    }
}
inline void expect_same(const Json& golden, const Date& date) {
    EXPECT_EQ(golden["year"].integer(-1), date.year);
    EXPECT_EQ(golden["month"].integer(-1), date.month);
    EXPECT_EQ(golden["day"].integer(-1), date.day);
    EXPECT_EQ(golden["hour"].integer(-1), date.hour);
    EXPECT_EQ(golden["minute"].integer(-1), date.minute);
    EXPECT_EQ(golden["second"].integer(-1), date.second);
    EXPECT_EQ(golden["padding"].integer(-1), date.padding);
}
inline std::string raw_hex(const Date& date) {
    ByteBuffer buffer;
    PayloadWriter io(buffer);
    io("", date);
    return std::string(to_json(RawBytes{buffer}).string());
}

// `file`, `size`, `crc32_file` and `chunk_order`, as every golden has them.
inline void expect_same_file(const Json& golden, Bytes bytes) {
    EXPECT_EQ(golden["size"].integer(), static_cast<std::int64_t>(bytes.size()));
    EXPECT_EQ(golden["crc32_file"].string(), crc_text(crc32(bytes)));
    if (!golden.find("chunk_order")) return;
    ChunkReader file(bytes);
    std::vector<std::string> order;
    while (file.next()) order.emplace_back(ChunkName(file.type()).text());
    ASSERT_EQ(golden["chunk_order"].size(), order.size());
    for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(golden["chunk_order"].items()[i].string(), order[i]);
}

} // namespace ossuary::zengin::testing
