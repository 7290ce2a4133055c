// Worlds of the game as worlds of the model, and back.
//
// An object keeps what the model has no word for in its extras, under the names of the file:
//   class     the chain: `zCVobLight:zCVob`
//   vob       showVisual, cdStatic, cdDyn, staticVob, dynShadow, visualCamAlign, presetName, bbox (in the file's axes),
//             and of Gothic 2 visualAniMode, visualAniModeStrength, vobFarClipZScale, zbias, isAmbient
//   fields    the entries of its class: of a light its range and color, of a door its key
//   visual    as `visualClass`; and of a decal its entries as `decal`
#pragma once

#include "ossuary/formats/zengin/script_binding.h"
#include "ossuary/formats/zengin/world.h"
#include "ossuary/model/world.h"

namespace ossuary::zengin {

// The ground has the polygons that are drawn, not those that portals and the far view need. Visuals are not loaded.
Result<World> to_world(const WorldFile& file, std::string_view name, const BindOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

// Finds the visuals of the world's objects by the names of asset_names.h, each once, and lets the objects show them, in
// the rest pose; decals become squares. What is not found or cannot be read is reported, one line for each name.
// Pictures are not looked for: add_textures does that for the whole.
void add_visuals(World& world, const PartLookup& find, Game game = Game::gothic2, Diagnostics* diagnostics = nullptr);

struct WorldFromModelOptions {
    Game game = Game::gothic2;
    ZenEncoding encoding = ZenEncoding::bin_safe;
    std::string user; // for the header
};
// The meshes that no object shows become the mesh of the world, with a BSP tree of one leaf: good for tools and
// viewers; the game's editor compiles a proper one. Objects become VOBs, packed but for ASCII: of the class in their
// extras, a light or otherwise plain. A visual's class follows its name.
Result<ZenArchive> zen_from_world(const World& world, const WorldFromModelOptions& options = {});

} // namespace ossuary::zengin
