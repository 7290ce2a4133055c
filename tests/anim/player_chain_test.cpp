#include "small_character.h"

#include <cmath>

#include "ossuary/anim/moveset.h"
#include "ossuary/model/event.h"

namespace ossuary::anim {
namespace {

Clip once(std::string name, int frames, std::string next = "", const char* flags = nullptr) {
    Clip clip = make_clip(std::move(name), {.frames = frames, .loop = LoopMode::once, .flags = flags});
    clip.hints.next = std::move(next);
    clip.hints.blend_in = clip.hints.blend_out = 0.1;
    return clip;
}
Clip loop(std::string name, const char* flags = nullptr) {
    Clip clip = make_clip(std::move(name), {.flags = flags});
    clip.hints.next = clip.name;
    clip.hints.blend_in = clip.hints.blend_out = 0.1;
    return clip;
}
std::string played(Player& player, int ms, const Cut& cut) {
    std::vector<Notice> notices;
    collect(player, milliseconds(ms), cut, notices);
    return text_of(notices);
}

TEST(Chains, SuccessorsBeginAtTheExactEndOfTheirPredecessors) {
    const Cast cast({once("T_A", 4, "t_b"), once("T_B", 3, "T_C"), once("T_C", 2, "S_END"), loop("S_END")});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["T_A"]));
        EXPECT_EQ(played(player, 1100, cut), "0.0000 start 1 T_A\n"
                                             "0.1200 stop 1 T_A\n"
                                             "0.1200 start 1 T_B\n"
                                             "0.2000 stop 1 T_B\n"
                                             "0.2000 start 1 T_C\n"
                                             "0.2400 stop 1 T_C\n"
                                             "0.2400 start 1 S_END\n"
                                             "1.0400 loop 1 S_END pass 1\n")
            << cut.name;
        EXPECT_EQ(player.layer(1)->elapsed, Ticks(milliseconds(860)));
    }
}

TEST(Chains, CarryTheirSpeed) {
    const Cast cast({once("T_A", 4, "S_END"), loop("S_END")});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["T_A"], {.speed = 2}));
    EXPECT_EQ(played(player, 500, cuts()[6]), "0.0000 start 1 T_A\n0.0600 stop 1 T_A\n0.0600 start 1 S_END\n"
                                              "0.4600 loop 1 S_END pass 1\n");
}

TEST(Chains, WithoutEndOrLengthAreErrorsNotHangs) {
    Clip a = once("A", 1, "B"), b = once("B", 1, "A");
    a.frame_rate = b.frame_rate = 0;
    const Cast cast({a, b, once("C", 2, "D"), once("D", 2, "C"), loop("S")});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["A"]));
    EXPECT_FALSE(player.advance(milliseconds(10)));
    EXPECT_EQ(player.now(), Ticks(milliseconds(10)));
    EXPECT_LT(player.notices().size(), 500u);
    ASSERT_TRUE(player.advance(milliseconds(10)));

    player.max_passes = 20;
    EXPECT_TRUE(player.start(cast["C"], {.force = true}));
    EXPECT_FALSE(player.advance(milliseconds(10'000))); // 250 ends
    EXPECT_TRUE(player.start(cast["S"], {.force = true}));
    EXPECT_TRUE(player.advance(milliseconds(100)));
    EXPECT_EQ(player.layer(1)->move, &cast["S"]);
}

TEST(Chains, MovesWithoutSamplesFadeToTheirNext) {
    Model model = model_of({loop("S_RUN"), loop("S_STAND")});
    const auto blend = [&](const char* name, const char* next, float in, float out) {
        model.transitions.push_back({.name = name, .next = next, .blend_in = in, .blend_out = out});
    };
    blend("T_RUN_2_STAND", "S_STAND", 0.5, 0.5);
    blend("T_ROUND", "T_ROUND", 0.5, 0.5);
    blend("T_NOWHERE", "", 0.5, 0.5);
    const Cast cast(model);
    ASSERT_EQ(cast["T_RUN_2_STAND"].clip, nullptr);
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["S_RUN"]));
        EXPECT_EQ(played(player, 100, cut), "0.0000 start 1 S_RUN\n");
        EXPECT_TRUE(player.start(cast["T_RUN_2_STAND"]));
        EXPECT_EQ(played(player, 250, cut), "0.1000 stop 1 S_RUN\n"
                                            "0.1000 start 1 T_RUN_2_STAND\n"
                                            "0.1000 stop 1 T_RUN_2_STAND\n"
                                            "0.1000 start 1 S_STAND\n");
    }
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["T_ROUND"]));
    EXPECT_FALSE(player.advance(milliseconds(1)));
    EXPECT_TRUE(player.start(cast["S_RUN"]));
    EXPECT_TRUE(player.start(cast["T_NOWHERE"]));
    ASSERT_TRUE(player.advance(milliseconds(1)));
    EXPECT_FALSE(player.layer(1));
}

TEST(Chains, FlagEWaitsForTheEnd) {
    const Cast cast({once("T_A", 6, "S_LOOP", "."), loop("S_LOOP", "."), loop("S_WAIT", "E")});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["T_A"]));
        EXPECT_TRUE(player.start(cast["S_WAIT"])); // instead of what T_A names
        EXPECT_EQ(played(player, 300, cut), "0.0000 start 1 T_A\n0.2000 stop 1 T_A\n0.2000 start 1 S_WAIT\n");
        EXPECT_TRUE(player.start(cast["S_LOOP"]));
        played(player, 500, cut);
        EXPECT_TRUE(player.start(cast["S_WAIT"])); // S_LOOP's pass ends at 1.1 s
        EXPECT_EQ(played(player, 500, cut), "1.1000 stop 1 S_LOOP\n1.1000 start 1 S_WAIT\n") << cut.name;
    }
}

