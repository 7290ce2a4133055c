// ossuary view: the browser viewer on a loopback port.
#include <algorithm>
#include <cstdio>

#include "cli/interrupt.h"
#include "cli/npc.h"
#include "cli/page_server.h"
#include "cli/program.h"
#include "cli/reading.h"
#include "cli/system.h"
#include "cli/viewer.h"

namespace ossuary::cli {

namespace {

constexpr auto look_interval = std::chrono::milliseconds(200); // between questions to the watcher, not to the disk

struct ViewOptions : ViewRequest {
    NpcChoice npc;
};

void view_or_npc(Session& session, ViewOptions& options) {
    session.follow_changes = true;
    if (auto settled = settle_npc_as_glb(session, options.npc, options.paths); !settled)
        return session.error(settled.error());
    view(session, options);
}

} // namespace

void view(Session& session, const ViewRequest& request) {
    session.follow_changes = true;
    auto roots = PageFiles::name_roots(session, request.paths);
    if (!roots) return session.error(roots.error());
    const auto page = request.page.empty() ? find_page() : Result<std::string>(request.page);
    if (!page) return session.error(page.error());
    if (page->empty()) session.log(LogLevel::info, "the viewer's page is the one within the command");

    Interrupt interrupt; // before there are threads: they inherit that signals wait for us
    PageFiles files(session.files(), std::move(*roots));
    for (const std::string& path : request.paths) static_cast<void>(files.follow({&path, 1}));
    const std::string open = request.open.empty() ? files.first_file() : request.open;
    const auto server = PageServer::start(files, {.page = *page, .open = open, .port = request.port});
    if (!server) return session.error(server.error());
    const std::string& url = (*server)->url();
    if (session.options.json) {
        Json json = Json::object();
        json.set("url", url);
        session.print(print_json(json) + '\n');
    } else {
        session.print(url + '\n');
    }
    session.say("Ctrl-C ends the viewer.");
    std::fflush(stdout);
    if (request.open_browser && !show_in_browser(url)) session.log(LogLevel::info, "there is no browser to open");

    while (!interrupt.wait(look_interval)) {
        const WorkspaceChanges news = session.files().changes();
        session.warn(news.diagnostics);
        if (const PageChanges changes = files.update(news); !changes.empty()) (*server)->announce(changes);
    }
}

void add_view(Program& program) {
    Verb& verb = program.add_verb({.name = "view",
                                   .description = "Show files in the browser: look, play, compare, export",
                                   .example = "ossuary view hero.glb\n  ossuary view Anims.vdf --mount Textures.vdf\n"
                                              "  ossuary view gothic2 md5 --no-open",
                                   .obeys = {.json = true}});
    ViewOptions& request = verb.calls<ViewOptions>(view_or_npc);
    verb.add({{.names = "PATH",
               .field = request.paths,
               .help = "Files, folders and archives, and what is in them; the page opens more by drag and drop"},
              {.names = "!--no-open", .field = request.open_browser, .help = "Print the address, start no browser"},
              {.names = "--port",
               .field = request.port,
               .help = "The port to listen on (default: any that is free)",
               .value = "N",
               .check = check::range(1, 65535)},
              {.names = "--page",
               .field = request.page,
               .help = "A folder with a page of your own, for those who work on it",
               .value = "DIR",
               .check = check::folder}});
    add_npc_options(verb, request.npc);
    add_mount_options(program, verb);
}

} // namespace ossuary::cli
