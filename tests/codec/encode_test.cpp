// What the encoder promises: the bound, at any setting, for any kind of clip, measured from outside in double.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "codec/made_clips.h"
#include "ossuary/base/math.h"

namespace ossuary::codec {
namespace {

using testing::Made;
using testing::make_walk;
using testing::measured;
using testing::source_of;

EncodedAlone encoded(const Made& made, EncodeOptions options = {}) {
    auto result = encode_alone(source_of(made), options);
    EXPECT_TRUE(result) << result.error().text();
    return std::move(*result);
}

void expect_bound(const Made& made, const EncodedAlone& result, const EncodeOptions& options) {
    EXPECT_EQ(result.encoded.shortfall, "");
    const ErrorReport error = measured(made, result.rig, result.encoded.clip, options.shell);
    EXPECT_LE(error.worst_at_keys, options.precision);
    EXPECT_LE(error.worst_between, options.precision * slack_between_keys);
    EXPECT_GT(error.worst(), 0);
    EXPECT_NEAR(error.worst(), result.encoded.error.worst(), 1e-9) << "the encoder's own report says something else";
}

TEST(Fit, FindsHowEachJointMoves) {
    const Made made = make_walk(64, 30);
    const auto rig = fit_rig({{source_of(made)}}, {});
    ASSERT_TRUE(rig);
    for (std::size_t j = 0; j < rig->size(); ++j) {
        const std::string& name = rig->names[j];
        const JointKind kind = name.ends_with("hand")                              ? JointKind::constant
                               : name.ends_with("knee") || name.ends_with("elbow") ? JointKind::hinge
                               : name.ends_with("ankle")                           ? JointKind::two_hinges
                                                                                   : JointKind::three_axes;
        EXPECT_EQ(name_of(rig->joints[j].kind), name_of(kind)) << name;
        EXPECT_EQ(rig->joints[j].moves, j == 0) << name;
        EXPECT_FALSE(rig->joints[j].scales) << name;
    }
}

TEST(Encode, KeepsTheBoundAtEveryEffort) {
    const Made made = make_walk(100, 30);
    std::size_t last = SIZE_MAX;
    for (const Effort effort : {Effort::fast, Effort::normal, Effort::best}) {
        EncodeOptions options;
        options.effort = effort;
        const EncodedAlone result = encoded(made, options);
        expect_bound(made, result, options);
        EXPECT_LT(result.encoded.clip.data.size(), last) << "more effort, more bytes";
        last = result.encoded.clip.data.size();
    }
}

TEST(Encode, KeepsTheBoundAtEveryPrecision) {
    const Made made = make_walk(40, 30);
    std::size_t last = 0;
    for (const double precision : {1e-2, 1e-3, 1e-4, 1e-5, 2e-6}) {
        EncodeOptions options;
        options.precision = precision;
        const EncodedAlone result = encoded(made, options);
        expect_bound(made, result, options);
        EXPECT_GT(result.encoded.clip.data.size(), last);
        last = result.encoded.clip.data.size();
    }
}

TEST(Encode, IsSmall) {
    const Made made = make_walk(256, 30);
    const EncodedAlone result = encoded(made);
    EXPECT_LT(result.encoded.clip.data.size() * 12, result.encoded.raw_bytes);
}

TEST(Encode, GivesTheSameBytesAgain) {
    const Made made = make_walk(50, 30);
    const EncodedAlone once = encoded(made), again = encoded(made);
    EXPECT_EQ(once.rig, again.rig);
    EXPECT_TRUE(std::ranges::equal(once.encoded.clip.data, again.encoded.clip.data));
}

TEST(Encode, TakesClipsOfAnyLength) {
    for (const std::size_t frames : {1u, 2u, 3u, 5u, 15u, 16u, 17u, 18u, 33u, 65u}) {
        const Made made = make_walk(frames, 30);
        const EncodedAlone result = encoded(made);
        EXPECT_EQ(result.encoded.clip.frames, frames);
        EXPECT_EQ(result.encoded.shortfall, "") << frames;
        EXPECT_LE(measured(made, result.rig, result.encoded.clip).worst_at_keys, 1e-4) << frames;
    }
}

TEST(Encode, TakesRatesThatAreNotWhole) {
    const Made made = make_walk(40, 29.97);
    expect_bound(made, encoded(made), {});
}

TEST(Encode, TakesMoreThan65535Frames) {
    Made made;
    made.skeleton.joints.push_back({"only", -1, {}, {}});
    made.clip.name = "long";
    made.clip.joints.resize(1);
    Channel<Quat>& turn = made.clip.joints[0].rotation;
    turn.rate = 120;
    constexpr std::size_t frames = 70'000;
    for (std::size_t f = 0; f < frames; ++f)
        turn.values.push_back(axis_angle(Vec3{0, 1, 0}, static_cast<float>(std::sin(static_cast<double>(f) * 0.01))));
    made.clip.duration = (frames - 1) / 120.0;
    EncodeOptions options;
    options.effort = Effort::fast;
    const EncodedAlone result = encoded(made, options);
    EXPECT_EQ(result.encoded.clip.frames, frames);
    expect_bound(made, result, options);
    const auto archived = to_archive(result.rig, result.encoded.clip);
    ASSERT_TRUE(archived);
    const auto back = to_resident(result.rig, *archived, packing_of(options.effort));
    ASSERT_TRUE(back);
    EXPECT_TRUE(std::ranges::equal(back->data, result.encoded.clip.data));
}

TEST(Encode, TakesNoJoints) {
    Made made;
    made.clip.name = "nothing";
    const EncodedAlone result = encoded(made);
    EXPECT_EQ(result.rig.size(), 0u);
    EXPECT_EQ(result.encoded.clip.frames, 1u);
    const auto decoder = Decoder::make(result.rig, result.encoded.clip);
    ASSERT_TRUE(decoder);
    Cursor cursor = decoder->make_cursor();
    decoder->sample(0.5, cursor, std::span<Transform>());
}

TEST(Encode, ConstantClipsCostNextToNothing) {
    Made made = make_walk(200, 30);
    for (JointTrack& track : made.clip.joints) {
        track.rotation.values.assign(200, track.rotation.values[0]);
        track.rotation.rate = 30;
        if (!track.translation.values.empty()) track.translation.values.assign(200, {0, 1, 0});
    }
    const EncodedAlone result = encoded(made);
    EXPECT_LE(measured(made, result.rig, result.encoded.clip).worst(), 1e-4);
    EXPECT_LE(result.encoded.clip.data.size(), result.encoded.clip.parts.size()) << "a byte for each segment";
}

TEST(Encode, TurnsPastHalfATurnAndRound) {
    Made made = make_walk(90, 30);
    Channel<Quat>& hips = made.clip.joints[0].rotation;
    for (std::size_t f = 0; f < 90; ++f) // three whole turns
        hips.values[f] = axis_angle(normalize(Vec3{0.2f, 1, 0.1f}), static_cast<float>(f) * 0.21f);
    expect_bound(made, encoded(made), {});
}

TEST(Encode, KeysHalfATurnApartStayWithinTheBoundOrAreNamed) {
    Made made = make_walk(40, 30);
    Channel<Quat>& arm = made.clip.joints[static_cast<std::size_t>(made.skeleton.find("left arm"))].rotation;
    for (std::size_t f = 20; f < 40; ++f) arm.values[f] = arm.values[f] * axis_angle(Vec3{1, 0, 0}, 3.14f);
    const EncodedAlone result = encoded(made);
    const ErrorReport error = measured(made, result.rig, result.encoded.clip);
    EXPECT_LE(error.worst_at_keys, 1e-4);
    if (error.worst_between > 1e-4 * slack_between_keys) {
        EXPECT_NE(result.encoded.shortfall, "");
        EXPECT_EQ(result.encoded.clip.precision, 0);
    } else {
        EXPECT_EQ(result.encoded.shortfall, "");
    }
}

TEST(Encode, InnerJointsMayMove) {
    Made made = make_walk(60, 30);
    for (const char* name : {"chest", "left knee"}) {
        const auto joint = static_cast<std::size_t>(made.skeleton.find(name));
        Channel<Vec3>& slide = made.clip.joints[joint].translation;
        slide.rate = 30;
        for (int f = 0; f < 60; ++f)
            slide.values.push_back(made.skeleton.joints[joint].rest.translation +
                                   Vec3{0.01f * std::sin(0.3f * static_cast<float>(f)), 0, 0.002f});
    }
    const EncodedAlone result = encoded(made);
    EXPECT_TRUE(result.rig.joints[2].moves);
    expect_bound(made, result, {});
}

TEST(Encode, JointsMayScale) {
    Made made = make_walk(60, 30);
    for (const char* name : {"chest", "left arm"}) {
        const auto joint = static_cast<std::size_t>(made.skeleton.find(name));
        Channel<Vec3>& grow = made.clip.joints[joint].scale;
        grow.rate = 30;
        for (int f = 0; f < 60; ++f) grow.values.push_back({1 + 0.005f * static_cast<float>(f), 1, 0.8f});
    }
    const EncodedAlone result = encoded(made);
    EXPECT_TRUE(result.rig.joints[2].scales);
    expect_bound(made, result, {});
}

TEST(Encode, AWeaponSlotIsHeldToItsOwnShell) {
    const Made made = make_walk(60, 30);
    EncodeOptions options;
    options.joints.push_back({"right hand", 1e-3, 1.0});
    const EncodedAlone result = encoded(made, options);
    EXPECT_EQ(result.encoded.shortfall, "");
    const auto hand = static_cast<std::size_t>(made.skeleton.find("right hand"));
    EXPECT_LE(measured(made, result.rig, result.encoded.clip, 1.0).joints[hand].worst_at_keys, 1e-3);
    EXPECT_LE(measured(made, result.rig, result.encoded.clip).joints[0].worst_at_keys, 1e-4);
}

TEST(Encode, TheRootCanBeKeptExactly) {
    const Made made = make_walk(50, 30);
    EncodeOptions options;
    options.exact_root = true;
    const EncodedAlone result = encoded(made, options);
    expect_bound(made, result, options);
    const auto decoder = Decoder::make(result.rig, result.encoded.clip);
    ASSERT_TRUE(decoder);
    std::vector<Transform> pose(result.rig.size());
    Cursor cursor = decoder->make_cursor();
    for (std::size_t f = 0; f < 50; ++f) {
        decoder->sample_frame(f, cursor, pose);
        EXPECT_EQ(pose[0].translation, made.clip.joints[0].translation.values[f]);
        EXPECT_GT(dot(pose[0].rotation, made.clip.joints[0].rotation.values[f]), 1 - 3e-7f);
    }
}

TEST(Encode, ALoopEndsInTheBitsItBeginsWith) {
    Made made = make_walk(61, 30);
    made.clip.loop = LoopMode::wrap;
    for (JointTrack& track : made.clip.joints)
        if (track.rotation.values.size() > 1) track.rotation.values.back() = track.rotation.values.front();
    for (Vec3& at : made.clip.joints[0].translation.values) at.z = 0;
    made.clip.joints[0].translation.values.back() = made.clip.joints[0].translation.values.front();
    const EncodedAlone result = encoded(made);
    EXPECT_TRUE(result.encoded.clip.wraps);
    EXPECT_EQ(result.encoded.clip.frames, 60u);
    const auto decoder = Decoder::make(result.rig, result.encoded.clip);
    ASSERT_TRUE(decoder);
    std::vector<Transform> first(result.rig.size()), last(result.rig.size());
    Cursor cursor = decoder->make_cursor();
    decoder->sample(0, cursor, first);
    decoder->sample(made.clip.duration, cursor, last);
    EXPECT_EQ(first, last);
    const ErrorReport error = measured(made, result.rig, result.encoded.clip);
    EXPECT_LE(error.worst_between, 1e-4 * slack_between_keys);

    EncodeOptions plain;
    plain.loop = LoopKey::plain;
    EXPECT_FALSE(encoded(made, plain).encoded.clip.wraps);
}

TEST(Encode, KeyedClipsAreResampledAndTheErrorSaysSo) {
    Made made = make_walk(31, 30);
    Channel<Quat>& hips = made.clip.joints[0].rotation;
    hips.rate = 0;
    for (std::size_t f = 0; f < 31; ++f) hips.times.push_back(static_cast<float>(f) / 30.0f);
    const EncodedAlone same = encoded(made);
    EXPECT_TRUE(same.encoded.resampled);
    EXPECT_EQ(same.encoded.clip.frames, 31u);
    EXPECT_LE(same.encoded.error.worst(), 2e-4);

    for (std::size_t f = 1; f < 30; ++f) hips.times[f] += 0.011f; // keys that no frame meets
    const EncodedAlone other = encoded(made);
    EXPECT_TRUE(other.encoded.resampled);
    EXPECT_GT(other.encoded.error.worst(), 2e-4);
}

TEST(Encode, ClipsOfBodiesOfDifferentSizeShareARig) {
    const Made first = make_walk(40, 30, 1);
    Made second = make_walk(30, 30, 1);
    for (std::size_t j = 1; j < second.skeleton.joints.size(); ++j)
        second.skeleton.joints[j].rest.translation *= 0.9f + 0.02f * static_cast<float>(j % 7);
    second.clip.name = "other";
    const ClipSource both[] = {source_of(first), source_of(second)};
    const auto rig = fit_rig(both, {});
    ASSERT_TRUE(rig);
    for (const Made* made : {&first, static_cast<const Made*>(&second)}) {
        const auto packed = encode(source_of(*made), *rig, {});
        ASSERT_TRUE(packed);
        EXPECT_EQ(packed->clip.offsets.empty(), made == &first);
        EXPECT_LE(measured(*made, *rig, packed->clip).worst_at_keys, 1e-4);
    }
}

TEST(Encode, RefusesWhatIsNoClip) {
    Made made = make_walk(20, 30);
    made.clip.joints[3].rotation.values[7].x = NAN;
    const auto nan = encode_alone(source_of(made), {});
    ASSERT_FALSE(nan);
    EXPECT_EQ(nan.error().text(), "walk.left thigh.rotation: key 7 is not finite or not of unit length");

    made = make_walk(20, 30);
    made.clip.joints[3].rotation.values[8] = {1, 1, 0, 0};
    ASSERT_FALSE(encode_alone(source_of(made), {}));

    made = make_walk(20, 30);
    made.clip.joints[0].translation.values[2].y = INFINITY;
    ASSERT_FALSE(encode_alone(source_of(made), {}));

    made = make_walk(20, 30);
    made.clip.joints.pop_back();
    ASSERT_FALSE(encode_alone(source_of(made), {}));

    made = make_walk(20, 30);
    EncodeOptions options;
    options.precision = 0;
    ASSERT_FALSE(encode_alone(source_of(made), options));

    Made other = make_walk(20, 30);
    other.skeleton.joints[4].name = "elsewhere";
    const ClipSource both[] = {source_of(made), source_of(other)};
    ASSERT_FALSE(fit_rig(both, {}));
}

} // namespace
} // namespace ossuary::codec
