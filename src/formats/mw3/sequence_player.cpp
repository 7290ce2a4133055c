#include "ossuary/formats/mw3/sequence_player.h"

#include <queue>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "formats/mw3/sequence_falls.h"
#include "formats/mw3/sequence_program.h"
#include "formats/mw3/sequence_stage.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::mw3 {

namespace {

constexpr std::uint32_t nowhere = 0xFFFFFFFF;

// One sequence of a running definition.
struct Running {
    bool active = false;
    bool jumped = false;         // to an ELSEIF or ELSE, because no branch before it was taken
    std::uint32_t next = 0;      // step
    std::uint32_t rounds = 0;    // that LOOP began
    std::uint32_t ticket = 0;    // what is due with another one is out of date
    std::uint32_t waits_for = 0; // number of an instance
    Restarts restarts;
    Ticks started{};        // the sequence
    Ticks round{};          // this round of it: its clock
    Ticks previous_start{}; // the event carried out last
    Ticks previous_end{};
};

struct Instance {
    std::uint32_t number = 0; // counts starts; 0: ended, may be used again
    std::uint32_t program = 0;
    Call call;
    Ticks started{};
    std::uint32_t active = 0; // sequences
    std::vector<Running> sequences;
};

// The earliest comes first; at equal times definitions in the order of their starts, sequences in that of the file.
struct Due {
    Ticks time{};
    std::uint32_t number = 0;
    std::uint32_t sequence = 0;
    std::uint32_t instance = 0; // of number 0: a program that is to be reset
    std::uint32_t ticket = 0;
    std::int32_t falls = -1; // a joint that reaches the ground
    bool operator>(const Due& other) const {
        return std::tie(time, number, sequence, instance, falls) >
               std::tie(other.time, other.number, other.sequence, other.instance, other.falls);
    }
};

} // namespace

class SequencePlayer::Engine {
public:
    Engine(const AnimFile& file, const Skeleton& nodes, const PlayRules& rules, Diagnostics* diagnostics)
        : file_(file), rules_(rules), names_(nodes), diagnostics_(diagnostics), stage_(file, nodes, rules_),
          falls_(stage_) {
        programs_.reserve(file.definitions.size());
        for (const Definition& definition : file.definitions) {
            by_name_.emplace(definition.anim_name.text(), static_cast<std::uint32_t>(programs_.size()));
            programs_.push_back(
                make_program(definition, file, names_, [this](std::string message) { warn(std::move(message)); }));
            if (definition.flags & (definition_flags::execution_by_range | definition_flags::execution_by_zone))
                bounded_.push_back(static_cast<std::uint32_t>(programs_.size()) - 1);
        }
    }
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    Ticks now() const { return now_; }
    Surroundings& surroundings() { return stage_.surroundings; }
    std::span<const Notice> notices() const { return notices_; }
    bool is_idle() const { return running_ == 0 && queue_.empty(); }
    Ticks motions_end() const { return stage_.motion.end(); }
    bool is_active(std::size_t joint) const {
        return stage_.is_shown(static_cast<std::int32_t>(joint)) && stage_.motion.is_attached(joint);
    }
    Transformd local(std::size_t joint) const { return stage_.motion.local_at(joint, now_); }
    bool is_touched(std::size_t joint) const { return stage_.was_hidden(joint) || stage_.motion.is_touched(joint); }
    std::optional<double> morph(std::size_t joint) const { return stage_.motion.morph_at(joint, now_); }
    const AnimFile& file() const { return file_; }
    const SceneState& scene() const { return stage_.scene; }
    void pose(std::span<Transformd> output) const {
        for (std::size_t i = 0; i < output.size(); ++i) output[i] = stage_.motion.local_at(i, now_);
    }

