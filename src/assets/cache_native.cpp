#include "ossuary/assets/cache.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <unordered_map>

#include "ossuary/base/hash.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

constexpr std::size_t deepest_need = 64;
constexpr std::uint64_t handle_bits = AssetSlot::gone - 1;

// Only the order counts, and that asking costs little and touches nothing that another core has.
std::uint64_t time_of_use() {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

std::string file_key(std::string_view path) { return lower_case(file_name(path)); }

// What an asset was made of: everything that makes it outdated.
struct Origins {
    std::set<std::string> files; // keys, those of needed assets among them
    std::set<const AssetSlot*> needs;
};

} // namespace

struct AssetStore::Core {
    struct Entry;
    struct Kind {
        std::string name;
        std::size_t budget = 0;
        UntypedLoader loader;
        std::size_t bytes = 0;
        std::size_t name_bytes = 0;
        std::atomic<bool> over_budget{false};
        CacheStatistics counts;
        std::vector<Entry*> entries;
        std::vector<Entry*> ready; // those of them that hold an asset

        bool is_over_budget() const { return bytes + name_bytes > budget; }
    };
    enum class Phase : std::uint8_t { absent, loading, ready, failed };

    struct Entry final : AssetSlot {
        Core* core = nullptr;
        Kind* kind = nullptr;
        std::uint32_t kind_number = 0;
        std::string name;
        std::uint64_t variant = 0, hash = 0;
        std::atomic<std::uint64_t> used{0};
        // The rest belongs to whoever has the mutex.
        Phase phase = Phase::absent;
        bool outdated = false;       // a newer one is to be prepared
        bool being_prepared = false; // by the thread that prepares
        bool is_ahead = false;       // loaded first while changes were prepared, so made of new ones
        Entry* waits_for = nullptr;  // what its loader needs just now
        std::shared_ptr<const void> value;
        std::size_t bytes = 0;
        std::size_t place = 0; // among the ready ones of its kind
        // Names are remembered for good, what belongs to their assets is not.
        std::unique_ptr<const Error> error;
        std::unique_ptr<const Origins> made_of;

        const Origins& origins() const {
            static const Origins none;
            return made_of ? *made_of : none;
        }
    };
    // Why something is loaded.
    struct Errand {
        std::size_t depth = 0;  // of needs
        bool preparing = false; // for what is going to be, not for what is
    };
    using Values = std::vector<std::shared_ptr<const void>>; // given up; destroyed when no lock is held

    // Names to entries. Found without a lock: places are only ever filled, and a table that became too small stays
    // until the store goes.
    struct Table {
        explicit Table(std::size_t size) : mask(size - 1), places(size) {}
        std::size_t mask;
        std::vector<std::atomic<Entry*>> places;

