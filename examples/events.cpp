// The same minute in small steps and in large ones: the same events at the same times.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/player.h"
#include "ossuary/model/event.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    const Model hero = samples::make_hero();
    const auto moves = anim::Moveset::make(hero);
    if (!moves) return 1;
    const anim::MovesetStack stack(*moves);

    const auto play = [&](Ticks step) {
        anim::Player player(stack);
        if (!player.start(*stack.find("run"))) return std::vector<anim::Notice>();
        std::vector<anim::Notice> events;
        const Ticks end = std::chrono::seconds(60);
        while (player.now() < end) {
            if (!player.advance(std::min(step, end - player.now()))) break;
            for (const anim::Notice& notice : player.notices())
                if (notice.kind == anim::NoticeKind::event) events.push_back(notice);
        }
        return events;
    };

    const std::vector<anim::Notice> events = play(std::chrono::milliseconds(1));
    for (std::size_t i = 0; i < 6 && i < events.size(); ++i) {
        const EventData& data = events[i].event->event->data;
        std::printf("%.4f s  pass %d  %s %s\n", to_seconds(events[i].time), static_cast<int>(events[i].pass),
                    std::string(kind_of(data)).c_str(), print_json(fields_of(data)).c_str());
    }
    std::printf("%zu events in a minute\n", events.size());

    const bool same = play(to_ticks(1 / 60.0)) == events && play(std::chrono::seconds(5)) == events &&
                      play(std::chrono::seconds(60)) == events;
    std::printf("in steps of 1 ms, 1/60 s, 5 s and 60 s: %s\n", same ? "the same" : "not the same");
    return same && !events.empty() ? 0 : 1;
}
