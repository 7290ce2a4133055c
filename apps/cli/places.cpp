#include "cli/places.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "cli/session.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

constexpr int strongest_mount = 1'000'000; // above everything a game has

Failure not_found(const std::string& path) {
    return fail(Place{.file = path}, std::generic_category().message(ENOENT));
}

Result<SharedBytes> read_standard_input() {
    ByteBuffer bytes;
    std::array<std::byte, 65536> block;
    while (const std::size_t size = std::fread(block.data(), 1, block.size(), stdin))
        bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(size));
    if (std::ferror(stdin)) return fail(Place{.file = "standard input"}, std::generic_category().message(errno));
    return SharedBytes(std::move(bytes));
}

// A pipe or a device the user named is read to its end.
Result<SharedBytes> read_stream(const std::string& path) {
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
    ByteBuffer bytes;
    std::array<std::byte, 65536> block;
    while (const std::size_t size = file ? std::fread(block.data(), 1, block.size(), file.get()) : 0)
        bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(size));
    if (!file || std::ferror(file.get())) return fail(Place{.file = path}, std::generic_category().message(errno));
    return SharedBytes(std::move(bytes));
}

// `a/b.vdf/c/d` → the file `a/b.vdf` and the rest `c/d`; nothing if no part of the path is a file.
std::optional<std::pair<std::string, std::string>> split_at_file(const std::string& path) {
    std::error_code code;
    for (std::size_t slash = path.find('/', 1); slash != path.npos; slash = path.find('/', slash + 1)) {
        const std::string front = path.substr(0, slash);
        const fs::file_status status = fs::status(front, code);
        if (fs::is_regular_file(status)) return std::pair(front, path.substr(slash + 1));
        if (!fs::is_directory(status)) return {};
    }
    return {};
}

} // namespace

template <class Make> Result<const MountTree*> Places::kept(const std::string& key, const Make& make) {
    const std::lock_guard lock(mutex_);
    if (const auto known = trees_.find(key); known != trees_.end()) return known->second.get();
    Diagnostics diagnostics;
    Result<Volume> volume = make(&diagnostics);
    session_.warn(diagnostics);
    if (!volume) return Failure(volume.error());
    auto tree = std::make_unique<MountTree>();
    tree->add(std::move(*volume));
    return trees_.emplace(key, std::move(tree)).first->second.get();
}

Result<const MountTree*> Places::folder_tree(const std::string& path, bool folders_below) {
    return kept((folders_below ? "below " : "in ") + path, [&](Diagnostics* diagnostics) {
        return open_folder(path, diagnostics, {.folders_below = folders_below});
    });
}

Result<const MountTree*> Places::archive_tree(const std::string& path) {
    return kept("archive " + path, [&](Diagnostics* diagnostics) -> Result<Volume> {
        const auto bytes = map_file(path);
        if (!bytes) return Failure(bytes.error());
        if (zengin::is_vdf(bytes->bytes) || file_extension(path) == ".vdf" || file_extension(path) == ".mod")
            return open_archive(path, diagnostics, limits);
        return members_volume(path, *bytes, diagnostics);
    });
}

Result<const MountTree*> Places::tree_of(const std::string& path, const SharedBytes& bytes) {
    return kept("archive " + path, [&](Diagnostics* diagnostics) -> Result<Volume> {
        auto volume = zengin::is_vdf(bytes.bytes) ? archive_volume(path, bytes, diagnostics, limits)
                                                  : members_volume(path, bytes, diagnostics);
        name_file(*diagnostics, path);
        if (!volume) return Failure(Error(volume.error()).in_file(path));
        return volume;
    });
}

void Places::mount(const std::string& place, int priority) {
    std::error_code code;
    Diagnostics diagnostics;
    auto volume =
        fs::is_directory(place, code) ? open_folder(place, &diagnostics) : open_archive(place, &diagnostics, limits);
    session_.warn(diagnostics);
    if (!volume) return session_.error(volume.error());
    volume->priority = priority;
    mounted_->add(std::move(*volume));
}

const MountTree& Places::mounted() {
    const std::lock_guard lock(mutex_);
    if (mounted_) return *mounted_;
    mounted_ = std::make_unique<MountTree>(MountTree::Options{.newer_archive_beats_mod = mounting.newer_archive_wins});
    int priority = strongest_mount;
    for (const std::string& place : mounting.places) mount(place, priority--);
    for (const std::string& path : mounting.games) {
        const auto game = find_game(path);
        if (!game) {
            session_.error(game.error());
            continue;
        }
        Diagnostics diagnostics;
        for (Volume& volume : open_game(*game, {!mounting.loose_files_last, limits}, &diagnostics)) {
            session_.log(LogLevel::info, fmt::format("mounted {}: {} files", volume.name, volume.files.size()));
            mounted_->add(std::move(volume));
        }
        session_.warn(diagnostics);
    }
    return *mounted_;
}