    void load_world() {
        for (std::uint32_t i = 0; i < programs_.size(); ++i) carry_out_reset(i, now_);
        for (std::uint32_t i = 0; i < programs_.size(); ++i)
            if (programs_[i].definition->activation == Activation::on_startup) {
                programs_[i].is_wanted = true;
                begin(i, {}, now_);
            }
    }
    bool start(const Definition& definition, const Call& call) {
        const std::uint32_t program = program_of(definition);
        return program != nowhere && begin(program, call, now_) != 0;
    }
    std::size_t hit(std::int32_t joint, HitKind kind, double damage, const Vec3d& impact) {
        std::size_t started = 0;
        for (std::uint32_t i = 0; i < programs_.size(); ++i) {
            Program& program = programs_[i];
            const Activation activation = program.definition->activation;
            const bool is_meant =
                activation == Activation::weapon_or_collide_hit ||
                activation == (kind == HitKind::weapon ? Activation::weapon_hit : Activation::collide_hit);
            if (!is_meant || program.root < 0 || joint < 0 || !names_.is_below(joint, program.root)) continue;
            if (rules_.hits_wear_health) {
                if (program.is_spent) continue;
                program.damage += std::max(0.0, damage);
                if (program.damage < program.definition->max_health) continue;
            }
            if (begin(i, {.input = joint, .impact = impact}, now_) == 0) continue;
            program.is_spent = true;
            ++started;
        }
        return started;
    }
    double health(const Definition& definition) const {
        const std::uint32_t program = program_of(definition);
        return program == nowhere ? 0 : std::max(0.0, definition.max_health - programs_[program].damage);
    }
    void stop(const Definition& definition) {
        if (const std::uint32_t program = program_of(definition); program != nowhere) stop(program, now_);
    }
    void reset(const Definition& definition) {
        if (const std::uint32_t program = program_of(definition); program != nowhere) reset(program, now_);
    }
    bool is_running(const Definition& definition) const {
        const std::uint32_t program = program_of(definition);
        return std::ranges::any_of(
            instances_, [&](const Instance& instance) { return instance.number != 0 && instance.program == program; });
    }

    Result<void> advance(Ticks step) {
        keep_bounds();
        const Ticks until = now_ + std::max(step, Ticks{0});
        notices_.swap(pending_);
        pending_.clear();
        bool overrun = false;
        for (std::uint32_t count = 0; !queue_.empty() && queue_.top().time <= until; ++count) {
            if (count == rules_.max_events_per_step) {
                overrun = true;
                break;
            }
            const Due due = queue_.top();
            queue_.pop();
            // What was late after an overrun happens now.
            now_ = std::max(now_, due.time);
            run(due);
            notices_.insert(notices_.end(), pending_.begin(), pending_.end());
            pending_.clear();
        }
        now_ = until;
        if (overrun)
            return fail("more than " + std::to_string(rules_.max_events_per_step) +
                        " events in one step; the rest is late");
        return {};
    }

private:
    std::uint32_t program_of(const Definition& definition) const {
        for (std::uint32_t i = 0; i < programs_.size(); ++i)
            if (programs_[i].definition == &definition) return i;
        return nowhere;
    }
    std::uint32_t program_of(std::string_view anim_name, std::string_view caller) {
        const auto found = by_name_.find(anim_name);
        if (found != by_name_.end()) return found->second;
        warn(quoted(caller) + " speaks of animation " + quoted(anim_name) + ", which is not there");
        return nowhere;
    }

    // ---- starting and ending

