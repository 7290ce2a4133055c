// anim.zbd: the animation definitions of a game world: doors, explosions, debris, effects, scripted cameras.
//
//     header      u32 signature 0x08170616, u32 version, (Pirate's Moon: u32 time stamp,) u32 count of source files
//     sources     84 bytes each: the files the definitions were compiled from
//     info        68 bytes (Recoil 60, Pirate's Moon 108)
//     definition 0, all zero but for its activation, with a zero reset record (Pirate's Moon: none)
//     definitions 316 bytes each (Recoil 308, Pirate's Moon 268), then objects, nodes, lights, puffers, dynamic sounds,
//                 static sounds, effects, prerequisites, animation references as far as counted; the first seven begin
//                 with a blank item; then the reset sequence and the other sequences: 64 bytes each and their events
//     scripts     (Pirate's Moon) headers of 28 bytes, then names and frames of each
//
// Nothing is addressed by offset; everything is read in order. Pointers are memory addresses of the program that wrote
// the file: they mean nothing and are kept. What can be derived is not stored here: counts, sizes, the blank definition
// and items, the copy of the reset record.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/formats/mw3/events.h"

namespace ossuary::mw3 {

inline constexpr std::uint32_t stale_pointer = 0xFFFFFFFF;

using NodeName = Text<32, Fill::node>;
using LooseName = Text<32, Fill::garbage>;

struct SourceFile {
    Text<80, Fill::garbage> path;
    std::uint32_t timestamp = 0; // Unix seconds
};

struct Info {
    std::uint32_t reserved_00 = 0;
    std::uint32_t reserved_04 = 0;
    std::uint16_t reserved_08 = 0;
    std::uint32_t defs_ptr = 0xDEADBEEF;
    std::uint32_t scripts_ptr = 0; // Pirate's Moon
    std::uint32_t msg_count = 0;
    std::uint32_t msgs_ptr = 0;
    std::uint32_t world_ptr = 0xDEADBEEF;
    Real gravity = -9.8f;
    std::array<std::uint32_t, 7> reserved_32{}; // Pirate's Moon: unknown_40, then four of these
    std::uint32_t one_60 = 1;
    std::array<std::uint32_t, 11> reserved_64{}; // MW3 has the first of these
};

// ---- what a definition refers to; indices of events count from 1 in these lists

struct Object {
    NodeName name;
    std::uint32_t reserved_32 = 0;
    std::uint32_t node_ptr = stale_pointer;
    std::uint32_t flags = 0; // Pirate's Moon: u16 and two zero bytes
    std::uint32_t flags_merged = 0;
    Raw<48> affine;
};
struct Node {
    std::uint32_t flags = 0; // Pirate's Moon: u16 and two zero bytes
    NodeName name;
    std::uint32_t reserved_32 = 0;
    std::uint32_t node_ptr = stale_pointer;
};
struct Light {
    NodeName name;
    std::uint32_t flags = 0;
    std::uint32_t ptr = stale_pointer;
    std::uint32_t in_world = 0;
};
struct Puffer {
    Name name;
    std::uint32_t flags = 0; // only the top byte may hold something
    std::uint32_t ptr = stale_pointer;
    std::uint32_t in_world = 0;
};
struct DynamicSound : Light {};
struct StaticSound {
    LooseName name;
    std::uint32_t reserved_32 = 0;
};
struct Effect { // Recoil
    LooseName name;
    std::uint32_t index = 0;
};

enum class PrerequisiteType : std::uint32_t { animation = 1, object = 2, parent = 3 };
// Parents, outermost first, and the object that closes them spell a path of nodes.
struct Prerequisite {
    std::uint32_t optional = 0;
    PrerequisiteType type = PrerequisiteType::animation;
    std::uint32_t active = 0; // of objects: must be visible (1) or hidden (0)
    Name name;
    std::uint32_t reserved_32 = 0; // of animations
    std::uint32_t reserved_36 = 0;
    std::uint32_t ptr = stale_pointer; // of objects and parents
};
struct AnimRef {
    Text<64, Fill::garbage> name;
    std::uint32_t ref_type = 0; // 1: two names of 32 bytes, the second a local one
    std::uint32_t ptr = 0;
};

enum class SequenceState : std::uint8_t { initial = 0, on_call = 3 };

struct Sequence {
    Name name;
    SequenceState seq_state = SequenceState::initial;
    SequenceState reset_mode = SequenceState::initial;
    std::uint16_t pad_34 = 0;
    Real loop_time;
    Real event_time;
    Real seq_time;
    std::uint32_t loop_count = 0;
    std::uint32_t current_event_ptr = 0;
    std::uint32_t events_ptr = 0; // not 0 where there are events
    std::vector<Event> events;
};

enum class Activation : std::uint8_t { weapon_hit, collide_hit, weapon_or_collide_hit, on_call, on_startup };
std::string_view activation_name(Activation activation); // `WEAPON_HIT` …

namespace definition_flags {
enum : std::uint32_t {
    execution_by_range = 0x2,
    execution_by_zone = 0x8,
    has_callbacks = 0x10,
    reset_time = 0x20,
    network_log = 0x400,
    network_log_on = 0x800,
    save_log = 0x1000,
    save_log_on = 0x2000,
    auto_reset_node_states = 0x10000,
    local_nodes_only = 0x80000, // Pirate's Moon
    proximity_damage = 0x100000,
};
}

// Items of a kind; no list at all differs from one with nothing but the blank item.
template <class T> using Items = std::optional<std::vector<T>>;

struct Definition {
    LooseName anim_name;
    std::uint32_t unknown_32 = 0; // Pirate's Moon
    std::uint32_t unknown_36 = 0; // Pirate's Moon
    Name name;
    std::uint32_t anim_ptr = stale_pointer;
    LooseName anim_root_name;
    std::uint32_t anim_root_ptr = stale_pointer; // equal to anim_ptr exactly when the two names are equal
    Raw<44> reserved_104;
    std::uint32_t flags = 0;
    std::uint8_t status = 0;
    Activation activation = Activation::on_call;
    std::uint8_t execution_priority = 4;
    std::uint8_t two_155 = 2;
    Range exec_range; // squared
    Real reset_time = -1;
    Real reserved_168;
    Real max_health;
    Real cur_health;
    std::array<std::uint32_t, 4> reserved_180{}; // Recoil has three
    std::uint32_t sequences_ptr = stale_pointer;
    std::uint32_t reset_ptr = stale_pointer; // Pirate's Moon: 0 where there is no reset sequence
    std::uint32_t reserved_212 = 0;          // Pirate's Moon
    std::uint8_t prereq_min = 0;             // how many optional prerequisites must hold
    std::uint8_t pad_270 = 0;                // Recoil
    std::uint8_t pad_275 = 0;
    std::uint32_t objects_ptr = 0;
    std::uint32_t nodes_ptr = 0;
    std::uint32_t lights_ptr = 0;
    std::uint32_t puffers_ptr = 0;
    std::uint32_t dynamic_sounds_ptr = 0;
    std::uint32_t static_sounds_ptr = 0;
    std::uint32_t effects_ptr = 0;
    std::uint32_t prereqs_ptr = 0;
    std::uint32_t anim_refs_ptr = 0;
    std::uint32_t reserved_312 = 0;

