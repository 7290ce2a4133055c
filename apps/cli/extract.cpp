// ossuary extract: what lies within a file, as files of their own, and never outside the folder given.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/reading.h"
#include "cli/system.h"
#include "cli/terminal.h"
#include "ossuary/assets/safe_path.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/disk_path.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

struct ExtractOptions {
    std::string path;
    std::vector<std::string> globs;
    std::string folder;
    std::uint64_t max_file = ContainerLimits().file_size;
    std::uint64_t max_total = std::uint64_t{64} << 30;
    bool force = false;
};

bool is_below(const fs::path& root, const fs::path& path) {
    const auto [ours, theirs] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
    return ours == root.end();
}

// Makes the folders of a member one by one. No link on the way, nor one in the member's own place, may lead out.
Result<void> make_folders(const fs::path& root, const fs::path& below) {
    std::error_code code;
    static_cast<void>(make_folder(root.generic_string()));
    const fs::path real_root = fs::canonical(disk_path(root.generic_string()), code);
    if (code) return fail(Place{.file = root.generic_string()}, code.message());
    const auto stays = [&](const fs::path& path) {
        const fs::path real = fs::weakly_canonical(disk_path(path.generic_string()), code);
        return !code && is_below(real_root, real);
    };
    fs::path at = root;
    for (const fs::path& part : below.parent_path()) {
        at /= part;
        static_cast<void>(make_folder(at.generic_string()));
        if (!stays(at)) return fail(Place{.file = at.generic_string()}, "leads out of the folder to write to");
        if (look_at(at.generic_string()).kind != FileKind::folder)
            return fail(Place{.file = at.generic_string()}, "is not a folder");
    }
    if (!stays(root / below))
        return fail(Place{.file = (root / below).generic_string()}, "is a link that leads out of the folder");
    return {};
}

struct Wanted {
    MountedFile file;
    Result<std::string> below; // where it goes, or why it does not
};

// The files that match, each with where it goes. Those that are too large, or come after too much, stay.
std::vector<Wanted> choose(const Listing& listed, const ExtractOptions& options) {
    std::vector<Wanted> wanted;
    std::uint64_t total = 0;
    for (const MountedFile& file : listed.tree->match("", listed.folder)) {
        const auto matches = [&](const std::string& glob) {
            return matches_glob(file.path(), glob) || matches_glob(file_name(file.path()), glob);
        };
        if (!options.globs.empty() && std::ranges::none_of(options.globs, matches)) continue;
        Result<std::string> below = safe_path(file.path());
        if (below && file.size() > options.max_file)
            below = fail(fmt::format("{} bytes are more than --max-file allows", file.size()));
        else if (below && file.size() > options.max_total - total)
            below = fail("left where it is: together they are more than --max-total allows");
        if (below) total += file.size();
        wanted.push_back({file, std::move(below)});
    }
    return wanted;
}

struct ExtractOutcome {
    std::string path;
    std::size_t bytes = 0;
    std::optional<Error> error;
};

ExtractOutcome extract_one(const Wanted& wanted, const ExtractOptions& options) {
    ExtractOutcome outcome;
    const auto failed = [&](Error error) {
        if (error.place().file.empty()) error.place().file = shown_path(wanted.file);
        outcome.error = std::move(error);
        return outcome;
    };
    if (!wanted.below) return failed(wanted.below.error());
    outcome.path = (disk_path(options.folder) / disk_path(*wanted.below)).generic_string();
    const auto content = wanted.file.read();
    if (!content) return failed(content.error());
    if (auto made = make_folders(disk_path(options.folder), disk_path(*wanted.below)); !made)
        return failed(made.error());
    if (auto written = write_output(outcome.path, content->bytes, options.force); !written)
        return failed(written.error());
    outcome.bytes = content->bytes.size();
    return outcome;
}

// What is to be looked through; where the first word names nothing on disk it is a glob for all that is mounted.
Result<Listing> source_of(Session& session, ExtractOptions& options) {
    session.mounting.limits.file_size = options.max_file;
    auto listed = session.files().list(options.path);
    if (listed || session.mounting.empty()) return listed;
    options.globs.insert(options.globs.begin(), options.path);
    return Listing{session.files().mounted(), ""};
}

void extract(Session& session, ExtractOptions& options) {
    const auto listed = source_of(session, options);
    if (!listed) return session.error(listed.error());
    const std::vector<Wanted> wanted = choose(*listed, options);
    if (wanted.empty())
        return session.error(
            Error(Place{.file = options.path}, fmt::format("none of its {} files matches", listed->files().size())));

    Json rows = Json::array();
    std::size_t written = 0;
    {
        Progress progress(session, "extracting", wanted.size());
        in_order(
            wanted.size(), session.options.jobs,
            [&](std::size_t i) {
                ExtractOutcome outcome = extract_one(wanted[i], options);
                progress.step();
                return outcome;
            },
            [&](std::size_t i, const ExtractOutcome& outcome) {
                written += !outcome.error;
                if (outcome.error) {
                    session.error(*outcome.error);
                } else {
                    clear_progress_line();
                    session.say(fmt::format("wrote {} ({} bytes)", printable(outcome.path), outcome.bytes));
                }
                Json row = Json::object();
                row.set("name", to_utf8(wanted[i].file.path()));
                if (outcome.error) {
                    row.set("error", to_json(*outcome.error));
                } else {
                    row.set("output", outcome.path);
                    row.set("bytes", outcome.bytes);
                }
                rows.push(std::move(row));
            });
    }
    if (!session.options.json) return session.say(fmt::format("{} of {} files extracted", written, wanted.size()));
    Json report = Json::object();
    report.set("source", options.path);
    report.set("files", std::move(rows));
    session.print_json(report);
}

} // namespace

void add_extract(Program& program) {
    Verb& verb = program.add_verb({.name = "extract",
                                   .description = "Take out what lies within a file: textures, entries of archives",
                                   .example = "ossuary extract Anims.vdf '*.MDS' -o scripts\n"
                                              "  ossuary extract X8PC00A.BIN -o textures\n"
                                              "  ossuary extract 'HUM_*.TEX' --game Gothic2 -o textures",
                                   .obeys = {.json = true, .jobs = true, .progress = true}});
    ExtractOptions& options = verb.calls<ExtractOptions>(extract);
    verb.add({{.names = "ARCHIVE",
               .field = options.path,
               .help = "The archive, or a folder in one; or a glob for what is mounted",
               .required = true},
              {.names = "GLOB",
               .field = options.globs,
               .help = "Only what matches, by name or by path (default: everything)"},
              {.names = "-o,--output",
               .field = options.folder,
               .help = "The folder to write to; made if it is not there",
               .value = "DIR",
               .required = true},
              {.names = "-f,--force", .field = options.force, .help = "Replace files that exist"},
              {.names = "--max-file",
               .field = options.max_file,
               .help = "The largest file to take out (default: 1g)",
               .value = "SIZE",
               .check = check::size},
              {.names = "--max-total",
               .field = options.max_total,
               .help = "How much to take out in all (default: 64g)",
               .value = "SIZE",
               .check = check::size}});
    add_mount_options(program, verb);
}

} // namespace ossuary::cli
