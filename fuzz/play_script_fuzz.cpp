// Any script: it is refused with a place, or a character does what it says, and the same in small steps as in large.
#include "ossuary/anim/script.h"

#include <algorithm>
#include <chrono>

#include "ossuary/base/diagnostic.h"
#include "ossuary/model/event.h"
#include "target.h"

namespace ossuary::fuzz::try_play_script {

using namespace anim;

namespace {

Clip clip_of(const char* name, double seconds, const char* next, int layer = 1) {
    Clip clip;
    clip.name = name;
    clip.duration = seconds;
    clip.frame_rate = 25;
    clip.hints = {.layer = layer, .blend_in = 0.1, .blend_out = 0.1, .next = next};
    clip.loop = clip.hints.next == name ? LoopMode::wrap : LoopMode::once;
    clip.extras.set("flags", "M");
    clip.joints.resize(1);
    clip.joints[0].translation.times = {0, static_cast<float>(seconds)};
    clip.joints[0].translation.values = {{0, 1, 0}, {0, 1, 0.5f}};
    return clip;
}

std::shared_ptr<const Moveset> moveset_of(const char* name, std::vector<Clip> clips) {
    Model model;
    model.name = name;
    model.skeleton.joints = {{"BIP01", -1, {}, {}}};
    model.clips = std::move(clips);
    const auto moves = Moveset::make(model);
    expect(moves.has_value());
    return *moves;
}

std::shared_ptr<const Moveset> make_fighter() {
    std::vector<Clip> clips = {clip_of("S_RUN", 0.8, "S_RUN"),
                               clip_of("S_RUNL", 0.8, "S_RUNL"),
                               clip_of("T_RUN_2_RUNL", 0.2, "S_RUNL"),
                               clip_of("S_1HRUN", 0.7, "S_1HRUN"),
                               clip_of("T_1H_2_1HRUN", 0.4, "S_1HRUN"),
                               clip_of("T_1HRUN_2_1H", 0.4, ""),
                               clip_of("T_MOVE_2_1HMOVE", 0.4, "", 2),
                               clip_of("S_1HATTACK", 1, ""),
                               clip_of("T_1HPARADE_0", 0.4, "S_1HRUN"),
                               clip_of("T_STUMBLE", 0.4, "S_RUN"),
                               clip_of("T_DEAD", 0.4, "S_DEAD"),
                               clip_of("S_DEAD", 1, "S_DEAD"),
                               clip_of("S_SWIM", 1, "S_SWIM"),
                               clip_of("T_POTION_STAND_2_S0", 0.3, "S_POTION_S0"),
                               clip_of("S_POTION_S0", 0.3, "S_POTION_S0"),
                               clip_of("T_BENCH_STAND_2_S0", 0.3, ""),
                               clip_of("T_BENCH_S0_2_S1", 0.3, ""),
                               clip_of("T_DIALOGGESTURE_01", 0.3, "", 2)};
    for (const std::size_t draw : {4u, 6u}) clips[draw].events.add(0.2, FightModeEvent{"1H"});
    clips[5].events.add(0.2, FightModeEvent{""});
    for (const double start : {0.0, 0.5}) {
        clips[7].events.add(start + 0.2, HitEvent{});
        clips[7].events.add(start + 0.5, HitEndEvent{});
    }
    clips[7].events.add(0.25, WindowEvent{WindowKind::combo, 0.45});
    return moveset_of("FIGHTER", std::move(clips));
}

constexpr Ticks longest = std::chrono::seconds(20);
constexpr std::size_t most_commands = 200;

struct Told {
    std::vector<Notice> notices;
    std::vector<Verdict> verdicts;
    Placement travelled;
    bool operator==(const Told&) const = default;
};

void pass(Character& character, Ticks until, Ticks step, Told& told) {
    while (character.now() < until) {
        expect(character.advance(std::min(step, until - character.now())).has_value());
        told.notices.insert(told.notices.end(), character.notices().begin(), character.notices().end());
    }
}

Told play(const std::shared_ptr<const Moveset>& moves, const std::shared_ptr<const Moveset>& overlay,
          const std::shared_ptr<const Rules>& rules, std::span<const Command> commands, Ticks step) {
    Character character(moves, rules);
    Told told;
    for (const Command& command : commands) {
        if (command.time >= longest) break;
        pass(character, command.time, step, told);
        const auto outcome = perform(command, character, [&](std::string_view) { return overlay; });
        expect(outcome || outcome.error().place().line == command.line);
        told.verdicts.push_back(outcome ? outcome->verdict : Verdict::missing);
    }
    pass(character, longest, step, told);
    told.travelled = character.player().travelled();
    return told;
}

} // namespace

OSSUARY_FUZZ(play_script) {
    const auto commands = parse_script(as_text(bytes));
    if (!commands) {
        expect(commands.error().place().line > 0 && commands.error().place().column > 0);
        return;
    }
    static const auto moves = make_fighter();
    static const auto overlay = moveset_of("DRUNK", {clip_of("S_1HRUN", 1, "S_1HRUN")});
    static const auto rules = make_rules(Game::gothic2);
    const std::span<const Command> some(commands->data(), std::min(commands->size(), most_commands));
    expect(play(moves, overlay, rules, some, longest) == play(moves, overlay, rules, some, to_ticks(0.0331)));
}

} // namespace ossuary::fuzz::try_play_script
