// The small game: everything in it reads, is found through its mounts, and is what the game would ask for.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "ossuary/assets/mounts.h"
#include "ossuary/assets/open_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/dat.h"
#include "ossuary/formats/zengin/fnt.h"
#include "ossuary/formats/zengin/outfit.h"
#include "ossuary/formats/zengin/tex.h"
#include "samples/game.h"
#include "samples/gothic.h"
#include "samples/sound.h"

namespace ossuary {
namespace {

class SampleGame : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        std::vector<NamedFile> files = samples::make_sounds();
        const Model ossian = samples::make_hero();
        const auto set = samples::add_gothic(files, ossian, zengin::Game::gothic2, nullptr);
        ASSERT_TRUE(set) << set.error().text();
        const auto made = samples::add_game(files, ossian, nullptr);
        ASSERT_TRUE(made) << made.error().text();
        std::vector<NamedFile> loose;
        for (const NamedFile& file : files) {
            if (!file.name.starts_with("game/")) continue;
            const std::string path = file.name.substr(5);
            if (path.starts_with("Data/")) {
                auto volume = archive_volume(path, file.bytes);
                ASSERT_TRUE(volume) << path << ": " << volume.error().text();
                archives[path] = volume->files.size();
                tree.add(std::move(*volume));
            } else {
                loose.push_back({path, file.bytes});
            }
        }
        tree.add(memory_volume("loose", std::move(loose)));
    }
    static std::optional<SharedBytes> find(std::string_view name) {
        const MountedFile file = tree.find(name);
        const auto bytes = file ? file.read() : Result<SharedBytes>(fail("not there"));
        return bytes ? std::optional(*bytes) : std::nullopt;
    }
    static Model open(const std::string& name, Diagnostics* diagnostics) {
        const auto model = open_model(std::vector{NamedFile{name, find(name).value()}}, find, {}, diagnostics);
        EXPECT_TRUE(model) << model.error().text();
        return model ? *model : Model();
    }
    static inline MountTree tree;
    static inline std::map<std::string, std::size_t> archives; // how many files each has
};

TEST_F(SampleGame, HasABaseAZippedArchiveAndAMod) {
    ASSERT_EQ(archives.size(), 3u);
    EXPECT_GT(archives["Data/base.vdf"], 40u);
    EXPECT_GT(archives["Data/textures.vdf"], 25u);
    EXPECT_EQ(archives["Data/modvdf/Ember.mod"], 2u);
}

TEST_F(SampleGame, TheModAndTheLooseFilesHideOthers) {
    std::map<std::string, std::string> hidden; // path → who counts
    for (const MountedFile& file : tree.match())
        if (tree.explain_path(file.path()).size() > 1) hidden[std::string(file_name(file.path()))] = file.volume->name;
    const std::map<std::string, std::string> expected = {{"HERO.MDS", "loose"},
                                                         {"HERO_1HST1.MDS", "loose"},
                                                         {"WORLD.ZEN", "loose"},
                                                         {"OSSIAN_BONE-C.TEX", "Data/modvdf/Ember.mod"},
                                                         {"OSSIAN_CLOTH-C.TEX", "Data/modvdf/Ember.mod"}};
    EXPECT_EQ(hidden, expected);
}

TEST_F(SampleGame, EveryFileIsWrittenBackTheSame) {
    std::map<std::string_view, int> kinds;
    for (const MountedFile& file : tree.match()) {
        if (file_extension(file.path()) == ".ini") continue;
        const auto bytes = file.read();
        ASSERT_TRUE(bytes) << file.path();
        const NamedFile named{file.path(), *bytes};
        const Format* format = find_format(named.name, named.bytes);
        ASSERT_NE(format, nullptr) << file.path();
        ++kinds[format->name];
        const auto again = format->rewrite(named, {}, {}, nullptr);
        ASSERT_TRUE(again) << file.path() << ": " << again.error().text();
        EXPECT_TRUE(std::ranges::equal(*again, named.bytes)) << file.path();
    }
    for (const char* kind : {"mds", "msb", "mdh", "mdm", "man", "mrm", "mmb", "tex", "fnt", "zen", "dat", "outfit"})
        EXPECT_GT(kinds[kind], 0) << kind;
}

