#include "formats/mw3/rules.h"

namespace ossuary::mw3 {

void check(Checker& c, const SourceFile& source) { c.text("path", source.path); }

void check(Checker& c, const InfoRecord& record) {
    const Info& info = record.info;
    if (record.def_count == 0) c.error("bad-count", "def_count", "there is always the blank definition");
    if (!c.wants_deviations()) return;
    const bool pirates_moon = c.game() == Game::pirates_moon;
    c.zero("reserved_00", info.reserved_00);
    c.zero("reserved_04", info.reserved_04);
    c.zero("reserved_08", info.reserved_08);
    c.pointer(info.defs_ptr != 0, "defs_ptr", "expected a pointer, not 0");
    c.zero("msg_count", info.msg_count);
    c.pointer(info.msgs_ptr == 0, "msgs_ptr", "expected 0, there are no messages");
    c.pointer(info.world_ptr != 0, "world_ptr", "expected a pointer, not 0");
    if (pirates_moon) c.in_range(info.reserved_32[2] <= 1, "reserved_40", "0 or 1");
    constexpr std::string_view names[] = {"reserved_32", "reserved_36", "reserved_40", "reserved_44",
                                          "reserved_48", "reserved_52", "reserved_56"};
    for (std::size_t i = pirates_moon ? 3 : 0; i < 7; ++i) c.zero(names[i], info.reserved_32[i]);
    if (c.game() == Game::recoil) return;
    c.in_range(info.one_60 == 1, "one_60", "1");
    c.zero("reserved_64", info.reserved_64);
}

void check(Checker& c, const DefinitionRecord& record) {
    using namespace definition_flags;
    const Definition& d = record.definition;
    const Counts& counts = record.counts;
    const bool recoil = c.game() == Game::recoil, pirates_moon = c.game() == Game::pirates_moon;
    c.text("anim_name", d.anim_name);
    c.text("name", d.name);
    c.text("anim_root_name", d.anim_root_name);
    c.flags("flags", d.flags, recoil ? 0x143A : pirates_moon ? 0x00193C3A : 0x00113C3A);
    if (d.activation > Activation::on_startup)
        c.error("bad-enum", "activation", std::to_string(static_cast<int>(d.activation)) + ", expected 0 to 4");
    if (counts.sequence_count == 0) c.error("bad-count", "sequence_count", "a definition has at least one sequence");
    if (counts.effect_count != 0 && !recoil)
        c.error("bad-count", "effect_count", std::string(name_of(c.game())) + " has no effects");
    if (!c.wants_deviations()) return;

    if (pirates_moon) {
        c.zero("unknown_32", d.unknown_32);
        c.zero("unknown_36", d.unknown_36);
        c.pointer(d.anim_ptr == stale_pointer, "anim_ptr", "expected 0xffffffff");
        c.pointer(d.anim_root_ptr == stale_pointer, "anim_root_ptr", "expected 0xffffffff");
        c.zero("reserved_212", d.reserved_212);
    } else {
        c.pointer(d.anim_ptr != 0, "anim_ptr", "expected a pointer, not 0");
        c.pointer((d.anim_root_ptr == d.anim_ptr) == (d.anim_root_name.text() == d.name.text()), "anim_root_ptr",
                  "expected it to equal anim_ptr exactly when anim_root_name equals name");
    }
    c.zero("reserved_104", d.reserved_104);
    c.combination(!(d.flags & execution_by_range) || !(d.flags & execution_by_zone), "flags",
                  "execution by range and by zone exclude each other");
    c.combination(!(d.flags & network_log_on) || (d.flags & network_log), "flags", "network log on, but not set");
    c.combination(!(d.flags & save_log_on) || (d.flags & save_log), "flags", "save log on, but not set");
    if (!(pirates_moon && d.status == 5)) c.zero("status", d.status);
    c.in_range(d.execution_priority == 4 || (recoil && d.execution_priority == 1), "execution_priority", "4");
    c.in_range(d.two_155 == 2, "two_155", "2");
    c.only_if(d.flags & execution_by_range, "exec_range", d.exec_range);
    c.in_range(d.exec_range[0] >= 0 && d.exec_range[0] <= d.exec_range[1] && std::isfinite(d.exec_range[1]),
               "exec_range", "0 <= min <= max");
    if (!(recoil && d.reset_time == 0))
        c.only_if(d.flags & definition_flags::reset_time, "reset_time", d.reset_time, Real(-1));
    c.zero("reserved_168", d.reserved_168);
    c.in_range(not_negative(d.max_health), "max_health", "0 or more");
    c.in_range(d.cur_health == d.max_health, "cur_health", "the same as max_health");
    constexpr std::string_view reserved[] = {"reserved_180", "reserved_184", "reserved_188", "reserved_192"};
    for (std::size_t i = 0; i < (recoil ? 3u : 4u); ++i) c.zero(reserved[i], d.reserved_180[i]);
    c.pointer(d.sequences_ptr != 0, "sequences_ptr", "expected a pointer, not 0");
    c.in_range(d.prereq_min <= (counts.prereq_count == 0 ? 0
                                : pirates_moon           ? 4
                                                         : 2),
               "prereq_min", counts.prereq_count == 0 ? "0, there are no prerequisites" : "0 to 2");
    c.zero("pad_275", d.pad_275);
    if (recoil) c.zero("pad_270", d.pad_270);

    const auto list = [&](std::string_view field, std::uint32_t pointer, std::uint8_t count) {
        c.pointer((pointer == 0) == (count == 0), field, "expected 0 exactly when the count is 0");
    };
    list("objects_ptr", d.objects_ptr, counts.object_count);
    list("nodes_ptr", d.nodes_ptr, counts.node_count);
    list("lights_ptr", d.lights_ptr, counts.light_count);
    if (!recoil) list("puffers_ptr", d.puffers_ptr, counts.puffer_count);
    list("dynamic_sounds_ptr", d.dynamic_sounds_ptr, counts.dynamic_sound_count);
    list("static_sounds_ptr", d.static_sounds_ptr, counts.static_sound_count);
    list("effects_ptr", d.effects_ptr, counts.effect_count);
    list("prereqs_ptr", d.prereqs_ptr, counts.prereq_count);
    list("anim_refs_ptr", d.anim_refs_ptr, counts.anim_ref_count);
    c.zero("reserved_312", d.reserved_312);
}

void check(Checker& c, const Object& object) {
    c.text("name", object.name);
    c.zero("reserved_32", object.reserved_32);
    if (c.game() != Game::pirates_moon) return;
    c.pointer(object.node_ptr == stale_pointer, "node_ptr", "expected 0xffffffff");
    if (object.flags > 0xFFFF) c.deviation("nonzero-reserved", "flags", "expected two bytes");
}

void check(Checker& c, const Node& node) {
    c.text("name", node.name);
    c.zero("reserved_32", node.reserved_32);
    if (c.game() != Game::pirates_moon) return c.pointer(node.node_ptr != 0, "node_ptr", "expected a pointer, not 0");
    c.pointer(node.node_ptr == stale_pointer, "node_ptr", "expected 0xffffffff");
    if (node.flags > 0xFFFF) c.deviation("nonzero-reserved", "flags", "expected two bytes");
}

void check(Checker& c, const Light& light) {
    c.text("name", light.name);
    c.zero("flags", light.flags);
    c.pointer(light.ptr != 0, "ptr", "expected a pointer, not 0");
    c.zero("in_world", light.in_world);
}

void check(Checker& c, const Puffer& puffer) {
    c.text("name", puffer.name);
    c.zero("flags", puffer.flags & 0x00FFFFFF);
    c.pointer(puffer.ptr != 0, "ptr", "expected a pointer, not 0");
    c.zero("in_world", puffer.in_world);
}

void check(Checker& c, const StaticSound& sound) {
    c.text("name", sound.name);
    c.zero("reserved_32", sound.reserved_32);
}

void check(Checker& c, const Effect& effect) {
    c.text("name", effect.name);
    c.in_range(effect.index < 20, "index", "0 to 19");
}

void check(Checker& c, const Prerequisite& prerequisite) {
    using enum PrerequisiteType;
    c.at_most_one("optional", prerequisite.optional);
    c.one_of("type", prerequisite.type, {animation, object, parent});
    c.text("name", prerequisite.name);
    if (prerequisite.type == animation) {
        c.zero("reserved_32", prerequisite.reserved_32);
        c.zero("reserved_36", prerequisite.reserved_36);
        return;
    }
    if (c.game() == Game::pirates_moon) {
        const std::uint32_t active = prerequisite.type == object ? 3 : 2;
        c.in_range(prerequisite.active == 0 || prerequisite.active == active, "active", "0, 3 or (of a parent) 2");
        c.pointer(prerequisite.ptr == stale_pointer, "ptr", "expected 0xffffffff");
    } else {
        c.in_range(prerequisite.active <= (prerequisite.type == object ? 1u : 0u), "active", "0 or 1; 0 of a parent");
        c.pointer(prerequisite.ptr != 0, "ptr", "expected a pointer, not 0");
    }
}

void check(Checker& c, const AnimRef& reference) {
    c.text("name", reference.name);
    c.at_most_one("ref_type", reference.ref_type);
    c.pointer(reference.ptr == 0, "ptr", "expected 0");
}

void check(Checker& c, const SequenceRecord& record, bool is_reset) {
    using enum SequenceState;
    const Sequence& s = record.sequence;
    c.text("name", s.name);
    c.one_of("seq_state", s.seq_state, {initial, on_call});
    c.one_of("reset_mode", s.reset_mode, {initial, on_call});
    c.zero("pad_34", s.pad_34);
    c.zero("loop_time", s.loop_time);
    c.zero("event_time", s.event_time);
    c.zero("seq_time", s.seq_time);
    c.zero("loop_count", s.loop_count);
    c.zero("current_event_ptr", s.current_event_ptr);
    if (record.events_size == 0 && !is_reset)
        c.pointer(false, "events_size", "expected at least one event");
    else
        c.pointer((s.events_ptr == 0) == (record.events_size == 0), "events_ptr",
                  "expected 0 exactly when there are no events");
}

} // namespace ossuary::mw3
