// Material and Image: how surfaces look.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/byte_types.h"
#include "ossuary/base/json.h"
#include "ossuary/base/vectors.h"

namespace ossuary {

enum class ImageEncoding : std::uint8_t { rgba8, png, jpeg, dds, tga, ktx2, webp };

// A picture, as pixels or as the file it came in. `bytes` of rgba8 are width × height × 4, top row first. JPEG, KTX 2
// and WebP are carried and not decoded.
struct Image {
    std::string name;   // without folder and extension
    std::string source; // the file it was read from, as the model named it
    ImageEncoding encoding = ImageEncoding::rgba8;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    ByteBuffer bytes;
    Json extras;
};

// How a surface meets what lies behind it. `multiply` darkens it by the texture, `multiply_twice` by twice the texture,
// so that middle grey changes nothing.
enum class AlphaMode : std::uint8_t { opaque, mask, blend, add, multiply, multiply_twice };
enum class Wrap : std::uint8_t { repeat, clamp, mirror };
enum class Filter : std::uint8_t { linear, nearest };

// What a surface is made of: steps and blows sound by it, and water is drawn as water.
enum class Substance : std::uint8_t { unknown, metal, stone, wood, earth, water, snow };

// Surfaces that move by themselves: waves on the ground or on a wall, grass in the wind, `ambient` ones gently.
enum class WaveMode : std::uint8_t {
    none,
    ambient_ground,
    ground,
    ambient_wall,
    wall,
    environment,
    ambient_wind,
    wind
};
enum class WaveSpeed : std::uint8_t { none, slow, normal, fast };
struct Wave {
    WaveMode mode = WaveMode::none;
    WaveSpeed speed = WaveSpeed::normal;
    float amplitude = 0; // metres, at most
    float grid_size = 0; // metres between crests
    bool operator==(const Wave&) const = default;
};

// From a mesh's texture coordinates to those of the picture: scaled, turned counter-clockwise, moved, as
// KHR_texture_transform has it.
struct UvTransform {
    Vec2 offset;
    float rotation = 0; // radians
    Vec2 scale{1, 1};
    bool operator==(const UvTransform&) const = default;
};

// Which of a mesh's texture coordinates each picture lies on: 0 for uv0, 1 for uv1.
struct UvSets {
    std::uint32_t base_color = 0, normal = 0, emissive = 0, metallic_roughness = 0, occlusion = 0;
    bool operator==(const UvSets&) const = default;
};

// How materials are drawn at a time: surface.h.
struct Material {
    std::string name;
    Vec4 base_color{1, 1, 1, 1}; // linear
    Vec3 emissive;               // linear
    float metallic = 0;
    float roughness = 1;
    std::int32_t base_color_image = -1;
    std::int32_t normal_image = -1;
    std::int32_t emissive_image = -1;
    std::int32_t metallic_roughness_image = -1; // roughness in green and metallic in blue, times those above
    std::int32_t occlusion_image = -1;          // how much light from all around reaches the surface, in red
    float normal_scale = 1;                     // how much the normals of the picture lean, times this
    float occlusion_strength = 1;               // how much the picture darkens, 0 to 1
    UvSets uv_sets;
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
    UvTransform uv;
    Vec2 uv_scroll;        // how far the picture's coordinates move in a second; 1 is once across
    float environment = 0; // how much the surface mirrors what is around it, 0 to 1
    Wave wave;
    Substance substance = Substance::unknown;
    std::string texture; // the picture's file as the source names it, found or not
    Json extras;         // null or an object; `sourceShader` keeps the source's name for it
};

// Another look of a model: a paint scheme, a season.
struct MaterialVariant {
    std::string name;
    std::vector<std::int32_t> materials; // in place of each material of the model; those beyond the end stay
};
// What a material, by its number, is in a variant. -1 stays -1.
inline std::int32_t material_in(const MaterialVariant& variant, std::int32_t material) {
    const auto index = static_cast<std::size_t>(material);
    return material >= 0 && index < variant.materials.size() ? variant.materials[index] : material;
}

// `multiply_twice`, `ambient_wind`, `water` …
std::string_view name_of(AlphaMode alpha);
std::string_view name_of(Substance substance);
std::string_view name_of(WaveMode mode);
std::string_view name_of(WaveSpeed speed);
bool parse_name(std::string_view name, AlphaMode& alpha);
bool parse_name(std::string_view name, Substance& substance);
bool parse_name(std::string_view name, WaveMode& mode);
bool parse_name(std::string_view name, WaveSpeed& speed);

} // namespace ossuary