TEST(Chains, TransitionsOfAScriptAreNotInterruptedUnlessForced) {
    const Cast cast({once("T_A", 20, "", "."), loop("S_LOOP", "."), once("FREE", 20)});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["T_A"]));
    EXPECT_TRUE(player.advance(milliseconds(100)));
    EXPECT_FALSE(player.start(cast["S_LOOP"]));
    EXPECT_EQ(player.layer(1)->move, &cast["T_A"]);
    EXPECT_TRUE(player.start(cast["S_LOOP"], {.force = true}));
    EXPECT_TRUE(player.start(cast["FREE"])); // a loop, and then a clip that no script says anything about
    EXPECT_TRUE(player.start(cast["S_LOOP"]));
    EXPECT_FALSE(player.start(cast["FREE"], {.speed = 1e6}));
    EXPECT_FALSE(player.start(cast["FREE"], {.speed = NAN}));
}

TEST(Chains, TheSameMoveAgainIsNoNewStart) {
    const Cast cast({loop("S_LOOP")});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["S_LOOP"]));
    EXPECT_TRUE(player.advance(milliseconds(100)));
    EXPECT_TRUE(player.start(cast["S_LOOP"]));
    EXPECT_TRUE(player.advance(milliseconds(100)));
    EXPECT_TRUE(player.notices().empty());
    EXPECT_EQ(player.layer(1)->elapsed, Ticks(milliseconds(200)));
    EXPECT_TRUE(player.start(cast["S_LOOP"], {.force = true}));
    EXPECT_TRUE(player.advance(milliseconds(1)));
    EXPECT_EQ(player.notices().size(), 2u);
}

TEST(Chains, ComboStepsEndAtTheirHitEndsAndCanBeInterruptedOnceTheWindowIsOpen) {
    Clip attack = once("S_ATTACK", 41, "S_STAND", ".");
    with_event(attack, 6, HitEvent{});
    with_event(attack, 10, WindowEvent{.kind = WindowKind::combo, .end = 18 / 25.0});
    with_event(attack, 20, HitEndEvent{});
    with_event(attack, 30, HitEndEvent{});
    const Cast cast({attack, loop("S_STAND", ".")});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["S_ATTACK"]));
        EXPECT_EQ(played(player, 1000, cut), "0.0000 start 1 S_ATTACK\n"
                                             "0.2400 event 1 S_ATTACK hit\n"
                                             "0.4000 event 1 S_ATTACK window\n"
                                             "0.7200 leave 1 S_ATTACK window\n"
                                             "0.8000 event 1 S_ATTACK hit_end\n"
                                             "0.8000 stop 1 S_ATTACK\n"
                                             "0.8000 start 1 S_STAND\n");
        EXPECT_TRUE(player.start(cast["S_ATTACK"]));
        played(player, 300, cut);
        EXPECT_FALSE(player.start(cast["S_STAND"])); // the window is not open yet
        played(player, 150, cut);
        // The next step begins where this one would have ended.
        EXPECT_TRUE(player.start(cast["S_ATTACK"], {.offset = cast["S_ATTACK"].hit_ends[0], .step = 1}));
        EXPECT_EQ(played(player, 500, cut), "1.4500 cancelled 1 S_ATTACK window\n"
                                            "1.4500 stop 1 S_ATTACK\n"
                                            "1.4500 start 1 S_ATTACK\n"
                                            "1.4500 event 1 S_ATTACK hit_end\n"
                                            "1.8500 event 1 S_ATTACK hit_end\n"
                                            "1.8500 stop 1 S_ATTACK\n"
                                            "1.8500 start 1 S_STAND\n")
            << cut.name;
    }
}

TEST(Chains, ALoopGivesWayToTheOverlaysMoveOfItsNameAtTheEndOfItsPass) {
    Model model = model_of({loop("S_RUN")});
    model.name = "DRUNK";
    const auto overlay = Moveset::make(model);
    ASSERT_TRUE(overlay);
    for (const Cut& cut : cuts()) {
        Cast cast({loop("S_RUN")});
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["S_RUN"]));
        played(player, 300, cut);
        ASSERT_TRUE(cast.stack->push(*overlay));
        std::vector<Notice> notices;
        collect(player, milliseconds(1400), cut, notices);
        ASSERT_EQ(text_of(notices), "0.8000 stop 1 S_RUN\n0.8000 start 1 S_RUN\n1.6000 loop 1 S_RUN pass 1\n");
        EXPECT_EQ(notices[1].move, (*overlay)->find("s_run"));
        ASSERT_TRUE(cast.stack->remove("drunk"));
        EXPECT_EQ(played(player, 300, cut), ""); // goes on although its overlay went
        notices.clear();
        collect(player, milliseconds(500), cut, notices);
        EXPECT_EQ(text_of(notices), "2.4000 stop 1 S_RUN pass 1\n2.4000 start 1 S_RUN\n");
        EXPECT_EQ(notices[1].move, cast.set->find("S_RUN"));
    }
}

TEST(Chains, CollisionScaleIsThatOfTheRunningMoves) {
    Clip small = loop("SMALL");
    small.hints.collision_scale = 0.5f;
    const Cast cast({small, loop("NORMAL")});
    Player player(*cast.stack);
    EXPECT_EQ(player.collision_scale(), 1);
    EXPECT_TRUE(player.start(cast["SMALL"]));
    EXPECT_EQ(player.collision_scale(), 0.5);
    EXPECT_TRUE(player.start(cast["NORMAL"]));
    EXPECT_EQ(player.collision_scale(), 1);
}

} // namespace
} // namespace ossuary::anim