TEST_F(SampleGame, HasAPictureInEveryFormat) {
    for (std::uint32_t i = 0; i < zengin::tex_format_count; ++i) {
        const auto format = static_cast<zengin::TexFormat>(i);
        const auto bytes = find("FORMAT_" + std::string(name_of(format)) + "-C.TEX");
        ASSERT_TRUE(bytes) << name_of(format);
        const auto texture = zengin::parse_tex(*bytes);
        ASSERT_TRUE(texture) << name_of(format);
        EXPECT_EQ(texture->header.format, format);
        EXPECT_EQ(texture->levels.size(), 9u) << "from 256 down to 1";
    }
}

TEST_F(SampleGame, TheHeroIsWholeAndWearsTheMod) {
    Diagnostics diagnostics;
    const Model hero = open("HERO.MDS", &diagnostics);
    for (const Diagnostic& one : diagnostics)
        if (one.severity != Severity::note) ADD_FAILURE() << one.text();
    EXPECT_EQ(hero.clips.size(), 68u);
    for (const Material& material : hero.materials) EXPECT_GE(material.base_color_image, 0) << material.name;
    const auto bone = std::ranges::find(hero.images, "OSSIAN_BONE", &Image::name);
    ASSERT_NE(bone, hero.images.end());
    const auto mods = zengin::parse_tex(*find("OSSIAN_BONE-C.TEX"));
    EXPECT_GT((mods->header.average_color >> 16 & 255), 2 * (mods->header.average_color & 255)) << "red as embers";
}

TEST_F(SampleGame, TheWorldShowsItsThings) {
    Diagnostics diagnostics;
    const Model world = open("WORLD.ZEN", &diagnostics);
    for (const Diagnostic& one : diagnostics)
        if (one.severity != Severity::note) ADD_FAILURE() << one.text();
    ASSERT_EQ(world.lines.size(), 1u);
    EXPECT_EQ(world.lines[0].lines.size(), 13u);
    for (const char* name : {"OSSIAN", "CHEST", "BANNER"}) {
        const std::int32_t joint = world.skeleton.find(name);
        ASSERT_GE(joint, 0) << name;
        EXPECT_TRUE(std::ranges::any_of(world.meshes, [&](const Mesh& mesh) { return mesh.joint == joint; })) << name;
    }
}

TEST_F(SampleGame, TheScriptNamesTheHero) {
    const auto file = zengin::parse_dat(*find("GOTHIC.DAT"));
    ASSERT_TRUE(file);
    const zengin::DatIndex index(*file);
    const auto hero = index.find("PC_HERO");
    ASSERT_TRUE(hero);
    using zengin::VisualUse;
    const std::vector<zengin::InstanceVisual> expected = {{VisualUse::script, "HERO.MDS"},
                                                          {VisualUse::body, "HERO"},
                                                          {VisualUse::head, "HERO_HEAD"},
                                                          {VisualUse::overlay, "HERO_1HST1.MDS"}};
    EXPECT_EQ(visuals_of(index, *hero), expected);
}

TEST_F(SampleGame, TheScriptDressesThreePeople) {
    const auto file = zengin::parse_dat(*find("GOTHIC.DAT"));
    ASSERT_TRUE(file);
    const zengin::DatIndex index(*file);
    zengin::Wardrobe wardrobe(index);
    EXPECT_EQ(wardrobe.people().size(), 4u);
    const auto knight = wardrobe.outfit(*index.find("OSSIAN_KNIGHT"));
    ASSERT_TRUE(knight) << knight.error().text();
    EXPECT_EQ(knight->armor, "OSSIAN_ARMOR.ASC");
    EXPECT_EQ(knight->overlays, std::vector<std::string>{"HERO_1HST1.MDS"});
    EXPECT_EQ(knight->slots, (std::vector<zengin::OutfitSlot>{{"ZS_RIGHTHAND", "ITMW_OSSIAN.3DS"}}));
    const auto stowed = wardrobe.outfit(*index.find("OSSIAN_KNIGHT"), {.stowed = true});
    EXPECT_EQ(stowed->slots[0].slot, "ZS_SWORD");
    const auto bran = wardrobe.outfit(*index.find("BRAN"));
    ASSERT_TRUE(bran);
    EXPECT_TRUE(bran->slots.empty() && bran->armor.empty()) << "nothing is left of who was made before";
    EXPECT_EQ(bran->skin, 1u);
    EXPECT_EQ(wardrobe.item(*index.find("ITMW_OSSIAN"))->kind, "1H");
}

