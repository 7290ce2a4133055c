// Where the nodes of a hierarchy stand when some of them are animated.
#pragma once

#include <vector>

#include "ossuary/formats/zengin/mdh.h"

namespace ossuary::zengin {

class HierarchyPose {
public:
    // The parents of the hierarchy are sound (check_parents); `animated` are nodes, none of them twice.
    HierarchyPose(const ModelHierarchy& hierarchy, std::span<const std::uint32_t> animated);

    // All nodes, parents first.
    std::span<const std::uint32_t> order() const { return order_; }
    // The place of a node among the animated; -1: it keeps its matrix.
    std::int32_t animated_place(std::uint32_t node) const { return place_[node]; }
    const Affined& rest(std::uint32_t node) const { return rest_[node]; }
    std::int32_t parent(std::uint32_t node) const { return hierarchy_.nodes[node].parent; }

    // Matrices of all nodes in the space of the model, given those of the animated ones relative to their parents.
    const std::vector<Affined>& place(std::span<const Affined> locals);

private:
    const ModelHierarchy& hierarchy_;
    std::vector<std::uint32_t> order_;
    std::vector<std::int32_t> place_;
    std::vector<Affined> rest_, world_;
};

} // namespace ossuary::zengin
