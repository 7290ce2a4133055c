#include "ossuary/formats/zengin/script.h"

#include <gtest/gtest.h>

#include "every_script.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/msb.h"

namespace ossuary::zengin {
namespace {

using ossuary::testing::every_script;

TEST(Script, FlagsAreLettersInAnyOrderAndDotsAreNothing) {
    EXPECT_EQ(flag_bits("M."), 1);
    EXPECT_EQ(flag_bits(".rM"), 3);
    EXPECT_EQ(flag_bits("MREFIP"), 63);
    EXPECT_EQ(flag_bits("."), 0);
    EXPECT_EQ(flag_bits("XYZ"), 0);
}

TEST(Script, DirectionIsReverseOnlyForR) {
    EXPECT_EQ(direction_of("R"), Direction::reverse);
    EXPECT_EQ(direction_of("r"), Direction::reverse);
    EXPECT_EQ(direction_of("F"), Direction::forward);
    EXPECT_EQ(direction_of(""), Direction::forward);
}

TEST(Script, KindsHaveTheWordsOfTheText) {
    for (std::size_t i = 0; i < std::variant_size_v<ScriptEntryData>; ++i) {
        EntryKind kind{};
        ASSERT_TRUE(parse_name(name_of(static_cast<EntryKind>(i)), kind));
        EXPECT_EQ(kind, static_cast<EntryKind>(i));
        EXPECT_EQ(empty_entry(kind).index(), i);
    }
    for (std::size_t i = 0; i < std::variant_size_v<ScriptEventData>; ++i) {
        EventKind kind{};
        ASSERT_TRUE(parse_name(name_of(static_cast<EventKind>(i)), kind));
        EXPECT_EQ(kind, static_cast<EventKind>(i));
        EXPECT_EQ(empty_event(kind).index(), i);
    }
    EXPECT_EQ(name_of(EntryKind::ani_max_fps), "aniMaxFPS");
    EXPECT_EQ(name_of(EventKind::sfx_ground), "eventSFXGrnd");
}

TEST(Script, EveryRecordSurvivesJson) {
    Script script = every_script();
    script.entries.push_back({ScriptChunk{0xF5EE, {1, 2, 255}}});
    const auto text = print_json(dump_script(script), 2);
    const auto back = build_script(*parse_json(text));
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(*back, script);
}

TEST(Script, JsonKeepsTheBytesOfAnyCodePage) {
    Script script{.model = "Gr\xFC\xDF"
                           "e"};
    const auto back = build_script(*parse_json(print_json(dump_script(script))));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->model, script.model);
}

TEST(Script, JsonWithAnUnknownKindIsRefusedWithItsPath) {
    const auto json =
        parse_json(R"({"model": "", "mesh_and_tree": [], "register_mesh": [], "items": [{"kind": "anu"}]})");
    const auto script = build_script(*json);
    ASSERT_FALSE(script);
    EXPECT_NE(script.error().text().find("items[0].kind"), std::string::npos) << script.error().text();
}

TEST(Script, LinesAreNoPartOfTheValue) {
    ScriptEntry a{AniDisable{"x"}, 3}, b{AniDisable{"x"}, 9};
    EXPECT_EQ(a, b);
}

TEST(Script, CompilingWritesOutWhatTheTextLeavesOut) {
    const Script compiled = to_compiled(every_script());
    EXPECT_EQ(compiled.model, "");
    EXPECT_EQ(compiled.mesh_and_tree[0].name, "BODY"); // the tree loses its extension, meshes keep it
    EXPECT_EQ(compiled.register_mesh[0], "BODY_A.ASC");
    const Ani& run = std::get<Ani>(compiled.entries[0].data);
    EXPECT_EQ(run.name, "S_RUN");
    EXPECT_EQ(run.asc, "RUN.ASC");

    const auto& tag = std::get<EventTag>(run.events[0].data);
    EXPECT_EQ(tag.args, (std::vector<std::string>{"BIP01 R HAND", "", "X", ""}));
    EXPECT_FALSE(tag.attach);
    EXPECT_EQ(std::get<EventTag>(run.events[1].data).args[0], "8\t15");

    const auto& ambient = std::get<EventSfx>(run.events[2].data);
    EXPECT_EQ(ambient.range, 2500.0f);
    EXPECT_EQ(ambient.slot_value, 0.0f);
    const auto& typo = std::get<EventSfx>(run.events[3].data); // the engine does not know EMTPY_SLOT
    EXPECT_EQ(typo.slot_value, 1.0f);
    EXPECT_FALSE(typo.empty_slot);
    EXPECT_EQ(std::get<EventPfx>(run.events[6].data).attach_value, 0.0f);
    EXPECT_EQ(std::get<EventPfx>(run.events[7].data).attach_value, 1.0f);
    EXPECT_EQ(std::get<EventMorphStart>(run.events[10].data).intensity, 1.0f);
    EXPECT_EQ(std::get<EventMorphStart>(run.events[10].data).hold, -2.0f);
    EXPECT_EQ(std::get<EventCamTremor>(run.events[12].data).radius_squared, 4000000.0f);

    const auto& layered = std::get<AniBlend>(compiled.entries[3].data);
    EXPECT_FALSE(layered.layer);
    EXPECT_EQ(layered.flags, "");
    EXPECT_EQ(std::get<EventSfx>(layered.events[0].data).range, 2500.0f);
    EXPECT_EQ(std::get<ModelTag>(compiled.entries[10].data).args.size(), 4u);
}

TEST(Script, GroundSoundsReachLessFarThanOthers) {
    Script script;
    script.entries.push_back({Ani{}});
    script.entries[0].events()->push_back({EventSfxGround{}});
    const Script compiled = to_compiled(script);
    EXPECT_EQ(std::get<EventSfxGround>(compiled.entries[0].events()->front().data).range, 1000.0f);
}

TEST(Script, ACompiledScriptSurvivesTheWayThroughText) {
    const Script compiled = to_compiled(every_script());
    Diagnostics lost;
    const Script text = to_text(compiled, "Hero", &lost);
    EXPECT_TRUE(lost.empty());
    EXPECT_EQ(text.model, "Hero");
    EXPECT_EQ(text.mesh_and_tree[0].name, "BODY.ASC");
    EXPECT_EQ(to_compiled(text), compiled);
}

TEST(Script, AnAliasWithoutDirectionIsCompiledWithoutOne) {
    constexpr std::string_view text = "Model (\"M\") { aniEnum {\naniAlias (\"A\" 1 \"\" 0 0 . \"B\")\n} }";
    const Script script = parse_mds(as_bytes(text)).value();
    EXPECT_EQ(std::get<AniAlias>(script.entries.at(0).data).dir, "F") << "that is how it is played";
    const Script compiled = to_compiled(script);
    EXPECT_EQ(std::get<AniAlias>(compiled.entries.at(0).data).dir, "");
    Diagnostics found;
    const auto back = parse_msb(write_msb(CompiledScript{.script = compiled}), &found);
    ASSERT_TRUE(back);
    for (const Diagnostic& one : found) EXPECT_EQ(one.message.find("direction"), std::string::npos) << one.text();
    const std::string written = write_mds(to_text(back->script, "M"));
    EXPECT_EQ(written.find("\"B\" F"), std::string::npos) << written;
    EXPECT_EQ(to_compiled(parse_mds(as_bytes(written)).value()), compiled);
}

TEST(Script, FlagsThatAreWordsSurviveTheWayThroughText) {
    Script compiled;
    compiled.entries = {{Ani{.flags = "M.1"}}, {Ani{.flags = "_X-Y"}}};
    EXPECT_EQ(to_compiled(to_text(compiled, "M")), compiled);
    for (const std::string_view odd : {".5", "*X", "A B", "M:", "\xC4"}) {
        compiled.entries = {{Ani{.flags = std::string(odd)}}};
        Diagnostics lost;
        EXPECT_EQ(std::get<Ani>(to_text(compiled, "M", &lost).entries[0].data).flags, ".");
        EXPECT_EQ(lost.size(), 1u) << odd;
    }
}

TEST(Script, WhatTheTextCannotSayIsReported) {
    Script compiled;
    Ani ani{.name = "A\"B", .flags = "", .dir = "X"};
    EventSfx odd;
    odd.slot_value = 0.5f;
    EventCamTremor tremor;
    tremor.radius_squared = 2.0f;
    EventPfx pfx;
    pfx.attach_value = 2.0f;
    ani.events = {{odd}, {tremor}, {pfx}, {ScriptChunk{0xF5A6, {}}}};
    compiled.entries = {{ani}, {ScriptChunk{0xF5EE, {}}}};
    Diagnostics lost;
    const Script text = to_text(compiled, "M", &lost);
    EXPECT_EQ(lost.size(), 8u); // name, flags, direction, slot, radius, attach, two chunks
    ASSERT_EQ(text.entries.size(), 1u);
    EXPECT_EQ(text.entries[0].events()->size(), 3u);
    EXPECT_EQ(name_in(text.entries[0]), "A'B");
}

} // namespace
} // namespace ossuary::zengin
