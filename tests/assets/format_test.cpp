#include "ossuary/assets/open_model.h"

#include <cmath>

#include <gtest/gtest.h>

#include "assets/small_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/model/model_json.h"
#include "shared_files.h"

namespace ossuary {
namespace {

using testing::named;
using testing::small_anim;
using testing::small_mesh;

std::string_view found(std::string_view name, std::string_view text) {
    const Format* format = find_format(name, as_bytes(text));
    return format ? format->name : std::string_view("none");
}

NamedFile picture(std::string_view name) {
    const Image pixels{.width = 2, .height = 2, .bytes = ByteBuffer(16, std::byte{255})};
    return {std::string(name), image::write_png(pixels).value()};
}

TEST(Formats, EveryRowCanBeRecognisedAndDescribed) {
    for (const Format& format : formats()) {
        EXPECT_FALSE(format.name.empty());
        EXPECT_FALSE(format.title.empty());
        ASSERT_FALSE(format.extensions.empty()) << format.name;
        EXPECT_EQ(format.extensions.front().front(), '.');
        ASSERT_NE(format.recognise, nullptr) << format.name;
        ASSERT_NE(format.info, nullptr) << format.name;
        EXPECT_EQ(find_format_by_name(format.name), &format);
        for (const std::string_view extension : format.extensions) {
            const std::string name = std::string(format.prefix) + "00" + std::string(extension);
            EXPECT_TRUE(fits_name(format, name)) << name;
            // Formats may share an extension; the first of them that asks for no prefix is found.
            const Format* by_extension = find_format_by_extension(extension);
            EXPECT_TRUE(by_extension || !format.prefix.empty()) << name;
            EXPECT_TRUE(!by_extension || by_extension->prefix.empty()) << name;
            EXPECT_TRUE(!by_extension || fits_name(*by_extension, name)) << name;
        }
        EXPECT_TRUE(!format.build || format.dump) << format.name << " can be built but not dumped";
        EXPECT_TRUE(!format.rewrite || format.values) << format.name << " can be written but not compared";
    }
}

TEST(Formats, NoRowRecognisesNothing) {
    for (const Format& format : formats()) EXPECT_FALSE(format.recognise({})) << format.name;
}

TEST(Formats, ExtensionsMatchWithoutRegardToCase) {
    EXPECT_EQ(find_format_by_extension(".MD5MESH")->name, "md5mesh");
    EXPECT_EQ(find_format_by_extension(".doc"), nullptr);
    EXPECT_EQ(find_format_by_name("doc"), nullptr);
}

TEST(FindFormat, ContentDecidesWhereTheNameSaysNothing) {
    EXPECT_EQ(found("thing", small_mesh), "md5mesh");
    EXPECT_EQ(found("thing.bin", small_anim), "md5anim");
    EXPECT_EQ(found("thing", "{\"asset\": {\"version\": \"2.0\"}}"), "gltf");
    EXPECT_EQ(find_format("thing", picture("x").bytes)->name, "png");
}

TEST(FindFormat, ContentWinsOverAWrongName) { EXPECT_EQ(found("walk.md5mesh", small_anim), "md5anim"); }

TEST(FindFormat, TheNameDecidesWhereTheContentSaysNothing) {
    EXPECT_EQ(found("empty.md5mesh", ""), "md5mesh");
    EXPECT_EQ(found("broken.glb", "glT"), "glb");
    EXPECT_EQ(found("notes.txt", "just text"), "none");
}

TEST(OpenModel, TakesClipsInAnyOrder) {
    const NamedFile files[] = {named("walk.md5anim", small_anim), named("small.md5mesh", small_mesh)};
    const auto model = open_model(files, {});
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_EQ(model->name, "small");
    EXPECT_EQ(model->skeleton.joints.size(), 2u);
    ASSERT_EQ(model->clips.size(), 1u);
    EXPECT_EQ(model->clips.front().name, "walk");
    EXPECT_TRUE(validate(*model).empty());
}

TEST(OpenModel, OpensAClipAlone) {
    const NamedFile file = named("walk.md5anim", small_anim);
    const auto model = open_model({&file, 1}, {});
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_EQ(model->skeleton.joints.size(), 2u);
    EXPECT_EQ(model->clips.size(), 1u);
}

TEST(OpenModel, GivesClipsOfOneNameDifferentNames) {
    const NamedFile files[] = {named("small.md5mesh", small_mesh), named("a/walk.md5anim", small_anim),
                               named("b/walk.md5anim", small_anim)};
    Diagnostics diagnostics;
    const auto model = open_model(files, {}, {}, &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->clips[0].name, "walk");
    EXPECT_EQ(model->clips[1].name, "walk_2");
    ASSERT_FALSE(diagnostics.empty());
    EXPECT_EQ(diagnostics.back().place.file, "b/walk.md5anim");
}

TEST(OpenModel, RefusesTwoModels) {
    const NamedFile files[] = {named("a.md5mesh", small_mesh), named("b.md5mesh", small_mesh)};
    const auto model = open_model(files, {});
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().place().file, "b.md5mesh");
}

TEST(OpenModel, NamesTheFileOfAnError) {
    const NamedFile file = named("dir/bad.md5mesh", "MD5Version 10\nnonsense\n");
    const auto model = open_model({&file, 1}, {});
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().place().file, "dir/bad.md5mesh");
    EXPECT_EQ(model.error().place().line, 2u);
}

