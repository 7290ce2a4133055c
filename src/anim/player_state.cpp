// The player's state as JSON, by names.
#include <algorithm>

#include "anim/player_layer.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::anim {

namespace {

constexpr std::int64_t version = 1;

Json to_json(const Placement& p) {
    Json json = Json::array();
    for (const double value :
         {p.position.x, p.position.y, p.position.z, p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w})
        json.push(value);
    return json;
}

Placement placement_from(const Json& json) {
    const Json::Array& v = json.items();
    if (v.size() != 7) return {};
    return {{v[0].number(), v[1].number(), v[2].number()},
            {v[3].number(), v[4].number(), v[5].number(), v[6].number(1)}};
}

// Times outside of these limits no player has: whoever wrote them, they must not overflow anything.
constexpr Ticks latest{2'000'000'000'000'000'000}, longest_blend{1'000'000'000'000'000};

Ticks ticks_from(const Json& json, Ticks from, Ticks to) { return std::clamp(Ticks(json.integer()), from, to); }
Ticks ticks_from(const Json& json) { return ticks_from(json, -latest, latest); }

void put_move(Json& json, const Move& move) {
    json.set("move", move.name);
    json.set("source", move.source);
}

constexpr NoticeKind notice_kinds[] = {NoticeKind::start, NoticeKind::stop,  NoticeKind::loop,
                                       NoticeKind::event, NoticeKind::leave, NoticeKind::cancelled};

} // namespace

class PlayerState {
public:
    static Json save(const Player& player) {
        Json json = Json::object();
        json.set("version", version);
        json.set("now", player.now_.count());
        Json layers = Json::array();
        for (const Player::Layer& layer : player.layers_) layers.push(save(layer));
        json.set("layers", std::move(layers));
        Json pending = Json::array();
        for (const Notice& notice : player.pending_) pending.push(save(notice));
        if (pending.size() > 0) json.set("pending", std::move(pending));
        json.set("root", to_json(player.root_anchor_));
        json.set("rootTime", player.root_time_.count());
        json.set("here", to_json(player.here_));
        Json look = Json::array();
        const Look& l = player.look_;
        for (const double value : {l.from.yaw, l.from.pitch, l.to.yaw, l.to.pitch}) look.push(value);
        json.set("look", std::move(look));
        json.set("lookSince", l.since.count());
        return json;
    }

    static Result<void> restore(Player& player, const Json& json, Diagnostics* diagnostics) {
        if (!json.is_object()) return fail("the state is not a JSON object");
        if (json["version"].integer() != version)
            return fail({.field = "version"}, "this is version " + std::to_string(json["version"].integer()) +
                                                  " of the state; known is " + std::to_string(version));
        Player restored(*player.moves_, player.settings_);
        restored.max_passes = player.max_passes;
        restored.now_ = Ticks(json["now"].integer(-1));
        if (restored.now_ < Ticks::zero() || restored.now_ > latest)
            return fail({.field = "now"}, "the time is out of range");
        for (const Json& layer : json["layers"].items()) restore_layer(restored, layer, diagnostics);
        for (const Json& notice : json["pending"].items()) restore_notice(restored, notice, diagnostics);
        restored.restore_root(placement_from(json["root"]), ticks_from(json["rootTime"], {}, restored.now_),
                              placement_from(json["here"]));
        const Json::Array& look = json["look"].items();
        if (look.size() == 4)
            restored.look_ = {{look[0].number(), look[1].number()}, {look[2].number(), look[3].number()}, {}};
        restored.look_.since = ticks_from(json["lookSince"]);
        player = std::move(restored);
        return {};
    }

private:
    static Json save(const Player::Source& source) {
        Json json = Json::object();
        put_move(json, *source.move);
        json.set("anchor", source.anchor.count());
        json.set("position", source.position.count());
        json.set("speed", source.speed);
        json.set("pass", source.pass);
        json.set("mark", source.mark);
        json.set("passBegin", source.pass_begin.count());
        json.set("started", source.started.count());
        json.set("blendIn", source.blend_in.count());
        if (!source.running) {
            json.set("ended", source.ended.count());
            json.set("blendOut", source.blend_out.count());
            json.set("stopped", source.stopped);
        }
        if (source.part != 0) json.set("part", source.part);
        if (source.step != 0) json.set("step", source.step);
        if (source.aims) {
            json.set("column", source.column);
            json.set("row", source.row);
        }
        return json;
    }

