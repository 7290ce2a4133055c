// ossuary info: what is this file?
#include <algorithm>

#include <fmt/format.h>

#include "cli/facts_text.h"
#include "cli/npc.h"
#include "cli/parallel.h"
#include "cli/reading.h"
#include "cli/terminal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/dos_time.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/dat.h"
#include "ossuary/formats/zengin/dat_object.h"
#include "ossuary/sound/bank.h"
#include "ossuary/sound/scripts.h"

namespace ossuary::cli {

namespace {

struct InfoOptions {
    std::vector<std::string> paths;
    bool all = false;
    bool why = false;
    std::string instance;
    NpcChoice npc;
    Reading reading;
};

struct InfoOutcome {
    Result<Json> facts = Json();
    Diagnostics diagnostics;
    bool skipped = false; // something in a folder that is none of ours
};

Result<Json> facts_of_instance(const TypedFile& file, const std::string& name, Diagnostics* found) {
    if (file.format->name != "dat") return fail("--instance asks about compiled scripts (.DAT)");
    const auto script = zengin::parse_dat(file.file.bytes, found);
    if (!script) return Failure(script.error());
    return zengin::instance_facts(zengin::DatIndex(*script), name, found);
}

InfoOutcome facts_of(Session& session, const Input& input, const InfoOptions& options) {
    const Reading& reading = options.reading;
    InfoOutcome outcome;
    const auto opened = session.files().open_file(input.path);
    if (!opened) {
        outcome.skipped = input.from_folder;
        outcome.facts = Failure(opened.error());
        return outcome;
    }
    const Format& format = *opened->format;
    outcome.facts = options.instance.empty() ? format.info(opened->file, session.files().beside(input.path),
                                                           reading.open(), &outcome.diagnostics)
                                             : facts_of_instance(*opened, options.instance, &outcome.diagnostics);
    name_file(outcome.diagnostics, input.path);
    if (!outcome.facts) {
        outcome.facts = Failure(std::move(outcome.facts.error()).in_file(input.path));
        return outcome;
    }
    Json json = Json::object();
    // In a folder there may be many of one name.
    const Json* source = outcome.facts->find("source");
    json.set("source", input.from_folder ? Json(to_utf8(input.path)) : source ? *source : Json(file_name(input.path)));
    json.set("format", format.name);
    json.set("title", format.title);
    json.set("game", format.game.empty() ? Json() : Json(format.game));
    for (const Json::Member& member : outcome.facts->members()) {
        if (member.name == "source") continue;
        if (member.name == "game") // the file knows better which one
            json.set("game", member.value);
        else
            json.append(json.find(member.name) ? fmt::format("{}_{}", format.name, member.name) : member.name,
                        member.value);
    }
    json.set("diagnostics", to_json(outcome.diagnostics));
    outcome.facts = std::move(json);
    return outcome;
}

void info(Session& session, const InfoOptions& options) {
    expect_options(options.reading, options.paths);
    const std::vector<Input> inputs = expand_folders(session, options.paths);
    Json list = Json::array();
    std::size_t shown = 0, skipped = 0;
    {
        Progress progress(session, "reading", inputs.size());
        in_order(
            inputs.size(), session.options.jobs,
            [&](std::size_t i) {
                InfoOutcome outcome = facts_of(session, inputs[i], options);
                progress.step();
                return outcome;
            },
            [&](std::size_t i, InfoOutcome outcome) {
                if (outcome.skipped) {
                    ++skipped;
                    return;
                }
                session.warn(outcome.diagnostics);
                if (!outcome.facts) {
                    session.error(outcome.facts.error());
                    if (!session.options.json) return;
                    Json failed = Json::object();
                    failed.set("source", inputs[i].path);
                    failed.set("error", to_json(outcome.facts.error()));
                    list.push(std::move(failed));
                } else if (session.options.json) {
                    list.push(std::move(*outcome.facts));
                } else {
                    clear_progress_line();
                    session.print((shown++ > 0 ? "\n" : "") +
                                  facts_text(*outcome.facts, style(stdout), options.all ? 0 : 12));
                }
            });
    }
    const bool one_file = options.paths.size() == 1 && inputs.size() == 1 && !inputs.front().from_folder;
    if (session.options.json && (list.size() > 0 || !one_file)) session.print_json(one_file ? list[0] : list);
    if (skipped > 0) session.log(LogLevel::info, fmt::format("{} other files skipped", skipped));
}

// All files a name could mean, the one it does first.
Json tell_candidates(Session& session, const std::vector<Candidate>& candidates) {
    const Style paint = style(stdout);
    Json rows = Json::array();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const MountedFile& file = candidates[i].file;
        const auto bytes = file.read();
        if (!bytes) session.error(bytes.error());
        const std::string crc = bytes ? fmt::format("{:08x}", crc32(bytes->bytes)) : "";
        const std::string time = file.file->time ? dos_time_text(file.file->time) : "";
        Json row = Json::object();
        row.set("volume", file.volume->name);
        row.set("path", to_utf8(file.path()));
        row.set("priority", file.volume->priority);
        row.set("time", time);
        row.set("bytes", file.size());
        row.set("crc32", crc);
        row.set("why", candidates[i].why);
        rows.push(std::move(row));
        if (session.options.json) continue;
        session.print(fmt::format("{}{}  {} bytes, {}, crc {}\n", i == 0 ? "" : "  hides ",
                                  paint.bold(printable(shown_path(file))), file.size(), time, crc));
        session.print(fmt::format("    {}{}\n", i == 0 ? "counts: " : "hidden: ", candidates[i].why));
    }
    return rows;
}

// What a name in an event or a zone plays, where no file has it; what is missing is an error.
class SoundNames {
public:
    SoundNames(Session& session, const MountTree& tree) : session_(session), tree_(tree) {}

