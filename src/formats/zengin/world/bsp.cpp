#include "ossuary/formats/zengin/world.h"

#include "bsp_layout.h"

#include <algorithm>

#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

enum : std::uint16_t {
    bsp_head_id = 0xC000,
    bsp_polygons_id = 0xC010,
    bsp_nodes_id = 0xC040,
    bsp_light_id = 0xC045,
    bsp_sectors_id = 0xC050,
    bsp_end_id = 0xC0FF
};
constexpr std::size_t block_head = 8, leaf_size = 32;
constexpr std::uint8_t has_front = 1, has_back = 2, front_is_leaf = 4, back_is_leaf = 8;

std::vector<ChunkType> bsp_usual_order(const BspTree& tree) {
    std::vector<ChunkType> order{ChunkType{bsp_head_id}, ChunkType{bsp_polygons_id}, ChunkType{bsp_nodes_id}};
    if (tree.light_points) order.push_back(ChunkType{bsp_light_id});
    if (tree.sectors) order.push_back(ChunkType{bsp_sectors_id});
    order.push_back(ChunkType{bsp_end_id});
    return order;
}

// What is still to come on the way through a tree: its leaves and inner nodes, the next one last.
class Pending {
public:
    explicit Pending(bool root_is_leaf) { open_.push_back({root_is_leaf, 1}); }
    bool done() const { return open_.empty(); }
    bool next_is_leaf() const { return open_.back().leaf; }
    std::size_t next_depth() const { return open_.back().depth; }
    void pass(const BspNode& node) {
        const std::size_t depth = open_.back().depth + 1;
        open_.pop_back();
        if (node.leaf) return;
        if (node.flags & has_back) open_.push_back({(node.flags & back_is_leaf) != 0, depth});
        if (node.flags & has_front) open_.push_back({(node.flags & front_is_leaf) != 0, depth});
    }

private:
    struct Open {
        bool leaf;
        std::size_t depth;
    };
    std::vector<Open> open_;
};

void read_nodes(PayloadReader& io, BspTree& tree, bool gothic1) {
    std::uint32_t count = 0, leaves = 0;
    io("nodes", count);
    io("leaves", leaves);
    if (!io.fits("nodes", count, leaf_size)) return;
    tree.nodes.reserve(count);
    std::size_t met_leaves = 0;
    if (count > 0) {
        for (Pending pending(count == 1); !pending.done() && io.ok();) {
            if (tree.nodes.size() == count) break;
            if (pending.next_depth() > bsp_depth_limit)
                return io.fail("nodes",
                               "bsp: too deep: nodes nested more than " + std::to_string(bsp_depth_limit) + " deep");
            const PayloadReader::Scope scope(io, "nodes", static_cast<std::int64_t>(tree.nodes.size()));
            BspNode& node = tree.nodes.emplace_back();
            node.leaf = pending.next_is_leaf();
            describe_node(io, node, gothic1);
            met_leaves += node.leaf;
            pending.pass(node);
            if (pending.done() && tree.nodes.size() < count && io.ok()) break;
            if (!pending.done() && tree.nodes.size() == count)
                return io.fail("nodes",
                               "bsp: node count mismatch: the tree has more than " + std::to_string(count) + " nodes");
        }
    }
    if (io.ok() && (tree.nodes.size() != count || met_leaves != leaves))
        io.fail("nodes", "bsp: node count mismatch: " + std::to_string(count) + " nodes and " + std::to_string(leaves) +
                             " leaves are stated, " + std::to_string(tree.nodes.size()) + " and " +
                             std::to_string(met_leaves) + " are there");
}

template <class T> void read_list(PayloadReader& io, std::string_view field, std::vector<T>& values) {
    std::uint32_t count = 0;
    io(field, count);
    io.list(field, values, count, sizeof(T));
}

void read_sectors(PayloadReader& io, BspTree& tree) {
    std::uint32_t count = 0;
    constexpr std::size_t least_sector = 9;
    io("sectors", count);
    if (!io.fits("sectors", count, least_sector)) return;
    tree.sectors.emplace(count);
    for (std::size_t i = 0; i < count && io.ok(); ++i) {
        const PayloadReader::Scope scope(io, "sectors", static_cast<std::int64_t>(i));
        BspSector& sector = (*tree.sectors)[i];
        std::uint32_t leaves = 0, portals = 0;
        io("name", sector.name);
        io("leaves", leaves);
        io("portals", portals);
        io.list("leaves", sector.leaves, leaves, 4);
        io.list("portals", sector.portals, portals, 4);
    }
    read_list(io, "portals", tree.portals);
}

