#include "ossuary/anim/fight_windows.h"
#include "ossuary/model/event.h"
#include "small_character.h"

namespace ossuary::anim {
namespace {

Ticks frame(int f) { return milliseconds(40 * f); }

// OPT 6, HIT_END 29, WINDOW 18–35, as the public documents have it.
Cast attack() {
    Clip clip = make_clip("ATTACK", {.frames = 60, .loop = LoopMode::once});
    with_event(clip, 0, HitLimbEvent{"ZS_RIGHTHAND"});
    with_event(clip, 0, HitDirectionEvent{"L"});
    with_event(clip, 0, DamageMultiplyEvent{"1.5, 2 3"});
    with_event(clip, 6, HitEvent{});
    with_event(clip, 18, WindowEvent{.kind = WindowKind::combo, .end = 35 / 25.0});
    with_event(clip, 20, HitLimbEvent{"ZS_LEFTHAND"});
    with_event(clip, 29, HitEndEvent{});
    with_event(clip, 40, HitEvent{});
    Clip parade = make_clip("PARADE", {.loop = LoopMode::once});
    with_event(parade, 2, WindowEvent{.kind = WindowKind::parade, .end = 8 / 25.0});
    return Cast({clip, parade});
}

TEST(FightWindows, KnowTheBlowsToCome) {
    const Cast cast = attack();
    EXPECT_TRUE(is_attack(cast["ATTACK"]));
    EXPECT_FALSE(is_attack(cast["PARADE"]));
    EXPECT_EQ(next_hit(cast["ATTACK"], frame(0)), frame(6));
    EXPECT_EQ(next_hit(cast["ATTACK"], frame(6)), frame(6));
    EXPECT_EQ(next_hit(cast["ATTACK"], frame(7)), frame(40));
    EXPECT_FALSE(next_hit(cast["ATTACK"], frame(41)));
}

TEST(FightWindows, OpenAndClose) {
    const Cast cast = attack();
    EXPECT_FALSE(in_parade_window(cast["PARADE"], frame(2) - Ticks(1)));
    EXPECT_TRUE(in_parade_window(cast["PARADE"], frame(2)));
    EXPECT_FALSE(in_parade_window(cast["PARADE"], frame(8)));
    EXPECT_FALSE(in_combo_window(cast["ATTACK"], frame(18), 0));
    EXPECT_TRUE(in_combo_window(cast["ATTACK"], frame(35), 0));
    EXPECT_FALSE(in_combo_window(cast["ATTACK"], frame(20), 1)); // there is no second window
    EXPECT_TRUE(blocks(cast["ATTACK"], frame(18)));
    EXPECT_FALSE(blocks(cast["ATTACK"], frame(35)));
    EXPECT_FALSE(blocks(cast["PARADE"], frame(3)));
    EXPECT_TRUE(evades(cast["PARADE"], frame(3))); // has none
    EXPECT_FALSE(evades(cast["ATTACK"], frame(3)));
    EXPECT_EQ(strike_length(cast["ATTACK"], 0), frame(29));
    EXPECT_EQ(strike_length(cast["ATTACK"], 1), frame(59));
}

TEST(FightWindows, SayWhatStrikesWhereAndHowHard) {
    const Cast cast = attack();
    EXPECT_EQ(hit_limbs(cast["ATTACK"], frame(5)), std::vector<std::string_view>{"ZS_RIGHTHAND"});
    EXPECT_EQ(hit_limbs(cast["ATTACK"], frame(20)), std::vector<std::string_view>{"ZS_LEFTHAND"});
    EXPECT_TRUE(hit_limbs(cast["PARADE"], frame(5)).empty());
    EXPECT_EQ(hit_direction(cast["ATTACK"]), "L");
    EXPECT_EQ(damage_factor(cast["ATTACK"], 0), 1.5);
    EXPECT_EQ(damage_factor(cast["ATTACK"], 1), 2);
    EXPECT_EQ(damage_factor(cast["ATTACK"], 7), 3);
    EXPECT_EQ(damage_factor(cast["PARADE"], 0), 1);
}

TEST(HitSweep, DoesNotPassThroughWhatIsBetweenTwoPoses) {
    Affine before, after;
    before.t = {-2, 1, 0};
    after.t = {2, 1, 0};
    const HitSweep sweep = sweep_of(before, after, 0.1);
    EXPECT_LT(distance(sweep, {0, 1.2, 0}, 0.15), 0); // neither end is within two metres of it
    EXPECT_NEAR(distance(sweep, {0, 2, 0}, 0.3), 0.6, 1e-9);
    ASSERT_TRUE(first_touch(sweep, {1, 1, 0}, 0.4));
    EXPECT_NEAR(*first_touch(sweep, {1, 1, 0}, 0.4), 2.5 / 4, 1e-9);
    EXPECT_FALSE(first_touch(sweep, {1, 2, 0}, 0.4));
    EXPECT_FALSE(first_touch(sweep, {5, 1, 0}, 0.4));
    EXPECT_EQ(first_touch(sweep, {-2, 1, 0}, 0.4), 0);
    EXPECT_FALSE(first_touch(sweep_of(before, before, 0.1), {2, 1, 0}, 0.4));
}

TEST(FightWindows, WhatStrikesIsTheModelsWhereTheMoveNamesNone) {
    Clip own = make_clip("OWN", {.loop = LoopMode::once});
    with_event(own, 4, HitLimbEvent{"ZS_LEFTHAND"});
    Model model = model_of({own, make_clip("OTHER", {.loop = LoopMode::once})});
    model.tags.push_back({"def_hit_limb", {"BIP01 HEAD"}});
    const Cast cast(model);
    EXPECT_EQ(hit_limbs(cast["OTHER"], frame(0)), std::vector<std::string_view>{"BIP01 HEAD"});
    EXPECT_TRUE(hit_limbs(cast["OWN"], frame(3)).empty());
    EXPECT_EQ(hit_limbs(cast["OWN"], frame(4)), std::vector<std::string_view>{"ZS_LEFTHAND"});
}

} // namespace
} // namespace ossuary::anim
