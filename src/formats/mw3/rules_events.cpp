#include <numbers>

#include "formats/mw3/rules.h"

namespace ossuary::mw3 {

namespace {

// What an index may say besides a place in the list.
enum Special : unsigned { nothing = 0, none = 1, own = 2, input = 4, minus_one = 8 };
constexpr Special operator|(Special a, Special b) { return static_cast<Special>(unsigned{a} | unsigned{b}); }

bool bit(std::uint32_t flags, int n) { return (flags >> n & 1) != 0; }
bool at_most_one_of(std::uint32_t flags) { return std::popcount(flags) <= 1; }

class EventRules {
public:
    EventRules(Checker& checker, const Definition& definition) : c(checker), d(definition) {}

    void operator()(const event::Sound& e) {
        index("sound_index", e.sound_index, d.static_sounds);
        index("node_index", e.node_index, d.nodes, none);
        c.only_if(e.node_index != 0, "position", e.position);
    }
    void operator()(const event::SoundNode& e) {
        c.text("name", e.name);
        index("sound_index", e.sound_index, d.dynamic_sounds);
        same_name(e.name, e.sound_index, d.dynamic_sounds);
        c.flags("flags", e.flags, 3);
        c.at_most_one("active_state", e.active_state);
        index_if(bit(e.flags, 1), "node_index", e.node_index, d.nodes);
        c.only_if(e.flags != 0, "translation", e.translation);
    }
    void operator()(const event::Effect& e) {
        index("effect_index", e.effect_index, d.effects);
        index("node_index", e.node_index, d.nodes, input);
    }
    void operator()(const event::LightState& e) {
        const bool recoil = c.game() == Game::recoil, pirates_moon = c.game() == Game::pirates_moon;
        c.text("name", e.name);
        index("light_index", e.light_index, d.lights);
        same_name(e.name, e.light_index, d.lights);
        c.flags("flags", e.flags, recoil ? 0x1FF : pirates_moon ? 0x3FFF : 0x7FF);
        c.at_most_one("active_state", e.active_state);
        c.combination(e.active_state != 0 || e.flags == 0, "flags", "flags of a light that is switched off");
        c.at_most_one("light_type", e.light_type);
        const auto choice = [&](int n, std::string_view field, std::uint32_t value) {
            c.at_most_one(field, value);
            c.only_if(bit(e.flags, n), field, value);
        };
        choice(7, "directional", e.directional);
        choice(8, "saturated", e.saturated);
        if (!recoil) choice(9, "subdivide", e.subdivide);
        if (!recoil) choice(10, "static", e.is_static);
        if (pirates_moon) choice(12, "bicolored", e.bicolored);
        if (pirates_moon) choice(13, "lightmap", e.lightmap);
        index_if(bit(e.flags, 1), "node_index", e.node_index, d.nodes, input);
        c.only_if(e.flags & 3, "translation", e.translation);
        c.only_if(bit(e.flags, 2), "orientation", e.orientation);
        c.only_if(bit(e.flags, 3), "range", e.range);
        c.in_range(e.range[0] >= 0 && e.range[0] <= e.range[1] && std::isfinite(e.range[1]), "range",
                   "0 <= near <= far");
        c.only_if(bit(e.flags, 4), "color", e.color);
        c.in_range(within(e.color, 0, 1), "color", "0 to 1");
        if (pirates_moon) c.only_if(bit(e.flags, 11), "ambient_color", e.ambient_color);
        c.only_if(bit(e.flags, 5), "ambient", e.ambient);
        c.in_range(within(e.ambient, 0, 1), "ambient", "0 to 1");
        c.only_if(bit(e.flags, 6), "diffuse", e.diffuse);
        c.in_range(within(e.diffuse, 0, 1), "diffuse", "0 to 1");
    }
    void operator()(const event::LightAnimation& e) {
        c.text("name", e.name);
        index("light_index", e.light_index, d.lights);
        same_name(e.name, e.light_index, d.lights);
        const float near = e.range[0], far = e.range[1];
        c.in_range(std::isfinite(near) && std::isfinite(far) &&
                       (near > 0   ? far >= near
                        : near < 0 ? far <= near
                                   : true),
                   "range", "a change of far that goes as far as that of near");
        c.zero("reserved_52", e.reserved_52);
        c.in_range(within(e.color, -5, 5), "color", "-5 to 5");
        c.zero("reserved_72", e.reserved_72);
        c.zero("reserved_84", e.reserved_84);
        run_time(e.run_time);
    }
    void operator()(const event::ObjectActiveState& e) {
        c.at_most_one("state", e.state);
        index("node_index", e.node_index, d.nodes, c.game() == Game::pirates_moon ? own | minus_one : own);
        c.zero("pad_6", e.pad_6);
    }
    void operator()(const event::ObjectTranslateState& e) {
        c.at_most_one("relative", e.relative);
        index("node_index", e.node_index, d.nodes);
        index("at_node_index", e.at_node_index, d.nodes, none | input);
    }
    void operator()(const event::ObjectScaleState& e) { index("node_index", e.node_index, d.nodes); }
    void operator()(const event::ObjectRotateState& e) {
        constexpr float pi = std::numbers::pi_v<float>;
        if (e.flags > 4 || e.flags == 3) c.error("bad-flags", "flags", "expected 0, 1, 2 or 4");
        c.in_range(within(e.rotation, -pi, pi), "rotation", "-pi to pi");
        index("node_index", e.node_index, d.nodes);
        index_if(e.flags >= 2, "at_node_index", e.at_node_index, d.nodes, input);
    }
    void operator()(const event::ObjectMotion& e) {
        using Motion = event::ObjectMotion;
        const bool recoil = c.game() == Game::recoil;
        c.flags("flags", e.flags, recoil ? 0x3FFF : 0x7FFF);
        index("node_index", e.node_index, d.nodes);
        const std::size_t bounces = recoil ? 1 : 3;
        constexpr const auto& names = event::bounce_fields;
        const bool sounds = e.flags & Motion::bounce_sounds;
        for (std::size_t i = 0; i < bounces; ++i) {
            const event::Bounce& bounce = e.bounces[i];
            c.text(names[i][0], bounce.seq_name);
            index_if(sounds, names[i][2], bounce.snd_index, d.static_sounds, none);
        }
        if (!c.wants_deviations()) return;
        const std::string_view anim = d.anim_name.text();
        const bool ramp = anim == "hit_ramp1" || anim == "hit_ramp2"; // in released files, and used all the same
        c.combination(bit(e.flags, 3) == bit(e.flags, 4) || (ramp && bit(e.flags, 3)), "flags",
                      "the two translation range bits come together");
        c.combination(!(bit(e.flags, 6) && bit(e.flags, 7)), "flags", "two kinds of forward rotation");
        c.combination(!(e.flags & (Motion::complex_gravity | Motion::no_altitude)) || (e.flags & Motion::has_gravity),
                      "flags", "a kind of gravity without gravity");
        c.zero("pad_6", e.pad_6);
        c.zero("reserved_8", e.reserved_8);
        c.only_if(e.flags & Motion::has_gravity, "gravity", e.gravity);
        c.only_if(e.flags & Motion::has_morph, "morph", e.morph);
        const bool ranges = e.flags & (Motion::range_min | Motion::range_max);
        c.only_if(ranges, "trans_range_xz", e.trans_range_xz);
        c.only_if(ranges, "trans_range_y", e.trans_range_y);
        c.only_if(ranges, "trans_range_initial", e.trans_range_initial);
        c.only_if(ranges, "trans_range_delta", e.trans_range_delta);
        const bool moves = e.flags & Motion::translation;
        c.only_if(moves, "trans_initial", e.trans_initial);
        c.only_if(moves, "trans_delta", e.trans_delta);
        c.zero("trans_current", e.trans_current);
        c.zero("trans_delta_grav", e.trans_delta_grav);
        c.only_if(moves, "trans_rnd_xz", e.trans_rnd_xz);
        c.only_if(e.flags & (Motion::forward_by_distance | Motion::forward_by_time), "fwd_rot_initial",
                  e.fwd_rot_initial);
        c.only_if(e.flags & Motion::forward_by_time, "fwd_rot_delta", e.fwd_rot_delta);
        c.zero("fwd_rot_current", e.fwd_rot_current);
        c.only_if(e.flags & Motion::xyz_rotation, "xyz_rot_initial", e.xyz_rot_initial);
        c.only_if(e.flags & Motion::xyz_rotation, "xyz_rot_delta", e.xyz_rot_delta);
        c.zero("xyz_rot_current", e.xyz_rot_current);
        c.only_if(e.flags & Motion::scale, "scale_initial", e.scale_initial);
        c.only_if(e.flags & Motion::scale, "scale_delta", e.scale_delta);
        c.zero("scale_current", e.scale_current);
        for (std::size_t i = 0; i < bounces; ++i) {
            const event::Bounce& bounce = e.bounces[i];
            c.only_if(e.flags & Motion::bounce_sequences, names[i][0], bounce.seq_name);
            c.in_range(bounce.seq_index == -1, names[i][1], "-1");
            c.only_if(sounds, names[i][3], bounce.snd_volume);
            if (sounds && bounce.snd_index != 0)
                c.in_range(positive(bounce.snd_volume), names[i][3], "above 0, a sound is given");
        }
        c.only_if(e.flags & Motion::has_run_time, "run_time", e.run_time);
        if (e.flags & Motion::has_run_time) run_time(e.run_time);
    }
    void operator()(const event::ObjectMotionFromTo& e) {
        c.flags("flags", e.flags, 0xF);
        index("node_index", e.node_index, d.nodes);
        if (!c.wants_deviations()) return;
        c.only_if(bit(e.flags, 3), "morph_from", e.morph_from);
        c.only_if(bit(e.flags, 3), "morph_to", e.morph_to);
        c.only_if(bit(e.flags, 3), "morph_delta", e.morph_delta);
        c.in_range(within(e.morph_from, 0, 1), "morph_from", "0 to 1");
        c.in_range(within(e.morph_to, 0, 1), "morph_to", "0 to 1");
        const auto channel = [&](int n, const std::string_view(&names)[3], const Vector& from, const Vector& to,
                                 const Vector& delta) {
            c.only_if(bit(e.flags, n), names[0], from);
            c.only_if(bit(e.flags, n), names[1], to);
            c.only_if(bit(e.flags, n), names[2], delta);
        };
        channel(0, {"translate_from", "translate_to", "translate_delta"}, e.translate_from, e.translate_to,
                e.translate_delta);
        channel(1, {"rotate_from", "rotate_to", "rotate_delta"}, e.rotate_from, e.rotate_to, e.rotate_delta);
        channel(2, {"scale_from", "scale_to", "scale_delta"}, e.scale_from, e.scale_to, e.scale_delta);
        run_time(e.run_time);
    }
    void operator()(const event::ObjectMotionSiScript& e) {
        index("node_index", e.node_index, d.nodes);
        if (c.game() != Game::recoil) c.zero("reserved_8", e.reserved_8);
        c.zero("script_time", e.script_time);
        c.zero("script_position", e.script_position);
        c.zero("frame_index", e.frame_index);
    }
    void operator()(const event::ObjectOpacityState& e) {
        c.at_most_one("is_set", e.is_set);
        c.at_most_one("has_opacity", e.has_opacity);
        c.only_if(e.has_opacity != 0, "opacity", e.opacity);
        c.in_range(within(e.opacity, 0, 1), "opacity", "0 to 1");
        index("node_index", e.node_index, d.nodes, own);
        c.zero("pad_10", e.pad_10);
    }
    void operator()(const event::ObjectOpacityFromTo& e) {
        index("node_index", e.node_index, d.nodes);
        c.one_of<std::int16_t>("state_from", e.state_from, {-1, 0, 1});
        c.one_of<std::int16_t>("state_to", e.state_to, {-1, 0, 1});
        c.in_range(within(e.opacity_from, 0, 1), "opacity_from", "0 to 1");
        c.in_range(within(e.opacity_to, 0, 1), "opacity_to", "0 to 1");
        run_time(e.run_time);
    }
    void operator()(const event::ObjectAddChild& e) { family(e); }
    void operator()(const event::ObjectDeleteChild& e) { family(e); }
    void operator()(const event::ObjectCycleTexture& e) {
        c.combination(e.flags == 1, "flags", "expected 1");
        index("node_index", e.node_index, d.nodes);
        c.in_range(e.reset <= 5, "reset", "0 to 5");
    }
    void operator()(const event::ObjectConnector& e) {
        c.flags("flags", e.flags, 0xBF7B);
        for (const std::uint32_t pair : {0x3u, 0x18u, 0x60u, 0x300u, 0xC00u, 0x3000u})
            c.combination(at_most_one_of(e.flags & pair), "flags", "two bits that exclude each other");
        index("node_index", e.node_index, d.nodes);
        index_if(bit(e.flags, 0), "from_index", e.from_index, d.nodes);
        index_if(bit(e.flags, 5), "to_index", e.to_index, d.nodes);
        c.zero("pad_10", e.pad_10);
        c.only_if(bit(e.flags, 3), "from_pos", e.from_pos);
        c.only_if(bit(e.flags, 8), "to_pos", e.to_pos);
        const bool from = e.flags & 0xC00, to = e.flags & 0x3000;
        c.only_if(from, "from_t_start", e.from_t_start);
        c.only_if(from, "from_t_end", e.from_t_end);
        c.in_range(!bit(e.flags, 10) || e.from_t_end == e.from_t_start, "from_t_end", "the same as from_t_start");
        c.zero("from_t", e.from_t);
        c.only_if(to, "to_t_start", e.to_t_start, Real(1));
        c.only_if(to, "to_t_end", e.to_t_end, Real(1));
        c.in_range(!bit(e.flags, 12) || e.to_t_end == e.to_t_start, "to_t_end", "the same as to_t_start");
        c.zero("to_t", e.to_t);
        c.in_range(not_negative(e.run_time), "run_time", "0 or more");
        c.only_if(bit(e.flags, 15), "max_length", e.max_length);
        if (bit(e.flags, 15)) c.in_range(positive(e.max_length), "max_length", "above 0");
    }
    void operator()(const event::CallObjectConnector& e) {
        c.flags("flags", e.flags, 0xFFF);
        for (const std::uint32_t group : {0xFu, 0x30u, 0x3C0u, 0xC00u})
            c.combination(at_most_one_of(e.flags & group), "flags", "two bits that exclude each other");
        c.text("anim_name", e.anim_name);
        c.zero("anim_index", e.anim_index);
        reference("save_index", e.save_index, true);
        index_if(e.flags & 3, "from_index", e.from_index, d.nodes);
        index_if(e.flags & 0xC0, "to_index", e.to_index, d.nodes);
        c.only_if(bit(e.flags, 4), "from_pos", e.from_pos);
        c.only_if(bit(e.flags, 10), "to_pos", e.to_pos);
    }
    void operator()(const event::CameraState& e) { camera(e); }
    void operator()(const event::CameraFromTo& e) {
        camera(e);
        run_time(e.run_time);
    }
    void operator()(const event::CallSequence& e) {
        c.text("name", e.name);
        c.in_range(e.index == -1, "index", "-1");
    }
    void operator()(const event::StopSequence& e) {
        c.text("name", e.name);
        c.in_range(e.index == -1, "index", "-1");
    }
    void operator()(const event::CallAnimation& e) {
        using Call = event::CallAnimation;
        const bool has_node = e.flags & (Call::at_node | Call::with_node);
        c.flags("flags", e.flags, 0x1F);
        c.combination(!(e.flags & Call::has_translation) || (e.flags & Call::at_node), "flags",
                      "a translation without a node to be at");
        c.combination(!(e.flags & Call::with_node) || !(e.flags & Call::at_node), "flags", "at and with a node");
        c.combination(!(e.flags & Call::has_position) || has_node, "flags", "a position without a node");
        c.text("anim_name", e.anim_name);
        index("operand_index", e.operand_index, d.nodes, none);
        c.zero("anim_index", e.anim_index);
        if (e.flags & Call::wait)
            reference("wait_for", e.wait_for, false);
        else
            c.only_if(false, "wait_for", e.wait_for, std::int16_t{-1});
        index_if(has_node, "node_index", e.node_index, d.nodes, input);
        c.zero("pad_42", e.pad_42);
        c.only_if(e.flags & Call::has_position, "position", e.position);
        c.only_if(e.flags & Call::has_translation, "translation", e.translation);
    }
    void operator()(const event::StopAnimation& e) {
        c.text("name", e.name);
        const std::int16_t expected = c.game() == Game::pirates_moon ? -1 : 0;
        if (e.ref_index != expected) c.deviation("nonzero-reserved", "ref_index", "resolved by name at run time");
        if (e.def_index != expected) c.deviation("nonzero-reserved", "def_index", "resolved by name at run time");
    }
    void operator()(const event::ResetAnimation& e) {
        c.text("name", e.name);
        c.zero("index", e.index);
    }
    void operator()(const event::InvalidateAnimation& e) {
        c.text("name", e.name);
        c.zero("index", e.index);
    }
    void operator()(const event::FogState& e) {
        c.text("name", e.name);
        if (e.name.text() != "default_fog_name") c.deviation("name-mismatch", "name", "expected 'default_fog_name'");
        c.flags("flags", e.flags, 0xF);
        c.one_of<std::uint32_t>("fog_type", e.fog_type, {0, 1, 2});
        c.only_if(bit(e.flags, 0), "fog_type", e.fog_type, 1u);
        c.only_if(bit(e.flags, 1), "color", e.color);
        c.in_range(within(e.color, 0, 1), "color", "0 to 1");
        c.only_if(bit(e.flags, 2), "altitude", e.altitude);
        c.only_if(bit(e.flags, 3), "range", e.range);
        if (bit(e.flags, 3))
            c.in_range(e.range[0] > 0 && e.range[0] <= e.range[1] && std::isfinite(e.range[1]), "range",
                       "0 < near <= far");
    }
    void operator()(const event::Loop& e) {
        if (e.flags != 1 && e.flags != 2) c.error("bad-flags", "flags", "expected 1 (count) or 2 (run time)");
        if (e.flags == 1 && (e.value.bytes[2] != std::byte{} || e.value.bytes[3] != std::byte{}))
            c.deviation("nonzero-reserved", "value", "expected zeros behind the count");
    }
    void operator()(const event::If& e) {
        const bool on_or_off = e.condition == 32 || e.condition == 64;
        c.one_of<std::uint32_t>("condition", e.condition, {1, 2, 4, 16, 32, 64});
        c.only_if(e.condition == 16, "node_index", e.node_index);
        c.in_range(!on_or_off || e.whole() <= 1, "value", "0 or 1");
        if (c.game() == Game::pirates_moon) c.zero("reserved_12", e.reserved_12);
    }
    void operator()(const event::ElseIf& e) { (*this)(static_cast<const event::If&>(e)); }
    void operator()(const event::Else&) {}
    void operator()(const event::EndIf&) {}
    void operator()(const event::Callback&) {
        if (!(d.flags & definition_flags::has_callbacks))
            c.deviation("callback-flag", "value", "the definition's flags do not say that it has callbacks");
    }
    void operator()(const event::FbfxColorFromTo& e) {
        const auto color = [&](std::string_view field, const FromTo& value) {
            if (c.game() != Game::recoil) c.in_range(within(value[0], 0, 1) && within(value[1], 0, 1), field, "0 to 1");
        };
        color("red", e.red);
        color("green", e.green);
        color("blue", e.blue);
        color("alpha", e.alpha);
        run_time(e.run_time);
    }
    void operator()(const event::FbfxCsinwaveFromTo& e) {
        c.flags("flags", e.flags, 0xF);
        index_if(bit(e.flags, 1), "node_index", e.node_index, d.nodes, input);
    }
    void operator()(const event::AnimVerbose& e) { c.at_most_one("value", e.value); }
    void operator()(const event::DetonateWeapon& e) {
        c.text("weapon", e.weapon);
        index("node_index", e.node_index, d.nodes, input);
    }
    void operator()(const event::PufferState& e) {
        const bool pirates_moon = c.game() == Game::pirates_moon, on = bit(e.flags, 2);
        c.text("name", e.name);
        index("puffer_index", e.puffer_index, d.puffers);
        same_name(e.name, e.puffer_index, d.puffers);
        c.flags("flags", e.flags, pirates_moon ? 0x7FFFFF : 0x5FFFFF);
        if (bit(e.flags, 1))
            index("node_index", e.node_index, d.nodes);
        else
            c.only_if(false, "node_index", e.node_index, -1);
        c.at_most_one("interval_type", e.interval_type);
        c.at_most_one("textures_have_time", e.textures_have_time);
        constexpr const auto& names = event::puffer_fields;
        for (std::size_t i = 0; i < 6; ++i) c.text(names[i][1], e.textures[i].name);
        if (!c.wants_deviations()) return;

        c.combination(on || e.flags == 0, "flags", "flags of a puffer that is switched off");
        c.in_range(e.active_state <= (on ? 10u : 0u), "active_state", "0 to 10; 0 when switched off");
        c.only_if(bit(e.flags, 0), "translation", e.translation);
        c.only_if(bit(e.flags, 3), "local_velocity", e.local_velocity);
        c.only_if(bit(e.flags, 4), "world_velocity", e.world_velocity);
        c.only_if(bit(e.flags, 5), "min_random_velocity", e.min_random_velocity);
        c.only_if(bit(e.flags, 6), "max_random_velocity", e.max_random_velocity);
        c.only_if(bit(e.flags, 16), "world_acceleration", e.world_acceleration);
        c.only_if(on, "interval_type", e.interval_type); // files go by the values, whatever bits 7 and 8 say
        c.only_if(on, "interval_value", e.interval_value);
        if (bit(e.flags, 7) && bit(e.flags, 8))
            c.in_range(not_negative(e.interval_value), "interval_value", "0 or more");
        const auto range = [&](int n, std::string_view field, const Range& value, bool holds,
                               std::string_view expected) {
            c.only_if(bit(e.flags, n), field, value);
            if (bit(e.flags, n)) c.in_range(holds && std::isfinite(value[0] + value[1]), field, expected);
        };
        const auto ascends = [](const Range& value) { return value[0] > 0 && value[0] < value[1]; };
        range(9, "size_range", e.size_range, ascends(e.size_range), "0 < min < max");
        range(10, "lifetime_range", e.lifetime_range, e.lifetime_range[0] > 0 && e.lifetime_range[1] > 0,
              "both above 0");
        range(15, "start_age_range", e.start_age_range,
              e.start_age_range[0] >= 0 && e.start_age_range[0] < e.start_age_range[1], "0 <= min < max");
        c.only_if(bit(e.flags, 11), "deviation_distance", e.deviation_distance);
        if (bit(e.flags, 11)) c.in_range(positive(e.deviation_distance), "deviation_distance", "above 0");
        c.only_if(bit(e.flags, 19), "unknown_range", e.unknown_range);
        range(12, "fade_range", e.fade_range, ascends(e.fade_range), "0 < min < max");
        const auto weight = [&](int n, std::string_view field, const Real& value) {
            c.only_if(bit(e.flags, n), field, value);
            c.in_range(not_negative(value), field, "0 or more");
        };
        weight(17, "friction", e.friction);
        weight(20, "wind_factor", e.wind_factor);
        weight(22, "priority", e.priority);
        if (pirates_moon) {
            c.only_if(bit(e.flags, 21), "number", e.number);
            c.in_range(!bit(e.flags, 21) || e.number > 0, "number", "above 0");
        }
        std::size_t textures = 0;
        for (std::size_t i = 0; i < 6; ++i)
            if (!e.textures[i].name.text().empty()) textures = i + 1;
        if (!bit(e.flags, 14)) {
            for (std::size_t i = 0; i < 6; ++i) {
                c.only_if(false, names[i][0], e.textures[i].time);
                c.only_if(false, names[i][1], e.textures[i].name);
            }
        } else {
            c.in_range(textures > 0, names[0][1], "a texture");
            for (std::size_t i = 0; i < 6; ++i) {
                c.in_range(i >= textures || !e.textures[i].name.text().empty(), names[i][1], "textures without gaps");
                c.only_if(e.textures_have_time != 0 && i < textures, names[i][0], e.textures[i].time);
            }
        }
        const auto counted = [&](int n, std::string_view field, std::uint32_t count, std::size_t column,
                                 const auto& list) {
            c.only_if(bit(e.flags, n), field, count);
            if (bit(e.flags, n)) c.in_range(count >= 1 && count <= 5, field, "1 to 5");
            for (std::size_t i = 0; i < 6; ++i) c.only_if(i < count, names[i][column], list[i]);
        };
        counted(18, "color_count", e.color_count, 2, e.colors);
        counted(13, "growth_count", e.growth_count, 3, e.growths);
    }

private:
    template <class T>
    void index(std::string_view field, std::int32_t value, const Items<T>& items, Special special = nothing) {
        const std::size_t count = items ? items->size() : 0;
        if (value > 0 && static_cast<std::size_t>(value) <= count) return;
        if ((value == 0 && (special & none)) || (value == own_node && (special & own)) ||
            (value == input_node && (special & input)) || (value == -1 && (special & minus_one)))
            return;
        c.error("bad-index", field, std::to_string(value) + " of a list of " + std::to_string(count));
    }
    template <class T>
    void index_if(bool used, std::string_view field, std::int32_t value, const Items<T>& items,
                  Special special = nothing) {
        if (used)
            index(field, value, items, special);
        else
            c.only_if(false, field, value);
    }
    // Animation references count from 0.
    void reference(std::string_view field, std::int32_t value, bool may_be_none) {
        const std::size_t count = d.anim_refs ? d.anim_refs->size() : 0;
        if (value >= 0 && static_cast<std::size_t>(value) < count) return;
        if (value == -1 && may_be_none) return;
        c.error("bad-index", field, std::to_string(value) + " of " + std::to_string(count) + " references");
    }
    template <class T> void same_name(const Name& name, std::int32_t value, const Items<T>& items) {
        if (!c.wants_deviations()) return;
        const std::string_view known = (*items)[static_cast<std::size_t>(value - 1)].name.text();
        if (name.text() != known)
            c.deviation("name-mismatch", "name", "the item of its index is called '" + std::string(known) + "'");
    }
    void run_time(float seconds) { c.in_range(positive(seconds), "run_time", "seconds above 0"); }
    template <class T> void family(const T& e) {
        index("parent_index", e.parent_index, d.nodes);
        index("child_index", e.child_index, d.nodes);
    }
    template <class T> void camera(const T& e) {
        c.flags("flags", e.flags, 0x7F);
        index("node_index", e.node_index, d.nodes);
        c.only_if(bit(e.flags, 0), "clip_near", e.clip_near);
        c.only_if(bit(e.flags, 1), "clip_far", e.clip_far);
        c.only_if(bit(e.flags, 2), "lod_multiplier", e.lod_multiplier);
        c.only_if(bit(e.flags, 3), "fov_h", e.fov_h);
        c.only_if(bit(e.flags, 4), "fov_v", e.fov_v);
        c.only_if(bit(e.flags, 5), "zoom_h", e.zoom_h);
        c.only_if(bit(e.flags, 6), "zoom_v", e.zoom_v);
    }

    Checker& c;
    const Definition& d;
};

} // namespace

void check_event(Checker& c, const Event& event, const Definition& definition) {
    visit_event(EventRules(c, definition), event);
}

} // namespace ossuary::mw3
