#include <gtest/gtest.h>

#include <random>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/model/event.h"
#include "rich_model.h"
#include "small_document.h"

using namespace ossuary;
using ossuary::testing::rich_model;
using ossuary::testing::SmallDocument;

namespace {

Error refused(const ByteBuffer& bytes) {
    const auto model = gltf::parse_gltf(bytes, "bad.glb");
    EXPECT_FALSE(model);
    return model ? Error() : model.error();
}

// A small animated, skinned, morphed file.
ByteBuffer small_file() {
    Model model = rich_model();
    model.meshes.resize(1);
    model.images.clear();
    for (Material& material : model.materials) {
        material.base_color_image = material.normal_image = material.emissive_image = -1;
        material.metallic_roughness_image = material.occlusion_image = -1;
        material.frames.clear();
    }
    model.clips[0].events.events.resize(3);
    return gltf::write_glb(model).value();
}

// Whatever is read from damaged bytes must be sound, and fit to be written and read again.
void expect_sound(const ByteBuffer& bytes) {
    const auto model = gltf::parse_gltf(bytes, "x.glb");
    if (!model) {
        EXPECT_FALSE(model.error().message().empty());
        return;
    }
    EXPECT_TRUE(validate(*model).empty());
    const auto again = gltf::write_glb(*model);
    ASSERT_TRUE(again) << again.error().text();
    const auto back = gltf::parse_gltf(*again, "x.glb");
    EXPECT_TRUE(back) << back.error().text();
}

} // namespace

TEST(GltfBadInput, EveryTruncationIsRefused) {
    const ByteBuffer file = small_file();
    for (std::size_t size = 0; size < file.size(); size += size < 200 ? 1 : 37)
        EXPECT_FALSE(gltf::parse_gltf(Bytes(file).first(size), "cut.glb")) << size;
    SmallDocument document;
    document.triangle();
    const ByteBuffer small = document.glb();
    for (std::size_t size = 0; size < small.size(); ++size)
        EXPECT_FALSE(gltf::parse_gltf(Bytes(small).first(size), "cut.glb")) << size;
}

TEST(GltfBadInput, FlippedBitsNeverBreakTheReader) {
    const ByteBuffer file = small_file();
    std::mt19937 random(7);
    for (int round = 0; round < 600; ++round) {
        ByteBuffer damaged = file;
        for (int flips = 0; flips <= round % 4; ++flips)
            damaged[random() % damaged.size()] ^= static_cast<std::byte>(1u << random() % 8);
        expect_sound(damaged);
    }
}

TEST(GltfBadInput, NumbersChangedInTheJsonNeverBreakTheReader) {
    const ByteBuffer file = small_file();
    std::uint32_t length = 0;
    std::memcpy(&length, file.data() + 12, 4);
    std::mt19937 random(11);
    const std::string_view digits = "0123456789-.eE";
    for (int round = 0; round < 600; ++round) {
        ByteBuffer damaged = file;
        for (int tries = 0; tries < 40; ++tries) {
            std::byte& spot = damaged[20 + random() % length];
            if (static_cast<char>(spot) >= '0' && static_cast<char>(spot) <= '9')
                spot = static_cast<std::byte>(digits[random() % (round % 2 ? 10 : digits.size())]);
        }
        expect_sound(damaged);
    }
}

TEST(GltfBadInput, LyingCountsAreRefusedBeforeMemoryIsTaken) {
    for (const char* count : {"4", "1000000000", "1099511627776", "9007199254740993", "-1", "1.5", "\"3\""}) {
        SmallDocument document;
        document.triangle();
        document.set("accessors", 0, "count", *parse_json(count));
        EXPECT_EQ(refused(document.glb()).place().field, "accessors[0].count") << count;
    }
    // Zeros cost no bytes in the file, yet may not ask for any amount of memory.
    SmallDocument document;
    document.triangle();
    Json::Array accessors = document.json["accessors"].items();
    accessors[0].erase("bufferView");
    accessors[0].set("count", 3000000000);
    document.json.set("accessors", accessors);
    EXPECT_EQ(refused(document.glb()).place().field, "accessors[0].count");
}

