// ossuary verify: read, write, compare.
#include <map>
#include <optional>

#include <fmt/format.h>

#include "cli/compare.h"
#include "cli/parallel.h"
#include "cli/reading.h"
#include "cli/terminal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/msb.h"

namespace ossuary::cli {

namespace {

struct VerifyOptions {
    std::vector<std::string> paths;
    bool strict = false;
    bool script = false;
    std::string below;
    Reading reading;
};

enum class Verdict { identical, same_values, differs, refused, skipped };

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
    case Verdict::identical: return "identical";
    case Verdict::same_values: return "same values";
    case Verdict::differs: return "differs";
    case Verdict::refused: return "refused";
    case Verdict::skipped: return "skipped";
    }
    return "unknown";
}

struct VerifyOutcome {
    Verdict verdict = Verdict::refused;
    std::string_view format;
    std::string detail;
    Error error;
    Diagnostics diagnostics;
};

VerifyOutcome refused(VerifyOutcome outcome, Error error) {
    outcome.verdict = Verdict::refused;
    outcome.detail = Error(error.place(), with_code_behind(error.message())).text();
    outcome.error = std::move(error);
    return outcome;
}

VerifyOutcome differs(VerifyOutcome outcome, std::string detail) {
    outcome.verdict = Verdict::differs;
    outcome.detail = std::move(detail);
    return outcome;
}

VerifyOutcome verify_file(Session& session, const Input& input, const VerifyOptions& options) {
    VerifyOutcome outcome;
    auto opened = session.files().open_file(input.path);
    if (!opened) {
        outcome = refused({}, opened.error());
        if (input.from_folder) outcome.verdict = Verdict::skipped;
        return outcome;
    }
    const Format& format = *opened->format;
    const NamedFile& file = opened->file;
    const OptionValues open = options.reading.open();
    outcome.format = format.name;
    if (!format.rewrite) {
        outcome = refused(std::move(outcome), Error(Place{.file = input.path},
                                                    fmt::format("{} files are carried, not written", format.name)));
        if (input.from_folder) outcome.verdict = Verdict::skipped;
        return outcome;
    }

    const FileLookup lookup = session.files().beside(input.path);
    auto written = format.rewrite(file, lookup, open, &outcome.diagnostics);
    name_file(outcome.diagnostics, input.path);
    if (!written) return refused(std::move(outcome), std::move(written.error()).in_file(input.path));
    if (options.strict) {
        for (const Diagnostic& diagnostic : outcome.diagnostics)
            if (diagnostic.severity >= Severity::warning)
                return refused(outcome, Error(diagnostic.place, diagnostic.message));
    }
    if (*written == file.bytes) {
        outcome.verdict = Verdict::identical;
        return outcome;
    }

    const NamedFile again{file.name, std::move(*written)};
    const auto before = format.values(file, lookup, open, nullptr);
    const auto after = format.values(again, lookup, open, nullptr);
    if (!before) return refused(std::move(outcome), Error(before.error()).in_file(input.path));
    if (!after) return differs(std::move(outcome), "what was written cannot be read: " + after.error().text());
    if (const auto changes = compare(*before, *after, 0); !changes.empty()) {
        return differs(std::move(outcome),
                       fmt::format("{} values changed when written, first {}", changes.size(), changes.front().path));
    }
    const auto twice = format.rewrite(again, lookup, open, nullptr);
    if (!twice || *twice != again.bytes) return differs(std::move(outcome), "writing it again gives another file");
    outcome.verdict = Verdict::same_values;
    return outcome;
}

std::string painted(const Style& paint, Verdict verdict, std::size_t width) {
    const std::string text = pad(name_of(verdict), width);
    if (verdict == Verdict::identical || verdict == Verdict::same_values) return paint.green(text);
    return verdict == Verdict::skipped ? paint.dim(text) : paint.red(text);
}

// `refused      md5mesh    models/X.md5mesh:23:9: expected …`: the last column begins with the path in any case.
std::string row_text(const Style& paint, const std::string& path, const VerifyOutcome& outcome) {
    std::string last = path;
    if (outcome.verdict == Verdict::refused) last = outcome.detail;
    if (outcome.verdict == Verdict::differs) last += ": " + outcome.detail;
    return fmt::format("{}  {}  {}\n", painted(paint, outcome.verdict, 11), pad(outcome.format, 9), printable(last));
}

Result<zengin::Script> script_of(Session& session, const std::string& path, Diagnostics* found) {
    const auto opened = session.files().open_file(path);
    if (!opened) return Failure(opened.error());
    if (!opened->format->is_script || opened->format->game != "Gothic")
        return fail(Place{.file = path}, "is no model script (.MDS, .MSB)");
    const Bytes bytes = opened->file.bytes;
    auto script = zengin::recognise_msb(bytes)
                      ? zengin::parse_msb(bytes, found).map([](zengin::CompiledScript compiled) {
                            return std::move(compiled.script);
                        })
                      : zengin::parse_mds(bytes, found);
    if (!script) return Failure(Error(script.error()).in_file(path));
    return script;
}