        Entry* find(std::uint64_t hash, std::uint32_t kind, std::string_view name, std::uint64_t variant) const {
            for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
                Entry* entry = places[at].load(std::memory_order_acquire);
                if (!entry) return nullptr;
                if (entry->hash == hash && entry->kind_number == kind && entry->variant == variant &&
                    (entry->name == name || equal_ignoring_case(entry->name, name)))
                    return entry;
            }
        }
        void put(Entry* entry) {
            std::size_t at = entry->hash & mask;
            while (places[at].load(std::memory_order_relaxed)) at = (at + 1) & mask;
            places[at].store(entry, std::memory_order_release);
        }
    };

    struct Prepared {
        Result<Untyped> made;
        Origins made_of;
    };

    explicit Core(AssetFiles from) : files(std::move(from)) { grow(); }
    ~Core() {
        Values values = std::move(retired); // assets may hold handles: entries go after all of them
        for (Entry& entry : entries) values.push_back(std::move(entry.value));
        for (auto& [entry, ready] : prepared)
            if (ready.made) values.push_back(std::move(ready.made->asset));
        prepared.clear();
    }

    // ---- finding

    std::uint64_t hash_of(std::uint32_t kind, std::string_view name, std::uint64_t variant) const {
        return folded_hash(name, seed + kind * 0x9E37'79B9'7F4A'7C15u + variant * 0xC2B2'AE3D'27D4'EB4Fu);
    }
    Entry* find(std::uint64_t hash, std::uint32_t kind, std::string_view name, std::uint64_t variant) const {
        return table.load(std::memory_order_acquire)->find(hash, kind, name, variant);
    }
    void grow() {
        auto next = std::make_unique<Table>(tables.empty() ? 256 : 2 * tables.back()->places.size());
        for (Entry& entry : entries) next->put(&entry);
        tables.push_back(std::move(next));
        table.store(tables.back().get(), std::memory_order_release);
    }
    Entry& entry_of(std::uint32_t kind, std::string_view name, std::uint64_t variant) {
        const std::uint64_t hash = hash_of(kind, name, variant);
        if (Entry* known = find(hash, kind, name, variant)) return *known;
        if (2 * (entries.size() + 1) > tables.back()->places.size()) grow();
        Entry& entry = entries.emplace_back();
        entry.core = this;
        entry.kind = &kinds[kind];
        entry.kind_number = kind;
        entry.name = name;
        entry.variant = variant;
        entry.hash = hash;
        entry.kind->entries.push_back(&entry);
        entry.kind->name_bytes += sizeof(Entry) + name.size() + 4 * sizeof(void*); // its places in tables and lists too
        tables.back()->put(&entry);
        return entry;
    }

    // ---- loading

    // Comes back with the asset there and held once, or with why it is not.
    Result<void> hold(std::unique_lock<std::mutex>& lock, Entry& entry, const Errand& errand, Values& given_up) {
        for (;;) {
            switch (entry.phase) {
            case Phase::ready:
                entry.state.fetch_add(1 + AssetSlot::hit, std::memory_order_relaxed);
                entry.used.store(time_of_use(), std::memory_order_relaxed);
                return {};
            case Phase::failed: ++entry.kind->counts.refusals; return Failure(*entry.error);
            case Phase::loading: loaded.wait(lock); break;
            case Phase::absent: return load(lock, entry, errand, given_up);
            }
        }
    }

    Result<void> load(std::unique_lock<std::mutex>& lock, Entry& entry, const Errand& errand, Values& given_up);
    Result<Untyped> run_loader(std::unique_lock<std::mutex>& lock, Entry& entry, AssetRequest::Loading& loading);
    Result<std::shared_ptr<const void>> needed(AssetRequest::Loading& asker, std::uint32_t kind, std::string_view name,
                                               std::uint64_t variant);

    bool has_changed_since(std::uint64_t start, const Origins& origins) const {
        return std::ranges::any_of(origins.files, [&](const std::string& file) {
            const auto changed = changed_at.find(file);
            return changed != changed_at.end() && changed->second > start;
        });
    }
    void remember_origins(Entry& entry, Origins origins) {
        forget_origins(entry);
        for (const std::string& file : origins.files) readers[file].insert(&entry);
        entry.made_of = std::make_unique<const Origins>(std::move(origins));
    }
    void forget_origins(Entry& entry) {
        for (const std::string& file : entry.origins().files) {
            const auto known = readers.find(file);
            known->second.erase(&entry);
            if (known->second.empty()) readers.erase(known);
        }
        entry.made_of.reset();
    }
    void forget_failure(Entry& entry) {
        entry.phase = Phase::absent;
        entry.error.reset();
        forget_origins(entry);
    }
    void weigh(Kind& kind, std::size_t less, std::size_t more) {
        kind.bytes += more - less;
        kind.counts.peak_bytes = std::max(kind.counts.peak_bytes, kind.bytes);
    }

    // ---- giving up

    // False if somebody holds it. One that is held through share() or need() costs its memory either way.
    bool evict(Entry& entry, Values& given_up) {
        if (entry.phase != Phase::ready || entry.value.use_count() > 1) return false;
        std::uint64_t state = entry.state.load(std::memory_order_relaxed);
        do {
            if ((state & handle_bits) != 0) return false;
        } while (!entry.state.compare_exchange_weak(state, state | AssetSlot::gone, std::memory_order_acq_rel,
                                                    std::memory_order_relaxed));
        entry.asset.store(nullptr, std::memory_order_relaxed);
        given_up.push_back(std::move(entry.value));
        weigh(*entry.kind, entry.bytes, 0);
        std::vector<Entry*>& ready = entry.kind->ready;
        ready[entry.place] = ready.back();
        ready[entry.place]->place = entry.place;
        ready.pop_back();
        drop_prepared(entry, given_up);
        entry.outdated = false;
        entry.phase = Phase::absent;
        forget_origins(entry);
        return true;
    }

    void trim(Kind& kind, Values& given_up) {
        if (kind.is_over_budget()) {
            std::vector<std::pair<std::uint64_t, Entry*>> unheld; // a heap, the least recently used on top
            for (Entry* entry : kind.ready)
                if ((entry->state.load(std::memory_order_relaxed) & handle_bits) == 0)
                    unheld.emplace_back(entry->used.load(std::memory_order_relaxed), entry);
            std::ranges::make_heap(unheld, std::greater<>());
            for (; kind.is_over_budget() && !unheld.empty(); unheld.pop_back()) {
                std::ranges::pop_heap(unheld, std::greater<>());
                if (evict(*unheld.back().second, given_up)) ++kind.counts.evictions;
            }
        }
        kind.over_budget.store(kind.is_over_budget(), std::memory_order_relaxed);
    }

    // ---- changes

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
            forget_failure(entry);
        } else if (entry.phase == Phase::ready && !evict(entry, given_up)) {
            entry.outdated = true;
            drop_prepared(entry, given_up);
        }
    }
    bool is_unsettled(const Origins& origins) const {
        return std::ranges::any_of(origins.files, [&](const std::string& file) { return unsettled.contains(file); });
    }
    void drop_prepared(Entry& entry, Values& given_up) {
        const auto ready = prepared.find(&entry);
        if (ready == prepared.end()) return;
        if (ready->second.made) given_up.push_back(std::move(ready->second.made->asset));
        prepared.erase(ready);
    }
    void prepare(std::unique_lock<std::mutex>& lock, Entry& entry, std::size_t depth, Values& given_up);
    void discard_unready(Values& given_up);
    AssetChange replace(Entry& entry, Prepared ready, Values& given_up);

    AssetFiles files;
    const std::uint64_t seed = std::random_device{}();
    std::deque<Kind> kinds;
    std::atomic<Table*> table{nullptr};

    std::mutex one_prepares; // taken before the other
    mutable std::mutex mutex;
    std::condition_variable loaded;
    std::deque<Entry> entries; // in the order they were first asked for; never fewer
    std::vector<std::unique_ptr<Table>> tables;
    std::unordered_map<std::string, std::set<Entry*>> readers; // of a file
    std::unordered_map<std::string, std::uint64_t> changed_at;
    std::uint64_t serial = 0;
    std::set<std::string> unsettled;
    FileChanges invalidated;
    std::map<Entry*, Prepared> prepared;
    Values retired;          // replaced by the last apply_changes()
    Diagnostics diagnostics; // found by apply_changes(), for the next prepare_changes()
};

