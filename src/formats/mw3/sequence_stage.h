// What events act on while definitions are played: the nodes, the picture, and what conditions ask about. Private to
// the room.
#pragma once

#include <vector>

#include "formats/mw3/node_motion.h"
#include "formats/mw3/scene_state.h"
#include "formats/mw3/sequence_program.h"

namespace ossuary::mw3 {

class Stage {
public:
    // `rules` stays where it is.
    Stage(const AnimFile& file, const Skeleton& nodes, const PlayRules& rules);

    NodeMotion motion;
    SceneState scene;
    Surroundings surroundings;

    // Carries out what changes nodes or the picture; flow does nothing here.
    void apply(const Event& event, const Definition& definition, const BoundNodes& bound, Ticks time);
    bool is_shown(std::int32_t joint) const { return shown_[static_cast<std::size_t>(joint)]; }
    bool was_hidden(std::size_t joint) const { return hidden_once_[joint]; }

    // What the nodes of a program do, until it is reset.
    void save_nodes(Program& program, Ticks time) const;
    void restore_nodes(Program& program);

    // Where the player is allows a program to run.
    bool in_bounds(const Program& program) const;
    bool holds(const event::If& condition, const Program& program, const BoundNodes& bound);
    // The two ends that a call hands to a connector: nodes, or where they are now.
    Call ends_of(const event::CallObjectConnector& e, const BoundNodes& bound, Ticks time) const;

private:
    double distance_to(std::int32_t joint) const;

    Random random_;
    std::vector<bool> shown_;       // per joint
    std::vector<bool> hidden_once_; // the same
};

} // namespace ossuary::mw3
