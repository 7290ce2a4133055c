#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "shared_files.h"
#include "small_files.h"

namespace ossuary::md5 {
namespace {

using namespace testing;
using ossuary::testing::golden;
using ossuary::testing::shared_file;

Model small_model() { return *to_model(*mesh_of(small_mesh), "small"); }

TEST(Md5AnimModel, SamplesAtTheFileRate) {
    Model model = small_model();
    Diagnostics diagnostics;
    const auto clip = to_clip(*anim_of(small_anim), model.skeleton, "wave", {}, &diagnostics);
    ASSERT_TRUE(clip) << clip.error().text();
    EXPECT_EQ(all_of(diagnostics), "");
    EXPECT_EQ(clip->name, "wave");
    EXPECT_NEAR(clip->duration, 0.2, 1e-12);
    EXPECT_EQ(clip->frame_rate, 10);
    EXPECT_EQ(clip->loop, LoopMode::unknown);
    EXPECT_EQ(clip->hints.root_joint, 0);
    const JointTrack &origin = clip->joints[0], &arm = clip->joints[1];
    EXPECT_EQ(origin.translation.rate, 10);
    ASSERT_EQ(origin.translation.values.size(), 3u);
    EXPECT_NEAR(origin.translation.values[2].x, 0.0508, 1e-7);
    EXPECT_TRUE(origin.rotation.is_constant());
    EXPECT_TRUE(arm.translation.is_constant());
    ASSERT_EQ(arm.rotation.values.size(), 3u);
    EXPECT_NEAR(arm.rotation.values[2].y, 0.2, 1e-7) << "about the vertical";
    EXPECT_EQ(clip->extras["source"].string(), "md5");
    EXPECT_EQ(clip->extras["sourceName"].string(), "wave");
    EXPECT_EQ(clip->extras["frameRate"].number(), 10);
    EXPECT_EQ(clip->extras["firstFrame"].integer(-1), 0);
    EXPECT_EQ(clip->extras["lastFrame"].integer(), 2);
    EXPECT_EQ(clip->extras["md5"]["commandline"].string(), "anim by hand");
    model.clips.push_back(*clip);
    EXPECT_TRUE(validate(model).empty()) << all_of(validate(model));
    EXPECT_EQ(to_clip(*anim_of(small_anim), model.skeleton, "wave", {.loop = true})->loop, LoopMode::wrap);
}

TEST(Md5AnimModel, NeighboursShareAHemisphere) {
    AnimFile file = *anim_of(small_anim);
    file.hierarchy[1].flags = 56;
    file.num_animated_components = 4;
    // Half turns about nearly opposite axes: the same rotation, stored with opposite signs.
    file.components = {0, 0.999, 0, 0.02, 0, -0.9995, 0, 0, 0, 0.999, 0, 0.02};
    const auto clip = to_clip(file, small_model().skeleton, "flip");
    ASSERT_TRUE(clip);
    const std::vector<Quat>& turns = clip->joints[1].rotation.values;
    for (std::size_t f = 1; f < turns.size(); ++f) EXPECT_GT(dot(turns[f - 1], turns[f]), 0);
}

TEST(Md5AnimModel, RootMotionIsKeptStrippedOrExtracted) {
    const Skeleton skeleton = small_model().skeleton;
    const auto strip = to_clip(*anim_of(small_anim), skeleton, "walk", {.root_motion = RootMotion::strip});
    EXPECT_TRUE(strip->joints[0].translation.is_constant());
    EXPECT_EQ(strip->extras.find("rootMotion"), nullptr);
    const auto extract = to_clip(*anim_of(small_anim), skeleton, "walk", {.root_motion = RootMotion::extract});
    EXPECT_TRUE(extract->joints[0].translation.is_constant());
    ASSERT_EQ(extract->extras["rootMotion"].size(), 3u);
    EXPECT_NEAR(extract->extras["rootMotion"].items()[2].items()[0].number(), 0.0508, 1e-7);
}

TEST(Md5AnimModel, MatchesJointsByName) {
    // Another order, another case, one joint more.
    std::string text = with(small_anim, "\"origin\"\t-1 1 0", "\"Origin\"\t-1 1 0");
    Skeleton skeleton = small_model().skeleton;
    skeleton.joints.push_back({.name = "hat", .parent = 1});
    Diagnostics diagnostics;
    auto clip = to_clip(*anim_of(text), skeleton, "wave", {}, &diagnostics);
    ASSERT_TRUE(clip) << clip.error().text();
    EXPECT_NEAR(clip->joints[0].translation.values[2].x, 0.0508, 1e-7);
    EXPECT_TRUE(clip->joints[2].translation.is_rest());
    EXPECT_TRUE(mentions(diagnostics, "2 found, 1 missing ('hat'")) << all_of(diagnostics);
    skeleton.joints.push_back({.name = "a", .parent = 1});
    skeleton.joints.push_back({.name = "b", .parent = 1});
    clip = to_clip(*anim_of(text), skeleton, "wave");
    ASSERT_FALSE(clip);
    EXPECT_NE(clip.error().message().find("animation does not fit this mesh"), std::string::npos);
}

TEST(Md5AnimModel, KeepsPlacesWhereParentsDiffer) {
    // The arm hangs on nothing in the animation, and on the moving origin in the mesh.
    const std::string text =
        with(with(small_anim, "\"arm\"\t0 32 1", "\"arm\"\t-1 32 1"), "numJoints 2", "numJoints 2");
    const AnimFile file = *anim_of(text);
    const Skeleton skeleton = small_model().skeleton;
    Diagnostics diagnostics;
    const auto clip = to_clip(file, skeleton, "wave", {}, &diagnostics);
    ASSERT_TRUE(clip);
    EXPECT_TRUE(mentions(diagnostics, "hang on another parent"));
    for (std::int32_t f = 0; f < 3; ++f) {
        const auto expected = object_skeleton(file, f);
        const auto pose = object_pose(skeleton, sample_pose(*clip, skeleton, f / 10.0));
        for (std::size_t j = 0; j < 2; ++j)
            EXPECT_LT(length(pose[j].t - md5_basis().point(expected[j].translation)), 1e-6) << f << ' ' << j;
    }
}

TEST(Md5AnimModel, CountsOrientationsBeyondUnitLength) {
    Diagnostics diagnostics;
    AnimFile file = *anim_of(small_anim);
    file.components[3] = 1.5;
    ASSERT_TRUE(to_clip(file, small_model().skeleton, "long", {}, &diagnostics));
    EXPECT_TRUE(mentions(diagnostics, "orientation is not unit length in 1 places"));
}

TEST(Md5AnimModel, StandsAloneWithItsFirstFrameAsRestPose) {
    const auto model = to_model(*anim_of(small_anim), "wave");
    ASSERT_TRUE(model);
    EXPECT_TRUE(validate(*model).empty()) << all_of(validate(*model));
    EXPECT_EQ(model->skeleton.joints[1].name, "arm");
    EXPECT_EQ(model->skeleton.joints[1].rest.translation, model->clips[0].joints[1].translation.values[0]);
    EXPECT_TRUE(model->meshes.empty());
}

TEST(Md5AnimModel, BobSkinsToTheReferencePositions) {
    const auto mesh_bytes = shared_file("samples/md5/Bob.md5mesh"), anim_bytes = shared_file("samples/md5/Bob.md5anim");
    const auto expected = golden("bob.md5anim.json");
    OSSUARY_NEED(mesh_bytes && anim_bytes && expected);
    const MeshFile mesh = *parse_md5mesh(*mesh_bytes);
    const AnimFile anim = *parse_md5anim(*anim_bytes);
    Diagnostics diagnostics;
    Model model = *to_model(mesh, "Bob");
    model.clips.push_back(*to_clip(anim, model.skeleton, "Bob", {}, &diagnostics));
    EXPECT_EQ(all_of(diagnostics), "");
    EXPECT_TRUE(validate(model).empty());
    const Clip& clip = model.clips[0];
    EXPECT_NEAR(clip.duration, 139.0 / 24, 1e-12);
    const auto posed = posed_positions(model, model.meshes[0],
                                       object_pose(model.skeleton, sample_pose(clip, model.skeleton, 70 / 24.0)));
    const auto skeleton = object_skeleton(anim, 70);
    for (std::size_t s = 0; s < mesh.meshes.size(); ++s) {
        const auto exact = skin_positions(mesh.meshes[s], skeleton);
        for (std::size_t v = 0; v < exact.size(); ++v) {
            const Vec3d& ours = posed[model.meshes[0].surfaces[s].first_vertex + v];
            EXPECT_LT(length(ours - md5_basis().point(exact[v])), 1e-5);
        }
        const Json& first = (*expected)["skinned"]["meshes"].items()[s]["first"];
        const Vec3d reference{first.items()[0].number(), first.items()[1].number(), first.items()[2].number()};
        EXPECT_LT(length(posed[model.meshes[0].surfaces[s].first_vertex] - md5_basis().point(reference)), 1e-5);
    }
}

} // namespace
} // namespace ossuary::md5
