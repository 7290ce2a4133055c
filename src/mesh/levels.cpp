#include "ossuary/mesh/levels.h"

#include <algorithm>
#include <cmath>

#include "ossuary/mesh/bvh.h"

namespace ossuary::mesh {

std::vector<float> level_errors(const Mesh& mesh) {
    std::vector<float> errors;
    float worst = 0;
    for (const MeshLevel& level : mesh.levels) {
        std::vector<bool> is_kept(mesh.positions.size());
        for (const std::uint32_t index : level.indices) is_kept[index] = true;
        // A level without triangles, or of positions that no tree can hold, is as wrong as can be.
        const auto tree = Bvh::make(mesh.positions, level.indices);
        if (!tree || level.indices.empty()) worst = INFINITY;
        std::vector<bool> is_asked(mesh.positions.size());
        for (const std::uint32_t vertex : mesh.indices) {
            if (is_kept[vertex] || is_asked[vertex] || std::isinf(worst)) continue;
            is_asked[vertex] = true;
            worst = std::max(worst, tree->nearest(mesh.positions[vertex]).distance);
        }
        errors.push_back(worst);
    }
    return errors;
}

ScreenScale ScreenScale::of(double vertical_fov, double viewport_height) {
    return {viewport_height / (2 * std::tan(vertical_fov / 2))};
}

std::size_t choose_level(std::span<const float> errors, double distance, const ScreenScale& scale, double most_pixels) {
    std::size_t level = 0;
    while (level < errors.size() && scale.pixels_of(static_cast<double>(errors[level]), distance) <= most_pixels)
        ++level;
    return level;
}

} // namespace ossuary::mesh
