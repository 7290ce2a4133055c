// The verbs of the rows of Gothic's textures and fonts, as pictures.
#pragma once

#include <string_view>

#include "ossuary/base/diagnostic.h"
#include "ossuary/format/row_verbs.h"

namespace ossuary::zengin {

// A picture that keeps the texture's levels and blocks.
Result<void> open_tex(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
// The one picture of the model, with levels unless options say no, in the format they name.
SavedFiles save_tex(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);
// The font's texture with a frame around each glyph. Where the texture is not found, the frames alone, with a warning.
Result<void> open_fnt(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);

} // namespace ossuary::zengin