    std::optional<Sequence> reset = Sequence{.name = std::string_view("RESET_SEQUENCE")}; // none in Pirate's Moon only
    Items<Object> objects;
    Items<Node> nodes;
    Items<Light> lights;
    Items<Puffer> puffers;
    Items<DynamicSound> dynamic_sounds;
    Items<StaticSound> static_sounds;
    Items<Effect> effects; // Recoil
    Items<Prerequisite> prereqs;
    Items<AnimRef> anim_refs;
    std::vector<Sequence> sequences;
};

struct Script { // Pirate's Moon
    std::uint32_t script_name_ptr = stale_pointer;
    std::uint32_t object_name_ptr = stale_pointer;
    std::uint16_t pad_10 = 0;
    std::uint32_t spline = 0;
    std::uint32_t frames_ptr = stale_pointer;
    std::string script_name; // without the terminator
    std::string object_name;
    std::vector<event::Frame> frames;
};

struct AnimFile {
    Game game = Game::mechwarrior3;
    std::uint32_t timestamp = 0; // Pirate's Moon
    std::vector<SourceFile> toc;
    Info info;
    std::vector<Definition> definitions; // without the blank one: that of index i is `defs[i + 1]` of the file
    std::vector<Script> scripts;         // Pirate's Moon

    const Definition* find(std::string_view anim_name) const;
};

inline constexpr std::uint32_t anim_signature = 0x08170616, gamez_signature = 0x02971222;

bool recognise_anim(Bytes bytes);
// Errors and diagnostics begin with the names of the format's description (`bad-index`, `nonzero-unused` …) and carry
// the byte offset and the path of the field: `defs[3].sequences[1].events[12].data.node_index`, where defs[0] is the
// blank definition. Crimson Skies is told apart and refused.
Result<AnimFile> parse_anim(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_anim(const AnimFile& file);
// Keys are the fields' names. Counts and sizes are there to be read; building derives them again.
Json dump_anim(const AnimFile& file);
Result<AnimFile> build_anim(const Json& json);
// The fields of one event, as `data` of the dump has them.
Json dump_event_data(const Event& event, Game game);

} // namespace ossuary::mw3
