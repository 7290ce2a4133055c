#include "ossuary/model/clip.h"

#include <cmath>

#include <gtest/gtest.h>

#include "small_model.h"

namespace ossuary {
namespace {

TEST(Clip, RestChannelKeepsTheRestPose) {
    EXPECT_EQ(sample(Channel<Vec3>{}, 0.3, {1, 2, 3}), (Vec3d{1, 2, 3}));
    EXPECT_EQ(sample(Channel<float>{}, 0.3, 7), 7);
}

TEST(Clip, ConstantChannelHoldsAtEveryTime) {
    const Channel<Vec3> channel{{{1, 2, 3}}, {}, 0, Interpolation::linear};
    for (const double time : {-1.0, 0.0, 0.5, 1e9}) EXPECT_EQ(sample(channel, time, {}), (Vec3d{1, 2, 3}));
}

TEST(Clip, UniformChannelInterpolatesAndHoldsAtItsEnds) {
    const Channel<float> channel{{0, 10, 30}, {}, 2, Interpolation::linear};
    EXPECT_DOUBLE_EQ(sample(channel, 0.25, 0), 5);
    EXPECT_DOUBLE_EQ(sample(channel, 0.75, 0), 20);
    EXPECT_DOUBLE_EQ(sample(channel, 1.0, 0), 30);
    EXPECT_DOUBLE_EQ(sample(channel, 5.0, 0), 30);
    EXPECT_DOUBLE_EQ(sample(channel, -5.0, 0), 0);
}

TEST(Clip, KeyedChannelInterpolatesBetweenUnevenTimes) {
    const Channel<float> channel{{1, 2, 8}, {0.5f, 1, 3}, 0, Interpolation::linear};
    EXPECT_DOUBLE_EQ(sample(channel, 0, 0), 1);
    EXPECT_DOUBLE_EQ(sample(channel, 0.75, 0), 1.5);
    EXPECT_DOUBLE_EQ(sample(channel, 2, 0), 5);
    EXPECT_DOUBLE_EQ(sample(channel, 9, 0), 8);
}

TEST(Clip, StepHoldsUntilTheNextKey) {
    const Channel<float> channel{{1, 2}, {0, 1}, 0, Interpolation::step};
    EXPECT_EQ(sample(channel, 0.999, 0), 1);
    EXPECT_EQ(sample(channel, 1, 0), 2);
}

TEST(Clip, RotationsTakeTheShorterArc) {
    const float s = std::sqrt(0.5f);
    const Channel<Quat> channel{{{0, 0, 0, 1}, {0, 0, -s, -s}}, {}, 1, Interpolation::linear}; // -q of 90° about z
    const Vec3d turned = rotate(sample(channel, 0.5, {}), Vec3d{1, 0, 0});
    EXPECT_NEAR(turned.x, std::sqrt(0.5), 1e-7);
    EXPECT_NEAR(turned.y, std::sqrt(0.5), 1e-7);
}

TEST(Clip, PoseCombinesChannelsAndRest) {
    const Model model = testing::small_model();
    const auto pose = object_pose(model.skeleton, sample_pose(model.clips[0], model.skeleton, 0.25));
    EXPECT_NEAR(pose[0].t.x, 1, 1e-12);
    EXPECT_NEAR(pose[1].t.y, 1, 1e-12);
    EXPECT_NEAR(pose[2].t.x, 1 - std::sin(3.14159265358979 / 4), 1e-6); // the arm has turned by a quarter of 180°
}

TEST(Clip, TimeOfKeyFollowsTheForm) {
    EXPECT_EQ((Channel<float>{{1, 2}, {}, 4, {}}.time_of(1)), 0.25);
    EXPECT_EQ((Channel<float>{{1, 2}, {0, 3}, 0, {}}.time_of(1)), 3);
    EXPECT_EQ((Channel<float>{{1}, {}, 0, {}}.time_of(0)), 0);
}

} // namespace
} // namespace ossuary
