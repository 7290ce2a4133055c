// What must hold of a packed mesh before any of its numbers is followed.
#pragma once

#include "ossuary/mesh/packed_mesh.h"

namespace ossuary::mesh {

// The first thing that is wrong: a layout or limit that does not exist, meshlets that do not follow each other, numbers
// of vertices and joints out of range, weights that are not one.
Result<void> check_structure(const PackedMesh& packed);

} // namespace ossuary::mesh
