#include "ossuary/sound/compose.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <tuple>

#include "ossuary/base/sort.h"
#include "ossuary/sound/music_value.h"
#include "ossuary/sound/random.h"

namespace ossuary::sound {

namespace {

using audio::SgtFile;
using audio::StyFile;

constexpr std::int32_t curve_step = 5;
// Bounds for files that ask for more than anybody hears: 12 hours of music, an hour of one pattern or curve.
constexpr std::int32_t longest_music = 1 << 26, longest_pattern = 1 << 22, longest_curve = 1 << 20;
constexpr int most_repetitions = 4096;
constexpr int bend_number = -1;

struct PlannedNote {
    std::int32_t start = 0, end = 0;
    std::uint32_t channel = 0;
    int note = 0, velocity = 0;
};

// A point of a curve; `curve` is its index in curves_.
struct PlannedPoint {
    std::int32_t time = 0;
    std::uint32_t channel = 0;
    int number = bend_number, value = 0;
    std::size_t curve = 0;
};

struct StartedCurve {
    std::int32_t start = 0, reset_until = 0;
    bool has_reset = false;
    int reset = 0;
};

// What was chosen before, and what is left in the bag.
struct Memory {
    std::optional<std::size_t> last;
    std::vector<std::size_t> bag;
};

// Draws once, whatever there is to choose from.
std::size_t take_from_bag(Memory& memory, const std::vector<std::size_t>& all, std::uint32_t drawn) {
    if (memory.bag.empty()) memory.bag = all;
    const std::size_t at = drawn % memory.bag.size();
    const std::size_t chosen = memory.bag[at];
    memory.bag.erase(memory.bag.begin() + static_cast<std::ptrdiff_t>(at));
    return chosen;
}
std::vector<std::size_t> others_than(const std::vector<std::size_t>& all, std::optional<std::size_t> last) {
    std::vector<std::size_t> others;
    for (const std::size_t each : all)
        if (!last || each != *last) others.push_back(each);
    return others.empty() ? all : others;
}
// The one after the last, or the first.
std::size_t following(const std::vector<std::size_t>& all, std::size_t last) {
    const auto at = std::ranges::find(all, last);
    return at == all.end() || at + 1 == all.end() ? all.front() : *(at + 1);
}

struct StandingCommand {
    int level = 1, range = 0, mode = 0;
};

std::uint16_t embellishment_of(int command) {
    switch (static_cast<audio::CommandKind>(command)) {
    case audio::CommandKind::fill: return audio::embellish_fill;
    case audio::CommandKind::intro: return audio::embellish_intro;
    case audio::CommandKind::break_: return audio::embellish_break;
    case audio::CommandKind::end:
    case audio::CommandKind::end_and_intro: return audio::embellish_end;
    case audio::CommandKind::groove: break;
    }
    return audio::embellish_none;
}

double curve_shape(int shape, double p) {
    switch (shape) {
    case 2: return p * p * p * p;
    case 3: return std::sqrt(p);
    case 4: return (std::sin((p - 0.5) * std::numbers::pi) + 1) / 2;
    default: return p;
    }
}

template <class Item> std::int32_t item_time(const Item& item, std::int32_t begin) {
    return item.time == -1 ? begin : item.time;
}

class Performance {
public:
    explicit Performance(std::uint32_t seed) : random_(seed) {}

    // Plays all passes from that tick on, but nothing at or after `limit`. Returns where it ended.
    std::int32_t play(const Piece& piece, std::int32_t start, std::int32_t limit) {
        piece_ = &piece;
        chord_before_ = nullptr;
        chords_.clear();
        audio::SegmentHeader header = piece.segment->header;
        const std::int32_t length = header.length;
        header.play_start = std::clamp(header.play_start, 0, std::max(0, length));
        header.loop_start = std::clamp(header.loop_start, 0, std::max(0, length));
        header.loop_end = std::clamp(header.loop_end, 0, std::max(0, length));
        const bool has_limit = limit != no_limit;
        limit = std::min(limit, longest_music);
        if (header.repeats == 0) return pass(header.play_start, length, start, limit);
        const std::int32_t loop_end = header.loop_end > header.loop_start ? header.loop_end : length;
        std::int32_t at = pass(header.play_start, loop_end, start, limit);
        if (header.repeats != audio::endless_repeats || has_limit) {
            for (std::uint32_t i = 1; i < header.repeats && at < limit; ++i) {
                const std::int32_t next = pass(header.loop_start, loop_end, at, limit);
                if (next == at) break;
                at = next;
            }
        }
        return pass(header.loop_start, length, at, limit);
    }

