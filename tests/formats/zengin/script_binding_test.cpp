#include "ossuary/formats/zengin/model.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "formats/zengin/binding_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/model/event.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

using Files = std::map<std::string, ByteBuffer>;

Files hero_files() {
    return {{"HERO.MDH", write_mdh(figure_hierarchy())},
            {"BODY.MDM", write_mdm(figure_meshes())},
            {"HERO-S_RUN.MAN", write_man(figure_animation("S_RUN"))},
            {"HERO-T_HIT.MAN", write_man(figure_animation("T_HIT"))}};
}

Result<Model> hero_of(std::string_view entries, const Files& files, Diagnostics* diagnostics = nullptr,
                      std::string_view tree = "meshAndTree (\"BODY.ASC\")") {
    const std::string text =
        "Model (\"HERO\") { " + std::string(tree) + "\naniEnum {\n" + std::string(entries) + "\n} }";
    const auto find = [&](std::string_view name) -> std::optional<ByteBuffer> {
        const auto file = files.find(std::string(name));
        return file == files.end() ? std::nullopt : std::optional(file->second);
    };
    return to_model(parse_mds(as_bytes(text)).value(), "HERO", find, {}, diagnostics);
}

constexpr std::string_view run_line = "ani (\"s_Run\" 1 \"S_RUN\" 0.1 0.2 MI \"RUN.ASC\" F 5 32 CVS:0.5)\n";

// Names in scripts are written as they please; files are found by the lookup, which here is exact.
Files lower_case_run() {
    Files files = hero_files();
    files["HERO-s_Run.MAN"] = files["HERO-S_RUN.MAN"];
    return files;
}

TEST(ScriptBinding, AnAniBecomesAClipWithItsHints) {
    Diagnostics diagnostics;
    const auto model = hero_of(run_line, lower_case_run(), &diagnostics);
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_TRUE(validate(*model).empty());
    EXPECT_EQ(model->meshes.size(), 2u);
    ASSERT_EQ(model->clips.size(), 1u);
    const Clip& clip = model->clips[0];
    EXPECT_EQ(clip.name, "S_RUN");
    EXPECT_EQ(clip.hints.next, "S_RUN");
    EXPECT_EQ(clip.loop, LoopMode::wrap);
    EXPECT_FLOAT_EQ(static_cast<float>(clip.hints.blend_out), 0.2f);
    EXPECT_EQ(clip.hints.flags, (MoveFlags{.move_object = true, .idle = true}));
    EXPECT_EQ(clip.hints.collision_scale, 0.5f);
    EXPECT_EQ(clip.extras["first"].integer(), 5);
}

TEST(ScriptBinding, EventsOfAThinnedClipKeepTheirMoment) {
    const auto model = hero_of("ani (\"S_RUN\" 1 \"\" 0 0 . \"RUN.ASC\" F 5 32)\n{\n"
                               "*eventSFXGrnd (15 \"STEP\")\n*eventSFX (4 \"EARLY\" R:300 EMPTY_SLOT)\n"
                               "*eventSFX (999 \"LATE\")\n}\n",
                               hero_files());
    ASSERT_TRUE(model) << model.error().text();
    const auto& events = model->clips[0].events.events;
    ASSERT_EQ(events.size(), 3u);
    EXPECT_EQ(events[0].time, 0);
    EXPECT_EQ(std::get<SoundEvent>(events[0].data).range, 300);
    EXPECT_TRUE(std::get<SoundEvent>(events[0].data).empty_slot);
    EXPECT_DOUBLE_EQ(events[1].time, 10 / 25.0) << "ten frames of a source at 25, whatever the clip was thinned to";
    EXPECT_EQ(events[1].frame, 15);
    EXPECT_EQ(std::get<GroundSoundEvent>(events[1].data).range, 1000);
    EXPECT_DOUBLE_EQ(events[2].time, 1) << "no later than the end";
}

TEST(ScriptBinding, SpeedMovesTheEventsAlong) {
    const auto model =
        hero_of("ani (\"S_RUN\" 1 \"\" 0 0 . \"RUN.ASC\" F 0 10 SPD:10)\n{ *eventSFX (5 \"X\") }\n", hero_files());
    EXPECT_DOUBLE_EQ(model->clips[0].events.events[0].time, 0.5);
}

