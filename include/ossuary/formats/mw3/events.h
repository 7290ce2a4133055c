// The events of an animation definition: one record per type, with the fields of the file in their order.
//
// Indices of nodes, lights, puffers and sounds count from 1 in the definition's own arrays; 0 is none. Those of
// animation references count from 0. Every number is kept as it is stored, rates and working space of the engine too;
// new records begin with what the games' files hold where nothing is said.
#pragma once

#include <variant>
#include <vector>

#include "ossuary/formats/mw3/fields.h"

namespace ossuary::mw3 {

using Name = Text<32, Fill::zero>;

inline constexpr std::int32_t own_node = -100;   // the definition's main node
inline constexpr std::int32_t input_node = -200; // the node the animation was called with

namespace event {

struct Sound {
    static constexpr std::uint8_t type = 1;
    static constexpr std::string_view type_name = "SOUND";
    std::int16_t sound_index = 0; // static sound
    std::int16_t node_index = 0;
    Vector position;
};

struct SoundNode {
    static constexpr std::uint8_t type = 2;
    static constexpr std::string_view type_name = "SOUND_NODE";
    Name name;
    std::int32_t sound_index = 0; // dynamic sound
    std::uint32_t flags = 0;      // 1 absolute position, 2 at node
    std::uint32_t active_state = 0;
    std::int32_t node_index = 0;
    Vector translation;
};

struct Effect { // Recoil
    static constexpr std::uint8_t type = 3;
    static constexpr std::string_view type_name = "EFFECT";
    std::int16_t effect_index = 0;
    std::int16_t node_index = 0;
    Vector translation;
};

struct LightState {
    static constexpr std::uint8_t type = 4;
    static constexpr std::string_view type_name = "LIGHT_STATE";
    Name name;
    std::int32_t light_index = 0;
    std::uint32_t flags = 0; // which of the fields below are meant
    std::uint32_t active_state = 0;
    std::uint32_t light_type = 1; // 0 directed, 1 point source
    std::uint32_t directional = 0;
    std::uint32_t saturated = 0;
    std::uint32_t subdivide = 0; // not in Recoil
    std::uint32_t lightmap = 0;  // Pirate's Moon
    std::uint32_t is_static = 0; // not in Recoil
    std::uint32_t bicolored = 0; // Pirate's Moon
    std::int32_t node_index = 0;
    Vector translation;
    Vector orientation;
    Range range;
    Color color;
    Color ambient_color; // Pirate's Moon
    Real ambient;
    Real diffuse;
};

struct LightAnimation {
    static constexpr std::uint8_t type = 5;
    static constexpr std::string_view type_name = "LIGHT_ANIMATION";
    Name name;
    std::int32_t light_index = 0;
    Range range;
    Range range_alt;
    Range reserved_52;
    Color color;
    Color reserved_72;
    Color reserved_84;
    Real run_time;
};

struct ObjectActiveState {
    static constexpr std::uint8_t type = 6;
    static constexpr std::string_view type_name = "OBJECT_ACTIVE_STATE";
    std::uint32_t state = 0;
    std::int16_t node_index = 0;
    std::uint16_t pad_6 = 0;
};

struct ObjectTranslateState {
    static constexpr std::uint8_t type = 7;
    static constexpr std::string_view type_name = "OBJECT_TRANSLATE_STATE";
    std::uint32_t relative = 0;
    Vector translation;
    std::int16_t node_index = 0;
    std::int16_t at_node_index = 0;
};

struct ObjectScaleState {
    static constexpr std::uint8_t type = 8;
    static constexpr std::string_view type_name = "OBJECT_SCALE_STATE";
    Vector scale{{1, 1, 1}};
    std::int32_t node_index = 0;
};

struct ObjectRotateState {
    static constexpr std::uint8_t type = 9;
    static constexpr std::string_view type_name = "OBJECT_ROTATE_STATE";
    std::uint32_t flags = 0; // 0 absolute, 1 relative, 2 as the other node (angles), 4 as the other node (matrix)
    Vector rotation;         // radians about x, y, z
    std::int16_t node_index = 0;
    std::int16_t at_node_index = 0;
};

struct Bounce {
    Name seq_name;
    std::int16_t seq_index = -1;
    std::int16_t snd_index = 0; // static sound
    Real snd_volume;
};

struct ObjectMotion {
    static constexpr std::uint8_t type = 10;
    static constexpr std::string_view type_name = "OBJECT_MOTION";
    enum Flag : std::uint32_t {
        has_gravity = 1,
        impact_force = 2,
        translation = 4,
        range_min = 8,
        range_max = 0x10,
        xyz_rotation = 0x20,
        forward_by_distance = 0x40,
        forward_by_time = 0x80,
        scale = 0x100,
        has_morph = 0x200,
        has_run_time = 0x400,
        bounce_sequences = 0x800,
        bounce_sounds = 0x1000,
        complex_gravity = 0x2000,
        no_altitude = 0x4000,
    };
    std::uint32_t flags = 0;
    std::int16_t node_index = 0;
    std::uint16_t pad_6 = 0;
    Real reserved_8;
    Real gravity;
    Real morph;
    Range trans_range_xz; // azimuth
    Range trans_range_y;  // elevation
    Range trans_range_initial;
    Range trans_range_delta;
    Vector trans_initial; // metres per second
    Vector trans_delta;
    Vector trans_current;
    Vector trans_delta_grav;
    Vector trans_rnd_xz;
    Real fwd_rot_initial;
    Real fwd_rot_delta;
    Real fwd_rot_current;
    Vector xyz_rot_initial; // radians per second
    Vector xyz_rot_delta;
    Vector xyz_rot_current;
    Vector scale_initial;
    Vector scale_delta;
    Vector scale_current;
    std::array<Bounce, 3> bounces; // ground, water, lava; Recoil has the first only
    Real run_time;
};

struct ObjectMotionFromTo {
    static constexpr std::uint8_t type = 11;
    static constexpr std::string_view type_name = "OBJECT_MOTION_FROM_TO";
    std::uint32_t flags = 0; // 1 translate, 2 rotate, 4 scale, 8 morph
    std::int32_t node_index = 0;
    Real morph_from;
    Real morph_to;
    Real morph_delta;
    Vector translate_from;
    Vector translate_to;
    Vector translate_delta;
    Vector rotate_from;
    Vector rotate_to;
    Vector rotate_delta;
    Vector scale_from;
    Vector scale_to;
    Vector scale_delta;
    Real run_time;
};

// A channel of a script's frame. Recoil's files hold no splines, MW3's need not be initialised.
struct VectorChannel {
    Vector base;
    Raw<4> garbage;
    Vector delta; // per second
    Raw<16> spline_x, spline_y, spline_z;
};
struct RotationChannel {
    Quaternion base{{1, 0, 0, 0}};
    Vector delta; // half-angle rotation vector per second
    Raw<16> spline_x, spline_y, spline_z;
};
struct Frame {
    std::uint32_t flags = 0; // 1 translate, 2 rotate, 4 scale
    Real start_time;         // seconds from the script's start
    Real end_time;
    Box<VectorChannel> translate;
    Box<RotationChannel> rotate;
    Box<VectorChannel> scale;
};

struct ObjectMotionSiScript {
    static constexpr std::uint8_t type = 12;
    static constexpr std::string_view type_name = "OBJECT_MOTION_SI_SCRIPT";
    std::int32_t node_index = 0;
    std::uint32_t script_index = 0; // Pirate's Moon: the frames are in the file's scripts
    Real reserved_8;                // not in Recoil
    Real script_time;
    std::uint32_t script_position = 0;
    std::uint32_t frame_index = 0;
    std::vector<Frame> frames;
};

struct ObjectOpacityState {
    static constexpr std::uint8_t type = 13;
    static constexpr std::string_view type_name = "OBJECT_OPACITY_STATE";
    std::uint16_t is_set = 0;
    std::uint16_t has_opacity = 0;
    Real opacity;
    std::int16_t node_index = 0;
    std::uint16_t pad_10 = 0;
};

struct ObjectOpacityFromTo {
    static constexpr std::uint8_t type = 14;
    static constexpr std::string_view type_name = "OBJECT_OPACITY_FROM_TO";
    std::int32_t node_index = 0;
    std::int16_t state_from = -1; // -1 leaves translucency as it is, 0 off, 1 on
    std::int16_t state_to = -1;
    Real opacity_from;
    Real opacity_to;
    Real opacity_delta;
    Real run_time;
};

struct ObjectAddChild {
    static constexpr std::uint8_t type = 15;
    static constexpr std::string_view type_name = "OBJECT_ADD_CHILD";
    std::int16_t parent_index = 0;
    std::int16_t child_index = 0;
};

struct ObjectDeleteChild {
    static constexpr std::uint8_t type = 16;
    static constexpr std::string_view type_name = "OBJECT_DELETE_CHILD";
    std::int16_t parent_index = 0;
    std::int16_t child_index = 0;
};

struct ObjectCycleTexture {
    static constexpr std::uint8_t type = 17;
    static constexpr std::string_view type_name = "OBJECT_CYCLE_TEXTURE";
    std::uint32_t flags = 1;
    std::int16_t node_index = 0;
    std::uint16_t reset = 0;
};

struct ObjectConnector {
    static constexpr std::uint8_t type = 18;
    static constexpr std::string_view type_name = "OBJECT_CONNECTOR";
    std::uint32_t flags = 0;
    std::int16_t node_index = 0;
    std::int16_t from_index = 0;
    std::int16_t to_index = 0;
    std::uint16_t pad_10 = 0;
    Vector from_pos;
    Vector to_pos;
    Real from_t_start;
    Real from_t_end;
    Real from_t_delta;
    Real from_t;
    Real to_t_start = 1;
    Real to_t_end = 1;
    Real to_t_delta;
    Real to_t;
    Real run_time;
    Real max_length;
};

struct CallObjectConnector {
    static constexpr std::uint8_t type = 19;
    static constexpr std::string_view type_name = "CALL_OBJECT_CONNECTOR";
    std::uint32_t flags = 0;
    Name anim_name;
    std::int16_t anim_index = 0;
    std::int16_t save_index = -1; // animation reference, from 0
    std::int16_t from_index = 0;
    std::int16_t to_index = 0;
    Vector from_pos;
    Vector to_pos;
};

struct CameraState {
    static constexpr std::uint8_t type = 20;
    static constexpr std::string_view type_name = "CAMERA_STATE";
    std::uint32_t flags = 0; // bit n: the nth of the values below is meant
    std::int32_t node_index = 0;
    Real clip_near, clip_far, lod_multiplier, fov_h, fov_v, zoom_h, zoom_v;
};

struct CameraFromTo {
    static constexpr std::uint8_t type = 21;
    static constexpr std::string_view type_name = "CAMERA_FROM_TO";
    std::uint32_t flags = 0;
    std::int32_t node_index = 0;
    FromTo clip_near, clip_far, lod_multiplier, fov_h, fov_v, zoom_h, zoom_v;
    Real run_time;
};

struct CallSequence {
    static constexpr std::uint8_t type = 22;
    static constexpr std::string_view type_name = "CALL_SEQUENCE";
    Name name;
    std::int32_t index = -1;
};

struct StopSequence {
    static constexpr std::uint8_t type = 23;
    static constexpr std::string_view type_name = "STOP_SEQUENCE";
    Name name;
    std::int32_t index = -1;
};

struct CallAnimation {
    static constexpr std::uint8_t type = 24;
    static constexpr std::string_view type_name = "CALL_ANIMATION";
    enum Flag : std::uint16_t { at_node = 1, has_position = 2, has_translation = 4, with_node = 8, wait = 16 };
    Name anim_name;
    std::int16_t operand_index = 0; // a node that is passed on
    std::uint16_t flags = 0;
    std::int16_t anim_index = 0;
    std::int16_t wait_for = -1; // animation reference, from 0
    std::int16_t node_index = 0;
    std::uint16_t pad_42 = 0;
    Vector position;
    Vector translation;
};

struct StopAnimation {
    static constexpr std::uint8_t type = 25;
    static constexpr std::string_view type_name = "STOP_ANIMATION";
    Name name;
    std::int16_t ref_index = 0; // -1 in Pirate's Moon
    std::int16_t def_index = 0; // the same
};

struct ResetAnimation {
    static constexpr std::uint8_t type = 26;
    static constexpr std::string_view type_name = "RESET_ANIMATION";
    Name name;
    std::int32_t index = 0;
};

struct InvalidateAnimation {
    static constexpr std::uint8_t type = 27;
    static constexpr std::string_view type_name = "INVALIDATE_ANIMATION";
    Name name;
    std::int32_t index = 0;
};

struct FogState {
    static constexpr std::uint8_t type = 28;
    static constexpr std::string_view type_name = "FOG_STATE";
    Name name = std::string_view("default_fog_name");
    std::uint32_t flags = 0;    // 1 type, 2 colour, 4 altitude, 8 range
    std::uint32_t fog_type = 1; // 0 off, 1 linear, 2 exponential
    Color color;
    Range altitude;
    Range range;
};

struct Loop {
    static constexpr std::uint8_t type = 30;
    static constexpr std::string_view type_name = "LOOP";
    std::uint32_t flags = 1; // 1 count, 2 run time
    Raw<4> value;            // i16 count and two zero bytes, or f32 seconds

