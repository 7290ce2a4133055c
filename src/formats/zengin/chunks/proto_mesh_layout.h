// The records of mrm.h that are meshes, field by field: one description for reading, writing, dump and build.
#pragma once

#include "material_layout.h"
#include "obb.h"
#include "ossuary/formats/zengin/mrm.h"

namespace ossuary::zengin {

Json to_json(const ContentLayout& layout); // null when empty
bool from_json(const Json& json, ContentLayout& layout);

// The payload of b100. Fails with the names of the specification: `BadVersion`, `SectionOutOfRange`, `BadIndex` …
void describe(PayloadReader& io, ProtoMesh& mesh);
void describe(PayloadWriter& io, ProtoMesh& mesh);

template <class Io> void describe(Io& io, Wedge& wedge) {
    io("normal", wedge.normal);
    io("uv", wedge.uv);
    io("position_index", wedge.position_index);
    io("pad", wedge.pad);
}
template <class Io> void describe(Io& io, Plane& plane) {
    io("distance", plane.distance);
    io("normal", plane.normal);
}
template <class Io> void describe(Io& io, SubMesh& submesh) {
    io("triangles", submesh.triangles);
    io("wedges", submesh.wedges);
    io("colors", submesh.colors);
    io("plane_indices", submesh.plane_indices);
    io("planes", submesh.planes);
    io("wedge_map", submesh.wedge_map);
    io("vertex_updates", submesh.vertex_updates);
    io("triangle_edges", submesh.triangle_edges);
    io("edges", submesh.edges);
    io("edge_scores", submesh.edge_scores);
}
template <class Io> void describe(Io& io, ProtoMesh& mesh) {
    io("version", mesh.version);
    io("positions", mesh.positions);
    io("normals", mesh.normals);
    io("submeshes", mesh.submeshes);
    io("archive", mesh.archive);
    io("materials", mesh.materials);
    if (!mesh.is_gothic1()) io("alpha_test", mesh.alpha_test);
    io("bbox_min", mesh.bbox.min);
    io("bbox_max", mesh.bbox.max);
    io("obb", mesh.obb);
    io("tail_floats", mesh.tail_floats);
    io("content", mesh.content);
}

} // namespace ossuary::zengin
