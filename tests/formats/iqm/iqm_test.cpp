#include "ossuary/formats/iqm/iqm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "shared_files.h"
#include "small_files.h"

namespace ossuary::iqm {
namespace {

using namespace testing;
using ossuary::testing::golden;
using ossuary::testing::shared_file;

constexpr const char* sample_names[] = {"skinned.iqm", "static.iqm", "odd.iqm", "guy.iqm"};

std::string error_of(Bytes bytes) {
    const auto file = parse_iqm(bytes);
    return file ? "none" : file.error().message();
}
template <class T> ByteBuffer with(ByteBuffer bytes, std::size_t at, T value) {
    store(bytes.data() + at, value, Endian::little);
    return bytes;
}

TEST(Iqm, KeepsEveryFieldThroughWritingAndReading) {
    IqmFile file = flag();
    file.comment = "made in code";
    file.extensions = {{"X_NOTE", to_buffer("abc")}, {"X_MARK", {}}};
    file.adjacency = {{no_neighbour, no_neighbour, 1}, {0, no_neighbour, no_neighbour}};
    file.bounds.resize(3);
    IqmFile again = parsed(write_iqm(file));
    EXPECT_TRUE(again.layout);
    again.layout.reset();
    EXPECT_EQ(again, file);
}

TEST(Iqm, WritesInTheUsualOrderAtMultiplesOfFour) {
    IqmFile file = flag();
    file.extensions = {{"X", to_buffer("abc")}};
    const ByteBuffer bytes = write_iqm(file);
    EXPECT_EQ(bytes.size() % 4, 0u);
    std::vector<std::string> order;
    const IqmFile again = parsed(bytes);
    for (const Layout::Block& block : again.layout->blocks) {
        EXPECT_EQ(block.name == "gap" || block.offset % 4 == 0, true) << block.name;
        if (block.name != "gap") order.push_back(block.name);
    }
    EXPECT_EQ(order, (std::vector<std::string>{"header", "text", "meshes", "vertexarrays", "array 0", "array 1",
                                               "array 2", "array 3", "array 4", "triangles", "joints", "poses", "anims",
                                               "frames", "extension 0", "extension data 0"}));
    EXPECT_EQ(write_iqm(again), bytes);
    EXPECT_EQ(warning_codes(again), std::vector<std::string_view>());
}

TEST(Iqm, LaysOutAfreshWhatNoLongerFits) {
    IqmFile file = parsed(write_iqm(flag()));
    file.joints[0].name = "a much longer name for a pole";
    const IqmFile again = parsed(write_iqm(file));
    EXPECT_EQ(again.joints[0].name, "a much longer name for a pole");
    EXPECT_EQ(again.frames, file.frames);
    file = parsed(write_iqm(flag()));
    file.joints[1].translate[0] = 0.75f;
    EXPECT_EQ(write_iqm(file).size(), write_iqm(flag()).size()) << "a number changes in place";
}

TEST(Iqm, DumpsAndBuildsTheSameBytes) {
    IqmFile file = flag();
    file.meshes[0].name = "gr\xf6\xdf"
                          "e"; // Latin-1
    file.bounds.resize(3);
    file.bounds[1].radius = std::numeric_limits<float>::quiet_NaN();
    const ByteBuffer bytes = write_iqm(file);
    const Json dumped = dump_iqm(parsed(bytes));
    EXPECT_TRUE(dumped["layout"].is_null());
    const auto built = build_iqm(*parse_json(print_json(dumped)));
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(write_iqm(*built), bytes);
}

TEST(Iqm, BuildRefusesWhatAReaderWould) {
    Json dumped = dump_iqm(flag());
    dumped.set("num_vertexes", 3);
    EXPECT_FALSE(build_iqm(dumped));
    dumped = dump_iqm(flag());
    dumped.set("num_frames", 4);
    EXPECT_EQ(build_iqm(dumped).error().place().field, "frames");
}

TEST(Iqm, RecognisesByItsMagic) {
    EXPECT_TRUE(recognise_iqm(write_iqm(flag())));
    EXPECT_FALSE(recognise_iqm(as_bytes("DARKPLACESMODEL\0 and more")));
    EXPECT_FALSE(is_animation_only(write_iqm(flag())));
    IqmFile file = flag();
    file.meshes.clear();
    file.joints.clear();
    EXPECT_TRUE(is_animation_only(write_iqm(file)));
}

TEST(Iqm, SaysWhatIsWrongAndWhere) {
    const ByteBuffer good = write_iqm(flag());
    const auto header = [&](std::size_t field) { return load<std::uint32_t>(good.data() + field, Endian::little); };
    const std::size_t size = good.size(), arrays = header(52), meshes = header(40), joints = header(72),
                      poses = header(80), anims = header(88);
    const auto place = [](Bytes bytes) { return parse_iqm(bytes).error().place().offset.value_or(0); };

    EXPECT_EQ(error_of(as_bytes("DARKPLACESMODEL")), "expected magic INTERQUAKEMODEL, found 'DARKPLACESMODEL'");
    EXPECT_EQ(error_of(Bytes(good).first(18)), "expected header of 124 bytes, found 18");
    EXPECT_EQ(error_of(Bytes(good).first(100)), "expected header of 124 bytes, found 100");
    EXPECT_EQ(error_of(with(good, 16, 1u)), "expected version 2, found 1");
    EXPECT_EQ(error_of(with(good, 20, 123u)), "expected file size in 124.." + std::to_string(size) + ", found 123");
    EXPECT_EQ(error_of(with(good, 60, 9u)),
              "expected triangles of 24 bytes inside 124.." + std::to_string(size) + ", found offset 9");
    EXPECT_EQ(place(with(good, 60, 9u)), 60u);
    EXPECT_EQ(error_of(with(good, arrays + 8, 9u)), "expected array format in 0..8, found 9");
    EXPECT_EQ(error_of(with(good, arrays + 12, 0u)), "expected array size in 1..64, found 0");
    EXPECT_EQ(error_of(with(good, arrays, 16u + 4000)),
              "expected text offset below " + std::to_string(header(28)) + ", found 4000");
    EXPECT_EQ(error_of(with(good, 116, 0x10000000u)), "expected count that fits in the file, found 268435456");
    EXPECT_EQ(error_of(with(good, meshes, 4000u)),
              "expected text offset below " + std::to_string(header(28)) + ", found 4000");
    EXPECT_EQ(error_of(with(good, meshes + 20, 3u)), "expected triangle range within 2, found 0+3");
    EXPECT_EQ(error_of(with(good, joints + 4, 0)), "expected parent index below 0, found 0");
    EXPECT_EQ(error_of(with(good, joints + 8, std::numeric_limits<float>::quiet_NaN())),
              "expected finite joint value, found nan");
    EXPECT_EQ(error_of(with(good, poses + 4, 0x400u)), "expected channel mask in 0..0x3ff, found 0x400");
    EXPECT_EQ(error_of(with(good, poses + 4, 1u)), "expected 2 frame channels, found 1");
    EXPECT_EQ(error_of(with(good, anims + 8, 9u)), "expected frame range within 3, found 0+9");
    EXPECT_EQ(error_of(with(good, anims + 12, -1.0f)), "expected finite frame rate of at least 0, found -1");
}

TEST(Iqm, LongNamesAreRefused) {
    IqmFile file = flag();
    file.joints[0].name.assign(4096, 'x');
    EXPECT_EQ(error_of(write_iqm(file)), "expected name of at most 4095 bytes, found 4096");
}

TEST(Iqm, ReportsWhatItToleratesOncePerFile) {
    IqmFile file = flag();
    file.flags = 1;
    file.anims[0].framerate = 0;
    file.anims.push_back(file.anims[0]);
    file.joints[0].parent = -7;
    file.arrays[1].flags = 2;
    Diagnostics diagnostics;
    ASSERT_TRUE(parse_iqm(write_iqm(file), &diagnostics));
    std::vector<std::string> codes;
    for (const Diagnostic& diagnostic : diagnostics)
        codes.push_back(diagnostic.message.substr(0, diagnostic.message.find(':')));
    EXPECT_EQ(codes, (std::vector<std::string>{"array-flags", "header-flags", "parent-negative", "zero-framerate"}));
}

TEST(Iqm, NoCutAndNoFlippedByteHarms) {
    IqmFile file = flag();
    file.extensions = {{"X", to_buffer("abc")}};
    file.bounds.resize(3);
    const ByteBuffer good = write_iqm(file);
    for (std::size_t size = 0; size < good.size(); ++size) EXPECT_FALSE(parse_iqm(Bytes(good).first(size)));
    std::mt19937 random(1);
    for (int i = 0; i < 3000; ++i) {
        ByteBuffer bytes = good;
        for (int flips = 0; flips < 3; ++flips) bytes[random() % bytes.size()] = static_cast<std::byte>(random());
        const auto read = parse_iqm(bytes);
        if (!read) continue;
        EXPECT_EQ(write_iqm(*read), bytes);
        (void)to_model(*read, "flipped");
    }
}

TEST(Iqm, ComponentsOfEveryFormat) {
    const auto value = [](ArrayType type, ArrayFormat format, auto number) {
        VertexArray array = array_of(type, format, 1, std::vector{number});
        return array.value(0, 0);
    };
    EXPECT_EQ(value(ArrayType::color, ArrayFormat::u8, std::uint8_t{255}), 1);
    EXPECT_EQ(value(ArrayType::normal, ArrayFormat::i8, std::int8_t{-128}), -1);
    EXPECT_EQ(value(ArrayType::normal, ArrayFormat::i16, std::int16_t{32767}), 1);
    EXPECT_EQ(value(ArrayType::blendindexes, ArrayFormat::i32, std::int32_t{7}), 7);
    EXPECT_EQ(value(ArrayType::texcoord, ArrayFormat::f16, std::uint16_t{0x3800}), 0.5);
    EXPECT_EQ(value(ArrayType::texcoord, ArrayFormat::f16, std::uint16_t{0x8001}), -std::ldexp(1, -24));
    EXPECT_EQ(value(ArrayType::position, ArrayFormat::f64, 0.1), 0.1);
    const VertexArray rgb = array_of<std::uint8_t>(ArrayType::color, ArrayFormat::u8, 3, {0, 0, 0});
    EXPECT_EQ(rgb.value(0, 3), 1) << "a missing alpha is one";
}

// ---- shared samples

TEST(Iqm, FactsAreThoseOfTheReference) {
    for (const char* name : sample_names) {
        const auto bytes = shared_file(std::string("samples/iqm/") + name);
        const auto expected = golden(std::string("iqm/") + name + ".json");
        OSSUARY_NEED(bytes && expected);
        const auto file = parse_iqm(*bytes);
        ASSERT_TRUE(file) << name << ": " << file.error().text();
        const Json facts = *parse_json(print_json(facts_of(*file)));
        for (const Json::Member& member : expected->members())
            EXPECT_EQ(print_json(facts[member.name]), print_json(member.value)) << name << ": " << member.name;
        EXPECT_EQ(facts.size(), expected->size()) << name;
    }
}

TEST(Iqm, RewritesEverySampleByteForByte) {
    for (const char* name : sample_names) {
        const auto bytes = shared_file(std::string("samples/iqm/") + name);
        OSSUARY_NEED(bytes);
        const auto file = parse_iqm(*bytes);
        ASSERT_TRUE(file) << name;
        EXPECT_EQ(write_iqm(*file), *bytes) << name;
        const auto built = build_iqm(*parse_json(print_json(dump_iqm(*file))));
        ASSERT_TRUE(built) << name << ": " << built.error().text();
        EXPECT_EQ(write_iqm(*built), *bytes) << name;
    }
}

TEST(Iqm, RefusesDamagedFilesAsTheReferenceDoes) {
    const auto expected = golden("iqm/bad-input.json");
    OSSUARY_NEED(expected);
    for (const Json& entry : expected->items()) {
        const std::string name(entry["file"].string());
        const auto bytes = shared_file("samples/iqm/bad/" + name);
        ASSERT_TRUE(bytes) << name;
        const auto file = parse_iqm(*bytes);
        ASSERT_FALSE(file) << name;
        EXPECT_EQ(file.error().message(), entry["message"].string()) << name;
        EXPECT_EQ(file.error().place().offset, entry["offset"].unsigned_integer()) << name;
    }
}

} // namespace
} // namespace ossuary::iqm
