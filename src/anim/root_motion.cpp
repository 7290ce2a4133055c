#include "ossuary/anim/root_motion.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/base/sort.h"
#include "ossuary/model/root_travel.h"

#include <algorithm>
#include <cmath>

namespace ossuary::anim {

Placement operator*(const Placement& a, const Placement& b) {
    return {a.position + rotate(a.rotation, b.position), normalize(a.rotation * b.rotation)};
}
Placement inverse(const Placement& p) {
    const Quatd back = conjugate(p.rotation);
    return {rotate(back, -p.position), back};
}

// The sum of the steps turned by 0, a, 2a … (n - 1)·a is, across the axis, the step turned by (n - 1)·a / 2 and
// stretched by sin(n·a / 2) / sin(a / 2); along the axis it is n steps.
Placement power(const Placement& p, std::int64_t count) {
    const auto n = static_cast<double>(count);
    Quatd q = normalize(p.rotation);
    if (q.w < 0) q = -q;
    const double sine = length(q.xyz());
    if (sine < 1e-12) return {p.position * n, count == 0 ? Quatd{} : Quatd{q.x * n, q.y * n, q.z * n, q.w}};
    const Vec3d axis = q.xyz() / sine;
    const double half = std::atan2(sine, q.w);
    const Vec3d along = axis * dot(axis, p.position), across = p.position - along;
    const Vec3d turned = rotate(axis_angle(axis, (n - 1) * half), across);
    return {along * n + turned * (std::sin(n * half) / sine), axis_angle(axis, n * half * 2)};
}

namespace {

Placement mix(const Placement& a, const Placement& b, double t) {
    return {lerp(a.position, b.position, t), slerp(a.rotation, b.rotation, t)};
}

double share(Ticks part, Ticks whole) { return static_cast<double>(part.count()) / static_cast<double>(whole.count()); }

// Pass number and time within it. The number is rounded down, so that the time is never negative.
struct Unrolled {
    std::int64_t pass = 0;
    Ticks time{};
};
Unrolled unroll(Ticks time, Ticks period) {
    std::int64_t pass = time / period;
    if (time % period < Ticks::zero()) --pass;
    return {pass, time - pass * period};
}

} // namespace

RootMotion::RootMotion(std::vector<Ticks> times, std::vector<Placement> keys, Ticks period, bool repeats)
    : times_(std::move(times)), keys_(std::move(keys)), period_(period), repeats_(repeats && period > Ticks::zero()) {
    times_.resize(keys_.size());
    if (keys_.empty()) return;
    if (repeats_ && keys_.size() > 1 && times_.back() < period_) {
        const Placement step = inverse(keys_[keys_.size() - 2]) * keys_.back();
        const Ticks interval = times_.back() - times_[times_.size() - 2];
        keys_.push_back(keys_.back() * mix({}, step, share(period_ - times_.back(), interval)));
        times_.push_back(period_);
    }
    if (times_.size() > 1) spacing_ = times_[1];
    for (std::size_t i = 2; i < times_.size(); ++i)
        if (times_[i] - times_[i - 1] != spacing_) spacing_ = Ticks::zero();
    loop_ = inverse(keys_.front()) * keys_.back();
}

Placement RootMotion::in_pass(Ticks time) const {
    if (time <= times_.front()) return keys_.front();
    if (time >= times_.back()) return keys_.back();
    const auto after = spacing_ > Ticks::zero()
                           ? static_cast<std::size_t>(time / spacing_) + 1
                           : static_cast<std::size_t>(std::ranges::upper_bound(times_, time) - times_.begin());
    const Ticks from = times_[after - 1];
    return mix(keys_[after - 1], keys_[after], share(time - from, times_[after] - from));
}

Placement RootMotion::at(Ticks time) const {
    if (keys_.empty()) return {};
    if (!repeats_) return in_pass(time);
    const Unrolled unrolled = unroll(time, period_);
    const Placement here = in_pass(unrolled.time);
    if (unrolled.pass == 0) return here;
    return keys_.front() * power(loop_, unrolled.pass) * (inverse(keys_.front()) * here);
}

// Passes are counted from that of `from`, so that the sum loses nothing however long the path has been going on.
Placement RootMotion::delta(Ticks from, Ticks to) const {
    if (keys_.empty()) return {};
    if (!repeats_) return inverse(in_pass(from)) * in_pass(to);
    const Unrolled a = unroll(from, period_), b = unroll(to, period_);
    const Placement start = in_pass(a.time), end = in_pass(b.time);
    if (a.pass == b.pass) return inverse(start) * end;
    return (inverse(start) * keys_.front()) * power(loop_, b.pass - a.pass) * (inverse(keys_.front()) * end);
}

RootMotion RootMotion::reversed(Ticks length) const {
    if (keys_.empty()) return {};
    std::vector<Ticks> times;
    std::vector<Placement> keys;
    const auto add = [&](Ticks time) {
        times.push_back(length - time);
        keys.push_back(at(time));
    };
    if (times_.back() < length) add(length);
    for (std::size_t i = keys_.size(); i-- > 0;)
        if (times_[i] <= length) add(times_[i]);
    // A loop's way from its last to its first key comes after the first key now.
    if (repeats_ && period_ > length) add(length - period_);
    const Placement end = inverse(keys.front());
    for (Placement& key : keys) key = end * key;
    return RootMotion(std::move(times), std::move(keys), period_, repeats_);
}

RootMotion RootMotion::closed() const {
    RootMotion result = *this;
    if (!repeats_) return result;
    for (std::size_t i = 0; i < keys_.size(); ++i)
        result.keys_[i] = keys_[i] * inverse(mix({}, loop_, share(times_[i], period_)));
    result.loop_ = {};
    return result;
}

namespace {

bool finite(const Placement& p) {
    return std::isfinite(dot(p.position, p.position)) && std::isfinite(dot(p.rotation, p.rotation));
}

Placement to_placement(const Transformd& f) { return {f.translation, normalize(f.rotation)}; }

class RootExtractor {
public:
    RootExtractor(const Clip& clip, const Skeleton& skeleton, LoopPolicy loop, const RootMotionOptions& options)
        : clip_(clip), skeleton_(skeleton), loop_(loop), options_(options) {}

