// Saving and restoring a character: one description of its state drives both.
#include <algorithm>

#include "ossuary/anim/character.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"

namespace ossuary::anim {

// Everything but the player, whose state is a document of its own. Ticks are saved as their count.
struct CharacterState {
    struct Overlay {
        std::string name;
        std::optional<std::int64_t> until;
    };
    std::string weapon;
    Mode mode{};
    std::uint64_t seed = 0;
    std::vector<Character::Layer> layers;
    Character::Combo combo;
    Character::Goal goal;
    Character::Use use;
    std::vector<Character::Draw> draws;
    std::vector<Overlay> overlays;
    Json player;

    using Layer = Character::Layer;
    using Combo = Character::Combo;
    using Goal = Character::Goal;
    using Use = Character::Use;
    using Draw = Character::Draw;
};

template <class Io> void describe(Io& io, Argument& argument) {
    io("name", argument.name);
    io("value", argument.value);
}
template <class Io> void describe(Io& io, Request& request) {
    io("action", request.action);
    io("arguments", request.arguments);
}
template <class Io> void describe(Io& io, CharacterState::Layer& layer) {
    io("layer", layer.number);
    io("move", layer.move);
    io("body", layer.body);
}
template <class Io> void describe(Io& io, CharacterState::Combo& combo) {
    io("layer", combo.layer);
    io("broken", combo.broken);
}
template <class Io> void describe(Io& io, CharacterState::Goal& goal) {
    io("request", goal.request);
    io("move", goal.move);
    io("layer", goal.layer);
    io("runs", goal.runs);
}
template <class Io> void describe(Io& io, CharacterState::Use& use) {
    io("step", use.step);
    io("rest", use.rest);
    io("state", use.state);
    io("target", use.target);
    io("next", use.next);
    io("move", use.move);
    io("layer", use.layer);
}
template <class Io> void describe(Io& io, CharacterState::Draw& draw) {
    io("weapon", draw.weapon);
    io("move", draw.move);
    io("layer", draw.layer);
}
template <class Io> void describe(Io& io, CharacterState::Overlay& overlay) {
    io("name", overlay.name);
    io("until", overlay.until);
}
template <class Io> void describe(Io& io, CharacterState& state) {
    io("weapon", state.weapon);
    io("mode", state.mode);
    io("seed", state.seed);
    io("layers", state.layers);
    io("combo", state.combo);
    io("goal", state.goal);
    io("use", state.use);
    io("draws", state.draws);
    io("overlays", state.overlays);
    io("player", state.player);
}

Json Character::save() const {
    CharacterState state{.weapon = weapon_,
                         .mode = mode_,
                         .seed = seed_,
                         .layers = layers_,
                         .combo = combo_,
                         .goal = goal_,
                         .use = use_,
                         .draws = draws_,
                         .overlays = {},
                         .player = player_.save()};
    for (const Overlay& overlay : overlays_)
        state.overlays.push_back({overlay.name, overlay.until ? std::optional(overlay.until->count()) : std::nullopt});
    return dump_record(state);
}

Result<void> Character::restore(const Json& json, Diagnostics* diagnostics) {
    auto state = build_record<CharacterState>(json);
    if (!state) return Failure(state.error());
    if (!rules().find_weapon(state->weapon)) return fail("the rules have no weapon '" + state->weapon + "'");
    for (const std::int32_t number : {state->use.state, state->use.target, state->use.next})
        if (number < -1 || number > most_states) return fail(Place{.field = "use"}, "there is no such state");
    if (!std::ranges::is_sorted(state->layers, {}, &Layer::number))
        return fail(Place{.field = "layers"}, "the layers are not in order");
    if (auto restored = player_.restore(state->player, diagnostics); !restored) return restored;
    weapon_ = std::move(state->weapon);
    mode_ = state->mode;
    seed_ = state->seed;
    layers_ = std::move(state->layers);
    combo_ = state->combo;
    goal_ = std::move(state->goal);
    use_ = std::move(state->use);
    draws_ = std::move(state->draws);
    for (const CharacterState::Overlay& saved : state->overlays) {
        const auto known = std::find_if(overlays_.begin(), overlays_.end(), [&](const Overlay& overlay) {
            return equal_ignoring_case(overlay.name, saved.name);
        });
        if (known == overlays_.end())
            report(diagnostics, Severity::warning, {}, "the overlay " + saved.name + " is not there any more");
        else
            known->until = saved.until ? std::optional(Ticks(*saved.until)) : std::nullopt;
    }
    notices_.clear();
    root_motion_ = {};
    update();
    return {};
}

} // namespace ossuary::anim
