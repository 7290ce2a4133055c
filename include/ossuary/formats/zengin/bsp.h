// The compiled mesh of a world with its BSP tree, as the object MeshAndBsp of a ZEN archive holds them.
//
//     u32 version (0x02090000 Gothic 1, 0x04090000 Gothic 2)   u32 size of what follows   the chunks of an MSH, then
//     c000   u16 version (2 Gothic 1, 3 Gothic 2), u32 mode (0 indoor, 1 outdoor)
//     c010   u32 count, u32 polygon
//     c040   u32 nodes, u32 leaves among them, then the tree, a node before its children, the front before the back:
//            box, u32 first, u32 count of the list above; of an inner node also
//            u8 flags, f32 distance, vec3 normal of the plane, u8 lod (Gothic 1 only)
//     c045   vec3 light point for each leaf, if there is light
//     c050   u32 count, sectors: line name, u32 a, u32 b, a × u32 leaf, b × u32 portal polygon;
//            u32 count, u32 portal polygon
//     c0ff   end, u8 0x42
#pragma once

#include "ossuary/formats/zengin/game.h"
#include "ossuary/formats/zengin/msh.h"

namespace ossuary::zengin {

inline constexpr std::uint32_t gothic1_world = 0x02090000, gothic2_world = 0x04090000;
inline constexpr std::size_t bsp_depth_limit = 4096;

struct BspNode {
    BoundingBox bbox;
    // A run of BspTree::polygons. What inner nodes of indoor worlds have here is often not set at all.
    std::uint32_t first = 0, count = 0;
    bool leaf = false;
    std::uint8_t flags = 0; // inner nodes from here: 1 has front, 2 has back, 4 front is leaf, 8 back is leaf
    float plane_distance = 0;
    Vec3 plane_normal;
    std::uint8_t lod = 0; // Gothic 1
    bool operator==(const BspNode&) const = default;
};

struct BspSector {
    std::string name;
    std::vector<std::uint32_t> leaves;  // counted among leaves
    std::vector<std::uint32_t> portals; // polygons
    bool operator==(const BspSector&) const = default;
};

struct BspTree {
    std::uint16_t version = 3;
    std::uint32_t mode = 0;
    std::vector<std::uint32_t> polygons;
    std::vector<BspNode> nodes; // in file order
    std::optional<std::vector<Vec3>> light_points;
    std::optional<std::vector<BspSector>> sectors;
    std::vector<std::uint32_t> portals; // indoors: the two sides of an opening next to each other
    std::uint8_t end_mark = 0x42;
    Layout layout;
    bool operator==(const BspTree&) const = default;

    bool is_indoor() const { return mode == 0; }
    std::size_t leaf_count() const;
    std::size_t depth() const; // the root counts as 1
};

struct MeshAndBsp {
    std::uint32_t version = gothic2_world;
    PlainMesh mesh;
    BspTree bsp;
    RawBytes trailing; // behind the end chunk, within the size
    bool operator==(const MeshAndBsp&) const = default;

    Game game() const { return version == gothic1_world ? Game::gothic1 : Game::gothic2; }
};

// The block with its version and size. `origin` is where it begins in its file. Errors are those of MSH and
// `bsp: node count mismatch`, `bsp: polygon range`, `bsp: polygon index`, `bsp: too deep`.
Result<MeshAndBsp> parse_mesh_and_bsp(Bytes block, std::size_t origin = 0, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mesh_and_bsp(const MeshAndBsp& world);
Json dump_mesh_and_bsp(const MeshAndBsp& world);
Result<MeshAndBsp> build_mesh_and_bsp(const Json& json);

// For each polygon whether it is drawn: a leaf has it, it is no portal and no ghost, and has an area. Worlds hold their
// polygons several times, coarser in inner nodes.
std::vector<bool> drawn_polygons(const MeshAndBsp& world);
// A tree of one leaf with all polygons: what a mesh has before the game's editor has compiled it.
BspTree single_leaf(const PlainMesh& mesh, Game game);

template <class Io> void describe_node(Io& io, BspNode& node, bool gothic1) {
    io("bbox", node.bbox);
    io("first", node.first);
    io("count", node.count);
    if (node.leaf) return;
    io("flags", node.flags);
    io("plane_distance", node.plane_distance);
    io("plane_normal", node.plane_normal);
    if (gothic1) io("lod", node.lod);
}
template <class Io> void describe(Io& io, BspNode& node) {
    io("leaf", node.leaf);
    describe_node(io, node, true);
}
template <class Io> void describe(Io& io, BspSector& sector) {
    io("name", sector.name);
    io("leaves", sector.leaves);
    io("portals", sector.portals);
}
template <class Io> void describe(Io& io, BspTree& tree) {
    io("version", tree.version);
    io("mode", tree.mode);
    io("polygons", tree.polygons);
    io("nodes", tree.nodes);
    io("light_points", tree.light_points);
    io("sectors", tree.sectors);
    io("portals", tree.portals);
    io("end_mark", tree.end_mark);
    io("layout", tree.layout);
}
template <class Io> void describe(Io& io, MeshAndBsp& world) {
    io("version", world.version);
    io("mesh", world.mesh);
    io("bsp", world.bsp);
    io("trailing", world.trailing);
}

} // namespace ossuary::zengin
