// The records of mdh.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "chunk_layout.h"
#include "ossuary/formats/zengin/mdh.h"

namespace ossuary::zengin {

// For recognising MDH and MDL, which begin alike: a hierarchy of the known version; the chunks of meshes behind it.
bool begins_as_hierarchy(Bytes bytes);
bool has_mesh_chunks(Bytes bytes);

// The same as a part of a file: from where the reader stands up to the end chunk (MDL).
Result<ModelHierarchy> parse_mdh_part(ChunkReader& file);
void write_mdh_part(ByteBuffer& buffer, const ModelHierarchy& hierarchy);

template <class Io> void describe(Io& io, HierarchyNode& node) {
    io("name", node.name);
    io("parent", node.parent);
    io("matrix_rows_as_stored", node.matrix);
}
template <class Io> void describe_nodes(Io& io, ModelHierarchy& hierarchy) {
    io("version", hierarchy.version);
    counted<std::uint16_t>(io, "nodes", hierarchy.nodes, 67);
    io("bbox_min", hierarchy.bbox.min);
    io("bbox_max", hierarchy.bbox.max);
    io("collision_bbox_min", hierarchy.collision_bbox.min);
    io("collision_bbox_max", hierarchy.collision_bbox.max);
    io("root_translation", hierarchy.root_translation);
    io("checksum", hierarchy.checksum);
}
template <class Io, class File> void describe_source(Io& io, File& file) {
    io("source_date", file.source_date);
    io("source_path", file.source_path);
}
template <class Io> void describe(Io& io, ModelHierarchy& hierarchy) {
    describe_nodes(io, hierarchy);
    describe_source(io, hierarchy);
    io("layout", hierarchy.layout);
}

} // namespace ossuary::zengin
