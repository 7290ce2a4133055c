// ZEN archives of a large world from memory: parse, read as a world, write, against copying the same bytes.
#include <benchmark/benchmark.h>

#include <cstring>

#include "ossuary/formats/zengin/world.h"

namespace {

using namespace ossuary;
using namespace ossuary::zengin;

constexpr std::size_t vob_count = 60'000; // about three of the game's largest worlds

// Things, lights, doors, items and spots in the mixture of the game's worlds, and a way net.
ByteBuffer world_file(ZenEncoding encoding) {
    World world;
    for (std::size_t i = 0; i < vob_count; ++i) {
        WorldObject& object = world.objects.emplace_back();
        object.name = "VOB_" + std::to_string(i % 500);
        const auto at = static_cast<float>(i);
        object.placement.translation = {at, 2, -at};
        constexpr const char* classes[] = {"zCVob",
                                           "zCVob",
                                           "zCVob",
                                           "zCVobLight:zCVob",
                                           "oCItem:zCVob",
                                           "oCMobDoor:oCMobInter:oCMOB:zCVob",
                                           "zCVobSound:zCVob",
                                           "zCVobSpot:zCVob"};
        object.extras.set("class", classes[i % 8]);
        if (i % 8 < 3) object.visual = "NW_NATURE_TREE_" + std::to_string(i % 97) + ".3DS";
    }
    for (std::uint32_t i = 0; i < 4000; ++i) {
        world.way_net.points.push_back({"WP_" + std::to_string(i), {}, {0, 0, 1}, {}});
        if (i > 0) world.way_net.edges.push_back({i - 1, i});
    }
    const auto archive = zen_from_world(world, {.encoding = encoding});
    return archive ? write_zen(*archive) : ByteBuffer();
}

const ByteBuffer& file_of(ZenEncoding encoding) {
    static const std::array<ByteBuffer, 3> files{world_file(ZenEncoding::ascii), world_file(ZenEncoding::binary),
                                                 world_file(ZenEncoding::bin_safe)};
    return files[static_cast<std::size_t>(encoding)];
}

template <class Run> void measure(benchmark::State& state, ZenEncoding encoding, Run run) {
    const ByteBuffer& bytes = file_of(encoding);
    for (auto _ : state) run(bytes);
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}

template <ZenEncoding encoding> void parse(benchmark::State& state) {
    measure(state, encoding, [](Bytes bytes) { benchmark::DoNotOptimize(parse_zen(bytes)); });
}
template <ZenEncoding encoding> void copy(benchmark::State& state) {
    ByteBuffer copied(file_of(encoding).size());
    measure(state, encoding, [&](Bytes bytes) {
        std::memcpy(copied.data(), bytes.data(), bytes.size());
        benchmark::DoNotOptimize(copied.data());
    });
}
void read_whole_world(benchmark::State& state) {
    measure(state, ZenEncoding::bin_safe, [](Bytes bytes) { benchmark::DoNotOptimize(read_world(bytes)); });
}
void write_bin_safe_world(benchmark::State& state) {
    const auto archive = parse_zen(file_of(ZenEncoding::bin_safe));
    measure(state, ZenEncoding::bin_safe, [&](Bytes) { benchmark::DoNotOptimize(write_zen(*archive)); });
}

BENCHMARK(parse<ZenEncoding::bin_safe>)->Name("assets/zen_bin_safe/ours");
BENCHMARK(copy<ZenEncoding::bin_safe>)->Name("assets/zen_bin_safe/memcpy");
BENCHMARK(parse<ZenEncoding::ascii>)->Name("assets/zen_ascii/ours");
BENCHMARK(copy<ZenEncoding::ascii>)->Name("assets/zen_ascii/memcpy");
BENCHMARK(parse<ZenEncoding::binary>)->Name("assets/zen_binary/ours");
BENCHMARK(copy<ZenEncoding::binary>)->Name("assets/zen_binary/memcpy");
BENCHMARK(read_whole_world)->Name("assets/zen_world/ours");
BENCHMARK(copy<ZenEncoding::bin_safe>)->Name("assets/zen_world/memcpy");
BENCHMARK(write_bin_safe_world)->Name("assets/zen_write/ours");
BENCHMARK(copy<ZenEncoding::bin_safe>)->Name("assets/zen_write/memcpy");

} // namespace

BENCHMARK_MAIN();
