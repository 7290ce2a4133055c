// Compiled files as neutral models: hierarchies and their meshes, multi-resolution and morph meshes, animations.
//
// Engine space is mirrored into ours (space.h); triangles keep their order of corners, because clockwise becomes
// counter-clockwise on the way. Joints stand in file order unless a parent comes behind its child; a joint that moved
// keeps its number as `extras.node`.
#pragma once

#include "ossuary/formats/zengin/man.h"
#include "ossuary/formats/zengin/mdl.h"
#include "ossuary/formats/zengin/mmb.h"
#include "ossuary/formats/zengin/mrm.h"
#include "ossuary/formats/zengin/msh.h"
#include "ossuary/formats/zengin/space.h"
#include "ossuary/model/model.h"

namespace ossuary::zengin {

struct BindOptions {
    Basis basis = engine_basis; // mirrors; the scale is free
};

// The skeleton in its rest pose, the root translation put back.
Result<Model> to_model(const ModelHierarchy& hierarchy, std::string_view name, const BindOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// Adds rigid meshes to the joints they name, and soft skins. The model is one of the function above. The bind pose of a
// skin is the rest pose, or, where its weights were made for another one, the pose that they say.
Result<void> add_meshes(Model& model, const ModelMesh& file, Diagnostics* diagnostics = nullptr);
Result<Model> to_model(const ModelFile& file, std::string_view name, const BindOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// One mesh with levels of about a half, a quarter, an eighth … of its triangles, as far as its collapses go.
Result<Model> to_model(const MultiResolutionMesh& file, std::string_view name, const BindOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// One mesh without a joint; polygons become fans of triangles, a surface for each material. Light stays in the file.
Result<Model> to_model(const PlainMesh& file, std::string_view name, const BindOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// Every frame of every animation is a morph target; every animation is a clip that shows its frames in turn.
Result<Model> to_model(const MorphMesh& file, std::string_view name, const BindOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

// The animation on a skeleton made with the same basis. Nodes count as in the hierarchy; one of another skeleton is
// reported and taken by number.
Result<Clip> to_clip(const ModelAnimation& animation, const Skeleton& skeleton, std::string_view name,
                     const BindOptions& options = {}, Diagnostics* diagnostics = nullptr);

} // namespace ossuary::zengin
