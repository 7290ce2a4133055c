// What a model script says, whether it came as text (MDS) or compiled (MSB): the meshes of a model, its animations
// in order, and what happens during them.
//
// Both forms read into these structures and are written from them. What only one of them can say has a field of its
// own that is empty when the other was read: the misspelt EMTPY_SLOT and ATTACH of a tag belong to the text, the raw
// numbers `slot_value`, `attach_value` and `radius_squared` to the compiled form. Lines count from 1 in the text and
// are 0 otherwise; they are no part of a value, so equality leaves them out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/model/clip.h"

namespace ossuary::zengin {

// ---- events: `*event…` lines below an entry. Frames count in the numbering of the entry's ASC file.

// `*eventTag`: a named mark with up to four arguments (MSB: always four).
struct EventTag {
    std::int32_t frame = 0;
    std::string type; // DEF_…
    std::vector<std::string> args;
    bool attach = false; // text only, without effect
    bool operator==(const EventTag&) const = default;
};
// `*eventSFX` and `*eventSFXGrnd`.
struct EventSfx {
    std::int32_t frame = 0;
    std::string name;
    std::optional<float> range;      // cm; not given: 2500, on the ground 1000
    bool empty_slot = false;         // EMPTY_SLOT is there, in either spelling
    bool misspelt = false;           // as EMTPY_SLOT, which the engine does not know
    std::optional<float> slot_value; // MSB only: 0 with EMPTY_SLOT, 1 without
    bool operator==(const EventSfx&) const = default;
};
struct EventSfxGround : EventSfx {
    bool operator==(const EventSfxGround&) const = default;
};
// `*eventPFX`: particles begin.
struct EventPfx {
    std::int32_t frame = 0;
    float handle = 0; // whole in the text; MSB stores a float
    std::string name;
    std::string node; // empty: BIP01
    bool attach = false;
    std::optional<float> attach_value; // MSB only: 1 with ATTACH, 0 without
    bool operator==(const EventPfx&) const = default;
};
// `*eventPFXGrnd` (unused).
struct EventPfxGround {
    std::int32_t frame = 0;
    bool operator==(const EventPfxGround&) const = default;
};
struct EventPfxStop {
    std::int32_t frame = 0;
    float handle = 0;
    bool operator==(const EventPfxStop&) const = default;
};
// `*eventMMStartAni`: a morph animation begins.
struct EventMorphStart {
    std::int32_t frame = 0;
    std::string name;
    std::string node;               // empty: BIP01 HEAD
    std::optional<float> intensity; // not given: 1
    std::optional<float> hold;      // seconds; not given: -2
    bool operator==(const EventMorphStart&) const = default;
};
struct EventCamTremor {
    std::int32_t frame = 0;
    std::array<float, 4> args{};         // radius (cm), duration (ms), least and greatest amplitude
    std::optional<float> radius_squared; // MSB only: what it stores for the radius
    bool operator==(const EventCamTremor&) const = default;
};
struct EventSwapMesh {
    std::int32_t frame = 0;
    std::array<std::string, 2> nodes;
    bool operator==(const EventSwapMesh&) const = default;
};
// `*eventSetMesh` (unused).
struct EventSetMesh {
    std::int32_t frame = 0;
    std::string name;
    bool operator==(const EventSetMesh&) const = default;
};
// `*eventHeading` (disabled in the engine).
struct EventHeading {
    std::int32_t frame = 0;
    std::string dir = "F";
    std::array<float, 4> args{};
    bool operator==(const EventHeading&) const = default;
};
// A chunk of a compiled script that the text has no word for; among events or among entries.
struct ScriptChunk {
    std::uint16_t type = 0;
    std::vector<std::uint8_t> payload;
    bool operator==(const ScriptChunk&) const = default;
};

enum class EventKind : std::uint8_t { // in the order of ScriptEventData
    tag,
    sfx,
    sfx_ground,
    pfx,
    pfx_ground,
    pfx_stop,
    morph_start,
    cam_tremor,
    swap_mesh,
    set_mesh,
    heading,
    chunk,
};
using ScriptEventData =
    std::variant<EventTag, EventSfx, EventSfxGround, EventPfx, EventPfxGround, EventPfxStop, EventMorphStart,
                 EventCamTremor, EventSwapMesh, EventSetMesh, EventHeading, ScriptChunk>;

struct ScriptEvent {
    ScriptEventData data;
    std::uint32_t line = 0;

