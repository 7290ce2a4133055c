#include "hierarchy_pose.h"

namespace ossuary::zengin {

HierarchyPose::HierarchyPose(const ModelHierarchy& hierarchy, std::span<const std::uint32_t> animated)
    : hierarchy_(hierarchy), place_(hierarchy.nodes.size(), -1), world_(hierarchy.nodes.size()) {
    for (std::size_t k = 0; k < animated.size(); ++k) place_[animated[k]] = static_cast<std::int32_t>(k);
    for (const HierarchyNode& node : hierarchy.nodes) {
        const auto column = [&](std::size_t c) {
            return to_double(Vec3{node.matrix[0][c], node.matrix[1][c], node.matrix[2][c]});
        };
        rest_.push_back({column(0), column(1), column(2), column(3)});
    }
    std::vector<std::uint32_t> line;
    std::vector<bool> placed(hierarchy.nodes.size());
    for (std::size_t n = 0; n < placed.size(); ++n) {
        line.clear();
        for (std::int32_t at = static_cast<std::int32_t>(n); at >= 0 && !placed[static_cast<std::size_t>(at)];
             at = hierarchy.nodes[static_cast<std::size_t>(at)].parent) {
            placed[static_cast<std::size_t>(at)] = true;
            line.push_back(static_cast<std::uint32_t>(at));
        }
        order_.insert(order_.end(), line.rbegin(), line.rend());
    }
}

const std::vector<Affined>& HierarchyPose::place(std::span<const Affined> locals) {
    for (const std::uint32_t node : order_) {
        const Affined& local = place_[node] < 0 ? rest_[node] : locals[static_cast<std::size_t>(place_[node])];
        world_[node] = parent(node) < 0 ? local : world_[static_cast<std::size_t>(parent(node))] * local;
    }
    return world_;
}

} // namespace ossuary::zengin
