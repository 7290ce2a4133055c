#include "ossuary/assets/cache.h"

#include <chrono>
#include <condition_variable>
#include <latch>
#include <map>
#include <mutex>
#include <new>
#include <thread>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary {
namespace {

// Files in memory, and what is to be told of them.
class FakeFiles {
public:
    void write(const std::string& name, std::string text) {
        const std::lock_guard lock(mutex_);
        files_[lower_case(name)] = std::move(text);
        changes_.settled.push_back(name);
    }
    void remove(const std::string& name) {
        const std::lock_guard lock(mutex_);
        files_.erase(lower_case(name));
        changes_.settled.push_back(name);
    }
    void set_unsettled(std::vector<std::string> names) {
        const std::lock_guard lock(mutex_);
        changes_.unsettled = std::move(names);
    }
    AssetFiles source() {
        return {[this](std::string_view name) -> Result<std::optional<SharedBytes>> {
                    const std::lock_guard lock(mutex_);
                    const auto found = files_.find(lower_case(name));
                    if (found == files_.end()) return std::nullopt;
                    return SharedBytes(to_buffer(found->second));
                },
                [this](Diagnostics*) {
                    const std::lock_guard lock(mutex_);
                    FileChanges changes = changes_;
                    changes_.settled.clear();
                    return changes;
                }};
    }

private:
    std::mutex mutex_;
    std::map<std::string, std::string> files_;
    FileChanges changes_;
};

// Heavy enough that what the cache needs for the names of a test weighs less than one.
constexpr std::size_t letter = 10000;

// A text is an asset that weighs its letters; one that says `broken` cannot be loaded, nor one that is `too large`.
Result<LoadedAsset<std::string>> load_text(AssetRequest& request) {
    auto bytes = request.read(request.name());
    if (!bytes) return Failure(bytes.error());
    const std::string_view text = as_text(bytes->bytes);
    if (text == "broken") return fail("it is broken");
    if (text == "too large") throw std::bad_alloc();
    return LoadedAsset<std::string>{std::make_shared<const std::string>(text), text.size() * letter};
}

struct Store : FakeFiles {
    // A budget for so many letters, and some names.
    explicit Store(std::size_t letters = 1000)
        : store(source()), texts(store.add_kind<std::string>("text", letters * letter + letter / 2, load_text)) {}
    CacheStatistics counts() const { return store.statistics()[0]; }
    // What apply_changes() says, one line for each.
    std::string changes() {
        store.prepare_changes();
        std::string all;
        for (const AssetChange& change : store.apply_changes())
            all += change.name +
                   (change.outcome == AssetChange::Outcome::replaced ? " replaced\n" : " kept: " + change.error + '\n');
        return all;
    }
    bool is_loaded(std::string_view name) { // asks for it, so only once a name
        const std::uint64_t before = counts().loads;
        EXPECT_TRUE(texts.get(name));
        return counts().loads == before;
    }
    AssetStore store;
    AssetCache<std::string> texts;
};

TEST(AssetCache, LoadsOnceAndFindsInAnyCase) {
    Store s;
    s.write("Hero.txt", "hero");
    const auto first = s.texts.get("HERO.TXT"), second = s.texts.get("hero.txt");
    ASSERT_TRUE(first && second);
    EXPECT_EQ(**first, "hero");
    EXPECT_EQ(*first, *second);
    EXPECT_EQ(first->get(), second->get());
    EXPECT_EQ(s.counts().loads, 1u);
    EXPECT_EQ(s.counts().hits, 1u);
    EXPECT_EQ(s.counts().bytes, 4 * letter);
}

TEST(AssetCache, VariantsAndKindsAreAssetsOfTheirOwn) {
    Store s;
    s.write("a", "a");
    const auto numbers = s.store.add_kind<std::uint64_t>("number", 10000, [](AssetRequest& request) {
        return Result<LoadedAsset<std::uint64_t>>({std::make_shared<std::uint64_t>(request.variant()), 8});
    });
    EXPECT_EQ(**numbers.get("a", 7), 7u);
    EXPECT_EQ(**numbers.get("a", 8), 8u);
    EXPECT_EQ(**s.texts.get("a"), "a");
    EXPECT_EQ(s.store.statistics()[1].assets, 2u);
}

TEST(AssetCache, ManyNamesAreFoundAgain) {
    Store s(1 << 20);
    for (int i = 0; i < 3000; ++i) s.write("file" + std::to_string(i), std::to_string(i));
    for (int round = 0; round < 2; ++round)
        for (int i = 0; i < 3000; ++i) ASSERT_EQ(**s.texts.get("FILE" + std::to_string(i)), std::to_string(i));
    EXPECT_EQ(s.counts().loads, 3000u);
    EXPECT_EQ(s.counts().hits, 3000u);
}

TEST(AssetCache, EightThreadsShareOneLoad) {
    FakeFiles files;
    AssetStore store(files.source());
    std::latch asked(8);
    const auto slow = store.add_kind<int>("slow", 10000, [&](AssetRequest&) {
        asked.wait(); // until all of them are about to ask
        return Result<LoadedAsset<int>>({std::make_shared<int>(7), 4});
    });
    std::vector<std::jthread> threads;
    std::atomic<int> right = 0;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            asked.count_down();
            const auto found = slow.get("x");
            right += found && **found == 7;
        });
    threads.clear();
    EXPECT_EQ(right, 8);
    EXPECT_EQ(store.statistics()[0].loads, 1u);
    EXPECT_EQ(store.statistics()[0].hits, 7u);
}

