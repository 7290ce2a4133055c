#include "ossuary/anim/moveset.h"
#include "ossuary/base/sort.h"

#include <algorithm>
#include <map>
#include <tuple>

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

// `M`, `MR.`: letters that are set, whatever stands between them.
std::optional<MoveFlags> script_flags(const Clip& clip) {
    const Json* text = clip.extras.find("flags");
    if (!text) return {};
    MoveFlags flags;
    for (const char c : text->string()) switch (to_lower(c)) {
        case 'm': flags.move_object = true; break;
        case 'r': flags.rotate_object = true; break;
        case 'e': flags.queue = true; break;
        case 'f': flags.fly = true; break;
        case 'i': flags.idle = true; break;
        case 'p': flags.in_place = true; break;
        default: break;
        }
    return flags;
}

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
                   const MovesetSettings& settings, Diagnostics* diagnostics)
        : model_(model), packed_(packed), settings_(settings), diagnostics_(diagnostics) {}

    Result<std::shared_ptr<const Moveset>> build() {
        Result<Rig> rig = make_rig(model_.skeleton);
        if (!rig) return Failure(rig.error());
        set_->name_ = model_.name;
        set_->rig_ = *std::move(rig);
        set_->tracks_.reserve(model_.clips.size()); // events point into it
        for (const Clip& clip : model_.clips) add_clip(clip);
        for (const Json& entry : model_.extras["script"].items()) {
            if (entry["kind"].string() == "aniBlend") add_blend(entry);
            if (entry["kind"].string() == "aniDisable") set_->disabled_.emplace_back(entry["name"].string());
        }
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
        move.collision_scale = clip.extras["cvs"].number(1);
        move.morphs = clip.morphs;
        move.length = to_ticks(clip.duration);
        const std::optional<MoveFlags> flags = script_flags(clip);
        if (flags) move.flags = *flags;

        add_events(move, clip);
        const RootMotionSettings root = root_settings(move, flags.has_value());
        find_loop(move, clip, root);
        move.interruptible = move.repeats || !flags;

        const Result<Data> data = data_of(clip, move, root, flags.has_value());
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
        add(std::move(move));
    }

    // Whether the clip's poses close is seen once its way is taken out: a turn ends where it began, seen from itself.
    void find_loop(Move& move, const Clip& clip, const RootMotionSettings& root) const {
        const bool follows_itself = !clip.name.empty() && equal_ignoring_case(clip.hints.next, clip.name);
        Clip shape;
        if (Result<ExtractedRoot> extracted = extract_root_motion(clip, model_.skeleton, LoopPolicy::clamp, root))
            shape = std::move(extracted->in_place);
        else
            shape = clip;
        if (follows_itself) shape.loop = LoopMode::wrap;
        move.loop = shape.joints.size() == model_.skeleton.joints.size() ? loop_policy(shape, model_.skeleton)
                                                                         : LoopPolicy::clamp;
        if (!move.windows.empty()) move.loop = LoopPolicy::clamp;
        if (move.length <= Ticks::zero() && move.loop == LoopPolicy::wrap_interpolated) move.loop = LoopPolicy::wrap;
        move.repeats = move.loop != LoopPolicy::clamp;
        if (!move.repeats && follows_itself) move.next.clear();
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

    RootMotionSettings root_settings(const Move& move, bool scripted) const {
        RootMotionSettings root = settings_.root;
        if (!scripted) return root;
        const bool moves = move.flags.move_object || move.flags.in_place || move.flags.idle;
        root.x = root.x && moves;
        root.z = root.z && moves;
        root.y = moves && move.flags.fly;
        if (!move.flags.rotate_object) root.rotation = RootRotation::none;
        return root;
    }

    RootPlan plan_root(const Clip& clip, const Move& move, const RootMotionSettings& root, bool scripted) const {
        RootPlan plan;
        const bool nothing = !root.x && !root.y && !root.z && root.rotation == RootRotation::none;
        if (!settings_.extract_root || model_.skeleton.joints.empty() || nothing) return plan;
        plan.take_out = plan.apply = true;
        const Result<ExtractedRoot> path = extract_root_motion(clip, model_.skeleton, move.loop, root);
        if (!path) return plan; // the clip's own error is told when it is prepared
        const Placement& pass = path->motion.loop();
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
        std::string target(clip.extras["alias"].string());
        if (const Json* prefix = clip.extras.find("combPrefix"))
            target = std::string(prefix->string()) + std::to_string(middle_part(clip));
        for (int depth = 0; depth < 16 && !target.empty(); ++depth) {
            const Clip* next = model_.find_clip(target);
            if (!next || next->joints != clip.joints) break;
            found = next;
            target = std::string(next->extras["alias"].string());
        }
        return *found;
    }
    static std::int64_t part_count(const Clip& clip) {
        return std::clamp<std::int64_t>(clip.extras["combCount"].integer(), 1, 1000);
    }
    static std::int64_t middle_part(const Clip& clip) { return 1 + (part_count(clip) - 1) / 2; }

    Result<Data> data_of(const Clip& clip, const Move& move, const RootMotionSettings& root, bool scripted) {
        const RootPlan plan = plan_root(clip, move, root, scripted);
        const auto key = std::tuple(samples_of(clip).name, move.loop, plan.take_out, plan.apply, root.x, root.y, root.z,
                                    root.rotation);
        if (const auto known = data_.find(key); known != data_.end() && !clip.name.empty()) return known->second;

        Data data;
        const Clip* samples = &clip;
        Clip in_place;
        if (plan.take_out) {
            Result<ExtractedRoot> extracted = extract_root_motion(clip, model_.skeleton, move.loop, root);
            if (!extracted) return Failure(extracted.error());
            if (plan.apply) data.root = std::move(extracted->motion);
            data.root_joint = extracted->joint;
            in_place = std::move(extracted->in_place);
            samples = &in_place;
        }
        const std::shared_ptr<const codec::Decoder> packed = packed_form(clip);
        Result<PreparedClip> prepared =
            packed ? PreparedClip::make(packed, set_->rig_, plan.take_out ? &in_place : nullptr)
                   : PreparedClip::make(*samples, set_->rig_);
        if (!prepared) return Failure(prepared.error());
        data.clip = std::make_shared<const PreparedClip>(*std::move(prepared));
        return data_.insert_or_assign(key, std::move(data)).first->second;
    }

    std::shared_ptr<const codec::Decoder> packed_form(const Clip& clip) const {
        const auto index = static_cast<std::size_t>(&clip - model_.clips.data());
        const std::size_t first = model_.clips.size() - packed_.size();
        return index < first ? nullptr : packed_[index - first];
    }

    void add_blend(const Json& entry) {
        Move move;
        move.name = std::string(entry["name"].string());
        move.source = set_->name_;
        move.next = std::string(entry["next"].string());
        move.layer = static_cast<std::int32_t>(entry["layer"].integer(1));
        if (!entry["layer"].is_integer()) // the layer of what it leads to
            if (const Clip* next = find_clip(move.next)) move.layer = next->hints.layer;
        move.blend_in = to_ticks(entry["blend_in"].number());
        move.blend_out = to_ticks(entry["blend_out"].number());
        add(std::move(move));
    }
    const Clip* find_clip(std::string_view name) const {
        for (const Clip& clip : model_.clips)
            if (equal_ignoring_case(clip.name, name)) return &clip;
        return nullptr;
    }

    void connect_parts(const Clip& clip) {
        const Json* prefix = clip.extras.find("combPrefix");
        const auto found = set_->by_name_.find(clip.name);
        if (!prefix || found == set_->by_name_.end()) return;
        Move& move = set_->moves_[found->second];
        const std::string stem(prefix->string());
        const Move* middle = set_->find(stem + std::to_string(middle_part(clip)));
        for (std::int64_t i = 1; i <= part_count(clip); ++i) {
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
    std::span<const std::shared_ptr<const codec::Decoder>> packed_;
    const MovesetSettings& settings_;
    Diagnostics* diagnostics_;
    std::shared_ptr<Moveset> set_ = std::make_shared<Moveset>();
    std::map<DataKey, Data> data_;
};

Result<std::shared_ptr<const Moveset>> Moveset::make(const Model& model, const MovesetSettings& settings,
                                                     Diagnostics* diagnostics) {
    return MovesetBuilder(model, {}, settings, diagnostics).build();
}

Result<std::shared_ptr<const Moveset>> Moveset::make(Model model, std::span<const codec::OsaFile> packed,
                                                     const MovesetSettings& settings, Diagnostics* diagnostics) {
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
    return MovesetBuilder(model, decoders, settings, diagnostics).build();
}

Result<std::shared_ptr<const Moveset>> Moveset::make(const codec::OsaFile& packed, std::string_view name,
                                                     const MovesetSettings& settings, Diagnostics* diagnostics) {
    Model model;
    model.name = name;
    model.skeleton = codec::to_skeleton(packed.rig);
    return make(std::move(model), {&packed, 1}, settings, diagnostics);
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
