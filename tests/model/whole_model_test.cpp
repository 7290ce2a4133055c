#include "ossuary/model/whole_model.h"

#include <gtest/gtest.h>

#include "ossuary/model/root_travel.h"

namespace ossuary {
namespace {

// A root with a child, one skinned vertex, and a clip that moves the root by a metre in two frames.
Model small_model() {
    Model model;
    model.skeleton.joints.resize(2);
    model.skeleton.joints[0].rest.translation = {0, 1, 2};
    model.skeleton.joints[1].parent = 0;
    model.skeleton.joints[1].rest.translation = {0, 0, 1};
    Mesh mesh;
    mesh.positions = {{0, 1, 3}};
    mesh.normals = {{0, 0, 1}};
    mesh.skin = 0;
    mesh.influence_start = {0, 1};
    mesh.influences = {{0, 1.0f}};
    model.meshes.push_back(mesh);
    Skin skin;
    skin.joints = {1};
    skin.inverse_bind = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, -3}}};
    model.skins.push_back(skin);
    Clip clip;
    clip.name = "walk";
    clip.duration = 1;
    clip.frame_rate = 1;
    clip.joints.resize(2);
    clip.joints[0].translation = {.values = {{0, 1, 2}, {0, 1, 3}}, .rate = 1};
    model.clips.push_back(clip);
    return model;
}

Vec3d posed(const Model& model) {
    return posed_positions(model, model.meshes[0],
                           object_pose(model.skeleton, sample_pose(model.clips[0], model.skeleton, 1)))[0];
}

TEST(WholeModel, ScaledLengthsScaleTogether) {
    Model model = small_model();
    const Vec3d before = posed(model);
    scale_model(model, 2);
    const Vec3d after = posed(model);
    EXPECT_NEAR(after.z, before.z * 2, 1e-6);
    EXPECT_NEAR(after.y, before.y * 2, 1e-6);
    EXPECT_EQ(model.source.basis.scale, 2);
}

TEST(WholeModel, TurnsAreAboutTheVerticalAxisOfTheWhole) {
    for (const int quarters : {1, 2, 3, 4, -1}) {
        Model model = small_model();
        const Vec3d before = posed(model);
        turn_model(model, quarters);
        Vec3d expected = before;
        for (int n = 0; n < ((quarters % 4) + 4) % 4; ++n) expected = {expected.z, expected.y, -expected.x};
        const Vec3d after = posed(model);
        EXPECT_NEAR(after.x, expected.x, 1e-6) << quarters;
        EXPECT_NEAR(after.y, expected.y, 1e-6) << quarters;
        EXPECT_NEAR(after.z, expected.z, 1e-6) << quarters;
    }
}

TEST(WholeModel, LightsAreScaledAndTurnedWithIt) {
    Model model = small_model();
    model.lights.resize(2);
    model.lights[0].position = {0, 1, 2};
    model.lights[0].intensity = 10;
    model.lights[0].range = 5;
    model.lights[1].type = LightType::directional;
    scale_model(model, 2);
    turn_model(model, 1);
    EXPECT_EQ(model.lights[0].position, (Vec3{4, 2, 0}));
    EXPECT_EQ(model.lights[0].intensity, 40);
    EXPECT_EQ(model.lights[0].range, 10);
    EXPECT_EQ(model.lights[1].intensity, 1);
    const Vec3d shines = rotate(to_double(model.lights[1].rotation), Vec3d{0, 0, -1});
    EXPECT_NEAR(shines.x, -1, 1e-6);
}

TEST(RootTravel, IsStrippedOrKeptAside) {
    Model model = small_model();
    Clip kept = model.clips[0], stripped = kept, extracted = kept;
    apply_root_travel(kept, model.skeleton, RootTravel::keep);
    apply_root_travel(stripped, model.skeleton, RootTravel::strip);
    apply_root_travel(extracted, model.skeleton, RootTravel::extract);
    EXPECT_EQ(kept.joints[0].translation.values.size(), 2u);
    ASSERT_TRUE(stripped.joints[0].translation.is_constant());
    EXPECT_EQ(stripped.joints[0].translation.values[0], (Vec3{0, 1, 2}));
    EXPECT_EQ(stripped.extras.find("rootMotion"), nullptr);
    const Json& way = extracted.extras["rootMotion"];
    ASSERT_EQ(way.size(), 2u);
    EXPECT_EQ(way.items()[1].items()[2].number(), 1);
}

TEST(RootTravel, OfAClipWithoutAHintIsThatOfTheFirstRoot) {
    const Model model = small_model();
    Clip clip = model.clips[0];
    EXPECT_EQ(root_joint_of(clip, model.skeleton), 0);
    clip.hints.root_joint = 1;
    EXPECT_EQ(root_joint_of(clip, model.skeleton), 1);
    EXPECT_EQ(root_joint_of(Clip(), {}), -1);
}

} // namespace
} // namespace ossuary
