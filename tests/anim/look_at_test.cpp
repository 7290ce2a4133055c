#include "ossuary/anim/look_at.h"

#include "ossuary/base/math.h"
#include "small_character.h"
#include <cmath>

namespace ossuary::anim {
namespace {

TEST(LookAt, FindsTheAnglesAndGivesUpBehind) {
    const LookSettings settings;
    const Vec3d eye{0, 1.7, 0};
    const LookAngles left = look_angles(settings, eye, {1, 1.7, 1});
    EXPECT_NEAR(left.yaw, 45, 1e-9);
    EXPECT_NEAR(left.pitch, 0, 1e-9);
    EXPECT_NEAR(look_angles(settings, eye, {0, 2.0, 2}).pitch, std::atan2(0.3, 2) / degrees, 1e-9);
    EXPECT_EQ(look_angles(settings, eye, {0, 9, 1}).pitch, 20);
    EXPECT_EQ(look_angles(settings, eye, {-1, 0, -1}), LookAngles{});
    EXPECT_EQ(look_angles(settings, eye, {0, 9, 0}), LookAngles{});
    EXPECT_EQ(look_angles(settings, eye, {NAN, 0, 1}), LookAngles{});
}

TEST(LookAt, TurnsAtItsSpeedWhateverTheSteps) {
    const Cast cast({make_clip("IDLE")});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        player.look({.yaw = 60, .pitch = -10});
        advance_cut(player, milliseconds(200), cut, [] {});
        EXPECT_NEAR(player.looking().yaw, 40, 1e-9);
        EXPECT_NEAR(player.looking().pitch, -10, 1e-9);
        player.look_ahead();
        advance_cut(player, milliseconds(100), cut, [] {});
        EXPECT_NEAR(player.looking().yaw, 20, 1e-9);
        advance_cut(player, milliseconds(5000), cut, [] {});
        EXPECT_EQ(player.looking(), LookAngles{});
    }
}

// Where the head's own front (+Z) points in object space.
Vec3d front(const Player& player) {
    const Skeleton skeleton = small_skeleton();
    std::vector<Transformd> local;
    for (const Transform& joint : joints_of(player)) local.push_back(to_double(joint));
    return object_pose(skeleton, local)[2].z;
}

TEST(LookAt, PointsTheHeadAboutTheObjectsAxes) {
    Clip bent = make_clip("BENT", {.frames = 1});
    for (Quat& q : bent.joints[1].rotation.values) q = to_float(axis_angle(Vec3d{0, 0, 1}, 30 * degrees));
    for (Quat& q : bent.joints[2].rotation.values) q = {};
    const Cast cast({bent});
    for (const bool spread : {false, true}) {
        PlayerSettings settings;
        if (spread) settings.look.joints = {{"BIP01 SPINE", 0.4}, {"BIP01 HEAD", 0.6}, {"NOT THERE", 1}};
        Player player(*cast.stack, settings);
        EXPECT_TRUE(player.start(cast["BENT"]));
        player.look_at({0, 1.7, 0}, {0.5, 1.7, 1});
        ASSERT_TRUE(player.advance(milliseconds(1000)));
        const Vec3d way = front(player);
        EXPECT_NEAR(std::atan2(way.x, way.z) / degrees, std::atan2(0.5, 1) / degrees, 1e-3);
        EXPECT_NEAR(way.y, 0, 1e-6);
        player.look({.yaw = 0, .pitch = 15});
        ASSERT_TRUE(player.advance(milliseconds(1000)));
        EXPECT_NEAR(std::asin(front(player).y) / degrees, 15, 1e-3);
    }
}

} // namespace
} // namespace ossuary::anim