    // Ends everything that sounds, and resets curves.
    void cut(std::int32_t time) {
        stop_pattern(time);
        std::erase_if(notes_, [&](const PlannedNote& note) { return note.start >= time; });
        for (PlannedNote& note : notes_) note.end = std::min(note.end, time);
        std::erase_if(points_, [&](const PlannedPoint& point) { return point.time >= time; });
        std::map<std::pair<std::uint32_t, int>, const PlannedPoint*> spoken;
        std::vector<const PlannedPoint*> in_order;
        for (const PlannedPoint& point : points_) in_order.push_back(&point);
        ossuary::sort(in_order, {}, [](const PlannedPoint* point) { return std::pair(point->time, point); });
        for (const PlannedPoint* point : in_order) spoken[{point->channel, point->number}] = point;
        std::vector<PlannedPoint> resets;
        for (const auto& [of, point] : spoken) {
            if (point->curve == no_curve) continue;
            const StartedCurve& curve = curves_[point->curve];
            if (curve.has_reset && time >= curve.start && time <= curve.reset_until && point->value != curve.reset)
                resets.push_back({time, of.first, of.second, curve.reset, no_curve});
        }
        points_.insert(points_.end(), resets.begin(), resets.end());
    }

    // One measure of a pattern of that kind, if the style has one; returns where it ended.
    std::int32_t bridge(const StyFile* style, std::uint16_t embellishment, std::int32_t time, const audio::Chord* chord,
                        double tempo, const audio::Band* band) {
        style_ = style;
        const auto pattern = choose_pattern(embellishment, 4);
        if (!pattern) return time;
        if (band) add_band(time, *band);
        add_tempo(time, tempo);
        only_chord_ = chord;
        has_only_chord_ = true;
        start_pattern(time, *pattern);
        has_only_chord_ = false;
        const std::int32_t end = time + style->header.time_signature.measure_length();
        cut(end);
        return end;
    }

    const StyFile* style() const { return style_; }
    const audio::Chord* chord_at(std::int32_t time) const {
        if (has_only_chord_) return only_chord_;
        // A note may begin before its pass: then the chord before counts, in the first pass the first one.
        const audio::Chord* found = chord_before_ || chords_.empty() ? chord_before_ : chords_.front().second;
        for (const auto& [since, chord] : chords_)
            if (since <= time) found = chord;
        return found;
    }

    void finish(EventList& list, std::int32_t end) {
        stop_pattern(no_limit);
        list.events = std::move(events_);
        for (const PlannedNote& note : notes_) {
            list.events.push_back({note.start, MusicEventKind::on, note.channel, note.note, note.velocity, 0});
            list.events.push_back({note.end, MusicEventKind::off, note.channel, note.note, 0, 0});
        }
        for (const PlannedPoint& point : points_) {
            const bool is_bend = point.number == bend_number;
            list.events.push_back({point.time, is_bend ? MusicEventKind::bend : MusicEventKind::control, point.channel,
                                   is_bend ? 0 : point.number, point.value, 0});
        }
        ossuary::sort(list.events, {}, [](const MusicEvent& event) {
            return std::tuple(event.time, event.kind, event.channel, event.number, event.value);
        });
        list.bands = std::move(bands_);
        list.patterns = std::move(patterns_);
        list.end = end;
        list.draws = random_.draws();
    }

private:
    static constexpr std::size_t no_curve = static_cast<std::size_t>(-1);

    void add_tempo(std::int32_t time, double tempo) {
        // Those of one tick stay in their order.
        events_.push_back({time, MusicEventKind::tempo, 0, static_cast<std::int32_t>(events_.size()), 0, tempo});
    }
    void add_band(std::int32_t time, const audio::Band& band) {
        events_.push_back({time, MusicEventKind::band, 0, static_cast<std::int32_t>(bands_.size()), 0, 0});
        bands_.push_back(band);
    }

    // The items that come into force at a tick of a pass: at its beginning the last of those before, then each in turn.
    template <class Item>
    std::vector<const Item*> items_at(const std::vector<Item>& items, std::int32_t time, std::int32_t begin) const {
        std::vector<const Item*> found;
        if (time == begin) {
            const Item* last = nullptr;
            for (const Item& item : items)
                if (item_time(item, begin) <= begin && (!last || item_time(item, begin) >= item_time(*last, begin)))
                    last = &item;
            if (last) found.push_back(last);
        } else {
            for (const Item& item : items)
                if (item_time(item, begin) == time) found.push_back(&item);
        }
        return found;
    }
    template <class Item>
    static void note_next(const std::vector<Item>& items, std::int32_t time, std::int32_t begin, std::int32_t& next) {
        for (const Item& item : items)
            if (item_time(item, begin) > time) next = std::min(next, item_time(item, begin));
    }

