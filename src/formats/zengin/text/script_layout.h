// The records of script.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/base/record_json.h"
#include "ossuary/formats/zengin/script.h"

namespace ossuary::zengin {

template <class Io> void describe(Io& io, EventTag& event) {
    io("frame", event.frame);
    io("type", event.type);
    io("args", event.args);
    io("attach", event.attach);
}
template <class Io> void describe(Io& io, EventSfx& event) {
    io("frame", event.frame);
    io("name", event.name);
    io("range", event.range);
    io("empty_slot", event.empty_slot);
    io("misspelt", event.misspelt);
    io("slot_value", event.slot_value);
}
template <class Io> void describe(Io& io, EventPfx& event) {
    io("frame", event.frame);
    io("handle", event.handle);
    io("name", event.name);
    io("node", event.node);
    io("attach", event.attach);
    io("attach_value", event.attach_value);
}
template <class Io> void describe(Io& io, EventPfxGround& event) { io("frame", event.frame); }
template <class Io> void describe(Io& io, EventPfxStop& event) {
    io("frame", event.frame);
    io("handle", event.handle);
}
template <class Io> void describe(Io& io, EventMorphStart& event) {
    io("frame", event.frame);
    io("name", event.name);
    io("node", event.node);
    io("intensity", event.intensity);
    io("hold", event.hold);
}
template <class Io> void describe(Io& io, EventCamTremor& event) {
    io("frame", event.frame);
    io("args", event.args);
    io("radius_squared", event.radius_squared);
}
template <class Io> void describe(Io& io, EventSwapMesh& event) {
    io("frame", event.frame);
    io("nodes", event.nodes);
}
template <class Io> void describe(Io& io, EventSetMesh& event) {
    io("frame", event.frame);
    io("name", event.name);
}
template <class Io> void describe(Io& io, EventHeading& event) {
    io("frame", event.frame);
    io("dir", event.dir);
    io("args", event.args);
}
template <class Io> void describe(Io& io, ScriptChunk& chunk) {
    io("type", chunk.type);
    io("payload", chunk.payload);
}
// The kind comes first and decides which fields follow.
template <class Io> void describe(Io& io, ScriptEvent& event) {
    EventKind kind = event.kind();
    io("kind", kind);
    if (kind != event.kind()) event.data = empty_event(kind);
    std::visit([&](auto& data) { describe(io, data); }, event.data);
}

// What entries with data of their own begin with, and what transitions are.
template <class Io, class Entry> void describe_playback(Io& io, Entry& entry) {
    io("name", entry.name);
    io("layer", entry.layer);
    io("next", entry.next);
    io("blend_in", entry.blend_in);
    io("blend_out", entry.blend_out);
    io("flags", entry.flags);
}
template <class Io, class Entry> void describe_transition(Io& io, Entry& entry) {
    io("name", entry.name);
    io("next", entry.next);
    io("blend_in", entry.blend_in);
    io("blend_out", entry.blend_out);
}
// Entries without their events, which an MSB has in chunks of their own.
template <class Io> void describe_fields(Io& io, Ani& ani) {
    describe_playback(io, ani);
    io("asc", ani.asc);
    io("dir", ani.dir);
    io("first", ani.first);
    io("last", ani.last);
    io("fps", ani.fps);
    io("spd", ani.spd);
    io("cvs", ani.cvs);
}
template <class Io> void describe_fields(Io& io, AniAlias& alias) {
    describe_playback(io, alias);
    io("alias", alias.alias);
    io("dir", alias.dir);
}
template <class Io> void describe(Io& io, AniAlias& alias) {
    describe_fields(io, alias);
    io("no_dir", alias.no_dir);
    io("events", alias.events);
}
template <class Io> void describe_fields(Io& io, AniComb& comb) {
    describe_playback(io, comb);
    io("prefix", comb.prefix);
    io("count", comb.count);
}
template <class Io, class Entry>
requires requires(Io& io, Entry& entry) {
    describe_fields(io, entry);
    entry.events;
}
void describe(Io& io, Entry& entry) {
    describe_fields(io, entry);
    io("events", entry.events);
}
template <class Io> void describe(Io& io, AniBlend& blend) {
    describe_playback(io, blend);
    io("events", blend.events);
}
template <class Io> void describe(Io& io, AniSync& sync) { describe_transition(io, sync); }
template <class Io> void describe(Io& io, AniBatch& batch) {
    io("name", batch.name);
    io("anis", batch.anis);
}
template <class Io> void describe(Io& io, AniDisable& disable) { io("name", disable.name); }
template <class Io> void describe(Io& io, AniMaxFps& max_fps) { io("fps", max_fps.fps); }
template <class Io> void describe(Io& io, ModelTag& tag) {
    io("type", tag.type);
    io("args", tag.args);
}
template <class Io> void describe(Io& io, ScriptEntry& entry) {
    EntryKind kind = entry.kind();
    io("kind", kind);
    if (kind != entry.kind()) entry.data = empty_entry(kind);
    std::visit([&](auto& data) { describe(io, data); }, entry.data);
}

template <class Io> void describe(Io& io, MeshAndTree& tree) {
    io("name", tree.name);
    io("dont_use_mesh", tree.dont_use_mesh);
}
template <class Io> void describe(Io& io, Script& script) {
    io("model", script.model);
    io("mesh_and_tree", script.mesh_and_tree);
    io("register_mesh", script.register_mesh);
    io("items", script.entries);
}

} // namespace ossuary::zengin
