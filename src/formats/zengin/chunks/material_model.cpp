// Materials as the model has them, and back.
#include <algorithm>
#include <cmath>

#include "compiled_names.h"
#include "formats/zengin/text/printed_number.h"
#include "material_layout.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/material.h"

namespace ossuary::zengin {

namespace {

enum AlphaFunction : std::uint8_t { by_texture, none, blend, add, subtract, multiply, multiply_twice };
constexpr std::uint8_t water_group = 5;

float to_linear(std::uint8_t value) {
    const float v = static_cast<float>(value) / 255.0f;
    return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}
std::uint8_t to_screen_byte(float linear) {
    const float v = std::clamp(linear, 0.0f, 1.0f);
    const float screen = v <= 0.0031308f ? v * 12.92f : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f;
    return static_cast<std::uint8_t>(std::lround(screen * 255.0f));
}

// Numbers the engine does not know count as the first.
template <class E> E as(std::uint8_t number, E last) {
    return number <= static_cast<std::uint8_t>(last) ? static_cast<E>(number) : E{};
}

float metres(float units, double basis_scale) {
    const auto scaled = static_cast<float>(static_cast<double>(units) * basis_scale);
    return std::isfinite(scaled) ? std::max(0.0f, scaled) : 0;
}

std::string number_text(float value) {
    std::string text;
    append_printed(text, value, 8);
    return text;
}

} // namespace

std::string pair_text(const Vec2& pair) { return number_text(pair.x) + ' ' + number_text(pair.y); }

AlphaMode alpha_mode(const Material& material, bool is_dxt1, bool alpha_test) {
    const bool is_opaque = material.color_bgra[3] == 255;
    AlphaMode mode = AlphaMode::mask;
    const std::uint8_t function = material.is_gothic1() ? std::uint8_t{by_texture} : material.alpha_func;
    switch (function) {
    case blend: mode = AlphaMode::blend; break;
    case add:
    case subtract: return AlphaMode::add;
    case multiply: return AlphaMode::multiply;
    case multiply_twice: return AlphaMode::multiply_twice;
    default: break;
    }
    if (is_dxt1 && is_opaque) return AlphaMode::opaque;
    if (mode == AlphaMode::mask && (!alpha_test || (material.texture.empty() && is_opaque))) return AlphaMode::opaque;
    return mode;
}

AlphaMode particle_alpha_mode(std::uint8_t alpha_func) {
    switch (alpha_func) {
    case none: return AlphaMode::mask;
    case blend: return AlphaMode::blend;
    case add: return AlphaMode::add;
    case multiply: return AlphaMode::multiply;
    default: return AlphaMode::opaque;
    }
}

ossuary::Material to_material(const Material& source, double basis_scale) {
    ossuary::Material material;
    material.name = to_utf8(source.name);
    const AlphaMode mode = alpha_mode(source, false);
    material.alpha = mode == AlphaMode::mask ? AlphaMode::opaque : mode;
    material.substance = as(source.mat_group, Substance::snow);
    if (source.mat_group == water_group && source.color_bgra[3] < 255) material.alpha = AlphaMode::blend;
    // Light and shadow thrown on what is behind are not lit themselves.
    material.unlit = material.alpha == AlphaMode::add || material.alpha == AlphaMode::multiply ||
                     material.alpha == AlphaMode::multiply_twice;
    if (material.alpha == AlphaMode::blend) material.base_color.w = static_cast<float>(source.color_bgra[3]) / 255.0f;
    if (source.texture.empty())
        for (std::size_t k = 0; k < 3; ++k) material.base_color[k] = to_linear(source.color_bgra[2 - k]);
    else
        material.texture = to_utf8(source.texture);
    if (const auto direction = parse_pair(source.tex_ani_map_dir); direction && source.tex_ani_map_mode != 0) {
        const Vec2 scroll{direction->x * 1000, direction->y * 1000}; // the engine counts milliseconds
        if (std::isfinite(scroll.x) && std::isfinite(scroll.y)) material.uv_scroll = scroll;
    }
    if (!source.is_gothic1()) {
        const float strength = source.environmental_mapping_strength;
        if (source.environmental_mapping != 0 && strength > 0) material.environment = std::min(strength, 1.0f);
        if (source.wave_mode != 0)
            material.wave = {as(source.wave_mode, WaveMode::wind), as(source.wave_speed, WaveSpeed::fast),
                             metres(source.wave_max_amplitude, basis_scale),
                             metres(source.wave_grid_size, basis_scale)};
    }
    material.extras.set("gothic", dump_zengin(source));
    return material;
}

Material from_material(const ossuary::Material& source, const Image* image, std::uint16_t version, double basis_scale) {
    if (source.extras["gothic"].is_object())
        if (auto kept = build_zengin<Material>(source.extras["gothic"])) {
            kept->version = version;
            kept->entry_name = kept->name;
            return *std::move(kept);
        }
    constexpr std::uint8_t functions[] = {none, by_texture, blend, add, multiply, multiply_twice}; // by AlphaMode
    Material material;
    material.version = version;
    material.name = material.entry_name = compiled_text(utf8_to_latin1(source.name));
    material.mat_group = static_cast<std::uint8_t>(source.substance);
    for (std::size_t k = 0; k < 3; ++k) material.color_bgra[2 - k] = to_screen_byte(source.base_color[k]);
    if (source.alpha == AlphaMode::blend)
        material.color_bgra[3] =
            static_cast<std::uint8_t>(std::lround(std::clamp(source.base_color.w, 0.0f, 1.0f) * 255));
    std::string texture(file_name(source.texture));
    if (texture.empty() && image) texture = image->name + ".TGA";
    material.texture = compiled_text(utf8_to_latin1(texture));
    if (image) material.tex_scale = std::to_string(image->width) + ' ' + std::to_string(image->height);
    material.tex_ani_fps = static_cast<float>(source.frame_rate);
    if (source.uv_scroll != Vec2{}) {
        material.tex_ani_map_mode = 1;
        material.tex_ani_map_dir = pair_text({source.uv_scroll.x / 1000, source.uv_scroll.y / 1000});
    } else if (material.is_gothic1()) {
        material.tex_ani_map_dir = "9.9999997e-005 0";
    }
    material.alpha_func = functions[static_cast<std::size_t>(source.alpha)];
    if (source.environment > 0) {
        material.environmental_mapping = 1;
        material.environmental_mapping_strength = source.environment;
    }
    if (source.wave.mode != WaveMode::none) {
        material.wave_mode = static_cast<std::uint8_t>(source.wave.mode);
        material.wave_speed = static_cast<std::uint8_t>(source.wave.speed);
        material.wave_max_amplitude = static_cast<float>(static_cast<double>(source.wave.amplitude) / basis_scale);
        material.wave_grid_size = static_cast<float>(static_cast<double>(source.wave.grid_size) / basis_scale);
    }
    return material;
}

} // namespace ossuary::zengin