TEST(ScriptBinding, TagsBecomeTypedEvents) {
    Diagnostics diagnostics;
    const auto model =
        hero_of("ani (\"T_HIT\" 1 \"\" 0 0 . \"HIT.ASC\" F 2 27)\n{\n"
                "*eventTag (0 \"DEF_OPT_FRAME\" \"7 12\")\n*eventTag (0 \"DEF_HIT_END\" \"20\")\n"
                "*eventTag (0 \"DEF_WINDOW\" \"5\t10 15 20\")\n*eventTag (2 \"DEF_CREATE_ITEM\" \"ZS_HAND\" \"ITFO\")\n"
                "*eventTag (2 \"DEF_FIGHTMODE\" \"1H\")\n*eventTag (2 \"DEF_DANCE\" \"A\" \"B\")\n"
                "*eventPFX (2 7 \"FIRE\" \"BIP01 HAND\" ATTACH)\n*eventPFXStop (3 7)\n"
                "*eventMMStartAni (2 \"LAUGH\")\n*eventCamTremor (2 1 2 3 4)\n*eventSwapMesh (2 \"A\" \"B\")\n}\n",
                hero_files(), &diagnostics);
    ASSERT_TRUE(model) << model.error().text();
    std::map<std::string_view, std::vector<Event>> by_kind;
    for (const Event& event : model->clips[0].events.events) by_kind[kind_of(event.data)].push_back(event);
    ASSERT_EQ(by_kind["hit"].size(), 2u);
    EXPECT_DOUBLE_EQ(by_kind["hit"][0].time, 5 / 25.0) << "in the source's numbering";
    EXPECT_DOUBLE_EQ(by_kind["hit_end"][0].time, 20 / 25.0) << "from the start of the clip";
    ASSERT_EQ(by_kind["window"].size(), 2u);
    EXPECT_DOUBLE_EQ(by_kind["window"][1].time, 15 / 25.0);
    EXPECT_DOUBLE_EQ(std::get<WindowEvent>(by_kind["window"][1].data).end, 20 / 25.0);
    EXPECT_EQ(std::get<ItemEvent>(by_kind["item"][0].data).item, "ITFO");
    EXPECT_EQ(std::get<FightModeEvent>(by_kind["fight_mode"][0].data).mode, "1H");
    EXPECT_EQ(std::get<TagEvent>(by_kind["tag"][0].data).arguments, (std::vector<std::string>{"A", "B"}));
    const auto& particles = std::get<ParticleStartEvent>(by_kind["particle_start"][0].data);
    EXPECT_EQ(particles.slot, 7);
    EXPECT_TRUE(particles.attached);
    EXPECT_DOUBLE_EQ(by_kind["particle_stop"][0].time, 1 / 25.0);
    EXPECT_EQ(std::get<MorphStartEvent>(by_kind["morph_start"][0].data).node, "BIP01 HEAD");
    EXPECT_EQ(std::get<CameraTremorEvent>(by_kind["camera_tremor"][0].data).values[3], 4);
    EXPECT_EQ(std::get<SwapMeshEvent>(by_kind["swap_mesh"][0].data).slots[1], "B");
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_NE(diagnostics[0].message.find("DEF_DANCE"), std::string::npos);
}

TEST(ScriptBinding, AliasesShareDataAndEvents) {
    Diagnostics diagnostics;
    const auto model = hero_of("aniAlias (\"T_BACK\" 2 \"S_RUN\" 0.3 0 M. \"t_again\" R)\n"
                               "aniAlias (\"T_AGAIN\" 1 \"\" 0 0 . \"S_RUN\")\n"
                               "ani (\"S_RUN\" 1 \"S_RUN\" 0 0 . \"RUN.ASC\" F 0 25)\n{ *eventSFX (5 \"X\") }\n",
                               hero_files(), &diagnostics);
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_TRUE(diagnostics.empty());
    const Clip* back = model->find_clip("T_BACK");
    ASSERT_NE(back, nullptr);
    EXPECT_EQ(back->hints.direction, Direction::reverse);
    EXPECT_EQ(back->hints.layer, 2);
    EXPECT_EQ(back->loop, LoopMode::once);
    EXPECT_EQ(back->hints.alias_of, "T_AGAIN");
    EXPECT_EQ(back->hints.flags, MoveFlags{.move_object = true});
    EXPECT_EQ(back->joints, model->find_clip("S_RUN")->joints);
    EXPECT_EQ(back->events.events.size(), 1u);
}

