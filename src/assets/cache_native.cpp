#include "ossuary/assets/cache.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

using FileNames = std::set<std::string>; // bare, in lower case

std::string file_key(std::string_view path) { return lower_case(file_name(path)); }

} // namespace

// One mutex for everything but running loaders, handles that are copied or dropped, and reading through them.
struct AssetStore::Core {
    struct Entry;
    using Entries = std::list<Entry*>;
    struct Kind {
        std::string name;
        std::size_t budget = 0;
        UntypedLoader loader;
        std::size_t bytes = 0, name_bytes = 0;
        std::atomic<bool> over_budget{false};
        CacheStatistics counts;
        std::unordered_map<std::string, Entry*> by_key;
        Entries ready; // the LRU list: the least recently used first

        bool is_over_budget() const { return bytes + name_bytes > budget; }
    };
    enum class Phase : std::uint8_t { absent, loading, ready, failed };

    struct Entry final : AssetSlot {
        Core* core = nullptr;
        Kind* kind = nullptr;
        std::string name;
        std::uint64_t variant = 0;
        Phase phase = Phase::absent;
        bool outdated = false; // a newer one is to be prepared
        std::shared_ptr<const void> value;
        std::size_t bytes = 0;
        Entries::iterator place; // in the LRU list, if it is ready
        std::optional<Error> error;
        FileNames files; // that make it outdated: those its loader read or searched for, and its own name
    };
    struct Prepared {
        Result<Untyped> made;
        FileNames files;
    };
    using Values = std::vector<std::shared_ptr<const void>>; // given up; destroyed when no lock is held

    explicit Core(AssetFiles from) : source(std::move(from)) {}
    ~Core() {
        Values values = std::move(retired); // assets may hold handles: entries go after all of them
        for (Entry& entry : entries) values.push_back(std::move(entry.value));
        for (auto& [entry, ready] : prepared)
            if (ready.made) values.push_back(std::move(ready.made->asset));
        prepared.clear();
    }

    Entry& entry_of(Kind& kind, std::string_view name, std::uint64_t variant) {
        Entry*& known = kind.by_key[lower_case(name) + '\n' + std::to_string(variant)];
        if (known) return *known;
        Entry& entry = entries.emplace_back();
        entry.core = this;
        entry.kind = &kind;
        entry.name = name;
        entry.variant = variant;
        kind.name_bytes += sizeof(Entry) + 2 * name.size() + 4 * sizeof(void*); // its places in map and list too
        return *(known = &entry);
    }

    // ---- loading

    // Returns with the asset there and held once, or with why it is not.
    Result<void> hold(std::unique_lock<std::mutex>& lock, Entry& entry, Values& given_up) {
        while (entry.phase == Phase::loading) loaded.wait(lock);
        if (entry.phase == Phase::absent) return load(lock, entry, given_up);
        if (entry.phase == Phase::failed) {
            ++entry.kind->counts.refusals;
            return Failure(*entry.error);
        }
        ++entry.kind->counts.hits;
        entry.handles.fetch_add(1, std::memory_order_relaxed);
        entry.kind->ready.splice(entry.kind->ready.end(), entry.kind->ready, entry.place);
        return {};
    }

    // A loader may throw, for want of memory: whoever waits for the asset then tries for himself.
    struct GiveBack {
        std::unique_lock<std::mutex>& lock;
        Entry& entry;
        ~GiveBack() {
            if (!lock.owns_lock()) lock.lock();
            if (entry.phase != Phase::loading) return;
            entry.phase = Phase::absent;
            entry.core->loaded.notify_all();
        }
    };
    Result<void> load(std::unique_lock<std::mutex>& lock, Entry& entry, Values& given_up) {
        entry.phase = Phase::loading;
        const GiveBack give_back{lock, entry};
        const std::uint64_t start = serial;
        FileNames files;
        Result<Untyped> made = run_loader(lock, entry, files);
        const bool changed = has_changed_since(start, files);
        set_files(entry, std::move(files));
        Result<void> outcome;
        if (made) {
            entry.phase = Phase::ready;
            entry.outdated = changed;
            entry.handles.fetch_add(1, std::memory_order_relaxed);
            entry.place = entry.kind->ready.insert(entry.kind->ready.end(), &entry);
            set_value(entry, std::move(*made), given_up);
            trim(*entry.kind, given_up);
        } else {
            outcome = Failure(made.error());
            entry.error = std::move(made.error());
            entry.phase = changed ? Phase::absent : Phase::failed;
        }
        loaded.notify_all();
        return outcome;
    }

