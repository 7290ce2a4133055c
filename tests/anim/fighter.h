// A fighter of two joints with the moves of a Gothic script, small enough to reckon by hand: 25 frames a second, so
// that a frame is 40 ms. The combo S_1HATTACK has three blows of 400 ms each; each may be followed in its window.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/anim/moveset.h"
#include "ossuary/model/event.h"

namespace ossuary::anim {

struct FighterMove {
    const char* name;
    int frames; // of a pass
    const char* next = "";
    int layer = 1;
    const char* flags = "";
    float speed = 0; // metres a second along z
    double blend = 0.08;
};

inline Clip make_clip(const FighterMove& move) {
    Clip clip;
    clip.name = move.name;
    clip.frame_rate = 25;
    clip.duration = move.frames / 25.0;
    clip.hints = {.layer = move.layer, .blend_in = move.blend, .blend_out = move.blend, .next = move.next};
    clip.hints.root_joint = 0;
    clip.loop = clip.hints.next == clip.name ? LoopMode::wrap : LoopMode::once;
    clip.hints.flags = parse_move_flags(move.flags);
    clip.joints.resize(2);
    if (move.layer == 1) {
        clip.joints[0].translation.rate = 25;
        clip.joints[0].rotation.values = {Quat{}};
        for (int i = 0; i <= move.frames; ++i)
            clip.joints[0].translation.values.push_back({0, 1, move.speed * static_cast<float>(i) / 25.0f});
    }
    clip.joints[1].rotation.rate = 25;
    for (int i = 0; i <= move.frames; ++i) {
        const double angle = 0.3 * (i % move.frames) / move.frames;
        clip.joints[1].rotation.values.push_back(
            {static_cast<float>(std::sin(angle)), 0, 0, static_cast<float>(std::cos(angle))});
    }
    return clip;
}

inline Clip& clip_of(Model& model, std::string_view name) {
    for (Clip& clip : model.clips)
        if (clip.name == name) return clip;
    return model.clips.emplace_back();
}

inline Model empty_fighter(std::string name) {
    Model model;
    model.name = std::move(name);
    model.skeleton.joints = {{"BIP01", -1, {}, {}}, {"ZS_RIGHTHAND", 0, {{0, 0.5f, 0}, {}, {1, 1, 1}}, {}}};
    return model;
}

inline Model make_fighter() {
    Model model = empty_fighter("FIGHTER");
    for (const FighterMove& move : std::initializer_list<FighterMove>{
             {"S_RUN", 20, "S_RUN"},
             {"S_RUNL", 20, "S_RUNL", 1, "M", 5},
             {"T_RUN_2_RUNL", 5, "S_RUNL", 1, "M", 2},
             {"T_RUNL_2_RUN", 5, "S_RUN", 1, "M", 2},
             {"S_WALKL", 25, "S_WALKL", 1, "M", 1},
             {"S_1HRUN", 20, "S_1HRUN"},
             {"S_1HRUNL", 20, "S_1HRUNL", 1, "M", 4},
             {"T_1HRUN_2_1HRUNL", 5, "S_1HRUNL", 1, "M", 2},
             {"T_1H_2_1HRUN", 10, "S_1HRUN"},
             {"T_1HRUN_2_1H", 10, ""},
             {"T_MOVE_2_1HMOVE", 10, "", 2},
             {"T_2H_2_2HRUN", 10, ""},
             {"T_2HRUN_2_2H", 10, ""},
             {"S_2HRUN", 20, "S_2HRUN"},
             {"S_1HATTACK", 30, "S_1HRUN"},
             {"T_1HATTACKL", 15, "S_1HRUN"},
             {"T_1HATTACKMOVE", 15, "S_1HRUNL", 1, "M", 3},
             {"T_1HPARADE_0", 10, "S_1HRUN"},
             {"T_STUMBLE", 10, "S_RUN"},
             {"T_STAND_2_WOUNDED", 10, "S_WOUNDED"},
             {"S_WOUNDED", 10, "S_WOUNDED"},
             {"T_WOUNDED_2_DEAD", 5, "S_DEAD"},
             {"S_DEAD", 10, "S_DEAD"},
             {"T_DEAD", 10, "S_DEAD"},
             {"S_SWIM", 25, "S_SWIM"},
             {"S_SWIMF", 25, "S_SWIMF", 1, "M", 1},
             {"T_DIALOGGESTURE_01", 10, "", 2},
             {"T_POTION_STAND_2_S0", 10, "S_POTION_S0"},
             {"S_POTION_S0", 10, "S_POTION_S0"},
             {"T_POTION_S0_2_STAND", 10, "S_RUN"},
             {"T_BENCH_STAND_2_S0", 10, ""},
             {"T_BENCH_S0_2_S1", 10, ""},
             {"T_BENCH_S1_2_S0", 10, ""},
             {"T_BENCH_S0_2_STAND", 10, ""},
             {"S_BENCH_S1", 10, "S_BENCH_S1"},
         })
        model.clips.push_back(make_clip(move));

    // Blows at 0.2, 0.6 and 1 s that end at 0.4, 0.8 and 1.2 s; the next may be struck from 0.24 to 0.36 s of each.
    EventTrack& combo = clip_of(model, "S_1HATTACK").events;
    for (const double start : {0.0, 0.4, 0.8}) {
        combo.add(start + 0.2, HitEvent{}, static_cast<std::int32_t>((start + 0.2) * 25 + 0.5));
        combo.add(start + 0.4, HitEndEvent{}, static_cast<std::int32_t>((start + 0.4) * 25 + 0.5));
        if (start < 0.8) combo.add(start + 0.24, WindowEvent{WindowKind::combo, start + 0.36});
    }
    EventTrack& left = clip_of(model, "T_1HATTACKL").events;
    left.add(0.2, HitEvent{}, 5);
    left.add(0.4, HitEndEvent{}, 10);
    left.add(0.24, WindowEvent{WindowKind::combo, 0.36});
    for (const char* name : {"T_1H_2_1HRUN", "T_MOVE_2_1HMOVE"})
        clip_of(model, name).events.add(0.2, FightModeEvent{"1H"}, 5);
    clip_of(model, "T_1HRUN_2_1H").events.add(0.2, FightModeEvent{""}, 5);
    clip_of(model, "S_RUNL").events.add(0.2, GroundSoundEvent{"STEP"}, 5);
    clip_of(model, "S_1HRUNL").events.add(0.2, GroundSoundEvent{"STEP"}, 5);
    return model;
}

inline std::shared_ptr<const Moveset> moveset_of(const Model& model) {
    auto moveset = Moveset::make(model);
    return moveset ? *moveset : nullptr;
}

} // namespace ossuary::anim
