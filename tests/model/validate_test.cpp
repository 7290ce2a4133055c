#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/model/event.h"
#include "ossuary/model/model.h"
#include "small_model.h"

namespace ossuary {
namespace {

TEST(Validate, SoundModelHasNoFindings) {
    for (const Diagnostic& finding : validate(testing::small_model())) ADD_FAILURE() << finding.text();
    EXPECT_TRUE(validate(Model{}).empty());
}

struct Damage {
    const char* field;
    std::function<void(Model&)> apply;
};

class ValidateDamage : public ::testing::TestWithParam<Damage> {};

TEST_P(ValidateDamage, IsFoundAtItsField) {
    Model model = testing::small_model();
    GetParam().apply(model);
    const Diagnostics findings = validate(model);
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].place.field, GetParam().field);
    EXPECT_EQ(findings[0].severity, Severity::error);
}

INSTANTIATE_TEST_SUITE_P(
    EveryInvariant, ValidateDamage,
    ::testing::Values(
        Damage{"skeleton.joints[1].parent", [](Model& m) { m.skeleton.joints[1].parent = 1; }},
        Damage{"skeleton.joints[1].parent", [](Model& m) { m.skeleton.joints[1].parent = -2; }},
        Damage{"skeleton.joints[2].rest.rotation",
               [](Model& m) {
                   m.skeleton.joints[2].rest.rotation = {0, 0, 0, 2};
               }},
        Damage{"skeleton.joints[0].rest.translation", [](Model& m) { m.skeleton.joints[0].rest.translation.x = NAN; }},
        Damage{"skeleton.joints[0].extras", [](Model& m) { m.skeleton.joints[0].extras = Json(1); }},
        Damage{"skins[0].inverse_bind", [](Model& m) { m.skins[0].inverse_bind.pop_back(); }},
        Damage{"skins[0].joints[2]", [](Model& m) { m.skins[0].joints[2] = 3; }},
        Damage{"meshes[0].levels[0].index_counts[0]",
               [](Model& m) {
                   m.meshes[0].levels = {{{0, 1}, {2}}};
               }},
        Damage{"meshes[0].levels[0].indices[1]",
               [](Model& m) {
                   m.meshes[0].levels = {{{0, 3, 2}, {3}}};
               }},
        Damage{"meshes[0].levels[1].index_counts",
               [](Model& m) {
                   m.meshes[0].levels = {{{0, 1, 2}, {3}}, {{0, 1, 2}, {}}};
               }},
        Damage{"meshes[0].normals", [](Model& m) { m.meshes[0].normals.pop_back(); }},
        Damage{"meshes[0].normals[1]",
               [](Model& m) {
                   m.meshes[0].normals[1] = {0, 0, 0};
               }},
        Damage{"meshes[0].positions[2]", [](Model& m) { m.meshes[0].positions[2].y = INFINITY; }},
        Damage{"meshes[0].tangents[0]",
               [](Model& m) {
                   m.meshes[0].tangents = {{1, 0, 0, 0}, {1, 0, 0, 1}, {1, 0, 0, 1}};
               }},
        Damage{"meshes[0].uv0[0]", [](Model& m) { m.meshes[0].uv0[0].x = NAN; }},
        Damage{"meshes[0].indices[1]", [](Model& m) { m.meshes[0].indices[1] = 3; }},
        Damage{"meshes[0].surfaces[0].material", [](Model& m) { m.meshes[0].surfaces[0].material = 1; }},
        Damage{"meshes[0].surfaces[0].vertex_count", [](Model& m) { m.meshes[0].surfaces[0].vertex_count = 9; }},
        Damage{"meshes[0].surfaces[0].first_index", [](Model& m) { m.meshes[0].surfaces[0].first_index = 3; }},
        Damage{"meshes[0].surfaces", [](Model& m) { m.meshes[0].surfaces.clear(); }},
        Damage{"meshes[0].skin", [](Model& m) { m.meshes[0].skin = 4; }},
        Damage{"meshes[0].influences", [](Model& m) { m.meshes[0].skin = -1; }},
        Damage{"meshes[0].influence_start", [](Model& m) { m.meshes[0].influence_start.pop_back(); }},
        Damage{"meshes[0].influence_start[0]", [](Model& m) { m.meshes[0].influence_start[1] = 99; }},
        Damage{"meshes[0].influence_start[2]", [](Model& m) { m.meshes[0].influences[3].weight = 0.5f; }},
        Damage{"meshes[0].influences[3].joint", [](Model& m) { m.meshes[0].influences[3].joint = 3; }},
        Damage{"meshes[0].morphs[0].positions", [](Model& m) { m.meshes[0].morphs[0].positions.pop_back(); }},
        Damage{"images[0].bytes", [](Model& m) { m.images[0].width = 2; }},
        Damage{"materials[0].base_color_image", [](Model& m) { m.materials[0].base_color_image = 1; }},
        Damage{"materials[0].uv", [](Model& m) { m.materials[0].uv.scale.x = INFINITY; }},
        Damage{"materials[0].uv_scroll", [](Model& m) { m.materials[0].uv_scroll.y = NAN; }},
        Damage{"materials[0].environment", [](Model& m) { m.materials[0].environment = 1.5f; }},
        Damage{"materials[0].wave.amplitude", [](Model& m) { m.materials[0].wave.amplitude = -1; }},
        Damage{"materials[0].wave.grid_size", [](Model& m) { m.materials[0].wave.grid_size = NAN; }},
        Damage{"materials[0].metallic_roughness_image", [](Model& m) { m.materials[0].metallic_roughness_image = 9; }},
        Damage{"materials[0].occlusion_image", [](Model& m) { m.materials[0].occlusion_image = 9; }},
        Damage{"materials[0].occlusion_strength", [](Model& m) { m.materials[0].occlusion_strength = 2; }},
        Damage{"materials[0].normal_scale", [](Model& m) { m.materials[0].normal_scale = NAN; }},
        Damage{"materials[0].uv_sets", [](Model& m) { m.materials[0].uv_sets.normal = 2; }},
        Damage{"meshes[0].morph_weights", [](Model& m) { m.meshes[0].morph_weights = {1, 2, 3, 4, 5}; }},
        Damage{"materials[0].frames[0]", [](Model& m) { m.materials[0].frames = {-1}; }},
        Damage{"variants[0].materials", [](Model& m) { m.variants = {{"b", {0, 0}}}; }},
        Damage{"variants[0].materials[0]", [](Model& m) { m.variants = {{"b", {1}}}; }},
        Damage{"cameras[0].joint", [](Model& m) { m.cameras[0].joint = 3; }},
        Damage{"cameras[0].vertical_fov", [](Model& m) { m.cameras[0].vertical_fov = 4; }},
        Damage{"clips[0].duration", [](Model& m) { m.clips[0].duration = -1; }},
        Damage{"clips[0].joints", [](Model& m) { m.clips[0].joints.pop_back(); }},
        Damage{"clips[0].joints[0].translation.times[2]",
               [](Model& m) { m.clips[0].joints[0].translation.times[2] = 0.25f; }},
        Damage{"clips[0].joints[0].translation.times",
               [](Model& m) { m.clips[0].joints[0].translation.times.pop_back(); }},
        Damage{"clips[0].joints[1].rotation.rate", [](Model& m) { m.clips[0].joints[1].rotation.rate = 0; }},
        Damage{"clips[0].joints[1].rotation.values[1]",
               [](Model& m) { m.clips[0].joints[1].rotation.values[1] = {1, 1, 1, 1}; }},
        Damage{"clips[0].morphs[0].mesh", [](Model& m) { m.clips[0].morphs[0].mesh = 1; }},
        Damage{"clips[0].morphs[0].weights", [](Model& m) { m.clips[0].morphs[0].weights.clear(); }},
        Damage{"clips[0].cameras[0].camera", [](Model& m) { m.clips[0].cameras[0].camera = 1; }},
        Damage{"clips[0].lights[0].light", [](Model& m) { m.clips[0].lights[0].light = 1; }},
        Damage{"lights[0].joint", [](Model& m) { m.lights[0].joint = 3; }},
        Damage{"lights[0].rotation", [](Model& m) { m.lights[0].rotation.w = 2; }},
        Damage{"lights[0].color", [](Model& m) { m.lights[0].color.y = -1; }},
        Damage{"lights[0].intensity", [](Model& m) { m.lights[0].intensity = -1; }},
        Damage{"lights[0].range", [](Model& m) { m.lights[0].range = NAN; }},
        Damage{"lights[0].outer_cone", [](Model& m) { m.lights[0].outer_cone = 2; }},
        Damage{"clips[0].events[0].time", [](Model& m) { m.clips[0].events.events[0].time = -1; }},
        Damage{"clips[0].hints.root_joint", [](Model& m) { m.clips[0].hints.root_joint = 3; }}));

TEST(Validate, EveryFindingIsReported) {
    Model model = testing::small_model();
    model.meshes[0].skin = 4;
    model.meshes[0].influences.clear();
    model.clips[0].duration = -1;
    model.skins[0].joints[0] = 7;
    EXPECT_EQ(validate(model).size(), 3u);
}

} // namespace
} // namespace ossuary