    // Types 2 and 3 spell a path of nodes; the object that closes it says whether it must be shown.
    bool prerequisites_hold(const Definition& definition) const {
        if (!definition.prereqs) return true;
        std::uint32_t optional_held = 0, optional = 0;
        std::int32_t parent = -1;
        bool path_found = true;
        for (const Prerequisite& prerequisite : *definition.prereqs) {
            const std::string_view name = prerequisite.name.text();
            bool held = false;
            if (prerequisite.type == PrerequisiteType::animation) {
                const auto found = by_name_.find(name);
                held = found != by_name_.end() && programs_[found->second].has_run;
            } else {
                const std::int32_t joint = path_found ? names_.find(name, parent) : -1;
                path_found = path_found && joint >= 0 && (parent < 0 || names_.is_below(joint, parent));
                parent = joint;
                if (prerequisite.type == PrerequisiteType::parent) continue;
                held = path_found && stage_.is_shown(joint) == (prerequisite.active != 0);
                parent = -1;
                path_found = true;
            }
            if (prerequisite.optional == 0 && !held) return false;
            optional += prerequisite.optional;
            optional_held += prerequisite.optional != 0 && held;
        }
        return optional_held >= std::min<std::uint32_t>(definition.prereq_min, optional);
    }

    // What runs out of its bounds stops; what the world's loading started comes back within them.
    void keep_bounds() {
        for (const std::uint32_t index : bounded_) {
            Program& program = programs_[index];
            if (program.running > 0 && !stage_.in_bounds(program)) {
                const bool is_wanted = program.is_wanted;
                stop(index, now_);
                program.is_wanted = is_wanted;
            } else if (program.is_wanted && program.running == 0 && stage_.in_bounds(program)) {
                begin(index, {}, now_);
            }
        }
    }

    // The number of the new instance, or 0.
    std::uint32_t begin(std::uint32_t index, const Call& call, Ticks time) {
        Program& program = programs_[index];
        const Definition& definition = *program.definition;
        if (program.invalid || !stage_.in_bounds(program)) return 0;
        if (rules_.check_prerequisites && !prerequisites_hold(definition)) return 0;
        if (program.running > 0 && std::ranges::any_of(instances_, [&](const Instance& instance) {
                return instance.number != 0 && instance.program == index && instance.call.input == call.input;
            }))
            return 0;
        const bool again_and_again = program.restarts.add(time, rules_.shortest_round) > rules_.max_calls_at_once;
        if (again_and_again || running_ >= rules_.max_instances) {
            warn(quoted(definition.anim_name.text()) + " is called again and again at once");
            return 0;
        }
        const std::uint32_t place = free_place();
        Instance& instance = instances_[place];
        instance.number = ++started_;
        instance.program = index;
        instance.call = call;
        instance.started = time;
        instance.active = 0;
        instance.sequences.assign(program.sequences.size(), {});
        ++running_;
        ++program.running;
        if (!program.has_run) warn_of_missing_nodes(program);
        if ((definition.flags & definition_flags::auto_reset_node_states) && !program.saved)
            stage_.save_nodes(program, time);
        program.has_run = true;
        const std::uint32_t number = instance.number;
        notify(time, NoticeKind::animation_start, instance, definition);
        for (std::uint32_t i = 0; i < program.sequences.size(); ++i)
            if (definition.sequences[i].seq_state == SequenceState::initial) begin_sequence(place, i, time);
        if (instances_[place].active == 0) end_instance(place, time);
        return number;
    }

    void warn_of_missing_nodes(const Program& program) {
        // Cameras are no part of the tree.
        std::set<std::int32_t> cameras;
        for (const Sequence& sequence : program.definition->sequences)
            for (const Event& event : sequence.events)
                if (const auto* state = std::get_if<event::CameraState>(&event.data))
                    cameras.insert(state->node_index);
                else if (const auto* change = std::get_if<Box<event::CameraFromTo>>(&event.data))
                    cameras.insert((*change)->node_index);
        for (std::size_t i = 0; i < program.joints.size(); ++i)
            if (program.joints[i] < 0 && !cameras.contains(static_cast<std::int32_t>(i) + 1))
                warn("there is no node " + quoted((*program.definition->nodes)[i].name.text()) + " for definition " +
                     quoted(program.definition->anim_name.text()));
    }

