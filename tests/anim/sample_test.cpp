#include "ossuary/anim/sample.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "random_motion.h"

namespace ossuary::anim {
namespace {

class Sample : public EachTable {
protected:
    std::vector<Transform> sample(const PreparedClip& clip, double time, LoopPolicy loop = LoopPolicy::clamp) {
        std::vector<JointBlock> pose = make_pose(clip.joint_count());
        EXPECT_TRUE((SampleJob{&clip, time, loop, pose, kernels()}.run()));
        std::vector<Transform> joints(clip.joint_count());
        unpack_pose(pose, joints);
        return joints;
    }
    // Against the reference of room model.
    void compare(const Clip& clip, const Skeleton& skeleton, const std::vector<double>& times) {
        const Rig rig = *Rig::make(skeleton);
        const auto prepared = PreparedClip::make(clip, rig);
        ASSERT_TRUE(prepared) << prepared.error().text();
        for (const double time : times) {
            SCOPED_TRACE(time);
            const std::vector<Transform> got = sample(*prepared, time);
            const std::vector<Transformd> expected = sample_pose(clip, skeleton, time);
            for (std::size_t j = 0; j < got.size(); ++j) {
                expect_near(got[j], expected[j], 1e-6);
                expect_unit(got[j].rotation);
            }
        }
    }
    static std::vector<double> some_times(double duration, int count = 40) {
        Random random(9);
        std::vector<double> times = {0, duration, -1, duration + 1};
        for (int i = 0; i < count; ++i) times.push_back(random.number(-0.1, duration + 0.1));
        return times;
    }
};
INSTANTIATE_TEST_SUITE_P(Tables, Sample, ::testing::ValuesIn(every_table()), table_name);

Skeleton one_joint() { return {{{"root"}}}; }
Clip rotation_clip(std::vector<Quat> keys, double rate = 1) {
    Clip clip;
    clip.frame_rate = rate;
    clip.duration = static_cast<double>(keys.size() - 1) / rate;
    clip.joints.resize(1);
    clip.joints[0].rotation = {std::move(keys), {}, rate};
    return clip;
}

TEST_P(Sample, FollowsTheReferenceAtAnyTime) {
    for (const std::size_t joints : {1u, 15u, 16u, 33u, 70u}) {
        const Skeleton skeleton = random_skeleton(joints);
        const Clip clip = random_clip(skeleton, 24);
        compare(clip, skeleton, some_times(clip.duration));
    }
}

TEST_P(Sample, TakesMoreThanAThousandJoints) {
    const Skeleton skeleton = random_skeleton(1500);
    const Clip clip = random_clip(skeleton, 3);
    compare(clip, skeleton, {0.01, 0.05});
}

TEST_P(Sample, GoesSphericallyAlongTheShorterArc) {
    struct Case {
        Quat to;
        double t;
        Quatd expected;
    };
    const Case cases[] = {
        {{0, 0, 0.7071068f, 0.7071068f}, 0.25, {0, 0, 0.1950903, 0.9807853}},
        {{0, 0, 0.7071068f, -0.7071068f}, 0.5, {0, 0, -0.3826834, 0.9238795}},
        {{0, 0.9999996f, 0, 0.0008727f}, 0.5, {0, 0.7067982, 0, 0.7074152}},
        {{0.0087265f, 0, 0, 0.9999619f}, 0.5, {0.0043633, 0, 0, 0.9999905}},
    };
    const Rig rig = *Rig::make(one_joint());
    for (const Case& c : cases) {
        const PreparedClip clip = *PreparedClip::make(rotation_clip({{}, c.to}), rig);
        const Quat got = sample(clip, c.t)[0].rotation;
        for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(got[i], c.expected[i], 1e-6);
    }
}

TEST_P(Sample, IsExactToTheLastDigitsAtEveryAngle) {
    const Rig rig = *Rig::make(one_joint());
    Random random(3);
    for (const double angle : {1e-7, 1e-4, 0.01, 0.03, 0.07, 0.5, 1.0, 2.0, 3.0, 3.14159}) {
        const Quat from = random.rotation();
        const Vec3d axis = normalize(to_double(random.vector(1)));
        const PreparedClip clip =
            *PreparedClip::make(rotation_clip({from, to_float(axis_angle(axis, angle) * to_double(from))}), rig);
        for (double t = 0; t <= 1; t += 0.0625) {
            const Quatd expected = axis_angle(axis, angle * t) * normalize(to_double(from));
            const Quat got = sample(clip, t)[0].rotation;
            for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(got[c], expected[c], 3e-7) << angle << ' ' << t;
        }
    }
}

TEST_P(Sample, IsTheSameBackwards) {
    const Rig rig = *Rig::make(one_joint());
    Random random(4);
    for (int i = 0; i < 50; ++i) {
        const Quat a = random.rotation(), b = random.rotation();
        const PreparedClip forth = *PreparedClip::make(rotation_clip({a, b}), rig);
        const PreparedClip back = *PreparedClip::make(rotation_clip({b, a}), rig);
        const double t = random.number(0, 1);
        expect_near(sample(forth, t)[0], to_double(sample(back, 1 - t)[0]), 1e-6);
    }
}

TEST_P(Sample, GivesTheKeysThemselves) {
    const Skeleton skeleton = random_skeleton(20);
    Clip clip = random_clip(skeleton, 5, 2, 25);
    const PreparedClip prepared = *PreparedClip::make(clip, *Rig::make(skeleton));
    for (std::size_t frame = 0; frame < 5; ++frame) {
        const auto got = sample(prepared, static_cast<double>(frame) / 25);
        for (std::size_t j = 0; j < got.size(); ++j)
            EXPECT_EQ(got[j].rotation, to_float(normalize(to_double(clip.joints[j].rotation.values[frame]))));
    }
}

TEST_P(Sample, TakesChannelsWithTimesOfTheirOwn) {
    const Skeleton skeleton = random_skeleton(40);
    Clip clip = random_clip(skeleton, 12);
    Random random(5);
    // A third keeps the common frames; the others are keyed, slower, or go in steps.
    for (std::size_t j = 0; j < clip.joints.size(); ++j) {
        auto& channel = clip.joints[j].rotation;
        if (j % 3 == 1) {
            float time = 0;
            for (std::size_t k = 0; k < channel.values.size(); ++k)
                channel.times.push_back(time += random.real(0.001, 0.05));
            channel.rate = 0;
            clip.duration = std::max(clip.duration, static_cast<double>(time));
        } else if (j % 3 == 2) {
            channel.values.resize(3 + random.below(4));
            channel.rate = 10;
            clip.duration = std::max(clip.duration, static_cast<double>(channel.values.size() - 1) / 10);
            if (j % 2) channel.interpolation = Interpolation::step;
        }
    }
    compare(clip, skeleton, some_times(clip.duration, 100));
}

TEST_P(Sample, TakesKeysAtSharedTimes) {
    const Skeleton skeleton = random_skeleton(33);
    Clip clip = random_clip(skeleton, 6);
    for (JointTrack& track : clip.joints) {
        track.rotation.rate = 0;
        track.rotation.times = {0.05f, 0.06f, 0.1f, 0.125f, 0.126f, 0.15f};
    }
    compare(clip, skeleton, some_times(clip.duration, 100));
}

TEST_P(Sample, StepsHoldUntilTheNextKey) {
    Clip clip = rotation_clip({{}, {0, 0, 1, 0}, {1, 0, 0, 0}});
    clip.joints[0].rotation.interpolation = Interpolation::step;
    const PreparedClip prepared = *PreparedClip::make(clip, *Rig::make(one_joint()));
    EXPECT_EQ(sample(prepared, 0.999)[0].rotation, (Quat{}));
    EXPECT_EQ(sample(prepared, 1.5)[0].rotation, (Quat{0, 0, 1, 0}));
    EXPECT_EQ(sample(prepared, 2.5, LoopPolicy::wrap_interpolated)[0].rotation, (Quat{1, 0, 0, 0}));
}

TEST_P(Sample, LoopPoliciesSayWhatLiesBeyondTheKeys) {
    Clip clip;
    clip.duration = 3;
    clip.frame_rate = 1;
    clip.joints.resize(1);
    clip.joints[0].translation = {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {4, 0, 0}}, {}, 1};
    const PreparedClip prepared = *PreparedClip::make(clip, *Rig::make(one_joint()));
    const auto x = [&](double time, LoopPolicy loop) { return sample(prepared, time, loop)[0].translation.x; };

