// Animation definitions and the neutral model: nodes become joints, what a definition does over time becomes a clip.
//
// The file names nodes of a world that lies elsewhere and knows no hierarchy: nodes become children of their
// definition's root, at rest as the reset sequences leave them. A clip is what SequencePlayer plays, sampled: movement
// as channels, everything else as events that keep their fields.
#pragma once

#include "ossuary/formats/mw3/sequence_player.h"
#include "ossuary/model/model.h"

namespace ossuary::mw3 {

struct AnimBindOptions {
    std::string definition;   // by anim_name; empty: each becomes a clip
    double most_seconds = 20; // where a definition does not end by itself
    double frame_rate = 30;   // of movement between events
    bool every_event = false; // movement and flow in the clip's events too, for timelines
    PlayRules rules;
    Surroundings surroundings;
};

// The nodes a definition speaks of, and those of the definitions it calls.
Skeleton nodes_of(const AnimFile& file, const Definition& definition);

// Plays a definition from the reset state and keeps what happens.
Result<Clip> to_clip(const AnimFile& file, const Definition& definition, const Skeleton& nodes,
                     const AnimBindOptions& options = {}, Diagnostics* diagnostics = nullptr);
// One definition, or all of them over all their nodes.
Result<Model> to_model(const AnimFile& file, std::string_view name, const AnimBindOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

// A notice of an event as the model has it: TagEvent with the type's name, the names it speaks of, and as fields
// `definition`, `sequence`, `kind`, `duration` where it has one, and `data` as in the dump.
TagEvent to_tag(const Notice& notice, Game game);

} // namespace ossuary::mw3
