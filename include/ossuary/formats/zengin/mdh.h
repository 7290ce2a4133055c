// MDH: the hierarchy of a model, its nodes with their rest matrices.
//
//     d100   u32 version (3)
//            u16 node count, per node: line name, i16 parent (-1: root), mat4 local matrix, row by row
//            box of the model, box for collisions (vec3 min, vec3 max each)
//            vec3 root translation, taken out of the root's matrix
//            u32 checksum of the node names
//     d110   date (any 16 bytes), line source path
//     d120   end, empty
//
// Left-handed, y up, centimetres; matrices act on column vectors, so the translation is the last of each row.
#pragma once

#include "ossuary/formats/zengin/chunk.h"

namespace ossuary::zengin {

using Matrix = std::array<std::array<float, 4>, 4>; // rows

struct HierarchyNode {
    std::string name; // BIP01… bone, ZS_… slot, ZM_… rigid mesh
    std::int16_t parent = -1;
    Matrix matrix{}; // relative to the parent
    bool operator==(const HierarchyNode&) const = default;
};

struct ModelHierarchy {
    std::uint32_t version = 3;
    std::vector<HierarchyNode> nodes;
    BoundingBox bbox;
    BoundingBox collision_bbox;
    Vec3 root_translation;
    std::uint32_t checksum = 0;
    Date source_date;
    std::string source_path;
    Layout layout;
    bool operator==(const ModelHierarchy&) const = default;
};

// The checksum its node names call for.
std::uint32_t node_checksum(const ModelHierarchy& hierarchy);

Result<ModelHierarchy> parse_mdh(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mdh(const ModelHierarchy& hierarchy);
Json dump_mdh(const ModelHierarchy& hierarchy);
Result<ModelHierarchy> build_mdh(const Json& json);

// The same as a part of a file: from where the reader stands up to the end chunk (MDL).
Result<ModelHierarchy> parse_mdh_part(ChunkReader& file);
void write_mdh_part(ByteBuffer& buffer, const ModelHierarchy& hierarchy);

// Nothing wrong, or `BadIndex` for a parent that does not exist or a node that is its own ancestor.
std::optional<Error> check_parents(const ModelHierarchy& hierarchy);

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
