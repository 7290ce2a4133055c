#include "ossuary/formats/mw3/model.h"

#include <cmath>
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

// Over nodes, and what cameras by the names of these see.
Result<Clip> played(const AnimFile& file, const Definition& definition, const Skeleton& nodes,
                    std::span<const Camera> cameras, const ToModelOptions& options, Diagnostics* diagnostics) {
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
    std::set<Ticks> moments;
    Ticks last{};
    for (const Notice& notice : player.notices()) {
        if (changes_pose(notice)) moments.insert(notice.time);
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
    if (moments.empty()) return clip;

    std::erase_if(moments, [&](Ticks moment) { return moment > end; });
    const std::vector<float> times = key_times(moments, clip.duration, options.frame_rate);
    SequencePlayer again = started(file, definition, nodes, options, nullptr);
    std::vector<std::size_t> touched;
    for (std::size_t i = 0; i < nodes.joints.size(); ++i)
        if (player.is_touched(i)) touched.push_back(i);
    std::vector<std::vector<bool>> shown(touched.size());
    std::vector<std::vector<float>> lenses(cameras.size());
    auto moment = moments.begin();
    for (const float time : times) {
        Ticks at = to_ticks(time);
        // A moment's key shows what it began, the key before it what was; a float is not exact enough to tell.
        while (moment != moments.end() && static_cast<float>(to_seconds(*moment)) < time) ++moment;
        if (moment != moments.end() && static_cast<float>(to_seconds(*moment)) == time)
            at = *moment;
        else if (moment != moments.end())
            at = std::min(at, *moment - Ticks{1});
        if (auto done = again.advance(at - again.now()); !done) return Failure(done.error());
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
    return played(file, definition, nodes, {}, options, diagnostics);
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
    for (const Definition* definition : wanted) {
        auto clip = played(file, *definition, nodes, model.cameras, options, diagnostics);
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
