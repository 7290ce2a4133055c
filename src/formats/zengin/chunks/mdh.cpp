#include "ossuary/formats/zengin/mdh.h"
#include "mdh_layout.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/sort.h"

#include <algorithm>

namespace ossuary::zengin {

namespace {

enum : std::uint16_t { mdh_nodes_id = 0xD100, mdh_source_id = 0xD110, mdh_end_id = 0xD120 };
constexpr ChunkType mdh_nodes_chunk{mdh_nodes_id}, mdh_source_chunk{mdh_source_id}, mdh_end_chunk{mdh_end_id};
constexpr ChunkType mdh_usual_order[]{mdh_nodes_chunk, mdh_source_chunk, mdh_end_chunk};
constexpr ChunkType mdh_content[]{mdh_nodes_chunk};

template <class Io> bool describe_chunk(Io& io, ChunkType type, ModelHierarchy& hierarchy) {
    switch (static_cast<std::uint16_t>(type)) {
    case mdh_nodes_id: describe_nodes(io, hierarchy); return true;
    case mdh_source_id: describe_source(io, hierarchy); return true;
    case mdh_end_id: return true;
    default: return false;
    }
}

// The node at which something is wrong, or none.
std::optional<std::size_t> bad_parent(const ModelHierarchy& hierarchy) {
    const std::vector<HierarchyNode>& nodes = hierarchy.nodes;
    bool ordered = true;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].parent < -1 || nodes[i].parent >= static_cast<std::int64_t>(nodes.size())) return i;
        ordered = ordered && nodes[i].parent < static_cast<std::int64_t>(i);
    }
    if (ordered) return {};
    // Every node is walked once: a walk ends at the root, at a node known to be good, or in itself.
    enum : char { unseen, walking, good };
    std::vector<char> state(nodes.size(), unseen);
    for (std::size_t start = 0; start < nodes.size(); ++start) {
        std::int32_t at = static_cast<std::int32_t>(start);
        while (at >= 0 && state[static_cast<std::size_t>(at)] == unseen) {
            state[static_cast<std::size_t>(at)] = walking;
            at = nodes[static_cast<std::size_t>(at)].parent;
        }
        if (at >= 0 && state[static_cast<std::size_t>(at)] == walking) return static_cast<std::size_t>(at);
        for (at = static_cast<std::int32_t>(start); at >= 0 && state[static_cast<std::size_t>(at)] == walking;
             at = nodes[static_cast<std::size_t>(at)].parent)
            state[static_cast<std::size_t>(at)] = good;
    }
    return {};
}

void warn_oddities(ChunkReader& file, const ModelHierarchy& hierarchy) {
    if (hierarchy.version != 3) file.warn("version " + std::to_string(hierarchy.version) + ", expected 3", "version");
    std::size_t roots = 0;
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < hierarchy.nodes.size(); ++i) {
        const HierarchyNode& node = hierarchy.nodes[i];
        const std::string field = "nodes[" + std::to_string(i) + "]";
        roots += node.parent == -1;
        names.push_back(node.name);
        if (node.name.empty()) file.warn("the node has no name", field + ".name");
        if (node.matrix[3] != std::array<float, 4>{0, 0, 0, 1})
            file.warn("the last row of the matrix is not 0 0 0 1", field + ".matrix");
    }
    if (roots > 1) file.warn(std::to_string(roots) + " roots", "nodes");
    ossuary::sort(names);
    if (const auto twin = std::ranges::adjacent_find(names); twin != names.end())
        file.warn("more than one node is called '" + std::string(*twin) + "'", "nodes");
    if (node_checksum(hierarchy) != hierarchy.checksum)
        file.warn("ChecksumMismatch: the file says " + std::to_string(hierarchy.checksum) + ", its node names give " +
                      std::to_string(node_checksum(hierarchy)),
                  "checksum");
}

} // namespace

std::uint32_t node_checksum(const ModelHierarchy& hierarchy) {
    std::vector<std::string> names;
    for (const HierarchyNode& node : hierarchy.nodes) names.push_back(node.name);
    return checksum(names);
}