TEST(AssetCache, DifferentAssetsLoadAtTheSameTime) {
    FakeFiles files;
    AssetStore store(files.source());
    std::mutex mutex;
    std::condition_variable changed;
    int running = 0;
    const auto both = store.add_kind<int>("both", 10000, [&](AssetRequest&) -> Result<LoadedAsset<int>> {
        std::unique_lock lock(mutex);
        ++running;
        changed.notify_all();
        if (!changed.wait_for(lock, std::chrono::seconds(30), [&] { return running == 2; })) return fail("alone");
        return LoadedAsset<int>{std::make_shared<int>(1), 4};
    });
    std::jthread other([&] { EXPECT_TRUE(both.get("a")); });
    EXPECT_TRUE(both.get("b"));
}

// ---- failures

TEST(AssetCache, AFailureIsRememberedUntilItsFileChanges) {
    Store s;
    s.write("x", "broken");
    EXPECT_EQ(s.changes(), "");
    for (int i = 0; i < 3; ++i) {
        const auto failed = s.texts.get("X");
        ASSERT_FALSE(failed);
        EXPECT_EQ(failed.error().text(), "X: it is broken");
    }
    EXPECT_EQ(s.counts().loads, 1u);
    EXPECT_EQ(s.counts().refusals, 2u);
    EXPECT_EQ(s.counts().failed, 1u);

    s.write("other", "whole");
    EXPECT_EQ(s.changes(), "");
    s.write("x", "unseen as long as nobody says so");
    EXPECT_FALSE(s.texts.get("x"));
    s.store.prepare_changes();
    EXPECT_TRUE(s.texts.get("x"));
    EXPECT_EQ(s.counts().failed, 0u);
}

TEST(AssetCache, ALoaderThatThrowsHoldsUpNobody) {
    Store s;
    s.write("x", "too large");
    for (int i = 0; i < 2; ++i) EXPECT_THROW(static_cast<void>(s.texts.get("x")), std::bad_alloc);
    s.write("x", "small");
    EXPECT_TRUE(s.texts.get("x"));
}

TEST(AssetCache, AMissingFileIsLookedForAgainOnceItComes) {
    Store s;
    EXPECT_EQ(s.texts.get("late").error().text(), "late: is not found");
    EXPECT_FALSE(s.texts.get("late"));
    EXPECT_EQ(s.counts().loads, 1u);
    s.write("folder/LATE", "x");
    s.write("late", "here");
    s.store.prepare_changes();
    EXPECT_EQ(**s.texts.get("late"), "here");
}

TEST(AssetCache, InvalidateForgetsAFailureAndReplacesAnAsset) {
    FakeFiles files;
    AssetStore store(files.source());
    int made = 0;
    const auto counted = store.add_kind<int>("counted", 10000, [&](AssetRequest&) -> Result<LoadedAsset<int>> {
        if (++made == 1) return fail("not yet");
        return LoadedAsset<int>{std::make_shared<int>(made), 4};
    });
    EXPECT_FALSE(counted.get("x"));
    store.invalidate("X");
    store.prepare_changes();
    const auto held = counted.get("x");
    EXPECT_EQ(**held, 2);
    store.invalidate("x");
    EXPECT_EQ(store.prepare_changes(), 1u);
    EXPECT_EQ(store.apply_changes().size(), 1u);
    EXPECT_EQ(**held, 3);
}

// ---- the budget

TEST(AssetCache, OverTheBudgetTheLeastRecentlyUsedGoes) {
    Store s(30);
    for (const char* name : {"a", "b", "c", "d"}) s.write(name, std::string(10, *name));
    for (const char* name : {"a", "b", "c"}) EXPECT_TRUE(s.texts.get(name));
    EXPECT_TRUE(s.texts.get("a")); // b is the oldest now
    EXPECT_TRUE(s.texts.get("c"));
    EXPECT_TRUE(s.texts.get("d"));
    EXPECT_EQ(s.counts().evictions, 1u);
    EXPECT_EQ(s.counts().bytes, 30 * letter);
    EXPECT_TRUE(s.is_loaded("a"));
    EXPECT_TRUE(s.is_loaded("c"));
    EXPECT_TRUE(s.is_loaded("d"));
    EXPECT_FALSE(s.is_loaded("b"));
}

