// The demo's mech and yard: they are as the games' files are, the mech walks on the ground, the gate opens.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/model.h"
#include "samples/gate.h"
#include "samples/samples.h"
#include "samples/zbd.h"

namespace ossuary {
namespace {

using namespace mw3;

std::string texts_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& one : diagnostics) text += one.text() + "\n";
    return text;
}

Model walking_mech(RootTravel travel) {
    Model source = samples::make_mech();
    source.name = "ossian";
    const TexturePackage packages[] = {samples::make_mech_textures(source)};
    const Mechlib file = parse_mechlib(write_mechlib(samples::make_mechlib(source))).value();
    Diagnostics said;
    const ToModelOptions options{.travel = travel, .model = "mech_ossian", .textures = packages};
    Model mech = to_model(file, "ossian", options, &said).value();
    const MotionFile motions = motion_from_model(source).value();
    EXPECT_TRUE(add_clips(mech, motions_of(motions, "mech_ossian.flt"), options, &said));
    EXPECT_EQ(texts_of(said), "");
    EXPECT_EQ(texts_of(validate(mech)), "");
    return mech;
}

TEST(DemoMech, IsAsTheGamesFilesAre) {
    const Model mech = samples::make_mech();
    Diagnostics said;
    ASSERT_TRUE(parse_mechlib(write_mechlib(samples::make_mechlib(mech)), &said));
    ASSERT_TRUE(parse_textures(write_textures(samples::make_mech_textures(mech)), &said));
    ASSERT_TRUE(parse_gamez(write_gamez(samples::make_yard()), &said));
    ASSERT_TRUE(parse_textures(write_textures(samples::make_yard_textures()), &said));
    ASSERT_TRUE(parse_zbd(write_zbd(samples::make_reader()), &said));
    ASSERT_TRUE(parse_zbd(write_zbd(samples::make_sound_archive()), &said));
    EXPECT_EQ(texts_of(said), "");
}

TEST(DemoMech, HasPaintSchemes) {
    Model mech = walking_mech(RootTravel::keep);
    ASSERT_EQ(mech.variants.size(), 2u);
    EXPECT_EQ(mech.variants[0].name, "b");
    EXPECT_EQ(mech.images.size(), 4u);
    const auto shown = [&] {
        const Material& material = mech.materials[static_cast<std::size_t>(mech.meshes[0].surfaces[0].material)];
        return mech.images[static_cast<std::size_t>(material.base_color_image)].name;
    };
    EXPECT_EQ(shown(), "ossian01");
    choose_variant(mech, 1);
    EXPECT_EQ(shown(), "ossian01_c");
}

TEST(DemoMech, WalksOnTheGroundWithKneesToTheFront) {
    const Model mech = walking_mech(RootTravel::strip);
    for (const char* name : {"ossian_walk", "ossian_run", "ossian_idle"}) {
        const Clip* clip = mech.find_clip(name);
        ASSERT_NE(clip, nullptr) << name;
        double highest_low = -1;
        for (int i = 0; i <= 40; ++i) {
            const auto pose = object_pose(mech.skeleton, sample_pose(*clip, mech.skeleton, clip->duration * i / 40));
            double lowest = 100;
            for (const Mesh& mesh : mech.meshes)
                for (const Vec3d& at : posed_positions(mech, mesh, pose)) lowest = std::min(lowest, at.y);
            EXPECT_GT(lowest, -0.25) << name << " at " << i; // of nine metres
            highest_low = std::max(highest_low, lowest);
            for (const char side : {'l', 'r'}) {
                const auto joint = [&](const char* part) {
                    return pose[static_cast<std::size_t>(mech.skeleton.find(side + std::string(part)))].t;
                };
                const Vec3d hip = joint("thigh"), knee = joint("calf"), ankle = joint("foot");
                const Vec3d leg = ankle - hip;
                const Vec3d on_line = hip + leg * (dot(knee - hip, leg) / dot(leg, leg));
                EXPECT_GT(knee.z - on_line.z, -0.05) << name << " at " << i;
            }
        }
        if (std::string_view(name) != "ossian_run") {
            EXPECT_LT(highest_low, 0.15) << name;
        }
    }
}

