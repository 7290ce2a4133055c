// ASC files as neutral models and back.
//
// A geometry file gives a skeleton, rigid meshes on its joints and soft skins; a file with mesh keys gives morph
// targets and a clip that runs through them; a file with tracks gives a clip for the skeleton of its geometry.
#pragma once

#include <limits>

#include "ossuary/formats/zengin/asc.h"
#include "ossuary/formats/zengin/space.h"
#include "ossuary/model/model.h"

namespace ossuary::zengin {

// Which nodes of a file become joints, and which meshes they carry. As the game compiles them: BIP01…, ZS_… and ZM_…
// are joints, other nodes are dropped with all below them; the first rigid ZM_ child of a BIP01 node is no joint, its
// mesh belongs to the parent; soft skins are no joints. A file without any such name is taken whole.
struct AscHierarchy {
    struct Entry {
        std::int32_t node = -1;      // into AscFile::nodes
        std::int32_t parent = -1;    // into entries, smaller than the entry's own index
        std::int32_t mesh_node = -1; // the node whose rigid mesh or mesh keys this joint carries; -1: none
    };
    std::vector<Entry> entries;              // in file order, parents first
    std::vector<std::int32_t> entry_of_node; // per node: its entry, or that which took its mesh; -1: dropped
    std::vector<std::int32_t> soft_skins;    // nodes
};
AscHierarchy asc_hierarchy(const AscFile& file, Diagnostics* diagnostics = nullptr);

struct AscModelOptions {
    Basis basis = engine_basis;
};
// Joints are named in upper case. Normals are those the game's compiler makes: the sum of the unit normals of the
// faces at a vertex, on rigid meshes without mesh keys of those within 60 degrees. Materials carry the name of their
// picture in `extras.texture`; a mesh with several vertices at one place keeps their numbers in
// `extras.sourceVertices`.
Result<Model> to_model(const AscFile& file, std::string_view name, const AscModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

struct AscClipOptions {
    Basis basis = engine_basis;                         // the one the skeleton was made with
    std::optional<std::int32_t> first;                  // in the file's numbering; none: its first frame
    std::int32_t last = -1;                             // -1: its last frame
    float fps = std::numeric_limits<float>::infinity(); // thin out to this rate, as the compiler does
    float spd = 0;                                      // play all frames at this rate; 0: at the source's
};
// The animation on a skeleton; joints are found by name, ignoring case. Joints without tracks keep their rest pose.
Result<Clip> to_clip(const AscFile& file, const Skeleton& skeleton, std::string_view name,
                     const AscClipOptions& options = {}, Diagnostics* diagnostics = nullptr);

// Which of `count` source frames a lower rate keeps: the compiler picks and never interpolates. `rate` at or above
// the source's, or a single frame, keeps all.
std::vector<std::uint32_t> picked_frames(std::uint32_t count, float source_rate, float rate);

struct AscFromModelOptions {
    std::optional<Basis> basis; // by default the model's own if it came from Gothic, else engine_basis
    double frame_rate = 0;      // of asc_from_clip; 0: the clip's own, else 25
};
// Skeleton, meshes and materials as a geometry file. Meshes become ZM_… nodes; all rigid meshes of a joint become one.
Result<AscFile> asc_from_model(const Model& model, const AscFromModelOptions& options = {},
                               Diagnostics* diagnostics = nullptr);
// A clip as an animation file: the tree of joints with tracks, sampled at whole frames from 0.
Result<AscFile> asc_from_clip(const Model& model, const Clip& clip, const AscFromModelOptions& options = {},
                              Diagnostics* diagnostics = nullptr);

} // namespace ossuary::zengin
