// MDM: the meshes of a model, rigid ones attached to nodes and soft skins.
//
//     d000   u32 version (0x04030506 Gothic 1, 0x04090506 Gothic 2)
//     d010   date (any 16 bytes), line source path
//     d020   u16 count, line node name × count          only with rigid meshes; then for each, in the same order:
//     b100   the mesh (proto_mesh.h), in the space of that node
//     b1ff   end of the mesh, empty
//     d030   u32 checksum of the skeleton, u16 count     only with soft skins; then for each:
//     e100 … e110   the skin (soft_skin.h)
//     d040   end, empty
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ossuary/formats/zengin/mrm.h"

namespace ossuary::zengin {

inline constexpr std::uint32_t gothic1_model_mesh = 0x04030506, gothic2_model_mesh = 0x04090506;

// A mesh bent by the bones of a hierarchy, as MDM holds it.
//
//     e100   u32 version (4)
//     b100   the mesh (proto_mesh.h), in bind pose and model space
//     b1ff   u32 size of the weights, then for each position u32 n and n × (f32 weight, vec3 position, u8 node)
//            u32 count, wedge normals: vec3 normal, u32 index
//            u16 count, i32 hierarchy indices of the nodes used, then a tree of oriented boxes for each
//     e110   end, empty
//
// A weight's position is the vertex in the space of that node, so a posed vertex is the sum of weight · (node ·
// position) and no inverse bind matrices are needed. The node byte counts in the hierarchy, not in the list of nodes.

struct SkinInfluence {
    float weight = 0;
    Vec3 position;
    std::uint8_t node = 0;
    bool operator==(const SkinInfluence&) const = default;
};
struct WedgeNormal {
    Vec3 normal;
    std::uint32_t index = 0;
    static constexpr std::size_t packed_size = 16;
    bool operator==(const WedgeNormal&) const = default;
};

struct SoftSkin {
    std::uint32_t version = 4;
    ProtoMesh mesh;
    std::vector<std::uint32_t> influence_counts; // one for each position of the mesh
    std::vector<SkinInfluence> influences;       // those of the first position, then those of the second …
    RawBytes weight_padding;                     // behind the influences, inside the weights
    std::vector<WedgeNormal> wedge_normals;
    std::vector<std::int32_t> nodes;
    std::vector<OrientedBox> boxes; // a tree for each node, one after the other
    bool operator==(const SoftSkin&) const = default;
};

std::optional<Error> check_skin(const SoftSkin& skin);
// Nothing wrong, or `BadIndex` for a node that a hierarchy of so many nodes does not have.
std::optional<Error> check_nodes(const SoftSkin& skin, std::size_t node_count);

struct MeshAttachment {
    std::string name; // of the node that carries the mesh
    ProtoMesh mesh;
    bool operator==(const MeshAttachment&) const = default;
};

struct ModelMesh {
    std::uint32_t version = gothic2_model_mesh;
    Date source_date;
    std::string source_path;
    std::vector<MeshAttachment> attachments;
    std::optional<std::uint32_t> checksum; // a file without soft skins has none
    std::vector<SoftSkin> softskins;
    Layout layout;
    bool operator==(const ModelMesh&) const = default;
};

// True if the bytes begin with the head of model meshes, in a known version.
bool recognise_mdm(Bytes bytes);
Result<ModelMesh> parse_mdm(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mdm(const ModelMesh& file);
Json dump_mdm(const ModelMesh& file);
Result<ModelMesh> build_mdm(const Json& json);

// Nothing wrong, or why the meshes (as built from JSON or by hand) could not be read back.
std::optional<Error> check_meshes(const ModelMesh& file);

} // namespace ossuary::zengin
