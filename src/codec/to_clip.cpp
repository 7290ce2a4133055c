#include <algorithm>

#include "ossuary/base/math.h"
#include "ossuary/codec/decode.h"

namespace ossuary::codec {

namespace {

// Values at one rate, or the one value where all are the same, or none where that is the rest pose.
template <class T> void set_channel(Channel<T>& channel, std::vector<T> values, double rate, const T& rest) {
    const bool constant = std::all_of(values.begin(), values.end(), [&](const T& v) { return v == values.front(); });
    if (constant && values.front() == rest) return;
    if (constant)
        values.resize(1);
    else
        channel.rate = rate;
    channel.values = std::move(values);
}

Result<PackedClip> playable(const PackedRig& rig, const PackedClip& clip) {
    return clip.tier == Tier::archive ? to_resident(rig, clip) : Result<PackedClip>(clip);
}

} // namespace

Result<Clip> to_clip(const PackedRig& rig, const PackedClip& packed) {
    const auto resident = playable(rig, packed);
    if (!resident) return Failure(resident.error());
    const auto decoder = Decoder::make(rig, *resident);
    if (!decoder) return Failure(decoder.error());

    Clip clip;
    clip.name = packed.name;
    clip.duration = packed.duration;
    clip.frame_rate = packed.frame_rate;
    clip.loop = packed.loop;
    clip.events = packed.events;
    clip.hints = packed.hints;
    clip.extras = packed.extras;
    clip.joints.resize(rig.size());
    const std::size_t keys = packed.frames + (packed.wraps ? 1 : 0);
    struct Tracks {
        std::vector<Vec3> translation, scale;
        std::vector<Quat> rotation;
    };
    std::vector<Tracks> tracks(rig.size());
    std::vector<Transform> pose(rig.size());
    Cursor cursor = decoder->make_cursor();
    for (std::size_t key = 0; key < keys; ++key) {
        // Frame by frame rather than by time, which may round to the frame before.
        decoder->sample_frame(key % packed.frames, cursor, pose);
        for (std::size_t j = 0; j < rig.size(); ++j) {
            const RigJoint& joint = rig.joints[j];
            const bool exact = j == 0 && packed.exact_root;
            if (key == 0 || joint.moves || exact) tracks[j].translation.push_back(pose[j].translation);
            if (key == 0 || joint.kind != JointKind::constant || exact)
                tracks[j].rotation.push_back(normalize(pose[j].rotation));
            if (key == 0 || joint.scales) tracks[j].scale.push_back(pose[j].scale);
        }
    }
    const std::vector<bool> tracked = packed.tracks_on(rig);
    for (std::size_t j = 0; j < rig.size(); ++j) {
        if (!tracked[j]) continue;
        const Transform rest = rig.rest(j);
        JointTrack& track = clip.joints[j];
        set_channel(track.translation, std::move(tracks[j].translation), packed.rate, rest.translation);
        set_channel(track.scale, std::move(tracks[j].scale), packed.rate, rest.scale);
        set_channel(track.rotation, std::move(tracks[j].rotation), packed.rate, normalize(rest.rotation));
        if (track == JointTrack{})
            track.rotation.values = {rest.rotation}; // it has a track, if only to stay where it is
    }
    return clip;
}

Skeleton to_skeleton(const PackedRig& rig) {
    Skeleton skeleton;
    for (std::size_t j = 0; j < rig.size(); ++j)
        skeleton.joints.push_back({rig.names[j], rig.parents[j], rig.rest(j), {}});
    return skeleton;
}

} // namespace ossuary::codec
