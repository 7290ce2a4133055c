#include "ossuary/formats/mw3/model.h"

#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "formats/mw3/axes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/model/event.h"

namespace ossuary::mw3 {

namespace {

// The definitions reachable by calls, the given one first.
std::vector<const Definition*> called_from(const AnimFile& file, const Definition& first) {
    std::vector<const Definition*> reached{&first};
    const auto add = [&](std::string_view name) {
        const Definition* called = file.find(name);
        if (called && std::ranges::find(reached, called) == reached.end()) reached.push_back(called);
    };
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const Sequence& sequence : reached[i]->sequences)
            for (const Event& event : sequence.events)
                if (const auto* call = std::get_if<event::CallAnimation>(&event.data))
                    add(call->anim_name.text());
                else if (const auto* connector = std::get_if<event::CallObjectConnector>(&event.data))
                    add(connector->anim_name.text());
    return reached;
}

class NodeCollector {
public:
    void add(const Definition& definition) {
        const std::string_view root_name = definition.anim_root_name.text();
        const std::int32_t root = joint(root_name.empty() ? definition.name.text() : root_name, -1);
        if (definition.nodes)
            for (const Node& node : *definition.nodes) joint(node.name.text(), root);
    }
    Skeleton take() { return std::move(skeleton_); }

private:
    std::int32_t joint(std::string_view name, std::int32_t parent) {
        const auto [known, is_new] = known_.emplace(name, static_cast<std::int32_t>(skeleton_.joints.size()));
        if (is_new) skeleton_.joints.push_back({.name = std::string(name), .parent = parent});
        return known->second;
    }
    Skeleton skeleton_;
    std::unordered_map<std::string, std::int32_t> known_;
};

// The rest pose is how the reset sequences leave the nodes.
void rest_as_reset(Skeleton& nodes, const AnimFile& file, std::span<const Definition* const> definitions) {
    SequencePlayer player(file, nodes);
    for (const Definition* definition : definitions) player.reset(*definition);
    std::vector<Transformd> pose(nodes.joints.size());
    player.pose(pose);
    for (std::size_t i = 0; i < pose.size(); ++i) nodes.joints[i].rest = to_float(pose[i]);
}

// Events that change how nodes lie or whether they are seen; of cameras, what they see.
bool changes_pose(const Notice& notice) {
    if (notice.kind == NoticeKind::movement || notice.kind == NoticeKind::reset || notice.kind == NoticeKind::bounce)
        return true;
    if (!notice.event) return false;
    switch (type_of(*notice.event)) {
    case event::ObjectActiveState::type:
    case event::ObjectAddChild::type:
    case event::ObjectDeleteChild::type:
    case event::ObjectConnector::type:
    case event::CallAnimation::type: // which may place what it calls
    case event::CameraState::type:
    case event::CameraFromTo::type: return true;
    default: return false;
    }
}

// Events that change lights, fog, tint, opacity or the shape of a mesh.
bool changes_scene(const Notice& notice) {
    if (notice.kind == NoticeKind::reset) return true;
    if (!notice.event) return false;
    switch (type_of(*notice.event)) {
    case event::LightState::type:
    case event::LightAnimation::type:
    case event::FogState::type:
    case event::FbfxColorFromTo::type:
    case event::ObjectOpacityState::type:
    case event::ObjectOpacityFromTo::type:
    case event::ObjectMotion::type:
    case event::ObjectMotionFromTo::type: return true;
    default: return false;
    }
}

bool is_in_clip(const Notice& notice, bool every_event) {
    if (notice.instance == 0 || !notice.event) return false;
    return notice.kind == NoticeKind::event ||
           (every_event && (notice.kind == NoticeKind::movement || notice.kind == NoticeKind::flow));
}

// Times at which channels get keys: as often as asked, and at either side of every moment at which a movement begins.
std::vector<float> key_times(const std::set<Ticks>& moments, double duration, double rate) {
    std::set<float> times;
    const double frames = std::ceil(duration * rate);
    for (double frame = 0; frame <= frames; ++frame) times.insert(static_cast<float>(std::min(duration, frame / rate)));
    for (const Ticks moment : moments) {
        const auto time = static_cast<float>(to_seconds(moment));
        if (time > 0) times.insert(std::nextafter(time, 0.0f));
        times.insert(time);
    }
    return {times.begin(), times.end()};
}

template <class T> void settle(Channel<T>& channel, const std::vector<float>& times, const T& rest) {
    if (std::ranges::all_of(channel.values, [&](const T& value) { return value == rest; }))
        channel.values.clear();
    else if (std::ranges::all_of(channel.values, [&](const T& value) { return value == channel.values.front(); }))
        channel.values.resize(1);
    else
        channel.times = times;
}

SequencePlayer started(const AnimFile& file, const Definition& definition, const Skeleton& nodes,
                       const ToModelOptions& options, Diagnostics* diagnostics) {
    PlayRules rules = options.rules;
    rules.check_prerequisites = false; // the definition was asked for
    SequencePlayer player(file, nodes, rules, diagnostics);
    player.surroundings() = options.surroundings;
    if (definition.flags & definition_flags::execution_by_range)
        player.surroundings().player_distance_squared = definition.exec_range[0];
    player.start(definition);
    return player;
}

} // namespace

