// The events of an animation definition: one record per type, with the fields of the file in their order.
//
// Indices of nodes, lights, puffers and sounds count from 1 in the definition's own arrays; 0 is none. Those of
// animation references count from 0. Every number is kept as it is stored, rates and working space of the engine too;
// new records begin with what the games' files hold where nothing is said.
#pragma once

#include <optional>
#include <string_view>
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

struct FbfxCsinwaveFromTo { // Recoil, Pirate's Moon
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

struct AnimVerbose { // Recoil, Pirate's Moon
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

} // namespace ossuary::mw3
