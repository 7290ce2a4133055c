#include "ossuary/assets/options.h"

#include <gtest/gtest.h>

#include "ossuary/assets/open_model.h"
#include "ossuary/base/diagnostic.h"
#include "small_files.h"

namespace ossuary {
namespace {

using namespace testing;

Model opened(const OptionValues& options) {
    const NamedFile files[] = {named("small.md5mesh", small_mesh), named("walk.md5anim", small_anim)};
    auto model = open_model(files, {}, options);
    EXPECT_TRUE(model) << model.error().text();
    return model ? *std::move(model) : Model();
}

TEST(Options, AreRefusedByNameWhereNoFileTakesThem) {
    const FileOfFormat script{"HERO.MDS", find_format_by_name("mds")};
    const auto fits = check_options(OptionUse::open, {{"flip-green", "true"}}, {&script, 1});
    ASSERT_FALSE(fits);
    EXPECT_EQ(fits.error().message(),
              "--flip-green: HERO.MDS is a Gothic model script (mds); formats with this option: md5mesh");
    EXPECT_TRUE(check_options(OptionUse::open, {{"root-motion", "strip"}}, {&script, 1}));
}

TEST(Options, OneOfSeveralFilesMayHaveThem) {
    const FileOfFormat files[] = {{"a.md5anim", find_format_by_name("md5anim")},
                                  {"a.md5mesh", find_format_by_name("md5mesh")}};
    EXPECT_TRUE(check_options(OptionUse::open, {{"flip-green", "true"}}, files));
    EXPECT_FALSE(check_options(OptionUse::open, {{"flip-green", "true"}}, std::span(files).first(1)));
    EXPECT_FALSE(check_options(OptionUse::open, {{"nonsense", "true"}}, files));
}

TEST(Options, ValuesAreOfTheirKind) {
    const FileOfFormat file{"a.md5mesh", find_format_by_name("md5mesh")};
    for (const auto& [name, wrong] :
         {std::pair("unit-scale", "0"), {"unit-scale", "large"}, {"front", "up"}, {"normals", "best"}})
        EXPECT_FALSE(check_options(OptionUse::open, {{name, wrong}}, {&file, 1})) << name;
    EXPECT_TRUE(check_options(OptionUse::open, {{"normals", "progressive"}}, {&file, 1}));
    const FileOfFormat other{"a.glb", find_format_by_name("glb")};
    EXPECT_FALSE(check_options(OptionUse::open, {{"normals", "progressive"}}, {&other, 1})) << "is DOOM 3's own";
    EXPECT_TRUE(check_options(OptionUse::open, {{"normals", "angle"}}, {&other, 1}));
}

TEST(Options, ThoseOfAllModelsAreDoneOnceForEveryFormat) {
    const Model plain = opened({}), scaled = opened({{"unit-scale", "1"}});
    const double factor = 1 / plain.source.basis.scale;
    EXPECT_NEAR(scaled.meshes[0].positions[0].x, plain.meshes[0].positions[0].x * factor, 1e-4);
    EXPECT_DOUBLE_EQ(scaled.source.basis.scale, 1);
    EXPECT_EQ(plain.clips[0].loop, LoopMode::unknown);
    EXPECT_EQ(opened({{"loop", "true"}}).clips[0].loop, LoopMode::wrap);
    for (const Material& material : opened({{"double-sided", "true"}}).materials) EXPECT_TRUE(material.double_sided);
    const Model stripped = opened({{"root-motion", "strip"}});
    EXPECT_EQ(stripped.clips[0].joints[0].translation.values.size(), 1u);
    EXPECT_EQ(opened({{"clips", "w*,run"}}).clips.size(), 1u);
    const NamedFile files[] = {named("small.md5mesh", small_mesh), named("walk.md5anim", small_anim)};
    EXPECT_FALSE(open_model(files, {}, {{"clips", "run"}}));
}

TEST(Options, JsonNamesAreInCamelCase) {
    EXPECT_EQ(json_name({.name = "flip-green"}), "flipGreen");
    EXPECT_EQ(json_name({.name = "loop"}), "loop");
}

} // namespace
} // namespace ossuary
