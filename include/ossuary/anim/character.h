// Character: a state machine driven by actions, not by clips. It solves actions by its rules, starts moves and what
// lies between them, counts combos, draws and stows weapons, and goes back to what it was doing.
//
// Like the player under it, it gives the same notices at the same times however time is cut into steps. What follows
// from a notice (a weapon is in hand, a move has ended) happens one tick after it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/player.h"
#include "ossuary/anim/solver.h"

namespace ossuary::anim {

enum class Verdict : std::uint8_t {
    started, // its move, or a bridge to it, runs
    chained, // the running combo went on to its next step
    same,    // it runs already
    waits,   // begins when the running move has ended
    done,    // at once, without a move
    refused, // the running move may not be interrupted, or the combo is broken
    missing, // the rules or the model have nothing for it
};
std::string_view name_of(Verdict verdict);

struct Outcome {
    Verdict verdict = Verdict::missing;
    Answer answer;              // which moves were tried
    const Move* move = nullptr; // what was started: the answer's, or a bridge to it
};

class Character {
public:
    // `seed` is this character's chance: the same seed and the same orders, the same moves. Begins with the action
    // `idle`, if the rules have it.
    Character(std::shared_ptr<const Moveset> moves, std::shared_ptr<const Rules> rules, std::uint64_t seed = 0);
    Character(const Character&) = delete;
    Character& operator=(const Character&) = delete;

    Ticks now() const { return player_.now(); }
    const Rules& rules() const { return solver_.rules(); }
    const Player& player() const { return player_; }
    const MovesetStack& moves() const { return moves_; }
    std::string_view weapon() const { return weapon_; }
    Mode mode() const { return mode_; }
    // The body state of the lowest layer that plays something.
    std::string_view body() const;
    // Which blow of a combo runs, from 0; and whether the chain was broken by one that came at the wrong time.
    std::uint32_t combo_step() const;
    bool combo_broken() const { return combo_.broken; }

    // An action of the rules. Held and lasting ones become what the character goes on with, and comes back to.
    // Fails if the rules do not know it.
    Result<Outcome> act(const Request& request);
    // Goes at that pace, or as one does in the water it is in.
    Result<Outcome> go(Mode pace);
    // Takes another weapon in hand, stowing the one that is there; `none` stows. Where the model has no move for it, at
    // once. Fails if the rules do not know it.
    Result<Outcome> draw(std::string_view weapon);
    // Ends what a blow ends, then stumbles; refused where the running move lets no blow through, such as a block.
    Result<Outcome> hit(bool from_behind = false);
    // Plays a move by its name. Fails if there is none.
    Result<Outcome> play(std::string_view name, const StartOptions& options = {});

    // Goes through the moves of an item, or of a thing in the world, one state at a time up to `state`, and stays
    // there. While it is in use, other actions are refused and begin to leave it, unless they force.
    Result<Outcome> use_item(std::string_view item, std::int32_t state = 0);
    Result<Outcome> use_thing(std::string_view scheme, std::string_view position = {}, std::int32_t state = 0,
                              bool ladder = false);
    void leave();
    // The state of what is in use; -1 standing before it, or if nothing is.
    std::int32_t use_state() const { return use_.state; }

    void set_mode(Mode mode);
    // In hand at once, without a move. Fails if the rules do not know it.
    Result<void> set_weapon(std::string_view weapon);
    // Ends the moves whose body state walks; and those whose body state is interruptable.
    void stop_walking();
    void interrupt();

    // Other moves over the base's, for a time or for good. Fails if the joints are not the base's.
    Result<void> add_overlay(std::shared_ptr<const Moveset> overlay, std::optional<Ticks> duration = {});
    bool remove_overlay(std::string_view name);

    // Turns combinations that run (aiming, pointing) to a direction, in degrees from straight ahead: to the right and
    // up. The nine parts are 60° apart sideways and 90° in height; in between they are mixed. False if none runs.
    bool aim(double horizontal, double vertical);

    // Lets time pass; notices and root motion are those of this step. Fails as the player does, and beyond
    // `max_moments`.
    Result<void> advance(Ticks step);
    std::span<const Notice> notices() const { return notices_; }
    const Placement& root_motion() const { return root_motion_; }

    // The whole state, and back into a character of the same moves and rules. Overlays are known by name: those that
    // were there must have been added again, otherwise they are reported and their moves are lost.
    Json save() const;
    Result<void> restore(const Json& state, Diagnostics* diagnostics = nullptr);

    // How many moments at which something happens one step may span; what is beyond them happens as in the player
    // alone.
    std::uint32_t max_moments = 1 << 17;

private:
    // What the character knows about a layer of its player.
    struct Layer {
        std::int32_t number = 0;
        std::string move; // the last one it started there
        std::string body;
    };
    struct Combo {
        std::int32_t layer = 0;
        bool broken = false;
    };
    // What the character goes on with.
    struct Goal {
        Request request;
        std::string move;       // what it was solved to, if it was begun
        std::int32_t layer = 0; // of that move
        bool runs = false;      // what runs there is the goal's, or came after it
    };
    static constexpr std::int32_t most_states = 64; // more than any item or thing has
    // What is in use, and the way to the state it should be in.
    struct Use {
        Request step, rest;
        std::int32_t state = -1, target = -1;
        std::int32_t next = -1; // the state the running step leads to
        std::string move;       // the running step; empty: none
        std::int32_t layer = 0;
        bool active() const { return !step.action.empty(); }
    };
    // A weapon that is being drawn, or waits for it; the one behind it in hand stows.
    struct Draw {
        std::string weapon;
        std::string move; // what draws it; empty: not begun
        std::int32_t layer = 0;
    };
    struct Overlay {
        std::string name;
        std::optional<Ticks> until;
    };
    friend struct CharacterState; // how all this is saved

    MoveLookup lookup() const;
    Situation situation() const;
    Result<Answer> solve(const Request& request) const;
    Layer& layer_at(std::int32_t number);
    const Move* playing(std::int32_t layer) const;
    bool is_free(std::int32_t layer) const;
    bool still_plays(std::int32_t layer, std::string_view name) const;

    Outcome begin(Answer answer, const StartOptions& options, bool bridged = true);
    Outcome begin_combo(Answer answer);
    void started(const Move& move, std::int32_t layer, std::string body);
    Result<Outcome> use(Use use);
    void stop_bodies(bool BodyState::*flag);

    void update();
    bool continue_draw(Outcome* outcome);
    bool continue_use(Outcome* outcome);
    void continue_goal();
    void follow(const Notice& notice);
    void expire_overlays();

    MovesetStack moves_;
    Player player_;
    Solver solver_;
    std::string weapon_ = "none";
    Mode mode_ = Mode::run;
    std::uint64_t seed_ = 0;
    std::vector<Layer> layers_; // by number
    Combo combo_;
    Goal goal_;
    Use use_;
    std::vector<Draw> draws_;
    std::vector<Overlay> overlays_;
    bool dirty_ = false;
    std::vector<Notice> notices_;
    Placement root_motion_;
};

} // namespace ossuary::anim
