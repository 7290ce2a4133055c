#include "ossuary/anim/mirror.h"

#include <cmath>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "random_motion.h"

namespace ossuary::anim {
namespace {

Joint joint(const char* name, std::int32_t parent, const Transform& rest = {}) {
    Joint made;
    made.name = name;
    made.parent = parent;
    made.rest = rest;
    return made;
}

// A spine, two arms that rest in directions of their own but end in mirrored places, and a sword in the right hand.
Skeleton two_arms() {
    Random random(3);
    const Quat left_rest = random.rotation(), right_rest = random.rotation();
    const Vec3d upper{0.3, 0.1, 0}, lower{0.4, -0.2, 0.1};
    const auto own = [](const Quat& rest, const Vec3d& v) { return to_float(rotate(conjugate(to_double(rest)), v)); };
    Skeleton skeleton;
    skeleton.joints.push_back(joint("BIP01", -1, {{0, 1, 0}, {}, {1, 1, 1}}));
    skeleton.joints.push_back(joint("BIP01 L UpperArm", 0, {to_float(upper), left_rest, {1, 1, 1}}));
    skeleton.joints.push_back(joint("BIP01 L Hand", 1, {own(left_rest, lower), random.rotation(), {1, 1, 1}}));
    skeleton.joints.push_back(
        joint("BIP01 R UpperArm", 0, {to_float(Vec3d{-upper.x, upper.y, upper.z}), right_rest, {1, 1, 1}}));
    skeleton.joints.push_back(
        joint("BIP01 R Hand", 3, {own(right_rest, {-lower.x, lower.y, lower.z}), random.rotation(), {1, 1, 1}}));
    skeleton.joints.push_back(joint("sword", 4, {{0, 0.5f, 0}, random.rotation(), {1, 1, 1}}));
    return skeleton;
}

std::vector<Transform> turned_pose(const Skeleton& skeleton, std::uint32_t seed) {
    Random random(seed);
    std::vector<Transform> pose;
    for (const Joint& j : skeleton.joints) pose.push_back({j.rest.translation, random.rotation(), {1, 1, 1}});
    pose[0].translation = random.vector(1);
    return pose;
}

std::vector<Transform> mirrored(const MirrorMap& map, const std::vector<Transform>& pose) {
    const std::vector<JointBlock> input = packed(pose);
    std::vector<JointBlock> output = make_pose(pose.size());
    EXPECT_TRUE((MirrorJob{&map, input, output}.run()));
    std::vector<Transform> result(pose.size());
    unpack_pose(output, result);
    return result;
}

TEST(Mirror, PutsEveryJointWhereItsPartnerIsSeen) {
    const Skeleton skeleton = two_arms();
    const MirrorMap map = *MirrorMap::make(*Rig::make(skeleton));
    const std::vector<Transform> pose = turned_pose(skeleton, 5);
    const std::vector<Affined> before = object_space(skeleton, pose);
    const std::vector<Affined> after = object_space(skeleton, mirrored(map, pose));
    for (const std::size_t j : {0u, 1u, 2u, 3u, 4u}) {
        const Vec3d seen = before[map.partner(j)].t;
        EXPECT_LE(length(after[j].t - Vec3d{-seen.x, seen.y, seen.z}), 1e-6) << j;
    }
}

TEST(Mirror, TwiceIsThePoseAgain) {
    const Skeleton skeleton = two_arms();
    for (const Vec3& normal : {Vec3{1, 0, 0}, Vec3{0, 0, 3}, Vec3{1, 2, -1}}) {
        const MirrorMap map = *MirrorMap::make(*Rig::make(skeleton), normal);
        const std::vector<Transform> pose = turned_pose(skeleton, 6);
        const std::vector<Transform> twice = mirrored(map, mirrored(map, pose));
        for (std::size_t j = 0; j < pose.size(); ++j) expect_near(twice[j], to_double(pose[j]), 1e-6);
    }
}

TEST(Mirror, TheRestPoseIsItsOwn) {
    const Skeleton skeleton = two_arms();
    const MirrorMap map = *MirrorMap::make(*Rig::make(skeleton));
    std::vector<Transform> rest;
    for (const Joint& j : skeleton.joints) rest.push_back(j.rest);
    const std::vector<Transform> got = mirrored(map, rest);
    for (std::size_t j = 0; j < rest.size(); ++j) expect_near(got[j], to_double(rest[j]), 1e-6);
}

TEST(Mirror, WhatAHandHoldsStaysInIt) {
    const Skeleton skeleton = two_arms();
    const MirrorMap map = *MirrorMap::make(*Rig::make(skeleton));
    const std::vector<Transform> pose = turned_pose(skeleton, 7);
    EXPECT_EQ(map.partner(5), 5u);
    EXPECT_EQ(mirrored(map, pose)[5], pose[5]);
}

TEST(Mirror, PairsNamesAsModellersWriteThem) {
    const std::pair<const char*, const char*> pairs[] = {{"BIP01 L HAND", "BIP01 R HAND"},
                                                         {"Hand_L", "Hand_R"},
                                                         {"hand.l", "hand.r"},
                                                         {"l_thigh", "r_thigh"},
                                                         {"LeftFoot", "RightFoot"},
                                                         {"ZS_LEFTHAND", "ZS_RIGHTHAND"},
                                                         {"upper left arm", "upper right arm"},
                                                         {"luparm", "ruparm"},
                                                         {"Bip-L-Finger0", "Bip-R-Finger0"}};
    Skeleton skeleton;
    for (const auto& [left, right] : pairs) {
        skeleton.joints.push_back(joint(left, -1));
        skeleton.joints.push_back(joint(right, -1));
    }
    for (const char* alone : {"spine", "lamp", "L HAND", "bright"}) skeleton.joints.push_back(joint(alone, -1));
    const Rig rig = *Rig::make(skeleton);
    for (std::size_t j = 0; j < 2 * std::size(pairs); ++j)
        EXPECT_EQ(other_side(rig, j), static_cast<std::int32_t>(j ^ 1)) << rig.names[j];
    for (std::size_t j = 2 * std::size(pairs); j < rig.joint_count(); ++j)
        EXPECT_EQ(other_side(rig, j), -1) << rig.names[j];
}

TEST(MirrorJob, SaysWhichInputIsWrong) {
    const Rig rig = *Rig::make(random_skeleton(17));
    const MirrorMap map = *MirrorMap::make(rig);
    std::vector<JointBlock> pose = make_pose(17), small = make_pose(3), output = make_pose(17);
    EXPECT_EQ((MirrorJob{nullptr, pose, output}.check().error().message()), "map: is missing");
    EXPECT_EQ((MirrorJob{&map, small, output}.check().error().message()), "pose: has 1 blocks instead of 2");
    EXPECT_EQ((MirrorJob{&map, pose, small}.check().error().message()), "output: has 1 blocks instead of 2");
    EXPECT_EQ((MirrorJob{&map, pose, pose}.check().error().message()), "output: is the input");
    EXPECT_EQ(MirrorMap::make(rig, {0, 0, 0}).error().message(), "normal: is zero or not finite");
}

} // namespace
} // namespace ossuary::anim
