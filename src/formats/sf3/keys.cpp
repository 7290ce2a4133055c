#include "ossuary/formats/sf3/keys.h"

#include <algorithm>

namespace ossuary::sf3 {

namespace {

// The keys around a frame and how far it is from the first to the second.
struct Between {
    std::size_t first, second;
    double t;
};
Between between(const std::vector<std::uint16_t>& frames, double frame) {
    if (frame <= frames.front()) return {0, 0, 0};
    if (frame >= frames.back()) return {frames.size() - 1, frames.size() - 1, 0};
    const auto next = static_cast<std::size_t>(std::ranges::upper_bound(frames, frame) - frames.begin());
    return {next - 1, next, (frame - frames[next - 1]) / (frames[next] - frames[next - 1])};
}

} // namespace

std::optional<FrameSpan> span_of(std::span<const BoneKeys> bones) {
    std::optional<FrameSpan> span;
    const auto add = [&span](const std::vector<std::uint16_t>& frames) {
        if (frames.empty()) return;
        if (!span) span = FrameSpan{frames.front(), frames.back()};
        span->start = std::min(span->start, frames.front());
        span->end = std::max(span->end, frames.back());
    };
    for (const BoneKeys& bone : bones) {
        add(bone.translation.frames);
        add(bone.rotation.frames);
        add(bone.scale.frames);
    }
    return span;
}

Vec3d sample(const KeyChannel<Vector>& channel, double frame, const Vec3d& rest) {
    if (channel.frames.empty()) return rest;
    const auto [first, second, t] = between(channel.frames, frame);
    return lerp(to_real(channel.values[first]), to_real(channel.values[second]), t);
}

Quatd sample(const KeyChannel<Quat16>& channel, double frame) {
    if (channel.frames.empty()) return {};
    const auto [first, second, t] = between(channel.frames, frame);
    return slerp(to_real(channel.values[first]), to_real(channel.values[second]), t); // as stored; the result is unit
}

Transformd pose_at(const BoneKeys& bone, double frame) {
    return {sample(bone.translation, frame, {0, 0, 0}), sample(bone.rotation, frame),
            sample(bone.scale, frame, {1, 1, 1})};
}

} // namespace ossuary::sf3