Skeleton nodes_of(const AnimFile& file, const Definition& definition) {
    const std::vector<const Definition*> definitions = called_from(file, definition);
    NodeCollector collector;
    for (const Definition* one : definitions) collector.add(*one);
    Skeleton nodes = collector.take();
    rest_as_reset(nodes, file, definitions);
    return nodes;
}

TagEvent to_tag(const Notice& notice, Game game) {
    TagEvent tag;
    tag.name = name_of(*notice.event);
    tag.arguments = names_in(*notice.event, *notice.definition);
    tag.fields = Json::object();
    tag.fields.set("definition", notice.definition->anim_name.text());
    tag.fields.set("sequence", notice.sequence->name.text());
    tag.fields.set("kind", name_of(notice.kind));
    if (const double duration = duration_of(*notice.event); duration > 0) tag.fields.set("duration", duration);
    tag.fields.set("data", dump_event_data(*notice.event, game));
    return tag;
}

std::string_view activation_of(const Clip& clip) { return clip.extras["mw3"]["activation"].string(); }

namespace {

// A node that is not shown is scaled to nothing. Where that is all that happens to its size, the channel steps.
void hide(Channel<Vec3>& scale, const std::vector<bool>& shown, const std::vector<float>& times) {
    const bool steps = std::ranges::all_of(scale.values, [&](const Vec3& v) { return v == scale.values.front(); });
    if (!steps) {
        for (std::size_t i = 0; i < shown.size(); ++i)
            if (!shown[i]) scale.values[i] = {};
        scale.times = times;
        return;
    }
    const Vec3 size = scale.values.front();
    scale = {};
    scale.interpolation = Interpolation::step;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (i > 0 && shown[i] == shown[i - 1]) continue;
        scale.times.push_back(times[i]);
        scale.values.push_back(shown[i] ? size : Vec3{});
    }
}

// Leads a player through the times of keys. A moment's key shows what it began, the key before it what was; a float is
// not exact enough to tell.
class KeyTimes {
public:
    explicit KeyTimes(const std::set<Ticks>& moments) : moments_(moments), moment_(moments.begin()) {}

    Result<void> advance(SequencePlayer& player, float time) {
        Ticks at = to_ticks(time);
        while (moment_ != moments_.end() && static_cast<float>(to_seconds(*moment_)) < time) ++moment_;
        if (moment_ != moments_.end() && static_cast<float>(to_seconds(*moment_)) == time)
            at = *moment_;
        else if (moment_ != moments_.end())
            at = std::min(at, *moment_ - Ticks{1});
        return player.advance(at - player.now());
    }

private:
    const std::set<Ticks>& moments_;
    std::set<Ticks>::const_iterator moment_;
};

