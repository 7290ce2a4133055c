#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "ossuary/model/event.h"
#include "ossuary/model/model.h"
#include "small_model.h"

namespace ossuary {
namespace {

TEST(ContentHash, IsTheSameForEqualContent) {
    EXPECT_EQ(content_hash(testing::small_model()), content_hash(testing::small_model()));
}

TEST(ContentHash, EveryPartCounts) {
    const std::vector<std::function<void(Model&)>> changes = {
        [](Model&) {},
        [](Model& m) { m.name = "other"; },
        [](Model& m) { m.source.basis.scale = 2; },
        [](Model& m) { m.skeleton.joints[1].name = "leg"; },
        [](Model& m) { m.skeleton.joints[1].rest.translation.y = 1.0000001f; },
        [](Model& m) { m.skins[0].inverse_bind[1].t.x = 1; },
        [](Model& m) { m.meshes[0].positions[0].x = -0.0f; },
        [](Model& m) { m.meshes[0].influences[1].weight = 0.4f; },
        [](Model& m) { m.meshes[0].morphs[0].name = "shrink"; },
        [](Model& m) {
            m.meshes[0].levels.push_back({{0, 1, 2}, {3}});
        },
        [](Model& m) { m.meshes[0].extras.set("a", 1); },
        [](Model& m) { m.images[0].bytes[0] = std::byte{0}; },
        [](Model& m) { m.materials[0].alpha = AlphaMode::add; },
        [](Model& m) { m.materials[0].uv.offset.x = 0.5f; },
        [](Model& m) { m.materials[0].uv.rotation = 0.5f; },
        [](Model& m) { m.materials[0].uv.scale.y = 2; },
        [](Model& m) { m.materials[0].uv_scroll.x = 0.5f; },
        [](Model& m) { m.materials[0].environment = 0.5f; },
        [](Model& m) { m.materials[0].wave.mode = WaveMode::wind; },
        [](Model& m) { m.materials[0].wave.speed = WaveSpeed::fast; },
        [](Model& m) { m.materials[0].wave.amplitude = 0.25f; },
        [](Model& m) { m.materials[0].wave.grid_size = 0.25f; },
        [](Model& m) { m.materials[0].substance = Substance::snow; },
        [](Model& m) { m.cameras[0].far_plane = 0; },
        [](Model& m) { m.lights[0].type = LightType::point; },
        [](Model& m) { m.lights[0].range = 0; },
        [](Model& m) { m.clips[0].lights[0].intensity.values[1] = 1; },
        [](Model& m) { m.clips[0].joints[1].rotation.rate = 2; },
        [](Model& m) { m.clips[0].events.events[0].frame = 13; },
        [](Model& m) { m.clips[0].hints.next = "walk"; },
        [](Model& m) { m.clips[0].hints.flags.emplace(); },
        [](Model& m) { m.clips[0].hints.flags = MoveFlags{.fly = true}; },
        [](Model& m) { m.clips[0].hints.collision_scale = 1; },
        [](Model& m) { m.clips[0].hints.alias_of = "walk"; },
        [](Model& m) {
            m.clips[0].hints.combination = Combination{"part", 3};
        },
        [](Model& m) { m.materials[0].texture = "skin.tga"; },
        [](Model& m) { m.materials[0].metallic_roughness_image = 0; },
        [](Model& m) { m.materials[0].occlusion_image = 0; },
        [](Model& m) { m.materials[0].occlusion_strength = 0.5f; },
        [](Model& m) { m.materials[0].normal_scale = 0.5f; },
        [](Model& m) { m.materials[0].uv_sets.occlusion = 1; },
        [](Model& m) { m.meshes[0].morph_weights = {0.5f}; },
        [](Model& m) { m.copyright = "somebody"; },
        [](Model& m) {
            m.variants = {{"b", {0}}};
        },
        [](Model& m) { m.transitions.push_back({.name = "fade", .next = "walk"}); },
        [](Model& m) { m.disabled_moves.push_back("walk"); },
        [](Model& m) {
            m.tags.push_back({"limb", {"hand"}});
        },
        [](Model& m) { m.extras.set("b", 2); },
    };
    std::set<std::uint64_t> hashes;
    for (const auto& change : changes) {
        Model model = testing::small_model();
        change(model);
        hashes.insert(content_hash(model));
    }
    EXPECT_EQ(hashes.size(), changes.size());
}

} // namespace
} // namespace ossuary
