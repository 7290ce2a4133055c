#include "ossuary/formats/mw3/sequence_player.h"

namespace ossuary::mw3 {

std::string_view name_of(NoticeKind kind) {
    constexpr std::string_view names[] = {"animation_start", "animation_end", "sequence_start", "sequence_end", "event",
                                          "movement",        "flow",          "reset",          "bounce"};
    return names[static_cast<std::size_t>(kind)];
}

NoticeKind notice_kind(const Event& event) {
    switch (type_of(event)) {
    case event::ObjectTranslateState::type:
    case event::ObjectScaleState::type:
    case event::ObjectRotateState::type:
    case event::ObjectMotion::type:
    case event::ObjectMotionFromTo::type:
    case event::ObjectMotionSiScript::type: return NoticeKind::movement;
    case event::CallSequence::type:
    case event::StopSequence::type:
    case event::CallAnimation::type:
    case event::StopAnimation::type:
    case event::ResetAnimation::type:
    case event::InvalidateAnimation::type:
    case event::Loop::type:
    case event::If::type:
    case event::Else::type:
    case event::ElseIf::type:
    case event::EndIf::type: return NoticeKind::flow;
    default: return NoticeKind::event;
    }
}

std::vector<std::string> names_in(const Event& event, const Definition& definition) {
    std::vector<std::string> names;
    const auto listed = [&](const auto& items, std::int32_t index) {
        if (items && index > 0 && static_cast<std::size_t>(index) <= items->size())
            names.emplace_back((*items)[static_cast<std::size_t>(index - 1)].name.text());
    };
    visit_event(
        [&](const auto& e) {
            if constexpr (requires { e.anim_name; }) names.emplace_back(e.anim_name.text());
            if constexpr (requires { e.name; }) names.emplace_back(e.name.text());
            if constexpr (requires { e.weapon; }) names.emplace_back(e.weapon.text());
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(e)>, event::Sound>)
                listed(definition.static_sounds, e.sound_index);
            if constexpr (requires { e.effect_index; }) listed(definition.effects, e.effect_index);
            if constexpr (requires { e.node_index; }) listed(definition.nodes, static_cast<std::int32_t>(e.node_index));
            if constexpr (requires { e.parent_index; }) listed(definition.nodes, e.parent_index);
            if constexpr (requires { e.child_index; }) listed(definition.nodes, e.child_index);
            if constexpr (requires { e.from_index; }) listed(definition.nodes, e.from_index);
            if constexpr (requires { e.to_index; }) listed(definition.nodes, e.to_index);
        },
        event);
    return names;
}

} // namespace ossuary::mw3
