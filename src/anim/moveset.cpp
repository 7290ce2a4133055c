#include "ossuary/anim/moveset.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/base/sort.h"
#include "ossuary/codec/decode.h"
#include "ossuary/model/event.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <variant>

namespace ossuary::anim {

double Move::clip_time(Ticks time) const {
    if (repeats && period > Ticks::zero()) {
        time %= period;
        if (time < Ticks::zero()) time += period;
    } else {
        time = std::clamp(time, Ticks::zero(), length);
    }
    if (reversed) {
        time = length - time;
        if (time < Ticks::zero()) time += period;
    }
    return to_seconds(time);
}

std::size_t NameHash::operator()(std::string_view name) const {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(to_lower(c))) * 0x100000001b3;
    return static_cast<std::size_t>(hash);
}

namespace {

constexpr double still_loop = 0.01; // metres: a pass that moves less, unless flagged M, does not count as moving

std::vector<MoveMark> marks_of(const std::vector<MoveEvent>& events) {
    std::vector<MoveMark> marks;
    for (std::uint32_t i = 0; i < events.size(); ++i) {
        marks.push_back({events[i].time, i, false});
        if (std::holds_alternative<WindowEvent>(events[i].event->data))
            marks.push_back({events[i].window_end, i, true});
    }
    const auto rank = [&](const MoveMark& mark) { // a window without length opens before it closes
        return !mark.leaves ? 1 : events[mark.event].time < mark.time ? 0 : 2;
    };
    ossuary::sort(marks, {}, [&](const MoveMark& mark) { return std::tuple(mark.time, rank(mark), mark.event); });
    return marks;
}

bool same_events(const Move& a, const Move& b) {
    return std::ranges::equal(a.events, b.events, [](const MoveEvent& x, const MoveEvent& y) {
        return x.time == y.time && x.event->data.index() == y.event->data.index() &&
               fields_of(x.event->data) == fields_of(y.event->data);
    });
}

} // namespace

class MovesetBuilder {
public:
    // `packed`: for the model's last clips, what they are expanded from.
    MovesetBuilder(const Model& model, std::span<const std::shared_ptr<const codec::Decoder>> packed,
                   const MovesetOptions& options, Diagnostics* diagnostics)
        : model_(model), packed_(packed), options_(options), diagnostics_(diagnostics) {}

    Result<std::shared_ptr<const Moveset>> build() {
        Result<Rig> rig = Rig::make(model_.skeleton);
        if (!rig) return Failure(rig.error());
        set_->name_ = model_.name;
        set_->rig_ = *std::move(rig);
        set_->tracks_.reserve(model_.clips.size()); // events point into it
        for (const ModelTag& tag : model_.tags)
            if (!tag.arguments.empty() &&
                (equal_ignoring_case(tag.type, "DEF_HIT_LIMB") || equal_ignoring_case(tag.type, "HIT_LIMB")))
                limbs_.push_back(tag.arguments.front());
        for (const Clip& clip : model_.clips) add_clip(clip);
        for (const Transition& transition : model_.transitions)
            if (!transition.in_step) add_transition(transition);
        set_->disabled_ = model_.disabled_moves;
        for (const Clip& clip : model_.clips) connect_parts(clip);
        return std::shared_ptr<const Moveset>(std::move(set_));
    }

private:
    // What the clips that share their samples share.
    struct Data {
        std::shared_ptr<const PreparedClip> clip;
        RootMotion root;
        std::int32_t root_joint = -1;
    };
    struct RootPlan {
        bool take_out = false; // of the pose
        bool apply = false;    // to the object
    };

    void add(Move move) {
        const auto [at, is_new] = set_->by_name_.try_emplace(move.name, set_->moves_.size());
        if (!is_new)
            report(diagnostics_, Severity::warning, {.field = move.name},
                   "there is a move of that name already; this one is left out");
        else
            set_->moves_.push_back(std::move(move));
    }

