#include "mesh/bvh_build.h"

#include <algorithm>
#include <memory>

#include "mesh/kernels/table.h"

namespace ossuary::mesh {
namespace {

// Below this depth ranges are halved, so that no input makes the tree much deeper.
constexpr std::uint32_t max_sah_depth = 64;
// Subtrees of at most this many triangles, or a 32nd of them all, are jobs of their own.
constexpr std::size_t least_job = 8192, most_jobs = 32;

// Builds the tree of a range into `nodes`, where its root has a place; ranges that `skip` takes are left out.
template <class Skip>
void build_range(const BuildKernels& kernels, BuildBox* boxes, const BuildRange& root, std::vector<BuildNode>& nodes,
                 Skip skip) {
    const auto scratch = std::make_unique_for_overwrite<BuildBox[]>(root.end - root.begin);
    std::vector<BuildRange> waiting = {root};
    while (!waiting.empty()) {
        const BuildRange range = waiting.back();
        waiting.pop_back();
        if (skip(range)) continue;
        BuildNode& node = nodes[range.node];
        for (int axis = 0; axis < 3; ++axis) node.low[axis] = -range.box[axis], node.high[axis] = range.box[4 + axis];
        const std::size_t count = range.end - range.begin;
        if (count <= block_triangles) {
            node.first = static_cast<std::uint32_t>(range.begin);
            node.count = static_cast<std::uint32_t>(count);
            continue;
        }
        node.first = static_cast<std::uint32_t>(nodes.size());
        node.count = 0;
        BuildRange left, right;
        kernels.split(boxes, scratch.get(), range, range.depth >= max_sah_depth, left, right);
        left.node = node.first;
        right.node = node.first + 1;
        left.depth = right.depth = range.depth + 1;
        nodes.resize(nodes.size() + 2);
        waiting.push_back(right);
        waiting.push_back(left);
    }
}

} // namespace

std::vector<BuildNode> build_nodes(std::span<BuildBox> boxes, const BvhOptions& options) {
    if (boxes.empty()) return {};
    const BuildKernels& kernels = kernels_for(options.isa).build;
    std::vector<BuildNode> nodes(1);
    nodes.reserve(boxes.size() / 2 + 1); // about one leaf for four, and as many inner nodes
    BuildRange whole;
    whole.end = boxes.size();
    kernels.measure(boxes.data(), whole);

    // What are jobs does not depend on who does them, and each has its nodes to itself, the root of its subtree first.
    const std::size_t job_size = std::max(least_job, boxes.size() / most_jobs);
    std::vector<BuildRange> jobs;
    build_range(kernels, boxes.data(), whole, nodes, [&](const BuildRange& range) {
        if (range.end - range.begin > job_size) return false;
        jobs.push_back(range);
        return true;
    });
    const auto everything = [](const BuildRange&) { return false; };
    if (!options.for_each) {
        for (const BuildRange& job : jobs) build_range(kernels, boxes.data(), job, nodes, everything);
        return nodes;
    }
    std::vector<std::vector<BuildNode>> trees(jobs.size());
    options.for_each(jobs.size(), [&](std::size_t job) {
        BuildRange root = jobs[job];
        root.node = 0;
        trees[job].resize(1);
        build_range(kernels, boxes.data(), root, trees[job], everything);
    });
    // As if one had been built after the other: the root has its place, its nodes follow in a row.
    for (std::size_t job = 0; job < jobs.size(); ++job) {
        const auto offset = static_cast<std::uint32_t>(nodes.size() - 1);
        for (BuildNode& node : trees[job])
            if (node.count == 0) node.first += offset;
        nodes[jobs[job].node] = trees[job][0];
        nodes.insert(nodes.end(), trees[job].begin() + 1, trees[job].end());
    }
    return nodes;
}

} // namespace ossuary::mesh