    static Json save(const StartOptions& options) {
        Json json = Json::object();
        json.set("speed", options.speed);
        if (options.blend_in) json.set("blendIn", options.blend_in->count());
        json.set("offset", options.offset.count());
        json.set("part", options.part);
        json.set("step", options.step);
        return json;
    }

    static Json save(const Player::Layer& layer) {
        Json json = Json::object();
        json.set("layer", layer.number);
        Json sources = Json::array();
        for (const Player::Source& source : layer.sources) sources.push(save(source));
        json.set("sources", std::move(sources));
        if (layer.queued) {
            Json queued = save(layer.queued_options);
            put_move(queued, *layer.queued);
            json.set("queued", std::move(queued));
        }
        if (const Player::Source* running = layer.running(); running && !layer.open.empty()) {
            Json open = Json::array();
            for (const MoveEvent* event : layer.open) open.push(event - running->events().events.data());
            json.set("open", std::move(open));
        }
        json.set("weight", layer.settings.weight);
        if (layer.settings.additive) json.set("additive", true);
        if (!layer.settings.mask.empty()) {
            Json mask = Json::array();
            for (const float weight : layer.settings.mask) mask.push(weight);
            json.set("mask", std::move(mask));
        }
        return json;
    }

    // An event is found again by its place in the move or in one of the combination's parts.
    static Json save(const Notice& notice) {
        Json json = Json::object();
        json.set("kind", name_of(notice.kind));
        json.set("time", notice.time.count());
        json.set("layer", notice.layer);
        put_move(json, *notice.move);
        json.set("pass", notice.pass);
        json.set("step", notice.step);
        json.set("position", notice.position.count());
        json.set("root", to_json(notice.root));
        const auto place = [&](const Move& move) -> std::ptrdiff_t {
            for (std::size_t i = 0; i < move.events.size(); ++i)
                if (&move.events[i] == notice.event) return static_cast<std::ptrdiff_t>(i);
            return -1;
        };
        if (!notice.event) return json;
        std::ptrdiff_t index = place(*notice.move);
        for (std::size_t part = 0; index < 0 && part < notice.move->parts.size(); ++part)
            if (index = place(*notice.move->parts[part]); index >= 0) json.set("eventPart", part);
        json.set("event", index);
        return json;
    }

    static const Move* find_move(const Player& player, const Json& json, Diagnostics* diagnostics) {
        const std::string_view name = json["move"].string();
        const Move* move = player.moves_->find_in(json["source"].string(), name);
        if (!move) move = player.moves_->find(name);
        if (!move)
            report(diagnostics, Severity::warning, {.field = std::string(name)},
                   "there is no such move any more; it is dropped");
        return move;
    }

    static const MoveEvent* event_at(const Move& move, const Json& index) {
        const std::int64_t i = index.integer(-1);
        return i >= 0 && i < std::ssize(move.events) ? &move.events[static_cast<std::size_t>(i)] : nullptr;
    }

    static void restore_layer(Player& player, const Json& json, Diagnostics* diagnostics) {
        Player::Layer& layer = player.layer_at(static_cast<std::int32_t>(json["layer"].integer()));
        layer.settings.weight = static_cast<float>(json["weight"].number(1));
        layer.settings.additive = json["additive"].boolean();
        for (const Json& weight : json["mask"].items())
            layer.settings.mask.push_back(static_cast<float>(weight.number()));
        if (!layer.settings.mask.empty()) layer.settings.mask.resize(player.rig().block_count() * block_joints);
        for (const Json& state : json["sources"].items()) {
            const Move* move = find_move(player, state, diagnostics);
            if (move && move->clip && layer.sources.size() < Player::max_sources)
                add_source(layer, *move, state, player.now_);
        }
        if (const Player::Source* running = layer.running())
            for (const Json& index : json["open"].items())
                if (const MoveEvent* event = event_at(running->events(), index)) layer.open.push_back(event);
        const Json& queued = json["queued"];
        layer.queued = queued.is_object() ? find_move(player, queued, diagnostics) : nullptr;
        layer.queued_options = {.speed = speed_from(queued),
                                .offset = ticks_from(queued["offset"]),
                                .part = static_cast<std::uint32_t>(queued["part"].integer()),
                                .step = static_cast<std::uint32_t>(queued["step"].integer())};
        if (queued["blendIn"].is_integer()) layer.queued_options.blend_in = ticks_from(queued["blendIn"]);
        player.refresh(layer, player.now_ - Ticks(1)); // what changes now has not changed yet
    }

