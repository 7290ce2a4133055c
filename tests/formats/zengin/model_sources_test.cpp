#include "ossuary/formats/zengin/model.h"

#include <map>

#include <gtest/gtest.h>

#include "formats/zengin/binding_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/model/event.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

using Files = std::map<std::string, ByteBuffer>;

Model open_script(const Script& script, const Files& files) {
    const auto find = [&](std::string_view name) -> std::optional<ByteBuffer> {
        const auto file = files.find(std::string(name));
        return file == files.end() ? std::nullopt : std::optional(file->second);
    };
    Diagnostics found;
    auto model = to_model(script, "HERO", find, {}, &found);
    EXPECT_TRUE(model) << model.error().text();
    for (const Diagnostic& one : found) ADD_FAILURE() << one.text();
    return model.value_or(Model{});
}

constexpr std::string_view entries = R"(
ani ("S_RUN" 1 "S_RUN" 0.1 0.25 MI "RUN.ASC" F 5 32 CVS:0.5)
{
    *eventSFXGrnd (8 "STEP")
    *eventTag (0 "DEF_WINDOW" "1 7")
}
ani ("C_LOOK_1" 2 "" 0 0 . "LOOK.ASC" R 0 -1)
aniComb ("T_LOOK" 2 "T_LOOK" 0.3 0.4 M. "C_LOOK_" 1)
aniAlias ("T_BACK" 1 "S_RUN" 0.1 0.1 M. "S_RUN" R)
aniBlend ("T_RUN_2_STAND" "S_STAND" 0.2 0.3)
aniDisable ("T_OLD")
modelTag ("DEF_HIT_LIMB" "BIP01 HAND")
)";
Model hero() {
    const std::string text = "Model (\"HERO\") { meshAndTree (\"BODY.ASC\") registerMesh (\"ARMOR.ASC\") aniEnum {" +
                             std::string(entries) + "} }";
    return open_script(parse_mds(as_bytes(text)).value(),
                       {{"HERO.MDH", write_mdh(figure_hierarchy())},
                        {"BODY.MDM", write_mdm(figure_meshes())},
                        {"HERO-S_RUN.MAN", write_man(figure_animation("S_RUN"))},
                        {"HERO-C_LOOK_1.MAN", write_man(figure_animation("C_LOOK_1"))}});
}
Files source_files(const ModelSources& sources) {
    Files files{{sources.tree.name, to_buffer(write_asc(sources.tree.file))}};
    for (const ModelSources::Source& motion : sources.motions) files[motion.name] = to_buffer(write_asc(motion.file));
    return files;
}

void expect_same_events(const EventTrack& a, const EventTrack& b) {
    ASSERT_EQ(a.events.size(), b.events.size());
    for (std::size_t i = 0; i < a.events.size(); ++i) {
        EXPECT_NEAR(a.events[i].time, b.events[i].time, 1e-6);
        EXPECT_EQ(kind_of(a.events[i].data), kind_of(b.events[i].data));
        EXPECT_EQ(print_json(fields_of(a.events[i].data)), print_json(fields_of(b.events[i].data)));
    }
}

TEST(ModelSources, AScriptComesBackFromTheModelItBecame) {
    const Model model = hero();
    const ModelSources sources = mds_from_model(model, "hero").value();
    EXPECT_EQ(sources.name, "HERO");
    EXPECT_EQ(sources.script.register_mesh, std::vector<std::string>{"ARMOR.ASC"});
    ASSERT_EQ(sources.motions.size(), 2u) << "an alias and a combination have no motion of their own";
    const Model again = open_script(sources.script, source_files(sources));
    ASSERT_EQ(again.clips.size(), model.clips.size());
    EXPECT_EQ(print_json(again.extras), print_json(model.extras));
    for (std::size_t c = 0; c < model.clips.size(); ++c) {
        const Clip &a = model.clips[c], &b = again.clips[c];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.hints.layer, b.hints.layer);
        EXPECT_EQ(a.hints.next, b.hints.next);
        EXPECT_EQ(a.hints.blend_in, b.hints.blend_in);
        EXPECT_EQ(a.hints.blend_out, b.hints.blend_out);
        EXPECT_EQ(a.hints.direction, b.hints.direction);
        EXPECT_EQ(a.loop, b.loop);
        EXPECT_EQ(a.frame_rate, b.frame_rate);
        EXPECT_NEAR(a.duration, b.duration, 1e-9);
        EXPECT_EQ(a.extras["flags"].string(), b.extras["flags"].string());
        EXPECT_EQ(a.extras["cvs"].number(), b.extras["cvs"].number());
        EXPECT_EQ(a.extras["alias"].string(), b.extras["alias"].string());
        EXPECT_EQ(a.extras["combCount"].integer(), b.extras["combCount"].integer());
        expect_same_events(a.events, b.events);
        for (double frame = 0; frame <= a.duration * a.frame_rate; ++frame) {
            const auto pose_a = object_pose(model.skeleton, sample_pose(a, model.skeleton, frame / a.frame_rate));
            const auto pose_b = object_pose(again.skeleton, sample_pose(b, again.skeleton, frame / a.frame_rate));
            for (std::size_t j = 0; j < pose_a.size(); ++j) EXPECT_LT(length(pose_a[j].t - pose_b[j].t), 1e-6);
        }
    }
}

