#include <algorithm>

#include "compiled_names.h"
#include "formats/zengin/text/asc_motion.h"
#include "hierarchy_pose.h"
#include "man_packing.h"
#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/compile.h"

namespace ossuary::zengin {

namespace {

// A node of the file that is animated, with what it hangs on.
struct MovingNode {
    std::uint32_t number = 0; // in the hierarchy
    const NodeMotion* motion = nullptr;
    const NodeMotion* parent = nullptr;
};

std::vector<MovingNode> moving_nodes(const AscFile& file, const std::vector<NodeMotion>& motions,
                                     const ModelHierarchy& hierarchy, std::string_view name, Diagnostics* diagnostics) {
    const AscNames names(file);
    const NodeNumbers numbers(hierarchy);
    const auto motion_of = [&](std::string_view node) -> const NodeMotion* {
        const std::int32_t index = names.find(node);
        return index < 0 ? nullptr : &motions[static_cast<std::size_t>(index)];
    };
    std::vector<MovingNode> nodes;
    std::vector<bool> taken(hierarchy.nodes.size());
    std::size_t unknown = 0;
    for (std::size_t i = 0; i < file.nodes.size(); ++i) {
        if (!motions[i].has_tracks()) continue;
        const AscNode& source = file.nodes[i];
        const std::int32_t number = numbers.find(compiled_text(source.name));
        if (number < 0) {
            ++unknown;
            continue;
        }
        const auto at = static_cast<std::size_t>(number);
        if (taken[at]) continue;
        taken[at] = true;
        const NodeMotion* parent = nullptr;
        if (const std::int16_t above = hierarchy.nodes[at].parent; above >= 0) {
            parent = motion_of(hierarchy.nodes[static_cast<std::size_t>(above)].name);
            if (!parent) parent = motion_of(source.parent);
        }
        nodes.push_back({static_cast<std::uint32_t>(number), &motions[i], parent});
    }
    if (unknown > 0)
        report(diagnostics, Severity::note, {.field = to_utf8(name)},
               std::to_string(unknown) + " animated nodes are not in the hierarchy");
    return nodes;
}

// Of all frames, the root held in place.
BoundingBox bounds_of(const ModelAnimation& animation, const ModelHierarchy& hierarchy,
                      std::span<const NodeBox> boxes) {
    if (boxes.empty() || animation.num_frames == 0) return {};
    std::vector<Quat> rotations(animation.samples.size());
    std::vector<Vec3> positions(animation.samples.size());
    decode(animation, rotations, positions);
    HierarchyPose pose(hierarchy, animation.node_indices);
    std::vector<Affined> locals(animation.num_nodes);
    std::optional<Boxd> bounds;
    for (std::size_t frame = 0; frame < animation.num_frames; ++frame) {
        for (std::size_t k = 0; k < locals.size(); ++k) {
            const std::size_t at = frame * locals.size() + k;
            locals[k] = to_affine(
                Transformd{.translation = to_double(positions[at]), .rotation = conjugate(to_double(rotations[at]))});
            if (hierarchy.nodes[animation.node_indices[k]].parent < 0) locals[k].t = {};
        }
        const std::vector<Affined>& world = pose.place(locals);
        for (const NodeBox& box : boxes) {
            const Affined& m = world[box.node];
            const Vec3d center = m.point(to_double(box.box.min + box.box.max) * 0.5);
            const Vec3d half = to_double(box.box.max - box.box.min) * 0.5;
            Vec3d reach; // of the eight corners
            for (std::size_t i = 0; i < 3; ++i)
                reach[i] = std::abs(m.x[i] * half.x) + std::abs(m.y[i] * half.y) + std::abs(m.z[i] * half.z);
            add_point(bounds, center - reach);
            add_point(bounds, center + reach);
        }
    }
    return {to_float(bounds->min), to_float(bounds->max)};
}

} // namespace

Result<ModelAnimation> compile_man(const AscFile& file, const Ani& ani, std::string_view script_line,
                                   const ModelHierarchy& hierarchy, std::span<const NodeBox> boxes,
                                   const CompileOptions& options, Diagnostics* diagnostics) {
    if (auto error = check_parents(hierarchy)) return Failure(std::move(*error));
    for (const NodeBox& box : boxes)
        if (box.node >= hierarchy.nodes.size()) return fail({.field = "boxes"}, "BadIndex: a box of no node");
    const PickedSamples picked = pick_samples(
        file, {.first = ani.first, .last = ani.last, .fps = ani.fps, .spd = ani.spd}, to_utf8(ani.name), diagnostics);
    const std::vector<NodeMotion> motions(file.nodes.begin(), file.nodes.end());
    const std::vector<MovingNode> nodes = moving_nodes(file, motions, hierarchy, ani.name, diagnostics);

    ModelAnimation animation;
    animation.name = compiled_text(ani.name);
    animation.layer = static_cast<std::uint32_t>(ani.layer);
    animation.num_frames = static_cast<std::uint32_t>(picked.samples.size());
    animation.num_nodes = static_cast<std::uint32_t>(nodes.size());
    animation.fps = picked.fps;
    animation.fps_source = picked.fps_source;
    animation.next = compiled_text(ani.next);
    animation.source_path = source_path(ani.asc);
    animation.source_script = compiled_text(script_line);
    animation.checksum = hierarchy.checksum;
    for (const MovingNode& node : nodes) animation.node_indices.push_back(node.number);

    std::vector<Transformd> locals;
    locals.reserve(picked.samples.size() * nodes.size());
    for (const std::uint32_t sample : picked.samples) {
        for (const MovingNode& node : nodes) {
            const Affined local = local_matrix(*node.motion, node.parent, sample);
            const Affined turn{normalize(local.x), normalize(local.y), normalize(local.z), {}};
            locals.push_back({.translation = local.t, .rotation = to_quat(turn)});
        }
    }
    if (auto packed = pack_samples(animation, locals, hierarchy, options.packing, diagnostics); !packed)
        return Failure(packed.error());
    animation.bbox = bounds_of(animation, hierarchy, boxes);
    return animation;
}

std::string man_file_name(std::string_view script_name, std::string_view ani) {
    return animation_name(compiled_text(script_name), compiled_text(ani));
}

} // namespace ossuary::zengin