// The first thing in a tree that is not there in its mesh.
std::optional<Error> check_references(const BspTree& tree, std::size_t polygon_count) {
    const auto at = [](std::string_view list, std::size_t i) {
        return Place{.field = "bsp." + std::string(list) + '[' + std::to_string(i) + ']'};
    };
    for (std::size_t i = 0; i < tree.polygons.size(); ++i)
        if (tree.polygons[i] >= polygon_count)
            return Error(at("polygons", i), "bsp: polygon index: " + std::to_string(tree.polygons[i]) + " of " +
                                                std::to_string(polygon_count));
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const BspNode& node = tree.nodes[i];
        if (!node.leaf && tree.is_indoor()) continue; // often never set
        if (std::uint64_t{node.first} + node.count > tree.polygons.size())
            return Error(at("nodes", i), "bsp: polygon range: " + std::to_string(node.count) + " from " +
                                             std::to_string(node.first) + " on, of " +
                                             std::to_string(tree.polygons.size()));
    }
    return {};
}

} // namespace

std::size_t BspTree::leaf_count() const {
    return static_cast<std::size_t>(std::ranges::count_if(nodes, &BspNode::leaf));
}
std::size_t BspTree::depth() const {
    std::size_t deepest = 0;
    Pending pending(nodes.size() == 1);
    for (std::size_t i = 0; i < nodes.size() && !pending.done(); ++i) {
        deepest = std::max(deepest, pending.next_depth());
        pending.pass(nodes[i]);
    }
    return deepest;
}

Result<MeshAndBsp> parse_mesh_and_bsp(Bytes block, std::size_t origin, Diagnostics* diagnostics) {
    MeshAndBsp world;
    const auto in_file = [origin](Error error) {
        if (error.place().offset) *error.place().offset += origin;
        return Failure(std::move(error));
    };
    if (block.size() < block_head)
        return fail(Place{.offset = origin}, "zen: truncated mesh block: it has no room for its size");
    world.version = load<std::uint32_t>(block.data(), Endian::little);
    const auto size = load<std::uint32_t>(block.data() + 4, Endian::little);
    if (world.version != gothic1_world && world.version != gothic2_world)
        return fail(Place{.offset = origin}, "mesh: unknown version of a world");
    if (size != block.size() - block_head)
        return fail(Place{.offset = origin + 4}, "zen: truncated mesh block: its size is not that of the block");
    Diagnostics found;
    ChunkReader chunks(block, &found, block_head);
    auto mesh = read_msh(chunks);
    if (!mesh) return in_file(mesh.error());
    world.mesh = *std::move(mesh);
    const bool gothic1 = world.mesh.is_gothic1();

    BspTree& tree = world.bsp;
    bool head_seen = false, polygons_seen = false, nodes_seen = false, light_seen = false, sectors_seen = false,
         ended = false;
    while (!ended && chunks.next()) {
        const auto read_once = [&](bool& seen, auto read) {
            if (chunks.once(seen)) chunks.read(read);
        };
        switch (static_cast<std::uint16_t>(chunks.type())) {
        case bsp_head_id:
            read_once(head_seen, [&](PayloadReader& io) {
                io("version", tree.version);
                io("mode", tree.mode);
            });
            break;
        case bsp_polygons_id:
            read_once(polygons_seen, [&](PayloadReader& io) { read_list(io, "polygons", tree.polygons); });
            break;
        case bsp_nodes_id: read_once(nodes_seen, [&](PayloadReader& io) { read_nodes(io, tree, gothic1); }); break;
        case bsp_light_id:
            read_once(light_seen, [&](PayloadReader& io) {
                io.list("light_points", tree.light_points.emplace(), io.remaining() / sizeof(Vec3), sizeof(Vec3));
            });
            break;
        case bsp_sectors_id: read_once(sectors_seen, [&](PayloadReader& io) { read_sectors(io, tree); }); break;
        case bsp_end_id:
            ended = true;
            chunks.read([&](PayloadReader& io) { io("end_mark", tree.end_mark); });
            break;
        default: chunks.keep();
        }
    }
    for (const auto& [seen, type] : {std::pair{head_seen, bsp_head_id},
                                     {polygons_seen, bsp_polygons_id},
                                     {nodes_seen, bsp_nodes_id},
                                     {ended, bsp_end_id}})
        if (chunks.ok() && !seen) chunks.missing(ChunkType{type});
    if (!chunks.ok()) return in_file(chunks.error());
    if (auto error = check_references(tree, world.mesh.polygons.size())) {
        error->place().offset = 0;
        return in_file(*std::move(error));
    }
    tree.layout = chunks.take_layout(bsp_usual_order(tree));
    world.trailing = chunks.take_trailing();
    for (Diagnostic& diagnostic : found) {
        if (diagnostic.place.offset) *diagnostic.place.offset += origin;
        if (diagnostics) diagnostics->push_back(std::move(diagnostic));
    }
    return world;
}