TEST(AssetCache, WhatIsHeldStaysAndGoesWhenLetGo) {
    Store s(10);
    s.write("a", std::string(8, 'a'));
    s.write("b", std::string(8, 'b'));
    {
        const auto a = s.texts.get("a"), b = s.texts.get("b");
        EXPECT_EQ(s.counts().bytes, 16 * letter) << "over its budget, since both are held";
        EXPECT_EQ(**a, "aaaaaaaa");
        s.store.clear();
        EXPECT_EQ(s.counts().assets, 2u);
    }
    EXPECT_EQ(s.counts().bytes, 8 * letter) << "without another load";
    EXPECT_EQ(s.counts().peak_bytes, 16 * letter);
}

TEST(AssetCache, AnAssetLargerThanTheBudgetIsUsableWhileHeld) {
    Store s(4);
    s.write("large", "larger than four");
    {
        const auto large = s.texts.get("large");
        const AssetHandle<std::string> copy = *large;
        EXPECT_EQ(*copy, "larger than four");
    }
    EXPECT_EQ(s.counts().bytes, 0u);
}

TEST(AssetCache, ASharedAssetOutlivesItsEntry) {
    Store s;
    s.write("a", "one");
    auto held = s.texts.get("a");
    const std::shared_ptr<const std::string> kept = held->share();
    s.write("a", "two");
    EXPECT_EQ(s.changes(), "a replaced\n");
    EXPECT_EQ(*kept, "one");
    EXPECT_EQ(**held, "two");
}

TEST(AssetCache, ClearGivesUpWhatNobodyHolds) {
    Store s;
    s.write("a", "one");
    s.write("b", "broken");
    EXPECT_TRUE(s.texts.get("a"));
    EXPECT_FALSE(s.texts.get("b"));
    s.store.clear();
    EXPECT_EQ(s.counts().assets, 0u);
    EXPECT_EQ(s.counts().failed, 0u);
    EXPECT_EQ(s.counts().bytes, 0u);
}

TEST(AssetCache, TheBudgetBearsTheNamesToo) {
    Store s(3);
    s.write("a", "aaa");
    EXPECT_TRUE(s.texts.get("a"));
    EXPECT_EQ(s.counts().assets, 1u);
    for (int i = 0; i < 100; ++i) EXPECT_FALSE(s.texts.get("missing" + std::to_string(i)));
    EXPECT_EQ(s.counts().names, 101u);
    EXPECT_GT(s.counts().name_bytes, letter / 2);
    s.write("b", "b");
    EXPECT_TRUE(s.texts.get("b"));
    EXPECT_LE(s.counts().bytes + s.counts().name_bytes, s.counts().budget);
}

// ---- changes

TEST(HotReload, ReplacesAtTheSafePointAndNotBefore) {
    Store s;
    s.write("a", "one");
    const auto held = s.texts.get("a");
    const std::string& before = **held;
    EXPECT_EQ(held->generation(), 1u);
    s.write("A", "second");
    EXPECT_EQ(s.store.prepare_changes(), 1u);
    EXPECT_EQ(**held, "one");
    EXPECT_EQ(**s.texts.get("a"), "one");
    const auto changes = s.store.apply_changes();
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].kind, "text");
    EXPECT_EQ(**held, "second");
    EXPECT_EQ(held->generation(), 2u);
    EXPECT_EQ(before, "one") << "good until the next";
    EXPECT_EQ(s.counts().bytes, 6 * letter);
    EXPECT_EQ(s.counts().replacements, 1u);
    EXPECT_EQ(s.changes(), "");
}

TEST(HotReload, WhatNobodyHoldsIsOnlyDropped) {
    Store s;
    s.write("a", "one");
    EXPECT_TRUE(s.texts.get("a"));
    s.write("a", "two");
    EXPECT_EQ(s.store.prepare_changes(), 0u);
    EXPECT_EQ(s.counts().loads, 1u);
    EXPECT_EQ(**s.texts.get("a"), "two");
}

TEST(HotReload, ABrokenFileKeepsTheOldAssetAndSaysWhy) {
    Store s;
    s.write("a", "one");
    const auto held = s.texts.get("a");
    s.write("a", "broken");
    EXPECT_EQ(s.changes(), "a kept: a: it is broken\n");
    EXPECT_EQ(**held, "one");
    s.remove("a");
    EXPECT_EQ(s.changes(), "a kept: a: is not found\n");
    s.write("a", "three");
    EXPECT_EQ(s.changes(), "a replaced\n");
    EXPECT_EQ(**held, "three");
}

