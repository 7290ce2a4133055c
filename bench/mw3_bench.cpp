// anim.zbd from memory and back, against copying the same bytes; mechs, worlds and textures; and a world of a thousand
// definitions, a frame at a time.
#include <benchmark/benchmark.h>

#include <cstring>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/sequence_player.h"
#include "ossuary/formats/mw3/textures.h"
#include "samples/gate.h"
#include "samples/samples.h"
#include "samples/zbd.h"

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

constexpr std::size_t large = 20'000'000; // bytes

// The demo's mech again and again.
const ByteBuffer& large_mechlib() {
    static const ByteBuffer bytes = [] {
        Mechlib file = samples::make_mechlib(samples::make_mech());
        const MechlibEntry mech = file.entries[2];
        const std::size_t once = write_mechlib(file).size();
        for (std::size_t size = once; size < large; size += once) file.entries.push_back(mech);
        return write_mechlib(file);
    }();
    return bytes;
}

// The demo's yard, its meshes and nodes again and again.
const ByteBuffer& large_world() {
    static const ByteBuffer bytes = [] {
        Gamez file = samples::make_yard();
        const std::vector<WorldMesh> meshes = file.meshes.items;
        const std::vector<GameNode> nodes = file.nodes.items;
        const std::size_t once = write_gamez(file).size();
        constexpr std::size_t own = 5; // world, window, camera, display and light are there once
        for (std::size_t size = once; size < large; size += once) {
            const auto first_mesh = static_cast<std::int32_t>(file.meshes.items.size());
            const auto moved = static_cast<std::int32_t>(file.nodes.items.size() - own);
            file.meshes.items.insert(file.meshes.items.end(), meshes.begin(), meshes.end());
            for (std::size_t i = own; i < nodes.size(); ++i) {
                GameNode& node = file.nodes.items.emplace_back(nodes[i]);
                if (node.mesh_index >= 0) node.mesh_index += first_mesh;
                for (std::int32_t& child : node.children) child += moved;
                for (std::int32_t& parent : node.parents)
                    if (parent > 0) parent += moved;
            }
        }
        file.meshes.array_size = static_cast<std::uint32_t>(file.meshes.items.size()) + 1;
        file.nodes.array_size = static_cast<std::uint32_t>(file.nodes.items.size());
        return write_gamez(file);
    }();
    return bytes;
}

template <class File>
void parse_file(benchmark::State& state, const ByteBuffer& bytes, Result<File> (*parse_it)(Bytes, Diagnostics*)) {
    for (auto _ : state) {
        auto file = parse_it(bytes, nullptr);
        if (!file) state.SkipWithError("does not parse");
        benchmark::DoNotOptimize(file);
    }
    bytes_of(state, bytes);
}
void parse_mechs(benchmark::State& state) { parse_file(state, large_mechlib(), parse_mechlib); }
void parse_world(benchmark::State& state) { parse_file(state, large_world(), parse_gamez); }

// Pictures of 256 x 256: colours, with simple and with full alpha, and with a palette. The bytes are those made.
void decode_textures(benchmark::State& state) {
    TexturePackage package;
    for (const std::uint32_t flags : {0x05u, 0x03u, 0x0Bu, 0x05u}) {
        PackedImage& image = package.images.emplace_back();
        const bool is_paletted = package.images.size() == 4;
        image.flags = flags;
        image.width = image.height = 256;
        image.palette_count = is_paletted ? 256 : 0;
        for (std::size_t i = 0; i < 65536u * (is_paletted ? 1u : 2u); ++i)
            image.pixels.push_back(static_cast<std::byte>(i * 2654435761u >> 13));
        if (flags & image_flags::full_alpha) image.alpha.resize(65536, std::byte{77});
        for (std::size_t i = 0; is_paletted && i < 512; ++i) image.palette.push_back(static_cast<std::byte>(i * 37));
    }
    std::size_t made = 0;
    for (auto _ : state)
        for (const PackedImage& image : package.images) {
            const Image picture = to_image(image, package);
            made += picture.bytes.size();
            benchmark::DoNotOptimize(picture.bytes.data());
        }
    state.SetBytesProcessed(static_cast<std::int64_t>(made));
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
    RegisterBenchmark("mw3/parse_mechlib", parse_mechs)->Unit(benchmark::kMillisecond);
    RegisterBenchmark("mw3/parse_gamez", parse_world)->Unit(benchmark::kMillisecond);
    RegisterBenchmark("mw3/decode_textures", decode_textures)->Unit(benchmark::kMicrosecond);
    RegisterBenchmark("mw3/step_1000_definitions", step)->Unit(benchmark::kMicrosecond);
    return true;
}();

} // namespace

BENCHMARK_MAIN();
