#include "ossuary/anim/additive.h"

#include <cmath>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "random_motion.h"

namespace ossuary::anim {
namespace {

class Additive : public EachTable {
protected:
    std::vector<JointBlock> difference(PoseView pose, PoseView reference) {
        std::vector<JointBlock> output(pose.size());
        EXPECT_TRUE((MakeAdditiveJob{pose, reference, output, kernels()}.run()));
        return output;
    }
    std::vector<JointBlock> apply(PoseView base, PoseView difference, float weight,
                                  std::span<const float> joint_weights = {}) {
        std::vector<JointBlock> output(base.size());
        EXPECT_TRUE((AdditiveJob{base, difference, weight, joint_weights, output, kernels()}.run()));
        return output;
    }
};
INSTANTIATE_TEST_SUITE_P(Tables, Additive, ::testing::ValuesIn(every_table()), table_name);

TEST_P(Additive, OnItsReferenceIsThePose) {
    const auto pose = random_pose(40, 1), reference = random_pose(40, 2);
    const auto got = apply(reference, difference(pose, reference), 1);
    for (std::size_t j = 0; j < 40; ++j) {
        expect_near(get_joint(got, j), to_double(get_joint(pose, j)), 1e-6);
        expect_unit(get_joint(got, j).rotation);
    }
}

TEST_P(Additive, TheDifferenceStandsOnTheLeft) {
    const Quat quarter_x = to_float(axis_angle(Vec3d{1, 0, 0}, M_PI / 2));
    const Quat quarter_z = to_float(axis_angle(Vec3d{0, 0, 1}, M_PI / 2));
    const auto turned = packed({Transform{{}, quarter_x, {1, 1, 1}}}),
               base = packed({Transform{{}, quarter_z, {1, 1, 1}}});
    const auto got = apply(base, difference(turned, make_pose(1)), 1);
    const Quatd left = to_double(quarter_x) * to_double(quarter_z);
    expect_near(get_joint(got, 0), {{}, left, {1, 1, 1}}, 1e-6);
}

TEST_P(Additive, WithoutWeightNothingChanges) {
    const auto base = random_pose(40, 3), other = difference(random_pose(40, 1), random_pose(40, 2));
    JointWeights mask(base.size() * block_joints, 0.0f);
    for (std::size_t j = 0; j < 40; j += 2) mask[j] = 1;
    const auto none = apply(base, other, 0), some = apply(base, other, 1, mask), all = apply(base, other, 1);
    for (std::size_t j = 0; j < 40; ++j) {
        expect_near(get_joint(none, j), to_double(get_joint(base, j)), 2e-7);
        expect_near(get_joint(some, j), to_double(get_joint(j % 2 == 0 ? all : base, j)), 2e-7);
    }
}

TEST_P(Additive, HalfTheWeightIsHalfTheWay) {
    const Quat turn = to_float(axis_angle(normalize(Vec3d{1, 2, 3}), 1.0));
    const Transform to{{2, 4, 6}, -turn, {3, 1, 0.5f}};
    const auto got = apply(make_pose(1), difference(packed({to}), make_pose(1)), 0.5f);
    const Quatd half = axis_angle(normalize(Vec3d{1, 2, 3}), 0.5);
    expect_near(get_joint(got, 0), {{1, 2, 3}, half, {2, 1, 0.75}}, 1e-6);
}

TEST_P(Additive, ANegativeWeightTakesAwayWhatWasAdded) {
    const auto base = random_pose(40, 3), other = difference(random_pose(40, 1), random_pose(40, 2));
    for (const float weight : {0.25f, 1.0f}) {
        const auto back = apply(apply(base, other, weight), other, -weight);
        for (std::size_t j = 0; j < 40; ++j) expect_near(get_joint(back, j), to_double(get_joint(base, j)), 2e-6);
    }
}

TEST_P(Additive, AZeroScaleInTheReferenceDoesNoHarm) {
    const auto flat = packed({Transform{{}, {}, {0, 1, 1}}});
    EXPECT_EQ(get_joint(difference(make_pose(1), flat), 0).scale, (Vec3{1, 1, 1}));
}

TEST(AdditiveJob, SaysWhichInputIsWrong) {
    std::vector<JointBlock> pose = make_pose(17), small = make_pose(3);
    EXPECT_EQ((MakeAdditiveJob{small, pose, pose}.check().error().message()), "pose: has 1 blocks instead of 2");
    EXPECT_EQ((MakeAdditiveJob{pose, small, pose}.check().error().message()), "reference: has 1 blocks instead of 2");
    EXPECT_EQ((AdditiveJob{small, pose, 1, {}, pose}.check().error().message()), "base: has 1 blocks instead of 2");
    EXPECT_EQ((AdditiveJob{pose, small, 1, {}, pose}.check().error().message()),
              "difference: has 1 blocks instead of 2");
    EXPECT_EQ((AdditiveJob{pose, pose, NAN, {}, pose}.check().error().message()), "weight: is not finite");
}

} // namespace
} // namespace ossuary::anim
