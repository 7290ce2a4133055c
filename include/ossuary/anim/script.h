// Script: the commands to a character and their times: the text of `ossuary play --script` (docs/rules.md).
//
//   0s      run
//   1.2s    draw 1h
//   +800ms  attack             # after the line before
//   5s      overlay HERO_1HST1.MDS for 10s
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/anim/character.h"
#include "ossuary/base/result.h"
#include "ossuary/base/ticks.h"

namespace ossuary::anim {

// `5s`, `16.7ms`, `2min`: a number and its unit, not negative; nothing if it is something else or beyond a century.
std::optional<Ticks> parse_duration(std::string_view text);

struct Command {
    Ticks time{};
    std::string verb;
    std::vector<std::string> words; // behind the verb
    std::uint32_t line = 0;
    bool operator==(const Command&) const = default;
};

// In the order of their times, equal ones in the order of the text. Errors carry line and column; that verbs and
// words make sense is seen when they are performed.
Result<std::vector<Command>> parse_script(std::string_view text);

// The overlay of a name, as the host finds it.
using OverlaySource = std::function<Result<std::shared_ptr<const Moveset>>(std::string_view name)>;

// Tells the character, now. Errors carry the line.
Result<Outcome> perform(const Command& command, Character& character, const OverlaySource& overlays);

} // namespace ossuary::anim
