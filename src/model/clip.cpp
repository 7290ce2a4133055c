#include "ossuary/model/clip.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ossuary/base/text.h"

#include "ossuary/base/math.h"

namespace ossuary {

Clip::Clip() = default;
Clip::Clip(const Clip&) = default;
Clip::Clip(Clip&&) noexcept = default;
Clip& Clip::operator=(const Clip&) = default;
Clip& Clip::operator=(Clip&&) noexcept = default;
Clip::~Clip() = default;

namespace {

// Between which keys a time lies, and how far from the first to the second.
struct Span {
    std::size_t first = 0, second = 0;
    double fraction = 0;
};

template <class T> Span find_span(const Channel<T>& channel, double time) {
    const std::size_t last = channel.values.size() - 1;
    Span span;
    if (channel.times.empty()) {
        const double position = std::clamp(time * channel.rate, 0.0, static_cast<double>(last));
        span.first = static_cast<std::size_t>(position);
        span.fraction = position - static_cast<double>(span.first);
    } else {
        const auto after = std::upper_bound(channel.times.begin(), channel.times.end(), time,
                                            [](double t, float key) { return t < static_cast<double>(key); });
        if (after == channel.times.begin()) return {};
        span.first = static_cast<std::size_t>(after - channel.times.begin()) - 1;
        if (span.first < last) {
            const double from = channel.times[span.first], to = channel.times[span.first + 1];
            span.fraction = (time - from) / (to - from);
        }
    }
    span.second = std::min(span.first + 1, last);
    if (channel.interpolation == Interpolation::step) span.fraction = 0;
    return span;
}

// The letters in the order in which they are written.
constexpr std::pair<char, bool MoveFlags::*> letters_of_flags[] = {
    {'M', &MoveFlags::move_object}, {'R', &MoveFlags::rotate_object}, {'E', &MoveFlags::queue},
    {'F', &MoveFlags::fly},         {'I', &MoveFlags::idle},          {'P', &MoveFlags::in_place},
};

} // namespace

std::string flag_letters(const MoveFlags& flags) {
    std::string letters;
    for (const auto& [letter, flag] : letters_of_flags)
        if (flags.*flag) letters += letter;
    return letters.size() < 2 ? letters + '.' : letters;
}

MoveFlags parse_move_flags(std::string_view letters) {
    MoveFlags flags;
    for (const char c : letters)
        for (const auto& [letter, flag] : letters_of_flags)
            if (to_lower(c) == to_lower(letter)) flags.*flag = true;
    return flags;
}

Vec3d sample(const Channel<Vec3>& channel, double time, const Vec3d& rest) {
    if (channel.is_rest()) return rest;
    const Span span = find_span(channel, time);
    return lerp(to_double(channel.values[span.first]), to_double(channel.values[span.second]), span.fraction);
}

Quatd sample(const Channel<Quat>& channel, double time, const Quatd& rest) {
    if (channel.is_rest()) return rest;
    const Span span = find_span(channel, time);
    return slerp(normalize(to_double(channel.values[span.first])), normalize(to_double(channel.values[span.second])),
                 span.fraction);
}

double sample(const Channel<float>& channel, double time, double rest) {
    if (channel.is_rest()) return rest;
    const Span span = find_span(channel, time);
    const double from = channel.values[span.first], to = channel.values[span.second];
    return from + (to - from) * span.fraction;
}

std::vector<Transformd> sample_pose(const Clip& clip, const Skeleton& skeleton, double time) {
    std::vector<Transformd> pose = rest_pose(skeleton);
    for (std::size_t i = 0; i < std::min(pose.size(), clip.joints.size()); ++i) {
        const JointTrack& track = clip.joints[i];
        pose[i].translation = sample(track.translation, time, pose[i].translation);
        pose[i].rotation = sample(track.rotation, time, pose[i].rotation);
        pose[i].scale = sample(track.scale, time, pose[i].scale);
    }
    return pose;
}

} // namespace ossuary
