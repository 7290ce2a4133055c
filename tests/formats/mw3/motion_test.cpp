#include "ossuary/formats/mw3/motion.h"

#include <bit>
#include <cmath>

#include "formats/mw3/archive_layout.h"
#include "formats/mw3/zbd_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::mw3 {
namespace {

using namespace testing;

constexpr Verbs<MotionFile> motion{parse_motion, write_motion, dump_motion, build_motion};

// Two clips of two parts.
MotionFile small_file() {
    MotionFile file;
    for (const char* name : {"mech_walk", "mech_run"}) {
        MotionEntry& entry = file.entries.emplace_back();
        entry.entry.name = std::string_view(name);
        entry.entry.flags = 7;
        entry.motion.loop_time = 1.5f;
        entry.motion.frame_count = 2;
        for (const char* part : {"hips", "lthigh"}) {
            entry.motion.parts.push_back({part,
                                          {{{0, 5, 0}}, {{0, 5.25f, 1}}, {{0, 5, 0}}},
                                          {{{1, 0, 0, 0}}, {{0.6f, 0.8f, 0, 0}}, {{1, 0, 0, 0}}}});
        }
    }
    return file;
}
// Written once, so that starts and lengths are filled in.
ByteBuffer small_bytes() { return write_motion(small_file()); }
constexpr std::size_t small_entry = 24 + (8 + 4 + 28 * 3) + (8 + 6 + 28 * 3);

TEST(Motion, SampleSurvivesAndDumpsAsItsDescription) {
    const auto bytes = ossuary::testing::shared_file("samples/mw3/motion-small.zbd");
    const auto json = ossuary::testing::shared_file("samples/mw3/motion-small.json");
    OSSUARY_NEED(bytes && json);
    expect_clean(motion, *bytes);
    EXPECT_EQ(dump_motion(*parse_motion(*bytes)), *parse_json(as_text(*json)));
    EXPECT_EQ(write_motion(*build_motion(*parse_json(as_text(*json)))), *bytes);
    expect_truncations_are_refused(motion, *bytes);
    expect_changes_are_handled(motion, *bytes, std::array{0x01, 0x80, 0xFF});
}

TEST(Motion, ReadsWhatWasWritten) {
    const ByteBuffer bytes = small_bytes();
    ASSERT_EQ(bytes.size(), 2 * (small_entry + 148) + 8);
    EXPECT_TRUE(recognise_motion(bytes));
    expect_clean(motion, bytes);
    const auto file = parse_motion(bytes);
    ASSERT_EQ(file->entries.size(), 2u);
    EXPECT_EQ(file->entries[1].entry.name.text(), "mech_run");
    EXPECT_EQ(file->entries[1].entry.start, small_entry);
    EXPECT_EQ(file->entries[1].entry.length, small_entry);
    EXPECT_EQ(file->entries[1].motion.parts[1].name, "lthigh");
    EXPECT_EQ(file->entries[1].motion.parts[1].rotations[1], (Quaternion{{0.6f, 0.8f, 0, 0}}));
    expect_truncations_are_refused(motion, bytes);
    expect_changes_are_handled(motion, bytes, std::array{0x01, 0x40});
}

TEST(Motion, PiratesMoonStoresNoLengths) {
    MotionFile file = small_file();
    file.footer_version = 2;
    for (MotionEntry& entry : file.entries) entry.entry.length = 1;
    const ByteBuffer bytes = write_motion(file);
    expect_clean(motion, bytes);
    const auto again = parse_motion(bytes);
    EXPECT_EQ(again->footer_version, 2u);
    EXPECT_EQ(again->entries[1].entry.start, small_entry);
    EXPECT_EQ(again->entries[1].entry.length, 1u);
    EXPECT_EQ(again->entries[1].motion.parts.size(), 2u);
    expect_error(motion, with(bytes, 2 * small_entry + 148, std::uint32_t{0}), "bad-entry", "entries[0].start");
}

TEST(Motion, OneEntryOfVersionTwoIsNotAnEmptyVersionOne) {
    MotionFile file = small_file();
    file.footer_version = 2;
    file.entries.pop_back();
    file.entries[0].entry.length = 1;
    const ByteBuffer bytes = write_motion(file);
    EXPECT_EQ(parse_motion(bytes)->entries.size(), 1u);
    expect_clean(motion, bytes);
    expect_clean(motion, write_motion({}));
}

TEST(Motion, OtherOrdersAndGapsAreKept) {
    // The second entry's data first, three stray bytes between, one behind.
    const ByteBuffer data = write_motion_entry(small_file().entries[0].motion);
    ByteWriter io;
    io.bytes(data);
    io.text("gap");
    io.bytes(data);
    io.text("!");
    MotionFile file = small_file();
    file.entries[0].entry.start = small_entry + 3;
    for (MotionEntry& entry : file.entries) {
        entry.entry.length = small_entry;
        describe(io, entry.entry);
    }
    io.write(std::uint32_t{1});
    io.write(std::uint32_t{2});
    const ByteBuffer bytes = std::move(io).take();
    expect_clean(motion, bytes);
    const auto parsed = parse_motion(bytes);
    ASSERT_EQ(parsed->gaps.size(), 2u);
    EXPECT_EQ(as_text(parsed->gaps[0].bytes), "gap");
    EXPECT_EQ(parsed->gaps[1].offset, 2 * small_entry + 3);
    // Two names for the same data.
    expect_clean(motion, with(bytes, 2 * small_entry + 4, std::uint32_t{0}));
}

TEST(Motion, EditedClipsAreLaidAfresh) {
    auto file = parse_motion(small_bytes());
    ASSERT_TRUE(file);
    for (MotionPart& part : file->entries[0].motion.parts) {
        part.translations.push_back(part.translations.front());
        part.rotations.push_back(part.rotations.front());
    }
    const auto built = build_motion(dump_motion(*file));
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(built->entries[0].motion.frame_count, 3u);
    const auto again = parse_motion(write_motion(*built));
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again->entries[1].entry.start, small_entry + 2 * 28);
    EXPECT_EQ(again->entries[1].motion.parts[0].name, "hips");
}

