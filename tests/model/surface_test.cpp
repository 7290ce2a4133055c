#include "ossuary/model/surface.h"

#include <gtest/gtest.h>

namespace ossuary {
namespace {

TEST(Surface, FramesFollowEachOtherAtTheirRate) {
    Material material;
    material.base_color_image = 7;
    EXPECT_EQ(image_at(material, 3), 7);
    material.frames = {4, 5, 6};
    material.frame_rate = 12;
    EXPECT_EQ(image_at(material, 0), 4);
    EXPECT_EQ(image_at(material, 0.99 / 12), 4);
    EXPECT_EQ(image_at(material, 1.01 / 12), 5);
    EXPECT_EQ(image_at(material, 3600.26), 4); // frame 43203
    EXPECT_EQ(image_at(material, -0.01), 6);
    material.frame_rate = 0;
    EXPECT_EQ(image_at(material, 5), 4);
}

TEST(Surface, ScrollsWithoutDriftAtAnyRate) {
    Material material;
    material.uv_scroll = {0.1f, -2.5f};
    EXPECT_EQ(scroll_at(material, 0), (Vec2d{0, 0}));
    EXPECT_NEAR(scroll_at(material, 4).x, 0.4, 1e-7);
    EXPECT_NEAR(scroll_at(material, 0.1).y, 0.75, 1e-7);
    // The reference counts whole milliseconds a round, so 1500 rounds a second stand still there; here they go on.
    material.uv_scroll = {1500, 0};
    EXPECT_NEAR(scroll_at(material, 0.0001).x, 0.15, 1e-9);
    for (double t = -1000; t < 1e6; t += 777.77) {
        const Vec2d scroll = scroll_at(material, t);
        EXPECT_GE(scroll.x, 0);
        EXPECT_LT(scroll.x, 1);
    }
    material.uv_scroll = {-1e-30f, 0};
    EXPECT_EQ(scroll_at(material, 1).x, 0); // not 1
}

TEST(Surface, CoordinatesAreScaledTurnedAndMoved) {
    Material material;
    EXPECT_EQ(still_uv(material, {0.25f, 0.5f}), (Vec2d{0.25, 0.5}));
    material.uv = {.offset = {0.5f, 0.25f}, .rotation = 1.57079637f, .scale = {2, 4}};
    const Vec2d uv = still_uv(material, {0.25f, 0.5f}); // scaled (0.5, 2), turned (2, -0.5)
    EXPECT_NEAR(uv.x, 2.5, 1e-6);
    EXPECT_NEAR(uv.y, -0.25, 1e-6);
    material.uv_scroll = {0.5f, 0};
    EXPECT_NEAR(uv_at(material, {0.25f, 0.5f}, 0.5).x, 2.75, 1e-6);
}

TEST(Surface, WavesReachHalfTheirAmplitudeButTenCentimetres) {
    Material material;
    material.wave.amplitude = 0.3f;
    EXPECT_FALSE(is_displaced(material));
    EXPECT_EQ(wave_reach(material), 0);
    material.wave.mode = WaveMode::ambient_ground;
    EXPECT_TRUE(is_displaced(material));
    EXPECT_FLOAT_EQ(wave_reach(material), 0.15f);
    material.wave.amplitude = 0.01f;
    EXPECT_FLOAT_EQ(wave_reach(material), 0.1f);
    material.wave.amplitude = 0;
    EXPECT_FALSE(is_displaced(material));
}

TEST(Surface, ThePathFollowsFromAlphaAndWater) {
    const std::pair<AlphaMode, RenderPath> table[] = {
        {AlphaMode::opaque, RenderPath::solid},      {AlphaMode::mask, RenderPath::alpha_test},
        {AlphaMode::blend, RenderPath::transparent}, {AlphaMode::add, RenderPath::additive},
        {AlphaMode::multiply, RenderPath::multiply}, {AlphaMode::multiply_twice, RenderPath::multiply_twice},
    };
    for (const auto& [alpha, path] : table) {
        Material material;
        material.alpha = alpha;
        EXPECT_EQ(render_path(material), path);
        material.substance = Substance::water;
        EXPECT_EQ(render_path(material), RenderPath::water);
    }
}

TEST(Surface, TraitsAreThoseOfTheTable) {
    struct Row {
        RenderPath path;
        RenderTraits traits;
    };
    //                                            forward scene shadow map  shadow texture tessellated
    const Row table[] = {{RenderPath::solid, {false, false, false, false, false}},
                         {RenderPath::alpha_test, {false, false, false, true, false}},
                         {RenderPath::water, {true, true, false, false, true}},
                         {RenderPath::multiply, {true, false, false, false, false}},
                         {RenderPath::multiply_twice, {true, false, false, false, false}},
                         {RenderPath::transparent, {true, false, true, false, false}},
                         {RenderPath::additive, {true, false, false, false, false}}};
    for (const Row& row : table) EXPECT_EQ(traits_of(row.path), row.traits) << name_of(row.path);
}

TEST(Material, NamesAreReadBack) {
    for (std::uint8_t i = 0; i < 6; ++i) {
        AlphaMode alpha{};
        EXPECT_TRUE(parse_name(name_of(static_cast<AlphaMode>(i)), alpha));
        EXPECT_EQ(alpha, static_cast<AlphaMode>(i));
    }
    for (std::uint8_t i = 0; i < 8; ++i) {
        WaveMode mode{};
        EXPECT_TRUE(parse_name(name_of(static_cast<WaveMode>(i)), mode));
        EXPECT_EQ(mode, static_cast<WaveMode>(i));
    }
    Substance substance{};
    EXPECT_TRUE(parse_name("snow", substance));
    EXPECT_EQ(substance, Substance::snow);
    EXPECT_FALSE(parse_name("lava", substance));
    WaveSpeed speed{};
    EXPECT_TRUE(parse_name("fast", speed));
    EXPECT_EQ(speed, WaveSpeed::fast);
}

} // namespace
} // namespace ossuary
