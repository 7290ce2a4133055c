#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/formats/image/png.h"
#include "small_document.h"

using namespace ossuary;
using ossuary::testing::SmallDocument;

namespace {

Model read(const ByteBuffer& bytes, Diagnostics* diagnostics = nullptr, const FileLookup& lookup = {}) {
    const auto model = gltf::parse_gltf(bytes, "folder/thing.glb", lookup, diagnostics);
    EXPECT_TRUE(model) << model.error().text();
    return model.value_or(Model());
}

bool mentions(const Diagnostics& diagnostics, std::string_view words) {
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.text().find(words) != std::string::npos) return true;
    return false;
}

// A document with one node and one animation of it.
SmallDocument animated(const char* path, std::size_t input, std::size_t output, const char* interpolation,
                       SmallDocument document) {
    document.push("nodes", R"({"name": "mover"})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [0]}])"));
    document.push("animations", R"({"name": "a", "channels": [{"sampler": 0, "target": {"node": 0, "path": ")" +
                                    std::string(path) + R"("}}], "samplers": [{"input": )" + std::to_string(input) +
                                    R"(, "output": )" + std::to_string(output) + R"(, "interpolation": ")" +
                                    interpolation + R"("}]})");
    return document;
}

} // namespace

TEST(GltfReader, NamesTheModelAfterTheFile) {
    SmallDocument document;
    document.triangle();
    const Model model = read(document.glb());
    EXPECT_EQ(model.name, "thing");
    EXPECT_EQ(model.source.format, "gltf");
    EXPECT_TRUE(model.skeleton.joints.empty()) << "a node that only shows a mesh is no joint";
    EXPECT_EQ(model.meshes[0].joint, -1);
}

TEST(GltfReader, MissingIndicesMeanEveryVertexInTurn) {
    SmallDocument document;
    document.triangle();
    EXPECT_EQ(read(document.glb()).meshes[0].indices, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(GltfReader, StripsAndFansBecomeTriangles) {
    const auto indices = [](int mode) {
        SmallDocument document;
        document.triangle();
        document.json.erase("accessors");
        document.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 2, 0}, "VEC3", 3);
        const std::size_t list =
            document.accessor(document.view(std::vector<std::uint8_t>{0, 1, 2, 3, 4, 4}), 5121, 6, "SCALAR");
        document.json.set("meshes",
                          *parse_json(R"([{"primitives": [{"attributes": {"POSITION": 0}, "indices": )" +
                                      std::to_string(list) + R"(, "mode": )" + std::to_string(mode) + "}]}]"));
        // Without normals every triangle has corners of its own; they tell which vertices it took.
        const Mesh mesh = read(document.glb()).meshes[0];
        const std::vector<Vec3> given = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 2, 0}};
        std::vector<std::uint32_t> taken;
        for (const std::uint32_t i : mesh.indices)
            taken.push_back(
                static_cast<std::uint32_t>(std::find(given.begin(), given.end(), mesh.positions[i]) - given.begin()));
        return taken;
    };
    EXPECT_EQ(indices(5), (std::vector<std::uint32_t>{0, 1, 2, 1, 3, 2, 2, 3, 4}));
    EXPECT_EQ(indices(6), (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3, 0, 3, 4}));
}

TEST(GltfReader, PointsAreLeftOutWithAWord) {
    SmallDocument document;
    document.triangle();
    document.json.set("meshes", *parse_json(R"([{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0},
                                                                {"attributes": {"POSITION": 0}}]}])"));
    Diagnostics diagnostics;
    EXPECT_EQ(read(document.glb(), &diagnostics).meshes[0].surfaces.size(), 1u);
    EXPECT_TRUE(mentions(diagnostics, "meshes[0].primitives[0]: warning: points are left out"));
}

