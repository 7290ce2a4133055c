#include "small_character.h"

#include "ossuary/anim/moveset.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/model/event.h"

namespace ossuary::anim {
namespace {

Clip scripted(std::string name, const ClipShape& shape, const char* flags) {
    Clip clip = make_clip(std::move(name), shape);
    clip.hints.flags = parse_move_flags(flags);
    return clip;
}

TEST(Moveset, TakesOverWhatTheScriptSays) {
    Clip run = scripted("S_RUN", {}, "MRE:F");
    run.hints = {.layer = 3, .blend_in = 0.1, .blend_out = 0.25, .next = "S_RUN", .flags = run.hints.flags};
    run.hints.collision_scale = 0.75f;
    const Cast cast({run});
    const Move& move = cast["s_run"];
    EXPECT_EQ(&move, cast.set->find("S_Run"));
    EXPECT_EQ(move.layer, 3);
    EXPECT_EQ(move.blend_in, Ticks(milliseconds(100)));
    EXPECT_EQ(move.blend_out, Ticks(milliseconds(250)));
    EXPECT_EQ(move.collision_scale, 0.75);
    EXPECT_EQ(move.source, "SMALL");
    EXPECT_TRUE(move.repeats && move.flags.move_object && move.flags.rotate_object && move.flags.queue &&
                move.flags.fly);
    EXPECT_FALSE(move.flags.idle || move.flags.in_place);
}

TEST(Moveset, SeesWhetherAClipRepeatsAndHow) {
    Clip closed = make_clip("CLOSED", {.swing = 0, .step = {0, 0, 0.05}, .turn = 4, .loop = LoopMode::unknown});
    Clip open = make_clip("OPEN", {.loop = LoopMode::unknown});
    Clip pose = make_clip("POSE", {.frames = 1});
    Clip flash = make_clip("FLASH", {.frames = 1, .loop = LoopMode::once});
    Clip combo = make_clip("COMBO", {});
    combo.hints.next = "COMBO";
    with_event(combo, 3, WindowEvent{.kind = WindowKind::combo, .end = 0.4});
    const Cast cast({closed, open, make_clip("WRAP"), pose, flash, combo});
    EXPECT_EQ(cast["CLOSED"].loop, LoopPolicy::wrap); // the same pose, somewhere else and turned
    EXPECT_EQ(cast["CLOSED"].period, Ticks(milliseconds(760)));
    EXPECT_FALSE(cast["OPEN"].repeats);
    EXPECT_EQ(cast["WRAP"].loop, LoopPolicy::wrap_interpolated);
    EXPECT_EQ(cast["WRAP"].period, Ticks(milliseconds(800)));
    EXPECT_TRUE(cast["POSE"].repeats); // held
    EXPECT_EQ(cast["POSE"].period, Ticks(0));
    EXPECT_EQ(cast["FLASH"].period, Ticks(milliseconds(40)));
    EXPECT_FALSE(cast["COMBO"].repeats);
    EXPECT_EQ(cast["COMBO"].next, "");
}

TEST(Moveset, AHeldPoseEndsNever) {
    const Cast cast({with_tags(*std::make_unique<Clip>(make_clip("POSE", {.frames = 1})), {0})});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["POSE"]));
    ASSERT_TRUE(player.advance(milliseconds(1'000'000)));
    EXPECT_EQ(text_of({player.notices().begin(), player.notices().end()}),
              "0.0000 start 1 POSE\n0.0000 event 1 POSE 0\n");
}

TEST(Moveset, AliasesShareTheirDataAndReversedOnesTurnRound) {
    Clip run = scripted("RUN", {.step = {0, 0, 0.05}}, "M");
    with_tags(run, {4});
    with_event(run, 5, WindowEvent{.kind = WindowKind::parade, .end = 10 / 25.0});
    Clip alias = run, still = run;
    alias.name = "BACK";
    alias.hints.alias_of = "RUN";
    alias.hints.direction = Direction::reverse;
    still.name = "STILL";
    still.hints.alias_of = "RUN";
    still.hints.flags.emplace();
    const Cast cast({run, alias, still});
    EXPECT_EQ(cast["BACK"].clip, cast["RUN"].clip);
    EXPECT_NE(cast["STILL"].clip, cast["RUN"].clip); // keeps its way in the pose
    EXPECT_NEAR(cast["BACK"].root.loop().position.z, -1, 1e-5);
    const Move& back = cast["BACK"];
    ASSERT_EQ(back.events.size(), 2u);
    EXPECT_EQ(back.events[0].time, Ticks(milliseconds(9 * 40))); // frames 5 … 10 from the end of nineteen
    EXPECT_EQ(back.events[0].window_end, Ticks(milliseconds(14 * 40)));
    EXPECT_EQ(back.events[1].time, Ticks(milliseconds(15 * 40)));
    EXPECT_NEAR(back.clip_time(Ticks(milliseconds(40))), 18 / 25.0, 1e-9);
    EXPECT_NEAR(back.clip_time(Ticks(milliseconds(780))), 19.5 / 25.0, 1e-9); // between the first key and the last
}

