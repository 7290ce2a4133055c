// ossuary demo: Ossian, our own character, in every format there is, and in the viewer.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/page_server.h"
#include "cli/program.h"
#include "cli/system.h"
#include "cli/terminal.h"
#include "cli/viewer.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/disk_path.h"
#include "samples/samples.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

struct DemoOptions {
    std::string folder = "ossuary-demo";
    bool no_view = false;
    bool force = false;
};

// Folders made for the demo are taken away again if it fails; only empty ones can be.
class NewFolders {
public:
    ~NewFolders() {
        std::error_code code;
        for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) fs::remove(*folder, code);
    }
    Result<void> make(const fs::path& folder) {
        if (folder.empty() || look_at(folder.generic_string()).kind == FileKind::folder) return {};
        if (auto made = make(folder.parent_path()); !made) return made;
        if (const int reason = make_folder(folder.generic_string()))
            return fail(Place{.file = folder.generic_string()}, std::generic_category().message(reason));
        made_.push_back(folder);
        return {};
    }
    void keep() { made_.clear(); }

private:
    std::vector<fs::path> made_;
};

Result<void> write_all(const std::vector<NamedFile>& files, const std::vector<std::string>& paths, bool force) {
    NewFolders folders;
    OutputSet output(force);
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (auto made = folders.make(disk_path(paths[i]).parent_path()); !made) return made;
        if (auto added = output.add(paths[i], files[i].bytes); !added) return added;
    }
    if (auto placed = output.commit(); !placed) return placed;
    folders.keep();
    return {};
}

Json report_of(const DemoOptions& options, const std::vector<NamedFile>& files, const std::vector<std::string>& paths,
               const Diagnostics& dropped) {
    Json list = Json::array();
    for (std::size_t i = 0; i < files.size(); ++i) {
        Json entry = Json::object();
        entry.set("output", paths[i]);
        entry.set("bytes", files[i].bytes.size());
        list.push(std::move(entry));
    }
    Json report = Json::object();
    report.set("folder", options.folder);
    report.set("files", std::move(list));
    report.set("dropped", to_json(dropped));
    return report;
}

// Twenty clips lose their events in twenty diagnostics; a person wants to read it once.
std::vector<std::string> told_once(const Diagnostics& dropped) {
    std::vector<std::string> kinds, lines;
    std::vector<std::size_t> counts;
    for (const Diagnostic& diagnostic : dropped) {
        std::string kind;
        for (const char c : diagnostic.message)
            if (c < '0' || c > '9') kind += c;
        const auto known = std::find(kinds.begin(), kinds.end(), kind);
        if (known != kinds.end()) {
            ++counts[static_cast<std::size_t>(known - kinds.begin())];
            continue;
        }
        const std::string where = diagnostic.place.text();
        kinds.push_back(kind);
        counts.push_back(1);
        lines.push_back(printable(where.empty() ? diagnostic.message : where + ": " + diagnostic.message));
    }
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (counts[i] > 1) lines[i] += fmt::format(" (and {} more like it)", counts[i] - 1);
    return lines;
}

void say_what_was_made(Session& session, const std::vector<NamedFile>& files, const std::vector<std::string>& paths,
                       const Diagnostics& dropped, const std::string& folder) {
    const Style paint = style(stdout);
    std::size_t width = 0;
    for (const std::string& path : paths) width = std::max(width, shown_width(path));
    session.say(paint.bold("Ossian, and the things beside him:"));
    for (std::size_t i = 0; i < files.size(); ++i)
        session.say(fmt::format("  {}  {:>9} bytes", pad(paths[i], width), files[i].bytes.size()));
    if (!dropped.empty()) {
        session.say("\n" + paint.bold("What a format had no room for:"));
        for (const std::string& line : told_once(dropped)) session.say("  " + line);
    }
    session.say("\n" + paint.bold("Try next:"));
    // The way the command was started: ./run says how it was called.
    const char* started_as = std::getenv("OSSUARY_PROGRAM");
    const std::string program = started_as ? started_as : "ossuary";
    const auto has = [&](std::string_view path) {
        return std::any_of(files.begin(), files.end(), [&](const auto& file) { return file.name == path; });
    };
    if (has("hero.glb")) {
        session.say(fmt::format("  {} info {}/hero.glb", program, folder));
        session.say(fmt::format("  {0} plot {1}/hero.glb -o {1}/root.svg", program, folder));
    }
    if (has("md5/hero.md5mesh"))
        session.say(
            fmt::format("  {0} convert {1}/md5/hero.md5mesh {1}/md5/*.md5anim -o {1}/again.glb", program, folder));
    session.say(fmt::format("  {} verify {}", program, folder));
}

// What the viewer calls a folder that is named so.
std::string folder_name(const std::string& folder) {
    std::error_code code;
    return fs::canonical(disk_path(folder), code).filename().generic_string();
}

void demo(Session& session, const DemoOptions& options) {
    // The folder is looked at before the character is made: nobody waits for a refusal.
    const std::string first = (disk_path(options.folder) / "hero.glb").generic_string();
    if (auto allowed = may_replace({first}, options.force); !allowed) return session.error(allowed.error());
    Diagnostics dropped;
    const auto files = samples::make_demo(&dropped);
    if (!files) return session.error(files.error());
    std::vector<std::string> paths;
    for (const NamedFile& file : *files)
        paths.push_back((disk_path(options.folder) / disk_path(file.name)).generic_string());
    if (auto allowed = may_replace(paths, options.force); !allowed) return session.error(allowed.error());
    if (auto written = write_all(*files, paths, options.force); !written) return session.error(written.error());
    if (session.options.json) return session.print_json(report_of(options, *files, paths, dropped));
    say_what_was_made(session, *files, paths, dropped, options.folder);
    if (options.no_view) return;
    if (const auto page = find_page(); !page) return session.log(LogLevel::info, page.error().text());
    session.say("");
    view(session, {.paths = {options.folder}, .open = folder_name(options.folder) + "/hero.glb"});
}

} // namespace

void add_demo(Program& program) {
    Verb& verb = program.add_verb({.name = "demo",
                                   .description = "Make the sample character in every format, and show it",
                                   .example = "ossuary demo -o demo --no-view",
                                   .obeys = {.json = true}});
    DemoOptions& options = verb.calls<DemoOptions>(demo);
    verb.add({{.names = "-o,--output",
               .field = options.folder,
               .help = "The folder to make (default: ossuary-demo)",
               .value = "DIR"},
              {.names = "--no-view", .field = options.no_view, .help = "Only make the files, open nothing"},
              {.names = "-f,--force", .field = options.force, .help = "Replace files that exist"}});
}

} // namespace ossuary::cli
