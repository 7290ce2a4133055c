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
#pragma once

#include "ossuary/formats/zengin/proto_mesh.h"

namespace ossuary::zengin {

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

// The payload of b1ff; the mesh must be there.
void read_skin(PayloadReader& io, SoftSkin& skin);
void write_skin(PayloadWriter& io, const SoftSkin& skin);
std::optional<Error> check_skin(const SoftSkin& skin);
// Nothing wrong, or `BadIndex` for a node that a hierarchy of so many nodes does not have.
std::optional<Error> check_nodes(const SoftSkin& skin, std::size_t node_count);

template <class Io> void describe(Io& io, SkinInfluence& influence) {
    io("weight", influence.weight);
    io("position", influence.position);
    io("node", influence.node);
}
template <class Io> void describe(Io& io, WedgeNormal& normal) {
    io("normal", normal.normal);
    io("index", normal.index);
}
template <class Io> void describe(Io& io, SoftSkin& skin) {
    io("version", skin.version);
    io("mesh", skin.mesh);
    io("influence_counts", skin.influence_counts);
    io("influences", skin.influences);
    io("weight_padding", skin.weight_padding);
    io("wedge_normals", skin.wedge_normals);
    io("nodes", skin.nodes);
    io("boxes", skin.boxes);
}

} // namespace ossuary::zengin
