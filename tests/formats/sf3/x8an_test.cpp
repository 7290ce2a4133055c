#include "ossuary/formats/sf3/x8an.h"

#include "formats/sf3/made_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::sf3 {
namespace {

using namespace testing;

AnimationFile two_animations() {
    return {.animations = {made_animation(3, 10, 30), made_animation(3, 60, 75)}, .eof_marker = false, .original = {}};
}
ByteBuffer bytes_of(const AnimationFile& file) { return write_x8an(file).value(); }
// One bone with two translation keys and one of each other: its record stands at 0x38.
ByteBuffer one_bone() {
    BoneKeys bone = made_bone({10, 30}, 1);
    bone.rotation.frames.pop_back();
    bone.rotation.values.pop_back();
    return bytes_of({.animations = {{{bone}}}, .eof_marker = false, .original = {}});
}
constexpr std::size_t record = 0x38;

TEST(X8an, SampleIsWhatItsJsonSays) {
    const auto bytes = shared_file("samples/sf3/x8an-small.bin");
    const auto json = shared_json("samples/sf3/x8an-small.json");
    OSSUARY_NEED(bytes && json);
    Diagnostics diagnostics;
    const auto file = parse_x8an(*bytes, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_TRUE(diagnostics.empty()) << diagnostics.front().text();
    EXPECT_TRUE(file->original.empty());
    const Json dump = dump_x8an(*file);
    EXPECT_EQ(dump["animations"], (*json)["animations"]);
    EXPECT_EQ(dump["eof_marker"], (*json)["eof_marker"]);
    EXPECT_EQ(dump.size(), 2u);
    for (std::size_t a = 0; a < file->animations.size(); ++a) {
        const auto span = span_of(file->animations[a].bones);
        EXPECT_EQ((*json)["spans"].items()[a], Json(Json::Array{span->start, span->end}));
    }
    EXPECT_EQ(write_x8an(*file).value(), *bytes);
    Json description = *json;
    description.erase("format");
    const auto built = build_x8an(description);
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(write_x8an(*built).value(), *bytes);
}

TEST(X8an, WorkedExampleOfTheDescription) {
    const auto bytes = shared_file("samples/sf3/x8an-small.bin");
    OSSUARY_NEED(bytes);
    const BoneKeys bone = parse_x8an(*bytes)->animations[0].bones[0];
    EXPECT_EQ(bone.translation.frames, (std::vector<std::uint16_t>{10, 30}));
    const Transformd first = pose_at(bone, 10), last = pose_at(bone, 30), half = pose_at(bone, 20);
    EXPECT_NEAR(first.translation.x, -3.04312, 1e-5);
    EXPECT_NEAR(last.translation.z, 2.63039, 1e-5);
    EXPECT_NEAR(half.translation.y, (-0.28061 - 0.26736) / 2, 1e-5);
    EXPECT_NEAR(first.rotation.z, 0.07660, 2e-5);
    EXPECT_EQ(first.scale, (Vec3d{1, 1, 1}));
}

TEST(X8an, SampleBearsEveryCutAndManyFlips) {
    const auto bytes = shared_file("samples/sf3/x8an-small.bin");
    OSSUARY_NEED(bytes);
    expect_truncations_are_handled<AnimationFile>(*bytes, parse_x8an, write_x8an);
    expect_bit_flips_are_handled<AnimationFile>(*bytes, parse_x8an, write_x8an, 4000);
}

TEST(X8an, AnimationsBeginOnSectorsAndTheLastHasNoPadding) {
    const ByteBuffer bytes = bytes_of(two_animations());
    EXPECT_EQ(bytes.size() % sizeof(std::uint32_t), 0u);
    EXPECT_GT(bytes.size(), 0x800u);
    EXPECT_EQ(get32(bytes, bytes.size() - 4), 0xFFFFFFFFu);
    EXPECT_EQ(get32(bytes, 0), get32(bytes, 0x800)); // the same number of keys, the same place of the table
    EXPECT_EQ(parse_x8an(bytes).value(), two_animations());
    expect_truncations_are_handled<AnimationFile>(bytes, parse_x8an, write_x8an);
}

TEST(X8an, BothEndFormsComeBack) {
    AnimationFile file = two_animations();
    const ByteBuffer without = bytes_of(file);
    file.eof_marker = true;
    const ByteBuffer with = bytes_of(file);
    EXPECT_EQ(with.size(), without.size() + 4);
    EXPECT_TRUE(parse_x8an(with)->eof_marker);
    EXPECT_TRUE(parse_x8an(with)->original.empty());
    EXPECT_FALSE(parse_x8an(without)->eof_marker);
}

TEST(X8an, ChannelsWithoutKeysAreAtRest) {
    AnimationFile file = two_animations();
    file.animations[0].bones[1].scale = {};
    file.animations[0].bones[2].rotation = {};
    const ByteBuffer bytes = bytes_of(file);
    EXPECT_EQ(parse_x8an(bytes).value(), file);
    EXPECT_EQ(pose_at(file.animations[0].bones[2], 20).rotation, Quatd{});
    EXPECT_EQ(pose_at(file.animations[0].bones[1], 20).scale, (Vec3d{1, 1, 1}));
}

// ---- other layouts

ByteBuffer with_shared_scale() { // all three components of the scale read one list
    ByteBuffer bytes = one_bone();
    put32(bytes, record + 0x38, get32(bytes, record + 0x34));
    put32(bytes, record + 0x3C, get32(bytes, record + 0x34));
    return bytes;
}

TEST(X8an, AnotherLayoutIsKeptWhileItsValuesAre) {
    Diagnostics diagnostics;
    auto file = parse_x8an(with_shared_scale(), &diagnostics);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->original, with_shared_scale());
    EXPECT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(write_x8an(*file).value(), with_shared_scale());

    diagnostics.clear();
    file->animations[0].bones[0].scale.values[0].y = 2 * fixed_one;
    const auto edited = write_x8an(*file, &diagnostics);
    ASSERT_TRUE(edited);
    EXPECT_EQ(diagnostics.size(), 1u); // says that it was written afresh
    EXPECT_EQ(edited->size(), one_bone().size());
    EXPECT_TRUE(parse_x8an(*edited)->original.empty());
}

TEST(X8an, OtherPaddingIsReadWithAWarning) {
    const ByteBuffer one = one_bone();
    ByteBuffer bytes = one;
    bytes.insert(bytes.end(), 16, std::byte{0}); // the next animation follows at once
    bytes.insert(bytes.end(), one.begin(), one.end());
    bytes.insert(bytes.end(), 8, std::byte{0});
    Diagnostics diagnostics;
    const auto file = parse_x8an(bytes, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->animations.size(), 2u);
    EXPECT_NE(diagnostics.front().message.find("2048"), std::string::npos);
    EXPECT_EQ(write_x8an(*file).value(), bytes);
}

TEST(X8an, ZerosBehindTheMarkerAreKept) {
    ByteBuffer bytes = one_bone();
    append32(bytes, 0xFFFFFFFF);
    bytes.insert(bytes.end(), 3, std::byte{0});
    const auto file = parse_x8an(bytes);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_TRUE(file->eof_marker);
    EXPECT_EQ(write_x8an(*file).value(), bytes);
}

// ---- bad input

std::string code_with(std::size_t at, std::uint32_t value) {
    ByteBuffer bytes = one_bone();
    put32(bytes, at, value);
    return code_of(parse_x8an(bytes));
}

TEST(X8an, EveryKindOfDamageHasItsCode) {
    EXPECT_EQ(code_of(parse_x8an(ByteBuffer(7))), "E_TRUNCATED");
    EXPECT_EQ(code_of(parse_x8an({})), "E_TRUNCATED");
    EXPECT_EQ(code_of(parse_x8an(ByteBuffer(8))), "E_EMPTY_FILE");
    EXPECT_EQ(code_of(parse_x8an(ByteBuffer(8, std::byte{0xFF}))), "E_EMPTY_FILE");
    EXPECT_EQ(code_with(0, 3), "E_TABLE_OFFSET");
    EXPECT_EQ(code_with(0, 0x3A), "E_TABLE_OFFSET");
    EXPECT_EQ(code_with(0, 0xFFFFFFF0), "E_TABLE_OFFSET");
    EXPECT_EQ(code_with(record + 64, 0), "E_NO_END_MARKER");
    EXPECT_EQ(code_with(record, 0xFFFFFFFF), "E_NO_BONES");
    EXPECT_EQ(code_with(record, 0x40000001), "E_COUNT");
    EXPECT_EQ(code_with(record + 4, 0x10000), "E_COUNT");
    EXPECT_EQ(code_with(record + 0x0C, 5), "E_OFFSET_ALIGN");
    EXPECT_EQ(code_with(record + 0x18, 6), "E_OFFSET_ALIGN");
    EXPECT_EQ(code_with(record + 0x24, 7), "E_OFFSET_ALIGN");
    EXPECT_EQ(code_with(record + 0x0C, 2), "E_OFFSET_RANGE");
    EXPECT_EQ(code_with(record + 0x18, record - 4), "E_OFFSET_RANGE");
    EXPECT_EQ(code_with(record + 0x3C, 0xFFFFFFFC), "E_OFFSET_RANGE");
    EXPECT_EQ(code_with(4, 0x001E001E), "E_FRAME_ORDER");
    EXPECT_EQ(code_with(4, 0x001E000A), "E_FRAME_ORDER");
}

TEST(X8an, AnAnimationWithoutAKeyIsRefused) {
    ByteBuffer bytes = one_bone();
    for (const std::size_t count : {0u, 4u, 8u}) put32(bytes, record + count, 0);
    EXPECT_EQ(code_of(parse_x8an(bytes)), "E_EMPTY_ANIMATION");
}

TEST(X8an, StrayBytesAreRefused) {
    ByteBuffer bytes = one_bone();
    bytes.push_back(std::byte{0});
    EXPECT_EQ(code_of(parse_x8an(bytes)), "E_TRAILING");
    bytes = one_bone();
    append32(bytes, 0xFFFFFFFF);
    bytes.push_back(std::byte{1});
    EXPECT_EQ(code_of(parse_x8an(bytes)), "E_TRAILING");
}

TEST(X8an, ErrorsSayWhere) {
    ByteBuffer bytes = bytes_of(two_animations());
    put32(bytes, 0x800 + get32(bytes, 0x800) + 64 + 4, 0x40000001); // rotations of bone 1
    const auto file = parse_x8an(bytes);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().place().field, "animations[1].bones[1].rotation");
    EXPECT_EQ(file.error().place().offset, 0x800u + get32(bytes, 0x800) + 68);
}

