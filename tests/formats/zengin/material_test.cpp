#include "ossuary/formats/zengin/material.h"

#include <cmath>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/model/surface.h"

namespace ossuary::zengin {

namespace {

Material plain(std::uint8_t alpha_func = 1) {
    return {.name = "WALL", .texture = "WALL.TGA", .alpha_func = alpha_func};
}

Material lake() {
    Material material = plain(2);
    material.mat_group = 5;
    material.color_bgra[3] = 153;
    material.tex_ani_map_mode = 1;
    material.tex_ani_map_dir = "9.9999997e-005 -0.00025000001";
    material.environmental_mapping = 1;
    material.environmental_mapping_strength = 0.25f;
    material.wave_mode = 1;
    material.wave_speed = 1;
    material.wave_max_amplitude = 30;
    material.wave_grid_size = 100;
    return material;
}

} // namespace

TEST(MaterialLook, AlphaFollowsTheEnginesOrder) {
    struct Row {
        std::uint8_t alpha_func;
        bool is_dxt1;
        std::uint8_t alpha;
        AlphaMode mode;
    };
    const Row table[] = {
        {0, false, 255, AlphaMode::mask},
        {1, false, 255, AlphaMode::mask},
        {2, false, 255, AlphaMode::blend},
        {3, false, 255, AlphaMode::add},
        {4, false, 255, AlphaMode::add},
        {5, false, 255, AlphaMode::multiply},
        {6, false, 255, AlphaMode::multiply_twice},
        {99, false, 255, AlphaMode::mask},
        // DXT1 and an opaque colour: solid, but not where light is added or taken.
        {0, true, 255, AlphaMode::opaque},
        {1, true, 255, AlphaMode::opaque},
        {2, true, 255, AlphaMode::opaque},
        {3, true, 255, AlphaMode::add},
        {5, true, 255, AlphaMode::multiply},
        {6, true, 255, AlphaMode::multiply_twice},
        {1, true, 254, AlphaMode::mask},
        {2, true, 254, AlphaMode::blend},
    };
    for (const Row& row : table) {
        Material material = plain(row.alpha_func);
        material.color_bgra[3] = row.alpha;
        EXPECT_EQ(alpha_mode(material, row.is_dxt1), row.mode) << int{row.alpha_func} << ' ' << row.is_dxt1;
    }
    EXPECT_EQ(alpha_mode(plain(1), false, false), AlphaMode::opaque);
    EXPECT_EQ(alpha_mode(plain(2), false, false), AlphaMode::blend);
    EXPECT_EQ(alpha_mode({.name = "COLOR"}, false), AlphaMode::opaque); // nothing to test
    EXPECT_EQ(alpha_mode({.name = "COLOR", .color_bgra = {0, 0, 0, 100}}, false), AlphaMode::mask);
    Material first_game = plain(3); // has no such field
    first_game.version = gothic1_material;
    EXPECT_EQ(alpha_mode(first_game, false), AlphaMode::mask);
}

TEST(MaterialLook, ParticlesAndDecals) {
    const AlphaMode modes[] = {AlphaMode::opaque, AlphaMode::mask,     AlphaMode::blend, AlphaMode::add,
                               AlphaMode::opaque, AlphaMode::multiply, AlphaMode::opaque};
    for (std::uint8_t function = 0; function < 7; ++function)
        EXPECT_EQ(particle_alpha_mode(function), modes[function]) << int{function};
    EXPECT_EQ(decal_alpha(255), 1);
    EXPECT_EQ(decal_alpha(51), 0.2f);
}

TEST(MaterialLook, EveryPropertyIsInTheModel) {
    const ossuary::Material material = to_material(lake(), 0.01);
    EXPECT_EQ(material.name, "WALL");
    EXPECT_EQ(material.texture, "WALL.TGA");
    EXPECT_EQ(material.substance, Substance::water);
    EXPECT_EQ(material.alpha, AlphaMode::blend);
    EXPECT_FLOAT_EQ(material.base_color.w, 0.6f);
    EXPECT_FLOAT_EQ(material.uv_scroll.x, 0.1f);
    EXPECT_FLOAT_EQ(material.uv_scroll.y, -0.25f);
    EXPECT_EQ(material.environment, 0.25f);
    EXPECT_EQ(material.wave, (Wave{WaveMode::ambient_ground, WaveSpeed::slow, 0.3f, 1}));
    EXPECT_EQ(render_path(material), RenderPath::water);
    EXPECT_TRUE(is_displaced(material));
    EXPECT_FALSE(material.unlit);

    const ossuary::Material glow = to_material(plain(3), 0.01);
    EXPECT_TRUE(glow.unlit);
    EXPECT_EQ(render_path(glow), RenderPath::additive);
    EXPECT_EQ(to_material(plain(), 0.01).alpha, AlphaMode::opaque); // until a picture has holes
}

TEST(MaterialLook, TheFirstGameHasNeitherWavesNorMirrors) {
    Material material = lake();
    material.version = gothic1_material;
    const ossuary::Material made = to_material(material, 0.01);
    EXPECT_EQ(made.wave, Wave{});
    EXPECT_EQ(made.environment, 0);
    EXPECT_NE(made.uv_scroll, Vec2{});
}

TEST(MaterialLook, OddNumbersDoNotBreakTheModel) {
    Material material = lake();
    material.mat_group = 255;
    material.wave_mode = 77;
    material.wave_speed = 9;
    material.wave_max_amplitude = -5;
    material.wave_grid_size = INFINITY;
    material.environmental_mapping_strength = 40;
    material.tex_ani_map_dir = "up 0";
    Model model;
    model.materials.push_back(to_material(material, 0.01));
    EXPECT_TRUE(validate(model).empty());
    EXPECT_EQ(model.materials[0].substance, Substance::unknown);
    EXPECT_EQ(model.materials[0].uv_scroll, Vec2{});
    EXPECT_EQ(model.materials[0].environment, 1);
    EXPECT_EQ(from_material(model.materials[0], nullptr, gothic2_material, 0.01).wave_mode, 77); // the source is kept
}

TEST(MaterialLook, ComesBackExactlyOrAlike) {
    Material source = lake();
    source.entry_name = source.name;
    ossuary::Material material = to_material(source, 0.01);
    EXPECT_EQ(from_material(material, nullptr, gothic2_material, 0.01), source);

    material.extras.erase("gothic"); // as if another tool had made it
    const Material alike = from_material(material, nullptr, gothic2_material, 0.01);
    EXPECT_EQ(alike.name, source.name);
    EXPECT_EQ(alike.texture, source.texture);
    EXPECT_EQ(alike.mat_group, source.mat_group);
    EXPECT_EQ(alike.alpha_func, source.alpha_func);
    EXPECT_EQ(alike.color_bgra[3], source.color_bgra[3]);
    EXPECT_EQ(alike.tex_ani_map_mode, source.tex_ani_map_mode);
    EXPECT_EQ(alike.tex_ani_map_dir, source.tex_ani_map_dir);
    EXPECT_EQ(alike.environmental_mapping_strength, source.environmental_mapping_strength);
    EXPECT_EQ(alike.wave_mode, source.wave_mode);
    EXPECT_EQ(alike.wave_speed, source.wave_speed);
    EXPECT_FLOAT_EQ(alike.wave_max_amplitude, source.wave_max_amplitude);
    EXPECT_FLOAT_EQ(alike.wave_grid_size, source.wave_grid_size);
    for (const std::uint8_t function : std::array<std::uint8_t, 4>{2, 3, 5, 6}) {
        ossuary::Material blended = to_material(plain(function), 0.01);
        blended.extras.erase("gothic");
        EXPECT_EQ(from_material(blended, nullptr, gothic2_material, 0.01).alpha_func, function);
    }
}

TEST(MaterialLook, PairsAreSpelledAsTheEngineDoes) {
    EXPECT_EQ(pair_text({0.0001f, 0}), "9.9999997e-005 0");
    EXPECT_EQ(pair_text({256, 0.5f}), "256 0.5");
    EXPECT_EQ(pair_text({1e20f, -1e-12f}), "1e+020 -1e-012");
    for (const Vec2& pair : {Vec2{0.0001f, 3.1415927f}, Vec2{-1e-30f, 1e30f}})
        EXPECT_EQ(parse_pair(pair_text(pair)), pair);
}

} // namespace ossuary::zengin
