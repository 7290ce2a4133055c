// A script that uses every entry and every event, for the tests of both forms.
#pragma once

#include "ossuary/formats/zengin/script.h"

namespace ossuary::testing {

inline zengin::Script every_script() {
    using namespace zengin;
    const auto event = [](ScriptEventData data) { return ScriptEvent{std::move(data)}; };
    EventSfxGround step;
    step.frame = 5;
    step.name = "Step";
    step.range = 400.5f;
    Ani run{.name = "s_Run",
            .layer = 1,
            .next = "s_Run",
            .blend_in = 0.1f,
            .blend_out = 0.25f,
            .flags = "M.",
            .asc = "Run.asc",
            .dir = "R",
            .first = 3,
            .last = -1,
            .fps = 10,
            .spd = 12.5f,
            .cvs = 0.5f};
    run.events = {
        event(EventTag{0, "DEF_HIT_LIMB", {"Bip01 R Hand", "", "x"}, true}),
        event(EventTag{7, "DEF_OPT_FRAME", {"8\t15"}}),
        event(EventSfx{2, "Ambient", {}, true}),
        event(EventSfx{3, "Typo", 67.4f, true, true}),
        event(EventSfx{4, "Loud", 9000.0f}),
        event(step),
        event(EventPfx{6, 0, "Spark"}),
        event(EventPfx{6, 991, "Fire", "Bip01 Head", true}),
        event(EventPfxGround{7}),
        event(EventPfxStop{8, 991}),
        event(EventMorphStart{9, "Smile"}),
        event(EventMorphStart{10, "Frown", "Bip01 Head", 0.5f, 3.0f}),
        event(EventCamTremor{11, {2000, 500, 3, 4}}),
        event(EventSwapMesh{12, {"ZS_LeftHand", "ZS_RightHand"}}),
        event(EventSetMesh{13, "Other.asc"}),
        event(EventHeading{14, "R", {1, 2, 3, 4.5f}}),
    };
    Script script{.model = "Hero"};
    script.mesh_and_tree = {{"Body.asc", 1}, {"Second.asc", 0}};
    script.register_mesh = {"Body_A.asc", "Body_B.asc"};
    script.entries = {
        {run},
        {AniAlias{"t_Back", 2, "s_Run", 0, 0, "MI", "s_Run", "R", {}}},
        {AniBlend{"t_Blend", {}, "s_Run", 0, 0, "", {}}},
        {AniBlend{"t_Layered", 3, "s_Run", 0.5f, 0.25f, "M.", {event(EventSfx{1, "Whoosh"})}}},
        {AniSync{"t_Sync", "s_Run", 0.5f, 0.5f}},
        {AniComb{"t_Look", 9, "t_Look", 0.3f, 0.3f, "..", "c_Look_", 9, {event(EventTag{0, "DEF_DRAWSOUND"})}}},
        {AniBatch{"b_All", {"s_Run", "t_Look"}}},
        {AniDisable{"t_Old"}},
        {AniMaxFps{15}},
        {Ani{.name = "s_Slow", .next = "", .flags = ".", .asc = "Slow.asc", .last = 9, .fps = 15}},
        {zengin::ModelTag{"DEF_HIT_LIMB", {"Bip01 R Hand"}}},
    };
    return script;
}

} // namespace ossuary::testing