    // Segment time [begin, end), heard from `start` on. Returns where it ended.
    std::int32_t pass(std::int32_t begin, std::int32_t end, std::int32_t start, std::int32_t limit) {
        if (begin >= end || start >= limit) return start;
        const SgtFile& segment = *piece_->segment;
        const std::int32_t offset = start - begin;
        const std::int32_t stop = std::min(end, limit - offset);
        chord_before_ = chords_.empty() ? chord_before_ : chords_.back().second;
        chords_.clear();
        for (const audio::Chord* chord : items_at(segment.chords, begin, begin)) chords_.emplace_back(start, chord);
        std::vector<const audio::Chord*> later;
        for (const audio::Chord& chord : segment.chords)
            if (chord.time > begin && chord.time < stop) later.push_back(&chord);
        ossuary::sort(later, {}, [](const audio::Chord* chord) { return std::pair(chord->time, chord); });
        for (const audio::Chord* chord : later) chords_.emplace_back(chord->time + offset, chord);

        for (std::int32_t time = begin; time < stop;) {
            apply_items(segment, time, begin, offset);
            std::int32_t next = stop;
            note_next(segment.styles, time, begin, next);
            note_next(segment.bands, time, begin, next);
            note_next(segment.tempos, time, begin, next);
            note_next(segment.commands, time, begin, next);
            if (pattern_end_ && *pattern_end_ - offset > time) next = std::min(next, *pattern_end_ - offset);
            time = next;
        }
        stop_pattern(stop + offset);
        return stop + offset;
    }

    void apply_items(const SgtFile& segment, std::int32_t time, std::int32_t begin, std::int32_t offset) {
        const std::int32_t now = time + offset;
        for (const audio::StyleItem* item : items_at(segment.styles, time, begin)) {
            const auto index = static_cast<std::size_t>(item - segment.styles.data());
            style_ = index < piece_->styles.size() ? piece_->styles[index] : nullptr;
            if (!style_) continue;
            if (segment.bands.empty() && !style_->bands.empty()) add_band(now, style_->bands.front());
            if (segment.tempos.empty()) add_tempo(now, style_->header.tempo);
        }
        for (const audio::BandItem* item : items_at(segment.bands, time, begin)) add_band(now, item->band);
        for (const audio::TempoItem* item : items_at(segment.tempos, time, begin)) add_tempo(now, item->tempo);
        const auto commands = items_at(segment.commands, time, begin);
        for (const audio::CommandItem* item : commands) obey(*item, now);
        if (!commands.empty()) return;
        if (time == begin) {
            standing_ = {};
            repeat_standing(now);
        } else if (pattern_end_ && *pattern_end_ == now) {
            repeat_standing(now);
        }
    }

    void obey(const audio::CommandItem& item, std::int32_t now) {
        const int mode = item.repeat_mode > 5 ? 0 : item.repeat_mode;
        const std::uint16_t embellishment = embellishment_of(item.command);
        if (embellishment == audio::embellish_none) {
            const int range = item.groove_range > 100 ? 0 : item.groove_range - item.groove_range % 2;
            standing_ = {item.groove_level, range, mode};
            return repeat_standing(now);
        }
        auto pattern = choose_pattern(embellishment, mode);
        if (!pattern) pattern = choose_pattern(audio::embellish_none, mode);
        change_pattern(now, pattern);
    }
    void repeat_standing(std::int32_t now) {
        level_ = standing_.level;
        if (standing_.range > 0) level_ = std::clamp(standing_.level + random_.spread(standing_.range), 1, 100);
        change_pattern(now, choose_pattern(audio::embellish_none, standing_.mode));
    }
    void change_pattern(std::int32_t now, std::optional<std::size_t> pattern) {
        stop_pattern(now);
        if (pattern) start_pattern(now, *pattern);
    }

