#include "mesh/bvh_layout.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>

#include "ossuary/base/bytes.h"
#include "ossuary/base/simd.h"

namespace ossuary::mesh {
namespace {

using simd::f32x4;

constexpr float infinity = std::numeric_limits<float>::infinity();

float half_area(const BuildNode& node) {
    const float x = node.high[0] - node.low[0], y = node.high[1] - node.low[1], z = node.high[2] - node.low[2];
    return x * y + y * z + z * x;
}

TriangleBlock block_of(const BuildNode& leaf, std::span<const BuildBox> boxes) {
    TriangleBlock block{};
    for (std::size_t lane = 0; lane < block_triangles; ++lane)
        block.triangle[lane] = lane < leaf.count ? boxes[leaf.first + lane].triangle : no_triangle;
    return block;
}

// The children of a wide node, inner ones first: the widest inner one gives way to its own two until there is no room.
template <std::size_t Width> struct Children {
    std::array<std::uint32_t, Width> node;
    std::size_t count = 0, inner_count = 0;

    Children(std::span<const BuildNode> nodes, std::uint32_t parent) {
        std::array<std::uint32_t, Width> inner, leaves;
        std::array<float, Width> area;
        std::size_t leaf_count = 0;
        const auto add = [&](std::uint32_t child) {
            if (nodes[child].count > 0) {
                leaves[leaf_count++] = child;
            } else {
                area[inner_count] = half_area(nodes[child]);
                inner[inner_count++] = child;
            }
        };
        if (nodes[parent].count > 0) { // a tree of one leaf
            add(parent);
        } else {
            add(nodes[parent].first);
            add(nodes[parent].first + 1);
        }
        while (inner_count > 0 && inner_count + leaf_count < Width) {
            const auto widest = static_cast<std::size_t>(
                std::max_element(area.begin(), area.begin() + static_cast<std::ptrdiff_t>(inner_count)) - area.begin());
            const std::uint32_t first = nodes[inner[widest]].first;
            --inner_count;
            inner[widest] = inner[inner_count];
            area[widest] = area[inner_count];
            add(first);
            add(first + 1);
        }
        for (std::size_t i = 0; i < inner_count; ++i) node[count++] = inner[i];
        for (std::size_t i = 0; i < leaf_count; ++i) node[count++] = leaves[i];
    }
};

// Nodes in the order in which a search would meet them, the children of each side by side.
template <std::size_t Width, class Node>
void lay_out_nodes(std::vector<Node>& to, std::vector<TriangleBlock>& blocks, std::span<const BuildNode> nodes,
                   std::span<const BuildBox> boxes) {
    struct Waiting {
        std::uint32_t from, to;
    };
    std::vector<Waiting> waiting = {{0, 0}};
    to.resize(1);
    while (!waiting.empty()) {
        const Waiting current = waiting.back();
        waiting.pop_back();
        const Children<Width> children(nodes, current.from);
        Node node{};
        node.first_node = static_cast<std::uint32_t>(to.size());
        node.first_block = static_cast<std::uint32_t>(blocks.size());
        node.child_count = static_cast<std::uint8_t>(children.count);
        node.inner_count = static_cast<std::uint8_t>(children.inner_count);
        for (std::size_t i = children.inner_count; i < children.count; ++i)
            blocks.push_back(block_of(nodes[children.node[i]], boxes));
        to[current.to] = node;
        to.resize(to.size() + node.inner_count);
        for (std::size_t i = node.inner_count; i-- > 0;)
            waiting.push_back({children.node[i], node.first_node + static_cast<std::uint32_t>(i)});
    }
}

// ---- boxes

struct Bounds {
    f32x4 low, high;
};

// The corners x, y, z of a vertex in the first three lanes.
inline void load_position(f32x4& to, std::span<const Vec3> positions, std::uint32_t vertex) {
    // One load takes the x of the next vertex along; the last one has none.
    if (vertex + 1 < positions.size())
        simd::load(to, &positions[vertex].x);
    else
        to = f32x4{positions[vertex].x, positions[vertex].y, positions[vertex].z, 0};
}

void fit_block(std::span<TriangleBlock> blocks, std::size_t number, Bounds& bounds, std::span<const Vec3> positions,
               std::span<const std::uint32_t> indices) {
    // They are fitted from the last to the first, a way that processors do not foresee on their own.
    constexpr std::size_t ahead = 10;
    if (number >= ahead) {
        const TriangleBlock& soon = blocks[number - ahead];
        __builtin_prefetch(soon.corner[0], 1);
        __builtin_prefetch(soon.corner[1][1], 1);
        __builtin_prefetch(soon.triangle, 1);
    }
    TriangleBlock& block = blocks[number];
    std::size_t first[block_triangles];
    bool is_empty[block_triangles];
    for (std::size_t lane = 0; lane < block_triangles; ++lane) {
        is_empty[lane] = block.triangle[lane] == no_triangle;
        first[lane] = std::size_t(3) * block.triangle[is_empty[lane] ? 0 : lane];
    }
    bounds.low = f32x4{} + infinity;
    bounds.high = -bounds.low;
    for (std::size_t corner = 0; corner < 3; ++corner) {
        f32x4 at[block_triangles];
        for (std::size_t lane = 0; lane < block_triangles; ++lane) {
            load_position(at[lane], positions, indices[first[lane] + (is_empty[lane] ? 0 : corner)]);
            simd::min(bounds.low, at[lane], bounds.low);
            simd::max(bounds.high, at[lane], bounds.high);
        }
        const f32x4 xy01 = __builtin_shufflevector(at[0], at[1], 0, 4, 1, 5);
        const f32x4 xy23 = __builtin_shufflevector(at[2], at[3], 0, 4, 1, 5);
        const f32x4 z01 = __builtin_shufflevector(at[0], at[1], 2, 6, 2, 6);
        const f32x4 z23 = __builtin_shufflevector(at[2], at[3], 2, 6, 2, 6);
        const f32x4 x = __builtin_shufflevector(xy01, xy23, 0, 1, 4, 5);
        const f32x4 y = __builtin_shufflevector(xy01, xy23, 2, 3, 6, 7);
        const f32x4 z = __builtin_shufflevector(z01, z23, 0, 1, 4, 5);
        simd::store(block.corner[corner][0], x);
        simd::store(block.corner[corner][1], y);
        simd::store(block.corner[corner][2], z);
    }
}

// The boxes of a node's children, axis by axis; those there are not are empty.
template <std::size_t Width> struct ChildBoxes {
    float low[3][Width], high[3][Width];

    ChildBoxes() {
        std::fill_n(low[0], 3 * Width, infinity);
        std::fill_n(high[0], 3 * Width, -infinity);
    }
    void set(std::size_t child, const Bounds& bounds) {
        for (int axis = 0; axis < 3; ++axis) low[axis][child] = bounds.low[axis], high[axis][child] = bounds.high[axis];
    }
};

void set_boxes(Node2& node, const ChildBoxes<2>& children) {
    std::memcpy(node.bounds[0], children.low, sizeof children.low);
    std::memcpy(node.bounds[1], children.high, sizeof children.high);
}

// Half a unit in the last place more than once: what is scaled by it is not below its exact value.
constexpr float a_bit_more = 1 + 2 * std::numeric_limits<float>::epsilon();

// The smallest power of two that is not below size / 255, as the exponent of a float.
std::uint8_t exponent_for(float size) {
    const auto bits = std::bit_cast<std::uint32_t>(size * a_bit_more * (a_bit_more / 255));
    const std::uint32_t exponent = (bits >> 23) + ((bits & 0x7fffff) != 0);
    return static_cast<std::uint8_t>(std::clamp<std::uint32_t>(exponent, 1, 254));
}

void set_boxes(Node8& node, const ChildBoxes<8>& children) {
    for (int axis = 0; axis < 3; ++axis) {
        float low = infinity, high = -infinity;
        for (std::size_t i = 0; i < 8; ++i) {
            low = std::min(low, children.low[axis][i]);
            high = std::max(high, children.high[axis][i]);
        }
        node.origin[axis] = low;
        node.exponent[axis] = exponent_for(high - low);
        const float by = std::bit_cast<float>(static_cast<std::uint32_t>(254 - node.exponent[axis]) << 23);
        for (std::size_t i = 0; i < node.child_count; ++i) {
            // Outwards, and by a little more than the subtraction may have been rounded.
            const float first = (children.low[axis][i] - low) * by / a_bit_more;
            const float last = (children.high[axis][i] - low) * by * a_bit_more;
            const auto whole = static_cast<std::int32_t>(last);
            node.bounds[0][axis][i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(first));
            node.bounds[1][axis][i] = static_cast<std::uint8_t>(whole + (static_cast<float>(whole) < last));
        }
    }
}

template <std::size_t Width, class Node>
Bounds fit_nodes(std::vector<Node>& nodes, std::vector<TriangleBlock>& blocks, std::span<const Vec3> positions,
                 std::span<const std::uint32_t> indices) {
    // Children come after their parents: from the last node to the first, all below a node is done when it is met.
    const auto of_node = std::make_unique_for_overwrite<Bounds[]>(nodes.size());
    for (std::size_t i = nodes.size(); i-- > 0;) {
        Node& node = nodes[i];
        ChildBoxes<Width> children;
        Bounds all{f32x4{} + infinity, f32x4{} - infinity};
        for (std::size_t child = 0; child < node.child_count; ++child) {
            Bounds bounds;
            if (child < node.inner_count)
                bounds = of_node[node.first_node + child];
            else
                fit_block(blocks, node.first_block + child - node.inner_count, bounds, positions, indices);
            simd::min(all.low, bounds.low, all.low);
            simd::max(all.high, bounds.high, all.high);
            children.set(child, bounds);
        }
        set_boxes(node, children);
        of_node[i] = all;
    }
    return of_node[0];
}

} // namespace

void lay_out(BvhTree& tree, std::span<const BuildNode> nodes, std::span<const BuildBox> boxes) {
    if (nodes.empty()) return;
    tree.blocks.reserve(static_cast<std::size_t>(
        std::count_if(nodes.begin(), nodes.end(), [](const BuildNode& node) { return node.count > 0; })));
    if (tree.width == BvhWidth::two)
        lay_out_nodes<2>(tree.nodes2, tree.blocks, nodes, boxes);
    else
        lay_out_nodes<8>(tree.nodes8, tree.blocks, nodes, boxes);
}

void fit(BvhTree& tree, std::span<const Vec3> positions, std::span<const std::uint32_t> indices) {
    if (tree.blocks.empty()) return;
    const Bounds all = tree.width == BvhWidth::two ? fit_nodes<2>(tree.nodes2, tree.blocks, positions, indices)
                                                   : fit_nodes<8>(tree.nodes8, tree.blocks, positions, indices);
    tree.bounds = {{all.low[0], all.low[1], all.low[2]}, {all.high[0], all.high[1], all.high[2]}};
}

} // namespace ossuary::mesh
