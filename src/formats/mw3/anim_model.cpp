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

Result<Clip> to_clip(const AnimFile& file, const Definition& definition, const Skeleton& nodes,
                     const ToModelOptions& options, Diagnostics* diagnostics) {
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
    if (auto played = player.advance(most); !played) return Failure(played.error());
    std::set<Ticks> moments;
    Ticks last{};
    for (const Notice& notice : player.notices()) {
        if (notice.kind == NoticeKind::movement || notice.kind == NoticeKind::reset) moments.insert(notice.time);
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
    std::vector<Transformd> pose(nodes.joints.size());
    auto moment = moments.begin();
    for (const float time : times) {
        Ticks at = to_ticks(time);
        // A moment's key shows what it began, the key before it what was; a float is not exact enough to tell.
        while (moment != moments.end() && static_cast<float>(to_seconds(*moment)) < time) ++moment;
        if (moment != moments.end() && static_cast<float>(to_seconds(*moment)) == time)
            at = *moment;
        else if (moment != moments.end())
            at = std::min(at, *moment - Ticks{1});
        if (auto played = again.advance(at - again.now()); !played) return Failure(played.error());
        again.pose(pose);
        for (std::size_t i = 0; i < pose.size(); ++i) {
            const Transform local = to_float(pose[i]);
            clip.joints[i].translation.values.push_back(local.translation);
            clip.joints[i].rotation.values.push_back(normalize(local.rotation));
            clip.joints[i].scale.values.push_back(local.scale);
        }
    }
    for (std::size_t i = 0; i < pose.size(); ++i) {
        settle(clip.joints[i].translation, times, nodes.joints[i].rest.translation);
        settle(clip.joints[i].rotation, times, nodes.joints[i].rest.rotation);
        settle(clip.joints[i].scale, times, nodes.joints[i].rest.scale);
    }
    return clip;
}

namespace {

// The definitions asked for: all, or the first of that name.
Result<std::vector<const Definition*>> wanted_of(const AnimFile& file, const std::string& name) {
    std::vector<const Definition*> wanted;
    std::string names;
    for (const Definition& definition : file.definitions) {
        if (name.empty() || (wanted.empty() && definition.anim_name.text() == name)) wanted.push_back(&definition);
        names += (names.empty() ? "" : ", ") + std::string(definition.anim_name.text());
    }
    if (wanted.empty() && !name.empty()) return fail("there is no definition '" + name + "' among " + names);
    return wanted;
}

Result<void> play_into(Model& model, const AnimFile& file, std::span<const Definition* const> wanted,
                       const Skeleton& nodes, const Basis& basis, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    for (const Definition* definition : wanted) {
        auto clip = to_clip(file, *definition, nodes, options, diagnostics);
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
    if (!options.definition.empty()) {
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