    static double speed_from(const Json& json) {
        const double speed = json["speed"].number(1);
        return speed >= -1000 && speed <= 1000 ? speed : 1;
    }

    static void add_source(Player::Layer& layer, const Move& move, const Json& state, Ticks now) {
        Player::Source source;
        source.move = source.data = &move;
        source.part = static_cast<std::uint32_t>(state["part"].integer());
        if (!move.parts.empty()) {
            source.part = std::min(source.part, static_cast<std::uint32_t>(move.parts.size()));
            source.data = source.part > 0 ? move.parts[source.part - 1] : move.parts[(move.parts.size() - 1) / 2];
        }
        source.step = static_cast<std::uint32_t>(state["step"].integer());
        source.anchor = ticks_from(state["anchor"], {}, now);
        source.position = ticks_from(state["position"]);
        source.speed = speed_from(state);
        source.pass = state["pass"].integer();
        source.mark = state["mark"].integer();
        source.pass_begin = ticks_from(state["passBegin"]);
        source.started = ticks_from(state["started"], {}, now);
        source.blend_in = ticks_from(state["blendIn"], {}, longest_blend);
        source.running = !state["ended"].is_integer();
        source.ended = ticks_from(state["ended"], {}, now);
        source.blend_out = ticks_from(state["blendOut"], {}, longest_blend);
        source.stopped = state["stopped"].boolean();
        source.aims = state["column"].is_number() && !move.parts.empty();
        source.column = std::clamp(static_cast<float>(state["column"].number()), -1.f, 1.f);
        source.row = std::clamp(static_cast<float>(state["row"].number()), -1.f, 1.f);
        check_cursor(source, now);
        if (!layer.sources.empty()) layer.sources.back().running = false;
        layer.sources.push_back(source);
    }

    // The cursor is never more than a pass away from where the source is.
    static void check_cursor(Player::Source& source, Ticks now) {
        const Ticks here = source.position_at(now);
        const std::int64_t pass = source.loops() ? here / source.data->period : 0;
        const auto marks = static_cast<std::int64_t>(source.events().marks.size());
        const bool fits =
            source.pass >= pass - 2 && source.pass <= pass + 2 && source.mark >= -1 && source.mark <= marks;
        if (fits)
            Player::schedule(source);
        else
            Player::locate(source, here);
    }

    static void restore_notice(Player& player, const Json& json, Diagnostics* diagnostics) {
        Notice notice;
        notice.move = find_move(player, json, diagnostics);
        if (!notice.move) return;
        for (const NoticeKind kind : notice_kinds)
            if (name_of(kind) == json["kind"].string()) notice.kind = kind;
        notice.time = ticks_from(json["time"]);
        notice.layer = static_cast<std::int32_t>(json["layer"].integer());
        notice.pass = json["pass"].integer();
        notice.step = static_cast<std::uint32_t>(json["step"].integer());
        notice.position = ticks_from(json["position"]);
        notice.root = placement_from(json["root"]);
        const std::int64_t part = json["eventPart"].integer(-1);
        const bool in_part = part >= 0 && part < std::ssize(notice.move->parts);
        notice.event =
            event_at(in_part ? *notice.move->parts[static_cast<std::size_t>(part)] : *notice.move, json["event"]);
        const bool needs_event = notice.kind == NoticeKind::event || notice.kind == NoticeKind::leave ||
                                 notice.kind == NoticeKind::cancelled;
        if (notice.event || !needs_event) player.pending_.push_back(notice);
    }
};

Json Player::save() const { return PlayerState::save(*this); }

Result<void> Player::restore(const Json& state, Diagnostics* diagnostics) {
    return PlayerState::restore(*this, state, diagnostics);
}

} // namespace ossuary::anim
