// Pictures for the materials of a model.
#pragma once

#include "ossuary/formats/zengin/script_binding.h"

namespace ossuary::zengin {

// The picture a texture's name means, as the table of names (asset_names.h) looks for it: X.TGA is X-C.TEX, then X.TGA
// itself, then X.PNG. A TEX file comes as a DDS with all its levels (tex.h). What is found but cannot be read is warned
// of, and the next is tried; nothing if there is no other.
std::optional<Image> find_texture(std::string_view name, const PartLookup& find, Diagnostics* diagnostics = nullptr);

// Materials name their texture in `extras.texture`; what is found for it becomes the picture of the material, once for
// all that name it. A name with _A0 in it is the first of several: _A1, _A2 … up to the first that is missing are shown
// in turn, at the rate of the material, or all of them in a second. Where a picture has holes, an opaque material is
// cut out along them, and one that blends but whose texture is DXT1 becomes opaque, as the engine has it; unless
// `keep_alpha` is set. A texture that is not found is warned of, once, and the game's DEFAULT.TGA taken if it is there.
void add_textures(Model& model, const PartLookup& find, bool keep_alpha = false, Diagnostics* diagnostics = nullptr);

} // namespace ossuary::zengin