TEST(X8an, AFewKeysSharedByManyBonesCannotAskForMuchMemory) {
    // 65,535 rotations once, and as many records as fit that all want them.
    constexpr std::uint32_t count = 0xFFFF, frames = 4, values = frames + 2 * count + 2;
    ByteBuffer bytes(values + 2 * count + 2);
    for (std::uint32_t i = 0; i < count; ++i) put16(bytes, frames + 2 * i, static_cast<std::uint16_t>(i));
    put32(bytes, 0, static_cast<std::uint32_t>(bytes.size()));
    for (int bone = 0; bone < 4000; ++bone) {
        for (const std::uint32_t word : {0u, count, 0u, 4u, frames, 4u, 4u, 4u, 4u}) append32(bytes, word);
        for (int i = 0; i < 7; ++i) append32(bytes, values);
    }
    append32(bytes, 0xFFFFFFFF);
    EXPECT_EQ(code_of(parse_x8an(bytes)), "E_OFFSET_RANGE");
}

TEST(X8an, TheWriterRefusesWhatCannotBeRead) {
    EXPECT_EQ(code_of(write_x8an({})), "E_EMPTY_FILE");
    AnimationFile file = two_animations();
    file.animations[1].bones.clear();
    EXPECT_EQ(code_of(write_x8an(file)), "E_NO_BONES");
    file = two_animations();
    for (BoneKeys& bone : file.animations[0].bones) bone = {};
    EXPECT_EQ(code_of(write_x8an(file)), "E_EMPTY_ANIMATION");
    file = two_animations();
    file.animations[0].bones[2].rotation.frames[1] = 10;
    EXPECT_EQ(code_of(write_x8an(file)), "E_FRAME_ORDER");
    EXPECT_EQ(write_x8an(file).error().place().field, "animations[0].bones[2].rotation");
    file = two_animations();
    file.animations[0].bones[2].scale.values.clear();
    EXPECT_EQ(code_of(write_x8an(file)), "E_COUNT");
}

