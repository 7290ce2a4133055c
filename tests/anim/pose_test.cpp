#include <gtest/gtest.h>

#include "ossuary/anim/pose.h"

namespace ossuary::anim {

TEST(Pose, KeepsEveryChannelOfEveryJoint) {
    std::vector<Transform> joints(33);
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const auto f = static_cast<float>(j);
        joints[j] = {{f, f + 1, f + 2}, {f + 3, f + 4, f + 5, f + 6}, {f + 7, f + 8, f + 9}};
    }
    std::vector<JointBlock> pose = make_pose(joints.size());
    pack_pose(joints, pose);
    std::vector<Transform> back(joints.size());
    unpack_pose(pose, back);
    EXPECT_EQ(back, joints);
}

TEST(Pose, HoldsTheIdentityPastTheLastJoint) {
    std::vector<JointBlock> pose = make_pose(17);
    ASSERT_EQ(pose.size(), 2u);
    pack_pose(std::vector<Transform>(17, {{1, 2, 3}, {}, {}}), pose);
    for (std::size_t j = 17; j < 32; ++j) EXPECT_EQ(get_joint(pose, j), Transform{});
}

} // namespace ossuary::anim
