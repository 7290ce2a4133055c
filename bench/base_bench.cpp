// Room base against what the C library, zlib and plain copying take for the same bytes.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include "ossuary/base/hash.h"
#include "ossuary/base/json.h"
#include "ossuary/base/number.h"

namespace {

using namespace ossuary;

// Numbers as text formats have them, `-12.3456789 `: up to three digits before the point, five to ten behind it.
std::string number_lines(std::size_t count) {
    std::mt19937_64 random(1);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        const double scale = std::pow(10.0, static_cast<double>(random() % 4));
        append_rounded(text, (static_cast<double>(random() >> 11) * 0x1p-52 - 1) * scale,
                       5 + static_cast<int>(random() % 6));
        text += ' ';
    }
    return text;
}

template <class Scan> void scan_numbers(benchmark::State& state, Scan scan) {
    const std::string text = number_lines(20'000);
    const char* const end = text.data() + text.size();
    for (auto _ : state) {
        double sum = 0;
        for (const char* cursor = text.data(); cursor != end; ++cursor) sum += scan(&cursor, end);
        benchmark::DoNotOptimize(sum);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

void scan_number_ours(benchmark::State& state) {
    scan_numbers(state, [](const char** cursor, const char* end) {
        double value = 0;
        scan_number(cursor, end, &value);
        return value;
    });
}
void scan_number_strtod(benchmark::State& state) {
    scan_numbers(state, [](const char** cursor, const char*) {
        char* end = nullptr;
        const double value = std::strtod(*cursor, &end);
        *cursor = end;
        return value;
    });
}

ByteBuffer noise(std::size_t size) {
    std::mt19937 random(2);
    ByteBuffer bytes(size);
    for (std::byte& value : bytes) value = static_cast<std::byte>(random());
    return bytes;
}

void crc32_ours(benchmark::State& state) {
    const ByteBuffer bytes = noise(1 << 20);
    for (auto _ : state) benchmark::DoNotOptimize(crc32(bytes));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}
void crc32_zlib(benchmark::State& state) {
    const ByteBuffer bytes = noise(1 << 20);
    const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
    for (auto _ : state) benchmark::DoNotOptimize(::crc32(0, data, static_cast<uInt>(bytes.size())));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}

// A document like the JSON of a glTF file: many small objects with names, references and numbers.
std::string document() {
    std::mt19937 random(3);
    Json nodes = Json::array();
    for (int i = 0; i < 2'000; ++i) {
        Json node = Json::object();
        node.set("name", Json("joint" + std::to_string(i)));
        for (const char* field : {"translation", "rotation"}) {
            Json values = Json::array();
            for (int k = 0; k < 4; ++k) values.push(Json(static_cast<float>(random() % 10'000) / 997));
            node.set(field, std::move(values));
        }
        node.set("children", Json(Json::Array{Json(i + 1), Json(i + 2)}));
        nodes.push(std::move(node));
    }
    return print_json(nodes);
}

void json_parse_ours(benchmark::State& state) {
    const std::string text = document();
    for (auto _ : state) benchmark::DoNotOptimize(parse_json(text));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
void json_parse_nlohmann(benchmark::State& state) {
    const std::string text = document();
    for (auto _ : state) benchmark::DoNotOptimize(nlohmann::ordered_json::parse(text));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
void json_parse_memcpy(benchmark::State& state) {
    const std::string text = document();
    std::string copy(text.size(), '\0');
    for (auto _ : state) {
        std::memcpy(copy.data(), text.data(), text.size());
        benchmark::DoNotOptimize(copy.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

} // namespace

BENCHMARK(scan_number_ours)->Name("base/scan_number/ours");
BENCHMARK(scan_number_strtod)->Name("base/scan_number/strtod");
BENCHMARK(crc32_ours)->Name("base/crc32/ours");
BENCHMARK(crc32_zlib)->Name("base/crc32/zlib");
BENCHMARK(json_parse_ours)->Name("base/json_parse/ours");
BENCHMARK(json_parse_nlohmann)->Name("base/json_parse/nlohmann");
BENCHMARK(json_parse_memcpy)->Name("base/json_parse/memcpy");

BENCHMARK_MAIN();
