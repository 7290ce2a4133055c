// What is found beside a model: the parts of morph scripts, and pictures. And plain meshes as models.
#include <map>

#include <gtest/gtest.h>

#include "asc_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/formats/zengin/material.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/tex.h"

namespace ossuary::zengin {
namespace {

FileLookup lookup_in(std::map<std::string, ByteBuffer> files) {
    return [files = std::move(files)](std::string_view name) -> std::optional<ByteBuffer> {
        const auto found = files.find(lower_case(name));
        return found == files.end() ? std::nullopt : std::optional(found->second);
    };
}

// ---- morph scripts

MorphScript leaf_script() {
    MorphScript script{.name = "LEAF", .morph_ref = "LEAF.ASC"};
    script.anis = {{.name = "S_GROW",
                    .layer = 2,
                    .blend_in = 0.1f,
                    .hold = -1,
                    .blend_out = 0.2f,
                    .flags = "L",
                    .asc = "LEAF_GROW.ASC",
                    .first = 1,
                    .last = 2,
                    .spd = 5},
                   {.name = "S_SMALL", .asc = "LEAF_GROW.ASC", .first = 0, .last = 0}};
    return script;
}
AscFile leaf_reference() {
    AscFile file = ossuary::testing::asc_morph();
    file.nodes[0].meshes.resize(1);
    file.nodes[0].mesh_kind = AscMeshKind::rigid;
    return file;
}
ByteBuffer bytes_of(const AscFile& file) { return to_buffer(write_asc(file)); }

TEST(MorphScript, KeysOfItsSourcesBecomeTargetsAndClips) {
    Diagnostics diagnostics;
    const auto model = to_model(
        leaf_script(), "LEAF",
        lookup_in({{"leaf.asc", bytes_of(leaf_reference())}, {"leaf_grow.asc", bytes_of(testing::asc_morph())}}), {},
        &diagnostics);
    ASSERT_TRUE(model) << model.error().text();
    for (const Diagnostic& diagnostic : diagnostics) ADD_FAILURE() << diagnostic.text();
    EXPECT_TRUE(validate(*model).empty());
    EXPECT_TRUE(model->skeleton.joints.empty());
    ASSERT_EQ(model->meshes.size(), 1u);
    const Mesh& mesh = model->meshes[0];
    ASSERT_EQ(mesh.morphs.size(), 3u);
    EXPECT_EQ(mesh.morphs[1].name, "S_GROW 1");
    // Key 2 is a box of 16 where the reference has one of 10: the far corner moves by 6 cm, along -x of ours.
    double most = 0;
    for (const Vec3& delta : mesh.morphs[1].positions) most = std::max(most, -static_cast<double>(delta.x));
    EXPECT_NEAR(most, 0.06, 1e-6);
    for (const Vec3& delta : mesh.morphs[2].positions) EXPECT_EQ(delta, Vec3{});

    ASSERT_EQ(model->clips.size(), 2u);
    const Clip& grow = model->clips[0];
    EXPECT_EQ(grow.name, "S_GROW");
    EXPECT_EQ(grow.loop, LoopMode::wrap);
    EXPECT_DOUBLE_EQ(grow.frame_rate, 5);
    EXPECT_DOUBLE_EQ(grow.duration, 0.4);
    EXPECT_NEAR(grow.hints.blend_in, 0.1, 1e-7);
    EXPECT_NEAR(grow.hints.blend_out, 0.2, 1e-7);
    EXPECT_EQ(grow.hints.layer, 2);
    EXPECT_DOUBLE_EQ(sample(grow.morphs[0].weights[0], 0, 0), 1);
    EXPECT_NEAR(sample(grow.morphs[0].weights[1], 0.2, 0), 1, 1e-6);
}

TEST(MorphScript, TheCompiledMeshComesFirst) {
    MorphMesh compiled{.name = "LEAF"};
    compiled.mesh.positions = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}};
    SubMesh& submesh = compiled.mesh.submeshes.emplace_back();
    submesh.triangles = {{0, 1, 2}};
    for (std::uint16_t i = 0; i < 3; ++i)
        submesh.wedges.push_back({.normal = {0, 0, 1}, .uv = {}, .position_index = i, .pad = 0});
    compiled.mesh.materials.resize(1);
    compiled.morph_positions = compiled.mesh.positions;
    const auto model =
        to_model(leaf_script(), "LEAF",
                 lookup_in({{"leaf.mmb", write_mmb(compiled)}, {"leaf.asc", bytes_of(leaf_reference())}}));
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_EQ(model->meshes[0].positions.size(), 3u);
}

