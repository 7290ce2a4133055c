#include <gtest/gtest.h>

#include "ossuary/assets/dump.h"
#include "ossuary/assets/open_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/formats/sf3/model.h"
#include "ossuary/formats/sf3/x8pc_container.h"

namespace ossuary {
namespace {

using namespace sf3;

BoneKeys still(std::uint16_t first, std::uint16_t last, Fixed x) {
    BoneKeys bone;
    bone.translation = {{first, last}, {{x, 0, 0}, {x + fixed_one, 0, 0}}};
    bone.rotation = {{first}, {{0, 0, 0, cfixed_one}}};
    bone.scale = {{first}, {{fixed_one, fixed_one, fixed_one}}};
    return bone;
}

// One bone with a textured quad, idle of its own and attack elsewhere.
ModelFile one_bone() {
    ModelFile file;
    file.textures = {{8, 2, std::vector<std::uint16_t>(16, 0x801F)}};
    sf3::Mesh mesh;
    mesh.points = {{0, 0, 0}, {fixed_one, 0, 0}, {fixed_one, -fixed_one, 0}, {0, -fixed_one, 0}};
    mesh.normals.assign(4, {0, 0, -4096});
    mesh.faces = {{{{0, 0, -fixed_one}, {0, 1, 2, 3}}, {0, 0xC7, 0, Attr::usual_textured, 0, 0, Attr::textured_quad}}};
    file.mesh_lists = {{mesh}};
    for (const std::uint8_t code : {SkeletonOp::push, SkeletonOp::draw, SkeletonOp::pop, SkeletonOp::pop})
        file.skeleton.push_back({.code = code});
    file.clips = {{.type = 0x00, .start = 1, .count = 30}, {.type = 0x30, .external = true, .start = 35, .count = 51}};
    file.bones = {still(1, 30, 0)};
    return file;
}
// Two shares of the same frames: which is whose shows in the first translation.
AnimationFile two_shares() {
    return {.animations = {{{still(35, 85, fixed_one)}}, {{still(35, 85, 2 * fixed_one)}}},
            .eof_marker = false,
            .original = {}};
}
NamedFile model_named(std::string name) { return {std::move(name), write_x8pc(one_bone()).value()}; }
NamedFile animations_named(std::string name) { return {std::move(name), write_x8an(two_shares()).value()}; }
NamedFile container() {
    ContainerFile file{{one_bone(), one_bone()}};
    for (ModelFile& block : file.blocks) block.trailing.resize(0x800);
    return {"x8pc00x.bin", write_x8pc_container(file).value()};
}
FileLookup beside(std::vector<NamedFile> files) {
    return [files = std::move(files)](std::string_view name) -> std::optional<SharedBytes> {
        for (const NamedFile& file : files)
            if (file.name == name) return file.bytes;
        return {};
    };
}
float first_x(const Model& model, const char* clip) {
    const ossuary::Clip* found = model.find_clip(clip);
    return found ? found->joints[0].translation.values.front().x : -1;
}

TEST(Sf3Rows, ContentIsEnoughToTellTheKindsApart) {
    for (const auto& [file, name] :
         {std::pair{model_named("x"), "x8pc"}, {animations_named("x"), "x8an"}, {container(), "x8pc-container"}}) {
        ASSERT_NE(find_format("no extension", file.bytes), nullptr) << name;
        EXPECT_EQ(find_format("no extension", file.bytes)->name, name);
        for (const Format& format : formats())
            EXPECT_EQ(format.recognise(file.bytes), format.name == name) << format.name << " and " << name;
    }
}

TEST(Sf3Rows, AnExtensionAloneSaysNothingButTheNameDoes) {
    EXPECT_EQ(find_format("buffer.bin", to_buffer("some bytes")), nullptr);
    EXPECT_EQ(find_format_by_file_name("dir/X8PC00A.BIN")->name, "x8pc");
    EXPECT_EQ(find_format_by_file_name("x8an00.bin")->name, "x8an");
    EXPECT_EQ(find_format_by_file_name("x8an00.txt"), nullptr);
    EXPECT_EQ(find_format_by_extension(".bin"), nullptr);
    EXPECT_EQ(find_format("x8an00.bin", to_buffer("broken"))->name, "x8an");
}

TEST(Sf3Rows, ReadAndWrittenDumpedAndBuiltAFileIsTheSame) {
    for (const NamedFile& file : {model_named("x8pc00a.bin"), animations_named("x8an00.bin"), container()}) {
        const Format& format = *find_format(file.name, file.bytes);
        EXPECT_EQ(format.rewrite(file, {}, {}, nullptr).value(), file.bytes) << format.name;
        const auto dump = dump_file(format, file.bytes);
        ASSERT_TRUE(dump) << dump.error().text();
        EXPECT_EQ((*dump)["format"].string(), format.name);
        EXPECT_FALSE(dump->find("original"));
        EXPECT_EQ(build_file(parse_json(print_json(*dump)).value())->bytes, file.bytes) << format.name;
    }
}

TEST(Sf3Rows, AnotherLayoutKeepsItsOriginal) {
    ByteBuffer bytes = model_named("x8pc00a.bin").bytes.to_buffer();
    bytes.back() = std::byte{7};
    const NamedFile file{"x8pc00a.bin", std::move(bytes)};
    const Format& format = *find_format_by_name("x8pc");
    const auto dump = dump_file(format, file.bytes);
    ASSERT_TRUE(dump);
    EXPECT_TRUE(dump->find("original"));
    EXPECT_EQ(build_file(*dump)->bytes, file.bytes);
    EXPECT_EQ(format.rewrite(file, {}, {}, nullptr).value(), file.bytes);
}

TEST(Sf3Rows, InfoOfAnimationsIsATableWithGroups) {
    const NamedFile file = animations_named("x8an00.bin");
    const Format& format = *find_format_by_name("x8an");
    const auto alone = format.info(file, {}, {}, nullptr);
    ASSERT_TRUE(alone);
    const Json& rows = (*alone)["animations"];
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows.items()[1]["start"].integer(), 35);
    EXPECT_EQ(rows.items()[1]["end"].integer(), 85);
    EXPECT_EQ(rows.items()[1]["bones"].integer(), 1);
    EXPECT_EQ(rows.items()[1]["group"].integer(), 1);
    EXPECT_EQ(rows.items()[1]["remark"].string(), "start of group 1");
    EXPECT_FALSE(rows.items()[1].find("model"));

