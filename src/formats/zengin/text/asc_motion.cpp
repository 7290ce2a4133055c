#include "asc_motion.h"

#include <algorithm>

#include "formats/zengin/space.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {
constexpr std::int64_t most_still_frames = 65536; // of a file that says how many and has none
}

NodeMotion::NodeMotion(const AscNode& node)
    : node_(&node), rest_(engine_matrix(node.matrix)),
      has_tracks_(node.tracks && (!node.tracks->positions.empty() || !node.tracks->rotations.empty())) {}

Affined NodeMotion::at(std::size_t sample) const {
    if (!has_tracks_) return rest_;
    Affined matrix = rest_;
    const AscTracks& tracks = *node_->tracks;
    if (!tracks.rotations.empty()) {
        const AscRotationKey& key = tracks.rotations[std::min(sample, tracks.rotations.size() - 1)];
        matrix = engine_matrix({}, key.axis, key.angle);
        matrix.t = rest_.t;
    }
    if (!tracks.positions.empty())
        matrix.t = swap_axes(to_double(tracks.positions[std::min(sample, tracks.positions.size() - 1)].position));
    return matrix;
}

Affined local_matrix(const NodeMotion& node, const NodeMotion* parent, std::size_t sample) {
    return parent ? inverse(parent->at(sample)) * node.at(sample) : half_turn(node.at(sample));
}

std::vector<std::uint32_t> picked_frames(std::uint32_t count, float source_rate, float rate) {
    std::vector<std::uint32_t> frames;
    // The running sum in float32 is the compiler's: it decides which frames are taken.
    const bool thins = count > 1 && rate > 0 && rate < source_rate;
    const float step = thins ? source_rate / rate : 1.0f;
    if (!thins) {
        for (std::uint32_t i = 0; i < count; ++i) frames.push_back(i);
        return frames;
    }
    for (float t = 0; t < static_cast<float>(count); t += step) {
        const auto frame = static_cast<std::uint32_t>(t);
        if (frame >= count || t + step == t) break; // the step is too small, or the sum too large, for a float
        frames.push_back(frame);
    }
    return frames;
}

PickedSamples pick_samples(const AscFile& file, const ToClipOptions& options, std::string_view name,
                           Diagnostics* diagnostics) {
    std::size_t samples = 0;
    for (const AscNode& node : file.nodes)
        if (node.tracks) samples = std::max({samples, node.tracks->positions.size(), node.tracks->rotations.size()});
    // Without tracks nothing moves, but it still takes its time.
    const std::int64_t scene_count = std::int64_t{file.scene.last_frame} - file.scene.first_frame + 1;
    if (samples == 0 && scene_count > 0) samples = static_cast<std::size_t>(std::min(scene_count, most_still_frames));

    // Frames are numbered from SCENE_FIRSTFRAME; samples count by order.
    const std::int64_t scene_first = file.scene.first_frame;
    const std::int64_t end = static_cast<std::int64_t>(samples) - 1;
    std::int64_t first = std::int64_t{options.first.value_or(file.scene.first_frame)} - scene_first;
    std::int64_t last = options.last == -1 ? end : std::int64_t{options.last} - scene_first;
    if (samples > 0 && (first < 0 || last > end || first > last)) {
        report(diagnostics, Severity::warning, {.field = std::string(name)},
               "frames " + std::to_string(first + scene_first) + " to " + std::to_string(last + scene_first) +
                   " are not all there; the file has " + std::to_string(scene_first) + " to " +
                   std::to_string(end + scene_first));
        first = std::clamp<std::int64_t>(first, 0, end);
        last = std::clamp(last, first, end);
    }

    PickedSamples picked;
    picked.fps_source = picked.fps = file.scene.frame_speed > 0 ? file.scene.frame_speed : 25.0f;
    const auto count = samples > 0 ? static_cast<std::uint32_t>(last - first + 1) : 0;
    const bool thins = !(options.spd > 0) && count > 1 && options.fps > 0 && options.fps < picked.fps_source;
    if (thins) picked.fps = options.fps;
    if (options.spd > 0) picked.fps = options.spd;
    picked.samples = picked_frames(count, picked.fps_source, thins ? options.fps : picked.fps_source);
    for (std::uint32_t& sample : picked.samples) sample += static_cast<std::uint32_t>(first);
    return picked;
}

} // namespace ossuary::zengin