std::optional<Error> check_parents(const ModelHierarchy& hierarchy) {
    const auto bad = bad_parent(hierarchy);
    if (!bad) return {};
    const std::int16_t parent = hierarchy.nodes[*bad].parent;
    const bool exists = parent >= 0 && static_cast<std::size_t>(parent) < hierarchy.nodes.size();
    return Error({.field = "nodes[" + std::to_string(*bad) + "].parent"},
                 exists ? "BadIndex: the node is its own ancestor"
                        : "BadIndex: there is no node " + std::to_string(parent) + " among " +
                              std::to_string(hierarchy.nodes.size()));
}

Result<ModelHierarchy> parse_mdh_part(ChunkReader& file) {
    ModelHierarchy hierarchy;
    bool nodes_seen = false, source_seen = false, ended = false;
    while (!ended && file.next()) {
        const ChunkType type = file.type();
        if (!nodes_seen && type != mdh_nodes_chunk) {
            file.fail("NotMdh: a hierarchy begins with chunk d100");
            break;
        }
        if (type == mdh_nodes_chunk && !file.once(nodes_seen)) break;
        if (type == mdh_source_chunk && !file.once(source_seen)) break;
        ended = type == mdh_end_chunk;
        PayloadReader io = file.open();
        if (!describe_chunk(io, type, hierarchy)) {
            file.keep();
            continue;
        }
        if (!file.close(io)) break;
        if (type != mdh_nodes_chunk) continue;
        if (const auto error = check_parents(hierarchy)) {
            file.fail(error->message(), error->place().field);
            break;
        }
        if (file.diagnostics()) warn_oddities(file, hierarchy);
    }
    if (!file.ok()) return file.failure();
    if (!nodes_seen) {
        file.missing(mdh_nodes_chunk);
        return file.failure();
    }
    if (!source_seen) file.warn_missing(mdh_source_chunk);
    if (!ended) file.warn_missing(mdh_end_chunk);
    hierarchy.layout = file.take_layout(mdh_usual_order);
    return hierarchy;
}

bool begins_as_hierarchy(Bytes bytes) {
    constexpr std::uint32_t hierarchy_version = 3;
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xd100 && begins_with(head, hierarchy_version);
}

bool has_mesh_chunks(Bytes bytes) {
    ChunkReader file(bytes);
    while (file.next())
        if (file.type() == ChunkType{0xd000}) return true;
    return false;
}

bool recognise_mdh(Bytes bytes) { return begins_as_hierarchy(bytes) && !has_mesh_chunks(bytes); }

Result<ModelHierarchy> parse_mdh(Bytes bytes, Diagnostics* diagnostics) {
    ChunkReader file(bytes, diagnostics);
    auto hierarchy = parse_mdh_part(file);
    if (hierarchy) hierarchy->layout.trailing = file.take_trailing();
    return hierarchy;
}

void write_mdh_part(ByteBuffer& buffer, const ModelHierarchy& hierarchy) {
    write_chunks(
        buffer, chunks_to_write(hierarchy.layout, mdh_usual_order, mdh_content),
        [&](PayloadWriter& io, ChunkType type) { describe_chunk(io, type, const_cast<ModelHierarchy&>(hierarchy)); });
    buffer.insert(buffer.end(), hierarchy.layout.trailing.bytes.begin(), hierarchy.layout.trailing.bytes.end());
}

ByteBuffer write_mdh(const ModelHierarchy& hierarchy) {
    ByteBuffer buffer;
    write_mdh_part(buffer, hierarchy);
    return buffer;
}

Json dump_mdh(const ModelHierarchy& hierarchy) { return dump_zengin(hierarchy); }

Result<ModelHierarchy> build_mdh(const Json& json) {
    auto hierarchy = build_zengin<ModelHierarchy>(json);
    if (!hierarchy) return hierarchy;
    if (hierarchy->nodes.size() > 0xFFFF) return fail({.field = "nodes"}, "BadCount: more than 65535 nodes");
    if (auto error = check_parents(*hierarchy)) return Failure(std::move(*error));
    return hierarchy;
}

} // namespace ossuary::zengin
