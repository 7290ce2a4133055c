#include "ossuary/formats/zengin/asc.h"

#include <random>

#include <gtest/gtest.h>

#include "asc_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

using namespace ossuary::testing;

constexpr std::string_view asc_head = "*3DSMAX_ASCIIEXPORT\t110\r\n*COMMENT \"x\"\r\n";

Result<AscFile> parse_body(std::string_view body, Diagnostics* diagnostics = nullptr, const AscOptions& options = {}) {
    return parse_asc(as_bytes(std::string(asc_head) + std::string(body)), diagnostics, options);
}

void expect_asc_error(std::string_view body, std::string_view name, std::uint32_t line) {
    const auto file = parse_body(body);
    ASSERT_FALSE(file) << body;
    EXPECT_TRUE(file.error().message().starts_with(name)) << file.error().text();
    EXPECT_EQ(file.error().place().line, line) << file.error().text();
    EXPECT_GT(file.error().place().column, 0u);
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, text.npos) << what;
    return text.replace(at, what.size(), by);
}

TEST(Asc, WritingAndReadingKeepsEveryValue) {
    for (const AscFile& file : {asc_body(), asc_motion(), asc_morph(), AscFile{}}) {
        const std::string text = write_asc(file);
        Diagnostics diagnostics;
        const auto back = parse_asc(as_bytes(text), &diagnostics);
        ASSERT_TRUE(back) << back.error().text();
        EXPECT_TRUE(diagnostics.empty());
        EXPECT_EQ(*back, file);
        EXPECT_EQ(write_asc(*back), text);
    }
}

TEST(Asc, EveryRecordSurvivesJson) {
    for (const AscFile& file : {asc_body(), asc_motion(), asc_morph()}) {
        const auto back = build_asc(*parse_json(print_json(dump_asc(file))));
        ASSERT_TRUE(back) << back.error().text();
        EXPECT_EQ(*back, file);
    }
}

TEST(Asc, NumbersAreWrittenAsTheExporterDid) {
    AscFile file;
    file.scene.background = {4e-6f, -0.0f, 0.123456789f};
    EXPECT_NE(write_asc(file).find("*SCENE_BACKGROUND_STATIC 4e-006\t-0\t0.12345679\n"), std::string::npos);
    EXPECT_NE(write_asc(file, {.six_digits = true}).find("*SCENE_BACKGROUND_STATIC 4e-006\t-0\t0.123457\n"),
              std::string::npos);
    const auto back = parse_asc(as_bytes(write_asc(file)));
    EXPECT_TRUE(std::signbit(back->scene.background.y));
}

TEST(Asc, ReadsTheExportersLayout) {
    const auto file =
        parse_body("*SCENE {\r\n\t*SCENE_FILENAME \"A.MAX\"\r\n\t*SCENE_FRAMESPEED 30\r\n}\r\n"
                   "*GEOMOBJECT {\r\n\t*NODE_NAME \"zm_A\"\r\n\t*NODE_TM {\r\n\t\t*NODE_NAME \"zm_A\"\r\n"
                   "\t\t*TM_ROW3 1.5\t-0\t4e-006\r\n\t\t*TM_SCALEAXISANG 0\t0\t0\r\n\t}\r\n"
                   "\t*WIREFRAME_COLOR 0.5\t0.25\t0\r\n\t*MESH {\r\n\t\t*MESH_NUMVERTEX 3\r\n\t\t*MESH_NUMFACES 1\r\n"
                   "\t\t*MESH_VERTEX_LIST {\r\n\t\t\t*MESH_VERTEX 0\t0\t0\t0\r\n\t\t\t*MESH_VERTEX    1 1 0 0\r\n"
                   "\t\t\t*MESH_VERTEX 2\t0\t1\t0\r\n\t\t}\r\n\t\t*MESH_FACE_LIST {\r\n"
                   "\t\t\t*MESH_FACE    0:    A:    0 B:    1 C:    2 AB:    1 BC:    0 CA:    1"
                   "\t *MESH_SMOOTHING 1,3 \t*MESH_MTLID -1\r\n\t\t}\r\n\t}\r\n}\r\n");
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->scene.frame_speed, 30);
    ASSERT_EQ(file->nodes.size(), 1u);
    const AscNode& node = file->nodes[0];
    EXPECT_TRUE(node.is_geometry);
    EXPECT_EQ(node.matrix.rows[3], (Vec3{1.5f, 0, 4e-6f}));
    EXPECT_EQ(node.wireframe_color, (Vec3{0.5f, 0.25f, 0}));
    ASSERT_EQ(node.meshes.size(), 1u);
    const AscFace& face = node.meshes[0].faces[0];
    EXPECT_EQ(face.vertices, (std::array<std::uint32_t, 3>{0, 1, 2}));
    EXPECT_EQ(face.edges, (std::array<std::uint8_t, 3>{1, 0, 1}));
    EXPECT_EQ(face.smoothing, 5u);
    EXPECT_EQ(face.material, -1);
}

