#include "formats/mw3/rules.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/gamez.h"

namespace ossuary::mw3 {

namespace {

constexpr std::size_t source_size = 84;
constexpr std::size_t script_header_size = 28;

struct Version {
    std::uint32_t number;
    Game game;
    std::size_t info_size, definition_size;
};
constexpr Version versions[] = {
    {28, Game::recoil, 60, 308},
    {39, Game::mechwarrior3, 68, 316},
    {50, Game::pirates_moon, 108, 268},
};
constexpr std::uint32_t crimson_skies_version = 53;

bool is_filled_with_zeros(Bytes bytes) {
    return std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{}; });
}

// Pirate's Moon writes this pointer into blank objects, nodes and the blank definition.
bool is_blank(Bytes bytes, std::initializer_list<std::size_t> pointers) {
    ByteBuffer rest(bytes.begin(), bytes.end());
    for (const std::size_t at : pointers) {
        if (load<std::uint32_t>(rest.data() + at, Endian::little) != stale_pointer) return false;
        store(rest.data() + at, std::uint32_t{0}, Endian::little);
    }
    return is_filled_with_zeros(rest);
}

struct ScriptHeader {
    Script& script;
    std::uint8_t script_name_length = 0;
    std::uint8_t object_name_length = 0;
    std::uint32_t frame_count = 0;
    std::uint32_t data_size = 0;
};
template <class Io> void describe(Io& io, ScriptHeader& header) {
    describe_script(io, header.script, header.script_name_length, header.object_name_length, header.frame_count,
                    header.data_size);
}

class AnimReader {
public:
    AnimReader(Bytes bytes, Diagnostics* diagnostics) : bytes_(bytes), io_(bytes), check_(diagnostics) {}

    Result<AnimFile> read() {
        if (read_header() && read_sources() && read_info() && read_blank_definition()) {
            // 65,535 at most; each needs at least its own record.
            file_.definitions.reserve(
                std::min<std::size_t>(def_count_ - 1u, io_.remaining() / version_->definition_size));
            for (std::size_t i = 1; i < def_count_ && check_.ok(); ++i) {
                const Checker::Scope scope(check_, "defs", static_cast<std::int64_t>(i));
                read_definition(file_.definitions.emplace_back());
            }
            if (check_.ok()) read_scripts();
        }
        if (check_.ok() && io_.remaining() > 0)
            stop("trailing-bytes", "", std::to_string(io_.remaining()) + " bytes behind the last definition");
        if (!check_.ok()) return check_.failure();
        return std::move(file_);
    }

private:
    void stop(std::string_view name, std::string_view field, const std::string& message) {
        check_.error_at(io_.offset(), name, field, message);
    }
    bool need(std::string_view field, std::uint64_t size) {
        if (size <= io_.remaining()) [[likely]]
            return true;
        stop("truncated", field,
             "needs " + std::to_string(size) + " bytes, only " + std::to_string(io_.remaining()) + " are left");
        return false;
    }
    std::uint32_t word_at(std::size_t at) const { return load<std::uint32_t>(bytes_.data() + at, Endian::little); }
    // Reads a record whose bytes are known to be there and makes it the one that rules are about.
    template <class T> void take(T& record) {
        check_.enter(record, file_.game, io_.offset());
        InGame<T> in{record, file_.game};
        describe(io_, in);
    }

    bool read_header() {
        if (!need("header", 8)) return false;
        const auto signature = io_.read<std::uint32_t>("signature");
        if (signature != anim_signature) {
            const char* what = signature == gamez_signature ? "this is a GameZ file, not animations"
                                                            : "not an animation file, which begins with 0x08170616";
            check_.error_at(0, "bad-signature", "header.signature", what);
            return false;
        }
        const auto version = io_.read<std::uint32_t>("version");
        version_ = std::ranges::find(versions, version, &Version::number);
        if (version_ == std::end(versions)) {
            check_.error_at(4, "bad-version", "header.version",
                            version == crimson_skies_version
                                ? "53 is Crimson Skies, whose animations are not read here"
                                : std::to_string(version) + ", expected 39 (MechWarrior 3), 28 (Recoil) or 50 "
                                                            "(Pirate's Moon)");
            return false;
        }
        file_.game = version_->game;
        if (file_.game != Game::pirates_moon) return true;
        if (need("header.timestamp", 4)) file_.timestamp = io_.read<std::uint32_t>("timestamp");
        return check_.ok();
    }

