// Any script: it is refused with a place, or a character does what it says, and the same in small steps as in large.
#include "../tests/anim/fighter.h"
#include "ossuary/anim/script.h"

using namespace ossuary;
using namespace ossuary::anim;

namespace {

void expect(bool holds) {
    if (!holds) __builtin_trap();
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
        expect(outcome || outcome.error().place.line == command.line);
        told.verdicts.push_back(outcome ? outcome->verdict : Verdict::missing);
    }
    pass(character, longest, step, told);
    told.travelled = character.player().travelled();
    return told;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto commands = parse_script({reinterpret_cast<const char*>(data), size});
    if (!commands) {
        expect(commands.error().place.line > 0 && commands.error().place.column > 0);
        return 0;
    }
    static const auto moves = anim::testing::moveset_of(anim::testing::make_fighter());
    static const auto overlay = [] {
        Model model = anim::testing::empty_fighter("DRUNK");
        model.clips.push_back(anim::testing::make_clip({"S_1HRUN", 25, "S_1HRUN"}));
        return anim::testing::moveset_of(model);
    }();
    static const auto rules = make_rules(Game::gothic2);
    const std::span<const Command> some(commands->data(), std::min(commands->size(), most_commands));
    expect(play(moves, overlay, rules, some, longest) == play(moves, overlay, rules, some, to_ticks(0.0331)));
    return 0;
}
