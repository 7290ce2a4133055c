#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ossuary/base/diagnostic.h"
#include "shared_files.h"
#include "small_files.h"

namespace ossuary::bvh {
namespace {

using namespace testing;
using ossuary::testing::shared_file;

// Object-space positions of all joints at a time.
std::vector<Vec3d> positions_at(const Model& model, double time, std::size_t clip = 0) {
    std::vector<Vec3d> positions;
    for (const Affined& joint : object_pose(model.skeleton, sample_pose(model.clips[clip], model.skeleton, time)))
        positions.push_back(joint.t);
    return positions;
}
double farthest(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
    double distance = 0;
    for (std::size_t i = 0; i < a.size(); ++i) distance = std::max(distance, length(a[i] - b[i]));
    return distance;
}
Model leg_model(const ToModelOptions& options = {.unit_scale = 0.01}) {
    return to_model(file_of(leg).value(), "leg", options).value();
}

TEST(BvhModel, HasTheOffsetsAsRestPoseAndTheMotionAsClip) {
    const Model model = leg_model();
    EXPECT_TRUE(validate(model).empty());
    ASSERT_EQ(model.skeleton.joints.size(), 3u);
    EXPECT_EQ(model.skeleton.joints[1].rest.translation, (Vec3{0.1f, -0.5f, 0}));
    ASSERT_EQ(model.clips.size(), 1u);
    EXPECT_EQ(model.clips[0].frame_rate, 24);
    EXPECT_DOUBLE_EQ(model.clips[0].duration, 2.0 / 24);
    EXPECT_EQ(model.clips[0].joints[0].translation.values[1], (Vec3{0.01f, 0.91f, 0.02f}));
}

// Z 90°, then X 90° about the turned axis: y goes to z by X, and z stays under Z.
TEST(BvhModel, TurnsInTheOrderOfTheChannels) {
    const auto file = file_of("HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation }\n"
                              "MOTION Frames: 1 Frame Time: 1\n90 90 0");
    ASSERT_TRUE(file) << file.error().text();
    const Model model = to_model(*file, "a", {.unit_scale = 1}).value();
    const Quatd rotation = to_double(model.clips[0].joints[0].rotation.values.at(0));
    const Vec3d y = rotate(rotation, Vec3d{0, 1, 0}), x = rotate(rotation, Vec3d{1, 0, 0});
    EXPECT_NEAR(y.z, 1, 1e-6);
    EXPECT_NEAR(x.y, 1, 1e-6);
}

TEST(BvhModel, LetsAPositionTakeThePlaceOfTheOffset) {
    const auto file = file_of("HIERARCHY ROOT a { OFFSET 1 2 3 CHANNELS 1 Yposition }\n"
                              "MOTION Frames: 1 Frame Time: 1\n5");
    const Model model = to_model(file.value(), "a", {.unit_scale = 1}).value();
    EXPECT_EQ(model.clips[0].joints[0].translation.values.at(0), (Vec3{1, 5, 3}));
}

TEST(BvhModel, GuessesTheUnitFromTheHeight) {
    const auto scale = [](double height) {
        File file = file_of(leg).value(); // 120 units tall
        for (Node& node : file.nodes) node.offset *= height / 120;
        Diagnostics diagnostics;
        const Model model = to_model(file, "leg", {}, &diagnostics).value();
        EXPECT_EQ(diagnostics.size(), 1u);
        return model.source.basis.scale;
    };
    EXPECT_EQ(scale(1.8), 1);
    EXPECT_EQ(scale(170), 0.01);
    EXPECT_EQ(scale(67), 0.0254);
    EXPECT_EQ(scale(30), 0.0254 / 0.45);
    EXPECT_EQ(scale(1000), 0.01); // nothing fits
    EXPECT_EQ(leg_model({.unit_scale = 2}).source.basis.scale, 2);
}

TEST(BvhModel, LeavesOutTheFirstFramesOnRequest) {
    const Model model = leg_model({.unit_scale = 0.01, .skip_frames = 1});
    EXPECT_EQ(model.clips[0].joints[0].translation.values.size(), 2u);
    EXPECT_EQ(model.clips[0].joints[0].translation.values[0].x, 0.01f);
    EXPECT_TRUE(validate(leg_model({.unit_scale = 0.01, .skip_frames = 9})).empty());
}

TEST(BvhModel, ComesBackAsTheSameFile) {
    const File file = file_of(leg).value();
    const Model model = leg_model();
    const File back = bvh_from_model(model, model.clips[0]).value();
    ASSERT_EQ(back.nodes.size(), file.nodes.size());
    for (std::size_t n = 0; n < file.nodes.size(); ++n) {
        EXPECT_EQ(back.nodes[n].name, file.nodes[n].name);
        EXPECT_EQ(back.nodes[n].channels, file.nodes[n].channels);
        EXPECT_LT(length(back.nodes[n].offset - file.nodes[n].offset), 1e-5);
    }
    EXPECT_EQ(back.frame_time, file.frame_time);
    ASSERT_EQ(back.values.size(), file.values.size());
    for (std::size_t i = 0; i < file.values.size(); ++i) EXPECT_NEAR(back.values[i], file.values[i], 1e-4) << i;
}

TEST(BvhModel, IsZeroAtRestWhateverTheRestRotations) {
    Model model = leg_model();
    const Quat turn = to_float(axis_angle(normalize(Vec3d{1, 2, 3}), 1.1));
    for (Joint& joint : model.skeleton.joints) joint.rest.rotation = turn;
    Clip rest;
    rest.name = "rest";
    rest.joints.resize(3);
    const File file = bvh_from_model(model, rest).value();
    for (std::size_t i = 3; i < file.values.size(); ++i) EXPECT_NEAR(file.values[i], 0, 1e-5);

    // And in motion the joints are where they were.
    const Clip& clip = model.clips[0];
    const File moving = bvh_from_model(model, clip, {.unit_scale = 1}).value();
    const Model again = to_model(moving, "again", {.unit_scale = 1}).value();
    for (const double time : {0.0, 1.0 / 24, 2.0 / 24})
        EXPECT_LT(farthest(positions_at(again, time), positions_at(model, time)), 1e-6);
}

TEST(BvhModel, PutsAMotionOnASkeletonThatIsThere) {
    const Model model = leg_model();
    File longer = file_of(leg).value();
    longer.nodes[2].offset.y = -60;
    longer.nodes[0].name = "HIP";
    const auto clip = to_clip(longer, model.skeleton, "other", {.unit_scale = 0.01});
    ASSERT_TRUE(clip) << clip.error().text();
    EXPECT_EQ(clip->joints[2].translation.values, (std::vector<Vec3>{{0, -0.6f, 0}}));
    EXPECT_TRUE(clip->joints[1].translation.is_rest());

    File elsewhere = file_of(leg).value();
    std::swap(elsewhere.nodes[1].name, elsewhere.nodes[2].name);
    EXPECT_FALSE(to_clip(elsewhere, model.skeleton, "other"));
    File strange = file_of(leg).value();
    for (Node& node : strange.nodes) node.name += "x";
    EXPECT_FALSE(to_clip(strange, model.skeleton, "other"));
}

TEST(BvhModel, SaysWhatIsLost) {
    Model model = leg_model();
    model.clips[0].joints[1].scale.values = {{2, 2, 2}};
    Diagnostics diagnostics;
    ASSERT_TRUE(bvh_from_model(model, model.clips[0], {}, &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_NE(diagnostics[0].message.find("scale"), std::string::npos);
    EXPECT_FALSE(bvh_from_model(Model{}, Clip{}));
}

// Positions at frame 100, by forward kinematics with matrices in another program.
TEST(BvhModel, PosesMotionCapture) {
    const auto bytes = shared_file("samples/bvh/02_01.bvh");
    OSSUARY_NEED(bytes);
    const File file = parse_bvh(*bytes).value();
    const Model model = to_model(file, "walk").value();
    EXPECT_TRUE(validate(model).empty());
    EXPECT_DOUBLE_EQ(model.source.basis.scale, 0.0254 / 0.45);
    const auto positions = positions_at(model, 100.0 / 120);
    const auto at = [&](std::string_view name) {
        return positions[static_cast<std::size_t>(model.skeleton.find(name))];
    };
    EXPECT_LT(length(at("Head") - Vec3d{0.52858252, 1.37143107, -0.77395935}), 1e-6);
    EXPECT_LT(length(at("RightToeBase") - Vec3d{0.51629915, 0.03689847, -0.55579806}), 1e-6);
    EXPECT_LT(length(at("LThumb") - Vec3d{0.74813305, 0.80838116, -0.70809776}), 1e-6);

    const Model again = to_model(bvh_from_model(model, model.clips[0]).value(), "again").value();
    for (int frame = 0; frame < 344; frame += 7)
        EXPECT_LT(farthest(positions_at(again, frame / 120.0), positions_at(model, frame / 120.0)), 2e-6);
}

} // namespace
} // namespace ossuary::bvh
