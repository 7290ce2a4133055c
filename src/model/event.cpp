#include "ossuary/model/event.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"

namespace ossuary {

namespace {

template <class E, std::size_t N>
std::string_view name_in_table(const std::array<std::string_view, N>& names, E value) {
    const auto index = static_cast<std::size_t>(value);
    return index < N ? names[index] : std::string_view("unknown");
}

template <class E, std::size_t N>
bool parse_from_table(const std::array<std::string_view, N>& names, std::string_view name, E& value) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return false;
    value = static_cast<E>(found - names.begin());
    return true;
}

constexpr std::array<std::string_view, 13> item_actions = {
    "create",          "insert",     "remove",       "destroy",    "place",       "exchange",  "place_munition",
    "remove_munition", "draw_sound", "undraw_sound", "draw_torch", "store_torch", "drop_torch"};
constexpr std::array<std::string_view, 2> window_kinds = {"parade", "combo"};

// In the order of the alternatives of EventData.
constexpr std::array<std::string_view, std::variant_size_v<EventData>> kinds = {"sound",
                                                                                "ground_sound",
                                                                                "particle_start",
                                                                                "particle_stop",
                                                                                "camera_tremor",
                                                                                "morph_start",
                                                                                "swap_mesh",
                                                                                "item",
                                                                                "fight_mode",
                                                                                "hit_limb",
                                                                                "hit_direction",
                                                                                "damage_multiply",
                                                                                "hit",
                                                                                "hit_end",
                                                                                "window",
                                                                                "cut",
                                                                                "tag"};

} // namespace

std::string_view name_of(ItemAction action) { return name_in_table(item_actions, action); }
bool parse_name(std::string_view name, ItemAction& action) { return parse_from_table(item_actions, name, action); }
std::string_view name_of(WindowKind kind) { return name_in_table(window_kinds, kind); }
bool parse_name(std::string_view name, WindowKind& kind) { return parse_from_table(window_kinds, name, kind); }

template <class Io> void describe(Io& io, SoundEvent& event) {
    io("name", event.name);
    io("range", event.range);
    io("empty_slot", event.empty_slot);
}
template <class Io> void describe(Io& io, GroundSoundEvent& event) {
    io("name", event.name);
    io("range", event.range);
    io("empty_slot", event.empty_slot);
}
template <class Io> void describe(Io& io, ParticleStartEvent& event) {
    io("slot", event.slot);
    io("name", event.name);
    io("node", event.node);
    io("attached", event.attached);
}
template <class Io> void describe(Io& io, ParticleStopEvent& event) { io("slot", event.slot); }
template <class Io> void describe(Io& io, CameraTremorEvent& event) { io("values", event.values); }
template <class Io> void describe(Io& io, MorphStartEvent& event) {
    io("name", event.name);
    io("node", event.node);
}
template <class Io> void describe(Io& io, SwapMeshEvent& event) { io("slots", event.slots); }
template <class Io> void describe(Io& io, ItemEvent& event) {
    io("action", event.action);
    io("slot", event.slot);
    io("item", event.item);
}
template <class Io> void describe(Io& io, FightModeEvent& event) { io("mode", event.mode); }
template <class Io> void describe(Io& io, HitLimbEvent& event) { io("node", event.node); }
template <class Io> void describe(Io& io, HitDirectionEvent& event) { io("direction", event.direction); }
template <class Io> void describe(Io& io, DamageMultiplyEvent& event) { io("values", event.values); }
template <class Io> void describe(Io&, HitEvent&) {}
template <class Io> void describe(Io&, HitEndEvent&) {}
template <class Io> void describe(Io& io, WindowEvent& event) {
    io("window", event.kind);
    io("end", event.end);
}
template <class Io> void describe(Io&, CutEvent&) {}
template <class Io> void describe(Io& io, TagEvent& event) {
    io("name", event.name);
    io("arguments", event.arguments);
    io("fields", event.fields);
}

EventTrack::EventTrack() noexcept = default;
EventTrack::EventTrack(const EventTrack&) = default;
EventTrack::EventTrack(EventTrack&&) noexcept = default;
EventTrack& EventTrack::operator=(const EventTrack&) = default;
EventTrack& EventTrack::operator=(EventTrack&&) noexcept = default;
EventTrack::~EventTrack() = default;

void EventTrack::insert(Event event) {
    const auto later = std::upper_bound(events.begin(), events.end(), event.time,
                                        [](double t, const Event& other) { return t < other.time; });
    events.insert(later, std::move(event));
}

std::string_view kind_of(const EventData& data) { return kinds[data.index()]; }

std::string_view name_in(const EventData& data) {
    return std::visit(
        [](const auto& event) -> std::string_view {
            if constexpr (requires { event.name; })
                return event.name;
            else
                return {};
        },
        data);
}

Json fields_of(const EventData& data) {
    return std::visit([](const auto& event) { return dump_record(event); }, data);
}

namespace {

template <std::size_t I = 0> Result<EventData> build_alternative(std::size_t index, const Json& fields) {
    if constexpr (I < std::variant_size_v<EventData>) {
        if (index != I) return build_alternative<I + 1>(index, fields);
        auto event = build_record<std::variant_alternative_t<I, EventData>>(fields);
        if (!event) return Failure(event.error());
        return EventData(std::move(*event));
    } else {
        return fail("no such event");
    }
}

} // namespace

Result<EventData> event_from_fields(std::string_view kind, const Json& fields) {
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    if (found == kinds.end()) return EventData(TagEvent{std::string(kind), {}, fields});
    return build_alternative(static_cast<std::size_t>(found - kinds.begin()), fields);
}

} // namespace ossuary