TEST(GltfBadInput, ViewsAndBuffersMustHoldWhatTheyClaim) {
    const auto field_of = [](const char* list, const char* name, const Json& value) {
        SmallDocument document;
        document.triangle();
        document.glb();
        document.set(list, 0, name, value);
        return refused(document.wrap(print_json(document.json))).place().field;
    };
    EXPECT_EQ(field_of("bufferViews", "byteOffset", 4), "bufferViews[0].byteLength");
    EXPECT_EQ(field_of("bufferViews", "byteLength", 1000), "bufferViews[0].byteLength");
    EXPECT_EQ(field_of("bufferViews", "byteStride", 8), "bufferViews[0].byteStride");
    EXPECT_EQ(field_of("bufferViews", "byteStride", 300), "bufferViews[0].byteStride");
    EXPECT_EQ(field_of("bufferViews", "buffer", 1), "bufferViews[0].buffer");
    EXPECT_EQ(field_of("buffers", "byteLength", 1000), "buffers[0].byteLength");
    EXPECT_EQ(field_of("accessors", "byteOffset", 4), "accessors[0].count");
    EXPECT_EQ(field_of("accessors", "componentType", 5124), "accessors[0].componentType");
    EXPECT_EQ(field_of("accessors", "type", "VEC2"), "accessors[0].type");
    EXPECT_EQ(field_of("nodes", "mesh", 7), "nodes[0].mesh");
    EXPECT_EQ(field_of("scenes", "nodes", *parse_json("[0, 0]")), "scenes[0].nodes");
}

TEST(GltfBadInput, OnlyFilesBesideTheDocumentAreAskedFor) {
    for (const char* uri :
         {"/etc/passwd", "../secret.bin", "a/../../b", "%2e%2e/x", "file:///x", "C:\\x", "\\\\host\\x", "%zz"}) {
        SmallDocument document;
        document.triangle();
        document.glb();
        document.set("buffers", 0, "uri", uri);
        bool asked = false;
        const auto model = gltf::parse_gltf(to_buffer(print_json(document.json)), "x.gltf", [&](std::string_view) {
            asked = true;
            return std::optional(document.bytes);
        });
        ASSERT_FALSE(model);
        EXPECT_EQ(model.error().place().field, "buffers[0].uri") << uri;
        EXPECT_FALSE(asked) << uri;
    }
}

TEST(GltfBadInput, TreesMustBeTrees) {
    SmallDocument two_parents;
    for (const char* node : {R"({"children": [2]})", R"({"children": [2]})", "{}"}) two_parents.push("nodes", node);
    EXPECT_EQ(refused(two_parents.glb()).place().field, "nodes[1].children");
    SmallDocument cycle;
    for (const char* node : {R"({"children": [1]})", R"({"children": [2]})", R"({"children": [0]})"})
        cycle.push("nodes", node);
    EXPECT_EQ(refused(cycle.glb()).place().field, "nodes[0]");
    SmallDocument itself;
    itself.push("nodes", R"({"children": [0]})");
    EXPECT_FALSE(gltf::parse_gltf(itself.glb(), "x"));
}

TEST(GltfBadInput, DepthOfTheTreeDoesNotMatter) {
    std::string text = R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [)";
    constexpr int depth = 100000;
    for (int i = 0; i < depth; ++i)
        text += R"({"translation": [0, 1, 0], "children": [)" + std::to_string(i + 1) + "]},";
    const auto model = gltf::parse_gltf(to_buffer(text + "{}]}"), "deep.gltf");
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_EQ(model->skeleton.joints.size(), static_cast<std::size_t>(depth) + 1);
    const auto file = gltf::write_glb(*model);
    ASSERT_TRUE(file);
    EXPECT_TRUE(gltf::parse_gltf(*file, "deep.glb"));
}