    bool read_sources() {
        if (!need("header.entry_count", 4)) return false;
        const auto count = io_.read<std::uint32_t>("entry_count");
        if (count > io_.remaining() / source_size) {
            check_.error_at(io_.offset() - 4, "truncated", "header.entry_count",
                            std::to_string(count) + " entries do not fit in " + std::to_string(io_.remaining()) +
                                " bytes");
            return false;
        }
        file_.toc.resize(count);
        for (std::size_t i = 0; i < count && check_.ok(); ++i) {
            const Checker::Scope scope(check_, "toc", static_cast<std::int64_t>(i));
            take(file_.toc[i]);
            check(check_, file_.toc[i]);
        }
        return check_.ok();
    }

    bool read_info() {
        const Checker::Scope scope(check_, "info");
        if (!need("", version_->info_size)) return false;
        InfoRecord record{file_.info};
        take(record);
        check(check_, record);
        def_count_ = record.def_count;
        script_count_ = record.script_count;
        return check_.ok();
    }

    bool read_blank_definition() {
        const Checker::Scope scope(check_, "defs", 0);
        const bool pirates_moon = file_.game == Game::pirates_moon;
        const std::size_t size = version_->definition_size, reset = pirates_moon ? 0 : sequence_record_size;
        if (!need("", size + reset)) return false;
        const std::size_t at = io_.offset(), activation = pirates_moon ? 161 : 153;
        const Bytes taken = io_.take("", size + reset);
        ByteBuffer bytes(taken.begin(), taken.end());
        const bool on_call = bytes[activation] == std::byte{static_cast<unsigned char>(Activation::on_call)};
        bytes[activation] = {};
        const bool blank = pirates_moon ? is_blank(bytes, {72, 108}) : is_blank(bytes, {});
        if (!on_call || !blank)
            check_.error_at(at, "blank-not-zero", "", "the first definition is blank, with activation 3");
        return check_.ok();
    }

    void read_definition(Definition& definition) {
        if (!need("", version_->definition_size)) return;
        DefinitionRecord record{definition, {}, {}};
        take(record);
        check(check_, record);
        const Counts& counts = record.counts;
        const bool blank_pointers = file_.game == Game::pirates_moon;
        const auto pointer_at = [&](std::size_t at) { return blank_pointers ? std::optional(at) : std::nullopt; };
        if (!check_.ok()) return;
        read_items("objects", definition.objects, counts.object_count, pointer_at(36));
        read_items("nodes", definition.nodes, counts.node_count, pointer_at(40));
        read_items("lights", definition.lights, counts.light_count, std::nullopt);
        read_items("puffers", definition.puffers, counts.puffer_count, std::nullopt);
        read_items("dynamic_sounds", definition.dynamic_sounds, counts.dynamic_sound_count, std::nullopt);
        read_items("static_sounds", definition.static_sounds, counts.static_sound_count, std::nullopt);
        read_items("effects", definition.effects, counts.effect_count, std::nullopt);
        read_list("prereqs", definition.prereqs, counts.prereq_count);
        read_list("anim_refs", definition.anim_refs, counts.anim_ref_count);
        if (check_.ok()) read_reset(definition, record.reset);
        definition.sequences.resize(counts.sequence_count);
        for (std::size_t i = 0; i < definition.sequences.size() && check_.ok(); ++i) {
            const Checker::Scope scope(check_, "sequences", static_cast<std::int64_t>(i));
            read_sequence(definition.sequences[i], definition, false);
        }
    }

    // A list that begins with a blank item, all zero but for a pointer.
    template <class T>
    void read_items(std::string_view name, Items<T>& items, std::size_t count, std::optional<std::size_t> pointer) {
        if (count == 0 || !check_.ok()) return;
        T example;
        const std::size_t size = size_of(example, file_.game);
        if (!need(name, count * size)) return;
        const std::size_t at = io_.offset();
        const Bytes blank = io_.take(name, size);
        if (pointer ? !is_blank(blank, {*pointer}) : !is_filled_with_zeros(blank)) {
            const Checker::Scope scope(check_, name, 0);
            check_.error_at(at, "blank-not-zero", "", "the first item is blank");
            return;
        }
        read_listed(name, items.emplace(count - 1), 1);
    }
    template <class T> void read_list(std::string_view name, Items<T>& items, std::size_t count) {
        if (count == 0 || !check_.ok()) return;
        T example;
        if (need(name, count * size_of(example, file_.game))) read_listed(name, items.emplace(count), 0);
    }
    template <class T> void read_listed(std::string_view name, std::vector<T>& list, std::size_t first) {
        for (std::size_t i = 0; i < list.size() && check_.ok(); ++i) {
            const Checker::Scope scope(check_, name, static_cast<std::int64_t>(i + first));
            take(list[i]);
            check(check_, list[i]);
        }
    }

