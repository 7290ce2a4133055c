#include "ossuary/anim/rules.h"

#include <algorithm>
#include <array>

#include "ossuary/base/text.h"

namespace ossuary::anim {

namespace {

constexpr std::array<std::string_view, 6> modes = {"run", "walk", "sneak", "wade", "swim", "dive"};

template <class T> const T* find_named(const std::vector<T>& list, std::string_view name) {
    const auto found = std::ranges::find(list, name, &T::name);
    return found == list.end() ? nullptr : &*found;
}

} // namespace

std::string_view name_of(Mode mode) { return modes[static_cast<std::size_t>(mode)]; }

bool parse_name(std::string_view name, Mode& mode) {
    const auto found = std::ranges::find(modes, name);
    if (found == modes.end()) return false;
    mode = static_cast<Mode>(found - modes.begin());
    return true;
}

const Weapon* Rules::find_weapon(std::string_view weapon) const { return find_named(weapons, weapon); }
const BodyState* Rules::find_body(std::string_view body) const { return find_named(bodies, body); }
const Action* Rules::find_action(std::string_view action) const { return find_named(actions, action); }

const Weapon* Rules::find_weapon_by_infix(std::string_view infix) const {
    // Scripts also write 1HS and 2HS.
    const bool is_long =
        infix.size() == 3 && (infix[0] == '1' || infix[0] == '2') && equal_ignoring_case(infix.substr(1), "HS");
    if (is_long) infix.remove_suffix(1);
    const auto found =
        std::ranges::find_if(weapons, [&](const Weapon& weapon) { return equal_ignoring_case(weapon.infix, infix); });
    return found == weapons.end() ? nullptr : &*found;
}

ComboOutcome Rules::decide(std::uint8_t facts) const {
    const auto row = std::ranges::find_if(combo, [&](const ComboRow& r) { return (r.facts & ~facts) == 0; });
    return row == combo.end() ? ComboOutcome::refuse : row->outcome;
}

std::shared_ptr<const Rules> make_rules(Game game) {
    auto rules = parse_rules(rules_text(game));
    return std::make_shared<const Rules>(rules ? std::move(*rules) : Rules{});
}

} // namespace ossuary::anim
