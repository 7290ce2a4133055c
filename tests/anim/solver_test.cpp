#include "ossuary/anim/solver.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "ossuary/anim/moveset.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::anim {
namespace {

// A model that has moves of these names, and a lookup that writes down what it was asked for.
class Names {
public:
    Names(std::initializer_list<const char*> names) {
        for (const char* name : names) moves_[name].name = name;
    }
    MoveLookup lookup() {
        return [this](std::string_view name) -> const Move* {
            const auto found = moves_.find(std::string(name));
            return found == moves_.end() ? nullptr : &found->second;
        };
    }

private:
    std::map<std::string, Move> moves_;
};

std::string tried(const Answer& answer) {
    std::string names;
    for (const Candidate& candidate : answer.tried) names += (names.empty() ? "" : " ") + candidate.name;
    return names;
}

// With a model that has nothing, every candidate is tried, in order.
struct Row {
    const char* action;
    Mode mode;
    const char* weapon;
    const char* now;
    const char* body_before;
    const char* candidates;
    const char* body;
};

void expect_candidates(Game game, const std::vector<Row>& table) {
    const Solver solver(make_rules(game));
    Names nothing({});
    for (const Row& row : table) {
        SCOPED_TRACE(std::string(row.action) + ' ' + std::string(name_of(row.mode)) + ' ' + row.weapon + ' ' + row.now);
        const auto answer =
            solver.solve({row.action, {}}, {row.weapon, row.mode, row.now, row.body_before}, nothing.lookup());
        ASSERT_TRUE(answer) << answer.error().text();
        EXPECT_EQ(tried(*answer), row.candidates);
        EXPECT_EQ(answer->body, row.body);
        EXPECT_EQ(answer->move, nullptr);
    }
}

TEST(Solver, LocomotionByModeAndWeapon) {
    expect_candidates(
        Game::gothic2,
        {
            {"idle", Mode::run, "none", "", "STAND", "S_RUN S_FISTRUN S_WALK S_FISTWALK", "STAND"},
            {"idle", Mode::run, "1h", "", "STAND", "S_1HRUN S_RUN S_FISTRUN S_1HWALK S_WALK S_FISTWALK", "STAND"},
            {"idle", Mode::run, "fist", "", "STAND", "S_FISTRUN S_RUN S_FISTWALK S_WALK", "STAND"},
            {"idle", Mode::walk, "2h", "", "STAND", "S_2HWALK S_WALK S_FISTWALK", "STAND"},
            {"idle", Mode::sneak, "none", "", "STAND", "S_SNEAK S_FISTSNEAK S_WALK S_FISTWALK", "SNEAK"},
            {"idle", Mode::sneak, "bow", "", "STAND", "S_BOWSNEAK S_SNEAK S_FISTSNEAK S_BOWWALK S_WALK S_FISTWALK",
             "STAND"},
            {"idle", Mode::wade, "none", "", "STAND", "S_RUN S_FISTRUN S_WALK S_FISTWALK", "STAND"},
            {"idle", Mode::swim, "1h", "", "STAND", "S_SWIM", "SWIM"},
            {"idle", Mode::dive, "1h", "", "STAND", "S_DIVE", "DIVE"},
            {"move", Mode::run, "magic", "", "STAND", "S_MAGRUNL S_RUNL S_FISTRUNL", "RUN"},
            {"move", Mode::walk, "none", "", "STAND", "S_WALKL S_FISTWALKL S_RUNL S_FISTRUNL", "WALK"},
            {"move", Mode::sneak, "none", "", "STAND", "S_SNEAKL S_FISTSNEAKL S_RUNL S_FISTRUNL", "SNEAK"},
            {"move", Mode::wade, "cbow", "", "STAND", "S_CBOWWALKWL S_WALKWL S_FISTWALKWL S_CBOWRUNL S_RUNL S_FISTRUNL",
             "WALK"},
            {"move", Mode::swim, "none", "", "STAND", "S_SWIMF", "SWIM"},
            {"move", Mode::dive, "none", "S_SWIM", "SWIM", "S_DIVE", "DIVE"},
            {"move", Mode::dive, "none", "S_DIVE", "DIVE", "S_DIVEF", "DIVE"},
            {"move", Mode::dive, "none", "S_DIVEF", "DIVE", "S_DIVEF", "DIVE"},
            {"strafe_left", Mode::run, "1h", "", "STAND", "T_1HRUNSTRAFEL T_RUNSTRAFEL T_FISTRUNSTRAFEL", "RUN"},
            {"strafe_right", Mode::walk, "none", "", "STAND", "T_WALKWSTRAFER T_FISTWALKWSTRAFER", "WALK"},
            {"strafe_right", Mode::wade, "none", "", "STAND", "T_WALKWSTRAFER T_FISTWALKWSTRAFER", "WALK"},
            {"strafe_left", Mode::sneak, "none", "", "STAND", "T_SNEAKSTRAFEL T_FISTSNEAKSTRAFEL", "SNEAK"},
            {"strafe_left", Mode::swim, "none", "", "STAND", "S_SWIM", "SWIM"},
            {"strafe_left", Mode::dive, "none", "", "STAND", "S_DIVE", "DIVE"},
            {"back", Mode::run, "none", "", "STAND", "T_JUMPB T_FISTJUMPB", "RUN"},
            {"back", Mode::run, "fist", "", "STAND", "T_FISTPARADEJUMPB T_FISTJUMPB T_JUMPB", "PARADE"},
            {"back", Mode::run, "1h", "", "STAND", "T_1HJUMPB T_JUMPB T_FISTJUMPB", "PARADE"},
            {"back", Mode::sneak, "none", "", "STAND", "S_SNEAKBL S_FISTSNEAKBL", "SNEAK"},
            {"back", Mode::swim, "none", "", "STAND", "S_SWIMB", "SWIM"},
            {"turn_left", Mode::run, "2h", "", "STAND", "T_2HRUNTURNL T_RUNTURNL T_FISTRUNTURNL", "STAND"},
            {"turn_right", Mode::walk, "none", "", "STAND", "T_WALKTURNR T_FISTWALKTURNR", "STAND"},
            {"turn_right", Mode::wade, "none", "", "STAND", "T_WALKWTURNR T_FISTWALKWTURNR", "STAND"},
            {"turn_right", Mode::sneak, "1h", "", "STAND", "T_SNEAKTURNR", "SNEAK"},
            {"turn_left", Mode::dive, "none", "", "STAND", "T_DIVETURNL", "DIVE"},
            {"whirl_left", Mode::run, "1h", "", "STAND", "T_SURPRISE_CCW T_1HRUNTURNL T_RUNTURNL T_FISTRUNTURNL",
             "STAND"},
            {"whirl_right", Mode::swim, "none", "", "STAND", "T_SWIMTURNR", "SWIM"},
        });
}

TEST(Solver, FightByWeapon) {
    expect_candidates(
        Game::gothic2,
        {
            {"attack", Mode::run, "none", "", "STAND", "", ""},
            {"attack", Mode::run, "magic", "", "STAND", "", ""},
            {"attack", Mode::run, "fist", "S_FISTRUN", "STAND", "S_FISTATTACK", "HIT"},
            {"attack", Mode::run, "fist", "S_FISTRUNL", "RUN", "T_FISTATTACKMOVE", "HIT"},
            {"attack", Mode::run, "1h", "S_1HRUN", "STAND", "S_1HATTACK S_ATTACK S_FISTATTACK", "HIT"},
            {"attack", Mode::run, "2h", "S_2HRUNL", "RUN", "T_2HATTACKMOVE T_ATTACKMOVE T_FISTATTACKMOVE", "HIT"},
            {"attack", Mode::run, "2h", "s_runl", "RUN", "T_2HATTACKMOVE T_ATTACKMOVE T_FISTATTACKMOVE", "HIT"},
            {"attack", Mode::run, "bow", "S_BOWRUN", "STAND", "", ""},
            {"attack", Mode::run, "bow", "S_BOWAIM", "AIMNEAR", "S_BOWSHOOT S_SHOOT S_FISTSHOOT", "HIT"},
            {"attack_left", Mode::run, "1h", "", "STAND", "T_1HATTACKL T_ATTACKL T_FISTATTACKL", "HIT"},
            {"attack_right", Mode::run, "fist", "", "STAND", "", ""},
            {"block", Mode::run, "fist", "", "STAND", "T_FISTPARADE_0", "PARADE"},
            {"block", Mode::run, "1h", "", "STAND",
             "T_1HPARADE_0 T_1HPARADE_0_A2 T_1HPARADE_0_A3 T_PARADE_0 T_PARADE_0_A2 T_PARADE_0_A3 T_FISTPARADE_0 "
             "T_FISTPARADE_0_A2 T_FISTPARADE_0_A3",
             "PARADE"},
            {"finish", Mode::run, "2h", "", "STAND", "T_2HSFINISH T_SFINISH T_FISTSFINISH", "HIT"},
            {"aim", Mode::run, "cbow", "S_CBOWRUN", "STAND", "S_CBOWAIM S_AIM S_FISTAIM", "AIMNEAR"},
            {"aim", Mode::run, "cbow", "S_CBOWSHOOT", "HIT", "T_CBOWRELOAD T_RELOAD T_FISTRELOAD", "AIMNEAR"},
            {"aim", Mode::run, "1h", "", "STAND", "", ""},
            {"stow", Mode::run, "1h", "S_1HRUN", "STAND", "T_1HRUN_2_1H T_RUN_2_ T_FISTRUN_2_", "STAND"},
            {"stow", Mode::run, "1h", "S_1HRUNL", "RUN",
             "T_1HMOVE_2_MOVE T_MOVE_2_MOVE T_FISTMOVE_2_MOVE T_1HRUN_2_1H T_RUN_2_ T_FISTRUN_2_", "STAND"},
            {"no_mana", Mode::run, "magic", "", "STAND", "T_CASTFAIL", "STAND"},
        });
}

TEST(Solver, Gothic1BlocksWithTheLetterO) {
    expect_candidates(Game::gothic1,
                      {{"block", Mode::run, "fist", "", "STAND", "T_FISTPARADE_O T_FISTPARADE_0", "PARADE"},
                       {"idle", Mode::run, "fist", "", "STAND", "S_FISTRUN S_RUN S_FISTWALK S_WALK", "STAND"}});
    const Solver solver(make_rules(Game::gothic1));
    Names names({"T_1HPARADE_O"});
    EXPECT_EQ(solver.solve({"block", {}}, {.weapon = "1h"}, names.lookup())->move->name, "T_1HPARADE_O");
}

TEST(Solver, WhatDoesNotDependOnWeapons) {
    expect_candidates(
        Game::gothic2,
        {
            {"jump", Mode::run, "1h", "", "STAND", "S_JUMP", "JUMP"},
            {"climb_low", Mode::run, "1h", "", "STAND", "S_JUMPUPLOW", "CLIMB"},
            {"climb_mid", Mode::run, "1h", "", "STAND", "S_JUMPUPMID", "CLIMB"},
            {"climb", Mode::run, "1h", "", "STAND", "S_JUMPUP", "JUMP"},
            {"hang", Mode::run, "none", "S_JUMPUP", "JUMP", "T_JUMPUP_2_HANG", "CLIMB"},
            {"hang", Mode::run, "none", "S_HANG", "CLIMB", "T_HANG_2_STAND", "CLIMB"},
            {"fall", Mode::run, "none", "", "STAND", "S_FALLDN", "FALL"},
            {"fall_deep", Mode::run, "none", "", "STAND", "S_FALL", "FALL"},
            {"fall_deep_back", Mode::run, "none", "", "STAND", "S_FALLB", "FALL"},
            {"fallen", Mode::run, "none", "S_FALL", "FALL", "S_FALLEN S_FALLENB", "LIE"},
            {"fallen", Mode::run, "none", "S_FALLB", "FALL", "S_FALLENB S_FALLEN", "LIE"},
            {"slide_back", Mode::run, "none", "", "STAND", "S_SLIDEB", "FALL"},
            {"stumble", Mode::run, "none", "", "STAND", "T_STUMBLE", "STUMBLE"},
            {"stumble_back", Mode::run, "none", "", "STAND", "T_STUMBLEB", "STUMBLE"},
            {"unconscious", Mode::run, "none", "", "STAND", "T_STAND_2_WOUNDED", "UNCONSCIOUS"},
            {"unconscious_back", Mode::run, "none", "", "STAND", "T_STAND_2_WOUNDEDB", "UNCONSCIOUS"},
            {"dead", Mode::run, "none", "S_WOUNDED", "UNCONSCIOUS", "T_WOUNDED_2_DEAD S_DEAD", "DEAD"},
            {"dead", Mode::run, "none", "S_WOUNDEDB", "UNCONSCIOUS", "T_WOUNDEDB_2_DEADB S_DEADB", "DEAD"},
            {"dead", Mode::run, "none", "S_RUN", "STAND", "T_DEAD T_DEADB S_DEAD S_DEADB", "DEAD"},
            {"dead_back", Mode::run, "none", "S_RUN", "STAND", "T_DEADB T_DEAD S_DEADB S_DEAD", "DEAD"},
            {"dead", Mode::run, "none", "", "STAND", "S_DEAD S_DEADB", "DEAD"},
            {"dead", Mode::swim, "none", "S_SWIM", "SWIM", "S_DROWNED", "DEAD"},
            {"dead_back", Mode::dive, "none", "S_DIVE", "DIVE", "S_DROWNED", "DEAD"},
            {"take", Mode::run, "none", "", "STAND", "S_IGET", "TAKEITEM"},
            {"drop", Mode::run, "none", "", "STAND", "S_IDROP", "DROPITEM"},
            {"point", Mode::run, "none", "", "STAND", "T_POINT", "STAND"},
        });
}

TEST(Solver, ArgumentsFillTheirPlaces) {
    const Solver solver(make_rules(Game::gothic2));
    Names nothing({});
    const auto candidates = [&](const Request& request, const Situation& situation) {
        const auto answer = solver.solve(request, situation, nothing.lookup());
        return answer ? tried(*answer) : answer.error().text();
    };
    const Situation standing{.weapon = "1h"}, running{.weapon = "1h", .now = "S_1HRUNL", .body = "RUN"};
    EXPECT_EQ(candidates({"draw", {{"weapon", "2h"}}}, standing), "T_2H_2_2HRUN T__2_RUN T_FIST_2_RUN");
    EXPECT_EQ(candidates({"draw", {{"weapon", "bow"}}}, running),
              "T_MOVE_2_BOWMOVE T_MOVE_2_MOVE T_MOVE_2_FISTMOVE T_BOW_2_BOWRUN T__2_RUN T_FIST_2_RUN");
    EXPECT_EQ(candidates({"cast", {{"spell", "FBT"}}}, standing), "T_MAGRUN_2_FBTSHOOT S_FBTSHOOT");
    EXPECT_EQ(candidates({"invest", {{"spell", "FBT"}}}, running), "T_MAGMOVE_2_FBTCAST T_MAGRUN_2_FBTCAST S_FBTSHOOT");
    EXPECT_EQ(candidates({"item_step", {{"item", "POTION"}, {"from", "STAND"}, {"to", "S0"}}}, standing),
              "T_POTION_STAND_2_S0");
    EXPECT_EQ(candidates({"mob_step", {{"scheme", "BENCH"}, {"from", "STAND"}, {"to", "S0"}}}, standing),
              "T_BENCH_STAND_2_S0");
    EXPECT_EQ(
        candidates({"mob_step", {{"scheme", "BENCH"}, {"position", "BACK"}, {"from", "S0"}, {"to", "S1"}}}, standing),
        "T_BENCH_BACK_S0_2_S1 T_BENCH_S0_2_S1");
    // The reference leaves out an underscore here.
    EXPECT_EQ(candidates({"mob_rest", {{"scheme", "BENCH"}, {"position", "BACK"}, {"state", "S1"}}}, standing),
              "S_BENCH_BACK_S1 S_BENCH_S1");
}

TEST(Solver, TheFirstThatExistsIsPlayed) {
    const Solver solver(make_rules(Game::gothic2));
    struct {
        std::initializer_list<const char*> has;
        const char* plays;
    } const table[] = {{{"S_1HRUN", "S_RUN", "S_FISTRUN"}, "S_1HRUN"},
                       {{"S_RUN", "S_FISTRUN", "S_1HWALK"}, "S_RUN"},
                       {{"S_FISTRUN", "S_1HWALK"}, "S_FISTRUN"},
                       {{"S_1HWALK", "S_WALK"}, "S_1HWALK"},
                       {{"S_FISTWALK"}, "S_FISTWALK"}};
    for (const auto& row : table) {
        Names names(row.has);
        const auto answer = solver.solve({"idle", {}}, {.weapon = "1h"}, names.lookup());
        ASSERT_TRUE(answer && answer->move);
        EXPECT_EQ(answer->move->name, row.plays);
        EXPECT_TRUE(answer->tried.back().exists);
    }
}

TEST(Solver, ChanceIsTheCallersSeed) {
    const Solver solver(make_rules(Game::gothic2));
    Names names({"T_1HPARADE_0", "T_1HPARADE_0_A2", "T_1HPARADE_0_A3", "T_DIALOGGESTURE_05", "T_DIALOGGESTURE_17"});
    const auto chosen = [&](const char* action, std::uint64_t seed) {
        return solver.solve({action, {}}, {.weapon = "1h"}, names.lookup(), seed)->move->name;
    };
    std::map<std::string, int> blocks, gestures;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        EXPECT_EQ(chosen("block", seed), chosen("block", seed));
        ++blocks[chosen("block", seed)];
        ++gestures[chosen("gesture", seed)];
    }
    ASSERT_EQ(blocks.size(), 3u);
    for (const auto& [name, times] : blocks) EXPECT_NEAR(times, 1000, 150) << name;
    ASSERT_EQ(gestures.size(), 2u);
    for (const auto& [name, times] : gestures) EXPECT_NEAR(times, 1500, 150) << name;
}

