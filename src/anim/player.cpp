// The player's time: what starts, ends and fires when. What it looks like is in player_pose.cpp.
#include "ossuary/anim/player.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "anim/player_layer.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"
#include "ossuary/model/event.h"

namespace ossuary::anim {

namespace {

constexpr Ticks never = Ticks::max();
constexpr double max_speed = 1000;
constexpr std::uint32_t max_ends_at_once = 64;
// Beyond this nothing is told apart any more; it keeps sums of two such times within range.
constexpr double far_away = 4e18;
constexpr Ticks end_of_time{2'000'000'000'000'000'000}; // 89 years

Ticks add(Ticks a, Ticks b) { return b > never - a ? never : a + b; }

bool valid_speed(double speed) { return std::abs(speed) <= max_speed; } // false for NaN

} // namespace

StepSounds sounds_of(std::span<const Notice> notices, std::size_t most) {
    StepSounds sounds;
    std::vector<std::pair<std::int32_t, std::size_t>> counts; // by layer
    for (std::size_t i = notices.size(); i > 0; --i) {
        const Notice& notice = notices[i - 1];
        if (notice.kind != NoticeKind::event || !notice.event) continue;
        const EventData& data = notice.event->event->data;
        if (!std::holds_alternative<SoundEvent>(data) && !std::holds_alternative<GroundSoundEvent>(data)) continue;
        auto count = std::ranges::find(counts, notice.layer, &std::pair<std::int32_t, std::size_t>::first);
        if (count == counts.end()) count = counts.insert(count, {notice.layer, 0});
        if (count->second++ < most)
            sounds.heard.push_back(&notice);
        else
            ++sounds.dropped;
    }
    std::ranges::reverse(sounds.heard);
    return sounds;
}

std::string_view name_of(NoticeKind kind) {
    switch (kind) {
    case NoticeKind::start: return "start";
    case NoticeKind::stop: return "stop";
    case NoticeKind::loop: return "loop";
    case NoticeKind::event: return "event";
    case NoticeKind::leave: return "leave";
    case NoticeKind::cancelled: return "cancelled";
    }
    return "unknown";
}

// ---- one source's time line

// A position is reached at the first tick at which the way gone, rounded down, is as long as the way to it.
Ticks Player::Source::position_at(Ticks time) const {
    const Ticks passed = std::max(time - anchor, Ticks::zero());
    if (speed == 1) return position + passed;
    if (speed == -1) return position - passed;
    const double way = std::min(std::floor(static_cast<double>(passed.count()) * std::abs(speed)), far_away);
    const Ticks gone(static_cast<Ticks::rep>(way));
    return speed < 0 ? position - gone : position + gone;
}

Ticks Player::Source::time_of(Ticks target) const {
    const Ticks way = std::max(speed < 0 ? position - target : target - position, Ticks::zero());
    if (speed == 1 || speed == -1) return anchor + way;
    const double passed = std::ceil(static_cast<double>(way.count()) / std::abs(speed));
    return passed < far_away ? anchor + Ticks(static_cast<Ticks::rep>(passed)) : never; // also for speed zero
}

double Player::Source::rise(Ticks time) const {
    if (blend_in <= Ticks::zero() || time >= started + blend_in) return 1;
    return std::max(0.0, static_cast<double>((time - started).count()) / static_cast<double>(blend_in.count()));
}

double Player::Source::fall(Ticks time) const {
    if (time >= ended + blend_out) return 0;
    return std::min(1.0, 1 - static_cast<double>((time - ended).count()) / static_cast<double>(blend_out.count()));
}

// Where it ends, if it does.
Ticks Player::Source::end() const {
    if (backwards()) return Ticks::zero();
    return step < move->hit_ends.size() ? move->hit_ends[step] : data->period;
}

Ticks Player::Source::end_time() const { return data->repeats || speed == 0 ? never : time_of(end()); }

// Puts the cursor on the first mark at or after a position, in the direction of play. Gone backwards, a seam belongs to
// the pass before it.
void Player::locate(Source& source, Ticks position) {
    const std::vector<MoveMark>& marks = source.events().marks;
    const Ticks period = source.data->period;
    const bool back = source.backwards();
    source.pass = 0;
    if (source.loops()) {
        source.pass = position / period;
        const Ticks rest = position % period;
        if (rest < Ticks::zero() || (back && rest == Ticks::zero())) --source.pass;
        position -= source.pass * period;
    }
    source.mark = back ? std::ranges::upper_bound(marks, position, {}, &MoveMark::time) - marks.begin() - 1
                       : std::ranges::lower_bound(marks, position, {}, &MoveMark::time) - marks.begin();
    schedule(source);
}

// The mark under the cursor, or the end of the pass. A part of a combination may be shorter than the events it is
// played with: what would come after its end comes at its end.
Player::Crossing Player::next_crossing(const Source& source) {
    const std::vector<MoveMark>& marks = source.events().marks;
    const Ticks period = source.data->period;
    const Ticks begin = source.loops() ? source.pass * period : Ticks::zero();
    if (source.mark >= 0 && source.mark < static_cast<std::int64_t>(marks.size()))
        return {Crossing::mark, begin + std::min(marks[static_cast<std::size_t>(source.mark)].time, period)};
    if (!source.loops()) return {};
    return {Crossing::seam, source.backwards() ? begin : begin + period};
}

void Player::schedule(Source& source) {
    const Crossing next = next_crossing(source);
    source.next_mark = next.kind == Crossing::nothing ? never : source.time_of(next.position);
}

// ---- layers

Player::Player(const MovesetStack& moves, PlayerSettings settings)
    : moves_(&moves), settings_(std::move(settings)), version_(moves.version()) {
    for (const LookJoint& joint : settings_.look.joints) look_joints_.push_back(rig().find(joint.name));
}
Player::Player(const Player&) = default;
Player::Player(Player&&) noexcept = default;
Player& Player::operator=(const Player&) = default;
Player& Player::operator=(Player&&) noexcept = default;
Player::~Player() = default;

const Rig& Player::rig() const { return moves_->rig(); }

Player::Layer* Player::find_layer(std::int32_t number) {
    const auto found = std::ranges::lower_bound(layers_, number, {}, &Layer::number);
    return found != layers_.end() && found->number == number ? &*found : nullptr;
}

Player::Layer& Player::layer_at(std::int32_t number) {
    const auto place = std::ranges::lower_bound(layers_, number, {}, &Layer::number);
    if (place != layers_.end() && place->number == number) return *place;
    Layer layer;
    layer.number = number;
    layer.change = never;
    return *layers_.insert(place, std::move(layer));
}

bool Player::Layer::fades(Ticks time) const {
    if (sources.empty()) return false;
    return sources.size() > 1 || sources.back().stopped || time < sources.back().started + sources.back().blend_in;
}

// When the running move gives way: at its end, or at that of its pass if another one waits.
Ticks Player::Layer::hand_over_time() const {
    const Source* source = running();
    if (!source || source->speed == 0) return never;
    if (!source->data->repeats) return source->end_time();
    if (!queued) return never;
    return source->time_of((source->backwards() ? source->pass : source->pass + 1) * source->data->period);
}

Notice& Player::note(NoticeKind kind, Ticks time, const Layer& layer, const Source& source, const MoveEvent* event) {
    const Notice notice{.time = time,
                        .kind = kind,
                        .layer = layer.number,
                        .move = source.move,
                        .pass = source.pass,
                        .step = source.step,
                        .position = source.position_at(time),
                        .event = event,
                        .root = {}};
    return (in_step_ ? notices_ : pending_).emplace_back(notice);
}

// A running transition of a script is not interrupted, unless it is a combo whose window has opened.
bool Player::may_interrupt(const Source& source) const {
    if (source.move->interruptible || now_ >= source.end_time()) return true;
    const std::size_t window = std::size_t{2} * source.step;
    return !source.move->hit_ends.empty() && window < source.move->windows.size() &&
           source.position_at(now_) >= source.move->windows[window];
}

Result<Started> Player::start(const Move& move, const StartOptions& options) {
    if (!valid_speed(options.speed)) return fail("the speed " + number_text(options.speed) + " is not within ±1000");
    Layer& layer = layer_at(options.layer.value_or(move.layer));
    if (const Source* running = layer.running(); running && !options.force) {
        if (running->move == &move && running->part == options.part && running->step == options.step &&
            now_ < running->end_time())
            return Started::already;
        if (move.flags.queue) {
            layer.queued = &move;
            layer.queued_options = options;
            reschedule(layer);
            return Started::waits;
        }
        if (!may_interrupt(*running))
            return fail(running->move->name + " on layer " + std::to_string(layer.number) +
                        " may not be interrupted by " + move.name);
    }
    begin(layer, move, now_, options);
    reschedule(layer);
    return Started::now;
}

void Player::stop(std::int32_t number, Optional<Ticks> blend_out) {
    Layer* layer = find_layer(number);
    if (!layer || !layer->running()) return;
    end(*layer, now_, true, blend_out.value_or(layer->running()->move->blend_out));
    layer->queued = nullptr;
    reschedule(*layer);
}

void Player::stop_all() {
    for (const Layer& layer : layers_) stop(layer.number);
}

bool Player::set_speed(std::int32_t number, double speed) {
    Layer* layer = find_layer(number);
    Source* source = layer ? layer->running() : nullptr;
    if (!source || !valid_speed(speed)) return false;
    const bool turns = (speed < 0) != source->backwards();
    source->position = source->position_at(now_);
    source->anchor = now_;
    source->speed = speed;
    // The cursor stays where it is unless the direction changes: nothing is met twice, nothing missed.
    if (turns)
        locate(*source, source->position);
    else
        schedule(*source);
    reschedule(*layer);
    return true;
}

bool Player::seek(std::int32_t number, Ticks elapsed, Seek policy) {
    Layer* layer = find_layer(number);
    Source* source = layer ? layer->running() : nullptr;
    if (!source) return false;
    const Ticks limit = source->data->repeats ? never / 4 : std::max(source->data->period, Ticks::zero());
    const Ticks target = std::clamp(elapsed, source->data->repeats ? -limit : Ticks::zero(), limit);
    const double speed = source->speed;
    const Ticks from = source->position_at(now_);
    source->position = from;
    source->anchor = now_;
    if (policy == Seek::fire && target != from) {
        const bool back = target < from;
        source->speed = back ? -1 : 1;
        if (back != (speed < 0)) locate(*source, from);
        std::uint32_t passes_left = max_passes;
        for (;;) {
            const Crossing next = next_crossing(*source);
            if (next.kind == Crossing::nothing || (back ? next.position <= target : next.position >= target)) break;
            if (next.kind == Crossing::seam && passes_left-- == 0) break;
            cross(*layer, *source, now_, next);
        }
    }
    source->speed = speed;
    source->position = target;
    locate(*source, target);
    source->pass_begin = target;
    std::erase_if(layer->open, [&](const MoveEvent* event) {
        if (!std::holds_alternative<WindowEvent>(event->event->data)) return false;
        const Ticks within = source->loops() ? target - source->pass * source->data->period : target;
        if (within >= event->time && within < event->window_end) return false;
        note(NoticeKind::cancelled, now_, *layer, *source, event);
        return true;
    });
    reschedule(*layer);
    return true;
}

bool Player::aim(std::int32_t number, double column, double row) {
    Layer* layer = find_layer(number);
    Source* source = layer ? layer->running() : nullptr;
    if (!source || source->move->parts.empty() || !std::isfinite(column) || !std::isfinite(row)) return false;
    source->aims = true;
    source->column = static_cast<float>(std::clamp(column, -1.0, 1.0));
    source->row = static_cast<float>(std::clamp(row, -1.0, 1.0));
    return true;
}

void Player::set_layer(std::int32_t number, LayerSettings settings) {
    if (!(settings.weight >= 0)) settings.weight = 0; // also what is no number
    settings.weight = std::min(settings.weight, 1.f);
    if (!settings.mask.empty()) settings.mask.resize(rig().block_count() * block_joints);
    layer_at(number).settings = std::move(settings);
    anchor_root(now_);
}

// ---- beginning and ending

// Ends the running source at a time up to which everything has been reported.
void Player::end(Layer& layer, Ticks when, bool stopped, Ticks blend_out) {
    Source& source = *layer.running();
    for (const MoveEvent* event : layer.open) note(NoticeKind::cancelled, when, layer, source, event);
    layer.open.clear();
    note(NoticeKind::stop, when, layer, source).root =
        source.data->root.delta(source.pass_begin, source.position_at(when));
    source.running = false;
    source.stopped = stopped;
    source.ended = when;
    source.blend_out = std::max(blend_out, Ticks::zero());
    if (settings_.freeze_outgoing) {
        source.position = source.position_at(when);
        source.anchor = when;
        source.speed = 0;
    }
}

void Player::begin(Layer& layer, const Move& first, Ticks when, const StartOptions& options) {
    const Move* move = &first;
    Optional<Ticks> blend_in = options.blend_in, blend_out;
    const auto end_running = [&] {
        if (!layer.running()) return;
        const Ticks fall =
            blend_out.value_or(settings_.longest_blend ? Ticks::zero() : layer.running()->move->blend_out);
        end(layer, when, false, fall);
    };
    // Moves without samples say how the next one fades in.
    for (std::uint32_t count = 0; !move->clip; ++count) {
        blend_in = blend_in.value_or(move->blend_in);
        blend_out = move->blend_out;
        end_running();
        Source passing;
        passing.move = passing.data = move;
        note(NoticeKind::start, when, layer, passing);
        note(NoticeKind::stop, when, layer, passing);
        move = move->next.empty() ? nullptr : moves_->find(move->next);
        if (move && count < max_ends_at_once) continue;
        if (move) trouble_ = "moves without samples follow one another in a circle";
        if (!layer.sources.empty()) layer.sources.back().stopped = true;
        layer.queued = nullptr;
        return;
    }
    end_running();
    layer.queued = nullptr;
    // What was replaced before it was ever seen leaves no trace.
    if (!layer.sources.empty() && layer.sources.back().started == when) layer.sources.pop_back();
    if (layer.sources.size() == max_sources) layer.sources.erase(layer.sources.begin());

    Source source;
    source.move = source.data = move;
    if (!move->parts.empty()) {
        source.part = std::min(options.part, static_cast<std::uint32_t>(move->parts.size()));
        source.data = source.part > 0 ? move->parts[source.part - 1] : move->parts[(move->parts.size() - 1) / 2];
    }
    source.step = options.step;
    source.speed = options.speed;
    source.anchor = source.started = when;
    const Ticks offset = std::clamp(options.offset, Ticks::zero(), source.data->period);
    source.position = options.speed < 0 ? source.data->length - offset : offset;
    source.pass_begin = source.position;
    const Ticks rise = settings_.longest_blend ? std::max(move->blend_in, move->blend_out) : move->blend_in;
    source.blend_in = std::max(blend_in.value_or(rise), Ticks::zero());
    const bool lies_lowest = std::ranges::none_of(layers_, [&](const Layer& other) {
        return other.number <= layer.number && !other.sources.empty() && !other.settings.additive;
    });
    if (lies_lowest && !layer.settings.additive) source.blend_in = Ticks::zero();
    locate(source, source.position);
    layer.sources.push_back(source);
    note(NoticeKind::start, when, layer, layer.sources.back());
}

// Reports a mark, or goes on to the next pass.
void Player::cross(Layer& layer, Source& source, Ticks time, const Crossing& crossing) {
    const Move& events = source.events();
    const bool back = source.backwards();
    if (crossing.kind == Crossing::seam) {
        source.pass += back ? -1 : 1;
        source.mark = back ? static_cast<std::int64_t>(events.marks.size()) - 1 : 0;
        note(NoticeKind::loop, time, layer, source).root =
            source.data->root.delta(source.pass_begin, crossing.position);
        source.pass_begin = crossing.position;
        return;
    }
    const MoveMark& mark = events.marks[static_cast<std::size_t>(source.mark)];
    const MoveEvent& event = events.events[mark.event];
    source.mark += back ? -1 : 1;
    const EventData& data = event.event->data;
    const bool is_window = std::holds_alternative<WindowEvent>(data);
    if (is_window && mark.leaves != back) { // gone backwards, a window is entered at its end
        if (std::erase(layer.open, &event) > 0) note(NoticeKind::leave, time, layer, source, &event);
        return;
    }
    note(NoticeKind::event, time, layer, source, &event);
    const auto slot_of = [](const MoveEvent* other) {
        const auto* particle = std::get_if<ParticleStartEvent>(&other->event->data);
        return particle ? std::optional(particle->slot) : std::nullopt;
    };
    std::optional<std::int32_t> slot = slot_of(&event);
    if (const auto* particle = std::get_if<ParticleStopEvent>(&data)) slot = particle->slot;
    if (slot) std::erase_if(layer.open, [&](const MoveEvent* other) { return slot_of(other) == slot; });
    if (is_window || std::holds_alternative<ParticleStartEvent>(data)) layer.open.push_back(&event);
}

// Reports everything before a time.
void Player::emit(Layer& layer, Ticks until) {
    Source* source = layer.running();
    if (!source) return;
    while (source->next_mark < until) {
        const Crossing next = next_crossing(*source);
        if (next.kind == Crossing::seam && layer.passes_left-- == 0) return overrun(layer, source->next_mark);
        cross(layer, *source, source->next_mark, next);
        schedule(*source);
    }
}

// Too much happens in one step: a loop goes on in silence, a chain of moves comes to an end.
void Player::overrun(Layer& layer, Ticks when) {
    if (!trouble_) trouble_ = "more passes in one step than max_passes allows";
    layer.passes_left = max_passes;
    layer.queued = nullptr;
    Source* source = layer.running();
    if (!source) return;
    if (source->data->repeats) {
        locate(*source, source->position_at(until_));
        source->pass_begin = source->position_at(until_);
    } else {
        end(layer, when, true, Ticks::zero());
    }
    refresh(layer, when);
}

// The running move has come to its end, or to the end of a pass after which another one waits.
void Player::hand_over(Layer& layer, Ticks when) {
    Source& source = *layer.running();
    const Ticks last = source.data->repeats ? source.position_at(when) : source.end();
    for (;;) { // the end belongs to the pass
        const Crossing next = next_crossing(source);
        if (next.kind != Crossing::mark) break;
        if (source.backwards() ? next.position < last : next.position > last) break;
        cross(layer, source, source.time_of(next.position), next);
    }
    const Move* next = layer.queued;
    StartOptions options = layer.queued_options;
    if (!next) {
        next = source.backwards() || source.move->next.empty() ? nullptr : moves_->find(source.move->next);
        options = {.speed = source.speed};
    }
    if (next) return begin(layer, *next, when, options);
    end(layer, when, true, source.move->blend_out);
}

void Player::change(Layer& layer, Ticks when) {
    if (layer.hand_over_time() <= when) {
        if (layer.passes_left-- == 0) return overrun(layer, when);
        emit(layer, when);
        hand_over(layer, when);
    }
    refresh(layer, when);
}

// Drops what cannot be seen any more and finds the time of the next change.
void Player::refresh(Layer& layer, Ticks after) {
    std::vector<Source>& sources = layer.sources;
    std::size_t gone = 0;
    layer.change = never;
    const auto consider = [&](Ticks time, std::size_t drops) {
        if (time <= after)
            gone = std::max(gone, drops);
        else
            layer.change = std::min(layer.change, time);
    };
    for (std::size_t k = 0; k < sources.size(); ++k) {
        const Source& source = sources[k];
        if (source.blend_in > Ticks::zero()) consider(add(source.started, source.blend_in), 0);
        if (source.stopped) consider(add(source.ended, source.blend_out), k + 1);
        if (k > 0) {
            const bool waits = source.blend_in > Ticks::zero() && !sources[k - 1].stopped;
            consider(add(source.started, std::max(source.blend_in, waits ? sources[k - 1].blend_out : Ticks::zero())),
                     k);
        }
    }
    sources.erase(sources.begin(), sources.begin() + static_cast<std::ptrdiff_t>(gone));
    layer.change = std::min(layer.change, layer.hand_over_time());
}

// After something was done between the steps.
void Player::reschedule(Layer& layer) {
    refresh(layer, now_);
    anchor_root(now_);
}

// A loop whose name means another move by now gives way to it at the end of its pass.
void Player::follow_overlays() {
    if (version_ == moves_->version()) return;
    version_ = moves_->version();
    for (Layer& layer : layers_) {
        const Source* running = layer.running();
        if (!running || !running->data->repeats || layer.queued || running->backwards()) continue;
        const Move* next = moves_->find(running->move->name);
        if (!next || next == running->move) continue;
        layer.queued = next;
        layer.queued_options = {.speed = running->speed, .part = running->part};
        reschedule(layer);
    }
}

// ---- letting time pass

Result<void> Player::advance(Ticks step) {
    if (step < Ticks::zero()) return fail("time does not go backwards: the step is negative");
    if (step > end_of_time - now_) return fail("time has come to its end");
    const Ticks target = now_ + step;
    const Placement before = here_;
    notices_.clear();
    notices_.swap(pending_);
    in_step_ = true;
    until_ = target;
    for (Layer& layer : layers_) layer.passes_left = max_passes;
    follow_overlays();

    Ticks last = now_;
    std::uint32_t at_once = 0;
    for (;;) {
        const auto next = std::ranges::min_element(layers_, {}, &Layer::change);
        if (next == layers_.end() || next->change >= target) break;
        const Ticks when = std::max(next->change, last);
        at_once = when == last ? at_once + 1 : 0;
        if (at_once > max_ends_at_once * static_cast<std::uint32_t>(layers_.size())) {
            trouble_ = "moves without length follow one another in a circle";
            overrun(*next, when);
            at_once = 0;
            continue;
        }
        last = when;
        move_root(when);
        change(*next, when);
        anchor_root(when);
    }
    for (Layer& layer : layers_) emit(layer, target);
    move_root(target);
    now_ = target;
    in_step_ = false;
    root_motion_ = inverse(before) * here_;
    sort_notices();
    if (!trouble_) return {};
    const char* trouble = trouble_;
    trouble_ = nullptr;
    return fail(trouble);
}

void Player::sort_notices() {
    const auto before = [](const Notice& a, const Notice& b) {
        return a.time != b.time ? a.time < b.time : a.layer < b.layer;
    };
    if (std::ranges::is_sorted(notices_, before)) return;
    order_.resize(notices_.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
    ossuary::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
        if (before(notices_[a], notices_[b])) return true;
        return !before(notices_[b], notices_[a]) && a < b;
    });
    unsorted_.swap(notices_);
    notices_.clear();
    for (const std::uint32_t i : order_) notices_.push_back(unsorted_[i]);
}

// ---- questions

Ticks Player::quiet_until() const {
    if (!pending_.empty() || version_ != moves_->version()) return now_;
    Ticks time = never;
    for (const Layer& layer : layers_) {
        time = std::min(time, layer.change);
        if (const Source* running = layer.running()) time = std::min(time, running->next_mark);
    }
    return std::max(time, now_);
}

std::vector<LayerState> Player::layers() const {
    std::vector<LayerState> states;
    for (const Layer& other : layers_)
        if (const auto state = layer(other.number)) states.push_back(*state);
    return states;
}

Optional<LayerState> Player::layer(std::int32_t number) const {
    const Layer* layer = const_cast<Player*>(this)->find_layer(number);
    const Source* running = layer ? layer->running() : nullptr;
    if (!running) return {};
    return LayerState{number,        running->move,  running->started, running->position_at(now_),
                      running->pass, running->speed, running->part,    running->step};
}

double Player::collision_scale() const {
    double scale = 1;
    for (const Layer& layer : layers_)
        if (const Source* running = layer.running()) scale *= running->move->collision_scale;
    return scale;
}

} // namespace ossuary::anim
