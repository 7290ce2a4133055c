// Player: what one character plays: layers of moves that start, fade, follow one another, end, and fire events.
//
// Time is a whole number of ticks. What happens has a time of its own, computed from when its move began and never
// added up from steps; advance() reports what lies in [now, now + step). So however a stretch of time is cut into
// steps, the player reports the same notices with the same times in the same order, ends in the same state, shows the
// same pose and has moved its object equally far, to the bit.
//
// Pose. Within a layer a new move rises over its blend-in while the old one keeps playing and falls over its blend-out:
// of the two the new one has the share a / max(1, a + b), a and b being the linear rise and fall; without a blend-in it
// has all of it at once. A move that is replaced while it still rises goes on rising under its successor, so that every
// fade begins at the pose on display.
// A layer covers those with lower numbers on the joints its moves have tracks for; under the lowest lies the rest pose,
// which nothing rises from: the first move on a lowest layer is there at once.
//
// Root motion. The object moves as the moves' roots do, with the weights these have in the pose at their root joint.
// While one move has all the weight, the way is the closed form of its path, exact over any number of passes. While
// weights change or several moves share them, the way is summed over cells that end where a fade or a move does, and at
// whole sixtieths of a second of the player's clock, with the weights of each cell's middle: independent of the steps,
// and within two millimetres of the integral for moves of up to 5 m/s and fades of a tenth of a second and longer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ossuary/anim/clip_cursors.h"
#include "ossuary/anim/kernels.h"
#include "ossuary/anim/look_at.h"
#include "ossuary/anim/pose.h"
#include "ossuary/anim/root_motion.h"
#include "ossuary/base/optional.h"
#include "ossuary/base/ticks.h"

namespace ossuary {
class Json;
}

namespace ossuary::anim {

class MovesetStack;
struct Move;
struct MoveEvent;

enum class NoticeKind : std::uint8_t {
    start,     // a move began
    stop,      // it ended, was replaced or stopped
    loop,      // it began another pass
    event,     // one of its events came
    leave,     // one of its windows closed (its opening is the event itself)
    cancelled, // it ended between an event and what would have closed it: a window, a particle effect
};
std::string_view name_of(NoticeKind kind);

// By time, then by layer, then in the order in which they happened. What a move does at the end of a pass comes before
// what it does at the beginning of the next.
struct Notice {
    Ticks time{}; // when it happened, on the player's clock
    NoticeKind kind{};
    std::int32_t layer = 0;
    const Move* move = nullptr;
    std::int64_t pass = 0;            // which pass of the move, from 0; negative when it went backwards past its start
    std::uint32_t step = 0;           // of a combo
    Ticks position{};                 // on the move's unrolled time line
    const MoveEvent* event = nullptr; // of event, leave and cancelled
    Placement root;                   // of loop and stop: how far the move's root went in the pass that ended
    bool operator==(const Notice&) const = default;
};

// Of one step's notices the sounds that are worth playing: of each layer the latest `most`, in order. After a long step
// the others are too many and too late at once; they are counted. What else happened is never left out.
struct StepSounds {
    std::vector<const Notice*> heard;
    std::size_t dropped = 0;
};
StepSounds sounds_of(std::span<const Notice> notices, std::size_t most = 4);

// What Player::start did.
enum class Started : std::uint8_t {
    now,     // the move begins with the next step
    waits,   // with flag E: when the running pass has ended
    already, // it runs, nothing has changed
};

struct StartOptions {
    Optional<std::int32_t> layer; // otherwise the move's own
    double speed = 1;             // negative plays backwards from the end
    Optional<Ticks> blend_in;     // otherwise the move's own
    Ticks offset{};               // where in the move to begin; events before it do not fire
    std::uint32_t part = 0;       // of a combination: 1 … parts; 0 for the middle one
    std::uint32_t step = 0;       // of a combo: the move ends at hit_ends[step], or at its end if there is none
    bool force = false;           // even if the running move may not be interrupted, or is this one
};

// One layer as a question's answer.
struct LayerState {
    std::int32_t layer = 0;
    const Move* move = nullptr;
    Ticks started{};
    Ticks elapsed{}; // since the move's first pass began, at its speed
    std::int64_t pass = 0;
    double speed = 1;
    std::uint32_t part = 0;
    std::uint32_t step = 0;
};

struct LayerSettings {
    float weight = 1;  // 0 … 1
    JointWeights mask; // empty, or one weight per joint of the rig, 0 … 1
    // Instead of covering what is below, the layer adds to it how far its moves are from their first frame, as
    // AdditiveJob does: rotation = now · first⁻¹ · below. Additive layers come after all others.
    bool additive = false;
};

struct PlayerSettings {
    bool freeze_outgoing = false; // a move that was replaced holds its pose while it fades
    bool longest_blend = false;   // every fade takes the longer of the new move's blend-in and blend-out, as in Gothic
    LookSettings look;
    Kernels kernels;
};

// Room for Player::pose() to work in. One per thread is enough; with one per player, packed clips are read on from
// where they were.
struct PoseScratch {
    explicit PoseScratch(const Rig& rig);
    std::vector<JointBlock> pose, reference;
    JointWeights weights;
    ClipCursors cursors;
};

enum class Seek : std::uint8_t { silent, fire };

class Player {
public:
    // The moves must outlive the player; overlays may come and go between steps. A move that runs goes on running when
    // its overlay goes; what it names as next is looked for when it ends, and a loop gives way to another move of its
    // name at the end of the pass.
    explicit Player(const MovesetStack& moves, PlayerSettings settings = {});