    Result<Untyped> run_loader(std::unique_lock<std::mutex>& lock, Entry& entry, FileNames& files);

    void set_value(Entry& entry, Untyped made, Values& old_values) {
        Kind& kind = *entry.kind;
        kind.bytes += made.bytes - entry.bytes;
        kind.counts.peak_bytes = std::max(kind.counts.peak_bytes, kind.bytes);
        entry.bytes = made.bytes;
        old_values.push_back(std::exchange(entry.value, std::move(made.asset)));
        entry.asset.store(entry.value.get(), std::memory_order_release);
        entry.generation.fetch_add(1, std::memory_order_release);
    }
    void set_files(Entry& entry, FileNames files) {
        for (const std::string& file : entry.files) {
            const auto known = readers.find(file);
            known->second.erase(&entry);
            if (known->second.empty()) readers.erase(known);
        }
        for (const std::string& file : files) readers[file].insert(&entry);
        entry.files = std::move(files);
    }

    // ---- giving up

    // False if somebody holds it. One that is held through share() costs its memory either way.
    bool evict(Entry& entry, Values& given_up) {
        if (entry.phase != Phase::ready || entry.value.use_count() > 1) return false;
        if (entry.handles.load(std::memory_order_acquire) > 0) return false;
        entry.asset.store(nullptr, std::memory_order_relaxed);
        given_up.push_back(std::move(entry.value));
        entry.kind->bytes -= std::exchange(entry.bytes, 0);
        entry.kind->ready.erase(entry.place);
        drop_prepared(entry, given_up);
        entry.outdated = false;
        forget(entry);
        return true;
    }
    void forget(Entry& entry) {
        entry.phase = Phase::absent;
        entry.error.reset();
        set_files(entry, {});
    }
    void trim(Kind& kind, Values& given_up) {
        for (auto at = kind.ready.begin(); kind.is_over_budget() && at != kind.ready.end();)
            if (evict(**at++, given_up)) ++kind.counts.evictions;
        kind.over_budget.store(kind.is_over_budget(), std::memory_order_relaxed);
    }

    // ---- changes

    bool has_changed_since(std::uint64_t start, const FileNames& files) const {
        return std::ranges::any_of(files, [&](const std::string& file) {
            const auto changed = changed_at.find(file);
            return changed != changed_at.end() && changed->second > start;
        });
    }
    bool is_unsettled(const FileNames& files) const {
        return std::ranges::any_of(files, [&](const std::string& file) { return unsettled.contains(file); });
    }
    void note(const FileChanges& changes, Values& given_up) {
        ++serial;
        for (const std::string& path : changes.settled) {
            const std::string key = file_key(path);
            changed_at[key] = serial;
            const auto known = readers.find(key);
            if (known == readers.end()) continue;
            const std::set<Entry*> concerned = known->second;
            for (Entry* entry : concerned) outdate(*entry, given_up);
        }
        unsettled.clear();
        for (const std::string& path : changes.unsettled) unsettled.insert(file_key(path));
    }
    void outdate(Entry& entry, Values& given_up) {
        if (entry.phase == Phase::failed) {
            forget(entry);
        } else if (entry.phase == Phase::ready && !evict(entry, given_up)) {
            entry.outdated = true;
            drop_prepared(entry, given_up);
        }
    }
    void drop_prepared(Entry& entry, Values& given_up) {
        const auto ready = prepared.find(&entry);
        if (ready == prepared.end()) return;
        if (ready->second.made) given_up.push_back(std::move(ready->second.made->asset));
        prepared.erase(ready);
    }
    void prepare(std::unique_lock<std::mutex>& lock, Entry& entry, Values& given_up) {
        const std::uint64_t start = serial;
        FileNames files;
        Result<Untyped> made = run_loader(lock, entry, files);
        // Given up, or changed again, meanwhile: it stays outdated, if it is there at all.
        if (entry.phase != Phase::ready || has_changed_since(start, files)) {
            if (made) given_up.push_back(std::move(made->asset));
            return;
        }
        drop_prepared(entry, given_up);
        prepared.insert_or_assign(&entry, Prepared{std::move(made), std::move(files)});
    }
    AssetChange replace(Entry& entry, Prepared ready, Values& given_up) {
        AssetChange change{entry.kind->name, entry.name, entry.variant, AssetChange::Outcome::kept, {}};
        entry.outdated = false;
        if (!ready.made) {
            change.error = ready.made.error().text();
            // What the old one was made of counts on, so that the next change is another attempt.
            ready.files.insert(entry.files.begin(), entry.files.end());
            set_files(entry, std::move(ready.files));
            return change;
        }
        change.outcome = AssetChange::Outcome::replaced;
        ++entry.kind->counts.replacements;
        set_value(entry, std::move(*ready.made), retired);
        set_files(entry, std::move(ready.files));
        trim(*entry.kind, given_up);
        return change;
    }

