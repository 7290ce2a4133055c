// The records of msh.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "material_layout.h"
#include "obb.h"
#include "ossuary/formats/zengin/msh.h"

namespace ossuary::zengin {

// The same from chunks that something follows: up to the end chunk, without what is behind it, and back.
Result<PlainMesh> read_msh(ChunkReader& chunks);
void append_msh(ByteBuffer& buffer, const PlainMesh& file);

template <class Io> void describe(Io& io, MeshFeature& feature) {
    io("uv", feature.uv);
    io("light", feature.light);
    io("normal", feature.normal);
}
template <class Io> void describe(Io& io, PolygonCorner& corner) {
    io("position", corner.position);
    io("feature", corner.feature);
}
template <class Io> void describe_polygon(Io& io, MeshPolygon& polygon, bool gothic1) {
    io("material", polygon.material);
    io("light_map", polygon.light_map);
    io("plane_distance", polygon.plane_distance);
    io("plane_normal", polygon.plane_normal);
    io("flags", polygon.flags);
    if (gothic1) io("normal_axis", polygon.normal_axis);
    io("sector", polygon.sector);
    io("vertex_count", polygon.corner_count);
}
template <class Io> void describe(Io& io, MeshPolygon& polygon) { describe_polygon(io, polygon, true); }
template <class Io> void describe(Io& io, LightMaps& maps) {
    io("type", maps.type);
    io("payload", maps.payload);
}
template <class Io> void describe(Io& io, PlainMesh& file) {
    io("version", file.version);
    io("date", file.date);
    io("name", file.name);
    io("bbox_min", file.bbox.min);
    io("bbox_max", file.bbox.max);
    io("obb", file.obb);
    io("materials", file.materials);
    io("alpha_test", file.alpha_test);
    io("light_maps", file.light_maps);
    io("positions", file.positions);
    io("features", file.features);
    io("wide_indices", file.wide_indices);
    io("polygons", file.polygons);
    io("corners", file.corners);
    io("layout", file.layout);
}

} // namespace ossuary::zengin
