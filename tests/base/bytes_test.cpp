#include "ossuary/base/bytes.h"

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/base/record_json.h"

namespace ossuary {
namespace {

ByteBuffer bytes_of(std::initializer_list<int> values) {
    ByteBuffer buffer;
    for (const int value : values) buffer.push_back(static_cast<std::byte>(value));
    return buffer;
}

enum class Kind : std::uint16_t { calm = 1, wild = 0x0203 };

struct Event {
    std::uint8_t type = 0;
    std::uint32_t size = 0;
};
template <class Io> void describe(Io& io, Event& event) {
    io("type", event.type);
    io("size", event.size);
}

struct Definition {
    std::uint8_t count = 0;
    std::vector<Event> events;
};
template <class Io> void describe(Io& io, Definition& definition) {
    io("count", definition.count);
    io.list("events", definition.events, definition.count, 5);
}

struct File {
    std::uint16_t version = 0;
    Kind kind = Kind::calm;
    bool loops = false;
    Vec3 origin;
    std::array<std::int16_t, 2> span{};
    std::array<Event, 2> pair{};
    std::uint8_t count = 0;
    std::vector<Definition> defs;
    std::vector<std::array<std::uint8_t, 2>> edges;
};
template <class Io> void describe(Io& io, File& file) {
    io("version", file.version);
    io("kind", file.kind);
    io("loops", file.loops);
    io("origin", file.origin);
    io("span", file.span);
    io("pair", file.pair);
    io("count", file.count);
    io.list("defs", file.defs, file.count, 1);
    io.list("edges", file.edges, file.count, 2);
}

File sample_file() {
    return {.version = 7,
            .kind = Kind::wild,
            .loops = true,
            .origin = {1, -2, 0.5f},
            .span = {-1, 300},
            .pair = {Event{1, 2}, Event{3, 4}},
            .count = 2,
            .defs = {{1, {{9, 0x01020304}}}, {0, {}}},
            .edges = {{5, 6}, {7, 8}}};
}

ByteBuffer written(const File& file, Endian endian) {
    ByteWriter writer(endian);
    writer("", file);
    return std::move(writer).take();
}

TEST(Numbers, LoadAndStoreInEitherOrder) {
    const ByteBuffer raw = bytes_of({0x00, 0x01, 0x02, 0x03, 0x04}); // read from an odd address
    EXPECT_EQ(load<std::uint32_t>(raw.data() + 1, Endian::little), 0x04030201u);
    EXPECT_EQ(load<std::uint32_t>(raw.data() + 1, Endian::big), 0x01020304u);
    EXPECT_EQ(load<std::int16_t>(bytes_of({0xFF, 0xFE}).data(), Endian::big), -2);
    EXPECT_EQ(load<float>(bytes_of({0x3F, 0x80, 0, 0}).data(), Endian::big), 1.0f);
    EXPECT_TRUE(load<bool>(bytes_of({0x80}).data(), Endian::little));
    for (const Endian endian : {Endian::little, Endian::big}) {
        std::array<std::byte, 8> room{};
        store(room.data(), -1234.5, endian);
        EXPECT_EQ(load<double>(room.data(), endian), -1234.5);
    }
}

TEST(Record, OneDescriptionWritesTheBytes) {
    const ByteBuffer little = written(sample_file(), Endian::little);
    EXPECT_EQ(little,
              bytes_of({7, 0, 3, 2, 1, 0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0, 0, 0, 0, 0x3F, 0xFF, 0xFF, 0x2C, 0x01, 1,
                        2, 0, 0, 0, 3, 4, 0, 0,    0,    2, 1, 9, 4,    3, 2, 1, 0,    5,    6,    7,    8}));
    const ByteBuffer big = written(sample_file(), Endian::big);
    EXPECT_EQ(Bytes(big).first(4)[1], std::byte{7});
    EXPECT_EQ(big.size(), little.size());
}

TEST(Record, ReadsBackWhatItWrote) {
    for (const Endian endian : {Endian::little, Endian::big}) {
        const ByteBuffer bytes = written(sample_file(), endian);
        ByteReader reader(bytes, endian);
        File file;
        describe(reader, file);
        EXPECT_TRUE(reader.ok()) << reader.error().text();
        EXPECT_EQ(reader.remaining(), 0u);
        EXPECT_EQ(written(file, Endian::little), written(sample_file(), Endian::little));
    }
}

TEST(Record, DumpsAndBuildsFromTheSameDescription) {
    const Json json = dump_record(sample_file());
    EXPECT_EQ(print_json(json), R"({"version":7,"kind":515,"loops":true,"origin":[1,-2,0.5],"span":[-1,300],)"
                                R"("pair":[{"type":1,"size":2},{"type":3,"size":4}],"count":2,)"
                                R"("defs":[{"count":1,"events":[{"type":9,"size":16909060}]},{"count":0,"events":[]}],)"
                                R"("edges":[[5,6],[7,8]]})");
    const auto built = build_record<File>(parse_json(print_json(json)).value());
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(written(*built, Endian::little), written(sample_file(), Endian::little));
}

TEST(Record, EveryTruncationFails) {
    const ByteBuffer bytes = written(sample_file(), Endian::little);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ByteReader reader(Bytes(bytes).first(size));
        File file;
        describe(reader, file);
        EXPECT_FALSE(reader.ok()) << size;
        EXPECT_LE(reader.offset(), size);
    }
}

TEST(Record, FailuresNameTheFieldByItsPath) {
    ByteWriter writer;
    std::vector<Definition> defs(4);
    defs[3].events.resize(13);
    for (Definition& definition : defs) definition.count = static_cast<std::uint8_t>(definition.events.size());
    writer.list("", defs);
    ByteBuffer bytes = std::move(writer).take();
    bytes.resize(bytes.size() - 2);
    // Read without the check of the count, as a reader of an unchecked list would.
    ByteReader reader(bytes);
    for (std::int64_t i = 0; i < 4; ++i) {
        const ByteReader::Scope scope(reader, "defs", i);
        const auto count = reader.read<std::uint8_t>("count");
        for (std::int64_t k = 0; k < count; ++k) {
            const ByteReader::Scope inner(reader, "events", k);
            Event event;
            describe(reader, event);
        }
    }
    EXPECT_EQ(reader.error().text(), "byte 0x41: defs[3].events[12].size: needs 4 bytes, only 2 bytes are left");
}

TEST(ByteReader, TheFirstFailureSticks) {
    const ByteBuffer bytes = bytes_of({1, 2, 3});
    ByteReader reader(bytes);
    EXPECT_EQ(reader.read<std::uint32_t>("first"), 0u);
    EXPECT_EQ(reader.read<std::uint8_t>("second"), 0u);
    EXPECT_TRUE(reader.take("third", 1).empty());
    reader.seek("fourth", 0);
    reader.fail("fifth", "also wrong");
    EXPECT_FALSE(reader.fits("sixth", 1, 1));
    EXPECT_EQ(reader.offset(), 0u);
    EXPECT_EQ(reader.error().text(), "byte 0x0: first: needs 4 bytes, only 3 bytes are left");
}

TEST(ByteReader, ReadsZerosAfterAFailure) {
    ByteReader reader(Bytes{});
    Vec3 vector{1, 2, 3};
    std::array<std::uint16_t, 2> numbers{4, 5};
    reader("vector", vector);
    reader("numbers", numbers);
    EXPECT_EQ(vector, Vec3());
    EXPECT_EQ(numbers, (std::array<std::uint16_t, 2>{}));
}

TEST(ByteReader, RefusesCountsThatCannotFit) {
    const ByteBuffer bytes = bytes_of({1, 2, 3, 4, 5, 6});
    ByteReader fitting(bytes);
    EXPECT_TRUE(fitting.fits("frames", 3, 2));
    EXPECT_TRUE(fitting.fits("anything", UINT64_MAX, 0));
    EXPECT_FALSE(fitting.fits("frames", 4, 2));
    EXPECT_EQ(fitting.error().text(), "byte 0x0: frames: 4 entries need 8 bytes, only 6 bytes are left");
    const auto message = [&](std::uint64_t count, std::size_t size) {
        ByteReader reader(bytes);
        EXPECT_FALSE(reader.fits("n", count, size));
        return reader.error().message();
    };
    EXPECT_EQ(message(70'000, 372), "70000 entries need 26 MB, only 6 bytes are left");
    EXPECT_EQ(message(1'000, 20), "1000 entries need 20 kB, only 6 bytes are left");
    EXPECT_EQ(message(UINT64_MAX, 16), "18446744073709551615 entries need more than there is memory, "
                                       "only 6 bytes are left");
}

TEST(ByteReader, AListOfALyingCountStaysEmpty) {
    const ByteBuffer bytes = bytes_of({1, 2});
    ByteReader reader(bytes);
    std::vector<std::uint32_t> values{9};
    reader.list("values", values, 0xFFFFFFFFu, 4);
    EXPECT_TRUE(values.empty());
    EXPECT_FALSE(reader.ok());
}

TEST(ByteReader, SeeksWithinItsBytesOnly) {
    const ByteBuffer bytes = bytes_of({1, 2, 3});
    ByteReader reader(bytes);
    reader.seek("start", 3);
    EXPECT_EQ(reader.remaining(), 0u);
    reader.seek("start", 1);
    EXPECT_EQ(reader.read<std::uint8_t>("value"), 2);
    reader.seek("start", 4);
    EXPECT_EQ(reader.error().text(), "byte 0x2: start: offset 4 lies behind the end");
}

TEST(ByteReader, CountsFromItsOrigin) {
    ByteReader reader(Bytes{}, Endian::little, 0x100);
    reader.skip("data", 1);
    EXPECT_EQ(reader.error().text(), "byte 0x100: data: needs 1 bytes, only 0 bytes are left");
}

TEST(ByteReader, ScopesEndWithTheirBlocks) {
    ByteReader reader(Bytes{});
    {
        const ByteReader::Scope outer(reader, "header");
        const ByteReader::Scope inner(reader, "bones", 4);
    }
    const ByteReader::Scope other(reader, "footer");
    reader.fail("", "is missing");
    EXPECT_EQ(reader.error().place().field, "footer");
}

TEST(ByteWriter, FillsAlignsAndPatches) {
    ByteWriter writer(Endian::big);
    writer.write(std::uint16_t{0});
    writer.text("abc");
    writer.align(4, std::byte{0xEE});
    writer.align(4);
    writer.fill(1);
    writer.patch(0, static_cast<std::uint16_t>(writer.offset()));
    EXPECT_EQ(writer.buffer(), bytes_of({0, 9, 'a', 'b', 'c', 0xEE, 0xEE, 0xEE, 0}));
}

TEST(Texts, AreBytesAndBack) {
    const std::string text("a\0b", 3);
    EXPECT_EQ(as_text(as_bytes(text)), text);
    EXPECT_EQ(to_buffer(text), bytes_of({'a', 0, 'b'}));
}

} // namespace
} // namespace ossuary