TEST(Moveset, LeavesOutWhatCannotBePreparedAndSaysSo) {
    Clip broken = make_clip("BROKEN");
    broken.joints.pop_back();
    Diagnostics diagnostics;
    const auto set = Moveset::make(model_of({broken, make_clip("A"), make_clip("a")}), {}, &diagnostics);
    ASSERT_TRUE(set);
    EXPECT_EQ((*set)->moves().size(), 1u);
    ASSERT_EQ(diagnostics.size(), 2u);
    EXPECT_NE(diagnostics[0].text().find("BROKEN"), std::string::npos);
}

TEST(Moveset, ACombinationPlaysTheEventsOfItsPartOrItsOwn) {
    std::vector<Clip> clips;
    for (int i = 1; i <= 3; ++i) {
        Clip part = make_clip("C_" + std::to_string(i));
        clips.push_back(with_tags(part, {i}));
    }
    const auto combination = [&](const char* name, const Clip& data) {
        Clip clip = data;
        clip.name = name;
        clip.hints.combination = Combination{"C_", 4};
        return clip;
    };
    Clip own = combination("OWN", clips[1]);
    own.events = {};
    with_tags(own, {9});
    clips.push_back(combination("PLAIN", clips[1]));
    clips.push_back(own);
    Diagnostics diagnostics;
    const auto set = Moveset::make(model_of(clips), {}, &diagnostics);
    ASSERT_TRUE(set);
    EXPECT_EQ(diagnostics.size(), 2u); // the fourth part is missing, twice
    const MovesetStack stack(*set);
    const auto events = [&](const char* name, std::uint32_t part) {
        Player player(stack);
        EXPECT_TRUE(player.start(*stack.find(name), {.part = part}));
        EXPECT_TRUE(player.advance(milliseconds(800)));
        std::string names;
        for (const Notice& notice : player.notices())
            if (notice.event) names += name_in(notice.event->event->data);
        return names;
    };
    EXPECT_EQ(events("PLAIN", 1), "1");
    EXPECT_EQ(events("PLAIN", 3), "3");
    EXPECT_EQ(events("PLAIN", 4), "2"); // the middle one takes its place
    EXPECT_EQ(events("OWN", 1), "9");
}

TEST(MovesetStack, LooksInOverlaysFirstNewestOnTop) {
    const auto overlay = [](const char* name, std::vector<Clip> clips, const char* disables = nullptr) {
        Model model = model_of(std::move(clips));
        model.name = name;
        if (disables) model.disabled_moves.push_back(disables);
        return *Moveset::make(model);
    };
    const auto drunk = overlay("DRUNK", {make_clip("S_RUN")}), relaxed = overlay("RELAXED", {}, "s_walk");
    Cast cast({make_clip("S_RUN"), make_clip("S_WALK")});
    MovesetStack& stack = *cast.stack;
    ASSERT_TRUE(stack.push(drunk, milliseconds(5000)));
    ASSERT_TRUE(stack.push(relaxed));
    EXPECT_EQ(stack.source_of("s_run"), drunk.get());
    EXPECT_EQ(stack.find("S_WALK"), nullptr); // hidden
    EXPECT_TRUE(relaxed->disables("S_WALK"));
    stack.expire(milliseconds(4999));
    EXPECT_EQ(stack.source_of("S_RUN"), drunk.get());
    const std::uint64_t version = stack.version();
    stack.expire(milliseconds(5000));
    EXPECT_NE(stack.version(), version);
    EXPECT_EQ(stack.source_of("S_RUN"), cast.set.get());
    EXPECT_EQ(stack.find_in("drunk", "S_RUN"), drunk->find("S_RUN")); // still there for who runs it
    EXPECT_TRUE(stack.remove("relaxed"));
    EXPECT_FALSE(stack.remove("relaxed"));
    EXPECT_EQ(stack.source_of("S_WALK"), cast.set.get());
    EXPECT_FALSE(stack.remove("SMALL")); // the base stays

    Model other = model_of({});
    other.skeleton.joints.pop_back();
    EXPECT_FALSE(stack.push(*Moveset::make(other)));
    EXPECT_FALSE(stack.push(nullptr));
}

TEST(Moveset, AWeaponPutAwayHasNoSuccessor) {
    Clip stow = make_clip("T_1HRUN_2_1H", {.loop = LoopMode::once, .flags = "M"});
    Clip draw = make_clip("T_1H_2_1HRUN", {.loop = LoopMode::once, .flags = "M"});
    stow.hints.next = draw.hints.next = "S_1H";
    const Cast cast({stow, draw, make_clip("S_1H", {.flags = "M"})});
    EXPECT_EQ(cast["T_1HRUN_2_1H"].next, "");
    EXPECT_EQ(cast["T_1H_2_1HRUN"].next, "S_1H");
}

} // namespace
} // namespace ossuary::anim
