#include "formats/mw3/sequence_stage.h"

namespace ossuary::mw3 {

Stage::Stage(const AnimFile& file, const Skeleton& nodes, const PlayRules& rules)
    : motion(file, nodes, rules), random_(rules.seed), shown_(nodes.joints.size(), true),
      hidden_once_(nodes.joints.size()) {}

void Stage::apply(const Event& event, const Definition& definition, const BoundNodes& bound, Ticks time) {
    motion.carry_out(event, bound, time, random_);
    scene.carry_out(event, definition, bound, time);
    if (const auto* state = std::get_if<event::ObjectActiveState>(&event.data))
        if (const std::int32_t joint = bound(state->node_index); joint >= 0) {
            shown_[static_cast<std::size_t>(joint)] = state->state != 0;
            if (state->state == 0) hidden_once_[static_cast<std::size_t>(joint)] = true;
        }
}

void Stage::save_nodes(Program& program, Ticks time) const {
    std::vector<std::int32_t> joints = program.joints;
    joints.push_back(program.root);
    program.saved = motion.save(joints, time);
    for (const std::int32_t joint : joints)
        if (joint >= 0) program.saved_active.emplace_back(joint, shown_[static_cast<std::size_t>(joint)]);
}

void Stage::restore_nodes(Program& program) {
    if (!program.saved) return;
    motion.restore(*program.saved);
    for (const auto& [joint, is_shown] : program.saved_active) shown_[static_cast<std::size_t>(joint)] = is_shown;
    program.saved.reset();
    program.saved_active.clear();
}

double Stage::distance_to(std::int32_t joint) const {
    return surroundings.distance_squared ? surroundings.distance_squared(joint) : surroundings.player_distance_squared;
}

bool Stage::in_bounds(const Program& program) const {
    const Definition& definition = *program.definition;
    if ((definition.flags & definition_flags::execution_by_zone) && surroundings.in_zone &&
        !surroundings.in_zone(program.root))
        return false;
    if (!(definition.flags & definition_flags::execution_by_range)) return true;
    const double distance = distance_to(program.root);
    return distance >= definition.exec_range[0] && distance <= definition.exec_range[1];
}

bool Stage::holds(const event::If& e, const Program& program, const BoundNodes& bound) {
    switch (static_cast<event::Condition>(e.condition)) {
    case event::Condition::random_weight: return random_() < e.number();
    case event::Condition::player_range: return distance_to(program.root) <= e.number();
    case event::Condition::animation_lod: return surroundings.animation_lod >= e.whole();
    case event::Condition::node_undercover:
        return surroundings.undercover &&
               surroundings.undercover(bound(static_cast<std::int32_t>(e.node_index)), e.whole());
    case event::Condition::hw_render: return surroundings.hardware_rendering == (e.whole() != 0);
    case event::Condition::player_1st_person: return surroundings.first_person == (e.whole() != 0);
    }
    return false;
}

Call Stage::ends_of(const event::CallObjectConnector& e, const BoundNodes& bound, Ticks time) const {
    Call call;
    const auto end = [&](std::uint32_t flags, std::int32_t index, const Vector& given, std::int32_t input,
                         const std::optional<Vec3d>& place, std::int32_t& joint, std::optional<Vec3d>& at) {
        const auto place_of = [&](std::int32_t on) {
            return on < 0 ? std::optional<Vec3d>() : motion.object_at(on, time).t;
        };
        if (flags & 0x10) at = to_vec3(given);
        if (flags & 0x20) at = place;
        if (flags & 1) joint = bound(index);
        if (flags & 2) at = place_of(bound(index));
        if (flags & 4) joint = input;
        if (flags & 8) at = place_of(input);
    };
    end(e.flags & 0x3F, e.from_index, e.from_pos, bound.call.input, bound.call.place, call.input, call.place);
    end(e.flags >> 6 & 0x3F, e.to_index, e.to_pos, bound.call.operand, bound.call.other_place, call.operand,
        call.other_place);
    return call;
}

} // namespace ossuary::mw3
