// A character is told what to do, and answers with moves and events: it draws its sword, strikes twice, and is hit.
// With a model of the game, Moveset::make takes what open_model gives; here a few moves of one joint will do.
#include <cstdio>

#include "ossuary/anim/character.h"
#include "ossuary/model/event.h"

using namespace ossuary;
using namespace ossuary::anim;

namespace {

Clip move(const char* name, double seconds, const char* next) {
    Clip clip;
    clip.name = name;
    clip.duration = seconds;
    clip.frame_rate = 25;
    clip.hints.next = next;
    clip.loop = clip.hints.next == name ? LoopMode::wrap : LoopMode::once;
    clip.hints.flags.emplace(); // moves of a script are not interrupted at will
    clip.joints.resize(1);
    clip.joints[0].rotation.times = {0, static_cast<float>(seconds)};
    clip.joints[0].rotation.values = {{0, 0, 0, 1}, {0, 0, 0, 1}};
    return clip;
}

Model fighter() {
    Model model;
    model.name = "FIGHTER";
    model.skeleton.joints = {{"BIP01", -1, {}}};
    model.clips = {move("S_RUN", 1, "S_RUN"), move("S_1HRUN", 1, "S_1HRUN"), move("T_1H_2_1HRUN", 0.6, "S_1HRUN"),
                   move("S_1HATTACK", 1, ""), move("T_STUMBLE", 0.5, "S_1HRUN")};
    model.clips[2].events.add(0.3, FightModeEvent{"1H"});
    for (const double start : {0.0, 0.5}) { // two blows; the second follows if it is asked for in the window
        model.clips[3].events.add(start + 0.3, HitEvent{});
        model.clips[3].events.add(start + 0.5, HitEndEvent{});
    }
    model.clips[3].events.add(0.3, WindowEvent{WindowKind::combo, 0.45});
    return model;
}

} // namespace

int main() {
    const auto moves = Moveset::make(fighter());
    if (!moves) return std::puts(moves.error().text().c_str()), 1;
    Character character(*moves, make_rules(Game::gothic2));

    int hits = 0;
    const auto play = [&](double seconds) {
        for (int frame = 0; frame < seconds * 60; ++frame) {
            if (auto advanced = character.advance(to_ticks(1.0 / 60)); !advanced)
                std::puts(advanced.error().text().c_str());
            for (const Notice& notice : character.notices()) {
                const std::string_view event = notice.event ? kind_of(notice.event->event->data) : "";
                std::printf("%6.3f  %-10s %-14s %s\n", to_seconds(notice.time),
                            std::string(name_of(notice.kind)).c_str(), notice.move->name.c_str(),
                            std::string(event).c_str());
                hits += event == "hit";
            }
        }
    };
    const auto tell = [&](const char* what, const Result<Outcome>& outcome) {
        std::printf("-- %s: %s\n", what, outcome ? std::string(name_of(outcome->verdict)).c_str() : "not known");
    };
    tell("draw", character.draw("1h"));
    play(1);
    tell("attack", character.act({"attack", {}}));
    play(0.4);
    tell("attack again", character.act({"attack", {}}));
    play(0.4);
    tell("is hit", character.hit());
    play(1);
    return hits == 2 && character.weapon() == "1h" ? 0 : 1;
}
