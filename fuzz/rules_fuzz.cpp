// Any text: it is refused with a place, or its rules answer every action in every situation without harm.
#include "ossuary/anim/moveset.h"
#include "ossuary/anim/solver.h"
#include "ossuary/base/diagnostic.h"

using namespace ossuary;
using namespace ossuary::anim;

namespace {
void expect(bool holds) {
    if (!holds) __builtin_trap();
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto rules = parse_rules({reinterpret_cast<const char*>(data), size});
    if (!rules) {
        expect(rules.error().place().line > 0 && rules.error().place().column > 0 && !rules.error().message().empty());
        return 0;
    }
    const Solver solver(std::make_shared<const Rules>(std::move(*rules)));
    const Move some;
    const MoveLookup nothing = [](std::string_view) -> const Move* { return nullptr; };
    const MoveLookup everything = [&](std::string_view) { return &some; };
    std::size_t asked = 0;
    for (const Action& action : solver.rules().actions) {
        for (const Weapon& weapon : solver.rules().weapons) {
            if (++asked > 200) return 0; // the rest is more of the same
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
    return 0;
}
