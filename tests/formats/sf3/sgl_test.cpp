#include "ossuary/formats/sf3/sgl.h"

#include <limits>

#include <gtest/gtest.h>

namespace ossuary::sf3 {
namespace {

TEST(Sgl, FixedNumbersOfTheDescription) {
    EXPECT_EQ(fixed_to_real(0x00010000), 1.0);
    EXPECT_NEAR(fixed_to_real(static_cast<Fixed>(0xFFFCF4F6)), -3.043121, 1e-6);
    EXPECT_EQ(cfixed_to_real(0x4000), 1.0);
    EXPECT_EQ(cfixed_to_real(static_cast<CFixed>(0xC000)), -1.0);
    EXPECT_NEAR(cfixed_to_real(0x3FA4), 0.994385, 1e-6);
    EXPECT_EQ(normal16_to_real(-4096), -1.0);
    EXPECT_EQ(angle_to_degrees(0x4000), 90.0);
}

TEST(Sgl, EveryShortFixedComesBack) {
    for (int raw = INT16_MIN; raw <= INT16_MAX; ++raw) {
        const auto value = static_cast<std::int16_t>(raw);
        ASSERT_EQ(cfixed_from_real(cfixed_to_real(value)), value);
        ASSERT_EQ(normal16_from_real(normal16_to_real(value)), value);
        const auto angle = static_cast<Angle>(raw);
        ASSERT_EQ(angle_from_degrees(angle_to_degrees(angle)), angle);
    }
}

TEST(Sgl, FixedComesBackAtTheEndsAndBetween) {
    for (std::int64_t raw = INT32_MIN; raw <= INT32_MAX; raw += 65521)
        ASSERT_EQ(fixed_from_real(fixed_to_real(static_cast<Fixed>(raw))), static_cast<Fixed>(raw));
    EXPECT_EQ(fixed_from_real(fixed_to_real(INT32_MAX)), INT32_MAX);
    // A CFIXED is a FIXED shifted by two.
    EXPECT_EQ(fixed_to_real(-7321 * 4), cfixed_to_real(-7321));
}

TEST(Sgl, TiesAreRoundedAwayFromZero) {
    EXPECT_EQ(fixed_from_real(0.5 / 65536), 1);
    EXPECT_EQ(fixed_from_real(-0.5 / 65536), -1);
    EXPECT_EQ(fixed_from_real(0.49 / 65536), 0);
    EXPECT_EQ(cfixed_from_real(2.5 / 16384), 3);
}

TEST(Sgl, WhatDoesNotFitIsNothing) {
    EXPECT_EQ(fixed_from_real(32768), std::nullopt);
    EXPECT_EQ(fixed_from_real(-32768), INT32_MIN);
    EXPECT_EQ(cfixed_from_real(2), std::nullopt);
    EXPECT_EQ(cfixed_from_real(-2), INT16_MIN);
    EXPECT_EQ(fixed_from_real(std::numeric_limits<double>::quiet_NaN()), std::nullopt);
    EXPECT_EQ(fixed_from_real(std::numeric_limits<double>::infinity()), std::nullopt);
    EXPECT_EQ(vector_from_real({1, 40000, 1}), std::nullopt);
    EXPECT_EQ(quat16_from_real({0, 0, 0, 3}), std::nullopt);
}

TEST(Sgl, AnglesDropWholeTurns) {
    EXPECT_EQ(angle_from_degrees(-90), 0xC000);
    EXPECT_EQ(angle_from_degrees(450), 0x4000);
    EXPECT_EQ(angle_from_degrees(360), 0);
    EXPECT_EQ(angle_from_degrees(-0.001), 0);
}

TEST(Sgl, EveryOpaqueColourComesBack) {
    for (unsigned word = rgb_flag; word <= 0xFFFF; ++word)
        ASSERT_EQ(rgb555_from_rgba(rgb555_to_rgba(static_cast<std::uint16_t>(word))), word);
}

TEST(Sgl, RedIsInTheLowestBitsAndZeroIsTransparent) {
    EXPECT_EQ(rgb555_to_rgba(0x801F), (ColorRgba8{255, 0, 0, 255}));
    EXPECT_EQ(rgb555_to_rgba(0x83E0), (ColorRgba8{0, 255, 0, 255}));
    EXPECT_EQ(rgb555_to_rgba(0xFC00), (ColorRgba8{0, 0, 255, 255}));
    EXPECT_EQ(rgb555_to_rgba(0), (ColorRgba8{0, 0, 0, 0}));
    EXPECT_EQ(rgb555_to_rgba(0x8000), (ColorRgba8{0, 0, 0, 255}));
    EXPECT_EQ(rgb555_from_rgba({255, 255, 255, 0}), 0);
    EXPECT_EQ(rgb555_from_rgba({0, 0, 0, 255}), 0x8000);
}

TEST(Sgl, DrawModesSayHowAFaceIsDrawn) {
    EXPECT_TRUE((Attr{.dir = 0x12}.is_textured()));
    EXPECT_FALSE((Attr{.dir = 0x04}.is_textured()));
    EXPECT_FALSE((Attr{.atrb = Attr::usual_textured}.is_half_transparent())); // 4: Gouraud alone
    EXPECT_TRUE((Attr{.atrb = 0x04AF}.is_half_transparent()));
}

} // namespace
} // namespace ossuary::sf3