TEST(MorphScript, WhatIsMissingOrOfAnotherShapeIsNamed) {
    const auto nothing = to_model(leaf_script(), "LEAF", lookup_in({}));
    ASSERT_FALSE(nothing);
    EXPECT_NE(nothing.error().text().find("neither LEAF.MMB nor LEAF.ASC is found"), std::string::npos);

    AscFile other = testing::asc_morph();
    for (AscMesh& mesh : other.nodes[0].meshes) mesh.vertices.push_back({});
    for (const auto& grow : {std::optional<AscFile>(), std::optional(other)}) {
        std::map<std::string, ByteBuffer> files{{"leaf.asc", bytes_of(leaf_reference())}};
        if (grow) files.emplace("leaf_grow.asc", bytes_of(*grow));
        Diagnostics diagnostics;
        const auto model = to_model(leaf_script(), "LEAF", lookup_in(files), {}, &diagnostics);
        ASSERT_TRUE(model) << model.error().text();
        EXPECT_TRUE(model->clips.empty());
        ASSERT_EQ(diagnostics.size(), 2u);
        EXPECT_EQ(diagnostics[0].severity, Severity::error);
        EXPECT_NE(diagnostics[0].message.find(grow ? "other vertices" : "is not found"), std::string::npos)
            << diagnostics[0].text();
    }
}

TEST(MorphScript, FramesOutsideTheSourceAreRefused) {
    for (const auto& [first, last] : {std::pair(-1, 1), std::pair(2, 1), std::pair(1, 3), std::pair(3, -1)}) {
        MorphScript script = leaf_script();
        script.anis.resize(1);
        script.anis[0].first = first;
        script.anis[0].last = last;
        Diagnostics diagnostics;
        const auto model = to_model(
            script, "LEAF",
            lookup_in({{"leaf.asc", bytes_of(leaf_reference())}, {"leaf_grow.asc", bytes_of(testing::asc_morph())}}),
            {}, &diagnostics);
        ASSERT_TRUE(model);
        EXPECT_TRUE(model->clips.empty()) << first << ' ' << last;
        EXPECT_EQ(diagnostics.size(), 1u);
    }
}

// ---- pictures

ByteBuffer picture(std::uint8_t alpha) {
    Image image{.width = 2, .height = 2, .bytes = ByteBuffer(16, std::byte{255})};
    image.bytes[3] = std::byte{alpha};
    return image::write_png(image).value();
}
Model painted(std::vector<std::string> textures) {
    Model model;
    for (const std::string& texture : textures) model.materials.emplace_back().texture = texture;
    return model;
}

TEST(Textures, AreFoundByNameAndKeptOnce) {
    Model model = painted({"SKIN.TGA", "skin.tga", "NONE.TGA", "NONE.TGA"});
    Diagnostics diagnostics;
    add_textures(model, lookup_in({{"skin.png", picture(255)}}), false, &diagnostics);
    ASSERT_EQ(model.images.size(), 1u);
    EXPECT_EQ(model.images[0].width, 2u);
    EXPECT_EQ(model.materials[0].base_color_image, 0);
    EXPECT_EQ(model.materials[1].base_color_image, 0);
    EXPECT_EQ(model.materials[0].alpha, AlphaMode::opaque);
    EXPECT_EQ(model.materials[2].base_color_image, -1);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_NE(diagnostics[0].message.find("NONE.TGA"), std::string::npos);
}

TEST(Textures, HolesCutTheMaterialUnlessAskedNotTo) {
    for (const bool keep : {false, true}) {
        Model model = painted({"LEAF.TGA"});
        add_textures(model, lookup_in({{"leaf.tga", picture(0)}}), keep);
        EXPECT_EQ(model.materials[0].alpha, keep ? AlphaMode::opaque : AlphaMode::mask);
    }
}

TEST(Textures, ANumberedRowIsAnAnimation) {
    Model model = painted({"GLOW_A0.TGA"});
    model.materials[0].extras.set("gothic", Json::object()).set("tex_ani_fps", 12);
    add_textures(model, lookup_in({{"glow_a0.tga", picture(255)},
                                   {"glow_a1.tga", picture(255)},
                                   {"glow_a2.tga", picture(255)},
                                   {"glow_a4.tga", picture(255)}}));
    EXPECT_EQ(model.materials[0].frames, (std::vector<std::int32_t>{0, 1, 2}));
    EXPECT_EQ(model.materials[0].frame_rate, 12);
}

// A texture of two by two, half of it a hole.
ByteBuffer compiled(TexFormat format) {
    Image image{.width = 2, .height = 2, .bytes = ByteBuffer(16, std::byte{255})};
    image.bytes[3] = image.bytes[7] = std::byte{0};
    return write_tex(tex_from_image(image, {.format = format}).value());
}

TEST(Textures, TheCompiledOneComesFirstWithAllItsLevels) {
    Model model = painted({"SKIN.TGA"});
    add_textures(model, lookup_in({{"skin-c.tex", compiled(TexFormat::dxt3)}, {"skin.tga", picture(255)}}));
    ASSERT_EQ(model.images.size(), 1u);
    EXPECT_EQ(model.images[0].name, "SKIN");
    EXPECT_EQ(model.images[0].source, "SKIN-C.TEX");
    EXPECT_EQ(model.images[0].encoding, ImageEncoding::dds);
    EXPECT_EQ(tex_from_model_image(model.images[0])->levels.size(), 2u);
    EXPECT_EQ(model.materials[0].alpha, AlphaMode::mask);
}

