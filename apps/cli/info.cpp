// ossuary info: what is this file?
#include <algorithm>

#include <fmt/format.h>

#include "cli/facts_text.h"
#include "cli/parallel.h"
#include "cli/reading.h"
#include "cli/terminal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/dos_time.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace {

struct InfoOptions {
    std::vector<std::string> paths;
    bool all = false;
    bool why = false;
    Reading reading;
};

struct InfoOutcome {
    Result<Json> facts = Json();
    Diagnostics diagnostics;
    bool skipped = false; // something in a folder that is none of ours
};

InfoOutcome facts_of(Session& session, const Input& input, const Reading& reading) {
    InfoOutcome outcome;
    const auto opened = session.files().open_file(input.path);
    if (!opened) {
        outcome.skipped = input.from_folder;
        outcome.facts = Failure(opened.error());
        return outcome;
    }
    const Format& format = *opened->format;
    outcome.facts = format.info(opened->file, session.files().beside(input.path), reading.open(), &outcome.diagnostics);
    name_file(outcome.diagnostics, input.path);
    if (!outcome.facts) {
        outcome.facts = Failure(std::move(outcome.facts.error()).in_file(input.path));
        return outcome;
    }
    Json json = Json::object();
    // In a folder there may be many of one name.
    json.set("source", input.from_folder ? Json(to_utf8(input.path)) : (*outcome.facts)["source"]);
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
                InfoOutcome outcome = facts_of(session, inputs[i], options.reading);
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
void explain(Session& session, const InfoOptions& options) {
    if (session.mounting.empty()) throw UsageError{"--why asks about what --game and --mount name"};
    const auto mounted = session.files().mounted();
    const MountTree& tree = *mounted;
    const Style paint = style(stdout);
    Json list = Json::array();
    for (const std::string& name : options.paths) {
        std::vector<Candidate> candidates = tree.explain(name);
        for (const std::string& shipped : shipped_names(name)) {
            if (!candidates.empty()) break;
            candidates = tree.explain(shipped);
            if (!candidates.empty() && !session.options.json)
                session.print(fmt::format("{}: the game reads it as {}\n", name, shipped));
        }
        if (candidates.empty()) session.error(Error(Place{.file = name}, "is nowhere in what is mounted"));
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
        Json row = Json::object();
        row.set("name", name);
        row.set("candidates", std::move(rows));
        list.push(std::move(row));
    }
    if (session.options.json) session.print_json(list);
}

void info_or_why(Session& session, const InfoOptions& options) {
    options.why ? explain(session, options) : info(session, options);
}

} // namespace

void add_info(Program& program) {
    Verb& verb = program.add_verb({.name = "info",
                                   .description = "Say what a file is: format, counts, joints, clips, events, oddities",
                                   .example = "ossuary info Bob.md5mesh Bob.md5anim\n"
                                              "  ossuary info --why HUM_BODY_NAKED0.ASC --game Gothic2",
                                   .obeys = {.json = true, .jobs = true, .progress = true}});
    InfoOptions& options = verb.calls<InfoOptions>(info_or_why);
    verb.add(
        {{.names = "PATH", .field = options.paths, .help = "Files or folders; - is standard input", .required = true},
         {.names = "-l,--long", .field = options.all, .help = "List every joint, mesh and event"},
         {.names = "--why",
          .field = options.why,
          .help = "Say which file a name means in what is mounted, what it hides, and why"}});
    add_reading_options(program, verb, options.reading);
}

} // namespace ossuary::cli
