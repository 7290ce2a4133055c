// Moveset: the named clips of one script, ready to play. MovesetStack: a base moveset with overlays on top, as a
// character's skill, mood or wounds put them there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ossuary/anim/prepared_clip.h"
#include "ossuary/anim/root_motion.h"
#include "ossuary/anim/ticks.h"
#include "ossuary/model/model.h"

namespace ossuary::anim {

// What the script's flags say (`M R E F I P`).
struct MoveFlags {
    bool move_object = false;   // M: the root's translation moves the object
    bool rotate_object = false; // R: so does its rotation
    bool queue = false;         // E: waits until the layer's running clip has ended
    bool fly = false;           // F: not glued to the ground
    bool idle = false;          // I
    bool in_place = false;      // P
};

// One event of a move, with its time from the start of a pass.
struct MoveEvent {
    Ticks time{};
    Ticks window_end{}; // of a WindowEvent
    const Event* event = nullptr;
};

// One named animation: data, and how the script wants it played. Aliases share the data of their target.
struct Move {
    std::string name;
    std::shared_ptr<const PreparedClip> clip; // null for a pure cross-fade (aniBlend)
    LoopPolicy loop = LoopPolicy::clamp;
    Ticks period{}; // of one pass
    bool repeats = false;
    bool reversed = false;
    double frame_rate = 0;
    std::int32_t layer = 1;
    Ticks blend_in{};
    Ticks blend_out{};
    std::string next;
    MoveFlags flags;
    double collision_scale = 1;
    RootMotion root;
    std::vector<MoveEvent> events; // in the order in which a pass meets them, reversed moves too
    // Combo windows and the ends of the steps, from the start of the move (runtime rules of the fight).
    std::vector<Ticks> windows; // from, to, from, to, …
    std::vector<Ticks> hit_ends;
    std::vector<std::string> parts; // of a combination (aniComb): the moves it chooses from
};

struct MovesetSettings {
    RootMotionSettings root;
    bool extract_root = true; // false: poses keep the root's path and nothing moves the object
};

class Moveset {
public:
    // All clips of a model; a clip that cannot be prepared is reported and left out. The model's clips must outlive
    // the moveset's events, so the moveset keeps its own copy of them.
    static Result<std::shared_ptr<const Moveset>> make(const Model& model, const MovesetSettings& settings = {},
                                                       Diagnostics* diagnostics = nullptr);

    const std::string& name() const { return name_; }
    const Rig& rig() const { return rig_; }
    const std::vector<Move>& moves() const { return moves_; }
    // By name, ignoring case; null if there is none.
    const Move* find(std::string_view name) const;
    // aniDisable: a name of the base script that this overlay hides.
    bool disables(std::string_view name) const;

private:
    std::string name_;
    Rig rig_;
    std::vector<EventTrack> tracks_;
    std::vector<Move> moves_;
    std::unordered_map<std::string, std::size_t> by_name_; // upper case
    std::vector<std::string> disabled_;
};

// The base and what lies over it, newest on top. Lookup is one search in a merged table.
class MovesetStack {
public:
    explicit MovesetStack(std::shared_ptr<const Moveset> base);

    const Rig& rig() const { return layers_.front().moveset->rig(); }
    // Fails if the overlay's joints are not the base's. `until`: the time at which `expire` removes it.
    Result<void> push(std::shared_ptr<const Moveset> overlay, std::optional<Ticks> until = {});
    // By the overlay's name, ignoring case; false if it is not there. The base stays.
    bool remove(std::string_view name);
    // Removes every overlay whose time has come.
    void expire(Ticks now);

    const Move* find(std::string_view name) const;
    // The moveset that supplies a name; null if none does.
    const Moveset* source_of(std::string_view name) const;

private:
    struct Layer {
        std::shared_ptr<const Moveset> moveset;
        std::optional<Ticks> until;
    };
    std::vector<Layer> layers_; // the base first
    // The moves of removed overlays stay alive while a player may still run them.
    std::vector<std::shared_ptr<const Moveset>> removed_;
};

} // namespace ossuary::anim
