#include "ossuary/formats/zengin/msb.h"
#include "msb_layout.h"

#include <algorithm>

#include "msb_chunks.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

using namespace msb;

constexpr std::size_t usual_entry_size = 80; // with its events: what is reserved for

// The chunks of a script in the usual order.
std::vector<ChunkRecord> usual_chunks(const Script& script) {
    std::vector<ChunkRecord> chunks;
    const auto add = [&](std::uint16_t type) { chunks.push_back({ChunkType{type}, {}, {}}); };
    for (const std::uint16_t type : {std::uint16_t{root_id}, std::uint16_t{source_id}, std::uint16_t{model_id}})
        add(type);
    for (std::size_t i = 0; i < script.mesh_and_tree.size(); ++i) add(tree_id);
    for (std::size_t i = 0; i < script.register_mesh.size(); ++i) add(mesh_id);
    add(enum_id);
    for (const ScriptEntry& entry : script.entries) {
        add(type_of(entry.data));
        const std::vector<ScriptEvent>* events = entry.events();
        if (!events) continue;
        const std::size_t before = chunks.size();
        for (const ScriptEvent& event : *events) {
            if (!has_chunk(event)) continue;
            if (chunks.size() == before) add(events_id);
            add(type_of(event.data));
        }
        if (chunks.size() > before) add(events_end_id);
    }
    for (const std::uint16_t type : {std::uint16_t{enum_end_id}, std::uint16_t{model_end_id}, std::uint16_t{end_id}})
        add(type);
    return chunks;
}

// True if both lists hold the same trees, meshes, entries and events, each event behind the same entry.
bool same_content(const std::vector<ChunkRecord>& a, const std::vector<ChunkRecord>& b) {
    const auto content = [](const std::vector<ChunkRecord>& chunks, auto wanted) {
        Walk walk;
        std::vector<ChunkType> types;
        for (const ChunkRecord& chunk : chunks)
            if (wanted(walk.step(static_cast<std::uint16_t>(chunk.type)))) types.push_back(chunk.type);
        return types;
    };
    const auto tree = [](Role role) { return role == Role::tree; };
    const auto mesh = [](Role role) { return role == Role::mesh; };
    const auto item = [](Role role) { return role == Role::entry || role == Role::event; };
    return content(a, tree) == content(b, tree) && content(a, mesh) == content(b, mesh) &&
           content(a, item) == content(b, item);
}

class MsbReader {
public:
    MsbReader(Bytes bytes, Diagnostics* diagnostics, bool noting) : file_(bytes, diagnostics) {
        if (!noting) file_.note_only_oddities();
        msb_.script.entries.reserve(bytes.size() / usual_entry_size + 1);
    }

    Result<CompiledScript> read() {
        bool ended = false;
        while (!ended && file_.next()) {
            const auto type = static_cast<std::uint16_t>(file_.type());
            if (!root_seen_ && type != root_id) file_.fail("NotMsb: a compiled script begins with chunk f000");
            if (!file_.ok()) break;
            read_chunk(type);
            ended = type == end_id;
        }
        if (!file_.ok()) return file_.failure();
        if (!root_seen_) return fail({.offset = 0}, "NotMsb: a compiled script begins with chunk f000");
        if (!ended) {
            file_.set_odd();
            file_.warn_missing(ChunkType{end_id});
        }
        if (!file_.at_end()) file_.set_odd();
        const RawBytes trailing = file_.take_trailing();
        msb_.layout = file_.take_layout({});
        msb_.layout.trailing = trailing;
        return std::move(msb_);
    }
    bool has_oddities() const { return file_.has_oddities(); }

private:
    void odd(std::string message) {
        file_.set_odd();
        file_.warn(std::move(message));
    }

