#include "ossuary/mesh/buckets.h"

#include <gtest/gtest.h>

#include "mesh/shapes.h"

namespace ossuary::mesh {
namespace {

TEST(Buckets, OrderByPathThenMaterialAndMergeWhatLooksTheSame) {
    Model model;
    model.materials.resize(4);
    model.materials[0].alpha = AlphaMode::blend;
    model.materials[1].name = "stone";
    model.materials[2].alpha = AlphaMode::mask;
    model.materials[3].name = "stone by another name";
    Mesh mesh = testing::sheet(4);
    const Surface whole = mesh.surfaces[0];
    mesh.surfaces.clear();
    for (const std::int32_t material : {0, 3, 2, 1, -1}) {
        Surface surface = whole;
        surface.material = material;
        surface.first_index = static_cast<std::uint32_t>(mesh.surfaces.size()) * 18;
        surface.index_count = 18;
        mesh.surfaces.push_back(surface);
    }
    Surface empty;
    empty.material = 2;
    mesh.surfaces.push_back(empty);
    model.meshes = {mesh, mesh};
    const std::vector<Bucket> buckets = material_buckets(model);
    ASSERT_EQ(buckets.size(), 4u);
    using Parts = std::vector<Bucket::Part>;
    EXPECT_EQ(buckets[0].material, -1);
    EXPECT_EQ(buckets[1].material, 1);
    EXPECT_EQ(buckets[1].parts, (Parts{{0, 1}, {0, 3}, {1, 1}, {1, 3}}));
    EXPECT_EQ(buckets[1].triangles, 24u);
    EXPECT_EQ(buckets[2].path, RenderPath::alpha_test);
    EXPECT_EQ(buckets[2].parts, (Parts{{0, 2}, {1, 2}}));
    EXPECT_EQ(buckets[3].path, RenderPath::transparent);
}

} // namespace
} // namespace ossuary::mesh
