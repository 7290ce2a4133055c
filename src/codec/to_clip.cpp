#include <algorithm>

#include "ossuary/codec/decode.h"

namespace ossuary::codec {

namespace {

// Values at one rate, or the one value where all are the same.
template <class T> void set_channel(Channel<T>& channel, std::vector<T> values, double rate) {
    const bool constant = std::all_of(values.begin(), values.end(), [&](const T& v) { return v == values.front(); });
    if (constant)
        values.resize(1);
    else
        channel.rate = rate;
    channel.values = std::move(values);
}

Result<PackedClip> playable(const Rig& rig, const PackedClip& clip) {
    return clip.tier == Tier::archive ? to_resident(rig, clip) : Result<PackedClip>(clip);
}

} // namespace

Result<Clip> to_clip(const Rig& rig, const PackedClip& packed) {
    const auto resident = playable(rig, packed);
    if (!resident) return Failure(resident.error());
    const auto decoder = Decoder::make(rig, *resident);
    if (!decoder) return Failure(decoder.error());

    Clip clip;
    clip.name = packed.name;
    clip.duration = packed.duration;
    clip.frame_rate = packed.rate;
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
    for (std::size_t j = 0; j < rig.size(); ++j) {
        set_channel(clip.joints[j].translation, std::move(tracks[j].translation), packed.rate);
        set_channel(clip.joints[j].rotation, std::move(tracks[j].rotation), packed.rate);
        if (rig.joints[j].scales || !(rig.joints[j].scale == Vec3{1, 1, 1}))
            set_channel(clip.joints[j].scale, std::move(tracks[j].scale), packed.rate);
    }
    return clip;
}

Result<Skeleton> to_skeleton(const Rig& rig, const PackedClip& clip) {
    const auto resident = playable(rig, clip);
    if (!resident) return Failure(resident.error());
    const auto decoder = Decoder::make(rig, *resident);
    if (!decoder) return Failure(decoder.error());
    std::vector<Transform> pose(rig.size());
    Cursor cursor = decoder->make_cursor();
    decoder->sample_frame(0, cursor, pose);
    Skeleton skeleton;
    for (std::size_t j = 0; j < rig.size(); ++j) {
        pose[j].rotation = normalize(pose[j].rotation);
        skeleton.joints.push_back({rig.names[j], rig.parents[j], pose[j], {}});
    }
    return skeleton;
}

} // namespace ossuary::codec
