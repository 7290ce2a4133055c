// KHR_materials_variants: looks of a model, there and back.
#include <gtest/gtest.h>

#include "formats/gltf/small_document.h"
#include "model/small_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/gltf/gltf.h"

namespace ossuary {
namespace {

using namespace testing;

TEST(GltfVariants, ComeBackAsTheyWere) {
    Model model = small_model();
    model.materials.resize(3, model.materials[0]);
    for (std::size_t i = 0; i < 3; ++i) model.materials[i].name = std::string("look") + static_cast<char>('a' + i);
    model.variants = {{"b", {1}}, {"plain", {}}, {"c", {2, 1, 2}}};
    const auto bytes = gltf::write_glb(model);
    ASSERT_TRUE(bytes) << bytes.error().text();
    Diagnostics diagnostics;
    const auto again = gltf::parse_gltf(*bytes, "x", {}, &diagnostics);
    ASSERT_TRUE(again) << again.error().text();
    for (const Diagnostic& one : diagnostics) EXPECT_EQ(one.text().find("variants"), std::string::npos) << one.text();
    ASSERT_EQ(again->variants.size(), 3u);
    EXPECT_EQ(again->variants[0].name, "b");
    EXPECT_EQ(material_in(again->variants[0], 0), 1);
    EXPECT_EQ(material_in(again->variants[1], 0), 0);
    EXPECT_EQ(material_in(again->variants[2], 0), 2);
    Model chosen = *again;
    choose_variant(chosen, 2);
    EXPECT_EQ(chosen.materials[static_cast<std::size_t>(chosen.meshes[0].surfaces[0].material)].name, "lookc");
    EXPECT_TRUE(chosen.variants.empty());
    EXPECT_TRUE(validate(chosen).empty());
}

// Two primitives with one material, of which a variant changes only the first.
TEST(GltfVariants, PrimitivesThatDifferGetMaterialsOfTheirOwn) {
    SmallDocument document;
    document.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    document.push("materials", R"({"name": "red"})");
    document.push("materials", R"({"name": "blue"})");
    document.push("meshes", R"({"primitives": [
        {"attributes": {"POSITION": 0}, "material": 0, "extensions": {"KHR_materials_variants":
            {"mappings": [{"material": 1, "variants": [0]}]}}},
        {"attributes": {"POSITION": 0}, "material": 0},
        {"attributes": {"POSITION": 0}, "extensions": {"KHR_materials_variants":
            {"mappings": [{"material": 1, "variants": [0]}]}}}]})");
    document.push("nodes", R"({"mesh": 0})");
    document.json.set("scenes", *parse_json(R"([{"nodes": [0]}])"));
    document.json.set("extensionsUsed", *parse_json(R"(["KHR_materials_variants"])"));
    document.json.set("extensions", *parse_json(R"({"KHR_materials_variants": {"variants": [{"name": "night"}]}})"));
    const auto model = gltf::parse_gltf(document.glb(), "x");
    ASSERT_TRUE(model) << model.error().text();
    ASSERT_EQ(model->variants.size(), 1u);
    ASSERT_EQ(model->materials.size(), 4u);
    const auto& surfaces = model->meshes[0].surfaces;
    EXPECT_EQ(surfaces[0].material, 0);
    EXPECT_EQ(surfaces[1].material, 2); // a copy of the first
    EXPECT_EQ(model->materials[2].name, "red");
    EXPECT_EQ(surfaces[2].material, 3); // had none
    const MaterialVariant& night = model->variants[0];
    EXPECT_EQ(night.name, "night");
    EXPECT_EQ(night.materials, (std::vector<std::int32_t>{1, 1, 2, 1}));
    document.json.set("extensions", *parse_json(R"({"KHR_materials_variants": {"variants": []}})"));
    EXPECT_TRUE(gltf::parse_gltf(document.glb(), "x"));
}

TEST(GltfVariants, OnesThatAreNotThereAreRefused) {
    for (const char* mapping : {R"({"material": 0, "variants": [1]})", R"({"material": 0, "variants": [-1]})",
                                R"({"material": 7, "variants": [0]})"}) {
        SmallDocument document;
        document.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        document.push("materials", R"({"name": "red"})");
        document.push("meshes", std::string(R"({"primitives": [{"attributes": {"POSITION": 0}, "extensions":
            {"KHR_materials_variants": {"mappings": [)") +
                                    mapping + "]}}}]}");
        document.push("nodes", R"({"mesh": 0})");
        document.json.set("scenes", *parse_json(R"([{"nodes": [0]}])"));
        document.json.set("extensions", *parse_json(R"({"KHR_materials_variants": {"variants": [{"name": "a"}]}})"));
        EXPECT_FALSE(gltf::parse_gltf(document.glb(), "x")) << mapping;
    }
}

} // namespace
} // namespace ossuary
