#include <map>

#include "asc_motion.h"
#include "asc_names.h"
#include "formats/zengin/constant_channel.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/model.h"

namespace ossuary::zengin {

Result<Clip> to_clip(const AscFile& file, const Skeleton& skeleton, std::string_view name, const ToClipOptions& options,
                     Diagnostics* diagnostics) {
    const PickedSamples picked = pick_samples(file, options, name, diagnostics);
    const auto rate = static_cast<double>(picked.fps);
    Clip clip;
    clip.name = name;
    clip.frame_rate = rate;
    clip.duration = picked.samples.size() > 1 ? static_cast<double>(picked.samples.size() - 1) / rate : 0;
    clip.joints.resize(skeleton.joints.size());

    std::map<std::string, std::int32_t> node_of; // by the name in the model
    std::vector<NodeMotion> motions;
    motions.reserve(file.nodes.size());
    for (std::size_t i = 0; i < file.nodes.size(); ++i) {
        motions.emplace_back(file.nodes[i]);
        node_of.try_emplace(model_name(file.nodes[i].name), static_cast<std::int32_t>(i));
    }
    const auto find = [&](std::string_view joint) {
        const auto found = node_of.find(upper_case(joint));
        return found == node_of.end() ? -1 : found->second;
    };

    std::size_t matched = 0, animated = 0;
    for (const NodeMotion& motion : motions) animated += motion.has_tracks();
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        const Joint& joint = skeleton.joints[j];
        const std::int32_t node = find(joint.name);
        if (node < 0 || !motions[static_cast<std::size_t>(node)].has_tracks()) continue;
        ++matched;
        const NodeMotion* parent = nullptr;
        if (joint.parent >= 0) {
            const std::string& parent_name = skeleton.joints[static_cast<std::size_t>(joint.parent)].name;
            std::int32_t parent_node = find(parent_name);
            if (parent_node < 0) {
                report(diagnostics, Severity::warning, {.field = joint.name},
                       "the file has no node " + parent_name + ", the parent of this one");
                parent_node = find(model_name(file.nodes[static_cast<std::size_t>(node)].parent));
            }
            if (parent_node >= 0) parent = &motions[static_cast<std::size_t>(parent_node)];
        }
        JointTrack& track = clip.joints[j];
        track.translation.rate = track.rotation.rate = rate;
        Quatd before;
        for (const std::uint32_t sample : picked.samples) {
            const Affined local =
                options.basis.matrix(local_matrix(motions[static_cast<std::size_t>(node)], parent, sample));
            Quatd rotation = to_quat(Affined{normalize(local.x), normalize(local.y), normalize(local.z), {}});
            if (dot(rotation, before) < 0) rotation = -rotation;
            before = rotation;
            track.translation.values.push_back(to_float(local.t));
            track.rotation.values.push_back(to_float(rotation));
        }
        collapse_if_constant(track.translation);
        collapse_if_constant(track.rotation);
        if (joint.parent < 0 && clip.hints.root_joint < 0) clip.hints.root_joint = static_cast<std::int32_t>(j);
    }
    if (animated > 0 && matched == 0) return fail("none of the animated nodes is a joint of this skeleton");
    if (matched < animated)
        report(diagnostics, Severity::note, {.field = std::string(name)},
               std::to_string(animated - matched) + " animated nodes are no joints of this skeleton");
    return clip;
}

} // namespace ossuary::zengin
