// Moveset: the named clips of one script, ready to play. MovesetStack: a base moveset with overlays on top, as a
// character's skill, mood or wounds put them there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ossuary/anim/prepared_clip.h"
#include "ossuary/anim/root_motion.h"
#include "ossuary/base/shared.h"
#include "ossuary/base/text.h"
#include "ossuary/base/ticks.h"
#include "ossuary/codec/osa.h"
#include "ossuary/model/model.h"

namespace ossuary::anim {

// One event of a move, with its time from the start of a pass.
struct MoveEvent {
    Ticks time{};
    Ticks window_end{}; // of a WindowEvent
    const Event* event = nullptr;
};

// What a pass meets, in this order: events, and the ends of windows. At one time the ends of windows that began earlier
// come first, then events in script order.
struct MoveMark {
    Ticks time{};
    std::uint32_t event = 0;
    bool leaves = false; // the end of the event's window
};

// What takes less time does not repeat, and takes that long: a step goes through a bounded number of passes.
inline constexpr Ticks shortest_pass{ticks_in_second / 1000};

// One named animation: data, and how the script wants it played. Aliases share the data of their target. Times are
// those of playing it: a reversed move has its events and its root's path turned round, only `clip` is as it was.
struct Move {
    std::string name;
    std::string source;        // the moveset's name
    Shared<PreparedClip> clip; // null for a pure cross-fade (aniBlend)
    LoopPolicy loop = LoopPolicy::clamp;
    Ticks length{}; // from the first key to the last
    Ticks period{}; // of one pass
    bool repeats = false;
    bool reversed = false;
    bool whole_body = false;   // every joint has a track
    bool interruptible = true; // loops, and everything that no script says otherwise about
    double frame_rate = 0;
    std::int32_t layer = 1;
    Ticks blend_in{};
    Ticks blend_out{};
    std::string next;
    MoveFlags flags;
    double collision_scale = 1;
    RootMotion root;
    std::int32_t root_joint = -1;  // the joint whose weight in the pose is the weight of `root`
    std::vector<MoveEvent> events; // in the order in which a pass meets them, reversed moves too
    std::vector<MoveMark> marks;
    // Combo windows and the ends of the steps, from the start of the move (runtime rules of the fight).
    std::vector<Ticks> windows; // from, to, from, to, …
    std::vector<Ticks> hit_ends;
    std::vector<const Move*> parts; // of a combination (aniComb): the moves it chooses from
    bool own_events = true;         // of a combination: false if they are those of its middle part
    std::vector<MorphTrack> morphs;
    std::vector<std::string> limbs; // the joints that strike where no event says: the model's own

    // Seconds in `clip` at a time from the start of the move, any pass.
    double clip_time(Ticks time) const;
};

struct MovesetOptions {
    RootMotionOptions root;
    bool extract_root = true; // false: poses keep the root's path and nothing moves the object
};

// Names without regard to case, looked up without a copy.
struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const;
};
struct NameEqual {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const { return equal_ignoring_case(a, b); }
};

class Moveset {
public:
    // All clips of a model; a clip that cannot be prepared is reported and left out. Keeps its own copy of the events.
    //
    // A clip repeats if its source says so; where the source says nothing, if it ends in the pose in which it begins.
    // A combo never does, and neither does a clip of a single frame, which is held. One that does not repeat and has a
    // single frame lasts for the time of a frame.
    //
    // The root's path moves the object as far as the flags allow: M its translation (with F its height, too), R its
    // yaw. With P, or with I and a path longer than a centimetre, it is taken out of the pose and moves nothing. A
    // loop that ends within a centimetre of where it began and is not flagged M keeps its path in the pose.
    static Result<std::shared_ptr<const Moveset>> make(const Model& model, const MovesetOptions& options = {},
                                                       Diagnostics* diagnostics = nullptr);
    // A model's clips and those of packed files of the same joints, in this order. Packed clips stay packed: they are
    // expanded here only to find their events, loops and root motion. The files' bytes must outlive the moveset, which
    // those that the clips own do.
    static Result<std::shared_ptr<const Moveset>> make(Model model, std::span<const codec::OsaFile> packed,
                                                       const MovesetOptions& options = {},
                                                       Diagnostics* diagnostics = nullptr);
    // The clips of a packed file on its own skeleton.
    static Result<std::shared_ptr<const Moveset>> make(const codec::OsaFile& packed, std::string_view name,
                                                       const MovesetOptions& options = {},
                                                       Diagnostics* diagnostics = nullptr);

    const std::string& name() const { return name_; }
    const Rig& rig() const { return rig_; }
    const std::vector<Move>& moves() const { return moves_; }
    // `walk, run, strike_1`: for people who asked for another one.
    std::string names() const;
    // By name, ignoring case; null if there is none.
    const Move* find(std::string_view name) const;
    // aniDisable: names of the base script that this overlay hides.
    const std::vector<std::string>& disabled() const { return disabled_; }
    bool disables(std::string_view name) const;

private:
    friend class MovesetBuilder;
    std::string name_;
    Rig rig_;
    std::vector<EventTrack> tracks_;
    std::vector<Move> moves_;
    std::unordered_map<std::string, std::size_t, NameHash, NameEqual> by_name_;
    std::vector<std::string> disabled_;
};

// The base and what lies over it, newest on top. Lookup is one search in a merged table.
class MovesetStack {
public:
    explicit MovesetStack(std::shared_ptr<const Moveset> base);

    const Rig& rig() const { return layers_.front().moveset->rig(); }
    const Moveset& base() const { return *layers_.front().moveset; }
    // Fails if the overlay's joints are not the base's. `until`: the time at which `expire` removes it.
    Result<void> push(std::shared_ptr<const Moveset> overlay, std::optional<Ticks> until = {});
    // By the overlay's name, ignoring case, the newest of that name; false if it is not there. The base stays.
    bool remove(std::string_view name);
    // Removes every overlay whose time has come.
    void expire(Ticks now);

    const Move* find(std::string_view name) const;
    // The moveset that supplies a name; null if none does.
    const Moveset* source_of(std::string_view name) const;
    // A move of a certain moveset, also of one that was removed; null if there is none.
    const Move* find_in(std::string_view moveset, std::string_view name) const;
    // Grows with every change.
    std::uint64_t version() const { return version_; }

private:
    struct Layer {
        std::shared_ptr<const Moveset> moveset;
        std::optional<Ticks> until;
    };
    struct Found {
        const Move* move = nullptr;
        const Moveset* moveset = nullptr;
    };
    void merge();
    void retire(std::shared_ptr<const Moveset> moveset);

    std::vector<Layer> layers_; // the base first
    // The moves of removed overlays stay alive while a player may still run them.
    std::vector<std::shared_ptr<const Moveset>> removed_;
    std::unordered_map<std::string_view, Found, NameHash, NameEqual> merged_;
    std::uint64_t version_ = 0;
};

} // namespace ossuary::anim
