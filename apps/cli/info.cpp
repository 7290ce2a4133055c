// ossuary info: what is this file?
#include <fmt/format.h>

#include "cli/facts_text.h"
#include "cli/parallel.h"
#include "cli/reading.h"
#include "cli/terminal.h"

namespace ossuary::cli {

namespace {

struct InfoOptions {
    std::vector<std::string> paths;
    bool all = false;
    Reading reading;
};

struct Outcome {
    Result<Json> facts = Json();
    Diagnostics diagnostics;
    bool skipped = false; // something in a folder that is none of ours
};

Outcome facts_of(Session& session, const Input& input, const Reading& reading) {
    Outcome outcome;
    const auto opened = open_file(session, input.path);
    if (!opened) {
        outcome.skipped = input.from_folder;
        outcome.facts = Failure(opened.error());
        return outcome;
    }
    const Format& format = *opened->format;
    outcome.facts = format.info(opened->file, lookup_beside(session, input.path, reading.mounts), reading.open,
                                &outcome.diagnostics);
    name_file(outcome.diagnostics, input.path);
    if (!outcome.facts) {
        outcome.facts = Failure(std::move(outcome.facts.error()).in_file(input.path));
        return outcome;
    }
    Json json = Json::object();
    json.set("source", (*outcome.facts)["source"]);
    json.set("format", format.name);
    json.set("title", format.title);
    json.set("game", format.game.empty() ? Json() : Json(format.game));
    for (const Json::Member& member : outcome.facts->members())
        if (member.name != "source") json.append(member.name, member.value);
    json.set("diagnostics", to_json(outcome.diagnostics));
    outcome.facts = std::move(json);
    return outcome;
}

void info(Session& session, const InfoOptions& options) {
    const std::vector<Input> inputs = expand_folders(session, options.paths);
    Json list = Json::array();
    std::size_t shown = 0, skipped = 0;
    {
        Progress progress(session, "reading", inputs.size());
        in_order(
            inputs.size(), session.options.jobs,
            [&](std::size_t i) {
                Outcome outcome = facts_of(session, inputs[i], options.reading);
                progress.step();
                return outcome;
            },
            [&](std::size_t i, Outcome outcome) {
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
    if (session.options.json && (list.size() > 0 || !one_file))
        session.print_json(one_file ? list.items().front() : list);
    if (skipped > 0) session.log(LogLevel::info, fmt::format("{} other files skipped", skipped));
}

} // namespace

void add_info(Program& program) {
    const auto options = std::make_shared<InfoOptions>();
    CLI::App& verb = program.add_verb("info", "Say what a file is: format, counts, joints, clips, events, oddities",
                                      "ossuary info Bob.md5mesh Bob.md5anim",
                                      [&program, options] { info(program.session, *options); });
    verb.add_option("PATH", options->paths, "Files or folders; - is standard input")->required();
    verb.add_flag("-l,--long", options->all, "List every joint, mesh and event");
    add_reading_options(verb, options->reading);
}

} // namespace ossuary::cli
