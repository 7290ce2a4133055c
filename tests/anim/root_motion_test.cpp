#include "small_character.h"

#include <cmath>

#include "ossuary/base/math.h"

namespace ossuary::anim {
namespace {

Quatd yaw(double angle) { return axis_angle(Vec3d{0, 1, 0}, angle * degrees); }

void expect_placement(const Placement& a, const Placement& b, double metres, double angle = 1e-4) {
    EXPECT_LT(length(a.position - b.position), metres);
    const Quatd d = conjugate(a.rotation) * b.rotation;
    EXPECT_LT(2 * std::atan2(length(d.xyz()), std::abs(d.w)) / degrees, angle);
}

ExtractedRoot extracted(const Clip& clip, LoopPolicy loop, const RootMotionOptions& options = {}) {
    Result<ExtractedRoot> result = extract_root_motion(clip, small_skeleton(), loop, options);
    EXPECT_TRUE(result) << (result ? "" : result.error().text());
    return *std::move(result);
}

// Walking in a curve: 5 cm and 4.5° per frame.
Clip curve(int frames = 20) { return make_clip("CURVE", {.frames = frames, .step = {0.01, 0.002, 0.05}, .turn = 4.5}); }

TEST(RootMotion, TimesTheInPlaceClipIsTheClipAtEveryFrame) {
    const Skeleton skeleton = small_skeleton();
    Clip clip = curve();
    for (const RootRotation rotation : {RootRotation::none, RootRotation::yaw, RootRotation::full})
        for (const RootReference reference :
             {RootReference::first_frame, RootReference::rest_pose, RootReference::origin})
            for (const std::int32_t joint : {0, 3}) {
                const ExtractedRoot root =
                    extracted(clip, LoopPolicy::wrap_interpolated,
                              {.joint = joint, .y = true, .rotation = rotation, .reference = reference});
                for (int f = 0; f < 20; ++f) {
                    const double time = f / 25.0;
                    const std::vector<Affined> original = object_pose(skeleton, sample_pose(clip, skeleton, time));
                    const std::vector<Affined> in_place =
                        object_pose(skeleton, sample_pose(root.in_place, skeleton, time));
                    const Placement object = root.motion.at(to_ticks(time));
                    for (std::size_t j = 0; j < small_joints; ++j)
                        EXPECT_LT(length(object.position + rotate(object.rotation, in_place[j].t) - original[j].t),
                                  1e-4)
                            << "frame " << f << " joint " << j;
                }
            }
}

TEST(RootMotion, TakesOutOnlyWhatIsAskedFor) {
    const Clip clip = curve();
    const ExtractedRoot flat = extracted(clip, LoopPolicy::clamp);
    const Placement end = flat.motion.at(to_ticks(clip.duration));
    EXPECT_EQ(end.position.y, 0);
    EXPECT_NEAR(sample(flat.in_place.joints[0].translation, clip.duration, {}).y, 1 + 19 * 0.002, 1e-6);
    EXPECT_NEAR(sample(flat.in_place.joints[0].translation, clip.duration, {}).x, 0, 1e-6);
    const ExtractedRoot straight = extracted(clip, LoopPolicy::clamp, {.x = false, .rotation = RootRotation::none});
    expect_placement(straight.motion.at(to_ticks(clip.duration)), {{0, 0, 19 * 0.05}, {}}, 1e-6);
    const ExtractedRoot origin = extracted(clip, LoopPolicy::clamp, {.y = true, .reference = RootReference::origin});
    EXPECT_NEAR(origin.motion.at({}).position.y, 1, 1e-6);
    EXPECT_FALSE(extract_root_motion(clip, small_skeleton(), LoopPolicy::clamp, {.joint = 5}));
    Clip broken = clip;
    broken.joints[0].translation.values[3].x = NAN;
    EXPECT_FALSE(extract_root_motion(broken, small_skeleton(), LoopPolicy::clamp));
    broken.joints.pop_back();
    EXPECT_FALSE(extract_root_motion(broken, small_skeleton(), LoopPolicy::clamp));
}

TEST(RootMotion, AWrappedLoopRepeatsTheStepBeforeItsSeam) {
    const ExtractedRoot root = extracted(make_clip("WALK", {.step = {0, 0, 0.05}}), LoopPolicy::wrap_interpolated);
    EXPECT_NEAR(root.motion.loop().position.z, 20 * 0.05, 1e-6); // not 19
    expect_placement(root.motion.at(to_ticks(0.78)), {{0, 0, 19.5 * 0.05}, {}},
                     1e-6); // between the last frame and the seam
    const ExtractedRoot closed = extracted(make_clip("WALK", {.step = {0, 0, 0.05}}), LoopPolicy::wrap);
    EXPECT_NEAR(closed.motion.loop().position.z, 19 * 0.05, 1e-6);
}

TEST(RootMotion, ATurnPerPassGoesRoundInASquare) {
    // 90° per pass: after four passes it is back where it was.
    const ExtractedRoot root =
        extracted(make_clip("TURN", {.step = {0, 0, 0.05}, .turn = 4.5}), LoopPolicy::wrap_interpolated);
    expect_placement(root.motion.loop(), {root.motion.loop().position, yaw(90)}, 1e-9);
    const Ticks period = to_ticks(0.8);
    expect_placement(root.motion.at(4 * period), root.motion.at({}), 1e-6);
    expect_placement(root.motion.at(403 * period), root.motion.at(3 * period), 1e-4, 1e-2); // the keys are floats
}

TEST(RootMotion, AThousandLoopsInOneStepAreAThousandSingleOnes) {
    for (const double turn : {0.0, 1e-7, 0.01, 4.5, 9.0, -17.3}) {
        Clip clip = make_clip("ANY", {.step = {0.01, 0, 0.05}, .turn = turn});
        const RootMotion motion = extracted(clip, LoopPolicy::wrap_interpolated).motion;
        const Ticks period = to_ticks(0.8), offset = to_ticks(0.123);
        Placement sum;
        for (int i = 0; i < 1000; ++i) sum = sum * motion.delta(offset + i * period, offset + (i + 1) * period);
        expect_placement(motion.delta(offset, offset + 1000 * period), sum, 1e-6);
        expect_placement(power(motion.loop(), -1000) * power(motion.loop(), 1000), {}, 1e-9);
    }
}

TEST(RootMotion, WaysAddUpWhereverTheyAreCut) {
    std::mt19937 random(5);
    for (const LoopPolicy loop : {LoopPolicy::clamp, LoopPolicy::wrap, LoopPolicy::wrap_interpolated}) {
        const RootMotion motion = extracted(curve(), loop).motion;
        for (int i = 0; i < 1000; ++i) {
            const auto time = [&] {
                return Ticks(static_cast<std::int64_t>(random() % 8'000'000'000) - 4'000'000'000);
            };
            const Ticks a = time(), b = time(), c = time();
            expect_placement(motion.delta(a, b) * motion.delta(b, c), motion.delta(a, c), 1e-6);
            expect_placement(motion.delta(b, a), inverse(motion.delta(a, b)), 1e-6);
            expect_placement(inverse(motion.at(a)) * motion.at(b), motion.delta(a, b), 1e-6);
        }
    }
}

TEST(RootMotion, BackwardsIsTheSameWayMirroredInTime) {
    Clip clip = curve(); // and not at an even pace
    for (std::size_t f = 0; f < 20; ++f) clip.joints[0].translation.values[f].z = 0.002f * static_cast<float>(f * f);
    for (const LoopPolicy loop : {LoopPolicy::clamp, LoopPolicy::wrap, LoopPolicy::wrap_interpolated}) {
        const RootMotion forward = extracted(clip, loop).motion;
        const Ticks length = to_ticks(clip.duration);
        const RootMotion back = forward.reversed(length);
        for (int i = loop == LoopPolicy::clamp ? 0 : -50; i < (loop == LoopPolicy::clamp ? 38 : 100); ++i) {
            const Ticks a = to_ticks(i * 0.02), b = to_ticks(i * 0.02 + 0.02);
            expect_placement(back.delta(a, b), forward.delta(length - a, length - b), 1e-9, 1e-5);
        }
    }
}

TEST(RootMotion, AClosedLoopLeavesNothing) {
    const Clip clip = make_clip("IDLE", {.step = {0.001, 0, 0.003}, .turn = 0.1});
    const RootMotion motion = extracted(clip, LoopPolicy::wrap_interpolated, {.close_loop = true}).motion;
    expect_placement(motion.loop(), {}, 1e-12);
    expect_placement(motion.at(to_ticks(0.8 * 100'000)), motion.at({}), 1e-12);
    EXPECT_LT(length(motion.at(to_ticks(0.4)).position), 0.002); // the middle is where it was, less the residual
}

TEST(RootMotion, KeysAtUnevenTimesWork) {
    Clip clip = make_clip("UNEVEN", {.frames = 4, .rate = 10, .step = {0, 0, 1}});
    clip.joints[0].translation.rate = 0;
    clip.joints[0].translation.times = {0, 0.05f, 0.1f, 0.3f};
    const ExtractedRoot root = extracted(clip, LoopPolicy::clamp);
    expect_placement(root.motion.at(to_ticks(0.2)), {{0, 0, 2.5}, {}}, 1e-6);
    EXPECT_NEAR(sample(root.in_place.joints[0].translation, 0.17, {}).z, 0, 1e-6);
}

} // namespace
} // namespace ossuary::anim
