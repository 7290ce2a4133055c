// ossuary extract: what lies within a file, as files of their own, and never outside the folder given.
#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/reading.h"
#include "cli/terminal.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

struct ExtractOptions {
    std::string path;
    std::vector<std::string> globs;
    std::string folder;
    bool force = false;
    Reading reading;
};

// The member's name as a path below the folder. A name that would lead anywhere else, or is no name at all, is refused.
Result<fs::path> path_below(const std::string& name) {
    fs::path path;
    std::size_t begin = 0;
    while (begin <= name.size()) {
        const std::size_t end = std::min(name.find_first_of("/\\", begin), name.size());
        const std::string part = name.substr(begin, end - begin);
        const bool is_plain = std::ranges::none_of(part, [](unsigned char c) { return c < ' ' || c == 0x7f; });
        if (part.empty() || part == "." || part == ".." || !is_plain)
            return fail("a name that would lead out of the folder; left where it is");
        path /= part;
        begin = end + 1;
    }
    return path;
}

bool is_below(const fs::path& root, const fs::path& path) {
    const auto [ours, theirs] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
    return ours == root.end();
}

// Makes the folders of a member one by one. No link on the way, nor one in the member's own place, may lead out.
Result<void> make_folders(const fs::path& root, const fs::path& below) {
    std::error_code code;
    fs::create_directories(root, code);
    const fs::path real_root = fs::canonical(root, code);
    if (code) return fail(Place{.file = root.string()}, code.message());
    const auto stays = [&](const fs::path& path) {
        const fs::path real = fs::weakly_canonical(path, code);
        return !code && is_below(real_root, real);
    };
    fs::path at = root;
    for (const fs::path& part : below.parent_path()) {
        at /= part;
        fs::create_directory(at, code);
        if (!stays(at)) return fail(Place{.file = at.string()}, "leads out of the folder to write to");
        if (!fs::is_directory(at, code)) return fail(Place{.file = at.string()}, "is not a folder");
    }
    if (!stays(root / below))
        return fail(Place{.file = (root / below).string()}, "is a link that leads out of the folder");
    return {};
}

struct Wanted {
    const Member* member;
    Result<fs::path> below; // where it goes, or why it does not
};

// The members that match, in their order; of two that would become one file the second is refused.
std::vector<Wanted> choose(const std::vector<Member>& members, const std::vector<std::string>& globs) {
    std::vector<Wanted> wanted;
    std::map<std::string, bool> taken;
    for (const Member& member : members) {
        const auto matches = [&](const std::string& glob) {
            return matches_glob(member.name, glob) || matches_glob(file_name(member.name), glob);
        };
        if (!globs.empty() && std::ranges::none_of(globs, matches)) continue;
        Result<fs::path> below = path_below(member.name);
        if (below && !taken.try_emplace(lower_case(below->generic_string()), true).second)
            below = fail("a second one of this name; left where it is");
        wanted.push_back({&member, std::move(below)});
    }
    return wanted;
}

struct Outcome {
    std::string path;
    std::size_t bytes = 0;
    std::optional<Error> error;
};

Outcome extract_one(const Wanted& wanted, const fs::path& root, const std::string& archive, bool force) {
    Outcome outcome;
    const auto failed = [&](Error error) {
        if (error.place.file.empty()) error.place.file = archive + '/' + wanted.member->name;
        outcome.error = std::move(error);
        return outcome;
    };
    if (!wanted.below) return failed(wanted.below.error());
    outcome.path = (root / *wanted.below).string();
    const auto bytes = wanted.member->bytes();
    if (!bytes) return failed(bytes.error());
    if (auto made = make_folders(root, *wanted.below); !made) return failed(made.error());
    if (auto written = write_output(outcome.path, *bytes, force); !written) return failed(written.error());
    outcome.bytes = bytes->size();
    return outcome;
}

void extract(Session& session, const ExtractOptions& options) {
    const auto opened = open_file(session, options.path);
    if (!opened) return session.error(opened.error());
    if (!opened->format->members)
        return session.error(
            Error(Place{.file = options.path}, fmt::format("a {} file holds no other files", opened->format->name)));
    Diagnostics diagnostics;
    const auto members = opened->format->members(opened->file, options.reading.open, &diagnostics);
    name_file(diagnostics, options.path);
    session.warn(diagnostics);
    if (!members) return session.error(Error(members.error()).in_file(options.path));
    const std::vector<Wanted> wanted = choose(*members, options.globs);
    if (wanted.empty())
        return session.error(
            Error(Place{.file = options.path}, fmt::format("none of its {} files matches", members->size())));

    Json rows = Json::array();
    std::size_t written = 0;
    {
        Progress progress(session, "extracting", wanted.size());
        in_order(
            wanted.size(), session.options.jobs,
            [&](std::size_t i) {
                Outcome outcome = extract_one(wanted[i], options.folder, options.path, options.force);
                progress.step();
                return outcome;
            },
            [&](std::size_t i, const Outcome& outcome) {
                written += !outcome.error;
                if (outcome.error) {
                    session.error(*outcome.error);
                } else {
                    clear_progress_line();
                    session.say(fmt::format("wrote {} ({} bytes)", printable(outcome.path), outcome.bytes));
                }
                Json row = Json::object();
                row.set("name", wanted[i].member->name);
                if (outcome.error)
                    row.set("error", to_json(*outcome.error));
                else
                    row.set("output", outcome.path).set("bytes", outcome.bytes);
                rows.push(std::move(row));
            });
    }
    if (!session.options.json) return session.say(fmt::format("{} of {} files extracted", written, members->size()));
    Json report = Json::object();
    report.set("source", options.path);
    report.set("files", std::move(rows));
    report.set("diagnostics", to_json(diagnostics));
    session.print_json(report);
}

} // namespace

void add_extract(Program& program) {
    const auto options = std::make_shared<ExtractOptions>();
    CLI::App& verb = program.add_verb("extract", "Take out what lies within a file: textures, entries of archives",
                                      "ossuary extract X8PC00A.BIN -o textures\n"
                                      "  ossuary extract X8PC00A.BIN '*_0?.png' -o textures",
                                      [&program, options] { extract(program.session, *options); });
    verb.add_option("ARCHIVE", options->path, "The file; - is standard input")->required();
    verb.add_option("GLOB", options->globs, "Only what matches, by name or by path (default: everything)");
    verb.add_option("-o,--output", options->folder, "The folder to write to; made if it is not there")
        ->option_text("DIR")
        ->required();
    verb.add_flag("-f,--force", options->force, "Replace files that exist");
    add_reading_options(verb, options->reading);
}

} // namespace ossuary::cli
