#include <algorithm>
#include <cmath>
#include <map>

#include "clip_extras.h"
#include "names.h"
#include "ossuary/base/math.h"
#include "ossuary/base/sort.h"
#include "writer.h"

namespace ossuary::gltf {

namespace {

constexpr double tolerance = 1e-6;

// A channel as a sampler holds it.
template <class T> struct Keys {
    std::vector<float> times;
    std::vector<T> values;
    Interpolation interpolation = Interpolation::linear;
};
struct JointKeys {
    Keys<Vec3> translation, scale;
    Keys<Quat> rotation;
};
// Weights of all targets of a mesh, key by key.
struct WeightKeys {
    std::size_t mesh = 0;
    std::size_t targets = 0;
    Keys<float> keys;
};

bool nearly(double a, double b) { return std::abs(a - b) <= tolerance; }
bool nearly(float a, float b) { return nearly(double{a}, double{b}); }
bool nearly(const Vec3& a, const Vec3& b) { return nearly(a.x, b.x) && nearly(a.y, b.y) && nearly(a.z, b.z); }
bool nearly(const Quat& a, const Quat& b) {
    const auto equal = [&](const Quat& c) {
        return nearly(a.x, c.x) && nearly(a.y, c.y) && nearly(a.z, c.z) && nearly(a.w, c.w);
    };
    return equal(b) || equal(-b);
}

// Unit length and consecutive keys in the same hemisphere. What is right already keeps its bits.
void prepare(std::vector<Quat>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Quatd q = to_double(values[i]);
        if (std::abs(std::sqrt(dot(q, q)) - 1) > tolerance) values[i] = to_float(normalize(q));
        if (i > 0 && dot(values[i - 1], values[i]) < 0) values[i] = -values[i];
    }
}
void prepare(std::vector<Vec3>&) {}

// Leaves out keys that the floats of a sampler cannot tell from the one before.
template <class T> void drop_unreachable_keys(Keys<T>& keys, std::size_t stride = 1) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < keys.times.size(); ++i) {
        const bool increases = kept == 0 ? keys.times[i] >= 0 : keys.times[i] > keys.times[kept - 1];
        if (!increases || !std::isfinite(keys.times[i])) continue;
        keys.times[kept] = keys.times[i];
        std::copy_n(keys.values.begin() + static_cast<std::ptrdiff_t>(i * stride), stride,
                    keys.values.begin() + static_cast<std::ptrdiff_t>(kept * stride));
        ++kept;
    }
    keys.times.resize(kept);
    keys.values.resize(kept * stride);
}

template <class T> Keys<T> keys_of(const Channel<T>& channel, const T& rest, bool reduce) {
    Keys<T> keys{key_times(channel), channel.values, channel.interpolation};
    if (channel.is_rest()) return {};
    if (channel.is_constant()) keys.times = {0};
    drop_unreachable_keys(keys);
    prepare(keys.values);
    if (!reduce || keys.values.empty()) return keys;
    const auto all_near = [&](const T& value) {
        return std::all_of(keys.values.begin(), keys.values.end(), [&](const T& key) { return nearly(key, value); });
    };
    if (all_near(rest)) return {};
    if (all_near(keys.values[0])) {
        if (nearly(keys.values[0], rest)) return {};
        keys = {{0}, {keys.values[0]}, Interpolation::linear};
    }
    return keys;
}

