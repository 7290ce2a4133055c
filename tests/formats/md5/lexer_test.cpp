// The rules of section 1 of the format's description, seen through the mesh reader.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "ossuary/base/diagnostic.h"
#include "small_files.h"

namespace ossuary::md5 {
namespace {

using namespace testing;

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const bool here = text.substr(at, from.size()) == from;
        result += here ? to : text.substr(at, 1);
        at += here ? from.size() : 1;
    }
    return result;
}

void expect_same_as_small(const std::string& text) {
    const auto file = mesh_of(text), small = mesh_of(small_mesh);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(*file, *small);
}

TEST(Md5Lexer, LineEndsCarryNoMeaning) {
    expect_same_as_small(replace_all(small_mesh, "\n", "\r\n"));
    expect_same_as_small(replace_all(small_mesh, "\n", "\r"));
    expect_same_as_small(replace_all(small_mesh, " {", "\n\v\f{"));
    std::string one_line = replace_all(small_mesh, "\t\t// origin", "");
    one_line = replace_all(replace_all(one_line, "\t\t// ", ""), "\t// meshes: body\n", " name body ");
    expect_same_as_small(replace_all(one_line, "\n", " "));
}

TEST(Md5Lexer, PunctuationNeedsNoBlanks) {
    expect_same_as_small(replace_all(replace_all(small_mesh, "( ", "("), " )", ")"));
    expect_same_as_small(replace_all(replace_all(small_mesh, " ( ", "("), " ) ", ")"));
}

TEST(Md5Lexer, CommentsMayStandBetweenAnyTokens) {
    expect_same_as_small(with(small_mesh, "numverts 4", "numverts/* how many */4 // four"));
    expect_same_as_small(with(small_mesh, "vert 1 ( 1 0 )", "vert/**/1/**/(/**/1/**/0/**/)/**/"));
    expect_same_as_small(with(small_mesh, "weight 3 1 0.25 (", "weight 3 1//\n0.25//\n("));
}

TEST(Md5Lexer, SkipsByteOrderMarkAndTailOfOldSystems) {
    expect_same_as_small("\xEF\xBB\xBF" + small_mesh);
    expect_same_as_small(small_mesh + '\x1a');
    Diagnostics diagnostics;
    EXPECT_TRUE(mesh_of(small_mesh + std::string(3, '\0'), &diagnostics));
    EXPECT_TRUE(mentions(diagnostics, "NUL"));
}

TEST(Md5Lexer, KeywordsHaveAnyCase) {
    expect_same_as_small(with(with(small_mesh, "MD5Version", "md5version"), "numverts", "numVerts"));
    expect_same_as_small(with(with(small_mesh, "joints {", "JOINTS {"), "vert 2", "VERT 2"));
}

TEST(Md5Lexer, NumbersTakeManyForms) {
    for (const char* form : {"10", "+10", "1e1", "1E+1", "10.", "010", "10.000000", "100e-1", "1.0e1"})
        expect_same_as_small(with(small_mesh, "weight 1 0 1 ( 10 ", joined({"weight 1 0 1 ( ", form, " "})));
    expect_same_as_small(with(small_mesh, "0.75", ".75"));
}

TEST(Md5Lexer, NumbersAreTheNearestDoubles) {
    for (const char* text : {"0.1", "-0.707107", "31.228901", "123456789.123456", "0.0000019062", "5.27e-08",
                             "9007199254740993", "0.30000000000000004", "1234567890.123456789", "-0.000001", "12.5",
                             "99.999999", "7.0000001", "-1.000000", "1e-400", "0.1234567890123456789012345"}) {
        const auto file =
            mesh_of(with(small_mesh, "( 10 0 0 )\n\tweight 2", joined({"( ", text, " 0 0 )\n\tweight 2"})));
        ASSERT_TRUE(file) << file.error().text();
        EXPECT_EQ(file->meshes[0].weights[1].position.x, std::strtod(text, nullptr)) << text;
    }
}

TEST(Md5Lexer, WarnsOfWholeFractionsAndLoneMinuses) {
    Diagnostics diagnostics;
    EXPECT_TRUE(mesh_of(with(small_mesh, "numverts 4", "numverts 4.0"), &diagnostics));
    EXPECT_TRUE(mentions(diagnostics, "written with a fraction")) << all_of(diagnostics);
    diagnostics.clear();
    const auto file = mesh_of(with(small_mesh, "( 0 0 10 ) ( 0 0 0 )", "( 0 - 2.5 10 ) ( 0 0 0 )"), &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->joints[1].position.y, -2.5);
    EXPECT_TRUE(mentions(diagnostics, "minus")) << all_of(diagnostics);
    EXPECT_EQ(diagnostics[0].place.line, 9u);
}