    std::uint32_t free_place() {
        if (!free_.empty()) {
            const std::uint32_t place = free_.back();
            free_.pop_back();
            return place;
        }
        instances_.emplace_back();
        return static_cast<std::uint32_t>(instances_.size() - 1);
    }

    void begin_sequence(std::uint32_t place, std::uint32_t sequence, Ticks time) {
        Instance& instance = instances_[place];
        const Definition& definition = *programs_[instance.program].definition;
        Running& running = instance.sequences[sequence];
        if (running.active) return;
        if (running.restarts.add(time, rules_.shortest_round) > rules_.max_calls_at_once)
            return warn("sequence " + quoted(definition.sequences[sequence].name.text()) + " of " +
                        quoted(definition.anim_name.text()) + " is called again and again at once");
        running = {.active = true,
                   .ticket = running.ticket + 1,
                   .restarts = running.restarts,
                   .started = time,
                   .round = time,
                   .previous_start = time,
                   .previous_end = time};
        ++instance.active;
        notify(time, NoticeKind::sequence_start, instance.number, definition, &definition.sequences[sequence]);
        schedule(place, sequence);
    }

    void end_sequence(std::uint32_t place, std::uint32_t sequence, Ticks time) {
        Instance& instance = instances_[place];
        Running& running = instance.sequences[sequence];
        if (!running.active) return;
        running.active = false;
        if (running.waits_for != 0) --waiting_;
        running.waits_for = 0;
        ++running.ticket;
        --instance.active;
        const Definition& definition = *programs_[instance.program].definition;
        notify(time, NoticeKind::sequence_end, instance.number, definition, &definition.sequences[sequence]);
        if (instance.active == 0) end_instance(place, time);
    }

    void end_instance(std::uint32_t place, Ticks time) {
        Instance& ended = instances_[place];
        const std::uint32_t number = ended.number, index = ended.program;
        const Definition& definition = *programs_[index].definition;
        notify(time, NoticeKind::animation_end, number, definition);
        ended.number = 0;
        free_.push_back(place);
        --running_;
        --programs_[index].running;
        programs_[index].is_wanted = false;
        if (waiting_ > 0) wake(number, time);
        if (rules_.reset_after_reset_time && (definition.flags & definition_flags::reset_time) &&
            definition.reset_time >= 0)
            queue_.push({.time = time + to_ticks(definition.reset_time), .instance = index});
    }

    // Sequences that wait for a definition that has ended go on.
    void wake(std::uint32_t number, Ticks time) {
        for (std::uint32_t i = 0; i < instances_.size(); ++i) {
            if (instances_[i].number == 0) continue;
            for (std::uint32_t s = 0; s < instances_[i].sequences.size(); ++s) {
                Running& waiting = instances_[i].sequences[s];
                if (!waiting.active || waiting.waits_for != number) continue;
                waiting.waits_for = 0;
                --waiting_;
                waiting.previous_end = std::max(waiting.previous_end, time);
                waiting.previous_start = std::max(waiting.previous_start, time); // whatever the start offset
                schedule(i, s);
            }
        }
    }

    void stop(std::uint32_t index, Ticks time) {
        for (std::uint32_t i = 0; i < instances_.size(); ++i) {
            if (instances_[i].number == 0 || instances_[i].program != index) continue;
            const std::uint32_t number = instances_[i].number;
            for (std::uint32_t s = 0; s < instances_[i].sequences.size() && instances_[i].number == number; ++s)
                end_sequence(i, s, time);
        }
    }

    void reset(std::uint32_t index, Ticks time) {
        stop(index, time);
        carry_out_reset(index, time);
    }

