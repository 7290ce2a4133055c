#include "formats/mw3/rules.h"

namespace ossuary::mw3 {

namespace {

// A description only reads when it writes.
template <class T> T& writable(const T& record) { return const_cast<T&>(record); }

std::uint32_t version_of(Game game) {
    constexpr std::uint32_t versions[] = {28, 39, 50};
    return versions[static_cast<std::size_t>(game)];
}

class AnimWriter {
public:
    explicit AnimWriter(const AnimFile& file) : file_(file) {}

    ByteBuffer write() {
        const bool pirates_moon = file_.game == Game::pirates_moon;
        io_.buffer().reserve(whole_size());
        io_.write(anim_signature);
        io_.write(version_of(file_.game));
        if (pirates_moon) io_.write(file_.timestamp);
        io_.write(static_cast<std::uint32_t>(file_.toc.size()));
        for (const SourceFile& source : file_.toc) put(source);
        InfoRecord info{writable(file_.info), static_cast<std::uint16_t>(file_.definitions.size() + 1),
                        static_cast<std::uint32_t>(file_.scripts.size())};
        put(info);
        write_blank_definition();
        for (const Definition& definition : file_.definitions) write_definition(definition);
        if (pirates_moon) write_scripts();
        return std::move(io_).take();
    }

private:
    template <class T> void put(const T& record) {
        InGame<T> in{writable(record), file_.game};
        describe(io_, in);
    }

    std::size_t events_size(const std::vector<Event>& events) const {
        std::size_t size = 0;
        for (const Event& event : events) size += size_of(event, file_.game);
        return size;
    }
    // A little more than the file will have.
    std::size_t whole_size() const {
        std::size_t size = 1024 + 84 * file_.toc.size();
        const auto items = [&size](const auto& list, std::size_t each) {
            size += list ? each * (list->size() + 1) : 0;
        };
        const auto sequence = [&](const Sequence& s) { size += sequence_record_size + events_size(s.events); };
        for (const Definition& definition : file_.definitions) {
            size += 316;
            items(definition.objects, 96);
            items(definition.nodes, 44);
            items(definition.lights, 44);
            items(definition.puffers, 44);
            items(definition.dynamic_sounds, 44);
            items(definition.static_sounds, 36);
            items(definition.effects, 36);
            items(definition.prereqs, 48);
            items(definition.anim_refs, 72);
            if (definition.reset) sequence(*definition.reset);
            for (const Sequence& s : definition.sequences) sequence(s);
        }
        for (const Script& script : file_.scripts) size += 28 + 512 + frames_size(script.frames, file_.game);
        return size;
    }

    void write_blank_definition() {
        const bool pirates_moon = file_.game == Game::pirates_moon;
        Definition blank;
        blank.anim_ptr = blank.anim_root_ptr = pirates_moon ? stale_pointer : 0;
        blank.sequences_ptr = blank.reset_ptr = 0;
        blank.execution_priority = blank.two_155 = 0;
        blank.reset_time = 0;
        const DefinitionRecord record{blank, {}, {}};
        put(record);
        if (!pirates_moon) io_.fill(sequence_record_size);
    }

    void write_definition(const Definition& definition) {
        const bool pirates_moon = file_.game == Game::pirates_moon;
        DefinitionRecord record{writable(definition), counts_of(definition), {}};
        if (definition.reset && !pirates_moon) {
            ByteWriter copy;
            SequenceRecord reset{writable(*definition.reset),
                                 static_cast<std::uint32_t>(events_size(definition.reset->events))};
            describe(copy, reset);
            std::ranges::copy(copy.buffer(), record.reset.bytes.begin());
        }
        put(record);
        write_items(definition.objects, pirates_moon ? 36 : 0);
        write_items(definition.nodes, pirates_moon ? 40 : 0);
        write_items(definition.lights);
        if (file_.game != Game::recoil) write_items(definition.puffers);
        write_items(definition.dynamic_sounds);
        write_items(definition.static_sounds);
        if (file_.game == Game::recoil) write_items(definition.effects);
        write_list(definition.prereqs);
        write_list(definition.anim_refs);
        if (definition.reset) write_sequence(*definition.reset);
        for (const Sequence& sequence : definition.sequences) write_sequence(sequence);
    }