    // The usual order is one of rising ranks, each once, but any number of trees, meshes and entries.
    static constexpr int entry_rank = 7;
    void check_order(std::uint16_t type, Role role) {
        if (rank_ == entry_rank && walk_.in_enum() && (role == Role::entry || role == Role::event)) return;
        int rank = entry_rank;
        switch (type) {
        case root_id: rank = 1; break;
        case source_id: rank = 2; break;
        case model_id: rank = 3; break;
        case tree_id: rank = 4; break;
        case mesh_id: rank = 5; break;
        case enum_id: rank = 6; break;
        case enum_end_id: rank = 8; break;
        case model_end_id: rank = 9; break;
        case end_id: rank = 10; break;
        default:
            if (role == Role::foreign) rank = 0;
        }
        const auto is_list = [](int r) { return r == 4 || r == 5 || r == entry_rank; };
        bool usual = is_list(rank) ? rank >= rank_ : rank > rank_;
        for (int between = rank_ + 1; between < rank; ++between) usual = usual && is_list(between);
        if (!usual) file_.set_odd();
        rank_ = std::max(rank_, rank);
    }

    void read_chunk(std::uint16_t type) {
        const bool was_in_events = walk_.in_events();
        const Role role = walk_.step(type);
        check_order(type, role);
        if (was_in_events && type != events_end_id && role != Role::event) {
            odd("the events of the entry before are not closed by f5af");
            close_events();
        }
        switch (role) {
        case Role::root:
            if (file_.once(root_seen_)) file_.read([&](PayloadReader& io) { describe(io, msb_.root); });
            return;
        case Role::source:
            if (file_.once(source_seen_)) file_.read([&](PayloadReader& io) { describe(io, msb_.source); });
            return;
        case Role::tree:
            file_.read([&](PayloadReader& io) {
                MeshAndTree& tree = msb_.script.mesh_and_tree.emplace_back();
                io("dont_use_mesh", tree.dont_use_mesh);
                io("name", tree.name);
            });
            return;
        case Role::mesh:
            file_.read([&](PayloadReader& io) { io("register_mesh", msb_.script.register_mesh.emplace_back()); });
            return;
        case Role::entry: return read_entry(type);
        case Role::event:
            if (!events_)
                file_.fail("OrphanEvent: an event that belongs to no entry");
            else
                read_event(type);
            return;
        case Role::mark: return read_mark(type, was_in_events);
        case Role::foreign: file_.keep(); return;
        }
    }

    void read_mark(std::uint16_t type, bool was_in_events) {
        if (type == events_id) return open_events();
        if (type == events_end_id) {
            if (!was_in_events) odd("events are closed that were not opened");
            close_events();
        }
        file_.read([](PayloadReader&) {});
    }

    void open_events() {
        std::vector<ScriptEvent>* const events =
            msb_.script.entries.empty() ? nullptr : msb_.script.entries.back().events();
        if (!events) {
            file_.fail("OrphanEvent: events that belong to no entry");
            return;
        }
        PayloadReader io = file_.open();
        io("count", announced_);
        // The count is kept as it is read; a file with nothing odd in it has no use for that.
        if (io.ok()) io.seek(0);
        if (!io.ok() || file_.payload().size() != 4) file_.set_odd();
        const Bytes raw = io.rest();
        if (io.ok()) io.take("count", raw.size());
        if (!file_.close(io)) return;
        file_.keep_bytes(raw);
        if (raw.size() > 4) file_.warn("LeftoverBytes: " + std::to_string(raw.size() - 4) + " bytes behind the count");
        if (!events->empty() || announced_ == 0) file_.set_odd();
        events_ = events;
        found_ = 0;
        events->reserve(std::min<std::size_t>(announced_, file_.bytes_left() / 32 + 1));
    }

    void close_events() {
        if (events_ && announced_ != found_)
            odd("BadCount: " + std::to_string(announced_) + " events announced, " + std::to_string(found_) + " found");
        events_ = nullptr;
    }

    template <class T> void check_direction(const T& entry) {
        if (std::is_same_v<T, AniAlias> && entry.dir.empty()) return; // the text has none
        const char first = entry.dir.empty() ? '\0' : entry.dir[0];
        if (first != 'F' && first != 'R' && first != 'f' && first != 'r')
            odd("direction '" + entry.dir + "', expected F or R; taken as F");
    }