TEST(GltfReader, SparseAccessorsReplaceSomeElements) {
    SmallDocument document;
    document.triangle();
    const std::size_t indices = document.view(std::vector<std::uint16_t>{0, 2});
    const std::size_t values = document.view(std::vector<float>{7, 8, 9, 4, 5, 6});
    const std::string sparse = R"({"count": 2, "indices": {"bufferView": )" + std::to_string(indices) +
                               R"(, "componentType": 5123}, "values": {"bufferView": )" + std::to_string(values) + "}}";
    document.set("accessors", 0, "sparse", *parse_json(sparse));
    EXPECT_EQ(read(document.glb()).meshes[0].positions, (std::vector<Vec3>{{7, 8, 9}, {1, 0, 0}, {4, 5, 6}}));
    Json::Array accessors = document.json["accessors"].items();
    accessors[0].erase("bufferView");
    document.json.set("accessors", accessors);
    EXPECT_EQ(read(document.glb()).meshes[0].positions, (std::vector<Vec3>{{7, 8, 9}, {0, 0, 0}, {4, 5, 6}}));
}

TEST(GltfReader, QuantisedAttributesBecomeFloats) {
    SmallDocument document;
    document.triangle();
    document.json.set("extensionsUsed", *parse_json(R"(["KHR_mesh_quantization"])"));
    document.json.set("extensionsRequired", *parse_json(R"(["KHR_mesh_quantization"])"));
    // A short vec3 takes eight bytes.
    const std::size_t positions =
        document.view(std::vector<std::int16_t>{32767, -32768, 0, 0, -32767, 16384, 0, 0, 0, 0, 3, 0}, 8);
    const std::size_t normals = document.view(std::vector<std::int8_t>{127, 0, 0, 0, 0, 127, 0, 0, 0, 0, -127, 0}, 4);
    const std::size_t p = document.accessor(positions, 5122, 3, "VEC3"),
                      n = document.accessor(normals, 5120, 3, "VEC3");
    document.set("accessors", p, "normalized", true);
    document.set("accessors", n, "normalized", true);
    document.json.set("meshes", *parse_json(R"([{"primitives": [{"attributes": {"POSITION": )" + std::to_string(p) +
                                            R"(, "NORMAL": )" + std::to_string(n) + "}}]}]"));
    Diagnostics diagnostics;
    const Mesh mesh = read(document.glb(), &diagnostics).meshes[0];
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_EQ(mesh.positions[0], (Vec3{1, -1, 0}));
    EXPECT_FLOAT_EQ(mesh.positions[1].y, 16384 / 32767.0f);
    EXPECT_EQ(mesh.normals, (std::vector<Vec3>{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}));
}

TEST(GltfReader, MatricesAreTakenApart) {
    SmallDocument document;
    document.push("nodes", R"({"name": "m", "matrix": [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1]})");
    document.push("nodes", R"({"name": "sheared", "matrix": [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [0, 1]}])"));
    Diagnostics diagnostics;
    const Model model = read(document.glb(), &diagnostics);
    const Transform& rest = model.skeleton.joints[0].rest;
    EXPECT_EQ(rest.translation, (Vec3{5, 6, 7}));
    EXPECT_NEAR(rest.rotation.z, std::sqrt(0.5), 1e-6);
    EXPECT_EQ(rest.scale, (Vec3{2, 2, 2}));
    EXPECT_TRUE(mentions(diagnostics, "nodes[1].matrix: warning: is sheared"));
    EXPECT_EQ(model.skeleton.joints[1].rest.scale, (Vec3{1, 1, 1}));
}

TEST(GltfReader, BuffersMayBeFilesOrDataUris) {
    SmallDocument document;
    document.triangle();
    document.glb();
    document.set("buffers", 0, "uri", "my%20data.bin");
    const ByteBuffer text = to_buffer(print_json(document.json));
    std::string asked;
    const auto lookup = [&](std::string_view name) -> std::optional<ByteBuffer> {
        asked = name;
        return document.bytes;
    };
    EXPECT_EQ(read(text, nullptr, lookup).meshes[0].positions[1], (Vec3{1, 0, 0}));
    EXPECT_EQ(asked, "my data.bin");

    document.set("buffers", 0, "uri",
                 "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA");
    EXPECT_EQ(read(to_buffer(print_json(document.json))).meshes[0].positions[1], (Vec3{1, 0, 0}));
}

