// anim.zbd from memory and back, against copying the same bytes; and a world of a thousand definitions, a frame at a
// time.
#include <benchmark/benchmark.h>

#include <cstring>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/sequence_player.h"
#include "samples/gate.h"

namespace {

using namespace ossuary;
using namespace ossuary::mw3;

// The sample's definitions again and again, until the file has 20 MB.
const ByteBuffer& large_file() {
    static const ByteBuffer bytes = [] {
        AnimFile file = samples::make_gate_file();
        const std::vector<Definition> few = file.definitions;
        const std::size_t each = write_anim(file).size();
        while (file.definitions.size() / few.size() * each < 20'000'000)
            file.definitions.insert(file.definitions.end(), few.begin(), few.end());
        return write_anim(file);
    }();
    return bytes;
}

void bytes_of(benchmark::State& state, const ByteBuffer& bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes.size()));
}

void parse(benchmark::State& state) {
    const ByteBuffer& bytes = large_file();
    for (auto _ : state) {
        auto file = parse_anim(bytes);
        if (!file) state.SkipWithError("does not parse");
        benchmark::DoNotOptimize(file);
    }
    bytes_of(state, bytes);
}

void parse_and_check(benchmark::State& state) {
    const ByteBuffer& bytes = large_file();
    for (auto _ : state) {
        Diagnostics diagnostics;
        auto file = parse_anim(bytes, &diagnostics);
        if (!file || !diagnostics.empty()) state.SkipWithError("odd");
        benchmark::DoNotOptimize(file);
    }
    bytes_of(state, bytes);
}

void write(benchmark::State& state) {
    const ByteBuffer& bytes = large_file();
    const auto file = parse_anim(bytes);
    for (auto _ : state) {
        const ByteBuffer written = write_anim(*file);
        benchmark::DoNotOptimize(written.data());
    }
    bytes_of(state, bytes);
}

void copy(benchmark::State& state) {
    const ByteBuffer& bytes = large_file();
    for (auto _ : state) {
        ByteBuffer to(bytes.size());
        std::memcpy(to.data(), bytes.data(), bytes.size());
        benchmark::DoNotOptimize(to.data());
    }
    bytes_of(state, bytes);
}

// A thousand definitions that all run, each moving nodes and blinking without end; one frame at 60 Hz with its pose.
void step(benchmark::State& state) {
    AnimFile file;
    const Definition gate = samples::make_gate_file().definitions[0];
    Skeleton nodes;
    for (int i = 0; i < 1000; ++i) {
        Definition& definition = file.definitions.emplace_back(gate);
        const std::string number = std::to_string(i);
        definition.anim_name = std::string_view("gate" + number);
        definition.anim_root_name = std::string_view("root" + number);
        definition.sequences[1].seq_state = SequenceState::initial; // the one that blinks
        const auto root = static_cast<std::int32_t>(nodes.joints.size());
        nodes.joints.push_back({.name = "root" + number});
        for (Node& node : *definition.nodes) {
            node.name = std::string_view(std::string(node.name.text()) + number);
            nodes.joints.push_back({.name = std::string(node.name.text()), .parent = root});
        }
    }
    SequencePlayer player(file, nodes);
    for (const Definition& definition : file.definitions)
        if (!player.start(definition)) return state.SkipWithError("does not start");
    std::vector<Transformd> pose(nodes.joints.size());
    std::size_t notices = 0;
    for (auto _ : state) {
        if (!player.advance(to_ticks(1.0 / 60))) state.SkipWithError("too much");
        notices += player.notices().size();
        player.pose(pose);
        benchmark::DoNotOptimize(pose.data());
    }
    state.counters["notices"] = static_cast<double>(notices) / static_cast<double>(state.iterations());
}

[[maybe_unused]] const bool registered = [] {
    using benchmark::RegisterBenchmark;
    RegisterBenchmark("mw3/parse/ours", parse)->Unit(benchmark::kMillisecond);
    RegisterBenchmark("mw3/parse/memcpy", copy)->Unit(benchmark::kMillisecond);
    RegisterBenchmark("mw3/parse_and_check/ours", parse_and_check)->Unit(benchmark::kMillisecond);
    RegisterBenchmark("mw3/parse_and_check/memcpy", copy)->Unit(benchmark::kMillisecond);
    RegisterBenchmark("mw3/write/ours", write)->Unit(benchmark::kMillisecond);
    RegisterBenchmark("mw3/write/memcpy", copy)->Unit(benchmark::kMillisecond);
    RegisterBenchmark("mw3/step_1000_definitions", step)->Unit(benchmark::kMicrosecond);
    return true;
}();

} // namespace

BENCHMARK_MAIN();
