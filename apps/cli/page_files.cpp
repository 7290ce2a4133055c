#include "cli/page_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "cli/system.h"
#include "ossuary/assets/disk.h"
#include "ossuary/assets/registry.h"
#include "ossuary/base/disk_path.h"
#include "ossuary/base/json.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t largest_opened = 64u << 20; // to see what it refers to

std::string_view without_slash(std::string_view path) {
    while (path.ends_with('/')) path.remove_suffix(1);
    return path;
}

std::string name_or(std::string_view name, std::string_view otherwise) {
    return std::string(name.empty() ? otherwise : name);
}

PageRoot below_folder(std::string name, const std::shared_ptr<const MountTree>& tree, std::string_view folder) {
    PageRoot root{.name = std::move(name), .place = {}, .found = {}, .is_folder = true};
    const std::size_t front = folder.empty() ? 0 : folder.size() + 1;
    for (const MountedFile& file : tree->match("", folder))
        root.found.emplace(file.path().substr(front), FoundFile{tree, file});
    return root;
}

Result<PageRoot> named(const Workspace& files, const std::string& path) {
    const auto found = files.locate(path);
    if (!found) return Failure(found.error());
    if (found->on_disk) {
        std::error_code code;
        const fs::path real = fs::canonical(disk_path(path), code);
        if (code) return fail(Place{.file = path}, code.message());
        return PageRoot{.name = name_or(real.filename().generic_string(), "files"),
                        .place = path,
                        .found = {},
                        .is_folder = look_at(path).kind == FileKind::folder};
    }
    if (found->file) {
        const std::string name(file_name(found->file.file.path()));
        return PageRoot{.name = name, .place = {}, .found = {{name, found->file}}};
    }
    return below_folder(name_or(file_name(without_slash(path)), "files"), found->tree, without_slash(found->folder));
}

} // namespace

Result<std::vector<PageRoot>> PageFiles::name_roots(Session& session, const std::vector<std::string>& paths) {
    std::vector<PageRoot> roots;
    for (const std::string& path : paths) {
        auto root = named(session.files(), path);
        if (!root) return Failure(root.error());
        if (!root->place.empty())
            if (auto watching = session.files().watch(path); !watching) return Failure(watching.error());
        roots.push_back(std::move(*root));
    }
    if (!session.mounting.empty()) roots.push_back(below_folder("mounted", session.files().mounted(), ""));
    std::vector<std::string> names;
    for (const PageRoot& root : roots) names.push_back(root.name);
    make_unique(names);
    for (std::size_t i = 0; i < roots.size(); ++i) roots[i].name = names[i];
    return roots;
}

PageFiles::PageFiles(const Workspace& files, std::vector<PageRoot> roots)
    : workspace_(files), roots_(std::move(roots)), files_(walk()) {}

std::string PageFiles::first_file() const {
    const auto file = std::ranges::find(roots_, false, &PageRoot::is_folder);
    return file == roots_.end() ? std::string() : file->name;
}

Result<Opened> PageFiles::follow(std::span<const std::string> paths) {
    for (const std::string& path : paths) {
        std::error_code code;
        if (const std::uintmax_t size = fs::file_size(disk_path(path), code); !code && size > largest_opened)
            return fail(Place{.file = path}, "is too large to be opened for what it refers to");
    }
    auto opened = workspace_.open(paths);
    if (!opened) return opened;
    const std::lock_guard lock(mutex_);
    add_files_of(*opened);
    files_ = walk();
    followed_.push_back({{paths.begin(), paths.end()}, *opened});
    return opened;
}

void PageFiles::add_files_of(const Opened& opened) {
    std::set<std::string> taken;
    for (const PageRoot& root : roots_) taken.insert(root.name);
    for (const FoundFile& file : opened.files) {
        if (!taken.insert(file.file.path()).second) continue;
        PageRoot root{.name = file.file.path(), .place = {}, .found = {}};
        if (look_at(file.path()).kind == FileKind::regular)
            root.place = file.path();
        else
            root.found.emplace(root.name, file);
        roots_.push_back(std::move(root));
    }
}

// What is in it, below its name; one that cannot be read is a file like any other.
void PageFiles::add_archive(Files& files, const std::string& name, const std::string& place) const {
    if (!find_container(place)) return;
    // By its first bytes: whoever looks for other formats in a large file reads all of it.
    const auto bytes = map_file(place);
    if (!bytes || !find_container(bytes->bytes)) return;
    const auto listing = workspace_.list(place);
    if (!listing) return;
    for (const MountedFile& file : listing->files())
        files.emplace(to_utf8(name + '/' + file.path()),
                      File{.place = {}, .found = {listing->tree, file}, .size = file.size()});
}

