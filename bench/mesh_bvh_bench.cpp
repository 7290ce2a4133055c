// Trees of boxes over a million triangles: building, refitting and rays, beside Embree on one thread in the same run.
#include <cstring>
#include <memory>
#include <random>

#include <benchmark/benchmark.h>
#include <embree3/rtcore.h>

#include "ossuary/mesh/bvh.h"
#include "terrain.h"

namespace ossuary {
namespace {

const bench::Terrain& terrain() {
    static const bench::Terrain made = bench::make_terrain();
    return made;
}

// A picture of the land from above its edge, line by line, in squares of eight pixels for those who trace several.
std::vector<mesh::Ray> coherent_rays() {
    std::vector<mesh::Ray> rays;
    for (int y = 0; y < 512; ++y)
        for (int x = 0; x < 1024; ++x)
            rays.push_back({{354, 150, -100}, {float(x - 512) / 512, -0.9f * float(y) / 512 - 0.05f, 1}});
    return rays;
}

// From anywhere above, to anywhere below.
std::vector<mesh::Ray> random_rays() {
    std::mt19937 random(1);
    const auto unit = [&random] { return static_cast<float>(random() % 1000001) / 1e6f; };
    std::vector<mesh::Ray> rays;
    for (int i = 0; i < 1 << 19; ++i) {
        const Vec3 from{unit() * 708, 60, unit() * 708};
        rays.push_back({from, {unit() * 2 - 1, -unit(), unit() * 2 - 1}});
    }
    return rays;
}

class EmbreeScene {
public:
    explicit EmbreeScene(RTCBuildQuality quality = RTC_BUILD_QUALITY_MEDIUM) {
        device_ = rtcNewDevice("threads=1,set_affinity=0");
        scene_ = rtcNewScene(device_);
        rtcSetSceneBuildQuality(scene_, quality);
        const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        // Four bytes past the last vertex are read.
        positions_ = terrain().positions;
        positions_.push_back({});
        rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, positions_.data(), 0, 12,
                                   positions_.size() - 1);
        rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, terrain().indices.data(), 0,
                                   12, terrain().indices.size() / 3);
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
    }
    EmbreeScene(const EmbreeScene&) = delete;
    ~EmbreeScene() {
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }
    void build() { rtcCommitScene(scene_); }
    bool hits(const mesh::Ray& ray, RTCIntersectContextFlags flags) const {
        RTCRayHit query;
        std::memset(&query, 0, sizeof query);
        query.ray.org_x = ray.origin.x, query.ray.org_y = ray.origin.y, query.ray.org_z = ray.origin.z;
        query.ray.dir_x = ray.direction.x, query.ray.dir_y = ray.direction.y, query.ray.dir_z = ray.direction.z;
        query.ray.tfar = ray.t_max;
        query.ray.mask = 0xffffffff;
        query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        context.flags = flags;
        rtcIntersect1(scene_, &context, &query);
        return query.hit.geomID != RTC_INVALID_GEOMETRY_ID;
    }

private:
    RTCDevice device_;
    RTCScene scene_;
    std::vector<Vec3> positions_;
};

mesh::Bvh our_tree(mesh::BvhWidth width) {
    mesh::BvhOptions options;
    options.width = width;
    return std::move(*mesh::Bvh::make(terrain().positions, terrain().indices, options));
}

void build_ours(benchmark::State& state) {
    terrain();
    for (auto _ : state) benchmark::DoNotOptimize(our_tree(mesh::BvhWidth::eight));
}
void build_embree(benchmark::State& state) {
    for (auto _ : state) {
        state.PauseTiming();
        auto scene = std::make_unique<EmbreeScene>();
        state.ResumeTiming();
        scene->build();
        state.PauseTiming();
        scene.reset();
        state.ResumeTiming();
    }
}
BENCHMARK(build_ours)->Name("mesh/bvh_build/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(build_embree)->Name("mesh/bvh_build/embree")->Unit(benchmark::kMillisecond);

void refit_ours(benchmark::State& state) {
    mesh::Bvh tree = our_tree(mesh::BvhWidth::eight);
    for (auto _ : state) {
        const bool done = tree.refit(terrain().positions, terrain().indices).has_value();
        if (!done) state.SkipWithError("not refitted");
    }
}
// What has to be written at the least: the corners of all triangles.
void refit_memcpy(benchmark::State& state) {
    const mesh::BvhStats stats = our_tree(mesh::BvhWidth::eight).stats();
    const std::vector<char> from(stats.bytes, 1);
    std::vector<char> to(stats.bytes);
    for (auto _ : state) {
        std::memcpy(to.data(), from.data(), from.size());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(refit_ours)->Name("mesh/bvh_refit/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(refit_memcpy)->Name("mesh/bvh_refit/memcpy")->Unit(benchmark::kMillisecond);

void count_rays(benchmark::State& state, std::size_t rays, std::size_t hits) {
    state.counters["Mrays/s"] = benchmark::Counter(double(rays) / 1e6, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["hits"] = double(hits);
}

void rays_ours(benchmark::State& state, std::vector<mesh::Ray> (*make)(), mesh::BvhWidth width) {
    const mesh::Bvh tree = our_tree(width);
    const std::vector<mesh::Ray> rays = make();
    std::size_t hits = 0;
    for (auto _ : state) {
        hits = 0;
        for (const mesh::Ray& ray : rays) hits += bool(tree.closest_hit(ray));
    }
    count_rays(state, rays.size(), hits);
}
void packets_ours(benchmark::State& state, std::vector<mesh::Ray> (*make)()) {
    const mesh::Bvh tree = our_tree(mesh::BvhWidth::eight);
    const std::vector<mesh::Ray> rays = make();
    std::vector<mesh::Hit> found(rays.size());
    std::size_t hits = 0;
    for (auto _ : state) {
        tree.closest_hits(rays, found);
        hits = 0;
        for (const mesh::Hit& hit : found) hits += bool(hit);
    }
    count_rays(state, rays.size(), hits);
}
void rays_embree(benchmark::State& state, std::vector<mesh::Ray> (*make)(), RTCIntersectContextFlags flags) {
    EmbreeScene scene;
    scene.build();
    const std::vector<mesh::Ray> rays = make();
    std::size_t hits = 0;
    for (auto _ : state) {
        hits = 0;
        for (const mesh::Ray& ray : rays) hits += scene.hits(ray, flags);
    }
    count_rays(state, rays.size(), hits);
}
const auto eight = mesh::BvhWidth::eight, two = mesh::BvhWidth::two;
const auto coherent = RTC_INTERSECT_CONTEXT_FLAG_COHERENT, incoherent = RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
BENCHMARK_CAPTURE(rays_ours, a, coherent_rays, eight)->Name("mesh/rays_coherent/ours")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rays_embree, b, coherent_rays, coherent)
    ->Name("mesh/rays_coherent/embree")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(packets_ours, c, coherent_rays)->Name("mesh/packets_coherent/ours")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rays_embree, d, coherent_rays, coherent)
    ->Name("mesh/packets_coherent/embree")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rays_ours, e, random_rays, eight)->Name("mesh/rays_random/ours")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rays_embree, f, random_rays, incoherent)
    ->Name("mesh/rays_random/embree")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rays_ours, g, random_rays, eight)->Name("mesh/widths_random/ours")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rays_ours, h, random_rays, two)->Name("mesh/widths_random/two_wide")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace ossuary

BENCHMARK_MAIN();
