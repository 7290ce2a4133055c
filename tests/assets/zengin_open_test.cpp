#include <map>

#include <gtest/gtest.h>

#include "formats/zengin/binding_files.h"
#include "ossuary/assets/open_model.h"
#include "ossuary/assets/workspace.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/model/event.h"

namespace ossuary {
namespace {

using namespace zengin::testing;

constexpr std::string_view script = "Model (\"HERO\")\n{\n\tmeshAndTree (\"BODY.ASC\")\n\taniEnum\n\t{\n"
                                    "\t\tani (\"S_RUN\" 1 \"S_RUN\" 0.1 0.1 M. \"RUN.ASC\" F 0 25)\n"
                                    "\t\t{\n\t\t\t*eventSFXGrnd (5 \"STEP\")\n\t\t}\n"
                                    "\t\taniAlias (\"T_BACK\" 1 \"\" 0.1 0.1 . \"S_RUN\" R)\n\t}\n}\n";

NamedFile hierarchy() { return {"HERO.MDH", zengin::write_mdh(figure_hierarchy())}; }
NamedFile meshes() { return {"HERO.MDM", zengin::write_mdm(figure_meshes())}; }
NamedFile animation() { return {"HERO-S_RUN.MAN", zengin::write_man(figure_animation())}; }

FileLookup lookup_in(std::vector<NamedFile> files) {
    return [files = std::move(files)](std::string_view name) -> std::optional<SharedBytes> {
        for (const NamedFile& file : files)
            if (equal_ignoring_case(file.name, name)) return file.bytes;
        return {};
    };
}

TEST(GothicOpen, AScriptFindsItsPartsAndSurvivesGltf) {
    NamedFile body = meshes();
    body.name = "BODY.MDM";
    Diagnostics diagnostics;
    const std::vector files{NamedFile{"HERO.MDS", to_buffer(script)}};
    const auto model = open_model(files, lookup_in({hierarchy(), body, animation()}), {}, &diagnostics);
    ASSERT_TRUE(model) << model.error().text();
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].text(), "HERO.MDS: warning: no picture was found for the texture SKIN_V0.TGA");

    const auto glb = gltf::write_glb(*model);
    ASSERT_TRUE(glb) << glb.error().text();
    const auto again = gltf::parse_gltf(*glb, "hero.glb", {});
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_TRUE(validate(*again).empty());
    ASSERT_EQ(again->clips.size(), 2u);
    const Clip* run = again->find_clip("S_RUN");
    ASSERT_NE(run, nullptr);
    ASSERT_EQ(run->events.events.size(), 1u);
    EXPECT_EQ(std::get<GroundSoundEvent>(run->events.events[0].data).name, "STEP");
    EXPECT_DOUBLE_EQ(run->events.events[0].time, 0.2);
    EXPECT_EQ(again->find_clip("T_BACK")->hints.direction, Direction::reverse);

    // The skin at every frame, before and after, within a hundredth of a millimetre.
    const auto skinned = [](const Model& m, double time) {
        const auto pose = object_pose(m.skeleton, sample_pose(*m.find_clip("S_RUN"), m.skeleton, time));
        for (const Mesh& mesh : m.meshes)
            if (mesh.skin >= 0) return posed_positions(m, mesh, pose);
        return std::vector<Vec3d>();
    };
    for (int frame = 0; frame <= 10; ++frame) {
        const auto before = skinned(*model, frame / 10.0), after = skinned(*again, frame / 10.0);
        ASSERT_EQ(before.size(), after.size());
        ASSERT_EQ(before.size(), 4u);
        for (std::size_t i = 0; i < before.size(); ++i) EXPECT_LT(length(before[i] - after[i]), 1e-5);
    }
}

TEST(GothicOpen, MeshesFindTheHierarchyOfTheirName) {
    const std::vector files{meshes()};
    const auto model = open_model(files, lookup_in({hierarchy()}));
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_EQ(model->meshes.size(), 2u);
    const auto alone = open_model(files, {});
    ASSERT_FALSE(alone);
    EXPECT_NE(alone.error().text().find("HERO.MDH is not found"), std::string::npos) << alone.error().text();
}

// Under other names: the checksum alone says what belongs together.
TEST(GothicOpen, PartsFindTheHierarchyOfTheirChecksum) {
    Workspace files;
    zengin::ModelHierarchy other = figure_hierarchy();
    other.nodes[1].name = "BIP01 LEG";
    other.checksum = zengin::node_checksum(other);
    files.add("game/A_OTHER.MDH", SharedBytes(zengin::write_mdh(other)));
    files.add("game/HUMANS.MDH", hierarchy().bytes);
    files.add("game/ARMOR.MDM", meshes().bytes);
    files.add("game/ARMOR.MDH", SharedBytes(zengin::write_mdh(other))); // its namesake is another skeleton's
    files.add("game/HUMANS_MAGE-S_RUN.MAN", animation().bytes);
    const auto armor = files.open("game/ARMOR.MDM");
    ASSERT_TRUE(armor) << armor.error().text();
    EXPECT_EQ(armor->model->skeleton.joints[1].name, "BIP01 ARM");
    EXPECT_EQ(armor->model->meshes.size(), 2u);
    for (const Diagnostic& one : armor->diagnostics) EXPECT_EQ(one.message.find("Checksum"), std::string::npos);
    const auto run = files.open("game/HUMANS_MAGE-S_RUN.MAN");
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(run->model->skeleton.joints[1].name, "BIP01 ARM");
    ASSERT_EQ(run->model->clips.size(), 1u);

    ASSERT_TRUE(files.remove("game/HUMANS.MDH"));
    const auto mismatch = files.open("game/ARMOR.MDM"); // better than nothing
    ASSERT_TRUE(mismatch) << mismatch.error().text();
    ASSERT_TRUE(files.remove("game/ARMOR.MDH"));
    const auto lost = files.open("game/ARMOR.MDM");
    ASSERT_FALSE(lost);
    EXPECT_NE(lost.error().text().find("ARMOR.MDH is not found"), std::string::npos) << lost.error().text();
}

TEST(GothicOpen, AHierarchyItsMeshesAndAnAnimationAreOneModel) {
    const std::vector files{animation(), hierarchy(), meshes()};
    const auto model = open_model(files, {});
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_EQ(model->meshes.size(), 2u);
    ASSERT_EQ(model->clips.size(), 1u);
    EXPECT_EQ(model->clips[0].name, "S_RUN");
}

TEST(GothicOpen, AnAnimationAloneAsksForItsSkeleton) {
    const std::vector files{animation()};
    const auto model = open_model(files, {});
    ASSERT_FALSE(model);
    EXPECT_NE(model.error().text().find("MDH or MDL"), std::string::npos) << model.error().text();
}

TEST(GothicOpen, TheUnitScaleIsTheUsersToChoose) {
    const std::vector files{hierarchy(), animation()};
    const auto model = open_model(files, {}, {{"unit-scale", "1"}});
    ASSERT_TRUE(model);
    EXPECT_NEAR(model->skeleton.joints[0].rest.translation.y, 90, 1e-4);
    EXPECT_NEAR(model->clips[0].joints[1].translation.values[0].y, 40, 0.01);
    EXPECT_FALSE(open_model(files, {}, {{"unit-scale", "0"}}));
}

} // namespace
} // namespace ossuary