PageFiles::Files PageFiles::walk() const {
    Files files;
    for (const PageRoot& root : roots_) {
        const std::string front = root.name.empty() ? "" : root.name + '/';
        for (const auto& [path, file] : root.found)
            files.emplace(to_utf8(root.is_folder ? front + path : root.name),
                          File{.place = {}, .found = file, .size = file.file.size()});
        if (root.place.empty()) continue;
        std::error_code code;
        if (!root.is_folder) {
            const std::uintmax_t size = fs::file_size(disk_path(root.place), code);
            if (!code) files.emplace(to_utf8(root.name), File{.place = root.place, .found = {}, .size = size});
            if (!code) add_archive(files, root.name, root.place);
            continue;
        }
        const auto folder = open_folder(root.place, nullptr, {.empty_files = true});
        if (!folder) continue;
        for (const VolumeFile& file : folder->files) {
            const std::string place = (disk_path(root.place) / disk_path(file.path)).generic_string();
            files.emplace(to_utf8(front + file.path), File{.place = place, .found = {}, .size = file.size});
            add_archive(files, front + file.path, place);
        }
    }
    return files;
}

std::string PageFiles::list(std::string_view open) const {
    const std::lock_guard lock(mutex_);
    // In the order in which the page's tree wants them: a slash sorts before every letter, and case does not count.
    struct Listed {
        std::string key;
        const Files::value_type* file;
    };
    std::vector<Listed> order;
    order.reserve(files_.size());
    for (const auto& file : files_) {
        order.push_back({lower_case(file.first), &file});
        std::ranges::replace(order.back().key, '/', '\0');
    }
    std::ranges::stable_sort(order, {}, &Listed::key);
    std::string text = "{\"files\":[", volumes;
    std::map<const Volume*, std::size_t> known;
    for (const Listed& listed : order) {
        const auto& [path, file] = *listed.file;
        text += text.back() == '[' ? "{\"path\":" : ",{\"path\":";
        text += print_json(Json(path));
        fmt::format_to(std::back_inserter(text), ",\"size\":{},\"version\":{}", file.size, file.version);
        if (const Volume* const volume = file.found.file.volume) {
            const auto [found, is_new] = known.try_emplace(volume, known.size());
            fmt::format_to(std::back_inserter(text), ",\"volume\":{}", found->second);
            if (is_new)
                fmt::format_to(std::back_inserter(volumes), "{}{{\"priority\":{},\"time\":{}}}",
                               volumes.empty() ? "" : ",", volume->priority, volume->time);
        }
        text += '}';
    }
    text += "],\"volumes\":[" + volumes + ']';
    if (!open.empty()) text += ",\"open\":" + print_json(Json(open));
    return text + '}';
}

Result<SharedBytes> PageFiles::read(const std::string& path) const {
    std::unique_lock lock(mutex_);
    const auto found = files_.find(path);
    if (found == files_.end()) return fail(Place{.file = path}, "there is no such file");
    const File file = found->second;
    lock.unlock();
    return file.found ? file.found.read() : map_file(file.place);
}

std::string PageFiles::batch(const std::string& beginning, std::size_t most) const {
    std::vector<std::pair<std::string, File>> wanted;
    {
        const std::lock_guard lock(mutex_);
        std::uint64_t sum = 0;
        for (auto at = files_.lower_bound(beginning); at != files_.end() && at->first.starts_with(beginning); ++at)
            if ((sum += at->second.size) <= most) wanted.push_back(*at);
    }
    Json list = Json::array();
    std::string contents;
    for (const auto& [path, file] : wanted) {
        const auto bytes = file.found ? file.found.read() : map_file(file.place);
        if (!bytes || contents.size() + bytes->size() > most) continue;
        contents += as_text(bytes->bytes);
        list.push(Json(Json::Array{Json(path), Json(bytes->size())}));
    }
    const std::string head = print_json(list);
    std::string whole;
    for (int shift = 0; shift < 32; shift += 8) whole += static_cast<char>((head.size() >> shift) & 0xff);
    return whole + head + contents;
}

PageChanges PageFiles::update(const WorkspaceChanges& news) {
    PageChanges changes;
    if (news.files.empty()) return changes;
    const std::set<std::string> touched(news.files.begin(), news.files.end());
    const std::lock_guard lock(mutex_);
    for (Followed& each : followed_) {
        if (std::ranges::find(news.models, each.paths.front(), &AssetChange::name) == news.models.end()) continue;
        if (auto opened = workspace_.open(each.paths)) each.opened = std::move(*opened);
        add_files_of(each.opened);
    }
    Files now = walk();
    for (auto& [path, file] : now) {
        const auto before = files_.find(path);
        if (before == files_.end()) {
            changes.added.push_back(path);
            continue;
        }
        const bool same = before->second.size == file.size && !touched.contains(file.place);
        file.version = before->second.version + (same ? 0 : 1);
        if (!same) changes.changed.push_back(path);
    }
    for (const auto& [path, file] : files_)
        if (!now.contains(path)) changes.removed.push_back(path);
    files_ = std::move(now);
    return changes;
}

} // namespace ossuary::cli