    EXPECT_EQ(prepared.period(LoopPolicy::clamp), 3);
    EXPECT_EQ(x(-1, LoopPolicy::clamp), 0);
    EXPECT_EQ(x(2.5, LoopPolicy::clamp), 3);
    EXPECT_EQ(x(99, LoopPolicy::clamp), 4);

    EXPECT_EQ(prepared.period(LoopPolicy::wrap), 3);
    EXPECT_EQ(x(3, LoopPolicy::wrap), 0);
    EXPECT_EQ(x(3.5, LoopPolicy::wrap), 0.5f);
    EXPECT_EQ(x(-0.5, LoopPolicy::wrap), 3);
    EXPECT_EQ(x(3e6 + 1, LoopPolicy::wrap), 1);

    EXPECT_EQ(prepared.period(LoopPolicy::wrap_interpolated), 4);
    EXPECT_EQ(x(3, LoopPolicy::wrap_interpolated), 4);
    EXPECT_EQ(x(3.25, LoopPolicy::wrap_interpolated), 3);
    EXPECT_EQ(x(4, LoopPolicy::wrap_interpolated), 0);
    EXPECT_EQ(x(-0.75, LoopPolicy::wrap_interpolated), 3);
    EXPECT_EQ(x(-4e6 - 0.75, LoopPolicy::wrap_interpolated), 3);
}

TEST_P(Sample, OneFrameAndNoFrameHoldStill) {
    const Skeleton skeleton = random_skeleton(17);
    const Rig rig = *Rig::make(skeleton);
    for (const std::size_t frames : {0u, 1u}) {
        const Clip clip = random_clip(skeleton, frames);
        const PreparedClip prepared = *PreparedClip::make(clip, rig);
        for (const LoopPolicy loop : {LoopPolicy::clamp, LoopPolicy::wrap, LoopPolicy::wrap_interpolated})
            for (const double time : {-5.0, 0.0, 0.01, 7.0}) {
                const auto got = sample(prepared, time, loop);
                const auto expected = sample_pose(clip, skeleton, 0);
                for (std::size_t j = 0; j < got.size(); ++j) expect_near(got[j], expected[j], 1e-6);
            }
        EXPECT_EQ(prepared.animated()[3], frames == 0 ? 0 : 1);
    }
}

TEST(PreparedClip, SaysWhichTrackIsWrong) {
    const Skeleton skeleton = random_skeleton(3);
    const Rig rig = *Rig::make(skeleton);
    const auto message = [&](auto change) {
        Clip clip = random_clip(skeleton, 4);
        change(clip);
        const auto prepared = PreparedClip::make(clip, rig);
        return prepared ? std::string() : prepared.error().text();
    };
    EXPECT_EQ(message([](Clip& c) { c.joints.pop_back(); }), "joints: the clip has 2 tracks for 3 joints");
    EXPECT_EQ(message([](Clip& c) { c.duration = -1; }), "duration: is negative or not finite");
    EXPECT_EQ(message([](Clip& c) { c.joints[1].rotation.values[2].y = std::numeric_limits<float>::quiet_NaN(); }),
              "joints[1].rotation.values[2]: is not finite");
    EXPECT_EQ(message([](Clip& c) { c.joints[2].rotation.rate = 0; }),
              "joints[2].rotation.rate: is missing for a uniform channel");
    EXPECT_EQ(message([](Clip& c) { c.joints[0].translation.times = {1}; }),
              "joints[0].translation.times: does not match the number of values");
    EXPECT_EQ(message([](Clip& c) {
                  c.joints[0].rotation.times = {0, 1, 1, 2};
              }),
              "joints[0].rotation.times[2]: does not increase");
}

TEST(SampleJob, SaysWhichInputIsWrong) {
    const Skeleton skeleton = random_skeleton(17);
    const PreparedClip clip = *PreparedClip::make(random_clip(skeleton, 4), *Rig::make(skeleton));
    std::vector<JointBlock> pose = make_pose(17), small = make_pose(16);
    EXPECT_EQ((SampleJob{nullptr, 0, {}, pose}.check().error().message()), "clip: is missing");
    EXPECT_EQ((SampleJob{&clip, INFINITY, {}, pose}.check().error().message()), "time: is not finite");
    EXPECT_EQ((SampleJob{&clip, 0, {}, small}.check().error().message()), "output: has 1 blocks instead of 2");
    EXPECT_FALSE((SampleJob{&clip, 0, {}, small}.run()));
    EXPECT_TRUE((SampleJob{&clip, 0, {}, pose}.check()));
}

TEST(LoopPolicy, FollowsTheData) {
    const Skeleton skeleton = random_skeleton(5);
    Clip clip = random_clip(skeleton, 8);
    EXPECT_EQ(loop_policy(clip, skeleton), LoopPolicy::clamp);
    clip.loop = LoopMode::wrap;
    EXPECT_EQ(loop_policy(clip, skeleton), LoopPolicy::wrap_interpolated);
    for (JointTrack& track : clip.joints) {
        if (!track.rotation.is_rest()) track.rotation.values.back() = -track.rotation.values.front();
        if (!track.translation.is_rest()) track.translation.values.back() = track.translation.values.front();
        if (!track.scale.is_rest()) track.scale.values.back() = track.scale.values.front();
    }
    EXPECT_EQ(loop_policy(clip, skeleton), LoopPolicy::wrap);
    clip.joints[0].translation.values.back().x += 5; // it walked
    EXPECT_EQ(loop_policy(clip, skeleton), LoopPolicy::wrap);
    clip.loop = LoopMode::unknown;
    EXPECT_EQ(loop_policy(clip, skeleton), LoopPolicy::wrap);
    clip.loop = LoopMode::once;
    EXPECT_EQ(loop_policy(clip, skeleton), LoopPolicy::clamp);
}

} // namespace
} // namespace ossuary::anim
