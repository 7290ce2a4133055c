// Player: what one character plays: layers of moves that start, fade, follow one another, end, and fire events.
//
// Time is a whole number of ticks. However a stretch of time is cut into steps, the player reports the same notices
// with the same times in the same order, ends in the same state and has moved its object equally far.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/pose.h"
#include "ossuary/anim/root_motion.h"
#include "ossuary/anim/ticks.h"
#include "ossuary/base/json.h"

namespace ossuary::anim {

enum class NoticeKind : std::uint8_t {
    start,     // a move began
    stop,      // it ended, was replaced or stopped
    loop,      // it began another pass
    event,     // one of its events came
    leave,     // one of its windows closed (its opening is the event itself)
    cancelled, // it ended between an event and what would have closed it: a window, a particle effect
};

struct Notice {
    Ticks time{}; // when it happened, on the player's clock
    NoticeKind kind{};
    std::int32_t layer = 0;
    const Move* move = nullptr;
    std::uint32_t pass = 0;           // which pass of the move, from 0
    const MoveEvent* event = nullptr; // of event, leave and cancelled
    Placement root;                   // of loop and stop: how far the pass (the part of it) moved the object
};

struct StartOptions {
    std::optional<std::int32_t> layer; // otherwise the move's own
    double speed = 1;                  // negative plays backwards from the end
    std::optional<Ticks> blend_in;     // otherwise the move's own
    Ticks offset{};                    // where in the move to begin; events before it do not fire
    std::int32_t part = 0;             // of a combination: 1 … parts; 0 for the middle one
    bool force = false;                // even if the running move may not be interrupted
};

// One layer as a question's answer.
struct LayerState {
    std::int32_t layer = 0;
    const Move* move = nullptr;
    Ticks elapsed{}; // since the move's first pass began, at its speed
    std::uint32_t pass = 0;
    double speed = 1;
};

enum class Seek : std::uint8_t { silent, fire };

class Player {
public:
    // The moves must outlive the player; overlays may come and go between steps. A move that runs goes on running when
    // its overlay goes; what it names as next is looked for when it ends.
    explicit Player(const MovesetStack& moves);

    Ticks now() const { return now_; }

    // Starts a move on its layer, now. Returns false, and changes nothing, if the running move may not be interrupted.
    // The same move again while it runs is no new start. With flag E it waits for the end of the running pass.
    bool start(const Move& move, const StartOptions& options = {});
    // Ends what runs on a layer, fading out over `blend_out` (otherwise the move's own).
    void stop(std::int32_t layer, std::optional<Ticks> blend_out = {});
    void stop_all();
    // From now on; negative plays backwards, zero holds.
    bool set_speed(std::int32_t layer, double speed);
    // Moves a layer to another time of its move; what lies between fires or not.
    bool seek(std::int32_t layer, Ticks elapsed, Seek policy = Seek::silent);

    // Lets time pass. The notices and the root motion of this step replace those of the step before.
    // Fails, with time advanced all the same, if a layer went through more than `max_passes` ends or passes.
    Result<void> advance(Ticks step);
    std::span<const Notice> notices() const { return notices_; }
    const Placement& root_motion() const { return root_motion_; }

    std::vector<LayerState> layers() const;
    std::optional<LayerState> layer(std::int32_t layer) const;

    // The local pose now. No allocation.
    void pose(PoseSpan output) const;

    // The whole state by names, and back; moves that are not there any more are dropped and reported.
    Json save() const;
    Result<void> restore(const Json& state, Diagnostics* diagnostics = nullptr);

    std::uint32_t max_passes = 1024;

private:
    const MovesetStack* moves_;
    Ticks now_{};
    std::vector<Notice> notices_;
    Placement root_motion_;
};

} // namespace ossuary::anim