TEST(GltfReader, JointsKeepTheOrderOfTheSkin) {
    SmallDocument document;
    // Nodes are out of order, under an object as other exporters make it; the skin lists them parents first.
    document.push("nodes", R"({"name": "hand"})");
    document.push("nodes", R"({"name": "root", "children": [2]})");
    document.push("nodes", R"({"name": "arm", "children": [0]})");
    document.push("nodes", R"({"name": "Armature", "children": [1, 4]})");
    document.push("nodes", R"({"name": "body", "mesh": 0, "skin": 0, "translation": [1, 2, 3]})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [3]}])"));
    document.push("skins", R"({"joints": [1, 2, 0]})");
    const std::size_t p = document.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const std::size_t j = document.accessor(
        document.view(std::vector<std::uint8_t>{0, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0}), 5121, 3, "VEC4");
    const std::size_t w = document.accessor(
        document.view(std::vector<std::uint8_t>{255, 0, 0, 0, 255, 0, 0, 0, 51, 204, 0, 0}), 5121, 3, "VEC4");
    document.set("accessors", w, "normalized", true);
    document.push("meshes", R"({"primitives": [{"attributes": {"POSITION": )" + std::to_string(p) +
                                R"(, "JOINTS_0": )" + std::to_string(j) + R"(, "WEIGHTS_0": )" + std::to_string(w) +
                                "}}]}");
    const Model model = read(document.glb());
    ASSERT_EQ(model.skeleton.joints.size(), 3u);
    EXPECT_EQ(model.skeleton.joints[0].name, "root");
    EXPECT_EQ(model.skeleton.joints[1].name, "arm");
    EXPECT_EQ(model.skeleton.joints[2].name, "hand");
    EXPECT_EQ(model.skins[0].joints, (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(model.skins[0].inverse_bind[0], Affine());
    EXPECT_EQ(model.meshes[0].influences, (std::vector<Influence>{{0, 1}, {1, 1}, {1, 0.8f}, {2, 0.2f}}))
        << "the largest first, as they are written";
}

TEST(GltfReader, NodesBetweenJointsBecomeJointsToo) {
    SmallDocument document;
    document.push("nodes", R"({"name": "a", "children": [1]})");
    document.push("nodes", R"({"name": "between", "children": [2], "translation": [0, 1, 0]})");
    document.push("nodes", R"({"name": "b"})");
    document.push("skins", R"({"joints": [2, 0]})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [0]}])"));
    const Model model = read(document.glb());
    ASSERT_EQ(model.skeleton.joints.size(), 3u);
    EXPECT_EQ(model.skeleton.joints[1].name, "between");
    EXPECT_EQ(model.skins[0].joints, (std::vector<std::uint32_t>{2, 0}));
}

TEST(GltfReader, OnlyTheDefaultSceneCounts) {
    SmallDocument document;
    document.push("nodes", R"({"name": "here", "translation": [1, 0, 0]})");
    document.push("nodes", R"({"name": "elsewhere", "translation": [1, 0, 0]})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [1]}, {"nodes": [0]}])"));
    document.json.set("scene", 1);
    EXPECT_EQ(read(document.glb()).skeleton.joints[0].name, "here");
    document.json.erase("scene");
    EXPECT_EQ(read(document.glb()).skeleton.joints[0].name, "elsewhere");
    document.json.erase("scenes");
    EXPECT_EQ(read(document.glb()).skeleton.joints.size(), 2u);
}

