// Clips of a neutral model on the timeline of X8PC, and those marked as external in X8AN.
#include <algorithm>
#include <map>
#include <set>
#include <variant>

#include "from_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/model/event.h"
#include "source.h"

namespace ossuary::sf3 {

namespace {

constexpr std::int64_t most_start = 0x0FFF;

// Values by frame, as raw numbers.
template <class Value> using Keys = std::map<std::uint16_t, Value>;
struct BoneTimeline {
    Keys<Vector> translation;
    Keys<Quat16> rotation;
    Keys<Vector> scale;
};

// How far a value may be from what its neighbours say to be left out: a few units of the last place.
bool is_between(const Vector& value, const Vector& a, const Vector& b, double t) {
    const Vec3d off = to_real(value) - lerp(to_real(a), to_real(b), t);
    return length(off) < 8.0 / fixed_one;
}
bool is_between(const Quat16& value, const Quat16& a, const Quat16& b, double t) {
    const Quatd expected = slerp(to_real(a), to_real(b), t), given = to_real(value);
    const double sign = dot(expected, given) < 0 ? -1 : 1;
    const Quatd off{given.x - sign * expected.x, given.y - sign * expected.y, given.z - sign * expected.z,
                    given.w - sign * expected.w};
    return std::sqrt(dot(off, off)) < 3.0 / cfixed_one;
}

// Keys left out in a row at most: each is looked at again for every further one.
constexpr std::size_t longest_gap = 256;

// The keys without those that follow from their neighbours.
template <class Value> KeyChannel<Value> channel_of(const Keys<Value>& keys) {
    const std::vector<std::pair<std::uint16_t, Value>> all(keys.begin(), keys.end());
    // Whether all keys between two follow from these.
    const auto is_straight = [&](std::size_t first, std::size_t last) {
        for (std::size_t k = first + 1; k < last; ++k) {
            const double t = double(all[k].first - all[first].first) / double(all[last].first - all[first].first);
            if (!is_between(all[k].second, all[first].second, all[last].second, t)) return false;
        }
        return true;
    };
    KeyChannel<Value> channel;
    for (std::size_t k = 0; k < all.size();) {
        channel.frames.push_back(all[k].first);
        channel.values.push_back(all[k].second);
        std::size_t next = k + 1;
        while (next + 1 < all.size() && next - k < longest_gap && is_straight(k, next + 1)) ++next;
        k = next;
    }
    if (channel.values.size() == 2 && channel.values[0] == channel.values[1]) {
        channel.frames.pop_back(); // it never changes
        channel.values.pop_back();
    }
    return channel;
}
std::vector<BoneKeys> bones_of(const std::vector<BoneTimeline>& timelines) {
    std::vector<BoneKeys> bones;
    for (const BoneTimeline& timeline : timelines)
        bones.push_back({channel_of(timeline.translation), channel_of(timeline.rotation), channel_of(timeline.scale)});
    return bones;
}

// One clip's place on the timeline.
struct Stretch {
    std::uint16_t start = 0, end = 0;
    double rate = 30;
};

class KeyWriter {
public:
    KeyWriter(const WrittenSkeleton& written, Losses& losses) : written_(written), losses_(losses) {}

