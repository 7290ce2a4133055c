#include "ossuary/formats/md5/md5mesh.h"

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "shared_files.h"
#include "small_files.h"

namespace ossuary::md5 {
namespace {

using namespace testing;
using ossuary::testing::shared_file;

TEST(Md5Mesh, ReadsEveryField) {
    Diagnostics diagnostics;
    const auto file = mesh_of(small_mesh, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(all_of(diagnostics), "");
    EXPECT_EQ(file->commandline, "made by hand");
    ASSERT_EQ(file->joints.size(), 2u);
    EXPECT_EQ(file->joints[1], (Joint{"arm", 0, {0, 0, 10}, {}}));
    ASSERT_EQ(file->meshes.size(), 1u);
    const Mesh& mesh = file->meshes[0];
    EXPECT_EQ(mesh.name, "body");
    EXPECT_EQ(mesh.shader, "body.png");
    EXPECT_EQ(mesh.verts[2], (Vertex{{0, 1}, 2, 2}));
    EXPECT_EQ(mesh.tris[1], (Triangle{1, 2, 3}));
    EXPECT_EQ(mesh.weights[3], (Weight{1, 0.25, {}}));
}

TEST(Md5Mesh, WritesTheLayoutOfTheOriginalExporter) { EXPECT_EQ(write_md5mesh(*mesh_of(small_mesh)), small_mesh); }

// ---- what is wrong, and where (section 10 of the format's description)

struct WrongMesh {
    const char *from, *to, *error;
};

TEST(Md5Mesh, SaysWhatIsWrongAndWhere) {
    const WrongMesh cases[] = {
        {"MD5Version 10", "", "2: expected 'MD5Version', found 'commandline'"},
        {"MD5Version 10", "MD5Version 6", "1: expected version 10, found '6' (2002 alpha format is not supported)"},
        {"MD5Version 10", "MD5Version 11", "1: expected version 10, found '11'"},
        {"MD5Version 10", "MD5Version \"10\"", "1: expected version 10, found '10'"},
        {"mesh {", "/* mesh {", "12: expected end of block comment, found end of file"},
        {"mesh {", "foo {", "12: expected 'numJoints', 'numMeshes', 'joints' or 'mesh', found 'foo'"},
        {"mesh {", "\"mesh\" {", "12: expected 'numJoints', 'numMeshes', 'joints' or 'mesh', found 'mesh'"},
        {"joints {", "joints x", "7: expected '{', found 'x'"},
        {"vert 0 ( 0", "vert 0 0", "17: expected '(', found '0'"},
        {"( 0 0 10 ) ( 0 0 0 )", "( 0 0 10 ) ( 0 0 0 1 )", "9: expected ')', found '1'"},
        {"\"arm\"\t0", "\"arm\"\tabc", "9: expected parent index, found 'abc'"},
        {"\"arm\"\t0", "\"arm\"\t1", "9: expected parent index below 1, found '1'"},
        {"\"arm\"\t0", "\"arm\"\t7", "9: expected parent index below 1, found '7'"},
        {"\"arm\"\t0", "\"arm\"\t-2", "9: expected parent index below 1, found '-2'"},
        {"\"origin\"\t-1", "\"origin\"\t0", "8: expected parent index below 0, found '0'"},
        {"\"arm\"", "( ", "9: expected joint name, found '('"},
        {"numJoints 2", "numJoints 3", "10: expected 3 joints, found 2"},
        {"numJoints 2", "numJoints 1", "10: expected 1 joints, found 2"},
        {"numMeshes 1", "numMeshes 2", "33: expected 2 meshes, found 1"},
        {"numJoints 2", "numJoints 2000000000", "4: expected count that fits in the file, found '2000000000'"},
        {"numJoints 2", "numJoints -1", "4: expected count that fits in the file, found '-1'"},
        {"numJoints 2", "numJoints two", "4: expected joint count, found 'two'"},
        {"numverts 4", "numverts 4000", "16: expected count that fits in the file, found '4000'"},
        {"numtris 2", "numtris 99999999999999999999",
         "22: expected count that fits in the file, found '99999999999999999999'"},
        {"numverts 4", "numverts 4 numverts 4", "16: expected one 'numverts', found second 'numverts'"},
        {"numMeshes 1", "numMeshes 1 numMeshes 1", "5: expected one 'numMeshes', found second 'numMeshes'"},
        {"vert 1 (", "vert 4294967295 (", "18: expected vertex index in 0..3, found '4294967295'"},
        {"vert 1 (", "vert -1 (", "18: expected vertex index in 0..3, found '-1'"},
        {"vert 1 (", "vert 2 (", "19: expected each vertex once, found second 'vert 2'"},
        {"vert 1 ( 1 0 ) 1 1", "", "33: expected 'vert 1', found '}'"},
        {"tri 1 1 2 3", "", "33: expected 'tri 1', found '}'"},
        {"weight 5 0 0.5 ( 10 0 10 )", "", "33: expected 'weight 5', found '}'"},
        {"numverts 4", "", "17: expected 'numverts' before 'vert', found 'vert'"},
        {"numtris 2", "", "23: expected 'numtris' before 'tri', found 'tri'"},
        {"numweights 6", "", "27: expected 'numweights' before 'weight', found 'weight'"},
        {"tri 1 1 2 3", "tri 1 1 2 4", "24: expected vertex index below 4, found '4'"},
        {"tri 1 1 2 3", "tri 1 1 2 -1", "24: expected vertex index below 4, found '-1'"},
        {"vert 3 ( 1 1 ) 4 2", "vert 3 ( 1 1 ) 4 3", "20: expected weight range within 6, found 4+3"},
        {"vert 3 ( 1 1 ) 4 2", "vert 3 ( 1 1 ) -1 1", "20: expected weight range within 6, found -1+1"},
        {"vert 3 ( 1 1 ) 4 2", "vert 3 ( 1 1 ) 2147483647 2147483647",
         "20: expected weight range within 6, found 2147483647+2147483647"},
        {"vert 3 ( 1 1 ) 4 2", "vert 3 ( 1 1 ) 4 2.5", "20: expected weight count, found '2.5'"},
        {"weight 3 1", "weight 3 999", "30: expected joint index below 2, found '999'"},
        {"weight 3 1", "weight 3 -1", "30: expected joint index below 2, found '-1'"},
        {"shader", "foo",
         "14: expected 'name', 'shader', 'numverts', 'vert', 'numtris', 'tri', 'numweights', 'weight' or '}', found "
         "'foo'"},
        {"shader \"body.png\"", "shader (", "14: expected shader, found '('"},
        {"( 10 0 10 )\n}", "( 10 0 10 )\n",
         "33: expected 'name', 'shader', 'numverts', 'vert', 'numtris', 'tri', 'numweights', 'weight' or '}', found "
         "end of file"},
    };
    for (const WrongMesh& wrong : cases)
        EXPECT_EQ(error_of(mesh_of(with(small_mesh, wrong.from, wrong.to))), wrong.error) << wrong.to;
    EXPECT_EQ(error_of(mesh_of("")), "1: expected 'MD5Version', found end of file");
    EXPECT_EQ(error_of(mesh_of("MD5Version 10 commandline \"\"\n")), "1: expected 'joints', found end of file");
    EXPECT_EQ(error_of(mesh_of(small_mesh + "joints { }")), "34: expected one 'joints', found second 'joints'");
    EXPECT_EQ(error_of(mesh_of(small_mesh + "numMeshes 1")),
              "34: expected 'numMeshes' before 'mesh', found 'numMeshes'");
}

TEST(Md5Mesh, ChecksReferencesToWhatComesLater) {
    const std::string late =
        "MD5Version 10\ncommandline \"\"\nmesh { shader x\nnumtris 1 tri 0 0 0 TRI\nnumverts 1 vert 0 ( 0 0 ) RUN"
        "\nnumweights 1 weight 0 JOINT 1 ( 0 0 0 )\n}\njoints { a -1 ( 0 0 0 ) ( 0 0 0 ) }\n";
    const auto made = [&](std::string_view tri, std::string_view run, std::string_view joint) {
        return with(with(with(late, "TRI", tri), "RUN", run), "JOINT", joint);
    };
    Diagnostics diagnostics;
    EXPECT_EQ(error_of(mesh_of(made("0", "0 1", "0"), &diagnostics)), "none");
    EXPECT_TRUE(mentions(diagnostics, "not where DOOM 3 expects it"));
    EXPECT_EQ(error_of(mesh_of(made("1", "0 1", "0"))), "4: expected vertex index below 1, found '1'");
    EXPECT_EQ(error_of(mesh_of(made("0", "0 2", "0"))), "5: expected weight range within 1, found 0+2");
    EXPECT_EQ(error_of(mesh_of(made("0", "0 1", "1"))), "6: expected joint index below 1, found '1'");
}

TEST(Md5Mesh, RefusesTheInvalidSamples) {
    const std::pair<const char*, const char*> cases[] = {
        {"InvalidBoneIndex.md5mesh", "23: expected joint index below 1, found '999'"},
        {"OverflowingVertexIndex.md5mesh", "15: expected vertex index in 0..0, found '4294967295'"},
        {"OverflowingTriangleIndex.md5mesh", "18: expected triangle index in 0..0, found '4294967295'"},
        {"OverflowingWeightIndex.md5mesh", "21: expected weight index in 0..0, found '4294967295'"},
    };
    for (const auto& [name, error] : cases) {
        const auto bytes = shared_file(joined({"samples/md5/invalid/", name}));
        OSSUARY_NEED(bytes);
        EXPECT_EQ(error_of(parse_md5mesh(*bytes)), error) << name;
    }
}

// ---- what is survived

TEST(Md5Mesh, TrustsTheDataWhenLenient) {
    Diagnostics diagnostics;
    const std::string wrong = with(with(small_mesh, "numJoints 2", "numJoints 3"), "numMeshes 1", "numMeshes 2");
    const auto file = mesh_of(wrong, &diagnostics, true);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(*file, *mesh_of(small_mesh));
    EXPECT_EQ(diagnostics.size(), 2u) << all_of(diagnostics);
}

TEST(Md5Mesh, TakesSlotsInAnyOrder) {
    std::string mixed = with(small_mesh, "\tvert 0 ( 0 0 ) 0 1\n", "");
    mixed = with(mixed, "\n\tnumtris", "\tvert 0 ( 0 0 ) 0 1\n\tnumtris");
    EXPECT_EQ(*mesh_of(mixed), *mesh_of(small_mesh));
}

TEST(Md5Mesh, KeepsEmptyMeshesAndEmptyStrings) {
    const auto file = mesh_of("MD5Version 10 commandline \"\" joints{} mesh{shader\"\"numverts 0 numtris 0 numweights "
                              "0} mesh { shader \"\" }");
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->meshes.size(), 2u);
}

TEST(Md5Mesh, WarnsOfBiasesThatDoNotAddUp) {
    Diagnostics diagnostics;
    ASSERT_TRUE(mesh_of(with(small_mesh, "0.75", "0.7"), &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u) << all_of(diagnostics);
    EXPECT_EQ(diagnostics[0].place.field, "meshes[0].verts[2]");
    diagnostics.clear();
    ASSERT_TRUE(mesh_of(with(small_mesh, "0.75", "0.7504"), &diagnostics));
    EXPECT_TRUE(diagnostics.empty());
    ASSERT_TRUE(mesh_of(with(with(small_mesh, "0.75", "1.25"), "0.25", "-0.25"), &diagnostics));
    EXPECT_TRUE(mentions(diagnostics, "negative"));
}

TEST(Md5Mesh, WarnsOfOrientationsBeyondUnitLength) {
    Diagnostics diagnostics;
    ASSERT_TRUE(mesh_of(with(small_mesh, "( 0 0 10 ) ( 0 0 0 )", "( 0 0 10 ) ( 0.8 0.8 0 )"), &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].message, "orientation is not unit length");
    EXPECT_EQ(diagnostics[0].place.line, 9u);
}

TEST(Md5Mesh, WarnsOfMissingHeaderPartsAndShaders) {
    Diagnostics diagnostics;
    ASSERT_TRUE(mesh_of("MD5Version 10 joints { } mesh { }", &diagnostics));
    EXPECT_TRUE(mentions(diagnostics, "no command line"));
    EXPECT_TRUE(mentions(diagnostics, "no shader"));
}

// ---- and back

void expect_round_trip(const MeshFile& file) {
    const std::string text = write_md5mesh(file);
    const auto again = mesh_of(text);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(*again, file);
    EXPECT_EQ(write_md5mesh(*again), text);
    const auto built = build_md5mesh(*parse_json(print_json(dump_md5mesh(file))));
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(*built, file);
}

TEST(Md5Mesh, RoundTripKeepsEveryValue) {
    for (const char* name :
         {"Bob.md5mesh", "SimpleCube.md5mesh", "synthetic/flags.md5mesh", "synthetic/messy.md5mesh"}) {
        const auto bytes = shared_file(joined({"samples/md5/", name}));
        OSSUARY_NEED(bytes);
        expect_round_trip(*parse_md5mesh(*bytes));
    }
    expect_round_trip(*mesh_of(small_mesh));
}

TEST(Md5Mesh, RoundTripKeepsOddTexts) {
    MeshFile file = *mesh_of(small_mesh);
    file.commandline = "mesh \\\"my model.ma\\\" -x \"y\" z";
    file.joints[0].name = "\xe9t\xe9 (1) {x}"; // Latin-1
    file.joints[1].name = "\xc3\xa9";          // UTF-8 in the same file
    file.meshes[0].name = " leading blank";
    file.meshes[0].shader = "C:\\art\\\xe4.tga";
    expect_round_trip(file);
    file.meshes[0].name = "ends in a backslash \\";
    expect_round_trip(file);
}

TEST(Md5Mesh, RoundTripKeepsNumbersToTheLastBit) {
    MeshFile file = *mesh_of(small_mesh);
    const double values[] = {0.1, 1.0 / 3, 1e-300, 3.4e38, -123456.789012345678, 5e-324, 9007199254740993.0};
    for (const double value : values) {
        file.meshes[0].weights[0].position = {value, -value, 0};
        expect_round_trip(file);
        const std::string text = write_md5mesh(file);
        const std::string_view numbers = std::string_view(text).substr(text.find("weight 0") + 8);
        EXPECT_EQ(numbers.find('e'), numbers.find("eight 1")) << "an exponent";
    }
}

TEST(Md5Mesh, WritesNoNegativeZeroAndNoQuotes) {
    MeshFile file = *mesh_of(small_mesh);
    file.joints[0].position.x = -0.0;
    file.meshes[0].shader = "a\"b\nc";
    file.commandline = "line\nend \" // x";
    const std::string text = write_md5mesh(file);
    EXPECT_NE(text.find("( 0 0 0 )"), text.npos);
    EXPECT_EQ(text.find("-0 "), text.npos);
    EXPECT_NE(text.find("\"a'b c\""), text.npos);
    EXPECT_NE(text.find("\"line end ' // x\""), text.npos);
    EXPECT_TRUE(mesh_of(text));
}

TEST(Md5Mesh, DumpHasTheKeysOfTheDescription) {
    const Json json = dump_md5mesh(*mesh_of(small_mesh));
    EXPECT_EQ(json.members()[0].name, "format");
    EXPECT_EQ(json["format"].string(), "md5mesh");
    EXPECT_EQ(json.members()[1].name, "version");
    EXPECT_EQ(json["version"].integer(), 10);
    EXPECT_EQ(json["numJoints"].integer(), 2);
    EXPECT_EQ(json["meshes"].items()[0]["numWeights"].integer(), 6);
    EXPECT_EQ(json["joints"].items()[1]["parent"].integer(), 0);
    EXPECT_EQ(json.find("encoding"), nullptr);
}

TEST(Md5Mesh, BuildChecksWhatTheReaderChecks) {
    Json json = dump_md5mesh(*mesh_of(small_mesh));
    json.erase("numJoints"); // counts are not needed
    EXPECT_TRUE(build_md5mesh(json));
    json.set("numMeshes", 17); // and not believed
    EXPECT_TRUE(build_md5mesh(json));

    MeshFile broken = *mesh_of(small_mesh);
    broken.meshes[0].weights[3].joint = 999;
    auto built = build_md5mesh(dump_md5mesh(broken));
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().message(),
              "expected joint index below 2, found '999' (line 30 of the file it would become)");
    broken = *mesh_of(small_mesh);
    broken.joints[1].parent = 5;
    EXPECT_FALSE(build_md5mesh(dump_md5mesh(broken)));

    Json other = dump_md5mesh(*mesh_of(small_mesh));
    other.set("format", "md5anim");
    EXPECT_EQ(build_md5mesh(other).error().place().field, "format");
    other.set("format", "md5mesh");
    other.set("version", 6);
    EXPECT_EQ(build_md5mesh(other).error().place().field, "version");
    other.set("version", 10);
    other.set("joint", 1);
    EXPECT_EQ(build_md5mesh(other).error().place().field, "joint");
}

} // namespace
} // namespace ossuary::md5