    void add_clip(const Clip& clip) {
        Move move;
        move.name = clip.name;
        move.source = set_->name_;
        move.frame_rate = clip.frame_rate;
        move.layer = clip.hints.layer;
        move.blend_in = to_ticks(clip.hints.blend_in);
        move.blend_out = to_ticks(clip.hints.blend_out);
        move.next = clip.hints.next;
        move.reversed = clip.hints.direction == Direction::reverse;
        move.collision_scale = static_cast<double>(clip.hints.collision_scale.value_or(1));
        move.morphs = clip.morphs;
        move.limbs = limbs_;
        move.length = to_ticks(clip.duration);
        const Optional<MoveFlags>& flags = clip.hints.flags;
        if (flags) move.flags = *flags;
        // Once a weapon is put away, what follows is up to the character.
        constexpr std::string_view removals[] = {"T_1HRUN_2_1H",     "T_2HRUN_2_2H",   "T_BOWRUN_2_BOW",
                                                 "T_CBOWRUN_2_CBOW", "T_MAGRUN_2_MAG", "T_FISTRUN_2_FIST"};
        if (flags &&
            std::ranges::any_of(removals, [&](std::string_view name) { return equal_ignoring_case(name, move.name); }))
            move.next.clear();

        add_events(move, clip);
        const RootMotionOptions root = root_options(move, flags.has_value());
        Result<ExtractedRoot> extracted = extract_root_motion(clip, model_.skeleton, LoopPolicy::clamp, root);
        Clip whole = extracted ? Clip() : clip;
        find_loop(move, clip, extracted ? extracted->in_place : whole);
        if (extracted) extracted->motion = repeated(*extracted, clip, move.loop, root);
        move.interruptible = move.repeats || !flags;

        const Result<Data> data = data_of(clip, move, root, extracted, flags.has_value());
        if (!data)
            return report(diagnostics_, Severity::error, {.field = clip.name},
                          "the clip is left out: " + data.error().text());
        move.clip = data->clip;
        move.whole_body = std::ranges::all_of(move.clip->animated().first(set_->rig_.joint_count()),
                                              [](float weight) { return weight == 1; });
        move.root = move.reversed ? data->root.reversed(move.length) : data->root;
        move.root_joint = data->root_joint;
        move.period = to_ticks(move.clip->period(move.loop));
        if (move.length <= Ticks::zero() && !move.repeats && clip.frame_rate > 0)
            move.period = to_ticks(1 / clip.frame_rate);
        if (!move.repeats && move.period > Ticks::zero()) move.period = std::max(move.period, shortest_pass);
        add(std::move(move));
    }

    // Whether the clip's poses close is seen once its way is taken out: a turn ends where it began, seen from itself.
    // `shape` is the clip without its way, or the clip itself if that could not be taken out; its loop mode is set
    // here.
    void find_loop(Move& move, const Clip& clip, Clip& shape) const {
        const bool follows_itself = !clip.name.empty() && equal_ignoring_case(clip.hints.next, clip.name);
        if (follows_itself) shape.loop = LoopMode::wrap;
        move.loop = shape.joints.size() == model_.skeleton.joints.size() ? loop_policy(shape, model_.skeleton)
                                                                         : LoopPolicy::clamp;
        if (!move.windows.empty()) move.loop = LoopPolicy::clamp;
        if (move.length <= Ticks::zero() && move.loop == LoopPolicy::wrap_interpolated) move.loop = LoopPolicy::wrap;
        if (move.loop != LoopPolicy::clamp && move.length > Ticks::zero() && move.length < shortest_pass) {
            report(diagnostics_, Severity::warning, {.field = clip.name},
                   "is shorter than a millisecond: it does not repeat");
            move.loop = LoopPolicy::clamp;
        }
        move.repeats = move.loop != LoopPolicy::clamp;
        if (!move.repeats && follows_itself) move.next.clear();
    }

    // The way of a clip that was extracted as if it were played once, as its loop has it.
    static RootMotion repeated(const ExtractedRoot& extracted, const Clip& clip, LoopPolicy loop,
                               const RootMotionOptions& root) {
        if (loop == LoopPolicy::clamp) return extracted.motion;
        const double frame = loop == LoopPolicy::wrap_interpolated ? extracted.frame_time : 0;
        const RootMotion motion = extracted.motion.repeating(to_ticks(clip.duration + frame));
        return root.close_loop ? motion.closed() : motion;
    }

