// ossuary ls: what is in an archive, a folder or an installed game, where it comes from and what it hides.
#include <algorithm>

#include <fmt/format.h>

#include "cli/npc.h"
#include "cli/reading.h"
#include "cli/terminal.h"
#include "ossuary/base/dos_time.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace {

struct LsOptions {
    std::string path;
    std::vector<std::string> globs;
    bool all = false, npcs = false, items = false;
};

std::string time_text(const MountedFile& file) {
    return file.file->time ? dos_time_text(file.file->time) : std::string(19, '-');
}

// The other files of that path, which the tree does not show.
std::vector<Candidate> hidden_by(const MountTree& tree, const MountedFile& file) {
    std::vector<Candidate> hidden = tree.explain_path(file.path());
    std::erase_if(hidden, [&](const Candidate& candidate) { return candidate.file == file; });
    return hidden;
}

Json to_json(const MountTree& tree, const MountedFile& file) {
    Json row = Json::object();
    row.set("path", to_utf8(file.path()));
    row.set("bytes", file.size());
    row.set("time", file.file->time ? Json(dos_time_text(file.file->time)) : Json());
    row.set("volume", file.volume->name);
    Json hides = Json::array();
    for (const Candidate& hidden : hidden_by(tree, file)) {
        Json other = Json::object();
        other.set("volume", hidden.file.volume->name);
        other.set("bytes", hidden.file.size());
        other.set("why", hidden.why);
        hides.push(std::move(other));
    }
    row.set("hides", std::move(hides));
    return row;
}

std::string long_line(const MountTree& tree, const MountedFile& file, const Style& paint) {
    std::string line = fmt::format("{:>10}  {}  {}  {}", file.size(), time_text(file), printable(file.path()),
                                   paint.dim(printable(file.volume->name)));
    for (const Candidate& hidden : hidden_by(tree, file))
        line += paint.yellow(fmt::format("  hides {} ({})", printable(hidden.file.volume->name), hidden.why));
    return line + '\n';
}

bool is_wanted(const MountedFile& file, const std::vector<std::string>& globs) {
    return globs.empty() || std::ranges::any_of(globs, [&](const std::string& glob) {
               return matches_glob(file.path(), glob) || matches_glob(file_name(file.path()), glob);
           });
}

void ls(Session& session, const LsOptions& options) {
    if (options.npcs && options.items) throw UsageError{"ls lists --npcs or --items, not both"};
    if ((options.npcs || options.items) && (!options.path.empty() || !session.mounting.empty()))
        return (options.npcs ? list_npcs : list_items)(session, options.globs, options.path);
    if (options.path.empty() && session.mounting.empty()) throw UsageError{"ls wants a PATH, --game or --mount"};
    const auto listed =
        options.path.empty() ? Result<Listing>({session.files().mounted(), ""}) : session.files().list(options.path);
    if (!listed) return session.error(listed.error());
    const Style paint = style(stdout);
    Json rows = Json::array();
    std::string text;
    for (const MountedFile& file : listed->files()) {
        if (!is_wanted(file, options.globs)) continue;
        if (session.options.json)
            rows.push(to_json(*listed->tree, file));
        else
            text += options.all ? long_line(*listed->tree, file, paint) : printable(file.path()) + '\n';
    }
    if (session.options.json)
        session.print_json(rows);
    else
        session.print(text);
}

} // namespace

void add_ls(Program& program) {
    Verb& verb = program.add_verb({.name = "ls",
                                   .description = "List what is in an archive, a folder or an installed game",
                                   .example = "ossuary ls Anims.vdf --glob '*.MAN' --long\n"
                                              "  ossuary ls --game Gothic2 --long\n"
                                              "  ossuary ls --npcs --game Gothic2 --glob 'GRD_*'",
                                   .obeys = {.json = true}});
    LsOptions& options = verb.calls<LsOptions>(ls);
    verb.add(
        {{.names = "PATH",
          .field = options.path,
          .help = "An archive or a folder, or a folder in one (default: all that is mounted)"},
         {.names = "--glob", .field = options.globs, .help = "Only what matches, by name or by path", .value = "GLOB"},
         {.names = "-l,--long",
          .field = options.all,
          .help = "Also size, time, where each file comes from and what it hides"},
         {.names = "--npcs",
          .field = options.npcs,
          .help = "The people that a game's script defines, with their visuals; PATH is the script (default: "
                  "GOTHIC.DAT)"},
         {.names = "--items", .field = options.items, .help = "The same for things"}});
    add_mount_options(program, verb);
}

} // namespace ossuary::cli