TEST(GltfReader, EveryUseOfAMeshIsAMesh) {
    SmallDocument document;
    document.triangle();
    document.push("nodes", R"({"name": "other", "mesh": 0, "translation": [2, 0, 0]})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [0, 1]}])"));
    const Model model = read(document.glb());
    ASSERT_EQ(model.meshes.size(), 2u);
    EXPECT_EQ(model.meshes[0].joint, -1);
    EXPECT_EQ(model.meshes[1].joint, 0);
}

TEST(GltfReader, PrimitivesThatShareVerticesStillDo) {
    SmallDocument document;
    document.triangle();
    document.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    document.json.set("meshes", *parse_json(R"([{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}},
                                                                {"attributes": {"POSITION": 0, "NORMAL": 1}}]}])"));
    const Mesh mesh = read(document.glb()).meshes[0];
    EXPECT_EQ(mesh.positions.size(), 3u);
    EXPECT_EQ(mesh.surfaces[1].first_vertex, 0u);
    EXPECT_EQ(mesh.indices, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2}));
}

TEST(GltfReader, AttributesThatSomePrimitivesLackAreFilledIn) {
    SmallDocument document;
    document.triangle();
    document.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    document.floats({5, 5, 5, 6, 5, 5, 5, 5, 4}, "VEC3", 3);
    document.floats({0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f}, "VEC2", 2);
    document.json.set("meshes", *parse_json(R"([{"primitives": [{"attributes": {"POSITION": 2, "TEXCOORD_0": 3}},
                                                                {"attributes": {"POSITION": 0, "NORMAL": 1}}]}])"));
    const Mesh mesh = read(document.glb()).meshes[0];
    EXPECT_EQ(mesh.normals[0], (Vec3{0, 1, 0})) << "of the triangle";
    EXPECT_EQ(mesh.normals[3], (Vec3{0, 0, 1}));
    EXPECT_EQ(mesh.uv0[0], (Vec2{0.5f, 0.5f}));
    EXPECT_EQ(mesh.uv0[5], (Vec2{0, 0}));
}

TEST(GltfReader, RotationsMayBeNormalisedIntegers) {
    SmallDocument document;
    const std::size_t input = document.floats({0, 1}, "SCALAR", 1);
    const std::size_t output =
        document.accessor(document.view(std::vector<std::int16_t>{0, 0, 0, 32767, 0, 32767, 0, 0}), 5122, 2, "VEC4");
    document.set("accessors", output, "normalized", true);
    const Model model = read(animated("rotation", input, output, "LINEAR", document).glb());
    EXPECT_EQ(model.clips[0].joints[0].rotation.values[1], (Quat{0, 1, 0, 0}));
    EXPECT_EQ(model.clips[0].duration, 1);
}

TEST(GltfReader, CubicSplinesBecomeStraightPiecesCloseToTheCurve) {
    SmallDocument document;
    const std::size_t input = document.floats({0, 1, 2.5f}, "SCALAR", 1);
    const std::vector<float> spline = {0, 0, 0, 0, 0, 0, 1, 3, 0, 0,  -2, 0, 1, 1,
                                       0, 2, 0, 0, 0, 0, 0, 3, 0, -1, 0,  0, 0};
    const std::size_t output = document.floats(spline, "VEC3", 3);
    Diagnostics diagnostics;
    const Model model = read(animated("translation", input, output, "CUBICSPLINE", document).glb(), &diagnostics);
    EXPECT_TRUE(mentions(diagnostics, "animations[0]: note: 1 cubic"));
    const Channel<Vec3>& channel = model.clips[0].joints[0].translation;
    for (const float key : {0.0f, 1.0f, 2.5f})
        EXPECT_NE(std::find(channel.times.begin(), channel.times.end(), key), channel.times.end());
    EXPECT_LT(channel.times.size(), 2000u);
    double worst = 0;
    for (int i = 0; i <= 1000; ++i) {
        const double time = i * 0.0025;
        const std::size_t key = time < 1 ? 0 : 1;
        const double length = key == 0 ? 1 : 1.5, t = (time - (key == 0 ? 0 : 1)) / length;
        for (std::size_t c = 0; c < 3; ++c) {
            const auto at = [&](std::size_t k, std::size_t part) {
                return static_cast<double>(spline[k * 9 + part * 3 + c]);
            };
            const double exact =
                (2 * t * t * t - 3 * t * t + 1) * at(key, 1) + length * (t * t * t - 2 * t * t + t) * at(key, 2) +
                (3 * t * t - 2 * t * t * t) * at(key + 1, 1) + length * (t * t * t - t * t) * at(key + 1, 0);
            worst = std::max(worst, std::abs(sample(channel, time, Vec3d{})[c] - exact));
        }
    }
    EXPECT_LT(worst, 1e-5);
}

