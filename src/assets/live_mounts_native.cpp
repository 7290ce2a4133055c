#include "assets/live_mounts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <set>

#include "ossuary/base/text.h"

namespace ossuary {

namespace {

constexpr int most_attempts = 3; // to read a file that is being written

bool is_in(const std::string& path, const std::string& folder) {
    return path == folder || (path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/');
}

std::string without_slash(std::string path) {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    return path;
}

} // namespace

struct LiveMounts::State {
    // A volume, and where it came from.
    struct Mount {
        std::string path; // empty: it stays as it is
        std::string mount_point;
        ContainerLimits limits;
        Volume volume;
    };

    State(MountTree::Options chosen, bool follow_changes) : options(chosen) {
        if (follow_changes) watcher = std::make_unique<FileWatch>();
        tree = std::make_shared<const MountTree>(options);
    }

    Result<void> mount(Mount mount, int priority, Diagnostics* diagnostics) {
        // Watched first: what changes while it is opened is news.
        if (auto watching = watch(mount.path); !watching) return watching;
        auto volume = open(mount, diagnostics);
        if (!volume) return Failure(std::move(volume.error()));
        mount.volume = std::move(*volume);
        mount.volume.priority = priority;
        add(std::move(mount));
        return {};
    }
    void add(Mount mount) {
        const std::lock_guard lock(mutex);
        mounts.push_back(std::move(mount));
        rebuild();
    }
    static Result<Volume> open(const Mount& mount, Diagnostics* diagnostics) {
        if (mount.volume.kind == VolumeKind::archive) return open_archive(mount.path, diagnostics, mount.limits);
        auto folder = open_folder(mount.path, diagnostics);
        if (!folder) return folder;
        return mount.mount_point.empty() ? std::move(*folder) : below_folder(std::move(*folder), mount.mount_point);
    }
    void rebuild() {
        auto next = std::make_shared<MountTree>(options);
        for (const Mount& mount : mounts) next->add(mount.volume);
        tree = std::move(next);
    }

    Result<void> watch(const std::string& path) {
        if (!watcher) return {};
        const std::lock_guard lock(mutex);
        if (!watched.insert(without_slash(path)).second) return {};
        auto added = watcher->add(path);
        if (added || watcher->is_polling()) return added;
        // The system watches no more folders: from now on sizes and times are compared.
        auto comparing = std::make_unique<FileWatch>(FileWatch::Options{.polling = true, .clock = {}});
        for (const std::string& each : watched)
            if (auto again = comparing->add(each); !again && each == without_slash(path)) return again;
        watcher = std::move(comparing);
        return {};
    }

    // Looks at the disk, and keeps what it saw for changes(). Returns the number of this look.
    std::uint64_t look() {
        FileChanges seen = watcher->poll();
        ++looks;
        for (const std::vector<std::string>* paths : {&seen.settled, &seen.unsettled})
            for (const std::string& path : *paths) last_news[lower_case(file_name(path))] = looks;
        std::ranges::move(seen.settled, std::back_inserter(settled));
        unsettled = std::move(seen.unsettled);
        return looks;
    }
    bool has_news_since(std::uint64_t number, std::string_view path) const {
        const auto news = last_news.find(lower_case(file_name(path)));
        return news != last_news.end() && news->second > number;
    }