// What a modder must know of a model script; everything that is said is a failure.
void verify_scripts(Session& session, const VerifyOptions& options) {
    Json rows = Json::array();
    std::size_t count = 0;
    std::optional<zengin::Script> below;
    if (!options.below.empty()) {
        auto read = script_of(session, options.below, nullptr);
        if (!read) return session.error(read.error());
        below = std::move(*read);
    }
    for (const std::string& path : options.paths) {
        Diagnostics found;
        const auto script = script_of(session, path, &found);
        if (!script) {
            session.error(script.error());
            continue;
        }
        const auto bytes = session.files().read(path);
        const bool is_text = bytes && !zengin::recognise_msb(*bytes);
        const std::vector<std::string> files = session.files().siblings(path);
        const Diagnostics more = zengin::validate(*script, file_stem(path), session.files().beside(path),
                                                  {.text = is_text ? as_text(*bytes) : std::string_view(),
                                                   .files = files,
                                                   .below = below ? &*below : nullptr});
        found.insert(found.end(), more.begin(), more.end());
        name_file(found, path);
        count += found.size();
        session.warn(found);
        Json row = Json::object();
        row.set("source", path);
        row.set("diagnostics", to_json(found));
        rows.push(std::move(row));
    }
    if (count > 0) session.fail();
    if (session.options.json) return session.print_json(rows);
    session.say(count == 0 ? std::string("nothing to say") : fmt::format("{} remarks", count));
}

void verify(Session& session, const VerifyOptions& options) {
    if (!options.below.empty() && !options.script) throw UsageError{"--below goes with --script"};
    if (options.script) return verify_scripts(session, options);
    const std::vector<Input> inputs = expand_folders(session, options.paths);
    expect_options(options.reading, options.paths);
    std::map<Verdict, std::size_t> counts;
    Json rows = Json::array();
    {
        Progress progress(session, "verifying", inputs.size());
        const Style paint = style(stdout);
        in_order(
            inputs.size(), session.options.jobs,
            [&](std::size_t i) {
                VerifyOutcome outcome = verify_file(session, inputs[i], options);
                progress.step();
                return outcome;
            },
            [&](std::size_t i, const VerifyOutcome& outcome) {
                ++counts[outcome.verdict];
                if (outcome.verdict == Verdict::skipped) return;
                const std::string& path = inputs[i].path;
                session.warn(outcome.diagnostics);
                if (outcome.verdict == Verdict::refused || outcome.verdict == Verdict::differs) session.fail();
                if (session.options.json) {
                    Json row = Json::object();
                    row.set("source", path);
                    row.set("format", outcome.format.empty() ? Json() : Json(outcome.format));
                    row.set("verdict", name_of(outcome.verdict));
                    if (outcome.verdict == Verdict::refused) row.set("error", to_json(outcome.error));
                    if (outcome.verdict == Verdict::differs) row.set("detail", outcome.detail);
                    row.set("diagnostics", to_json(outcome.diagnostics));
                    rows.push(std::move(row));
                    return;
                }
                clear_progress_line();
                session.print(row_text(paint, path, outcome));
            });
    }
    if (session.options.json) {
        Json report = Json::object();
        report.set("files", std::move(rows));
        for (const Verdict verdict :
             {Verdict::identical, Verdict::same_values, Verdict::differs, Verdict::refused, Verdict::skipped})
            report.set(verdict == Verdict::same_values ? "same_values" : name_of(verdict), counts[verdict]);
        return session.print_json(report);
    }
    session.say(fmt::format("{} identical, {} same values, {} differ, {} refused{}", counts[Verdict::identical],
                            counts[Verdict::same_values], counts[Verdict::differs], counts[Verdict::refused],
                            counts[Verdict::skipped] > 0
                                ? fmt::format(", {} other files skipped", counts[Verdict::skipped])
                                : std::string()));
}

} // namespace

void add_verify(Program& program) {
    Verb& verb = program.add_verb(
        {.name = "verify",
         .description = "Read files, write them again in memory, and compare",
         .example = "ossuary verify models/\n  ossuary verify --script HUMANS.MDS --game Gothic2",
         .notes = "Verdicts: 'identical' the same bytes; 'same values' another layout of the same content, and\n"
                  "writing that again changes nothing; 'differs'; 'refused' with the reason. Exit 1 on the last two.",
         .obeys = {.json = true, .jobs = true, .progress = true}});
    VerifyOptions& options = verb.calls<VerifyOptions>(verify);
    verb.add(
        {{.names = "PATH",
          .field = options.paths,
          .help = "Files or folders; what is none of ours in a folder is skipped",
          .required = true},
         {.names = "--strict", .field = options.strict, .help = "A warning counts as a failure"},
         {.names = "--script",
          .field = options.script,
          .help = "Of Gothic's model scripts: moves that lead nowhere, events outside their frames, missing parts, "
                  "unused files, unknown tags"},
         {.names = "--below",
          .field = options.below,
          .help = "With --script: the script that an overlay lies over, whose moves it may name",
          .value = "MDS"}});
    add_reading_options(program, verb, options.reading);
}

} // namespace ossuary::cli
