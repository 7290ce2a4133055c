#include "ossuary/anim/rules.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::anim {
namespace {

std::string file_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return (std::ostringstream() << file.rdbuf()).str();
}

TEST(Rules, OfTheGamesAreTheDataFiles) {
    EXPECT_EQ(rules_text(Game::gothic1), file_text(OSSUARY_SOURCE_DIR "/data/gothic1.rules"));
    EXPECT_EQ(rules_text(Game::gothic2), file_text(OSSUARY_SOURCE_DIR "/data/gothic2.rules"));
}

TEST(Rules, OfTheGamesRead) {
    for (const Game game : {Game::gothic1, Game::gothic2}) {
        const auto rules = parse_rules(rules_text(game));
        ASSERT_TRUE(rules) << rules.error().text();
        EXPECT_EQ(rules->name, game == Game::gothic1 ? "Gothic 1" : "Gothic 2");
        EXPECT_EQ(rules->weapons.size(), 7u);
        EXPECT_EQ(rules->fallbacks.size(), 3u);
        EXPECT_EQ(rules->bodies.size(), 31u);
        for (const Action& action : rules->actions) EXPECT_FALSE(action.rows.empty()) << action.name;
    }
}

TEST(Rules, ActionsWithTwoNamesTakeTheirAlternative) {
    const auto rules = parse_rules("body X\naction a|b X\n-> T_(L|R)_(1|2) S_(|B)\n");
    ASSERT_TRUE(rules) << rules.error().text();
    EXPECT_EQ(rules->find_action("a")->rows[0].names, (std::vector<NameChoice>{{"T_L_1"}, {"S_"}}));
    EXPECT_EQ(rules->find_action("b")->rows[0].names, (std::vector<NameChoice>{{"T_R_2"}, {"S_B"}}));
}

TEST(Rules, ASeriesKeepsItsZeros) {
    const auto rules = parse_rules("body X\naction a X\n-> [T_{08..11} T_X] T_Y\n");
    ASSERT_TRUE(rules) << rules.error().text();
    EXPECT_EQ(rules->find_action("a")->rows[0].names,
              (std::vector<NameChoice>{{"T_08", "T_09", "T_10", "T_11", "T_X"}, {"T_Y"}}));
}

TEST(Rules, LikeTakesEverythingAndReplacesWhatIsSaidAgain) {
    const auto base = parse_rules(rules_text(Game::gothic2));
    const auto rules = parse_rules("like gothic2\nrules Mine\nweapon spear SPEAR\naction idle STAND\n spear -> S_LEAN\n"
                                   "fallback - -\ncombo\n -> force\n");
    ASSERT_TRUE(rules) << rules.error().text();
    EXPECT_EQ(rules->name, "Mine");
    EXPECT_EQ(rules->weapons.size(), base->weapons.size() + 1);
    EXPECT_EQ(rules->actions.size(), base->actions.size());
    EXPECT_EQ(rules->find_action("idle")->rows.size(), 1u);
    EXPECT_FALSE(rules->find_action("idle")->held);
    EXPECT_EQ(rules->fallbacks.size(), 1u);
    EXPECT_EQ(rules->bridges.size(), base->bridges.size());
    EXPECT_EQ(rules->combo.size(), 1u);
}

TEST(Rules, CommentsBlankLinesAndLineEndsDoNotMatter) {
    const auto rules = parse_rules("\r\n# all\nbody X # here\r\n\taction a X\r    ->   S_A # there");
    ASSERT_TRUE(rules) << rules.error().text();
    EXPECT_EQ(rules->find_action("a")->rows[0].names, (std::vector<NameChoice>{{"S_A"}}));
    EXPECT_EQ(rules->find_action("a")->rows[0].line, 5u);
}