    // All at once, whatever their times.
    void carry_out_reset(std::uint32_t index, Ticks time) {
        Program& program = programs_[index];
        const Definition& definition = *program.definition;
        program.damage = 0;
        program.is_spent = false;
        stage_.restore_nodes(program);
        if (!definition.reset) return;
        notify(time, NoticeKind::reset, 0, definition, &*definition.reset);
        const BoundNodes bound{program.joints, program.root, {}};
        for (const Event& event : definition.reset->events) {
            stage_.apply(event, definition, bound, time);
            const NoticeKind kind = notice_kind(event);
            if (kind != NoticeKind::flow) notify(time, kind, 0, definition, &*definition.reset, &event);
        }
    }

    // ---- carrying out

    // When the next event of a sequence, or its end, comes.
    void schedule(std::uint32_t place, std::uint32_t sequence) {
        const Instance& instance = instances_[place];
        const Running& running = instance.sequences[sequence];
        if (running.waits_for != 0) return;
        const std::vector<Step>& steps = programs_[instance.program].sequences[sequence];
        Ticks time = running.previous_end;
        if (running.next < steps.size()) {
            const Step& step = steps[running.next];
            if (step.waits_for_end)
                time += step.time;
            else
                time = std::max(running.previous_start,
                                (step.from_animation ? instance.started : running.round) + step.time);
        }
        queue_.push({time, instance.number, sequence, place, running.ticket});
    }

    void run(const Due& due) {
        if (due.falls >= 0) return land(due);
        if (due.number == 0) return reset(due.instance, due.time);
        const Instance& instance = instances_[due.instance];
        if (instance.number != due.number) return;
        const Running& running = instance.sequences[due.sequence];
        if (!running.active || running.ticket != due.ticket) return;
        const Ticks time = now_;
        if (running.next == programs_[instance.program].sequences[due.sequence].size())
            return end_sequence(due.instance, due.sequence, time);
        carry_out(due.instance, due.sequence, time);
    }

    void carry_out(std::uint32_t place, std::uint32_t sequence, Ticks time) {
        const Program& program = programs_[instances_[place].program];
        const Step& step = program.sequences[sequence][instances_[place].sequences[sequence].next];
        const std::uint32_t number = instances_[place].number;
        {
            Running& running = instances_[place].sequences[sequence];
            running.previous_start = time;
            running.previous_end = time + step.duration;
            ++running.next;
        }
        notify(time, step.kind, instances_[place], *program.definition, &program.definition->sequences[sequence],
               step.event);
        if (step.kind == NoticeKind::flow)
            follow(place, sequence, step, time);
        else
            stage_.apply(*step.event, *program.definition, bound_of(instances_[place]), time);
        if (const auto* motion = std::get_if<Box<event::ObjectMotion>>(&step.event->data))
            if (const std::int32_t joint = bound_of(instances_[place])((*motion)->node_index); joint >= 0)
                wait_for(falls_.begin({step.event, program.definition, &program.definition->sequences[sequence], place,
                                       instances_[place].number},
                                      joint, time));
        if (const auto* call = std::get_if<event::CallObjectConnector>(&step.event->data))
            if (const std::uint32_t called = program_of(call->anim_name.text(), program.definition->anim_name.text());
                called != nowhere)
                begin(called, stage_.ends_of(*call, bound_of(instances_[place]), time), time);
        // The event may have ended its own sequence, or the whole definition.
        const Instance& instance = instances_[place];
        if (instance.number == number && instance.sequences[sequence].active) schedule(place, sequence);
    }

    BoundNodes bound_of(const Instance& instance) const {
        const Program& program = programs_[instance.program];
        return {program.joints, program.root, instance.call};
    }

    void wait_for(const std::optional<Landing>& landing) {
        if (landing) queue_.push({.time = landing->time, .ticket = landing->ticket, .falls = landing->joint});
    }

