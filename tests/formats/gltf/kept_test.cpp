#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/formats/image/png.h"
#include "small_document.h"

using namespace ossuary;
using ossuary::testing::SmallDocument;

namespace {

FileLookup pictures() {
    return [](std::string_view) {
        return std::optional<SharedBytes>(image::write_png({.width = 1, .height = 1, .bytes = ByteBuffer(4)}).value());
    };
}

Model opened(const ByteBuffer& bytes, Diagnostics* diagnostics = nullptr) {
    auto model = gltf::parse_gltf(bytes, "thing.glb", pictures(), diagnostics);
    EXPECT_TRUE(model) << model.error().text();
    return model.value_or(Model());
}

// The JSON of what the model is written as.
Json document_of(const Model& model, Diagnostics* diagnostics = nullptr) {
    const auto files = gltf::write_gltf(model, "x", {}, diagnostics);
    EXPECT_TRUE(files) << files.error().text();
    return parse_json(as_text((*files)[0].bytes)).value();
}

bool has(const Json& list, std::string_view text) {
    for (const Json& entry : list.items())
        if (entry.string() == text) return true;
    return false;
}

} // namespace

TEST(GltfKept, CopyrightAndExtrasOfTheAsset) {
    SmallDocument document;
    document.triangle();
    document.json.set("asset", *parse_json(R"({"version": "2.0", "copyright": "2026 Somebody",
                                              "extras": {"author": "Somebody", "source": "https://example.org"}})"));
    document.json.set("scenes", *parse_json(R"([{"nodes": [0], "extras": {"mood": "dark"}}])"));
    const Model model = opened(document.glb());
    EXPECT_EQ(model.copyright, "2026 Somebody");
    const Json written = document_of(model);
    EXPECT_EQ(written["asset"]["copyright"].string(), "2026 Somebody");
    EXPECT_EQ(written["asset"]["extras"]["author"].string(), "Somebody");
    EXPECT_EQ(written["scenes"].items()[0]["extras"], *parse_json(R"({"mood": "dark"})"));
    const Model again = opened(gltf::write_glb(model).value());
    EXPECT_EQ(again.copyright, model.copyright);
    EXPECT_EQ(again.extras["gltf"]["asset"]["author"].string(), "Somebody");
}

TEST(GltfKept, ExtensionsOfMaterialsWithTheirPictures) {
    SmallDocument document;
    document.triangle();
    document.json.set("extensionsUsed", *parse_json(R"(["KHR_materials_clearcoat", "KHR_texture_transform"])"));
    document.push("images", R"({"uri": "unused.png"})");
    document.push("images", R"({"uri": "coat.png"})");
    document.push("textures", R"({"source": 0})");
    document.push("textures", R"({"source": 1})");
    document.push("materials", R"({"extensions": {"KHR_materials_clearcoat": {"clearcoatFactor": 0.5,
        "clearcoatTexture": {"index": 1, "texCoord": 1,
                             "extensions": {"KHR_texture_transform": {"scale": [2, 2]}}}}}})");
    Diagnostics diagnostics;
    const Model model = opened(document.glb(), &diagnostics);
    ASSERT_EQ(model.images.size(), 1u);
    EXPECT_EQ(model.images[0].name, "coat");
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].message, "no material uses 'unused.png'; it is left out");

    const Json written = document_of(model);
    EXPECT_TRUE(has(written["extensionsUsed"], "KHR_materials_clearcoat"));
    EXPECT_TRUE(has(written["extensionsUsed"], "KHR_texture_transform"));
    const Json& coat = written["materials"].items()[0]["extensions"]["KHR_materials_clearcoat"];
    EXPECT_EQ(coat, *parse_json(R"({"clearcoatFactor": 0.5, "clearcoatTexture": {"index": 0, "texCoord": 1,
                                    "extensions": {"KHR_texture_transform": {"scale": [2, 2]}}}})"));
    EXPECT_EQ(written["materials"].items()[0].find("extras"), nullptr);
    EXPECT_EQ(opened(gltf::write_glb(model).value()).materials[0].extras, model.materials[0].extras);
}

TEST(GltfKept, LightsAndVisibilityOfNodes) {
    SmallDocument document;
    document.triangle();
    document.json.set("extensionsUsed", *parse_json(R"(["KHR_lights_punctual", "KHR_node_visibility"])"));
    document.json.set("extensions", *parse_json(R"({"KHR_lights_punctual": {"lights": [
        {"type": "point", "intensity": 20}, {"type": "directional"}]}})"));
    document.set("nodes", 0, "extensions", *parse_json(R"({"KHR_node_visibility": {"visible": false}})"));
    document.push("nodes", R"({"name": "lamp", "translation": [0, 2, 0],
                              "extensions": {"KHR_lights_punctual": {"light": 1}}})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [0, 1]}])"));
    const Model model = opened(document.glb());
    ASSERT_EQ(model.lights.size(), 1u);
    EXPECT_EQ(model.lights[0].type, LightType::directional);
    EXPECT_EQ(model.lights[0].joint, model.skeleton.find("lamp"));
    const Json written = document_of(model);
    EXPECT_EQ(written["extensions"]["KHR_lights_punctual"]["lights"], *parse_json(R"([{"type": "directional"}])"));
    EXPECT_EQ(written["nodes"].items()[0]["extensions"], *parse_json(R"({"KHR_lights_punctual": {"light": 0}})"));
    EXPECT_EQ(written["nodes"].items()[1]["extensions"], *parse_json(R"({"KHR_node_visibility": {"visible": false}})"));
    EXPECT_EQ(print_json(document_of(opened(gltf::write_glb(model).value()))), print_json(written));
}