TEST(GltfReader, KeysThatSitOnFramesBecomeUniform) {
    SmallDocument document;
    const std::size_t input = document.floats({0, 0.1f, 0.2f, 0.3f}, "SCALAR", 1);
    const std::size_t output = document.floats({0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 1, 0}, "VEC3", 3);
    SmallDocument moving = animated("translation", input, output, "STEP", document);
    Model model = read(moving.glb());
    EXPECT_EQ(model.clips[0].joints[0].translation.times.size(), 4u);
    EXPECT_EQ(model.clips[0].joints[0].translation.interpolation, Interpolation::step);
    moving.set("animations", 0, "extras", *parse_json(R"({"frameRate": 10})"));
    model = read(moving.glb());
    EXPECT_TRUE(model.clips[0].joints[0].translation.times.empty());
    EXPECT_EQ(model.clips[0].joints[0].translation.rate, 10);
}

TEST(GltfReader, UnknownExtensionsAreTold) {
    SmallDocument document;
    document.triangle();
    document.json.set("extensionsUsed", *parse_json(R"(["EXT_something", "KHR_materials_unlit"])"));
    Diagnostics diagnostics;
    read(document.glb(), &diagnostics);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].place.field, "extensionsUsed[0]");
    document.json.set("extensionsRequired", *parse_json(R"(["EXT_something"])"));
    const auto refused = gltf::parse_gltf(document.glb(), "x");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().place().field, "extensionsRequired[0]");
}

TEST(GltfReader, WhatOnlyChangesTheLookRefusesNoFile) {
    for (const char* extension : {"KHR_materials_transmission", "KHR_materials_variants", "KHR_texture_basisu",
                                  "KHR_lights_punctual", "KHR_node_visibility", "KHR_materials_of_tomorrow"}) {
        SmallDocument document;
        document.triangle();
        const Json names = Json(Json::Array{Json(extension)});
        document.json.set("extensionsUsed", names);
        document.json.set("extensionsRequired", names);
        EXPECT_TRUE(gltf::parse_gltf(document.glb(), "x")) << extension;
    }
}

TEST(GltfReader, TrianglesWithoutNormalsAreFlat) {
    SmallDocument document;
    // A roof: two triangles that share an edge.
    document.floats({0, 0, 0, 1, 1, 0, 1, 1, -1, 2, 0, 0}, "VEC3", 3);
    const std::size_t list =
        document.accessor(document.view(std::vector<std::uint8_t>{0, 1, 2, 1, 3, 2}), 5121, 6, "SCALAR");
    document.push("meshes",
                  R"({"primitives": [{"attributes": {"POSITION": 0}, "indices": )" + std::to_string(list) + "}]}");
    document.push("nodes", R"({"mesh": 0})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [0]}])"));
    const Model model = read(document.glb());
    const Mesh& mesh = model.meshes[0];
    ASSERT_EQ(mesh.normals.size(), 6u);
    const float half = std::sqrt(0.5f);
    for (std::size_t v = 0; v < 3; ++v) EXPECT_LT(length(mesh.normals[v] - Vec3{-half, half, 0}), 1e-6f);
    for (std::size_t v = 3; v < 6; ++v) EXPECT_LT(length(mesh.normals[v] - Vec3{half, half, 0}), 1e-6f);
    const Mesh again = read(gltf::write_glb(model).value()).meshes[0];
    EXPECT_EQ(again.positions, mesh.positions);
    EXPECT_EQ(again.normals, mesh.normals);
}