    Player(const Player& other);
    Player(Player&& other) noexcept;
    Player& operator=(const Player& other);
    Player& operator=(Player&& other) noexcept;
    ~Player();

    const Rig& rig() const;
    Ticks now() const { return now_; }

    // Starts a move on its layer, now. Fails, and changes nothing, if the running move may not be interrupted: a
    // transition of a script, except from the opening of a combo's window on; or if the speed is not within ±1000.
    // The same move, part and step again while it runs is no new start. With flag E it waits for the end of the running
    // pass. A move without samples (aniBlend) gives way to its next at once and lends it its blend times.
    Result<Started> start(const Move& move, const StartOptions& options = {});
    // Ends what runs on a layer, fading out over `blend_out` (otherwise the move's own).
    void stop(std::int32_t layer, Optional<Ticks> blend_out = {});
    void stop_all();
    // From now on; negative plays backwards, zero holds. A move that ends going backwards has no successor.
    bool set_speed(std::int32_t layer, double speed);
    // Moves a layer to another time of its move; what lies between fires or not. A window that is left is cancelled.
    bool seek(std::int32_t layer, Ticks elapsed, Seek policy = Seek::silent);
    // Mixes the parts of a running combination: of nine by column and row, of others by column alone; -1 … 1 each, (0,
    // 0) is the middle part. Events stay those of the part it was started with.
    bool aim(std::int32_t layer, double column, double row);
    void set_layer(std::int32_t layer, LayerSettings settings);

    // Where to look, as angles or at a point in object space as the head sees it; nothing for straight ahead.
    void look(const LookAngles& angles);
    void look_at(const Vec3d& eye, const Vec3d& target);
    void look_ahead() { look({}); }
    LookAngles looking() const;

    // Lets time pass. The notices and the root motion of this step replace those of the step before. Notices of what
    // was done between the steps come with the step that follows. Fails, with time advanced all the same, if a layer
    // went through more than `max_passes` ends or passes, or through 64 ends without time passing: a loop then goes
    // through the rest of the step in silence, a chain of moves stops.
    Result<void> advance(Ticks step);
    std::span<const Notice> notices() const { return notices_; }
    const Placement& root_motion() const { return root_motion_; }
    // All root motion since the player was made.
    const Placement& travelled() const { return here_; }

