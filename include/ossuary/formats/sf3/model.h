// Battle models and their animations as neutral models, and back.
//
// Saturn axes (Y down, Z away from the viewer) turn by half a circle about X into ours. A bone is a joint; what the
// skeleton draws under it is a rigid mesh of that joint, so there is no bind pose, and the joints rest in the first
// frame of the idle clip. Tags are joints of their own, the weapon hangs on its tag. Faces become triangles, attributes
// become materials; numbers a material has no place for stay in its extras, and those of the clip table in the clip's.
#pragma once

#include <string_view>

#include "ossuary/formats/sf3/binding.h"
#include "ossuary/model/model.h"

namespace ossuary::sf3 {

// From Saturn axes to ours. A standing figure is about 25 units high.
constexpr Basis sf3_basis(double scale = 1) { return {{0, 1, 2}, {1, -1, -1}, scale}; }

struct ToModelOptions {
    double scale = 1;       // metres per unit
    double frame_rate = 30; // ticks per second; the files do not say
    bool double_sided = false;
    bool face_normals = false; // turn triangles round whose corners run against their polygon's normal
};

// Skeleton, meshes, textures and the clips the model carries itself. The whole clip table is kept in `extras.sf3`.
Result<Model> to_model(const ModelFile& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

// The clip table and the number of bones of a model made by the function above; no clips for any other model.
ModelClips clips_in(const Model& model);
// Adds the external clips of such a model, in the order of its table; clips it got from another file before are
// replaced. Extras of each clip say which animation it is and how that was decided.
Result<void> add_clips(Model& model, const AnimationFile& animations, const ModelBinding& binding,
                       const ToModelOptions& options = {}, Diagnostics* diagnostics = nullptr);
// Animations alone: a model of as many joints as the first one has bones, with all clips of that many, and no mesh.
Result<Model> to_model(const AnimationFile& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

// ---- back

struct FromModelOptions {
    double units_per_metre = 14; // for models that did not come from this game; others keep their own scale
    double frame_rate = 0;       // ticks per second; 0: that of the clips, or 30
};
struct FilePair {
    ModelFile model;
    AnimationFile animations; // of the clips marked as external; empty where there is none
};

// What the format holds: rigid parts, so a vertex follows the joint that pulls it most; faces that show a whole texture
// or one colour, so other mappings become the colour in their middle; keys at whole ticks. Everything that was changed
// or left out is told, positions with the greatest distance they moved by.
Result<FilePair> x8pc_from_model(const Model& model, const FromModelOptions& options = {},
                                 Diagnostics* diagnostics = nullptr);

// A texture as a picture, and back: the nearest RGB555, at the nearest size the format allows.
Image to_image(const Texture& texture, std::string_view name);
Result<Texture> to_texture(const Image& image);

} // namespace ossuary::sf3
