// Rules: what a character plays for an action in a situation, as data read from a text (docs/rules.md). The rules of
// Gothic 1 and 2 come with the library; a mod replaces them, or takes one of them and says what differs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/result.h"

namespace ossuary::anim {

// How a character gets about. Water decides before the pace: a diver neither walks nor sneaks.
enum class Mode : std::uint8_t { run, walk, sneak, wade, swim, dive };
std::string_view name_of(Mode mode);
bool parse_name(std::string_view name, Mode& mode);

struct Weapon {
    std::string name;  // `1h`
    std::string infix; // `1H`: what {W} stands for; empty for none
};

struct BodyState {
    std::string name;
    bool interruptable = false; // Character::interrupt ends its move
    bool walks = false;         // so does Character::stop_walking
    bool passes = false;        // the move's end brings the character back to the body state of what it holds on to
};

// Names of which one is played: more than one are equals, and chance decides among those the model has.
using NameChoice = std::vector<std::string>;

// One line below an action: if all conditions hold, these names are tried in this order.
struct ActionRow {
    std::vector<Mode> modes; // any of them; empty: whatever it is, as with all conditions
    std::vector<std::string> weapons;
    std::vector<std::string> bodies;
    std::vector<std::string> now; // patterns (* and ?) of which the running move's name matches one
    bool playing = false;         // something runs
    std::vector<NameChoice> names;
    std::string body; // empty: the action's
    std::uint32_t line = 0;
};

struct Action {
    std::string name;
    std::string body;
    bool held = false;    // the character goes on with it if its move repeats
    bool lasting = false; // the character stays in what it leads to
    bool clears = false;  // ends what runs on all layers
    bool forces = false;  // even if the running move may not be interrupted
    bool combo = false;   // goes by the combo rules
    bool target = false;  // {W} is the weapon asked for, not the one in hand
    std::vector<ActionRow> rows;
};

// One line of what is put between two moves; an empty name stops the search.
struct BridgeRow {
    std::string from, to; // body states; empty: any
    std::string name;     // with {from} and {to}: the names of the moves without S_
    bool keeps_body = false;
};

// What the combo rules ask about a blow that is to follow another; the words are those of the rules' text.
struct ComboFact {
    enum : std::uint8_t {
        empty = 1,     // nothing runs on the layer
        plain = 2,     // what runs has no windows or no hit ends
        block = 4,     // the new move has no hit ends
        spent = 8,     // no window is left for this step
        outside = 16,  // not within the window of this step
        same = 32,     // the move that runs is asked for again
        broken = 64,   // the chain was broken before
        parrying = 128 // what runs is a block
    };
};
enum class ComboOutcome : std::uint8_t { start, force, chain, refuse, break_chain };
// One line of the combo rules: applies if all the facts it names hold.
struct ComboRow {
    std::uint8_t facts = 0;
    ComboOutcome outcome = ComboOutcome::start;
};

// What {W} becomes; nothing: the weapon's infix.
struct Fallback {
    std::optional<std::string> first, further;
};

struct Rules {
    std::string name;
    std::vector<Weapon> weapons;
    std::vector<Fallback> fallbacks;
    std::vector<BodyState> bodies;
    std::vector<Action> actions;
    std::vector<BridgeRow> bridges;
    std::vector<ComboRow> combo;

    // Null if there is none of that name.
    const Weapon* find_weapon(std::string_view name) const;
    const Weapon* find_weapon_by_infix(std::string_view infix) const; // ignoring case
    const BodyState* find_body(std::string_view name) const;
    const Action* find_action(std::string_view name) const;

    // The first line of the combo rules that applies; refuse if none does.
    ComboOutcome decide(std::uint8_t facts) const;
};

// Errors carry line and column.
Result<Rules> parse_rules(std::string_view text);

// The rules that come with the library.
enum class Game : std::uint8_t { gothic1, gothic2 };
std::string_view rules_text(Game game);
// Parsed again by each call; one copy serves any number of characters.
std::shared_ptr<const Rules> make_rules(Game game);

} // namespace ossuary::anim