TEST(Md5Lexer, RefusesWhatIsNoNumber) {
    for (const char* text : {"nan", "-nan", "inf", "-1.#IND00", "1.#QNAN0", "1.#INF00", "1e999", "1e39", "0,5", "0x10",
                             "1.2.3", "--1", "1e", "abc", "1/2"}) {
        const auto file = mesh_of(with(small_mesh, "( 10 0 0 )", joined({"( ", text, " 0 0 )"})));
        EXPECT_EQ(error_of(file), joined({"28: expected finite number, found '", text, "'"}));
    }
    EXPECT_EQ(error_of(mesh_of(with(small_mesh, "( 10 0 0 )", "( \"10\" 0 0 )"))),
              "28: expected finite number, found '10'");
    EXPECT_EQ(error_of(mesh_of(with(small_mesh, "( 10 0 0 )", "( - - 1 0 0 )"))),
              "28: expected finite number, found '-'");
}

TEST(Md5Lexer, ReadsNonNumbersAsZeroWhenLenient) {
    Diagnostics diagnostics;
    const auto file = mesh_of(with(small_mesh, "( 10 0 0 )", "( nan -1.#IND00 inf )"), &diagnostics, true);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->meshes[0].weights[1].position, (Vec3d{}));
    ASSERT_EQ(diagnostics.size(), 1u) << "one warning per line\n" << all_of(diagnostics);
    EXPECT_EQ(diagnostics[0].place.line, 28u);
}

TEST(Md5Lexer, CountsOdditiesBeyondTheFirstTwenty) {
    std::string text = "MD5Version 10 commandline \"\" joints { }\n";
    for (int i = 0; i < 5000; ++i) text += "mesh { shader \"\" numverts 0.0 }\n";
    Diagnostics diagnostics;
    ASSERT_TRUE(mesh_of(text, &diagnostics));
    EXPECT_EQ(diagnostics.size(), 21u);
    EXPECT_TRUE(mentions(diagnostics, "4980 more times"));
}

TEST(Md5Lexer, StringsHaveNoEscapes) {
    const auto file = mesh_of(with(small_mesh, "\"body.png\"", "\"C:\\art\\{x} (1) // \xe9.png\""));
    ASSERT_TRUE(file);
    EXPECT_EQ(file->meshes[0].shader, "C:\\art\\{x} (1) // \xe9.png");
    EXPECT_EQ(error_of(mesh_of(with(small_mesh, "\"body.png\"", "\"body.png"))),
              "14: expected closing quote, found end of line");
    EXPECT_EQ(error_of(mesh_of(small_mesh + "\"")), "34: expected closing quote, found end of line");
}

TEST(Md5Lexer, NamesNeedNoQuotes) {
    expect_same_as_small(with(with(small_mesh, "\"arm\"", "arm"), "\"body.png\"", "body.png"));
}

TEST(Md5Lexer, CommandLineMayHoldQuotes) {
    const auto commandline = [](const std::string& value) {
        const auto file = mesh_of(joined({"MD5Version 10\ncommandline ", value, "\njoints { }"}));
        return file ? file->commandline : joined({"failed: ", file.error().text()});
    };
    EXPECT_EQ(commandline("\"plain\""), "plain");
    EXPECT_EQ(commandline("\"mesh \\\"my model.ma\\\" -game x\""), "mesh \\\"my model.ma\\\" -game x");
    EXPECT_EQ(commandline("\"a \"b\" c\" // a \"remark\""), "a \"b\" c");
    EXPECT_EQ(commandline("\"a \"b\" c\" /* \"x\" */"), "a \"b\" c");
    EXPECT_EQ(commandline("\"a\" numMeshes 0"), "a");
    EXPECT_EQ(commandline("\"a\" NUMMESHES 0"), "a");
    EXPECT_EQ(commandline("\"\""), "");
    EXPECT_EQ(commandline("unquoted"), "unquoted");
    EXPECT_EQ(commandline("\"open"), "failed: line 2, column 13: expected closing quote, found end of line");
    // No quote qualifies: the first one ends it, and what follows is wrong.
    EXPECT_EQ(commandline("\"a\" b"),
              "failed: line 2, column 17: expected 'numJoints', 'numMeshes', 'joints' or 'mesh', found 'b'");
}

TEST(Md5Lexer, ErrorsPointAtTheToken) {
    const auto file = mesh_of(with(small_mesh, "vert 1 ( 1 0 )", "vert 1 ( 1 x )"));
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().place().line, 18u);
    EXPECT_EQ(file.error().place().column, 13u);
    EXPECT_EQ(Error(file.error()).in_file("a.md5mesh").text(), "a.md5mesh:18:13: expected finite number, found 'x'");
}

TEST(Md5Lexer, ShowsTheBeginningOfAnEndlessToken) {
    const auto file = mesh_of(std::string(100000, 'x'));
    ASSERT_FALSE(file);
    EXPECT_LT(file.error().message().size(), 120u);
}

} // namespace
} // namespace ossuary::md5
