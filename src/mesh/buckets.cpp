#include "ossuary/mesh/buckets.h"

#include <algorithm>
#include <tuple>

namespace ossuary::mesh {
namespace {

// Everything that is seen of a material, so that equal looks compare equal.
auto looks(const Material& m) {
    return std::tie(m.base_color, m.emissive, m.metallic, m.roughness, m.base_color_image, m.normal_image,
                    m.emissive_image, m.alpha, m.alpha_cutoff, m.double_sided, m.unlit, m.wrap_u, m.wrap_v, m.filter,
                    m.frames, m.frame_rate, m.uv, m.uv_scroll, m.environment, m.wave, m.substance, m.texture,
                    m.metallic_roughness_image, m.occlusion_image, m.normal_scale, m.occlusion_strength, m.uv_sets);
}

// Of each material, the first that looks like it.
std::vector<std::int32_t> first_alike(const std::vector<Material>& materials) {
    std::vector<std::int32_t> first;
    for (std::size_t m = 0; m < materials.size(); ++m) {
        const auto is_alike = [&](const Material& other) { return looks(other) == looks(materials[m]); };
        first.push_back(
            static_cast<std::int32_t>(std::find_if(materials.begin(), materials.end(), is_alike) - materials.begin()));
    }
    return first;
}

} // namespace

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
                buckets.push_back({material < 0 ? RenderPath::solid
                                                : render_path(model.materials[static_cast<std::size_t>(material)]),
                                   material,
                                   0,
                                   {}});
            }
            buckets[bucket].triangles += surface.index_count / 3;
            buckets[bucket].parts.push_back({m, s});
        }
    std::sort(buckets.begin(), buckets.end(), [](const Bucket& a, const Bucket& b) {
        return a.path != b.path ? a.path < b.path : a.material < b.material;
    });
    return buckets;
}

} // namespace ossuary::mesh
