#include <algorithm>
#include <cmath>

#include "formats/zengin/constant_channel.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/model.h"
#include "soft_skin_model.h"

namespace ossuary::zengin {

namespace {

// The events of the file in the words of a script; frames count from the start of the animation.
std::vector<ScriptEvent> script_events(const ModelAnimation& animation) {
    std::vector<ScriptEvent> events;
    for (const AnimationEvent& event : animation.events) {
        const auto frame = static_cast<std::int32_t>(std::min(event.frame, animation.num_frames));
        const auto& [first, second, third, fourth] = event.content;
        const auto sound = [&](EventSfx& made) {
            made.frame = frame;
            made.name = first;
            if (event.values[0] > 0) made.range = event.values[0];
            made.slot_value = 1.0f; // what the value says of slots is not known here
        };
        switch (event.type) {
        case 0: events.push_back({EventTag{frame, event.tag, {first, second, third, fourth}}}); break;
        case 1: sound(std::get<EventSfx>(events.emplace_back(ScriptEvent{EventSfx{}}).data)); break;
        case 2: sound(std::get<EventSfxGround>(events.emplace_back(ScriptEvent{EventSfxGround{}}).data)); break;
        case 4: events.push_back({EventSwapMesh{frame, {first, second}}}); break;
        case 6:
            events.push_back({EventPfx{.frame = frame, .handle = event.values[0], .name = first, .node = second}});
            break;
        case 8: events.push_back({EventPfxStop{frame, event.values[0]}}); break;
        case 10: events.push_back({EventMorphStart{.frame = frame, .name = first, .node = second}}); break;
        case 11: events.push_back({EventCamTremor{.frame = frame, .args = event.values}}); break;
        default: break; // unused by the games
        }
    }
    return events;
}

} // namespace

Result<Clip> to_clip(const ModelAnimation& animation, const Skeleton& skeleton, std::string_view name,
                     const ToModelOptions& options, Diagnostics* diagnostics) {
    const std::size_t nodes = animation.num_nodes, frames = animation.num_frames;
    if (animation.node_indices.size() != nodes || animation.samples.size() != nodes * frames)
        return fail({.field = "samples"}, "BadCount: the samples do not fit the header");
    if (auto error = check_nodes(animation, skeleton.joints.size())) return Failure(std::move(*error));
    if (animation.checksum != skeleton_checksum(skeleton))
        report(diagnostics, Severity::warning, {.field = std::string(name)},
               "ChecksumMismatch: the animation was made for another skeleton; its nodes are taken by number");
    double rate = static_cast<double>(animation.fps);
    if (!(rate > 0) || !std::isfinite(rate)) {
        report(diagnostics, Severity::warning, {.field = std::string(name)}, "the frame rate is not above 0; 25 it is");
        rate = 25;
    }

    Clip clip;
    clip.name = name;
    clip.frame_rate = rate;
    clip.duration = frames > 1 ? static_cast<double>(frames - 1) / rate : 0;
    clip.joints.resize(skeleton.joints.size());
    clip.hints.layer = static_cast<std::int32_t>(animation.layer);
    clip.hints.next = to_utf8(animation.next);
    if (!animation.events.empty())
        clip.events =
            to_events(script_events(animation), {.source_rate = rate, .duration = clip.duration}, diagnostics);
    if (frames == 0) return clip;

    std::vector<Quat> rotations(animation.samples.size());
    std::vector<Vec3> positions(animation.samples.size());
    decode(animation, rotations, positions);
    const std::vector<std::uint32_t> joint_of_node = node_joints(skeleton);
    for (std::size_t k = 0; k < nodes; ++k) {
        const std::uint32_t joint = joint_of_node[animation.node_indices[k]];
        JointTrack& track = clip.joints[joint];
        if (!track.rotation.is_rest()) {
            report(diagnostics, Severity::warning, {.field = "node_indices"},
                   "node " + std::to_string(animation.node_indices[k]) + " is there twice; the first one counts");
            continue;
        }
        if (skeleton.joints[joint].parent < 0 && clip.hints.root_joint < 0)
            clip.hints.root_joint = static_cast<std::int32_t>(joint);
        track.translation.rate = track.rotation.rate = rate;
        Quatd before;
        for (std::size_t at = k; at < rotations.size(); at += nodes) {
            Quatd rotation = options.basis.rotation(conjugate(normalize(to_double(rotations[at]))));
            if (dot(rotation, before) < 0) rotation = -rotation;
            before = rotation;
            track.rotation.values.push_back(to_float(rotation));
            track.translation.values.push_back(to_float(options.basis.point(to_double(positions[at]))));
        }
        collapse_if_constant(track.translation);
        collapse_if_constant(track.rotation);
    }
    return clip;
}

} // namespace ossuary::zengin