    std::int16_t count() const { return load<std::int16_t>(value.bytes.data(), Endian::little); }
    float run_time() const { return load<float>(value.bytes.data(), Endian::little); }
};

enum class Condition : std::uint32_t {
    random_weight = 1,
    player_range = 2,
    animation_lod = 4,
    node_undercover = 16,
    hw_render = 32,
    player_1st_person = 64,
};

struct If {
    static constexpr std::uint8_t type = 31;
    static constexpr std::string_view type_name = "IF";
    std::uint32_t condition = 1;
    std::uint32_t node_index = 0;  // an index, or own_node or input_node; of node_undercover
    Raw<4> value;                  // f32 or u32, by condition
    std::uint32_t reserved_12 = 0; // Pirate's Moon

    float number() const { return load<float>(value.bytes.data(), Endian::little); }
    std::uint32_t whole() const { return load<std::uint32_t>(value.bytes.data(), Endian::little); }
};

struct Else {
    static constexpr std::uint8_t type = 32;
    static constexpr std::string_view type_name = "ELSE";
};

struct ElseIf : If {
    static constexpr std::uint8_t type = 33;
    static constexpr std::string_view type_name = "ELSEIF";
};

struct EndIf {
    static constexpr std::uint8_t type = 34;
    static constexpr std::string_view type_name = "ENDIF";
};

struct Callback {
    static constexpr std::uint8_t type = 35;
    static constexpr std::string_view type_name = "CALLBACK";
    std::uint32_t value = 0;
};

struct FbfxColorFromTo {
    static constexpr std::uint8_t type = 36;
    static constexpr std::string_view type_name = "FBFX_COLOR_FROM_TO";
    FromTo red, green, blue, alpha;
    Real run_time;
};

struct FbfxCsinwaveFromTo { // Recoil
    static constexpr std::uint8_t type = 37;
    static constexpr std::string_view type_name = "FBFX_CSINWAVE_FROM_TO";
    std::uint16_t flags = 0; // 1 screen position, 2 at node, 4 screen radius, 8 world radius
    std::int16_t node_index = 0;
    Vector position;
    FromTo screen_x, screen_y;
    Real world_radius_from, world_radius_to;
    FromTo screen_radius, csin_x, csin_y, csin_z;
    Real run_time;
};

struct AnimVerbose { // Recoil
    static constexpr std::uint8_t type = 39;
    static constexpr std::string_view type_name = "ANIM_VERBOSE";
    std::uint32_t value = 0;
};

struct DetonateWeapon {
    static constexpr std::uint8_t type = 41;
    static constexpr std::string_view type_name = "DETONATE_WEAPON";
    Text<10, Fill::zero> weapon;
    std::int16_t node_index = 0;
    Vector position;
};

struct PufferTexture {
    Real time; // fraction of a particle's life
    Name name;
};

struct PufferState {
    static constexpr std::uint8_t type = 42;
    static constexpr std::string_view type_name = "PUFFER_STATE";
    Name name;
    std::int32_t puffer_index = 0;
    std::uint32_t flags = 0; // which of the fields below are meant
    std::int32_t node_index = -1;
    std::uint32_t active_state = 0;
    Vector translation, local_velocity, world_velocity, min_random_velocity, max_random_velocity, world_acceleration;
    std::uint32_t interval_type = 0; // 0 seconds, 1 metres
    Real interval_value;
    Range size_range, lifetime_range, start_age_range;
    Real deviation_distance;
    Range unknown_range, fade_range;
    Real friction, wind_factor, priority;
    std::uint32_t number = 0; // Pirate's Moon
    std::uint32_t textures_have_time = 0;
    std::array<PufferTexture, 6> textures;
    std::uint32_t color_count = 0;
    std::array<Raw<20>, 6> colors; // f32, r, g, b, f32
    std::uint32_t growth_count = 0;
    std::array<Range, 6> growths;
};

} // namespace event

// Every type a file may hold, in the order of their numbers; what is long lies on the heap.
using EventData =
    std::variant<event::Sound, event::SoundNode, event::Effect, Box<event::LightState>, Box<event::LightAnimation>,
                 event::ObjectActiveState, event::ObjectTranslateState, event::ObjectScaleState,
                 event::ObjectRotateState, Box<event::ObjectMotion>, Box<event::ObjectMotionFromTo>,
                 event::ObjectMotionSiScript, event::ObjectOpacityState, event::ObjectOpacityFromTo,
                 event::ObjectAddChild, event::ObjectDeleteChild, event::ObjectCycleTexture, event::ObjectConnector,
                 event::CallObjectConnector, event::CameraState, Box<event::CameraFromTo>, event::CallSequence,
                 event::StopSequence, event::CallAnimation, event::StopAnimation, event::ResetAnimation,
                 event::InvalidateAnimation, event::FogState, event::Loop, event::If, event::Else, event::ElseIf,
                 event::EndIf, event::Callback, event::FbfxColorFromTo, Box<event::FbfxCsinwaveFromTo>,
                 event::AnimVerbose, event::DetonateWeapon, Box<event::PufferState>>;

template <class T> T& unboxed(T& record) { return record; }
template <class T> const T& unboxed(const Box<T>& box) { return *box; }
template <class T> T& unboxed(Box<T>& box) { return box.value(); }

enum class StartOffset : std::uint8_t { animation = 1, sequence = 2, event = 3 };

struct Event {
    StartOffset start_offset = StartOffset::animation;
    std::uint16_t pad = 0;
    Real start_time; // seconds after the start offset
    EventData data;
};

inline constexpr std::size_t event_header_size = 12;

// Calls `visit(record)` with the event's record.
template <class Visit> decltype(auto) visit_event(Visit&& visit, const Event& event) {
    return std::visit([&](const auto& held) -> decltype(auto) { return visit(unboxed(held)); }, event.data);
}
template <class Visit> decltype(auto) visit_event(Visit&& visit, Event& event) {
    return std::visit([&](auto& held) -> decltype(auto) { return visit(unboxed(held)); }, event.data);
}
// The record, if the event is of that type.
template <class T> const T* get_event(const Event& event) {
    return visit_event(
        [](const auto& record) -> const T* {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(record)>, T>)
                return &record;
            else
                return nullptr;
        },
        event);
}