TEST(GltfBadInput, ReuseCannotMultiplyMemory) {
    // A thousand uses of a mesh of a thousand primitives, each of them cheap to write down.
    std::string text =
        R"({"asset": {"version": "2.0"}, "accessors": [{"componentType": 5126, "type": "VEC3", "count": 1000}],
                           "meshes": [{"primitives": [)";
    for (int i = 0; i < 1000; ++i)
        text +=
            std::string(i > 0 ? "," : "") + R"({"attributes": {"POSITION": 0, "_)" + std::to_string(i) + R"(": 0}})";
    text += R"(]}], "nodes": [)";
    for (int i = 0; i < 1000; ++i) text += std::string(i > 0 ? "," : "") + R"({"mesh": 0})";
    const Error error = refused(to_buffer(text + "]}"));
    EXPECT_NE(error.message().find("memory"), std::string::npos) << error.text();
}

TEST(GltfBadInput, JsonErrorsTellLineAndColumn) {
    for (const std::string_view end : {"\n", "\r\n", "\r"}) {
        const std::string text = "{" + std::string(end) + "\"asset\": {" + std::string(end) +
                                 "  \"version\": \"2.0\"," + std::string(end) + "  oops" + std::string(end) + "}}";
        const Error error = refused(to_buffer(text));
        EXPECT_EQ(error.place().line, 4u);
        EXPECT_EQ(error.place().column, 3u);
    }
}

TEST(GltfBadInput, ContainerErrorsTellTheByte) {
    SmallDocument document;
    document.triangle();
    const ByteBuffer file = document.glb();
    const auto patched = [&](std::size_t offset, std::uint32_t value) {
        ByteBuffer copy = file;
        store(copy.data() + offset, value, Endian::little);
        return refused(copy).place();
    };
    EXPECT_EQ(patched(4, 1).offset, 4u);
    EXPECT_EQ(patched(8, 1u << 30).offset, 8u);
    EXPECT_EQ(patched(12, 1u << 30).offset, 12u);
    EXPECT_EQ(patched(16, 1).offset, 16u);
    EXPECT_EQ(patched(8, 12).field, "chunks");
}

TEST(GltfBadInput, BytesAfterTheEndAreTold) {
    SmallDocument document;
    document.triangle();
    ByteBuffer file = document.glb();
    file.resize(file.size() + 5);
    Diagnostics diagnostics;
    ASSERT_TRUE(gltf::parse_gltf(file, "x.glb", {}, &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].place.offset, file.size() - 5);
}

TEST(GltfBadInput, ValuesMustBeFiniteAndKeysIncrease) {
    SmallDocument infinite;
    infinite.triangle();
    store(infinite.bytes.data() + 4, std::uint32_t{0x7F800000}, Endian::little);
    EXPECT_EQ(refused(infinite.glb()).place().field, "accessors[0]");

    SmallDocument backwards;
    const std::size_t input = backwards.floats({0, 2, 1}, "SCALAR", 1),
                      output = backwards.floats({0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC3", 3);
    ASSERT_EQ(input + 1, output);
    backwards.push("nodes", R"({"name": "n"})");
    backwards.json.set("scenes", *parse_json(R"([{"nodes": [0]}])"));
    backwards.push("animations", R"({"channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}],
                                     "samplers": [{"input": 0, "output": 1}]})");
    EXPECT_EQ(refused(backwards.glb()).place().field, "accessors[0]");
}

TEST(GltfBadInput, OtherFilesAreNotRecognised) {
    EXPECT_FALSE(gltf::recognise_gltf({}));
    EXPECT_FALSE(gltf::recognise_gltf(as_bytes("MD5Version 10")));
    EXPECT_FALSE(gltf::recognise_gltf(as_bytes("{\"version\": 1}")));
    EXPECT_TRUE(gltf::recognise_gltf(as_bytes(" { \"asset\": {\"version\": \"2.0\"}}")));
    EXPECT_EQ(refused(to_buffer(R"({"asset": {"version": "1.0"}})")).place().field, "asset.version");
    EXPECT_EQ(refused(to_buffer("[]")).message(), "the document is not a JSON object");
}
