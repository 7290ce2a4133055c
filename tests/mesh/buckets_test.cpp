#include "ossuary/mesh/buckets.h"

#include <gtest/gtest.h>

#include "mesh/shapes.h"

namespace ossuary::mesh {
namespace {

Material gothic(std::int64_t alpha_func, std::int64_t group) {
    Material material;
    Json facts = Json::object();
    facts.set("alpha_func", alpha_func);
    facts.set("group", group);
    material.extras.set("gothic", facts);
    return material;
}

TEST(Buckets, AlphaFunctionsFollowTheMode) {
    const std::pair<AlphaMode, AlphaFunction> rows[] = {{AlphaMode::opaque, AlphaFunction::solid},
                                                        {AlphaMode::mask, AlphaFunction::alpha_test},
                                                        {AlphaMode::blend, AlphaFunction::transparent},
                                                        {AlphaMode::add, AlphaFunction::additive}};
    for (const auto& [mode, function] : rows) {
        Material material;
        material.alpha = mode;
        EXPECT_EQ(alpha_function(material), function);
    }
}

TEST(Buckets, GothicSaysMore) {
    EXPECT_EQ(alpha_function(gothic(0, 0)), AlphaFunction::solid);
    EXPECT_EQ(alpha_function(gothic(2, 1)), AlphaFunction::transparent);
    EXPECT_EQ(alpha_function(gothic(3, 1)), AlphaFunction::additive);
    EXPECT_EQ(alpha_function(gothic(4, 1)), AlphaFunction::additive);
    EXPECT_EQ(alpha_function(gothic(5, 1)), AlphaFunction::multiply);
    EXPECT_EQ(alpha_function(gothic(6, 1)), AlphaFunction::multiply_twice);
    EXPECT_EQ(alpha_function(gothic(2, 5)), AlphaFunction::water);
    Material masked = gothic(0, 0);
    masked.alpha = AlphaMode::mask;
    EXPECT_EQ(alpha_function(masked), AlphaFunction::alpha_test);
}

// The table of the engine: forward, scene, shadows received, textured shadow, tessellated.
TEST(Buckets, TraitsAreTheEngines) {
    const std::string expected[] = {"-----", "---x-", "xx--x", "-x---", "x----", "x----", "x-x--", "x----"};
    for (std::size_t f = 0; f < alpha_function_count; ++f) {
        const AlphaTraits t = traits_of(static_cast<AlphaFunction>(f));
        std::string text;
        for (const bool trait :
             {t.path == RenderPath::forward, t.needs_scene, t.receives_shadows, t.textured_shadow, t.tessellated})
            text += trait ? 'x' : '-';
        EXPECT_EQ(text, expected[f]) << name_of(static_cast<AlphaFunction>(f));
    }
}

TEST(Buckets, OrderByFunctionThenMaterialAndMergeWhatLooksTheSame) {
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
    EXPECT_EQ(buckets[2].function, AlphaFunction::alpha_test);
    EXPECT_EQ(buckets[2].parts, (Parts{{0, 2}, {1, 2}}));
    EXPECT_EQ(buckets[3].function, AlphaFunction::transparent);
}

} // namespace
} // namespace ossuary::mesh
