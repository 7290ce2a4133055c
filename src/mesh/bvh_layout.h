// From the builder's binary tree to the nodes and blocks that are searched, and new boxes for them.
#pragma once

#include <span>

#include "mesh/bvh_build.h"

namespace ossuary::mesh {

// Fills nodes and blocks; the blocks get their triangles' numbers, but no corners, and the nodes no boxes yet.
void lay_out(BvhTree& tree, std::span<const BuildNode> nodes, std::span<const BuildBox> boxes);

// Corners and boxes from these positions. The indices must have a vertex each.
void fit(BvhTree& tree, std::span<const Vec3> positions, std::span<const std::uint32_t> indices);

} // namespace ossuary::mesh
