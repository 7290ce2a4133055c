#include "ossuary/formats/zengin/mds.h"

#include <random>

#include <gtest/gtest.h>

#include "every_script.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "shared_files.h"

namespace ossuary::zengin {
namespace {

using ossuary::testing::every_script;
using ossuary::testing::golden;
using ossuary::testing::shared_file;

struct Parsed {
    Script script;
    Diagnostics diagnostics;
};

Parsed parse(std::string_view text) {
    Parsed parsed;
    auto script = parse_mds(as_bytes(text), &parsed.diagnostics);
    EXPECT_TRUE(script) << script.error().text();
    if (script) parsed.script = *std::move(script);
    return parsed;
}

// The body of aniEnum on lines of its own, from line 2.
Parsed parse_entries(std::string_view body) {
    return parse("Model (\"M\") { aniEnum {\n" + std::string(body) + "\n} }");
}

bool has_diagnostic(const Diagnostics& diagnostics, std::uint32_t line, std::string_view text) {
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.place.line == line && diagnostic.message.find(text) != std::string::npos) return true;
    return false;
}

constexpr std::string_view good_ani = "ani (\"A\" 1 \"B\" 0.1 0.2 M. \"A.ASC\" F 0 9)";

// ---- the golden file

// Every member of the expected object is in the actual one, with the same value.
void expect_members(const Json& expected, const Json& actual, const std::string& path) {
    for (const Json::Member& member : expected.members()) {
        const Json* found = actual.find(member.name);
        ASSERT_TRUE(found) << path << '.' << member.name;
        if (member.name == "events") {
            ASSERT_EQ(found->size(), member.value.size()) << path;
            for (std::size_t i = 0; i < found->size(); ++i)
                expect_members(member.value.items()[i], found->items()[i], path + ".events[" + std::to_string(i) + ']');
        } else if (member.value.is_number() && !member.value.is_integer()) {
            EXPECT_EQ(static_cast<float>(found->number()), static_cast<float>(member.value.number()))
                << path << '.' << member.name;
        } else {
            EXPECT_EQ(*found, member.value) << path << '.' << member.name;
        }
    }
}

TEST(Mds, ReadsTheSampleAsTheGoldenSays) {
    const auto bytes = shared_file("samples/zengin/waran.mds");
    const auto expected = golden("waran.mds.json");
    OSSUARY_NEED(bytes && expected);
    const auto [script, diagnostics] = parse(as_text(*bytes));
    EXPECT_EQ(script.model, (*expected)["model"].string());
    ASSERT_EQ(script.mesh_and_tree.size(), 1u);
    EXPECT_EQ(script.mesh_and_tree[0].name, (*expected)["mesh_and_tree"]["name"].string());
    EXPECT_EQ(script.mesh_and_tree[0].dont_use_mesh, 1u);
    EXPECT_EQ(JsonDumper::dump(script.register_mesh), (*expected)["register_mesh"]);

    const Json dumped = dump_script(script);
    const Json::Array &items = dumped["items"].items(), &expected_items = (*expected)["items"].items();
    ASSERT_EQ(items.size(), expected_items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
        expect_members(expected_items[i], items[i], "items[" + std::to_string(i) + ']');

    // The golden lists the slips of the words; the missing last brace is a fourth.
    ASSERT_EQ(diagnostics.size(), 4u);
    const Json::Array& warnings = (*expected)["warnings"].items();
    ASSERT_EQ(warnings.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(diagnostics[i].place.line, warnings[i]["line"].integer());
    EXPECT_NE(diagnostics[3].message.find("ends inside Model"), std::string::npos);
}

TEST(Mds, EntriesAndEventsKnowTheirLines) {
    const auto bytes = shared_file("samples/zengin/waran.mds");
    OSSUARY_NEED(bytes);
    const auto [script, diagnostics] = parse(as_text(*bytes));
    const auto lines = source_lines(as_text(*bytes));
    EXPECT_EQ(script.entries[0].line, 13u);
    EXPECT_EQ(lines[12], "\t\tani(\"aniName1\" 111 \"aniNext1\" 4.2 0.5 MI \"aniModel1\" F 221 -331 FPS:25 CVS:0.2");
    EXPECT_EQ(script.entries[1].events()->at(2).line, 18u);
}

// ---- what is forgiven

TEST(Mds, ParenthesesAndSemicolonsMeanNothing) {
    const auto plain = parse_entries(good_ani);
    EXPECT_TRUE(plain.diagnostics.empty());
    EXPECT_EQ(parse_entries("ani \"A\" 1 ;; \"B\" ((0.1 0.2 M. \"A.ASC\" F) 0 9").script, plain.script);
    EXPECT_TRUE(parse_entries("ani ((\"A\" 1 \"B\" 0.1 0.2 M. \"A.ASC\" F 0 9").diagnostics.empty());
}

TEST(Mds, KeywordsCompareWithoutCase) {
    EXPECT_EQ(parse("MODEL (\"M\") { ANIENUM {\nANI (\"A\" 1 \"B\" 0.1 0.2 M. \"A.ASC\" F 0 9)\n} }").script,
              parse_entries(good_ani).script);
}

TEST(Mds, AStringWithoutQuoteEndsWithItsLine) {
    const auto [script, diagnostics] = parse("Model (\"M\") {\nregisterMesh (\"A.ASC)\r\nregisterMesh (\"B.ASC\r\n"
                                             "registerMesh (\"Turn\t )\n}");
    EXPECT_EQ(script.register_mesh, (std::vector<std::string>{"A.ASC", "B.ASC", "Turn"}));
    ASSERT_EQ(diagnostics.size(), 3u);
    EXPECT_EQ(diagnostics[0].place.line, 2u);
    EXPECT_EQ(diagnostics[0].place.column, 15u);
}

TEST(Mds, AClosedStringIsTakenAsItIs) {
    const auto [script, diagnostics] = parse("Model (\"M\") { registerMesh (\"a\t(b) \") }");
    EXPECT_EQ(script.register_mesh[0], "a\t(b) ");
}

TEST(Mds, ASingleSlashBeginsAComment) {
    const auto [script, diagnostics] = parse_entries("/ note \"\n// fine { }\n" + std::string(good_ani));
    EXPECT_EQ(script.entries.size(), 1u);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].place.line, 2u);
}

TEST(Mds, MissingBracesAroundEventsAreForgiven) {
    const std::string ani(good_ani);
    const auto bare = parse_entries(ani + "\n*eventSFX (1 \"x\")\n*eventSFX (2 \"y\")\n" + ani);
    ASSERT_EQ(bare.script.entries.size(), 2u);
    EXPECT_EQ(bare.script.entries[0].events()->size(), 2u);
    EXPECT_TRUE(bare.diagnostics.empty());
    const auto unclosed = parse_entries(ani + "\n{ *eventSFX (1 \"x\")\n" + ani);
    ASSERT_EQ(unclosed.script.entries.size(), 2u);
    EXPECT_EQ(unclosed.script.entries[0].events()->size(), 1u);
    EXPECT_TRUE(has_diagnostic(unclosed.diagnostics, 4, "not closed"));
}

TEST(Mds, ASurplusBraceDoesNotEndTheScript) {
    const std::string ani(good_ani);
    const auto [script, diagnostics] = parse_entries(ani + "\n{ *eventSFX (1 \"x\") } }\n" + ani + "\n" + ani);
    EXPECT_EQ(script.entries.size(), 3u);
    EXPECT_TRUE(has_diagnostic(diagnostics, 4, "inside aniEnum"));
    EXPECT_TRUE(has_diagnostic(diagnostics, 6, "after the end"));
}

TEST(Mds, WhatFollowsTheEndIsIgnored) {
    const auto [script, diagnostics] =
        parse("Model (\"M\") { aniEnum { } }\n" + std::string(good_ani) + "\n*eventSFX (1 \"x\")");
    EXPECT_TRUE(script.entries.empty());
    EXPECT_TRUE(has_diagnostic(diagnostics, 2, "after the end"));
    EXPECT_TRUE(has_diagnostic(diagnostics, 3, "after the end"));
}

TEST(Mds, ATagWithoutFrameIsAtFrameZero) {
    const auto [script, diagnostics] =
        parse_entries(std::string(good_ani) + "{ *eventTag (\"DEF_DROP_TORCH\" \"a\") }");
    const auto& tag = std::get<EventTag>(script.entries[0].events()->at(0).data);
    EXPECT_EQ(tag.frame, 0);
    EXPECT_EQ(tag.args, std::vector<std::string>{"a"});
}

TEST(Mds, TheMisspeltSlotIsKeptAsSuch) {
    const auto [script, diagnostics] =
        parse_entries(std::string(good_ani) + "{ *eventSFX (1 \"a\" EMTPY_SLOT)\n*eventSFX (1 \"a\" r:5 empty_slot) }");
    const auto& typo = std::get<EventSfx>(script.entries[0].events()->at(0).data);
    EXPECT_TRUE(typo.empty_slot && typo.misspelt);
    EXPECT_FALSE(engine_empty_slot(typo));
    const auto& right = std::get<EventSfx>(script.entries[0].events()->at(1).data);
    EXPECT_TRUE(engine_empty_slot(right));
    EXPECT_EQ(right.range, 5.0f);
}

TEST(Mds, AttachInQuotesCountsForParticles) {
    const auto [script, diagnostics] = parse_entries(std::string(good_ani) + "{ *eventPFX (1 \"a\" \"ATTACH\") }");
    const auto& pfx = std::get<EventPfx>(script.entries[0].events()->at(0).data);
    EXPECT_TRUE(pfx.attach);
    EXPECT_EQ(pfx.node, "");
}

TEST(Mds, AColonBehindFlagsIsATypo) {
    const auto [script, diagnostics] = parse_entries("aniAlias (\"A\" 1 \"B\" 0 0 M: \"C\" R)");
    EXPECT_EQ(std::get<AniAlias>(script.entries[0].data).flags, "M");
    EXPECT_EQ(std::get<AniAlias>(script.entries[0].data).dir, "R");
    EXPECT_TRUE(diagnostics.empty());
}

TEST(Mds, AniMaxFpsIsTheRateOfWhatFollows) {
    const auto [script, diagnostics] =
        parse_entries(std::string(good_ani) + "\naniMaxFPS (12)\n" + std::string(good_ani));
    EXPECT_EQ(std::get<Ani>(script.entries[0].data).fps, 25);
    EXPECT_EQ(std::get<Ani>(script.entries[2].data).fps, 12);
}

TEST(Mds, OptionsComeInAnyOrder) {
    const auto [script, diagnostics] =
        parse_entries("ani (\"A\" 1 \"\" 0 0 . \"A.ASC\" F 0 9 CVS:0.5 SPD: 12 fps:8.5)");
    const Ani& ani = std::get<Ani>(script.entries[0].data);
    EXPECT_EQ(ani.cvs, 0.5f);
    EXPECT_EQ(ani.spd, 12);
    EXPECT_EQ(ani.fps, 8.5f);
}

TEST(Mds, AnOptionalFlagOfABlendIsNotTheNextDirective) {
    const auto [script, diagnostics] =
        parse_entries("aniBlend (\"A\" \"B\")\naniBlend (\"C\" 3 \"D\" 0.5 M.)\naniDisable (\"E\")");
    ASSERT_EQ(script.entries.size(), 3u);
    const auto& second = std::get<AniBlend>(script.entries[1].data);
    EXPECT_EQ(second.layer, 3);
    EXPECT_EQ(second.blend_in, 0.5f);
    EXPECT_EQ(second.flags, "M.");
}

// ---- a bad line costs that line

TEST(Mds, ABadLineCostsThatLine) {
    const std::string ani(good_ani);
    for (const std::string_view bad : {
             "ani (\"A\" 1 \"B\" 0.1 0.2 M. \"A.ASC\" X 0 9)",      // direction
             "ani (\"A\" \"B\" 0.1 0.2 M. \"A.ASC\" F 0 9)",        // no layer
             "ani (\"A\" 1 \"B\" 0.1",                              // cut off
             "ani (\"A\" 99999999999 \"B\" 0 0 . \"A.ASC\" F 0 9)", // out of range
             "aniComb (\"A\" 1 \"B\" 0 0 . \"P\")",
             "fnord (\"A\" 1 2)",
             "\"A\" 1",
             ": : 12",
             "aniDisable ()",
             "modelTag ()",
             "aniMaxFPS (\"x\")",
             "@@@@",
         }) {
        const auto [script, diagnostics] = parse_entries(ani + "\n" + std::string(bad) + "\n" + ani);
        EXPECT_EQ(script.entries.size(), 2u) << bad;
        ASSERT_FALSE(diagnostics.empty()) << bad;
        EXPECT_EQ(diagnostics[0].place.line, 3u) << bad;
    }
}

TEST(Mds, ALostAniTakesItsEventsWithIt) {
    const std::string ani(good_ani);
    const auto [script, diagnostics] =
        parse_entries(ani + "\nani (\"A\" 1) {\n*eventSFX (1 \"x\")\n}\n" + ani + "{ *eventSFX (2 \"y\") }");
    ASSERT_EQ(script.entries.size(), 2u);
    EXPECT_TRUE(script.entries[0].events()->empty());
    EXPECT_EQ(script.entries[1].events()->size(), 1u);
}

TEST(Mds, ABadEventCostsThatEvent) {
    const auto [script, diagnostics] = parse_entries(
        std::string(good_ani) + "{\n*eventSFX (\"x\" 1)\n*eventFnord (1)\n*eventSFX (2 \"y\")\n*eventPFXStop (1)\n"
                                "*eventCamTremor (1 2 3 4)\nrubbish\n*eventSFXGrnd (3 \"z\")\n}");
    ASSERT_EQ(script.entries[0].events()->size(), 2u);
    EXPECT_TRUE(has_diagnostic(diagnostics, 3, "SyntaxError"));
    EXPECT_TRUE(has_diagnostic(diagnostics, 4, "unknown event"));
}

TEST(Mds, EventsWithoutAnAniAreOrphans) {
    const auto [script, diagnostics] = parse_entries("*eventSFX (1 \"x\")\n" + std::string(good_ani));
    EXPECT_TRUE(has_diagnostic(diagnostics, 2, "OrphanEvent"));
    EXPECT_EQ(script.entries.size(), 1u);
    EXPECT_TRUE(script.entries[0].events()->empty());
}

TEST(Mds, UnknownTagTypesAreKeptWithAWarning) {
    const auto [script, diagnostics] =
        parse_entries(std::string(good_ani) + "{ *eventTag (1 \"MY_TAG\" \"a\" \"b\") }");
    EXPECT_EQ(std::get<EventTag>(script.entries[0].events()->at(0).data).args.size(), 2u);
    EXPECT_TRUE(has_diagnostic(diagnostics, 2, "unknown type of tag"));
}

TEST(Mds, ErrorsSayWhatWasExpectedAndFound) {
    const auto [script, diagnostics] = parse_entries("ani (\"A\" \"B\")");
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].place.line, 2u);
    EXPECT_EQ(diagnostics[0].place.column, 10u);
    EXPECT_EQ(diagnostics[0].message, "SyntaxError: expected a layer, got the string `B`");
}

