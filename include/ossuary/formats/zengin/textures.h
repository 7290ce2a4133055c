// Pictures for the materials of a model.
#pragma once

#include "ossuary/formats/zengin/script_binding.h"

namespace ossuary::zengin {

// Materials name their texture in `extras.texture`, which is asked for by the names of asset_names.h; the first that is
// found and can be read becomes the picture of the material, once for all that name it. A name with _A0 in it is the
// first of several: _A1, _A2 … up to the first that is missing are shown in turn. Where a picture has holes, an opaque
// material is cut out along them unless `keep_opaque` is set. Textures that are not found are reported, a warning for
// each.
void add_textures(Model& model, const PartLookup& find, bool keep_opaque = false, Diagnostics* diagnostics = nullptr);

} // namespace ossuary::zengin
