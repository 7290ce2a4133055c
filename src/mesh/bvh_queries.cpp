// What lies near a point or within a box, and what a tree is like: plain walks over the nodes, in double.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "mesh/bvh_tree.h"
#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/model/bounds.h"

namespace ossuary::mesh {
namespace {

// The box of a child as the node states it.
Boxd child_box(const Node2& node, std::size_t child) {
    Boxd box;
    for (std::size_t axis = 0; axis < 3; ++axis)
        box.min[axis] = double(node.bounds[0][axis][child]), box.max[axis] = double(node.bounds[1][axis][child]);
    return box;
}
Boxd child_box(const Node8& node, std::size_t child) {
    Boxd box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double step = std::ldexp(1.0, node.exponent[axis] - 127);
        box.min[axis] = double(node.origin[axis]) + node.bounds[0][axis][child] * step;
        box.max[axis] = double(node.origin[axis]) + node.bounds[1][axis][child] * step;
    }
    return box;
}

std::array<Vec3d, 3> corners(const TriangleBlock& block, std::size_t lane) {
    std::array<Vec3d, 3> all;
    for (std::size_t corner = 0; corner < 3; ++corner)
        for (std::size_t axis = 0; axis < 3; ++axis) all[corner][axis] = double(block.corner[corner][axis][lane]);
    return all;
}

double squared_distance(const Boxd& box, const Vec3d& point) {
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double outside = std::max({box.min[axis] - point[axis], 0.0, point[axis] - box.max[axis]});
        sum += outside * outside;
    }
    return sum;
}

double half_area(const Boxd& box) {
    const Vec3d size = box.max - box.min;
    return size.x * size.y + size.y * size.z + size.z * size.x;
}

// The point of a triangle that is nearest to the origin. The corners' regions, then the edges', else the inside; a
// triangle without area is its edges.
Vec3d nearest_to_origin(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const auto on_edge = [](const Vec3d& from, const Vec3d& to) {
        const Vec3d along = to - from;
        const double squared = dot(along, along);
        return squared > 0 ? from + along * std::clamp(-dot(from, along) / squared, 0.0, 1.0) : from;
    };
    const Vec3d normal = cross(b - a, c - a);
    const double squared = dot(normal, normal);
    // Inside if the origin is on the inner side of every edge, seen along the normal.
    if (squared > 0 && dot(cross(b - a, -a), normal) >= 0 && dot(cross(c - b, -b), normal) >= 0 &&
        dot(cross(a - c, -c), normal) >= 0)
        return normal * (dot(a, normal) / squared);
    Vec3d nearest = on_edge(a, b);
    for (const Vec3d& other : {on_edge(b, c), on_edge(c, a)})
        if (dot(other, other) < dot(nearest, nearest)) nearest = other;
    return nearest;
}

// Do they touch? They do not if along one of these directions a gap lies between them: the box's axes, the triangle's
// normal, and what stands at right angles on an edge of each.
bool touch(const Boxd& box, const std::array<Vec3d, 3>& triangle) {
    const Vec3d center = (box.min + box.max) * 0.5, half = (box.max - box.min) * 0.5;
    const std::array<Vec3d, 3> t = {triangle[0] - center, triangle[1] - center, triangle[2] - center};
    const std::array<Vec3d, 3> edges = {t[1] - t[0], t[2] - t[1], t[0] - t[2]};
    const std::array<Vec3d, 3> axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const auto gap = [&](const Vec3d& direction) {
        const double reach =
            half.x * std::abs(direction.x) + half.y * std::abs(direction.y) + half.z * std::abs(direction.z);
        const double a = dot(t[0], direction), b = dot(t[1], direction), c = dot(t[2], direction);
        return std::min({a, b, c}) > reach || std::max({a, b, c}) < -reach;
    };
    if (gap(cross(edges[0], edges[1]))) return false;
    for (const Vec3d& axis : axes) {
        if (gap(axis)) return false;
        for (const Vec3d& edge : edges)
            if (gap(cross(axis, edge))) return false;
    }
    return true;
}

// Visits the tree depth first: `wants(box)` says whether to go below a child, `leaf(block)` gets those that remain.
template <class Node, class Wants, class Leaf>
void walk(const std::vector<Node>& nodes, const std::vector<TriangleBlock>& blocks, Wants wants, Leaf leaf) {
    if (blocks.empty()) return;
    std::vector<std::uint32_t> waiting = {0};
    while (!waiting.empty()) {
        const Node& node = nodes[waiting.back()];
        waiting.pop_back();
        for (std::uint32_t child = 0; child < node.child_count; ++child) {
            if (!wants(child_box(node, child))) continue;
            if (child < node.inner_count)
                waiting.push_back(node.first_node + child);
            else
                leaf(blocks[node.first_block + child - node.inner_count]);
        }
    }
}

template <class Query> auto in_layout(const BvhTree& tree, Query query) {
    return tree.width == BvhWidth::two ? query(tree.nodes2) : query(tree.nodes8);
}

