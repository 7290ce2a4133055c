// The layouts of the events: the fields of each record in the order of the file, for reading, writing and JSON.
#pragma once

#include <string_view>

#include "formats/mw3/fields_layout.h"
#include "ossuary/formats/mw3/events.h"

namespace ossuary::mw3 {

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