    Result<ExtractedRoot> extract() {
        const std::size_t count = skeleton_.joints.size();
        if (clip_.joints.size() != count)
            return fail("the clip " + clip_.name + " has " + std::to_string(clip_.joints.size()) + " tracks for " +
                        std::to_string(count) + " joints");
        joint_ = options_.joint >= 0 ? options_.joint : std::max(root_joint_of(clip_, skeleton_), 0);
        if (static_cast<std::size_t>(joint_) >= count)
            return fail("the root joint " + std::to_string(joint_) + " is not one of " + std::to_string(count));

        collect_times();
        ExtractedRoot result{.motion = {}, .joint = joint_, .in_place = clip_};
        if (times_.empty()) return result;
        result.frame_time = frame_time();
        const Result<std::vector<Placement>> path = find_path();
        if (!path) return Failure(path.error());

        const double frame = loop_ == LoopPolicy::wrap_interpolated ? result.frame_time : 0;
        std::vector<Ticks> ticks;
        std::vector<Placement> keys;
        for (std::size_t i = 0; i < times_.size(); ++i) {
            const Ticks time = to_ticks(times_[i]);
            if (!ticks.empty() && time <= ticks.back()) continue; // closer than a tick
            ticks.push_back(time);
            keys.push_back((*path)[i]);
        }
        const bool repeats = loop_ != LoopPolicy::clamp;
        result.motion = RootMotion(std::move(ticks), std::move(keys), to_ticks(clip_.duration + frame), repeats);
        if (options_.close_loop) result.motion = result.motion.closed();
        take_out(result.in_place, *path);
        return result;
    }

private:
    double frame_time() const {
        if (clip_.frame_rate > 0) return 1 / clip_.frame_rate;
        return times_.size() > 1 ? times_.back() - times_[times_.size() - 2] : 0;
    }

    // Every time at which the joint, one of its ancestors or one of the skeleton's roots has a key.
    void collect_times() {
        std::vector<bool> counts(skeleton_.joints.size());
        for (std::int32_t j = joint_; j >= 0; j = skeleton_.joints[static_cast<std::size_t>(j)].parent)
            counts[static_cast<std::size_t>(j)] = true;
        for (std::size_t j = 0; j < counts.size(); ++j) {
            if (!counts[j] && skeleton_.joints[j].parent >= 0) continue;
            add_times(clip_.joints[j].translation);
            add_times(clip_.joints[j].rotation);
        }
        ossuary::sort(times_);
        const auto same = std::ranges::unique(times_, {}, [](double time) { return static_cast<float>(time); });
        times_.erase(same.begin(), same.end());
        if (!times_.empty() && times_.front() > 0) times_.insert(times_.begin(), 0.0);
    }
    template <class T> void add_times(const Channel<T>& channel) {
        if (channel.values.size() < 2) return;
        rate_ = times_.empty() && channel.times.empty() ? channel.rate : channel.rate == rate_ ? rate_ : 0;
        for (std::size_t i = 0; i < channel.values.size(); ++i) times_.push_back(channel.time_of(i));
    }