// Adds the triangles of a tree that meet a condition, in rising order.
template <class Wants, class Meets>
void collect(const BvhTree& tree, std::vector<std::uint32_t>& found, Wants wants, Meets meets) {
    const auto before = static_cast<std::ptrdiff_t>(found.size());
    in_layout(tree, [&](const auto& nodes) {
        walk(nodes, tree.blocks, wants, [&](const TriangleBlock& block) {
            for (std::size_t lane = 0; lane < block_triangles && block.triangle[lane] != no_triangle; ++lane)
                if (meets(corners(block, lane))) found.push_back(block.triangle[lane]);
        });
    });
    std::sort(found.begin() + before, found.end());
}

// A node or leaf that waits, with how near its box comes.
struct Near {
    double squared;
    std::uint32_t what;
    bool is_block;
};

template <class Node>
NearestPoint nearest_in(const std::vector<Node>& nodes, const std::vector<TriangleBlock>& blocks, const Vec3d& to,
                        double squared_within) {
    NearestPoint nearest;
    Vec3d best_point;
    double best = squared_within;
    std::vector<Near> waiting = {{0, 0, false}};
    while (!waiting.empty()) {
        const Near next = waiting.back();
        waiting.pop_back();
        if (next.squared > best) continue;
        if (next.is_block) {
            const TriangleBlock& block = blocks[next.what];
            for (std::size_t lane = 0; lane < block_triangles && block.triangle[lane] != no_triangle; ++lane) {
                const auto [a, b, c] = corners(block, lane);
                const Vec3d point = nearest_to_origin(a - to, b - to, c - to);
                const double squared = dot(point, point);
                if (squared > best || (squared == best && block.triangle[lane] > nearest.triangle)) continue;
                best = squared;
                best_point = point;
                nearest.triangle = block.triangle[lane];
            }
            continue;
        }
        const Node& node = nodes[next.what];
        const auto first = static_cast<std::ptrdiff_t>(waiting.size());
        for (std::uint32_t child = 0; child < node.child_count; ++child) {
            const double squared = squared_distance(child_box(node, child), to);
            const bool is_block = child >= node.inner_count;
            if (squared <= best)
                waiting.push_back({squared,
                                   is_block ? node.first_block + child - node.inner_count : node.first_node + child,
                                   is_block});
        }
        std::sort(waiting.begin() + first, waiting.end(),
                  [](const Near& a, const Near& b) { return a.squared > b.squared; });
    }
    if (nearest.triangle != no_triangle) {
        nearest.point = to_float(to + best_point);
        nearest.distance = static_cast<float>(std::sqrt(best));
    }
    return nearest;
}

// Looks at every node and every leaf once.
template <class Node> class Inspection {
public:
    Inspection(const std::vector<Node>& nodes, const std::vector<TriangleBlock>& blocks,
               std::span<const Vec3> positions, std::span<const std::uint32_t> indices)
        : nodes_(nodes), blocks_(blocks), positions_(positions), indices_(indices), below_(nodes.size()),
          node_seen_(nodes.size()), block_seen_(blocks.size()), triangle_seen_(indices.size() / 3) {}

    // What is wrong first, or nothing.
    std::string run() {
        // From the last node to the first: children come after their parents.
        for (std::size_t i = nodes_.size(); i-- > 0;) {
            const Node& node = nodes_[i];
            const std::string place = "nodes[" + std::to_string(i) + "]";
            if (node.child_count == 0 || node.inner_count > node.child_count) return place + ": has no children";
            below_[i] = nothing;
            for (std::uint32_t child = 0; child < node.child_count; ++child) {
                Boxd content = nothing;
                if (std::string fault = look_at(i, child, content); !fault.empty()) return place + ": " + fault;
                const Boxd box = child_box(node, child);
                for (std::size_t axis = 0; axis < 3; ++axis)
                    if (content.min[axis] < box.min[axis] || content.max[axis] > box.max[axis])
                        return place + ": child " + std::to_string(child) + " reaches out of its box";
                below_[i].add(content.min);
                below_[i].add(content.max);
            }
        }
        for (std::size_t i = 0; i < triangle_seen_.size(); ++i)
            if (!triangle_seen_[i]) return "triangle " + std::to_string(i) + " is in no leaf";
        return "";
    }

private:
    static constexpr double infinite = std::numeric_limits<double>::infinity();
    static constexpr Boxd nothing{{infinite, infinite, infinite}, {-infinite, -infinite, -infinite}};

    // What a child holds; the fault where there is one.
    std::string look_at(std::size_t parent, std::uint32_t child, Boxd& content) {
        const Node& node = nodes_[parent];
        if (child < node.inner_count) {
            const std::size_t at = node.first_node + child;
            if (at <= parent || at >= nodes_.size() || node_seen_[at]++) return "a child is out of place";
            content = below_[at];
            return "";
        }
        const std::size_t at = node.first_block + child - node.inner_count;
        if (at >= blocks_.size() || block_seen_[at]++) return "a leaf is out of place";
        const TriangleBlock& block = blocks_[at];
        if (block.triangle[0] == no_triangle) return "a leaf is empty";
        for (std::size_t lane = 0; lane < block_triangles; ++lane) {
            const std::uint32_t triangle = block.triangle[lane];
            if (triangle == no_triangle) continue;
            if (triangle >= triangle_seen_.size() || triangle_seen_[triangle]++)
                return "triangle " + std::to_string(triangle) + " is not in exactly one leaf";
            const std::array<Vec3d, 3> stored = corners(block, lane);
            for (std::size_t corner = 0; corner < 3; ++corner) {
                if (!(stored[corner] == to_double(positions_[indices_[3 * triangle + corner]])))
                    return "triangle " + std::to_string(triangle) + " is not where its vertices are";
                content.add(stored[corner]);
            }
        }
        return "";
    }

    const std::vector<Node>& nodes_;
    const std::vector<TriangleBlock>& blocks_;
    std::span<const Vec3> positions_;
    std::span<const std::uint32_t> indices_;
    std::vector<Boxd> below_; // what lies below each node
    std::vector<std::uint8_t> node_seen_, block_seen_, triangle_seen_;
};

bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

} // namespace

Vec3 nearest_point(const Vec3& to, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3d from = to_double(to);
    return to_float(from + nearest_to_origin(to_double(a) - from, to_double(b) - from, to_double(c) - from));
}

void Bvh::triangles_in(const Box& box, std::vector<std::uint32_t>& found) const {
    if (!is_finite(box.min) || !is_finite(box.max)) return;
    const Boxd wanted{to_double(box.min), to_double(box.max)};
    if (wanted.min.x > wanted.max.x || wanted.min.y > wanted.max.y || wanted.min.z > wanted.max.z) return;
    const auto overlaps = [&](const Boxd& other) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (other.min[axis] > wanted.max[axis] || other.max[axis] < wanted.min[axis]) return false;
        return true;
    };
    collect(*tree_, found, overlaps, [&](const std::array<Vec3d, 3>& triangle) { return touch(wanted, triangle); });
}

void Bvh::triangles_in(const Sphere& ball, std::vector<std::uint32_t>& found) const {
    if (!is_finite(ball.center) || !(ball.radius >= 0)) return;
    const Vec3d center = to_double(ball.center);
    const double squared = double(ball.radius) * double(ball.radius);
    collect(
        *tree_, found, [&](const Boxd& box) { return squared_distance(box, center) <= squared; },
        [&](const std::array<Vec3d, 3>& t) {
            const Vec3d point = nearest_to_origin(t[0] - center, t[1] - center, t[2] - center);
            return dot(point, point) <= squared;
        });
}

NearestPoint Bvh::nearest(const Vec3& point, float within) const {
    if (tree_->blocks.empty() || !is_finite(point) || !(within >= 0)) return {};
    return in_layout(*tree_, [&](const auto& nodes) {
        return nearest_in(nodes, tree_->blocks, to_double(point), double(within) * double(within));
    });
}

BvhStats Bvh::stats() const {
    BvhStats stats;
    stats.triangles = tree_->triangle_count;
    stats.leaves = tree_->blocks.size();
    if (stats.leaves == 0) return stats;
    in_layout(*tree_, [&](const auto& nodes) {
        stats.nodes = nodes.size();
        stats.bytes = nodes.size() * sizeof(nodes[0]) + tree_->blocks.size() * sizeof(TriangleBlock);
        std::vector<std::size_t> depth(nodes.size());
        depth[0] = 1;
        const double whole = half_area({to_double(tree_->bounds.min), to_double(tree_->bounds.max)});
        double cost = whole;
        std::size_t children = 0;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            stats.depth = std::max(stats.depth, depth[i]);
            children += nodes[i].child_count;
            for (std::size_t child = 0; child < nodes[i].child_count; ++child) {
                cost += half_area(child_box(nodes[i], child));
                if (child < nodes[i].inner_count) depth[nodes[i].first_node + child] = depth[i] + 1;
            }
        }
        stats.sah_cost = whole > 0 ? cost / whole : 0;
        stats.children = double(children) / double(nodes.size());
    });
    stats.leaf_fill = double(stats.triangles) / double(stats.leaves * block_triangles);
    return stats;
}

Result<void> Bvh::check(std::span<const Vec3> positions, std::span<const std::uint32_t> indices) const {
    if (indices.size() / 3 != tree_->triangle_count)
        return fail("the tree has " + std::to_string(tree_->triangle_count) + " triangles, the mesh " +
                    std::to_string(indices.size() / 3));
    if (tree_->blocks.empty() && tree_->triangle_count == 0) return {};
    if (tree_->blocks.empty()) return fail("there are triangles, but no leaves");
    std::string broken = in_layout(
        *tree_, [&](const auto& nodes) { return Inspection(nodes, tree_->blocks, positions, indices).run(); });
    if (!broken.empty()) return fail(std::move(broken));
    return {};
}

} // namespace ossuary::mesh