    // Adds the clip's keys. On a shared timeline every channel also needs one where the clip ends, or the next clip
    // would pull at it.
    Result<void> add(const Model& model, const ossuary::Clip& clip, const Stretch& stretch, bool shared,
                     std::vector<BoneTimeline>& timelines) {
        for (std::size_t b = 0; b < written_.bones.size(); ++b) {
            const std::uint32_t joint = written_.bones[b];
            const JointTrack& track = clip.joints[joint];
            const Transform& rest = model.skeleton.joints[joint].rest;
            const auto translation = [&](const Vec3& v) {
                return vector_from_real(written_.to_file.point(to_double(v)));
            };
            const auto rotation = [&](const Quat& q) {
                return quat16_from_real(written_.to_file.rotation(to_double(q)));
            };
            const auto scale = [&](const Vec3& v) { return vector_from_real(written_.to_file.extent(to_double(v))); };
            if (!add(track.translation, rest.translation, stretch, shared, translation, timelines[b].translation) ||
                !add(track.rotation, rest.rotation, stretch, shared, rotation, timelines[b].rotation) ||
                !add(track.scale, rest.scale, stretch, shared, scale, timelines[b].scale))
                return fail({.field = clip.name},
                            model.skeleton.joints[joint].name + " moves further than the format can say");
        }
        return {};
    }

private:
    template <class Out, class Value, class Encode>
    bool add(const Channel<Value>& channel, const Value& rest, const Stretch& stretch, bool key_at_end, Encode encode,
             Keys<Out>& keys) {
        std::map<std::uint16_t, Value> wanted;
        for (std::size_t k = 0; k < channel.values.size(); ++k) {
            const double tick = channel.time_of(k) * stretch.rate;
            const double whole = std::clamp(std::round(tick), 0.0, static_cast<double>(stretch.end - stretch.start));
            losses_.moved_keys += std::abs(tick - whole) > 1e-3;
            const auto frame = static_cast<std::uint16_t>(stretch.start + static_cast<int>(whole));
            if (channel.interpolation == Interpolation::step && !wanted.empty() && frame > stretch.start)
                wanted.try_emplace(static_cast<std::uint16_t>(frame - 1), wanted.rbegin()->second);
            wanted[frame] = channel.values[k];
        }
        if (wanted.empty()) wanted[stretch.start] = rest;
        wanted.try_emplace(stretch.start, wanted.begin()->second);
        if (key_at_end) wanted.try_emplace(stretch.end, wanted.rbegin()->second);
        for (const auto& [frame, value] : wanted) {
            const auto raw = encode(value);
            if (!raw) return false;
            const auto [known, fresh] = keys.try_emplace(frame, *raw);
            if (fresh || is_near(known->second, *raw)) continue;
            ++losses_.conflicting_keys;
            known->second = *raw;
        }
        return true;
    }

    // The same but for rounding; a rotation has two signs.
    static bool is_near(const Vector& a, const Vector& b) { return length(to_real(a) - to_real(b)) < 1e-3; }
    static bool is_near(const Quat16& a, const Quat16& b) { return std::abs(dot(to_real(a), to_real(b))) > 0.9999; }

    const WrittenSkeleton& written_;
    Losses& losses_;
};

bool moves(const JointTrack& track) {
    return track.translation.values.size() > 1 || track.rotation.values.size() > 1 || track.scale.values.size() > 1;
}

std::optional<std::uint16_t> code_of(const EventData& data) {
    if (std::holds_alternative<HitEvent>(data)) return std::uint16_t{0x06};
    if (const auto* tag = std::get_if<TagEvent>(&data)) {
        const std::int64_t code = tag->fields["code"].integer(-1);
        if (code >= 0 && code <= 0xFFFF) return static_cast<std::uint16_t>(code);
    }
    for (unsigned code = 0xFF00; code <= 0xFFFF; ++code)
        if (std::holds_alternative<SoundEvent>(data) &&
            name_in(data) == name_of_event(static_cast<std::uint16_t>(code)))
            return static_cast<std::uint16_t>(code);
    return {};
}

// The entry of the clip table: as the clip's extras say, or a free type and a free stretch of the timeline.
class TablePlanner {
public:
    explicit TablePlanner(const Model& model) {
        for (const ossuary::Clip& clip : model.clips)
            if (const auto type = kept(clip, "type", 0xFFFF)) used_.insert(*type);
    }

