// Levels of detail: a mesh made progressive.
//
// Coarser levels leave positions out, the last first. Where a position goes, its wedges become wedges of a neighbour,
// and the triangles between the two vanish. So the file needs one order of positions, wedges and triangles, the wedge
// each one becomes (SubMesh::wedge_map), and how many are in use at each level (SubMesh::vertex_updates).
#pragma once

#include <vector>

#include "ossuary/formats/zengin/mrm.h"

namespace ossuary::zengin {

// Brings a mesh into such an order. What changes the shape least goes first (quadric error metric, Garland and Heckbert
// 1997); borders, borders between materials and seams of texture coordinates and normals are kept as long as may be;
// materials with lod_dont_collapse lose nothing. The finest level stays what it was, and planes and edges move along.
// Gives, for each position, the number it had before. The mesh must be sound (check_mesh).
std::vector<std::uint16_t> make_progressive(ProtoMesh& mesh);

} // namespace ossuary::zengin