TEST(X8an, AMisspeltMemberAndAnOversizedNumberAreNamed) {
    Json json = dump_x8an(two_animations());
    json.set("animation", 1);
    EXPECT_NE(build_x8an(json).error().text().find("animation"), std::string::npos);
    const auto too_large = build_x8an(
        parse_json(R"({"animations":[{"bones":[{"translation":{"frames":[70000],"values":[[0,0,0]]},)"
                   R"("rotation":{"frames":[],"values":[]},"scale":{"frames":[],"values":[]}}]}],"eof_marker":false})")
            .value());
    ASSERT_FALSE(too_large);
    EXPECT_EQ(too_large.error().place().field, "animations[0].bones[0].translation.frames[0]");
}

TEST(X8an, ContentTellsTheKind) {
    EXPECT_TRUE(recognise_x8an(one_bone()));
    EXPECT_FALSE(recognise_x8an(ByteBuffer(64)));
    EXPECT_FALSE(recognise_x8an({}));
    ByteBuffer bytes = one_bone();
    put32(bytes, record + 0x0C, 8);
    EXPECT_FALSE(recognise_x8an(bytes));
}

TEST(X8an, RotationsThatAreNoneAreTold) {
    AnimationFile file = two_animations();
    file.animations[1].bones[0].rotation.values[1] = {9000, 0, 0, 9000};
    Diagnostics diagnostics;
    ASSERT_TRUE(parse_x8an(bytes_of(file), &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].place.field, "animations[1].bones[0].rotation");
}

} // namespace
} // namespace ossuary::sf3
