#include "ossuary/anim/attachments.h"
#include "small_character.h"

namespace ossuary::anim {
namespace {

TEST(Attachments, KnowGothicsSlots) {
    ASSERT_NE(find_slot_rule("2h"), nullptr);
    EXPECT_EQ(find_slot_rule("2h")->drawn, "ZS_RIGHTHAND");
    EXPECT_EQ(find_slot_rule("2H")->stowed, "ZS_LONGSWORD");
    EXPECT_EQ(find_slot_rule("SHIELD")->stowed, "ZS_SHIELD");
    EXPECT_EQ(find_slot_rule("SPOON"), nullptr);
    EXPECT_EQ(gothic_slots().size(), 7u);
    const Result<Rig> rig = Rig::make(small_skeleton());
    ASSERT_TRUE(rig);
    EXPECT_EQ(slot_joints(*rig), (std::vector<std::int32_t>{3, 4}));
    EXPECT_TRUE(slot_joints(*rig, "ZS_POS").empty());
}

TEST(Attachments, GoWithTheirJointOrTheObject) {
    const Result<Rig> rig = Rig::make(small_skeleton());
    ASSERT_TRUE(rig);
    Attachments attachments(*rig);
    attachments.put("zs_righthand", "SWORD");
    attachments.put("ZS_SWORD", "SCABBARD"); // this skeleton has no such slot
    std::vector<Affine> model(small_joints);
    model[3].t = {1, 2, 3};
    Affine object;
    object.t = {10, 0, 0};
    EXPECT_EQ(Attachments::matrix_of(attachments.all()[0], object, model).t, (Vec3{11, 2, 3}));
    EXPECT_EQ(Attachments::matrix_of(attachments.all()[1], object, model).t, object.t);
}

TEST(Attachments, AreReplacedMovedAndBoundAnew) {
    const Result<Rig> rig = Rig::make(small_skeleton());
    Skeleton other = small_skeleton();
    other.joints.push_back({.name = "ZS_SHIELD", .parent = 1});
    const Result<Rig> with_shield = Rig::make(other);
    ASSERT_TRUE(rig && with_shield);
    Attachments attachments(*rig);
    attachments.put("ZS_RIGHTHAND", "SWORD");
    attachments.put("ZS_RIGHTHAND", "AXE");
    attachments.put("ZS_SHIELD", "SHIELD");
    EXPECT_EQ(attachments.all().size(), 2u);
    EXPECT_EQ(attachments.find("ZS_RightHand"), "AXE");
    EXPECT_EQ(attachments.all()[1].joint, -1);
    attachments.bind(*with_shield);
    EXPECT_EQ(attachments.all()[1].joint, 5);
    EXPECT_TRUE(attachments.move("ZS_RIGHTHAND", "ZS_LEFTHAND"));
    EXPECT_FALSE(attachments.move("ZS_RIGHTHAND", "ZS_LEFTHAND"));
    EXPECT_EQ(attachments.find("ZS_LEFTHAND"), "AXE");
    EXPECT_EQ(attachments.find("ZS_RIGHTHAND"), "");
    EXPECT_TRUE(attachments.remove("ZS_LEFTHAND"));
    EXPECT_FALSE(attachments.remove("ZS_LEFTHAND"));
}

} // namespace
} // namespace ossuary::anim