struct AssetRequest::Loading {
    AssetStore::Core& core;
    AssetStore::Core::Entry& entry;
    AssetStore::Core::Errand errand;
    Origins made_of;
};

// ---- loading

Result<AssetStore::Untyped> AssetStore::Core::run_loader(std::unique_lock<std::mutex>& lock, Entry& entry,
                                                         AssetRequest::Loading& loading) {
    loading.made_of.files.insert(file_key(entry.name));
    Kind& kind = *entry.kind;
    ++kind.counts.loads;
    lock.unlock();
    const auto start = std::chrono::steady_clock::now();
    AssetRequest request(loading);
    Result<Untyped> made = kind.loader(request);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    lock.lock();
    kind.counts.load_seconds += taken.count();
    if (made && !made->asset) made = fail("the loader made nothing");
    if (!made) {
        ++kind.counts.failures;
        if (made.error().place.file.empty()) made = Failure(std::move(made.error()).in_file(entry.name));
    }
    return made;
}

Result<void> AssetStore::Core::load(std::unique_lock<std::mutex>& lock, Entry& entry, const Errand& errand,
                                    Values& given_up) {
    entry.phase = Phase::loading;
    const std::uint64_t start = serial;
    AssetRequest::Loading loading{*this, entry, errand};
    Result<Untyped> made = run_loader(lock, entry, loading);
    const bool changed = has_changed_since(start, loading.made_of);
    Result<void> outcome;
    if (made) {
        entry.value = std::move(made->asset);
        entry.bytes = made->bytes;
        entry.asset.store(entry.value.get(), std::memory_order_release);
        entry.generation.fetch_add(1, std::memory_order_release);
        entry.used.store(time_of_use(), std::memory_order_relaxed);
        entry.phase = Phase::ready;
        entry.place = entry.kind->ready.size();
        entry.kind->ready.push_back(&entry);
        entry.outdated = changed;
        entry.is_ahead = errand.preparing;
        remember_origins(entry, std::move(loading.made_of));
        weigh(*entry.kind, 0, entry.bytes);
        entry.state.fetch_add(1, std::memory_order_relaxed);
        entry.state.fetch_and(~AssetSlot::gone, std::memory_order_release);
        trim(*entry.kind, given_up);
    } else {
        outcome = Failure(made.error());
        entry.error = std::make_unique<const Error>(std::move(made.error()));
        entry.phase = changed ? Phase::absent : Phase::failed;
        remember_origins(entry, std::move(loading.made_of));
    }
    loaded.notify_all();
    return outcome;
}