TEST(Mds, WhatIsNoScriptIsAnError) {
    for (const std::string_view text :
         {"", "   \n", "// only a comment", "ani (\"A\")", "morphMesh (\"A\")", "\"Model\""}) {
        const auto script = parse_mds(as_bytes(text));
        ASSERT_FALSE(script) << text;
        EXPECT_TRUE(script.error().message().starts_with("SyntaxError")) << script.error().text();
        EXPECT_GT(script.error().place().line, 0u);
    }
    EXPECT_TRUE(recognise_mds(as_bytes("// x\n model \"a\"")));
    EXPECT_FALSE(recognise_mds(as_bytes("morphMesh (\"A\")")));
    EXPECT_FALSE(recognise_mds(as_bytes("# Model Script API\n\nUse \"this\"."))) << "a document about models";
}

TEST(Mds, StrictModeStopsAtTheFirstSlip) {
    const MdsOptions strict{.strict = true};
    EXPECT_TRUE(parse_mds(as_bytes(write_mds(every_script())), nullptr, strict));
    const std::string text = "Model (\"M\") { aniEnum {\n" + std::string(good_ani) + "\nani (\"A\" 1)\n} }";
    const auto script = parse_mds(as_bytes(text), nullptr, strict);
    ASSERT_FALSE(script);
    EXPECT_EQ(script.error().place().line, 3u);
    EXPECT_EQ(script.error().place().column, 11u); // where the next argument should have been
    for (const std::string_view slip :
         {"Model (\"M\") { / x\n }", "Model (\"M) {\n}", "Model (\"M\") { ", "Model (\"M\") { } }",
          "Model (\"M\") { ani (\"A\" 1 \"B\" 0 0 . \"A\" F 0 1) }"})
        EXPECT_FALSE(parse_mds(as_bytes(slip), nullptr, strict)) << slip;
}

