#include "formats/mw3/sequence_program.h"

namespace ossuary::mw3 {

namespace {

// The branches of each IF. Where they do not nest, what is missing lies behind the last event.
bool match_branches(std::vector<Step>& steps) {
    bool balanced = true;
    std::vector<std::vector<std::uint32_t>> open; // the IF and what followed it, per depth
    const auto end = static_cast<std::uint32_t>(steps.size());
    const auto close = [&](std::uint32_t at) {
        for (const std::uint32_t branch : open.back()) steps[branch].end_of_branches = at;
        open.pop_back();
    };
    for (std::uint32_t i = 0; i < end; ++i) {
        const Event& event = *steps[i].event;
        steps[i].next_branch = steps[i].end_of_branches = end;
        if (is<event::If>(event)) {
            open.push_back({i});
        } else if (is<event::ElseIf>(event) || is<event::Else>(event) || is<event::EndIf>(event)) {
            if (open.empty()) {
                balanced = false;
                continue;
            }
            steps[open.back().back()].next_branch = i;
            if (is<event::EndIf>(event))
                close(i);
            else
                open.back().push_back(i);
        }
    }
    return balanced && open.empty();
}

// In Pirate's Moon the frames of a script are elsewhere.
double seconds_of(const Event& event, const AnimFile& file) {
    const auto* script = std::get_if<event::ObjectMotionSiScript>(&event.data);
    if (!script || file.game != Game::pirates_moon) return duration_of(event);
    return script->script_index < file.scripts.size() ? duration_of(file.scripts[script->script_index].frames) : 0;
}

std::vector<Step> make_steps(const Sequence& sequence, const AnimFile& file) {
    std::vector<Step> steps;
    steps.reserve(sequence.events.size());
    for (const Event& event : sequence.events) {
        // Negative times and NaN mean at once.
        const double time = event.start_time > 0 ? static_cast<double>(event.start_time) : 0;
        const bool untimed = event.start_offset == StartOffset::animation && event.start_time == 0;
        steps.push_back({.event = &event,
                         .kind = notice_kind(event),
                         .waits_for_end = untimed || event.start_offset == StartOffset::event,
                         .from_animation = event.start_offset == StartOffset::animation,
                         .time = to_ticks(time),
                         .duration = to_ticks(seconds_of(event, file))});
    }
    return steps;
}

} // namespace

NodeNames::NodeNames(const Skeleton& nodes) : nodes_(nodes) {
    for (std::size_t i = 0; i < nodes.joints.size(); ++i)
        joints_[nodes.joints[i].name].push_back(static_cast<std::int32_t>(i));
}

std::int32_t NodeNames::find(std::string_view name, std::int32_t above) const {
    auto found = joints_.find(name);
    // Files call a thing with and without the ending of the model it was made of.
    if (found == joints_.end())
        found = name.ends_with(".flt") ? joints_.find(name.substr(0, name.size() - 4))
                                       : joints_.find(std::string(name) + ".flt");
    if (found == joints_.end()) return -1;
    if (above >= 0 && found->second.size() > 1)
        for (const std::int32_t joint : found->second)
            if (is_below(joint, above)) return joint;
    return found->second.front();
}

bool NodeNames::is_below(std::int32_t joint, std::int32_t above) const {
    while (joint >= 0 && joint != above) joint = nodes_.joints[static_cast<std::size_t>(joint)].parent;
    return joint == above;
}

Program make_program(const Definition& definition, const AnimFile& file, const NodeNames& names,
                     const std::function<void(std::string)>& warn) {
    Program program{.definition = &definition};
    for (const Sequence& sequence : definition.sequences) {
        program.sequences.push_back(make_steps(sequence, file));
        if (!match_branches(program.sequences.back()))
            warn("IF and ENDIF do not nest in sequence " + quoted(sequence.name.text()) + " of " +
                 quoted(definition.anim_name.text()));
    }
    program.root = names.find(definition.anim_root_name.text(), -1);
    if (program.root < 0) program.root = names.find(definition.name.text(), -1);
    if (definition.nodes)
        for (const Node& node : *definition.nodes) program.joints.push_back(names.find(node.name.text(), program.root));
    return program;
}

} // namespace ossuary::mw3
