// Files put together by hand: for each game one that holds an event of every type, none of them odd.
#pragma once

#include <string_view>
#include <vector>

#include "ossuary/formats/mw3/anim.h"

namespace ossuary::mw3::testing {

inline Sequence sequence_of(std::string_view name, std::vector<Event> events,
                            SequenceState state = SequenceState::initial) {
    Sequence sequence;
    sequence.name = name;
    sequence.seq_state = sequence.reset_mode = state;
    sequence.events_ptr = events.empty() ? 0 : stale_pointer;
    sequence.events = std::move(events);
    return sequence;
}

template <class T> Event at(StartOffset offset, float time, T record) {
    Event event;
    event.start_offset = offset;
    event.start_time = time;
    if constexpr (std::is_constructible_v<EventData, T>)
        event.data = std::move(record);
    else
        event.data = Box<T>(std::move(record));
    return event;
}
template <class T> Event now(T record) { return at(StartOffset::animation, 0, std::move(record)); }

inline Raw<4> raw(float value) {
    Raw<4> bytes;
    store(bytes.bytes.data(), value, Endian::little);
    return bytes;
}
inline Raw<4> raw(std::uint32_t value) {
    Raw<4> bytes;
    store(bytes.bytes.data(), value, Endian::little);
    return bytes;
}

// A definition with three nodes and one item in each other list.
inline Definition plain_definition(std::string_view name, Game game = Game::mechwarrior3) {
    Definition d;
    d.anim_name = name;
    d.name = std::string_view("thing");
    d.anim_root_name = std::string_view("thing");
    d.nodes.emplace(3);
    (*d.nodes)[0].name = std::string_view("gate");
    (*d.nodes)[1].name = std::string_view("gate_left");
    (*d.nodes)[2].name = std::string_view("a_rather_long_node_name");
    d.lights.emplace(1);
    (*d.lights)[0].name = std::string_view("lamp");
    d.dynamic_sounds.emplace(1);
    (*d.dynamic_sounds)[0].name = std::string_view("hum");
    d.static_sounds.emplace(1);
    (*d.static_sounds)[0].name = std::string_view("bang");
    d.nodes_ptr = d.lights_ptr = d.dynamic_sounds_ptr = d.static_sounds_ptr = stale_pointer;
    if (game == Game::recoil) {
        d.effects.emplace(1);
        (*d.effects)[0].name = std::string_view("flash");
        d.effects_ptr = stale_pointer;
    } else {
        d.puffers.emplace(1);
        (*d.puffers)[0].name = std::string_view("smoke");
        (*d.puffers)[0].flags = 0xAB000000;
        d.puffers_ptr = stale_pointer;
    }
    d.anim_refs.emplace(1);
    (*d.anim_refs)[0].name = std::string_view("other");
    d.anim_refs_ptr = stale_pointer;
    return d;
}

inline event::Frame frame_of(float start, float end, std::uint32_t flags) {
    event::Frame frame{.flags = flags, .start_time = start, .end_time = end};
    if (flags & 1) frame.translate.value().delta = {{1, 2, 3}};
    if (flags & 2) frame.rotate.value().delta = {{0, 0.5f, 0}};
    if (flags & 4) frame.scale.value().base = {{1, 1, 1}};
    return frame;
}

inline std::vector<Event> every_event(Game game) {
    using namespace event;
    const bool recoil = game == Game::recoil, pirates_moon = game == Game::pirates_moon;
    const Vector v{{1, 2, -3}};
    std::vector<Event> events;
    events.push_back(now(Sound{1, 2, v}));
    events.push_back(now(SoundNode{std::string_view("hum"), 1, 2, 1, 1, v}));
    if (recoil) events.push_back(now(event::Effect{1, -200, v}));
    LightState light{.name = std::string_view("lamp"), .light_index = 1, .active_state = 1};
    light.flags = recoil ? 0x1FE : pirates_moon ? 0x3FFE : 0x7FE;
    light.directional = light.saturated = 1;
    light.subdivide = light.is_static = recoil ? 0 : 1;
    light.lightmap = light.bicolored = pirates_moon ? 1 : 0;
    light.node_index = input_node;
    light.translation = light.orientation = v;
    light.range = {{1, 20}};
    light.color = {{1, 0.5f, 0.25f}};
    if (pirates_moon) light.ambient_color = {{0.1f, 0.2f, 0.3f}};
    light.ambient = light.diffuse = 0.5f;
    events.push_back(now(light));
    events.push_back(now(LightAnimation{.name = std::string_view("lamp"),
                                        .light_index = 1,
                                        .range = {{-1, -2}},
                                        .range_alt = {{3, 4}},
                                        .color = {{-1, 0, 5}},
                                        .run_time = 0.5f}));
    events.push_back(now(ObjectActiveState{1, own_node, 0}));
    events.push_back(now(ObjectTranslateState{1, v, 1, input_node}));
    events.push_back(now(ObjectScaleState{v, 3}));
    events.push_back(now(ObjectRotateState{2, {{-3, 0, 3}}, 1, 2}));
    ObjectMotion motion{.flags = recoil ? 0x1F7Fu : 0x7F7Fu, .node_index = 1, .gravity = -9.8f, .morph = 0.5f};
    motion.trans_range_xz = motion.trans_range_y = motion.trans_range_initial = motion.trans_range_delta = {{1, 2}};
    motion.trans_initial = motion.trans_delta = motion.trans_rnd_xz = v;
    motion.fwd_rot_initial = 1;
    motion.xyz_rot_initial = motion.xyz_rot_delta = motion.scale_initial = motion.scale_delta = v;
    for (std::size_t i = 0; i < (recoil ? 1u : 3u); ++i) motion.bounces[i] = {std::string_view("seq"), -1, 1, 2.5f};
    motion.run_time = 2;
    events.push_back(now(motion));
    events.push_back(now(ObjectMotionFromTo{.flags = 15,
                                            .node_index = 1,
                                            .morph_from = 0,
                                            .morph_to = 1,
                                            .morph_delta = 0.5f,
                                            .translate_from = v,
                                            .translate_to = v,
                                            .rotate_to = v,
                                            .scale_from = v,
                                            .run_time = 2}));
    ObjectMotionSiScript script{.node_index = 2};
    if (!pirates_moon)
        for (const std::uint32_t flags : {0u, 1u, 2u, 4u, 7u}) script.frames.push_back(frame_of(0, 1, flags));
    events.push_back(now(std::move(script)));
    events.push_back(now(ObjectOpacityState{1, 1, 0.5f, own_node, 0}));
    events.push_back(now(ObjectOpacityFromTo{1, -1, 1, 1, 0, -1, 1}));
    events.push_back(now(ObjectAddChild{1, 2}));
    events.push_back(now(ObjectDeleteChild{1, 2}));
    events.push_back(now(ObjectCycleTexture{1, 3, 5}));
    events.push_back(now(ObjectConnector{.flags = 0xA929,
                                         .node_index = 1,
                                         .from_index = 2,
                                         .to_index = 3,
                                         .from_pos = v,
                                         .to_pos = v,
                                         .from_t_start = 0.25f,
                                         .from_t_end = 0.5f,
                                         .to_t_start = 0,
                                         .to_t_end = 0.5f,
                                         .run_time = 1,
                                         .max_length = 5}));
    events.push_back(now(CallObjectConnector{0x491, std::string_view("other"), 0, 0, 1, 2, v, v}));
    events.push_back(now(CameraState{0x7F, 1, 1, 2, 3, 4, 5, 6, 7}));
    events.push_back(now(CameraFromTo{.flags = 0x7F, .node_index = 1, .fov_h = {{1, 2, 1}}, .run_time = 1}));
    events.push_back(now(CallSequence{std::string_view("called"), -1}));
    events.push_back(now(StopSequence{std::string_view("called"), -1}));
    events.push_back(now(CallAnimation{std::string_view("other"), 1, 0x17, 0, 0, 2, 0, v, v}));
    const std::int16_t unresolved = pirates_moon ? -1 : 0;
    events.push_back(now(StopAnimation{std::string_view("other"), unresolved, unresolved}));
    events.push_back(now(ResetAnimation{std::string_view("other"), 0}));
    events.push_back(now(InvalidateAnimation{std::string_view("other"), 0}));
    events.push_back(
        now(FogState{.flags = 15, .fog_type = 2, .color = {{0, 0.5f, 1}}, .altitude = {{9, 1}}, .range = {{1, 100}}}));
    events.push_back(now(If{1, 0, raw(0.5f)}));
    events.push_back(now(ElseIf{{16, static_cast<std::uint32_t>(input_node), raw(30u)}}));
    events.push_back(now(Else{}));
    events.push_back(now(EndIf{}));
    events.push_back(now(Callback{77}));
    events.push_back(now(FbfxColorFromTo{{{0, 1, 1}}, {{0, 1, 1}}, {{1, 0, -1}}, {{0.5f, 0.5f, 0}}, 1}));
    if (game != Game::mechwarrior3)
        events.push_back(now(FbfxCsinwaveFromTo{.flags = 2, .node_index = 1, .run_time = 1}));
    if (game != Game::mechwarrior3) events.push_back(now(AnimVerbose{1}));
    events.push_back(now(DetonateWeapon{std::string_view("missile"), input_node, v}));
    if (!recoil) {
        PufferState puffer{.name = std::string_view("smoke"), .puffer_index = 1, .node_index = 1, .active_state = 3};
        puffer.flags = pirates_moon ? 0x7FFFFF : 0x5FFFFF;
        puffer.translation = puffer.local_velocity = puffer.world_velocity = v;
        puffer.min_random_velocity = puffer.max_random_velocity = puffer.world_acceleration = v;
        puffer.interval_type = 1;
        puffer.interval_value = 0.1f;
        puffer.size_range = puffer.lifetime_range = puffer.start_age_range = puffer.fade_range = {{1, 2}};
        puffer.deviation_distance = 1;
        puffer.friction = puffer.wind_factor = puffer.priority = 0.5f;
        puffer.number = pirates_moon ? 4 : 0;
        puffer.textures_have_time = 1;
        puffer.textures[0] = {0, std::string_view("puff1")};
        puffer.textures[1] = {0.5f, std::string_view("puff2")};
        puffer.color_count = 2;
        puffer.colors[1].bytes.fill(std::byte{0xFF}); // no sensible floats
        puffer.growth_count = 1;
        puffer.growths[0] = {{1, 2}};
        events.push_back(now(puffer));
    }
    events.push_back(at(StartOffset::event, 1, Loop{1, raw(3u)}));
    events.push_back(at(StartOffset::sequence, 2.5f, Loop{2, raw(1.5f)}));
    return events;
}

// Everything a file of the game may hold.
inline AnimFile whole_file(Game game = Game::mechwarrior3) {
    AnimFile file;
    file.game = game;
    file.timestamp = game == Game::pirates_moon ? 940000000 : 0;
    file.toc.resize(2);
    file.toc[0].path = std::string_view("..\\data\\common\\zrdr\\commonAnim.zrd");
    file.toc[0].path.bytes[50] = '\xB7';
    file.toc[0].timestamp = 932567146;
    file.toc[1].path = std::string_view("..\\data\\c1\\zrdr\\gate.zrd");

    Definition d = plain_definition("everything", game);
    d.anim_name.bytes[20] = 'x';
    d.flags = definition_flags::has_callbacks | definition_flags::execution_by_range | definition_flags::reset_time;
    d.exec_range = {{0, 2500}};
    d.reset_time = 0.65f;
    d.max_health = d.cur_health = 20;
    d.objects.emplace(1);
    (*d.objects)[0].name = std::string_view("gate");
    (*d.objects)[0].affine.bytes.fill(std::byte{0xFF});
    (*d.objects)[0].flags = 3;
    d.objects_ptr = stale_pointer;
    d.prereqs.emplace(3);
    (*d.prereqs)[0] = {.type = PrerequisiteType::animation, .name = std::string_view("other")};
    (*d.prereqs)[1] = {.optional = 1, .type = PrerequisiteType::parent, .name = std::string_view("thing")};
    (*d.prereqs)[2] = {.optional = 1, .type = PrerequisiteType::object, .active = 1, .name = std::string_view("gate")};
    if (game == Game::pirates_moon) (*d.prereqs)[2].active = 3;
    d.prereqs_ptr = stale_pointer;
    d.prereq_min = 1;
    d.reset = sequence_of("RESET_SEQUENCE", {now(event::ObjectTranslateState{.node_index = 1})});
    d.sequences.push_back(sequence_of("all", every_event(game)));
    d.sequences.push_back(sequence_of("called", {now(event::Sound{1, 0, {}})}, SequenceState::on_call));
    file.definitions.push_back(std::move(d));

    Definition& other = file.definitions.emplace_back();
    other.anim_name = std::string_view("other");
    other.name = std::string_view("other.flt");
    other.anim_root_name = std::string_view("other");
    other.anim_root_ptr = game == Game::pirates_moon ? stale_pointer : 1;
    other.lights.emplace(); // nothing but the blank item
    other.lights_ptr = 1;
    other.sequences.push_back(sequence_of("s", {now(event::Else{})}));
    if (game == Game::pirates_moon) {
        other.reset.reset();
        other.reset_ptr = 0;
        Script& script = file.scripts.emplace_back();
        script.script_name = "swing";
        script.object_name = "gate";
        script.spline = 1;
        script.frames.push_back(frame_of(0, 1, 7));
    }
    return file;
}

} // namespace ossuary::mw3::testing
