// The records of anim.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/mw3/event_layouts.h"
#include "ossuary/formats/mw3/anim.h"

namespace ossuary::mw3 {

// How many items each list of a definition has in its file, the blank ones included.
struct Counts {
    std::uint8_t sequence_count = 0;
    std::uint8_t object_count = 0;
    std::uint8_t node_count = 0;
    std::uint8_t light_count = 0;
    std::uint8_t puffer_count = 0;
    std::uint8_t dynamic_sound_count = 0;
    std::uint8_t static_sound_count = 0;
    std::uint8_t effect_count = 0;
    std::uint8_t prereq_count = 0;
    std::uint8_t anim_ref_count = 0;
};
Counts counts_of(const Definition& definition);

template <class Io> void describe(Io& io, SourceFile& source) {
    io("path", source.path);
    io("timestamp", source.timestamp);
}
// `def_count` and `script_count` are not part of the record.
template <class Io>
void describe_info(Io& io, Info& info, std::uint16_t& def_count, std::uint32_t& script_count, Game game) {
    io("reserved_00", info.reserved_00);
    io("reserved_04", info.reserved_04);
    io("reserved_08", info.reserved_08);
    io("def_count", def_count);
    io("defs_ptr", info.defs_ptr);
    if (game == Game::pirates_moon) {
        io("script_count", script_count);
        io("scripts_ptr", info.scripts_ptr);
    }
    io("msg_count", info.msg_count);
    io("msgs_ptr", info.msgs_ptr);
    io("world_ptr", info.world_ptr);
    io("gravity", info.gravity);
    constexpr std::string_view names[] = {"reserved_32", "reserved_36", "reserved_40", "reserved_44",
                                          "reserved_48", "reserved_52", "reserved_56"};
    for (std::size_t i = game == Game::pirates_moon ? 2 : 0; i < 7; ++i) io(names[i], info.reserved_32[i]);
    if (game == Game::recoil) return;
    io("one_60", info.one_60);
    constexpr std::string_view more[] = {"reserved_64", "reserved_68",  "reserved_72", "reserved_76",
                                         "reserved_80", "reserved_84",  "reserved_88", "reserved_92",
                                         "reserved_96", "reserved_100", "reserved_104"};
    for (std::size_t i = 0; i < (game == Game::pirates_moon ? 11u : 1u); ++i) io(more[i], info.reserved_64[i]);
}
template <class Io> void describe(Io& io, Object& object, Game game) {
    io("name", object.name);
    io("reserved_32", object.reserved_32);
    io("node_ptr", object.node_ptr);
    io("flags", object.flags);
    if (game != Game::pirates_moon) io("flags_merged", object.flags_merged);
    io("affine", object.affine);
}
template <class Io> void describe(Io& io, Node& node, Game game) {
    if (game == Game::pirates_moon) io("flags", node.flags);
    io("name", node.name);
    io("reserved_32", node.reserved_32);
    io("node_ptr", node.node_ptr);
}
template <class Io> void describe(Io& io, Light& light) {
    io("name", light.name);
    io("flags", light.flags);
    io("ptr", light.ptr);
    io("in_world", light.in_world);
}
template <class Io> void describe(Io& io, Puffer& puffer) {
    io("name", puffer.name);
    io("flags", puffer.flags);
    io("ptr", puffer.ptr);
    io("in_world", puffer.in_world);
}
template <class Io> void describe(Io& io, StaticSound& sound) {
    io("name", sound.name);
    io("reserved_32", sound.reserved_32);
}
template <class Io> void describe(Io& io, Effect& effect) {
    io("name", effect.name);
    io("index", effect.index);
}
template <class Io> void describe(Io& io, Prerequisite& prerequisite) {
    io("optional", prerequisite.optional);
    io("type", prerequisite.type);
    if (prerequisite.type == PrerequisiteType::animation) {
        io("name", prerequisite.name);
        io("reserved_32", prerequisite.reserved_32);
        io("reserved_36", prerequisite.reserved_36);
    } else {
        io("active", prerequisite.active);
        io("name", prerequisite.name);
        io("ptr", prerequisite.ptr);
    }
}
template <class Io> void describe(Io& io, AnimRef& reference) {
    io("name", reference.name);
    io("ref_type", reference.ref_type);
    io("ptr", reference.ptr);
}
// `events_size` is not part of the record.
template <class Io> void describe_sequence(Io& io, Sequence& sequence, std::uint32_t& events_size) {
    io("name", sequence.name);
    io("seq_state", sequence.seq_state);
    io("reset_mode", sequence.reset_mode);
    io("pad_34", sequence.pad_34);
    io("loop_time", sequence.loop_time);
    io("event_time", sequence.event_time);
    io("seq_time", sequence.seq_time);
    io("loop_count", sequence.loop_count);
    io("current_event_ptr", sequence.current_event_ptr);
    io("events_ptr", sequence.events_ptr);
    io("events_size", events_size);
}
template <class Io> void describe_counts(Io& io, Definition& definition, Counts& counts, Game game) {
    io("sequence_count", counts.sequence_count);
    io("object_count", counts.object_count);
    io("node_count", counts.node_count);
    io("light_count", counts.light_count);
    if (game != Game::recoil) io("puffer_count", counts.puffer_count);
    io("dynamic_sound_count", counts.dynamic_sound_count);
    io("static_sound_count", counts.static_sound_count);
    io("effect_count", counts.effect_count);
    io("prereq_count", counts.prereq_count);
    io("prereq_min", definition.prereq_min);
    io("anim_ref_count", counts.anim_ref_count);
    if (game == Game::recoil) io("pad_270", definition.pad_270);
    io("pad_275", definition.pad_275);
}
// The record of fixed size. `reset(io)` puts the reset sequence at its place, in the games whose record has it.
template <class Io, class Reset>
void describe_definition(Io& io, Definition& definition, Counts& counts, Game game, Reset reset) {
    io("anim_name", definition.anim_name);
    if (game == Game::pirates_moon) {
        io("unknown_32", definition.unknown_32);
        io("unknown_36", definition.unknown_36);
    }
    io("name", definition.name);
    io("anim_ptr", definition.anim_ptr);
    io("anim_root_name", definition.anim_root_name);
    io("anim_root_ptr", definition.anim_root_ptr);
    io("reserved_104", definition.reserved_104);
    io("flags", definition.flags);
    io("status", definition.status);
    io("activation", definition.activation);
    io("execution_priority", definition.execution_priority);
    io("two_155", definition.two_155);
    io("exec_range", definition.exec_range);
    io("reset_time", definition.reset_time);
    io("reserved_168", definition.reserved_168);
    io("max_health", definition.max_health);
    io("cur_health", definition.cur_health);
    constexpr std::string_view names[] = {"reserved_180", "reserved_184", "reserved_188", "reserved_192"};
    for (std::size_t i = 0; i < (game == Game::recoil ? 3u : 4u); ++i) io(names[i], definition.reserved_180[i]);
    io("sequences_ptr", definition.sequences_ptr);
    if (game == Game::pirates_moon) {
        io("reset_ptr", definition.reset_ptr);
        io("reserved_212", definition.reserved_212);
    }
    reset(io);
    describe_counts(io, definition, counts, game);
    io("objects_ptr", definition.objects_ptr);
    io("nodes_ptr", definition.nodes_ptr);
    io("lights_ptr", definition.lights_ptr);
    if (game != Game::recoil) io("puffers_ptr", definition.puffers_ptr);
    io("dynamic_sounds_ptr", definition.dynamic_sounds_ptr);
    io("static_sounds_ptr", definition.static_sounds_ptr);
    io("effects_ptr", definition.effects_ptr);
    io("prereqs_ptr", definition.prereqs_ptr);
    io("anim_refs_ptr", definition.anim_refs_ptr);
    io("reserved_312", definition.reserved_312);
}
// The header of a script; its names and frames follow all the headers.
template <class Io>
void describe_script(Io& io, Script& script, std::uint8_t& script_name_length, std::uint8_t& object_name_length,
                     std::uint32_t& frame_count, std::uint32_t& data_size) {
    io("script_name_ptr", script.script_name_ptr);
    io("object_name_ptr", script.object_name_ptr);
    io("script_name_length", script_name_length);
    io("object_name_length", object_name_length);
    io("pad_10", script.pad_10);
    io("spline", script.spline);
    io("frame_count", frame_count);
    io("data_size", data_size);
    io("frames_ptr", script.frames_ptr);
}

} // namespace ossuary::mw3
