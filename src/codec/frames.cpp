#include "codec/frames.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"

namespace ossuary::codec {

namespace {

bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
bool is_sound(const Vec3& v) { return is_finite(v); }
bool is_sound(const Quat& q) { return std::abs(std::sqrt(dot(q, q)) - 1) < 1e-3f; } // false for what is not finite

Failure unsound(const Clip& clip, const Skeleton& skeleton, std::size_t joint, std::string_view channel,
                std::size_t key, std::string_view what) {
    return fail(Place{.field = clip.name + "." + skeleton.joints[joint].name + "." + std::string(channel)},
                "key " + std::to_string(key) + " " + std::string(what));
}

template <class T>
Result<void> check(const Clip& clip, const Skeleton& skeleton, std::size_t joint, const Channel<T>& channel,
                   std::string_view name) {
    for (std::size_t key = 0; key < channel.values.size(); ++key)
        if (!is_sound(channel.values[key]))
            return unsound(clip, skeleton, joint, name, key, "is not finite or not of unit length");
    if (!channel.times.empty() && channel.times.size() != channel.values.size())
        return unsound(clip, skeleton, joint, name, channel.times.size(), "has no time");
    if (channel.values.size() > 1 && channel.times.empty() && !(channel.rate > 0 && std::isfinite(channel.rate)))
        return unsound(clip, skeleton, joint, name, 0, "has no rate");
    return {};
}

// What the animated channels have in common: one rate and one number of keys, or not.
struct Sampling {
    bool uniform = true;
    double rate = 0;
    std::size_t keys = 1;
    double end = 0; // seconds
    double shortest = 0;

    template <class T> void add(const Channel<T>& channel) {
        if (channel.values.size() < 2) return;
        const std::size_t count = channel.values.size();
        end = std::max(end, channel.time_of(count - 1));
        for (std::size_t i = 1; i < (channel.times.empty() ? 2 : count); ++i) {
            const double gap = channel.time_of(i) - channel.time_of(i - 1);
            if (shortest == 0 || (gap > 0 && gap < shortest)) shortest = gap;
        }
        if (!channel.times.empty() || channel.interpolation == Interpolation::step) uniform = false;
        if (rate == 0) {
            rate = channel.rate;
            keys = count;
        }
        if (channel.rate != rate || count != keys) uniform = false;
    }
};

template <class T> const T& key_of(const Channel<T>& channel, std::size_t frame, const T& rest) {
    return channel.is_rest() ? rest : channel.values[channel.is_constant() ? 0 : frame];
}

} // namespace

Result<Frames> uniform_frames(const Clip& clip, const Skeleton& skeleton, const EncodeOptions& options) {
    const std::size_t joints = skeleton.joints.size();
    if (clip.joints.size() != joints)
        return fail(Place{.field = clip.name}, "the clip has " + std::to_string(clip.joints.size()) + " tracks for " +
                                                   std::to_string(joints) + " joints");
    Sampling sampling;
    for (std::size_t j = 0; j < joints; ++j) {
        const JointTrack& track = clip.joints[j];
        const Transform& rest = skeleton.joints[j].rest;
        if (!is_sound(rest.translation) || !is_sound(rest.rotation) || !is_sound(rest.scale))
            return fail(Place{.field = skeleton.joints[j].name + ".rest"}, "is not finite or not of unit length");
        if (auto sound = check(clip, skeleton, j, track.translation, "translation"); !sound)
            return Failure(sound.error());
        if (auto sound = check(clip, skeleton, j, track.rotation, "rotation"); !sound) return Failure(sound.error());
        if (auto sound = check(clip, skeleton, j, track.scale, "scale"); !sound) return Failure(sound.error());
        sampling.add(track.translation);
        sampling.add(track.rotation);
        sampling.add(track.scale);
    }

    Frames frames;
    frames.joints = joints;
    frames.rate = sampling.rate;
    frames.count = sampling.keys;
    if (!sampling.uniform || (options.frame_rate > 0 && sampling.keys > 1 && options.frame_rate != sampling.rate)) {
        constexpr double highest_rate = 240;
        frames.rate = options.frame_rate > 0 ? options.frame_rate
                      : clip.frame_rate > 0  ? clip.frame_rate
                                             : std::min(highest_rate, 1 / sampling.shortest);
        const double count = std::ceil(sampling.end * frames.rate - 1e-6) + 1;
        if (!(count < 1e9)) return fail(Place{.field = clip.name}, "the clip would have more than a billion keys");
        frames.count = static_cast<std::size_t>(count);
        frames.resampled = true;
    }
    if (static_cast<std::uint64_t>(frames.count) * joints > UINT32_MAX)
        return fail(Place{.field = clip.name}, "the clip has too many keys to pack at once");

    frames.local.reserve(frames.count * joints);
    for (std::size_t f = 0; f < frames.count; ++f) {
        if (frames.resampled) {
            const auto pose = sample_pose(clip, skeleton, static_cast<double>(f) / frames.rate);
            frames.local.insert(frames.local.end(), pose.begin(), pose.end());
            continue;
        }
        for (std::size_t j = 0; j < joints; ++j) {
            const JointTrack& track = clip.joints[j];
            const Transform& rest = skeleton.joints[j].rest;
            frames.local.push_back({to_double(key_of(track.translation, f, rest.translation)),
                                    normalize(to_double(key_of(track.rotation, f, rest.rotation))),
                                    to_double(key_of(track.scale, f, rest.scale))});
        }
    }

    if (options.loop == LoopKey::shared && clip.loop == LoopMode::wrap && frames.count > 2) {
        const auto same = [](const Transformd& a, const Transformd& b) {
            return length(a.translation - b.translation) < 1e-6 && length(a.scale - b.scale) < 1e-6 &&
                   std::abs(dot(a.rotation, b.rotation)) > 1 - 1e-12;
        };
        const auto first = frames.at(0), last = frames.at(frames.count - 1);
        if (std::equal(first.begin(), first.end(), last.begin(), same)) {
            frames.wraps = true;
            frames.local.resize(--frames.count * joints);
        }
    }
    return frames;
}

JointBounds joint_bounds(const Skeleton& skeleton, const EncodeOptions& options) {
    JointBounds bounds;
    bounds.shell.assign(skeleton.joints.size(), options.shell);
    bounds.precision.assign(skeleton.joints.size(), options.precision);
    for (const JointPrecision& setting : options.joints) {
        const std::int32_t joint = skeleton.find(setting.joint);
        if (joint < 0) continue;
        if (setting.shell > 0) bounds.shell[static_cast<std::size_t>(joint)] = setting.shell;
        if (setting.precision > 0) bounds.precision[static_cast<std::size_t>(joint)] = setting.precision;
    }
    return bounds;
}

} // namespace ossuary::codec
