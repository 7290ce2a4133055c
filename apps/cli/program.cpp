#include "cli/program.h"

#include <algorithm>
#include <map>
#include <thread>

#include <fmt/format.h>

#include "cli/help.h"

namespace ossuary::cli {

namespace {

const std::map<std::string, LogLevel> log_levels{{"quiet", LogLevel::quiet},
                                                 {"error", LogLevel::error},
                                                 {"warning", LogLevel::warning},
                                                 {"info", LogLevel::info},
                                                 {"debug", LogLevel::debug}};

} // namespace

Program::Program()
    : app("Opens the character animation of classic games, and hands it on to today's tools.", "ossuary") {
    session.options.jobs = std::max(1u, std::thread::hardware_concurrency());
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_version_flag("--version", std::string("ossuary " OSSUARY_VERSION), "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.require_subcommand(1);
    app.footer("\nEvery verb has its own help: ossuary convert --help\n\n"
               "Exit status: 0 all well, 1 something failed (and the rest was still done), 2 wrong usage.");
}

CLI::App& Program::add_verb(const std::string& name, const std::string& description, const std::string& example,
                            std::function<void()> action) {
    CLI::App* verb = app.add_subcommand(name, description);
    verb->footer(fmt::format("\nExample:\n  {}", example));
    GlobalOptions& options = session.options;
    const std::string group(everywhere);
    verb->set_help_flag("-h,--help", "Print this help and exit")->group(group);
    verb->add_flag("--json", options.json, "Print the result as JSON")->group(group);
    verb->add_flag("-q,--quiet", options.quiet, "Print results and errors only")->group(group);
    verb->add_option("-j,--jobs", options.jobs, "Files worked on at once (default: the machine's cores)")
        ->option_text("N")
        ->check(CLI::Range(1, 1024))
        ->group(group);
    verb->add_flag("--no-progress", options.no_progress, "Show no progress bar")->group(group);
    verb->add_option("--log", options.log, "What to tell on standard error (default: warning)")
        ->option_text("quiet|error|warning|info|debug")
        ->transform(CLI::CheckedTransformer(log_levels, CLI::ignore_case))
        ->group(group);
    verb->callback([this, action = std::move(action)] { run = action; });
    return *verb;
}

} // namespace ossuary::cli
