#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/model.h"
#include "proto_mesh_model.h"

namespace ossuary::zengin {

namespace {

Affined affine_of(const Matrix& rows) {
    const auto column = [&](std::size_t c) { return to_double(Vec3{rows[0][c], rows[1][c], rows[2][c]}); };
    return {column(0), column(1), column(2), column(3)};
}

// Nodes in an order in which parents come first: the file's own wherever it is one.
std::vector<std::size_t> parents_first(const ModelHierarchy& hierarchy) {
    std::vector<std::size_t> order, line;
    std::vector<bool> placed(hierarchy.nodes.size());
    for (std::size_t n = 0; n < hierarchy.nodes.size(); ++n) {
        line.clear();
        for (std::size_t at = n; !placed[at];) {
            placed[at] = true;
            line.push_back(at);
            if (hierarchy.nodes[at].parent < 0) break;
            at = static_cast<std::size_t>(hierarchy.nodes[at].parent);
        }
        order.insert(order.end(), line.rbegin(), line.rend());
    }
    return order;
}

} // namespace

Result<Model> to_model(const ModelHierarchy& hierarchy, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    if (auto error = check_parents(hierarchy)) return Failure(std::move(*error));
    if (hierarchy.nodes.empty()) return fail({.field = "nodes"}, "the hierarchy has no node");
    Model model = empty_model(name, options);
    const std::vector<std::size_t> order = parents_first(hierarchy);
    std::vector<std::int32_t> joint_of(order.size());
    for (std::size_t j = 0; j < order.size(); ++j) joint_of[order[j]] = static_cast<std::int32_t>(j);
    for (std::size_t j = 0; j < order.size(); ++j) {
        const HierarchyNode& node = hierarchy.nodes[order[j]];
        Affined local = affine_of(node.matrix);
        if (node.parent < 0) local.t += to_double(hierarchy.root_translation);
        local = options.basis.matrix(local);
        auto rest = decompose(local, 1e-3);
        if (!rest) {
            report(diagnostics, Severity::warning, {.field = to_utf8(node.name)},
                   "the matrix is sheared or flat; its position is kept, its rotation is not");
            rest = Transformd{.translation = local.t};
        }
        Joint& joint = model.skeleton.joints.emplace_back();
        joint.name = to_utf8(node.name);
        joint.parent = node.parent < 0 ? -1 : joint_of[static_cast<std::size_t>(node.parent)];
        joint.rest = to_float(*rest);
        if (order[j] != j) joint.extras.set("node", order[j]);
    }
    return model;
}

} // namespace ossuary::zengin