TEST(ScriptBinding, AliasesInACircleAndIntoNothingAreLeftOut) {
    Diagnostics diagnostics;
    const auto model = hero_of("aniAlias (\"A\" 1 \"\" 0 0 . \"B\")\naniAlias (\"B\" 1 \"\" 0 0 . \"A\")\n"
                               "aniAlias (\"C\" 1 \"\" 0 0 . \"NOTHING\")\n",
                               hero_files(), &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_TRUE(model->clips.empty());
    ASSERT_EQ(diagnostics.size(), 3u);
    EXPECT_NE(diagnostics[0].message.find("circle"), std::string::npos);
    EXPECT_NE(diagnostics[2].message.find("NOTHING is not there"), std::string::npos);
}

TEST(ScriptBinding, ACombinationTakesItsMiddlePart) {
    Files files = hero_files();
    for (int i = 1; i <= 3; ++i) {
        const std::string part = "S_AIM" + std::to_string(i);
        ModelAnimation animation = figure_animation(part);
        animation.num_frames = static_cast<std::uint32_t>(i + 1);
        animation.samples.resize(animation.num_frames * 2);
        files["HERO-" + part + ".MAN"] = write_man(animation);
    }
    const auto model =
        hero_of("aniComb (\"S_AIM\" 2 \"S_AIM\" 0 0 . \"S_AIM\" 3)\n"
                "ani (\"S_AIM1\" 1 \"\" 0 0 . \"A.ASC\" F 0 1)\nani (\"S_AIM2\" 1 \"\" 0 0 . \"A.ASC\" F 0 2)\n"
                "ani (\"S_AIM3\" 1 \"\" 0 0 . \"A.ASC\" F 0 3)\n",
                files);
    ASSERT_TRUE(model);
    const Clip* comb = model->find_clip("S_AIM");
    ASSERT_NE(comb, nullptr);
    EXPECT_EQ(comb->joints, model->find_clip("S_AIM2")->joints);
    EXPECT_EQ(comb->hints.combination, (Combination{"S_AIM", 3}));
}

TEST(ScriptBinding, WhatHasNoDataIsKeptBesideTheModel) {
    const auto model = hero_of("aniBlend (\"T_RUN_2_STAND\" \"S_STAND\" 0.2 0.3)\naniDisable (\"S_OLD\")\n"
                               "aniSync (\"T_RUN_2_WALK\" \"S_WALK\" 0.1 0.1)\n"
                               "modelTag (\"DEF_HIT_LIMB\" \"BIP01 HAND\")\n",
                               hero_files());
    ASSERT_TRUE(model);
    ASSERT_EQ(model->transitions.size(), 2u);
    EXPECT_EQ(model->transitions[0].name, "T_RUN_2_STAND");
    EXPECT_EQ(model->transitions[0].next, "S_STAND");
    EXPECT_EQ(model->transitions[0].blend_out, 0.3f);
    EXPECT_FALSE(model->transitions[0].in_step);
    EXPECT_TRUE(model->transitions[1].in_step);
    EXPECT_EQ(model->disabled_moves, std::vector<std::string>{"S_OLD"});
    EXPECT_EQ(model->tags, (std::vector<ossuary::ModelTag>{{"DEF_HIT_LIMB", {"BIP01 HAND"}}}));
}

TEST(ScriptBinding, EverythingMissingIsNamed) {
    Diagnostics diagnostics;
    Files files = hero_files();
    files.erase("BODY.MDM");
    files.erase("HERO-T_HIT.MAN");
    const auto model =
        hero_of("ani (\"S_RUN\" 1 \"\" 0 0 . \"RUN.ASC\" F 0 9)\nani (\"T_HIT\" 1 \"\" 0 0 . \"HIT.ASC\" F 0 9)\n",
                files, &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->clips.size(), 1u);
    ASSERT_EQ(diagnostics.size(), 2u);
    EXPECT_EQ(diagnostics[0].message, "BODY.MDM is not found");
    EXPECT_EQ(diagnostics[1].message, "HERO-T_HIT.MAN or HIT.ASC is not found");
    EXPECT_EQ(diagnostics[1].severity, Severity::error);

    diagnostics.clear();
    const auto nothing = hero_of("ani (\"S_RUN\" 1 \"\" 0 0 . \"RUN.ASC\" F 0 9)\n", {}, &diagnostics);
    ASSERT_FALSE(nothing);
    EXPECT_NE(nothing.error().message().find("BODY.MDH, HERO.MDH, BODY.MDL, HERO.MDL"), std::string::npos)
        << nothing.error().message();
    EXPECT_EQ(diagnostics.size(), 1u) << "animations are looked for all the same";
}

TEST(ScriptBinding, WithoutAStartMeshTheFirstRegisteredOneIsShown) {
    const auto model =
        hero_of("", hero_files(), nullptr, "meshAndTree (\"OTHER.ASC\" DONT_USE_MESH)\nregisterMesh (\"BODY.ASC\")");
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_EQ(model->meshes.size(), 2u);
    EXPECT_EQ(model->extras["registerMesh"].items()[0].string(), "BODY.ASC");
}

TEST(ScriptBinding, AModelFileGivesHierarchyAndMeshes) {
    Files files{{"BODY.MDL", write_mdl({figure_hierarchy(), figure_meshes()})}};
    Diagnostics diagnostics;
    const auto model = hero_of("", files, &diagnostics);
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_EQ(model->meshes.size(), 2u);
}

TEST(ScriptBinding, ABrokenHierarchyGivesWayToTheWholeModel) {
    Files files = hero_files();
    files["HERO.MDL"] = write_mdl({figure_hierarchy(), figure_meshes()});
    files["HERO.MDH"].resize(20);
    Diagnostics diagnostics;
    const auto model = hero_of(run_line, files, &diagnostics, "");
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_EQ(model->meshes.size(), 2u);
    ASSERT_FALSE(diagnostics.empty());
    EXPECT_TRUE(std::ranges::any_of(diagnostics, [](const Diagnostic& one) {
        return one.severity == Severity::error && one.message.ends_with("; HERO.MDL is taken");
    }));
    files.erase("HERO.MDL");
    EXPECT_FALSE(hero_of(run_line, files, nullptr, ""));
}

TEST(ScriptBinding, EventsOfTheAnimationCountWhereTheScriptHasNone) {
    Files files = hero_files();
    ModelAnimation animation = figure_animation("S_RUN");
    animation.events = {{.type = 0, .frame = 1, .tag = "DEF_FIGHTMODE", .content = {"1H"}},
                        {.type = 1, .frame = 0, .content = {"STEP"}, .values = {500}},
                        {.type = 8, .frame = 1, .values = {3}},
                        {.type = 99}};
    files["HERO-S_RUN.MAN"] = write_man(animation);
    const auto silent = hero_of("ani (\"S_RUN\" 1 \"\" 0 0 . \"RUN.ASC\" F 5 32)\n", files);
    ASSERT_TRUE(silent) << silent.error().text();
    const auto& events = silent->clips[0].events.events;
    ASSERT_EQ(events.size(), 3u);
    EXPECT_EQ(std::get<SoundEvent>(events[0].data).name, "STEP");
    EXPECT_EQ(std::get<SoundEvent>(events[0].data).range, 500);
    EXPECT_EQ(std::get<FightModeEvent>(events[1].data).mode, "1H");
    EXPECT_EQ(std::get<ParticleStopEvent>(events[2].data).slot, 3);
    const auto loud = hero_of("ani (\"S_RUN\" 1 \"\" 0 0 . \"RUN.ASC\" F 5 32)\n{\n*eventSFX (6 \"OWN\")\n}\n", files);
    ASSERT_TRUE(loud);
    EXPECT_EQ(loud->clips[0].events.events.size(), 1u);
}

TEST(ScriptCheck, NamesEverythingThatLeadsNowhere) {
    const std::string text =
        "Model (\"HERO\") {\naniEnum {\n"
        "ani (\"S_RUN\" 1 \"S_GONE\" 0 0 . \"RUN.ASC\" F 5 32)\n{\n"
        "*eventSFX (99 \"LATE\")\n*eventTag (6 \"DEF_NONSENSE\")\n*eventTag (0 \"DEF_OPT_FRAME\" \"7\")\n}\n"
        "aniAlias (\"S_WALK\" 1 \"S_WALK\" 0 0 . \"NOTHING\" F)\n"
        "aniComb (\"T_POINT\" 1 \"\" 0 0 . \"C_POINT_\" 2)\n"
        "aniBlend (\"T_RUN_2_X\" \"S_RUN\" 0.2 0.2)\n} }\n";
    const auto script = parse_mds(as_bytes(text));
    ASSERT_TRUE(script) << script.error().text();
    const std::vector<std::string> files = {"HERO-S_RUN.MAN", "HERO-S_OLD.MAN", "OTHER-S_OLD.MAN"};
    const auto find = [&](std::string_view name) -> std::optional<SharedBytes> {
        return name == "HERO-S_RUN.MAN" ? std::optional(SharedBytes(ByteBuffer(1))) : std::nullopt;
    };
    std::string said;
    for (const Diagnostic& one : validate(*script, "HERO", find, {.text = text, .files = files}))
        said += std::to_string(one.place.line) + ':' + std::to_string(one.place.column) + ' ' + one.place.file + ' ' +
                one.message + '\n';
    EXPECT_EQ(said, "3:17  S_RUN goes on as S_GONE, which no entry defines\n"
                    "5:12  frame 99 lies outside S_RUN, which has 5 to 32\n"
                    "6:15  unknown tag DEF_NONSENSE\n"
                    "9:38  S_WALK is an alias of NOTHING, which no entry defines\n"
                    "10:11  T_POINT lacks its parts C_POINT_1, C_POINT_2\n"
                    "0:0 HERO-S_OLD.MAN no entry of the script uses it\n");
}

} // namespace
} // namespace ossuary::zengin
