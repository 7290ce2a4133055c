// What a clip says beyond movement, as the extras of a glTF animation, and back.
#pragma once

#include <string>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/model/event.h"
#include "ossuary/model/model.h"

namespace ossuary::gltf {

// `{ "time": …, "frame": …, "type": …, "name": …, "args": { "kind": …, fields } }`; kind and fields restore the
// typed event exactly, type is for everybody else.
Json write_event(const Event& event);
// Events of other makers become tags that keep every member.
Event read_event(const Json& json);

// All extras of a clip: its facts and events first, then what Clip::extras has beyond them. `last_key` is the latest
// time any sampler reaches, from which readers take the duration.
Json write_clip_extras(const Clip& clip, const Model& model, const std::vector<std::string>& joint_names,
                       float last_key);
// Takes a clip's facts and events out of extras; the rest stays in Clip::extras. Name, duration (as the key times tell
// it), joints and cameras of the clip and the model must be known already.
void read_clip_extras(const Json& extras, Clip& clip, const Model& model);

// The times of a channel as keys: uniform ones in the same floats as a sampler's input.
template <class T> std::vector<float> key_times(const Channel<T>& channel) {
    if (!channel.times.empty() || channel.values.empty()) return channel.times;
    std::vector<float> times;
    times.reserve(channel.values.size());
    for (std::size_t i = 0; i < channel.values.size(); ++i) times.push_back(static_cast<float>(channel.time_of(i)));
    return times;
}

// Gives a keyed channel its short form where nothing is lost: one key needs no time, and keys exactly where `rate`
// would put them become a uniform channel.
template <class T> void simplify_times(Channel<T>& channel, double rate) {
    if (channel.values.size() == 1) channel.times.clear();
    if (!(rate > 0) || channel.times.empty()) return;
    for (std::size_t i = 0; i < channel.times.size(); ++i)
        if (channel.times[i] != static_cast<float>(static_cast<double>(i) / rate)) return;
    channel.times.clear();
    channel.rate = rate;
}

} // namespace ossuary::gltf
