// Models as multi-resolution and morph meshes: the same shape comes back, and coarser levels are real ones.
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "formats/zengin/chunks/progressive.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/model.h"

namespace ossuary::zengin {
namespace {

// A bumpy sheet of n × n squares on two materials, lifted by a joint; a target bends it up.
Model sheet(std::uint32_t n, double lift = 0.5) {
    Model model;
    model.name = "sheet";
    model.skeleton.joints.push_back(
        {.name = "root", .parent = -1, .rest = {.translation = {0, static_cast<float>(lift), 0}}, .extras = {}});
    model.materials.resize(2);
    model.materials[0].name = "left";
    model.materials[1].name = "right";
    model.materials[1].alpha = AlphaMode::blend;
    Mesh& mesh = model.meshes.emplace_back();
    mesh.name = "sheet";
    mesh.joint = 0;
    mesh.morphs.resize(1);
    mesh.morphs[0].name = "bend";
    for (std::uint32_t side = 0; side < 2; ++side) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        const auto first_index = static_cast<std::uint32_t>(mesh.indices.size());
        for (std::uint32_t y = 0; y <= n; ++y) {
            for (std::uint32_t x = 0; x <= n; ++x) {
                const auto u = static_cast<float>(x + side * n) / static_cast<float>(n),
                           v = static_cast<float>(y) / static_cast<float>(n);
                mesh.positions.push_back({u, v, 0.01f * static_cast<float>((x * y) % 3)});
                mesh.normals.push_back({0, 0, 1});
                mesh.uv0.push_back({u, v});
                mesh.morphs[0].positions.push_back({0, 0, u * u * 0.1f});
            }
        }
        for (std::uint32_t y = 0; y < n; ++y)
            for (std::uint32_t x = 0; x < n; ++x) {
                const std::uint32_t a = first + y * (n + 1) + x, b = a + 1, c = b + n + 1, d = a + n + 1;
                mesh.indices.insert(mesh.indices.end(), {a, b, c, a, c, d});
            }
        mesh.surfaces.push_back({.name = "",
                                 .material = static_cast<std::int32_t>(side),
                                 .first_index = first_index,
                                 .index_count = static_cast<std::uint32_t>(mesh.indices.size()) - first_index,
                                 .first_vertex = first,
                                 .vertex_count = (n + 1) * (n + 1)});
    }
    return model;
}

Clip bending() {
    Clip clip;
    clip.name = "bend it";
    clip.duration = 0.4;
    clip.frame_rate = 10;
    clip.loop = LoopMode::once;
    clip.joints.resize(1);
    clip.morphs = {{0, {Channel<float>{{0, 0.25f, 0.5f, 0.75f, 1}, {}, 10, Interpolation::linear}}}};
    clip.hints.blend_in = 0.1;
    clip.hints.blend_out = 0.2;
    return clip;
}

using Corner = std::array<float, 8>;
// Every triangle as its corners' positions, normals and uv, whatever their order in the mesh.
std::vector<std::array<Corner, 3>> triangles_of(const Model& model) {
    std::vector<std::array<Corner, 3>> triangles;
    for (const Mesh& mesh : model.meshes)
        for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
            std::array<Corner, 3>& triangle = triangles.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t v = mesh.indices[i + k];
                const Vec3 lift = mesh.joint < 0 ? Vec3{} : model.skeleton.joints[0].rest.translation;
                const Vec3 p = mesh.positions[v] + lift, n = mesh.normals[v];
                triangle[k] = {std::round(p.x * 1e5f), std::round(p.y * 1e5f), std::round(p.z * 1e5f), n.x, n.y, n.z,
                               mesh.uv0[v].x,          mesh.uv0[v].y};
            }
            std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()), triangle.end());
        }
    std::sort(triangles.begin(), triangles.end());
    return triangles;
}

TEST(MrmFromModel, TheFinestLevelIsTheModelInItsRestPose) {
    const Model model = sheet(6);
    for (const Game game : {Game::gothic1, Game::gothic2}) {
        const auto made = mrm_from_model(model, {.game = game});
        ASSERT_TRUE(made) << made.error().text();
        EXPECT_EQ(made->mesh.is_gothic1(), game == Game::gothic1);
        const auto read = parse_mrm(write_mrm(*made));
        ASSERT_TRUE(read) << read.error().text();
        EXPECT_EQ(read->mesh.submeshes, made->mesh.submeshes);
        EXPECT_TRUE(std::ranges::equal(write_mrm(*read), write_mrm(*made)));
        const auto back = to_model(*read, "sheet");
        ASSERT_TRUE(back) << back.error().text();
        EXPECT_TRUE(validate(*back).empty());
        EXPECT_EQ(triangles_of(*back), triangles_of(model));
    }
}

