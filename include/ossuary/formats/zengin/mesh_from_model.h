// Models as the meshes that stand alone: multi-resolution meshes (MRM) and morph meshes (MMB).
#pragma once

#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/mmb.h"
#include "ossuary/formats/zengin/mrm.h"
#include "ossuary/model/model.h"

namespace ossuary::zengin {

struct MeshFromModelOptions {
    std::optional<Basis> basis; // by default the model's own if it came from Gothic, else engine_basis
    Game game = Game::gothic2;
    double frame_rate = 0; // of morph animations; 0: the clip's own, else 25
};

// All meshes as one, in the rest pose, with levels of detail (progressive.h). A submesh for each material; materials
// that came from Gothic keep their fields. Fails with `BadCount` if the mesh has more than the format can number.
Result<MultiResolutionMesh> mrm_from_model(const Model& model, const MeshFromModelOptions& options = {},
                                           Diagnostics* diagnostics = nullptr);

// The meshes that have morph targets, and those that hang rigidly where they do, with levels of detail. If all of them
// hang on one joint, they are written in its space: that is where the game puts them. Every clip that moves their
// targets becomes an animation, frame by frame; a target that no clip moves becomes one of a single frame. What else
// the model has is reported and left out. `name` is that of the file.
Result<MorphMesh> mmb_from_model(const Model& model, std::string_view name, const MeshFromModelOptions& options = {},
                                 Diagnostics* diagnostics = nullptr);

} // namespace ossuary::zengin