TEST(GltfReader, AnEmptyFileIsCalledEmpty) {
    const auto model = gltf::parse_gltf({}, "empty.glb");
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().message(), "the file is empty");
}

TEST(GltfReader, DamagedDracoIsRefusedInWords) {
    SmallDocument document;
    document.triangle();
    document.json.set("accessors", *parse_json(R"([{"componentType": 5126, "count": 3, "type": "VEC3"}])"));
    document.view(std::vector<std::uint8_t>{1, 2, 3, 4});
    document.json.set("meshes", *parse_json(R"([{"primitives": [{"attributes": {"POSITION": 0}, "extensions":
        {"KHR_draco_mesh_compression": {"bufferView": 1, "attributes": {"POSITION": 0}}}}]}])"));
    const auto refused = gltf::parse_gltf(document.glb(), "x");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().place().field, "meshes[0].primitives[0].extensions.KHR_draco_mesh_compression");
}

TEST(GltfReader, MissingPicturesCostThePictureOnly) {
    SmallDocument document;
    document.triangle();
    document.push("images", R"({"uri": "gone.png"})");
    document.push("textures", R"({"source": 0})");
    document.push("materials", R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}})");
    Diagnostics diagnostics;
    const Model model = read(document.glb(), &diagnostics);
    EXPECT_TRUE(mentions(diagnostics, "images[0].uri: warning: the file 'gone.png' is not there"));
    EXPECT_EQ(model.materials[0].base_color_image, -1);
    EXPECT_EQ(model.materials[0].extras["images"]["baseColor"].string(), "gone.png");
    EXPECT_EQ(model.materials[0].metallic, 1) << "glTF's default";
}

TEST(GltfReader, EveryPictureKeepsItsTransformSamplerAndCoordinates) {
    SmallDocument document;
    document.triangle();
    document.push("images", R"({"uri": "a.png"})");
    document.push("samplers", R"({"wrapS": 33071})");
    document.push("samplers", R"({"minFilter": 9728})");
    document.push("textures", R"({"source": 0, "sampler": 0})");
    document.push("textures", R"({"source": 0, "sampler": 1})");
    document.push("materials", R"({"normalTexture": {"index": 0,
                                   "extensions": {"KHR_texture_transform": {"scale": [2, 2], "rotation": 0.5}}},
                                   "emissiveTexture": {"index": 1, "texCoord": 1,
                                   "extensions": {"KHR_texture_transform": {"offset": [0, 1]}}}})");
    const ByteBuffer picture = image::write_png({.width = 1, .height = 1, .bytes = ByteBuffer(4)}).value();
    const FileLookup lookup = [&](std::string_view) { return std::optional<SharedBytes>(ByteBuffer(picture)); };
    const Model model = read(document.glb(), nullptr, lookup);
    EXPECT_EQ(model.materials[0].uv, (UvTransform{.rotation = 0.5f, .scale = {2, 2}}));
    EXPECT_EQ(model.materials[0].wrap_u, Wrap::clamp);
    EXPECT_EQ(model.materials[0].uv_sets, (UvSets{.emissive = 1}));
    const Model again = read(gltf::write_glb(model).value());
    EXPECT_EQ(again.materials[0].uv, model.materials[0].uv);
    EXPECT_EQ(again.materials[0].uv_sets, model.materials[0].uv_sets);
    EXPECT_EQ(again.materials[0].extras, model.materials[0].extras);
    const Json& slot = again.materials[0].extras["gltf"]["slots"]["emissive"];
    EXPECT_EQ(slot["transform"], *parse_json(R"({"offset": [0, 1]})"));
    EXPECT_EQ(slot["sampler"]["minFilter"].integer(), 9728);
    EXPECT_EQ(slot["sampler"]["wrapS"].integer(), 10497);
}
