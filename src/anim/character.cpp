#include "ossuary/anim/character.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <variant>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/model/event.h"

namespace ossuary::anim {

namespace {

constexpr std::array<std::string_view, 7> verdicts = {"started", "chained", "same",   "waits",
                                                      "done",    "refused", "missing"};
constexpr std::string_view unarmed = "none";

bool begun(Verdict verdict) { return verdict == Verdict::started || verdict == Verdict::chained; }

std::string state_name(std::int32_t state) { return state < 0 ? "STAND" : "S" + std::to_string(state); }

void set_argument(Request& request, std::string_view name, std::string value) {
    const auto found = std::ranges::find(request.arguments, name, &Argument::name);
    if (found != request.arguments.end())
        found->value = std::move(value);
    else
        request.arguments.push_back({std::string(name), std::move(value)});
}

} // namespace

std::string_view name_of(Verdict verdict) { return verdicts[static_cast<std::size_t>(verdict)]; }

Character::Character(std::shared_ptr<const Moveset> moves, std::shared_ptr<const Rules> rules, std::uint64_t seed)
    : moves_(std::move(moves)), player_(moves_), solver_(std::move(rules)), seed_(seed) {
    goal_.request.action = "idle";
    update();
}

// ---- questions

MoveLookup Character::lookup() const {
    return [this](std::string_view name) { return moves_.find(name); };
}

std::string_view Character::body() const {
    for (const Layer& layer : layers_)
        if (playing(layer.number)) return layer.body;
    return "STAND";
}

std::uint32_t Character::combo_step() const {
    const auto running = player_.layer(combo_.layer);
    return running ? running->step : 0;
}

Situation Character::situation() const {
    Situation situation{.weapon = weapon_, .mode = mode_, .now = {}, .body = body()};
    for (const Layer& layer : layers_) {
        if (const Move* move = playing(layer.number)) {
            situation.now = move->name;
            break;
        }
    }
    return situation;
}

Result<Answer> Character::solve(const Request& request) const {
    return solver_.solve(request, situation(), lookup(), seed_);
}

Character::Layer& Character::layer_at(std::int32_t number) {
    const auto place = std::ranges::lower_bound(layers_, number, {}, &Layer::number);
    if (place != layers_.end() && place->number == number) return *place;
    return *layers_.insert(place, Layer{.number = number, .move = {}, .body = "STAND"});
}

const Move* Character::playing(std::int32_t layer) const {
    const auto running = player_.layer(layer);
    return running ? running->move : nullptr;
}

// Whether something new may begin there of itself: what runs, if anything, goes on for ever.
bool Character::is_free(std::int32_t layer) const {
    const Move* move = playing(layer);
    return !move || move->repeats;
}

bool Character::still_plays(std::int32_t layer, std::string_view name) const {
    const Move* move = playing(layer);
    return move && equal_ignoring_case(move->name, name);
}

// ---- beginning

void Character::started(const Move& move, std::int32_t layer, std::string body) {
    Layer& known = layer_at(layer);
    known.move = move.name;
    known.body = std::move(body);
    if (combo_.layer == layer) combo_.broken = false;
    if (goal_.layer == layer) goal_.runs = false;
    dirty_ = true;
}

Outcome Character::begin(Answer answer, const StartOptions& options, bool bridged) {
    Outcome outcome{.verdict = Verdict::refused, .answer = std::move(answer), .move = nullptr};
    const Answer& solved = outcome.answer;
    const Move& target = *solved.move;
    const std::int32_t number = options.layer.value_or(target.layer);
    if (solved.action && solved.action->clears) {
        player_.stop_all();
        draws_.clear();
        use_ = {};
    }
    const auto running = player_.layer(number);
    if (running && equal_ignoring_case(running->move->name, target.name) && running->part == options.part) {
        layer_at(number).body = solved.body;
        outcome.verdict = Verdict::same;
        return outcome;
    }
    Solver::Bridge bridge;
    if (running && bridged)
        bridge = solver_.bridge(running->move->name, layer_at(number).body, target.name, solved.body, lookup());
    const Move& move = bridge.move ? *bridge.move : target;
    StartOptions adjusted = options;
    adjusted.layer = number;
    if (!player_.start(move, adjusted)) return outcome;
    started(move, number, bridge.keeps_body ? layer_at(number).body : solved.body);
    outcome.verdict = Verdict::started;
    outcome.move = &move;
    return outcome;
}

Outcome Character::begin_combo(Answer answer) {
    const Move& move = *answer.move;
    const auto running = player_.layer(move.layer);
    std::uint32_t facts = 0;
    const auto add = [&](bool holds, std::uint32_t fact) { facts |= holds ? fact : 0; };
    add(!running, ComboFact::empty);
    add(move.hit_ends.empty(), ComboFact::block);
    add(combo_.broken && combo_.layer == move.layer, ComboFact::broken);
    if (running) {
        const std::vector<Ticks>& windows = running->move->windows;
        const std::size_t opens = std::size_t{2} * running->step;
        const bool spent = opens + 1 >= windows.size();
        add(windows.empty() || running->move->hit_ends.empty(), ComboFact::plain);
        add(spent, ComboFact::spent);
        add(spent || running->elapsed <= windows[opens] || running->elapsed > windows[opens + 1], ComboFact::outside);
        add(equal_ignoring_case(running->move->name, move.name), ComboFact::same);
        add(layer_at(move.layer).body == "PARADE", ComboFact::parrying);
    }
    combo_.layer = move.layer;
    switch (rules().decide(static_cast<std::uint8_t>(facts))) {
    case ComboOutcome::force: return begin(std::move(answer), {.force = true});
    case ComboOutcome::chain: {
        if (!running) break;
        const std::uint32_t step = running->step;
        const std::vector<Ticks>& ends = running->move->hit_ends;
        StartOptions options{.step = step + 1, .force = true};
        options.offset = step < ends.size() ? ends[step] : running->elapsed;
        (void)player_.start(*running->move, options); // it is forced
        started(*running->move, move.layer, answer.body);
        return {.verdict = Verdict::chained, .answer = std::move(answer), .move = running->move};
    }
    case ComboOutcome::break_chain: combo_.broken = true; break;
    case ComboOutcome::start:
    case ComboOutcome::refuse: break;
    }
    // A refusal is an ordinary attempt: it may succeed once the window has opened, and does nothing for the same move.
    const bool broken = combo_.broken;
    if (running && (facts & ComboFact::same) && !(facts & ComboFact::plain))
        return {.verdict = Verdict::refused, .answer = std::move(answer), .move = nullptr};
    Outcome outcome = begin(std::move(answer), {});
    if (!begun(outcome.verdict)) combo_.broken = broken;
    return outcome;
}

Result<Outcome> Character::act(const Request& request) {
    auto answer = solve(request);
    ++seed_;
    if (!answer) return Failure(answer.error());
    if (!answer->move) return Outcome{.verdict = Verdict::missing, .answer = std::move(*answer), .move = nullptr};
    const Action& action = *answer->action;
    if (use_.active() && !action.forces && !action.clears) {
        leave();
        return Outcome{.verdict = Verdict::refused, .answer = std::move(*answer), .move = nullptr};
    }
    if (action.forces) use_ = {};
    const Move* target = answer->move;
    if (action.lasting && goal_.runs && goal_.request == request)
        return Outcome{.verdict = Verdict::same, .answer = std::move(*answer), .move = nullptr};
    const bool becomes_goal = action.lasting || (action.held && target->repeats);
    Outcome outcome =
        action.combo ? begin_combo(std::move(*answer)) : begin(std::move(*answer), {.force = action.forces});
    if (becomes_goal) {
        goal_ = {.request = request, .move = {}, .layer = target->layer, .runs = false};
        if (outcome.verdict == Verdict::refused) {
            outcome.verdict = Verdict::waits;
        } else {
            goal_.move = target->name;
            goal_.runs = true;
        }
    }
    update();
    return outcome;
}

Result<Outcome> Character::go(Mode pace) {
    if (mode_ < Mode::wade) mode_ = pace;
    return act({"move", {}});
}

Result<Outcome> Character::play(std::string_view name, const StartOptions& options) {
    const Move* move = moves_.find(name);
    if (!move) return fail("there is no move '" + std::string(name) + "'");
    Answer answer;
    answer.move = move;
    answer.tried.push_back({move->name, true});
    answer.body = body();
    Outcome outcome = begin(std::move(answer), options);
    update();
    return outcome;
}

Result<Outcome> Character::hit(bool from_behind) {
    stop_bodies(&BodyState::interruptable);
    return act({from_behind ? "stumble_back" : "stumble", {}});
}

// ---- weapons

Result<void> Character::set_weapon(std::string_view weapon) {
    const Weapon* known = rules().find_weapon(weapon);
    if (!known) return fail("the rules have no weapon '" + std::string(weapon) + "'");
    weapon_ = known->name;
    draws_.clear();
    dirty_ = true;
    update();
    return {};
}

Result<Outcome> Character::draw(std::string_view weapon) {
    if (!rules().find_weapon(weapon)) return fail("the rules have no weapon '" + std::string(weapon) + "'");
    const std::string_view last = draws_.empty() ? std::string_view(weapon_) : draws_.back().weapon;
    if (last == weapon) return Outcome{.verdict = Verdict::same, .answer = {}, .move = nullptr};
    std::erase_if(draws_, [](const Draw& draw) { return draw.move.empty(); });
    const std::string held = draws_.empty() ? weapon_ : draws_.back().weapon;
    if (held != unarmed && weapon != unarmed && held != weapon) draws_.push_back({std::string(unarmed), {}, 0});
    if (held != weapon) draws_.push_back({std::string(weapon), {}, 0});
    Outcome outcome{.verdict = Verdict::waits, .answer = {}, .move = nullptr};
    continue_draw(&outcome);
    update();
    return outcome;
}

// Goes on with the first of the weapons to draw. True while there is one.
bool Character::continue_draw(Outcome* outcome) {
    while (!draws_.empty()) {
        Draw& draw = draws_.front();
        if (!draw.move.empty()) {
            if (still_plays(draw.layer, draw.move)) return true;
            const Move* move = moves_.find(draw.move);
            // With events of its own the move has said when the weapon is in hand; cut off before, it never was.
            const bool says = move && std::ranges::any_of(move->events, [this](const MoveEvent& event) {
                                  const auto* mode = std::get_if<FightModeEvent>(&event.event->data);
                                  return mode && rules().find_weapon_by_infix(mode->mode);
                              });
            if (!says) weapon_ = draw.weapon;
            draws_.erase(draws_.begin());
            dirty_ = true;
            continue;
        }
        Request request{draw.weapon == unarmed ? "stow" : "draw", {{"weapon", draw.weapon}}};
        auto answer = solve(request);
        if (!answer || !answer->move) {
            weapon_ = draw.weapon;
            draws_.erase(draws_.begin());
            dirty_ = true;
            if (outcome) *outcome = {.verdict = Verdict::done, .answer = answer ? *answer : Answer{}, .move = nullptr};
            continue;
        }
        if (use_.active() || !is_free(answer->move->layer)) return true;
        const std::int32_t layer = answer->move->layer;
        Outcome begins = begin(std::move(*answer), {});
        if (begins.verdict == Verdict::refused) return true;
        if (draws_.empty()) return false; // rules in which drawing clears
        draws_.front().move = begins.answer.move->name;
        draws_.front().layer = layer;
        if (outcome) *outcome = std::move(begins);
        return true;
    }
    return false;
}

// ---- items and things

Result<Outcome> Character::use_item(std::string_view item, std::int32_t state) {
    Use use;
    use.step = {"item_step", {{"item", std::string(item)}}};
    use.rest = {"item_rest", {{"item", std::string(item)}}};
    use.target = state;
    return this->use(std::move(use));
}

Result<Outcome> Character::use_thing(std::string_view scheme, std::string_view position, std::int32_t state,
                                     bool ladder) {
    Use use;
    use.step = {ladder ? "ladder_step" : "mob_step", {{"scheme", std::string(scheme)}}};
    if (!position.empty()) use.step.arguments.push_back({"position", std::string(position)});
    use.rest = {ladder ? "ladder_rest" : "mob_rest", use.step.arguments};
    use.target = state;
    return this->use(std::move(use));
}

Result<Outcome> Character::use(Use use) {
    if (use.target < -1 || use.target > most_states)
        return fail("there is no state " + std::to_string(use.target) + " of an item or a thing");
    Outcome outcome{.verdict = Verdict::waits, .answer = {}, .move = nullptr};
    if (use_.active() && use_.rest == use.rest) {
        use_.target = use.target;
    } else if (use_.active()) {
        leave();
        outcome.verdict = Verdict::refused;
        return outcome;
    } else {
        use_ = std::move(use);
    }
    continue_use(&outcome);
    update();
    return outcome;
}

void Character::leave() {
    use_.target = -1;
    dirty_ = true;
    update();
}

// Goes on towards the state that is wanted. True while something is in use.
bool Character::continue_use(Outcome* outcome) {
    while (use_.active()) {
        if (!use_.move.empty()) {
            if (still_plays(use_.layer, use_.move)) return true;
            use_.state = use_.next;
            use_.move.clear();
            dirty_ = true;
        }
        if (use_.state == use_.target) {
            if (use_.state < 0) {
                use_ = {};
                dirty_ = true;
                return false;
            }
            if (playing(use_.layer)) return true;
            set_argument(use_.rest, "state", state_name(use_.state));
            if (auto rest = solve(use_.rest); rest && rest->move) begin(std::move(*rest), {});
            return true;
        }
        // Leaving goes straight to standing where there is a move for it.
        Result<Answer> answer = fail("");
        for (const std::int32_t next :
             {use_.target < 0 ? -1 : use_.state, use_.state + (use_.target < use_.state ? -1 : 1)}) {
            if (next == use_.state) continue;
            use_.next = next;
            set_argument(use_.step, "from", state_name(use_.state));
            set_argument(use_.step, "to", state_name(next));
            answer = solve(use_.step);
            if (answer && answer->move) break;
        }
        if (!answer || !answer->move) {
            use_.state = use_.next;
            if (outcome) *outcome = {.verdict = Verdict::done, .answer = answer ? *answer : Answer{}, .move = nullptr};
            continue;
        }
        const std::int32_t layer = answer->move->layer;
        if (!is_free(layer)) return true;
        Outcome begins = begin(std::move(*answer), {});
        if (begins.verdict == Verdict::refused) return true;
        use_.move = begins.answer.move->name;
        use_.layer = layer;
        if (outcome) *outcome = std::move(begins);
        return true;
    }
    return false;
}

// ---- what the world does

void Character::set_mode(Mode mode) {
    if (mode_ == mode) return;
    mode_ = mode;
    dirty_ = true;
    update();
}

void Character::stop_bodies(bool BodyState::*flag) {
    for (const Layer& layer : layers_) {
        if (!playing(layer.number) || (use_.active() && use_.layer == layer.number)) continue;
        const BodyState* body = rules().find_body(layer.body);
        if (!body || !(body->*flag)) continue;
        player_.stop(layer.number);
        dirty_ = true;
    }
    goal_.runs = goal_.runs && playing(goal_.layer);
}

void Character::stop_walking() {
    stop_bodies(&BodyState::walks);
    const Action* action = rules().find_action(goal_.request.action);
    const BodyState* body = action ? rules().find_body(action->body) : nullptr;
    if (body && body->walks) goal_ = {.request = {"idle", {}}, .move = {}, .layer = 0, .runs = false};
    dirty_ = true;
    update();
}

void Character::interrupt() {
    stop_bodies(&BodyState::interruptable);
    update();
}

bool Character::aim(double horizontal, double vertical) {
    constexpr double column_span = 60, row_span = 90; // degrees from the middle part to the outer ones
    bool aims = false;
    for (const Layer& layer : layers_)
        if (const Move* move = playing(layer.number); move && !move->parts.empty())
            aims |= player_.aim(layer.number, horizontal / column_span, vertical / row_span);
    return aims;
}

Result<void> Character::add_overlay(std::shared_ptr<const Moveset> overlay, std::optional<Ticks> duration) {
    const std::string name = overlay->name();
    if (auto pushed = moves_.push(std::move(overlay)); !pushed) return pushed;
    overlays_.push_back({name, duration ? std::optional(now() + *duration) : std::nullopt});
    dirty_ = true;
    update();
    return {};
}

bool Character::remove_overlay(std::string_view name) {
    const auto newest = std::find_if(overlays_.rbegin(), overlays_.rend(),
                                     [&](const Overlay& overlay) { return equal_ignoring_case(overlay.name, name); });
    if (newest == overlays_.rend() || !moves_.remove(name)) return false;
    overlays_.erase(std::next(newest).base());
    dirty_ = true;
    update();
    return true;
}

void Character::expire_overlays() {
    for (std::size_t i = overlays_.size(); i-- > 0;) {
        if (!overlays_[i].until || *overlays_[i].until > now()) continue;
        moves_.remove(overlays_[i].name);
        overlays_.erase(overlays_.begin() + static_cast<std::ptrdiff_t>(i));
        dirty_ = true;
    }
}

// ---- going on

// Until nothing follows from what has happened.
void Character::update() {
    for (int round = 0; round < 16; ++round) {
        dirty_ = false;
        continue_draw(nullptr);
        if (!continue_use(nullptr)) continue_goal();
        if (!dirty_) return;
    }
}

// Comes back to the goal once nothing else is going on where it is played, and goes on with another move for it when
// the situation has changed.
void Character::continue_goal() {
    const Action* action = rules().find_action(goal_.request.action);
    if (!action) return;
    if (goal_.runs && action->lasting) return;
    const Move* current = playing(goal_.layer);
    if (current && !current->repeats) return; // a one-shot, or a bridge on the way
    auto answer = solve(goal_.request);
    if (!answer || !answer->move) return;
    const Move& target = *answer->move;
    if (!is_free(target.layer)) return;
    const bool same_goal = goal_.runs && equal_ignoring_case(target.name, goal_.move);
    const bool arrived = current && (!target.repeats || equal_ignoring_case(current->name, target.name));
    if (same_goal && arrived) return;
    // A one-shot that is its own goal begins again when it has ended, but not a thousand times a second.
    if (!target.repeats && target.period <= shortest_pass && equal_ignoring_case(target.name, goal_.move)) return;
    // A bridge that was crossed and led elsewhere is not tried again.
    const Outcome outcome = begin(std::move(*answer), {}, !same_goal);
    if (outcome.verdict == Verdict::refused) return;
    goal_.move = target.name;
    goal_.layer = target.layer;
    goal_.runs = true;
}

void Character::follow(const Notice& notice) {
    switch (notice.kind) {
    case NoticeKind::start:
        layer_at(notice.layer);
        dirty_ = true;
        break;
    case NoticeKind::stop: {
        Layer& layer = layer_at(notice.layer);
        dirty_ = true;
        if (still_plays(notice.layer, notice.move->name) || !equal_ignoring_case(layer.move, notice.move->name)) break;
        const BodyState* body = rules().find_body(layer.body);
        const Action* action = rules().find_action(goal_.request.action);
        if (body && body->passes && action) layer.body = action->body;
        if (combo_.layer == notice.layer) combo_.broken = false;
        break;
    }
    case NoticeKind::event:
        if (const auto* mode = std::get_if<FightModeEvent>(&notice.event->event->data)) {
            if (const Weapon* weapon = rules().find_weapon_by_infix(mode->mode)) weapon_ = weapon->name;
            dirty_ = true;
        }
        break;
    default: break;
    }
}

Result<void> Character::advance(Ticks step) {
    notices_.clear();
    const Placement before = player_.travelled();
    if (step < Ticks::zero()) return player_.advance(step);
    const Ticks end = now() + step;
    if (dirty_) update();
    Result<void> outcome;
    std::uint32_t moments = 0;
    do {
        // One tick past what comes next, so that it has been reported; by times that do not depend on the steps.
        Ticks until = player_.quiet_until();
        for (const Overlay& overlay : overlays_)
            if (overlay.until) until = std::min(until, *overlay.until - Ticks(1));
        Ticks target = until >= end - Ticks(1) ? end : std::max(until, now()) + Ticks(1);
        if (target < end && ++moments > max_moments) {
            outcome = fail("more than " + std::to_string(max_moments) + " things happen in one step");
            target = end;
        }
        if (auto advanced = player_.advance(target - now()); !advanced && outcome) outcome = advanced;
        for (const Notice& notice : player_.notices()) {
            notices_.push_back(notice);
            follow(notice);
        }
        expire_overlays();
        if (dirty_) update();
    } while (now() < end);
    root_motion_ = inverse(before) * player_.travelled();
    return outcome;
}

} // namespace ossuary::anim
