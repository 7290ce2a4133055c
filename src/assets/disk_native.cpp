#include "ossuary/assets/disk.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "disk_system.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/dos_time.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

bool lies_below(const std::string& path, const std::string& real_root) {
    std::error_code code;
    const std::string real = real_path(path, code);
    return !code && real.starts_with(path_in(real_root, ""));
}

} // namespace

Result<SharedBytes> map_file(const std::string& path) {
    auto mapped = map_regular(path);
    if (!mapped) return Failure(mapped.error());
    return std::move(mapped->bytes);
}

Result<Volume> open_archive(const std::string& path, Diagnostics* diagnostics, const ContainerLimits& limits) {
    const auto mapped = map_regular(path);
    if (!mapped) return Failure(mapped.error());
    Diagnostics found;
    auto volume = archive_volume(path, mapped->bytes, diagnostics ? &found : nullptr, limits);
    for (Diagnostic& diagnostic : found) {
        diagnostic.place.file = path;
        diagnostics->push_back(std::move(diagnostic));
    }
    if (!volume) return Failure(Error(volume.error()).in_file(path));
    if (!mapped->has_changed) return volume;
    const auto changed = [] { return fail("the archive was changed while it was read"); };
    if (mapped->has_changed()) return changed();
    volume->read = [has_changed = mapped->has_changed, read = std::move(volume->read),
                    changed](std::uint32_t number) -> Result<SharedBytes> {
        auto bytes = read(number);
        if (has_changed()) return changed();
        return bytes;
    };
    return volume;
}

Result<Volume> open_folder(const std::string& path, Diagnostics* diagnostics, const FolderOptions& options) {
    std::error_code code;
    const std::string root = real_path(path, code);
    if (code) return system_failure(path, code.default_error_condition().value());
    if (disk_kind(root) != DiskKind::folder) return system_failure(path, ENOTDIR);
    Volume volume{.name = path, .kind = VolumeKind::folder, .priority = loose_files};
    const auto warn = [&](std::string file, std::string message) {
        report(diagnostics, Severity::warning, {.file = std::move(file)}, std::move(message));
    };
    std::vector<std::string> folders{root};
    while (!folders.empty() && volume.files.size() < options.most_files) {
        const std::string folder = std::move(folders.back());
        folders.pop_back();
        const std::vector<DiskEntry> entries = list_folder(folder, code);
        if (code) warn(folder, code.message());
        for (const DiskEntry& entry : entries) {
            if (file_name(entry.path).starts_with('.')) continue; // hidden
            if (options.folders_below && entry.kind == DiskKind::folder && !entry.is_link)
                folders.push_back(entry.path);
            if (entry.kind != DiskKind::file || (entry.is_link && !lies_below(entry.path, root))) continue;
            const DiskFacts facts = disk_facts(entry.path);
            if (facts.kind == DiskKind::none || (facts.size == 0 && !options.empty_files)) continue;
            volume.files.push_back(
                {entry.path.substr(path_in(root, "").size()), facts.size, 0, dos_time_from_unix(facts.seconds)});
        }
    }
    if (volume.files.size() >= options.most_files)
        warn(path, "holds more than " + std::to_string(options.most_files) + " files: only as many are looked at");
    // The same order on every system, and of two names that differ in case alone always the same one before the other.
    std::ranges::sort(volume.files, {}, &VolumeFile::path);
    std::vector<std::string> below;
    for (VolumeFile& file : volume.files) {
        file.number = static_cast<std::uint32_t>(below.size());
        below.push_back(file.path);
    }
    volume.read = [root, below = std::move(below)](std::uint32_t number) -> Result<SharedBytes> {
        const std::string file = path_in(root, below[number]);
        if (!lies_below(file, root)) return fail("is gone, or leads out of its folder now");
        auto bytes = read_whole_file(file);
        if (!bytes) return fail(bytes.error().message());
        return bytes;
    };
    return volume;
}

} // namespace ossuary
