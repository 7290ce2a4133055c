#include <algorithm>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "shared_files.h"
#include "small_files.h"

namespace ossuary::bvh {
namespace {

using namespace testing;
using ossuary::testing::shared_file;

std::string error_of(std::string_view text) {
    const auto file = file_of(text);
    return file ? "none" : file.error().text();
}
// The leg with a part of its text replaced.
std::string edited(std::string_view what, std::string_view with) {
    std::string text(leg);
    return text.replace(text.find(what), what.size(), with);
}

TEST(Bvh, ReadsHierarchyAndMotion) {
    const auto file = file_of(leg);
    ASSERT_TRUE(file) << file.error().text();
    ASSERT_EQ(file->nodes.size(), 4u);
    EXPECT_EQ(file->nodes[1].name, "Thigh");
    EXPECT_EQ(file->nodes[1].parent, 0);
    EXPECT_EQ(file->nodes[1].offset, (Vec3d{10, -50, 0}));
    EXPECT_EQ(file->nodes[1].channels,
              (std::vector{ChannelKind::z_rotation, ChannelKind::x_rotation, ChannelKind::y_rotation}));
    EXPECT_TRUE(file->nodes[3].end_site);
    EXPECT_EQ(file->nodes[3].parent, 2);
    EXPECT_EQ(file->channel_count(), 12u);
    EXPECT_EQ(file->frame_count, 3u);
    EXPECT_EQ(file->values[12 + 6], -40);
}

TEST(Bvh, TakesAnyCaseAnyBlanksAndNamesWithBlanks) {
    const auto file =
        file_of("hierarchy\r\nroot Bip01 Pelvis{offset 1 2 3 channels 1 XROTATION end site{offset 0 0 1}}\r\n"
                "motion frames: 2 frame time: .5 1\r\n\r\n2\r\n");
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->nodes[0].name, "Bip01 Pelvis");
    EXPECT_EQ(file->values, (std::vector<double>{1, 2}));
}

TEST(Bvh, KeepsEveryValueThroughWriting) {
    auto file = file_of(leg);
    ASSERT_TRUE(file);
    file->values[0] = -0.0;
    file->values[1] = 1e-300;
    file->values[2] = 0.1;
    const std::string text = write_bvh(*file);
    const auto again = file_of(text);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(*again, *file);
    EXPECT_TRUE(std::signbit(again->values[0]));
    EXPECT_EQ(write_bvh(*again), text);
}

TEST(Bvh, BuildsWhatItDumps) {
    const auto file = file_of(leg);
    ASSERT_TRUE(file);
    const auto built = build_bvh(dump_bvh(*file));
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(*built, *file);
}

TEST(Bvh, RefusesDumpsThatAreNoFile) {
    const auto file = file_of(leg);
    ASSERT_TRUE(file);
    const auto refused = [&](auto edit) {
        File changed = *file;
        edit(changed);
        return !build_bvh(dump_bvh(changed));
    };
    EXPECT_FALSE(refused([](File&) {}));
    EXPECT_TRUE(refused([](File& f) { f.nodes[1].parent = 2; }));
    EXPECT_TRUE(refused([](File& f) { f.nodes[3].name = "tip"; }));
    EXPECT_TRUE(refused([](File& f) { f.nodes[1].name = ""; }));
    EXPECT_TRUE(refused([](File& f) { f.nodes[1].name = "a\nb"; }));
    EXPECT_TRUE(refused([](File& f) { // a child of the hip between the thigh and its shin
        f.nodes.insert(f.nodes.begin() + 2, Node{.name = "Other", .parent = 0});
        f.nodes[3].parent = 1;
        f.nodes[4].parent = 3;
    }));
}

TEST(Bvh, FindsTheRateThatAFrameTimeWasRoundedFrom) {
    const auto rate = [](double time) { return File{.frame_time = time}.frame_rate(); };
    EXPECT_EQ(rate(.0083333), 120);
    EXPECT_EQ(rate(0.033333), 30);
    EXPECT_EQ(rate(0.0417), 24);
    EXPECT_EQ(rate(1.0 / 60), 60);
    EXPECT_EQ(rate(0.5), 2);
    EXPECT_EQ(rate(1), 1);
    EXPECT_EQ(rate(0.0417083), 1 / 0.0417083); // 23.976
    EXPECT_EQ(rate(3), 1 / 3.0);
    EXPECT_EQ(rate(0), 0);
}

TEST(Bvh, SaysWhereAndWhatIsWrong) {
    EXPECT_EQ(error_of(""), "line 1, column 1: expected 'HIERARCHY', found the end of the file");
    EXPECT_EQ(error_of("HIERARCHY\nMOTION"), "line 2, column 7: there is no joint");
    EXPECT_EQ(error_of(edited("OFFSET 10 -50 0", "OFFSET 10 x 0")),
              "line 8, column 13: expected the offset's y, found 'x'");
    EXPECT_EQ(error_of(edited("3 Zrotation", "7 Zrotation")),
              "line 9, column 12: expected a number of channels from 0 to 6, found 7");
    EXPECT_EQ(error_of(edited("Zrotation Xrotation Yrotation\n\t\tJOINT", "Zrotation Xrotation Wrotation\n\t\tJOINT")),
              "line 9, column 34: expected a channel such as Xrotation, found 'Wrotation'");
    EXPECT_EQ(error_of(edited("3 Xrotation Yrotation Zrotation", "3 Xrotation Yrotation Xrotation")),
              "line 13, column 35: a second Xrotation of one joint");
    EXPECT_EQ(error_of(edited("JOINT Shin", "JOINT ")), "line 10, column 9: expected the joint's name");
    EXPECT_EQ(error_of(edited("Frames: 3", "Frames: -3")),
              "line 22, column 9: expected a number of frames from 0 to 4294967295, found -3");
    EXPECT_EQ(error_of(edited("0.0416667", "0")), "line 23, column 13: the frame time must be more than 0, found 0");
    EXPECT_EQ(error_of(edited("50 60 5 6 7", "50 60 5 nan 7")),
              "line 25, column 29: expected value 11 of 12 of frame 2, found 'nan'");
    EXPECT_EQ(error_of(edited("Frames: 3", "Frames: 4")),
              "line 27, column 1: expected value 1 of 12 of frame 4, found the end of the file");
}

TEST(Bvh, RefusesMoreFramesThanTheFileCanHold) {
    EXPECT_EQ(error_of(edited("Frames: 3", "Frames: 4000000000")),
              "line 22, column 9: 4000000000 frames of 12 values do not fit in the 117 bytes that are left");
    EXPECT_NE(error_of("HIERARCHY ROOT a { OFFSET 0 0 0 } MOTION Frames: 4000000000 Frame Time: 1"), "none");
}

TEST(Bvh, WarnsOfWhatFollowsTheLastFrame) {
    Diagnostics diagnostics;
    ASSERT_TRUE(file_of(std::string(leg) + "1 2 3\n", &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].place.line, 27u);
}

TEST(Bvh, ReadsAMillionNestedJoints) {
    std::string text = "HIERARCHY\nROOT a {OFFSET 0 0 0\n";
    for (int i = 0; i < 1'000'000; ++i) text += "JOINT a {OFFSET 0 0 0\n";
    EXPECT_TRUE(error_of(text).starts_with("line 1000003, "));
    for (int i = 0; i <= 1'000'000; ++i) text += '}';
    const auto file = file_of(text + "MOTION\nFrames: 0\nFrame Time: 1\n");
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->nodes.size(), 1'000'001u);
}

