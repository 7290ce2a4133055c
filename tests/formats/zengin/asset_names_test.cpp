#include "ossuary/formats/zengin/asset_names.h"

#include <gtest/gtest.h>

namespace ossuary::zengin {
namespace {

using Names = std::vector<std::string>;

TEST(AssetNames, TheTableHasARowForEachKindInItsPlace) {
    for (std::size_t i = 0; i < name_rules().size(); ++i)
        EXPECT_EQ(static_cast<std::size_t>(name_rules()[i].kind), i) << name_rules()[i].title;
    EXPECT_EQ(name_rules().back().kind, AssetKind::particle_effect) << "the last kind";
}

// The lines of the table, one test each.
TEST(AssetNames, ATextureIsCompiledOrThePictureItself) {
    EXPECT_EQ(candidates(AssetKind::texture, "X.TGA"), (Names{"X-C.TEX", "X.TGA", "X.PNG"}));
}
TEST(AssetNames, AMeshIsAMultiResolutionMesh) { EXPECT_EQ(candidates(AssetKind::mesh, "X.3DS"), Names{"X.MRM"}); }
TEST(AssetNames, ALevelMeshIsAPlainMesh) { EXPECT_EQ(candidates(AssetKind::level_mesh, "X.3DS"), Names{"X.MSH"}); }
TEST(AssetNames, AMorphMeshIsCompiled) { EXPECT_EQ(candidates(AssetKind::morph_mesh, "X.MMS"), Names{"X.MMB"}); }
TEST(AssetNames, AModelScriptIsCompiledFirstInTheSecondGame) {
    EXPECT_EQ(candidates(AssetKind::model_script, "X.MDS", Game::gothic2), (Names{"X.MSB", "X.MDS"}));
    EXPECT_EQ(candidates(AssetKind::model_script, "X.MDS", Game::gothic1), (Names{"X.MDS", "X.MSB"}));
}
TEST(AssetNames, TheModelOfAScriptIsNamedByItsMesh) {
    const ModelNames names = model_names("HUMANS.MDS", "HUM_BODY.ASC");
    EXPECT_EQ(names.meshes, Names{"HUM_BODY.MDM"});
    EXPECT_EQ(names.hierarchies, (Names{"HUM_BODY.MDH", "HUMANS.MDH", "HUM_BODY.MDL", "HUMANS.MDL"}));
}
TEST(AssetNames, AMeshWithoutExtensionGetsOne) {
    EXPECT_EQ(model_names("HUMANS.MDS", "HUM_BODY").meshes, Names{"HUM_BODY.MDM"});
}
TEST(AssetNames, AScriptWithoutMeshNamesItsHierarchyItself) {
    const ModelNames names = model_names("HUMANS.MDS", "");
    EXPECT_EQ(names.meshes, Names{});
    EXPECT_EQ(names.hierarchies, (Names{"HUMANS.MDH", "HUMANS.MDL"}));
    EXPECT_EQ(model_names("WARAN.MDS", "Waran.ASC").hierarchies, (Names{"Waran.MDH", "Waran.MDL"})) << "none twice";
}
TEST(AssetNames, AnExportIsAMeshOrTheModelOfAnObject) {
    EXPECT_EQ(candidates(AssetKind::model_mesh, "X.ASC"), Names{"X.MDM"});
    EXPECT_EQ(candidates(AssetKind::hierarchy, "X.ASC"), (Names{"X.MDH", "X.MDL"}));
    EXPECT_EQ(candidates(AssetKind::model, "X.ASC"), Names{"X.MDL"});
}
TEST(AssetNames, AnAnimationCarriesTheNameOfItsScript) {
    EXPECT_EQ(animation_name("HUMANS.MDS", "S_FISTRUN"), "HUMANS-S_FISTRUN.MAN");
    EXPECT_EQ(candidates(AssetKind::animation, "HUMANS-S_FISTRUN.MAN"), Names{"HUMANS-S_FISTRUN.MAN"});
}
TEST(AssetNames, AWorldIsItself) { EXPECT_EQ(candidates(AssetKind::world, "X.ZEN"), Names{"X.ZEN"}); }
TEST(AssetNames, AHeadIsAMorphMeshAndABodyAnExport) {
    EXPECT_EQ(candidates(AssetKind::morph_mesh, "HUM_HEAD_BALD"), Names{"HUM_HEAD_BALD.MMB"});
    EXPECT_EQ(candidates(AssetKind::model_mesh, "HUM_BODY_NAKED0"), Names{"HUM_BODY_NAKED0.MDM"});
}
TEST(AssetNames, ASoundIsItselfOrAWave) {
    EXPECT_EQ(candidates(AssetKind::sound, "DOOR.OGG"), Names{"DOOR.OGG"});
    EXPECT_EQ(candidates(AssetKind::sound, "DOOR"), Names{"DOOR.WAV"});
}
TEST(AssetNames, OfOutputUnitsTheBinaryComesFirst) {
    EXPECT_EQ(candidates(AssetKind::output_units, "OU"), (Names{"OU.BIN", "OU.DAT"}));
    EXPECT_EQ(candidates(AssetKind::output_units, "CONTENT\\CUTSCENE\\OU.DAT"),
              (Names{"CONTENT\\CUTSCENE\\OU.BIN", "OU.BIN", "CONTENT\\CUTSCENE\\OU.DAT", "OU.DAT"}));
}
TEST(AssetNames, AProgramIsADat) {
    EXPECT_EQ(candidates(AssetKind::program, "GOTHIC"), Names{"GOTHIC.DAT"});
    EXPECT_EQ(name_rule(AssetKind::program).folder, "_WORK/DATA/SCRIPTS/_COMPILED");
}
TEST(AssetNames, AFontIsTwoFilesNamedUpToTheFirstDot) {
    EXPECT_EQ(font_names("FONT_OLD_10.WHITE.TGA").font, "FONT_OLD_10.FNT");
    EXPECT_EQ(font_names("FONT_OLD_10.WHITE.TGA").texture, "FONT_OLD_10.TGA");
    EXPECT_EQ(font_names("FONT_OLD_10.TGA", true).font, "FONT_OLD_10_HI.FNT");
    EXPECT_EQ(font_names("FONT_OLD_10.TGA", true).texture, "FONT_OLD_10_HI.TGA");
}
TEST(AssetNames, AParticleEffectIsAnInstance) {
    EXPECT_EQ(particle_instance("FIRE"), "FIRE");
    EXPECT_EQ(particle_instance("FIRE.pfx.PFX"), "FIRE");
    EXPECT_EQ(particle_instance(".PFX"), "");
    EXPECT_EQ(candidates(AssetKind::particle_effect, "FIRE.PFX"), Names{});
}

TEST(AssetNames, TheStemStaysAsItIs) {
    EXPECT_EQ(candidates(AssetKind::mesh, "Old.Barrel.max.3ds"), Names{"Old.Barrel.max.MRM"});
    EXPECT_EQ(candidates(AssetKind::mesh, "C:\\Art\\3DS\\barrel.3ds"), Names{"barrel.MRM"});
    EXPECT_EQ(candidates(AssetKind::texture, "a.b/WALL"), (Names{"WALL-C.TEX", "WALL.TGA", "WALL.PNG"}));
    EXPECT_EQ(animation_name("A.B.MDS", "RUN"), "A.B-RUN.MAN");
}
TEST(AssetNames, NothingIsTriedTwice) {
    EXPECT_EQ(candidates(AssetKind::texture, "wall.png"), (Names{"wall-C.TEX", "wall.png"}));
}
TEST(AssetNames, NoNameFindsNothing) {
    for (const NameRule& rule : name_rules()) {
        EXPECT_EQ(candidates(rule.kind, ""), Names{}) << rule.title;
        EXPECT_EQ(candidates(rule.kind, "folder/"), Names{}) << rule.title;
    }
}

TEST(AssetNames, AVisualIsToldByItsLastExtension) {
    EXPECT_EQ(visual_kind("X.3DS"), AssetKind::mesh);
    EXPECT_EQ(visual_kind("x.mms"), AssetKind::morph_mesh);
    EXPECT_EQ(visual_kind("X.MDS"), AssetKind::model_script);
    EXPECT_EQ(visual_kind("X.ASC"), AssetKind::model);
    EXPECT_EQ(visual_kind("X.3DS.TGA"), AssetKind::texture);
    EXPECT_EQ(visual_kind("FIRE.PFX"), AssetKind::particle_effect);
    EXPECT_EQ(visual_kind("X.DOC"), std::nullopt);
    EXPECT_EQ(visual_kind("3DS"), std::nullopt);
}

TEST(TextureNames, FramesReplaceEveryTag) {
    EXPECT_TRUE(is_animated_texture("WATER_A0.TGA"));
    EXPECT_TRUE(is_animated_texture("water_a0"));
    EXPECT_FALSE(is_animated_texture("WATER_A1.TGA"));
    EXPECT_EQ(texture_frame("WATER_A0.TGA", 0), "WATER_A0.TGA");
    EXPECT_EQ(texture_frame("WATER_A0.TGA", 12), "WATER_A12.TGA");
    EXPECT_EQ(texture_frame("Fire_a0_A0.TGA", 3), "Fire_a3_A3.TGA");
    EXPECT_EQ(texture_frame("FIRE_A0_A0.TGA", 10), "FIRE_A10_A10.TGA");
    EXPECT_EQ(texture_frame("WALL.TGA", 3), "WALL.TGA");
}
TEST(TextureNames, VariantsReplaceTheFirstTagOfEach) {
    EXPECT_EQ(texture_variant("HUM_BODY_NAKED_V0_C0.TGA", 8, 2), "HUM_BODY_NAKED_V8_C2.TGA");
    EXPECT_EQ(texture_variant("hum_head_v0_c0_v0.tga", 123, 0), "hum_head_v123_c0_v0.tga");
    EXPECT_EQ(texture_variant("WALL.TGA", 1, 1), "WALL.TGA");
}

} // namespace
} // namespace ossuary::zengin
