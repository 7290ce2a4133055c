// SequencePlayer: carries out animation definitions over a tree of nodes. What moves, moves as transforms over time;
// every other event is reported once, at its exact time.
//
// Time is a whole number of ticks. However a stretch of time is cut into steps, the player reports the same notices
// with the same times in the same order and poses the nodes alike. The rules are those of the format's description;
// where it only assumes, PlayRules has the choice.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/ticks.h"
#include "ossuary/formats/mw3/anim.h"
#include "ossuary/formats/mw3/scene_values.h"
#include "ossuary/model/skeleton.h"

namespace ossuary::mw3 {

// What a thing falls on; the order is that of the bounces of OBJECT_MOTION.
enum class GroundKind : std::uint8_t { solid, water, lava };
struct Ground {
    double height = 0;
    GroundKind kind = GroundKind::solid;
};

// What conditions ask about; may change between steps, and is asked at their beginning.
struct Surroundings {
    double player_distance_squared = 0; // for PLAYER_RANGE and EXECUTION_BY_RANGE
    // The same from a node (a joint, or -1), where it is not the same for all; null: the number above.
    std::function<double(std::int32_t joint)> distance_squared;
    // Whether the player is in the zone of a node, for EXECUTION_BY_ZONE; null: always.
    std::function<bool(std::int32_t joint)> in_zone;
    // The ground below a place of the world, which depends on the place alone; null, or nothing: none, and what falls
    // does not bounce.
    std::function<std::optional<Ground>(const Vec3d& place)> ground;
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
    bool hits_wear_health = true; // hits start a definition once they add up to its health; otherwise the first does
    bool calls_place_templates = true;      // a call at a node moves the called root there if it hangs on nothing
    double bounce = 0.4;                    // share of its speed that a thing keeps upwards when it bounces …
    double slide = 0.7;                     // … and sideways
    double rest_speed = 1;                  // metres per second upwards; below it a thing stays where it fell
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
    bounce,   // a thing that an OBJECT_MOTION throws has hit the ground
};
std::string_view name_of(NoticeKind kind);

struct Notice {
    Ticks time{};
    NoticeKind kind{};
    std::uint32_t instance = 0; // counts starts of definitions, from 1; 0 for a reset
    const Definition* definition = nullptr;
    const Sequence* sequence = nullptr;    // of sequence notices and events
    const Event* event = nullptr;          // of events; of the reset sequence too
    std::int32_t input = -1;               // the joint the definition was called with
    std::int32_t operand = -1;             // and the further one
    GroundKind ground = GroundKind::solid; // of a bounce
    double speed = 0;                      // of a bounce, metres per second
};

// What a definition is started with.
struct Call {
    std::int32_t input = -1;                 // a joint: INPUT_NODE
    std::int32_t operand = -1;               // a further one; the other end of a connector
    std::optional<Vec3d> place, other_place; // the same as places of the world
    Vec3d impact;                            // what a hit adds to the speed of things thrown with impact force
};

enum class HitKind : std::uint8_t { weapon, collision };

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
    bool start(const Definition& definition, const Call& call);
    // Something hits a node: definitions that this sets off, and whose root is the node or lies above it, lose health,
    // and start when it is gone. Returns how many started. A reset gives the health back.
    std::size_t hit(std::int32_t joint, HitKind kind, double damage, const Vec3d& impact = {});
    double health(const Definition& definition) const;
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
    // Shown, as OBJECT_ACTIVE_STATE says, and not taken from its parent.
    bool is_active(std::size_t joint) const;
    // 0 to 1; nothing if the node is drawn as it is.
    std::optional<double> opacity(std::size_t joint) const;

    // How far a node's mesh has gone over to its second shape, 0 to 1; nothing if no event said so.
    std::optional<double> morph(std::size_t joint) const;

    // What is set now. Lights are a definition's own, by their index from 1; cameras go by the node's name.
    LightValues light(const Definition& definition, std::size_t index) const;
    FogValues fog() const;
    CameraValues camera(std::string_view name) const;
    Tint tint() const;
    // The lights and nodes that something was set of so far: lights with their index from 1, joints with an opacity.
    std::vector<std::pair<const Definition*, std::size_t>> lights_set() const;
    std::vector<std::size_t> opacities_set() const;

    // The local transforms of all nodes now; as many as there are joints.
    void pose(std::span<Transformd> output) const;
    // The same of one, and which have been moved, hidden or hung elsewhere at all.
    Transformd local(std::size_t joint) const;
    bool is_touched(std::size_t joint) const;

private:
    class Engine;
    std::unique_ptr<Engine> engine_;
};

} // namespace ossuary::mw3
