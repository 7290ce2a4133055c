// ossuary: the command. Reads the arguments, runs one verb, and turns its outcome into an exit status.
#include <cstdio>
#include <new>

#include <fmt/format.h>

#include "cli/help.h"
#include "cli/page_server.h"
#include "cli/parse.h"
#include "cli/program.h"
#include "cli/system.h"
#include "cli/viewer.h"
#include "ossuary/assets/disk.h"

namespace ossuary::cli {

namespace {

int usage(const Verb* verb, std::string_view message) {
    fmt::print(stderr, "ossuary: {}\nTry 'ossuary {}--help'.\n", message,
               verb ? fmt::format("{} ", verb->text.name) : "");
    return exit_usage;
}

// The program was clicked.
int view_alone(Session& session) {
    session.say("Ossuary " OSSUARY_VERSION
                " opens its viewer in your browser, at the address below. Drop files onto the page.\n"
                "The viewer goes when this window is closed. 'ossuary --help' tells what else the command does.\n");
    view(session, {});
    const int status = session.finish();
    if (status != exit_ok && has_own_window()) {
        session.say("Press Enter.");
        std::getchar();
    }
    return status;
}

int run(int argc, char** argv) {
    prepare_process(&argc, &argv);
    clean_up_on_signals();
    guard_mapped_files();
    Program program;
    for (const auto add :
         {add_info,       add_ls,   add_cat,         add_extract, add_archive, add_convert, add_compile,
          add_verify,     add_diff, add_dump,        add_build,   add_pack,    add_mesh,    add_play,
          add_render,     add_plot, add_shot,        add_view,    add_demo,    add_formats, add_register,
          add_unregister, add_help, add_completions, add_man})
        add(program);
    Session& session = program.session;
    if (argc < 2) {
        if (opens_viewer_when_clicked() && find_page()) return view_alone(session);
        fmt::print(stderr, "{}", help_text(program.verbs));
        return exit_usage;
    }
    const std::string_view word = argv[1];
    if (!word.starts_with('-') && !find_verb(program.verbs, word))
        return usage(nullptr, no_such_verb(program.verbs, word));
    const Invocation invocation = parse_arguments(program.verbs, argc, argv);
    if (!invocation.error.empty()) return usage(invocation.verb, invocation.error);
    try {
        if (invocation.wants == Invocation::Wants::version)
            session.print("ossuary " OSSUARY_VERSION "\n");
        else if (invocation.wants == Invocation::Wants::help)
            session.print(invocation.verb ? help_text(*invocation.verb) : help_text(program.verbs));
        else
            invocation.verb->run(session);
    } catch (const UsageError& error) {
        return usage(invocation.verb, error.message);
    } catch (const std::bad_alloc&) {
        session.error(Error("not enough memory"));
    }
    return session.finish();
}

} // namespace

} // namespace ossuary::cli

int main(int argc, char** argv) { return ossuary::cli::run(argc, argv); }
