#include <algorithm>
#include <cmath>
#include <map>

#include "accessor.h"
#include "clip_extras.h"
#include "cubic.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/model/script_extras.h"
#include "reader.h"

namespace ossuary::gltf {

namespace {

class AnimationReader {
public:
    AnimationReader(Reader& reader, const std::map<std::string_view, const Json*>& scene_copies)
        : reader_(reader), document_(reader.document), scene_copies_(scene_copies) {}

    void read(std::size_t index) {
        json_ = &document_.list("animations")[index];
        path_ = at("animations", index);
        clip_ = Clip();
        used_.clear();
        baked_ = 0;
        const Json &channels = (*json_)["channels"], &samplers = (*json_)["samplers"];
        if (!channels.is_array() || !samplers.is_array())
            return document_.fail(path_, "has no channels or no samplers");
        const std::size_t joints = reader_.model.skeleton.joints.size();
        if (!document_.spend(joints * sizeof(JointTrack), path_)) return;
        clip_.joints.resize(joints);
        for (std::size_t i = 0; i < channels.size() && document_.ok(); ++i) read_channel(channels[i], i);
        if (!document_.ok()) return;
        if (baked_ > 0)
            document_.note(path_,
                           std::to_string(baked_) + " cubic channels were brought to straight pieces, within 1e-5");

        clip_.name = (*json_)["name"].string();
        const Json* extras = json_->find("extras");
        if (!extras)
            if (const auto copy = scene_copies_.find(clip_.name); copy != scene_copies_.end()) extras = copy->second;
        if (clip_.name.empty()) clip_.name = "clip_" + std::to_string(index);
        const Json kept = extras ? read_extras_of(*extras) : Json();
        read_clip_extras(kept, clip_, reader_.model);
        simplify();
        reader_.model.clips.push_back(std::move(clip_));
    }

private:
    static Json read_extras_of(const Json& extras) {
        Json owner = Json::object();
        owner.append("extras", extras);
        return read_extras(owner);
    }

    void read_channel(const Json& channel, std::size_t index) {
        const std::string path = at(path_ + ".channels", index);
        const Json& target = channel["target"];
        const Json& samplers = (*json_)["samplers"];
        const auto sampler = document_.index(channel, "sampler", samplers.size(), path);
        const auto node = document_.index(target, "node", reader_.nodes.size(), path + ".target");
        if (!document_.ok()) return;
        if (!sampler) return document_.fail(path + ".sampler", "missing");
        const std::string_view quantity = target["path"].string();
        const bool is_known =
            quantity == "translation" || quantity == "rotation" || quantity == "scale" || quantity == "weights";
        if (!node || !is_known) return document_.warn(path, "moves nothing that is read; it is left out");
        if (!used_.insert({{*node, std::string(quantity)}, true}).second)
            return document_.fail(path + ".target",
                                  "a second channel for the " + std::string(quantity) + " of " + at("nodes", *node));

        const NodeInfo& info = reader_.nodes[*node];
        const bool moves_mesh = quantity == "weights" && !reader_.meshes_of_node[*node].empty();
        if (quantity == "weights" ? !moves_mesh : !info.is_joint) {
            if (info.in_scene)
                document_.note(path, "has no effect and is left out");
            else
                document_.warn(path, "moves a node outside the scene and is left out");
            return;
        }
        const std::size_t mesh = moves_mesh ? reader_.meshes_of_node[*node][0] : 0;
        const std::size_t targets = moves_mesh ? reader_.model.meshes[mesh].morphs.size() : 0;
        const std::size_t width = quantity == "weights" ? targets : quantity == "rotation" ? 4 : 3;
        if (width == 0) return document_.note(path, "its mesh has no morph targets; it is left out");
        Interpolation interpolation = Interpolation::linear;
        SamplerKeys keys = read_sampler(*sampler, width, quantity, interpolation);
        if (!document_.ok() || keys.times.empty()) return;
        clip_.duration = std::max(clip_.duration, static_cast<double>(keys.times.back()));

        if (quantity == "weights") {
            MorphTrack track;
            track.mesh = static_cast<std::uint32_t>(mesh);
            for (std::size_t t = 0; t < targets; ++t)
                track.weights.push_back(make_channel<float>(keys, t, interpolation));
            clip_.morphs.push_back(std::move(track));
            return;
        }
        JointTrack& track = clip_.joints[static_cast<std::size_t>(info.joint)];
        if (quantity == "rotation")
            track.rotation = make_channel<Quat>(keys, 0, interpolation);
        else
            (quantity == "scale" ? track.scale : track.translation) = make_channel<Vec3>(keys, 0, interpolation);
    }

