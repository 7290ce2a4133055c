// Animation definitions for a guarded gate, with an event of every type that the game's files may hold.
#include "samples/gate.h"

namespace ossuary::samples {

namespace {

using namespace mw3;

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
template <class T> Event then(T record) { return at(StartOffset::animation, 0, std::move(record)); }

template <class T> Raw<4> raw(T value) {
    Raw<4> bytes;
    store(bytes.bytes.data(), value, Endian::little);
    return bytes;
}
Event loop(float pause, std::int16_t count) {
    return at(StartOffset::event, pause, event::Loop{1, raw(static_cast<std::int32_t>(count) & 0xFFFF)});
}

Sequence sequence(std::string_view name, std::vector<Event> events, SequenceState state = SequenceState::initial) {
    Sequence made;
    made.name = name;
    made.seq_state = made.reset_mode = state;
    made.events_ptr = events.empty() ? 0 : stale_pointer;
    made.events = std::move(events);
    return made;
}

template <class T> void name_items(Items<T>& items, std::uint32_t& pointer, std::initializer_list<const char*> names) {
    items.emplace(names.size());
    std::size_t i = 0;
    for (const char* name : names) (*items)[i++].name = std::string_view(name);
    pointer = stale_pointer;
}

event::ObjectMotionFromTo slide(std::int32_t node, const Vector& from, const Vector& to, float seconds) {
    event::ObjectMotionFromTo made{.flags = 1, .node_index = node, .translate_from = from, .translate_to = to};
    for (std::size_t i = 0; i < 3; ++i) made.translate_delta[i] = (to[i] - from[i]) / seconds;
    made.run_time = seconds;
    return made;
}

Definition definition(std::string_view name, std::string_view object, Game game) {
    Definition made;
    made.anim_name = name;
    made.name = object;
    made.anim_root_name = object;
    if (game == Game::pirates_moon) made.reset_ptr = stale_pointer;
    return made;
}

enum GateNode : std::int16_t { left_wing = 1, right_wing, beacon_post, gate_camera };

event::LightState beacon(Game game) {
    event::LightState light{.name = std::string_view("beacon"), .light_index = 1, .flags = 0x5A, .active_state = 1};
    light.node_index = beacon_post;
    light.translation = {{0, 0.5f, 0}};
    light.range = {{1, 20}};
    light.color = {{1, 0.5f, 0.25f}};
    light.diffuse = 0.75f;
    if (game == Game::pirates_moon) {
        light.flags |= 0x800;
        light.ambient_color = {{0.1f, 0.1f, 0.2f}};
    }
    return light;
}

// The wings slide, the beacon blinks, half of the time an alarm is raised.
Definition open_gate(Game game) {
    using namespace event;
    Definition d = definition("open_gate", "main_gate", game);
    d.flags = definition_flags::execution_by_range | definition_flags::has_callbacks;
    d.exec_range = {{0, 2500}};
    name_items(d.nodes, d.nodes_ptr, {"gate_left", "gate_right", "beacon_post", "gate_camera"});
    name_items(d.lights, d.lights_ptr, {"beacon"});
    name_items(d.dynamic_sounds, d.dynamic_sounds_ptr, {"motor_hum"});
    name_items(d.static_sounds, d.static_sounds_ptr, {"snd_gate_open", "snd_gate_stop"});
    name_items(d.anim_refs, d.anim_refs_ptr, {"alarm"});
    d.reset = sequence("RESET_SEQUENCE",
                       {then(ObjectTranslateState{.translation = {{-3, 0, 0}}, .node_index = left_wing}),
                        then(ObjectTranslateState{.translation = {{3, 0, 0}}, .node_index = right_wing}),
                        then(ObjectTranslateState{.translation = {{0, 9.2f, 0}}, .node_index = beacon_post})});
    d.sequences.push_back(sequence(
        "open",
        {then(ObjectActiveState{1, beacon_post, 0}), then(Sound{1, left_wing, {{0, 2, 0}}}),
         then(SoundNode{std::string_view("motor_hum"), 1, 2, 1, left_wing, {}}),
         at(StartOffset::sequence, 0.5f, slide(left_wing, {{-3, 0, 0}}, {{-9, 0, 0}}, 4)),
         at(StartOffset::sequence, 0.5f, slide(right_wing, {{3, 0, 0}}, {{9, 0, 0}}, 4)),
         then(CallSequence{std::string_view("blink")}), at(StartOffset::event, 0.25f, Sound{2, 0, {}}),
         then(SoundNode{std::string_view("motor_hum"), 1, 0, 0, 0, {}}), then(Callback{7}), then(If{1, 0, raw(0.5f)}),
         at(StartOffset::event, 1, CallAnimation{.anim_name = std::string_view("alarm"), .flags = 16, .wait_for = 0}),
         then(ElseIf{{4, 0, raw(std::uint32_t{1})}}), then(ObjectScaleState{{{1, 1.5f, 1}}, beacon_post}), then(Else{}),
         then(ObjectRotateState{1, {{0, 0.5f, 0}}, beacon_post, 0}), then(EndIf{}),
         at(StartOffset::event, 2, StopSequence{std::string_view("blink")}),
         then(LightState{.name = std::string_view("beacon"), .light_index = 1})}));
    d.sequences.push_back(sequence("blink",
                                   {then(beacon(game)),
                                    then(LightAnimation{.name = std::string_view("beacon"),
                                                        .light_index = 1,
                                                        .range = {{-0.5f, -10}},
                                                        .color = {{-0.5f, -0.25f, 0}},
                                                        .run_time = 0.5f}),
                                    loop(0.5f, -1)},
                                   SequenceState::on_call));
    d.sequences.push_back(sequence(
        "watch",
        {then(CameraState{0x3, gate_camera, 0.5f, 500, 0, 0, 0, 0, 0}),
         then(CameraFromTo{.flags = 0x8, .node_index = gate_camera, .fov_h = {{1.2f, 0.8f, -0.2f}}, .run_time = 2})}));
    return d;
}

// A tower that is shot to pieces: debris, smoke, a flash over the whole picture.
Definition blow_up(Game game) {
    using namespace event;
    const bool recoil = game == Game::recoil;
    Definition d = definition("blow_up", "tower.flt", game);
    d.anim_root_name = std::string_view("tower");
    d.anim_root_name.bytes[6] = 'f'; // left of the extension that the games' tools cut off
    d.anim_root_name.bytes[7] = 'l';
    d.anim_root_name.bytes[8] = 't';
    if (game != Game::pirates_moon) d.anim_root_ptr = 0x02A00000;
    d.activation = Activation::weapon_hit;
    d.max_health = d.cur_health = 40;
    d.flags = definition_flags::reset_time;
    d.reset_time = 3;
    name_items(d.objects, d.objects_ptr, {"tower_top"});
    name_items(d.nodes, d.nodes_ptr, {"tower_top", "debris_1", "debris_2", "smoke_spot"});
    if (!recoil) name_items(d.puffers, d.puffers_ptr, {"smoke"});
    if (recoil) name_items(d.effects, d.effects_ptr, {"flash"});
    name_items(d.static_sounds, d.static_sounds_ptr, {"snd_boom", "snd_clank"});
    d.prereqs.emplace(2);
    (*d.prereqs)[0] = {.type = PrerequisiteType::parent, .name = std::string_view("tower")};
    (*d.prereqs)[1] = {.type = PrerequisiteType::object,
                       .active = game == Game::pirates_moon ? 3u : 1u,
                       .name = std::string_view("tower_top")};
    d.prereqs_ptr = stale_pointer;
    ObjectMotion thrown{.flags = 0x1425 | (recoil ? 0u : 0x800u), .node_index = 2, .gravity = -9.8f};
    thrown.trans_initial = {{2, 9, 1}};
    thrown.trans_rnd_xz = {{1, 0, 1}};
    thrown.xyz_rot_initial = {{3, 1, 0}};
    if (!recoil) thrown.bounces[0].seq_name = std::string_view("settle");
    thrown.bounces[0].snd_index = 2;
    thrown.bounces[0].snd_volume = 5;
    thrown.run_time = 1.75f;
    ObjectMotion rolled{.flags = 0x444, .node_index = 3};
    rolled.trans_initial = {{0, 0, 3}};
    rolled.fwd_rot_initial = 0.75f;
    rolled.run_time = 2;
    d.reset = sequence("RESET_SEQUENCE", {then(ObjectActiveState{1, 1, 0}), then(ObjectTranslateState{.node_index = 2}),
                                          then(ObjectTranslateState{.node_index = 3})});
    std::vector<Event> bang{then(DetonateWeapon{std::string_view("MISSILE"), 1, {{0, 3, 0}}}),
                            then(Sound{1, 1, {}}),
                            then(ObjectAddChild{4, 2}),
                            at(StartOffset::sequence, 0, thrown),
                            at(StartOffset::sequence, 0, rolled),
                            at(StartOffset::sequence, 0,
                               FbfxColorFromTo{{{1, 1, 0}}, {{1, 0.5f, -2}}, {{1, 0, -4}}, {{0.5f, 0, -2}}, 0.25f}),
                            at(StartOffset::sequence, 0.25f, ObjectOpacityState{1, 1, 1, 1, 0}),
                            then(ObjectOpacityFromTo{1, 1, 0, 1, 0, -1, 1}),
                            then(ObjectActiveState{0, 1, 0}),
                            then(ObjectCycleTexture{1, 4, 2}),
                            then(ObjectDeleteChild{4, 2})};
    if (recoil) {
        bang.push_back(then(event::Effect{1, 1, {}}));
        bang.push_back(then(FbfxCsinwaveFromTo{.flags = 1, .run_time = 1}));
        bang.push_back(then(AnimVerbose{1}));
    } else {
        PufferState smoke{.name = std::string_view("smoke"), .puffer_index = 1, .flags = 0x43786, .node_index = 4};
        smoke.active_state = 2;
        smoke.interval_value = 0.05f;
        smoke.size_range = {{0.5f, 2}};
        smoke.lifetime_range = {{1, 2.5f}};
        smoke.fade_range = {{0.5f, 1}};
        smoke.color_count = 1;
        smoke.colors[0].bytes[2] = std::byte{0x80};
        smoke.colors[0].bytes[3] = std::byte{0x3F};
        smoke.growth_count = 1;
        smoke.growths[0] = {{0, 1.5f}};
        bang.push_back(then(smoke));
        bang.push_back(at(StartOffset::event, 4, PufferState{.name = std::string_view("smoke"), .puffer_index = 1}));
    }
    bang.push_back(then(FogState{.flags = 0xA, .color = {{0.3f, 0.25f, 0.25f}}, .range = {{5, 200}}}));
    d.sequences.push_back(sequence("bang", std::move(bang)));
    d.sequences.push_back(sequence("settle", {then(ObjectRotateState{0, {}, 2, 0})}, SequenceState::on_call));
    return d;
}

// An alarm of a few seconds that beams up and stops what runs.
Definition alarm(Game game) {
    using namespace event;
    Definition d = definition("alarm", "main_gate", game);
    name_items(d.nodes, d.nodes_ptr, {"siren", "mast"});
    name_items(d.static_sounds, d.static_sounds_ptr, {"snd_siren"});
    name_items(d.anim_refs, d.anim_refs_ptr, {"beam"});
    d.sequences.push_back(
        sequence("wail", {then(Sound{1, 1, {}}), loop(1.5f, 2),
                          then(CallObjectConnector{0x41, std::string_view("beam"), 0, 0, 1, 2, {}, {}}),
                          then(ResetAnimation{std::string_view("beam"), 0})}));
    const std::int16_t unresolved = game == Game::pirates_moon ? -1 : 0;
    d.sequences.push_back(sequence(
        "after", {at(StartOffset::sequence, 3, StopAnimation{std::string_view("fly_by"), unresolved, unresolved}),
                  then(InvalidateAnimation{std::string_view("fly_by"), 0})}));
    return d;
}

Definition beam(Game game) {
    Definition d = definition("beam", "main_gate", game);
    name_items(d.nodes, d.nodes_ptr, {"ray"});
    d.sequences.push_back(sequence(
        "grow",
        {then(event::ObjectConnector{
            .flags = 0x2042, .node_index = 1, .to_t_start = 0, .to_t_end = 1, .to_t_delta = 2, .run_time = 0.5f})}));
    return d;
}

event::Frame frame(float start, float end, const Vector& from, const Vector& rate, float turn) {
    event::Frame made{.flags = 3, .start_time = start, .end_time = end};
    made.translate.value().base = from;
    made.translate.value().delta = rate;
    made.rotate.value().delta = {{0, turn, 0}};
    return made;
}
std::vector<event::Frame> flight() {
    return {frame(0, 2, {{0, 10, -20}}, {{0, 0, 10}}, 0.2f), frame(2, 4, {{0, 10, 0}}, {{5, 1, 5}}, 0.4f)};
}

// A craft that circles from the start of the world on.
Definition fly_by(Game game) {
    Definition d = definition("fly_by", "craft", game);
    d.activation = Activation::on_startup;
    name_items(d.nodes, d.nodes_ptr, {"craft_body"});
    event::ObjectMotionSiScript script{.node_index = 1};
    if (game != Game::pirates_moon) script.frames = flight();
    d.sequences.push_back(sequence("circle", {then(std::move(script)), loop(0, -1)}));
    return d;
}

} // namespace

AnimFile make_gate_file(Game game) {
    AnimFile file;
    file.game = game;
    if (game == Game::pirates_moon) file.timestamp = 943920000;
    file.toc.resize(2);
    file.toc[0].path = std::string_view("..\\data\\common\\zrdr\\gate_anim.zrd");
    file.toc[0].timestamp = 932567146;
    file.toc[1].path = std::string_view("..\\data\\c1\\zrdr\\tower_anim.zrd");
    file.toc[1].timestamp = 932567296;
    file.definitions = {open_gate(game), blow_up(game), alarm(game), beam(game), fly_by(game)};
    if (game == Game::pirates_moon) {
        Script& script = file.scripts.emplace_back();
        script.script_name = "flight";
        script.object_name = "craft_body";
        script.frames = flight();
    }
    return file;
}

} // namespace ossuary::samples