TEST(GltfKept, PicturesThatOnlyExtensionsHave) {
    SmallDocument document;
    document.triangle();
    std::vector<std::uint8_t> ktx = {0xAB, 'K', 'T', 'X', ' ', '2', '0', 0xBB, '\r', '\n', 0x1A, '\n'};
    ktx.insert(ktx.end(), {0, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0});
    const std::size_t view = document.view(ktx);
    document.push("images", R"({"mimeType": "image/ktx2", "bufferView": )" + std::to_string(view) + "}");
    document.push("textures", R"({"extensions": {"KHR_texture_basisu": {"source": 0}}})");
    document.push("materials", R"({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}})");
    document.json.set("extensionsRequired", *parse_json(R"(["KHR_texture_basisu"])"));
    const Model model = opened(document.glb());
    ASSERT_EQ(model.images.size(), 1u);
    EXPECT_EQ(model.images[0].encoding, ImageEncoding::ktx2);
    EXPECT_EQ(model.images[0].width, 8u);
    EXPECT_EQ(model.images[0].height, 4u);
    const Model again = opened(gltf::write_glb(model).value());
    EXPECT_EQ(again.images[0].bytes, model.images[0].bytes);
    EXPECT_TRUE(has(document_of(again)["extensionsRequired"], "KHR_texture_basisu"));
}

TEST(GltfKept, WeightsOfMorphTargetsThatAreOnByDefault) {
    SmallDocument document;
    document.triangle();
    const std::size_t move = document.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    document.json.set("meshes", *parse_json(R"([{"name": "face", "weights": [0.25], "primitives": [
        {"attributes": {"POSITION": 0}, "targets": [{"POSITION": )" +
                                            std::to_string(move) + "}]}]}]"));
    document.push("nodes", R"({"mesh": 0, "weights": [0.75]})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [0, 1]}])"));
    Diagnostics diagnostics;
    const Model model = opened(document.glb(), &diagnostics);
    EXPECT_TRUE(diagnostics.empty());
    ASSERT_EQ(model.meshes.size(), 2u);
    EXPECT_EQ(model.meshes[0].morph_weights, (std::vector<float>{0.25f}));
    EXPECT_EQ(model.meshes[1].morph_weights, (std::vector<float>{0.75f}));
    const Model again = opened(gltf::write_glb(model).value());
    EXPECT_EQ(again.meshes[0].morph_weights, model.meshes[0].morph_weights);
    EXPECT_EQ(again.meshes[1].morph_weights, model.meshes[1].morph_weights);
}

TEST(GltfKept, AMeshThatIsUsedTwiceIsWrittenOnce) {
    SmallDocument document;
    document.triangle();
    const std::size_t move = document.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    document.json.set("meshes", *parse_json(R"([{"name": "face", "primitives": [{"attributes": {"POSITION": 0},
        "targets": [{"POSITION": )" + std::to_string(move) +
                                            "}]}]}]"));
    document.push("nodes", R"({"name": "other", "mesh": 0, "translation": [1, 0, 0]})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [0, 1]}])"));
    const Model model = opened(document.glb());
    EXPECT_EQ(model.meshes.size(), 2u) << "each has weights of its own";
    EXPECT_EQ(document_of(model)["meshes"].size(), 1u);
}

TEST(GltfKept, NamesOfMeshesNodesAndJoints) {
    SmallDocument document;
    document.triangle();
    document.set("meshes", 0, "name", "Cube");
    document.set("nodes", 0, "name", "Cube.001");
    document.push("nodes", R"({"name": "bone", "translation": [1, 0, 0]})");
    document.push("nodes", R"({"name": "bone", "translation": [2, 0, 0]})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [0, 1, 2]}])"));
    const Model model = opened(document.glb());
    const Json written = document_of(model);
    EXPECT_EQ(written["meshes"].items()[0]["name"].string(), "Cube");
    EXPECT_EQ(written["nodes"].items()[2]["name"].string(), "Cube.001");
    EXPECT_EQ(written["nodes"].items()[1]["name"].string(), "bone#2");
    EXPECT_EQ(opened(gltf::write_glb(model).value()).skeleton.joints[1].name, "bone");
}

TEST(GltfKept, MeshesWithoutTangentsStayWithout) {
    SmallDocument document;
    document.triangle();
    document.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    document.floats({0, 0, 1, 0, 0, 1}, "VEC2", 2);
    document.json.set("meshes", *parse_json(R"([{"primitives": [{"material": 0,
        "attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}}]}])"));
    document.push("images", R"({"uri": "a.png"})");
    document.push("textures", R"({"source": 0})");
    document.push("materials", R"({"normalTexture": {"index": 0, "scale": 0.5}})");
    const Model model = opened(document.glb());
    EXPECT_EQ(model.materials[0].normal_scale, 0.5f);
    EXPECT_TRUE(opened(gltf::write_glb(model).value()).meshes[0].tangents.empty());
}
