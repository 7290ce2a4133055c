#include "ossuary/mesh/buckets.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace ossuary::mesh {
namespace {

struct Row {
    std::string_view name;
    AlphaTraits traits;
};

// path, needs_scene, receives_shadows, textured_shadow, tessellated
constexpr std::array<Row, alpha_function_count> rows = {{
    {"solid", {RenderPath::deferred, false, false, false, false}},
    {"alpha test", {RenderPath::deferred, false, false, true, false}},
    {"water", {RenderPath::forward, true, false, false, true}},
    {"ghost", {RenderPath::deferred, true, false, false, false}},
    {"multiply", {RenderPath::forward, false, false, false, false}},
    {"multiply twice", {RenderPath::forward, false, false, false, false}},
    {"transparent", {RenderPath::forward, false, true, false, false}},
    {"additive", {RenderPath::forward, false, false, false, false}},
}};

const Row& row(AlphaFunction function) { return rows[static_cast<std::size_t>(function)]; }

// Numbers of ZenGin's alpha functions and of its group of water.
enum : std::int64_t {
    gothic_blend = 2,
    gothic_add = 3,
    gothic_subtract = 4,
    gothic_multiply = 5,
    gothic_multiply_twice = 6
};
enum : std::int64_t { gothic_water = 5 };

// Everything that is seen of a material, so that equal looks compare equal.
auto looks(const Material& m) {
    return std::tie(m.base_color, m.emissive, m.metallic, m.roughness, m.base_color_image, m.normal_image,
                    m.emissive_image, m.alpha, m.alpha_cutoff, m.double_sided, m.unlit, m.wrap_u, m.wrap_v, m.filter,
                    m.frames, m.frame_rate);
}

// Of each material, the first that looks like it.
std::vector<std::int32_t> first_alike(const std::vector<Material>& materials) {
    std::vector<std::int32_t> first;
    for (std::size_t m = 0; m < materials.size(); ++m) {
        const auto is_alike = [&](const Material& other) {
            return looks(other) == looks(materials[m]) && other.extras["texture"] == materials[m].extras["texture"] &&
                   alpha_function(other) == alpha_function(materials[m]);
        };
        first.push_back(
            static_cast<std::int32_t>(std::find_if(materials.begin(), materials.end(), is_alike) - materials.begin()));
    }
    return first;
}

} // namespace

std::string_view name_of(AlphaFunction function) { return row(function).name; }
std::string_view name_of(RenderPath path) { return path == RenderPath::deferred ? "deferred" : "forward"; }
AlphaTraits traits_of(AlphaFunction function) { return row(function).traits; }

AlphaFunction alpha_function(const Material& material) {
    if (const Json& gothic = material.extras["gothic"]; gothic.is_object()) {
        if (gothic["group"].integer(-1) == gothic_water) return AlphaFunction::water;
        switch (gothic["alpha_func"].integer(-1)) {
        case gothic_blend: return AlphaFunction::transparent;
        case gothic_add:
        case gothic_subtract: return AlphaFunction::additive;
        case gothic_multiply: return AlphaFunction::multiply;
        case gothic_multiply_twice: return AlphaFunction::multiply_twice;
        default: break;
        }
    }
    switch (material.alpha) {
    case AlphaMode::opaque: return AlphaFunction::solid;
    case AlphaMode::mask: return AlphaFunction::alpha_test;
    case AlphaMode::blend: return AlphaFunction::transparent;
    case AlphaMode::add: return AlphaFunction::additive;
    }
    return AlphaFunction::solid;
}

std::vector<Bucket> material_buckets(const Model& model) {
    const std::vector<std::int32_t> first = first_alike(model.materials);
    std::vector<Bucket> buckets;
    std::vector<std::size_t> of_material(model.materials.size() + 1, SIZE_MAX); // the last: no material
    for (std::uint32_t m = 0; m < model.meshes.size(); ++m)
        for (std::uint32_t s = 0; s < model.meshes[m].surfaces.size(); ++s) {
            const Surface& surface = model.meshes[m].surfaces[s];
            if (surface.index_count == 0) continue;
            const std::int32_t material = surface.material < 0 ? -1 : first[static_cast<std::size_t>(surface.material)];
            std::size_t& bucket =
                of_material[material < 0 ? model.materials.size() : static_cast<std::size_t>(material)];
            if (bucket == SIZE_MAX) {
                bucket = buckets.size();
                buckets.push_back({material < 0 ? AlphaFunction::solid
                                                : alpha_function(model.materials[static_cast<std::size_t>(material)]),
                                   material,
                                   0,
                                   {}});
            }
            buckets[bucket].triangles += surface.index_count / 3;
            buckets[bucket].parts.push_back({m, s});
        }
    std::sort(buckets.begin(), buckets.end(), [](const Bucket& a, const Bucket& b) {
        return a.function != b.function ? a.function < b.function : a.material < b.material;
    });
    return buckets;
}

} // namespace ossuary::mesh