// The lights of definitions in a model: dark until a clip lights them.
using DefinitionLights = std::map<std::pair<const Definition*, std::size_t>, std::uint32_t>;

Vec3 light_color(const LightValues& light) {
    return to_float(Vec3d{std::max(0.0, light.color.x), std::max(0.0, light.color.y), std::max(0.0, light.color.z)});
}
float light_strength(const LightValues& light) {
    if (!light.is_on || !(light.diffuse > 0)) return 0;
    const auto strength = static_cast<float>(light.diffuse);
    if (!light.is_point || !(light.far > 0)) return strength;
    return intensity_of(strength, static_cast<float>(std::max(0.0, light.near)), static_cast<float>(light.far));
}
float light_range(const LightValues& light) {
    return light.is_point ? static_cast<float>(std::max(0.0, light.far)) : 0.0f;
}

Json triple(const Vec3d& v) { return Json(Json::Array{v.x, v.y, v.z}); }

Json fog_json(const FogValues& fog, double time) {
    constexpr std::string_view types[] = {"off", "linear", "exponential"};
    Json json = Json::object();
    json.set("time", time);
    json.set("type", types[static_cast<std::size_t>(fog.type)]);
    json.set("color", triple(fog.color));
    json.set("range", Json(Json::Array{fog.range[0], fog.range[1]}));
    json.set("altitude", Json(Json::Array{fog.altitude[0], fog.altitude[1]}));
    return json;
}

// What a definition does to the picture, over a model: lights and morphs as tracks; fog, opacity and tint as extras
// of the clip, with times in seconds.
class ScenePlay {
public:
    ScenePlay(Model& model, DefinitionLights& known, Clip& clip) : model_(model), known_(known), clip_(clip) {}

    // `ended` has played the whole clip; `player` is at its beginning.
    Result<void> play(const SequencePlayer& ended, SequencePlayer& player, const std::set<Ticks>& moments, double rate,
                      const Basis& basis) {
        const std::vector<float> times = key_times(moments, clip_.duration, rate);
        const auto lights = ended.lights_set();
        const std::vector<std::size_t> faded = ended.opacities_set();
        std::vector<std::vector<LightValues>> lit(lights.size());
        std::vector<std::vector<double>> opacities(faded.size());
        std::vector<Tint> tints;
        std::vector<std::vector<float>> weights(model_.meshes.size());
        Json fogs = Json::array();
        std::optional<FogValues> fog;
        KeyTimes keys(moments);
        for (const float time : times) {
            if (auto done = keys.advance(player, time); !done) return done;
            for (std::size_t i = 0; i < lights.size(); ++i)
                lit[i].push_back(player.light(*lights[i].first, lights[i].second));
            for (std::size_t i = 0; i < faded.size(); ++i) opacities[i].push_back(player.opacity(faded[i]).value_or(1));
            tints.push_back(player.tint());
            if (const FogValues now = player.fog(); fog ? !(*fog == now) : !(now == FogValues{})) {
                fogs.push(fog_json(now, static_cast<double>(time)));
                fog = now;
            }
            for (std::size_t m = 0; m < weights.size(); ++m) weights[m].push_back(weight_of(player, model_.meshes[m]));
        }
        for (std::size_t i = 0; i < lights.size(); ++i) add_light(lights[i], lit[i], times, basis);
        for (std::size_t m = 0; m < weights.size(); ++m) add_morph(m, std::move(weights[m]), times);
        add_extras(std::move(fogs), faded, opacities, tints, times);
        return {};
    }

private:
    static float rest_weight(const Mesh& mesh) { return mesh.morph_weights.empty() ? 0.0f : mesh.morph_weights[0]; }
    static float weight_of(const SequencePlayer& player, const Mesh& mesh) {
        if (mesh.morphs.size() != 1 || mesh.joint < 0) return 0;
        return static_cast<float>(player.morph(static_cast<std::size_t>(mesh.joint)).value_or(rest_weight(mesh)));
    }

