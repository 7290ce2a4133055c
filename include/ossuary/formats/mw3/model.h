// MechWarrior 3's animation files as neutral models, and motions back.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ossuary/base/basis.h"
#include "ossuary/formats/mw3/gamez.h"
#include "ossuary/formats/mw3/mechlib.h"
#include "ossuary/formats/mw3/motion.h"
#include "ossuary/formats/mw3/sequence_player.h"
#include "ossuary/formats/mw3/textures.h"
#include "ossuary/model/model.h"
#include "ossuary/model/root_travel.h"

namespace ossuary {
struct TagEvent;
}

namespace ossuary::mw3 {

// Mechs look along -z, models along +Z: everything is turned half about Y.
inline constexpr Basis zbd_basis{{0, 1, 2}, {-1, 1, -1}, 1};

struct ToModelOptions {
    bool hierarchy_by_name = true; // of motions; otherwise every part is a root
    // What becomes of the way a walking hip goes. `strip` and `extract` take its even share out of every key, so that
    // the mech walks in place and the hip still swings; `extract` keeps the way in extras["rootMotion"].
    RootTravel travel = RootTravel::keep;
    // Of mechs and worlds:
    std::string model;                        // the entry of a mechlib.zbd, with or without `.flt`; empty: the first
    std::span<const TexturePackage> textures; // where pictures are looked for, in this order
    bool hidden = false; // meshes that are hidden at first too: coarser levels of detail, loose parts
    // Of animation definitions:
    std::string definition;   // by anim_name; empty or `*`: each becomes a clip
    double most_seconds = 20; // where a definition does not end by itself
    double frame_rate = 30;   // of movement between events
    bool every_event = false; // movement and flow in the clip's events too, for timelines
    PlayRules rules;
    Surroundings surroundings;
};

// ---- motions: parts become joints, entries become clips, and back
//
// The file knows no hierarchy: it names the nodes of a mech's model, which lies elsewhere. Bound to a model that has
// these names, the clips move its joints. Alone, the names that mechs use (hip, torso, lthigh, lcalf …) give the
// hierarchy, and parts with other names are roots. Feet hang on the hip, not on the calves.
//
// In a walk the hip travels, and the last key jumps back to the first. A clip goes on to where the next round begins
// instead, and names the hip as its root joint.

// A skeleton of all parts, resting in the first key of the first clip that moves them, and one clip per entry.
Result<Model> to_model(const MotionFile& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// The clips alone, for a model that has a skeleton. Parts without a joint of their name are ignored, with
// one note for all; a warning names clips of which no part is there.
Result<void> add_clips(Model& model, const MotionFile& file, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// In the model's axes if the basis is zbd_basis, in those of the file for the default one.
Result<Clip> to_clip(const Motion& motion, const Skeleton& skeleton, std::string_view name,
                     const ToModelOptions& options = {}, const Basis& basis = {}, Diagnostics* diagnostics = nullptr);

struct FromModelOptions {
    double frame_rate = 0; // of the keys; 0: the clip's own, or 30
};

// One entry `model_clip` per clip, all joints as parts, the last key repeating the first: a clip that does not loop
// gets a key more. The first root may travel as the games' walks do; where the way is too short to be told from a
// swing, it is taken out.
Result<MotionFile> motion_from_model(const Model& model, const FromModelOptions& options = {},
                                     Diagnostics* diagnostics = nullptr);

// ---- mechs and worlds: nodes become joints, meshes hang on them
//
// Of a mesh every material and side becomes a surface. Corners without a normal are flat; polygons whose indices lead
// nowhere are left out. Which side of a polygon is its front is measured by the normals of the whole file.

Result<Model> to_model(const Mechlib& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// Of the clips of a motion.zbd those that are the mech's own: `scout_walk` for `mech_scout.flt` and `mech_scout_1.flt`.
MotionFile motions_of(const MotionFile& file, std::string_view model);
Result<Model> to_model(const Gamez& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

// ---- animation definitions: nodes become joints, what a definition does over time becomes a clip
//
// The file names nodes of a world that lies elsewhere and knows no hierarchy: nodes become children of their
// definition's root, at rest as the reset sequences leave them. A clip is what SequencePlayer plays, sampled: movement
// as channels, everything else as events that keep their fields.
//
// nodes_of and to_clip have the axes of the file, as SequencePlayer does; to_model turns what they make.

// The nodes a definition speaks of, and those of the definitions it calls.
Skeleton nodes_of(const AnimFile& file, const Definition& definition);

// Plays a definition from the reset state and keeps what happens.
Result<Clip> to_clip(const AnimFile& file, const Definition& definition, const Skeleton& nodes,
                     const ToModelOptions& options = {}, Diagnostics* diagnostics = nullptr);
// One definition, or all of them over all their nodes.
Result<Model> to_model(const AnimFile& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

// The definitions as clips of a model whose joints are the nodes they speak of: a world. Names are looked for below the
// definition's root first, with and without `.flt`.
Result<void> add_clips(Model& model, const AnimFile& file, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

// What sets the definition off that a clip was made of, as activation_name() has it; empty if it was made of none.
std::string_view activation_of(const Clip& clip);

// A notice of an event as the model has it: TagEvent with the type's name, the names it speaks of, and as fields
// `definition`, `sequence`, `kind`, `duration` where it has one, and `data` as in the dump.
TagEvent to_tag(const Notice& notice, Game game);

} // namespace ossuary::mw3
