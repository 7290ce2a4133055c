#include <algorithm>

#include "compiled_names.h"
#include "formats/zengin/space.h"
#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/model.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t most_nodes = 32767; // parents are i16

Matrix rows_of(const Affined& matrix) {
    const Affine m = to_float(matrix);
    return {{{m.x.x, m.y.x, m.z.x, m.t.x}, {m.x.y, m.y.y, m.z.y, m.t.y}, {m.x.z, m.y.z, m.z.z, m.t.z}, {0, 0, 0, 1}}};
}

// Of all vertices of the model, in its space.
std::optional<Box> bounds_of(const AscFile& file, const AscHierarchy& tree) {
    std::optional<Box> bounds;
    const auto add = [&](std::int32_t index) {
        const AscNode& node = file.nodes[static_cast<std::size_t>(index)];
        for (const Vec3& vertex : node.meshes.front().vertices) add_point(bounds, half_turn(swap_axes(vertex)));
    };
    for (const AscHierarchy::Entry& entry : tree.entries)
        if (entry.mesh_node >= 0) add(entry.mesh_node);
    for (const std::int32_t skin : tree.soft_skins) add(skin);
    return bounds;
}

} // namespace

Result<ModelHierarchy> compile_mdh(const AscFile& file, std::string_view name, const CompileOptions& options,
                                   Diagnostics* diagnostics) {
    const AscHierarchy tree = asc_hierarchy(file, diagnostics);
    if (tree.entries.empty()) return fail("the file has no node that is part of a hierarchy");
    if (tree.entries.size() > most_nodes)
        return fail("BadCount: " + std::to_string(tree.entries.size()) + " nodes, a hierarchy has at most " +
                    std::to_string(most_nodes));
    ModelHierarchy hierarchy;
    hierarchy.source_path = source_path(name);
    std::vector<Affined> world;
    std::size_t roots = 0;
    for (const AscHierarchy::Entry& entry : tree.entries) {
        const AscNode& source = file.nodes[static_cast<std::size_t>(entry.node)];
        world.push_back(engine_matrix(source.matrix));
        Affined local = half_turn(world.back());
        if (entry.parent >= 0) {
            local = inverse(world[static_cast<std::size_t>(entry.parent)]) * world.back();
        } else {
            // Readers add the translation to every root. The game keeps that of the last root and forgets the others.
            const bool keeps = hierarchy.nodes.empty() || !options.exact;
            if (keeps) hierarchy.root_translation = to_float(local.t);
            local.t = keeps ? Vec3d{} : local.t - to_double(hierarchy.root_translation);
            ++roots;
        }
        hierarchy.nodes.push_back(
            {compiled_text(source.name), static_cast<std::int16_t>(entry.parent), rows_of(local)});
    }
    if (roots > 1 && !options.exact)
        report(diagnostics, Severity::note, {},
               "there are " + std::to_string(roots) +
                   " roots; at rest all stand where the last one does, as in the game");
    if (const auto bounds = bounds_of(file, tree)) {
        hierarchy.bbox = {bounds->min - hierarchy.root_translation, bounds->max - hierarchy.root_translation};
        const BoundingBox& box = hierarchy.bbox;
        hierarchy.collision_bbox = {{box.min.x * 0.5f, box.min.y * 0.7f, box.min.z * 0.5f},
                                    {box.max.x * 0.5f, box.max.y * 0.8f, box.max.z * 0.5f}};
    }
    hierarchy.checksum = node_checksum(hierarchy);
    return hierarchy;
}

} // namespace ossuary::zengin
