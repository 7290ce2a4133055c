#include "ossuary/base/pose_checksum.h"

#include <vector>

#include <gtest/gtest.h>

using namespace ossuary;

namespace {

TEST(PoseChecksum, EveryComponentCounts) {
    const std::vector<Transform> pose = {{{1, 2, 3}, {0, 0, 0, 1}, {1, 1, 1}}};
    EXPECT_EQ(pose_checksum(pose), pose_checksum(std::vector(pose)));
    const auto differs = [&](auto edit) {
        std::vector<Transform> other = pose;
        edit(other[0]);
        return pose_checksum(other) != pose_checksum(pose);
    };
    EXPECT_TRUE(differs([](Transform& at) { at.translation.z += 1e-6f; }));
    EXPECT_TRUE(differs([](Transform& at) { at.rotation = -at.rotation; }));
    EXPECT_TRUE(differs([](Transform& at) { at.scale.x = 2; }));
}

} // namespace
