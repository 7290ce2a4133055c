// The options for writing textures with levels (DDS, TEX).
#pragma once

#include "ossuary/format/option.h"
#include "ossuary/formats/image/texture.h"

namespace ossuary::image {

inline constexpr Option texture_options[] = {
    {.name = "texture-format",
     .kind = OptionKind::choice,
     .value = "FORMAT",
     .choices = pixel_format_names,
     .help = "B8G8R8A8 … R5G6B5, P8, DXT1 … DXT5 (default: by the picture's alpha)"},
    {.name = "no-mips", .help = "Write the largest level alone"},
};

} // namespace ossuary::image
