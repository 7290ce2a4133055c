#include <algorithm>
#include <map>

#include "asc_names.h"
#include "ossuary/formats/zengin/asc_model.h"

namespace ossuary::zengin {

namespace {

// Sample i of a node's tracks in engine axes, before F; what has no track comes from NODE_TM. Past its end a track
// holds its last sample.
class NodeMotion {
public:
    explicit NodeMotion(const AscNode& node) : node_(node), rest_(engine_matrix(node.matrix)) {
        has_tracks_ = node.tracks && (!node.tracks->positions.empty() || !node.tracks->rotations.empty());
    }

    bool has_tracks() const { return has_tracks_; }
    Affined at(std::size_t i) const {
        if (!has_tracks_) return rest_;
        Affined matrix = rest_;
        const AscTracks& tracks = *node_.tracks;
        if (!tracks.rotations.empty()) {
            const AscRotationKey& key = tracks.rotations[std::min(i, tracks.rotations.size() - 1)];
            matrix = engine_matrix({}, key.axis, key.angle);
            matrix.t = rest_.t;
        }
        if (!tracks.positions.empty())
            matrix.t = swap_axes(to_double(tracks.positions[std::min(i, tracks.positions.size() - 1)].position));
        return matrix;
    }

private:
    const AscNode& node_;
    Affined rest_;
    bool has_tracks_;
};

template <class T> void collapse_if_constant(Channel<T>& channel) {
    if (std::all_of(channel.values.begin(), channel.values.end(),
                    [&](const T& value) { return value == channel.values.front(); })) {
        channel.values.resize(1);
        channel.rate = 0;
    }
}

} // namespace

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

Result<Clip> to_clip(const AscFile& file, const Skeleton& skeleton, std::string_view name,
                     const AscClipOptions& options, Diagnostics* diagnostics) {
    std::size_t samples = 0;
    for (const AscNode& node : file.nodes)
        if (node.tracks) samples = std::max({samples, node.tracks->positions.size(), node.tracks->rotations.size()});

    // Frames are numbered from SCENE_FIRSTFRAME; samples count by order.
    const std::int64_t scene_first = file.scene.first_frame;
    std::int64_t first = options.first.value_or(file.scene.first_frame) - scene_first;
    std::int64_t last =
        options.last == -1 ? std::int64_t{file.scene.last_frame} - scene_first : options.last - scene_first;
    const std::int64_t end = static_cast<std::int64_t>(samples) - 1;
    if (options.last == -1 && last != end) last = end; // the tracks are what can be played
    if (samples > 0 && (first < 0 || last > end || first > last)) {
        report(diagnostics, Severity::warning, {.field = std::string(name)},
               "frames " + std::to_string(first + scene_first) + " to " + std::to_string(last + scene_first) +
                   " are not all there; the file has " + std::to_string(scene_first) + " to " +
                   std::to_string(end + scene_first));
        first = std::clamp<std::int64_t>(first, 0, end);
        last = std::clamp(last, first, end);
    }
    const float source_rate = file.scene.frame_speed > 0 ? file.scene.frame_speed : 25.0f;
    const auto count = samples > 0 ? static_cast<std::uint32_t>(last - first + 1) : 0;
    const float wanted = options.spd > 0 ? source_rate : options.fps;
    const std::vector<std::uint32_t> frames = picked_frames(count, source_rate, wanted);
    const bool thinned = count > 1 && wanted > 0 && wanted < source_rate;
    const double rate = static_cast<double>(options.spd > 0 ? options.spd : thinned ? wanted : source_rate);

    Clip clip{.name = std::string(name), .frame_rate = rate};
    clip.duration = frames.size() > 1 ? static_cast<double>(frames.size() - 1) / rate : 0;
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
        for (const std::uint32_t frame : frames) {
            const std::size_t sample = static_cast<std::size_t>(first) + frame;
            const Affined world = motions[static_cast<std::size_t>(node)].at(sample);
            const Affined local = options.basis.matrix(parent ? inverse(parent->at(sample)) * world : half_turn(world));
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
