#include <cmath>

#include <gtest/gtest.h>

#include "ossuary/base/math.h"
#include "ossuary/codec/error.h"

namespace ossuary::codec {
namespace {

constexpr std::int32_t chain[] = {-1, 0};
constexpr double shell[] = {0.03};

PoseAt still(Transformd root, Transformd child) {
    return [=](double, std::span<Transformd> pose) {
        pose[0] = root;
        pose[1] = child;
    };
}

TEST(Error, OfEqualPosesIsZero) {
    const PoseAt pose = still({{1, 2, 3}, {}, {1, 1, 1}}, {{0, 1, 0}, {}, {1, 1, 1}});
    const ErrorReport report = measure_error(chain, pose, pose, 4, 30, shell);
    EXPECT_EQ(report.worst(), 0);
    EXPECT_EQ(report.percentile_99, 0);
}

TEST(Error, OfATranslationIsItsLengthForEveryJointBelow) {
    const ErrorReport report =
        measure_error(chain, still({}, {{0, 1, 0}, {}, {1, 1, 1}}),
                      still({{0.003, 0.004, 0}, {}, {1, 1, 1}}, {{0, 1, 0}, {}, {1, 1, 1}}), 2, 30, shell);
    EXPECT_NEAR(report.worst_at_keys, 0.005, 1e-12);
    EXPECT_NEAR(report.worst_between, 0.005, 1e-12);
    EXPECT_NEAR(report.joints[1].worst_at_keys, 0.005, 1e-12);
    EXPECT_NEAR(report.mean, 0.005, 1e-12);
}

TEST(Error, OfARotationGrowsWithTheLever) {
    const Quatd turn = axis_angle(Vec3d{0, 0, 1}, 0.001);
    const ErrorReport report = measure_error(chain, still({}, {{0, 1, 0}, {}, {1, 1, 1}}),
                                             still({{}, turn, {1, 1, 1}}, {{0, 1, 0}, {}, {1, 1, 1}}), 1, 0, shell);
    EXPECT_NEAR(report.joints[0].worst_at_keys, 0.00003, 1e-9);      // the shell alone
    EXPECT_NEAR(report.joints[1].worst_at_keys, 0.001 * 1.03, 1e-8); // a metre above, and the shell
    EXPECT_EQ(report.worst_joint, 1u);
    EXPECT_EQ(report.worst_between, 0);
}

TEST(Error, SeparatesKeysFromWhatLiesBetween) {
    const auto bump = [](double time, std::span<Transformd> pose) {
        const double x = time * 10 - std::floor(time * 10);
        pose[0] = {{x > 0.1 && x < 0.9 ? 0.5 : 0.25, 0, 0}, {}, {1, 1, 1}};
        pose[1] = {};
    };
    const ErrorReport report = measure_error(chain, still({}, {}), bump, 3, 10, shell);
    EXPECT_DOUBLE_EQ(report.worst_at_keys, 0.25);
    EXPECT_DOUBLE_EQ(report.worst_between, 0.5);
}

TEST(Error, PercentileLeavesOutTheLargestHundredth) {
    const std::int32_t root[] = {-1};
    const auto growing = [](double time, std::span<Transformd> pose) { pose[0] = {{time, 0, 0}, {}, {1, 1, 1}}; };
    const auto at_rest = [](double, std::span<Transformd> pose) { pose[0] = {}; };
    const ErrorReport report = measure_error(root, at_rest, growing, 201, 1, shell); // 1001 times, 0 … 200
    EXPECT_DOUBLE_EQ(report.worst(), 200);
    EXPECT_NEAR(report.percentile_99, 198, 0.3);
}

} // namespace
} // namespace ossuary::codec
