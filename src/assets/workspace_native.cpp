// The disk of a Workspace: paths through archives, trees of folders, mounts that follow the disk, and the cache.
#include "assets/workspace_disk.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <system_error>

#include "assets/disk_system.h"
#include "assets/live_mounts.h"
#include "assets/open_model.h"
#include "ossuary/assets/disk.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

constexpr int strongest_mount = 1'000'000; // above everything a game has

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

Result<SharedBytes> read_to_end(std::FILE* file, const std::string& name) {
    ByteBuffer bytes;
    std::array<std::byte, 65536> block;
    while (const std::size_t size = file ? std::fread(block.data(), 1, block.size(), file) : 0)
        bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(size));
    if (!file || std::ferror(file)) return fail(Place{.file = name}, std::generic_category().message(errno));
    return SharedBytes(std::move(bytes));
}

// A pipe or a device that was named is read to its end.
Result<SharedBytes> read_stream(const std::string& path) {
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    return read_to_end(file.get(), path);
}

// What lies between the parts of a path, and what a path may begin with.
#if defined(_WIN32)
constexpr std::string_view separators = "/\\";
bool is_drive(std::string_view front) { return front.size() == 2 && front[1] == ':'; }
#else
constexpr std::string_view separators = "/";
bool is_drive(std::string_view) { return false; }
#endif

// `a/b.vdf/c/d` → the file `a/b.vdf` and the rest `c/d`; nothing if no part of the path is a file.
std::optional<std::pair<std::string, std::string>> split_at_file(const std::string& path) {
    for (std::size_t slash = path.find_first_of(separators, 1); slash != path.npos;
         slash = path.find_first_of(separators, slash + 1)) {
        const std::string front = path.substr(0, slash);
        if (is_drive(front)) continue;
        const DiskKind kind = disk_kind(front);
        if (kind == DiskKind::file) return std::pair(front, path.substr(slash + 1));
        if (kind != DiskKind::folder) return {};
    }
    return {};
}

void walk_folder(const std::string& folder, std::vector<Input>& inputs, Diagnostics* diagnostics) {
    std::error_code code;
    const std::vector<DiskEntry> entries = list_folder(folder, code);
    if (code) return report(diagnostics, Severity::error, {.file = folder}, code.message());
    for (const DiskEntry& entry : entries) {
        if (entry.kind == DiskKind::folder && !entry.is_link) walk_folder(entry.path, inputs, diagnostics);
        if (entry.kind == DiskKind::file) inputs.push_back({entry.path, true});
    }
}

class NativeDisk final : public WorkspaceDisk {
public:
    NativeDisk(const Workspace::Settings& settings, ModelLoader loader)
        : settings_(settings), loader_(std::move(loader)),
          mounts_({.newer_archive_beats_mod = settings.newer_archive_beats_mod}, settings.follow_changes),
          store_({.read = [this](std::string_view name) { return mounts_.read(name); },
                  .changes = [this](Diagnostics* diagnostics) { return take_changes(diagnostics); }}) {
        const AssetLoader<LoadedModel> load = [this](AssetRequest& request) { return load_model(request); };
        models_ = store_.add_kind<LoadedModel>("model", settings.model_budget, load);
        pictures_ = store_.add_kind<LoadedModel>("picture", settings.picture_budget, load);
    }

    // ---- mounts

    Result<void> mount(const std::string& path, std::string_view mount_point, Diagnostics* diagnostics) override {
        const int priority = strongest_mount - mount_count_++;
        if (disk_kind(path) == DiskKind::folder) return mounts_.add_folder(path, mount_point, priority, diagnostics);
        return mounts_.add_archive(path, settings_.limits, priority, diagnostics);
    }

    Result<void> mount_game(const std::string& path, Diagnostics* diagnostics) override {
        const auto game = find_game(path);
        if (!game) return Failure(game.error());
        for (Volume& volume : open_game(*game, {settings_.loose_files_win, settings_.limits}, diagnostics)) {
            log(LogLevel::info, "mounted " + volume.name + ": " + std::to_string(volume.files.size()) + " files");
            mounts_.add(std::move(volume));
        }
        return {};
    }

    Tree mounted() override { return mounts_.tree(); }

    // ---- paths

    std::optional<Result<Location>> locate(const std::string& path) override {
        if (path == "-" || disk_kind(path) != DiskKind::none) return Location{.on_disk = true};
        if (const auto split = split_at_file(path)) return locate_in_archive(path, split->first, split->second);
        return {};
    }