TEST(Bvh, SurvivesEveryTruncationAndBitFlip) {
    const auto survive = [](std::string_view text) {
        const auto file = file_of(text);
        if (!file) {
            ASSERT_GT(file.error().place().line, 0u) << file.error().message();
            return;
        }
        const auto again = file_of(write_bvh(*file));
        ASSERT_TRUE(again) << again.error().text();
        ASSERT_EQ(*again, *file);
        if (const auto model = to_model(*file, "broken")) {
            ASSERT_TRUE(validate(*model).empty());
        }
    };
    for (std::size_t size = 0; size < leg.size(); ++size) survive(leg.substr(0, size));
    for (std::size_t bit = 0; bit < leg.size() * 8; ++bit) {
        std::string text(leg);
        text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << bit % 8));
        survive(text);
    }
}

TEST(Bvh, RecognisesItsOwn) {
    EXPECT_TRUE(recognise_bvh(as_bytes("HIERARCHY\nROOT")));
    EXPECT_TRUE(recognise_bvh(as_bytes("\r\n hierarchy \n")));
    EXPECT_FALSE(recognise_bvh(as_bytes("HIERARCHYX")));
    EXPECT_FALSE(recognise_bvh(as_bytes("MD5Version 10")));
}

// Counted in the files by other means: lines, words, and a sum of all motion values.
TEST(Bvh, ReadsMotionCapture) {
    const auto bytes = shared_file("samples/bvh/02_01.bvh");
    OSSUARY_NEED(bytes);
    Diagnostics diagnostics;
    const auto file = parse_bvh(*bytes, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_EQ(file->frame_count, 344u);
    EXPECT_EQ(file->channel_count(), 96u);
    EXPECT_EQ(std::count_if(file->nodes.begin(), file->nodes.end(), [](const Node& n) { return !n.end_site; }), 31);
    EXPECT_EQ(file->frame_rate(), 120);
    double sum = 0;
    for (const double value : file->values) sum += value;
    EXPECT_NEAR(sum, 40293.7804, 1e-6);
    const auto again = file_of(write_bvh(*file));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *file);
}

} // namespace
} // namespace ossuary::bvh