TEST(ModelSources, AThinnedClipIsWrittenFinelyEnoughForItsEvents) {
    const ModelSources sources = mds_from_model(hero(), "HERO").value();
    const Ani& run = std::get<Ani>(sources.script.entries[0].data);
    EXPECT_EQ(run.fps, 10) << "the clip's rate";
    EXPECT_EQ(sources.motions[0].file.scene.frame_speed, 50) << "25ths of a second are frames of it, and of ten too";
    EXPECT_EQ(run.last, 50);
    const Ani& look = std::get<Ani>(sources.script.entries[1].data);
    EXPECT_EQ(look.dir, "R");
    EXPECT_EQ(sources.motions[1].file.scene.frame_speed, 10) << "no events, no need";
}

TEST(ModelSources, NamesOfFilesAreMadeSafeAndDiffer) {
    Model model = hero();
    model.clips.resize(2);
    model.clips[0].name = "../up";
    model.clips[1].name = "__/UP";
    const ModelSources sources = mds_from_model(model, "HERO").value();
    EXPECT_EQ(sources.motions[0].name, "HERO____UP.ASC");
    EXPECT_EQ(sources.motions[1].name, "HERO____UP_2.ASC");
}

TEST(ModelSources, CompileToAllThatTheScriptNames) {
    const ModelSources sources = mds_from_model(hero(), "HERO").value();
    Diagnostics found;
    const CompiledModel compiled = compile_model(sources, {}, &found).value();
    for (const Diagnostic& one : found) EXPECT_EQ(one.severity, Severity::note) << one.text();
    EXPECT_EQ(compiled.script.source.path, "\\_WORK\\DATA\\ANIMS\\HERO.MDS");
    EXPECT_EQ(compiled.hierarchy.checksum, figure_hierarchy().checksum);
    EXPECT_EQ(compiled.mesh.softskins.size(), 1u);
    ASSERT_EQ(compiled.animations.size(), 2u);
    EXPECT_EQ(compiled.animations[0].num_frames, 11u);
    EXPECT_EQ(compiled.animations[0].fps, 10);
    EXPECT_EQ(compiled.animations[0].fps_source, 50);
    EXPECT_EQ(compiled.animations[0].source_script,
              "\t\tANI (\"S_RUN\" 1 \"S_RUN\" 0.1 0.25 MI \"HERO_S_RUN.ASC\" F 0 50 FPS:10 CVS:0.5)");
}

TEST(ModelSources, AClipOfAnotherSkeletonIsRefused) {
    Model model = hero();
    model.clips[0].joints.pop_back();
    EXPECT_FALSE(mds_from_model(model, "HERO"));
}

// ---- events

TEST(EventsToScript, EveryKindComesBack) {
    EventTrack track;
    track.add(0.0, SoundEvent{"HIT", 2500, true});
    track.add(0.04, SoundEvent{"LOUD", 9000, false});
    track.add(0.08, GroundSoundEvent{"STEP", 1000, false});
    track.add(0.12, ParticleStartEvent{3, "FIRE", "BIP01 HEAD", true});
    track.add(0.16, ParticleStopEvent{3});
    track.add(0.2, CameraTremorEvent{{2000, 500, 3, 4}});
    track.add(0.24, MorphStartEvent{"S_ANGRY", "BIP01 HEAD"});
    track.add(0.28, SwapMeshEvent{{"ZS_LEFTHAND", "ZS_RIGHTHAND"}});
    track.add(0.32, ItemEvent{ItemAction::create, "ZS_RIGHTHAND", "ITFOBEER"});
    track.add(0.32, ItemEvent{ItemAction::drop_torch, "", ""});
    track.add(0.36, FightModeEvent{"1H"});
    track.add(0.4, HitLimbEvent{"BIP01 R HAND"});
    track.add(0.4, HitDirectionEvent{"L"});
    track.add(0.4, DamageMultiplyEvent{"1.5"});
    track.add(0.44, HitEvent{});
    track.add(0.48, HitEvent{});
    track.add(0.52, HitEndEvent{});
    track.add(0.56, WindowEvent{WindowKind::combo, 0.64});
    track.add(0.6, WindowEvent{WindowKind::parade, 0.68});
    track.add(0.72, TagEvent{"DEF_SPECIAL", {"A", "B"}, {}});
    const EventTiming timing{.first = 7, .source_rate = 25, .duration = 1};
    Diagnostics found;
    const std::vector<ScriptEvent> events = from_events(track, timing, &found);
    EXPECT_TRUE(found.empty());
    expect_same_events(to_events(events, timing), track);
    const auto frame_of = [&](std::size_t i) {
        return std::visit(
            [](const auto& event) {
                if constexpr (requires { event.frame; })
                    return event.frame;
                else
                    return -1;
            },
            events[i].data);
    };
    EXPECT_EQ(frame_of(1), 8) << "frames count from the first of the source";
}

TEST(EventsToScript, AMorphKeepsIntensityAndHold) {
    const std::vector<ScriptEvent> events{{EventMorphStart{9, "FROWN", "BIP01 HEAD", 0.5f, 3.0f}}};
    const EventTiming timing{.source_rate = 25, .duration = 1};
    const std::vector<ScriptEvent> back = from_events(to_events(events, timing), timing);
    ASSERT_EQ(back.size(), 1u);
    const auto& morph = std::get<EventMorphStart>(back[0].data);
    EXPECT_EQ(morph.intensity, 0.5f);
    EXPECT_EQ(morph.hold, 3.0f);
    EXPECT_EQ(morph.frame, 9);
}

TEST(EventsToScript, WhatHasNoWordIsReported) {
    EventTrack track;
    track.add(0, CutEvent{});
    track.add(0, TagEvent{"X", {"1", "2", "3", "4", "5"}, {}});
    Diagnostics found;
    EXPECT_EQ(from_events(track, {}, &found).size(), 1u);
    EXPECT_EQ(found.size(), 2u);
}

} // namespace
} // namespace ossuary::zengin