    static bool has_something(const StyFile& style, const audio::Pattern& pattern) {
        return std::ranges::any_of(pattern.parts, [&](const audio::PartReference& reference) {
            return reference.part &&
                   !(style.parts[*reference.part].notes.empty() && style.parts[*reference.part].curves.empty());
        });
    }
    std::optional<std::size_t> choose_pattern(std::uint16_t embellishment, int mode) {
        std::vector<std::size_t> candidates;
        for (std::size_t i = 0; style_ && i < style_->patterns.size(); ++i) {
            const audio::PatternHeader& header = style_->patterns[i].header;
            const bool fits =
                embellishment == 0 ? header.embellishment == 0 : (header.embellishment & embellishment) != 0;
            if (fits && header.groove_bottom <= level_ && level_ <= header.groove_top && header.measures > 0 &&
                has_something(*style_, style_->patterns[i]))
                candidates.push_back(i);
        }
        const std::uint32_t drawn = random_.draw();
        if (candidates.empty()) return {};
        Memory& memory = pattern_memory_[{style_, embellishment, level_}];
        const bool is_known = memory.last && std::ranges::find(candidates, *memory.last) != candidates.end();
        std::size_t chosen = candidates[drawn % candidates.size()];
        switch (mode) {
        case 1:
            if (is_known) chosen = *memory.last;
            break;
        case 2: chosen = memory.last ? following(candidates, *memory.last) : candidates.front(); break;
        case 3:
            if (memory.last) chosen = following(candidates, *memory.last);
            break;
        case 4: {
            const auto others = others_than(candidates, memory.last);
            chosen = others[drawn % others.size()];
            break;
        }
        case 5: chosen = take_from_bag(memory, candidates, drawn); break;
        default: break;
        }
        memory.last = chosen;
        return chosen;
    }

    // Which of a part's variations plays; nothing where it has none.
    std::optional<std::size_t> choose_variation(std::size_t pattern, std::size_t reference_index,
                                                std::map<int, std::size_t>& locks) {
        const audio::PartReference& reference = style_->patterns[pattern].parts[reference_index];
        if (!reference.part) return {};
        const audio::Part& part = style_->parts[*reference.part];
        std::vector<std::size_t> enabled;
        for (std::size_t i = 0; i < part.header.variation_choices.size(); ++i)
            if (part.header.variation_choices[i] & 0x0fffffff) enabled.push_back(i);
        if (enabled.empty()) return {};
        const int lock = reference.settings.variation_lock;
        if (lock != 0)
            if (const auto decided = locks.find(lock); decided != locks.end())
                return enabled[decided->second % enabled.size()];
        std::vector<std::size_t> ordinals(enabled.size());
        for (std::size_t i = 0; i < ordinals.size(); ++i) ordinals[i] = i;
        Memory& memory = variation_memory_[{style_, pattern, reference_index}];
        const int order = reference.settings.variation_order;
        const std::uint32_t drawn = order == 0 ? 0 : random_.draw();
        std::size_t chosen = drawn % ordinals.size();
        if (order == 0)
            chosen = memory.last ? following(ordinals, *memory.last) : 0;
        else if (order == 2 && memory.last)
            chosen = following(ordinals, *memory.last);
        else if (order == 3) {
            const auto others = others_than(ordinals, memory.last);
            chosen = others[drawn % others.size()];
        } else if (order == 4) {
            chosen = take_from_bag(memory, ordinals, drawn);
        }
        memory.last = chosen;
        if (lock != 0) locks[lock] = chosen;
        return enabled[chosen];
    }

    void start_pattern(std::int32_t now, std::size_t index) {
        const audio::Pattern& pattern = style_->patterns[index];
        const audio::TimeSignature& signature =
            pattern.header.time_signature.beats == 0 ? style_->header.time_signature : pattern.header.time_signature;
        const std::int32_t length = length_of(pattern.header.measures, signature);
        patterns_.push_back({now, index, pattern.name});
        pattern_end_ = now + length;
        std::map<int, std::size_t> locks;
        for (std::size_t i = 0; i < pattern.parts.size(); ++i)
            if (const auto variation = choose_variation(index, i, locks))
                plan_part(pattern.parts[i], *variation, now, length);
    }

