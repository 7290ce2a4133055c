#include "ossuary/codec/encode.h"

#include <algorithm>
#include <cmath>

#include "codec/frames.h"
#include "codec/lattice.h"
#include "codec/resident.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/codec/decode.h"

namespace ossuary::codec {

namespace {

// Bone lengths of this clip where they are not the rig's.
void set_offsets(PackedClip& clip, const PackedRig& rig, const Frames& frames) {
    double farthest = 0;
    std::vector<std::uint32_t> others;
    for (std::uint32_t j = 0; j < rig.size(); ++j) {
        const Vec3d& is = frames.at(0)[j].translation;
        if (rig.joints[j].moves || length(is - to_double(rig.offset(j))) <= static_cast<double>(rig.offset_step))
            continue;
        others.push_back(j);
        farthest = std::max({farthest, std::abs(is.x), std::abs(is.y), std::abs(is.z)});
    }
    clip.offset_step = static_cast<float>(farthest / constant_steps(rig.fine));
    for (const std::uint32_t j : others) {
        PackedOffset steps{};
        for (std::size_t k = 0; k < 3; ++k)
            steps[k] = static_cast<std::int32_t>(
                std::round(frames.at(0)[j].translation[k] / static_cast<double>(clip.offset_step)));
        clip.offset_joints.push_back(j);
        clip.offsets.push_back(steps);
    }
}

bool is_resting(const JointTrack& track) {
    return track.translation.is_rest() && track.rotation.is_rest() && track.scale.is_rest();
}

std::string describe(const Shortfall& shortfall, const PackedRig& rig, double rate) {
    const double time = rate > 0 ? static_cast<double>(shortfall.frame) / rate : 0;
    return "joint '" + rig.names[shortfall.joint] + "' is off by " +
           std::to_string(shortfall.error * 1000).substr(0, 6) + " mm at " + std::to_string(time).substr(0, 6) +
           " s (frame " + std::to_string(shortfall.frame) + ") at any number of bits";
}

} // namespace

Result<Encoded> encode(const ClipSource& source, const PackedRig& rig, const EncodeOptions& options) {
    if (!(options.precision > 0) || !(options.shell > 0)) return fail("precision and shell must be above 0");
    if (source.skeleton->joints.size() != rig.size() || skeleton_hash(*source.skeleton) != skeleton_hash(rig))
        return fail(Place{.field = source.clip->name}, "the skeleton is not the rig's");
    const auto frames = uniform_frames(*source.clip, *source.skeleton, options);
    if (!frames) return Failure(frames.error());
    const JointBounds bounds = joint_bounds(*source.skeleton, options);
    const Layout layout(rig);

    Encoded encoded;
    PackedClip& clip = encoded.clip;
    clip.name = source.clip->name;
    clip.frames = static_cast<std::uint32_t>(frames->count);
    clip.rate = frames->rate;
    clip.frame_rate = source.clip->frame_rate;
    clip.duration = source.clip->duration;
    clip.wraps = frames->wraps;
    clip.loop = source.clip->loop;
    clip.precision = options.precision;
    clip.shell = options.shell;
    clip.exact_root = options.exact_root && rig.size() > 0 && !rig.joints[0].scales;
    clip.events = source.clip->events;
    clip.hints = source.clip->hints;
    clip.extras = source.clip->extras;
    for (std::uint32_t j = 0; j < rig.size(); ++j)
        if (is_resting(source.clip->joints[j])) clip.resting.push_back(j);
    set_offsets(clip, rig, *frames);
    if (clip.exact_root) {
        for (std::size_t f = 0; f < frames->count; ++f) {
            const Transform root = to_float(frames->at(f)[0]);
            for (std::size_t k = 0; k < 3; ++k) clip.root.push_back(root.translation[k]);
            for (std::size_t k = 0; k < 4; ++k) clip.root.push_back(root.rotation[k]);
        }
    }
    const auto outcome =
        find_lattice(*frames, rig, layout, clip.offsets_on(rig), bounds, options.effort, clip.exact_root);
    if (!pack_resident(outcome.lattice, packing_of(options.effort), clip))
        return fail(Place{.field = clip.name}, "a joint moves too far for this precision");
    if (!outcome.shortfalls.empty()) {
        const auto worst = std::max_element(outcome.shortfalls.begin(), outcome.shortfalls.end(),
                                            [](const auto& a, const auto& b) { return a.error < b.error; });
        encoded.shortfall = describe(*worst, rig, clip.rate);
        clip.precision = 0;
    }

    const auto decoder = Decoder::make(rig, clip);
    if (!decoder) return Failure(decoder.error());
    Cursor cursor = decoder->make_cursor();
    std::vector<Transform> pose(rig.size());
    const std::size_t keys = frames->count + (frames->wraps ? 1 : 0);
    encoded.error = measure_error(
        rig.parents,
        [&](double time, std::span<Transformd> to) {
            const auto truth = sample_pose(*source.clip, *source.skeleton, time);
            std::copy(truth.begin(), truth.end(), to.begin());
        },
        [&](double time, std::span<Transformd> to) {
            decoder->sample(time, cursor, pose);
            std::transform(pose.begin(), pose.end(), to.begin(), [](const Transform& t) { return to_double(t); });
        },
        keys, frames->rate, bounds.shell);
    encoded.resampled = frames->resampled;
    encoded.raw_bytes = 40 * rig.size() * keys;
    return encoded;
}

Result<EncodedAlone> encode_alone(const ClipSource& source, const EncodeOptions& options) {
    auto rig = fit_rig({&source, 1}, options);
    if (!rig) return Failure(rig.error());
    auto encoded = encode(source, *rig, options);
    if (!encoded) return Failure(encoded.error());
    return EncodedAlone{std::move(*rig), std::move(*encoded)};
}

} // namespace ossuary::codec