    EventKind kind() const { return static_cast<EventKind>(data.index()); }
    bool operator==(const ScriptEvent& other) const { return data == other.data; }
};

// ---- entries of `aniEnum`

// One animation with data of its own. Blend times are seconds; a last frame of -1 is the end of the source.
struct Ani {
    std::string name;
    std::int32_t layer = 1;
    std::string next;
    float blend_in = 0;
    float blend_out = 0;
    std::string flags; // as written: letters of 12.2 and dots
    std::string asc;   // the source file
    std::string dir = "F";
    std::int32_t first = 0;
    std::int32_t last = -1;
    float fps = 25; // the rate in force: `FPS:`, the last aniMaxFPS, or 25
    float spd = 0;
    float cvs = 1; // collision volume scale
    std::vector<ScriptEvent> events;
    bool operator==(const Ani&) const = default;
};
// The data of another animation under a new name.
struct AniAlias {
    std::string name;
    std::int32_t layer = 1;
    std::string next;
    float blend_in = 0;
    float blend_out = 0;
    std::string flags;
    std::string alias;
    std::string dir = "F";           // empty in the compiled form of a text without it
    bool no_dir = false;             // text only: no direction is written, and F meant
    std::vector<ScriptEvent> events; // text only: the games' scripts have none
    bool operator==(const AniAlias&) const = default;
};
// A cross-fade without data.
struct AniBlend {
    std::string name;
    std::optional<std::int32_t> layer; // text only
    std::string next;
    float blend_in = 0;
    float blend_out = 0;
    std::string flags; // text only
    std::vector<ScriptEvent> events;
    bool operator==(const AniBlend&) const = default;
};
// Like AniBlend, but `next` starts at the same relative time.
struct AniSync {
    std::string name;
    std::string next;
    float blend_in = 0;
    float blend_out = 0;
    bool operator==(const AniSync&) const = default;
};
// Animations `prefix`1 … `prefix`count, mixed by direction.
struct AniComb {
    std::string name;
    std::int32_t layer = 1;
    std::string next;
    float blend_in = 0;
    float blend_out = 0;
    std::string flags;
    std::string prefix;
    std::int32_t count = 0;
    std::vector<ScriptEvent> events;
    bool operator==(const AniComb&) const = default;
};
// Animations started together (unused).
struct AniBatch {
    std::string name;
    std::vector<std::string> anis;
    bool operator==(const AniBatch&) const = default;
};
// Switches off an animation of the script below (overlays).
struct AniDisable {
    std::string name;
    bool operator==(const AniDisable&) const = default;
};
// The default rate of all animations that follow.
struct AniMaxFps {
    float fps = 25;
    bool operator==(const AniMaxFps&) const = default;
};
// A tag for every animation; in the games DEF_HIT_LIMB and a node.
struct ModelTag {
    std::string type;
    std::vector<std::string> args;
    bool operator==(const ModelTag&) const = default;
};

enum class EntryKind : std::uint8_t { // in the order of ScriptEntryData
    ani,
    ani_alias,
    ani_blend,
    ani_sync,
    ani_comb,
    ani_batch,
    ani_disable,
    ani_max_fps,
    model_tag,
    chunk,
};
using ScriptEntryData =
    std::variant<Ani, AniAlias, AniBlend, AniSync, AniComb, AniBatch, AniDisable, AniMaxFps, ModelTag, ScriptChunk>;

struct ScriptEntry {
    ScriptEntryData data;
    std::uint32_t line = 0;

    EntryKind kind() const { return static_cast<EntryKind>(data.index()); }
    // The events of the entry, or null where its kind has none.
    std::vector<ScriptEvent>* events();
    const std::vector<ScriptEvent>* events() const { return const_cast<ScriptEntry*>(this)->events(); }
    bool operator==(const ScriptEntry& other) const { return data == other.data; }
};

// ---- the script

struct MeshAndTree {
    std::string name;                // MDS: with .ASC, MSB: without
    std::uint32_t dont_use_mesh = 0; // 0 or 1
    std::uint32_t line = 0;
    bool operator==(const MeshAndTree& o) const { return name == o.name && dont_use_mesh == o.dont_use_mesh; }
};

struct Script {
    std::string model; // text only
    std::vector<MeshAndTree> mesh_and_tree;
    std::vector<std::string> register_mesh;
    std::vector<ScriptEntry> entries;
    bool operator==(const Script&) const = default;
};

// ---- what the words mean

// The letters of `flags`; unknown letters and dots count for nothing.
struct AniFlag {
    enum : std::uint8_t {
        root_motion = 1,    // M: the root's movement moves the object
        root_rotation = 2,  // R
        wait_for_layer = 4, // E: starts when the running animation of the layer ends
        fly = 8,            // F: not glued to the ground
        idle = 16,          // I
        in_place = 32,      // P
    };
};
std::uint8_t flag_bits(std::string_view flags);
// R, in either case, is reverse; everything else forward.
Direction direction_of(std::string_view dir);

// What the engine goes by where a script leaves something out.
inline constexpr float default_fps = 25, default_sfx_range = 2500, default_sfx_ground_range = 1000;
inline constexpr float default_intensity = 1, default_hold = -2;

// True if the engine keeps the slot empty for this sound: EMPTY_SLOT spelt as it should be, or slot value 0.
bool engine_empty_slot(const EventSfx& event);

// `ani`, `aniAlias` … and `eventTag`, `eventSFX` … : the words of the script; `chunk` for a ScriptChunk.
std::string_view name_of(EntryKind kind);
bool parse_name(std::string_view name, EntryKind& kind);
std::string_view name_of(EventKind kind);
bool parse_name(std::string_view name, EventKind& kind);
ScriptEntryData empty_entry(EntryKind kind);
ScriptEventData empty_event(EventKind kind);

// The name an entry defines or acts on; empty for aniMaxFPS, modelTag and chunks.
std::string_view name_in(const ScriptEntry& entry);

// The script as the engine's compiler holds it: words upper case (ASCII), `.ASC` off the tree, every default written
// out, four arguments to each tag, what only the text can say dropped. Entries and events keep their order.
Script to_compiled(const Script& script);
// The way back, for writing a compiled script as text: `.ASC` on the tree, defaults and empty arguments left out. The
// compiled form has no name for the model, so the caller gives it. to_compiled(to_text(x)) is x for everything the
// text can say; the rest (odd raw numbers, chunks, flags and directions that are no words) is reported.
Script to_text(const Script& compiled, std::string_view model, Diagnostics* diagnostics = nullptr);

// The script as JSON and back. Texts are in an unknown code page: their bytes become the characters of those numbers.
Json dump_script(const Script& script);
Result<Script> build_script(const Json& json);

} // namespace ossuary::zengin
