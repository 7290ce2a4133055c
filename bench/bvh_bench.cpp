// Motion capture against copying the same bytes.
#include <cmath>
#include <cstring>
#include <random>

#include <benchmark/benchmark.h>

#include "ossuary/base/number.h"
#include "ossuary/formats/bvh/bvh.h"

namespace {

using namespace ossuary;

// A body of 31 joints for 1,000 frames, printed with four decimals as the CMU collection is.
std::string capture_text() {
    using enum bvh::ChannelKind;
    std::mt19937 random(1);
    std::uniform_real_distribution<double> value(-180, 180);
    bvh::File file{.frame_time = 1.0 / 120, .frame_count = 1000};
    for (int n = 0; n < 31; ++n) {
        file.nodes.push_back({.name = "Joint" + std::to_string(n),
                              .parent = n - 1,
                              .offset = {0, 0.05, 0},
                              .channels = {z_rotation, y_rotation, x_rotation}});
        for (int i = 0; i < 3000; ++i) file.values.push_back(std::round(value(random) * 1e4) / 1e4);
    }
    return bvh::write_bvh(file);
}
const std::string& capture() {
    static const std::string text = capture_text();
    return text;
}

void parse(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(bvh::parse_bvh(as_bytes(capture())));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * capture().size()));
}
BENCHMARK(parse)->Name("bvh/parse/ours");

void copy(benchmark::State& state) {
    std::string to(capture().size(), ' ');
    for (auto _ : state) {
        std::memcpy(to.data(), capture().data(), to.size());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * capture().size()));
}
BENCHMARK(copy)->Name("bvh/parse/memcpy");

void to_model(benchmark::State& state) {
    const auto file = bvh::parse_bvh(as_bytes(capture()));
    for (auto _ : state) benchmark::DoNotOptimize(bvh::to_model(*file, "capture", {.unit_scale = 1}));
}
BENCHMARK(to_model)->Name("bvh/to_model/ours");

} // namespace

BENCHMARK_MAIN();