Result<std::shared_ptr<const void>> AssetStore::Core::needed(AssetRequest::Loading& asker, std::uint32_t kind,
                                                             std::string_view name, std::uint64_t variant) {
    Values given_up;
    std::unique_lock lock(mutex);
    Entry& entry = entry_of(kind, name, variant);
    const auto circle = [&] { return fail(entry.name + " needs itself, through what it needs"); };
    if (asker.errand.depth >= deepest_need) return fail(entry.name + " is needed too far down");
    if (entry.being_prepared && asker.errand.preparing) return circle();
    if (asker.errand.preparing && entry.outdated && !prepared.contains(&entry))
        prepare(lock, entry, asker.errand.depth + 1, given_up);

    const auto keep = [&](const std::shared_ptr<const void>& value, const Origins& origins) {
        asker.made_of.needs.insert(&entry);
        asker.made_of.files.insert(origins.files.begin(), origins.files.end());
        return value;
    };
    if (asker.errand.preparing)
        if (const auto ready = prepared.find(&entry); ready != prepared.end() && ready->second.made)
            return keep(ready->second.made->asset, ready->second.made_of);

    // A loader waits for one other at most: the way along those comes back here, or to an end.
    for (const Entry* at = &entry; at && at->phase == Phase::loading; at = at->waits_for)
        if (at == &asker.entry) return circle();
    asker.entry.waits_for = &entry;
    const Errand errand{asker.errand.depth + 1, asker.errand.preparing};
    const Result<void> held = hold(lock, entry, errand, given_up);
    asker.entry.waits_for = nullptr;
    if (!held) {
        keep({}, entry.origins());
        return Failure(held.error());
    }
    auto value = keep(entry.value, entry.origins());
    entry.state.fetch_sub(1, std::memory_order_release);
    return value;
}

// ---- changes

