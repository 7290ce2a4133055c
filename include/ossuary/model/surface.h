// How materials are drawn: what they show at a time, and in which pass of a renderer. Pure functions; nothing draws.
#pragma once

#include <string_view>

#include "ossuary/base/vectors.h"
#include "ossuary/model/material.h"
#include "ossuary/model/model.h"

namespace ossuary {

// ---- at a time, in seconds

// Which of `frames` is shown; 0 if there are none.
std::size_t frame_at(const Material& material, double seconds);
// The picture shown: of an animated texture the frame, else base_color_image.
std::int32_t image_at(const Material& material, double seconds);
// How far the scroll has moved the picture's coordinates: both parts from 0 up to, but not, 1. Computed from the time
// alone, in double, so that it neither drifts nor jumps.
Vec2d scroll_at(const Material& material, double seconds);

// Texture coordinates of a mesh as those of the picture: the material's transform, without and with its scroll.
Vec2d still_uv(const Material& material, const Vec2& uv);
// For writers of formats without such a transform: by the number of a material, which may be -1.
Vec2 still_uv(const Model& model, std::int32_t material, const Vec2& uv);
Vec2d uv_at(const Material& material, const Vec2& uv, double seconds);

// ---- waves

// True if waves move the vertices: a mode and an amplitude above 0.
bool is_displaced(const Material& material);
// How far a vertex may be moved, in metres: half the amplitude, but at least 10 cm; 0 if nothing moves. Bounds grow by
// it.
float wave_reach(const Material& material);

// ---- passes

// How a surface goes through a renderer with a deferred and a forward pass.
enum class RenderPath : std::uint8_t {
    solid,
    alpha_test,
    water,
    multiply,
    multiply_twice,
    transparent,
    additive,
};
std::string_view name_of(RenderPath path);

// Water by substance, the others by alpha mode.
RenderPath render_path(const Material& material);

struct RenderTraits {
    bool is_forward = false;           // drawn in the forward pass, else in the deferred one
    bool reads_scene = false;          // needs the scene's colour and depth
    bool reads_shadow_map = false;     // in the forward pass
    bool needs_shadow_texture = false; // its texture counts when shadows are drawn
    bool is_tessellated = false;
    bool operator==(const RenderTraits&) const = default;
};
RenderTraits traits_of(RenderPath path);

} // namespace ossuary
