// ossuary view: the browser viewer on a loopback port.
#include <algorithm>

#include "cli/browser.h"
#include "cli/interrupt.h"
#include "cli/page_server.h"
#include "cli/program.h"
#include "cli/reading.h"
#include "cli/viewer.h"

namespace ossuary::cli {

namespace {

constexpr auto look_interval = std::chrono::milliseconds(400);

// The first named file; none if only folders were named.
std::string first_file(const std::vector<ServedRoot>& roots) {
    const auto file = std::ranges::find(roots, false, &ServedRoot::is_folder);
    return file == roots.end() ? std::string() : file->name;
}

} // namespace

void view(Session& session, const ViewRequest& request) {
    auto roots = ServedFiles::name_roots(session, request.paths);
    if (!roots) return session.error(roots.error());
    const auto page = request.page.empty() ? find_page() : Result<std::string>(request.page);
    if (!page) return session.error(page.error());

    Interrupt interrupt; // before there are threads: they inherit that signals wait for us
    const std::string open = request.open.empty() ? first_file(*roots) : request.open;
    ServedFiles files(std::move(*roots));
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
    if (request.open_browser && !open_in_browser(url)) session.log(LogLevel::info, "there is no browser to open");

    while (!interrupt.wait(look_interval))
        if (const FileChanges changes = files.look(); !changes.empty()) (*server)->announce(changes);
}

void add_view(Program& program) {
    const auto request = std::make_shared<ViewRequest>();
    CLI::App& verb = program.add_verb("view", "Show files in the browser: look, play, compare, export",
                                      "ossuary view hero.glb\n  ossuary view gothic2 md5 --no-open",
                                      [&program, request] { view(program.session, *request); });
    verb.add_option("PATH", request->paths,
                    "Files and folders, also of archives; the page opens more by drag and drop");
    verb.add_flag("!--no-open", request->open_browser, "Print the address, start no browser");
    verb.add_option("--port", request->port, "The port to listen on (default: any that is free)")
        ->option_text("N")
        ->check(CLI::Range(1, 65535));
    verb.add_option("--page", request->page, "A folder with a page of your own, for those who work on it")
        ->option_text("DIR")
        ->check(CLI::ExistingDirectory);
    add_mount_options(program, verb);
}

} // namespace ossuary::cli