    void plan_part(const audio::PartReference& reference, std::size_t variation, std::int32_t now,
                   std::int32_t length) {
        const audio::Part& part = style_->parts[*reference.part];
        const std::int32_t part_length = length_of(part.header.measures, part.header.time_signature);
        const bool repeats = part_length > 0 && part_length < length;
        int repetitions = 0;
        for (std::int32_t base = 0; base < length && repetitions < most_repetitions;
             base += part_length, ++repetitions) {
            for (const audio::StyleNote& note : part.notes) {
                if (!(note.variations >> variation & 1)) continue;
                const std::int64_t at = grid_time(part, note.grid_start) + note.time_offset;
                if ((repeats && at >= part_length) || base + at >= length) continue;
                plan_note(reference, part, note, now + base, static_cast<std::int32_t>(at));
            }
            for (const audio::StyleCurve& curve : part.curves) {
                if (!(curve.variations >> variation & 1)) continue;
                const std::int64_t at = grid_time(part, curve.grid_start) + curve.time_offset;
                if ((repeats && at >= part_length) || base + at >= length) continue;
                plan_curve(reference, curve, std::max(0, now + base + static_cast<std::int32_t>(at)));
            }
            if (!repeats) break;
        }
    }
    static std::int32_t length_of(std::uint16_t measures, const audio::TimeSignature& signature) {
        const std::int64_t length = std::int64_t{measures} * signature.measure_length();
        return static_cast<std::int32_t>(std::min<std::int64_t>(length, longest_pattern));
    }
    static std::int64_t grid_time(const audio::Part& part, std::uint32_t grid) {
        const audio::TimeSignature& signature = part.header.time_signature;
        const std::int64_t beat = signature.beat_length(), grids = signature.grids;
        return grid / grids * beat + grid % grids * (beat / grids);
    }

    void plan_note(const audio::PartReference& reference, const audio::Part& part, const audio::StyleNote& note,
                   std::int32_t base, std::int32_t at) {
        std::int64_t duration = note.duration;
        int velocity = note.velocity;
        if (note.time_range != 0) at += random_.spread(audio::range_ticks(note.time_range));
        if (note.duration_range != 0) duration += random_.spread(audio::range_ticks(note.duration_range));
        if (note.velocity_range != 0) velocity += random_.spread(note.velocity_range);
        const std::int32_t start = std::max(0, base + at);
        const std::uint8_t mode = note.play_mode == 16 ? part.header.play_mode : note.play_mode;
        const audio::Chord* chord = chord_at(start);
        const auto subchord = subchord_for(chord ? std::span<const audio::Subchord>(chord->subchords)
                                                 : std::span<const audio::Subchord>(),
                                           reference.settings.subchord_level);
        const auto played = midi_note(note.music_value, mode, subchord, piece_->segment->key);
        if (!played) return;
        const auto end = std::min<std::int64_t>(start + std::max<std::int64_t>(duration, 1), no_limit);
        planned_notes_.push_back(
            {start, static_cast<std::int32_t>(end), reference.channel, *played, std::clamp(velocity, 1, 127)});
    }

    void plan_curve(const audio::PartReference& reference, const audio::StyleCurve& curve, std::int32_t start) {
        const bool is_bend = curve.type == 3;
        if (!is_bend && curve.type != 4) return;
        const int most = is_bend ? 16383 : 127;
        if (!is_bend && (curve.start < 0 || curve.start > most || curve.end < 0 || curve.end > most)) return;
        const int number = is_bend ? bend_number : curve.controller;
        const int last = std::clamp<int>(curve.end, 0, most);
        const std::size_t id = curves_.size();
        const auto duration = static_cast<std::int32_t>(
            std::min<std::uint32_t>(curve.duration, static_cast<std::uint32_t>(longest_curve)));
        const auto reset_for = static_cast<std::int32_t>(
            std::min<std::uint32_t>(curve.reset_duration, static_cast<std::uint32_t>(longest_curve)));
        curves_.push_back({start, start + duration + reset_for, (curve.flags & 1) != 0, curve.reset});
        std::optional<int> emitted;
        const auto emit = [&](std::int32_t at, int value) {
            if (emitted == value) return;
            emitted = value;
            planned_points_.push_back({start + at, reference.channel, number, value, id});
        };
        if (curve.shape == 1 || duration == 0) return emit(0, last);
        for (std::int32_t at = 0; at < duration; at += curve_step) {
            const double f = curve_shape(curve.shape, static_cast<double>(at) / duration);
            emit(at,
                 std::clamp(static_cast<int>(std::floor(curve.start + (curve.end - curve.start) * f + 0.5)), 0, most));
        }
        emit(duration, last);
    }

    // What has begun before that tick stays; the rest of the pattern does not come.
    void stop_pattern(std::int32_t time) {
        for (const PlannedNote& note : planned_notes_)
            if (note.start < time) notes_.push_back(note);
        for (const PlannedPoint& point : planned_points_)
            if (point.time < time) points_.push_back(point);
        planned_notes_.clear();
        planned_points_.clear();
        pattern_end_.reset();
    }