// One sampler serves all targets of a mesh, so their keys are brought to common times.
Keys<float> weight_keys(const MorphTrack& track, const std::vector<float>& plain, bool reduce) {
    const auto otherwise = [&](std::size_t target) { return target < plain.size() ? plain[target] : 0.0f; };
    Keys<float> keys;
    std::vector<std::vector<float>> times;
    bool any_linear = false, any_step = false, same_times = true;
    for (const Channel<float>& channel : track.weights) {
        times.push_back(channel.values.size() > 1 ? key_times(channel) : std::vector<float>{});
        if (times.back().empty()) continue;
        (channel.interpolation == Interpolation::step ? any_step : any_linear) = true;
        if (keys.times.empty()) keys.times = times.back();
        same_times &= times.back() == keys.times;
    }
    keys.interpolation = any_step && !any_linear ? Interpolation::step : Interpolation::linear;
    if (keys.times.empty()) keys.times = {0};
    if (!same_times) {
        keys.times.clear();
        for (std::size_t w = 0; w < times.size(); ++w) {
            keys.times.insert(keys.times.end(), times[w].begin(), times[w].end());
            // A step among straight lines: a key just before each of its jumps.
            if (any_linear && any_step && track.weights[w].interpolation == Interpolation::step)
                for (const float time : times[w])
                    if (time > 0) keys.times.push_back(std::nextafter(time, 0.0f));
        }
        ossuary::sort(keys.times);
        keys.times.erase(std::unique(keys.times.begin(), keys.times.end()), keys.times.end());
    } else if (any_linear && any_step) {
        std::vector<float> doubled;
        for (const float time : keys.times) {
            if (!doubled.empty() && std::nextafter(time, 0.0f) > doubled.back())
                doubled.push_back(std::nextafter(time, 0.0f));
            doubled.push_back(time);
        }
        same_times = false;
        keys.times = std::move(doubled);
    }
    const std::size_t targets = track.weights.size();
    for (std::size_t k = 0; k < keys.times.size(); ++k) {
        for (std::size_t t = 0; t < targets; ++t) {
            const Channel<float>& channel = track.weights[t];
            const bool direct = same_times && channel.values.size() > 1;
            const auto rest = static_cast<double>(otherwise(t));
            keys.values.push_back(direct
                                      ? channel.values[k]
                                      : static_cast<float>(sample(channel, static_cast<double>(keys.times[k]), rest)));
        }
    }
    drop_unreachable_keys(keys, targets);
    if (!reduce) return keys;
    const auto all_near = [&](auto&& wanted) {
        for (std::size_t i = 0; i < keys.values.size(); ++i)
            if (!nearly(keys.values[i], wanted(i % targets))) return false;
        return true;
    };
    if (all_near(otherwise)) return {};
    if (all_near([&](std::size_t t) { return keys.values[t]; })) {
        keys.times = {0};
        keys.values.resize(targets);
        keys.interpolation = Interpolation::linear;
        if (all_near(otherwise)) return {};
    }
    return keys;
}

// Makes a channel reach `end` by holding its last value.
template <class T> void hold_until(Keys<T>& keys, float end, const std::vector<T>& otherwise) {
    if (keys.times.empty()) keys = {{0}, otherwise, Interpolation::linear};
    if (end <= keys.times.back()) return;
    const std::vector<T> last(keys.values.end() - static_cast<std::ptrdiff_t>(otherwise.size()), keys.values.end());
    keys.times.push_back(end);
    keys.values.insert(keys.values.end(), last.begin(), last.end());
}

class AnimationWriter {
public:
    explicit AnimationWriter(Writer& writer) : writer_(writer) {}

    void clip(std::size_t index) {
        const Clip& clip = writer_.model.clips[index];
        const std::vector<Joint>& skeleton = writer_.model.skeleton.joints;
        const bool reduce = writer_.options.reduce_channels;
        std::vector<JointKeys> joints(skeleton.size());
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const JointTrack& track = clip.joints[j];
            joints[j].translation = keys_of(track.translation, skeleton[j].rest.translation, reduce);
            joints[j].rotation = keys_of(track.rotation, skeleton[j].rest.rotation, reduce);
            joints[j].scale = keys_of(track.scale, skeleton[j].rest.scale, reduce);
        }
        std::vector<WeightKeys> weights = morphs(clip, index);

        float last_key = 0;
        std::size_t channels = 0;
        const auto count = [&](const auto& keys) {
            if (keys.times.empty()) return;
            ++channels;
            last_key = std::max(last_key, keys.times.back());
        };
        for (const JointKeys& joint : joints) {
            count(joint.translation);
            count(joint.rotation);
            count(joint.scale);
        }
        for (const WeightKeys& mesh : weights) count(mesh.keys);

        // An animation needs a channel, and one of them has to reach its end.
        const auto end = static_cast<float>(clip.duration);
        if (channels == 0 || end > last_key) {
            if (!joints.empty()) {
                std::vector<Quat> rest{skeleton[0].rest.rotation};
                prepare(rest);
                hold_until(joints[0].rotation, end, rest);
            } else if (WeightKeys* carrier = weights.empty() ? idle_morphs(weights) : &weights[0]) {
                hold_until(carrier->keys, end, std::vector<float>(carrier->targets));
            } else {
                writer_.warn("clips[" + std::to_string(index) + ']',
                             "moves nothing that a glTF file could hold; left out");
                return;
            }
            last_key = std::max(last_key, end);
        }

        samplers_ = Json::array();
        channels_ = Json::array();
        for (std::size_t j = 0; j < joints.size(); ++j) {
            channel(static_cast<std::int32_t>(j), "translation", joints[j].translation, "VEC3");
            channel(static_cast<std::int32_t>(j), "rotation", joints[j].rotation, "VEC4");
            channel(static_cast<std::int32_t>(j), "scale", joints[j].scale, "VEC3");
        }
        for (const WeightKeys& mesh : weights) channel(writer_.mesh_nodes[mesh.mesh], "weights", mesh.keys, "SCALAR");