    void add_light(const std::pair<const Definition*, std::size_t>& which, const std::vector<LightValues>& values,
                   const std::vector<float>& times, const Basis& basis) {
        const auto on = std::ranges::find_if(values, [](const LightValues& light) { return light.is_on; });
        if (on == values.end()) return;
        const auto [known, is_new] = known_.emplace(which, static_cast<std::uint32_t>(model_.lights.size()));
        if (is_new) {
            ossuary::Light light;
            const Definition& definition = *which.first;
            if (definition.lights && which.second <= definition.lights->size() && which.second > 0)
                light.name = (*definition.lights)[which.second - 1].name.text();
            light.type = on->is_point ? LightType::point : LightType::directional;
            light.joint = on->joint;
            light.position = to_float(basis.point(on->place));
            if (!on->is_point) light.rotation = light_rotation(on->orientation);
            light.color = light_color(*on);
            light.intensity = 0;
            light.range = light_range(*on);
            light.extras = Json::object();
            light.extras.set("mw3", Json::object()).set("definition", definition.anim_name.text());
            model_.lights.push_back(std::move(light));
        }
        const ossuary::Light& light = model_.lights[known->second];
        LightTrack track{.light = known->second};
        for (const LightValues& value : values) {
            track.color.values.push_back(light_color(value));
            track.intensity.values.push_back(light_strength(value));
            track.range.values.push_back(light_range(value));
        }
        settle(track.color, times, light.color);
        settle(track.intensity, times, light.intensity);
        settle(track.range, times, light.range);
        clip_.lights.push_back(std::move(track));
    }

    void add_morph(std::size_t mesh, std::vector<float> values, const std::vector<float>& times) {
        if (model_.meshes[mesh].morphs.size() != 1) return;
        Channel<float> channel{.values = std::move(values)};
        settle(channel, times, rest_weight(model_.meshes[mesh]));
        if (channel.is_rest()) return;
        clip_.morphs.push_back({static_cast<std::uint32_t>(mesh), {std::move(channel)}});
    }

    void add_extras(Json fogs, std::span<const std::size_t> faded, std::span<const std::vector<double>> opacities,
                    std::span<const Tint> tints, const std::vector<float>& times) {
        Json list = Json::array();
        for (std::size_t i = 0; i < faded.size(); ++i) {
            Json one = Json::object(), at = Json::array(), values = Json::array();
            for (std::size_t k = 0; k < times.size(); ++k) {
                // Within a straight stretch of equal values only its ends are told.
                const auto& v = opacities[i];
                if (k > 0 && k + 1 < times.size() && v[k] == v[k - 1] && v[k] == v[k + 1]) continue;
                at.push(times[k]);
                values.push(v[k]);
            }
            one.set("node", model_.skeleton.joints[faded[i]].name);
            one.set("times", std::move(at));
            one.set("values", std::move(values));
            list.push(std::move(one));
        }
        Json facts = clip_.extras["mw3"];
        if (fogs.size() > 0) facts.set("fog", std::move(fogs));
        if (list.size() > 0) facts.set("opacity", std::move(list));
        if (std::ranges::any_of(tints, [](const Tint& tint) { return tint.alpha != 0; })) {
            Json tint = Json::object(), at = Json::array(), values = Json::array();
            for (std::size_t k = 0; k < times.size(); ++k) {
                if (k > 0 && k + 1 < times.size() && tints[k] == tints[k - 1] && tints[k] == tints[k + 1]) continue;
                at.push(times[k]);
                values.push(Json(Json::Array{tints[k].red, tints[k].green, tints[k].blue, tints[k].alpha}));
            }
            tint.set("times", std::move(at));
            tint.set("values", std::move(values));
            facts.set("tint", std::move(tint));
        }
        clip_.extras.set("mw3", std::move(facts));
    }