TEST(Solver, UnknownActionsAndWeaponsAreErrors) {
    const Solver solver(make_rules(Game::gothic2));
    Names nothing({});
    EXPECT_EQ(solver.solve({"dance", {}}, {}, nothing.lookup()).error().message(), "the rules have no action 'dance'");
    EXPECT_EQ(solver.solve({"idle", {}}, {.weapon = "spear"}, nothing.lookup()).error().message(),
              "the rules have no weapon 'spear'");
    EXPECT_EQ(solver.solve({"draw", {}}, {}, nothing.lookup()).error().message(), "the rules have no weapon ''");
}

TEST(Solver, ExplainsItself) {
    const Solver solver(make_rules(Game::gothic2));
    Names names({"S_RUN"});
    const auto found = solver.solve({"idle", {}}, {.weapon = "1h"}, names.lookup());
    EXPECT_EQ(explain(*found),
              "idle, line " + std::to_string(found->row->line) + " of the rules: S_1HRUN (missing) S_RUN");
    const auto missing = solver.solve({"jump", {}}, {}, names.lookup());
    EXPECT_NE(explain(*missing).find("S_JUMP (missing); the model has none of them"), std::string::npos);
    EXPECT_EQ(explain(*solver.solve({"attack", {}}, {}, names.lookup())),
              "the rules have no line for 'attack' in this situation");
}

