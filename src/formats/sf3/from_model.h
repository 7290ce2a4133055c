// The parts of writing a neutral model as X8PC and X8AN, and what they tell each other.
#pragma once

#include <vector>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/sf3/model.h"

namespace ossuary::sf3 {

// What the format could not hold, counted; told once at the end.
struct Losses {
    std::size_t softly_bound = 0;  // triangles whose corners follow several joints
    std::size_t plain_instead = 0; // faces whose texture became a colour
    std::size_t resized_pictures = 0;
    std::size_t morph_targets = 0;
    std::size_t moved_keys = 0;       // keys that were not at a whole tick
    std::size_t conflicting_keys = 0; // clips that want different values at one tick
    std::size_t moving_tags = 0;      // tags that move in a clip
    std::size_t dropped_events = 0;
    std::size_t second_weapons = 0; // meshes of weapon tags behind the first
    double position_error = 0;      // in units of the file

    void tell(Diagnostics* diagnostics) const;
};

// A joint of the model in the skeleton of the file: a bone, or a tag below one.
struct Placement {
    std::int32_t bone = -1; // the bone, or the one the tag hangs on; -1: the root
    bool is_tag = false;
    std::uint8_t tag = 0;
};

struct WrittenSkeleton {
    Basis to_file;                    // from our axes and unit
    std::vector<Placement> joints;    // per joint of the model
    std::vector<std::uint32_t> bones; // per bone: its joint; parents first, as the skeleton pushes them
    std::vector<std::uint32_t> tags;  // joints that are tags, in skeleton order
};

Result<WrittenSkeleton> plan_skeleton(const Model& model, const FromModelOptions& options);

// Body meshes with the bone each hangs on, the weapon's meshes, and the textures they show.
struct BuiltMeshes {
    struct Body {
        std::int32_t bone = -1;
        Mesh mesh;
    };
    std::vector<Body> body;
    MeshList weapon;
    std::vector<Texture> textures;
};
Result<BuiltMeshes> build_meshes(const Model& model, const WrittenSkeleton& written, Losses& losses);

// Fills clips and bones of the model file, and the animations.
Result<void> build_clips(const Model& model, const WrittenSkeleton& written, const FromModelOptions& options,
                         FilePair& pair, Losses& losses);

} // namespace ossuary::sf3