    // A new last item that holds an empty T. It starts as a copy of the smallest kind and becomes a T in place: `T()`
    // and
    // `{}` clear the memory before they construct, which costs more than all the rest; a copy and `T record;` do not.
    template <class T> struct Fresh {
        operator T() const {
            T record;
            return record;
        }
    };
    template <class T> T& add(std::vector<ScriptEntry>& entries) {
        entries.push_back(blank_entry_);
        return entries.back().data.emplace<T>(Fresh<T>());
    }
    template <class T> T& add(std::vector<ScriptEvent>& events) {
        events.push_back(blank_event_);
        return events.back().data.emplace<T>(Fresh<T>());
    }

    // A chunk whose layout is known.
    template <class T, class Item> T& read_known(std::vector<Item>& items) {
        T& record = add<T>(items);
        file_.read([&](PayloadReader& io) { describe_chunk(io, record); });
        return record;
    }
    template <class Item> void read_unknown(std::vector<Item>& items) {
        read_known<ScriptChunk>(items).type = static_cast<std::uint16_t>(file_.type());
    }
    // One whose layout is a guess: where it does not hold exactly, the payload is kept.
    template <class T, class Item> void read_guess(std::vector<Item>& items, bool (*plausible)(const T&)) {
        PayloadReader io(file_.payload(), 0, {}, nullptr);
        T& record = add<T>(items);
        describe_chunk(io, record);
        if (io.ok() && io.remaining() == 0 && io.unusual_ends().empty() && plausible(record)) {
            file_.read([](PayloadReader& all) { all.take("", all.remaining()); });
            return;
        }
        items.pop_back();
        read_unknown(items);
    }

    void read_entry(std::uint16_t type) {
        if (!walk_.in_enum()) odd("an entry outside aniEnum");
        std::vector<ScriptEntry>& entries = msb_.script.entries;
        switch (type) {
        case ani_id: return check_direction(read_known<Ani>(entries));
        case alias_id: return check_direction(read_known<AniAlias>(entries));
        case blend_id: read_known<AniBlend>(entries); return;
        case comb_id: read_known<AniComb>(entries); return;
        case disable_id: read_known<AniDisable>(entries); return;
        case tag_id: read_known<ModelTag>(entries); return;
        case sync_id: return read_guess<AniSync>(entries, [](const AniSync&) { return true; });
        case batch_id: return read_guess<AniBatch>(entries, [](const AniBatch&) { return true; });
        case max_fps_id: // a small whole number would be no sensible float
            return read_guess<AniMaxFps>(entries, [](const AniMaxFps& max) { return max.fps >= 1 && max.fps <= 1000; });
        default: read_unknown(entries);
        }
    }

    void read_event(std::uint16_t type) {
        ++found_;
        std::vector<ScriptEvent>& events = *events_;
        switch (type) {
        case event_tag_id: read_known<EventTag>(events); return;
        case sfx_id: read_known<EventSfx>(events); return;
        case sfx_ground_id: read_known<EventSfxGround>(events); return;
        case pfx_id: read_known<EventPfx>(events); return;
        case pfx_stop_id: read_known<EventPfxStop>(events); return;
        case morph_id: read_known<EventMorphStart>(events); return;
        case tremor_id: read_known<EventCamTremor>(events); return;
        case swap_mesh_id: read_known<EventSwapMesh>(events); return;
        case pfx_ground_id: return read_guess<EventPfxGround>(events, [](const EventPfxGround&) { return true; });
        case set_mesh_id: return read_guess<EventSetMesh>(events, [](const EventSetMesh&) { return true; });
        default: read_unknown(events);
        }
    }

    const ScriptEntry blank_entry_{AniMaxFps{}, 0};
    const ScriptEvent blank_event_{EventPfxGround{}, 0};
    ChunkReader file_;
    CompiledScript msb_;
    Walk walk_;
    bool root_seen_ = false, source_seen_ = false;
    int rank_ = 0;
    std::vector<ScriptEvent>* events_ = nullptr;
    std::uint32_t announced_ = 0, found_ = 0;
};

std::uint32_t count_events(const ScriptEntry& entry) {
    const std::vector<ScriptEvent>* events = entry.events();
    if (!events) return 0;
    return static_cast<std::uint32_t>(std::ranges::count_if(*events, has_chunk));
}

// Puts the trees, meshes, entries and events of a script into the chunks that are made for them, one after the other.
class MsbWriter {
public:
    explicit MsbWriter(const CompiledScript& file) : file_(file) {}