    AssetFiles source;
    std::deque<Kind> kinds;

    std::mutex one_prepares; // taken before the other
    mutable std::mutex mutex;
    std::condition_variable loaded;
    std::deque<Entry> entries;                                 // in the order they were first asked for; never fewer
    std::unordered_map<std::string, std::set<Entry*>> readers; // of a file
    std::unordered_map<std::string, std::uint64_t> changed_at;
    std::uint64_t serial = 0;
    FileNames unsettled;
    FileChanges invalidated;
    std::map<Entry*, Prepared> prepared;
    Values retired;          // replaced by the last apply_changes()
    Diagnostics diagnostics; // found by apply_changes(), for the next prepare_changes()
};

struct AssetRequest::Loading {
    AssetStore::Core& core;
    AssetStore::Core::Entry& entry;
    FileNames& files;
};

Result<AssetStore::Untyped> AssetStore::Core::run_loader(std::unique_lock<std::mutex>& lock, Entry& entry,
                                                         FileNames& files) {
    files.insert(file_key(entry.name));
    Kind& kind = *entry.kind;
    ++kind.counts.loads;
    lock.unlock();
    const auto start = std::chrono::steady_clock::now();
    AssetRequest::Loading loading{*this, entry, files};
    AssetRequest request(loading);
    Result<Untyped> made = kind.loader(request);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    lock.lock();
    kind.counts.load_seconds += taken.count();
    if (made && !made->asset) made = fail("the loader made nothing");
    if (!made) {
        ++kind.counts.failures;
        if (made.error().place().file.empty()) made = Failure(std::move(made.error()).in_file(entry.name));
    }
    return made;
}

// ---- requests

std::string_view AssetRequest::name() const { return loading_.entry.name; }
std::uint64_t AssetRequest::variant() const { return loading_.entry.variant; }

void AssetRequest::depends_on(std::string_view file) { loading_.files.insert(file_key(file)); }

Result<std::optional<SharedBytes>> AssetRequest::find(std::string_view file) {
    depends_on(file);
    return loading_.core.source.read(file);
}

Result<SharedBytes> AssetRequest::read(std::string_view file) {
    auto found = find(file);
    if (!found) return Failure(std::move(found.error()));
    if (!*found) return fail(Place{.file = std::string(file)}, "is not found");
    return **std::move(found);
}

FileLookup AssetRequest::lookup() {
    return [this](std::string_view file) -> std::optional<SharedBytes> {
        auto found = find(file);
        return found ? std::move(*found) : std::nullopt;
    };
}

// ---- the store

AssetStore::AssetStore(AssetFiles files) : core_(std::make_unique<Core>(std::move(files))) {}
AssetStore::~AssetStore() = default;

std::uint32_t AssetStore::add_untyped(std::string name, std::size_t budget, UntypedLoader loader) {
    const std::lock_guard lock(core_->mutex);
    Core::Kind& kind = core_->kinds.emplace_back();
    kind.name = std::move(name);
    kind.budget = budget;
    kind.loader = std::move(loader);
    return static_cast<std::uint32_t>(core_->kinds.size() - 1);
}

Result<AssetSlot*> AssetStore::acquire(std::uint32_t kind, std::string_view name, std::uint64_t variant) {
    Core::Values given_up;
    std::unique_lock lock(core_->mutex);
    Core::Entry& entry = core_->entry_of(core_->kinds[kind], name, variant);
    if (auto held = core_->hold(lock, entry, given_up); !held) return Failure(std::move(held.error()));
    return &entry;
}

