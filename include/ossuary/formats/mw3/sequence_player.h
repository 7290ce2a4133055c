// SequencePlayer: carries out animation definitions over a tree of nodes. What moves, moves as transforms over time;
// every other event is reported once, at its exact time.
//
// Time is a whole number of ticks. However a stretch of time is cut into steps, the player reports the same notices
// with the same times in the same order and poses the nodes alike. The rules are those of the format's description;
// where it only assumes, PlayRules has the choice.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/ticks.h"
#include "ossuary/formats/mw3/anim.h"
#include "ossuary/model/skeleton.h"

namespace ossuary::mw3 {

// What conditions ask about; may change between steps.
struct Surroundings {
    double player_distance_squared = 0; // for PLAYER_RANGE and EXECUTION_BY_RANGE
    std::uint32_t animation_lod = 2;
    bool hardware_rendering = true;
    bool first_person = false;
    // Whether a node (a joint of the skeleton, or -1) has cover within the distance; null: never.
    std::function<bool(std::int32_t joint, std::uint32_t distance)> undercover;
};

// Choices where the format's description is not sure, and limits.
struct PlayRules {
    bool loop_count_zero_is_endless = false; // LOOP 0: one round in all, or rounds without end as in related games
    bool stop_starts_idle_sequences = false; // STOP_SEQUENCE of one that does not run carries it out, as there
    bool reset_after_reset_time = true;   // a definition with RESET_TIME goes back to its reset state that long after
    bool range_angles_in_degrees = false; // azimuth and elevation of OBJECT_MOTION
    bool check_prerequisites = true;
    Ticks empty_round = to_ticks(1.0 / 60); // until the next round of a LOOP whose round took no time
    Ticks shortest_round = to_ticks(0.001); // a round that took less begins anew after this
    std::uint32_t max_calls_at_once = 64;   // starts of one sequence or definition within shortest_round
    std::uint32_t max_instances = 4096;     // definitions running at once
    std::uint32_t max_events_per_step = 1 << 20;
    std::uint64_t seed = 1; // of RANDOM_WEIGHT and random launches
};

enum class NoticeKind : std::uint8_t {
    animation_start,
    animation_end,
    sequence_start,
    sequence_end,
    event,    // something for the caller: a sound, a light, a callback …
    movement, // an event that moves a node; what it does is in the pose
    flow,     // IF, LOOP, CALL_SEQUENCE …: followed by the player itself
    reset,    // a definition went back to its reset state
};
std::string_view name_of(NoticeKind kind);

struct Notice {
    Ticks time{};
    NoticeKind kind{};
    std::uint32_t instance = 0; // counts starts of definitions, from 1; 0 for a reset
    const Definition* definition = nullptr;
    const Sequence* sequence = nullptr; // of sequence notices and events
    const Event* event = nullptr;       // of events; of the reset sequence too
};

// What kind of notice an event makes.
NoticeKind notice_kind(const Event& event);
// The names an event speaks of, as far as it speaks of any: its sound, light, puffer, sequence or animation, then
// nodes.
std::vector<std::string> names_in(const Event& event, const Definition& definition);

class SequencePlayer {
public:
    // File and nodes must outlive the player. Nodes are bound by name, those below a definition's root first. What a
    // definition names and is not there is reported once and not moved.
    SequencePlayer(const AnimFile& file, const Skeleton& nodes, const PlayRules& rules = {},
                   Diagnostics* diagnostics = nullptr);
    SequencePlayer(SequencePlayer&&) noexcept;
    SequencePlayer& operator=(SequencePlayer&&) noexcept;
    ~SequencePlayer();

    Ticks now() const;
    Surroundings& surroundings();

    // The world is loaded: reset sequences of all definitions, then those with ON_STARTUP start.
    void load_world();
    // Starts a definition of the file now; its notices belong to the next step. False if it is invalidated, runs
    // already on this node, or its prerequisites or execution range do not hold.
    bool start(const Definition& definition, std::int32_t input_joint = -1);
    void stop(const Definition& definition);
    void reset(const Definition& definition);

    // Lets time pass. The notices of this step, with those of starts and resets before it, replace the last ones.
    // Fails, with time advanced all the same, if more happened than max_events_per_step; what was due after that is
    // late.
    Result<void> advance(Ticks step);
    std::span<const Notice> notices() const;

    // No definition runs and no reset is due; motions may still go on.
    bool is_idle() const;
    // When the last motion that has an end has ended.
    Ticks motions_end() const;
    bool is_running(const Definition& definition) const;
    // Shown, as OBJECT_ACTIVE_STATE says.
    bool is_active(std::size_t joint) const;

    // The local transforms of all nodes now; as many as there are joints.
    void pose(std::span<Transformd> output) const;

private:
    class Engine;
    std::unique_ptr<Engine> engine_;
};

} // namespace ossuary::mw3
