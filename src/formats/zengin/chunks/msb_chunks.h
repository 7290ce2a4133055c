// The chunks of an MSB: what each of them is, and where its payload differs from the records of script_layout.h.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "msb_layout.h"
#include "ossuary/formats/zengin/msb.h"

namespace ossuary::zengin::msb {

enum : std::uint16_t {
    root_id = 0xF000,
    source_id = 0xF100,
    model_id = 0xF200,
    model_end_id = 0xF2FF,
    tree_id = 0xF300,
    mesh_id = 0xF400,
    enum_id = 0xF500,
    max_fps_id = 0xF510,
    ani_id = 0xF520,
    alias_id = 0xF530,
    blend_id = 0xF540,
    sync_id = 0xF550,
    batch_id = 0xF560,
    comb_id = 0xF570,
    disable_id = 0xF580,
    tag_id = 0xF590,
    events_id = 0xF5A0,
    sfx_id = 0xF5A1,
    sfx_ground_id = 0xF5A2,
    event_tag_id = 0xF5A3,
    pfx_id = 0xF5A4,
    pfx_stop_id = 0xF5A5,
    pfx_ground_id = 0xF5A6,
    set_mesh_id = 0xF5A7,
    swap_mesh_id = 0xF5A8,
    morph_id = 0xF5A9,
    tremor_id = 0xF5AA,
    events_end_id = 0xF5AF,
    enum_end_id = 0xF5FF,
    end_id = 0xFFFF
};

// What a chunk is, which for an unknown one depends on where it stands.
enum class Role : std::uint8_t { root, source, tree, mesh, entry, event, mark, foreign };

class Walk {
public:
    Role step(std::uint16_t type) {
        switch (type) {
        case root_id: return Role::root;
        case source_id: return Role::source;
        case tree_id: return Role::tree;
        case mesh_id: return Role::mesh;
        case enum_id: in_enum_ = true; return Role::mark;
        case enum_end_id: in_enum_ = in_events_ = false; return Role::mark;
        case events_id: in_events_ = true; return Role::mark;
        case events_end_id: in_events_ = false; return Role::mark;
        case model_id:
        case model_end_id:
        case end_id: return Role::mark;
        case max_fps_id:
        case ani_id:
        case alias_id:
        case blend_id:
        case sync_id:
        case batch_id:
        case comb_id:
        case disable_id:
        case tag_id: in_events_ = false; return Role::entry;
        default:
            if (type >= sfx_id && type <= tremor_id) return Role::event;
            return in_events_ ? Role::event : in_enum_ ? Role::entry : Role::foreign;
        }
    }
    bool in_enum() const { return in_enum_; }
    bool in_events() const { return in_events_; }

private:
    bool in_enum_ = false, in_events_ = false;
};

inline std::uint16_t type_of(const ScriptEntryData& entry) {
    constexpr std::array<std::uint16_t, std::variant_size_v<ScriptEntryData>> types{
        ani_id, alias_id, blend_id, sync_id, comb_id, batch_id, disable_id, max_fps_id, tag_id, 0};
    const auto* chunk = std::get_if<ScriptChunk>(&entry);
    return chunk ? chunk->type : types[entry.index()];
}
// An eventHeading has no chunk: the engine does not know it.
inline bool has_chunk(const ScriptEvent& event) { return event.kind() != EventKind::heading; }
inline std::uint16_t type_of(const ScriptEventData& event) {
    constexpr std::array<std::uint16_t, std::variant_size_v<ScriptEventData>> types{event_tag_id,
                                                                                    sfx_id,
                                                                                    sfx_ground_id,
                                                                                    pfx_id,
                                                                                    pfx_ground_id,
                                                                                    pfx_stop_id,
                                                                                    morph_id,
                                                                                    tremor_id,
                                                                                    swap_mesh_id,
                                                                                    set_mesh_id,
                                                                                    0,
                                                                                    0};
    const auto* chunk = std::get_if<ScriptChunk>(&event);
    return chunk ? chunk->type : types[event.index()];
}

// ---- the payloads

template <class Io> void describe_args(Io& io, std::vector<std::string>& args) {
    static const std::string none;
    if constexpr (std::is_same_v<Io, PayloadReader>) {
        args.resize(4);
        for (std::string& arg : args) io("args", arg);
    } else {
        for (std::size_t i = 0; i < 4; ++i) io("args", i < args.size() ? args[i] : none);
    }
}
// A number that the file always has and the script may leave out.
template <class Io> void describe_number(Io& io, std::string_view field, std::optional<float>& number, float usual) {
    float value = number.value_or(usual);
    io(field, value);
    number = value;
}

// Most payloads are the record as script_layout.h describes it, less the events; the others follow.
template <class Io, class Record> void describe_chunk(Io& io, Record& record) {
    if constexpr (requires { describe_fields(io, record); })
        describe_fields(io, record);
    else
        describe(io, record);
}
template <class Io> void describe_chunk(Io& io, AniBlend& blend) { describe_transition(io, blend); }
template <class Io> void describe_chunk(Io& io, AniBatch& batch) {
    io("name", batch.name);
    if constexpr (std::is_same_v<Io, PayloadReader>)
        while (io.ok() && io.remaining() > 0) io("anis", batch.anis.emplace_back());
    else
        for (const std::string& ani : batch.anis) io("anis", ani);
}
template <class Io> void describe_chunk(Io& io, ModelTag& tag) {
    io("type", tag.type);
    describe_args(io, tag.args);
}

template <class Io> void describe_chunk(Io& io, EventTag& event) {
    io("frame", event.frame);
    io("type", event.type);
    describe_args(io, event.args);
}
template <class Io> void describe_sound(Io& io, EventSfx& event, float usual_range) {
    io("frame", event.frame);
    io("name", event.name);
    describe_number(io, "range", event.range, usual_range);
    describe_number(io, "slot_value", event.slot_value, engine_empty_slot(event) ? 0.0f : 1.0f);
    event.empty_slot = *event.slot_value == 0;
}
template <class Io> void describe_chunk(Io& io, EventSfx& event) { describe_sound(io, event, default_sfx_range); }
template <class Io> void describe_chunk(Io& io, EventSfxGround& event) {
    describe_sound(io, event, default_sfx_ground_range);
}
template <class Io> void describe_chunk(Io& io, EventPfx& event) {
    io("frame", event.frame);
    io("handle", event.handle);
    io("name", event.name);
    io("node", event.node);
    describe_number(io, "attach_value", event.attach_value, event.attach ? 1.0f : 0.0f);
    event.attach = *event.attach_value != 0;
}
template <class Io> void describe_chunk(Io& io, EventMorphStart& event) {
    io("frame", event.frame);
    io("name", event.name);
    io("node", event.node);
    describe_number(io, "intensity", event.intensity, default_intensity);
    describe_number(io, "hold", event.hold, default_hold);
}
template <class Io> void describe_chunk(Io& io, EventCamTremor& event) {
    io("frame", event.frame);
    describe_number(io, "radius_squared", event.radius_squared, event.args[0] * event.args[0]);
    for (std::size_t i = 1; i < 4; ++i) io("args", event.args[i]);
    if constexpr (std::is_same_v<Io, PayloadReader>) event.args[0] = std::sqrt(std::max(0.0f, *event.radius_squared));
}
template <class Io> void describe_chunk(Io&, EventHeading&) {} // has no chunk
template <class Io> void describe_chunk(Io& io, ScriptChunk& chunk) {
    if constexpr (std::is_same_v<Io, PayloadReader>) {
        const Bytes raw = io.take("payload", io.remaining());
        const auto* const first = reinterpret_cast<const std::uint8_t*>(raw.data());
        chunk.payload.assign(first, first + raw.size());
    } else {
        io.bytes(std::as_bytes(std::span(chunk.payload)));
    }
}

} // namespace ossuary::zengin::msb
