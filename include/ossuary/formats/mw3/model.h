// MechWarrior 3's animation files as neutral models, and motions back.
#pragma once

#include <string>
#include <string_view>

#include "ossuary/formats/mw3/motion.h"
#include "ossuary/formats/mw3/sequence_player.h"
#include "ossuary/model/model.h"

namespace ossuary {
struct TagEvent;
}

namespace ossuary::mw3 {

struct ToModelOptions {
    bool hierarchy_by_name = true; // of motions; otherwise every part is a root
    // Of animation definitions:
    std::string definition;   // by anim_name; empty: each becomes a clip
    double most_seconds = 20; // where a definition does not end by itself
    double frame_rate = 30;   // of movement between events
    bool every_event = false; // movement and flow in the clip's events too, for timelines
    PlayRules rules;
    Surroundings surroundings;
};

// ---- motions: parts become joints, entries become clips, and back
//
// The file knows no hierarchy: it names the nodes of a mech's model, which lies elsewhere. Bound to a model that has
// these names, the clips move its joints. Alone, the names that mechs use (hips, torso, lthigh, lcalf …) give the
// hierarchy, and parts with other names are roots. The axes are ours already: Y up, right-handed, metres.

// A skeleton of all parts, resting in the first key of the first clip that moves them, and one clip per entry.
Result<Model> to_model(const MotionFile& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// The clips alone, for a model that has a skeleton. Parts without a joint of their name are left out and reported.
Result<void> add_clips(Model& model, const MotionFile& file, Diagnostics* diagnostics = nullptr);
Result<Clip> to_clip(const Motion& motion, const Skeleton& skeleton, std::string_view name,
                     Diagnostics* diagnostics = nullptr);

struct FromModelOptions {
    double frame_rate = 0; // of the keys; 0: the clip's own, or 30
};

// One entry `model_clip` per clip, all joints as parts, the last key repeating the first: a clip that does not loop
// gets a key more, one that travels comes back to where it began.
Result<MotionFile> motion_from_model(const Model& model, const FromModelOptions& options = {},
                                     Diagnostics* diagnostics = nullptr);

// ---- animation definitions: nodes become joints, what a definition does over time becomes a clip
//
// The file names nodes of a world that lies elsewhere and knows no hierarchy: nodes become children of their
// definition's root, at rest as the reset sequences leave them. A clip is what SequencePlayer plays, sampled: movement
// as channels, everything else as events that keep their fields.

// The nodes a definition speaks of, and those of the definitions it calls.
Skeleton nodes_of(const AnimFile& file, const Definition& definition);

// Plays a definition from the reset state and keeps what happens.
Result<Clip> to_clip(const AnimFile& file, const Definition& definition, const Skeleton& nodes,
                     const ToModelOptions& options = {}, Diagnostics* diagnostics = nullptr);
// One definition, or all of them over all their nodes.
Result<Model> to_model(const AnimFile& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

// What sets the definition off that a clip was made of, as activation_name() has it; empty if it was made of none.
std::string_view activation_of(const Clip& clip);

// A notice of an event as the model has it: TagEvent with the type's name, the names it speaks of, and as fields
// `definition`, `sequence`, `kind`, `duration` where it has one, and `data` as in the dump.
TagEvent to_tag(const Notice& notice, Game game);

} // namespace ossuary::mw3
