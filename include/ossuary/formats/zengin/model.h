// Gothic's files as neutral models, and back: to_model and to_clip, x_from_model.
//
// Engine space is mirrored into ours (game.h); triangles keep their order of corners, because clockwise becomes
// counter-clockwise on the way. Joints stand in file order unless a parent comes behind its child; a joint that moved
// keeps its number as `extras.node`.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/files.h"
#include "ossuary/formats/zengin/asc.h"
#include "ossuary/formats/zengin/game.h"
#include "ossuary/formats/zengin/man.h"
#include "ossuary/formats/zengin/mdl.h"
#include "ossuary/formats/zengin/mmb.h"
#include "ossuary/formats/zengin/mms.h"
#include "ossuary/formats/zengin/mrm.h"
#include "ossuary/formats/zengin/msh.h"
#include "ossuary/formats/zengin/script.h"
#include "ossuary/model/model.h"

namespace ossuary::zengin {

struct ToModelOptions {
    Basis basis = engine_basis;  // mirrors; the scale is free
    bool without_meshes = false; // of scripts: skeleton and clips alone
};
struct FromModelOptions {
    std::optional<Basis> basis; // by default the model's own if it came from Gothic, else engine_basis
    Game game = Game::gothic2;
    double frame_rate = 0; // of motions and morph animations; 0: the clip's own, else 25
};

// ---- compiled files

// The skeleton in its rest pose, the root translation put back.
Result<Model> to_model(const ModelHierarchy& hierarchy, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// Adds rigid meshes to the joints they name, and soft skins. The model is one of the function above. The bind pose of a
// skin is the rest pose, or, where its weights were made for another one, the pose that they say.
Result<void> add_meshes(Model& model, const ModelMesh& file, Diagnostics* diagnostics = nullptr);
Result<Model> to_model(const ModelFile& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// One mesh with levels of about a half, a quarter, an eighth … of its triangles, as far as its collapses go.
Result<Model> to_model(const MultiResolutionMesh& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// One mesh without a joint; polygons become fans of triangles, a surface for each material. Light stays in the file.
Result<Model> to_model(const PlainMesh& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// Every frame of every animation is a morph target; every animation is a clip that shows its frames in turn.
Result<Model> to_model(const MorphMesh& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

// The animation on a skeleton made with the same basis. Nodes count as in the hierarchy; one of another skeleton is
// reported and taken by number.
Result<Clip> to_clip(const ModelAnimation& animation, const Skeleton& skeleton, std::string_view name,
                     const ToModelOptions& options = {}, Diagnostics* diagnostics = nullptr);

// ---- scripts with everything they name
//
// The parts are asked for by the names of asset_names.h: the hierarchy as MDH or in an MDL, meshes as MDM, the
// animation RUN of HERO.MDS as HERO-RUN.MAN; where there is none, the ASC source. What is not found is reported as an
// error, one line for each, and left out.

// Clips carry the script's layer, next, blend times, direction (samples stay forward for R), flags and collision volume
// scale as hints, and its source, frames and rates in `extras`. An alias is a clip of its own. A combination has the
// data of its middle part and names all of them. aniBlend and aniSync become transitions, aniDisable and modelTag
// Model::disabled_moves and Model::tags; aniBatch is listed in the model's `extras.script`. Fails if there is no
// hierarchy.
Result<Model> to_model(const Script& script, std::string_view name, const FileLookup& find,
                       const ToModelOptions& options = {}, Diagnostics* diagnostics = nullptr);

// What a modder must know of a script: a `next` or an alias that leads to nothing, events outside their frames,
// combinations without parts, unknown tags, files that are not there, and, of `files` (names beside the script),
// animations that no entry uses. Lines are those of the text; with `text` columns too. An overlay may name moves of the
// script below it: `below`, if given.
struct ScriptCheck {
    std::string_view text;
    std::span<const std::string> files;
    const Script* below = nullptr;
};
Diagnostics validate(const Script& script, std::string_view name, const FileLookup& find,
                     const ScriptCheck& check = {});

// A morph script with what it names: the compiled NAME.MMB, or the reference shape and the mesh keys of its ASC
// sources. Fails if there is neither; an animation whose source is missing or of another shape is reported as an error
// and left out.
Result<Model> to_model(const MorphScript& script, std::string_view name, const FileLookup& find,
                       const ToModelOptions& options = {}, Diagnostics* diagnostics = nullptr);

// How frames of a source become seconds of a clip.
struct EventTiming {
    std::int32_t first = 0;  // frame of the source at time 0
    double source_rate = 25; // frames of the source per second of the clip
    double duration = 0;     // no event is later
};
// Events as typed values. Frames inside DEF_HIT_END, DEF_PAR_FRAME and DEF_WINDOW count from the start of the clip, all
// others in the source's numbering. A tag of unknown type keeps its name and arguments.
EventTrack to_events(std::span<const ScriptEvent> events, const EventTiming& timing,
                     Diagnostics* diagnostics = nullptr);

// ---- ASC files

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

// Joints are named in upper case. Normals are those the game's compiler makes: the sum of the unit normals of the
// faces at a vertex, on rigid meshes without mesh keys of those within 60 degrees. Materials carry the name of their
// picture in `texture`; a mesh with several vertices at one place keeps their numbers in
// `extras.sourceVertices`.
Result<Model> to_model(const AscFile& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

struct ToClipOptions {
    Basis basis = engine_basis;                         // the one the skeleton was made with
    std::optional<std::int32_t> first;                  // in the file's numbering; none: its first frame
    std::int32_t last = -1;                             // -1: its last frame
    float fps = std::numeric_limits<float>::infinity(); // thin out to this rate, as the compiler does
    float spd = 0;                                      // play all frames at this rate; 0: at the source's
};
// The animation on a skeleton; joints are found by name, ignoring case. Joints without tracks keep their rest pose.
Result<Clip> to_clip(const AscFile& file, const Skeleton& skeleton, std::string_view name,
                     const ToClipOptions& options = {}, Diagnostics* diagnostics = nullptr);

// Which of `count` source frames a lower rate keeps: the compiler picks and never interpolates. `rate` at or above
// the source's, or a single frame, keeps all.
std::vector<std::uint32_t> picked_frames(std::uint32_t count, float source_rate, float rate);

// Skeleton, meshes and materials as a geometry file. Meshes become ZM_… nodes; all rigid meshes of a joint become one.
Result<AscFile> asc_from_model(const Model& model, const FromModelOptions& options = {},
                               Diagnostics* diagnostics = nullptr);
// A clip as an animation file: the tree of joints with tracks, sampled at whole frames from 0.
Result<AscFile> asc_from_clip(const Model& model, const Clip& clip, const FromModelOptions& options = {},
                              Diagnostics* diagnostics = nullptr);

// ---- meshes that stand alone

// All meshes as one, in the rest pose, with levels of detail (progressive.h). A submesh for each material; materials
// that came from Gothic keep their fields. Fails with `BadCount` if the mesh has more than the format can number.
Result<MultiResolutionMesh> mrm_from_model(const Model& model, const FromModelOptions& options = {},
                                           Diagnostics* diagnostics = nullptr);

// The meshes that have morph targets, and those that hang rigidly where they do, with levels of detail. If all of them
// hang on one joint, they are written in its space: that is where the game puts them. Every clip that moves their
// targets becomes an animation, frame by frame; a target that no clip moves becomes one of a single frame. What else
// the model has is reported and left out. `name` is that of the file.
Result<MorphMesh> mmb_from_model(const Model& model, std::string_view name, const FromModelOptions& options = {},
                                 Diagnostics* diagnostics = nullptr);

// ---- pictures for the materials

// The picture a texture's name means, as the table of names (asset_names.h) looks for it: X.TGA is X-C.TEX, then X.TGA
// itself, then X.PNG. A TEX file comes as a DDS with all its levels (tex.h). What is found but cannot be read is warned
// of, and the next is tried; nothing if there is no other.
std::optional<Image> find_texture(std::string_view name, const FileLookup& find, Diagnostics* diagnostics = nullptr);

// Materials name their texture in `Material::texture`; what is found for it becomes the picture of the material, once
// for all that name it. A name with _A0 in it is the first of several: _A1, _A2 … up to the first that is missing are
// shown in turn, at the rate of the material, or all of them in a second. Where a picture has holes, an opaque material
// is cut out along them, and one that blends but whose texture is DXT1 becomes opaque, as the engine has it; unless
// `keep_alpha` is set. A texture that is not found is warned of, once, and the game's DEFAULT.TGA taken if it is there.
void add_textures(Model& model, const FileLookup& find, bool keep_alpha = false, Diagnostics* diagnostics = nullptr);

// ---- sources

// A script, the ASC of its tree and meshes, and one for each animation.
struct ModelSources {
    struct Source {
        std::string name; // `HERO_BODY.ASC`, as the script has it
        AscFile file;
    };
    std::string name; // of the script, without extension
    Script script;
    Source tree;
    std::vector<Source> motions;
};
// The tree is `NAME_BODY.ASC`, the motion of a clip `NAME_CLIP.ASC`. A motion is sampled at the clip's rate, or at a
// multiple of it on whose frames all its events lie; the script thins it out again. Clips that are aliases or
// combinations stay that where the model still has their data.
Result<ModelSources> mds_from_model(const Model& model, std::string_view name, const FromModelOptions& options = {},
                                    Diagnostics* diagnostics = nullptr);

// The inverse of to_events: frames are those nearest to the times. What the script has no word for is reported and left
// out. `timing.duration` is not looked at.
std::vector<ScriptEvent> from_events(const EventTrack& events, const EventTiming& timing,
                                     Diagnostics* diagnostics = nullptr);

} // namespace ossuary::zengin