    SamplerKeys read_sampler(std::size_t index, std::size_t width, std::string_view quantity,
                             Interpolation& interpolation) {
        const Json& sampler = (*json_)["samplers"][index];
        const std::string path = at(path_ + ".samplers", index);
        const std::size_t accessors = document_.list("accessors").size();
        const auto input = document_.index(sampler, "input", accessors, path);
        const auto output = document_.index(sampler, "output", accessors, path);
        if (document_.ok() && (!input || !output)) document_.fail(path, "has no input or no output");
        if (!document_.ok()) return {};
        const std::string_view kind = sampler["interpolation"].string("LINEAR");
        const bool is_cubic = kind == "CUBICSPLINE";
        if (kind == "STEP") interpolation = Interpolation::step;
        if (!is_cubic && kind != "STEP" && kind != "LINEAR")
            document_.fail(path + ".interpolation", std::string(kind) + " is no kind of glTF");

        SamplerKeys keys;
        keys.width = width;
        keys.times = read_floats(document_, *input, "SCALAR");
        const std::string_view type = quantity == "weights" ? "SCALAR" : quantity == "rotation" ? "VEC4" : "VEC3";
        keys.values = read_floats(document_, *output, type);
        if (!document_.ok()) return {};
        for (std::size_t i = 0; i < keys.times.size(); ++i) {
            if (i == 0 ? keys.times[i] >= 0 : keys.times[i] > keys.times[i - 1]) continue;
            document_.fail(at("accessors", *input),
                           "key " + std::to_string(i) + " is not later than the one before it, or negative");
            return {};
        }
        const std::size_t expected = keys.times.size() * width * (is_cubic ? 3 : 1);
        if (keys.values.size() != expected) {
            document_.fail(path + ".output", std::to_string(keys.values.size()) + " numbers for " +
                                                 std::to_string(keys.times.size()) + " keys, expected " +
                                                 std::to_string(expected));
            return {};
        }
        if (!is_cubic) return keys;
        ++baked_;
        const std::uint64_t key_size = (width + 1) * sizeof(float) * 4;
        return bake_cubic(keys, quantity == "rotation", [&] { return document_.spend(key_size, path); });
    }

    template <class T>
    Channel<T> make_channel(const SamplerKeys& keys, std::size_t first, Interpolation interpolation) {
        Channel<T> channel;
        channel.times = keys.times;
        channel.interpolation = interpolation;
        channel.values.resize(keys.times.size());
        for (std::size_t k = 0; k < keys.times.size(); ++k) {
            const float* entry = keys.values.data() + k * keys.width + first;
            if constexpr (std::is_same_v<T, float>) {
                channel.values[k] = *entry;
            } else {
                for (std::size_t c = 0; c < T::size; ++c) channel.values[k][c] = entry[c];
            }
            if constexpr (std::is_same_v<T, Quat>) {
                const Quatd q = to_double(channel.values[k]);
                if (std::abs(std::sqrt(dot(q, q)) - 1) > 1e-6) channel.values[k] = to_float(normalize(q));
                if (k > 0 && dot(channel.values[k - 1], channel.values[k]) < 0)
                    channel.values[k] = -channel.values[k]; // the same rotation, nearer to the one before
            }
        }
        return channel;
    }

    // Short forms where nothing is lost.
    void simplify() {
        if (document_.is_ours() && !clip_.joints.empty()) drop_end_marker(clip_.joints[0].rotation);
        for (JointTrack& track : clip_.joints) {
            simplify_times(track.translation, clip_.frame_rate);
            simplify_times(track.rotation, clip_.frame_rate);
            simplify_times(track.scale, clip_.frame_rate);
        }
        for (MorphTrack& track : clip_.morphs)
            for (Channel<float>& channel : track.weights) simplify_times(channel, clip_.frame_rate);
    }

    // Where nothing else reaches the end of a clip, our writer holds the first joint's rotation until then.
    void drop_end_marker(Channel<Quat>& rotation) {
        const Quat& rest = reader_.model.skeleton.joints[0].rest.rotation;
        if (clip_.duration == 0 && rotation.values.size() == 1 && rotation.values[0] == rest) rotation = {};
        const bool is_marker = rotation.values.size() == 2 && rotation.values[0] == rotation.values[1] &&
                               rotation.times[0] == 0 && rotation.times[1] == static_cast<float>(clip_.duration);
        if (!is_marker) return;
        rotation.values.resize(1);
        if (rotation.values[0] == rest) rotation = {};
    }

    Reader& reader_;
    Document& document_;
    const std::map<std::string_view, const Json*>& scene_copies_;
    const Json* json_ = nullptr;
    std::string path_;
    Clip clip_;
    std::map<std::pair<std::size_t, std::string>, bool> used_;
    std::size_t baked_ = 0;
};

} // namespace

void read_animations(Reader& reader) {
    const Json::Array& list = reader.document.list("animations");
    // The copies our writer leaves in the scene, where tools that drop an animation's extras keep them.
    std::map<std::string_view, const Json*> copies;
    for (const Json::Member& entry : reader.model.extras["animations"].members())
        copies.try_emplace(entry.name, &entry.value);
    AnimationReader animations(reader, copies);
    for (std::size_t i = 0; i < list.size() && reader.document.ok(); ++i) animations.read(i);
    if (reader.model.extras["animations"].is_object()) reader.model.extras.erase("animations");
    if (reader.model.extras.size() == 0) reader.model.extras = Json();
    take_script(reader.model);
}

} // namespace ossuary::gltf
