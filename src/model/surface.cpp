#include "ossuary/model/surface.h"

#include <algorithm>
#include <cmath>

namespace ossuary {

namespace {

// The part of a number behind its whole one, from 0 up to, but not, 1; below zero too.
double fraction(double value) {
    const double part = value - std::floor(value);
    return part < 1 ? part : 0; // of a tiny negative number the difference rounds to 1
}

constexpr std::string_view path_names[] = {"solid",          "alpha_test",  "water",   "multiply",
                                           "multiply_twice", "transparent", "additive"};

} // namespace

std::size_t frame_at(const Material& material, double seconds) {
    const auto count = static_cast<double>(material.frames.size());
    const double frame = std::floor(seconds * material.frame_rate);
    if (material.frames.size() < 2 || !std::isfinite(frame)) return 0;
    const double within = std::fmod(frame, count);
    return static_cast<std::size_t>(within < 0 ? within + count : within);
}

std::int32_t image_at(const Material& material, double seconds) {
    return material.frames.empty() ? material.base_color_image : material.frames[frame_at(material, seconds)];
}

Vec2d scroll_at(const Material& material, double seconds) {
    return {fraction(static_cast<double>(material.uv_scroll.x) * seconds),
            fraction(static_cast<double>(material.uv_scroll.y) * seconds)};
}

Vec2d still_uv(const Material& material, const Vec2& uv) {
    const UvTransform& transform = material.uv;
    const double x = static_cast<double>(uv.x) * static_cast<double>(transform.scale.x);
    const double y = static_cast<double>(uv.y) * static_cast<double>(transform.scale.y);
    const double c = std::cos(static_cast<double>(transform.rotation));
    const double s = std::sin(static_cast<double>(transform.rotation));
    return {c * x + s * y + static_cast<double>(transform.offset.x),
            c * y - s * x + static_cast<double>(transform.offset.y)};
}

Vec2 still_uv(const Model& model, std::int32_t material, const Vec2& uv) {
    if (material < 0 || model.materials[static_cast<std::size_t>(material)].uv == UvTransform{}) return uv;
    const Vec2d moved = still_uv(model.materials[static_cast<std::size_t>(material)], uv);
    return {static_cast<float>(moved.x), static_cast<float>(moved.y)};
}

Vec2d uv_at(const Material& material, const Vec2& uv, double seconds) {
    const Vec2d still = still_uv(material, uv), scroll = scroll_at(material, seconds);
    return {still.x + scroll.x, still.y + scroll.y};
}

bool is_displaced(const Material& material) {
    return material.wave.mode != WaveMode::none && material.wave.amplitude > 0;
}

float wave_reach(const Material& material) {
    return is_displaced(material) ? std::max(0.1f, 0.5f * material.wave.amplitude) : 0;
}

std::string_view name_of(RenderPath path) { return path_names[static_cast<std::size_t>(path)]; }

RenderPath render_path(const Material& material) {
    if (material.substance == Substance::water) return RenderPath::water;
    switch (material.alpha) {
    case AlphaMode::opaque: return RenderPath::solid;
    case AlphaMode::mask: return RenderPath::alpha_test;
    case AlphaMode::blend: return RenderPath::transparent;
    case AlphaMode::add: return RenderPath::additive;
    case AlphaMode::multiply: return RenderPath::multiply;
    case AlphaMode::multiply_twice: return RenderPath::multiply_twice;
    }
    return RenderPath::solid;
}

RenderTraits traits_of(RenderPath path) {
    switch (path) {
    case RenderPath::solid: break;
    case RenderPath::alpha_test: return {.needs_shadow_texture = true};
    case RenderPath::water: return {.is_forward = true, .reads_scene = true, .is_tessellated = true};
    case RenderPath::transparent: return {.is_forward = true, .reads_shadow_map = true};
    case RenderPath::multiply:
    case RenderPath::multiply_twice:
    case RenderPath::additive: return {.is_forward = true};
    }
    return {};
}

} // namespace ossuary
