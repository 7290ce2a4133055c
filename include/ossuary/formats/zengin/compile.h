// Compiling: what the game's own tools make of a model script and its ASC sources.
//
//     HERO.MDS                HERO.MSB          compile_msb
//     the ASC of its tree     HERO.MDH          compile_mdh; named after the script
//     the ASC of a mesh       BODY.MDM          compile_mdm; compile_mdl puts hierarchy and meshes into one file
//     each `ani`              HERO-S_RUN.MAN    compile_man
//
// Everything a result depends on is an argument, dates and paths too: the same arguments give the same bytes. Names are
// upper case in all of them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/asc.h"
#include "ossuary/formats/zengin/game.h"
#include "ossuary/formats/zengin/man.h"
#include "ossuary/formats/zengin/mdl.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/msb.h"

namespace ossuary::zengin {

// How samples of animations become codes.
//   game       cut off, as the game's tool does it. Errors add up along the tree, and a rotation near half a turn, of
//              which only three components are stored, can be off by a degree.
//   closest    each node gets the codes that bring it closest to its place, given where those above it came out
//   automatic  as the game does, unless that would put a node of the animation more than 0.1 mm from its place
enum class Packing : std::uint8_t { game, closest, automatic };

struct CompileOptions {
    Game game = Game::gothic2;
    std::string folder = "\\_WORK\\DATA\\ANIMS\\"; // of the script in the game; sources always lie in the default
    Date date;                                     // of the script; MDH, MDM and MAN have none
    Packing packing = Packing::game;
    // Keep what the game's tool gives up: the places of several roots at rest, triangles without area, texture
    // coordinates that lie closer than 0.01.
    bool exact = false;
    // Whether the picture of a texture has alpha, which meshes of Gothic 2 note down; one that is not known may have.
    std::function<std::optional<bool>(std::string_view texture)> has_alpha = {};
};
// How the note begins that tells how far samples packed as the game does it are off, if that is more than 0.1 mm.
inline constexpr std::string_view packing_note = "packed as the game does it";

// The nodes of the tree that BIP01…, ZS_… and ZM_… name (asc_hierarchy), the bounds of all meshes in the file and the
// checksum of the names. `name` is that of the ASC file.
Result<ModelHierarchy> compile_mdh(const AscFile& file, std::string_view name, const CompileOptions& options = {},
                                   Diagnostics* diagnostics = nullptr);

// The meshes of the file: rigid ones on the nodes that carry them, soft skins with the file's own tree as bind pose.
// Nodes are found in the hierarchy by name. Materials are called after the file, so `name` matters. There are no levels
// of detail: at each level the whole mesh is drawn.
Result<ModelMesh> compile_mdm(const AscFile& file, std::string_view name, const ModelHierarchy& hierarchy,
                              const CompileOptions& options = {}, Diagnostics* diagnostics = nullptr);

Result<ModelFile> compile_mdl(const AscFile& file, std::string_view name, const CompileOptions& options = {},
                              Diagnostics* diagnostics = nullptr);

// What stands for the model's mesh in the bounds of its animations: the box of each node that carries a part.
struct NodeBox {
    std::uint32_t node = 0; // into the hierarchy
    BoundingBox box;        // in the space of the node
};
std::vector<NodeBox> node_boxes(const ModelMesh& mesh, const ModelHierarchy& hierarchy);

// One animation: frames are picked, never interpolated, and packed; bounds come from the packed samples. `script_line`
// is the line of the script that says `ani` (source_lines), `boxes` are those of the tree's mesh. A note tells where
// `automatic` departs from the game, and where `game` puts a node more than 0.1 mm from its place.
Result<ModelAnimation> compile_man(const AscFile& file, const Ani& ani, std::string_view script_line,
                                   const ModelHierarchy& hierarchy, std::span<const NodeBox> boxes,
                                   const CompileOptions& options = {}, Diagnostics* diagnostics = nullptr);

// The script; `name` is that of its MDS file.
CompiledScript compile_msb(const Script& script, std::string_view name, const CompileOptions& options = {});

// `HERO-S_RUN.MAN`: what the game calls the animation `ani` of the script.
std::string man_file_name(std::string_view script_name, std::string_view ani);

// Everything that is compiled from such sources.
struct CompiledModel {
    CompiledScript script;
    ModelHierarchy hierarchy;
    ModelMesh mesh;
    std::vector<ModelAnimation> animations;
};
Result<CompiledModel> compile_model(const ModelSources& sources, const CompileOptions& options = {},
                                    Diagnostics* diagnostics = nullptr);

} // namespace ossuary::zengin