    void read_reset(Definition& definition, const Raw<sequence_record_size>& embedded) {
        const Checker::Scope scope(check_, "reset");
        if (file_.game == Game::pirates_moon) {
            definition.reset.reset();
            if (definition.reset_ptr != 0) read_sequence(definition.reset.emplace(), definition, true);
            return;
        }
        if (!need("", sequence_record_size)) return;
        const std::size_t at = io_.offset();
        const Bytes record = io_.take("", sequence_record_size);
        io_.seek("", at);
        if (!std::ranges::equal(record, embedded.bytes)) {
            check_.error_at(at, "reset-mismatch", "", "the record differs from its copy within the definition");
            return;
        }
        Sequence& reset = definition.reset.emplace();
        SequenceRecord peeked{reset};
        describe(io_, peeked);
        io_.seek("", at);
        if (reset.name.text() != "RESET_SEQUENCE" || reset.seq_state != SequenceState::initial ||
            reset.reset_mode != SequenceState::initial) {
            check_.error_at(at, "reset-mismatch", "name", "expected RESET_SEQUENCE with states 0");
            return;
        }
        read_sequence(reset, definition, true);
    }

    void read_sequence(Sequence& sequence, const Definition& definition, bool is_reset) {
        if (!need("", sequence_record_size)) return;
        SequenceRecord record{sequence};
        take(record);
        check(check_, record, is_reset);
        if (!check_.ok() || !need("events", record.events_size)) return;
        const std::size_t end = io_.offset() + record.events_size;
        sequence.events.reserve(count_events(end));
        while (io_.offset() < end && check_.ok()) {
            const Checker::Scope scope(check_, "events", static_cast<std::int64_t>(sequence.events.size()));
            read_event(sequence.events.emplace_back(), end, definition);
        }
    }

    // How many events their sizes lead over; wrong sizes are reported when they are read.
    std::size_t count_events(std::size_t end) {
        std::size_t count = 0;
        for (std::size_t at = io_.offset(); end - at >= event_header_size; ++count) {
            const auto size = word_at(at + 4);
            if (size < event_header_size || size > end - at) break;
            at += size;
        }
        return count;
    }

    void read_event(Event& event, std::size_t sequence_end, const Definition& definition) {
        const std::size_t at = io_.offset(), left = sequence_end - at;
        if (left < event_header_size)
            return stop("bad-event-size", "", std::to_string(left) + " bytes left in the sequence, an event has 12");
        EventHeader header;
        take(header);
        const auto size = data_size(header.type, file_.game);
        if (!size)
            return check_.error("bad-event-type", "type",
                                std::to_string(header.type) + " is no event of " + std::string(name_of(file_.game)));
        check_.one_of("start_offset", header.start_offset,
                      {StartOffset::animation, StartOffset::sequence, StartOffset::event});
        check_.zero("pad", header.pad);
        const bool script = header.type == event::ObjectMotionSiScript::type && file_.game != Game::pirates_moon;
        const std::size_t expected = event_header_size + *size;
        if (script ? header.size < expected : header.size != expected)
            check_.error("bad-event-size", "size",
                         std::to_string(header.size) + ", expected " + (script ? "at least " : "") +
                             std::to_string(expected));
        if (header.size > left)
            check_.error("bad-event-size", "size",
                         std::to_string(header.size) + " bytes, only " + std::to_string(left) +
                             " are left in the sequence");
        if (!check_.ok()) return;

        event.start_offset = header.start_offset;
        event.pad = header.pad;
        event.start_time = header.start_time;
        make_event(header.type, event.data);
        const Checker::Scope scope(check_, "data");
        visit_event([this](auto& record) { take(record); }, event);
        check_event(check_, event, definition);
        if (script && check_.ok()) {
            const std::size_t data = at + event_header_size;
            const auto frames = word_at(data + 4);
            read_frames(std::get<event::ObjectMotionSiScript>(event.data).frames, frames, at + header.size, data + 4);
        }
    }