        Json json = Json::object();
        const std::string name = unique_(clip.name.empty() ? "clip_" + std::to_string(index) : clip.name);
        json.append("name", name);
        json.append("channels", std::move(channels_));
        json.append("samplers", std::move(samplers_));
        const Json extras = write_clip_extras(clip, writer_.model, writer_.joint_names, last_key);
        json.append("extras", extras);
        if (writer_.options.extras_in_scene) writer_.scene_animations.append(name, extras);
        writer_.animations.push(std::move(json));
    }

private:
    std::vector<WeightKeys> morphs(const Clip& clip, std::size_t index) {
        std::vector<WeightKeys> list;
        for (const MorphTrack& track : clip.morphs) {
            const bool doubled = std::any_of(list.begin(), list.end(),
                                             [&](const WeightKeys& other) { return other.mesh == track.mesh; });
            if (doubled)
                writer_.warn("clips[" + std::to_string(index) + "].morphs",
                             "two tracks move the same mesh; the first counts");
            if (doubled || track.weights.empty() || writer_.mesh_nodes[track.mesh] < 0) continue;
            WeightKeys mesh{
                track.mesh, track.weights.size(),
                weight_keys(track, writer_.model.meshes[track.mesh].morph_weights, writer_.options.reduce_channels)};
            if (!mesh.keys.times.empty()) list.push_back(std::move(mesh));
        }
        ossuary::sort(list, [](const WeightKeys& a, const WeightKeys& b) { return a.mesh < b.mesh; });
        return list;
    }

    // A mesh whose weights can carry the duration of a clip that moves nothing.
    WeightKeys* idle_morphs(std::vector<WeightKeys>& list) {
        for (std::size_t m = 0; m < writer_.model.meshes.size(); ++m) {
            const std::size_t targets = writer_.model.meshes[m].morphs.size();
            if (targets == 0 || writer_.mesh_nodes[m] < 0) continue;
            list.push_back({m, targets, {}});
            return &list.back();
        }
        return nullptr;
    }

    template <class T> void channel(std::int32_t node, const char* path, const Keys<T>& keys, std::string_view type) {
        if (keys.times.empty()) return;
        const std::size_t view = values_view(sizeof(T));
        Accessor output{.view = view, .count = keys.values.size(), .type = type};
        Json sampler = Json::object();
        sampler.append("input", input(keys.times));
        output.offset = append(writer_.storage.views[view].own, std::span<const T>(keys.values));
        sampler.append("output", writer_.storage.add_accessor(output));
        if (keys.interpolation == Interpolation::step) sampler.append("interpolation", "STEP");
        Json target = Json::object();
        target.append("node", node);
        target.append("path", path);
        Json json = Json::object();
        json.append("sampler", samplers_.size());
        json.append("target", std::move(target));
        samplers_.push(std::move(sampler));
        channels_.push(std::move(json));
    }

    // One view for all values, or one for each size where they are compressed: neighbours must be alike.
    std::size_t values_view(std::size_t size) {
        std::size_t& view = values_views_[writer_.options.meshopt ? size / sizeof(float) : 0];
        if (view == Accessor::none) view = add_view(size);
        return view;
    }
    std::size_t add_view(std::size_t size) {
        const std::size_t view = writer_.storage.add_view();
        if (writer_.options.meshopt) {
            writer_.storage.views[view].compression = Compression::attributes;
            writer_.storage.views[view].element = static_cast<std::uint32_t>(size);
        }
        return view;
    }

    // Channels with the same times share one accessor, over all clips.
    std::size_t input(const std::vector<float>& times) {
        const auto [found, is_new] = inputs_.try_emplace(times, 0);
        if (is_new) {
            if (times_view_ == Accessor::none) times_view_ = add_view(sizeof(float));
            Accessor accessor{.view = times_view_, .count = times.size()};
            accessor.offset = append(writer_.storage.views[times_view_].own, std::span<const float>(times));
            set_bounds(accessor, std::span<const float>(times));
            found->second = writer_.storage.add_accessor(accessor);
        }
        return found->second;
    }

    Writer& writer_;
    UniqueNames unique_;
    std::map<std::vector<float>, std::size_t> inputs_;
    std::size_t times_view_ = Accessor::none;
    std::array<std::size_t, 5> values_views_{Accessor::none, Accessor::none, Accessor::none, Accessor::none,
                                             Accessor::none};
    Json samplers_, channels_;
};

} // namespace

void write_animations(Writer& writer) {
    AnimationWriter animations(writer);
    for (std::size_t i = 0; i < writer.model.clips.size(); ++i) animations.clip(i);
}

} // namespace ossuary::gltf
