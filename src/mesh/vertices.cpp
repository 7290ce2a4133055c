#include "mesh/vertices.h"

#include <algorithm>

namespace ossuary::mesh {
namespace {

template <class T> void gather(std::vector<T>& values, std::span<const std::uint32_t> source) {
    if (values.empty()) return;
    std::vector<T> gathered;
    gathered.reserve(source.size());
    for (const std::uint32_t vertex : source) gathered.push_back(values[vertex]);
    values = std::move(gathered);
}

void gather_influences(Mesh& mesh, std::span<const std::uint32_t> source) {
    if (mesh.influence_start.empty()) return;
    std::vector<std::uint32_t> start{0};
    std::vector<Influence> influences;
    start.reserve(source.size() + 1);
    influences.reserve(mesh.influences.size());
    for (const std::uint32_t vertex : source) {
        const std::span<const Influence> its =
            std::span(mesh.influences)
                .subspan(mesh.influence_start[vertex], mesh.influence_start[vertex + 1] - mesh.influence_start[vertex]);
        influences.insert(influences.end(), its.begin(), its.end());
        start.push_back(static_cast<std::uint32_t>(influences.size()));
    }
    mesh.influence_start = std::move(start);
    mesh.influences = std::move(influences);
}

} // namespace

std::vector<std::uint32_t> first_of_each(const Remap& remap) {
    std::vector<std::uint32_t> first;
    first.reserve(remap.count);
    for (std::uint32_t v = 0; v < remap.to.size(); ++v)
        if (remap.to[v] == first.size()) first.push_back(v);
    return first;
}

void gather_vertices(Mesh& mesh, std::span<const std::uint32_t> source) {
    gather(mesh.positions, source);
    gather(mesh.normals, source);
    gather(mesh.tangents, source);
    gather(mesh.uv0, source);
    gather(mesh.uv1, source);
    gather(mesh.colors, source);
    gather_influences(mesh, source);
    for (MorphTarget& morph : mesh.morphs) {
        gather(morph.positions, source);
        gather(morph.normals, source);
    }
}

void fit_surfaces(Mesh& mesh) {
    std::vector<std::size_t> level_first(mesh.levels.size());
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) {
        Surface& surface = mesh.surfaces[s];
        std::uint32_t least = UINT32_MAX, end = 0;
        const auto include = [&](std::span<const std::uint32_t> indices) {
            for (const std::uint32_t index : indices) {
                least = std::min(least, index);
                end = std::max(end, index + 1);
            }
        };
        include(std::span(mesh.indices).subspan(surface.first_index, surface.index_count));
        for (std::size_t l = 0; l < mesh.levels.size(); ++l) {
            const std::uint32_t count = mesh.levels[l].index_counts[s];
            include(std::span(mesh.levels[l].indices).subspan(level_first[l], count));
            level_first[l] += count;
        }
        surface.first_vertex = end > 0 ? least : 0;
        surface.vertex_count = end > 0 ? end - least : 0;
    }
}

VertexSplit find_split(const Mesh& mesh, const Remap& copies) {
    VertexSplit split;
    std::vector<std::uint32_t> copy_count(mesh.positions.size());
    std::vector<std::uint32_t> rank(copies.count); // of a copy among those of its vertex
    for (std::size_t corner = 0, next = 0; corner < copies.to.size(); ++corner)
        if (copies.to[corner] == next) rank[next++] = copy_count[mesh.indices[corner]]++;
    split.start.reserve(mesh.positions.size() + 1);
    split.start.push_back(0);
    for (const std::uint32_t count : copy_count) split.start.push_back(split.start.back() + std::max(count, 1u));
    split.vertex_of_corner.reserve(mesh.indices.size());
    for (std::size_t corner = 0; corner < mesh.indices.size(); ++corner)
        split.vertex_of_corner.push_back(split.start[mesh.indices[corner]] + rank[copies.to[corner]]);
    return split;
}

void apply_split(Mesh& mesh, const VertexSplit& split) {
    std::vector<std::uint32_t> source;
    source.reserve(split.start.back());
    for (std::uint32_t v = 0; v + 1 < split.start.size(); ++v)
        source.insert(source.end(), split.start[v + 1] - split.start[v], v);
    gather_vertices(mesh, source);
    mesh.indices = split.vertex_of_corner;
    for (MeshLevel& level : mesh.levels)
        for (std::uint32_t& index : level.indices) index = split.start[index];
    for (Surface& surface : mesh.surfaces) {
        const std::uint32_t end = split.start[surface.first_vertex + surface.vertex_count];
        surface.first_vertex = split.start[surface.first_vertex];
        surface.vertex_count = end - surface.first_vertex;
    }
}

} // namespace ossuary::mesh