    void add_events(Move& move, const Clip& clip) {
        const EventTrack& track = set_->tracks_.emplace_back(clip.events);
        const auto time_of = [&](double seconds) { return std::clamp(to_ticks(seconds), Ticks::zero(), move.length); };
        for (const Event& event : track.events) {
            MoveEvent added{.time = time_of(event.time), .event = &event};
            if (const auto* window = std::get_if<WindowEvent>(&event.data)) {
                added.window_end = std::max(time_of(window->end), added.time);
                if (move.reversed)
                    std::tie(added.time, added.window_end) =
                        std::pair(move.length - added.window_end, move.length - added.time);
            } else if (move.reversed) {
                added.time = move.length - added.time;
            }
            move.events.push_back(added);
        }
        ossuary::sort(move.events, {}, [](const MoveEvent& event) { return std::pair(event.time, event.event); });
        move.marks = marks_of(move.events);
        for (const MoveEvent& event : move.events) {
            if (const auto* window = std::get_if<WindowEvent>(&event.event->data);
                window && window->kind == WindowKind::combo) {
                move.windows.push_back(event.time);
                move.windows.push_back(event.window_end);
            }
            if (std::holds_alternative<HitEndEvent>(event.event->data)) move.hit_ends.push_back(event.time);
        }
    }

    RootMotionOptions root_options(const Move& move, bool scripted) const {
        RootMotionOptions root = options_.root;
        if (!scripted) return root;
        const bool moves = move.flags.move_object || move.flags.in_place || move.flags.idle;
        root.x = root.x && moves;
        root.z = root.z && moves;
        root.y = moves && move.flags.fly;
        if (!move.flags.rotate_object) root.rotation = RootRotation::none;
        return root;
    }

    RootPlan plan_root(const Result<ExtractedRoot>& extracted, const Move& move, const RootMotionOptions& root,
                       bool scripted) const {
        RootPlan plan;
        const bool nothing = !root.x && !root.y && !root.z && root.rotation == RootRotation::none;
        if (!options_.extract_root || model_.skeleton.joints.empty() || nothing) return plan;
        plan.take_out = plan.apply = true;
        if (!extracted) return plan; // data_of fails with the error
        const Placement& pass = extracted->motion.loop();
        const bool stays = length(pass.position) < still_loop && std::abs(pass.rotation.w) > 0.9999; // 1.6°
        if (move.flags.in_place || (move.flags.idle && !stays))
            plan.apply = false;
        else if (move.flags.idle || (move.repeats && stays && !(scripted && move.flags.move_object)))
            plan.take_out = plan.apply = false;
        return plan;
    }

    // An alias has the samples of its target, a combination those of its middle part: they are prepared once.
    const Clip& samples_of(const Clip& clip) const {
        const Clip* found = &clip;
        std::string target = clip.hints.alias_of;
        if (const auto& combination = clip.hints.combination)
            target = combination->prefix + std::to_string(middle_part(*combination));
        for (int depth = 0; depth < 16 && !target.empty(); ++depth) {
            const Clip* next = model_.find_clip(target);
            if (!next || next->joints != clip.joints) break;
            found = next;
            target = next->hints.alias_of;
        }
        return *found;
    }
    static std::int32_t part_count(const Combination& combination) { return std::clamp(combination.count, 1, 1000); }
    static std::int32_t middle_part(const Combination& combination) { return 1 + (part_count(combination) - 1) / 2; }