TEST(Asc, SmoothingMayHaveNoValue) {
    const std::string text = replaced(write_asc(asc_morph()), "*MESH_SMOOTHING 1 ", "*MESH_SMOOTHING ");
    const auto file = parse_asc(as_bytes(text));
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->nodes[0].meshes[0].faces[0].smoothing, 0u);
    EXPECT_EQ(file->nodes[0].meshes[0].faces[0].material, 0);
    EXPECT_EQ(file->nodes[0].meshes[0].faces[1].smoothing, 1u);
}

TEST(Asc, UnknownKeywordsAndBlocksArePassedOver) {
    const std::string plain = write_asc(asc_body());
    std::string noisy =
        replaced(plain, "*SCENE {", "*FNORD 1 2 \"a } b\" word\n*BLOCK 3 { *X { \"{\" } 1 2 }\n*SCENE { *NEW { } 7");
    noisy = replaced(noisy, "*NODE_TM {", "*NODE_VISIBILITY { 1 { 2 } }\n*NODE_TM { *INHERIT_POS 0 0 0");
    noisy = replaced(noisy, "*MESH_VERTEX_LIST {", "*MESH_NORMALS { *MESH_FACENORMAL 0 1 1 1 }\n*MESH_VERTEX_LIST {");
    const auto file = parse_asc(as_bytes(noisy));
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(*file, asc_body());
}

TEST(Asc, ALyingMaterialCountIsOnlyAWarning) { // shipped files have it
    Diagnostics diagnostics;
    EXPECT_TRUE(parse_body("*MATERIAL_LIST {\n*MATERIAL_COUNT 1\n}", &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].place.line, 3u);
}

// ---- bad input

TEST(Asc, WhatIsNoAscIsRefused) {
    for (const std::string_view text : {"", "  \n", "Model (\"x\") {", "*COMMENT \"x\"", "*3DSMAX_ASCIIEXPORTER 1"}) {
        const auto file = parse_asc(as_bytes(text));
        ASSERT_FALSE(file) << text;
        EXPECT_TRUE(file.error().message().starts_with("NotAsc")) << file.error().text();
        EXPECT_FALSE(recognise_asc(as_bytes(text)));
    }
    EXPECT_TRUE(recognise_asc(as_bytes(write_asc(asc_body()))));
}

TEST(Asc, CountsThatDoNotMatchAreRefused) {
    const std::string body = write_asc(asc_body()), motion = write_asc(asc_motion());
    for (const auto& [what, by] :
         {std::pair<std::string_view, std::string_view>{"*MESH_NUMVERTEX 8", "*MESH_NUMVERTEX 9"},
          {"*MESH_NUMFACES 12", "*MESH_NUMFACES 2000000000"},
          {"*MESH_NUMTVERTEX 4", "*MESH_NUMTVERTEX 3"},
          {"*MESH_NUMTVFACES 12", "*MESH_NUMTVFACES 0"},
          {"*NUMSUBMTLS 2", "*NUMSUBMTLS 3"},
          {"\t\t\t*MESH_TFACE 11\t0\t2\t3\n", ""}}) {
        const std::string text = replaced(body, what, by);
        const auto file = parse_asc(as_bytes(text));
        ASSERT_FALSE(file) << by;
        EXPECT_TRUE(file.error().message().starts_with("BadCount")) << file.error().text();
        Diagnostics diagnostics;
        EXPECT_TRUE(parse_asc(as_bytes(text), &diagnostics, {.lenient = true})) << by;
        EXPECT_FALSE(diagnostics.empty()) << by;
    }
    const auto tracks = parse_asc(as_bytes(replaced(motion, "*CONTROL_ROT_SAMPLE 769", "*CONTROL_FOO 769")));
    ASSERT_FALSE(tracks);
    EXPECT_TRUE(tracks.error().message().starts_with("BadCount")) << tracks.error().text();
    const auto skin = parse_asc(as_bytes(replaced(body, "zm_Body\n8\n1\t\"BIP01\"\t1\n", "zm_Body\n7\n")));
    ASSERT_FALSE(skin);
    EXPECT_TRUE(skin.error().message().starts_with("BadCount")) << skin.error().text();
    const auto many = parse_asc(as_bytes(replaced(body, "zm_Body\n8\n", "zm_Body\n2000000000\n")));
    ASSERT_FALSE(many);
    EXPECT_TRUE(many.error().message().starts_with("BadCount")) << many.error().text();
}

TEST(Asc, KeysOfAMeshAnimationMustAgree) {
    AscFile file = asc_morph();
    file.nodes[0].meshes[1].vertices.push_back({});
    const auto back = parse_asc(as_bytes(write_asc(file)));
    ASSERT_FALSE(back);
    EXPECT_TRUE(back.error().message().starts_with("BadCount"));
    const auto lenient = parse_asc(as_bytes(write_asc(file)), nullptr, {.lenient = true});
    ASSERT_TRUE(lenient);
    EXPECT_EQ(lenient->nodes[0].meshes.size(), 2u);
}

