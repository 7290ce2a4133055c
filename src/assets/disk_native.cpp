#include "ossuary/assets/disk.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "disk_system.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/disk_path.h"
#include "ossuary/base/dos_time.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace fs = std::filesystem;

namespace {

bool lies_below(const fs::path& path, const fs::path& real_root) {
    std::error_code code;
    const fs::path real = fs::canonical(path, code);
    return !code &&
           std::mismatch(real_root.begin(), real_root.end(), real.begin(), real.end()).first == real_root.end();
}

bool is_hidden(const fs::path& path) { return path.filename().generic_string().starts_with('.'); }

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
    if (!is_listable(disk_path(path))) return system_failure(path, ENAMETOOLONG);
    const fs::path root = fs::canonical(disk_path(path), code);
    if (code) return system_failure(path, code.value());
    if (!fs::is_directory(root, code)) return system_failure(path, ENOTDIR);
    Volume volume{.name = path, .kind = VolumeKind::folder, .priority = loose_files};
    const auto warn = [&](std::string file, std::string message) {
        report(diagnostics, Severity::warning, {.file = std::move(file)}, std::move(message));
    };
    std::vector<fs::path> folders{root};
    while (!folders.empty() && volume.files.size() < options.most_files) {
        const fs::path folder = std::move(folders.back());
        folders.pop_back();
        fs::directory_iterator entry;
        if (is_listable(folder))
            entry = fs::directory_iterator(folder, code);
        else
            code = std::make_error_code(std::errc::filename_too_long);
        if (code) warn(folder.generic_string(), code.message());
        for (; !code && entry != fs::directory_iterator(); entry.increment(code)) {
            std::error_code unreadable;
            if (is_hidden(entry->path())) continue;
            if (options.folders_below && entry->symlink_status(unreadable).type() == fs::file_type::directory)
                folders.push_back(entry->path());
            if (!entry->is_regular_file(unreadable)) continue;
            if (entry->is_symlink(unreadable) && !lies_below(entry->path(), root)) continue;
            const std::uint64_t size = entry->file_size(unreadable);
            if (unreadable || (size == 0 && !options.empty_files)) continue;
            volume.files.push_back({entry->path().lexically_relative(root).generic_string(), size, 0,
                                    dos_time_from_unix(modification_time(entry->path().generic_string()))});
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
        const fs::path file = root / disk_path(below[number]);
        if (!lies_below(file, root)) return fail("is gone, or leads out of its folder now");
        auto bytes = read_whole_file(file.generic_string());
        if (!bytes) return fail(bytes.error().message());
        return bytes;
    };
    return volume;
}

} // namespace ossuary