TEST(HotReload, AFileBeingWrittenIsNotLoaded) {
    Store s;
    s.write("a", "one");
    const auto held = s.texts.get("a");
    s.write("a", "hal");
    s.set_unsettled({"folder/A"});
    EXPECT_EQ(s.changes(), "");
    EXPECT_EQ(s.counts().loads, 1u);
    s.set_unsettled({});
    EXPECT_EQ(s.changes(), "a replaced\n");
}

TEST(HotReload, WhatChangesAgainBeforeTheSafePointIsNotShown) {
    Store s;
    s.write("a", "one");
    const auto held = s.texts.get("a");
    s.write("a", "two");
    EXPECT_EQ(s.store.prepare_changes(), 1u);
    s.write("a", "three");
    EXPECT_TRUE(s.store.apply_changes().empty());
    EXPECT_EQ(**held, "one");
    EXPECT_EQ(s.changes(), "a replaced\n");
    EXPECT_EQ(**held, "three");

    s.write("a", "four");
    EXPECT_EQ(s.store.prepare_changes(), 1u);
    s.set_unsettled({"a"});
    EXPECT_TRUE(s.store.apply_changes().empty()) << "it is being written again";
    s.set_unsettled({});
    EXPECT_EQ(s.changes(), "a replaced\n");
}

TEST(HotReload, ApplyingWaitsForNoLoader) {
    FakeFiles files;
    AssetStore store(files.source());
    std::latch begun(1), may_end(1);
    int made = 0;
    const auto slow = store.add_kind<int>("slow", 10000, [&](AssetRequest&) {
        if (++made == 2) {
            begun.count_down();
            may_end.wait();
        }
        return Result<LoadedAsset<int>>({std::make_shared<int>(made), 4});
    });
    const auto held = slow.get("x");
    store.invalidate("x");
    std::jthread preparing([&] { EXPECT_EQ(store.prepare_changes(), 1u); });
    begun.wait();
    EXPECT_TRUE(store.apply_changes().empty());
    EXPECT_EQ(**held, 1);
    may_end.count_down();
    preparing.join();
    EXPECT_EQ(store.apply_changes().size(), 1u);
    EXPECT_EQ(**held, 2);
}

// An asset may hold handles of others. Whatever becomes of it, it is given up where no lock is held.
TEST(AssetCache, AssetsThatHoldHandlesAreGivenUp) {
    Store s(4);
    const auto holders = s.store.add_kind<AssetHandle<std::string>>("holder", 10000, [&](AssetRequest& request) {
        const auto seen = request.read("a");
        return s.texts.get("a").map([&](const AssetHandle<std::string>& held) {
            return LoadedAsset<AssetHandle<std::string>>{std::make_shared<const AssetHandle<std::string>>(held), 8};
        });
    });
    s.write("a", "a text over the budget");
    {
        const auto holder = holders.get("x");
        ASSERT_TRUE(holder) << holder.error().text();
        for (const char* text : {"another text over the budget", "and another"}) {
            s.write("a", text);
            s.store.prepare_changes();
        }
        s.store.apply_changes();
        s.store.apply_changes();
        EXPECT_EQ(***holder, "and another");
    }
    s.write("a", "the last");
    s.store.prepare_changes();
    s.store.clear();
    EXPECT_EQ(s.store.statistics()[1].assets, 0u);
}

// Threads ask, hold and let go while others change files and give everything up: what they see is always whole.
TEST(AssetCache, ManyThreadsManyAssetsALittleRoom) {
    Store s(40);
    const auto text_of = [](int name, int version) {
        return std::string(8, static_cast<char>('a' + name)) + std::to_string(version);
    };
    for (int name = 0; name < 16; ++name) s.write(std::to_string(name), text_of(name, 0));
    std::atomic<bool> stop = false;
    std::atomic<int> wrong = 0;
    {
        std::jthread changer([&] {
            for (int version = 1; version < 60; ++version) {
                for (int name = 0; name < 16; name += 3) s.write(std::to_string(name), text_of(name, version % 10));
                s.store.prepare_changes();
                s.store.apply_changes();
                if (version % 8 == 0) s.store.clear();
            }
            stop = true;
        });
        std::vector<std::jthread> readers;
        for (int reader = 0; reader < 6; ++reader)
            readers.emplace_back([&, reader] {
                std::vector<AssetHandle<std::string>> held;
                for (int i = reader; !stop; ++i) {
                    const int name = i * 7 % 16;
                    auto found = s.texts.get(std::to_string(name));
                    if (!found || (**found).substr(0, 8) != text_of(name, 0).substr(0, 8)) ++wrong;
                    if (found && (*found)->size() != 9) ++wrong;
                    if (found && i % 3 == 0) held.push_back(*std::move(found));
                    if (held.size() > 3) held.clear();
                }
            });
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_LE(s.counts().bytes, 40 * letter) << "nobody holds anything any more";
}

} // namespace
} // namespace ossuary
