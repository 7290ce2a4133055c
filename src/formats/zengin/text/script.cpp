#include "ossuary/formats/zengin/script.h"

#include <algorithm>
#include <cmath>

#include "ossuary/base/text.h"

namespace ossuary::zengin {

namespace {

constexpr std::string_view entry_names[] = {"ani",      "aniAlias",   "aniBlend",  "aniSync",  "aniComb",
                                            "aniBatch", "aniDisable", "aniMaxFPS", "modelTag", "chunk"};
constexpr std::string_view event_names[] = {"eventTag",      "eventSFX",     "eventSFXGrnd",    "eventPFX",
                                            "eventPFXGrnd",  "eventPFXStop", "eventMMStartAni", "eventCamTremor",
                                            "eventSwapMesh", "eventSetMesh", "eventHeading",    "chunk"};
static_assert(std::size(entry_names) == std::variant_size_v<ScriptEntryData>);
static_assert(std::size(event_names) == std::variant_size_v<ScriptEventData>);

template <class Kind, std::size_t N>
bool find_name(const std::string_view (&names)[N], std::string_view name, Kind& kind) {
    const auto found = std::find(std::begin(names), std::end(names), name);
    if (found == std::end(names)) return false;
    kind = static_cast<Kind>(found - std::begin(names));
    return true;
}

template <class Variant, std::size_t... I> Variant make_alternative(std::size_t index, std::index_sequence<I...>) {
    Variant value;
    ((index == I ? void(value.template emplace<I>()) : void()), ...);
    return value;
}
template <class Variant> Variant make_alternative(std::size_t index) {
    return make_alternative<Variant>(index, std::make_index_sequence<std::variant_size_v<Variant>>());
}

} // namespace

std::vector<ScriptEvent>* ScriptEntry::events() {
    return std::visit(
        [](auto& entry) -> std::vector<ScriptEvent>* {
            if constexpr (requires { entry.events; })
                return &entry.events;
            else
                return nullptr;
        },
        data);
}

std::uint8_t flag_bits(std::string_view flags) {
    std::uint8_t bits = 0;
    for (const char letter : flags) {
        switch (to_lower(letter)) {
        case 'm': bits |= AniFlag::root_motion; break;
        case 'r': bits |= AniFlag::root_rotation; break;
        case 'e': bits |= AniFlag::wait_for_layer; break;
        case 'f': bits |= AniFlag::fly; break;
        case 'i': bits |= AniFlag::idle; break;
        case 'p': bits |= AniFlag::in_place; break;
        default: break;
        }
    }
    return bits;
}

Direction direction_of(std::string_view dir) {
    return !dir.empty() && to_lower(dir.front()) == 'r' ? Direction::reverse : Direction::forward;
}

bool engine_empty_slot(const EventSfx& event) {
    return event.slot_value ? *event.slot_value == 0 : event.empty_slot && !event.misspelt;
}

std::string_view name_of(EntryKind kind) { return entry_names[static_cast<std::size_t>(kind)]; }
bool parse_name(std::string_view name, EntryKind& kind) { return find_name(entry_names, name, kind); }
std::string_view name_of(EventKind kind) { return event_names[static_cast<std::size_t>(kind)]; }
bool parse_name(std::string_view name, EventKind& kind) { return find_name(event_names, name, kind); }
ScriptEntryData empty_entry(EntryKind kind) {
    return make_alternative<ScriptEntryData>(static_cast<std::size_t>(kind));
}
ScriptEventData empty_event(EventKind kind) {
    return make_alternative<ScriptEventData>(static_cast<std::size_t>(kind));
}

std::string_view name_in(const ScriptEntry& entry) {
    return std::visit(
        [](const auto& data) -> std::string_view {
            if constexpr (requires { data.name; })
                return data.name;
            else
                return {};
        },
        entry.data);
}

} // namespace ossuary::zengin
