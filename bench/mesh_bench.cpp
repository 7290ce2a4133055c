// Room mesh but for its ray tree: the figures of docs/performance.md, on a terrain of 1,002,528 triangles.
#include <benchmark/benchmark.h>
#include <meshoptimizer.h>

#include "ossuary/mesh/draw_order.h"
#include "ossuary/mesh/meshlets.h"
#include "ossuary/mesh/normals.h"
#include "ossuary/mesh/packed_mesh.h"
#include "ossuary/mesh/tangents.h"
#include "terrain.h"

namespace {

using namespace ossuary;

const Mesh& terrain() {
    static const Mesh mesh = [] {
        bench::Terrain made = bench::make_terrain();
        Mesh m;
        m.positions = std::move(made.positions);
        m.uv0 = std::move(made.uvs);
        m.indices = std::move(made.indices);
        m.surfaces = {{"", -1, 0, static_cast<std::uint32_t>(m.indices.size()), 0,
                       static_cast<std::uint32_t>(m.positions.size())}};
        mesh::set_normals(m);
        return m;
    }();
    return mesh;
}

const mesh::Meshlets& meshlets() {
    static const mesh::Meshlets made = *mesh::Meshlets::make(terrain());
    return made;
}

void count(benchmark::State& state, const char* name, std::size_t each) {
    state.counters[name] = benchmark::Counter(static_cast<double>(each), benchmark::Counter::kIsIterationInvariantRate);
}

void report_fill(benchmark::State& state, std::size_t meshlets, std::size_t vertices) {
    const auto slots = static_cast<double>(meshlets) * 64;
    state.counters["meshlets"] = static_cast<double>(meshlets);
    state.counters["triangle_fill"] = static_cast<double>(terrain().indices.size() / 3) / slots;
    state.counters["vertex_fill"] = static_cast<double>(vertices) / slots;
}

void meshlets_ours(benchmark::State& state) {
    const Mesh& mesh = terrain();
    for (auto _ : state) {
        const auto made = mesh::Meshlets::make(mesh);
        report_fill(state, made->list.size(), made->vertices.size());
    }
}
void meshlets_meshoptimizer(benchmark::State& state) {
    const Mesh& mesh = terrain();
    const std::size_t most = meshopt_buildMeshletsBound(mesh.indices.size(), 64, 64);
    for (auto _ : state) {
        std::vector<meshopt_Meshlet> list(most);
        std::vector<unsigned> vertices(most * 64);
        std::vector<unsigned char> triangles(most * 64 * 3);
        const std::size_t made = meshopt_buildMeshlets(list.data(), vertices.data(), triangles.data(),
                                                       mesh.indices.data(), mesh.indices.size(), &mesh.positions[0].x,
                                                       mesh.positions.size(), sizeof(Vec3), 64, 64, 0);
        std::size_t used = 0;
        for (std::size_t m = 0; m < made; ++m) used += list[m].vertex_count;
        report_fill(state, made, used);
    }
}

void pack(benchmark::State& state, const mesh::PackOptions& options) {
    const Mesh& mesh = terrain();
    const mesh::Meshlets& made = meshlets();
    for (auto _ : state) benchmark::DoNotOptimize(mesh::pack_mesh(mesh, made, nullptr, options));
    count(state, "vertices_per_second", meshlets().vertices.size());
}
void pack_16(benchmark::State& state) { pack(state, {}); }
void pack_meshlet_12(benchmark::State& state) {
    pack(state, {.frame = mesh::PositionFrame::meshlet, .position_bits = 12});
}

void unpack(benchmark::State& state) {
    const auto packed = mesh::pack_mesh(terrain(), meshlets());
    for (auto _ : state) benchmark::DoNotOptimize(mesh::unpack_mesh(*packed));
    count(state, "vertices_per_second", packed->vertex_count());
}

void normals(benchmark::State& state) {
    const Mesh& mesh = terrain();
    for (auto _ : state) benchmark::DoNotOptimize(mesh::corner_normals(mesh.positions, mesh.indices));
    count(state, "triangles_per_second", mesh.indices.size() / 3);
}

void tangents(benchmark::State& state) {
    const Mesh& mesh = terrain();
    for (auto _ : state)
        benchmark::DoNotOptimize(mesh::corner_tangents(mesh.positions, mesh.normals, mesh.uv0, mesh.indices));
    count(state, "triangles_per_second", mesh.indices.size() / 3);
}

void draw_order(benchmark::State& state) {
    for (auto _ : state) {
        state.PauseTiming();
        Mesh mesh = terrain();
        state.ResumeTiming();
        mesh::optimise_draw_order(mesh);
        state.PauseTiming();
        state.counters["cache_misses"] = mesh::measure_draw_cost(mesh).cache_misses;
        state.ResumeTiming();
    }
}

BENCHMARK(meshlets_ours)->Name("mesh/meshlets/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(meshlets_meshoptimizer)->Name("mesh/meshlets/meshoptimizer")->Unit(benchmark::kMillisecond);
BENCHMARK(pack_16)->Name("mesh/pack/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(pack_meshlet_12)->Name("mesh/pack_meshlet_12/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(unpack)->Name("mesh/unpack/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(normals)->Name("mesh/normals/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(tangents)->Name("mesh/tangents/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(draw_order)->Name("mesh/draw_order/ours")->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
