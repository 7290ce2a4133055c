#include "cli/program.h"

#include <algorithm>
#include <thread>

namespace ossuary::cli {

Program::Program() { session.options.jobs = std::max(1u, std::thread::hardware_concurrency()); }

Verb& Program::add_verb(const VerbText& text) {
    Verb& verb = verbs.emplace_back(text);
    GlobalOptions& options = session.options;
    const auto add = [&](const Argument& argument) { verb.add(general_options, {argument}); };
    add({.names = "-h,--help", .help = "Print this help and exit"});
    if (text.obeys.json) add({.names = "--json", .field = options.json, .help = "Print the result as JSON"});
    add({.names = "-q,--quiet", .field = options.quiet, .help = "Print results and errors only"});
    if (text.obeys.jobs)
        add({.names = "-j,--jobs",
             .field = options.jobs,
             .help = "Files worked on at once (default: the machine's cores)",
             .value = "N",
             .check = check::range(1, 1024)});
    if (text.obeys.progress)
        add({.names = "--no-progress", .field = options.no_progress, .help = "Show no progress bar"});
    add({.names = "--log",
         .field = options.log,
         .help = "What to tell on standard error (default: warning)",
         .value = "quiet|error|warning|info|debug"});
    return verb;
}

} // namespace ossuary::cli
