// The animations and motions of MechWarrior 3 and the games of its engine; both are called .zbd.
#include <chrono>
#include <cmath>
#include <map>

#include "assets/elsewhere.h"
#include "assets/rows.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/mw3/anim_binding.h"
#include "ossuary/formats/mw3/motion_binding.h"

namespace ossuary {

namespace {

using namespace mw3;

Json header_facts(const NamedFile& file) {
    Json facts = Json::object();
    facts.set("source", file_name(file.name));
    facts.set("bytes", file.bytes.size());
    return facts;
}

// ---- motion.zbd

Result<Json> motion_info(const NamedFile& file, const FileLookup&, const OpenOptions&, Diagnostics* diagnostics) {
    const auto parsed = parse_motion(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    Json facts = header_facts(file);
    facts.set("footer_version", parsed->footer_version);
    if (parsed->footer_version == 2) facts.set("checksum", parsed->checksum);
    facts.set("entry_count", parsed->entries.size());
    Json entries = Json::array();
    for (const MotionEntry& entry : parsed->entries) {
        const Motion& motion = entry.motion;
        Json one = Json::object();
        one.set("name", entry.entry.name.text());
        one.set("loop_time", static_cast<double>(motion.loop_time));
        one.set("frame_count", motion.frame_count);
        one.set("frame_rate", motion.frame_count / static_cast<double>(motion.loop_time));
        one.set("part_count", motion.parts.size());
        Json parts = Json::array();
        for (const MotionPart& part : motion.parts) parts.push(part.name);
        one.set("parts", std::move(parts));
        entries.push(std::move(one));
    }
    facts.set("entries", std::move(entries));
    return facts;
}

Result<Json> motion_dump(Bytes bytes, const OpenOptions&, Diagnostics* diagnostics) {
    return parse_motion(bytes, diagnostics).map(dump_motion);
}

bool is_motion_dump(const Json& json) { return json.find("footer_version") && json.find("entries"); }

Result<ByteBuffer> motion_build(const Json& json) { return build_motion(json).map(write_motion); }

Result<Json> motion_values(const NamedFile& file, const FileLookup&, const OpenOptions& options,
                           Diagnostics* diagnostics) {
    return motion_dump(file.bytes, options, diagnostics);
}

Result<ByteBuffer> motion_rewrite(const NamedFile& file, const FileLookup&, const OpenOptions&,
                                  Diagnostics* diagnostics) {
    return parse_motion(file.bytes, diagnostics).map(write_motion);
}

// Alone it brings a skeleton made of its parts; after a model it brings clips for it.
Result<void> motion_open(const NamedFile& file, Model& model, const FileLookup&, const OpenOptions&,
                         Diagnostics* diagnostics) {
    const auto parsed = parse_motion(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    if (!model.skeleton.joints.empty()) return add_clips(model, *parsed, diagnostics);
    auto opened = to_model(*parsed, file_stem(file.name), MotionBindOptions{}, diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

Result<std::vector<NamedFile>> motion_save(const Model& model, std::string_view stem, const SaveOptions& options,
                                           Diagnostics* diagnostics) {
    const auto made = motion_from_model(model, {.frame_rate = options.frame_rate}, diagnostics);
    if (!made) return Failure(made.error());
    if (made->entries.empty()) return fail("there is no clip to write");
    return std::vector<NamedFile>{{std::string(stem) + ".zbd", write_motion(*made)}};
}

// ---- anim.zbd

// `1999-07-21 14:25:46`, of seconds since 1970.
std::string date_text(std::uint32_t timestamp) {
    using namespace std::chrono;
    const sys_seconds time{seconds(timestamp)};
    const sys_days day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    std::string text = std::to_string(static_cast<int>(date.year()));
    const auto add = [&text](char separator, std::int64_t value) {
        text += separator;
        if (value < 10) text += '0';
        text += std::to_string(value);
    };
    add('-', std::int64_t{static_cast<unsigned>(date.month())});
    add('-', std::int64_t{static_cast<unsigned>(date.day())});
    add(' ', clock.hours().count());
    add(':', clock.minutes().count());
    add(':', clock.seconds().count());
    return text;
}

struct EventCounts {
    std::map<std::uint8_t, std::pair<std::string_view, std::size_t>> by_type;
    std::size_t total = 0;

    void add(const Sequence& sequence) {
        for (const mw3::Event& event : sequence.events) {
            auto& [name, count] = by_type[type_of(event)];
            name = mw3::name_of(event);
            ++count;
            ++total;
        }
    }
    Json facts() const {
        Json facts = Json::object();
        for (const auto& [type, named] : by_type) facts.set(named.first, named.second);
        return facts;
    }
};

Json facts_of(const Definition& definition) {
    EventCounts counts;
    if (definition.reset) counts.add(*definition.reset);
    Json sequences = Json::array();
    for (const Sequence& sequence : definition.sequences) {
        counts.add(sequence);
        Json one = Json::object();
        one.set("name", sequence.name.text());
        one.set("on_call", sequence.seq_state == SequenceState::on_call);
        one.set("events", sequence.events.size());
        sequences.push(std::move(one));
    }
    const bool by_range = definition.flags & definition_flags::execution_by_range;
    Json facts = Json::object();
    facts.set("name", definition.anim_name.text());
    facts.set("object", definition.name.text());
    facts.set("root", definition.anim_root_name.text());
    facts.set("activation", activation_name(definition.activation));
    facts.set("range", by_range ? Json(std::sqrt(static_cast<double>(definition.exec_range[1]))) : Json());
    facts.set("max_health", static_cast<double>(definition.max_health));
    facts.set("nodes", definition.nodes ? definition.nodes->size() : 0);
    facts.set("sequences", std::move(sequences));
    facts.set("event_count", counts.total);
    facts.set("events_by_type", counts.facts());
    return facts;
}

Result<Json> anim_info(const NamedFile& file, const FileLookup&, const OpenOptions&, Diagnostics* diagnostics) {
    const auto parsed = parse_anim(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    Json facts = header_facts(file);
    facts.set("made_for", mw3::name_of(parsed->game));
    facts.set("gravity", static_cast<double>(parsed->info.gravity));
    facts.set("def_count", parsed->definitions.size() + 1);
    EventCounts counts;
    Json toc = Json::array(), definitions = Json::array();
    for (const SourceFile& source : parsed->toc) {
        Json one = Json::object();
        one.set("path", source.path.text());
        one.set("date", date_text(source.timestamp));
        toc.push(std::move(one));
    }
    for (const Definition& definition : parsed->definitions) {
        if (definition.reset) counts.add(*definition.reset);
        for (const Sequence& sequence : definition.sequences) counts.add(sequence);
        definitions.push(facts_of(definition));
    }
    facts.set("event_count", counts.total);
    Json types = Json::array();
    for (const auto& [type, named] : counts.by_type) {
        Json one = Json::object();
        one.set("event", named.first);
        one.set("count", named.second);
        types.push(std::move(one));
    }
    facts.set("toc", std::move(toc));
    facts.set("definitions", std::move(definitions));
    facts.set("event_types", std::move(types));
    if (parsed->game == Game::pirates_moon) facts.set("script_count", parsed->scripts.size());
    return facts;
}

Result<Json> anim_dump(Bytes bytes, const OpenOptions&, Diagnostics* diagnostics) {
    return parse_anim(bytes, diagnostics).map(dump_anim);
}

bool is_anim_dump(const Json& json) { return json.find("toc") && json.find("definitions"); }

Result<ByteBuffer> anim_build(const Json& json) { return build_anim(json).map(write_anim); }

Result<Json> anim_values(const NamedFile& file, const FileLookup&, const OpenOptions& options,
                         Diagnostics* diagnostics) {
    return anim_dump(file.bytes, options, diagnostics);
}

Result<ByteBuffer> anim_rewrite(const NamedFile& file, const FileLookup&, const OpenOptions&,
                                Diagnostics* diagnostics) {
    return parse_anim(file.bytes, diagnostics).map(write_anim);
}

Result<void> anim_open(const NamedFile& file, Model& model, const FileLookup&, const OpenOptions& options,
                       Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto parsed = parse_anim(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    auto opened =
        to_model(*parsed, file_stem(file.name),
                 AnimBindOptions{.definition = options.definition, .every_event = options.every_event}, diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

constexpr std::string_view zbd_extensions[] = {".zbd"};

// Motions first: they can be written from a model.
constexpr Format rows[] = {
    {
        .name = "mw3motion",
        .title = "MechWarrior 3 motions",
        .game = "MechWarrior 3",
        .extensions = zbd_extensions,
        .role = Role::clip,
        .recognise = is_motion,
        .info = motion_info,
        .dump = motion_dump,
        .build = motion_build,
        .is_dump = is_motion_dump,
        .values = motion_values,
        .rewrite = motion_rewrite,
        .open = motion_open,
        .save = motion_save,
    },
    in_larger_module({
        .name = "mw3anim",
        .title = "MechWarrior 3 animations",
        .game = "MechWarrior 3",
        .extensions = zbd_extensions,
        .role = Role::clip,
        .recognise = is_anim,
        .info = anim_info,
        .dump = anim_dump,
        .build = anim_build,
        .is_dump = is_anim_dump,
        .values = anim_values,
        .rewrite = anim_rewrite,
        .open = anim_open,
    }),
};

} // namespace

std::span<const Format> mw3_rows() { return rows; }

} // namespace ossuary
