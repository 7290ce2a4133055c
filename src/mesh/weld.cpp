#include "ossuary/mesh/weld.h"

#include <algorithm>

#include "mesh/vertices.h"
#include "mesh/weld_table.h"

namespace ossuary::mesh {
namespace {

std::span<const Influence> influences_of(const Mesh& mesh, std::size_t vertex) {
    if (mesh.influence_start.empty()) return {};
    return std::span(mesh.influences)
        .subspan(mesh.influence_start[vertex], mesh.influence_start[vertex + 1] - mesh.influence_start[vertex]);
}

// What vertices at one place mostly differ in; the rest is compared where these agree.
std::uint64_t hash_of(const Mesh& mesh, std::size_t vertex) {
    NumberHash hash;
    hash.add(mesh.positions[vertex]);
    if (!mesh.normals.empty()) hash.add(mesh.normals[vertex]);
    if (!mesh.tangents.empty()) hash.add(mesh.tangents[vertex]);
    if (!mesh.uv0.empty()) hash.add(mesh.uv0[vertex]);
    return hash.value();
}

bool are_equal(const Mesh& mesh, std::size_t a, std::size_t b) {
    const auto same = [a, b](const auto& values) { return values.empty() || values[a] == values[b]; };
    return same(mesh.positions) && same(mesh.normals) && same(mesh.tangents) && same(mesh.uv0) && same(mesh.uv1) &&
           same(mesh.colors) && std::ranges::equal(influences_of(mesh, a), influences_of(mesh, b)) &&
           std::ranges::all_of(mesh.morphs,
                               [&](const MorphTarget& morph) { return same(morph.positions) && same(morph.normals); });
}

} // namespace

Remap weld_positions(std::span<const Vec3> positions) {
    const auto hash = [&](std::size_t i) {
        NumberHash number;
        number.add(positions[i]);
        return number.value();
    };
    return weld(positions.size(), hash, [&](std::size_t a, std::size_t b) { return positions[a] == positions[b]; });
}

std::size_t weld_vertices(Mesh& mesh) {
    const std::size_t before = mesh.positions.size();
    const Remap remap = weld(
        before, [&](std::size_t v) { return hash_of(mesh, v); },
        [&](std::size_t a, std::size_t b) { return are_equal(mesh, a, b); });
    if (remap.count == before) return 0;
    gather_vertices(mesh, first_of_each(remap));
    for (std::uint32_t& index : mesh.indices) index = remap.to[index];
    for (MeshLevel& level : mesh.levels)
        for (std::uint32_t& index : level.indices) index = remap.to[index];
    fit_surfaces(mesh);
    return before - remap.count;
}

} // namespace ossuary::mesh