    Random random_;
    const Piece* piece_ = nullptr;
    const StyFile* style_ = nullptr;
    StandingCommand standing_;
    int level_ = 1;
    std::vector<std::pair<std::int32_t, const audio::Chord*>> chords_; // of the pass, by absolute tick
    const audio::Chord* chord_before_ = nullptr;
    const audio::Chord* only_chord_ = nullptr; // of a bridge
    bool has_only_chord_ = false;
    std::optional<std::int32_t> pattern_end_;
    std::vector<PlannedNote> planned_notes_, notes_;
    std::vector<PlannedPoint> planned_points_, points_;
    std::vector<StartedCurve> curves_;
    std::vector<MusicEvent> events_;
    std::vector<audio::Band> bands_;
    std::vector<PatternStart> patterns_;
    std::map<std::tuple<const StyFile*, std::uint16_t, int>, Memory> pattern_memory_;
    std::map<std::tuple<const StyFile*, std::size_t, std::size_t>, Memory> variation_memory_;
};

std::uint16_t embellishment_of(TransitionKind kind) {
    switch (kind) {
    case TransitionKind::fill: return audio::embellish_fill;
    case TransitionKind::break_: return audio::embellish_break;
    case TransitionKind::intro: return audio::embellish_intro;
    case TransitionKind::end:
    case TransitionKind::end_and_intro: return audio::embellish_end;
    case TransitionKind::none:
    case TransitionKind::groove: break;
    }
    return audio::embellish_none;
}

// The first style of a piece that is there.
const StyFile* first_style(const Piece& piece) { return piece.styles.empty() ? nullptr : piece.styles.front(); }

// Ticks from the first to the last pass; of an endless one the first.
std::int32_t whole_length(const audio::SegmentHeader& header) {
    if (header.repeats == 0) return std::max(0, header.length - header.play_start);
    const std::int32_t loop_end = header.loop_end > header.loop_start ? header.loop_end : header.length;
    std::int64_t length = std::max(0, loop_end - header.play_start);
    if (header.repeats != audio::endless_repeats)
        length += std::int64_t{header.repeats - 1} * (loop_end - header.loop_start) + header.length - header.loop_start;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(length, 0, no_limit / 2));
}

} // namespace

EventList compose(const Piece& piece, std::uint32_t seed, std::int32_t limit) {
    EventList list;
    if (!piece.segment) return list;
    Performance performance(seed);
    const std::int32_t end = performance.play(piece, 0, limit);
    performance.finish(list, end);
    return list;
}

TransitionList compose(const Piece& first, const Piece& second, const Transition& transition, std::uint32_t seed,
                       std::int32_t limit) {
    TransitionList list;
    if (!first.segment || !second.segment) return list;
    Performance performance(seed);
    const std::int32_t asked =
        std::min(transition.time < 0 ? whole_length(first.segment->header) : transition.time, longest_music / 2);
    std::int32_t unit = 1;
    if (const StyFile* style = first_style(first); style && transition.boundary != Boundary::immediate)
        unit = transition.boundary == Boundary::beat ? std::max(1, style->header.time_signature.beat_length())
                                                     : style->header.time_signature.measure_length();
    list.boundary = (asked + unit - 1) / unit * unit;
    performance.play(first, 0, list.boundary);
    performance.cut(list.boundary);
    list.start = list.boundary;
    const StyFile* old_style = performance.style();
    if (transition.kind != TransitionKind::none && old_style)
        list.start = performance.bridge(old_style, embellishment_of(transition.kind), list.start,
                                        performance.chord_at(list.boundary - 1), old_style->header.tempo, nullptr);
    if (transition.kind == TransitionKind::end_and_intro)
        if (const StyFile* style = first_style(second)) {
            const SgtFile& segment = *second.segment;
            const audio::Band* band = !segment.bands.empty()  ? &segment.bands.front().band
                                      : !style->bands.empty() ? &style->bands.front()
                                                              : nullptr;
            list.start = performance.bridge(
                style, audio::embellish_intro, list.start, segment.chords.empty() ? nullptr : &segment.chords.front(),
                segment.tempos.empty() ? style->header.tempo : segment.tempos.front().tempo, band);
        }
    const std::int32_t end = performance.play(second, list.start, limit);
    performance.finish(list, end);
    return list;
}

} // namespace ossuary::sound
