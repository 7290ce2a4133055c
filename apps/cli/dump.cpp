// ossuary dump: everything in a file as JSON, without loss.
#include "ossuary/assets/dump.h"

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/reading.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::cli {

namespace {

struct DumpOptions {
    std::string path;
    std::string output = "-";
    bool force = false;
    Reading reading;
};

void dump(Session& session, const DumpOptions& options) {
    expect_options(options.reading, {&options.path, 1});
    if (auto allowed = may_write(options.output, options.force); !allowed) return session.error(allowed.error());
    const auto opened = session.files().open_file(options.path);
    if (!opened) return session.error(opened.error());
    Diagnostics diagnostics;
    auto json = dump_file(*opened->format, opened->file.bytes, options.reading.open(), &diagnostics);
    name_file(diagnostics, options.path);
    session.warn(diagnostics);
    if (!json) return session.error(std::move(json.error()).in_file(options.path));
    const std::string text = print_json(*json, 1) + '\n';
    if (auto written = write_output(options.output, as_bytes(text), options.force); !written)
        return session.error(written.error());
    if (options.output != "-") session.say(fmt::format("wrote {} ({} bytes)", options.output, text.size()));
}

} // namespace

void add_dump(Program& program) {
    Verb& verb =
        program.add_verb({.name = "dump",
                          .description = "Write everything in a file as JSON; 'build' makes the same file of it",
                          .example = "ossuary dump Bob.md5mesh -o bob.json"});
    DumpOptions& options = verb.calls<DumpOptions>(dump);
    verb.add({{.names = "PATH", .field = options.path, .help = "The file; - is standard input", .required = true},
              {.names = "-o,--output",
               .field = options.output,
               .help = "Where to write (default: standard output)",
               .value = "X.json"},
              {.names = "-f,--force", .field = options.force, .help = "Replace the file if it exists"}});
    add_reading_options(program, verb, options.reading);
}

} // namespace ossuary::cli
