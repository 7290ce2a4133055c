#include "ossuary/anim/character.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "anim/fighter.h"
#include "ossuary/anim/script.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/model/event.h"

namespace ossuary::anim {
namespace {

std::string milliseconds_text(Ticks time) {
    return number_text(static_cast<std::int64_t>(std::llround(to_seconds(time) * 1000)));
}

// `400 start S_1HATTACK`, one line per notice. Loops are left out unless asked for.
void append(std::string& log, std::span<const Notice> notices, bool loops = false) {
    for (const Notice& notice : notices) {
        if (notice.kind == NoticeKind::loop && !loops) continue;
        log += milliseconds_text(notice.time) + ' ' + std::string(name_of(notice.kind)) + ' ' + notice.move->name;
        if (notice.event) log += ' ' + std::string(kind_of(notice.event->event->data));
        log += '\n';
    }
}

// Lets a script happen and tells what did: verdicts that are not `started`, starts, stops and events.
class Stage {
public:
    explicit Stage(Game game = Game::gothic2, const Model& model = make_fighter(), std::uint64_t seed = 0)
        : character(moveset_of(model), make_rules(game), seed) {}

    void play(std::string_view script, Ticks until, const std::function<Ticks()>& step, bool loops = false) {
        const auto commands = parse_script(script);
        ASSERT_TRUE(commands) << commands.error().text();
        for (const Command& command : *commands) {
            pass(command.time, step, loops);
            const auto outcome = perform(command, character, [this](std::string_view name) { return overlay(name); });
            if (!outcome)
                log += milliseconds_text(command.time) + ' ' + outcome.error().text() + '\n';
            else if (outcome->verdict != Verdict::started)
                log += milliseconds_text(command.time) + ' ' + std::string(name_of(outcome->verdict)) + '\n';
        }
        pass(until, step, loops);
    }
    void play(std::string_view script, double seconds) {
        play(script, to_ticks(seconds), [&] { return to_ticks(seconds); });
    }
    void pass(Ticks until, const std::function<Ticks()>& step, bool loops) {
        while (character.now() < until) {
            const auto advanced = character.advance(std::min(step(), until - character.now()));
            EXPECT_TRUE(advanced) << advanced.error().text();
            append(log, character.notices(), loops);
        }
    }
    Result<std::shared_ptr<const Moveset>> overlay(std::string_view name) const {
        Model model = empty_fighter(std::string(name));
        model.clips.push_back(make_clip({"S_1HRUN", 25, "S_1HRUN"}));
        return Moveset::make(model);
    }

