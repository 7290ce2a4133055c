// Compressed textures: 512 × 512 pixels decoded and encoded, against libsquish, and against copying as many pixels.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstring>

#include <squish.h>

#include "ossuary/formats/image/dxt.h"

namespace {

using namespace ossuary;
using namespace ossuary::image;

constexpr std::uint32_t side = 512;
constexpr BlockGrid grid = covering_grid(side, side);
constexpr int squish_kinds[] = {squish::kDxt1, squish::kDxt3, squish::kDxt5};

// Waves of colour with grain, and alpha that falls from left to right.
const Image& painted() {
    static const Image made = [] {
        Image image;
        image.width = image.height = side;
        std::uint32_t random = 1;
        for (std::uint32_t y = 0; y < side; ++y)
            for (std::uint32_t x = 0; x < side; ++x) {
                random = random * 1664525u + 1013904223u;
                const double light = 0.6 + 0.4 * std::sin(0.07 * x + 4 * std::sin(0.03 * y));
                const double grain = static_cast<double>(random >> 28);
                for (const double value : {190 * light + grain, 150 * light + grain, 60 + 0.2 * y, 255 - x / 2.0})
                    image.bytes.push_back(static_cast<std::byte>(std::lround(value)));
            }
        return image;
    }();
    return made;
}
const ByteBuffer& blocks(Dxt kind) {
    static const ByteBuffer made[] = {encode_dxt(Dxt::dxt1, grid, painted(), DxtQuality::fast).value(),
                                      encode_dxt(Dxt::dxt3, grid, painted(), DxtQuality::fast).value(),
                                      encode_dxt(Dxt::dxt5, grid, painted(), DxtQuality::fast).value()};
    return made[static_cast<std::size_t>(kind)];
}

void count_texels(benchmark::State& state) {
    state.counters["Mtexel/s"] = benchmark::Counter(side * side / 1e6, benchmark::Counter::kIsIterationInvariantRate);
}

void decode_ours(benchmark::State& state, Dxt kind, Isa isa) {
    ByteBuffer rgba(std::size_t{side} * side * 4);
    for (auto _ : state) {
        decode_dxt(kind, grid, blocks(kind), side, side, rgba, isa);
        benchmark::ClobberMemory();
    }
    count_texels(state);
}

void decode_squish(benchmark::State& state, Dxt kind) {
    ByteBuffer rgba(std::size_t{side} * side * 4);
    for (auto _ : state) {
        // Block by block, as its own DecompressImage does, which would also start threads.
        squish::u8 pixels[64];
        for (std::uint32_t i = 0; i < grid.blocks(); ++i) {
            squish::Decompress(pixels, blocks(kind).data() + i * block_size(kind),
                               squish_kinds[static_cast<std::size_t>(kind)]);
            const std::size_t x = i % grid.columns * 4, y = i / grid.columns * 4;
            for (std::size_t row = 0; row < 4; ++row)
                std::memcpy(rgba.data() + ((y + row) * side + x) * 4, pixels + row * 16, 16);
        }
        benchmark::ClobberMemory();
    }
    count_texels(state);
}

void copy_pixels(benchmark::State& state) {
    ByteBuffer rgba(std::size_t{side} * side * 4);
    for (auto _ : state) {
        std::memcpy(rgba.data(), painted().bytes.data(), rgba.size());
        benchmark::ClobberMemory();
    }
    count_texels(state);
}

void encode_ours(benchmark::State& state, Dxt kind, DxtQuality quality) {
    for (auto _ : state) benchmark::DoNotOptimize(encode_dxt(kind, grid, painted(), quality));
    count_texels(state);
}

} // namespace

BENCHMARK_CAPTURE(decode_ours, dxt1, Dxt::dxt1, Isa::best)->Name("image/decode_dxt1/ours");
BENCHMARK_CAPTURE(decode_squish, dxt1, Dxt::dxt1)->Name("image/decode_dxt1/squish");
BENCHMARK(copy_pixels)->Name("image/decode_dxt1/memcpy");
BENCHMARK_CAPTURE(decode_ours, dxt1_portable, Dxt::dxt1, Isa::baseline)->Name("image/decode_dxt1_portable/ours");
BENCHMARK_CAPTURE(decode_squish, dxt1_again, Dxt::dxt1)->Name("image/decode_dxt1_portable/squish");
BENCHMARK_CAPTURE(decode_ours, dxt3, Dxt::dxt3, Isa::best)->Name("image/decode_dxt3/ours");
BENCHMARK_CAPTURE(decode_squish, dxt3, Dxt::dxt3)->Name("image/decode_dxt3/squish");
BENCHMARK_CAPTURE(decode_ours, dxt5, Dxt::dxt5, Isa::best)->Name("image/decode_dxt5/ours");
BENCHMARK_CAPTURE(decode_squish, dxt5, Dxt::dxt5)->Name("image/decode_dxt5/squish");
BENCHMARK_CAPTURE(encode_ours, fast, Dxt::dxt1, DxtQuality::fast)->Name("image/encode_dxt1_fast/ours");
BENCHMARK_CAPTURE(encode_ours, good, Dxt::dxt1, DxtQuality::good)->Name("image/encode_dxt1_good/ours");

BENCHMARK_MAIN();