    Result<Data> data_of(const Clip& clip, const Move& move, const RootMotionOptions& root,
                         Result<ExtractedRoot>& extracted, bool scripted) {
        const RootPlan plan = plan_root(extracted, move, root, scripted);
        const auto key = std::tuple(samples_of(clip).name, move.loop, plan.take_out, plan.apply, root.x, root.y, root.z,
                                    root.rotation);
        if (const auto known = data_.find(key); known != data_.end() && !clip.name.empty()) return known->second;

        Data data;
        if (plan.take_out) {
            if (!extracted) return Failure(extracted.error());
            if (plan.apply) data.root = std::move(extracted->motion);
            data.root_joint = extracted->joint;
        }
        const Clip* in_place = plan.take_out ? &extracted->in_place : nullptr;
        const std::shared_ptr<const codec::Decoder> packed = packed_form(clip);
        Result<PreparedClip> prepared = packed ? PreparedClip::make(packed, set_->rig_, in_place)
                                               : PreparedClip::make(in_place ? *in_place : clip, set_->rig_);
        if (!prepared) return Failure(prepared.error());
        data.clip = std::make_shared<const PreparedClip>(*std::move(prepared));
        return data_.insert_or_assign(key, std::move(data)).first->second;
    }

    std::shared_ptr<const codec::Decoder> packed_form(const Clip& clip) const {
        const auto index = static_cast<std::size_t>(&clip - model_.clips.data());
        const std::size_t first = model_.clips.size() - packed_.size();
        return index < first ? nullptr : packed_[index - first];
    }

    void add_transition(const Transition& transition) {
        Move move;
        move.name = transition.name;
        move.source = set_->name_;
        move.next = transition.next;
        const Clip* next = find_clip(move.next);
        move.layer = transition.layer.value_or(next ? next->hints.layer : 1);
        move.blend_in = to_ticks(static_cast<double>(transition.blend_in));
        move.blend_out = to_ticks(static_cast<double>(transition.blend_out));
        add(std::move(move));
    }
    const Clip* find_clip(std::string_view name) const {
        for (const Clip& clip : model_.clips)
            if (equal_ignoring_case(clip.name, name)) return &clip;
        return nullptr;
    }

    void connect_parts(const Clip& clip) {
        const Optional<Combination>& combination = clip.hints.combination;
        const auto found = set_->by_name_.find(clip.name);
        if (!combination || found == set_->by_name_.end()) return;
        Move& move = set_->moves_[found->second];
        const std::string& stem = combination->prefix;
        const Move* middle = set_->find(stem + std::to_string(middle_part(*combination)));
        for (std::int32_t i = 1; i <= part_count(*combination); ++i) {
            const Move* part = set_->find(stem + std::to_string(i));
            if (!part)
                report(diagnostics_, Severity::warning, {.field = move.name},
                       "its part " + stem + std::to_string(i) + " is not there; the middle one takes its place");
            move.parts.push_back(part ? part : middle ? middle : &move);
        }
        move.own_events = !middle || !same_events(move, *middle);
    }

    using DataKey = std::tuple<std::string, LoopPolicy, bool, bool, bool, bool, bool, RootRotation>;
    const Model& model_;
    std::vector<std::string> limbs_;
    std::span<const std::shared_ptr<const codec::Decoder>> packed_;
    const MovesetOptions& options_;
    Diagnostics* diagnostics_;
    std::shared_ptr<Moveset> set_ = std::make_shared<Moveset>();
    std::map<DataKey, Data> data_;
};

Result<std::shared_ptr<const Moveset>> Moveset::make(const Model& model, const MovesetOptions& options,
                                                     Diagnostics* diagnostics) {
    return MovesetBuilder(model, {}, options, diagnostics).build();
}

Result<std::shared_ptr<const Moveset>> Moveset::make(Model model, std::span<const codec::OsaFile> packed,
                                                     const MovesetOptions& options, Diagnostics* diagnostics) {
    std::vector<std::shared_ptr<const codec::Decoder>> decoders;
    for (const codec::OsaFile& file : packed) {
        if (codec::skeleton_hash(file.rig) != codec::skeleton_hash(model.skeleton))
            return fail("the packed clips have other joints than the model");
        const auto tables = codec::make_tables(file.rig);
        for (const codec::PackedClip& clip : file.clips) {
            const auto unreadable = [&](const Error& error) {
                report(diagnostics, Severity::error, {.field = clip.name}, "the clip is left out: " + error.text());
            };
            const auto resident = codec::to_resident(file.rig, clip);
            if (!resident) {
                unreadable(resident.error());
                continue;
            }
            auto expanded = codec::to_clip(file.rig, *resident);
            auto decoder = codec::Decoder::make(tables, *resident);
            if (!expanded || !decoder) {
                unreadable(expanded ? decoder.error() : expanded.error());
                continue;
            }
            model.clips.push_back(*std::move(expanded));
            decoders.push_back(std::make_shared<const codec::Decoder>(*std::move(decoder)));
        }
    }
    return MovesetBuilder(model, decoders, options, diagnostics).build();
}