    Error not_found(const std::string& path) override {
        return Error(Place{.file = path}, std::generic_category().message(ENOENT));
    }

    Result<Tree> tree_at(const std::string& path) override {
        return disk_kind(path) == DiskKind::folder ? folder_tree(path, true) : archive_tree(path);
    }

    Result<Tree> tree_of(const std::string& path, const SharedBytes& bytes) override {
        return kept("archive " + path, [&](Diagnostics* diagnostics) -> Result<Volume> {
            auto volume = archive_volume(path, bytes, diagnostics, settings_.limits);
            name_file(*diagnostics, path);
            if (!volume) return Failure(Error(volume.error()).in_file(path));
            return volume;
        });
    }

    Tree folder_of(const std::string& path, bool folders_below) override {
        std::string parent(parent_folder(path));
        if (is_drive(parent)) parent += '/'; // without it, the folder that is current there
        auto tree = folder_tree(parent.empty() ? (path.starts_with('/') ? "/" : ".") : parent, folders_below);
        return tree ? std::move(*tree) : nullptr;
    }

    bool walk(const std::string& path, std::vector<Input>& inputs, Diagnostics* diagnostics) override {
        if (path == "-" || disk_kind(path) != DiskKind::folder) return false;
        walk_folder(path, inputs, diagnostics);
        return true;
    }

    Result<SharedBytes> read(const std::string& path) override {
        if (path == "-") return standard_input();
        const DiskKind kind = disk_kind(path);
        if (kind == DiskKind::folder) return fail(Place{.file = path}, std::generic_category().message(EISDIR));
        return kind == DiskKind::file ? read_whole_file(path) : read_stream(path);
    }

    Result<SharedBytes> map(const std::string& path) override {
        return path == "-" ? standard_input() : map_file(path);
    }

    // ---- opened models

    Result<std::shared_ptr<const LoadedModel>> cached(OpenCall call, bool is_picture) override {
        const std::string name = call.paths.front();
        const auto found = (is_picture ? pictures_ : models_).get(name, number_of(std::move(call)));
        if (!found) return Failure(found.error());
        return found->share();
    }

    // ---- changes

    Result<void> watch(const std::string& path) override { return mounts_.watch(path); }
    std::size_t prepare_changes() override {
        Diagnostics found;
        const std::size_t ready = store_.prepare_changes(&found);
        const std::lock_guard lock(mutex_);
        std::ranges::move(found, std::back_inserter(news_.diagnostics));
        return ready;
    }
    WorkspaceChanges changes() override {
        if (!settings_.follow_changes) return {};
        prepare_changes();
        auto models = store_.apply_changes();
        const std::lock_guard lock(mutex_);
        news_.models = std::move(models);
        return std::exchange(news_, {});
    }
    AssetFiles files() override {
        return {[this](std::string_view name) { return mounts_.read(name); },
                [this, listener = mounts_.add_listener()](Diagnostics* diagnostics) {
                    return mounts_.changes(listener, diagnostics);
                }};
    }
    std::vector<CacheStatistics> statistics() override { return store_.statistics(); }

private:
    void log(LogLevel level, const std::string& text) const {
        if (settings_.log) settings_.log(level, text);
    }

    // The tree kept under that key, made if need be.
    template <class Make> Result<Tree> kept(const std::string& key, const Make& make) {
        const std::lock_guard lock(mutex_);
        if (const auto known = trees_.find(key); known != trees_.end()) return known->second;
        Diagnostics diagnostics;
        Result<Volume> volume = make(&diagnostics);
        if (settings_.report) settings_.report(diagnostics);
        if (!volume) return Failure(volume.error());
        auto tree = std::make_shared<MountTree>();
        tree->add(std::move(*volume));
        return trees_.emplace(key, std::move(tree)).first->second;
    }

    Result<Tree> folder_tree(const std::string& path, bool folders_below) {
        return kept((folders_below ? "below " : "in ") + path, [&](Diagnostics* diagnostics) {
            return open_folder(path, diagnostics, {.folders_below = folders_below});
        });
    }

    Result<Tree> archive_tree(const std::string& path) {
        return kept("archive " + path, [&](Diagnostics* diagnostics) -> Result<Volume> {
            const auto bytes = map_file(path);
            if (!bytes) return Failure(bytes.error());
            if (find_container(bytes->bytes) || find_container(path))
                return open_archive(path, diagnostics, settings_.limits);
            return archive_volume(path, *bytes, diagnostics, settings_.limits);
        });
    }