TEST(Asc, IndicesOutOfRangeAreRefused) {
    const std::string body = write_asc(asc_body());
    for (const auto& [what, by] : {std::pair<std::string_view, std::string_view>{"A:    0 B:    2", "A:    0 B:    8"},
                                   {"A:    0 B:    2", "A:    0 B:    -1"},
                                   {"*MESH_TFACE 0\t0\t1\t2", "*MESH_TFACE 0\t0\t1\t4"},
                                   {"*MESH_VERTEX 3", "*MESH_VERTEX 4"},
                                   {"*MESH_FACE    3:", "*MESH_FACE    4:"}}) {
        const auto file = parse_asc(as_bytes(replaced(body, what, by)));
        ASSERT_FALSE(file) << by;
        EXPECT_TRUE(file.error().message().starts_with("BadIndex")) << file.error().text();
    }
}

TEST(Asc, UnbalancedBracesAreRefusedWithTheirLine) {
    expect_asc_error("*SCENE {\n*SCENE_FIRSTFRAME 0\n", "SyntaxError", 5);
    expect_asc_error("*SCENE {\n}\n}\n", "SyntaxError", 5);
    expect_asc_error("*SCENE\n*COMMENT \"x\"", "SyntaxError", 4);
    expect_asc_error("*FNORD {\n{ {\n} }\n", "SyntaxError", 3);
}

TEST(Asc, BadNumbersAndStringsAreRefusedWithTheirPlace) {
    expect_asc_error("*SCENE {\n*SCENE_FIRSTFRAME x\n}", "BadNumber", 4);
    expect_asc_error("*SCENE {\n*SCENE_FRAMESPEED 1.#QNAN\n}", "BadNumber", 4);
    expect_asc_error("*SCENE {\n*SCENE_FRAMESPEED 1e39\n}", "BadFloat", 4);
    expect_asc_error("*SCENE {\n*SCENE_FIRSTFRAME 99999999999\n}", "BadNumber", 4);
    expect_asc_error("*SCENE {\n*SCENE_FILENAME \"x\n}", "UnterminatedString", 4);
    expect_asc_error("*SCENE {\n*SCENE_FILENAME x\n}", "SyntaxError", 4);
}

TEST(Asc, AnUnknownParentIsAWarning) {
    Diagnostics diagnostics;
    const auto file = parse_body("*HELPEROBJECT {\n*NODE_NAME \"Bip01\"\n*NODE_PARENT \"Nobody\"\n}\n", &diagnostics);
    ASSERT_TRUE(file);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].place.line, 3u);
}

TEST(Asc, NamesAreFoundWithoutCase) {
    const AscFile file = asc_body();
    const AscNames names(file);
    EXPECT_EQ(names.find("BIP01 SPINE"), 1);
    EXPECT_EQ(names.find("zm_body"), 7);
    EXPECT_EQ(names.find("nobody"), -1);
}

TEST(Asc, AMillionDeepNestingIsSurvived) {
    std::string deep;
    for (int i = 0; i < 1000000; ++i) deep += "*A {";
    const auto open = parse_body(deep);
    ASSERT_FALSE(open);
    EXPECT_TRUE(open.error().message().starts_with("SyntaxError"));
    EXPECT_TRUE(parse_body(deep + std::string(1000000, '}')));
    std::string materials = "*MATERIAL_LIST {";
    for (int i = 0; i < 1000000; ++i) materials += "*MATERIAL 0 { *SUBMATERIAL 0 {";
    EXPECT_FALSE(parse_body(materials));
}

TEST(Asc, AFloodOfWarningsStaysShort) {
    std::string text;
    for (int i = 0; i < 20000; ++i) text += "*HELPEROBJECT {\n*NODE_NAME \"a\"\n*NODE_PARENT \"Nobody\"\n}\n";
    Diagnostics diagnostics;
    ASSERT_TRUE(parse_body(text, &diagnostics));
    EXPECT_EQ(diagnostics.size(), 1001u);
}

TEST(Asc, EveryTruncationIsSurvived) {
    for (const AscFile& file : {asc_body(), asc_motion(), asc_morph()}) {
        const std::string text = write_asc(file);
        for (std::size_t size = 0; size < text.size(); ++size) {
            const auto cut = parse_asc(as_bytes(std::string_view(text).substr(0, size)));
            if (!cut) {
                EXPECT_FALSE(cut.error().message().empty());
            }
        }
    }
}

TEST(Asc, FlippedBytesAreSurvived) {
    const std::string texts[] = {write_asc(asc_body()), write_asc(asc_motion()), write_asc(asc_morph())};
    std::mt19937 random(3151592);
    for (int round = 0; round < 3000; ++round) {
        std::string broken = texts[round % 3];
        for (int flips = 0; flips < 1 + round % 4; ++flips)
            broken[random() % broken.size()] = static_cast<char>(random() % 256);
        const auto file = parse_asc(as_bytes(broken), nullptr, {.lenient = round % 2 == 1});
        if (!file) continue;
        const auto back = parse_asc(as_bytes(write_asc(*file)), nullptr, {.lenient = true});
        ASSERT_TRUE(back) << back.error().text();
    }
}

} // namespace
} // namespace ossuary::zengin
