// The things beside Ossian, and the files `demo` lays out.
#include "samples/samples.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/formats/md5/md5anim.h"
#include "ossuary/formats/md5/md5mesh.h"

namespace ossuary {
namespace {

std::string all_things(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& one : diagnostics) text += one.text() + "\n";
    return text;
}

TEST(Chest, IsAHierarchyOfRigidPartsThatOpens) {
    const Model chest = samples::make_chest();
    EXPECT_EQ(all_things(validate(chest)), "");
    EXPECT_TRUE(chest.skins.empty());
    const Clip* open = chest.find_clip("open");
    ASSERT_NE(open, nullptr);
    const auto lid = static_cast<std::size_t>(chest.skeleton.find("LID"));
    const auto shut = object_pose(chest.skeleton, sample_pose(*open, chest.skeleton, 0));
    const auto wide = object_pose(chest.skeleton, sample_pose(*open, chest.skeleton, open->duration));
    EXPECT_GT(shut[lid].z.z, 0.999); // flat, towards the front
    EXPECT_LT(wide[lid].z.z, -0.1);  // over the back
}

// What lies on the hinge stays there however far the lid turns.
TEST(Chest, LidStaysAtItsHinge) {
    const Model chest = samples::make_chest();
    float nearest = 1;
    for (const Vec3& at : chest.meshes[1].positions) nearest = std::min(nearest, std::hypot(at.y, at.z));
    EXPECT_LT(nearest, 0.005f);
}

TEST(Chest, ClosesTheWayItOpens) {
    const Model chest = samples::make_chest();
    const Clip &open = *chest.find_clip("open"), &close = *chest.find_clip("close");
    EXPECT_EQ(open.joints[1].rotation.values.front(), close.joints[1].rotation.values.back());
    EXPECT_EQ(open.joints[1].rotation.values.back(), close.joints[1].rotation.values.front());
}

TEST(Banner, WavesByMorphTargetsAlone) {
    const Model banner = samples::make_banner();
    EXPECT_EQ(all_things(validate(banner)), "");
    ASSERT_EQ(banner.meshes[0].morphs.size(), 8u);
    const Clip* wave = banner.find_clip("wave");
    ASSERT_NE(wave, nullptr);
    EXPECT_EQ(wave->loop, LoopMode::wrap);
    ASSERT_EQ(wave->morphs.size(), 1u);
    for (const Channel<float>& weight : wave->morphs[0].weights) {
        EXPECT_EQ(weight.values.front(), weight.values.back());
        const auto [least, most] = std::minmax_element(weight.values.begin(), weight.values.end());
        EXPECT_EQ(*least, 0.0f); // what tools clamp must not be needed
        EXPECT_GT(*most, 0.99f);
        EXPECT_LE(*most, 1.0f);
    }
}

TEST(Banner, ClothStaysInFrontOfThePole) {
    const Model banner = samples::make_banner();
    const Clip& wave = *banner.find_clip("wave");
    const auto pose = rest_object_pose(banner.skeleton);
    for (int frame = 0; frame < 90; frame += 5) {
        std::vector<double> weights;
        for (const Channel<float>& weight : wave.morphs[0].weights) weights.push_back(sample(weight, frame / 30.0, 0));
        for (const Vec3d& p : posed_positions(banner, banner.meshes[0], pose, weights))
            if (std::abs(p.x) < 0.03) {
                EXPECT_GT(p.z, 0.025) << "frame " << frame << " at height " << p.y;
            }
    }
}

TEST(Clearing, HasGroundThingsAndAWayNet) {
    const World world = samples::make_world();
    EXPECT_EQ(all_things(validate(world)), "");
    EXPECT_EQ(all_things(validate(to_model(world))), "");
    EXPECT_EQ(world.objects.size(), 3u);
    EXPECT_GE(world.way_net.points.size(), 8u);
    // Every point can be reached from the first.
    std::set<std::uint32_t> reached{0};
    for (std::size_t i = 0; i < world.way_net.points.size(); ++i)
        for (const auto& [a, b] : world.way_net.edges) {
            if (reached.contains(a)) reached.insert(b);
            if (reached.contains(b)) reached.insert(a);
        }
    EXPECT_EQ(reached.size(), world.way_net.points.size());
}

class Demo : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        auto made = samples::make_demo(&dropped);
        ASSERT_TRUE(made) << made.error().text();
        files = std::move(*made);
    }
    static const NamedFile* find(std::string_view path) {
        const auto at = std::find_if(files.begin(), files.end(), [&](const auto& file) { return file.name == path; });
        return at == files.end() ? nullptr : &*at;
    }
    static inline std::vector<NamedFile> files;
    static inline Diagnostics dropped;
};

TEST_F(Demo, LaysOutEveryFormat) {
    for (const char* path : {"hero.glb", "chest.glb", "banner.glb", "world.glb", "md5/hero.md5mesh", "md5/walk.md5anim",
                             "md5/bone.png", "bvh/walk.bvh", "gothic1/HERO.MDS", "gothic2/HERO.MSB",
                             "gothic2/HERO-S_1HATTACK.MAN", "gothic2/TEXTURES/OSSIAN_BONE.TGA"})
        EXPECT_NE(find(path), nullptr) << path;
    std::set<std::string> paths;
    for (const NamedFile& file : files) {
        EXPECT_FALSE(file.bytes.empty()) << file.name;
        EXPECT_TRUE(paths.insert(file.name).second) << file.name;
    }
}

TEST_F(Demo, TellsWhatMd5CannotHold) {
    bool morphs = false;
    for (const Diagnostic& one : dropped) {
        EXPECT_FALSE(one.place.file.empty());
        EXPECT_NE(one.severity, Severity::error) << one.text();
        morphs = morphs || (one.place.file == "md5/hero.md5mesh" && one.message.find("morph") != std::string::npos);
    }
    EXPECT_TRUE(morphs) << all_things(dropped);
}

TEST_F(Demo, FilesReadBack) {
    const auto glb = gltf::parse_gltf(find("hero.glb")->bytes, "hero");
    ASSERT_TRUE(glb) << glb.error().text();
    EXPECT_EQ(glb->clips.size(), 20u);
    EXPECT_EQ(all_things(validate(*glb)), "");
    const auto mesh = md5::parse_md5mesh(find("md5/hero.md5mesh")->bytes);
    ASSERT_TRUE(mesh) << mesh.error().text();
    EXPECT_EQ(mesh->joints.size(), 50u);
    // The game draws fronts only, so what is seen from both sides is there twice.
    std::size_t wanted = 0, written = 0;
    for (const Mesh& one : glb->meshes)
        for (const Surface& surface : one.surfaces) {
            const bool lined =
                one.morphs.empty() && glb->materials[static_cast<std::size_t>(surface.material)].double_sided;
            wanted += surface.index_count / 3 * (lined ? 2u : 1u);
        }
    for (const md5::Mesh& one : mesh->meshes) written += one.tris.size();
    EXPECT_EQ(written, wanted);
    for (const NamedFile& file : files) {
        if (!file.name.ends_with(".md5anim")) continue;
        const auto anim = md5::parse_md5anim(file.bytes);
        EXPECT_TRUE(anim) << anim.error().text();
    }
}

} // namespace
} // namespace ossuary