struct BadRules {
    const char* text;
    std::uint32_t line, column;
    const char* says;
};
TEST(Rules, ErrorsNameLineColumnAndReason) {
    const BadRules table[] = {
        {"wepon fist\n", 1, 1, "'wepon' is no statement"},
        {"weapon\n", 1, 1, "wants a name"},
        {"weapon a b c\n", 1, 12, "a name and an infix"},
        {"weapon swim\n", 1, 8, "it is a condition"},
        {"fallback -\n", 1, 1, "two things"},
        {"body X loud\n", 1, 8, "'loud' is no property of a body state"},
        {"body X\naction a\n", 2, 8, "body state behind its name"},
        {"body X\naction a Y\n", 2, 10, "body state behind its name"},
        {"body X\naction a X hold\n", 2, 12, "'hold' is no property of an action"},
        {"body X\naction a| X\n", 2, 8, "name is empty"},
        {"  -> S_A\n", 1, 3, "belongs below"},
        {"body X\n-> S_A\n", 2, 1, "belongs below"},
        {"body X\naction a X\n  ->\n", 3, 3, "nothing stands behind"},
        {"body X\naction a X\n  fast -> S_A\n", 3, 3, "'fast' is no condition"},
        {"body X\naction a X\n  body=Y -> S_A\n", 3, 8, "'Y' is no body state"},
        {"body X\naction a X\n  now= -> S_A\n", 3, 7, "empty"},
        {"body X\naction a X\n  -> S-A\n", 3, 6, "cannot be in a name"},
        {"body X\naction a X\n  -> S_{W\n", 3, 6, "brace is not closed"},
        {"body X\naction a X\n  -> S_A = Y\n", 3, 12, "'Y' is no body state"},
        {"body X\naction a X\n  -> S_A =\n", 3, 10, "one body state"},
        {"body X\naction a X\n  -> [S_A\n", 3, 6, "bracket is not closed"},
        {"body X\naction a X\n  -> S_A]\n", 3, 6, "no bracket is open"},
        {"body X\naction a X\n  -> [S_A [S_B]\n", 3, 11, "open already"},
        {"body X\naction a|b X\n  -> S_(L|R|M)\n", 3, 6, "as many alternatives are wanted as the action has names: 2"},
        {"body X\naction a|b X\n  -> S_(L|R\n", 3, 6, "parenthesis is not closed"},
        {"body X\naction a X\n  -> [S_{1..5000}]\n", 3, 7, "a thousand at the most"},
        {"body X\naction a X\n  -> [S_{1..x}]\n", 3, 7, "whole number"},
        {"body X\naction a X\n  -> S_1..2\n", 3, 6, "written {01..21}"},
        {"bridge now\n", 1, 8, "nothing follows"},
        {"bridge\nwith=X -> A\n", 2, 1, "no condition of a bridge"},
        {"bridge\n-> A B\n", 2, 6, "no part of a bridge"},
        {"combo\nlate -> start\n", 2, 1, "'late' is no combo fact"},
        {"combo\nsame -> go\n", 2, 9, "'go' is no combo outcome"},
        {"combo\nsame -> start now\n", 2, 15, "one outcome is enough"},
        {"like doom3\n", 1, 6, "'doom3' is no set of rules"},
        {"body X\nlike gothic2\n", 2, 1, "before everything else"},
    };
    for (const BadRules& bad : table) {
        const auto rules = parse_rules(bad.text);
        ASSERT_FALSE(rules) << bad.text;
        EXPECT_EQ(rules.error().place().line, bad.line) << bad.text;
        EXPECT_EQ(rules.error().place().column, bad.column) << bad.text;
        EXPECT_NE(rules.error().message().find(bad.says), std::string::npos) << rules.error().text();
    }
}

TEST(Rules, AFewWordsCannotAskForVeryMuch) {
    std::string text = "body X\naction a X\n";
    for (int i = 0; i < 100; ++i) text += "-> [S_{0..999}]\n";
    const auto rules = parse_rules(text);
    ASSERT_FALSE(rules);
    EXPECT_NE(rules.error().message().find("too many names"), std::string::npos);
}

TEST(Rules, CutAtEveryLengthTheyReadOrFailWithAPlace) {
    const std::string_view whole = rules_text(Game::gothic1);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto rules = parse_rules(whole.substr(0, length));
        EXPECT_TRUE(rules || rules.error().place().line > 0) << length;
    }
}

// What was observed of the game, case by case. Facts not named do not hold.
TEST(Rules, CombosOfGothic2) {
    using enum ComboOutcome;
    const auto rules = make_rules(Game::gothic2);
    struct {
        unsigned facts;
        ComboOutcome outcome;
    } const table[] = {
        {ComboFact::empty | ComboFact::plain | ComboFact::outside | ComboFact::spent, start},
        {ComboFact::plain | ComboFact::outside | ComboFact::spent, start},
        {ComboFact::plain | ComboFact::block | ComboFact::parrying, start},
        {ComboFact::block | ComboFact::outside, force},
        {ComboFact::block | ComboFact::spent | ComboFact::broken, force},
        {ComboFact::spent | ComboFact::outside, break_chain},
        {ComboFact::spent | ComboFact::outside | ComboFact::same, break_chain},
        {ComboFact::outside | ComboFact::same, break_chain},
        {ComboFact::outside, refuse},
        {ComboFact::broken | ComboFact::same, refuse},
        {ComboFact::broken, refuse},
        {0, force},
        {ComboFact::same, chain},
    };
    for (const auto& row : table)
        EXPECT_EQ(rules->decide(static_cast<std::uint8_t>(row.facts)), row.outcome) << row.facts;
}

TEST(Rules, InGothic1AnAttackMayFollowABlock) {
    const std::uint8_t facts = ComboFact::plain | ComboFact::parrying | ComboFact::outside | ComboFact::spent;
    EXPECT_EQ(make_rules(Game::gothic1)->decide(facts), ComboOutcome::force);
    EXPECT_EQ(make_rules(Game::gothic2)->decide(facts), ComboOutcome::start);
}

TEST(Rules, WeaponsAreKnownByEverySpellingOfAStance) {
    const auto rules = make_rules(Game::gothic2);
    ASSERT_TRUE(rules);
    const auto name = [&](std::string_view stance) {
        const Weapon* weapon = rules->find_weapon_by_infix(stance);
        return weapon ? weapon->name : std::string("none at all");
    };
    EXPECT_EQ(name("1HS"), name("1H"));
    EXPECT_EQ(name("2hs"), name("2H"));
    EXPECT_NE(name("1hs"), name("2hs"));
    EXPECT_NE(name("1hs"), "none at all");
    EXPECT_EQ(name("3HS"), "none at all");
    EXPECT_NE(name("Cbow"), "none at all");
}

} // namespace
} // namespace ossuary::anim
