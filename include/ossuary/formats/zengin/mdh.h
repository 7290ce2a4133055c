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

#include <optional>
#include <string>
#include <vector>

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

// True if the bytes begin with a hierarchy of the known version, and no meshes follow: that is an MDL.
bool recognise_mdh(Bytes bytes);
Result<ModelHierarchy> parse_mdh(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mdh(const ModelHierarchy& hierarchy);
Json dump_mdh(const ModelHierarchy& hierarchy);
Result<ModelHierarchy> build_mdh(const Json& json);

// Nothing wrong, or `BadIndex` for a parent that does not exist or a node that is its own ancestor.
std::optional<Error> check_parents(const ModelHierarchy& hierarchy);

} // namespace ossuary::zengin