    // The blank item first; `pointer` is where Pirate's Moon has something in it.
    template <class T> void write_items(const Items<T>& items, std::size_t pointer = 0) {
        if (!items) return;
        T example;
        const std::size_t at = io_.offset();
        io_.fill(size_of(example, file_.game));
        if (pointer != 0) io_.patch(at + pointer, stale_pointer);
        write_list(items);
    }
    template <class T> void write_list(const Items<T>& items) {
        if (!items) return;
        for (const T& item : *items) put(item);
    }

    void write_sequence(const Sequence& sequence) {
        const SequenceRecord record{writable(sequence), static_cast<std::uint32_t>(events_size(sequence.events))};
        put(record);
        for (const Event& event : sequence.events) write_event(event);
    }

    void write_event(const Event& event) {
        const EventHeader header{type_of(event), event.start_offset, event.pad,
                                 static_cast<std::uint32_t>(size_of(event, file_.game)), event.start_time};
        put(header);
        visit_event([this](const auto& record) { put(record); }, event);
        if (const auto* script = std::get_if<event::ObjectMotionSiScript>(&event.data))
            if (file_.game != Game::pirates_moon)
                for (const event::Frame& frame : script->frames) put(frame);
    }

    void write_scripts() {
        for (const Script& script : file_.scripts) {
            auto script_name = static_cast<std::uint8_t>(script.script_name.size() + 1);
            auto object_name = static_cast<std::uint8_t>(script.object_name.size() + 1);
            auto frames = static_cast<std::uint32_t>(script.frames.size());
            auto size = static_cast<std::uint32_t>(frames_size(script.frames, file_.game));
            describe_script(io_, writable(script), script_name, object_name, frames, size);
        }
        for (const Script& script : file_.scripts) {
            io_.text(script.script_name);
            io_.fill(1);
            io_.text(script.object_name);
            io_.fill(1);
            for (const event::Frame& frame : script.frames) put(frame);
        }
    }

    const AnimFile& file_;
    ByteWriter io_;
};

template <class T> std::uint8_t counted(const Items<T>& items, std::size_t blank) {
    return items ? static_cast<std::uint8_t>(items->size() + blank) : std::uint8_t{0};
}

} // namespace

std::string_view activation_name(Activation activation) {
    constexpr std::string_view names[] = {"WEAPON_HIT", "COLLIDE_HIT", "WEAPON_OR_COLLIDE_HIT", "ON_CALL",
                                          "ON_STARTUP"};
    const auto index = static_cast<std::size_t>(activation);
    return index < std::size(names) ? names[index] : "";
}

Counts counts_of(const Definition& d) {
    return {
        .sequence_count = static_cast<std::uint8_t>(d.sequences.size()),
        .object_count = counted(d.objects, 1),
        .node_count = counted(d.nodes, 1),
        .light_count = counted(d.lights, 1),
        .puffer_count = counted(d.puffers, 1),
        .dynamic_sound_count = counted(d.dynamic_sounds, 1),
        .static_sound_count = counted(d.static_sounds, 1),
        .effect_count = counted(d.effects, 1),
        .prereq_count = counted(d.prereqs, 0),
        .anim_ref_count = counted(d.anim_refs, 0),
    };
}

const Definition* AnimFile::find(std::string_view anim_name) const {
    for (const Definition& definition : definitions)
        if (definition.anim_name.text() == anim_name) return &definition;
    return nullptr;
}

ByteBuffer write_anim(const AnimFile& file) { return AnimWriter(file).write(); }

} // namespace ossuary::mw3
