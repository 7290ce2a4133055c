// Motions and the neutral model: parts become joints, entries become clips, and back.
//
// The file knows no hierarchy: it names the nodes of a mech's model, which lies elsewhere. Bound to a model that has
// these names, the clips move its joints. Alone, the names that mechs use (hips, torso, lthigh, lcalf …) give the
// hierarchy, and parts with other names are roots. The axes are ours already: Y up, right-handed, metres.
#pragma once

#include "ossuary/formats/mw3/motion.h"
#include "ossuary/model/model.h"

namespace ossuary::mw3 {

struct MotionBindOptions {
    bool hierarchy_by_name = true; // otherwise every part is a root
};

// A skeleton of all parts, resting in the first key of the first clip that moves them, and one clip per entry.
Result<Model> to_model(const MotionFile& file, std::string_view name, const MotionBindOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// The clips alone, for a model that has a skeleton. Parts without a joint of their name are left out and reported.
Result<void> add_clips(Model& model, const MotionFile& file, Diagnostics* diagnostics = nullptr);
Result<Clip> to_clip(const Motion& motion, const Skeleton& skeleton, std::string_view name,
                     Diagnostics* diagnostics = nullptr);

struct MotionFromModelOptions {
    double frame_rate = 0; // of the keys; 0: the clip's own, or 30
};

// One entry `model_clip` per clip, all joints as parts, the last key repeating the first: a clip that does not loop
// gets a key more, one that travels comes back to where it began.
Result<MotionFile> motion_from_model(const Model& model, const MotionFromModelOptions& options = {},
                                     Diagnostics* diagnostics = nullptr);

} // namespace ossuary::mw3