    Result<Clip> plan(const ossuary::Clip& clip, std::int64_t frames) {
        Clip entry;
        entry.external = clip.extras["external"].boolean();
        entry.distance = kept(clip, "distance", 0xFFFF).value_or(0);
        entry.count = static_cast<std::uint16_t>(std::min<std::int64_t>(frames, 0xFFFF));
        if (const auto type = kept(clip, "type", 0xFFFF)) {
            entry.type = *type;
        } else {
            entry.type = type_named(clip.name);
            used_.insert(entry.type);
        }
        const auto start = kept(clip, "start", most_start);
        const bool as_it_was = start && clip.extras["count"].integer(-1) == frames;
        const std::int64_t at = as_it_was ? *start : next_;
        if (frames > 0xFFFF || at > most_start)
            return fail({.field = clip.name}, "the timeline is full: clips start before frame 4096");
        entry.start = static_cast<std::uint16_t>(at);
        return entry;
    }
    // Nothing new is put where clips that keep their place will be.
    void reserve(const Model& model) {
        for (const ossuary::Clip& clip : model.clips)
            if (const auto start = kept(clip, "start", most_start))
                next_ = std::max(next_, *start + clip.extras["count"].integer(1));
    }
    void take(const Clip& entry) { next_ = std::max<std::int64_t>(next_, entry.start + entry.count); }

private:
    static std::optional<std::uint16_t> kept(const ossuary::Clip& clip, std::string_view name, std::int64_t most) {
        const std::int64_t value = clip.extras[name].integer(-1);
        return value >= 0 && value <= most ? std::optional(static_cast<std::uint16_t>(value)) : std::nullopt;
    }
    // The type of that name if it is free, otherwise the next free one behind all that are known.
    std::uint16_t type_named(const std::string& name) const {
        for (std::uint16_t type = 0; type <= 0xA0; type = static_cast<std::uint16_t>(type + 0x10))
            if (name == name_of_clip_type(type) && !used_.contains(type)) return type;
        std::uint16_t type = 0xB0;
        while (used_.contains(type)) type = static_cast<std::uint16_t>(type + 0x10);
        return type;
    }

    std::set<std::uint16_t> used_;
    std::int64_t next_ = 1;
};

} // namespace

Result<void> build_clips(const Model& model, const WrittenSkeleton& written, const FromModelOptions& options,
                         FilePair& pair, Losses& losses) {
    TablePlanner planner(model);
    planner.reserve(model);
    KeyWriter writer(written, losses);
    std::vector<BoneTimeline> timelines(written.bones.size());
    for (const ossuary::Clip& clip : model.clips) {
        Stretch stretch;
        stretch.rate = options.frame_rate > 0 ? options.frame_rate : clip.frame_rate > 0 ? clip.frame_rate : 30;
        const double ticks = std::round(clip.duration * stretch.rate);
        if (!(ticks < 0xFFFF)) return fail({.field = clip.name}, "longer than the timeline");
        for (const std::uint32_t tag : written.tags) losses.moving_tags += moves(clip.joints[tag]);
        auto entry = planner.plan(clip, static_cast<std::int64_t>(ticks) + 1);
        if (!entry) return Failure(entry.error());
        stretch.start = entry->start;
        stretch.end = static_cast<std::uint16_t>(std::min(entry->start + entry->count - 1, 0xFFFF));
        for (const Event& event : clip.events.events) {
            const auto code = code_of(event.data);
            losses.dropped_events += !code;
            const std::int64_t frame = stretch.start + std::llround(event.time * stretch.rate);
            if (code)
                entry->events.push_back(
                    {static_cast<std::uint16_t>(std::clamp<std::int64_t>(frame, stretch.start, stretch.end)), *code});
        }
        planner.take(*entry);
        if (entry->external) {
            std::vector<BoneTimeline> own(written.bones.size());
            if (auto added = writer.add(model, clip, stretch, false, own); !added) return added;
            std::vector<BoneKeys> bones = bones_of(own);
            if (span_of(bones)->end < stretch.end) { // one key says how long the clip is
                KeyChannel<Vector>& first = bones.front().translation;
                first.frames.push_back(stretch.end);
                first.values.push_back(first.values.back());
            }
            pair.animations.animations.push_back({std::move(bones)});
        } else if (auto added = writer.add(model, clip, stretch, true, timelines); !added) {
            return added;
        }
        pair.model.clips.push_back(std::move(*entry));
    }
    pair.model.bones = bones_of(timelines);
    return {};
}

} // namespace ossuary::sf3
