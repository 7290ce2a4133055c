#include <gtest/gtest.h>

#include <map>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/model/bounds.h"
#include "shared_files.h"
#include "small_files.h"

namespace ossuary::md5 {
namespace {

using namespace testing;
using ossuary::testing::shared_file;

TEST(Md5MeshModel, TurnsAxesUnitsAndTriangles) {
    const auto model = to_model(*mesh_of(small_mesh), "small");
    ASSERT_TRUE(model);
    EXPECT_TRUE(validate(*model).empty()) << all_of(validate(*model));
    EXPECT_EQ(model->name, "small");
    EXPECT_EQ(model->source.format, "md5");
    EXPECT_EQ(model->source.basis, md5_basis());
    EXPECT_EQ(model->extras["md5"]["commandline"].string(), "made by hand");
    ASSERT_EQ(model->meshes.size(), 1u);
    const ossuary::Mesh& mesh = model->meshes[0];
    EXPECT_LT(length(mesh.positions[3] - Vec3{0.254f, 0.254f, 0}), 1e-6f); // file: 10 along x, 10 up
    EXPECT_EQ(mesh.indices, (std::vector<std::uint32_t>{0, 1, 2, 1, 3, 2}));
    EXPECT_EQ(mesh.surfaces[0].name, "body");
    EXPECT_LT(length(mesh.normals[0] - Vec3{0, 0, 1}), 1e-6f);
    EXPECT_EQ(mesh.uv0[2], (Vec2{0, 1}));
    EXPECT_EQ(model->materials[0].name, "body.png");
    EXPECT_EQ(model->materials[0].extras["sourceShader"].string(), "body.png");
    const Vec3 arm = model->skeleton.joints[1].rest.translation;
    EXPECT_LT(length(arm - Vec3{0, 0.254f, 0}), 1e-7f);
}

TEST(Md5MeshModel, InfluencesAreMergedAndSorted) {
    std::string text = with(small_mesh, "weight 3 1 0.25 ( 0 0 0 )", "weight 3 0 0.25 ( 0 0 10 )");
    text = with(text, "weight 4 1 0.5 ( 10 0 0 )", "weight 4 0 0.4 ( 10 0 10 )");
    text = with(text, "weight 5 0 0.5 ( 10 0 10 )", "weight 5 1 0.6 ( 10 0 0 )");
    const auto model = to_model(*mesh_of(text), "small");
    ASSERT_TRUE(model);
    const ossuary::Mesh& mesh = model->meshes[0];
    EXPECT_EQ(mesh.influence_start, (std::vector<std::uint32_t>{0, 1, 2, 3, 5}));
    EXPECT_EQ(mesh.influences[2], (Influence{0, 1.0f}));
    EXPECT_EQ(mesh.influences[3], (Influence{1, 0.6f}));
    EXPECT_EQ(mesh.influences[4], (Influence{0, 0.4f}));
}

TEST(Md5MeshModel, PositionsUseBiasesAsWrittenAndWeightsAreNormalised) {
    const std::string text =
        with(with(small_mesh, "0.75 ( 0 0 10 )", "0.5 ( 0 0 10 )"), "0.25 ( 0 0 0 )", "-0.1 ( 0 0 0 )");
    Diagnostics diagnostics;
    const auto model = to_model(*mesh_of(text), "small", {}, &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_TRUE(validate(*model).empty());
    EXPECT_NEAR(model->meshes[0].positions[2].y, 0.4 * 10 * 0.0254, 1e-6); // 0.5 × 10 − 0.1 × 10
    EXPECT_EQ(model->meshes[0].influences[2], (Influence{0, 1.0f}));
    EXPECT_TRUE(mentions(diagnostics, "disagree on the position by up to 6"));
}

TEST(Md5MeshModel, VerticesWithoutWeightHangOnOneJoint) {
    std::string text = with(small_mesh, "vert 0 ( 0 0 ) 0 1", "vert 0 ( 0 0 ) 0 0");
    text = with(text, "weight 4 1 0.5", "weight 4 1 -1");
    Diagnostics diagnostics;
    const auto model = to_model(*mesh_of(text), "small", {}, &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_TRUE(validate(*model).empty());
    EXPECT_EQ(model->meshes[0].positions[0], (Vec3{}));
    EXPECT_EQ(model->meshes[0].influences[0], (Influence{0, 1.0f}));
    EXPECT_TRUE(mentions(diagnostics, "1 vertices have no weight"));
}

TEST(Md5MeshModel, NumbersJointsOfTheSameName) {
    const std::string joints =
        "joints { a -1 ( 0 0 0 ) ( 0 0 0 ) a 0 ( 0 0 0 ) ( 0 0 0 ) a#2 0 ( 0 0 0 ) ( 0 0 0 ) a 0 ( 0 0 0 ) ( 0 0 0 ) }";
    Diagnostics diagnostics;
    const auto model = to_model(*mesh_of("MD5Version 10 commandline \"\" " + joints), "names", {}, &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->skeleton.joints[1].name, "a#3");
    EXPECT_EQ(model->skeleton.joints[2].name, "a#2");
    EXPECT_EQ(model->skeleton.joints[3].name, "a#4");
    EXPECT_TRUE(mentions(diagnostics, "2 joints have the name of another"));
    EXPECT_TRUE(model->meshes.empty());
    EXPECT_EQ(md5mesh_from_model(*model)->joints[3].name, "a") << "as it was in the file";
}

TEST(Md5MeshModel, WarnsOfUnlikelySizes) {
    const auto warns = [](double scale) {
        Diagnostics diagnostics;
        EXPECT_TRUE(to_model(*mesh_of(small_mesh), "small", {.basis = md5_basis(Front::minus_y, scale)}, &diagnostics));
        return mentions(diagnostics, "unit scale");
    };
    EXPECT_FALSE(warns(0.0254));
    EXPECT_TRUE(warns(0.001));
    EXPECT_TRUE(warns(20));
}

TEST(Md5MeshModel, OneMaterialPerShader) {
    const std::string block = small_mesh.substr(small_mesh.find("mesh {"));
    std::string text = with(small_mesh, "numMeshes 1", "numMeshes 3") + block + with(block, "body.png", "other.png");
    const auto model = to_model(*mesh_of(text), "small");
    ASSERT_TRUE(model);
    EXPECT_TRUE(validate(*model).empty());
    EXPECT_EQ(model->materials.size(), 2u);
    EXPECT_EQ(model->meshes[0].surfaces[1].material, 0);
    EXPECT_EQ(model->meshes[0].surfaces[2].material, 1);
    EXPECT_EQ(model->meshes[0].surfaces[2].first_vertex, 8u);
}

TEST(Md5MeshModel, KeepsEmptySurfaces) {
    const auto model = to_model(
        *mesh_of("MD5Version 10 commandline \"\" joints{a -1(0 0 0)(0 0 0)} mesh{shader x} mesh{shader y}"), "empty");
    ASSERT_TRUE(model);
    EXPECT_TRUE(validate(*model).empty()) << all_of(validate(*model));
    EXPECT_EQ(model->meshes[0].surfaces.size(), 2u);
    EXPECT_TRUE(to_model(*mesh_of("MD5Version 10 joints{} mesh{ numverts 1 vert 0 ( 0 0 ) 0 0 }     "), "no joints"));
}

TEST(Md5MeshModel, TextsAreUtf8) {
    const auto model = to_model(*mesh_of(with(small_mesh, "\"body.png\"", "\"\xe4.png\"")), "latin");
    EXPECT_EQ(model->materials[0].name, "\xc3\xa4.png");
    EXPECT_EQ(md5mesh_from_model(*model)->meshes[0].shader, "\xe4.png");
}

TEST(Md5MeshModel, RefusesWhatNoModelCanHold) {
    EXPECT_FALSE(to_model(*mesh_of(with(small_mesh, "weight 0 0 1 ( 0 0 0 )", "weight 0 0 1e30 ( 1e30 0 0 )")), "far"));
    // Every vertex with every weight: a short file that asks for a lot of work.
    std::string text = "MD5Version 10 joints{a -1(0 0 0)(0 0 0)} mesh{ numverts 2000";
    for (int i = 0; i < 2000; ++i) text += " vert " + std::to_string(i) + " ( 0 0 ) 0 2000";
    text += " numweights 2000";
    for (int i = 0; i < 2000; ++i) text += " weight " + std::to_string(i) + " 0 1 ( 0 0 0 )";
    const auto file = mesh_of(text + " }");
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_FALSE(to_model(*file, "overlap"));
}

// ---- pictures

ByteBuffer picture(std::array<std::uint8_t, 4> left, std::array<std::uint8_t, 4> right) {
    Image image{.width = 2, .height = 1};
    for (const auto& pixel : {left, right})
        for (const std::uint8_t value : pixel) image.bytes.push_back(std::byte{value});
    return *image::write_png(image);
}

ToModelOptions with_pictures(std::map<std::string, ByteBuffer> files) {
    ToModelOptions options;
    options.textures = [files = std::move(files)](std::string_view name) -> std::optional<ByteBuffer> {
        const auto found = files.find(std::string(name));
        return found == files.end() ? std::nullopt : std::optional(found->second);
    };
    return options;
}

TEST(Md5MeshModel, FindsPicturesAndGuessesTransparency) {
    ToModelOptions options = with_pictures({{"body.png", picture({1, 2, 3, 255}, {4, 5, 6, 0})}});
    Diagnostics diagnostics;
    auto model = to_model(*mesh_of(small_mesh), "small", options, &diagnostics);
    ASSERT_TRUE(model);
    ASSERT_EQ(model->images.size(), 1u);
    EXPECT_EQ(model->images[0].encoding, ImageEncoding::png);
    EXPECT_EQ(model->images[0].name, "body");
    EXPECT_EQ(model->materials[0].base_color_image, 0);
    EXPECT_EQ(model->materials[0].alpha, AlphaMode::mask);
    EXPECT_TRUE(model->meshes[0].tangents.empty()) << "tangents are for normal maps";
    EXPECT_EQ(all_of(diagnostics), "");
    options.force_opaque = options.double_sided = true;
    model = to_model(*mesh_of(small_mesh), "small", options);
    EXPECT_EQ(model->materials[0].alpha, AlphaMode::opaque);
    EXPECT_TRUE(model->materials[0].double_sided);
}

TEST(Md5MeshModel, MissingPicturesAreWarnings) {
    Diagnostics diagnostics;
    auto model = to_model(*mesh_of(small_mesh), "small", with_pictures({}), &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_TRUE(mentions(diagnostics, "no picture was found for shader 'body.png'"));
    diagnostics.clear();
    model =
        to_model(*mesh_of(small_mesh), "small", with_pictures({{"body.png", to_buffer("no picture")}}), &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->materials[0].base_color_image, -1);
    EXPECT_TRUE(mentions(diagnostics, "body.png"));
}

TEST(Md5MeshModel, NormalMapsBringTangents) {
    const ByteBuffer map = picture({128, 100, 255, 255}, {128, 128, 255, 255});
    ToModelOptions options = with_pictures({{"body_normal.png", map}});
    // One triangle shows the picture plainly, the other mirrored: the edge they share is split.
    const std::string text = with(small_mesh, "vert 3 ( 1 1 )", "vert 3 ( -1 -1 )");
    auto model = to_model(*mesh_of(text), "small", options);
    ASSERT_TRUE(model);
    EXPECT_TRUE(validate(*model).empty()) << all_of(validate(*model));
    const ossuary::Mesh& mesh = model->meshes[0];
    ASSERT_EQ(mesh.positions.size(), 6u);
    EXPECT_EQ(mesh.surfaces[0].vertex_count, 6u);
    EXPECT_EQ(mesh.positions[4], mesh.positions[1]);
    EXPECT_EQ(mesh.positions[5], mesh.positions[2]);
    EXPECT_EQ(mesh.indices, (std::vector<std::uint32_t>{0, 4, 5, 1, 3, 2})) << "the copies are the mirrored one's";
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const auto corner = [&](std::size_t k) { return mesh.indices[i + k]; };
        const Vec3 d1 = mesh.positions[corner(1)] - mesh.positions[corner(0)],
                   d2 = mesh.positions[corner(2)] - mesh.positions[corner(0)];
        const Vec2 a = mesh.uv0[corner(0)], b = mesh.uv0[corner(1)], c = mesh.uv0[corner(2)];
        const float s1 = b.x - a.x, t1 = b.y - a.y, s2 = c.x - a.x, t2 = c.y - a.y, area = s1 * t2 - t1 * s2;
        const Vec3 towards_u = (d1 * t2 - d2 * t1) * (1 / area), towards_v = (d2 * s1 - d1 * s2) * (1 / area);
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec4& t = mesh.tangents[corner(k)];
            const Vec3 tangent{t.x, t.y, t.z}, bitangent = cross(mesh.normals[corner(k)], tangent) * t.w;
            EXPECT_GT(dot(tangent, towards_u), 0);
            EXPECT_LT(dot(bitangent, towards_v), 0) << "the bitangent points up in the picture";
        }
    }
    options.flip_green = true;
    model = to_model(*mesh_of(text), "small", options);
    const auto pixels = image::decode(model->images[0]);
    ASSERT_TRUE(pixels);
    EXPECT_EQ(pixels->bytes[1], std::byte{155});
}

TEST(Md5MeshModel, Bob) {
    const auto bytes = shared_file("samples/md5/Bob.md5mesh");
    OSSUARY_NEED(bytes);
    ToModelOptions options;
    options.textures = [](std::string_view name) { return shared_file(joined({"samples/md5/", name})); };
    Diagnostics diagnostics;
    const auto model = to_model(*parse_md5mesh(*bytes), "Bob", options, &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_EQ(all_of(diagnostics), "");
    EXPECT_TRUE(validate(*model).empty());
    const ossuary::Mesh& mesh = model->meshes[0];
    EXPECT_EQ(model->skeleton.joints.size(), 33u);
    EXPECT_EQ(mesh.surfaces.size(), 6u);
    EXPECT_EQ(mesh.positions.size(), 875u);
    EXPECT_EQ(mesh.indices.size(), 1027u * 3);
    EXPECT_EQ(model->materials.size(), 5u);
    EXPECT_EQ(model->images.size(), 5u);
    for (const Material& material : model->materials) {
        const bool grille = material.name.find("grill") != std::string::npos;
        EXPECT_EQ(material.alpha, grille ? AlphaMode::mask : AlphaMode::opaque) << material.name;
    }
    const auto box = bounds(*model);
    EXPECT_GT(box->max.y - box->min.y, 1.6f);
    EXPECT_LT(box->max.y - box->min.y, 1.8f);
    double volume = 0;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
        volume +=
            dot(to_double(mesh.positions[mesh.indices[i]]),
                cross(to_double(mesh.positions[mesh.indices[i + 1]]), to_double(mesh.positions[mesh.indices[i + 2]])));
    EXPECT_GT(volume, 0) << "front faces are counter-clockwise";
    // The skin puts every vertex where it is in the bind pose.
    const auto posed = posed_positions(*model, mesh, rest_object_pose(model->skeleton));
    for (std::size_t v = 0; v < posed.size(); ++v) EXPECT_LT(length(posed[v] - to_double(mesh.positions[v])), 1e-6);
}

} // namespace
} // namespace ossuary::md5