    // The joint in object space; its ancestors' scales are left aside.
    Placement joint_at(double time) const {
        Placement result;
        for (std::int32_t j = joint_; j >= 0; j = skeleton_.joints[static_cast<std::size_t>(j)].parent)
            result = to_placement(local_at(static_cast<std::size_t>(j), time)) * result;
        return result;
    }
    Transformd local_at(std::size_t j, double time) const {
        const Transformd rest = to_double(skeleton_.joints[j].rest);
        return {sample(clip_.joints[j].translation, time, rest.translation),
                sample(clip_.joints[j].rotation, time, rest.rotation), rest.scale};
    }
    Placement rest_joint() const {
        Placement result;
        for (std::int32_t j = joint_; j >= 0; j = skeleton_.joints[static_cast<std::size_t>(j)].parent)
            result = to_placement(to_double(skeleton_.joints[static_cast<std::size_t>(j)].rest)) * result;
        return result;
    }

    // Only what is to be taken out. Rotations count from that of the reference: its yaw is where we start from.
    Placement project(const Placement& p, const Quatd& reference) const {
        Placement result;
        result.position = {options_.x ? p.position.x : 0, options_.y ? p.position.y : 0, options_.z ? p.position.z : 0};
        const Quatd turn = p.rotation * conjugate(reference);
        if (options_.rotation == RootRotation::full) result.rotation = normalize(turn);
        if (options_.rotation == RootRotation::yaw) result.rotation = normalize(Quatd{0, turn.y, 0, turn.w});
        return result;
    }

    Result<std::vector<Placement>> find_path() const {
        Placement reference;
        if (options_.reference == RootReference::first_frame) reference = joint_at(0);
        if (options_.reference == RootReference::rest_pose) reference = rest_joint();
        const Placement back = inverse(project(reference, reference.rotation));
        std::vector<Placement> path;
        for (const double time : times_) {
            path.push_back(project(joint_at(time), reference.rotation) * back);
            if (!finite(path.back())) return fail("the clip " + clip_.name + " has a key that is not finite");
        }
        return path;
    }

    void take_out(Clip& clip, const std::vector<Placement>& path) const {
        for (std::size_t j = 0; j < skeleton_.joints.size(); ++j) {
            if (skeleton_.joints[j].parent >= 0) continue;
            JointTrack& track = clip.joints[j];
            Channel<Vec3> translation;
            Channel<Quat> rotation;
            for (std::size_t i = 0; i < times_.size(); ++i) {
                const Placement rest = inverse(path[i]) * to_placement(local_at(j, times_[i]));
                translation.values.push_back(to_float(rest.position));
                rotation.values.push_back(to_float(rest.rotation));
            }
            translation.interpolation = track.translation.interpolation;
            rotation.interpolation = track.rotation.interpolation;
            time_keys(translation);
            time_keys(rotation);
            track.translation = std::move(translation);
            track.rotation = std::move(rotation);
        }
    }
    template <class T> void time_keys(Channel<T>& channel) const {
        const bool uniform =
            rate_ > 0 && std::abs(times_.back() * rate_ - static_cast<double>(times_.size() - 1)) < 1e-3;
        if (uniform) {
            channel.rate = rate_;
            return;
        }
        for (const double time : times_) channel.times.push_back(static_cast<float>(time));
    }

    const Clip& clip_;
    const Skeleton& skeleton_;
    LoopPolicy loop_;
    const RootMotionOptions& options_;
    std::int32_t joint_ = 0;
    std::vector<double> times_;
    double rate_ = 0; // of all channels; zero if they differ
};

} // namespace

Result<ExtractedRoot> extract_root_motion(const Clip& clip, const Skeleton& skeleton, LoopPolicy loop,
                                          const RootMotionOptions& options) {
    return RootExtractor(clip, skeleton, loop, options).extract();
}

} // namespace ossuary::anim
