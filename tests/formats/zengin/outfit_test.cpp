#include "ossuary/formats/zengin/outfit.h"

#include <gtest/gtest.h>

#include "formats/zengin/dat_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

TEST(Outfit, IsWrittenAndReadAgain) {
    const Outfit outfit{.name = "GUARD",
                        .script = "HUMANS.MDS",
                        .overlays = {"RELAXED.MDS"},
                        .body = "hum_body_Naked0",
                        .armor = "GUARD.ASC",
                        .skin = 2,
                        .color = 1,
                        .head = "Hum_Head_Bald",
                        .face = 9,
                        .teeth = 3,
                        .slots = {{"ZS_SWORD", "SWORD.3DS"}},
                        .scale = {1, 1.5f, 1},
                        .fatness = -0.5f};
    const std::string text = write_outfit(outfit);
    EXPECT_TRUE(recognise_outfit(as_bytes(text)));
    const auto read = parse_outfit(as_bytes(text));
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, outfit);
}

TEST(Outfit, WhatIsLeftOutIsAsUsualAndNonsenseIsRefused) {
    const auto parse = [](std::string_view text) { return parse_outfit(as_bytes(text)); };
    const auto small = parse(R"({"outfit": 1, "script": "HERO.MDS"})");
    ASSERT_TRUE(small) << small.error().text();
    EXPECT_EQ(*small, Outfit{.script = "HERO.MDS"});
    for (const char* bad :
         {"", "[]", "{}", R"({"outfit": 2, "script": "X"})", R"({"outfit": 1, "script": ""})",
          R"({"outfit": 1, "script": "X", "scale": [0, 1, 1]})", R"({"outfit": 1, "script": "X", "skin": "two"})",
          R"({"outfit": 1, "script": "X", "hat": 1})"})
        EXPECT_FALSE(parse(bad)) << bad;
}

TEST(Outfit, IsWhatTheScriptTellsTheGame) {
    const DatFile file = guard_script();
    const DatIndex index(file);
    Wardrobe wardrobe(index);
    ASSERT_EQ(wardrobe.people().size(), 1u);
    EXPECT_EQ(wardrobe.items().size(), 2u);
    const auto guard = wardrobe.outfit(wardrobe.people()[0]);
    ASSERT_TRUE(guard) << guard.error().text();
    EXPECT_EQ(*guard, (Outfit{.name = "GRD_200_GUARD",
                              .script = "HUMANS.MDS",
                              .overlays = {"RELAXED.MDS"},
                              .body = "hum_body_Naked0",
                              .armor = "GUARD.ASC",
                              .head = "Hum_Head_Bald"}));
    EXPECT_EQ(*wardrobe.item(*index.find("ITAR_GUARD")),
              (ItemLook{"ITAR_GUARD", "ITAR_GUARD.3DS", "GUARD.ASC", "ARMOR"}));
}

TEST(Outfit, OfSomebodyWithoutAModelIsAnError) {
    DatMaker dat;
    dat.add({.name = "C_NPC", .vary = 4, .type = DatType::class_type});
    const auto ghost = dat.code("GHOST", DatType::instance_type, {"ret"}, 0);
    const DatIndex index(dat.file());
    const auto outfit = Wardrobe(index).outfit(ghost);
    ASSERT_FALSE(outfit);
    EXPECT_EQ(outfit.error().message(), "the instance has no model script: it does not call Mdl_SetVisual");
}

} // namespace
} // namespace ossuary::zengin