    const auto with_models =
        format.info(file, beside({model_named("x8pc00a.bin"), model_named("x8pc00c.bin")}), {}, nullptr);
    EXPECT_EQ((*with_models)["animations"].items()[1]["model"].string(), "x8pc00c");
    EXPECT_EQ((*with_models)["animations"].items()[1]["clip"].string(), "attack");
    EXPECT_EQ((*with_models)["models"].items()[0]["bound_by"].string(), "table order");
}

TEST(Sf3Open, AModelFindsItsAnimationsBesideIt) {
    const NamedFile files[] = {model_named("x8pc00a.bin")};
    Diagnostics diagnostics;
    const auto model = open_model(files, beside({animations_named("x8an00.bin")}), {}, &diagnostics);
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_TRUE(diagnostics.empty()) << diagnostics.front().text();
    EXPECT_EQ(model->clips.size(), 2u);
    EXPECT_EQ(first_x(*model, "attack"), 1);
    EXPECT_EQ(model->find_clip("attack")->extras["bound"].string(), "table order");

    const auto alone = open_model(files, {}, {}, &diagnostics);
    ASSERT_TRUE(alone);
    EXPECT_EQ(alone->clips.size(), 1u);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_NE(diagnostics[0].message.find("x8an00.bin"), std::string::npos);
}

TEST(Sf3Open, FilesGivenTogetherAreOneModelInAnyOrder) {
    const NamedFile files[] = {animations_named("any.bin"), model_named("x8pc00a.bin")};
    const auto model = open_model(files, {}, {{"tick-rate", "60"}});
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_DOUBLE_EQ(model->find_clip("attack")->duration, 50 / 60.0);
    EXPECT_TRUE(validate(*model).empty());
}

TEST(Sf3Open, TheModelsBeforeItDecideWhichShareIsIts) {
    const NamedFile files[] = {model_named("x8pc00c.bin")};
    const FileLookup lookup = beside({animations_named("x8an00.bin"), model_named("x8pc00a.bin")});
    EXPECT_EQ(first_x(*open_model(files, lookup), "attack"), 2); // a takes the first
    EXPECT_EQ(first_x(*open_model(files, beside({animations_named("x8an00.bin")})), "attack"), 1);
}

TEST(Sf3Open, AContainerSaysWhatToDo) {
    const NamedFile files[] = {container()};
    const auto model = open_model(files, {});
    ASSERT_FALSE(model);
    EXPECT_NE(model.error().text().find("2 models; 'extract'"), std::string::npos) << model.error().text();
}

TEST(Sf3Save, AModelIsWrittenAsAPairAndOpensAgain) {
    const NamedFile files[] = {model_named("x8pc00a.bin"), animations_named("x8an00.bin")};
    const auto model = open_model(files, {});
    ASSERT_TRUE(model);
    const auto saved = find_format_by_name("x8pc")->save(*model, "x8pc07b", {}, nullptr);
    ASSERT_TRUE(saved) << saved.error().text();
    ASSERT_EQ(saved->size(), 2u);
    EXPECT_EQ((*saved)[0].name, "x8pc07b.bin");
    EXPECT_EQ((*saved)[1].name, "x8an07.bin");
    const auto again = open_model(*saved, {});
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(first_x(*again, "attack"), 1);

    const auto clips = find_format_by_name("x8an")->save(*model, "x8an07", {}, nullptr);
    ASSERT_TRUE(clips) << clips.error().text();
    EXPECT_EQ(parse_x8an((*clips)[0].bytes)->animations.size(), 2u);
}

TEST(Sf3Members, TexturesAreTakenOutAsPictures) {
    const NamedFile file = model_named("x8pc00a.bin");
    const auto members = find_format_by_name("x8pc")->members(file, {}, nullptr);
    ASSERT_TRUE(members);
    ASSERT_EQ(members->size(), 1u);
    EXPECT_EQ((*members)[0].name, "texture_00.png");
    const auto picture = image::parse_png((*members)[0].bytes().value());
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->width, 8u);
    EXPECT_EQ(picture->height, 2u);
    EXPECT_EQ(picture->bytes[0], std::byte{255});
}

TEST(Sf3Members, ModelsAreTakenOutOfAContainer) {
    const NamedFile file = container();
    const auto members = find_format_by_name("x8pc-container")->members(file, {}, nullptr);
    ASSERT_TRUE(members);
    ASSERT_EQ(members->size(), 2u);
    EXPECT_EQ((*members)[1].name, "x8pc00x-1.bin");
    EXPECT_TRUE(parse_x8pc((*members)[1].bytes().value()));
}

} // namespace
} // namespace ossuary
