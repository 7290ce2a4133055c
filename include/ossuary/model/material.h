// Material and Image: how surfaces look.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/base/math.h"

namespace ossuary {

enum class ImageEncoding : std::uint8_t { rgba8, png, jpeg, dds, tga };

// A picture, as pixels or as the file it came in. `bytes` of rgba8 are width × height × 4, top row first.
struct Image {
    std::string name;   // without folder and extension
    std::string source; // the file it was read from, as the model named it
    ImageEncoding encoding = ImageEncoding::rgba8;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    ByteBuffer bytes;
    Json extras;
};

enum class AlphaMode : std::uint8_t { opaque, mask, blend, add };
enum class Wrap : std::uint8_t { repeat, clamp, mirror };
enum class Filter : std::uint8_t { linear, nearest };

struct Material {
    std::string name;
    Vec4 base_color{1, 1, 1, 1}; // linear
    Vec3 emissive;               // linear
    float metallic = 0;
    float roughness = 1;
    std::int32_t base_color_image = -1;
    std::int32_t normal_image = -1;
    std::int32_t emissive_image = -1;
    AlphaMode alpha = AlphaMode::opaque;
    float alpha_cutoff = 0.5f;
    bool double_sided = false;
    bool unlit = false;
    Wrap wrap_u = Wrap::repeat;
    Wrap wrap_v = Wrap::repeat;
    Filter filter = Filter::linear;
    // An animated texture: images shown in turn instead of base_color_image; empty for a still one.
    std::vector<std::int32_t> frames;
    double frame_rate = 0;
    Json extras; // null or an object; `sourceShader` keeps the source's name for it
};

} // namespace ossuary
