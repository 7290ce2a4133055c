// AssetStore: typed LRU caches with a budget, loads shared between threads, and hot reload at a point you choose.
// Native builds only. Workspace has one for models; this is for assets of your own.
//
//     AssetStore store(workspace.files());                               // or files of your own
//     AssetCache<Model> models = store.add_kind<Model>("model", 256 << 20, load_model);
//     Result<AssetHandle<Model>> hero = models.get("HERO.MDS");          // from any thread
//     …
//     store.prepare_changes();                                           // on a thread of your choice: loads again
//     for (const AssetChange& change : store.apply_changes()) …          // between two frames: only replaces
//
// An asset is known by its kind, its name (the case of ASCII letters does not count) and a variant, a number for the
// options it is loaded with. However many threads ask for one at a time, it is loaded once; different ones are loaded
// at the same time. What could not be loaded is remembered, with its error, until one of the files that were tried
// changes, comes or goes.
//
// The store must outlive its handles.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ossuary/base/files.h"
#include "ossuary/base/result.h"

namespace ossuary {

// What happened to files, by name or by path; only the bare name counts.
struct FileChanges {
    std::vector<std::string> settled;   // are other than they were: changed, come or gone
    std::vector<std::string> unsettled; // are being written now: not to be believed yet
};

// Where loaders find files. Both functions are called from many threads at once.
struct AssetFiles {
    // The contents of the file of that name as it is now; nothing if there is none.
    std::function<Result<std::optional<SharedBytes>>(std::string_view name)> read;
    // What happened since it was last asked; unsettled files are named every time. Null: nothing ever does.
    std::function<FileChanges(Diagnostics*)> changes;
};

// What a loader makes: the asset, and how many bytes it takes in memory, for the budget.
template <class T> struct LoadedAsset {
    std::shared_ptr<const T> asset;
    std::size_t bytes = 0;
};

struct AssetSlot;
class AssetStore;
template <class T> class AssetCache;

// What a loader is asked for, and its way to files. An asset is loaded again when a file changes that it read, or
// searched for in vain.
class AssetRequest {
public:
    std::string_view name() const;
    std::uint64_t variant() const;
    Result<std::optional<SharedBytes>> find(std::string_view file);
    Result<SharedBytes> read(std::string_view file); // an error if there is none
    FileLookup lookup();                             // the same for open_model; valid while the request is
    void depends_on(std::string_view file);          // as if it was read, for a loader that reads it in its own way

private:
    friend class AssetStore;
    struct Loading;
    explicit AssetRequest(Loading& loading) : loading_(loading) {}
    Loading& loading_;
};

template <class T> using AssetLoader = std::function<Result<LoadedAsset<T>>(AssetRequest&)>;

// The place of an asset in the cache, and how many handles hold it. Slots are never freed before their store.
struct AssetSlot {
    std::atomic<std::uint32_t> handles{0};
    std::atomic<const void*> asset{nullptr};
    std::atomic<std::uint32_t> generation{0};

protected:
    ~AssetSlot() = default;
};

// Holds an asset in the cache. Follows it: once apply_changes() has replaced the asset, the handle leads to the new
// one. A reference got from a handle is good until the second apply_changes() after it; share() gives the asset as it
// is now for as long as one likes.
template <class T> class AssetHandle {
public:
    AssetHandle() = default;
    AssetHandle(const AssetHandle& other) : slot_(other.slot_) {
        if (slot_) slot_->handles.fetch_add(1, std::memory_order_relaxed);
    }
    AssetHandle(AssetHandle&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)) {}
    AssetHandle& operator=(AssetHandle other) noexcept {
        std::swap(slot_, other.slot_);
        return *this;
    }
    ~AssetHandle();

    explicit operator bool() const { return slot_ != nullptr; }
    const T& operator*() const { return *get(); }
    const T* operator->() const { return get(); }
    const T* get() const { return static_cast<const T*>(slot_->asset.load(std::memory_order_acquire)); }
    // 1 when it was first loaded, and one more each time it was replaced or loaded again.
    std::uint32_t generation() const { return slot_->generation.load(std::memory_order_acquire); }
    std::shared_ptr<const T> share() const;
    // The same asset, whatever it contains.
    bool operator==(const AssetHandle&) const = default;

private:
    friend class AssetCache<T>;
    explicit AssetHandle(AssetSlot* held) : slot_(held) {}
    AssetSlot* slot_ = nullptr;
};