    // Goes from archive to archive until a tree has the rest of the path.
    Result<Location> locate_in_archive(const std::string& path, std::string archive, std::string rest) {
        auto tree = archive_tree(archive);
        while (tree) {
            Location found{.tree = *tree};
            found.file = {*tree, (*tree)->resolve(rest)};
            if (found.file && !rest.ends_with('/')) return found;
            found.file = {};
            found.folder = rest;
            if ((*tree)->is_folder(rest)) return found;
            const std::size_t slash = end_of_file_name(**tree, rest);
            if (slash == rest.npos) return Failure(not_found(path));
            const auto bytes = (*tree)->resolve(rest.substr(0, slash)).read();
            if (!bytes) return Failure(bytes.error());
            archive += '/' + rest.substr(0, slash);
            rest = rest.substr(slash + 1);
            tree = tree_of(archive, *bytes);
        }
        return Failure(tree.error());
    }
    // Where the front of a path ends that names a file: the slash behind it.
    static std::size_t end_of_file_name(const MountTree& tree, const std::string& path) {
        std::size_t slash = path.find('/');
        while (slash != path.npos && !tree.resolve(path.substr(0, slash))) slash = path.find('/', slash + 1);
        return slash;
    }

    Result<SharedBytes> standard_input() {
        const std::lock_guard lock(mutex_);
        if (!standard_input_) standard_input_ = read_to_end(stdin, "standard input");
        return *standard_input_;
    }

    // ---- the cache

    // Equal calls have one number, whatever the letters of their paths: the variant of the asset.
    std::uint64_t number_of(OpenCall call) {
        const std::lock_guard lock(mutex_);
        std::vector<std::uint64_t>& numbers = calls_of_[call.paths];
        for (const std::uint64_t number : numbers)
            if (calls_[number].options == call.options) return number;
        numbers.push_back(calls_.size());
        calls_.push_back(std::move(call));
        return numbers.back();
    }

    Result<LoadedAsset<LoadedModel>> load_model(AssetRequest& request) {
        std::unique_lock lock(mutex_);
        const OpenCall call = calls_[request.variant()];
        lock.unlock();
        // Watched before they are read: what changes meanwhile is news.
        for (const std::string& path : call.paths) follow(path, request);
        auto loaded = loader_(call);
        if (!loaded) return Failure(loaded.error());
        for (const std::string& path : (*loaded)->paths) follow(path, request);
        const std::size_t bytes = approximate_bytes((*loaded)->model);
        return LoadedAsset<LoadedModel>{std::move(*loaded), bytes};
    }

    // A change of this file makes the asset outdated. Of a file in an archive on disk it is the archive that changes.
    void follow(const std::string& path, AssetRequest& request) {
        request.depends_on(path);
        if (!settings_.follow_changes || path == "-") return;
        const auto split = split_at_file(path);
        if (split) request.depends_on(split->first);
        static_cast<void>(mounts_.watch(split ? split->first : path)); // in a folder that is not there nothing changes
    }

    FileChanges take_changes(Diagnostics* diagnostics) {
        FileChanges changes = mounts_.changes(listener_, diagnostics);
        if (changes.settled.empty()) return changes;
        const std::lock_guard lock(mutex_);
        trees_.clear(); // they list what was there
        std::ranges::copy(changes.settled, std::back_inserter(news_.files));
        return changes;
    }

    Workspace::Settings settings_;
    ModelLoader loader_;
    LiveMounts mounts_;
    int mount_count_ = 0;
    std::mutex mutex_;
    std::map<std::string, Tree> trees_;
    std::optional<Result<SharedBytes>> standard_input_;
    std::deque<OpenCall> calls_;
    std::map<std::vector<std::string>, std::vector<std::uint64_t>> calls_of_;
    WorkspaceChanges news_;
    LiveMounts::Listener listener_ = mounts_.add_listener();
    AssetStore store_; // last: its loaders use everything above
    AssetCache<LoadedModel> models_, pictures_;
};

} // namespace

std::unique_ptr<WorkspaceDisk> make_disk(const Workspace::Settings& settings, ModelLoader loader) {
    return std::make_unique<NativeDisk>(settings, std::move(loader));
}

} // namespace ossuary
