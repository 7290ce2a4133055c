// Vertex positions from weights. Private to the room.
#pragma once

#include "ossuary/formats/md5/md5mesh.h"

namespace ossuary::md5 {

// Runs of weights may overlap, so that a short file could ask for work without end. Sixty-four influences a vertex
// are four times what real files reach.
bool overlaps_beyond_reason(const Mesh& mesh);

} // namespace ossuary::md5
