// Models saved as Gothic's files and opened again.
#include <gtest/gtest.h>

#include "formats/zengin/binding_files.h"
#include "ossuary/assets/open_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/man.h"

namespace ossuary {
namespace {

using namespace zengin::testing;

FileLookup lookup_in(const std::vector<NamedFile>& files) {
    return [&files](std::string_view name) -> std::optional<SharedBytes> {
        for (const NamedFile& file : files)
            if (equal_ignoring_case(file.name, name)) return file.bytes;
        return {};
    };
}

// The figure with two clips, made of compiled files.
Model figure() {
    const std::vector<NamedFile> files{{"HERO.MDH", zengin::write_mdh(figure_hierarchy())},
                                       {"HERO.MDM", zengin::write_mdm(figure_meshes())},
                                       {"HERO-S_RUN.MAN", zengin::write_man(figure_animation("S_RUN"))},
                                       {"HERO-T_HIT.MAN", zengin::write_man(figure_animation("T_HIT"))}};
    return open_model(files, {}).value();
}

std::vector<NamedFile> saved(std::string_view format, const Model& model, const OptionValues& options = {}) {
    const auto files = find_format_by_name(format)->save(model, "hero", options, nullptr);
    EXPECT_TRUE(files) << files.error().text();
    return files.value_or(std::vector<NamedFile>());
}

double worst_joint(const Model& a, const Clip& in_a, const Model& b, const Clip& in_b) {
    double worst = 0;
    for (double frame = 0; frame <= in_a.duration * in_a.frame_rate; ++frame) {
        const double time = frame / in_a.frame_rate;
        const auto x = object_pose(a.skeleton, sample_pose(in_a, a.skeleton, time));
        const auto y = object_pose(b.skeleton, sample_pose(in_b, b.skeleton, time));
        for (std::size_t j = 0; j < x.size(); ++j) worst = std::max(worst, length(x[j].t - y[j].t));
    }
    return worst;
}

TEST(GothicSave, AScriptWithItsSourcesOpensAgain) {
    const Model model = figure();
    for (const std::string_view format : {"mds", "msb"}) {
        const std::vector<NamedFile> files = saved(format, model);
        Diagnostics found;
        const auto again = open_model(std::span(files).first(1), lookup_in(files), {}, &found);
        ASSERT_TRUE(again) << again.error().text();
        ASSERT_EQ(found.size(), 1u) << format;
        EXPECT_NE(found[0].message.find("no picture was found"), std::string::npos) << found[0].text();
        EXPECT_EQ(again->meshes.size(), model.meshes.size());
        ASSERT_EQ(again->clips.size(), 2u);
        for (std::size_t c = 0; c < 2; ++c)
            EXPECT_LT(worst_joint(model, model.clips[c], *again, again->clips[c]), 1e-4) << format;
    }
}

TEST(GothicSave, MeshesAndHierarchiesOpenAgain) {
    const Model model = figure();
    for (const std::string_view format : {"mdh", "mdm", "mdl", "asc"}) {
        const std::vector<NamedFile> files = saved(format, model);
        const auto again = open_model(std::span(files).first(1), lookup_in(files));
        ASSERT_TRUE(again) << format << ": " << again.error().text();
        ASSERT_EQ(again->skeleton.joints.size(), model.skeleton.joints.size());
        const auto a = rest_object_pose(model.skeleton), b = rest_object_pose(again->skeleton);
        for (std::size_t j = 0; j < a.size(); ++j) EXPECT_LT(length(a[j].t - b[j].t), 1e-5) << format;
        EXPECT_EQ(again->meshes.size(), format == "mdh" ? 0u : model.meshes.size()) << format;
    }
}

TEST(GothicSave, OneClipOfSeveralIsWritten) {
    const Model model = figure();
    const std::vector<NamedFile> files = saved("man", model, {{"clip", "T_HIT"}});
    const auto animation = zengin::parse_man(files.at(0).bytes);
    ASSERT_TRUE(animation);
    EXPECT_EQ(animation->name, "T_HIT");
    EXPECT_EQ(animation->checksum, figure_hierarchy().checksum);
    EXPECT_EQ(animation->num_frames, 11u);
    EXPECT_FALSE(find_format_by_name("man")->save(model, "x", {{"clip", "T_LOST"}}, nullptr));
    const std::vector<NamedFile> motion = saved("asc", model, {{"clip", "T_HIT"}});
    ASSERT_EQ(motion.size(), 1u);
    EXPECT_NE(as_text(motion[0].bytes).find("*TM_ANIMATION"), std::string_view::npos);
}

TEST(GothicSave, MaterialsGoBackAsTheyCame) {
    zengin::ModelMesh meshes = figure_meshes();
    for (zengin::MeshAttachment& attachment : meshes.attachments) {
        attachment.mesh.version = zengin::gothic1_mesh;
        attachment.mesh.materials[0].version = zengin::gothic1_material;
        attachment.mesh.materials[0].tex_scale = "256 128";
        attachment.mesh.materials[0].mat_group = 3;
    }
    meshes.softskins.clear();
    meshes.checksum.reset();
    const std::vector<NamedFile> parts{{"HERO.MDH", zengin::write_mdh(figure_hierarchy())},
                                       {"HERO.MDM", zengin::write_mdm(meshes)}};
    const std::vector<NamedFile> files = saved("mdm", open_model(parts, {}).value());
    const auto again = zengin::parse_mdm(files.at(0).bytes);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->attachments.at(0).mesh.version, zengin::gothic1_mesh) << "Gothic 1 stays Gothic 1";
    EXPECT_EQ(again->attachments.at(0).mesh.materials.at(0), meshes.attachments[0].mesh.materials[0]);
}

} // namespace
} // namespace ossuary
