#include <gtest/gtest.h>

#include "ossuary/base/result.h"
#include "ossuary/model/script_extras.h"

namespace ossuary {
namespace {

Json json(const char* text) { return *parse_json(text); }

TEST(MoveFlags, AreWrittenAsScriptsWriteThem) {
    for (const char* letters : {".", "M.", "MR", "I.", "MREFIP"})
        EXPECT_EQ(flag_letters(parse_move_flags(letters)), letters);
    EXPECT_EQ(parse_move_flags("m.r"), (MoveFlags{.move_object = true, .rotate_object = true}));
    EXPECT_EQ(parse_move_flags("?x"), MoveFlags{});
}

TEST(ScriptExtras, OfAClipComeBackAndKeepTheirOrder) {
    const Json extras = json(R"({"asc": "RUN.ASC", "first": 3})");
    const PlaybackHints hints{
        .flags = MoveFlags{.idle = true}, .collision_scale = 0.7f, .alias_of = "RUN", .combination = {{"C_", 9}}};
    Json written = with_script(extras, hints);
    EXPECT_EQ(print_json(written), R"({"flags":"I.","asc":"RUN.ASC","first":3,"cvs":0.7,"combPrefix":"C_",)"
                                   R"("combCount":9,"alias":"RUN"})");
    PlaybackHints back;
    take_script(written, back);
    EXPECT_EQ(back, hints);
    EXPECT_EQ(print_json(written), print_json(extras));
}

TEST(ScriptExtras, OfAClipWithoutAScriptAreNone) {
    EXPECT_TRUE(with_script({}, {}).is_null());
    PlaybackHints hints;
    Json extras = json(R"({"cvs": "wide", "combCount": 3, "alias": 7})"), before = extras;
    take_script(extras, hints);
    EXPECT_EQ(extras, before) << "what is not understood stays";
    EXPECT_EQ(hints, PlaybackHints{});
}

TEST(ScriptExtras, FlagsOfAnotherKindStayAndAreThoseOfAScript) {
    PlaybackHints hints;
    Json extras = json(R"({"flags": 12})");
    take_script(extras, hints);
    EXPECT_EQ(hints.flags, MoveFlags{});
    EXPECT_EQ(with_script(extras, hints), json(R"({"flags": 12})"));
}

TEST(ScriptExtras, OfAModelComeBack) {
    const char* text = R"({"script":[{"kind":"modelTag","type":"LIMB","args":["hand"]},)"
                       R"({"kind":"aniBlend","name":"A","layer":null,"next":"B","blend_in":0.2,"blend_out":0.1,)"
                       R"("flags":"","events":[]},)"
                       R"({"kind":"aniSync","name":"C","next":"D","blend_in":0.3,"blend_out":0.3},)"
                       R"({"kind":"aniDisable","name":"E"},{"kind":"aniBatch","name":"F","anis":["A"]}],"other":1})";
    Model model;
    model.extras = json(text);
    take_script(model);
    ASSERT_EQ(model.transitions.size(), 2u);
    EXPECT_FALSE(model.transitions[0].layer);
    EXPECT_EQ(model.transitions[0].blend_in, 0.2f);
    EXPECT_TRUE(model.transitions[1].in_step);
    EXPECT_EQ(model.disabled_moves, std::vector<std::string>{"E"});
    EXPECT_EQ(model.tags, (std::vector<ModelTag>{{"LIMB", {"hand"}}}));
    EXPECT_EQ(model.extras["script"].size(), 1u) << "what has no field";
    EXPECT_EQ(print_json(with_script(model)), text);
}

} // namespace
} // namespace ossuary