// ---- writing

TEST(Mds, WritingAndReadingKeepsEveryValue) {
    const Script script = every_script();
    const std::string text = write_mds(script);
    const auto [back, diagnostics] = parse(text);
    EXPECT_TRUE(diagnostics.empty()) << diagnostics[0].text();
    EXPECT_EQ(back, script) << text;
}

TEST(Mds, WritingTheSampleKeepsEveryValue) {
    const auto bytes = shared_file("samples/zengin/waran.mds");
    OSSUARY_NEED(bytes);
    const Script script = parse(as_text(*bytes)).script;
    const auto [back, diagnostics] = parse(write_mds(script));
    EXPECT_EQ(back, script);
    EXPECT_TRUE(diagnostics.empty());
}

TEST(Mds, ADirectionKeepsItsCase) {
    const Script script = parse_entries("ani (\"A\" 1 \"B\" 0 0 . \"A.ASC\" r 0 9)").script;
    EXPECT_EQ(std::get<Ani>(script.entries.at(0).data).dir, "r");
    EXPECT_EQ(parse(write_mds(script)).script, script);
}

TEST(Mds, FloatsAreWrittenWithoutExponent) {
    Script script;
    script.entries.push_back({AniMaxFps{1e-7f}});
    script.entries.push_back({AniMaxFps{3e30f}});
    EXPECT_EQ(parse(write_mds(script)).script, script);
}