    void write(PayloadWriter& io, const ChunkRecord& chunk) {
        const auto type = static_cast<std::uint16_t>(chunk.type);
        switch (walk_.step(type)) {
        case Role::root: return io("root", file_.root);
        case Role::source: return io("source", file_.source);
        case Role::tree: {
            if (trees_ == file_.script.mesh_and_tree.size()) return;
            const MeshAndTree& tree = file_.script.mesh_and_tree[trees_++];
            io("dont_use_mesh", tree.dont_use_mesh);
            return io("name", tree.name);
        }
        case Role::mesh:
            if (meshes_ < file_.script.register_mesh.size()) io("register_mesh", file_.script.register_mesh[meshes_++]);
            return;
        case Role::entry: return write_entry(io);
        case Role::event: return write_event(io);
        case Role::mark:
            if (type == events_id && chunk.bytes.empty()) io("count", entry_ ? count_events(*entry_) : 0);
            return;
        case Role::foreign: return;
        }
    }

private:
    // The description fills in what a script leaves out, so it works on a copy of the one record.
    template <class Data> static void write_data(PayloadWriter& io, const Data& data) {
        std::visit(
            [&io](const auto& record) {
                if constexpr (requires { record.events; }) {
                    describe_chunk(io, const_cast<std::remove_cvref_t<decltype(record)>&>(record));
                } else {
                    auto copy = record;
                    describe_chunk(io, copy);
                }
            },
            data);
    }
    void write_entry(PayloadWriter& io) {
        if (entries_ == file_.script.entries.size()) return;
        entry_ = &file_.script.entries[entries_++];
        events_ = 0;
        write_data(io, entry_->data);
    }
    void write_event(PayloadWriter& io) {
        const std::vector<ScriptEvent>* events = entry_ ? entry_->events() : nullptr;
        if (!events) return;
        while (events_ < events->size() && !has_chunk((*events)[events_])) ++events_;
        if (events_ < events->size()) write_data(io, (*events)[events_++].data);
    }

    const CompiledScript& file_;
    Walk walk_;
    const ScriptEntry* entry_ = nullptr;
    std::size_t trees_ = 0, meshes_ = 0, entries_ = 0, events_ = 0;
};

} // namespace

Result<CompiledScript> parse_msb(Bytes bytes, Diagnostics* diagnostics) {
    // Nearly every file is as usual and needs no layout; one that is not is read once more, noting everything.
    MsbReader reader(bytes, nullptr, false);
    auto script = reader.read();
    if (!script || !reader.has_oddities()) return script;
    script = MsbReader(bytes, diagnostics, true).read();
    if (!script) return script;
    std::vector<ChunkRecord> kept;
    kept.swap(script->layout.chunks);
    if (!std::ranges::equal(write_msb(*script), bytes)) script->layout.chunks.swap(kept);
    return script;
}

ByteBuffer write_msb(const CompiledScript& file) {
    std::vector<ChunkRecord> chunks = usual_chunks(file.script);
    if (!file.layout.chunks.empty()) {
        if (same_content(file.layout.chunks, chunks)) {
            chunks = file.layout.chunks;
        } else {
            Walk walk;
            for (const ChunkRecord& chunk : file.layout.chunks)
                if (walk.step(static_cast<std::uint16_t>(chunk.type)) == Role::foreign)
                    chunks.insert(chunks.end() - 1, chunk);
        }
    }
    ByteBuffer buffer;
    MsbWriter writer(file);
    write_chunks(buffer, chunks, [&](PayloadWriter& io, const ChunkRecord& chunk) { writer.write(io, chunk); });
    buffer.insert(buffer.end(), file.layout.trailing.bytes.begin(), file.layout.trailing.bytes.end());
    return buffer;
}

Json dump_msb(const CompiledScript& file) { return dump_zengin(file); }
Result<CompiledScript> build_msb(const Json& json) { return build_zengin<CompiledScript>(json); }

bool recognise_msb(Bytes bytes) {
    return bytes.size() >= 6 && load<std::uint16_t>(bytes.data(), Endian::little) == root_id;
}

} // namespace ossuary::zengin