TEST(MrmFromModel, MaterialsAndPlanesAreThoseOfTheGame) {
    const auto made = mrm_from_model(sheet(2));
    ASSERT_TRUE(made);
    const ProtoMesh& mesh = made->mesh;
    ASSERT_EQ(mesh.materials.size(), 2u);
    EXPECT_EQ(mesh.materials[0].name, "LEFT");
    EXPECT_EQ(mesh.materials[1].alpha_func, 2);
    EXPECT_EQ(mesh.bbox.min, (Vec3{-200, 50, 0}));
    EXPECT_EQ(mesh.bbox.max, (Vec3{0, 150, 2}));
    for (const SubMesh& submesh : mesh.submeshes) {
        ASSERT_EQ(submesh.plane_indices.size(), submesh.triangles.size());
        for (std::size_t t = 0; t < submesh.triangles.size(); ++t) {
            const Plane& plane = submesh.planes[submesh.plane_indices[t]];
            EXPECT_GT(plane.normal.z, 0.9f);
            for (const std::uint16_t wedge : submesh.triangles[t])
                EXPECT_NEAR(dot(plane.normal, mesh.positions[submesh.wedges[wedge].position_index]), plane.distance,
                            1e-3);
        }
    }
}

// The rules every file of the game keeps.
void expect_sound_levels(const ProtoMesh& mesh) {
    for (const SubMesh& submesh : mesh.submeshes) {
        ASSERT_EQ(submesh.vertex_updates.size(), mesh.positions.size() + 1);
        ASSERT_EQ(submesh.wedge_map.size(), submesh.wedges.size());
        EXPECT_EQ(submesh.vertex_updates.back()[0], submesh.triangles.size());
        EXPECT_EQ(submesh.vertex_updates.back()[1], submesh.wedges.size());
        for (std::size_t w = 0; w < submesh.wedges.size(); ++w) {
            if (submesh.wedge_map[w] == 0xFFFF) continue;
            EXPECT_LT(submesh.wedge_map[w], w);
        }
        std::set<std::uint16_t> never_leaves; // what the coarsest level is made of
        for (std::size_t level = 0; level < submesh.vertex_updates.size(); ++level) {
            const auto [triangles, wedges] = submesh.vertex_updates[level];
            if (level > 0) {
                EXPECT_GE(triangles, submesh.vertex_updates[level - 1][0]);
                EXPECT_GE(wedges, submesh.vertex_updates[level - 1][1]);
            }
            for (std::size_t t = 0; t < triangles; ++t) {
                std::array<std::uint16_t, 3> positions{};
                for (std::size_t k = 0; k < 3; ++k) {
                    std::uint16_t wedge = submesh.triangles[t][k];
                    while (wedge >= wedges) wedge = submesh.wedge_map[wedge];
                    positions[k] = submesh.wedges[wedge].position_index;
                    if (level == 0) never_leaves.insert(positions[k]);
                    ASSERT_TRUE(positions[k] < level || never_leaves.contains(positions[k]))
                        << "a position that has left is in use";
                }
                EXPECT_TRUE(positions[0] != positions[1] && positions[1] != positions[2] &&
                            positions[2] != positions[0])
                    << "a triangle is flat";
            }
        }
    }
}

TEST(Progressive, EveryLevelUsesOnlyWhatIsLeft) {
    const auto made = mrm_from_model(sheet(7));
    ASSERT_TRUE(made);
    expect_sound_levels(made->mesh);
    EXPECT_LT(made->mesh.submeshes[0].vertex_updates.front()[0], 4); // nearly everything can go
}

TEST(Progressive, LevelsOfTheModelHalveItsTriangles) {
    const auto model = to_model(*mrm_from_model(sheet(12)), "sheet");
    ASSERT_TRUE(model);
    const Mesh& mesh = model->meshes[0];
    ASSERT_EQ(mesh.levels.size(), 5u);
    std::size_t before = mesh.indices.size();
    for (const MeshLevel& level : mesh.levels) {
        EXPECT_LE(level.indices.size() * 2, before);
        EXPECT_GT(level.indices.size() * 3, before);
        before = level.indices.size();
    }
    // A flat border stays: the first levels still reach from corner to corner.
    float least = 1, most = -9;
    for (const std::uint32_t v : mesh.levels[1].indices) {
        least = std::min(least, mesh.positions[v].x);
        most = std::max(most, mesh.positions[v].x);
    }
    EXPECT_FLOAT_EQ(least, 0);
    EXPECT_FLOAT_EQ(most, 2);
}