    Model& model_;
    DefinitionLights& known_;
    Clip& clip_;
};

// Over nodes; and over a model that has them as joints, with its cameras, lights and meshes.
struct PlayedModel {
    Model& model;
    DefinitionLights lights;
    Basis basis;
};

Result<Clip> played(const AnimFile& file, const Definition& definition, const Skeleton& nodes, PlayedModel* over,
                    const ToModelOptions& options, Diagnostics* diagnostics) {
    const std::span<const Camera> cameras =
        over ? std::span<const Camera>(over->model.cameras) : std::span<const Camera>();
    if (!(options.most_seconds > 0 && options.most_seconds <= 3600))
        return fail("a clip has more than 0 and at most 3600 seconds");
    if (!(options.frame_rate > 0 && options.frame_rate <= 1000)) return fail("expected a frame rate up to 1000");
    Clip clip;
    clip.name = definition.anim_name.text();
    clip.loop = LoopMode::once;
    clip.extras = Json::object();
    Json facts = Json::object();
    facts.set("activation", activation_name(definition.activation));
    facts.set("root", definition.anim_root_name.text());
    clip.extras.set("mw3", std::move(facts));

    // Once through for what happens and when, then again for the poses at these times.
    const Ticks most = to_ticks(options.most_seconds);
    SequencePlayer player = started(file, definition, nodes, options, diagnostics);
    if (auto done = player.advance(most); !done) return Failure(done.error());
    std::set<Ticks> moments, scene_moments;
    Ticks last{};
    for (const Notice& notice : player.notices()) {
        if (changes_pose(notice)) moments.insert(notice.time);
        if (over && changes_scene(notice)) scene_moments.insert(notice.time);
        if (notice.kind != NoticeKind::reset) last = std::max(last, notice.time);
        if (is_in_clip(notice, options.every_event))
            clip.events.add(to_seconds(notice.time), to_tag(notice, file.game));
    }
    const bool ended = !player.is_running(definition);
    if (!ended)
        report(diagnostics, Severity::note, {},
               "'" + clip.name + "' does not end by itself: its first " +
                   std::to_string(static_cast<int>(options.most_seconds)) + " seconds");
    const Ticks end = ended ? std::min(most, std::max(last, player.motions_end())) : most;
    clip.duration = to_seconds(end);
    clip.joints.resize(nodes.joints.size());
    std::erase_if(scene_moments, [&](Ticks moment) { return moment > end; });
    if (!scene_moments.empty()) {
        SequencePlayer scene = started(file, definition, nodes, options, nullptr);
        ScenePlay play(over->model, over->lights, clip);
        auto done = play.play(player, scene, scene_moments, options.frame_rate, over->basis);
        if (!done) return Failure(done.error());
    }
    if (moments.empty()) return clip;

    std::erase_if(moments, [&](Ticks moment) { return moment > end; });
    const std::vector<float> times = key_times(moments, clip.duration, options.frame_rate);
    SequencePlayer again = started(file, definition, nodes, options, nullptr);
    std::vector<std::size_t> touched;
    for (std::size_t i = 0; i < nodes.joints.size(); ++i)
        if (player.is_touched(i)) touched.push_back(i);
    std::vector<std::vector<bool>> shown(touched.size());
    std::vector<std::vector<float>> lenses(cameras.size());
    KeyTimes keys(moments);
    for (const float time : times) {
        if (auto done = keys.advance(again, time); !done) return Failure(done.error());
        for (std::size_t i = 0; i < touched.size(); ++i) {
            const Transform local = to_float(again.local(touched[i]));
            JointTrack& track = clip.joints[touched[i]];
            track.translation.values.push_back(local.translation);
            track.rotation.values.push_back(normalize(local.rotation));
            track.scale.values.push_back(local.scale);
            shown[i].push_back(again.is_active(touched[i]));
        }
        for (std::size_t i = 0; i < cameras.size(); ++i) {
            const double fov = again.camera(cameras[i].name).fov_v.value_or(cameras[i].vertical_fov);
            lenses[i].push_back(static_cast<float>(std::clamp(fov, 0.01, 3.1)));
        }
    }
    for (std::size_t i = 0; i < touched.size(); ++i) {
        JointTrack& track = clip.joints[touched[i]];
        const Transform& rest = nodes.joints[touched[i]].rest;
        settle(track.translation, times, rest.translation);
        settle(track.rotation, times, rest.rotation);
        if (std::ranges::find(shown[i], false) != shown[i].end())
            hide(track.scale, shown[i], times);
        else
            settle(track.scale, times, rest.scale);
    }
    for (std::size_t i = 0; i < cameras.size(); ++i) {
        Channel<float> lens{.values = std::move(lenses[i])};
        settle(lens, times, cameras[i].vertical_fov);
        if (!lens.is_rest()) clip.cameras.push_back({static_cast<std::uint32_t>(i), std::move(lens)});
    }
    return clip;
}

} // namespace

