// ossuary: the command. Reads the arguments, runs one verb, and turns its outcome into an exit status.
#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "cli/option_walk.h"
#include "cli/output.h"
#include "cli/program.h"
#include "ossuary/assets/disk.h"

namespace ossuary::cli {

namespace {

int usage(const Program& program, std::string_view message) {
    const auto verbs = program.app.get_subcommands();
    fmt::print(stderr, "ossuary: {}\nTry 'ossuary {}--help'.\n", message,
               verbs.empty() ? "" : verbs.front()->get_name() + " ");
    return exit_usage;
}

int run(int argc, char** argv) {
    clean_up_on_signals();
    guard_mapped_files();
    Program program;
    for (const auto add : {add_info,   add_ls,   add_cat,  add_extract, add_archive,     add_convert, add_compile,
                           add_verify, add_diff, add_dump, add_build,   add_pack,        add_mesh,    add_play,
                           add_plot,   add_shot, add_view, add_demo,    add_completions, add_man})
        add(program);
    if (argc < 2) {
        fmt::print(stderr, "{}", program.app.help());
        return exit_usage;
    }
    const auto verbs = verbs_of(program.app);
    const std::string_view word = argv[1];
    if (!word.starts_with('-') && std::ranges::none_of(verbs, [&](const auto& verb) { return verb.name == word; }))
        return usage(program, fmt::format("there is no verb '{}'", word));
    try {
        program.app.parse(argc, argv);
        program.run();
    } catch (const CLI::Success& asked) { // --help and --version
        program.app.exit(asked);
    } catch (const CLI::ParseError& error) {
        return usage(program, error.what());
    } catch (const UsageError& error) {
        return usage(program, error.message);
    } catch (const std::bad_alloc&) {
        program.session.error(Error("not enough memory"));
    }
    return program.session.finish();
}

} // namespace

} // namespace ossuary::cli

int main(int argc, char** argv) { return ossuary::cli::run(argc, argv); }
