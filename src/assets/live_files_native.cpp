#include "ossuary/assets/live_files.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <set>

#include "ossuary/base/text.h"

namespace ossuary {

namespace {

constexpr int most_attempts = 3; // to read a file that is being written

} // namespace

struct LiveFiles::State {
    // A volume, and where it came from.
    struct Source {
        std::string path; // empty: it stays as it is
        std::string mount_point;
        Volume volume;
    };

    explicit State(Options given) : options(std::move(given)), watch(options.watch) {
        tree = std::make_shared<const MountTree>(options.tree);
    }

    void add(Source source) {
        const std::lock_guard lock(mutex);
        sources.push_back(std::move(source));
        plant();
    }
    Result<Volume> open(const Source& source, Diagnostics* diagnostics) const {
        if (source.volume.kind == VolumeKind::archive) return open_archive(source.path, diagnostics);
        auto folder = open_folder(source.path, diagnostics, options.folder);
        if (!folder) return folder;
        return source.mount_point.empty() ? std::move(*folder) : below_folder(std::move(*folder), source.mount_point);
    }
    void plant() {
        auto grown = std::make_shared<MountTree>(options.tree);
        for (const Source& source : sources) grown->add(source.volume);
        tree = std::move(grown);
    }

    // Looks at the disk, and keeps what it saw for changes(). Returns the number of this look.
    std::uint64_t look() {
        FileChanges seen = watch.poll();
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

    bool lies_in(const std::string& path, const Source& source) const {
        return !source.path.empty() &&
               (path == source.path ||
                (path.starts_with(source.path) && path.size() > source.path.size() && path[source.path.size()] == '/'));
    }
    // Opens the source anew; names what it had and what it has.
    void renew(Source& source, std::set<std::string>& names, Diagnostics* diagnostics) {
        const bool is_archive = source.volume.kind == VolumeKind::archive;
        auto opened = open(source, diagnostics);
        if (!opened) {
            report(diagnostics, Severity::error, {.file = source.path},
                   opened.error().message + "; what was there before stays");
            return;
        }
        // Of a folder the watch has named what changed; an archive may have changed in every file.
        if (is_archive)
            for (const Volume* volume : {&source.volume, &*opened})
                for (const VolumeFile& file : volume->files) names.insert(std::string(file_name(file.path)));
        opened->priority = source.volume.priority;
        source.volume = std::move(*opened);
    }

    Options options;
    std::mutex mutex;
    FileWatch watch;
    std::vector<Source> sources;
    std::shared_ptr<const MountTree> tree;
    std::vector<std::string> settled, unsettled;
    std::uint64_t looks = 0;
    std::map<std::string, std::uint64_t> last_news; // the look that saw it, by bare name in lower case
};

LiveFiles::LiveFiles() : LiveFiles(Options{}) {}
LiveFiles::LiveFiles(Options options) : state_(std::make_unique<State>(std::move(options))) {}
LiveFiles::~LiveFiles() = default;

Result<void> LiveFiles::add_folder(const std::string& path, std::string_view mount_point, Diagnostics* diagnostics) {
    // Watched first: what changes while it is opened is news.
    if (auto watching = state_->watch.add(path); !watching) return watching;
    State::Source source{path, std::string(mount_point), {.kind = VolumeKind::folder}};
    while (source.path.size() > 1 && source.path.back() == '/') source.path.pop_back();
    auto volume = state_->open(source, diagnostics);
    if (!volume) return Failure(std::move(volume.error()));
    source.volume = std::move(*volume);
    state_->add(std::move(source));
    return {};
}

Result<void> LiveFiles::add_archive(const std::string& path, Diagnostics* diagnostics) {
    if (auto watching = state_->watch.add(path); !watching) return watching;
    State::Source source{path, {}, {.kind = VolumeKind::archive}};
    auto volume = state_->open(source, diagnostics);
    if (!volume) return Failure(std::move(volume.error()));
    source.volume = std::move(*volume);
    state_->add(std::move(source));
    return {};
}

void LiveFiles::add(Volume volume) { state_->add({{}, {}, std::move(volume)}); }

std::shared_ptr<const MountTree> LiveFiles::tree() const {
    const std::lock_guard lock(state_->mutex);
    return state_->tree;
}

Result<std::optional<SharedBytes>> LiveFiles::read(std::string_view name) {
    std::unique_lock lock(state_->mutex);
    const bool is_told = !state_->watch.is_polling();
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

FileChanges LiveFiles::changes(Diagnostics* diagnostics) {
    const std::lock_guard lock(state_->mutex);
    state_->look();
    std::set<std::string> names(state_->settled.begin(), state_->settled.end());
    bool has_changed = false;
    for (State::Source& source : state_->sources) {
        const auto lies_here = [&](const std::string& path) { return state_->lies_in(path, source); };
        if (std::ranges::none_of(state_->settled, lies_here)) continue;
        state_->renew(source, names, diagnostics);
        has_changed = true;
    }
    if (has_changed) state_->plant();
    state_->settled.clear();
    FileChanges changes;
    changes.settled.assign(names.begin(), names.end());
    changes.unsettled = state_->unsettled;
    return changes;
}

AssetFiles LiveFiles::files() {
    return {[this](std::string_view name) { return read(name); },
            [this](Diagnostics* diagnostics) { return changes(diagnostics); }};
}

} // namespace ossuary