    // Opens the mount again; adds the names of what it had and what it has.
    void renew(Mount& mount, std::set<std::string>& names, Diagnostics* diagnostics) const {
        auto opened = open(mount, diagnostics);
        if (!opened) {
            report(diagnostics, Severity::error, {.file = mount.path},
                   opened.error().message() + "; what was there before stays");
            return;
        }
        // Of a folder the watch has named what changed; an archive may have changed in every file.
        if (mount.volume.kind == VolumeKind::archive)
            for (const Volume* volume : {&mount.volume, &*opened})
                for (const VolumeFile& file : volume->files) names.insert(std::string(file_name(file.path)));
        opened->priority = mount.volume.priority;
        mount.volume = std::move(*opened);
    }
    // Follows what was seen since the last time, and tells every listener.
    void update(Diagnostics* diagnostics) {
        std::set<std::string> names(settled.begin(), settled.end());
        bool has_changed = false;
        for (Mount& mount : mounts) {
            const auto concerns = [&](const std::string& path) {
                return !mount.path.empty() && is_in(path, mount.path);
            };
            if (std::ranges::none_of(settled, concerns)) continue;
            renew(mount, names, diagnostics);
            has_changed = true;
        }
        if (has_changed) rebuild();
        settled.clear();
        for (std::set<std::string>& news : listeners) news.insert(names.begin(), names.end());
    }

    MountTree::Options options;
    std::mutex mutex;
    std::unique_ptr<FileWatch> watcher; // null: changes are not followed
    std::set<std::string> watched;
    std::vector<Mount> mounts;
    std::shared_ptr<const MountTree> tree;
    std::vector<std::string> settled, unsettled;
    std::vector<std::set<std::string>> listeners; // what each has not heard yet
    std::uint64_t looks = 0;
    std::map<std::string, std::uint64_t> last_news; // the look that saw it, by bare name in lower case
};

LiveMounts::LiveMounts(MountTree::Options tree, bool follow_changes)
    : state_(std::make_unique<State>(tree, follow_changes)) {}
LiveMounts::~LiveMounts() = default;

Result<void> LiveMounts::add_folder(const std::string& path, std::string_view mount_point, int priority,
                                    Diagnostics* diagnostics) {
    return state_->mount({without_slash(path), std::string(mount_point), {}, {.kind = VolumeKind::folder}}, priority,
                         diagnostics);
}

Result<void> LiveMounts::add_archive(const std::string& path, const ContainerLimits& limits, int priority,
                                     Diagnostics* diagnostics) {
    return state_->mount({path, {}, limits, {.kind = VolumeKind::archive}}, priority, diagnostics);
}

void LiveMounts::add(Volume volume) { state_->add({{}, {}, {}, std::move(volume)}); }

std::shared_ptr<const MountTree> LiveMounts::tree() const {
    const std::lock_guard lock(state_->mutex);
    return state_->tree;
}

Result<std::optional<SharedBytes>> LiveMounts::read(std::string_view name) {
    std::unique_lock lock(state_->mutex);
    const bool is_told = state_->watcher && !state_->watcher->is_polling();
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        const std::shared_ptr<const MountTree> tree = state_->tree;
        const std::uint64_t before = is_told ? state_->look() : 0;
        lock.unlock();
        const MountedFile found = tree->find(name);
        if (!found) return std::nullopt;
        auto bytes = found.read();
        lock.lock();
        // The system tells of every write when it is done: if there was one while we read, it is known by now. Only
        // that a file was emptied, to be written, can be seen before it is told.
        if (is_told) state_->look();
        if (is_told && state_->has_news_since(before, found.path())) continue;
        if (bytes && bytes->bytes.empty() && found.size() > 0) continue;
        if (!bytes) return Failure(std::move(bytes.error()));
        return std::move(*bytes);
    }
    return fail(Place{.file = std::string(name)}, "is being written");
}

Result<void> LiveMounts::watch(const std::string& path) { return state_->watch(path); }

LiveMounts::Listener LiveMounts::add_listener() {
    const std::lock_guard lock(state_->mutex);
    state_->listeners.emplace_back();
    return state_->listeners.size() - 1;
}

FileChanges LiveMounts::changes(Listener listener, Diagnostics* diagnostics) {
    FileChanges changes;
    if (!state_->watcher) return changes;
    const std::lock_guard lock(state_->mutex);
    state_->look();
    state_->update(diagnostics);
    const std::set<std::string> news = std::exchange(state_->listeners[listener], {});
    changes.settled.assign(news.begin(), news.end());
    changes.unsettled = state_->unsettled;
    return changes;
}

} // namespace ossuary
