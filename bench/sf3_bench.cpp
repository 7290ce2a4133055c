// Shining Force III's battle files from memory: parse, and pixels packed and unpacked, against copying the same bytes.
// Files of the size the game's have are put together here: fifty animations of 22 bones, a texture of 64 kB.
#include <benchmark/benchmark.h>

#include <cstring>

#include "ossuary/formats/sf3/model.h"
#include "ossuary/formats/sf3/texture_codec.h"

namespace {

using namespace ossuary;
using namespace ossuary::sf3;

// Twenty-six rotations and a dozen translations to a bone, as in the game's own files.
BoneKeys bone_keys(std::uint16_t start, std::size_t seed) {
    BoneKeys bone;
    for (std::uint16_t i = 0; i < 26; ++i) {
        bone.rotation.frames.push_back(static_cast<std::uint16_t>(start + 2 * i));
        const Quatd turn = axis_angle(normalize(Vec3d{1, 2, static_cast<double>(seed)}), i * 0.05);
        bone.rotation.values.push_back(*quat16_from_real(turn));
        if (i % 2 == 1) continue;
        bone.translation.frames.push_back(static_cast<std::uint16_t>(start + 2 * i));
        bone.translation.values.push_back({i * 1000, static_cast<Fixed>(seed) * 77, -i});
    }
    bone.scale = {{start}, {{fixed_one, fixed_one, fixed_one}}};
    return bone;
}

ByteBuffer animation_file() {
    AnimationFile file;
    for (int a = 0; a < 50; ++a) {
        Animation& animation = file.animations.emplace_back();
        for (std::size_t b = 0; b < 22; ++b) animation.bones.push_back(bone_keys(35, b));
    }
    return write_x8an(file).value();
}

// Gradients with grain in a few dozen colours, in rows of 64: what painted textures of that time are like.
std::vector<std::uint16_t> pixels() {
    std::vector<std::uint16_t> words;
    std::uint32_t random = 1;
    for (std::uint32_t i = 0; i < 32768; ++i) {
        random = random * 1664525u + 1013904223u;
        const std::uint32_t shade = (i / 512 % 24 + (random >> 30)) & 31, hue = i % 64 / 16;
        words.push_back(static_cast<std::uint16_t>(rgb_flag | shade << 10 | (shade / 2 + hue) << 5 | shade));
    }
    return words;
}

ByteBuffer model_file() {
    ModelFile file;
    const std::vector<std::uint16_t> words = pixels();
    for (std::size_t t = 0; t < 8; ++t)
        file.textures.push_back({64,
                                 64,
                                 {words.begin() + static_cast<std::ptrdiff_t>(4096 * t),
                                  words.begin() + static_cast<std::ptrdiff_t>(4096 * (t + 1))}});
    file.mesh_lists.emplace_back();
    for (std::uint16_t b = 0; b < 22; ++b) {
        sf3::Mesh mesh;
        for (Fixed p = 0; p < 40; ++p) mesh.points.push_back({p * fixed_one, p * p, -p});
        mesh.normals.assign(40, {0, 0, 4096});
        for (std::uint16_t f = 0; f < 30; ++f)
            mesh.faces.push_back(
                {{{0, 0, fixed_one},
                  {f, static_cast<std::uint16_t>(f + 1), static_cast<std::uint16_t>(f + 2),
                   static_cast<std::uint16_t>(f + 3)}},
                 {0, 0xC7, static_cast<std::uint16_t>(f % 8), Attr::usual_textured, 0, 0, Attr::textured_quad}});
        file.mesh_lists[0].push_back(std::move(mesh));
        file.skeleton.push_back({.code = SkeletonOp::push});
        file.skeleton.push_back({.code = SkeletonOp::draw});
        file.bones.push_back(bone_keys(1, b));
    }
    for (int pop = 0; pop < 23; ++pop) file.skeleton.push_back({.code = SkeletonOp::pop});
    file.clips = {{.type = 0, .start = 1, .count = 51}};
    return write_x8pc(file).value();
}

void processed(benchmark::State& state, std::size_t bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
}

void copy(benchmark::State& state, const ByteBuffer& bytes) {
    ByteBuffer to(bytes.size());
    for (auto _ : state) {
        std::memcpy(to.data(), bytes.data(), bytes.size());
        benchmark::DoNotOptimize(to.data());
        benchmark::ClobberMemory();
    }
    processed(state, bytes.size());
}

template <auto parse> void parse_file(benchmark::State& state, const ByteBuffer& bytes) {
    for (auto _ : state) {
        auto file = parse(bytes, nullptr);
        if (!file) state.SkipWithError("does not parse");
        benchmark::DoNotOptimize(file);
    }
    processed(state, bytes.size());
}

// Per byte of what comes out.
void unpack(benchmark::State& state) {
    const ByteBuffer stream = compress(pixels());
    for (auto _ : state) {
        auto words = decompress(stream);
        benchmark::DoNotOptimize(words);
    }
    processed(state, 65536);
}

void pack(benchmark::State& state) {
    const std::vector<std::uint16_t> words = pixels();
    for (auto _ : state) {
        auto stream = compress(words);
        benchmark::DoNotOptimize(stream);
    }
    processed(state, 65536);
    state.counters["packed_bytes"] = static_cast<double>(compress(words).size());
}

void make_model(benchmark::State& state) {
    const ModelFile file = parse_x8pc(model_file()).value();
    for (auto _ : state) {
        auto model = to_model(file, "x8pc00a");
        benchmark::DoNotOptimize(model);
    }
}

[[maybe_unused]] const bool registered = [] {
    using benchmark::RegisterBenchmark;
    RegisterBenchmark("sf3/x8an_parse/ours",
                      [](benchmark::State& state) { parse_file<parse_x8an>(state, animation_file()); });
    RegisterBenchmark("sf3/x8an_parse/memcpy", [](benchmark::State& state) { copy(state, animation_file()); });
    RegisterBenchmark("sf3/x8pc_parse/ours",
                      [](benchmark::State& state) { parse_file<parse_x8pc>(state, model_file()); });
    RegisterBenchmark("sf3/x8pc_parse/memcpy", [](benchmark::State& state) { copy(state, model_file()); });
    RegisterBenchmark("sf3/texture_unpack/ours", unpack);
    RegisterBenchmark("sf3/texture_unpack/memcpy", [](benchmark::State& state) { copy(state, ByteBuffer(65536)); });
    RegisterBenchmark("sf3/texture_pack/ours", pack)->Unit(benchmark::kMillisecond);
    RegisterBenchmark("sf3/to_model/ours", make_model);
    return true;
}();

} // namespace

BENCHMARK_MAIN();
