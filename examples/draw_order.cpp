// From a model to what a graphics card draws: vertices in order, meshlets, few bits, and buckets from solid to
// additive.
#include <cstdio>

#include "ossuary/mesh/buckets.h"
#include "ossuary/mesh/draw_order.h"
#include "ossuary/mesh/packed_mesh.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    Model hero = samples::make_hero();
    Mesh& mesh = hero.meshes[0];

    // In an order that uses each vertex again while it is in the cache, and draws the outside first.
    const mesh::DrawCost before = mesh::measure_draw_cost(mesh);
    mesh::optimise_draw_order(mesh);
    const mesh::DrawCost after = mesh::measure_draw_cost(mesh);
    std::printf("vertices transformed per triangle: %.2f, were %.2f; pixels drawn over: %.3f, were %.3f\n",
                after.cache_misses, before.cache_misses, after.overdraw, before.overdraw);

    // Clusters of 64 that face one way as far as possible, each with bounds, and vertices in few bits.
    const auto meshlets = mesh::Meshlets::make(mesh, {.cone_weight = 0.8f});
    if (!meshlets) return 1;
    const Skin& skin = hero.skins[static_cast<std::size_t>(mesh.skin)];
    const auto packed = mesh::pack_mesh(mesh, *meshlets, &skin, {.position_bits = 12});
    if (!packed) return 1;
    std::printf("%zu meshlets, %u bytes a vertex, positions within %.3f mm, normals within %.2f degrees\n",
                packed->meshlets.size(), packed->layout.words() * 4,
                1000 * static_cast<double>(packed->errors.position), static_cast<double>(packed->errors.normal));

    // Which of them a camera may skip when it is on the far side (NormalCone::culls). Bones are thin: not many.
    std::size_t skipped = 0;
    for (const mesh::PackedMeshlet& meshlet : packed->meshlets) skipped += meshlet.cone.is_usable();
    std::printf("%zu of them can be culled by their normals\n", skipped);

    for (const mesh::Bucket& bucket : mesh::material_buckets(hero))
        std::printf("%s: %zu surfaces, %zu triangles\n", name_of(bucket.path).data(), bucket.parts.size(),
                    bucket.triangles);
    return after.overdraw <= before.overdraw && mesh::validate(*packed, &skin).empty() ? 0 : 1;
}
