#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/mesh/draw_order.h"
#include "rich_model.h"

using namespace ossuary;
using ossuary::testing::rich_model;

namespace {

constexpr float position_step = 1.0f / 16384;

Model parsed(const Result<ByteBuffer>& file) {
    EXPECT_TRUE(file) << file.error().text();
    Diagnostics diagnostics;
    const auto back = gltf::parse_gltf(*file, "x.glb", {}, &diagnostics);
    EXPECT_TRUE(back) << back.error().text();
    for (const Diagnostic& diagnostic : diagnostics) ADD_FAILURE() << diagnostic.text();
    return *back;
}

// The model as a file that is not compressed gives it back, in the order in which a compressed one has it.
Model expected() {
    Model model = rich_model();
    for (Mesh& mesh : model.meshes) mesh::optimise_draw_order(mesh);
    return parsed(gltf::write_glb(model));
}

Model compressed() { return parsed(gltf::write_glb(rich_model(), {.meshopt = true})); }

// Corners may be turned, as long as they run the same way.
std::vector<std::array<std::uint32_t, 3>> turned(std::span<const std::uint32_t> indices) {
    std::vector<std::array<std::uint32_t, 3>> list;
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        auto& t = list.emplace_back(std::array{indices[i], indices[i + 1], indices[i + 2]});
        std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    }
    return list;
}

double degrees_between(const Vec3& a, const Vec3& b) {
    return std::asin(std::min(1.0, length(to_double(a) - to_double(b)) / 2)) * 360 / std::numbers::pi;
}

} // namespace

TEST(GltfMeshopt, GeometryComesBackWithinItsSteps) {
    const Model wanted = expected(), found = compressed();
    ASSERT_EQ(found.meshes.size(), wanted.meshes.size());
    for (std::size_t m = 0; m < wanted.meshes.size(); ++m) {
        const Mesh &a = wanted.meshes[m], &b = found.meshes[m];
        ASSERT_EQ(a.positions.size(), b.positions.size());
        ASSERT_EQ(a.normals.size(), b.normals.size());
        ASSERT_EQ(a.tangents.size(), b.tangents.size());
        ASSERT_EQ(a.uv0.size(), b.uv0.size());
        EXPECT_EQ(turned(a.indices), turned(b.indices));
        ASSERT_EQ(a.levels.size(), b.levels.size());
        for (std::size_t l = 0; l < a.levels.size(); ++l)
            EXPECT_EQ(turned(a.levels[l].indices), turned(b.levels[l].indices));
        for (std::size_t v = 0; v < a.positions.size(); ++v)
            for (std::size_t i = 0; i < 3; ++i)
                EXPECT_LE(std::abs(a.positions[v][i] - b.positions[v][i]), position_step / 2);
        for (std::size_t v = 0; v < a.normals.size(); ++v) EXPECT_LE(degrees_between(a.normals[v], b.normals[v]), 1.3);
        for (std::size_t v = 0; v < a.tangents.size(); ++v) EXPECT_EQ(a.tangents[v].w, b.tangents[v].w);
        for (std::size_t v = 0; v < a.uv0.size(); ++v)
            for (std::size_t i = 0; i < 2; ++i) EXPECT_LE(std::abs(a.uv0[v][i] - b.uv0[v][i]), position_step / 2);
        EXPECT_EQ(a.colors, b.colors);
        EXPECT_EQ(a.influence_start.size(), b.influence_start.size());
        for (std::size_t i = 0; i < std::min(a.influences.size(), b.influences.size()); ++i) {
            EXPECT_EQ(a.influences[i].joint, b.influences[i].joint);
            EXPECT_LE(std::abs(a.influences[i].weight - b.influences[i].weight), 2.0f / 65535);
        }
    }
}

TEST(GltfMeshopt, AnimationsStayExact) {
    Model wanted = expected(), found = compressed();
    ASSERT_EQ(found.clips.size(), wanted.clips.size());
    wanted.meshes.clear();
    found.meshes.clear();
    for (Model* model : {&wanted, &found})
        for (Clip& clip : model->clips) clip.morphs.clear();
    EXPECT_EQ(content_hash(found), content_hash(wanted));
}

TEST(GltfMeshopt, TellsItsExtensionsAndIsTheSameEveryTime) {
    const auto first = gltf::write_gltf(rich_model(), "x", {.meshopt = true});
    const auto second = gltf::write_gltf(rich_model(), "x", {.meshopt = true});
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->at(0).bytes, second->at(0).bytes);
    EXPECT_EQ(first->at(1).bytes, second->at(1).bytes);
    const auto json = parse_json(as_text(first->at(0).bytes));
    ASSERT_TRUE(json);
    EXPECT_EQ((*json)["extensionsRequired"], *parse_json(R"(["EXT_meshopt_compression", "KHR_mesh_quantization"])"));
    EXPECT_EQ((*json)["buffers"].size(), 2u);
    EXPECT_TRUE((*json)["buffers"].items()[1]["extensions"]["EXT_meshopt_compression"]["fallback"].boolean());
    const auto plain = gltf::write_gltf(rich_model(), "x");
    EXPECT_LT(first->at(1).bytes.size(), plain->at(1).bytes.size() * 3 / 4);
    EXPECT_EQ(as_text(plain->at(0).bytes).find("EXT_meshopt"), std::string_view::npos);
}

TEST(GltfMeshopt, DamagedBytesAreRefusedOrHarmless) {
    const auto file = gltf::write_glb(rich_model(), {.meshopt = true});
    ASSERT_TRUE(file);
    std::size_t refused = 0;
    for (std::size_t at = 20; at < file->size(); at += 37) {
        ByteBuffer harmed = *file;
        harmed[at] ^= std::byte{0x55};
        const auto model = gltf::parse_gltf(harmed, "x.glb");
        refused += !model;
        EXPECT_TRUE(model || !model.error().message().empty());
    }
    EXPECT_GT(refused, 10u);
}

TEST(GltfMeshopt, CodingsThatCannotBeAreNamed) {
    const auto files = gltf::write_gltf(rich_model(), "x", {.meshopt = true});
    ASSERT_TRUE(files);
    const std::string text(as_text(files->at(0).bytes));
    const auto lookup = [&](std::string_view name) -> std::optional<SharedBytes> {
        for (const NamedFile& file : *files)
            if (file.name == name) return file.bytes;
        return std::nullopt;
    };
    const auto error_with = [&](const std::string& from, const std::string& to) {
        std::string changed = text;
        changed.replace(changed.find(from), from.size(), to);
        const auto model = gltf::parse_gltf(as_bytes(changed), "x.gltf", lookup);
        return model ? std::string("none") : model.error().text();
    };
    EXPECT_NE(error_with("\"ATTRIBUTES\"", "\"MAGIC\"").find(".mode: MAGIC is not known"), std::string::npos);
    EXPECT_NE(error_with("\"EXPONENTIAL\"", "\"QUATERNION\"").find(".filter: QUATERNION"), std::string::npos);
    EXPECT_NE(error_with("\"EXPONENTIAL\"", "\"COLOR\"").find("the filter COLOR of KHR_meshopt_compression"),
              std::string::npos);
    EXPECT_NE(error_with("\"mode\":\"TRIANGLES\"", "\"mode\":\"ATTRIBUTES\"").find("byteStride"), std::string::npos);
}
