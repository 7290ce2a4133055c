#include <gtest/gtest.h>

#include "ossuary/assets/registry.h"
#include "ossuary/assets/workspace.h"

namespace ossuary {

namespace {

using Paths = std::vector<std::string>;

// The characters among files of these paths; behind each, after a colon, its clips.
Paths characters(const Paths& paths) {
    std::vector<FileOfFormat> files;
    for (const std::string& path : paths) files.push_back({path, find_format_by_file_name(path)});
    Paths found;
    for (const Subject& subject : characters_of(files)) {
        std::string text = subject.path;
        for (const std::string& clip : subject.clips) text += (clip == subject.clips.front() ? ": " : " ") + clip;
        found.push_back(std::move(text));
    }
    return found;
}

std::string model_of(const std::string& clip, const Paths& paths) {
    std::vector<FileOfFormat> files;
    for (const std::string& path : paths) files.push_back({path, find_format_by_file_name(path)});
    const FileOfFormat* model = model_for_clip({clip, find_format_by_file_name(clip)}, files);
    return model ? std::string(model->name) : "";
}

TEST(Characters, AScriptStandsForAllItIsMadeOf) {
    EXPECT_EQ(characters({"g/HERO-S_RUN.MAN", "g/HERO.ASC", "g/HERO.MDH", "g/HERO.MDM", "g/HERO.MDS", "g/HERO.MSB",
                          "g/HERO_RUN.ASC", "g/SWORD.MRM"}),
              (Paths{"g/HERO.MDS", "g/SWORD.MRM"}));
    EXPECT_EQ(characters({"a/HERO.MDS", "a/_compiled/HERO.MDH", "a/_compiled/HERO.MSB", "a/_compiled/HERO-T_X.MAN"}),
              (Paths{"a/HERO.MDS"}));
    EXPECT_EQ(characters({"g1/HERO.MDS", "g2/HERO.MDS"}), (Paths{"g1/HERO.MDS", "g2/HERO.MDS"}));
}

TEST(Characters, WithoutAScriptTheMeshesStandForTheSkeleton) {
    EXPECT_EQ(characters({"HERO.ASC", "HERO.MDH", "HERO.MDM", "HERO-S_RUN.MAN", "OTHER.MDH"}),
              (Paths{"HERO.MDM: HERO-S_RUN.MAN", "OTHER.MDH"}));
}

TEST(Characters, ClipsGoWithTheModelsOfTheirFolder) {
    EXPECT_EQ(characters({"a/hero.md5mesh", "a/run.md5anim", "a/walk.md5anim", "b/lone.md5anim", "c/take.bvh"}),
              (Paths{"a/hero.md5mesh: a/run.md5anim a/walk.md5anim", "b/lone.md5anim", "c/take.bvh"}));
}

TEST(Characters, NamesAreComparedWithoutWhatIsTheFormats) {
    EXPECT_EQ(characters({"x8an00.bin", "x8an01.bin", "x8pc00a.bin"}),
              (Paths{"x8an01.bin", "x8pc00a.bin: x8an00.bin"}));
}

TEST(Characters, AClipFindsItsModel) {
    EXPECT_EQ(model_of("g/HERO-S_RUN.MAN", {"g/HERO.MDH", "g/HERO.MDM", "g/HERO.MDS", "g/OTHER.MDH"}), "g/HERO.MDM");
    EXPECT_EQ(model_of("walk.md5anim", {"hero.md5mesh", "walk.md5anim", "HERO.MDH"}), "hero.md5mesh");
    EXPECT_EQ(model_of("walk.md5anim", {"a.md5mesh", "b.md5mesh"}), "") << "there is no telling which";
    EXPECT_EQ(model_of("walk.md5anim", {"a.md5mesh", "walk.md5mesh"}), "walk.md5mesh");
    EXPECT_EQ(model_of("take.bvh", {"hero.md5mesh"}), "");
}

TEST(Characters, SourcesHaveTheNamesOfWhatIsShipped) {
    EXPECT_EQ(shipped_names("HUMANS.MDS"), (Paths{"HUMANS.MSB"}));
    EXPECT_EQ(shipped_names("SKIN.TGA").front(), "SKIN-C.TEX");
    EXPECT_TRUE(shipped_names("hero.glb").empty());
}

} // namespace

} // namespace ossuary