    void land(const Due& due) {
        const Ticks time = now_;
        const auto impact = falls_.land(due.falls, due.ticket, time);
        if (!impact) return;
        const Throw& thrown = impact->thrown;
        notify(time, NoticeKind::bounce, thrown.number, *thrown.definition, thrown.sequence, thrown.event);
        pending_.back().ground = impact->ground;
        pending_.back().speed = impact->speed;
        const event::ObjectMotion& motion = thrown.motion();
        const std::string_view name = motion.bounces[static_cast<std::size_t>(impact->ground)].seq_name.text();
        const bool runs = instances_[thrown.place].number == thrown.number;
        if (runs && !name.empty() && (motion.flags & event::ObjectMotion::bounce_sequences))
            if (const std::uint32_t called = find_sequence(*thrown.definition, name); called != nowhere)
                begin_sequence(thrown.place, called, time);
        wait_for(falls_.next_landing(due.falls, time));
    }

    void follow(std::uint32_t place, std::uint32_t sequence, const Step& step, Ticks time) {
        const Definition& definition = *programs_[instances_[place].program].definition;
        Running& running = instances_[place].sequences[sequence];
        const bool jumped = std::exchange(running.jumped, false);
        const Event& event = *step.event;
        const auto test = [&](const event::If& condition) {
            const Instance& instance = instances_[place];
            if (stage_.holds(condition, programs_[instance.program], bound_of(instance))) return;
            running.next = step.next_branch;
            running.jumped = true;
        };
        if (const auto* condition = std::get_if<event::If>(&event.data)) {
            test(*condition);
        } else if (const auto* other = std::get_if<event::ElseIf>(&event.data)) {
            if (jumped)
                test(*other);
            else
                running.next = step.end_of_branches;
        } else if (is<event::Else>(event)) {
            if (!jumped) running.next = step.end_of_branches;
        } else if (const auto* again = std::get_if<event::Loop>(&event.data)) {
            loop(running, *again, time);
        } else if (const auto* call_sequence = std::get_if<event::CallSequence>(&event.data)) {
            if (const std::uint32_t called = find_sequence(definition, call_sequence->name.text()); called != nowhere)
                begin_sequence(place, called, time);
        } else if (const auto* stop_sequence = std::get_if<event::StopSequence>(&event.data)) {
            const std::uint32_t stopped = find_sequence(definition, stop_sequence->name.text());
            if (stopped == nowhere) return;
            if (instances_[place].sequences[stopped].active)
                end_sequence(place, stopped, time);
            else if (rules_.stop_starts_idle_sequences)
                begin_sequence(place, stopped, time);
        } else {
            follow_animation(place, sequence, event, time);
        }
    }

