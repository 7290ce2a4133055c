// Section by section: what is refused, and what is reported and kept.
#include <cmath>
#include <functional>
#include <limits>

#include "formats/mw3/anim_files.h"
#include "formats/mw3/zbd_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/anim.h"

namespace ossuary::mw3 {
namespace {

using namespace testing;

constexpr Verbs<AnimFile> anim_file{parse_anim, write_anim, dump_anim, build_anim};

// The first event of a type in the sequence that has them all.
template <class T> T& find(AnimFile& file) {
    for (Event& event : file.definitions[0].sequences[0].events)
        if (get_event<T>(event)) return const_cast<T&>(*get_event<T>(event));
    throw std::logic_error("no such event");
}
template <class T> std::string path_of(AnimFile& file, std::string_view field) {
    const auto& events = file.definitions[0].sequences[0].events;
    for (std::size_t i = 0; i < events.size(); ++i)
        if (get_event<T>(events[i]))
            return "defs[1].sequences[0].events[" + std::to_string(i) + "].data." + std::string(field);
    return {};
}

template <class T> void refused(std::string_view name, std::string_view field, std::function<void(T&)> edit) {
    SCOPED_TRACE(std::string(T::type_name) + ' ' + std::string(field));
    AnimFile file = whole_file();
    edit(find<T>(file));
    expect_error(anim_file, write_anim(file), name, path_of<T>(file, field));
}
template <class T> void reported(std::string_view name, std::string_view field, std::function<void(T&)> edit) {
    SCOPED_TRACE(std::string(T::type_name) + ' ' + std::string(field));
    AnimFile file = whole_file();
    edit(find<T>(file));
    expect_deviation(anim_file, write_anim(file), name, path_of<T>(file, field));
}
void refused(std::string_view name, std::string_view field, std::function<void(AnimFile&)> edit) {
    SCOPED_TRACE(field);
    AnimFile file = whole_file();
    edit(file);
    expect_error(anim_file, write_anim(file), name, field);
}
void reported(std::string_view name, std::string_view field, std::function<void(AnimFile&)> edit) {
    SCOPED_TRACE(field);
    AnimFile file = whole_file();
    edit(file);
    expect_deviation(anim_file, write_anim(file), name, field);
}

template <std::size_t N, Fill F> void make_endless(Text<N, F>& text) { text.bytes.fill('x'); }
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(Rules, HeaderTellsTheGame) {
    const ByteBuffer bytes = write_anim(whole_file());
    expect_error(anim_file, with(bytes, 0, gamez_signature), "bad-signature", "header.signature");
    EXPECT_NE(parse_anim(with(bytes, 0, gamez_signature)).error().message().find("GameZ"), std::string::npos);
    expect_error(anim_file, with(bytes, 4, std::uint32_t{53}), "bad-version", "header.version");
    EXPECT_NE(parse_anim(with(bytes, 4, std::uint32_t{53})).error().message().find("Crimson Skies"), std::string::npos);
    expect_error(anim_file, with(bytes, 4, std::uint32_t{40}), "bad-version", "header.version");
    expect_error(anim_file, with(bytes, 8, std::uint32_t{0xFFFFFFFF}), "truncated", "header.entry_count");
    ByteBuffer longer = bytes;
    longer.push_back({});
    expect_error(anim_file, longer, "trailing-bytes");
}

TEST(Rules, CountsAskForNoMoreThanThereIs) {
    const ByteBuffer bytes = write_anim(whole_file());
    const std::size_t info = 12 + 2 * 84, blank = info + 68, definition = blank + 316 + 64;
    expect_error(anim_file, with(bytes, info + 10, std::uint16_t{0}), "bad-count", "info.def_count");
    expect_error(anim_file, with(bytes, info + 10, std::uint16_t{0xFFFF}), "truncated", "defs[3]");
    expect_error(anim_file, with(bytes, blank + 5, std::uint8_t{1}), "blank-not-zero", "defs[0]");
    expect_error(anim_file, with(bytes, blank + 153, std::uint8_t{5}), "blank-not-zero", "defs[0]");
    expect_error(anim_file, with(bytes, definition + 316, std::uint8_t{1}), "blank-not-zero", "defs[1].objects[0]");
    expect_error(anim_file, with(bytes, definition + 264, std::uint8_t{0}), "bad-count", "defs[1].sequence_count");
    expect_error(anim_file, with(bytes, definition + 271, std::uint8_t{1}), "bad-count", "defs[1].effect_count");
    expect_error(anim_file, with(bytes, definition + 200, std::uint8_t{'r'}), "reset-mismatch", "defs[1].reset");
}

TEST(Rules, EventSizesMustFit) {
    // One definition with one event: its size is 60 bytes before the end of its 60.
    AnimFile file;
    Definition& d = file.definitions.emplace_back();
    d.sequences.push_back(sequence_of("s", {now(event::CallSequence{std::string_view("s")})}));
    const ByteBuffer bytes = write_anim(file);
    const std::size_t event = bytes.size() - 48;
    const std::string path = "defs[1].sequences[0].events[0]";
    for (const std::uint32_t size : {0u, 11u, 12u, 47u, 49u, 0xFFFFFFFFu})
        expect_error(anim_file, with(bytes, event + 4, size), "bad-event-size", path + ".size");
    expect_error(anim_file, with(bytes, event, std::uint8_t{29}), "bad-event-type", path + ".type");
    expect_error(anim_file, with(bytes, event, std::uint8_t{37}), "bad-event-type", path + ".type");
    expect_error(anim_file, with(bytes, event + 1, std::uint8_t{0}), "bad-enum", path + ".start_offset");
    expect_deviation(anim_file, with(bytes, event + 2, std::uint8_t{1}), "nonzero-reserved", path + ".pad");
    // Seven bytes left over in the sequence.
    ByteBuffer longer = with(bytes, event - 4, std::uint32_t{48 + 7});
    longer.resize(longer.size() + 7);
    expect_error(anim_file, longer, "bad-event-size", "defs[1].sequences[0].events[1]");
    expect_error(anim_file, with(bytes, event - 4, std::uint32_t{0xFFFFFFFF}), "truncated",
                 "defs[1].sequences[0].events");
}

TEST(Rules, FramesEndWhereTheEventEnds) {
    AnimFile file;
    Definition& d = file.definitions.emplace_back();
    d.nodes.emplace(1);
    d.nodes->front().name = std::string_view("n");
    d.nodes_ptr = 1;
    event::ObjectMotionSiScript script{.node_index = 1};
    script.frames = {frame_of(0, 1, 1), frame_of(1, 2, 3)};
    d.sequences.push_back(sequence_of("s", {now(script)}));
    const ByteBuffer bytes = write_anim(file);
    expect_clean(anim_file, bytes);
    const std::size_t event = bytes.size() - (36 + 12 + 76 + 12 + 152), frames = event + 36;
    const std::string path = "defs[1].sequences[0].events[0].data.";
    expect_error(anim_file, with(bytes, event + 16, std::uint32_t{1}), "bad-event-size", path + "frames");
    expect_error(anim_file, with(bytes, event + 16, std::uint32_t{3}), "bad-event-size", path + "frames[2]");
    expect_error(anim_file, with(bytes, event + 16, std::uint32_t{0xFFFFFFFF}), "bad-event-size", path + "frame_count");
    expect_error(anim_file, with(bytes, frames, std::uint32_t{8}), "bad-flags", path + "frames[0].flags");
    expect_error(anim_file, with(bytes, frames + 88, std::uint32_t{7}), "bad-event-size", path + "frames[1]");
    expect_error(anim_file, with(bytes, event + 4, std::uint32_t{35}), "bad-event-size");
}

TEST(Rules, TextsEndAndAreAscii) {
    refused("unterminated-string", "toc[0].path", [](AnimFile& f) { make_endless(f.toc[0].path); });
    refused("unterminated-string", "defs[1].anim_name", [](AnimFile& f) { make_endless(f.definitions[0].anim_name); });
    refused("non-ascii", "defs[1].nodes[2].name",
            [](AnimFile& f) { (*f.definitions[0].nodes)[1].name.bytes[0] = '\x80'; });
    refused<event::CallSequence>("unterminated-string", "name", [](auto& e) { make_endless(e.name); });
    refused<event::DetonateWeapon>("unterminated-string", "weapon", [](auto& e) { make_endless(e.weapon); });
    refused<event::PufferState>("non-ascii", "texture5_name", [](auto& e) { e.textures[5].name.bytes[0] = '\xFF'; });
    reported("bad-padding", "defs[1].name", [](AnimFile& f) { f.definitions[0].name.bytes[30] = 'x'; });
    reported("bad-padding", "defs[1].nodes[1].name",
             [](AnimFile& f) { (*f.definitions[0].nodes)[0].name.bytes[30] = 'x'; });
}

TEST(Rules, DefinitionsAreAsInKnownFiles) {
    refused("bad-flags", "defs[1].flags", [](AnimFile& f) { f.definitions[0].flags |= 1; });
    refused("bad-enum", "defs[1].activation", [](AnimFile& f) { f.definitions[0].activation = Activation{5}; });
    refused("bad-enum", "defs[1].sequences[1].seq_state",
            [](AnimFile& f) { f.definitions[0].sequences[1].seq_state = SequenceState{1}; });
    refused("reset-mismatch", "defs[1].reset.name",
            [](AnimFile& f) { f.definitions[0].reset->seq_state = SequenceState::on_call; });
    refused("bad-enum", "defs[1].prereqs[0].optional",
            [](AnimFile& f) { (*f.definitions[0].prereqs)[0].optional = 2; });
    refused("bad-enum", "defs[1].prereqs[1].type",
            [](AnimFile& f) { (*f.definitions[0].prereqs)[1].type = PrerequisiteType{4}; });
    refused("bad-enum", "defs[1].anim_refs[0].ref_type",
            [](AnimFile& f) { (*f.definitions[0].anim_refs)[0].ref_type = 2; });
    const auto odd = [](std::string_view name, std::string_view field, void (*edit)(Definition&)) {
        reported(name, "defs[1]." + std::string(field), [edit](AnimFile& f) { edit(f.definitions[0]); });
    };
    odd("bad-flags", "flags", [](Definition& d) { d.flags |= definition_flags::execution_by_zone; });
    odd("bad-flags", "flags", [](Definition& d) { d.flags |= definition_flags::network_log_on; });
    odd("bad-flags", "flags", [](Definition& d) { d.flags |= definition_flags::save_log_on; });
    odd("pointer", "anim_ptr", [](Definition& d) { d.anim_ptr = d.anim_root_ptr = 0; });
    odd("pointer", "anim_root_ptr", [](Definition& d) { d.anim_root_ptr = 1; });
    odd("pointer", "objects_ptr", [](Definition& d) { d.objects_ptr = 0; });
    odd("nonzero-reserved", "reserved_104", [](Definition& d) { d.reserved_104.bytes[40] = std::byte{1}; });
    odd("nonzero-reserved", "status", [](Definition& d) { d.status = 5; });
    odd("out-of-range", "execution_priority", [](Definition& d) { d.execution_priority = 1; });
    odd("out-of-range", "two_155", [](Definition& d) { d.two_155 = 3; });
    odd("out-of-range", "exec_range", [](Definition& d) { d.exec_range = {{3, 2}}; });
    odd("nonzero-unused", "exec_range", [](Definition& d) { d.flags &= ~2u; });
    odd("nonzero-unused", "reset_time", [](Definition& d) { d.flags &= ~0x20u; });
    odd("out-of-range", "max_health", [](Definition& d) { d.max_health = d.cur_health = nan; });
    odd("out-of-range", "cur_health", [](Definition& d) { d.cur_health = 1; });
    odd("out-of-range", "prereq_min", [](Definition& d) { d.prereq_min = 3; });
    odd("callback-flag", "sequences[0].events[31].data.value", [](Definition& d) { d.flags &= ~0x10u; });
    odd("pointer", "sequences[1].events_size", [](Definition& d) { d.sequences[1].events.clear(); });
    odd("pointer", "sequences[0].events_ptr", [](Definition& d) { d.sequences[0].events_ptr = 0; });
    odd("nonzero-reserved", "sequences[0].loop_time", [](Definition& d) { d.sequences[0].loop_time = nan; });
    odd("nonzero-reserved", "puffers[1].flags", [](Definition& d) { (*d.puffers)[0].flags |= 1; });
    odd("nonzero-reserved", "lights[1].in_world", [](Definition& d) { (*d.lights)[0].in_world = 1; });
    odd("pointer", "nodes[3].node_ptr", [](Definition& d) { (*d.nodes)[2].node_ptr = 0; });
    odd("out-of-range", "prereqs[1].active", [](Definition& d) { (*d.prereqs)[1].active = 1; });
    reported("nonzero-reserved", "info.reserved_36", [](AnimFile& f) { f.info.reserved_32[1] = 1; });
    reported("out-of-range", "info.one_60", [](AnimFile& f) { f.info.one_60 = 0; });
}

TEST(Rules, IndicesLeadSomewhere) {
    using namespace event;
    refused<Sound>("bad-index", "sound_index", [](auto& e) { e.sound_index = 0; });
    refused<Sound>("bad-index", "node_index", [](auto& e) { e.node_index = 4; });
    refused<SoundNode>("bad-index", "sound_index", [](auto& e) { e.sound_index = 2; });
    refused<LightState>("bad-index", "light_index", [](auto& e) { e.light_index = -1; });
    refused<LightState>("bad-index", "node_index", [](auto& e) { e.node_index = own_node; });
    refused<ObjectActiveState>("bad-index", "node_index", [](auto& e) { e.node_index = -1; });
    refused<ObjectTranslateState>("bad-index", "at_node_index", [](auto& e) { e.at_node_index = own_node; });
    refused<ObjectMotion>("bad-index", "bounce_snd1_index", [](auto& e) { e.bounces[1].snd_index = -1; });
    refused<ObjectMotionSiScript>("bad-index", "node_index", [](auto& e) { e.node_index = 0; });
    refused<CallObjectConnector>("bad-index", "save_index", [](auto& e) { e.save_index = 1; });
    refused<CallAnimation>("bad-index", "wait_for", [](auto& e) { e.wait_for = -1; });
    refused<CallAnimation>("bad-index", "operand_index", [](auto& e) { e.operand_index = input_node; });
    refused<PufferState>("bad-index", "puffer_index", [](auto& e) { e.puffer_index = 0; });
    refused<PufferState>("bad-index", "node_index", [](auto& e) { e.node_index = -1; });
    // Without its flag it is no index, and any value is merely odd.
    reported<PufferState>("nonzero-unused", "node_index", [](auto& e) { e.flags &= ~2u; });
    reported<CallAnimation>("nonzero-unused", "wait_for", [](auto& e) { e.flags &= 0xF; });
    // An effect's event has nothing to point at in MechWarrior 3.
    AnimFile file = whole_file();
    file.definitions[1].sequences[0].events.push_back(now(event::Effect{1, 1, {}}));
    expect_error(anim_file, write_anim(file), "bad-index", "defs[2].sequences[0].events[1].data.effect_index");
}

TEST(Rules, EventsSayNothingUndefined) {
    using namespace event;
    refused<SoundNode>("bad-flags", "flags", [](auto& e) { e.flags = 4; });
    refused<SoundNode>("bad-enum", "active_state", [](auto& e) { e.active_state = 2; });
    refused<LightState>("bad-flags", "flags", [](auto& e) { e.flags |= 0x800; });
    refused<LightState>("bad-enum", "light_type", [](auto& e) { e.light_type = 2; });
    refused<LightState>("bad-enum", "static", [](auto& e) { e.is_static = 2; });
    refused<ObjectRotateState>("bad-flags", "flags", [](auto& e) { e.flags = 3; });
    refused<ObjectRotateState>("bad-flags", "flags", [](auto& e) { e.flags = 8; });
    refused<ObjectMotion>("bad-flags", "flags", [](auto& e) { e.flags |= 0x8000; });
    refused<ObjectMotionFromTo>("bad-flags", "flags", [](auto& e) { e.flags |= 16; });
    refused<ObjectOpacityState>("bad-enum", "has_opacity", [](auto& e) { e.has_opacity = 2; });
    refused<ObjectOpacityFromTo>("bad-enum", "state_to", [](auto& e) { e.state_to = 2; });
    refused<ObjectConnector>("bad-flags", "flags", [](auto& e) { e.flags |= 4; });
    refused<CallAnimation>("bad-flags", "flags", [](auto& e) { e.flags |= 0x20; });
    refused<FogState>("bad-enum", "fog_type", [](auto& e) { e.fog_type = 3; });
    refused<Loop>("bad-flags", "flags", [](auto& e) { e.flags = 3; });
    refused<If>("bad-enum", "condition", [](auto& e) { e.condition = 8; });
    refused<ElseIf>("bad-enum", "condition", [](auto& e) { e.condition = 0; });
    refused<PufferState>("bad-flags", "flags", [](auto& e) { e.flags |= 0x200000; });
    refused<PufferState>("bad-enum", "interval_type", [](auto& e) { e.interval_type = 2; });
}

TEST(Rules, OddEventsAreReportedAndKept) {
    using namespace event;
    reported<Sound>("nonzero-unused", "position", [](auto& e) { e.node_index = 0; });
    reported<SoundNode>("name-mismatch", "name", [](auto& e) { e.name = std::string_view("hiss"); });
    reported<LightState>("bad-flags", "flags", [](auto& e) { e.active_state = 0; });
    reported<LightState>("nonzero-unused", "directional", [](auto& e) { e.flags &= ~0x80u; });
    reported<LightState>("out-of-range", "range", [](auto& e) { e.range = {{5, 1}}; });
    reported<LightState>("out-of-range", "color", [](auto& e) { e.color[1] = nan; });
    reported<LightAnimation>("out-of-range", "range", [](auto& e) { e.range = {{2, 1}}; });
    reported<LightAnimation>("nonzero-reserved", "reserved_84", [](auto& e) { e.reserved_84[2] = 1; });
    reported<LightAnimation>("out-of-range", "run_time", [](auto& e) { e.run_time = 0; });
    reported<ObjectRotateState>("out-of-range", "rotation", [](auto& e) { e.rotation[0] = 4; });
    reported<ObjectMotion>("bad-flags", "flags", [](auto& e) { e.flags &= ~0x10u; });
    reported<ObjectMotion>("bad-flags", "flags", [](auto& e) { e.flags |= 0x80; });
    reported<ObjectMotion>("bad-flags", "flags", [](auto& e) { e.flags &= ~1u; });
    reported<ObjectMotion>("nonzero-reserved", "trans_current", [](auto& e) { e.trans_current[1] = 1; });
    reported<ObjectMotion>("nonzero-unused", "bounce_seq2_name", [](auto& e) { e.flags &= ~0x800u; });
    reported<ObjectMotion>("out-of-range", "bounce_seq0_index", [](auto& e) { e.bounces[0].seq_index = 0; });
    reported<ObjectMotion>("out-of-range", "bounce_snd0_volume", [](auto& e) { e.bounces[0].snd_volume = 0; });
    reported<ObjectMotion>("nonzero-unused", "run_time", [](auto& e) { e.flags &= ~0x400u; });
    reported<ObjectMotionFromTo>("nonzero-unused", "rotate_to", [](auto& e) { e.flags &= ~2u; });
    reported<ObjectMotionFromTo>("out-of-range", "morph_to", [](auto& e) { e.morph_to = 2; });
    reported<ObjectMotionSiScript>("nonzero-reserved", "frame_index", [](auto& e) { e.frame_index = 1; });
    reported<ObjectOpacityState>("nonzero-unused", "opacity", [](auto& e) { e.has_opacity = 0; });
    reported<ObjectCycleTexture>("bad-flags", "flags", [](auto& e) { e.flags = 2; });
    reported<ObjectCycleTexture>("out-of-range", "reset", [](auto& e) { e.reset = 6; });
    reported<ObjectConnector>("bad-flags", "flags", [](auto& e) { e.flags |= 2; });
    reported<ObjectConnector>("nonzero-unused", "to_t_start", [](auto& e) { e.flags &= ~0x3000u; });
    reported<ObjectConnector>("out-of-range", "max_length", [](auto& e) { e.max_length = 0; });
    reported<CallObjectConnector>("bad-flags", "flags", [](auto& e) { e.flags |= 2; });
    reported<CameraState>("nonzero-unused", "zoom_v", [](auto& e) { e.flags = 0x3F; });
    reported<CameraFromTo>("nonzero-unused", "fov_h", [](auto& e) { e.flags = 0; });
    reported<CallSequence>("out-of-range", "index", [](auto& e) { e.index = 0; });
    reported<CallAnimation>("bad-flags", "flags", [](auto& e) { e.flags |= 8; });
    reported<StopAnimation>("nonzero-reserved", "ref_index", [](auto& e) { e.ref_index = -1; });
    reported<FogState>("name-mismatch", "name", [](auto& e) { e.name = std::string_view("fog"); });
    reported<FogState>("nonzero-unused", "fog_type", [](auto& e) { e.flags = 14; });
    reported<FogState>("out-of-range", "range", [](auto& e) { e.range = {{0, 1}}; });
    reported<Loop>("nonzero-reserved", "value", [](auto& e) { e.value.bytes[3] = std::byte{1}; });
    reported<If>("out-of-range", "value", [](auto& e) {
        e.condition = 32;
        e.value = raw(2u);
    });
    reported<If>("nonzero-unused", "node_index", [](auto& e) { e.node_index = 1; });
    reported<FbfxColorFromTo>("out-of-range", "alpha", [](auto& e) { e.alpha[1] = -1; });
    reported<PufferState>("bad-flags", "flags", [](auto& e) { e.flags &= ~4u; });
    reported<PufferState>("out-of-range", "active_state", [](auto& e) { e.active_state = 11; });
    reported<PufferState>("out-of-range", "size_range", [](auto& e) { e.size_range = {{2, 2}}; });
    reported<PufferState>("out-of-range", "texture0_name", [](auto& e) { e.textures[0].name = {}; });
    reported<PufferState>("nonzero-unused", "texture1_time", [](auto& e) { e.textures_have_time = 0; });
    reported<PufferState>("out-of-range", "color_count", [](auto& e) { e.color_count = 6; });
    reported<PufferState>("nonzero-unused", "growth0", [](auto& e) { e.growth_count = 0; });
}

TEST(Rules, KnownOdditiesPass) {
    AnimFile file = whole_file();
    file.definitions[0].anim_name = std::string_view("hit_ramp1");
    find<event::ObjectMotion>(file).flags &= ~0x10u;
    find<event::FogState>(file).altitude = {{100, 1}};
    find<event::PufferState>(file).lifetime_range = {{2, 1}};
    find<event::PufferState>(file).flags &= ~0x80u;
    find<event::ObjectMotionFromTo>(file).morph_delta = std::nextafter(0.5f, 1.0f);
    expect_clean(anim_file, write_anim(file));
}

TEST(Rules, DeviationsAreListedUpToALimit) {
    AnimFile file = whole_file();
    for (int i = 0; i < 3000; ++i)
        file.definitions[1].sequences[0].events.push_back(now(event::CallSequence{std::string_view("s"), 7}));
    Diagnostics diagnostics;
    ASSERT_TRUE(parse_anim(write_anim(file), &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1001u);
    EXPECT_NE(diagnostics.back().message.find("more"), std::string::npos);
}

TEST(Build, DerivesCountsAndSizes) {
    AnimFile file = whole_file();
    Json json = dump_anim(file);
    // One event less, and counts that are wrong anyway.
    auto& definitions = const_cast<Json::Array&>(json["definitions"].items());
    auto& sequence = const_cast<Json&>(definitions[0]["sequences"].items()[1]);
    Json event = sequence["events"].items()[0];
    sequence.set("events", Json(Json::Array{event, event, event}));
    sequence.set("events_size", 12345);
    definitions[0].set("node_count", 99);
    const auto built = build_anim(json);
    ASSERT_TRUE(built) << built.error().text();
    const auto again = parse_anim(write_anim(*built));
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again->definitions[0].sequences[1].events.size(), 3u);
    EXPECT_EQ(again->definitions[0].nodes->size(), 3u);
}

TEST(Build, RefusesWhatCouldNotBeRead) {
    const auto refusal = [](void (*edit)(Json&)) {
        Json json = dump_anim(whole_file());
        edit(json);
        const auto built = build_anim(json);
        return built ? std::string("accepted") : built.error().place().field + ": " + built.error().message();
    };
    const auto first = [](Json& json) -> Json& { return const_cast<Json&>(json["definitions"].items()[0]); };
    static const auto definition = first;
    EXPECT_TRUE(refusal([](Json& json) { json.set("version", 53); }).starts_with("version"));
    EXPECT_TRUE(refusal([](Json& json) { json.set("surplus", 1); }).starts_with("surplus: unknown field"));
    EXPECT_TRUE(refusal([](Json& json) {
                    definition(json).set("anim_name", std::string(32, 'x'));
                }).starts_with("definitions[0].anim_name"));
    EXPECT_TRUE(refusal([](Json& json) {
                    definition(json).set("sequences", Json::array());
                }).starts_with("defs[1].sequence_count: bad-count"));
    EXPECT_TRUE(refusal([](Json& json) {
                    Json::Array nodes(255, definition(json)["nodes"].items()[0]);
                    definition(json).set("nodes", Json(nodes));
                }).starts_with("definitions[0].nodes: bad-count"));
    EXPECT_TRUE(refusal([](Json& json) {
                    auto& event = const_cast<Json&>(definition(json)["sequences"].items()[0]["events"].items()[0]);
                    event.set("event", "SOUNDS");
                }).starts_with("definitions[0].sequences[0].events[0]"));
    EXPECT_EQ(refusal([](Json&) {}), "accepted");
}

} // namespace
} // namespace ossuary::mw3
