#include "ossuary/formats/md5/md5anim.h"

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "shared_files.h"
#include "small_files.h"

namespace ossuary::md5 {
namespace {

using namespace testing;
using ossuary::testing::shared_file;

TEST(Md5Anim, ReadsEveryField) {
    Diagnostics diagnostics;
    const auto file = anim_of(small_anim, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(all_of(diagnostics), "");
    EXPECT_EQ(file->commandline, "anim by hand");
    EXPECT_EQ(file->frame_rate, 10);
    EXPECT_EQ(file->num_frames, 3);
    EXPECT_EQ(file->hierarchy[1], (HierarchyEntry{"arm", 0, 32, 1}));
    EXPECT_EQ(file->bounds[2], (Bounds{{2, 0, 0}, {12, 0, 10}}));
    EXPECT_EQ(file->base_frame[1], (Placement{{0, 0, 10}, {}}));
    EXPECT_EQ(file->components, (std::vector<double>{0, 0, 1, 0.1, 2, 0.2}));
    EXPECT_NEAR(file->duration(), 0.2, 1e-15);
}

TEST(Md5Anim, WritesTheLayoutOfTheOriginalExporter) { EXPECT_EQ(write_md5anim(*anim_of(small_anim)), small_anim); }

TEST(Md5Anim, MovesByTheFlaggedComponentsOfTheRoot) {
    EXPECT_EQ(movement_delta(*anim_of(small_anim)), (Vec3d{2, 0, 0}));
}

struct Wrong {
    const char *from, *to, *error;
};

TEST(Md5Anim, SaysWhatIsWrongAndWhere) {
    const Wrong cases[] = {
        {"numFrames 3", "numFrames 0", "4: expected at least 1 frame, found '0'"},
        {"numFrames 3", "numFrames -3", "4: expected at least 1 frame, found '-3'"},
        {"numFrames 3", "numFrames 2000000000", "4: expected count that fits in the file, found '2000000000'"},
        {"numFrames 3", "numFrames 4", "38: expected 'frame 3', found end of file"},
        {"numFrames 3", "numFrames 2", "35: expected frame number in 0..1, found '2'"},
        {"numFrames 3", "", "25: expected 'numFrames' before 'frame', found 'frame'"},
        {"numJoints 2", "numJoints 0", "5: expected at least 1 joint, found '0'"},
        {"numJoints 2", "numJoints 3", "12: expected 3 joints, found 2"},
        {"frameRate 10", "frameRate 0", "6: expected frame rate above 0, found '0'"},
        {"frameRate 10", "frameRate -24", "6: expected frame rate above 0, found '-24'"},
        {"frameRate 10", "frameRate fast", "6: expected finite number, found 'fast'"},
        {"numAnimatedComponents 2", "numAnimatedComponents 13",
         "7: expected animated component count in 0..12, found '13'"},
        {"numAnimatedComponents 2", "numAnimatedComponents 1", "11: expected component range within 1, found 1+1"},
        {"numAnimatedComponents 2", "numAnimatedComponents 3", "28: expected 3 components in frame 0, found 2"},
        {"\"arm\"\t0 32 1", "\"arm\"\t1 32 1", "11: expected parent index below 1, found '1'"},
        {"\"arm\"\t0 32 1", "\"arm\"\t0 64 1", "11: expected flags in 0..63, found '64'"},
        {"\"arm\"\t0 32 1", "\"arm\"\t0 32 2", "11: expected component range within 2, found 2+1"},
        {"\"arm\"\t0 32 1", "\"arm\"\t0 32 -1", "11: expected component range within 2, found -1+1"},
        {"\"arm\"\t0 32 1", "\"arm\"\t0 32 4294967296", "11: expected first component, found '4294967296'"},
        {"\t( 0 0 10 ) ( 0 0 0 )\n", "", "22: expected 2 base frame entries, found 1"},
        {"( 0 0 10 ) ( 0 0 0 )", "( 0 0 10 ) ( 0 0 nan )", "22: expected finite number, found 'nan'"},
        {"frame 1 {", "frame 3 {", "30: expected frame number in 0..2, found '3'"},
        {"frame 1 {", "frame 0 {", "30: expected each frame once, found second 'frame 0'"},
        {"frame 1 {\n\t 1\n", "frame 1 {\n", "32: expected 2 components in frame 1, found 1"},
        {"frame 1 {\n\t 1\n", "frame 1 {\n\t 1 2 3\n", "33: expected 2 components in frame 1, found 4"},
        {"frame 1 {\n\t 1\n", "frame 1 {\n\t x\n", "31: expected finite number, found 'x'"},
        {"hierarchy", "skeleton",
         "9: expected 'numFrames', 'numJoints', 'frameRate', 'numAnimatedComponents', 'hierarchy', 'bounds', "
         "'baseframe' or 'frame', found 'skeleton'"},
        {"baseframe {", "baseframe { } baseframe {", "20: expected 2 base frame entries, found 0"},
        {"0.2\n}", "0.2\n", "38: expected '}', found end of file"},
    };
    for (const Wrong& wrong : cases)
        EXPECT_EQ(error_of(anim_of(with(small_anim, wrong.from, wrong.to))), wrong.error) << wrong.to;
    EXPECT_EQ(error_of(anim_of("MD5Version 10 numFrames 1 frame 0 { }")),
              "1: expected 'numAnimatedComponents' before 'frame', found 'frame'");
    EXPECT_EQ(error_of(anim_of("MD5Version 10 numFrames 1         ")), "1: expected 'hierarchy', found end of file");
    EXPECT_EQ(error_of(anim_of(small_anim + "bounds { }")), "39: expected one 'bounds', found second 'bounds'");
    EXPECT_EQ(error_of(anim_of(small_anim + "numFrames 3")),
              "39: expected 'numFrames' before 'bounds', found 'numFrames'");
}

TEST(Md5Anim, TakesSectionsInAnyOrder) {
    const std::string turned =
        "MD5Version 10\ncommandline \"anim by hand\"\nnumFrames 3 numAnimatedComponents 2\n"
        "frame 1 { 1 0.1 }\nbaseframe { ( 0 0 0 ) ( 0 0 0 ) ( 0 0 10 ) ( 0 0 0 ) }\n"
        "frame 0 { 0 0 }\nbounds { ( 0 0 0 ) ( 10 0 10 ) ( 1 0 0 ) ( 11 0 10 ) ( 2 0 0 ) ( 12 0 10 ) }\n"
        "hierarchy { origin -1 1 0 arm 0 32 1 }\nframeRate 10\nframe 2 { 2 0.2 }\n";
    const auto file = anim_of(turned);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(*file, *anim_of(small_anim));
    EXPECT_EQ(error_of(anim_of(with(turned, "( 0 0 10 ) ( 0 0 0 ) }", "}"))),
              "5: expected 2 base frame entries, found 1");
    EXPECT_EQ(error_of(anim_of(with(turned, "arm 0 32 1", "arm 0 32 2"))),
              "8: expected component range within 2, found 2+1");
}

TEST(Md5Anim, FillsInWhatMayBeAbsent) {
    Diagnostics diagnostics;
    std::string text = with(small_anim, "frameRate 10", "");
    text = with(with(text, "numAnimatedComponents 2", ""), "numJoints 2", "");
    const auto file = anim_of(text, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->frame_rate, 24);
    EXPECT_EQ(file->num_animated_components, 2);
    EXPECT_TRUE(mentions(diagnostics, "no frame rate"));
    EXPECT_TRUE(mentions(diagnostics, "no component count"));
}

TEST(Md5Anim, DoesNotTrustBounds) {
    Diagnostics diagnostics;
    const auto fewer = anim_of(with(small_anim, "\t( 2 0 0 ) ( 12 0 10 )\n", ""), &diagnostics);
    ASSERT_TRUE(fewer);
    EXPECT_EQ(fewer->bounds.size(), 2u);
    EXPECT_TRUE(mentions(diagnostics, "expected 3 bounds, found 2"));
    const auto more = anim_of(with(small_anim, "bounds {", "bounds { ( 9 9 9 ) ( 9 9 9 )"));
    ASSERT_TRUE(more);
    EXPECT_EQ(more->bounds.size(), 3u);
}

TEST(Md5Anim, ToleratesFractionsOfARateAndSeveralRoots) {
    Diagnostics diagnostics;
    const auto file =
        anim_of(with(with(small_anim, "frameRate 10", "frameRate 29.97"), "\"arm\"\t0", "\"arm\"\t-1"), &diagnostics);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->frame_rate, 29.97);
    EXPECT_TRUE(mentions(diagnostics, "not whole"));
    EXPECT_TRUE(mentions(diagnostics, "2 root joints"));
}

TEST(Md5Anim, IgnoresTheFirstComponentOfAStillJoint) {
    EXPECT_TRUE(anim_of(with(with(small_anim, "\"arm\"\t0 32 1", "\"arm\"\t0 0 -77"), "numAnimatedComponents 2",
                             "numAnimatedComponents 2")));
}

TEST(Md5Anim, RepeatsMissingFramesWhenLenient) {
    Diagnostics diagnostics;
    const std::string gap = with(small_anim, "frame 1 {\n\t 1\n\t 0.1\n}\n", "");
    EXPECT_EQ(error_of(anim_of(gap)), "34: expected 'frame 1', found end of file");
    const auto file = anim_of(gap, &diagnostics, true);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->components, (std::vector<double>{0, 0, 0, 0, 2, 0.2}));
    EXPECT_TRUE(mentions(diagnostics, "1 frames are missing"));
    // Without any frame the base frame stands in.
    std::string none = with(small_anim, "( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 10 )", "( 7 0 0 ) ( 0 0 0 )\n\t( 0 0 10 )");
    const auto still = anim_of(none.substr(0, none.find("frame 0")), nullptr, true);
    ASSERT_TRUE(still) << still.error().text();
    EXPECT_EQ(still->components, (std::vector<double>{7, 0, 7, 0, 7, 0}));
}

TEST(Md5Anim, AllocatesNoMoreThanTheFileCanFill) {
    // Frames × components would be 24 GB; each count alone fits.
    std::string text = "MD5Version 10 numFrames 30000 numAnimatedComponents 99999 hierarchy {";
    for (int i = 0; i < 16667; ++i) text += " a " + std::to_string(i == 0 ? -1 : 0) + " 63 0";
    text += "} baseframe { } frame 0 { 1 }";
    for (const bool lenient : {false, true}) EXPECT_FALSE(anim_of(text, nullptr, lenient));
}

void expect_round_trip(const AnimFile& file) {
    const std::string text = write_md5anim(file);
    const auto again = anim_of(text);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(*again, file);
    EXPECT_EQ(write_md5anim(*again), text);
    const auto built = build_md5anim(*parse_json(print_json(dump_md5anim(file))));
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(*built, file);
}

TEST(Md5Anim, RoundTripKeepsEveryValue) {
    AnimFile odd = *anim_of(small_anim);
    odd.hierarchy[1].name = "\xe9";
    odd.frame_rate = 29.97;
    odd.bounds.pop_back();
    expect_round_trip(odd);
    for (const char* name : {"Bob.md5anim", "synthetic/flags.md5anim"}) {
        const auto bytes = shared_file(joined({"samples/md5/", name}));
        OSSUARY_NEED(bytes);
        expect_round_trip(*parse_md5anim(*bytes));
    }
}

TEST(Md5Anim, DumpHasTheKeysOfTheDescription) {
    const Json json = dump_md5anim(*anim_of(small_anim));
    EXPECT_EQ(json["format"].string(), "md5anim");
    EXPECT_EQ(json["numFrames"].integer(), 3);
    EXPECT_EQ(json["frameRate"].number(), 10);
    EXPECT_EQ(json["numAnimatedComponents"].integer(), 2);
    EXPECT_EQ(json["hierarchy"].items()[1]["firstComponent"].integer(), 1);
    EXPECT_EQ(json["bounds"].items()[1].items()[1].items()[0].number(), 11);
    EXPECT_EQ(json["baseframe"].items()[1]["position"].items()[2].number(), 10);
    EXPECT_EQ(json["frames"].items()[2].items()[0].number(), 2);
}

TEST(Md5Anim, BuildChecksWhatTheReaderChecks) {
    AnimFile broken = *anim_of(small_anim);
    broken.hierarchy[1].first_component = 5;
    EXPECT_FALSE(build_md5anim(dump_md5anim(broken)));
    broken = *anim_of(small_anim);
    broken.hierarchy[1].flags = -1;
    EXPECT_FALSE(build_md5anim(dump_md5anim(broken)));
    Json json = dump_md5anim(*anim_of(small_anim));
    Json frames = json["frames"];
    frames.push(Json(Json::Array{Json(1)}));
    json.set("frames", frames);
    EXPECT_FALSE(build_md5anim(json));
    json.set("frames", Json::array());
    EXPECT_FALSE(build_md5anim(json));
}

} // namespace
} // namespace ossuary::md5