TEST(Textures, AnUnusableCompiledOneIsPassedOver) {
    Model model = painted({"SKIN.TGA"});
    Diagnostics diagnostics;
    add_textures(model, lookup_in({{"skin-c.tex", to_buffer("ZTEX and no more")}, {"skin.tga", picture(255)}}), false,
                 &diagnostics);
    ASSERT_EQ(model.images.size(), 1u);
    EXPECT_EQ(model.images[0].encoding, ImageEncoding::png);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].place.file, "SKIN-C.TEX");
    EXPECT_NE(diagnostics[0].message.find("tex: truncated header"), std::string::npos);
}

TEST(Textures, WhatBlendsIsOpaqueIfItsTextureIsDxt1) {
    for (const bool keep : {false, true})
        for (const TexFormat format : {TexFormat::dxt1, TexFormat::dxt5}) {
            Model model;
            model.materials.push_back(to_material({.texture = "GLASS.TGA", .alpha_func = 2}, 0.01));
            add_textures(model, lookup_in({{"glass-c.tex", compiled(format)}}), keep);
            EXPECT_EQ(model.materials[0].alpha,
                      format == TexFormat::dxt1 && !keep ? AlphaMode::opaque : AlphaMode::blend);
        }
}

TEST(Textures, TheDefaultStandsInForAMissingOne) {
    Model model = painted({"NONE.TGA"});
    Diagnostics diagnostics;
    add_textures(model, lookup_in({{"default-c.tex", compiled(TexFormat::dxt1)}}), false, &diagnostics);
    EXPECT_EQ(model.materials[0].base_color_image, 0);
    EXPECT_EQ(diagnostics.size(), 1u);
}

TEST(Textures, EveryMarkOfAnAnimatedNameIsReplaced) {
    Model model = painted({"A_A0_B_A0.TGA"});
    const ByteBuffer frame = compiled(TexFormat::dxt1);
    add_textures(model,
                 lookup_in({{"a_a0_b_a0-c.tex", frame}, {"a_a1_b_a1-c.tex", frame}, {"a_a1_b_a0-c.tex", frame}}));
    EXPECT_EQ(model.materials[0].frames, (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(model.materials[0].frame_rate, 2); // all of them in a second
}

TEST(Textures, ABrokenPictureIsReported) {
    Model model = painted({"SKIN.TGA"});
    Diagnostics diagnostics;
    add_textures(model, lookup_in({{"skin.tga", to_buffer("no picture")}}), false, &diagnostics);
    EXPECT_EQ(model.materials[0].base_color_image, -1);
    EXPECT_EQ(diagnostics.size(), 2u);
}

// ---- plain meshes

// A square and a triangle on two materials, sharing an edge.
PlainMesh roof() {
    PlainMesh mesh;
    mesh.positions = {{0, 0, 0}, {0, 100, 0}, {100, 100, 0}, {100, 0, 0}, {200, 0, 0}};
    for (int i = 0; i < 4; ++i)
        mesh.features.push_back({.uv = {static_cast<float>(i), 0.5f}, .light = 0, .normal = {0, 0, 1}});
    mesh.materials.materials = {{.name = "UNUSED"}, {.name = "WOOD"}, {.name = "STONE", .texture = "STONE.TGA"}};
    mesh.polygons = {{.material = 2, .corner_count = 4}, {.material = 1, .corner_count = 3}};
    mesh.corners = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {3, 3}, {2, 2}, {4, 0}};
    return mesh;
}

TEST(PlainMeshModel, PolygonsBecomeTrianglesByMaterial) {
    const auto model = to_model(roof(), "roof");
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_TRUE(validate(*model).empty());
    const Mesh& mesh = model->meshes[0];
    ASSERT_EQ(mesh.surfaces.size(), 2u);
    EXPECT_EQ(model->materials[static_cast<std::size_t>(mesh.surfaces[0].material)].name, "WOOD");
    EXPECT_EQ(mesh.indices, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 3, 5, 6}));
    EXPECT_EQ(mesh.positions[5], (Vec3{-1, 1, 0}));
    EXPECT_EQ(mesh.uv0[5], (Vec2{2, 0.5f}));
    EXPECT_EQ(mesh.normals[5], (Vec3{0, 0, 1}));
    // Clockwise from the front in the engine is counter-clockwise here: faces look where their normals do.
    const Vec3 face = cross(mesh.positions[4] - mesh.positions[3], mesh.positions[5] - mesh.positions[3]);
    EXPECT_GT(face.z, 0);
}

TEST(PlainMeshModel, IndicesAreChecked) {
    for (int damage = 0; damage < 4; ++damage) {
        PlainMesh mesh = roof();
        if (damage == 0) mesh.polygons[0].material = 3;
        if (damage == 1) mesh.corners[0].position = 5;
        if (damage == 2) mesh.corners[0].feature = 4;
        if (damage == 3) mesh.corners.pop_back();
        const auto model = to_model(mesh, "roof");
        ASSERT_FALSE(model) << damage;
        EXPECT_TRUE(model.error().message().starts_with("Bad")) << model.error().text();
    }
}

} // namespace
} // namespace ossuary::zengin
