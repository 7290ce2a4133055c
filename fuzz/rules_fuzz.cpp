// Any text: it is refused with a place, or its rules answer every action in every situation without harm.
#include "ossuary/anim/moveset.h"
#include "ossuary/anim/solver.h"
#include "ossuary/base/diagnostic.h"
#include "target.h"

namespace ossuary::fuzz::try_rules {

using namespace anim;

OSSUARY_FUZZ(rules) {
    auto rules = parse_rules(as_text(bytes));
    if (!rules) {
        expect(rules.error().place().line > 0 && rules.error().place().column > 0 && !rules.error().message().empty());
        return;
    }
    const Solver solver(std::make_shared<const Rules>(std::move(*rules)));
    const Move some;
    const MoveLookup nothing = [](std::string_view) -> const Move* { return nullptr; };
    const MoveLookup everything = [&](std::string_view) { return &some; };
    std::size_t asked = 0;
    for (const Action& action : solver.rules().actions) {
        for (const Weapon& weapon : solver.rules().weapons) {
            if (++asked > 200) return; // the rest is more of the same
            const Request request{action.name, {{"weapon", weapon.name}, {"x", "X"}}};
            const Situation situation{.weapon = weapon.name, .mode = Mode::swim, .now = "S_RUN", .body = action.body};
            const auto missing = solver.solve(request, situation, nothing);
            const auto found = solver.solve(request, situation, everything, asked);
            expect(missing && found && !missing->move && missing->row == found->row);
            expect(!explain(*missing).empty() && !explain(*found).empty());
            if (found->move) expect(found->tried.back().exists && !missing->tried.empty());
            solver.bridge("S_RUN", action.body, "S_WALK", action.body, everything);
        }
    }
    for (unsigned facts = 0; facts < 256; ++facts) solver.rules().decide(static_cast<std::uint8_t>(facts));
}

} // namespace ossuary::fuzz::try_rules
