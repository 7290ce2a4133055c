// Model: everything one character or thing consists of, in one convention whatever file it came from.
// Right-handed, Y up, +Z to the front, metres, seconds, column vectors, unit quaternions (x, y, z, w).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/basis.h"
#include "ossuary/base/json.h"
#include "ossuary/base/vectors.h"
#include "ossuary/model/clip.h"
#include "ossuary/model/light.h"
#include "ossuary/model/material.h"
#include "ossuary/model/mesh.h"
#include "ossuary/model/skeleton.h"

namespace ossuary {

// Looks along the joint's -Z, +Y up, like a glTF camera.
struct Camera {
    std::string name;
    std::int32_t joint = -1;
    float vertical_fov = 0.8f; // radians
    float aspect = 0;          // width / height; 0 if the viewer decides
    float near_plane = 0.05f;
    float far_plane = 0; // 0: infinite
    Json extras;
};

// Where a model came from and how its axes were turned, so that a writer can turn them back exactly.
struct Source {
    std::string format; // `md5`, `gothic`, `mw3`, `sf3`, `bvh`, `gltf`, `samples`
    Basis basis;

    // The basis to write that format with: the model's own if it came from it, else the given one.
    Basis basis_for(std::string_view written, const Basis& otherwise) const {
        return format == written ? basis : otherwise;
    }
};

// A named move without samples: a cross-fade to another clip.
struct Transition {
    std::string name;
    Optional<std::int32_t> layer; // else that of `next`
    std::string next;
    float blend_in = 0;   // seconds
    float blend_out = 0;  // seconds
    bool in_step = false; // `next` starts at the relative time of the clip before
    Json extras;          // what else the source says: `flags`, `events`
};

// A mark of the whole model, in the source's words: `DEF_HIT_LIMB` and a joint.
struct ModelTag {
    std::string type;
    std::vector<std::string> arguments;
    bool operator==(const ModelTag&) const = default;
};

struct Model {
    std::string name;
    Source source;
    Skeleton skeleton;
    std::vector<Mesh> meshes;
    std::vector<LineSet> lines;
    std::vector<Skin> skins;
    std::vector<Material> materials;
    std::vector<MaterialVariant> variants;
    std::vector<Image> images;
    std::vector<Camera> cameras;
    std::vector<Light> lights;
    std::vector<Clip> clips;
    std::vector<Transition> transitions;
    std::vector<std::string> disabled_moves; // of an overlay: moves of the model below that it hides
    std::vector<ModelTag> tags;
    std::string copyright; // what the file says of its rights, as it is
    Json extras;           // null or an object: what belongs to the whole (glTF: scene.extras)

    Model();
    Model(const Model& other);
    Model(Model&& other) noexcept;
    Model& operator=(const Model& other);
    Model& operator=(Model&& other) noexcept;
    ~Model();

    const Clip* find_clip(std::string_view name) const;
    // `wanted`, or `wanted_2`, `wanted_3`…: a name that no clip has.
    std::string free_clip_name(std::string_view wanted) const;
};

// The same model with a mesh for every place that one is shown at: for formats in which meshes cannot be shared.
Model without_instances(Model model);

// Shows a variant for good: the surfaces get its materials, and the variants are gone.
void choose_variant(Model& model, std::size_t variant);

// Every broken invariant, with the path of the field (`clips[2].joints[7].rotation.times[3]`); empty if all hold.
Diagnostics validate(const Model& model);

// The same for equal content on every machine. Names, extras and sources count.
std::uint64_t content_hash(const Model& model);

// Positions of a mesh at a pose (object-space matrices of the skeleton), in double: the plain reference for converters
// and tests. Morph targets are added first, by weight; a mesh without skin follows its joint.
std::vector<Vec3d> posed_positions(const Model& model, const Mesh& mesh, const std::vector<Affined>& object_pose,
                                   const std::vector<double>& morph_weights = {});

} // namespace ossuary