// ---- hostile input

TEST(Mds, EveryTruncationOfTheSampleIsSurvived) {
    const auto bytes = shared_file("samples/zengin/waran.mds");
    OSSUARY_NEED(bytes);
    const Script whole = parse(as_text(*bytes)).script;
    for (std::size_t size = 0; size < bytes->size(); ++size) {
        Diagnostics diagnostics;
        const auto script = parse_mds(Bytes(*bytes).first(size), &diagnostics);
        if (script) {
            EXPECT_LE(script->entries.size(), whole.entries.size()) << size;
        }
    }
}

TEST(Mds, FlippedBytesAreSurvived) {
    const std::string text = write_mds(every_script());
    std::mt19937 random(20020828);
    for (int round = 0; round < 3000; ++round) {
        std::string broken = text;
        for (int flips = 0; flips < 1 + round % 5; ++flips)
            broken[random() % broken.size()] = static_cast<char>(random() % 256);
        Diagnostics diagnostics;
        const auto script = parse_mds(as_bytes(broken), &diagnostics);
        if (!script) continue;
        const auto back = parse_mds(as_bytes(write_mds(*script)));
        ASSERT_TRUE(back);
        EXPECT_EQ(*back, *script);
    }
}

TEST(Mds, AFloodOfSlipsIsCutShortAndCounted) {
    std::string text = "Model (\"M\") { aniEnum {\n";
    for (int i = 0; i < 200000; ++i) text += "@\n";
    const auto [script, diagnostics] = parse(text + "} }");
    EXPECT_EQ(diagnostics.size(), 1001u);
    EXPECT_NE(diagnostics.back().message.find("199000 more"), std::string::npos);
    EXPECT_EQ(diagnostics[999].place.line, 1001u);
}

TEST(Mds, AMillionBracesAreSurvived) {
    const std::string open(1000000, '{'), close(1000000, '}');
    const auto [script, diagnostics] =
        parse("Model (\"M\") { aniEnum {" + open + close + std::string(good_ani) + "} }");
    EXPECT_EQ(script.entries.size(), 1u);
}

} // namespace
} // namespace ossuary::zengin
