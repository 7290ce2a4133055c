#include "ossuary/formats/md5/md5camera.h"

#include <cmath>
#include <variant>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/model/event.h"
#include "shared_files.h"
#include "small_files.h"

namespace ossuary::md5 {
namespace {

using namespace testing;
using ossuary::testing::shared_file;

TEST(Md5Camera, ReadsEveryField) {
    Diagnostics diagnostics;
    const auto file = camera_of(small_camera, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(all_of(diagnostics), "");
    EXPECT_EQ(file->cuts, std::vector<std::int32_t>{1});
    EXPECT_EQ(file->frames[2], (CameraFrame{{5, 5, 5}, {0, 0, 0.5}, 60}));
    EXPECT_EQ(file->duration(), 0.5);
    EXPECT_EQ(file->time_of(1), file->time_of(2));
    EXPECT_EQ(write_md5camera(*file), small_camera);
}

struct WrongCamera {
    const char *from, *to, *error;
};

TEST(Md5Camera, SaysWhatIsWrongAndWhere) {
    const WrongCamera cases[] = {
        {"numFrames 4", "numFrames 0", "4: expected at least 1 frame, found '0'"},
        {"numFrames 4", "numFrames 999999", "4: expected count that fits in the file, found '999999'"},
        {"numFrames 4", "numFrames 5", "17: expected 5 camera entries, found 4"},
        {"numFrames 4", "", "12: expected 'numFrames' before 'camera', found 'camera'"},
        {"frameRate 4", "frameRate 0", "5: expected frame rate above 0, found '0'"},
        {"numCuts 1", "numCuts 5", "6: expected cut count in 0..4, found '5'"},
        {"numCuts 1", "numCuts 2", "10: expected 2 cuts, found 1"},
        {"\t1\n", "\t4\n", "9: expected cut frame in 1..3, found '4'"},
        {"\t1\n", "\t0\n", "9: expected cut frame in 1..3, found '0'"},
        {"\t1\n", "\t99999999999\n", "9: expected cut frame in 1..3, found '99999999999'"},
        {"\t1\n", "\t2 1\n", "9: expected cut frame in 3..3, found '1'"},
        {"\t1\n", "\tx\n", "9: expected cut frame, found 'x'"},
        {"( 0 0 0 ) 90", "( 0 0 0 ) 180", "13: expected field of view between 0 and 180, found '180'"},
        {"( 0 0 0 ) 90", "( 0 0 0 ) 0", "13: expected field of view between 0 and 180, found '0'"},
        {"cuts {", "foo {", "8: expected 'numFrames', 'frameRate', 'numCuts', 'cuts' or 'camera', found 'foo'"},
        {"cuts {\n\t1\n}", "", "15: expected 'cuts', found end of file"},
    };
    for (const WrongCamera& wrong : cases)
        EXPECT_EQ(error_of(camera_of(with(small_camera, wrong.from, wrong.to))), wrong.error) << wrong.to;
    const auto bytes = shared_file("samples/md5/invalid/InvalidCameraCut.md5camera");
    OSSUARY_NEED(bytes);
    EXPECT_EQ(error_of(parse_md5camera(*bytes)), "9: expected cut frame in 1..0, found '8'");
}

TEST(Md5Camera, ToleratesWhatDoesNoHarm) {
    Diagnostics diagnostics;
    EXPECT_TRUE(camera_of(with(with(small_camera, "numCuts 1", "numCuts 0"), "cuts {\n\t1\n}", ""), &diagnostics));
    EXPECT_TRUE(mentions(diagnostics, "no 'cuts' section"));
    const auto last = camera_of(with(small_camera, "\t1\n", "\t3\n"), &diagnostics);
    ASSERT_TRUE(last);
    EXPECT_TRUE(mentions(diagnostics, "nothing follows the last cut"));
    EXPECT_EQ(last->shots().size(), 1u);
    EXPECT_TRUE(camera_of(with(small_camera, "numFrames 4", "numFrames 3"), &diagnostics, true));
    EXPECT_FALSE(camera_of(with(with(small_camera, "numFrames 4", "numFrames 9"), "\t1\n", "\t8\n"), nullptr, true));
}

void expect_round_trip(const CameraFile& file) {
    const std::string text = write_md5camera(file);
    const auto again = camera_of(text);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(*again, file);
    EXPECT_EQ(write_md5camera(*again), text);
    const auto built = build_md5camera(*parse_json(print_json(dump_md5camera(file))));
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(*built, file);
}

TEST(Md5Camera, RoundTripKeepsEveryValue) {
    expect_round_trip(*camera_of(small_camera));
    const auto bytes = shared_file("samples/md5/synthetic/cuts.md5camera");
    OSSUARY_NEED(bytes);
    expect_round_trip(*parse_md5camera(*bytes));
}

TEST(Md5Camera, CutsKeepBothSidesApart) {
    const auto model = to_model(*camera_of(small_camera), "shot");
    ASSERT_TRUE(model);
    EXPECT_TRUE(validate(*model).empty()) << all_of(validate(*model));
    ASSERT_EQ(model->cameras.size(), 1u);
    EXPECT_EQ(model->cameras[0].joint, 0);
    EXPECT_NEAR(model->cameras[0].near_plane, 3 * 0.0254, 1e-7);
    EXPECT_NEAR(model->cameras[0].aspect, 4.0 / 3, 1e-7);
    const Clip& clip = model->clips.at(0);
    const std::vector<float>& times = clip.joints[0].translation.times;
    ASSERT_EQ(times.size(), 4u);
    EXPECT_EQ(times[2], 0.25f);
    EXPECT_EQ(times[1], std::nextafter(0.25f, 0.0f));
    EXPECT_EQ(clip.cameras[0].vertical_fov.times, times);
    ASSERT_EQ(clip.events.events.size(), 1u);
    EXPECT_EQ(clip.events.events[0].time, 0.25);
    EXPECT_EQ(clip.events.events[0].frame, 1);
    EXPECT_TRUE(std::holds_alternative<CutEvent>(clip.events.events[0].data));
    EXPECT_EQ(model->extras["md5"]["commandline"].string(), "camera by hand");
}

TEST(Md5Camera, LooksAlongMinusZ) {
    const CameraFile file{"", 24, {}, {{{0, 0, 0}, {}, 90}}};
    for (const Front front : {Front::minus_y, Front::plus_x}) {
        const Basis basis = md5_basis(front);
        const auto model = to_model(file, "still", basis);
        ASSERT_TRUE(model);
        EXPECT_TRUE(model->clips.empty()) << "a still camera has no clip";
        const Quatd rotation = to_double(model->skeleton.joints[0].rest.rotation);
        EXPECT_LT(length(rotate(rotation, Vec3d{0, 0, -1}) - basis.direction({1, 0, 0})), 1e-6);
        EXPECT_LT(length(rotate(rotation, Vec3d{0, 1, 0}) - basis.direction({0, 0, 1})), 1e-6);
    }
}

TEST(Md5Camera, LeavesOutAShotThatIsNeverShown) {
    CameraFile file = *camera_of(small_camera);
    file.cuts = {1, 2};
    Diagnostics diagnostics;
    const auto model = to_model(file, "flash", md5_basis(), &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_TRUE(validate(*model).empty());
    EXPECT_EQ(model->clips[0].joints[0].translation.values.size(), 3u);
    EXPECT_TRUE(mentions(diagnostics, "never shown"));
}

void expect_same_path(const CameraFile& back, const CameraFile& file) {
    EXPECT_EQ(back.commandline, file.commandline);
    EXPECT_EQ(back.cuts, file.cuts);
    EXPECT_EQ(back.frame_rate, file.frame_rate);
    ASSERT_EQ(back.frames.size(), file.frames.size());
    for (std::size_t i = 0; i < file.frames.size(); ++i) {
        EXPECT_LT(length(back.frames[i].position - file.frames[i].position), 1e-5) << i;
        const double cosine = std::abs(
            dot(rebuild_orientation(back.frames[i].orientation), rebuild_orientation(file.frames[i].orientation)));
        EXPECT_NEAR(cosine, 1, 1e-12) << i;
        EXPECT_NEAR(back.frames[i].fov, file.frames[i].fov, 1e-4) << i;
    }
}

TEST(Md5Camera, GoesThroughAModelAndBack) {
    const CameraFile file = *camera_of(small_camera);
    for (const Front front : {Front::minus_y, Front::plus_x}) {
        const auto model = to_model(file, "shot", md5_basis(front));
        const auto back = md5camera_from_model(*model);
        ASSERT_TRUE(back) << back.error().text();
        expect_same_path(*back, file);
    }
    CameraFile still = file;
    still.frames.resize(1);
    still.cuts.clear();
    still.frame_rate = 24;
    expect_same_path(*md5camera_from_model(*to_model(still, "still")), still);
    EXPECT_FALSE(md5camera_from_model(Model{}));
}

} // namespace
} // namespace ossuary::md5
