#include "ossuary/base/result.h"

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"

namespace ossuary {
namespace {

TEST(Place, NamesWhatIsKnown) {
    EXPECT_EQ(Place{}.text(), "");
    EXPECT_EQ((Place{.file = "X.md5mesh", .line = 23, .column = 11}.text()), "X.md5mesh:23:11");
    EXPECT_EQ((Place{.file = "X.md5mesh", .line = 23}.text()), "X.md5mesh:23");
    EXPECT_EQ((Place{.line = 23, .column = 11}.text()), "line 23, column 11");
    EXPECT_EQ((Place{.file = "X.MAN", .offset = 0x1a4, .field = "header.numFrames"}.text()),
              "X.MAN: byte 0x1a4: header.numFrames");
    EXPECT_EQ((Place{.offset = 0}.text()), "byte 0x0");
    EXPECT_EQ((Place{.field = "nodes[3].mesh"}.text()), "nodes[3].mesh");
}

TEST(Error, IsOneLine) {
    EXPECT_EQ(Error("no such file").text(), "no such file");
    EXPECT_EQ(Error({.file = "a", .line = 1}, "wrong").text(), "a:1: wrong");
}

TEST(Error, OuterFilesGoInFront) {
    const Error inner({.offset = 16}, "too short");
    EXPECT_EQ(Error(inner).in_file("X.MAN").text(), "X.MAN: byte 0x10: too short");
    EXPECT_EQ(Error(inner).in_file("X.MAN").in_file("Anims.vdf").text(), "Anims.vdf/X.MAN: byte 0x10: too short");
}

TEST(Result, CarriesAValueOrAnError) {
    const auto half = [](int value) -> Result<int> {
        if (value % 2 != 0) return fail({.field = "value"}, "is odd");
        return value / 2;
    };
    EXPECT_EQ(half(8), 4);
    EXPECT_EQ(half(8).and_then(half), 2);
    EXPECT_EQ(half(6).and_then(half).error().text(), "value: is odd");
}

TEST(Diagnostic, SaysHowBadItIs) {
    EXPECT_EQ((Diagnostic{Severity::warning, {.file = "X.md5mesh", .line = 7}, "weights add up to 0.9"}.text()),
              "X.md5mesh:7: warning: weights add up to 0.9");
    EXPECT_EQ((Diagnostic{Severity::note, {}, "no camera"}.text()), "note: no camera");
    EXPECT_EQ((Diagnostic{Severity::error, {}, "no joints"}.text()), "error: no joints");
}

TEST(Report, AddsWhereSomebodyListens) {
    Diagnostics list;
    report(&list, Severity::note, {.line = 2}, "first");
    report(nullptr, Severity::error, {}, "unheard");
    EXPECT_EQ(list, (Diagnostics{{Severity::note, {.line = 2}, "first"}}));
}

} // namespace
} // namespace ossuary