    Character character;
    std::string log;
};

std::string played(std::string_view script, double seconds, Game game = Game::gothic2) {
    Stage stage(game);
    stage.play(script, seconds);
    return stage.log;
}

TEST(Character, StandsIdleFromTheStart) {
    EXPECT_EQ(played("", 1), "0 start S_RUN\n");
    EXPECT_EQ(Stage().character.body(), "STAND");
}

TEST(Character, RunsOverABridgeAndComesBackOverAnother) {
    EXPECT_EQ(played("1s run\n2s stand", 3),
              "0 start S_RUN\n"
              "1000 stop S_RUN\n1000 start T_RUN_2_RUNL\n"
              "1200 stop T_RUN_2_RUNL\n1200 start S_RUNL\n1400 event S_RUNL ground_sound\n"
              "2000 stop S_RUNL\n2000 start T_RUNL_2_RUN\n"
              "2200 stop T_RUNL_2_RUN\n2200 start S_RUN\n");
}

TEST(Character, StoppingTakesNoBridge) {
    EXPECT_EQ(played("0s run\n300ms stop", 0.5), "0 start S_RUN\n0 stop S_RUN\n0 start T_RUN_2_RUNL\n"
                                                 "200 stop T_RUN_2_RUNL\n200 start S_RUNL\n"
                                                 "300 done\n300 stop S_RUNL\n300 start S_RUN\n");
}

TEST(Character, DrawsWhereItStandsAndTheEventChangesTheWeapon) {
    Stage stage;
    stage.play("100ms draw 1h", 0.3);
    EXPECT_EQ(stage.character.weapon(), "none");
    stage.play("", 0.35);
    EXPECT_EQ(stage.character.weapon(), "1h");
    stage.play("", 1);
    EXPECT_EQ(stage.log, "0 start S_RUN\n100 stop S_RUN\n100 start T_1H_2_1HRUN\n300 event T_1H_2_1HRUN fight_mode\n"
                         "500 stop T_1H_2_1HRUN\n500 start S_1HRUN\n");
}

TEST(Character, DrawsOnTheRunOnALayerOfItsOwn) {
    EXPECT_EQ(played("0s run\n1s draw 1h", 2),
              "0 start S_RUN\n0 stop S_RUN\n0 start T_RUN_2_RUNL\n200 stop T_RUN_2_RUNL\n200 start S_RUNL\n"
              "400 event S_RUNL ground_sound\n1000 start T_MOVE_2_1HMOVE\n1200 event S_RUNL ground_sound\n"
              "1200 event T_MOVE_2_1HMOVE fight_mode\n1200 stop S_RUNL\n1200 start S_1HRUNL\n"
              "1400 stop T_MOVE_2_1HMOVE\n1400 event S_1HRUNL ground_sound\n")
        << "what follows from the event comes a tick after it";
}

TEST(Character, StowsWhatItHasBeforeItDrawsAnother) {
    Stage stage;
    stage.play("0s weapon 1h\n0s draw 2h", 2);
    EXPECT_EQ(stage.log, "0 done\n0 start S_RUN\n0 stop S_RUN\n0 start S_1HRUN\n0 stop S_1HRUN\n0 start T_1HRUN_2_1H\n"
                         "200 event T_1HRUN_2_1H fight_mode\n400 stop T_1HRUN_2_1H\n400 start T_2H_2_2HRUN\n"
                         "800 stop T_2H_2_2HRUN\n800 start S_2HRUN\n");
    EXPECT_EQ(stage.character.weapon(), "2h") << "a move without events has drawn the weapon when it ends";
}

TEST(Character, AWeaponWithoutAMoveIsInHandAtOnce) {
    Stage stage;
    stage.play("0s draw magic", 0.1);
    EXPECT_EQ(stage.character.weapon(), "magic");
    EXPECT_EQ(stage.log, "0 done\n0 start S_RUN\n");
    EXPECT_FALSE(stage.character.draw("spear"));
    EXPECT_FALSE(stage.character.set_weapon("spear"));
}

TEST(Character, ADrawThatIsCutOffLeavesTheHandEmpty) {
    Stage stage;
    stage.play("0s draw 1h\n100ms dead", 1);
    EXPECT_EQ(stage.character.weapon(), "none");
}

// ---- combos

constexpr const char* armed = "0s weapon 1h\n";

std::string fight(std::string script, double seconds = 2, Game game = Game::gothic2) {
    Stage stage(game);
    stage.play(armed, 0.04);
    stage.log.clear();
    stage.play(script, seconds);
    return stage.log;
}

TEST(Combo, OneBlowEndsAtItsHitEnd) {
    EXPECT_EQ(fight("1s attack"), "1000 stop S_1HRUN\n1000 start S_1HATTACK\n1200 event S_1HATTACK hit\n"
                                  "1240 event S_1HATTACK window\n1360 leave S_1HATTACK window\n"
                                  "1400 event S_1HATTACK hit_end\n1400 stop S_1HATTACK\n1400 start S_1HRUN\n");
}

TEST(Combo, ABlowInTheWindowGoesOnToTheNext) {
    EXPECT_EQ(
        fight("1s attack\n1.3s attack"),
        "1000 stop S_1HRUN\n1000 start S_1HATTACK\n1200 event S_1HATTACK hit\n1240 event S_1HATTACK window\n"
        "1300 chained\n1300 cancelled S_1HATTACK window\n1300 stop S_1HATTACK\n1300 start S_1HATTACK\n"
        "1300 event S_1HATTACK hit_end\n1500 event S_1HATTACK hit\n1540 event S_1HATTACK window\n"
        "1660 leave S_1HATTACK window\n1700 event S_1HATTACK hit_end\n1700 stop S_1HATTACK\n1700 start S_1HRUN\n");
}

TEST(Combo, ThreeBlowsAndNoMore) {
    Stage stage;
    stage.play("0s weapon 1h\n1s attack\n1.3s attack\n1.6s attack\n1.85s attack", 3);
    EXPECT_NE(stage.log.find("1300 chained\n"), std::string::npos);
    EXPECT_NE(stage.log.find("1600 chained\n"), std::string::npos);
    EXPECT_NE(stage.log.find("1850 refused\n"), std::string::npos) << "there is no fourth window";
    std::size_t hits = 0;
    for (std::size_t at = 0; (at = stage.log.find("S_1HATTACK hit\n", at)) != std::string::npos; ++at) ++hits;
    EXPECT_EQ(hits, 3u);
    EXPECT_NE(stage.log.find("2000 stop S_1HATTACK\n2000 start S_1HRUN\n"), std::string::npos) << stage.log;
}

TEST(Combo, TheWindowIsOpenAtItsBeginningAndClosedAtItsEnd) {
    struct {
        double at;
        Verdict verdict;
    } const table[] = {{0.1, Verdict::refused},  {0.24, Verdict::refused},   {0.2401, Verdict::chained},
                       {0.36, Verdict::chained}, {0.3601, Verdict::refused}, {0.399, Verdict::refused}};
    for (const auto& row : table) {
        Stage stage;
        stage.play("0s weapon 1h\n0s attack", row.at);
        const auto outcome = stage.character.act({"attack", {}});
        ASSERT_TRUE(outcome);
        EXPECT_EQ(outcome->verdict, row.verdict) << row.at;
        EXPECT_EQ(stage.character.combo_broken(), row.verdict == Verdict::refused) << row.at;
        EXPECT_EQ(stage.character.combo_step(), row.verdict == Verdict::chained ? 1u : 0u) << row.at;
    }
}

TEST(Combo, AnEarlyBlowBreaksTheChainUntilItIsOver) {
    Stage stage;
    stage.play("0s weapon 1h\n1s attack\n1.1s attack\n1.3s attack\n1.5s attack\n1.8s attack", 3);
    EXPECT_NE(stage.log.find("1100 refused\n"), std::string::npos);
    EXPECT_NE(stage.log.find("1300 refused\n"), std::string::npos) << "within the window, but too late to repent";
    EXPECT_NE(stage.log.find("1500 start S_1HATTACK\n"), std::string::npos);
    EXPECT_NE(stage.log.find("1800 chained\n"), std::string::npos) << "a new attack is a new chain";
}

TEST(Combo, AnotherBlowInTheWindowIsForced) {
    const std::string log = fight("1s attack\n1.3s attack left", 1.4);
    EXPECT_NE(log.find("1300 start T_1HATTACKL\n"), std::string::npos) << log;
    EXPECT_NE(fight("1s attack\n1.1s attack left", 1.4).find("1100 refused\n"), std::string::npos);
}

TEST(Combo, ABlockCutsTheBlowShort) {
    const std::string log = fight("1s attack\n1.1s block", 1.3);
    EXPECT_EQ(log, "1000 stop S_1HRUN\n1000 start S_1HATTACK\n1100 stop S_1HATTACK\n1100 start T_1HPARADE_0\n");
}

TEST(Combo, OnlyInGothic1AnAttackFollowsABlockAtOnce) {
    EXPECT_NE(fight("1s block\n1.1s attack", 1.2, Game::gothic1).find("1100 start S_1HATTACK\n"), std::string::npos);
    EXPECT_NE(fight("1s block\n1.1s attack", 1.2, Game::gothic2).find("1100 refused\n"), std::string::npos);
}

TEST(Combo, OnTheRunItIsTheRunningBlow) {
    const std::string log = fight("200ms run\n1s attack", 2);
    EXPECT_NE(log.find("1000 stop S_1HRUNL\n1000 start T_1HATTACKMOVE\n"), std::string::npos) << log;
    EXPECT_NE(log.find("1600 stop T_1HATTACKMOVE\n1600 start S_1HRUNL\n"), std::string::npos) << log;
}

// ---- being hit

TEST(Character, AHitEndsTheBlowAndTheCharacterComesBack) {
    Stage stage;
    stage.play("0s weapon 1h\n1s attack\n1.1s hit", 1.2);
    EXPECT_EQ(stage.character.body(), "STUMBLE");
    stage.play("", 2);
    EXPECT_EQ(stage.character.body(), "STAND");
    EXPECT_NE(stage.log.find("1100 stop S_1HATTACK\n1100 start T_STUMBLE\n"), std::string::npos) << stage.log;
    EXPECT_NE(stage.log.find("1500 stop T_STUMBLE\n1500 start S_RUN\n1500 stop S_RUN\n1500 start S_1HRUN\n"),
              std::string::npos)
        << "the script's next, then what the weapon asks for: " << stage.log;
}

TEST(Character, AHitDoesNotGoThroughABlock) {
    EXPECT_EQ(fight("1s block\n1.1s hit", 1.3), "1000 stop S_1HRUN\n1000 start T_1HPARADE_0\n1100 refused\n");
}

TEST(Character, RunsOnAfterAHit) {
    const std::string log = fight("200ms run\n1s hit", 2);
    EXPECT_NE(log.find("1000 stop S_1HRUNL\n1000 start T_STUMBLE\n"), std::string::npos) << log;
    EXPECT_NE(log.find("1400 start S_1HRUNL\n"), std::string::npos) << log;
}

TEST(Character, KnockedOutItStaysDownAndDies) {
    Stage stage;
    stage.play("0s run\n0.5s unconscious\n2s dead", 4);
    EXPECT_EQ(stage.log, "0 start S_RUN\n0 stop S_RUN\n0 start T_RUN_2_RUNL\n200 stop T_RUN_2_RUNL\n200 start S_RUNL\n"
                         "400 event S_RUNL ground_sound\n500 stop S_RUNL\n500 start T_STAND_2_WOUNDED\n"
                         "900 stop T_STAND_2_WOUNDED\n900 start S_WOUNDED\n2000 stop S_WOUNDED\n"
                         "2000 start T_WOUNDED_2_DEAD\n2200 stop T_WOUNDED_2_DEAD\n2200 start S_DEAD\n");
    EXPECT_EQ(stage.character.body(), "DEAD");
}

TEST(Character, AMoveThatMayNotBeInterruptedMakesActionsWait) {
    Stage stage;
    stage.play("0s stumble\n0.1s run\n0.2s play S_DEAD", 1);
    EXPECT_EQ(stage.log, "0 start S_RUN\n0 stop S_RUN\n0 start T_STUMBLE\n100 waits\n200 refused\n400 stop T_STUMBLE\n"
                         "400 start S_RUN\n400 stop S_RUN\n400 start T_RUN_2_RUNL\n600 stop T_RUN_2_RUNL\n"
                         "600 start S_RUNL\n800 event S_RUNL ground_sound\n");
}

TEST(Character, TheDeadDoNotDieAgain) {
    EXPECT_EQ(played("0s dead\n1s dead", 2),
              "0 start S_RUN\n0 stop S_RUN\n0 start T_DEAD\n400 stop T_DEAD\n400 start S_DEAD\n1000 same\n");
}

TEST(Character, AnInterruptionEndsWhatIsInterruptable) {
    EXPECT_EQ(fight("1s attack\n1.1s interrupt", 1.2), "1000 stop S_1HRUN\n1000 start S_1HATTACK\n1100 done\n"
                                                       "1100 stop S_1HATTACK\n1100 start S_1HRUN\n");
    EXPECT_EQ(fight("1s block\n1.1s interrupt", 1.2), "1000 stop S_1HRUN\n1000 start T_1HPARADE_0\n1100 done\n");
}

TEST(Character, ChangesItsMindWhileItDraws) {
    Stage stage;
    stage.play("0s draw 1h\n0.1s draw 2h\n0.2s draw 1h\n0.3s draw magic\n0.35s draw 2h", 4);
    EXPECT_EQ(stage.character.weapon(), "2h");
    EXPECT_EQ(stage.log, "0 start S_RUN\n0 stop S_RUN\n0 start T_1H_2_1HRUN\n100 waits\n200 waits\n"
                         "200 event T_1H_2_1HRUN fight_mode\n300 waits\n350 waits\n400 stop T_1H_2_1HRUN\n"
                         "400 start S_1HRUN\n400 stop S_1HRUN\n400 start T_1HRUN_2_1H\n"
                         "600 event T_1HRUN_2_1H fight_mode\n800 stop T_1HRUN_2_1H\n800 start T_2H_2_2HRUN\n"
                         "1200 stop T_2H_2_2HRUN\n1200 start S_2HRUN\n");
}

TEST(Character, RulesThatChainFromNothingJustStart) {
    auto rules = parse_rules("like gothic2\ncombo\n -> chain\n");
    ASSERT_TRUE(rules);
    Model model = empty_fighter("LONELY");
    model.clips.push_back(make_clip(FighterMove{"S_1HATTACK", 10}));
    Character character(moveset_of(model), std::make_shared<const Rules>(std::move(*rules)));
    ASSERT_TRUE(character.set_weapon("1h"));
    EXPECT_EQ(character.act({"attack", {}})->verdict, Verdict::started);
    EXPECT_EQ(character.act({"attack", {}})->verdict, Verdict::chained);
}

// ---- directions

TEST(Character, AimsBetweenThePartsOfACombination) {
    Model model = empty_fighter("POINTER");
    for (int part = 1; part <= 9; ++part) {
        Clip clip = make_clip({"", 10, "", 2});
        clip.name = "C_POINT_" + std::to_string(part);
        clip.joints[1].rotation = {};
        clip.joints[1].translation.values = {
            {static_cast<float>((part - 1) % 3), static_cast<float>((part - 1) / 3), 0}};
        model.clips.push_back(clip);
    }
    Clip point = model.clips[4];
    point.name = "T_POINT";
    point.hints.blend_in = 0;
    point.hints.combination = Combination{"C_POINT_", 9};
    model.clips.push_back(point);
    model.clips.push_back(make_clip({"S_RUN", 20, "S_RUN"}));
    Character character(moveset_of(model), make_rules(Game::gothic2));
    EXPECT_FALSE(character.aim(0, 0)) << "nothing to aim with";
    ASSERT_EQ(character.act({"point", {}})->verdict, Verdict::started);
    struct {
        double horizontal, vertical;
        float x, y; // which part: column and row
    } const table[] = {{0, 0, 1, 1},    {-60, 0, 0, 1},    {60, 90, 2, 2},      {-200, -200, 0, 0},
                       {30, 0, 1.5, 1}, {0, -45, 1, 0.5f}, {-30, 45, 0.5f, 1.5}};
    std::vector<JointBlock> pose = make_pose(2);
    for (const auto& row : table) {
        ASSERT_TRUE(character.aim(row.horizontal, row.vertical));
        character.player().pose(pose);
        EXPECT_NEAR(get_joint(pose, 1).translation.x, row.x, 1e-5) << row.horizontal << ' ' << row.vertical;
        EXPECT_NEAR(get_joint(pose, 1).translation.y, row.y, 1e-5) << row.horizontal << ' ' << row.vertical;
    }
}

// ---- water, overlays, things

TEST(Character, WaterChangesWhatItDoes) {
    const std::string log = played("0s run\n1s mode swim\n2s mode run", 3);
    EXPECT_NE(log.find("1000 stop S_RUNL\n1000 start S_SWIMF\n"), std::string::npos) << log;
    EXPECT_NE(log.find("2000 stop S_SWIMF\n2000 start S_RUNL\n"), std::string::npos) << log;
}

TEST(Character, AnOverlayComesAndGoesWithTheLoop) {
    Stage stage;
    stage.play("0s weapon 1h\n100ms overlay DRUNK for 2s", 4);
    EXPECT_EQ(stage.character.moves().find("S_1HRUN")->period, to_ticks(0.8));
    // The pass ends before the overlay's move begins; so it does when the overlay has gone.
    EXPECT_NE(stage.log.find("800 stop S_1HRUN\n800 start S_1HRUN\n"), std::string::npos) << stage.log;
    EXPECT_NE(stage.log.find("2800 stop S_1HRUN\n2800 start S_1HRUN\n"), std::string::npos) << stage.log;
    EXPECT_FALSE(stage.character.remove_overlay("DRUNK"));
}

TEST(Character, AnOverlayIsRemovedByName) {
    Stage stage;
    stage.play("0s overlay DRUNK\n1s remove drunk.mds\n1s remove drunk.mds", 2);
    EXPECT_NE(stage.log.find("1000 done\n1000 missing\n"), std::string::npos) << stage.log;
}

TEST(Character, UsesAnItemAndLeavesItBeforeItDoesAnythingElse) {
    Stage stage;
    stage.play("0s use POTION\n2s run\n3s run", 4);
    EXPECT_EQ(stage.log, "0 start S_RUN\n0 stop S_RUN\n0 start T_POTION_STAND_2_S0\n400 stop T_POTION_STAND_2_S0\n"
                         "400 start S_POTION_S0\n2000 refused\n2000 stop S_POTION_S0\n2000 start T_POTION_S0_2_STAND\n"
                         "2400 stop T_POTION_S0_2_STAND\n2400 start S_RUN\n3000 stop S_RUN\n3000 start T_RUN_2_RUNL\n"
                         "3200 stop T_RUN_2_RUNL\n3200 start S_RUNL\n3400 event S_RUNL ground_sound\n");
    EXPECT_EQ(stage.character.use_state(), -1);
}

TEST(Character, GoesThroughTheStatesOfAThingOneByOne) {
    Stage stage;
    stage.play("0s thing BENCH 1 at FRONT\n2s leave", 4);
    EXPECT_EQ(stage.log, "0 start S_RUN\n0 stop S_RUN\n0 start T_BENCH_STAND_2_S0\n400 stop T_BENCH_STAND_2_S0\n"
                         "400 start T_BENCH_S0_2_S1\n800 stop T_BENCH_S0_2_S1\n800 start S_BENCH_S1\n2000 done\n"
                         "2000 stop S_BENCH_S1\n2000 start T_BENCH_S1_2_S0\n2400 stop T_BENCH_S1_2_S0\n"
                         "2400 start T_BENCH_S0_2_STAND\n2800 stop T_BENCH_S0_2_STAND\n2800 start S_RUN\n");
}

TEST(Character, WhatTheModelLacksIsMissing) {
    EXPECT_EQ(played("0s jump\n0s block", 0.1), "0 missing\n0 missing\n0 start S_RUN\n");
    EXPECT_EQ(played("0s dance", 0.1), "0 line 1: the rules have no action 'dance'\n0 start S_RUN\n");
}

TEST(Character, AGestureLeavesTheLegsAlone) {
    EXPECT_EQ(played("0s run\n1s gesture", 1.5),
              "0 start S_RUN\n0 stop S_RUN\n0 start T_RUN_2_RUNL\n200 stop T_RUN_2_RUNL\n200 start S_RUNL\n"
              "400 event S_RUNL ground_sound\n1000 start T_DIALOGGESTURE_01\n1200 event S_RUNL ground_sound\n"
              "1400 stop T_DIALOGGESTURE_01\n");
}

// ---- the promises

constexpr const char* long_story =
    "0s run\n0.7s draw 1h\n2s attack\n2.29s stand\n2.5s attack\n2.8s attack\n3.1s attack\n"
    "3.9s block\n4.2s hit\n4.6s run\n5s overlay DRUNK for 3.3s\n5.5s attack\n6s hit\n"
    "7s stand\n8s use POTION\n9s run\n9.5s run\n10s gesture\n10.1s draw 2h\n12s mode swim\n"
    "13s mode walk\n14s thing BENCH 1\n17s leave\n19s unconscious\n20s dead";

std::string story(const std::function<Ticks()>& step) {
    Stage stage;
    stage.play(long_story, to_ticks(22), step, true);
    const Placement& at = stage.character.player().travelled();
    for (const double value : {at.position.x, at.position.y, at.position.z, at.rotation.y, at.rotation.w})
        stage.log += number_text(value) + '\n';
    return stage.log;
}

TEST(Character, IsTheSameForAnyStep) {
    const std::string expected = story([] { return to_ticks(1000); });
    EXPECT_GT(std::count(expected.begin(), expected.end(), '\n'), 100);
    for (const double seconds : {0.001, 0.007, 0.0167, 0.1, 1.0, 5.0})
        EXPECT_EQ(story([=] { return to_ticks(seconds); }), expected) << seconds;
    for (unsigned seed = 1; seed <= 20; ++seed) {
        std::mt19937 random(seed);
        const auto step = [&] {
            const auto chance = static_cast<std::uint32_t>(random());
            return chance % 8 == 0 ? Ticks(1 + chance % 3) : to_ticks(std::ldexp(1.0, -static_cast<int>(chance % 12)));
        };
        EXPECT_EQ(story(step), expected) << "seed " << seed;
    }
}

TEST(Character, SavedAndRestoredItGoesOnAsIfNothingHadHappened) {
    const auto commands = parse_script(long_story);
    ASSERT_TRUE(commands);
    const std::string expected = story([] { return to_ticks(1000); });
    auto stage = std::make_unique<Stage>();
    const std::function<Ticks()> step = [] { return to_ticks(0.123); };
    const auto swap = [&] {
        const std::string saved = print_json(stage->character.save());
        auto other = std::make_unique<Stage>();
        const bool drunk = stage->character.moves().find("S_1HRUN")->period != to_ticks(0.8);
        ASSERT_TRUE(!drunk || other->character.add_overlay(*other->overlay("DRUNK")));
        Diagnostics diagnostics;
        const auto restored = other->character.restore(*parse_json(saved), &diagnostics);
        ASSERT_TRUE(restored) << restored.error().text();
        EXPECT_TRUE(diagnostics.empty()) << diagnostics.front().text();
        EXPECT_EQ(print_json(other->character.save()), saved);
        other->log = stage->log;
        stage = std::move(other);
    };
    for (const Command& command : *commands) {
        while (stage->character.now() < command.time) {
            stage->pass(std::min(stage->character.now() + step(), command.time), step, true);
            swap();
        }
        const auto outcome =
            perform(command, stage->character, [&](std::string_view name) { return stage->overlay(name); });
        ASSERT_TRUE(outcome) << outcome.error().text();
        if (outcome->verdict != Verdict::started)
            stage->log += milliseconds_text(command.time) + ' ' + std::string(name_of(outcome->verdict)) + '\n';
        swap();
    }
    stage->pass(to_ticks(22), step, true);
    EXPECT_EQ(stage->log, expected.substr(0, stage->log.size()));
    EXPECT_EQ(std::count(expected.begin() + static_cast<std::ptrdiff_t>(stage->log.size()), expected.end(), '\n'), 5);
}

TEST(Character, RefusesABrokenState) {
    Stage stage;
    const Json good = stage.character.save();
    for (const char* field : {"weapon", "mode", "goal", "player", "use", "layers"}) {
        Json bad = good;
        bad.erase(field);
        EXPECT_FALSE(stage.character.restore(bad)) << field;
    }
    Json bad = good;
    bad.set("weapon", "spear");
    EXPECT_FALSE(stage.character.restore(bad));
    EXPECT_TRUE(stage.character.restore(good));
}

TEST(Character, TheSeedDecidesWhereChanceDoes) {
    Model model = make_fighter();
    for (const char* name : {"T_1HPARADE_0_A2", "T_1HPARADE_0_A3"})
        model.clips.push_back(make_clip({name, 10, "S_1HRUN"}));
    const auto blocks = [&](std::uint64_t seed) {
        Stage stage(Game::gothic2, model, seed);
        stage.play("0s weapon 1h\n0s block\n1s block\n2s block\n3s block\n4s block\n5s block\n6s block\n7s block", 8);
        return stage.log;
    };
    EXPECT_EQ(blocks(7), blocks(7));
    EXPECT_NE(blocks(7), blocks(8));
}

TEST(Character, TooMuchInOneStepIsAnErrorNotAHang) {
    Stage stage;
    stage.character.max_moments = 10;
    EXPECT_TRUE(stage.character.act({"move", {}}));
    const auto advanced = stage.character.advance(to_ticks(100));
    ASSERT_FALSE(advanced);
    EXPECT_EQ(advanced.error().message(), "more than 10 things happen in one step");
    EXPECT_EQ(stage.character.now(), to_ticks(100));
}

TEST(Character, TimeDoesNotGoBackwards) {
    Stage stage;
    EXPECT_FALSE(stage.character.advance(-to_ticks(1)));
    EXPECT_EQ(stage.character.now(), Ticks::zero());
}

} // namespace
} // namespace ossuary::anim
