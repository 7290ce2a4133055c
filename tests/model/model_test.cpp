#include "ossuary/model/model.h"

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/model/bounds.h"
#include "ossuary/model/world.h"
#include "small_model.h"

namespace ossuary {
namespace {

TEST(Skeleton, FindsExactNamesBeforeOtherCase) {
    Skeleton skeleton;
    skeleton.joints = {{"HAND", -1, {}, {}}, {"hand", -1, {}, {}}};
    EXPECT_EQ(skeleton.find("hand"), 1);
    EXPECT_EQ(skeleton.find("Hand"), 0);
    EXPECT_EQ(skeleton.find("foot"), -1);
}

TEST(Model, RestPoseLeavesSkinnedVerticesWhereTheyAre) {
    const Model model = testing::small_model();
    const auto posed = posed_positions(model, model.meshes[0], rest_object_pose(model.skeleton));
    for (std::size_t v = 0; v < posed.size(); ++v) EXPECT_EQ(to_float(posed[v]), model.meshes[0].positions[v]);
}

TEST(Model, MorphsMoveVerticesBeforeTheSkinDoes) {
    const Model model = testing::small_model();
    const auto pose = object_pose(model.skeleton, sample_pose(model.clips[0], model.skeleton, 1));
    const auto posed = posed_positions(model, model.meshes[0], pose, {0.5});
    EXPECT_NEAR(posed[2].z, 0.5, 1e-7);
    EXPECT_NEAR(posed[2].y, 0, 1e-7); // the arm points down after half a turn
    EXPECT_NEAR(posed[2].x, 4, 1e-7);
}

TEST(Model, RigidMeshFollowsItsJoint) {
    Model model = testing::small_model();
    Mesh& mesh = model.meshes[0];
    mesh.skin = -1;
    mesh.joint = 2;
    mesh.influences.clear();
    mesh.influence_start.clear();
    const auto posed = posed_positions(model, mesh, rest_object_pose(model.skeleton));
    EXPECT_EQ(posed[2], (Vec3d{0, 4, 0}));
    ASSERT_TRUE(bounds(model));
    EXPECT_EQ(bounds(model)->max, (Vec3{1, 4, 0}));
}

TEST(Model, NothingHasNoBounds) { EXPECT_FALSE(bounds(Model{})); }

TEST(World, BecomesAModelWithPlacesAndWays) {
    World world;
    world.name = "yard";
    world.objects = {{"chest", "CHEST.MDS", {{1, 0, 0}, {}, {1, 1, 1}}, -1, -1, {}}};
    world.way_net.points = {{"WP_A", {0, 0, 0}, {1, 0, 0}}, {"WP_B", {0, 0, 5}, {0, 0, 1}}};
    world.way_net.edges = {{0, 1}};
    EXPECT_TRUE(validate(world).empty());

    const Model model = to_model(world);
    EXPECT_TRUE(validate(model).empty());
    EXPECT_EQ(model.skeleton.joints.size(), 3u);
    EXPECT_EQ(model.skeleton.joints[0].extras["visual"].string(), "CHEST.MDS");
    EXPECT_EQ(model.extras["wayNet"].items()[0].items()[1].string(), "WP_B");
    const Vec3d facing = rotate(to_double(model.skeleton.joints[1].rest.rotation), Vec3d{0, 0, 1});
    EXPECT_NEAR(facing.x, 1, 1e-6);

    world.way_net.edges = {{0, 2}};
    ASSERT_EQ(validate(world).size(), 1u);
    EXPECT_EQ(validate(world)[0].place.field, "way_net.edges[0]");
}

} // namespace
} // namespace ossuary
