// ossuary dump: everything in a file as JSON, without loss.
#include "ossuary/assets/dump.h"
#include "cli/output.h"
#include "cli/reading.h"

namespace ossuary::cli {

namespace {

struct DumpOptions {
    std::string path;
    std::string output = "-";
    bool force = false;
    Reading reading;
};

void dump(Session& session, const DumpOptions& options) {
    if (auto allowed = may_write(options.output, options.force); !allowed) return session.error(allowed.error());
    const auto opened = open_file(session, options.path);
    if (!opened) return session.error(opened.error());
    Diagnostics diagnostics;
    auto json = dump_file(*opened->format, opened->file.bytes, options.reading.open, &diagnostics);
    name_file(diagnostics, options.path);
    session.warn(diagnostics);
    if (!json) return session.error(std::move(json.error()).in_file(options.path));
    const std::string text = print_json(*json, 1) + '\n';
    if (auto written = write_output(options.output, as_bytes(text), options.force); !written)
        session.error(written.error());
}

} // namespace

void add_dump(Program& program) {
    const auto options = std::make_shared<DumpOptions>();
    CLI::App& verb = program.add_verb("dump", "Write everything in a file as JSON; 'build' makes the same file of it",
                                      "ossuary dump Bob.md5mesh -o bob.json",
                                      [&program, options] { dump(program.session, *options); });
    verb.add_option("PATH", options->path, "The file; - is standard input")->required();
    verb.add_option("-o,--output", options->output, "Where to write (default: standard output)")->option_text("X.json");
    verb.add_flag("-f,--force", options->force, "Replace the file if it exists");
    add_reading_options(program, verb, options->reading);
}

} // namespace ossuary::cli
