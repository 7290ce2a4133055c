// ossuary build: the file a dump describes.
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/program.h"
#include "cli/reading.h"
#include "ossuary/assets/dump.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace {

struct BuildOptions {
    std::string path;
    std::string output;
    bool force = false;
};

Result<NamedFile> built(Session& session, const BuildOptions& options, Diagnostics& diagnostics) {
    session.log(LogLevel::info, fmt::format("opening {}", options.path));
    const auto bytes = session.files().read(options.path);
    if (!bytes) return Failure(bytes.error());
    auto json = parse_json(as_text(*bytes));
    if (!json) return Failure(std::move(json.error()).in_file(options.path));
    auto file = build_file(*json, &diagnostics);
    if (!file) return Failure(std::move(file.error()).in_file(options.path));
    return file;
}

void build(Session& session, const BuildOptions& options) {
    if (auto allowed = may_write(options.output, options.force); !allowed) return session.error(allowed.error());
    Diagnostics diagnostics;
    const auto file = built(session, options, diagnostics);
    name_file(diagnostics, options.path);
    session.warn(diagnostics);
    if (!file) return session.error(file.error());
    const Format* named = find_format_by_file_name(options.output);
    if (named && !fits_name(*find_format_by_name(file->name), options.output)) {
        return session.error(Error(Place{.file = options.path},
                                   fmt::format("describes a {} file, not a {} one", file->name, named->name)));
    }
    if (auto written = write_output(options.output, file->bytes, options.force); !written)
        return session.error(written.error());
    if (options.output == "-") return;
    session.say(fmt::format("wrote {} ({} bytes)", options.output, file->bytes.size()));
    if (session.options.json) {
        Json report = Json::object();
        report.set("output", options.output);
        report.set("format", file->name);
        report.set("bytes", file->bytes.size());
        report.set("diagnostics", to_json(diagnostics));
        session.print_json(report);
    }
}

} // namespace

void add_build(Program& program) {
    Verb& verb = program.add_verb({.name = "build",
                                   .description = "Make the file that a dump describes",
                                   .example = "ossuary build bob.json -o Bob.md5mesh",
                                   .obeys = {.json = true}});
    BuildOptions& options = verb.calls<BuildOptions>(build);
    verb.add(
        {{.names = "PATH", .field = options.path, .help = "What 'dump' wrote; - is standard input", .required = true},
         {.names = "-o,--output",
          .field = options.output,
          .help = "The file to make; - is standard output",
          .value = "FILE",
          .required = true},
         {.names = "-f,--force", .field = options.force, .help = "Replace the file if it exists"}});
}

} // namespace ossuary::cli
