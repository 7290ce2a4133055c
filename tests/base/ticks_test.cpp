#include "ossuary/base/ticks.h"

#include <chrono>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace ossuary {
namespace {

TEST(Ticks, AreWholeForTheFrameRatesOfGames) {
    for (const int rate : {8, 10, 12, 15, 16, 20, 24, 25, 30, 48, 50, 60, 90, 100, 120, 1000, 10000})
        EXPECT_EQ(Ticks(ticks_in_second) / rate * rate, std::chrono::seconds(1)) << rate;
}

TEST(Ticks, ConvertFromDurations) {
    constexpr Ticks hour = std::chrono::hours(1);
    EXPECT_EQ(hour.count(), 3600 * ticks_in_second);
    EXPECT_EQ(Ticks(std::chrono::milliseconds(5)), to_ticks(0.005));
    EXPECT_LT(std::chrono::milliseconds(5), hour);
    EXPECT_FALSE((std::is_convertible_v<std::chrono::nanoseconds, Ticks>)) << "not whole";
    EXPECT_FALSE((std::is_convertible_v<std::chrono::duration<double>, Ticks>)) << "not whole";
    EXPECT_FALSE((std::is_convertible_v<std::int64_t, Ticks>)) << "a bare number has no unit";
}

TEST(Ticks, ReckonLikeDurations) {
    const Ticks a(17), b(5);
    EXPECT_EQ((a + b).count(), 22);
    EXPECT_EQ((b - a).count(), -12);
    EXPECT_EQ((a * 3).count(), 51);
    EXPECT_EQ((3 * a).count(), 51);
    EXPECT_EQ((a / 2).count(), 8);
    EXPECT_EQ(a / b, 3);
    EXPECT_EQ((a % b).count(), 2);
    EXPECT_EQ((-a % b).count(), -2);
    EXPECT_EQ(Ticks{}, Ticks::zero());
}

TEST(Ticks, ComeFromSeconds) {
    EXPECT_EQ(to_ticks(1.0 / 60).count(), ticks_in_second / 60);
    EXPECT_EQ(to_seconds(to_ticks(0.25)), 0.25);
    EXPECT_EQ(to_ticks(std::nan("")), Ticks::zero());
    EXPECT_GT(to_ticks(std::numeric_limits<double>::infinity()), to_ticks(1e9));
    EXPECT_LT(to_ticks(-1e300), to_ticks(-1e9));
}

} // namespace
} // namespace ossuary