TEST_F(SampleGame, TheKnightIsWhole) {
    const auto file = zengin::parse_dat(*find("GOTHIC.DAT"));
    const zengin::DatIndex index(*file);
    zengin::Wardrobe wardrobe(index);
    const auto made = [&](const char* name, Diagnostics& said) {
        const auto outfit = wardrobe.outfit(*index.find(name));
        auto model = zengin::to_model(*outfit, name, find, {}, &said);
        EXPECT_TRUE(model) << model.error().text();
        if (!model) return Model();
        zengin::add_textures(*model, find, false, &said);
        EXPECT_TRUE(validate(*model).empty());
        return std::move(*model);
    };
    Diagnostics said;
    const Model knight = made("OSSIAN_KNIGHT", said);
    for (const Diagnostic& one : said)
        if (one.severity != Severity::note) ADD_FAILURE() << one.text();
    EXPECT_GT(knight.clips.size(), 60u);
    const auto at = [&](std::string_view mesh) {
        const auto found = std::ranges::find(knight.meshes, mesh, &Mesh::name);
        return found == knight.meshes.end() || found->joint < 0
                   ? std::string()
                   : knight.skeleton.joints[static_cast<std::size_t>(found->joint)].name;
    };
    EXPECT_EQ(at("OSSIAN_HEAD"), "BIP01 HEAD");
    EXPECT_EQ(at("ITMW_OSSIAN"), "ZS_RIGHTHAND");
    EXPECT_NE(knight.find_clip("VISEME"), nullptr);
    for (const Material& material : knight.materials) EXPECT_GE(material.base_color_image, 0) << material.name;
    const Model bran = made("BRAN", said);
    const auto stained = std::ranges::find(bran.images, "OSSIAN_BONE_V1_C1", &Image::name);
    EXPECT_NE(stained, bran.images.end());
}

TEST_F(SampleGame, PartsThatAreMissingAreNamedAndSlotsFallBack) {
    Diagnostics said;
    const auto model = zengin::to_model(zengin::Outfit{.script = "HERO.MDS",
                                                       .body = "OSSIAN_BODY",
                                                       .head = "NOBODY",
                                                       .slots = {{"ZS_NOWHERE", "ITMW_OSSIAN.3DS"}},
                                                       .scale = {2, 2, 2},
                                                       .fatness = 1},
                                        "X", find, {}, &said);
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_TRUE(std::ranges::any_of(
        said, [](const Diagnostic& one) { return one.severity == Severity::error && one.place.file == "NOBODY.MMB"; }));
    const auto sword = std::ranges::find(model->meshes, "ITMW_OSSIAN", &Mesh::name);
    ASSERT_NE(sword, model->meshes.end());
    EXPECT_EQ(sword->joint, -1);
    Diagnostics quiet;
    const auto plain = zengin::to_model(zengin::Outfit{.script = "HERO.MDS", .body = "OSSIAN_BODY"}, "X", find);
    const auto head = static_cast<std::size_t>(plain->skeleton.find("BIP01 HEAD"));
    EXPECT_NEAR(rest_object_pose(model->skeleton)[head].t.y, 2 * rest_object_pose(plain->skeleton)[head].t.y, 1e-4);
    EXPECT_TRUE(validate(*model).empty());
}

TEST_F(SampleGame, TheFontWritesItsName) {
    const auto font = zengin::parse_fnt(*find("FONT_OSSUARY.FNT"));
    ASSERT_TRUE(font);
    for (const char letter : std::string_view("OSSUARY 2002/11-05")) {
        if (letter == ' ') continue;
        EXPECT_TRUE(zengin::glyph_box(*font, static_cast<unsigned char>(letter), 128, 128)) << letter;
    }
    EXPECT_FALSE(zengin::glyph_box(*font, ' ', 128, 128));
}

} // namespace
} // namespace ossuary