TEST(Solver, Bridges) {
    const Solver solver(make_rules(Game::gothic2));
    struct {
        const char *from, *from_body, *to, *to_body;
        std::initializer_list<const char*> has;
        const char* bridge;
        bool keeps;
    } const table[] = {
        {"S_RUN", "STAND", "S_RUNL", "RUN", {"T_RUN_2_RUNL", "T_STAND_2_RUNL"}, "T_RUN_2_RUNL", false},
        {"S_RUN", "STAND", "S_RUNL", "RUN", {"T_STAND_2_RUNL"}, "T_STAND_2_RUNL", false},
        {"S_1HRUNL", "RUN", "S_RUNL", "RUN", {"T_STAND_2_RUNL", "T_1HRUNL_2_STAND"}, "", false},
        {"S_JUMP", "JUMP", "S_RUN", "STAND", {"T_JUMP_2_STAND"}, "T_JUMP_2_STAND", true},
        {"S_SWIM", "SWIM", "S_SWIMF", "SWIM", {"T_SWIM_2_SWIMF"}, "", false},
        {"S_SWIM", "SWIM", "S_DIVE", "DIVE", {"T_SWIM_2_DIVE"}, "T_SWIM_2_DIVE", false},
        {"T_JUMPB", "RUN", "S_RUN", "STAND", {"T_JUMPB_2_STAND", "T_T_JUMPB_2_RUN"}, "", false},
        {"s_run", "STAND", "s_runl", "RUN", {"T_run_2_runl"}, "T_run_2_runl", false},
        {"", "STAND", "S_RUNL", "RUN", {"T_STAND_2_RUNL"}, "T_STAND_2_RUNL", false},
    };
    for (const auto& row : table) {
        SCOPED_TRACE(std::string(row.from) + " → " + row.to);
        Names names(row.has);
        const auto bridge = solver.bridge(row.from, row.from_body, row.to, row.to_body, names.lookup());
        EXPECT_EQ(bridge.move ? bridge.move->name : "", row.bridge);
        EXPECT_EQ(bridge.keeps_body, row.keeps);
    }
}

TEST(Solver, RulesOfAModBringNewWeaponsAndActions) {
    auto rules = parse_rules("like gothic2\nweapon spear SPEAR\naction twirl STAND\n  spear -> [T_{W}TWIRL_{1..3}]\n");
    ASSERT_TRUE(rules) << rules.error().text();
    const Solver solver(std::make_shared<const Rules>(std::move(*rules)));
    Names names({"T_SPEARTWIRL_2"});
    EXPECT_EQ(solver.solve({"twirl", {}}, {.weapon = "spear"}, names.lookup())->move->name, "T_SPEARTWIRL_2");
    EXPECT_EQ(solver.solve({"twirl", {}}, {.weapon = "1h"}, names.lookup())->row, nullptr);
}

} // namespace
} // namespace ossuary::anim
