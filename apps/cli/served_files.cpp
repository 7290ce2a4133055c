#include "cli/served_files.h"

#include <algorithm>

#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_files = 200'000; // half a disk is nothing to look at

bool lies_within(const fs::path& path, const fs::path& folder) {
    std::error_code code;
    const fs::path real = fs::canonical(path, code), real_folder = fs::canonical(folder, code);
    return !code &&
           std::mismatch(real_folder.begin(), real_folder.end(), real.begin(), real.end()).first == real_folder.end();
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

} // namespace

Result<std::vector<std::pair<std::string, fs::path>>> ServedFiles::name_roots(const std::vector<std::string>& paths) {
    std::vector<std::string> names;
    for (const std::string& path : paths) {
        std::error_code code;
        const fs::path real = fs::canonical(path, code);
        if (code) return fail(Place{.file = path}, code.message());
        names.push_back(real.has_filename() ? real.filename().string() : "files");
    }
    make_unique(names);
    std::vector<std::pair<std::string, fs::path>> roots;
    for (std::size_t i = 0; i < paths.size(); ++i) roots.emplace_back(names[i], paths[i]);
    return roots;
}

ServedFiles::ServedFiles(std::vector<std::pair<std::string, fs::path>> roots) : roots_(std::move(roots)) {
    files_ = walk();
}

ServedFiles::Files ServedFiles::walk() const {
    Files files;
    const auto add = [&](const std::string& path, const fs::path& place) {
        std::error_code code;
        const std::uintmax_t size = fs::file_size(place, code);
        const fs::file_time_type time = fs::last_write_time(place, code);
        if (!code) files.emplace(path, File{place, size, time});
    };
    for (const auto& [name, root] : roots_) {
        std::error_code code;
        if (fs::is_regular_file(root, code)) add(name, root);
        const auto options = fs::directory_options::skip_permission_denied;
        for (auto entry = fs::recursive_directory_iterator(root, options, code);
             !code && entry != fs::recursive_directory_iterator() && files.size() < most_files; entry.increment(code)) {
            std::error_code unreadable;
            const bool folder = entry->is_directory(unreadable);
            if (folder && is_hidden(entry->path())) entry.disable_recursion_pending();
            if (folder || is_hidden(entry->path()) || !entry->is_regular_file(unreadable)) continue;
            if (entry->is_symlink(unreadable) && !lies_within(entry->path(), root)) continue;
            add(name + '/' + entry->path().lexically_relative(root).generic_string(), entry->path());
        }
    }
    return files;
}

Json ServedFiles::list() const {
    const std::lock_guard lock(mutex_);
    Json list = Json::array();
    for (const auto& [path, file] : files_) {
        Json entry = Json::object();
        entry.append("path", path);
        entry.append("size", file.size);
        entry.append("version", file.version);
        list.push(std::move(entry));
    }
    return list;
}

std::optional<std::string> ServedFiles::find(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    const auto found = files_.find(path);
    return found == files_.end() ? std::nullopt : std::optional(found->second.place.string());
}

FileChanges ServedFiles::look() {
    Files now = walk();
    const std::lock_guard lock(mutex_);
    FileChanges changes;
    for (auto& [path, file] : now) {
        const auto before = files_.find(path);
        if (before == files_.end()) {
            changes.added.push_back(path);
            continue;
        }
        const bool same = before->second.size == file.size && before->second.time == file.time;
        file.version = before->second.version + !same;
        if (!same) changes.changed.push_back(path);
    }
    for (const auto& [path, file] : files_)
        if (!now.contains(path)) changes.removed.push_back(path);
    files_ = std::move(now);
    return changes;
}

} // namespace ossuary::cli
