// Event: what happens during a clip besides movement, as a typed value (a variant) at an exact time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/model/event_track.h"

namespace ossuary {

struct SoundEvent {
    std::string name;
    double range = 1000; // in the source's unit
    bool empty_slot = false;
};
// A footstep and the like: the sound depends on what is underfoot.
struct GroundSoundEvent {
    std::string name;
    double range = 1000;
    bool empty_slot = false;
};
struct ParticleStartEvent {
    std::int32_t slot = 0;
    std::string name;
    std::string node;
    bool attached = false;
};
struct ParticleStopEvent {
    std::int32_t slot = 0;
};
struct CameraTremorEvent {
    std::int32_t values[4] = {};
};
struct MorphStartEvent {
    std::string name;
    std::string node;
};
struct SwapMeshEvent {
    std::string slots[2];
};

enum class ItemAction : std::uint8_t {
    create,
    insert,
    remove,
    destroy,
    place,
    exchange,
    place_munition,
    remove_munition,
    draw_sound,
    undraw_sound,
    draw_torch,
    store_torch,
    drop_torch,
};
struct ItemEvent {
    ItemAction action = ItemAction::insert;
    std::string slot;
    std::string item;
};
struct FightModeEvent {
    std::string mode; // empty, FIST, 1H, 2H, BOW, CBOW, MAG
};
struct HitLimbEvent {
    std::string node;
};
struct HitDirectionEvent {
    std::string direction;
};
struct DamageMultiplyEvent {
    std::string values; // as the source wrote them
};
// The moment a blow lands, and the end of one step of a combo.
struct HitEvent {};
struct HitEndEvent {};

enum class WindowKind : std::uint8_t { parade, combo };
// An interval that begins at the event's time.
struct WindowEvent {
    WindowKind kind = WindowKind::combo;
    double end = 0; // seconds in the clip
};
// The camera jumps.
struct CutEvent {};
// A named mark with its arguments: script tags, MW3 sequence events, whatever has no type above.
struct TagEvent {
    std::string name;
    std::vector<std::string> arguments;
    Json fields;
};

using EventData =
    std::variant<SoundEvent, GroundSoundEvent, ParticleStartEvent, ParticleStopEvent, CameraTremorEvent,
                 MorphStartEvent, SwapMeshEvent, ItemEvent, FightModeEvent, HitLimbEvent, HitDirectionEvent,
                 DamageMultiplyEvent, HitEvent, HitEndEvent, WindowEvent, CutEvent, TagEvent>;

struct Event {
    double time = 0;         // seconds in the clip
    std::int32_t frame = -1; // in the source's numbering; -1 if it has none
    EventData data;
};

template <class Data> void EventTrack::add(double time, Data data, std::int32_t frame) {
    insert({time, frame, std::move(data)});
}

std::string_view name_of(ItemAction action);
bool parse_name(std::string_view name, ItemAction& action);
std::string_view name_of(WindowKind kind);
bool parse_name(std::string_view name, WindowKind& kind);

// `sound`, `ground_sound`, `particle_start` … : the name of the alternative.
std::string_view kind_of(const EventData& data);
// The name the event carries, or empty: a sound's, a particle effect's, a tag's.
std::string_view name_in(const EventData& data);
// The fields of the alternative as a JSON object, and back. Unknown kinds become a TagEvent of that name.
Json fields_of(const EventData& data);
Result<EventData> event_from_fields(std::string_view kind, const Json& fields);

} // namespace ossuary
