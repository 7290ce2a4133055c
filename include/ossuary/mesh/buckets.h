// Buckets: what is drawn together and in which order. How a surface mixes with what lies behind it decides both.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ossuary/model/model.h"

namespace ossuary::mesh {

// In the order of drawing: what hides others first, what needs the picture so far last.
enum class AlphaFunction : std::uint8_t {
    solid,
    alpha_test, // all or nothing at each pixel, by Material::alpha_cutoff
    water,
    ghost,
    multiply,
    multiply_twice,
    transparent,
    additive,
};
inline constexpr std::size_t alpha_function_count = 8;
std::string_view name_of(AlphaFunction function);

enum class RenderPath : std::uint8_t { deferred, forward };
std::string_view name_of(RenderPath path);

// What a renderer has to know of an alpha function.
struct AlphaTraits {
    RenderPath path = RenderPath::deferred;
    bool needs_scene = false;      // reads colour and depth of what was drawn before
    bool receives_shadows = false; // samples the shadow map while it is drawn forward
    bool textured_shadow = false;  // its texture is needed to draw its shadow
    bool tessellated = false;
};
AlphaTraits traits_of(AlphaFunction function);

// From the alpha mode; materials that came from Gothic remember more (extras `gothic`), and that decides first: its
// alpha function, and whether it is water.
AlphaFunction alpha_function(const Material& material);

// Surfaces that can be drawn with one set of states: one alpha function, one material.
struct Bucket {
    struct Part {
        std::uint32_t mesh = 0, surface = 0;
        bool operator==(const Part&) const = default;
    };
    AlphaFunction function = AlphaFunction::solid;
    std::int32_t material = -1; // the first of those that look the same
    std::size_t triangles = 0;
    std::vector<Part> parts; // in the order of meshes and surfaces
};

// All surfaces with triangles, each in exactly one bucket, in the order of drawing: by alpha function, then by
// material. Materials that differ only in names and in what a source remembers beside its looks are drawn together.
// What is mixed with the picture behind it still has to be sorted by distance, within its function.
std::vector<Bucket> material_buckets(const Model& model);

} // namespace ossuary::mesh
