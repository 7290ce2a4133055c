// Moving the vertices of a mesh about with everything that belongs to them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/weld_table.h"
#include "ossuary/model/mesh.h"

namespace ossuary::mesh {

// The first old vertex of each new one.
std::vector<std::uint32_t> first_of_each(const Remap& remap);

// The vertices become those that `source` names, in its order; one may be named several times. Indices and surfaces are
// the caller's to follow up.
void gather_vertices(Mesh& mesh, std::span<const std::uint32_t> source);

// Sets first_vertex and vertex_count of every surface to what its indices, of all levels, need.
void fit_surfaces(Mesh& mesh);

// Lets every corner have its own value: a vertex whose corners differ becomes several, beside each other, and a
// surface's range of vertices grows with them. Levels refer to the first. Returns the values, one per vertex.
template <class T> std::vector<T> split_vertices(Mesh& mesh, std::span<const T> corner_values);

// ---- what remains is how

// Which copy of its vertex each corner uses: copies of vertex v are start[v] … start[v + 1].
struct VertexSplit {
    std::vector<std::uint32_t> start;
    std::vector<std::uint32_t> vertex_of_corner;
};
// `copies` numbers the pairs of vertex and value, in the order of first appearance.
VertexSplit find_split(const Mesh& mesh, const Remap& copies);
void apply_split(Mesh& mesh, const VertexSplit& split);

template <class T> std::vector<T> split_vertices(Mesh& mesh, std::span<const T> corner_values) {
    const auto hash = [&](std::size_t corner) {
        NumberHash number;
        number.add(mesh.indices[corner]);
        number.add(corner_values[corner]);
        return number.value();
    };
    const auto equal = [&](std::size_t a, std::size_t b) {
        return mesh.indices[a] == mesh.indices[b] && corner_values[a] == corner_values[b];
    };
    const VertexSplit split = find_split(mesh, weld(mesh.indices.size(), hash, equal));
    std::vector<T> values(split.start.back());
    for (std::size_t corner = 0; corner < corner_values.size(); ++corner)
        values[split.vertex_of_corner[corner]] = corner_values[corner];
    apply_split(mesh, split);
    return values;
}

} // namespace ossuary::mesh
