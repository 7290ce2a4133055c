// The rows of MechWarrior 3 and the games of its engine: animations and motions, both called .zbd.
#include <chrono>
#include <cmath>
#include <map>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/format/full_module.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/mw3/model.h"

namespace ossuary::mw3 {

namespace {

// ---- motion.zbd

struct MotionKind : PlainKind<parse_motion, write_motion, dump_motion, build_motion> {
    static constexpr std::string_view name = "mw3motion";
    static constexpr bool own_dump = true;
    static Json facts(const MotionFile& file);
};

Json MotionKind::facts(const MotionFile& file) {
    Json facts = Json::object();
    facts.set("footer_version", file.footer_version);
    if (file.footer_version == 2) facts.set("checksum", file.checksum);
    facts.set("entry_count", file.entries.size());
    Json entries = Json::array();
    for (const MotionEntry& entry : file.entries) {
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

bool is_motion_dump(const Json& json) { return json.find("footer_version") && json.find("entries"); }

// Alone it brings a skeleton made of its parts; after a model it brings clips for it.
Result<void> motion_open(const NamedFile& file, Model& model, const FileLookup&, const OptionValues&,
                         Diagnostics* diagnostics) {
    const auto parsed = parse_motion(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    if (!model.skeleton.joints.empty()) return add_clips(model, *parsed, diagnostics);
    auto opened = to_model(*parsed, file_stem(file.name), ToModelOptions{}, diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

SavedFiles motion_save(const Model& model, std::string_view stem, const OptionValues& options,
                       Diagnostics* diagnostics) {
    const auto made = motion_from_model(model, {.frame_rate = frame_rate(options)}, diagnostics);
    if (!made) return Failure(made.error());
    if (made->entries.empty()) return fail("there is no clip to write");
    return saved(stem, ".zbd", write_motion(*made));
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

struct AnimKind : PlainKind<parse_anim, write_anim, dump_anim, build_anim> {
    static constexpr std::string_view name = "mw3anim";
    static constexpr bool own_dump = true;
    static Json facts(const AnimFile& file);
};

Json AnimKind::facts(const AnimFile& file) {
    Json facts = Json::object();
    facts.set("made_for", mw3::name_of(file.game));
    facts.set("gravity", static_cast<double>(file.info.gravity));
    facts.set("def_count", file.definitions.size() + 1);
    EventCounts counts;
    Json toc = Json::array(), definitions = Json::array();
    for (const SourceFile& source : file.toc) {
        Json one = Json::object();
        one.set("path", source.path.text());
        one.set("date", date_text(source.timestamp));
        toc.push(std::move(one));
    }
    for (const Definition& definition : file.definitions) {
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
    if (file.game == Game::pirates_moon) facts.set("script_count", file.scripts.size());
    return facts;
}

bool is_anim_dump(const Json& json) { return json.find("toc") && json.find("definitions"); }

Result<void> anim_open(const NamedFile& file, Model& model, const FileLookup&, const OptionValues& options,
                       Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto parsed = parse_anim(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    auto opened = to_model(
        *parsed, file_stem(file.name),
        ToModelOptions{.definition = std::string(options.text("def")), .every_event = options.flag("every-event")},
        diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

constexpr std::string_view zbd_extensions[] = {".zbd"};
constexpr Option anim_options[] = {
    {.name = "def",
     .kind = OptionKind::text,
     .value = "NAME",
     .help = "The definition to take of an anim.zbd (default: all)"},
    {.name = "every-event", .help = "Movement and flow as events, too, for timelines"},
};
constexpr Option motion_save_options[] = {frame_rate_option};

constexpr Format rows[] = {
    with_verbs<MotionKind>({
        .title = "MechWarrior 3 motions",
        .game = "MechWarrior 3",
        .extensions = zbd_extensions,
        .role = Role::clip,
        .save_options = motion_save_options,
        .recognise = recognise_motion,
        .is_dump = is_motion_dump,
        .open = motion_open,
        .save = motion_save,
    }),
    only_in_full_module(with_verbs<AnimKind>({
        .title = "MechWarrior 3 animations",
        .game = "MechWarrior 3",
        .extensions = zbd_extensions,
        .role = Role::clip,
        .has_definitions = true,
        .open_options = anim_options,
        .recognise = recognise_anim,
        .is_dump = is_anim_dump,
        .open = anim_open,
    })),
};

} // namespace

} // namespace ossuary::mw3

namespace ossuary {

std::span<const Format> mw3_rows() { return mw3::rows; }

} // namespace ossuary