    // Nothing if the scripts know no such name.
    std::optional<Json> tell(const std::string& name) {
        load();
        if (const sound::MusicTheme* theme = sound::find_theme(themes_, name)) return tell_theme(*theme);
        Json rows = Json::array();
        tell_variants(name, name, "", rows);
        for (const std::string_view ground : {"UNDEF", "METAL", "STONE", "WOOD", "EARTH", "WATER", "SNOW", "SAND"})
            tell_variants(name, fmt::format("{}_{}", name, ground), ground, rows);
        if (rows.size() == 0) return {};
        return rows;
    }

private:
    void load() {
        if (bank_) return;
        Diagnostics said;
        bank_.emplace(lookup_in(tree_), &said);
        if (auto found = sound::find_themes(lookup_in(tree_), &said)) themes_ = std::move(*found);
        session_.warn(said);
    }
    void say(const std::string& line) {
        if (!session_.options.json) session_.print(line + '\n');
    }
    Json tell_file(const std::string& user, const std::string& file) {
        const std::vector<Candidate> candidates = tree_.explain(file);
        if (candidates.empty())
            session_.error(Error(Place{.file = user}, fmt::format("its file {} is nowhere in what is mounted", file)));
        return tell_candidates(session_, candidates);
    }
    void tell_variants(const std::string& asked, const std::string& name, std::string_view ground, Json& rows) {
        const auto variants = bank_->variants(name);
        const sound::SoundInstance* missing = variants.empty() ? bank_->library().find(name) : nullptr;
        for (std::size_t i = 0; i < variants.size() + (missing ? 1 : 0); ++i) {
            const sound::SoundInstance& sound = missing ? *missing : *variants[i].instance;
            const std::string instance = missing ? name : variants[i].name;
            const std::string choice =
                variants.size() > 1 ? fmt::format(", one of {} by chance", variants.size()) : std::string();
            say(fmt::format("{}{}: the sound {} plays {}, volume {} of 127{}{}{}", asked,
                            ground.empty() ? "" : fmt::format(" on {}", ground), instance, sound.file, sound.volume,
                            sound.pitch_offset != 0 ? fmt::format(", {:+} semitones", sound.pitch_offset) : "",
                            sound.loop ? ", again and again" : "", choice));
            Json row = Json::object();
            row.set("instance", instance);
            if (!ground.empty()) row.set("ground", ground);
            row.set("file", sound.file);
            row.set("volume", sound.volume);
            row.set("pitch_offset", sound.pitch_offset);
            row.set("pitch_variance", sound.pitch_variance);
            row.set("loop", sound.loop);
            row.set("candidates", tell_file(instance, sound.file));
            rows.push(std::move(row));
        }
    }
    Json tell_theme(const sound::MusicTheme& theme) {
        constexpr std::string_view kinds[] = {"none", "groove", "fill", "break", "intro", "end", "end and intro"};
        constexpr std::string_view boundaries[] = {"immediate", "beat", "measure"};
        const auto kind = kinds[static_cast<std::size_t>(theme.transition) - 1];
        const auto boundary = boundaries[static_cast<std::size_t>(theme.boundary) - 1];
        say(fmt::format("{}: the theme plays {}, volume {:g}{}; it takes over at: {}, transition: {}", theme.name,
                        theme.file, theme.volume, theme.loop ? ", again and again" : "", boundary, kind));
        Json row = Json::object();
        row.set("theme", theme.name);
        row.set("file", theme.file);
        row.set("volume", theme.volume);
        row.set("loop", theme.loop);
        row.set("transition", kind);
        row.set("boundary", boundary);
        row.set("candidates", tell_file(theme.name, theme.file));
        Json rows = Json::array();
        rows.push(std::move(row));
        return rows;
    }

