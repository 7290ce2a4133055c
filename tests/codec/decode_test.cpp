// Every way to a pose gives the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "codec/made_clips.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/model/model.h"

namespace ossuary::codec {
namespace {

using testing::Made;
using testing::make_walk;
using testing::source_of;

bool same_bits(const Transform& a, const Transform& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// Every kind of joint, two that move, one that scales; 45 frames.
Made make_all_kinds() {
    Made made = make_walk(45, 30, 3);
    for (const char* name : {"chest", "left knee"}) {
        const auto joint = static_cast<std::size_t>(made.skeleton.find(name));
        JointTrack& track = made.clip.joints[joint];
        track.translation.rate = track.scale.rate = 30;
        for (int f = 0; f < 45; ++f) {
            track.translation.values.push_back({0.01f * static_cast<float>(f % 9), 0.3f, -0.1f});
            track.scale.values.push_back({1, 1 + 0.01f * static_cast<float>(f % 5), 1});
        }
    }
    return made;
}

class Decode : public ::testing::Test {
protected:
    const Made made = make_all_kinds();
    const EncodedAlone result = *encode_alone(source_of(made), {});
    const PackedRig& rig = result.rig;
    const PackedClip& clip = result.encoded.clip;

    std::vector<double> random_times(std::size_t count) const {
        std::mt19937 random(5);
        std::vector<double> times{0, made.clip.duration, -1, made.clip.duration + 1};
        while (times.size() < count)
            times.push_back(made.clip.duration * static_cast<double>(random() % 10'000) / 9'999.0);
        return times;
    }
};

TEST_F(Decode, EveryPathGivesTheSameBits) {
    const auto wide = Decoder::make(rig, clip, Isa::best), portable = Decoder::make(rig, clip, Isa::baseline);
    ASSERT_TRUE(wide && portable);
    Cursor wide_cursor = wide->make_cursor(), portable_cursor = portable->make_cursor();
    std::vector<Transform> plain(rig.size()), pose(rig.size());
    std::vector<JointBlock> blocks(block_count(rig.size()));
    for (const double time : random_times(500)) {
        wide->sample_plainly(time, plain);
        const auto expect_same = [&](const char* path) {
            for (std::size_t j = 0; j < rig.size(); ++j)
                ASSERT_TRUE(same_bits(pose[j], plain[j])) << path << ", " << rig.names[j] << " at " << time;
        };
        wide->sample(time, wide_cursor, pose);
        expect_same("wide");
        portable->sample(time, portable_cursor, pose);
        expect_same("portable");
        wide->sample(time, wide_cursor, blocks);
        for (std::size_t j = 0; j < rig.size(); ++j) pose[j] = get_joint(blocks, j);
        expect_same("wide blocks");
        portable->sample(time, portable_cursor, blocks);
        for (std::size_t j = 0; j < rig.size(); ++j) pose[j] = get_joint(blocks, j);
        expect_same("portable blocks");
        for (std::size_t j = 0; j < rig.size(); ++j) pose[j] = wide->sample_joint(time, j);
        expect_same("one joint");
        wide->sample_range(time, wide_cursor, 3, std::span(pose).subspan(3, 5));
        expect_same("a range");
    }
}

TEST_F(Decode, ACursorMayGoAnywhere) {
    const auto decoder = Decoder::make(rig, clip);
    ASSERT_TRUE(decoder);
    Cursor cursor = decoder->make_cursor();
    std::vector<Transform> pose(rig.size()), plain(rig.size());
    const double step = 1 / 77.0, end = made.clip.duration;
    std::vector<double> times;
    for (double t = 0; t < end; t += step) times.push_back(t);
    for (double t = end; t > 0; t -= step) times.push_back(t);
    for (double t = 0; t < end; t += 0.2) times.insert(times.end(), {t, end - t, t});
    for (const double time : times) {
        decoder->sample(time, cursor, pose);
        decoder->sample_plainly(time, plain);
        for (std::size_t j = 0; j < rig.size(); ++j) ASSERT_TRUE(same_bits(pose[j], plain[j])) << time;
    }
}

TEST_F(Decode, AnyTwoFramesHaveAWayBetweenThem) {
    const auto decoder = Decoder::make(rig, clip);
    ASSERT_TRUE(decoder);
    Cursor cursor = decoder->make_cursor();
    std::vector<JointBlock> blocks(block_count(rig.size())), plain = blocks;
    std::vector<Transform> first(rig.size()), second(rig.size());
    for (const Position at : {Position{44, 0, 0.5f}, Position{44, 10, 0.25f}, Position{3, 40, 0.75f}}) {
        decoder->sample(at, cursor, blocks);
        decoder->sample(at, plain);
        EXPECT_EQ(std::memcmp(blocks.data(), plain.data(), blocks.size() * sizeof(JointBlock)), 0);
        decoder->sample_frame(at.first, cursor, first);
        decoder->sample_frame(at.second, cursor, second);
        for (std::size_t j = 0; j < rig.size(); ++j) {
            const Quat middle = to_float(
                slerp(to_double(first[j].rotation), to_double(second[j].rotation), static_cast<double>(at.fraction)));
            EXPECT_GT(std::abs(dot(middle, get_joint(blocks, j).rotation)), 1 - 1e-5f) << rig.names[j];
        }
    }
}

TEST_F(Decode, SaysWhoseACursorIsAndWhatThingsTake) {
    const auto decoder = Decoder::make(rig, clip), other = Decoder::make(rig, clip);
    ASSERT_TRUE(decoder && other);
    const Cursor cursor = decoder->make_cursor();
    EXPECT_TRUE(decoder->made(cursor));
    EXPECT_FALSE(other->made(cursor));
    EXPECT_GT(decoder->size_in_bytes(), clip.data.size());
    EXPECT_LT(cursor.size_in_bytes(), 300 * rig.size());
}

TEST_F(Decode, LanesPastTheLastJointHoldTheIdentity) {
    const auto decoder = Decoder::make(rig, clip);
    ASSERT_TRUE(decoder);
    Cursor cursor = decoder->make_cursor();
    std::vector<JointBlock> blocks(block_count(rig.size()));
    decoder->sample(0.3, cursor, blocks);
    for (std::size_t j = rig.size(); j < blocks.size() * block_joints; ++j)
        EXPECT_EQ(get_joint(blocks, j), Transform());
}

TEST_F(Decode, HoldsTheEndsAndTakesAnyTime) {
    const auto decoder = Decoder::make(rig, clip);
    ASSERT_TRUE(decoder);
    Cursor cursor = decoder->make_cursor();
    std::vector<Transform> pose(rig.size()), first(rig.size()), last(rig.size());
    decoder->sample_frame(0, cursor, first);
    decoder->sample_frame(44, cursor, last);
    for (const double time : {-1e300, -1.0, static_cast<double>(-INFINITY), static_cast<double>(NAN)}) {
        decoder->sample(time, cursor, pose);
        EXPECT_EQ(pose, first) << time;
    }
    for (const double time : {44 / 30.0, 2.0, 1e300, static_cast<double>(INFINITY)}) {
        decoder->sample(time, cursor, pose);
        EXPECT_EQ(pose, last) << time;
    }
}

TEST_F(Decode, RotationsAreOfUnitLength) {
    const auto decoder = Decoder::make(rig, clip);
    ASSERT_TRUE(decoder);
    std::vector<Transform> pose(rig.size());
    for (const double time : random_times(200)) {
        decoder->sample_plainly(time, pose);
        for (const Transform& joint : pose) EXPECT_NEAR(dot(joint.rotation, joint.rotation), 1, 2e-6f);
    }
}

TEST_F(Decode, TheArchiveHoldsTheSameIntegers) {
    const auto archived = to_archive(rig, clip);
    ASSERT_TRUE(archived);
    EXPECT_LT(archived->data.size(), clip.data.size());
    const auto same = to_resident(rig, *archived, packing_of(Effort::normal)), plain = to_resident(rig, *archived);
    ASSERT_TRUE(same && plain);
    EXPECT_EQ(same->bases, clip.bases);
    EXPECT_EQ(same->parts, clip.parts);
    EXPECT_TRUE(std::ranges::equal(same->data, clip.data));

    const auto decoder = Decoder::make(rig, clip), other = Decoder::make(rig, *plain);
    ASSERT_TRUE(decoder && other);
    EXPECT_FALSE(Decoder::make(rig, *archived)) << "an archive does not play";
    std::vector<Transform> a(rig.size()), b(rig.size());
    for (const double time : random_times(100)) {
        decoder->sample_plainly(time, a);
        other->sample_plainly(time, b);
        EXPECT_EQ(a, b);
    }
}

TEST_F(Decode, BecomesAClipAgain) {
    const auto back = to_clip(rig, clip);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->duration, made.clip.duration);
    EXPECT_EQ(back->joints[0].rotation.values.size(), 45u);
    EXPECT_TRUE(back->joints[static_cast<std::size_t>(made.skeleton.find("left hand"))].rotation.is_constant());
    const Skeleton skeleton = to_skeleton(rig);
    Model model;
    model.skeleton = skeleton;
    model.clips.push_back(*back);
    EXPECT_TRUE(validate(model).empty());
    EXPECT_EQ(skeleton_hash(skeleton), skeleton_hash(made.skeleton));
}

} // namespace
} // namespace ossuary::codec
