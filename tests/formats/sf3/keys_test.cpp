#include "ossuary/formats/sf3/keys.h"

#include <cmath>

#include "formats/sf3/made_files.h"

namespace ossuary::sf3 {
namespace {

using namespace testing;

TEST(Keys, OutsideTheKeysTheNearestHolds) {
    const BoneKeys bone = made_bone({10, 30}, 2);
    EXPECT_EQ(pose_at(bone, 0), pose_at(bone, 10));
    EXPECT_EQ(pose_at(bone, 1000), pose_at(bone, 30));
}

TEST(Keys, TranslationIsLinearBetweenKeys) {
    KeyChannel<Vector> channel{{10, 20}, {{0, 0, 0}, {fixed_one, -2 * fixed_one, 0}}};
    EXPECT_EQ(sample(channel, 12.5, {}), (Vec3d{0.25, -0.5, 0}));
    EXPECT_EQ(sample(KeyChannel<Vector>{}, 12.5, {7, 8, 9}), (Vec3d{7, 8, 9}));
}

TEST(Keys, RotationTakesTheShorterArc) {
    const Quatd half = axis_angle(Vec3d{0, 0, 1}, 0.4);
    const Quatd far = -axis_angle(Vec3d{0, 0, 1}, 0.8); // the same rotation as without the sign
    const KeyChannel<Quat16> channel{{0, 10}, {{0, 0, 0, cfixed_one}, *quat16_from_real(far)}};
    EXPECT_NEAR(std::abs(dot(sample(channel, 5), half)), 1, 1e-8);
}

TEST(Keys, ASpanCoversAllChannelsOfAllBones) {
    std::vector<BoneKeys> bones{made_bone({10, 30}, 1), made_bone({12, 40}, 2)};
    bones[0].scale.frames = {5};
    EXPECT_EQ(span_of(bones), (FrameSpan{5, 40}));
    EXPECT_EQ(span_of({}), std::nullopt);
}

} // namespace
} // namespace ossuary::sf3