Result<Places::Found> Places::locate(const std::string& path) {
    std::error_code code;
    Found found;
    found.on_disk = path == "-" || fs::exists(path, code);
    if (found.on_disk) return found;
    if (const auto split = split_at_file(path)) {
        auto [archive, rest] = *split;
        auto tree = archive_tree(archive);
        while (tree) {
            found.tree = *tree;
            found.file = (*tree)->resolve(rest);
            if (found.file && !rest.ends_with('/')) return found;
            if ((*tree)->is_folder(rest)) {
                found.folder = rest;
                return found;
            }
            // An archive within: its name is some part of what is left.
            const SharedBytes* inner = nullptr;
            Result<SharedBytes> bytes;
            for (std::size_t slash = rest.find('/'); slash != rest.npos && !inner; slash = rest.find('/', slash + 1)) {
                const MountedFile file = (*tree)->resolve(rest.substr(0, slash));
                if (!file) continue;
                bytes = file.read();
                if (!bytes) return Failure(bytes.error());
                archive += '/' + rest.substr(0, slash);
                rest = rest.substr(slash + 1);
                inner = &*bytes;
            }
            if (!inner) return not_found(path);
            tree = tree_of(archive, *inner);
        }
        return Failure(tree.error());
    }
    if (!mounting.empty()) {
        found.tree = &mounted();
        found.file = found.tree->find(path);
        found.folder = path;
        if (found.file || found.tree->is_folder(path)) return found;
    }
    return not_found(path);
}

Result<Places::Listed> Places::as_folder(const std::string& path) {
    const auto found = locate(path);
    if (!found) return Failure(found.error());
    Result<const MountTree*> tree = found->tree;
    std::error_code code;
    if (found->on_disk)
        tree = fs::is_directory(path, code) ? folder_tree(path, true) : archive_tree(path);
    else if (!found->file)
        return Listed{found->tree, found->folder};
    else if (const auto bytes = found->file.read())
        tree = tree_of(path, *bytes);
    else
        return Failure(bytes.error());
    if (!tree) return Failure(tree.error());
    return Listed{*tree, ""};
}

Result<SharedBytes> Places::read(const std::string& path) {
    if (path == "-") return read_standard_input();
    const auto found = locate(path);
    if (!found) return Failure(found.error());
    if (found->file) {
        auto bytes = found->file.read();
        session_.log(LogLevel::info, fmt::format("read {} from {}", found->file.path(), found->file.volume->name));
        return bytes;
    }
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (found->tree || fs::is_directory(status))
        return fail(Place{.file = path}, std::generic_category().message(EISDIR));
    return fs::is_regular_file(status) ? read_whole_file(path) : read_stream(path);
}

MountedFile Places::find_beside(const std::string& path, std::string_view name) {
    const auto found = path == "-" ? Result<Found>(Found{}) : locate(path);
    MountedFile file;
    if (found && found->on_disk) {
        const std::string parent(parent_folder(path));
        const std::string folder = parent.empty() ? (path.starts_with('/') ? "/" : ".") : parent;
        for (const bool below : {false, true})
            if (const auto tree = folder_tree(folder, below); tree && !file) file = (*tree)->find(name);
    } else if (found && found->tree) {
        file = found->tree->find(name);
    }
    return file || mounting.empty() ? file : mounted().find(name);
}

FileLookup Places::beside(const std::string& path) {
    return [this, path](std::string_view name) -> std::optional<ByteBuffer> {
        const MountedFile file = find_beside(path, name);
        if (!file) {
            session_.log(LogLevel::debug, fmt::format("did not find {}", name));
            return {};
        }
        const auto bytes = file.read();
        session_.log(LogLevel::info,
                     bytes ? fmt::format("found {} as {}", name, shown_path(file)) : bytes.error().text());
        return bytes ? std::optional(ByteBuffer(bytes->bytes.begin(), bytes->bytes.end())) : std::nullopt;
    };
}

std::string shown_path(const MountedFile& file) {
    return file.volume->name == "." ? file.path() : file.volume->name + '/' + file.path();
}

} // namespace ossuary::cli
