// ossuary archive: the files below a folder as one of Gothic's archives. The same files give the same bytes.
#include <charconv>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "ossuary/assets/disk.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/disk_path.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/vdf.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

struct ArchiveOptions {
    std::string folder;
    std::string output;
    std::string game = "g2";
    std::string comment;
    std::string time;
    bool mod = false;
    bool zip = false;
    bool force = false;
};

// --time, or what packagers agree on for builds that can be repeated, or the earliest there is.
std::uint32_t time_stamp(const ArchiveOptions& options) {
    if (!options.time.empty()) {
        const auto time = parse_dos_time(options.time);
        if (!time)
            throw UsageError{
                fmt::format("--time {}: expected YYYY-MM-DD or 'YYYY-MM-DD hh:mm:ss', from 1980 on", options.time)};
        return *time;
    }
    const std::string_view epoch = std::getenv("SOURCE_DATE_EPOCH") ? std::getenv("SOURCE_DATE_EPOCH") : "";
    std::int64_t seconds = 0;
    const auto [end, wrong] = std::from_chars(epoch.data(), epoch.data() + epoch.size(), seconds);
    if (epoch.empty()) return earliest_dos_time;
    if (wrong != std::errc() || end != epoch.data() + epoch.size())
        throw UsageError{fmt::format("SOURCE_DATE_EPOCH={}: expected seconds since 1970", epoch)};
    return dos_time_from_unix(seconds);
}

// Mods are told by their names, and by nothing else.
std::string output_path(const ArchiveOptions& options) {
    const std::string wanted = options.mod ? ".mod" : ".vdf", extension = file_extension(options.output);
    if (options.output == "-" || extension == wanted || (!options.mod && extension == ".mod")) return options.output;
    if (extension == ".vdf")
        throw UsageError{
            fmt::format("-o {}: the game knows a mod's archive by a name that ends in .mod", options.output)};
    if (!extension.empty())
        throw UsageError{fmt::format("-o {}: an archive of Gothic ends in .vdf or .mod{}", options.output,
                                     extension == ".zip" ? "; --zip packs what is in it" : "")};
    return options.output + wanted;
}

Result<void> archived(Session& session, const ArchiveOptions& options) {
    const std::string output = output_path(options);
    if (output == "-") refuse_terminal();
    const zengin::VdfOptions how{.game = options.game == "g1" ? zengin::VdfGame::gothic1 : zengin::VdfGame::gothic2,
                                 .zipped = options.zip,
                                 .timestamp = time_stamp(options),
                                 .comment = options.comment};
    if (auto allowed = may_write(output, options.force); !allowed) return allowed;
    Diagnostics diagnostics;
    const auto folder = open_folder(options.folder, &diagnostics, {.most_files = 1'000'000, .empty_files = true});
    session.warn(diagnostics);
    if (!folder) return Failure(folder.error());
    // An archive that is written into its own folder is not one of its files.
    std::vector<const VolumeFile*> files;
    std::error_code code;
    for (const VolumeFile& file : folder->files)
        if (!fs::equivalent(disk_path(options.folder) / disk_path(file.path), output, code)) files.push_back(&file);

    std::vector<zengin::VdfSource> sources;
    std::optional<Error> error;
    {
        Progress progress(session, "packing", files.size());
        in_order(
            files.size(), session.options.jobs,
            [&](std::size_t i) -> Result<zengin::VdfSource> {
                auto content = MountedFile{&*folder, files[i]}.read();
                progress.step();
                if (!content) return Failure(content.error());
                return zengin::pack_source(files[i]->path, std::move(*content), options.zip);
            },
            [&](std::size_t, Result<zengin::VdfSource> source) {
                if (source)
                    sources.push_back(std::move(*source));
                else if (!error)
                    error = source.error();
            });
    }
    if (error) return Failure(*error);
    const std::size_t count = sources.size();
    const auto bytes = zengin::make_vdf(std::move(sources), how);
    if (!bytes) return Failure(bytes.error());
    if (auto written = write_output(output, *bytes, options.force); !written) return written;
    if (session.options.json) {
        Json report = Json::object();
        report.set("output", output);
        report.set("files", count);
        report.set("bytes", bytes->size());
        report.set("timestamp", dos_time_text(how.timestamp));
        session.print_json(report);
    } else if (output != "-") {
        session.say(fmt::format("wrote {} ({} files, {} bytes)", printable(output), count, bytes->size()));
    }
    return {};
}

void archive(Session& session, const ArchiveOptions& options) {
    if (auto done = archived(session, options); !done) session.error(done.error());
}

} // namespace

void add_archive(Program& program) {
    Verb& verb = program.add_verb({.name = "archive",
                                   .description = "Make one of Gothic's archives (VDF, MOD) of a folder",
                                   .example = "ossuary archive files -o Anims.vdf --zip\n"
                                              "  ossuary archive files -o MyMod.mod --time '2026-01-31 12:00:00'",
                                   .obeys = {.json = true, .jobs = true, .progress = true}});
    ArchiveOptions& options = verb.calls<ArchiveOptions>(archive);
    verb.add(
        {{.names = "DIR",
          .field = options.folder,
          .help = "The folder; what is in it becomes the root of the archive",
          .required = true},
         {.names = "-o,--output",
          .field = options.output,
          .help = "The archive to write; - is standard output",
          .value = "OUT",
          .required = true},
         {.names = "--mod", .field = options.mod, .help = "A mod's archive: its name ends in .mod"},
         {.names = "-z,--zip",
          .field = options.zip,
          .help = "Pack every file but sounds in blocks, for engines that read those"},
         {.names = "--game",
          .field = options.game,
          .help = "Whose signature it bears (default: g2)",
          .value = "g1|g2",
          .check = check::choice},
         {.names = "--comment", .field = options.comment, .help = "A text in the archive's head", .value = "TEXT"},
         {.names = "--time",
          .field = options.time,
          .help = "Its time stamp: of two archives the newer one counts (default: $SOURCE_DATE_EPOCH or 1980-01-01)",
          .value = "TIME"},
         {.names = "-f,--force", .field = options.force, .help = "Replace a file that exists"}});
}

} // namespace ossuary::cli