TEST(OpenModel, PicturesGivenBesideTheModelAreItsTextures) {
    const NamedFile files[] = {picture("elsewhere/BONE.png"), named("small.md5mesh", small_mesh)};
    const auto model = open_model(files, {});
    ASSERT_TRUE(model) << model.error().text();
    ASSERT_EQ(model->images.size(), 1u);
    ASSERT_EQ(model->materials.size(), 1u);
    EXPECT_EQ(model->materials.front().base_color_image, 0);
}

TEST(OpenModel, PicturesAloneAreOpenedAsPictures) {
    const NamedFile file = picture("a.png");
    const auto model = open_model({&file, 1}, {});
    ASSERT_TRUE(model);
    ASSERT_EQ(model->images.size(), 1u);
    const auto tga = find_format_by_name("tga")->save(*model, "a", {}, nullptr);
    ASSERT_TRUE(tga) << tga.error().text();
    EXPECT_EQ(tga->front().name, "a.tga");
}

TEST(OpenModel, RejectsOptionsThatMeanNothing) {
    const NamedFile mesh = named("small.md5mesh", small_mesh), clip = named("walk.md5anim", small_anim);
    EXPECT_FALSE(open_model({&mesh, 1}, {}, {{"front", "up"}}));
    EXPECT_FALSE(open_model({&mesh, 1}, {}, {{"unit-scale", "0"}}));
    EXPECT_FALSE(open_model({&mesh, 1}, {}, {{"normals", "best"}}));
    EXPECT_FALSE(open_model({&clip, 1}, {}, {{"root-motion", "fly"}}));
}

TEST(Save, EveryFormatThatWritesWritesWhatItReads) {
    const NamedFile files[] = {named("small.md5mesh", small_mesh), named("walk.md5anim", small_anim)};
    const auto model = open_model(files, {});
    ASSERT_TRUE(model);
    for (const std::string_view name : {"md5mesh", "md5anim", "glb"}) {
        const Format& format = *find_format_by_name(name);
        const auto saved = format.save(*model, "out", {}, nullptr);
        ASSERT_TRUE(saved) << name << ": " << saved.error().text();
        EXPECT_EQ(saved->front().name, "out" + std::string(format.extensions.front()));
        const auto again = open_model({&saved->front(), 1}, {});
        ASSERT_TRUE(again) << name << ": " << again.error().text();
        EXPECT_EQ(again->skeleton.joints.size(), 2u) << name;
    }
}

TEST(Save, AClipThatIsNotThereIsAnError) {
    const NamedFile files[] = {named("small.md5mesh", small_mesh), named("walk.md5anim", small_anim)};
    const auto model = open_model(files, {});
    ASSERT_TRUE(model);
    const Format& format = *find_format_by_name("md5anim");
    EXPECT_TRUE(format.save(*model, "out", {{"clip", "walk"}}, nullptr));
    EXPECT_FALSE(format.save(*model, "out", {{"clip", "run"}}, nullptr));
}

void expect_golden_entry(const Json& found, const Json& expected) {
    for (const std::string_view key :
         {"index", "name", "parent", "shader", "numVerts", "numTris", "numWeights", "maxWeightsPerVertex"}) {
        const Json* value = expected.find(key);
        EXPECT_TRUE(!value || found[key] == *value) << key << ": " << print_json(found[key]);
    }
    for (const std::string_view key : {"biasSumMin", "biasSumMax"}) {
        const Json* value = expected.find(key);
        EXPECT_TRUE(!value || std::abs(found[key].number() - value->number()) < 1e-9) << key;
    }
}

TEST(Info, AgreesWithTheGoldenCounts) {
    for (const auto& [sample, golden_name] : {std::pair("Bob.md5mesh", "bob.md5mesh.json"),
                                              {"synthetic/flags.md5anim", "synthetic-flags.md5anim.json"},
                                              {"synthetic/cuts.md5camera", "synthetic-cuts.md5camera.json"}}) {
        auto bytes = testing::shared_file("samples/md5/" + std::string(sample));
        const auto golden = testing::golden(golden_name);
        OSSUARY_NEED(bytes && golden);
        const NamedFile file{sample, std::move(*bytes)};
        const auto facts = find_format(file.name, file.bytes)->info(file, {}, {}, nullptr);
        ASSERT_TRUE(facts) << facts.error().text();
        for (const std::string_view key :
             {"source", "bytes", "version", "commandline", "numJoints", "numMeshes", "numFrames", "frameRate",
              "numAnimatedComponents", "numBounds", "durationSeconds", "movementDelta", "cuts", "shots", "hierarchy"}) {
            const Json* value = golden->find(key);
            EXPECT_TRUE(!value || (*facts)[key] == *value) << sample << ' ' << key << ": " << print_json((*facts)[key]);
        }
        for (const std::string_view list : {"joints", "meshes"}) {
            const Json::Array &expected = (*golden)[list].items(), &found = (*facts)[list].items();
            ASSERT_EQ(found.size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i) expect_golden_entry(found[i], expected[i]);
        }
    }
}

TEST(ModelJson, ValuesSeeEveryChangeThatFactsDoNot) {
    const NamedFile file = named("small.md5mesh", small_mesh);
    const auto model = open_model({&file, 1}, {});
    ASSERT_TRUE(model);
    Model moved = *model;
    moved.meshes.front().positions.front().x += 1e-3f;
    EXPECT_EQ(model_values(*model), model_values(*model));
    EXPECT_FALSE(model_values(*model) == model_values(moved));
    EXPECT_EQ(model_facts(*model)["numVerts"], model_facts(moved)["numVerts"]);
}

} // namespace
} // namespace ossuary