    void follow_animation(std::uint32_t place, std::uint32_t sequence, const Event& event, Ticks time) {
        const std::string_view caller = programs_[instances_[place].program].definition->anim_name.text();
        if (const auto* call = std::get_if<event::CallAnimation>(&event.data)) {
            const std::uint32_t called = program_of(call->anim_name.text(), caller);
            if (called == nowhere) return;
            const bool has_node = call->flags & (event::CallAnimation::at_node | event::CallAnimation::with_node);
            const BoundNodes bound = bound_of(instances_[place]);
            Call with{.impact = bound.call.impact};
            with.input = has_node ? bound(call->node_index) : -1;
            with.operand = bound(call->operand_index);
            if (with.input >= 0) {
                Vec3d at = stage_.motion.object_at(with.input, time).point(to_vec3(call->position));
                if (call->flags & event::CallAnimation::has_translation) at += to_vec3(call->translation);
                with.place = at;
            }
            std::uint32_t number = begin(called, with, time);
            const std::int32_t root = programs_[called].root;
            if (number != 0 && rules_.calls_place_templates && (call->flags & event::CallAnimation::at_node) &&
                with.place && root >= 0 && names_.is_root(root) && !names_.is_below(with.input, root))
                stage_.motion.place(root, *with.place, time);
            // One that runs already just goes on, and is waited for all the same.
            if (number == 0) number = number_of(called, with.input);
            if (number != 0 && (call->flags & event::CallAnimation::wait) && is_running(number)) {
                if (is_held_by(number, instances_[place].number))
                    warn(quoted(caller) + " and " + quoted(call->anim_name.text()) +
                         " wait for each other; neither comes to an end");
                instances_[place].sequences[sequence].waits_for = number;
                ++waiting_;
            }
        } else if (const auto* stopped = std::get_if<event::StopAnimation>(&event.data)) {
            if (const std::uint32_t other = program_of(stopped->name.text(), caller); other != nowhere)
                stop(other, time);
        } else if (const auto* put_back = std::get_if<event::ResetAnimation>(&event.data)) {
            if (const std::uint32_t other = program_of(put_back->name.text(), caller); other != nowhere)
                reset(other, time);
        } else if (const auto* invalid = std::get_if<event::InvalidateAnimation>(&event.data)) {
            if (const std::uint32_t other = program_of(invalid->name.text(), caller); other != nowhere)
                programs_[other].invalid = true;
        }
    }
    // The number of the instance that runs with this input, or 0.
    std::uint32_t number_of(std::uint32_t program, std::int32_t input) const {
        for (const Instance& instance : instances_)
            if (instance.number != 0 && instance.program == program && instance.call.input == input)
                return instance.number;
        return 0;
    }
    // True if an instance waits for another, itself or by way of those it waits for.
    bool is_held_by(std::uint32_t number, std::uint32_t other) const {
        std::vector<std::uint32_t> held{number};
        for (std::size_t i = 0; i < held.size(); ++i) {
            if (held[i] == other) return true;
            for (const Instance& instance : instances_) {
                if (instance.number != held[i]) continue;
                for (const Running& running : instance.sequences)
                    if (running.active && running.waits_for != 0 &&
                        std::ranges::find(held, running.waits_for) == held.end())
                        held.push_back(running.waits_for);
            }
        }
        return false;
    }
    bool is_running(std::uint32_t number) const {
        return std::ranges::any_of(instances_, [&](const Instance& instance) { return instance.number == number; });
    }

    // Back to the first event, or on behind the loop. The sequence's clock begins anew, the animation's goes on.
    void loop(Running& running, const event::Loop& loop, Ticks time) {
        bool again = false;
        if (loop.flags == 2) {
            again = time - running.started < to_ticks(loop.run_time());
        } else {
            const std::int16_t count = loop.count();
            const bool endless = count < 0 || (count == 0 && rules_.loop_count_zero_is_endless);
            again = endless || running.rounds < static_cast<std::uint32_t>(count);
        }
        if (!again) return;
        ++running.rounds;
        running.next = 0;
        const Ticks took = time - running.round;
        Ticks begins = time;
        if (took == Ticks{0})
            begins = time + rules_.empty_round;
        else if (took < rules_.shortest_round)
            begins = running.round + rules_.shortest_round;
        running.round = running.previous_start = running.previous_end = begins;
    }

    std::uint32_t find_sequence(const Definition& definition, std::string_view name) {
        for (std::uint32_t i = 0; i < definition.sequences.size(); ++i)
            if (definition.sequences[i].name.text() == name) return i;
        warn(quoted(definition.anim_name.text()) + " speaks of its sequence " + quoted(name) + ", which is not there");
        return nowhere;
    }

    void notify(Ticks time, NoticeKind kind, std::uint32_t instance, const Definition& definition,
                const Sequence* sequence = nullptr, const Event* event = nullptr) {
        pending_.push_back({time, kind, instance, &definition, sequence, event});
    }
    void notify(Ticks time, NoticeKind kind, const Instance& instance, const Definition& definition,
                const Sequence* sequence = nullptr, const Event* event = nullptr) {
        notify(time, kind, instance.number, definition, sequence, event);
        pending_.back().input = instance.call.input;
        pending_.back().operand = instance.call.operand;
    }
    void warn(std::string message) {
        if (diagnostics_ && warned_.insert(message).second)
            report(diagnostics_, Severity::warning, {}, std::move(message));
    }

