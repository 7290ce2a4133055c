#include "ossuary/anim/object_space.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "random_motion.h"

namespace ossuary::anim {
namespace {

class ModelSpace : public EachTable {
protected:
    static void expect_close(const Affined& got, const Affined& expected, double tolerance) {
        const double size = std::max(1.0, length(expected.t));
        EXPECT_LE(length(got.t - expected.t), tolerance * size);
        for (const auto axis : {&Affined::x, &Affined::y, &Affined::z})
            EXPECT_LE(length(got.*axis - expected.*axis), tolerance * std::max(1.0, length(expected.*axis)));
    }
};
INSTANTIATE_TEST_SUITE_P(Tables, ModelSpace, ::testing::ValuesIn(every_table()), table_name);

// Depth multiplies scales, so poses keep them near one.
std::vector<Transform> gentle_pose(std::size_t joints, std::uint32_t seed) {
    std::vector<Transform> pose = random_transforms(joints, seed);
    Random random(seed);
    for (Transform& t : pose) t.scale = {random.real(0.9, 1.1), random.real(0.9, 1.1), random.real(0.9, 1.1)};
    return pose;
}
std::vector<Affined> reference(const Skeleton& skeleton, const std::vector<Transform>& pose) {
    std::vector<Transformd> exact;
    for (const Transform& t : pose) exact.push_back(to_double(t));
    return object_pose(skeleton, exact);
}

TEST_P(ModelSpace, FollowsTheTree) {
    for (const std::size_t joints : {1u, 16u, 33u, 70u, 128u, 129u, 1500u}) {
        const Skeleton skeleton = random_skeleton(joints);
        const Rig rig = *Rig::make(skeleton);
        const std::vector<Transform> pose = gentle_pose(joints, 7);
        std::vector<ObjectMatrix> output(joints);
        ASSERT_TRUE((LocalToObjectJob{&rig, packed(pose), output, -1, nullptr, kernels()}.run()));
        const std::vector<Affined> expected = reference(skeleton, pose);
        for (std::size_t j = 0; j < joints; ++j) {
            expect_close(to_double(to_affine(output[j])), expected[j], 4e-6);
            EXPECT_EQ(std::memcmp(output[j].m + 12, ObjectMatrix{}.m + 12, 16), 0);
        }
    }
}

TEST_P(ModelSpace, SeveralCharactersAreAsGoodAsOne) {
    const Skeleton skeleton = random_skeleton(33);
    const Rig rig = *Rig::make(skeleton);
    for (std::size_t characters = 0; characters <= 9; ++characters) {
        std::vector<JointBlock> poses;
        for (std::size_t c = 0; c < characters; ++c) {
            const auto pose = random_pose(33, static_cast<std::uint32_t>(c));
            poses.insert(poses.end(), pose.begin(), pose.end());
        }
        std::vector<ObjectMatrix> together(33 * characters), alone(33 * characters);
        ASSERT_TRUE((LocalToObjectJob{&rig, poses, together, -1, nullptr, kernels()}.run()));
        for (std::size_t c = 0; c < characters; ++c)
            ASSERT_TRUE((LocalToObjectJob{&rig, PoseView(poses).subspan(c * 3, 3), std::span(alone).subspan(c * 33, 33),
                                          -1, nullptr, kernels()}
                             .run()));
        for (std::size_t j = 0; j < together.size(); ++j)
            EXPECT_EQ(std::memcmp(together[j].m, alone[j].m, sizeof(ObjectMatrix)), 0);
    }
}

TEST_P(ModelSpace, FromAJointDownChangesThatBranchAlone) {
    const Skeleton skeleton = random_skeleton(300);
    const Rig rig = *Rig::make(skeleton);
    const std::vector<JointBlock> before = random_pose(300, 1), after = random_pose(300, 2);
    std::vector<ObjectMatrix> whole(300);
    ASSERT_TRUE((LocalToObjectJob{&rig, before, whole, -1, nullptr, kernels()}.run()));
    for (const std::size_t from : {0u, 5u, 17u, 140u, 299u}) {
        // The pose of the branch is new, the others' old.
        std::vector<JointBlock> mixed = before;
        for (std::size_t j = 0; j < 300; ++j)
            if (rig.in_branch(j, from)) set_joint(mixed, j, get_joint(after, j));
        std::vector<ObjectMatrix> expected(300), got = whole;
        ASSERT_TRUE((LocalToObjectJob{&rig, mixed, expected, -1, nullptr, kernels()}.run()));
        ASSERT_TRUE((LocalToObjectJob{&rig, after, got, static_cast<std::int32_t>(from), nullptr, kernels()}.run()));
        EXPECT_EQ(std::memcmp(got.data(), expected.data(), 300 * sizeof(ObjectMatrix)), 0) << from;
    }
}

TEST_P(ModelSpace, RootsFollowTheObject) {
    Skeleton skeleton = random_skeleton(40);
    skeleton.joints[20].parent = -1; // a second root
    const Rig rig = *Rig::make(skeleton);
    const std::vector<Transform> pose = gentle_pose(40, 3);
    const Affine object = to_affine(Transform{{1, 2, 3}, Random(1).rotation(), {1, 1, 1}});
    const ObjectMatrix root = to_object_matrix(object);
    std::vector<ObjectMatrix> output(40);
    ASSERT_TRUE((LocalToObjectJob{&rig, packed(pose), output, -1, &root, kernels()}.run()));
    const std::vector<Affined> expected = reference(skeleton, pose);
    for (std::size_t j = 0; j < 40; ++j)
        expect_close(to_double(to_affine(output[j])), to_double(object) * expected[j], 4e-6);
}

TEST_P(ModelSpace, PaletteUndoesTheBind) {
    const Skeleton skeleton = random_skeleton(33);
    const Rig rig = *Rig::make(skeleton);
    Skin skin;
    for (std::uint32_t j = 0; j < 33; j += 2) {
        skin.joints.push_back(j);
        skin.inverse_bind.push_back(to_float(inverse(rest_object_pose(skeleton)[j])));
    }
    const SkinBinding binding = *SkinBinding::make(skin, rig);
    std::vector<JointBlock> poses = rig.rest;
    const auto second = packed(gentle_pose(33, 8));
    poses.insert(poses.end(), second.begin(), second.end());
    std::vector<ObjectMatrix> models(66);
    std::vector<PaletteMatrix> palette(34);
    ASSERT_TRUE((LocalToObjectJob{&rig, poses, models, -1, nullptr, kernels()}.run()));
    ASSERT_TRUE((SkinPaletteJob{&binding, models, palette, kernels()}.run()));
    for (std::size_t i = 0; i < 17; ++i) {
        expect_close(to_double(to_affine(palette[i])), {}, 4e-6); // at rest nothing moves
        expect_close(to_double(to_affine(palette[17 + i])),
                     to_double(to_affine(models[33 + skin.joints[i]])) * to_double(skin.inverse_bind[i]), 1e-6);
    }
}

TEST(Rig, KnowsItsBranches) {
    const Skeleton skeleton = random_skeleton(200);
    const Rig rig = *Rig::make(skeleton);
    for (std::size_t top = 0; top < 200; top += 13) {
        const JointWeights weights = rig.branch(static_cast<std::int32_t>(top), 0.5f);
        for (std::size_t j = 0; j < 200; ++j) {
            auto up = static_cast<std::int32_t>(j);
            while (up >= 0 && up != static_cast<std::int32_t>(top))
                up = skeleton.joints[static_cast<std::size_t>(up)].parent;
            EXPECT_EQ(weights[j], up >= 0 ? 0.5f : 0.0f);
        }
    }
    EXPECT_EQ(rig.find("joint17"), 17);
    EXPECT_EQ(rig.find("JOINT17"), 17);
    EXPECT_EQ(rig.find("nothing"), -1);
}

TEST(Rig, RefusesABrokenSkeleton) {
    Skeleton skeleton = random_skeleton(4);
    skeleton.joints[2].parent = 2;
    EXPECT_EQ(Rig::make(skeleton).error().text(), "joints[2]: the parent 2 does not come before its child");
    skeleton.joints[2].parent = 1;
    skeleton.joints[3].rest.scale.y = INFINITY;
    EXPECT_EQ(Rig::make(skeleton).error().text(), "joints[3]: the rest transform is not finite");
    EXPECT_EQ(Rig::make(Skeleton{})->joint_count(), 0u);
}

TEST(LocalToObjectJob, SaysWhichInputIsWrong) {
    const Rig rig = *Rig::make(random_skeleton(17));
    std::vector<JointBlock> poses = make_pose(34);
    std::vector<ObjectMatrix> output(34);
    EXPECT_EQ((LocalToObjectJob{nullptr, poses, output}.check().error().message()), "rig: is missing");
    EXPECT_EQ((LocalToObjectJob{&rig, poses, output}.check().error().message()),
              "poses: is not a number of whole poses of the rig");
    poses = make_pose(32);
    EXPECT_EQ((LocalToObjectJob{&rig, poses, output}.check().error().message()),
              "output: has 34 matrices instead of 17");
    output.resize(17);
    EXPECT_EQ((LocalToObjectJob{&rig, poses, output, 17}.check().error().message()), "from: is no joint of the rig");
    EXPECT_TRUE((LocalToObjectJob{&rig, poses, output, 16}.check()));
}

} // namespace
} // namespace ossuary::anim