ByteBuffer write_mesh_and_bsp(const MeshAndBsp& world) {
    ByteBuffer buffer;
    PayloadWriter head(buffer);
    head("version", world.version);
    head("size", std::uint32_t{0});
    append_msh(buffer, world.mesh);
    const BspTree& tree = world.bsp;
    const auto counted_list = [](PayloadWriter& io, const auto& values) {
        io("count", static_cast<std::uint32_t>(values.size()));
        io.list("values", values);
    };
    constexpr ChunkType bsp_content[]{ChunkType{bsp_head_id},  ChunkType{bsp_polygons_id}, ChunkType{bsp_nodes_id},
                                      ChunkType{bsp_light_id}, ChunkType{bsp_sectors_id},  ChunkType{bsp_end_id}};
    write_chunks(buffer, chunks_to_write(tree.layout, bsp_usual_order(tree), bsp_content),
                 [&](PayloadWriter& io, ChunkType type) {
                     switch (static_cast<std::uint16_t>(type)) {
                     case bsp_head_id: io("version", tree.version); return io("mode", tree.mode);
                     case bsp_polygons_id: return counted_list(io, tree.polygons);
                     case bsp_nodes_id:
                         io("nodes", static_cast<std::uint32_t>(tree.nodes.size()));
                         io("leaves", static_cast<std::uint32_t>(tree.leaf_count()));
                         for (BspNode node : tree.nodes) describe_node(io, node, world.mesh.is_gothic1());
                         return;
                     case bsp_light_id:
                         if (tree.light_points) io.list("light_points", *tree.light_points);
                         return;
                     case bsp_sectors_id:
                         if (!tree.sectors) return;
                         io("sectors", static_cast<std::uint32_t>(tree.sectors->size()));
                         for (const BspSector& sector : *tree.sectors) {
                             io("name", sector.name);
                             io("leaves", static_cast<std::uint32_t>(sector.leaves.size()));
                             io("portals", static_cast<std::uint32_t>(sector.portals.size()));
                             io.list("leaves", sector.leaves);
                             io.list("portals", sector.portals);
                         }
                         return counted_list(io, tree.portals);
                     case bsp_end_id: return io("end_mark", tree.end_mark);
                     default: return;
                     }
                 });
    head.bytes(world.trailing.bytes);
    head.patch(4, static_cast<std::uint32_t>(buffer.size() - block_head));
    return buffer;
}

Json dump_mesh_and_bsp(const MeshAndBsp& world) { return dump_zengin(world); }

Result<MeshAndBsp> build_mesh_and_bsp(const Json& json) {
    auto world = build_zengin<MeshAndBsp>(json);
    if (!world) return world;
    // What the reader would not take, it must not be given.
    const ByteBuffer bytes = write_mesh_and_bsp(*world);
    if (const auto again = parse_mesh_and_bsp(bytes); !again) return Failure(again.error());
    return world;
}

std::vector<bool> drawn_polygons(const MeshAndBsp& world) {
    constexpr std::uint8_t portal = 0x03, outdoor = 0x20, ghost = 0x40;
    std::vector<bool> drawn(world.mesh.polygons.size());
    for (const BspNode& node : world.bsp.nodes)
        if (node.leaf)
            for (std::uint32_t i = 0; i < node.count; ++i) drawn[world.bsp.polygons[node.first + i]] = true;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const MeshPolygon& polygon = world.mesh.polygons[i];
        if ((polygon.flags & (portal | outdoor | ghost)) != 0 || polygon.corner_count < 3) drawn[i] = false;
    }
    return drawn;
}

BspTree single_leaf(const PlainMesh& mesh, Game game) {
    BspTree tree;
    tree.version = game == Game::gothic1 ? 2 : 3;
    for (std::uint32_t i = 0; i < mesh.polygons.size(); ++i) tree.polygons.push_back(i);
    BspNode leaf{.count = static_cast<std::uint32_t>(tree.polygons.size()), .leaf = true};
    const Box box = box_of(mesh.positions).value_or(Box{});
    leaf.bbox = {box.min, box.max};
    tree.light_points = {box.center()};
    tree.nodes = {leaf};
    return tree;
}

} // namespace ossuary::zengin