std::uint8_t type_of(const Event& event);
std::string_view name_of(const Event& event);
// Bytes of the event in a file, header and frames included.
std::size_t size_of(const Event& event, Game game);
std::size_t frames_size(const std::vector<event::Frame>& frames, Game game);
// Bytes of a type's data without frames; nothing if the game has no such type.
std::optional<std::size_t> data_size(std::uint8_t type, Game game);
// An event of a type, by number or name, as new; false if there is none.
bool make_event(std::uint8_t type, EventData& data);
bool make_event(std::string_view name, EventData& data);
// Seconds until the next event that waits for this one's end may begin; of a script its last frame's later time.
double duration_of(const Event& event);
double duration_of(const std::vector<event::Frame>& frames);

// ---- the layouts

namespace event {

// The fields that come in rows.
inline constexpr std::string_view bounce_fields[3][4] = {
    {"bounce_seq0_name", "bounce_seq0_index", "bounce_snd0_index", "bounce_snd0_volume"},
    {"bounce_seq1_name", "bounce_seq1_index", "bounce_snd1_index", "bounce_snd1_volume"},
    {"bounce_seq2_name", "bounce_seq2_index", "bounce_snd2_index", "bounce_snd2_volume"},
};
inline constexpr std::string_view puffer_fields[6][4] = {
    {"texture0_time", "texture0_name", "color0", "growth0"}, {"texture1_time", "texture1_name", "color1", "growth1"},
    {"texture2_time", "texture2_name", "color2", "growth2"}, {"texture3_time", "texture3_name", "color3", "growth3"},
    {"texture4_time", "texture4_name", "color4", "growth4"}, {"texture5_time", "texture5_name", "color5", "growth5"},
};

// Frames follow the record in files and belong to it in JSON.
template <class Io> inline constexpr bool is_json = std::is_same_v<Io, JsonDumper> || std::is_same_v<Io, JsonBuilder>;

template <class Io> void describe(Io& io, Sound& e) {
    io("sound_index", e.sound_index);
    io("node_index", e.node_index);
    io("position", e.position);
}
template <class Io> void describe(Io& io, SoundNode& e) {
    io("name", e.name);
    io("sound_index", e.sound_index);
    io("flags", e.flags);
    io("active_state", e.active_state);
    io("node_index", e.node_index);
    io("translation", e.translation);
}
template <class Io> void describe(Io& io, Effect& e) {
    io("effect_index", e.effect_index);
    io("node_index", e.node_index);
    io("translation", e.translation);
}
template <class Io> void describe(Io& io, LightState& e, Game game) {
    io("name", e.name);
    io("light_index", e.light_index);
    io("flags", e.flags);
    io("active_state", e.active_state);
    io("light_type", e.light_type);
    io("directional", e.directional);
    io("saturated", e.saturated);
    if (game != Game::recoil) io("subdivide", e.subdivide);
    if (game == Game::pirates_moon) io("lightmap", e.lightmap);
    if (game != Game::recoil) io("static", e.is_static);
    if (game == Game::pirates_moon) io("bicolored", e.bicolored);
    io("node_index", e.node_index);
    io("translation", e.translation);
    io("orientation", e.orientation);
    io("range", e.range);
    io("color", e.color);
    if (game == Game::pirates_moon) io("ambient_color", e.ambient_color);
    io("ambient", e.ambient);
    io("diffuse", e.diffuse);
}
template <class Io> void describe(Io& io, LightAnimation& e) {
    io("name", e.name);
    io("light_index", e.light_index);
    io("range", e.range);
    io("range_alt", e.range_alt);
    io("reserved_52", e.reserved_52);
    io("color", e.color);
    io("reserved_72", e.reserved_72);
    io("reserved_84", e.reserved_84);
    io("run_time", e.run_time);
}
template <class Io> void describe(Io& io, ObjectActiveState& e) {
    io("state", e.state);
    io("node_index", e.node_index);
    io("pad_6", e.pad_6);
}
template <class Io> void describe(Io& io, ObjectTranslateState& e) {
    io("relative", e.relative);
    io("translation", e.translation);
    io("node_index", e.node_index);
    io("at_node_index", e.at_node_index);
}
template <class Io> void describe(Io& io, ObjectScaleState& e) {
    io("scale", e.scale);
    io("node_index", e.node_index);
}
template <class Io> void describe(Io& io, ObjectRotateState& e) {
    io("flags", e.flags);
    io("rotation", e.rotation);
    io("node_index", e.node_index);
    io("at_node_index", e.at_node_index);
}
template <class Io> void describe(Io& io, ObjectMotion& e, Game game) {
    io("flags", e.flags);
    io("node_index", e.node_index);
    io("pad_6", e.pad_6);
    io("reserved_8", e.reserved_8);
    io("gravity", e.gravity);
    io("morph", e.morph);
    io("trans_range_xz", e.trans_range_xz);
    io("trans_range_y", e.trans_range_y);
    io("trans_range_initial", e.trans_range_initial);
    io("trans_range_delta", e.trans_range_delta);
    io("trans_initial", e.trans_initial);
    io("trans_delta", e.trans_delta);
    io("trans_current", e.trans_current);
    io("trans_delta_grav", e.trans_delta_grav);
    io("trans_rnd_xz", e.trans_rnd_xz);
    io("fwd_rot_initial", e.fwd_rot_initial);
    io("fwd_rot_delta", e.fwd_rot_delta);
    io("fwd_rot_current", e.fwd_rot_current);
    io("xyz_rot_initial", e.xyz_rot_initial);
    io("xyz_rot_delta", e.xyz_rot_delta);
    io("xyz_rot_current", e.xyz_rot_current);
    io("scale_initial", e.scale_initial);
    io("scale_delta", e.scale_delta);
    io("scale_current", e.scale_current);
    for (std::size_t i = 0; i < (game == Game::recoil ? 1u : 3u); ++i) {
        io(bounce_fields[i][0], e.bounces[i].seq_name);
        io(bounce_fields[i][1], e.bounces[i].seq_index);
        io(bounce_fields[i][2], e.bounces[i].snd_index);
        io(bounce_fields[i][3], e.bounces[i].snd_volume);
    }
    io("run_time", e.run_time);
}
template <class Io> void describe(Io& io, ObjectMotionFromTo& e) {
    io("flags", e.flags);
    io("node_index", e.node_index);
    io("morph_from", e.morph_from);
    io("morph_to", e.morph_to);
    io("morph_delta", e.morph_delta);
    io("translate_from", e.translate_from);
    io("translate_to", e.translate_to);
    io("translate_delta", e.translate_delta);
    io("rotate_from", e.rotate_from);
    io("rotate_to", e.rotate_to);
    io("rotate_delta", e.rotate_delta);
    io("scale_from", e.scale_from);
    io("scale_to", e.scale_to);
    io("scale_delta", e.scale_delta);
    io("run_time", e.run_time);
}
template <class Io, class Channel> void describe_splines(Io& io, Channel& channel) {
    io("spline_x", channel.spline_x);
    io("spline_y", channel.spline_y);
    io("spline_z", channel.spline_z);
}
template <class Io> void describe(Io& io, VectorChannel& channel, Game game = Game::mechwarrior3) {
    io("base", channel.base);
    io("garbage", channel.garbage);
    io("delta", channel.delta);
    if (game != Game::recoil) describe_splines(io, channel);
}
template <class Io> void describe(Io& io, RotationChannel& channel, Game game = Game::mechwarrior3) {
    io("base", channel.base);
    io("delta", channel.delta);
    if (game != Game::recoil) describe_splines(io, channel);
}
template <class Io> void describe(Io& io, Frame& frame, Game game = Game::mechwarrior3) {
    io("flags", frame.flags);
    io("start_time", frame.start_time);
    io("end_time", frame.end_time);
    const auto channel = [&](std::string_view name, auto& box) {
        InGame in{box.value(), game};
        if constexpr (is_json<Io>)
            io(name, in.record);
        else
            io(name, in);
    };
    if (frame.flags & 1) channel("translate", frame.translate);
    if (frame.flags & 2) channel("rotate", frame.rotate);
    if (frame.flags & 4) channel("scale", frame.scale);
}
template <class Io> void describe(Io& io, ObjectMotionSiScript& e, Game game) {
    io("node_index", e.node_index);
    auto frame_count = static_cast<std::uint32_t>(e.frames.size());
    if (game == Game::pirates_moon)
        io("script_index", e.script_index);
    else
        io("frame_count", frame_count);
    if (game != Game::recoil) io("reserved_8", e.reserved_8);
    io("script_time", e.script_time);
    io("script_position", e.script_position);
    io("frame_index", e.frame_index);
    if constexpr (is_json<Io>)
        if (game != Game::pirates_moon) io("frames", e.frames);
}
template <class Io> void describe(Io& io, ObjectOpacityState& e) {
    io("is_set", e.is_set);
    io("has_opacity", e.has_opacity);
    io("opacity", e.opacity);
    io("node_index", e.node_index);
    io("pad_10", e.pad_10);
}
template <class Io> void describe(Io& io, ObjectOpacityFromTo& e) {
    io("node_index", e.node_index);
    io("state_from", e.state_from);
    io("state_to", e.state_to);
    io("opacity_from", e.opacity_from);
    io("opacity_to", e.opacity_to);
    io("opacity_delta", e.opacity_delta);
    io("run_time", e.run_time);
}
template <class Io> void describe(Io& io, ObjectAddChild& e) {
    io("parent_index", e.parent_index);
    io("child_index", e.child_index);
}
template <class Io> void describe(Io& io, ObjectDeleteChild& e) {
    io("parent_index", e.parent_index);
    io("child_index", e.child_index);
}
template <class Io> void describe(Io& io, ObjectCycleTexture& e) {
    io("flags", e.flags);
    io("node_index", e.node_index);
    io("reset", e.reset);
}
template <class Io> void describe(Io& io, ObjectConnector& e) {
    io("flags", e.flags);
    io("node_index", e.node_index);
    io("from_index", e.from_index);
    io("to_index", e.to_index);
    io("pad_10", e.pad_10);
    io("from_pos", e.from_pos);
    io("to_pos", e.to_pos);
    io("from_t_start", e.from_t_start);
    io("from_t_end", e.from_t_end);
    io("from_t_delta", e.from_t_delta);
    io("from_t", e.from_t);
    io("to_t_start", e.to_t_start);
    io("to_t_end", e.to_t_end);
    io("to_t_delta", e.to_t_delta);
    io("to_t", e.to_t);
    io("run_time", e.run_time);
    io("max_length", e.max_length);
}
template <class Io> void describe(Io& io, CallObjectConnector& e) {
    io("flags", e.flags);
    io("anim_name", e.anim_name);
    io("anim_index", e.anim_index);
    io("save_index", e.save_index);
    io("from_index", e.from_index);
    io("to_index", e.to_index);
    io("from_pos", e.from_pos);
    io("to_pos", e.to_pos);
}
template <class Io, class Camera> void describe_camera(Io& io, Camera& e) {
    io("flags", e.flags);
    io("node_index", e.node_index);
    io("clip_near", e.clip_near);
    io("clip_far", e.clip_far);
    io("lod_multiplier", e.lod_multiplier);
    io("fov_h", e.fov_h);
    io("fov_v", e.fov_v);
    io("zoom_h", e.zoom_h);
    io("zoom_v", e.zoom_v);
}
template <class Io> void describe(Io& io, CameraState& e) { describe_camera(io, e); }
template <class Io> void describe(Io& io, CameraFromTo& e) {
    describe_camera(io, e);
    io("run_time", e.run_time);
}
template <class Io> void describe(Io& io, CallSequence& e) {
    io("name", e.name);
    io("index", e.index);
}
template <class Io> void describe(Io& io, StopSequence& e) {
    io("name", e.name);
    io("index", e.index);
}
template <class Io> void describe(Io& io, CallAnimation& e) {
    io("anim_name", e.anim_name);
    io("operand_index", e.operand_index);
    io("flags", e.flags);
    io("anim_index", e.anim_index);
    io("wait_for", e.wait_for);
    io("node_index", e.node_index);
    io("pad_42", e.pad_42);
    io("position", e.position);
    io("translation", e.translation);
}
template <class Io> void describe(Io& io, StopAnimation& e) {
    io("name", e.name);
    io("ref_index", e.ref_index);
    io("def_index", e.def_index);
}
template <class Io> void describe(Io& io, ResetAnimation& e) {
    io("name", e.name);
    io("index", e.index);
}
template <class Io> void describe(Io& io, InvalidateAnimation& e) {
    io("name", e.name);
    io("index", e.index);
}
template <class Io> void describe(Io& io, FogState& e) {
    io("name", e.name);
    io("flags", e.flags);
    io("fog_type", e.fog_type);
    io("color", e.color);
    io("altitude", e.altitude);
    io("range", e.range);
}
template <class Io> void describe(Io& io, Loop& e) {
    io("flags", e.flags);
    io("value", e.value);
}
template <class Io> void describe(Io& io, If& e, Game game) {
    io("condition", e.condition);
    io("node_index", e.node_index);
    io("value", e.value);
    if (game == Game::pirates_moon) io("reserved_12", e.reserved_12);
}
template <class Io> void describe(Io&, Else&) {}
template <class Io> void describe(Io&, EndIf&) {}
template <class Io> void describe(Io& io, Callback& e) { io("value", e.value); }
template <class Io> void describe(Io& io, FbfxColorFromTo& e) {
    io("red", e.red);
    io("green", e.green);
    io("blue", e.blue);
    io("alpha", e.alpha);
    io("run_time", e.run_time);
}
template <class Io> void describe(Io& io, FbfxCsinwaveFromTo& e) {
    io("flags", e.flags);
    io("node_index", e.node_index);
    io("position", e.position);
    io("screen_x", e.screen_x);
    io("screen_y", e.screen_y);
    io("world_radius_from", e.world_radius_from);
    io("world_radius_to", e.world_radius_to);
    io("screen_radius", e.screen_radius);
    io("csin_x", e.csin_x);
    io("csin_y", e.csin_y);
    io("csin_z", e.csin_z);
    io("run_time", e.run_time);
}
template <class Io> void describe(Io& io, AnimVerbose& e) { io("value", e.value); }
template <class Io> void describe(Io& io, DetonateWeapon& e) {
    io("weapon", e.weapon);
    io("node_index", e.node_index);
    io("position", e.position);
}
template <class Io> void describe(Io& io, PufferState& e, Game game) {
    io("name", e.name);
    io("puffer_index", e.puffer_index);
    io("flags", e.flags);
    io("node_index", e.node_index);
    io("active_state", e.active_state);
    io("translation", e.translation);
    io("local_velocity", e.local_velocity);
    io("world_velocity", e.world_velocity);
    io("min_random_velocity", e.min_random_velocity);
    io("max_random_velocity", e.max_random_velocity);
    io("world_acceleration", e.world_acceleration);
    io("interval_type", e.interval_type);
    io("interval_value", e.interval_value);
    io("size_range", e.size_range);
    io("lifetime_range", e.lifetime_range);
    io("start_age_range", e.start_age_range);
    io("deviation_distance", e.deviation_distance);
    io("unknown_range", e.unknown_range);
    io("fade_range", e.fade_range);
    io("friction", e.friction);
    io("wind_factor", e.wind_factor);
    io("priority", e.priority);
    if (game == Game::pirates_moon) io("number", e.number);
    io("textures_have_time", e.textures_have_time);
    for (std::size_t i = 0; i < 6; ++i) {
        io(puffer_fields[i][0], e.textures[i].time);
        io(puffer_fields[i][1], e.textures[i].name);
    }
    io("color_count", e.color_count);
    for (std::size_t i = 0; i < 6; ++i) io(puffer_fields[i][2], e.colors[i]);
    io("growth_count", e.growth_count);
    for (std::size_t i = 0; i < 6; ++i) io(puffer_fields[i][3], e.growths[i]);
}

} // namespace event

} // namespace ossuary::mw3