void AssetStore::let_go(AssetSlot& slot) {
    Core::Entry& entry = static_cast<Core::Entry&>(slot);
    if (slot.handles.fetch_sub(1, std::memory_order_release) != 1) return;
    if (!entry.kind->over_budget.load(std::memory_order_relaxed)) return;
    Core::Values given_up;
    const std::lock_guard lock(entry.core->mutex);
    entry.core->trim(*entry.kind, given_up);
}

std::shared_ptr<const void> AssetStore::share(const AssetSlot& slot) {
    const auto& entry = static_cast<const Core::Entry&>(slot);
    const std::lock_guard lock(entry.core->mutex);
    return entry.value;
}

std::size_t AssetStore::prepare_changes(Diagnostics* diagnostics) {
    Core& core = *core_;
    Core::Values given_up;
    const std::lock_guard preparing(core.one_prepares);
    Diagnostics found;
    const FileChanges changes = core.source.changes ? core.source.changes(&found) : FileChanges{};
    std::unique_lock lock(core.mutex);
    if (diagnostics) {
        std::ranges::move(core.diagnostics, std::back_inserter(*diagnostics));
        std::ranges::move(found, std::back_inserter(*diagnostics));
    }
    core.diagnostics.clear();
    core.note(std::exchange(core.invalidated, {}), given_up);
    core.note(changes, given_up);
    for (std::size_t i = 0; i < core.entries.size(); ++i) { // which may grow meanwhile
        Core::Entry& entry = core.entries[i];
        if (entry.outdated && !core.prepared.contains(&entry) && !core.is_unsettled(entry.files))
            core.prepare(lock, entry, given_up);
    }
    return core.prepared.size();
}

std::vector<AssetChange> AssetStore::apply_changes() {
    Core& core = *core_;
    Core::Values given_up;
    const std::unique_lock preparing(core.one_prepares, std::try_to_lock);
    if (!preparing) return {};
    Diagnostics found;
    const FileChanges changes = core.source.changes ? core.source.changes(&found) : FileChanges{};
    const std::lock_guard lock(core.mutex);
    std::ranges::move(found, std::back_inserter(core.diagnostics));
    core.note(changes, given_up);
    std::ranges::move(std::exchange(core.retired, {}), std::back_inserter(given_up));

    std::vector<AssetChange> report;
    for (Core::Entry& entry : core.entries) {
        const auto ready = core.prepared.find(&entry);
        if (ready == core.prepared.end()) continue;
        if (core.is_unsettled(ready->second.files)) { // being written again: not to be shown
            core.drop_prepared(entry, given_up);
            continue;
        }
        report.push_back(core.replace(entry, std::move(core.prepared.extract(ready).mapped()), given_up));
    }
    return report;
}

void AssetStore::invalidate(std::string_view name) {
    const std::lock_guard lock(core_->mutex);
    core_->invalidated.settled.emplace_back(name);
}

void AssetStore::clear() {
    Core::Values given_up;
    const std::lock_guard lock(core_->mutex);
    for (Core::Entry& entry : core_->entries) {
        if (entry.phase == Core::Phase::ready) {
            core_->evict(entry, given_up);
        } else if (entry.phase == Core::Phase::failed) {
            core_->forget(entry);
        }
    }
    for (Core::Kind& kind : core_->kinds) kind.over_budget.store(kind.is_over_budget(), std::memory_order_relaxed);
}

std::vector<CacheStatistics> AssetStore::statistics() const {
    const std::lock_guard lock(core_->mutex);
    std::vector<CacheStatistics> all;
    for (const Core::Kind& kind : core_->kinds) {
        CacheStatistics counts = kind.counts;
        counts.kind = kind.name;
        counts.bytes = kind.bytes;
        counts.budget = kind.budget;
        counts.assets = kind.ready.size();
        counts.names = kind.by_key.size();
        counts.name_bytes = kind.name_bytes;
        for (const auto& [key, entry] : kind.by_key) counts.failed += entry->phase == Core::Phase::failed ? 1u : 0u;
        all.push_back(std::move(counts));
    }
    return all;
}

} // namespace ossuary
