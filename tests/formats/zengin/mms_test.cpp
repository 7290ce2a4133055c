#include "ossuary/formats/zengin/mms.h"

#include <random>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

MorphScript bow() {
    MorphScript script{.name = "ItRwSmallBow", .morph_ref = "ItRwSmallBow.asc"};
    script.anis = {{.name = "s_Shoot",
                    .layer = 1,
                    .blend_in = 0.1f,
                    .hold = -1,
                    .blend_out = 0.25f,
                    .flags = "L",
                    .asc = "ItRwSmallBow_Shoot.asc",
                    .first = 0,
                    .last = 10,
                    .spd = 25},
                   {.name = "r_Blink",
                    .layer = 9,
                    .blend_in = 0,
                    .hold = 0.5f,
                    .blend_out = 0,
                    .flags = ".",
                    .asc = "Blink.asc",
                    .first = 2,
                    .last = 3,
                    .spd = 12.5f}};
    return script;
}

TEST(Mms, ReadsTheReferenceAndItsAnimations) {
    Diagnostics diagnostics;
    const auto script =
        parse_mms(as_bytes("morphMesh (\"Bush\")\r\n{\r\n\tmorphRef (\"BUSH.ASC\")\r\n"
                           "\tmorphAni (\"S_WINDY\" 1 1 -1 0.5 DL \"BUSH_MORPH.ASC\" 0 6 SPD:5)\r\n}\r\n"),
                  &diagnostics);
    ASSERT_TRUE(script) << script.error().text();
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_EQ(script->name, "Bush");
    EXPECT_EQ(script->morph_ref, "BUSH.ASC");
    ASSERT_EQ(script->anis.size(), 1u);
    const MorphAni& ani = script->anis[0];
    EXPECT_EQ(ani.name, "S_WINDY");
    EXPECT_EQ(ani.layer, 1);
    EXPECT_EQ(ani.blend_in, 1);
    EXPECT_EQ(ani.hold, -1);
    EXPECT_EQ(ani.blend_out, 0.5f);
    EXPECT_EQ(morph_flag_bits(ani.flags), MorphFlag::discontinuous | MorphFlag::loop);
    EXPECT_EQ(ani.asc, "BUSH_MORPH.ASC");
    EXPECT_EQ(ani.last, 6);
    EXPECT_EQ(ani.spd, 5);
    EXPECT_EQ(ani.line, 4u);
}

TEST(Mms, FlagsAreLetters) {
    EXPECT_EQ(morph_flag_bits("DLSR"), 15);
    EXPECT_EQ(morph_flag_bits("."), 0);
}

TEST(Mms, WritingAndReadingKeepsEveryValue) {
    const auto back = parse_mms(as_bytes(write_mms(bow())));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, bow());
    const auto built = build_mms(*parse_json(print_json(dump_mms(bow()))));
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(*built, bow());
}

TEST(Mms, ABadLineCostsThatLine) {
    Diagnostics diagnostics;
    const auto script = parse_mms(as_bytes("morphMesh (\"B\") {\nmorphRef (\"B.ASC\")\nmorphAni (\"X\" 1 1)\nfnord\n"
                                           "morphAni (\"Y\" 1 0 0 0 . \"Y.ASC\" 0 1)\n}"),
                                  &diagnostics);
    ASSERT_TRUE(script);
    ASSERT_EQ(script->anis.size(), 1u);
    EXPECT_EQ(script->anis[0].name, "Y");
    ASSERT_EQ(diagnostics.size(), 2u);
    EXPECT_EQ(diagnostics[0].place.line, 3u);
    EXPECT_EQ(diagnostics[1].place.line, 4u);
    EXPECT_FALSE(parse_mms(as_bytes("morphMesh (\"B\") {\nmorphAni (\"X\")\n}"), nullptr, {.strict = true}));
}

TEST(Mms, WhatIsNoMorphScriptIsAnError) {
    for (const std::string_view text : {"", "Model (\"A\") {}"}) {
        const auto script = parse_mms(as_bytes(text));
        ASSERT_FALSE(script);
        EXPECT_TRUE(script.error().message().starts_with("SyntaxError"));
    }
    EXPECT_TRUE(recognise_mms(as_bytes(write_mms(bow()))));
    EXPECT_FALSE(recognise_mms(as_bytes("Model")));
}

TEST(Mms, TruncationsAndFlippedBytesAreSurvived) {
    const std::string text = write_mms(bow());
    for (std::size_t size = 0; size < text.size(); ++size)
        static_cast<void>(parse_mms(as_bytes(std::string_view(text).substr(0, size))));
    std::mt19937 random(7);
    for (int round = 0; round < 3000; ++round) {
        std::string broken = text;
        for (int flips = 0; flips < 1 + round % 4; ++flips)
            broken[random() % broken.size()] = static_cast<char>(random() % 256);
        const auto script = parse_mms(as_bytes(broken));
        if (!script) continue;
        const auto back = parse_mms(as_bytes(write_mms(*script)));
        ASSERT_TRUE(back);
        EXPECT_EQ(*back, *script);
    }
}

} // namespace
} // namespace ossuary::zengin