// A kind of assets in a store; cheap to copy.
template <class T> class AssetCache {
public:
    AssetCache() = default;
    // Finds it, loads it, or waits for the thread that loads it.
    Result<AssetHandle<T>> get(std::string_view name, std::uint64_t variant = 0) const;

private:
    friend class AssetStore;
    AssetCache(AssetStore& store, std::uint32_t kind) : store_(&store), kind_(kind) {}
    AssetStore* store_ = nullptr;
    std::uint32_t kind_ = 0;
};

struct CacheStatistics {
    std::string kind;
    std::uint64_t hits = 0;     // found, or found being loaded
    std::uint64_t loads = 0;    // misses: every run of the loader, failed ones and replacements included
    std::uint64_t failures = 0; // of the loads
    std::uint64_t refusals = 0; // asked for, remembered as failed
    std::uint64_t evictions = 0, replacements = 0;
    double load_seconds = 0;
    std::size_t bytes = 0, budget = 0; // of the assets, as their loaders said
    std::size_t peak_bytes = 0;
    std::size_t assets = 0, failed = 0; // in memory; remembered
    // Ever asked for. A name is remembered for good, at some 200 bytes, which the budget has to bear too.
    std::size_t names = 0, name_bytes = 0;
};

// What apply_changes() did to an asset.
struct AssetChange {
    enum class Outcome : std::uint8_t {
        replaced,
        kept, // the new one could not be loaded: `error` says why, and the old one stays
    };
    std::string kind, name;
    std::uint64_t variant = 0;
    Outcome outcome = Outcome::replaced;
    std::string error;
};

class AssetStore {
public:
    explicit AssetStore(AssetFiles files);
    ~AssetStore();
    AssetStore(const AssetStore&) = delete;
    AssetStore& operator=(const AssetStore&) = delete;

    // Before the first asset is asked for. Over its budget, in bytes, a kind gives up what nobody holds, the least
    // recently used first; what is held stays, and counts.
    template <class T> AssetCache<T> add_kind(std::string name, std::size_t budget, AssetLoader<T> loader);

    // Takes note of changed files and loads again what was made of them, if somebody holds it; other assets are
    // dropped. Nobody sees the new ones yet. Returns how many assets are ready to be replaced or failed to load.
    // Oddities of the files themselves (an archive that broke) are reported.
    std::size_t prepare_changes(Diagnostics* diagnostics = nullptr);
    // Replaces what is ready, all at once, and tells what that was. It loads nothing and waits for no loader: while
    // changes are still being prepared it does nothing. What has changed again since stays as it is until it is
    // prepared again.
    std::vector<AssetChange> apply_changes();
    // As if the file of that name had changed; an asset of that name counts too.
    void invalidate(std::string_view name);

    // Gives up everything that nobody holds, and all remembered failures.
    void clear();
    std::vector<CacheStatistics> statistics() const;

private:
    template <class T> friend class AssetCache;
    template <class T> friend class AssetHandle;
    friend class AssetRequest;
    struct Untyped {
        std::shared_ptr<const void> asset;
        std::size_t bytes = 0;
    };
    using UntypedLoader = std::function<Result<Untyped>(AssetRequest&)>;
    std::uint32_t add_untyped(std::string name, std::size_t budget, UntypedLoader loader);
    Result<AssetSlot*> acquire(std::uint32_t kind, std::string_view name, std::uint64_t variant);
    static void let_go(AssetSlot& slot);
    static std::shared_ptr<const void> share(const AssetSlot& slot);

    struct Core;
    std::unique_ptr<Core> core_;
};

// ---- implementation

template <class T> AssetHandle<T>::~AssetHandle() {
    if (slot_) AssetStore::let_go(*slot_);
}

template <class T> std::shared_ptr<const T> AssetHandle<T>::share() const {
    return std::static_pointer_cast<const T>(AssetStore::share(*slot_));
}

template <class T> Result<AssetHandle<T>> AssetCache<T>::get(std::string_view name, std::uint64_t variant) const {
    auto slot = store_->acquire(kind_, name, variant);
    if (!slot) return Failure(std::move(slot.error()));
    return AssetHandle<T>(*slot);
}

template <class T> AssetCache<T> AssetStore::add_kind(std::string name, std::size_t budget, AssetLoader<T> loader) {
    return {*this, add_untyped(std::move(name), budget, [load = std::move(loader)](AssetRequest& request) {
                return load(request).map([](LoadedAsset<T>&& loaded) {
                    return Untyped{std::move(loaded.asset), loaded.bytes};
                });
            })};
}

} // namespace ossuary
