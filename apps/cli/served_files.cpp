#include "cli/served_files.h"

#include <algorithm>
#include <set>

#include "cli/places.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_files = 200'000;       // half a disk is nothing to look at
constexpr std::size_t largest_opened = 64u << 20; // to see what it refers to

bool lies_within(const fs::path& path, const fs::path& folder) {
    std::error_code code;
    const fs::path real = fs::canonical(path, code), real_folder = fs::canonical(folder, code);
    return !code &&
           std::mismatch(real_folder.begin(), real_folder.end(), real.begin(), real.end()).first == real_folder.end();
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

ServedRoot below_folder(std::string name, std::string_view folder, const std::vector<MountedFile>& files) {
    ServedRoot root{.name = std::move(name), .place = {}, .mounted = {}, .is_folder = true};
    const std::size_t front = folder.empty() ? 0 : folder.size() + 1;
    for (const MountedFile& file : files) root.mounted.emplace(file.path().substr(front), file);
    return root;
}

std::string_view without_slash(std::string_view path) {
    while (path.ends_with('/')) path.remove_suffix(1);
    return path;
}

std::string name_or(std::string_view name, std::string_view otherwise) {
    return std::string(name.empty() ? otherwise : name);
}

Result<ServedRoot> named(Places& places, const std::string& path) {
    const auto found = places.locate(path);
    if (!found) return Failure(found.error());
    if (found->on_disk) {
        std::error_code code;
        const fs::path real = fs::canonical(path, code);
        if (code) return fail(Place{.file = path}, code.message());
        return ServedRoot{.name = name_or(real.filename().string(), "files"),
                          .place = path,
                          .mounted = {},
                          .is_folder = fs::is_directory(real, code)};
    }
    if (found->file) {
        const std::string name(file_name(found->file.path()));
        return ServedRoot{.name = name, .place = {}, .mounted = {{name, found->file}}};
    }
    const std::string_view named_as = without_slash(path), folder = without_slash(found->folder);
    return below_folder(name_or(file_name(named_as), "files"), folder, found->tree->match("", folder));
}

// What a file refers to, as every other verb would find it: seen by opening it. Whether it can be opened is for the
// page to tell.
std::vector<ServedRoot> referred_to(Session& session, const std::string& path) {
    std::vector<ServedRoot> roots;
    std::error_code code;
    if (const std::uintmax_t size = fs::file_size(path, code); !code && size > largest_opened) return roots;
    const auto bytes = session.places().read(path);
    if (!bytes) return roots;
    const FileLookup lookup = [&](std::string_view name) -> std::optional<ByteBuffer> {
        const MountedFile file = session.places().find_beside(path, name);
        if (!file) return {};
        const auto contents = file.read();
        if (!contents) return {};
        const fs::path place = shown_path(file);
        ServedRoot root{.name = file.path(), .place = {}, .mounted = {}};
        if (fs::is_regular_file(place, code))
            root.place = place;
        else
            root.mounted.emplace(file.path(), file);
        roots.push_back(std::move(root));
        return ByteBuffer(contents->bytes.begin(), contents->bytes.end());
    };
    const NamedFile file{path, ByteBuffer(bytes->bytes.begin(), bytes->bytes.end())};
    static_cast<void>(open_model({&file, 1}, lookup));
    return roots;
}

} // namespace

Result<std::vector<ServedRoot>> ServedFiles::name_roots(Session& session, const std::vector<std::string>& paths) {
    std::vector<ServedRoot> roots;
    for (const std::string& path : paths) {
        auto root = named(session.places(), path);
        if (!root) return Failure(root.error());
        roots.push_back(std::move(*root));
    }
    if (!session.places().mounting.empty())
        roots.push_back(below_folder("mounted", "", session.places().mounted().match()));
    std::vector<std::string> names;
    for (const ServedRoot& root : roots) names.push_back(root.name);
    make_unique(names);
    for (std::size_t i = 0; i < roots.size(); ++i) roots[i].name = names[i];
    std::set<std::string> taken(names.begin(), names.end());
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (roots[i].is_folder) continue;
        for (ServedRoot& root : referred_to(session, paths[i]))
            if (taken.insert(root.name).second) roots.push_back(std::move(root));
    }
    return roots;
}

ServedFiles::ServedFiles(std::vector<ServedRoot> roots) : roots_(std::move(roots)) { files_ = walk(); }

ServedFiles::Files ServedFiles::walk() const {
    Files files;
    const auto add = [&](const std::string& path, const fs::path& place) {
        std::error_code code;
        const std::uintmax_t size = fs::file_size(place, code);
        if (code) return;
        const fs::file_time_type time = fs::last_write_time(place, code);
        if (!code) files.emplace(to_utf8(path), File{.place = place, .mounted = {}, .size = size, .time = time});
    };
    for (const ServedRoot& root : roots_) {
        const std::string front = root.name.empty() ? "" : root.name + '/';
        for (const auto& [path, file] : root.mounted)
            files.emplace(to_utf8(root.is_folder ? front + path : root.name),
                          File{.place = {}, .mounted = file, .size = file.size(), .time = {}});
        if (!root.is_folder && !root.place.empty()) add(root.name, root.place);
        if (!root.is_folder || root.place.empty()) continue;
        std::error_code code;
        const auto options = fs::directory_options::skip_permission_denied;
        for (auto entry = fs::recursive_directory_iterator(root.place, options, code);
             !code && entry != fs::recursive_directory_iterator() && files.size() < most_files; entry.increment(code)) {
            std::error_code unreadable;
            const bool folder = entry->is_directory(unreadable);
            if (folder && is_hidden(entry->path())) entry.disable_recursion_pending();
            if (folder || is_hidden(entry->path()) || !entry->is_regular_file(unreadable)) continue;
            if (entry->is_symlink(unreadable) && !lies_within(entry->path(), root.place)) continue;
            add(front + entry->path().lexically_relative(root.place).generic_string(), entry->path());
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

Result<SharedBytes> ServedFiles::read(const std::string& path) const {
    std::unique_lock lock(mutex_);
    const auto found = files_.find(path);
    if (found == files_.end()) return fail(Place{.file = path}, "there is no such file");
    const File file = found->second;
    lock.unlock();
    return file.mounted ? file.mounted.read() : map_file(file.place.string());
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
