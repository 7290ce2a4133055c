// Gothic's texts against copying the same bytes: a model script, and the tracks and meshes of ASC.
#include <cmath>
#include <cstring>
#include <random>

#include <benchmark/benchmark.h>

#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/model.h"

namespace {

using namespace ossuary;
using namespace ossuary::zengin;

// Entries and events in the proportions of the game's own scripts.
std::string script_text(int entries) {
    Script script{.model = "HERO"};
    script.mesh_and_tree = {{"HERO_BODY.ASC", 1}};
    for (int i = 0; i < entries; ++i) {
        const std::string number = std::to_string(i);
        Ani ani{.name = "T_MOVE_" + number,
                .layer = 1,
                .next = "S_MOVE_" + number,
                .blend_in = 0.1f,
                .blend_out = 0.2f,
                .flags = "M.",
                .asc = "HERO_MOVE_" + number + ".ASC",
                .first = i,
                .last = i + 24};
        if (i % 4 == 0) {
            EventSfxGround step;
            step.frame = i + 5;
            step.name = "STEP";
            ani.events = {
                {EventTag{i, "DEF_HIT_LIMB", {"BIP01 R HAND"}}}, {EventSfx{i + 3, "WHOOSH", {}, true}}, {step}};
        }
        script.entries.push_back({std::move(ani)});
        if (i % 3 == 0)
            script.entries.push_back(
                {AniAlias{"T_BACK_" + number, 1, "S_MOVE", 0, 0, "M.", "T_MOVE_" + number, "R", {}}});
        if (i % 5 == 0) script.entries.push_back({AniBlend{"T_BLEND_" + number, {}, "S_MOVE", 0.2f, 0.2f, "", {}}});
    }
    return write_mds(script);
}

// A walk of 34 joints, printed with six digits as the exporter did.
std::string motion_text() {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> value(-1, 1);
    AscFile file;
    file.scene.last_frame = 199;
    for (int n = 0; n < 34; ++n) {
        AscNode& node = file.nodes.emplace_back();
        node.name = "Bip01 " + std::to_string(n);
        if (n > 0) node.parent = file.nodes[static_cast<std::size_t>(n) / 2].name;
        AscTracks& tracks = node.tracks.emplace();
        for (int i = 0; i < 200; ++i) {
            tracks.positions.push_back({i * 192, {value(random) * 100, value(random) * 100, value(random) * 100}});
            tracks.rotations.push_back({i * 192, {value(random), value(random), value(random)}, value(random) * 3});
        }
    }
    return write_asc(file, {.six_digits = true});
}

// A skin of some thousand faces.
std::string mesh_text() {
    AscFile file;
    AscNode& node = file.nodes.emplace_back();
    node.is_geometry = true;
    node.name = "ZM_SHEET";
    node.mesh_kind = AscMeshKind::rigid;
    AscMesh& mesh = node.meshes.emplace_back();
    constexpr std::uint32_t side = 64;
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            const auto fx = static_cast<float>(x), fy = static_cast<float>(y);
            mesh.vertices.push_back({fx * 1.37f, fy * 2.11f, std::sin(fx * 0.3f) * 5});
            mesh.texture_vertices.push_back({fx / side, fy / side, 0});
            if (x == 0 || y == 0) continue;
            const std::uint32_t d = y * side + x, c = d - 1, b = d - side, a = b - 1;
            for (const std::array<std::uint32_t, 3> corners : {std::array{a, b, d}, std::array{a, d, c}}) {
                mesh.faces.push_back({.vertices = corners, .edges = {1, 1, 1}, .smoothing = 1});
                mesh.texture_faces.push_back(corners);
            }
        }
    }
    return write_asc(file, {.six_digits = true});
}

void count_bytes(benchmark::State& state, std::size_t size) {
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
}

void copy(benchmark::State& state, const std::string& text) {
    std::string target(text.size(), '\0');
    for (auto _ : state) {
        std::memcpy(target.data(), text.data(), text.size());
        benchmark::DoNotOptimize(target.data());
        benchmark::ClobberMemory();
    }
    count_bytes(state, text.size());
}
void read_script(benchmark::State& state, const std::string& text) {
    for (auto _ : state) {
        auto script = parse_mds(as_bytes(text));
        benchmark::DoNotOptimize(script);
    }
    count_bytes(state, text.size());
}
void read_asc(benchmark::State& state, const std::string& text) {
    for (auto _ : state) {
        auto file = parse_asc(as_bytes(text));
        benchmark::DoNotOptimize(file);
    }
    count_bytes(state, text.size());
}

const std::string small_script = script_text(18), large_script = script_text(2000), motion = motion_text(),
                  mesh = mesh_text();

} // namespace

BENCHMARK_CAPTURE(read_script, small, small_script)->Name("zengin/mds/ours");
BENCHMARK_CAPTURE(copy, small_script, small_script)->Name("zengin/mds/memcpy");
BENCHMARK_CAPTURE(read_script, large, large_script)->Name("zengin/mds_large/ours");
BENCHMARK_CAPTURE(copy, large_script, large_script)->Name("zengin/mds_large/memcpy");
BENCHMARK_CAPTURE(read_asc, motion, motion)->Name("zengin/asc/ours");
BENCHMARK_CAPTURE(copy, motion, motion)->Name("zengin/asc/memcpy");
BENCHMARK_CAPTURE(read_asc, mesh, mesh)->Name("zengin/asc_mesh/ours");
BENCHMARK_CAPTURE(copy, mesh, mesh)->Name("zengin/asc_mesh/memcpy");

BENCHMARK_MAIN();