    // No notice has an earlier time than this unless the player gets another command first.
    Ticks quiet_until() const;

    std::vector<LayerState> layers() const;
    Optional<LayerState> layer(std::int32_t layer) const;
    // The product of the running moves' factors (CVS).
    double collision_scale() const;

    // The local pose now. No allocation, unless it has to make its own room, or a packed clip is new to it.
    void pose(PoseSpan output, PoseScratch& scratch) const;
    void pose(PoseSpan output) const;
    // The weights of a mesh's morph targets now. What no move says is as in `plain` (Mesh::morph_weights), zero
    // without.
    void morph_weights(std::uint32_t mesh, std::span<float> output, std::span<const float> plain = {}) const;

    // The whole state by names, and back; moves that are not there any more are dropped and reported. Restored into a
    // player of the same moves nothing is lost, repeated or moved.
    Json save() const;
    Result<void> restore(const Json& state, Diagnostics* diagnostics = nullptr);

    std::uint32_t max_passes = 1024;

private:
    friend class PlayerState;

    struct Source;
    struct Layer;
    struct Crossing;
    struct Contributions;
    struct Weights;
    static constexpr std::size_t max_sources = 16; // of a layer

    Layer& layer_at(std::int32_t number);
    Layer* find_layer(std::int32_t number);
    Notice& note(NoticeKind kind, Ticks time, const Layer& layer, const Source& source,
                 const MoveEvent* event = nullptr);

    bool may_interrupt(const Source& source) const;
    void begin(Layer& layer, const Move& move, Ticks when, const StartOptions& options);
    void end(Layer& layer, Ticks when, bool stopped, Ticks blend_out);
    static void locate(Source& source, Ticks position);
    static Crossing next_crossing(const Source& source);
    static void schedule(Source& source);
    void cross(Layer& layer, Source& source, Ticks time, const Crossing& crossing);
    void emit(Layer& layer, Ticks until);
    void hand_over(Layer& layer, Ticks when);
    void change(Layer& layer, Ticks when);
    void refresh(Layer& layer, Ticks after);
    void reschedule(Layer& layer);
    void follow_overlays();
    void overrun(Layer& layer, Ticks when);
    void sort_notices();

    static void find_weights(const Layer& layer, Ticks time, Weights& weights);
    static double share_at(const Layer& layer, const Source& source, double weight, std::int32_t joint);
    double root_weight(std::size_t layer, std::size_t source, Ticks time) const;
    void move_root(Ticks time);
    void anchor_root(Ticks time);
    void restore_root(const Placement& anchor, Ticks time, const Placement& here);
    Placement blended_way(Ticks from, Ticks to, Ticks weights_at) const;
    std::size_t contribute(const Layer& layer, Contributions& output) const;
    PoseSpan blocks_for_rig(std::vector<JointBlock>& blocks) const;
    void sample_move(const Move& move, double time, PoseSpan output, codec::Cursor* cursor) const;
    void compose(const Layer& layer, PoseSpan output, PoseScratch& scratch, bool& untouched) const;
    void compose_additive(const Layer& layer, PoseSpan output, PoseScratch& scratch) const;

    const MovesetStack* moves_;
    PlayerSettings settings_;
    std::uint64_t version_ = 0;
    Ticks now_{};
    std::vector<Layer> layers_; // by number
    std::vector<Notice> notices_, pending_, unsorted_;
    std::vector<std::uint32_t> order_;
    bool in_step_ = false;
    Ticks until_{}; // of the step
    const char* trouble_ = nullptr;

    Look look_;
    std::vector<std::int32_t> look_joints_;

    // The way to `here_` goes from `root_anchor_`, where the object was at `root_time_`.
    enum class RootMode : std::uint8_t { still, single, blended };
    RootMode root_mode_ = RootMode::still;
    Placement root_anchor_, here_, root_motion_;
    Ticks root_time_{};
    std::uint32_t root_layer_ = 0, root_source_ = 0; // of the single one
};

} // namespace ossuary::anim