    Session& session_;
    const MountTree& tree_;
    std::optional<sound::SoundBank> bank_;
    std::vector<sound::MusicTheme> themes_;
};

void explain(Session& session, const InfoOptions& options) {
    if (session.mounting.empty()) throw UsageError{"--why asks about what --game and --mount name"};
    const auto mounted = session.files().mounted();
    const MountTree& tree = *mounted;
    SoundNames sounds(session, tree);
    Json list = Json::array();
    for (const std::string& name : options.paths) {
        std::vector<Candidate> candidates = tree.explain(name);
        for (const std::string& shipped : shipped_names(name)) {
            if (!candidates.empty()) break;
            candidates = tree.explain(shipped);
            if (!candidates.empty() && !session.options.json)
                session.print(fmt::format("{}: the game reads it as {}\n", name, shipped));
        }
        Json row = Json::object();
        row.set("name", name);
        row.set("candidates", tell_candidates(session, candidates));
        if (candidates.empty()) {
            auto played = sounds.tell(name);
            if (!played) session.error(Error(Place{.file = name}, "is nowhere in what is mounted"));
            if (played) row.set("sounds", std::move(*played));
        }
        list.push(std::move(row));
    }
    if (session.options.json) session.print_json(list);
}

void info_or_why(Session& session, InfoOptions& options) {
    if (auto settled = settle_npc(session, options.npc, options.paths, "info"); !settled)
        return session.error(settled.error());
    options.why ? explain(session, options) : info(session, options);
}

} // namespace

void add_info(Program& program) {
    Verb& verb = program.add_verb({.name = "info",
                                   .description = "Say what a file is: format, counts, joints, clips, events, oddities",
                                   .example = "ossuary info Bob.md5mesh Bob.md5anim\n"
                                              "  ossuary info --why HUM_BODY_NAKED0.ASC --game Gothic2\n"
                                              "  ossuary info SFX.DAT --instance CLANK --game Gothic2",
                                   .obeys = {.json = true, .jobs = true, .progress = true}});
    InfoOptions& options = verb.calls<InfoOptions>(info_or_why);
    verb.add(
        {{.names = "PATH", .field = options.paths, .help = "Files or folders; - is standard input"},
         {.names = "-l,--long", .field = options.all, .help = "List every joint, mesh and event"},
         {.names = "--why",
          .field = options.why,
          .help = "Say which file a name means in what is mounted, what it hides, and why; what a sound or a theme "
                  "plays"},
         {.names = "--instance",
          .field = options.instance,
          .help = "Run the constructor of this instance of a compiled script (.DAT), and say what it holds",
          .value = "NAME"}});
    add_npc_options(verb, options.npc);
    add_reading_options(program, verb, options.reading);
}

} // namespace ossuary::cli
