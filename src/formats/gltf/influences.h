// Influences as glTF stores them: sets of four per vertex, the largest first, adding up to one.
#pragma once

#include <cstdint>
#include <vector>

#include "ossuary/model/mesh.h"

namespace ossuary::gltf {

struct PackedInfluences {
    std::uint32_t per_vertex = 4; // a multiple of four: what the worst vertex needs
    std::vector<Influence> slots; // per_vertex for each vertex; unused ones are joint 0 with weight 0

    std::size_t cut_vertices = 0;  // had more influences than were allowed
    double largest_cut = 0;        // the largest share that was taken from one of them
    std::size_t wide_vertices = 0; // need more than the first set
};

// Merges influences of the same joint, drops those below 1e-6, keeps the `most` largest. Packing what was packed
// before changes nothing.
PackedInfluences pack_influences(const Mesh& mesh, std::uint32_t most);

// Brings a mesh's influences to what packing makes of them, however many there are.
void settle_influences(Mesh& mesh);

} // namespace ossuary::gltf
