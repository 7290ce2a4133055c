#include "ossuary/formats/zengin/mmb.h"

#include <cmath>

#include "formats/zengin/mesh_files.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

constexpr Verbs<MorphMesh> mmb{parse_mmb, write_mmb, dump_mmb, build_mmb};

Maker name() { return Maker().put(std::uint32_t{3}).text("FACE"); }
Maker rest() { return Maker().floats({0, 0, 0, 1, 0, 0, 0, 1, 0}); }
Maker sources() { return Maker().put(std::uint16_t{1}).fill(16, std::byte{1}).text("FACE.ASC"); }
// Two frames of two vertices.
Maker animation(std::uint32_t vertices = 2, std::uint32_t frames = 2, std::uint32_t last_vertex = 2,
                float blend_in = 0.01f) {
    Maker maker;
    maker.text("S_ANGRY").floats({blend_in, -0.01f, -1000}).put(std::int32_t{1}).put(0.025f).put(std::uint8_t{2});
    maker.put(vertices).put(frames).put(std::uint32_t{0}).put(last_vertex);
    return maker.floats({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
}
Maker animations(const Maker& animation) { return Maker().put(std::uint16_t{1}).bytes(animation.data()); }
Maker whole_mmb(const Maker& morphs = animations(animation()), std::uint16_t version = gothic1_mesh) {
    Maker maker;
    maker.chunk(0xE000).chunk(0xE020, name()).chunk(0xB100, triangle_mesh(version).bytes()).chunk(0xB1FF, rest());
    return maker.chunk(0xE010, sources()).chunk(0xE030, morphs);
}

TEST(Mmb, EveryFieldIsAsTheGoldenSays) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/morph0.mmb");
    const auto golden = ossuary::testing::golden("morph0.mmb.json");
    OSSUARY_NEED(bytes && golden);
    expect_same_file(*golden, *bytes);
    const auto file = parse_mmb(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    const Json& expected = *golden;
    EXPECT_EQ(expected["version"].integer(), file->version);
    EXPECT_EQ(expected["name"].string(), file->name);
    expect_same_mesh(expected["mesh"], file->mesh);
    const Json& rest_positions = expected["morph_positions"];
    ASSERT_EQ(rest_positions["count"].integer(), static_cast<std::int64_t>(file->morph_positions.size()));
    expect_same(rest_positions["first"], file->morph_positions[0]);
    expect_same(rest_positions["second"], file->morph_positions[1]);
    expect_same(rest_positions["last"], file->morph_positions.back());
    FloatCrc rest_floats;
    for (const Vec3& value : file->morph_positions) rest_floats.add(value);
    EXPECT_EQ(rest_positions["crc32_float32"].string(), crc_text(rest_floats.value()));
    EXPECT_EQ(expected["morph_position_equals_mesh_position"].boolean(), file->morph_positions == file->mesh.positions);
    ASSERT_EQ(expected["sources"].size(), file->sources.size());
    for (std::size_t i = 0; i < file->sources.size(); ++i) {
        expect_same(expected["sources"].items()[i], file->sources[i].date);
        EXPECT_EQ(expected["sources"].items()[i]["name"].string(), file->sources[i].name);
    }
    ASSERT_EQ(expected["animations"].size(), file->animations.size());
    for (std::size_t i = 0; i < file->animations.size(); ++i) {
        const Json& morph = expected["animations"].items()[i];
        const MorphAnimation& animation = file->animations[i];
        EXPECT_EQ(morph["name"].string(), animation.name);
        expect_same(morph["blend_in"], animation.blend_in);
        expect_same(morph["blend_out"], animation.blend_out);
        expect_same(morph["duration"], animation.duration);
        EXPECT_EQ(morph["layer"].integer(), animation.layer);
        expect_same(morph["speed"], animation.speed);
        EXPECT_EQ(morph["flags"].integer(), animation.flags);
        EXPECT_EQ(morph["frame_count"].integer(), animation.frame_count);
        ASSERT_EQ(morph["vertex_count"].integer(), static_cast<std::int64_t>(animation.vertices.size()));
        for (std::size_t k = 0; k < animation.vertices.size(); ++k)
            EXPECT_EQ(morph["vertices"].items()[k].integer(), animation.vertices[k]);
        expect_same(morph["samples_first"], animation.samples.front());
        expect_same(morph["samples_last"], animation.samples.back());
        const Json& middle = morph["samples_middle"];
        expect_same(middle["value"], animation.samples[static_cast<std::size_t>(middle["index"].integer())]);
        FloatCrc floats;
        for (const Vec3& value : animation.samples) floats.add(value);
        EXPECT_EQ(morph["crc32_float32"].string(), crc_text(floats.value()));
    }
}

TEST(Mmb, SampleSurvivesCleanly) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/morph0.mmb");
    OSSUARY_NEED(bytes);
    expect_clean(mmb, *bytes);
    EXPECT_TRUE(parse_mmb(*bytes)->layout.empty());
    expect_truncations_are_handled(mmb, *bytes);
    expect_bit_flips_are_handled(mmb, *bytes, 1000);
}

TEST(Mmb, BothGamesSurvive) {
    for (const std::uint16_t version : {gothic1_mesh, gothic2_mesh}) {
        const ByteBuffer bytes = whole_mmb(animations(animation()), version).data();
        expect_clean(mmb, bytes);
        expect_truncations_are_handled(mmb, bytes);
        expect_bit_flips_are_handled(mmb, bytes, 2000);
    }
}

TEST(Mmb, BadInputIsReportedByName) {
    expect_error(mmb, {}, "NotMmb");
    expect_error(mmb, Maker().chunk(0xE020, name()).data(), "NotMmb");
    expect_error(mmb, Maker().chunk(0xE000).data(), "MissingChunk");
    expect_error(mmb, Maker().chunk(0xE000).chunk(0xB100, triangle_mesh().bytes()).data(), "MissingChunk");
    expect_error(mmb, Maker().chunk(0xE000).chunk(0xE030, Maker().put(std::uint16_t{0})).data(), "MissingChunk");
    expect_error(mmb, Maker().chunk(0xE000).chunk(0xB1FF, rest()).data(), "MissingChunk");
    expect_error(mmb, whole_mmb(animations(animation(2, 2, 3))).data(), "BadIndex");
    expect_error(mmb, whole_mmb(animations(animation(0xFFFFFFFF, 0xFFFFFFFF))).data(), "BadCount");
    expect_error(mmb, whole_mmb(animations(animation(2, 0xFFFFFFFF))).data(), "BadCount");
    expect_error(mmb, whole_mmb(animations(animation(2, 2, 2, INFINITY))).data(), "BadFloat");
    expect_error(mmb, whole_mmb(Maker().put(std::uint16_t{0xFFFF})).data(), "BadCount");
    expect_error(mmb, whole_mmb().chunk(0xE000).data(), "DuplicateChunk");
    expect_error(mmb, whole_mmb().chunk(0xE030, animations(animation())).data(), "DuplicateChunk");
    for (const std::size_t size : {24u, 48u, 35u}) {
        Maker maker;
        maker.chunk(0xE000).chunk(0xB100, triangle_mesh().bytes()).chunk(0xB1FF, Maker().fill(size));
        expect_error(mmb, maker.data(), "BadCount");
    }
    expect_warning(mmb, whole_mmb(Maker().bytes(animations(animation()).data()).fill(5)).data(), "LeftoverBytes");
    expect_warning(mmb, whole_mmb().chunk(0x9999).data(), "unknown chunk");
    expect_warning(mmb, whole_mmb(Maker().put(std::uint16_t{0})).data(), "1 source files for 0 animations");
    // The animations may come before the mesh; their indices are checked all the same.
    Maker early;
    early.chunk(0xE000).chunk(0xE030, animations(animation(2, 2, 3))).chunk(0xB100, triangle_mesh().bytes());
    expect_error(mmb, early.data(), "BadIndex");
}

TEST(Mmb, BuildingChecksTheCounts) {
    const auto file = parse_mmb(whole_mmb().data());
    ASSERT_TRUE(file);
    auto spoilt = *file;
    spoilt.animations[0].samples.pop_back();
    EXPECT_FALSE(build_mmb(dump_mmb(spoilt)));
    spoilt = *file;
    spoilt.morph_positions.pop_back();
    EXPECT_FALSE(build_mmb(dump_mmb(spoilt)));
    spoilt = *file;
    spoilt.animations[0].vertices[0] = 77;
    EXPECT_FALSE(build_mmb(dump_mmb(spoilt)));
}

} // namespace
} // namespace ossuary::zengin
