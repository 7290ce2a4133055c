#include "ossuary/anim/script.h"

#include <gtest/gtest.h>

#include "anim/fighter.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::anim {
namespace {

TEST(Duration, HasAUnit) {
    struct {
        const char* text;
        double seconds; // negative: none
    } const table[] = {{"5s", 5},      {"16.7ms", 0.0167},  {"2min", 120}, {"0s", 0},    {"1e3ms", 1},
                       {"0.5min", 30}, {"5", -1},           {"s", -1},     {"", -1},     {"-1s", -1},
                       {"5 s", -1},    {"5h", -1},          {"1e30s", -1}, {"nans", -1}, {"infs", -1},
                       {"5sec", -1},   {"99999999999s", -1}};
    for (const auto& row : table) {
        const auto duration = parse_duration(row.text);
        EXPECT_EQ(duration.has_value(), row.seconds >= 0) << row.text;
        EXPECT_EQ(duration.value_or(to_ticks(row.seconds)), to_ticks(row.seconds)) << row.text;
    }
}

TEST(Script, IsTimesVerbsAndWords) {
    const auto commands = parse_script("# a fight\n0s run\n\n1.2s  draw 1h # here\r\n+300ms attack left\n"
                                       "500ms overlay \"MY # FILE.MDS\" for 10s\n+0s stand");
    ASSERT_TRUE(commands) << commands.error().text();
    const std::vector<Command> expected = {{to_ticks(0), "run", {}, 2},
                                           {to_ticks(0.5), "overlay", {"MY # FILE.MDS", "for", "10s"}, 6},
                                           {to_ticks(0.5), "stand", {}, 7},
                                           {to_ticks(1.2), "draw", {"1h"}, 4},
                                           {to_ticks(1.5), "attack", {"left"}, 5}};
    EXPECT_EQ(*commands, expected);
}

TEST(Script, ErrorsNameLineColumnAndReason) {
    struct {
        const char* text;
        std::uint32_t line, column;
        const char* says;
    } const table[] = {
        {"run", 1, 1, "'run' is no time, which is written 1.5s, 200ms or 2min"},
        {"0s run\n  5 run", 2, 3, "'5' is no time"},
        {"0s run\n1s", 2, 1, "nothing is to be done"},
        {"0s play \"a b", 1, 9, "a quote is not closed"},
        {"+-1s run", 1, 1, "is no time"},
        {"50000000min run\n+50000000min run", 2, 1, "is no time"},
    };
    for (const auto& row : table) {
        const auto commands = parse_script(row.text);
        ASSERT_FALSE(commands) << row.text;
        EXPECT_EQ(commands.error().place().line, row.line) << row.text;
        EXPECT_EQ(commands.error().place().column, row.column) << row.text;
        EXPECT_NE(commands.error().message().find(row.says), std::string::npos) << commands.error().message();
    }
}

TEST(Script, VerbsThatAreWrongSayTheirLine) {
    Character character(moveset_of(make_fighter()), make_rules(Game::gothic2));
    const OverlaySource none = [](std::string_view name) -> Result<std::shared_ptr<const Moveset>> {
        return fail("no overlay " + std::string(name));
    };
    struct {
        const char* text;
        const char* says;
    } const table[] = {
        {"0s run fast", "'run' does not know what to do with 'fast'"},
        {"0s draw", "'draw' wants more words behind it"},
        {"0s draw spear", "the rules have no weapon 'spear'"},
        {"0s weapon spear", "the rules have no weapon 'spear'"},
        {"0s mode fly", "'fly' is no mode: run, walk, sneak, wade, swim or dive"},
        {"0s hit left", "a hit comes from the front, or 'back'"},
        {"0s overlay X for 10", "'10' is no time"},
        {"0s overlay X on 10s", "does not know what to do with 'on'"},
        {"0s overlay X for", "does not know what to do with 'for'"},
        {"0s overlay X", "no overlay X"},
        {"0s use POTION many", "'many' is no state"},
        {"0s use POTION 500", "there is no state 500"},
        {"0s play NOTHING", "there is no move 'NOTHING'"},
        {"0s play S_RUN on top", "'top' is no layer"},
        {"0s play S_RUN speed fast", "'fast' is no speed"},
        {"0s stow it", "'stow' does not know what to do with 'it'"},
        {"0s dance", "the rules have no action 'dance'"},
        {"0s attack up", "the rules have no action 'attack_up'"},
    };
    for (const auto& row : table) {
        const auto commands = parse_script(std::string("\n\n") + row.text);
        ASSERT_TRUE(commands) << row.text;
        const auto outcome = perform(commands->front(), character, none);
        ASSERT_FALSE(outcome) << row.text;
        EXPECT_EQ(outcome.error().place().line, 3u) << row.text;
        EXPECT_NE(outcome.error().message().find(row.says), std::string::npos) << outcome.error().message();
    }
}

TEST(Script, EveryVerbReachesTheCharacter) {
    Character character(moveset_of(make_fighter()), make_rules(Game::gothic2));
    const OverlaySource overlays = [](std::string_view name) {
        return Moveset::make(empty_fighter(std::string(name)));
    };
    struct {
        const char* text;
        Verdict verdict;
        const char* move; // started
    } const table[] = {
        {"0s walk", Verdict::started, "S_WALKL"},
        {"0s sneak", Verdict::started, "S_RUNL"},
        {"0s run", Verdict::same, nullptr},
        {"0s stand", Verdict::started, "T_RUNL_2_RUN"},
        {"0s interrupt", Verdict::done, nullptr},
        {"0s stop", Verdict::done, nullptr},
        {"0s mode swim", Verdict::done, nullptr},
        {"0s mode run", Verdict::done, nullptr},
        {"0s play S_SWIM on 5 speed 2", Verdict::started, "S_SWIM"},
        {"0s overlay DRUNK", Verdict::done, nullptr},
        {"0s remove DRUNK.MDS", Verdict::done, nullptr},
        {"0s remove DRUNK.MDS", Verdict::missing, nullptr},
        {"0s weapon 1h", Verdict::done, nullptr},
        {"0s attack", Verdict::started, "S_1HATTACK"},
        {"0s dead back", Verdict::started, "T_DEAD"},
    };
    for (const auto& row : table) {
        const auto outcome = perform(parse_script(row.text)->front(), character, overlays);
        ASSERT_TRUE(outcome) << row.text << ": " << outcome.error().text();
        EXPECT_EQ(outcome->verdict, row.verdict) << row.text;
        EXPECT_EQ(outcome->move ? outcome->move->name : "", row.move ? row.move : "") << row.text;
    }
}

} // namespace
} // namespace ossuary::anim