Result<std::shared_ptr<const Moveset>> Moveset::make(const codec::OsaFile& packed, std::string_view name,
                                                     const MovesetOptions& options, Diagnostics* diagnostics) {
    Model model;
    model.name = name;
    model.skeleton = codec::to_skeleton(packed.rig);
    return make(std::move(model), {&packed, 1}, options, diagnostics);
}

std::string Moveset::names() const {
    std::string names;
    for (const Move& move : moves_) names += (names.empty() ? "" : ", ") + move.name;
    return names;
}

const Move* Moveset::find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &moves_[found->second];
}

bool Moveset::disables(std::string_view name) const {
    return std::ranges::any_of(disabled_, [&](const std::string& other) { return equal_ignoring_case(name, other); });
}

MovesetStack::MovesetStack(std::shared_ptr<const Moveset> base) {
    layers_.push_back({std::move(base), {}});
    merge();
}

void MovesetStack::merge() {
    ++version_;
    merged_.clear();
    for (const Layer& layer : layers_) {
        for (const std::string& name : layer.moveset->disabled()) merged_.erase(std::string_view(name));
        for (const Move& move : layer.moveset->moves())
            merged_.insert_or_assign(std::string_view(move.name), Found{&move, layer.moveset.get()});
    }
}

void MovesetStack::retire(std::shared_ptr<const Moveset> moveset) {
    if (std::ranges::find(removed_, moveset) == removed_.end()) removed_.push_back(std::move(moveset));
}

Result<void> MovesetStack::push(std::shared_ptr<const Moveset> overlay, std::optional<Ticks> until) {
    if (!overlay) return fail("there is no overlay");
    if (overlay->rig().names != rig().names || overlay->rig().parents != rig().parents)
        return fail("the overlay " + overlay->name() +
                    " is for another skeleton: " + std::to_string(overlay->rig().joint_count()) + " joints over " +
                    std::to_string(rig().joint_count()) + ", or other names");
    layers_.push_back({std::move(overlay), until});
    merge();
    return {};
}

bool MovesetStack::remove(std::string_view name) {
    for (std::size_t i = layers_.size(); i-- > 1;) {
        if (!equal_ignoring_case(layers_[i].moveset->name(), name)) continue;
        retire(layers_[i].moveset);
        layers_.erase(layers_.begin() + static_cast<std::ptrdiff_t>(i));
        merge();
        return true;
    }
    return false;
}

void MovesetStack::expire(Ticks now) {
    const auto due = [&](const Layer& layer) { return layer.until && *layer.until <= now; };
    if (std::ranges::none_of(layers_, due)) return;
    for (const Layer& layer : layers_)
        if (due(layer)) retire(layer.moveset);
    std::erase_if(layers_, due);
    merge();
}

const Move* MovesetStack::find(std::string_view name) const {
    const auto found = merged_.find(name);
    return found == merged_.end() ? nullptr : found->second.move;
}

const Moveset* MovesetStack::source_of(std::string_view name) const {
    const auto found = merged_.find(name);
    return found == merged_.end() ? nullptr : found->second.moveset;
}

const Move* MovesetStack::find_in(std::string_view moveset, std::string_view name) const {
    for (std::size_t i = layers_.size(); i-- > 0;)
        if (equal_ignoring_case(layers_[i].moveset->name(), moveset))
            if (const Move* move = layers_[i].moveset->find(name)) return move;
    for (const auto& removed : removed_)
        if (equal_ignoring_case(removed->name(), moveset))
            if (const Move* move = removed->find(name)) return move;
    return nullptr;
}

} // namespace ossuary::anim
