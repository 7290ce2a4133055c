#include "ossuary/formats/zengin/dat_object.h"

#include <bit>

#include <gtest/gtest.h>

#include "formats/zengin/dat_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

// C_SFX with a prototype, and one instance whose constructor is given.
struct SoundClass {
    DatMaker dat;
    std::uint32_t file, volume, reverb, base;

    SoundClass() {
        const auto of_class =
            static_cast<std::int32_t>(dat.add({.name = "C_SFX", .vary = 36, .count = 3, .type = DatType::class_type}));
        file = dat.variable("C_SFX.FILE", DatType::string_type, DatSymbol::is_member, of_class);
        volume = dat.variable("C_SFX.VOL", DatType::int_type, DatSymbol::is_member, of_class);
        reverb = dat.variable("C_SFX.REVERBLEVEL", DatType::float_type, DatSymbol::is_member, of_class);
        base =
            dat.code("C_SFX_DEF", DatType::prototype_type, {"pushi 127", op("pushv", volume), "movi", "ret"}, of_class);
    }
    std::uint32_t instance(std::initializer_list<std::string> lines, std::string name = "CLANK") {
        return dat.code(std::move(name), DatType::instance_type, lines, static_cast<std::int32_t>(base));
    }
    std::string call_base() const { return op("call", dat.address(base)); }
    Result<DatObject> make(std::uint32_t instance) { return construct(DatIndex(dat.file()), instance); }
    std::string error_of(std::initializer_list<std::string> lines) {
        const auto object = make(instance(lines));
        return object ? "no error" : object.error().message();
    }
};

TEST(DatObject, HasWhatPrototypeAndInstanceAssign) {
    SoundClass sounds;
    const auto name = sounds.dat.text("clank.wav");
    const auto half = std::bit_cast<std::int32_t>(0.5f);
    const auto object =
        sounds.make(sounds.instance({sounds.call_base(), op("pushv", name), op("pushv", sounds.file), "movs",
                                     op("pushi", half), op("pushv", sounds.reverb), "movf", "ret"}));
    ASSERT_TRUE(object) << object.error().text();
    EXPECT_EQ(object->name, "CLANK");
    EXPECT_EQ(object->text("FILE"), "clank.wav");
    EXPECT_EQ(object->integer("VOL"), 127);
    EXPECT_EQ(object->real("REVERBLEVEL"), 0.5f);
    EXPECT_EQ(object->integer("LOOP", 7), 7);
    EXPECT_EQ(object->integer("FILE", 7), 7);
}

TEST(DatObject, CalculatesAndBranches) {
    SoundClass sounds;
    const auto loud = sounds.dat.add(
        {.name = "LOUD", .count = 1, .type = DatType::int_type, .flags = DatSymbol::is_const, .ints = {90}});
    // vol = LOUD - 10; if (vol > 50) { vol /= 2; };
    const auto begin = static_cast<std::int64_t>(sounds.dat.file().code.size());
    const auto object = sounds.make(
        sounds.instance({"pushi 10", op("pushv", loud), "sub", op("pushv", sounds.volume), "movi", "pushi 50",
                         op("pushv", sounds.volume), "gt", op("jz", begin + 5 + 5 + 1 + 5 + 1 + 5 + 5 + 1 + 5 + 11),
                         "pushi 2", op("pushv", sounds.volume), "divi", "ret"}));
    ASSERT_TRUE(object) << object.error().text();
    EXPECT_EQ(object->integer("VOL"), 40);
}

TEST(DatObject, WhatCannotBeMadeSaysWhyAndWhere) {
    SoundClass sounds;
    const auto here = static_cast<std::int64_t>(sounds.dat.file().code.size());
    EXPECT_EQ(sounds.error_of({op("jmp", here)}), "dat: runs too long at " + std::to_string(here) + " in CLANK");
    EXPECT_TRUE(sounds.error_of({"pushi 1", op("pushv", sounds.file), "movs", "ret"})
                    .starts_with("dat: bad code: a value of another type for C_SFX.FILE at "));
    EXPECT_TRUE(
        sounds.error_of({"pushi 0", "pushi 1", "div", "ret"}).starts_with("dat: bad code: a division by zero at "));
    EXPECT_TRUE(sounds.error_of({"movi", "ret"}).starts_with("dat: bad code"));
    EXPECT_TRUE(sounds.error_of({"pushv 99999", "ret"}).starts_with("dat: bad code"));
    EXPECT_TRUE(sounds.error_of({"pushi 1"}).starts_with("dat: bad code"));
}

TEST(DatObject, OfAClassAllAreFoundAndBrokenOnesTold) {
    SoundClass sounds;
    const auto random = sounds.dat.external("HLP_RANDOM", 1);
    sounds.instance({sounds.call_base(), "ret"}, "ONE");
    sounds.instance({"pushi 0", "pushi 1", "div", "ret"}, "TWO");
    sounds.instance({sounds.call_base(), "pushi 3", op("callx", random), "ret"}, "THREE");
    const DatFile file = sounds.dat.file();
    Diagnostics found;
    const auto objects = objects_of(DatIndex(file), "c_sfx", &found);
    ASSERT_EQ(objects.size(), 2u);
    EXPECT_EQ(objects[1].name, "THREE");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_TRUE(found[0].message.starts_with("the instance TWO is left out: dat: bad code: a division by zero"));
    EXPECT_EQ(found[1].message, "dat: asks the game by HLP_RANDOM, first in THREE, and gets zero");
    EXPECT_TRUE(objects_of(DatIndex(file), "C_NPC").empty());
}

} // namespace
} // namespace ossuary::zengin
