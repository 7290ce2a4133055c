#include "module/playback.h"

#include <algorithm>
#include <memory>

#include "ossuary/anim/moveset.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/model/event.h"

namespace ossuary::web {

using namespace anim;

namespace {

Json placement_json(const Placement& at) {
    Json json = Json::object();
    json.append("position", dump_record(at.position));
    json.append("rotation", dump_record(at.rotation));
    return json;
}

// The clips that are asked for, as they are to be played.
Result<std::vector<Clip>> chosen_clips(const Model& model, const Json& request) {
    const Json* numbers = request.find("clips");
    auto clips = numbers ? clips_of(model, *numbers) : model.clips;
    if (!clips) return clips;
    const std::string_view loop = request["loop"].string("source");
    if (loop == "source") return clips;
    for (Clip& clip : *clips) {
        clip.loop = loop == "always" ? LoopMode::wrap : LoopMode::once;
        clip.hints.next.clear();
    }
    return clips;
}

bool has(const Move& move, const MoveEvent* event) {
    return std::ranges::any_of(move.events, [&](const MoveEvent& own) { return &own == event; });
}

// Which of the clip's events it is: a move keeps them all, next to each other and in the clip's order. A combination
// without events of its own fires the equal ones of its middle part.
std::size_t index_of(const Notice& notice) {
    const Move* owner = notice.move;
    for (const Move* part : notice.move->parts)
        if (!has(*owner, notice.event)) owner = part;
    const Event* first = notice.event->event;
    for (const MoveEvent& event : owner->events) first = std::min(first, event.event);
    return static_cast<std::size_t>(notice.event->event - first);
}

} // namespace

Playback::Playback(OpenedModel& opened, const std::shared_ptr<const Moveset>& moves)
    : opened_(opened), actor_(std::make_shared<const Figure>(moves)), morphs_(opened.morph_count()) {
    actor_.player().max_passes = ~0u;
}

Result<std::unique_ptr<Playback>> Playback::make(OpenedModel& opened, const Json& request) {
    const MovesetOptions options{.extract_root = request["rootMotion"].boolean(true)};
    auto clips = chosen_clips(opened.model(), request);
    if (!clips) return Failure(clips.error());
    Diagnostics left_out;
    auto moves = opened.with_clips(std::move(*clips),
                                   [&](const Model& model) { return Moveset::make(model, options, &left_out); });
    if (!moves) return Failure(moves.error());
    return std::unique_ptr<Playback>(new Playback(opened, *moves));
}

Result<bool> Playback::start(const Json& request) {
    const auto& clips = opened_.model().clips;
    const std::uint64_t index = request["clip"].unsigned_integer(clips.size());
    if (index >= clips.size()) return fail("there is no clip " + print_json(request["clip"]));
    const Move* move = actor_.moves().find(clips[static_cast<std::size_t>(index)].name);
    if (!move) return fail("this player does not have the clip " + clips[static_cast<std::size_t>(index)].name);
    StartOptions options;
    if (const Json* layer = request.find("layer")) options.layer = static_cast<std::int32_t>(layer->integer());
    if (const Json* blend = request.find("blendIn")) options.blend_in = to_ticks(blend->number());
    options.speed = request["speed"].number(1);
    options.offset = to_ticks(request["offset"].number());
    options.force = request["force"].boolean();
    return actor_.player().start(*move, options).has_value();
}

void Playback::stop(std::int32_t layer, double blend_out) {
    actor_.stop(layer, blend_out < 0 ? std::nullopt : std::optional(to_ticks(blend_out)));
}

bool Playback::seek(std::int32_t layer, double time, bool fire) {
    return actor_.player().seek(layer, to_ticks(time), fire ? Seek::fire : Seek::silent);
}

void Playback::set_layer(std::int32_t layer, float weight, std::int32_t joint, bool additive) {
    LayerSettings settings{.weight = std::clamp(weight, 0.0f, 1.0f), .additive = additive};
    const Rig& rig = actor_.figure().rig();
    if (joint >= 0 && static_cast<std::size_t>(joint) < rig.joint_count()) settings.mask = rig.branch(joint);
    actor_.player().set_layer(layer, std::move(settings));
}

Result<void> Playback::advance(double seconds) {
    if (!(seconds >= 0)) return fail("time does not go backwards; a negative speed does");
    return actor_.advance(seconds);
}

const float* Playback::pose() {
    const auto& meshes = opened_.model().meshes;
    std::size_t first = 0;
    for (std::uint32_t mesh = 0; mesh < meshes.size(); ++mesh) {
        const std::size_t count = meshes[mesh].morphs.size();
        std::as_const(actor_).player().morph_weights(mesh, std::span(morphs_).subspan(first, count),
                                                     meshes[mesh].morph_weights);
        first += count;
    }
    return opened_.arranged(actor_.pose(), morphs_);
}

std::size_t Playback::clip_of(const Move& move) const {
    const auto& clips = opened_.model().clips;
    return static_cast<std::size_t>(std::ranges::find(clips, move.name, &Clip::name) - clips.begin());
}

Json Playback::notice_json(const Notice& notice) const {
    Json json = Json::object();
    json.append("time", to_seconds(notice.time));
    json.append("kind", name_of(notice.kind));
    json.append("layer", notice.layer);
    json.append("clip", notice.move->name);
    json.append("pass", notice.pass);
    if (notice.event) json.append("event", index_of(notice));
    if (notice.kind == NoticeKind::loop || notice.kind == NoticeKind::stop)
        json.append("root", placement_json(notice.root));
    return json;
}

Json Playback::frame() const {
    Json notices = Json::array(), layers = Json::array();
    const Player& player = actor_.player();
    for (const Notice& notice : player.notices()) notices.push(notice_json(notice));
    for (const LayerState& state : player.layers()) {
        Json layer = Json::object();
        layer.append("layer", state.layer);
        layer.append("clip", clip_of(*state.move));
        layer.append("time", state.move->clip_time(state.elapsed));
        layer.append("pass", state.pass);
        layer.append("speed", state.speed);
        layers.push(std::move(layer));
    }
    Json json = Json::object();
    json.append("time", to_seconds(player.now()));
    json.append("notices", std::move(notices));
    json.append("root", placement_json(player.root_motion()));
    json.append("travelled", placement_json(player.travelled()));
    json.append("layers", std::move(layers));
    return json;
}

} // namespace ossuary::web
