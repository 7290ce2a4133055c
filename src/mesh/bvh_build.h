// The builder's side of a Bvh: a binary tree over boxes, by binned surface-area heuristic. Seen by files compiled for
// one instruction set: types only (bvh_tree.h says why).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/bvh_tree.h"

namespace ossuary::mesh {

// The box of a triangle on its way into the tree; `low` is negated, so that a union of boxes is one maximum of eight
// lanes.
struct alignas(32) BuildBox {
    float negative_low[3];
    std::uint32_t triangle;
    float high[3];
    float spare;
};

// A leaf has the boxes first … first + count; an inner node has the children first and first + 1.
struct BuildNode {
    float low[3];
    std::uint32_t first;
    float high[3];
    std::uint32_t count; // 0: an inner node
};

// A run of boxes that is to become a subtree.
struct BuildRange {
    std::size_t begin = 0, end = 0;
    std::uint32_t node = 0; // where its root goes
    std::uint32_t depth = 0;
    alignas(32) float box[8];     // around them, as BuildBox has it
    alignas(32) float centers[8]; // around their doubled centres
};

struct BuildKernels {
    // Sets the bounds of the range.
    void (*measure)(const BuildBox* boxes, BuildRange& range);
    // Sorts the boxes of the range into two runs that are not empty; by surface and number, or where `by_half` says so
    // into halves of equal number. Sets begin, end and bounds of both. `scratch` has room for as many boxes.
    void (*split)(BuildBox* boxes, BuildBox* scratch, const BuildRange& range, bool by_half, BuildRange& left,
                  BuildRange& right);
};

// The root is node 0; children come after their parents. No leaf has more than block_triangles. Sorts the boxes:
// afterwards they stand in the order the leaves refer to. Empty if there are no boxes.
std::vector<BuildNode> build_nodes(std::span<BuildBox> boxes, const BvhOptions& options);

} // namespace ossuary::mesh