    const AnimFile& file_;
    PlayRules rules_;
    NodeNames names_;
    Diagnostics* diagnostics_;
    Stage stage_;
    Falls falls_;
    std::vector<std::uint32_t> bounded_; // programs that run in a range or a zone
    std::unordered_map<std::string_view, std::uint32_t> by_name_;
    std::unordered_set<std::string> warned_;
    std::vector<Program> programs_;
    std::vector<Instance> instances_;
    std::vector<std::uint32_t> free_;
    std::uint32_t running_ = 0, started_ = 0, waiting_ = 0;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> queue_;
    Ticks now_{};
    std::vector<Notice> notices_, pending_; // pending: of starts and resets between two steps
};

SequencePlayer::SequencePlayer(const AnimFile& file, const Skeleton& nodes, const PlayRules& rules,
                               Diagnostics* diagnostics)
    : engine_(std::make_unique<Engine>(file, nodes, rules, diagnostics)) {}
SequencePlayer::SequencePlayer(SequencePlayer&&) noexcept = default;
SequencePlayer& SequencePlayer::operator=(SequencePlayer&&) noexcept = default;
SequencePlayer::~SequencePlayer() = default;

Ticks SequencePlayer::now() const { return engine_->now(); }
Surroundings& SequencePlayer::surroundings() { return engine_->surroundings(); }
void SequencePlayer::load_world() { engine_->load_world(); }
bool SequencePlayer::start(const Definition& definition, std::int32_t input_joint) {
    return engine_->start(definition, {.input = input_joint});
}
bool SequencePlayer::start(const Definition& definition, const Call& call) { return engine_->start(definition, call); }
std::size_t SequencePlayer::hit(std::int32_t joint, HitKind kind, double damage, const Vec3d& impact) {
    return engine_->hit(joint, kind, damage, impact);
}
double SequencePlayer::health(const Definition& definition) const { return engine_->health(definition); }
void SequencePlayer::stop(const Definition& definition) { engine_->stop(definition); }
void SequencePlayer::reset(const Definition& definition) { engine_->reset(definition); }
Result<void> SequencePlayer::advance(Ticks step) { return engine_->advance(step); }
std::span<const Notice> SequencePlayer::notices() const { return engine_->notices(); }
bool SequencePlayer::is_idle() const { return engine_->is_idle(); }
Ticks SequencePlayer::motions_end() const { return engine_->motions_end(); }
bool SequencePlayer::is_running(const Definition& definition) const { return engine_->is_running(definition); }
bool SequencePlayer::is_active(std::size_t joint) const { return engine_->is_active(joint); }
std::optional<double> SequencePlayer::opacity(std::size_t joint) const {
    return engine_->scene().opacity_at(static_cast<std::int32_t>(joint), now());
}
LightValues SequencePlayer::light(const Definition& definition, std::size_t index) const {
    return engine_->scene().light_at(definition, index, now());
}
FogValues SequencePlayer::fog() const { return engine_->scene().fog(); }
CameraValues SequencePlayer::camera(std::string_view name) const { return engine_->scene().camera_at(name, now()); }
std::vector<std::pair<const Definition*, std::size_t>> SequencePlayer::lights_set() const {
    return engine_->scene().lights(engine_->file());
}
std::vector<std::size_t> SequencePlayer::opacities_set() const { return engine_->scene().opacities(); }
std::optional<double> SequencePlayer::morph(std::size_t joint) const { return engine_->morph(joint); }
Tint SequencePlayer::tint() const { return engine_->scene().tint_at(now()); }
Transformd SequencePlayer::local(std::size_t joint) const { return engine_->local(joint); }
bool SequencePlayer::is_touched(std::size_t joint) const { return engine_->is_touched(joint); }
void SequencePlayer::pose(std::span<Transformd> output) const { engine_->pose(output); }

} // namespace ossuary::mw3