TEST(DemoMech, TravelsWithoutAJumpAtTheLoop) {
    const Model mech = walking_mech(RootTravel::keep);
    const Clip& walk = *mech.find_clip("ossian_walk");
    const auto hip = static_cast<std::size_t>(mech.skeleton.find("hip"));
    ASSERT_EQ(walk.hints.root_joint, static_cast<std::int32_t>(hip));
    const auto& keys = walk.joints[hip].translation.values;
    EXPECT_GT(keys.back().z - keys.front().z, 3);
    float largest = 0, smallest = 100;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        largest = std::max(largest, keys[i].z - keys[i - 1].z);
        smallest = std::min(smallest, keys[i].z - keys[i - 1].z);
    }
    EXPECT_GT(smallest, 0); // forward all the time …
    EXPECT_LT(largest, 3 * (keys.back().z - keys.front().z) / static_cast<float>(keys.size() - 1)); // … and evenly
    for (std::size_t j = 0; j < walk.joints.size(); ++j) {
        if (walk.joints[j].rotation.values.empty()) continue;
        const Quat &first = walk.joints[j].rotation.values.front(), &last = walk.joints[j].rotation.values.back();
        EXPECT_NEAR(std::abs(dot(to_double(first), to_double(last))), 1, 1e-6) << mech.skeleton.joints[j].name;
    }
}

TEST(DemoYard, HasEveryNodeTheDefinitionsSpeakOf) {
    const TexturePackage packages[] = {samples::make_yard_textures()};
    Diagnostics said;
    Model yard = to_model(samples::make_yard(), "yard", {.textures = packages}, &said).value();
    EXPECT_EQ(texts_of(validate(yard)), "");
    const AnimFile animations = samples::make_gate_file();
    ASSERT_TRUE(add_clips(yard, animations, {}, &said));
    std::erase_if(said, [](const Diagnostic& one) { return one.severity == Severity::note; });
    EXPECT_EQ(texts_of(said), "");
    EXPECT_EQ(texts_of(validate(yard)), "");
    EXPECT_EQ(yard.clips.size(), animations.definitions.size());
    const Clip* open = yard.find_clip("open_gate");
    ASSERT_NE(open, nullptr);
    for (const auto& [name, way] : {std::pair("gate_left", 6.0), std::pair("gate_right", -6.0)}) {
        const auto wing = static_cast<std::size_t>(yard.skeleton.find(name));
        const auto shut = sample_pose(*open, yard.skeleton, 0), wide = sample_pose(*open, yard.skeleton, 5);
        EXPECT_NEAR(wide[wing].translation.x - shut[wing].translation.x, way, 1e-3) << name; // turned half about Y
    }
    const auto tower = std::ranges::find(yard.meshes, "tower_hi", &Mesh::name);
    ASSERT_NE(tower, yard.meshes.end());
    ASSERT_EQ(tower->levels.size(), 1u);
    EXPECT_LT(tower->levels[0].indices.size(), tower->indices.size());
    EXPECT_TRUE(std::ranges::any_of(yard.materials, [](const Material& m) { return m.frames.size() == 3; }));
    EXPECT_TRUE(std::ranges::any_of(yard.materials, [](const Material& m) { return m.uv_scroll.x > 0; }));
    EXPECT_TRUE(std::ranges::any_of(yard.materials,
                                    [](const Material& m) { return m.double_sided && m.alpha == AlphaMode::mask; }));
    EXPECT_EQ(yard.cameras.size(), 1u);
    EXPECT_EQ(yard.extras["mw3"]["lights"].size(), 1u);
}

} // namespace
} // namespace ossuary
