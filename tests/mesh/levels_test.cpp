#include "ossuary/mesh/levels.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "mesh/shapes.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::mesh {
namespace {

TEST(Levels, AreSmallerAndStayInTheirSurfaces) {
    Model model = testing::skinned_torus(40, 4);
    Mesh& mesh = model.meshes[0];
    const Mesh before = mesh;
    make_levels(mesh);
    ASSERT_GE(mesh.levels.size(), 2u);
    std::size_t last = mesh.indices.size();
    for (const MeshLevel& level : mesh.levels) {
        EXPECT_LT(level.indices.size(), last * 9 / 10);
        last = level.indices.size();
    }
    EXPECT_EQ(mesh.positions, before.positions); // and with them weights and coordinates
    EXPECT_EQ(mesh.indices, before.indices);
    EXPECT_EQ(mesh.influences, before.influences);
    EXPECT_TRUE(validate(model).empty());
}

TEST(Levels, KeepTheBorderBetweenSurfaces) {
    Model model = testing::skinned_torus(40, 4);
    Mesh& mesh = model.meshes[0];
    make_levels(mesh);
    // Places that both surfaces use: every one of them is still used by both in every level.
    const auto places = [&](std::span<const std::uint32_t> indices) {
        std::set<std::array<float, 3>> found;
        for (const std::uint32_t i : indices)
            found.insert({mesh.positions[i].x, mesh.positions[i].y, mesh.positions[i].z});
        return found;
    };
    const auto shared = [&](std::span<const std::uint32_t> first, std::span<const std::uint32_t> second) {
        std::set<std::array<float, 3>> both;
        const auto a = places(first), b = places(second);
        for (const auto& place : a)
            if (b.contains(place)) both.insert(place);
        return both;
    };
    const auto split = [](std::span<const std::uint32_t> indices, std::size_t first) {
        return std::pair(indices.first(first), indices.subspan(first));
    };
    const auto [a, b] = split(mesh.indices, mesh.surfaces[0].index_count);
    for (const MeshLevel& level : mesh.levels) {
        const auto [c, d] = split(level.indices, level.index_counts[0]);
        EXPECT_EQ(shared(c, d), shared(a, b));
    }
}

TEST(Levels, ErrorsAreMeasuredAndGrow) {
    Model model = testing::skinned_torus(64, 4);
    Mesh& mesh = model.meshes[0];
    make_levels(mesh);
    const std::vector<float> errors = level_errors(mesh);
    ASSERT_EQ(errors.size(), mesh.levels.size());
    for (std::size_t l = 0; l < errors.size(); ++l) {
        EXPECT_GT(errors[l], 0);
        EXPECT_LT(errors[l], 0.1f * 8); // a tenth of the torus
        if (l > 0) {
            EXPECT_GE(errors[l], errors[l - 1]);
        }
    }
}

TEST(Levels, AFlatSheetLosesNothing) {
    Mesh mesh = testing::sheet(16);
    make_levels(mesh);
    ASSERT_FALSE(mesh.levels.empty());
    for (const float error : level_errors(mesh)) EXPECT_LT(error, 1e-4f);
}

TEST(Levels, ErrorsOfLevelsMadeElsewhere) {
    Mesh mesh = testing::sheet(1);
    mesh.positions[3].y = 2; // the corner that the level leaves out
    mesh.levels.push_back({{0, 2, 1}, {3}});
    mesh.levels.push_back({{}, {0}});
    const std::vector<float> errors = level_errors(mesh);
    // From (1, 2, 1) to the nearest point of the triangle, the middle of its long side: (0.5, 0, 0.5).
    EXPECT_NEAR(errors[0], std::sqrt(0.25f + 4 + 0.25f), 1e-5f);
    EXPECT_TRUE(std::isinf(errors[1]));
}

TEST(Levels, AreChosenByTheirErrorOnTheScreen) {
    const std::vector<float> errors = {0.001f, 0.01f, 0.1f};
    const ScreenScale scale = ScreenScale::of(1.5707963267948966, 1000); // 500 pixels for a metre at one metre
    EXPECT_NEAR(scale.pixels_of(0.01, 5), 1, 1e-9);
    EXPECT_EQ(choose_level(errors, 0.1, scale), 0u);
    EXPECT_EQ(choose_level(errors, 0.6, scale), 1u);
    EXPECT_EQ(choose_level(errors, 5.1, scale), 2u);
    EXPECT_EQ(choose_level(errors, 1000, scale), 3u);
    EXPECT_EQ(choose_level(errors, 0, scale), 0u);
    EXPECT_EQ(choose_level({}, 10, scale), 0u);
    EXPECT_EQ(choose_level(errors, 0.6, scale, 10), 2u);
}

TEST(Levels, OfNothingAreNone) {
    Mesh mesh;
    make_levels(mesh);
    EXPECT_TRUE(mesh.levels.empty());
    EXPECT_TRUE(level_errors(mesh).empty());
}

} // namespace
} // namespace ossuary::mesh