Result<Clip> to_clip(const AnimFile& file, const Definition& definition, const Skeleton& nodes,
                     const ToModelOptions& options, Diagnostics* diagnostics) {
    return played(file, definition, nodes, nullptr, options, diagnostics);
}

namespace {

// The definitions asked for: all, or the first of that name.
Result<std::vector<const Definition*>> wanted_of(const AnimFile& file, const std::string& name) {
    std::vector<const Definition*> wanted;
    std::string names;
    const bool all = name.empty() || name == "*";
    for (const Definition& definition : file.definitions) {
        if (all || (wanted.empty() && definition.anim_name.text() == name)) wanted.push_back(&definition);
        names += (names.empty() ? "" : ", ") + std::string(definition.anim_name.text());
    }
    if (wanted.empty() && !all) return fail("there is no definition '" + name + "' among " + names);
    return wanted;
}

Result<void> play_into(Model& model, const AnimFile& file, std::span<const Definition* const> wanted,
                       const Skeleton& nodes, const Basis& basis, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    PlayedModel over{model, {}, basis};
    for (const Definition* definition : wanted) {
        auto clip = played(file, *definition, nodes, &over, options, diagnostics);
        if (!clip) return Failure(clip.error());
        clip->name = model.free_clip_name(clip->name);
        turn_clip(*clip, basis);
        model.clips.push_back(std::move(*clip));
    }
    return {};
}

} // namespace

Result<void> add_clips(Model& model, const AnimFile& file, const ToModelOptions& options, Diagnostics* diagnostics) {
    const auto wanted = wanted_of(file, options.definition);
    if (!wanted) return Failure(wanted.error());
    const Basis basis = model.source.basis_for("mw3", zbd_basis);
    Skeleton nodes = model.skeleton;
    for (Joint& joint : nodes.joints) joint.rest = in_basis(basis.inverse(), joint.rest);
    return play_into(model, file, *wanted, nodes, basis, options, diagnostics);
}

Result<Model> to_model(const AnimFile& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    Model model;
    model.name = name;
    model.source = {"mw3", zbd_basis};
    const auto found = wanted_of(file, options.definition);
    if (!found) return Failure(found.error());
    const std::vector<const Definition*>& wanted = *found;
    if (!options.definition.empty() && options.definition != "*") {
        model.skeleton = nodes_of(file, *wanted.front());
    } else {
        NodeCollector collector;
        for (const Definition* definition : wanted) collector.add(*definition);
        model.skeleton = collector.take();
        rest_as_reset(model.skeleton, file, wanted);
    }
    auto played = play_into(model, file, wanted, Skeleton(model.skeleton), zbd_basis, options, diagnostics);
    if (!played) return Failure(played.error());
    for (Joint& joint : model.skeleton.joints) joint.rest = in_basis(zbd_basis, joint.rest);
    return model;
}

} // namespace ossuary::mw3