TEST(Progressive, PositionsKeepTheirNumbersByTheAnswer) {
    ProtoMesh mesh = mrm_from_model(sheet(3))->mesh;
    const ProtoMesh before = mesh;
    const std::vector<std::uint16_t> old = make_progressive(mesh);
    ASSERT_EQ(old.size(), before.positions.size());
    for (std::size_t p = 0; p < old.size(); ++p) EXPECT_EQ(mesh.positions[p], before.positions[old[p]]);
    expect_sound_levels(mesh);
}

TEST(Progressive, WhatIsNotToCollapseStays) {
    ProtoMesh mesh = mrm_from_model(sheet(4))->mesh;
    for (Material& material : mesh.materials) material.lod_dont_collapse = 1;
    make_progressive(mesh);
    for (const SubMesh& submesh : mesh.submeshes) {
        EXPECT_EQ(submesh.vertex_updates.front()[0], submesh.triangles.size());
        for (const std::uint16_t wedge : submesh.wedge_map) EXPECT_EQ(wedge, 0xFFFF);
    }
}

TEST(MrmFromModel, WhatCannotBeNumberedIsRefused) {
    const auto made = mrm_from_model(sheet(200));
    ASSERT_FALSE(made);
    EXPECT_TRUE(made.error().message().starts_with("BadCount: the mesh has ")) << made.error().text();
    EXPECT_FALSE(mrm_from_model(Model{}));
    Model unsound = sheet(1);
    unsound.meshes[0].indices[0] = 99;
    EXPECT_FALSE(mrm_from_model(unsound));
}

TEST(MmbFromModel, AClipBecomesItsFrames) {
    Model model = sheet(3);
    model.clips = {bending()};
    const auto made = mmb_from_model(model, "sheet");
    ASSERT_TRUE(made) << made.error().text();
    const auto read = parse_mmb(write_mmb(*made));
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->animations, made->animations);
    EXPECT_TRUE(std::ranges::equal(write_mmb(*read), write_mmb(*made)));
    expect_sound_levels(read->mesh);
    EXPECT_EQ(read->name, "SHEET");
    EXPECT_EQ(read->mesh.normals.size(), read->mesh.positions.size());
    EXPECT_EQ(read->morph_positions, read->mesh.positions);
    ASSERT_EQ(read->animations.size(), 1u);
    const MorphAnimation& animation = read->animations[0];
    EXPECT_EQ(animation.name, "BEND IT");
    EXPECT_EQ(animation.frame_count, 5u);
    EXPECT_FLOAT_EQ(animation.blend_in, 0.01f);
    EXPECT_FLOAT_EQ(animation.blend_out, -0.005f);
    EXPECT_FLOAT_EQ(animation.speed, 0.01f);
    EXPECT_FLOAT_EQ(animation.duration, 400);
    EXPECT_EQ(read->sources[0].name, "SHEET_BEND IT.ASC");
    // The edge at u = 0 does not move; everything else does, and in the joint's space: the lift is not in it.
    EXPECT_EQ(animation.vertices.size(), read->mesh.positions.size() - 4);
    float most = 0;
    for (const Vec3& sample : animation.samples) most = std::max(most, sample.z);
    EXPECT_FLOAT_EQ(most, 40); // 2² · 10 cm
    EXPECT_FLOAT_EQ(read->mesh.bbox.min.y, 0);

    const auto back = to_model(*read, "sheet");
    ASSERT_TRUE(back);
    const auto again = mmb_from_model(*back, "sheet");
    ASSERT_TRUE(again) << again.error().text();
    ASSERT_EQ(again->animations.size(), 1u);
    EXPECT_EQ(again->animations[0].frame_count, 5u);
    EXPECT_EQ(again->animations[0].duration, animation.duration);
    float again_most = 0;
    for (const Vec3& sample : again->animations[0].samples) again_most = std::max(again_most, sample.z);
    EXPECT_NEAR(again_most, most, 1e-4);
}

TEST(MmbFromModel, ATargetThatNoClipMovesIsAFrameOfItsOwn) {
    const auto made = mmb_from_model(sheet(2), "sheet");
    ASSERT_TRUE(made) << made.error().text();
    ASSERT_EQ(made->animations.size(), 1u);
    EXPECT_EQ(made->animations[0].name, "BEND");
    EXPECT_EQ(made->animations[0].frame_count, 1u);
    EXPECT_EQ(made->animations[0].duration, -1000);
}

TEST(MmbFromModel, WithoutTargetsThereIsNothingToWrite) {
    Model model = sheet(2);
    model.meshes[0].morphs.clear();
    const auto made = mmb_from_model(model, "sheet");
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().text().find("no morph targets"), std::string::npos);
}

} // namespace
} // namespace ossuary::zengin
