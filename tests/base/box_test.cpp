#include "ossuary/base/box.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

using namespace ossuary;

namespace {

TEST(Box, NothingHasNoBox) { EXPECT_FALSE(box_of(std::vector<Vec3>())); }

TEST(Box, OnePointIsItsOwnBox) {
    const std::vector<Vec3> point = {{1, -2, 3}};
    EXPECT_EQ(box_of(point)->min, point[0]);
    EXPECT_EQ(box_of(point)->max, point[0]);
}

TEST(Box, TouchesTheOutermostPoints) {
    const std::vector<Vec3> points = {{1, 5, -3}, {-2, 0, 4}, {0, -1, 0}};
    EXPECT_EQ(box_of(points)->min, (Vec3{-2, -1, -3}));
    EXPECT_EQ(box_of(points)->max, (Vec3{1, 5, 4}));
    EXPECT_EQ(box_of(points)->size(), (Vec3{3, 6, 7}));
    EXPECT_EQ(box_of(points)->center(), (Vec3{-0.5f, 2, 0.5f}));
}

TEST(Box, WhatIsNotANumberLeavesItsAxis) {
    Boxd box{{0, 0, 0}, {1, 1, 1}};
    box.add({std::nan(""), 2, -1});
    EXPECT_EQ(box, (Boxd{{0, 0, -1}, {1, 2, 1}}));
}

} // namespace
