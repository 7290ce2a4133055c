#include <cmath>

#include "mmb_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/model.h"
#include "proto_mesh_model.h"

namespace ossuary::zengin {

namespace {

// The frames of one animation as morph targets of the mesh.
void add_targets(BuiltMesh& built, const MorphAnimation& animation, std::size_t position_count, const Basis& basis) {
    std::vector<std::int32_t> entry_of(position_count, -1); // of a position in the animation's list
    for (std::size_t i = 0; i < animation.vertices.size(); ++i)
        entry_of[animation.vertices[i]] = static_cast<std::int32_t>(i);
    for (std::size_t frame = 0; frame < animation.frame_count; ++frame) {
        MorphTarget& target = built.mesh.morphs.emplace_back();
        target.name = to_utf8(animation.name) + ' ' + std::to_string(frame);
        target.positions.reserve(built.source.size());
        for (const std::uint32_t position : built.source) {
            const std::int32_t entry = entry_of[position];
            target.positions.push_back(
                entry < 0
                    ? Vec3{}
                    : to_float(basis.point(to_double(
                          animation.samples[frame * animation.vertices.size() + static_cast<std::size_t>(entry)]))));
        }
    }
}

} // namespace

Clip morph_clip(const MorphAnimation& animation, std::size_t first, std::size_t target_count) {
    const std::size_t frames = animation.frame_count;
    const bool loops = (animation.flags & MorphAnimation::loop) != 0 && frames > 1;
    double rate = static_cast<double>(animation.speed * 1000.0f); // in float: 0.025 is 25 again
    if (!(rate > 0) || !std::isfinite(rate)) rate = 25;
    Clip clip;
    clip.name = to_utf8(animation.name);
    clip.frame_rate = rate;
    clip.duration = static_cast<double>(loops ? frames : frames - 1) / rate;
    clip.loop = loops ? LoopMode::wrap : LoopMode::once;
    clip.hints.layer = animation.layer;
    const auto seconds = [](float per_ms) {
        return per_ms != 0 && std::isfinite(per_ms) ? std::abs(0.001 / static_cast<double>(per_ms)) : 0.0;
    };
    clip.hints.blend_in = seconds(animation.blend_in);
    clip.hints.blend_out = seconds(animation.blend_out);
    if (loops) clip.hints.next = clip.name;
    clip.extras.set("hold", JsonDumper::dump(animation.duration));
    clip.extras.set("flags", animation.flags);
    clip.hints.flags.emplace(); // not those of a model script

    MorphTrack& track = clip.morphs.emplace_back();
    track.weights.resize(target_count);
    for (std::size_t k = 0; k < frames; ++k) {
        Channel<float>& weight = track.weights[first + k];
        const auto key = [&](std::size_t frame, float value) {
            weight.times.push_back(static_cast<float>(static_cast<double>(frame) / rate));
            weight.values.push_back(value);
        };
        if (frames == 1) {
            weight.values.push_back(1);
            continue;
        }
        if (k > 0) key(k - 1, 0);
        key(k, 1);
        if (loops || k + 1 < frames) key(k + 1, 0);
        if (loops && k == 0) {
            if (frames > 2) key(frames - 1, 0);
            key(frames, 1);
        }
    }
    return clip;
}

Result<Model> to_model(const MorphMesh& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    if (auto error = check_mesh(file.mesh)) return Failure(std::move(*error));
    Model model = empty_model(name, options);
    MaterialTable materials(model);
    BuiltMesh built = build_mesh(file.mesh, options.basis, materials);
    if (built.mesh.indices.empty()) return fail({.field = "mesh"}, "the mesh has no triangle");
    built.mesh.name = name;
    std::size_t targets = 0;
    for (std::size_t a = 0; a < file.animations.size(); ++a) {
        const MorphAnimation& animation = file.animations[a];
        const std::string path = "animations[" + std::to_string(a) + ']';
        if (animation.samples.size() != animation.vertices.size() * animation.frame_count)
            return fail({.field = path + ".samples"}, "BadCount: not one for each vertex and frame");
        for (const std::uint32_t vertex : animation.vertices)
            if (vertex >= file.mesh.positions.size())
                return fail({.field = path + ".vertices"}, "BadIndex: position " + std::to_string(vertex));
        targets += animation.frame_count;
    }
    // A target holds every vertex: what a small file can ask for must not grow without bound.
    constexpr std::size_t most_values = std::size_t{1} << 26;
    if (targets > most_values / built.source.size())
        return fail({.field = "animations"}, "TooLarge: " + std::to_string(targets) + " frames of " +
                                                 std::to_string(built.source.size()) + " vertices");
    std::size_t first = 0;
    for (const MorphAnimation& animation : file.animations) {
        if (animation.frame_count == 0) {
            report(diagnostics, Severity::warning, {.field = to_utf8(animation.name)}, "the animation has no frame");
            continue;
        }
        add_targets(built, animation, file.mesh.positions.size(), options.basis);
        model.clips.push_back(morph_clip(animation, first, targets));
        first += animation.frame_count;
    }
    model.meshes.push_back(std::move(built.mesh));
    return model;
}

} // namespace ossuary::zengin