    // Frames that must end exactly at `end`.
    void read_frames(std::vector<event::Frame>& frames, std::uint32_t count, std::size_t end, std::size_t count_at) {
        constexpr std::size_t least = 12;
        const std::size_t channel = file_.game == Game::recoil ? 28 : 76;
        if (count > (end - io_.offset()) / least)
            return check_.error_at(count_at, "bad-event-size", "frame_count",
                                   std::to_string(count) + " frames do not fit in " +
                                       std::to_string(end - io_.offset()) + " bytes");
        frames.resize(count);
        for (std::size_t i = 0; i < count && check_.ok(); ++i) {
            const Checker::Scope scope(check_, "frames", static_cast<std::int64_t>(i));
            const std::size_t at = io_.offset(), left = end - at;
            const auto flags = left < least ? 0 : word_at(at);
            const std::size_t size = least + channel * static_cast<std::size_t>(std::popcount(flags & 7));
            if (flags > 7) return stop("bad-flags", "flags", "bits above 2 mean nothing");
            if (size > left) return stop("bad-event-size", "", "the frame reaches behind the event's end");
            take(frames[i]);
        }
        if (check_.ok() && io_.offset() != end)
            stop("bad-event-size", "frames", std::to_string(end - io_.offset()) + " bytes behind the last frame");
    }

    void read_scripts() {
        if (file_.game != Game::pirates_moon) return;
        if (!need("scripts", std::uint64_t{script_count_} * script_header_size)) return;
        file_.scripts.resize(script_count_);
        std::vector<ScriptHeader> headers;
        headers.reserve(script_count_);
        for (std::size_t i = 0; i < file_.scripts.size() && check_.ok(); ++i) {
            const Checker::Scope scope(check_, "scripts", static_cast<std::int64_t>(i));
            ScriptHeader& header = headers.emplace_back(ScriptHeader{file_.scripts[i]});
            take(header);
            check_.zero("pad_10", header.script.pad_10);
            check_.at_most_one("spline", header.script.spline);
            if (header.script_name_length == 0 || header.object_name_length == 0)
                check_.error("bad-count", "script_name_length", "a name has at least its terminator");
        }
        for (std::size_t i = 0; i < headers.size() && check_.ok(); ++i) {
            const Checker::Scope scope(check_, "scripts", static_cast<std::int64_t>(i));
            ScriptHeader& header = headers[i];
            read_script_name("script_name", header.script.script_name, header.script_name_length);
            if (check_.ok()) read_script_name("object_name", header.script.object_name, header.object_name_length);
            if (!check_.ok() || !need("frames", header.data_size)) return;
            read_frames(header.script.frames, header.frame_count, io_.offset() + header.data_size, io_.offset());
        }
    }
    void read_script_name(std::string_view field, std::string& name, std::size_t length) {
        if (!need(field, length)) return;
        const std::size_t at = io_.offset();
        name = as_text(io_.take(field, length));
        const std::size_t end = name.find('\0');
        if (end != length - 1)
            return check_.error_at(at, "unterminated-string", field, "expected its only zero byte at the end");
        name.resize(end);
        for (std::size_t i = 0; i < name.size(); ++i)
            if (static_cast<unsigned char>(name[i]) > 0x7F)
                return check_.error_at(at + i, "non-ascii", field, "a byte above 0x7f");
    }

    Bytes bytes_;
    ByteReader io_;
    Checker check_;
    const Version* version_ = nullptr;
    AnimFile file_;
    std::uint16_t def_count_ = 0;
    std::uint32_t script_count_ = 0;
};

} // namespace

bool recognise_anim(Bytes bytes) {
    return bytes.size() >= 4 && load<std::uint32_t>(bytes.data(), Endian::little) == anim_signature &&
           !recognise_gamez(bytes);
}

Result<AnimFile> parse_anim(Bytes bytes, Diagnostics* diagnostics) { return AnimReader(bytes, diagnostics).read(); }

} // namespace ossuary::mw3
