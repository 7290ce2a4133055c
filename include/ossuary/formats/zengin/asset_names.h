// Which file holds what a name asks for. Scripts, worlds and materials name the artist's source (`BARREL.3DS`); the
// game ships what was compiled of it (`BARREL.MRM`). The rules are one table, and nothing here looks at a file: the
// names come out in the order in which to try them.
//
// A name may carry a folder of the artist's machine; it is dropped, since files are found by their bare name. The stem,
// all before the last dot, stays as it was written; what is put behind it is upper case, and look-ups ignore case.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/game.h"

namespace ossuary::zengin {

enum class AssetKind : std::uint8_t {
    texture,
    mesh,         // of a thing
    level_mesh,   // of a world
    morph_mesh,   // also the head of a character
    model_script, // MDS
    model_mesh,   // the body or armour of a character, without a skeleton
    hierarchy,    // the skeleton alone
    model,        // skeleton and meshes in one file
    animation,    // of a script: see animation_name
    world,        // also a bundle of objects
    sound,
    output_units, // the dialogues
    program,      // a compiled script: GOTHIC, MENU, PARTICLEFX …
    font,
    particle_effect, // no file: an instance in PARTICLEFX.DAT, see particle_instance
};

// A row of the table. In `tried`, * is the stem, `*.*` the name with the extension it was asked by (`asked` if it had
// none), and `=` the whole path up to the extension.
struct NameRule {
    AssetKind kind;
    std::string_view title;
    std::string_view asked;  // the extension by which the source is named
    std::string_view folder; // of the compiled file in a game's tree
    std::span<const std::string_view> tried;
    std::span<const std::string_view> tried_gothic1; // empty: the same
};
std::span<const NameRule> name_rules();
const NameRule& name_rule(AssetKind kind);

// The names to try, best first. An empty name has none. Of textures the picture itself, and a PNG of its name, come
// after the compiled one, also for when that turns out to be unusable.
std::vector<std::string> candidates(AssetKind kind, std::string_view name, Game game = Game::gothic2);

// What the visual of an object is, by the last extension of its name: .3DS a mesh, .MMS a morph mesh, .MDS a script,
// .ASC and .MDL a model, .TGA a texture (a decal), .PFX a particle effect; compiled names likewise. Nothing for others.
std::optional<AssetKind> visual_kind(std::string_view name);

// The model of a script. `mesh` is the script's default mesh and may be empty. The hierarchy is looked for under the
// name of the mesh, then of the script, and only where there is none in a file that holds both; a hierarchy without
// meshes is a valid, invisible model.
struct ModelNames {
    std::vector<std::string> meshes;
    std::vector<std::string> hierarchies;
};
ModelNames model_names(std::string_view script, std::string_view mesh);

// `HUMANS-S_FISTRUN.MAN`: the animation of a script, whose extension is dropped.
std::string animation_name(std::string_view script, std::string_view animation);

// Animated textures: a name with _A0 in it (in any case, also more than once) is the first of a row; in the others
// every _A0 becomes _A1, _A2 … The row ends before the first frame that is missing.
bool is_animated_texture(std::string_view name);
std::string texture_frame(std::string_view name, std::uint32_t frame);
// Bodies and faces: the first _V0 becomes _V<variant>, the first _C0 _C<color>.
std::string texture_variant(std::string_view name, std::uint32_t variant, std::uint32_t color);
// What the game shows for a texture that is named but not there.
inline constexpr std::string_view default_texture = "DEFAULT.TGA";

// A font is two files, named by what stands before the first dot; the one for large screens has _HI behind that.
struct FontNames {
    std::string font;    // `FONT_OLD_10_WHITE_HI.FNT`
    std::string texture; // as a source: ask candidates() for it
};
FontNames font_names(std::string_view name, bool high_resolution = false);

// `FIRE.PFX` → `FIRE`, however often the extension is there: the instance of PARTICLEFX.DAT.
std::string particle_instance(std::string_view name);

} // namespace ossuary::zengin
