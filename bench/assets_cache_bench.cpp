// Room assets: finding what is cached, eight threads at once, against one lock around a map; and what a full cache
// takes of memory, as the allocator sees it. Times are of the processor, per question.
#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <unordered_map>

#include <malloc.h>

#include "counted_memory.h"
#include "ossuary/assets/cache.h"
#include "ossuary/base/text.h"

namespace {

using namespace ossuary;

constexpr std::size_t name_count = 1024;
constexpr int thread_count = 8;

// As a game has them: `HUMANS-T_2HRUN_0017.MAN`.
const std::vector<std::string>& names() {
    static const std::vector<std::string> made = [] {
        std::vector<std::string> list;
        for (std::size_t i = 0; i < name_count; ++i)
            list.push_back("HUMANS-T_2HRUN_" + std::to_string(10000 + i) + ".MAN");
        return list;
    }();
    return made;
}

struct Filled {
    Filled() {
        numbers = store.add_kind<std::size_t>("number", 1 << 20, [](AssetRequest& request) {
            return Result<LoadedAsset<std::size_t>>({std::make_shared<std::size_t>(request.name().size()), 8});
        });
        for (const std::string& name : names()) benchmark::DoNotOptimize(numbers.get(name));
    }
    AssetStore store{{[](std::string_view) { return std::nullopt; }, {}}};
    AssetCache<std::size_t> numbers;
};
const Filled& filled() {
    static const Filled made;
    return made;
}

// The usual way: the name folded, one lock, one map, a shared pointer.
struct LockedMap {
    LockedMap() {
        for (const std::string& name : names())
            map[lower_case(name)] = std::make_shared<const std::size_t>(name.size());
    }
    std::shared_ptr<const std::size_t> get(const std::string& name) {
        const std::string key = lower_case(name);
        const std::lock_guard lock(mutex);
        return map.at(key);
    }
    std::mutex mutex;
    std::unordered_map<std::string, std::shared_ptr<const std::size_t>> map;
};
LockedMap& locked_map() {
    static LockedMap made;
    return made;
}

template <class Ask> void ask_all(benchmark::State& state, Ask ask) {
    const std::vector<std::string>& list = names();
    std::size_t i = static_cast<std::size_t>(state.thread_index()) * 131;
    for (auto _ : state) benchmark::DoNotOptimize(ask(list[i++ % name_count]));
}

void hit_ours(benchmark::State& state) {
    ask_all(state, [&cache = filled().numbers](const std::string& name) { return **cache.get(name); });
}
BENCHMARK(hit_ours)->Name("assets/cache_hit/ours")->Threads(thread_count);
void hit_lock(benchmark::State& state) {
    ask_all(state, [&map = locked_map()](const std::string& name) { return *map.get(name); });
}
BENCHMARK(hit_lock)->Name("assets/cache_hit/lock")->Threads(thread_count);

// All threads ask for the same one.
void same_ours(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(**filled().numbers.get(names()[7]));
}
BENCHMARK(same_ours)->Name("assets/cache_hit_same/ours")->Threads(thread_count);
void same_lock(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(*locked_map().get(names()[7]));
}
BENCHMARK(same_lock)->Name("assets/cache_hit_same/lock")->Threads(thread_count);

// Eight threads ask for twenty times what there is room for; the counter is the most memory that was in use by the
// budget, with everything the cache itself needs.
constexpr std::size_t budget = 64 << 20, weight = 100'000, page_count = 20 * budget / weight;
using Page = std::vector<std::byte>;

Result<LoadedAsset<Page>> make_page(AssetRequest&) { return LoadedAsset<Page>{std::make_shared<Page>(weight), weight}; }

void full(benchmark::State& state) {
    double most = 0;
    for (auto _ : state) {
        const std::size_t before = in_use;
        most_in_use = before;
        AssetStore store({[](std::string_view) { return std::nullopt; }, {}});
        const AssetCache<Page> pages = store.add_kind<Page>("page", budget, make_page);
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < thread_count; ++t)
            threads.emplace_back([&pages, t] {
                for (std::size_t i = t; i < page_count; i += thread_count)
                    benchmark::DoNotOptimize(pages.get("page" + std::to_string(i)));
            });
        threads.clear();
        most = std::max(most, static_cast<double>(most_in_use - before));
    }
    state.counters["peak_by_budget"] = most / static_cast<double>(budget);
}
BENCHMARK(full)->Name("assets/cache_full/ours")->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