void AssetStore::Core::prepare(std::unique_lock<std::mutex>& lock, Entry& entry, std::size_t depth, Values& given_up) {
    const std::uint64_t start = serial;
    entry.being_prepared = true;
    AssetRequest::Loading loading{*this, entry, {depth, true}};
    Result<Untyped> made = run_loader(lock, entry, loading);
    entry.being_prepared = false;
    // Given up, or changed again, meanwhile: it stays outdated, if it is there at all.
    if (entry.phase != Phase::ready || has_changed_since(start, loading.made_of)) {
        if (made) given_up.push_back(std::move(made->asset));
        return;
    }
    drop_prepared(entry, given_up);
    prepared.insert_or_assign(&entry, Prepared{std::move(made), std::move(loading.made_of)});
}

// What is being written again is not to be shown, nor what was made of that.
void AssetStore::Core::discard_unready(Values& given_up) {
    const auto is_outdated = [&](const AssetSlot* needed) {
        auto* entry = const_cast<Entry*>(static_cast<const Entry*>(needed));
        return entry->outdated && !prepared.contains(entry);
    };
    for (bool again = true; again;) {
        std::vector<Entry*> unready;
        for (const auto& [entry, ready] : prepared)
            if (is_unsettled(ready.made_of) || std::ranges::any_of(ready.made_of.needs, is_outdated))
                unready.push_back(entry);
        for (Entry* entry : unready) drop_prepared(*entry, given_up);
        again = !unready.empty();
    }
}

AssetChange AssetStore::Core::replace(Entry& entry, Prepared ready, Values& given_up) {
    AssetChange change{entry.kind->name, entry.name, entry.variant, AssetChange::Outcome::kept, {}};
    entry.outdated = false;
    if (!ready.made) {
        change.error = ready.made.error().text();
        // What the old one was made of counts on, so that the next change is another attempt.
        ready.made_of.files.insert(entry.origins().files.begin(), entry.origins().files.end());
        ready.made_of.needs = entry.origins().needs;
        remember_origins(entry, std::move(ready.made_of));
        return change;
    }
    change.outcome = AssetChange::Outcome::replaced;
    ++entry.kind->counts.replacements;
    weigh(*entry.kind, entry.bytes, ready.made->bytes);
    entry.bytes = ready.made->bytes;
    retired.push_back(std::exchange(entry.value, std::move(ready.made->asset)));
    entry.asset.store(entry.value.get(), std::memory_order_release);
    entry.generation.fetch_add(1, std::memory_order_release);
    remember_origins(entry, std::move(ready.made_of));
    trim(*entry.kind, given_up);
    return change;
}

std::size_t AssetStore::prepare_changes(Diagnostics* diagnostics) {
    Core& core = *core_;
    Core::Values given_up;
    const std::lock_guard preparing(core.one_prepares);
    Diagnostics found;
    const FileChanges changes = core.files.changes ? core.files.changes(&found) : FileChanges{};
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
        if (entry.outdated && !core.prepared.contains(&entry) && !core.is_unsettled(entry.origins()))
            core.prepare(lock, entry, 0, given_up);
    }
    return core.prepared.size();
}

std::vector<AssetChange> AssetStore::apply_changes() {
    Core& core = *core_;
    Core::Values given_up;
    const std::unique_lock preparing(core.one_prepares, std::try_to_lock);
    if (!preparing) return {};
    Diagnostics found;
    const FileChanges changes = core.files.changes ? core.files.changes(&found) : FileChanges{};
    const std::lock_guard lock(core.mutex);
    std::ranges::move(found, std::back_inserter(core.diagnostics));
    core.note(changes, given_up);
    core.discard_unready(given_up);
    std::ranges::move(std::exchange(core.retired, {}), std::back_inserter(given_up));

    std::vector<AssetChange> report;
    std::set<const AssetSlot*> replaced;
    for (Core::Entry& entry : core.entries) {
        auto ready = core.prepared.extract(&entry);
        if (ready.empty()) continue;
        report.push_back(core.replace(entry, std::move(ready.mapped()), given_up));
        if (report.back().outcome == AssetChange::Outcome::replaced) replaced.insert(&entry);
    }
    // What was loaded since the changes were prepared is made of the old ones.
    if (replaced.empty()) return report;
    for (Core::Entry& entry : core.entries) {
        const auto is_replaced = [&](const AssetSlot* needed) { return replaced.contains(needed); };
        const bool is_new = std::exchange(entry.is_ahead, false) || replaced.contains(&entry);
        if (!is_new && std::ranges::any_of(entry.origins().needs, is_replaced)) core.outdate(entry, given_up);
    }
    return report;
}