TEST(Motion, BadInputIsReportedByName) {
    const ByteBuffer bytes = small_bytes();
    const std::size_t directory = 2 * small_entry, footer = bytes.size() - 8;
    const auto put = [&](std::size_t at, auto value) { return with(bytes, at, value); };
    expect_error(motion, put(footer, std::uint32_t{3}), "bad-version", "footer.version");
    expect_error(motion, put(footer + 4, std::uint32_t{0xFFFFFFFF}), "bad-count", "footer.count");
    expect_error(motion, put(footer + 4, std::uint32_t{0}), "bad-count", "footer.count");
    expect_error(motion, put(directory + 4, std::uint32_t{0}), "bad-entry", "entries[0].length");
    expect_error(motion, put(directory, std::uint32_t{0xFFFFFFFF}), "bad-entry", "entries[0].start");
    expect_error(motion, put(directory + 4, std::uint32_t{0xFFFFFFFF}), "bad-entry", "entries[0].start");
    expect_error(motion, put(directory + 8, std::uint8_t{0x80}), "non-ascii", "entries[0].name");
    expect_deviation(motion, put(directory + 70, std::uint8_t{1}), "bad-padding", "entries[0].name");

    const std::size_t part = 24;
    expect_error(motion, put(0, std::uint32_t{3}), "bad-version", "entries[0].motion.version");
    expect_error(motion, put(4, 0.0f), "out-of-range", "entries[0].motion.loop_time");
    expect_error(motion, put(4, std::nanf("")), "out-of-range");
    expect_error(motion, put(4, INFINITY), "out-of-range");
    expect_error(motion, put(8, std::uint32_t{0}), "bad-count", "entries[0].motion.frame_count");
    expect_error(motion, put(8, std::uint32_t{0xFFFFFFFF}), "truncated");
    expect_error(motion, put(12, std::uint32_t{0xFFFFFFFF}), "truncated", "entries[0].motion.part_count");
    expect_error(motion, put(12, std::uint32_t{1}), "trailing-bytes");
    expect_deviation(motion, put(16, 1.0f), "out-of-range", "entries[0].motion.minus_one");
    expect_error(motion, put(part, std::uint32_t{0xFFFFFFFF}), "truncated", "entries[0].motion.parts[0].name");
    expect_error(motion, put(part + 4, std::uint8_t{0xC3}), "non-ascii", "entries[0].motion.parts[0].name");
    expect_error(motion, put(part + 8, std::uint32_t{14}), "bad-flags", "entries[0].motion.parts[0].flags");
    expect_deviation(motion, put(part + 12, 9.0f), "loop-key", "entries[0].motion.parts[0].translations");
    EXPECT_TRUE(survives(motion, put(part + 4, std::uint8_t{0}))); // a zero byte within a name
    EXPECT_TRUE(survives(motion, put(part + 16, std::bit_cast<float>(0x7fc01234u))));
}

TEST(Motion, BuildingChecksTheCounts) {
    MotionFile file = small_file();
    file.entries[0].motion.parts[1].rotations.pop_back();
    const auto built = build_motion(dump_motion(file));
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().place().field, "entries[0].motion.parts[1].rotations_wxyz");
    file = small_file();
    file.entries[1].motion.parts[1].rotations.pop_back();
    file.entries[1].motion.parts[1].translations.pop_back();
    EXPECT_FALSE(build_motion(dump_motion(file)));
    file = small_file();
    file.entries[1].motion.loop_time = 0;
    EXPECT_FALSE(build_motion(dump_motion(file)));
    Json unknown = dump_motion(small_file());
    unknown.set("speed", 1);
    EXPECT_FALSE(build_motion(unknown));
}

TEST(Archive, ChecksumRunsOverTheData) {
    const ByteBuffer data = to_buffer("123456789");
    Archive archive;
    archive.entries.resize(2);
    archive.data = {Bytes(data).first(4), Bytes(data).subspan(4)};
    EXPECT_EQ(archive_checksum(archive), 0x89A1897Fu); // CRC-32/CKSUM without its length and final xor
}

} // namespace
} // namespace ossuary::mw3
