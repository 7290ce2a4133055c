// Trees of oriented boxes, as meshes and skins hold them.
//
//     vec3 centre    vec3 axis × 3    vec3 half extents    u16 child count    children, depth first
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "chunk_layout.h"
#include "ossuary/formats/zengin/chunk.h"

namespace ossuary::zengin {

inline constexpr std::size_t least_obb_size = 62;
inline constexpr std::size_t obb_depth_limit = 32;

// Appends one tree. Fails with `TooDeep`, or `TruncatedChunk` where a box does not fit.
void read_obb(PayloadReader& io, std::string_view field, std::vector<OrientedBox>& boxes);
void write_obbs(PayloadWriter& io, const std::vector<OrientedBox>& boxes);
// True if the boxes are just so many whole trees within the depth limit.
bool are_trees(std::span<const OrientedBox> boxes, std::size_t tree_count);

template <class Io> void describe(Io& io, OrientedBox& box) {
    io("center", box.center);
    io("axes", box.axes);
    io("half", box.half);
    io("children", box.children);
}

} // namespace ossuary::zengin