void AssetStore::invalidate(std::string_view name) {
    const std::lock_guard lock(core_->mutex);
    core_->invalidated.settled.emplace_back(name);
}

// ---- the rest

std::string_view AssetRequest::name() const { return loading_.entry.name; }
std::uint64_t AssetRequest::variant() const { return loading_.entry.variant; }

Result<std::optional<SharedBytes>> AssetRequest::find(std::string_view file) {
    loading_.made_of.files.insert(file_key(file));
    return loading_.core.files.read(file);
}

Result<SharedBytes> AssetRequest::read(std::string_view file) {
    auto found = find(file);
    if (!found) return Failure(std::move(found.error()));
    if (!*found) return fail(Place{.file = std::string(file)}, "is not found");
    return **std::move(found);
}

FileLookup AssetRequest::lookup() {
    return [this](std::string_view file) -> std::optional<ByteBuffer> {
        const auto found = find(file);
        if (!found || !*found) return {};
        return ByteBuffer((*found)->bytes.begin(), (*found)->bytes.end());
    };
}

Result<std::shared_ptr<const void>> AssetRequest::need_untyped(const AssetStore& store, std::uint32_t kind,
                                                               std::string_view name, std::uint64_t variant) {
    if (store.core_.get() != &loading_.core) return fail(std::string(name) + " is in another store");
    return loading_.core.needed(loading_, kind, name, variant);
}

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
    Core& core = *core_;
    if (Core::Entry* entry = core.find(core.hash_of(kind, name, variant), kind, name, variant)) {
        const std::uint64_t before = entry->state.fetch_add(1 + AssetSlot::hit, std::memory_order_acquire);
        if ((before & AssetSlot::gone) == 0) {
            entry->used.store(time_of_use(), std::memory_order_relaxed);
            return entry;
        }
        entry->state.fetch_sub(1 + AssetSlot::hit, std::memory_order_relaxed);
    }
    Core::Values given_up;
    std::unique_lock lock(core.mutex);
    Core::Entry& entry = core.entry_of(kind, name, variant);
    if (auto held = core.hold(lock, entry, {}, given_up); !held) return Failure(std::move(held.error()));
    return &entry;
}

void AssetStore::let_go(AssetSlot& slot) {
    const std::uint64_t before = slot.state.fetch_sub(1, std::memory_order_release);
    Core::Kind& kind = *static_cast<Core::Entry&>(slot).kind;
    if ((before & handle_bits) != 1 || !kind.over_budget.load(std::memory_order_relaxed)) return;
    Core& core = *static_cast<Core::Entry&>(slot).core;
    Core::Values given_up;
    const std::lock_guard lock(core.mutex);
    core.trim(kind, given_up);
}

std::shared_ptr<const void> AssetStore::share(const AssetSlot& slot) {
    const auto& entry = static_cast<const Core::Entry&>(slot);
    const std::lock_guard lock(entry.core->mutex);
    return entry.value;
}

void AssetStore::clear() {
    Core::Values given_up;
    const std::lock_guard lock(core_->mutex);
    for (Core::Entry& entry : core_->entries) {
        if (entry.phase == Core::Phase::ready) {
            core_->evict(entry, given_up);
        } else if (entry.phase == Core::Phase::failed) {
            core_->forget_failure(entry);
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
        counts.names = kind.entries.size();
        counts.name_bytes = kind.name_bytes;
        for (const Core::Entry* entry : kind.entries) {
            counts.hits += entry->state.load(std::memory_order_relaxed) / AssetSlot::hit;
            counts.failed += entry->phase == Core::Phase::failed ? 1u : 0u;
        }
        all.push_back(std::move(counts));
    }
    return all;
}

} // namespace ossuary
