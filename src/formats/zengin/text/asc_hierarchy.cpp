#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/model.h"

namespace ossuary::zengin {

namespace {

enum class Prefix : std::uint8_t { bone, slot, mesh, other };

Prefix prefix_of(std::string_view name) {
    if (equal_ignoring_case(name.substr(0, 5), "BIP01")) return Prefix::bone;
    if (equal_ignoring_case(name.substr(0, 3), "ZS_")) return Prefix::slot;
    if (equal_ignoring_case(name.substr(0, 3), "ZM_")) return Prefix::mesh;
    return Prefix::other;
}

bool has_rigid_mesh(const AscNode& node) {
    return !node.meshes.empty() && (node.mesh_kind == AscMeshKind::rigid || node.mesh_kind == AscMeshKind::animation);
}
bool is_soft_skin(const AscNode& node) { return node.mesh_kind == AscMeshKind::soft_skin && !node.meshes.empty(); }

// Parents by index; a node that is its own ancestor becomes a root.
std::vector<std::int32_t> find_parents(const AscFile& file, Diagnostics* diagnostics) {
    const AscNames names(file);
    std::vector<std::int32_t> parents(file.nodes.size(), -1);
    for (std::size_t i = 0; i < parents.size(); ++i)
        if (!file.nodes[i].parent.empty()) parents[i] = names.find(file.nodes[i].parent);
    std::vector<std::uint32_t> walk(parents.size(), 0); // the number of the walk upwards that passed here first
    for (std::uint32_t i = 0; i < parents.size(); ++i) {
        std::int32_t at = static_cast<std::int32_t>(i);
        while (at >= 0 && walk[static_cast<std::size_t>(at)] == 0) {
            walk[static_cast<std::size_t>(at)] = i + 1;
            const std::int32_t parent = parents[static_cast<std::size_t>(at)];
            if (parent >= 0 && walk[static_cast<std::size_t>(parent)] == i + 1) {
                report(diagnostics, Severity::warning, {.field = file.nodes[static_cast<std::size_t>(at)].name},
                       "the node is its own ancestor; it is taken as a root");
                parents[static_cast<std::size_t>(at)] = -1;
                break;
            }
            at = parent;
        }
    }
    return parents;
}

// File order, but parents before their children.
std::vector<std::int32_t> parents_first(const std::vector<std::int32_t>& parents) {
    std::vector<std::int32_t> order, chain;
    std::vector<bool> placed(parents.size(), false);
    order.reserve(parents.size());
    for (std::size_t i = 0; i < parents.size(); ++i) {
        for (std::int32_t at = static_cast<std::int32_t>(i); at >= 0 && !placed[static_cast<std::size_t>(at)];
             at = parents[static_cast<std::size_t>(at)]) {
            placed[static_cast<std::size_t>(at)] = true;
            chain.push_back(at);
        }
        order.insert(order.end(), chain.rbegin(), chain.rend());
        chain.clear();
    }
    return order;
}

} // namespace

AscHierarchy asc_hierarchy(const AscFile& file, Diagnostics* diagnostics) {
    const std::vector<std::int32_t> parents = find_parents(file, diagnostics);
    const bool by_name = std::any_of(file.nodes.begin(), file.nodes.end(), [](const AscNode& node) {
        return !is_soft_skin(node) && prefix_of(node.name) != Prefix::other;
    });

    AscHierarchy hierarchy;
    hierarchy.entry_of_node.assign(file.nodes.size(), -1);
    for (const std::int32_t index : parents_first(parents)) {
        const auto at = static_cast<std::size_t>(index);
        const AscNode& node = file.nodes[at];
        const Prefix prefix = prefix_of(node.name);
        if (is_soft_skin(node)) {
            if (prefix == Prefix::mesh || !by_name) hierarchy.soft_skins.push_back(index);
            continue;
        }
        if (by_name && prefix == Prefix::other) continue;
        std::int32_t parent = -1;
        if (parents[at] >= 0) {
            parent = hierarchy.entry_of_node[static_cast<std::size_t>(parents[at])];
            if (parent < 0) continue; // dropped with the node above it
        }
        if (by_name && prefix == Prefix::mesh && has_rigid_mesh(node) && parent >= 0) {
            AscHierarchy::Entry& carrier = hierarchy.entries[static_cast<std::size_t>(parent)];
            const bool below_bone = prefix_of(file.nodes[static_cast<std::size_t>(parents[at])].name) == Prefix::bone;
            if (below_bone && carrier.mesh_node < 0) {
                carrier.mesh_node = index;
                hierarchy.entry_of_node[at] = parent;
                continue;
            }
        }
        const bool carries = has_rigid_mesh(node) && (prefix == Prefix::mesh || !by_name);
        hierarchy.entry_of_node[at] = static_cast<std::int32_t>(hierarchy.entries.size());
        hierarchy.entries.push_back({index, parent, carries ? index : -1});
    }
    return hierarchy;
}

} // namespace ossuary::zengin
