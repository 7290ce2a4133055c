#include "clip_keys.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/formats/sf3/model.h"
#include "ossuary/model/event.h"
#include "x8pc_layout.h"

namespace ossuary::sf3 {

namespace {

struct Window {
    std::uint16_t start = 0, end = 0; // both are part of it
    double rate = 30;

    float time_of(std::uint16_t frame) const { return static_cast<float>((frame - start) / rate); }
};

// The keys within the window; where it cuts between two keys, the value there becomes one.
template <class Value, class Out, class Sample>
void cut(const KeyChannel<Value>& keys, const Window& window, Channel<Out>& channel, Sample sample_at) {
    const auto add = [&](std::uint16_t frame) {
        channel.times.push_back(window.time_of(frame));
        channel.values.push_back(sample_at(frame));
    };
    const auto& frames = keys.frames;
    const auto first = std::ranges::lower_bound(frames, window.start);
    const auto behind = std::ranges::upper_bound(frames, window.end);
    if (first == behind || *first != window.start) add(window.start);
    for (auto frame = first; frame != behind; ++frame) add(*frame);
    const bool cuts = first != behind && *(behind - 1) != window.end && behind != frames.end();
    const bool spans =
        first == behind && first != frames.begin() && behind != frames.end() && window.end > window.start;
    if (cuts || spans) add(window.end);
    if (channel.values.size() == 1) channel.times.clear();
}

bool is_same(const Vec3& a, const Vec3& b) { return length(a - b) < 1e-3f; }
bool is_same(const Quat& a, const Quat& b) { return std::abs(dot(a, b)) > 0.99999f; }

// Whether every channel ends as it begins.
bool is_closed(const ossuary::Clip& clip) {
    const auto closed = [](const auto& channel) {
        return channel.values.empty() || is_same(channel.values.front(), channel.values.back());
    };
    return std::ranges::all_of(clip.joints, [&](const JointTrack& track) {
        return closed(track.translation) && closed(track.rotation) && closed(track.scale);
    });
}

EventData event_of(std::uint16_t code) {
    constexpr std::uint16_t hit = 0x06;
    if (code == hit) return HitEvent{};
    if (code >= 0xFF00) return SoundEvent{.name = name_of_event(code)};
    Json fields = Json::object();
    fields.set("code", code);
    return TagEvent{.name = name_of_event(code), .arguments = {}, .fields = std::move(fields)};
}

} // namespace

ossuary::Clip make_clip(const Model& model, const Clip& entry, std::size_t index, std::span<const BoneKeys> bones,
                        double frame_rate) {
    const Basis& basis = model.source.basis;
    const auto last =
        static_cast<std::uint16_t>(std::min(entry.start + std::max(entry.count, std::uint16_t{1}) - 1, 0xFFFF));
    const Window window{entry.start, last, frame_rate};
    ossuary::Clip clip;
    clip.name = model.free_clip_name(name_of_clip_type(entry.type));
    clip.frame_rate = frame_rate;
    clip.duration = (last - entry.start) / frame_rate;
    clip.joints.resize(model.skeleton.joints.size());
    for (std::size_t b = 0; b < bones.size(); ++b) {
        const BoneKeys& bone = bones[b];
        JointTrack& track = clip.joints[b];
        cut(bone.translation, window, track.translation, [&](double frame) {
            return to_float(basis.point(sample(bone.translation, frame, {0, 0, 0})));
        });
        cut(bone.rotation, window, track.rotation,
            [&](double frame) { return to_float(basis.rotation(sample(bone.rotation, frame))); });
        cut(bone.scale, window, track.scale, [&](double frame) {
            return to_float(basis.extent(sample(bone.scale, frame, {1, 1, 1})));
        });
    }
    clip.loop = entry.type == 0 && is_closed(clip) ? LoopMode::wrap : LoopMode::once;
    for (const auto& [frame, code] : entry.events) // one outside the clip goes to its nearer end
        clip.events.add(window.time_of(std::clamp(frame, window.start, window.end)), event_of(code), frame);
    clip.extras = dump_record(entry);
    clip.extras.erase("events");
    clip.extras.set("entry", index);
    return clip;
}

ModelClips clips_in(const Model& model) {
    const Json& kept = model.extras["sf3"];
    ModelClips clips{model.name, static_cast<std::size_t>(kept["bones"].unsigned_integer()), {}};
    if (auto table = build_record<std::vector<Clip>>(kept["clips"])) clips.clips = std::move(*table);
    return clips;
}

Result<void> add_clips(Model& model, const AnimationFile& animations, const ModelBinding& binding,
                       const ToModelOptions& options, Diagnostics*) {
    const ModelClips table = clips_in(model);
    std::erase_if(model.clips, [](const ossuary::Clip& clip) { return clip.extras["external"].boolean(); });
    for (const auto& [entry, animation] : binding.clips) {
        if (entry >= table.clips.size() || animation >= animations.animations.size() ||
            animations.animations[animation].bones.size() != table.bones)
            return fail("the binding is of another model or animation file");
        const std::vector<BoneKeys>& bones = animations.animations[animation].bones;
        Clip frames = table.clips[entry];
        if (const auto span = span_of(bones); span && binding.method == BindMethod::group) {
            frames.start = span->start; // the table speaks of other frames
            frames.count = static_cast<std::uint16_t>(span->end - span->start + 1);
        }
        ossuary::Clip clip = make_clip(model, frames, entry, bones, options.frame_rate);
        clip.extras.set("animation", animation);
        clip.extras.set("bound", name_of(binding.method));
        const auto place = std::ranges::find_if(
            model.clips, [&](const ossuary::Clip& other) { return other.extras["entry"].unsigned_integer() > entry; });
        model.clips.insert(place, std::move(clip));
    }
    return {};
}

} // namespace ossuary::sf3
