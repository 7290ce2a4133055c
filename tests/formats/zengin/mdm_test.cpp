#include "ossuary/formats/zengin/mdm.h"

#include "formats/zengin/mesh_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/mdl.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

constexpr Verbs<ModelMesh> mdm{parse_mdm, write_mdm, dump_mdm, build_mdm};
constexpr Verbs<ModelFile> mdl{parse_mdl, write_mdl, dump_mdl, build_mdl};

Maker version(std::uint32_t number = gothic1_model_mesh) { return Maker().put(number); }
Maker mdm_source() { return Maker().fill(16, std::byte{0x99}).text("\\_WORK\\DATA\\ANIMS\\X.ASC"); }
Maker names(std::initializer_list<std::string_view> names) {
    Maker maker;
    maker.put(static_cast<std::uint16_t>(names.size()));
    for (const std::string_view name : names) maker.text(name);
    return maker;
}
Maker skins(std::uint16_t count, std::uint32_t checksum = 0x39935331) { return Maker().put(checksum).put(count); }
Maker mesh(std::uint16_t mesh_version = gothic1_mesh) { return triangle_mesh(mesh_version).bytes(); }

// The weights of the triangle's three positions: two influences, one, none. Tests spoil the parts.
struct SkinParts {
    Maker weights = Maker()
                        .put(std::uint32_t{2})
                        .floats({0.75f, 1, 2, 3})
                        .put(std::uint8_t{0})
                        .floats({0.25f, 4, 5, 6})
                        .put(std::uint8_t{1})
                        .put(std::uint32_t{1})
                        .floats({1, 7, 8, 9})
                        .put(std::uint8_t{1})
                        .put(std::uint32_t{0});
    Maker rest = Maker()
                     .put(std::uint32_t{1})
                     .floats({0, 1, 0})
                     .put(std::uint32_t{2})
                     .put(std::uint16_t{2})
                     .put(std::int32_t{0})
                     .put(std::int32_t{1})
                     .bytes(obb_bytes().data())
                     .bytes(obb_chain(2).data());
    Maker bytes(std::int32_t size_error = 0) const {
        Maker maker;
        maker.put(static_cast<std::int32_t>(weights.data().size()) + size_error).bytes(weights.data());
        return maker.bytes(rest.data());
    }
};
Maker& put_skin(Maker& file, const Maker& data, std::uint16_t mesh_version = gothic1_mesh) {
    return file.chunk(0xE100, Maker().put(std::uint32_t{4}))
        .chunk(0xB100, mesh(mesh_version))
        .chunk(0xB1FF, data)
        .chunk(0xE110);
}
Maker mdm_head() { return Maker().chunk(0xD000, version()).chunk(0xD010, mdm_source()); }
// A rigid mesh and a skin.
Maker whole_mdm(std::uint16_t mesh_version = gothic1_mesh) {
    Maker file = mdm_head();
    file.chunk(0xD020, names({"BIP01 DOOR"})).chunk(0xB100, mesh(mesh_version)).chunk(0xB1FF);
    file.chunk(0xD030, skins(1));
    return put_skin(file, SkinParts().bytes(), mesh_version).chunk(0xD040);
}
Maker skin_only(const Maker& data) {
    Maker file = mdm_head();
    file.chunk(0xD030, skins(1));
    return put_skin(file, data).chunk(0xD040);
}

TEST(Mdm, EveryFieldIsAsTheGoldenSays) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/secretdoor.mdm");
    const auto golden = ossuary::testing::golden("secretdoor.mdm.json");
    OSSUARY_NEED(bytes && golden);
    expect_same_file(*golden, *bytes);
    const auto file = parse_mdm(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ((*golden)["version"].integer(), file->version);
    EXPECT_EQ((*golden)["source_date_raw_hex"].string(), raw_hex(file->source_date));
    EXPECT_EQ((*golden)["source_path"].string(), file->source_path);
    ASSERT_EQ((*golden)["attachment_names"].size(), file->attachments.size());
    ASSERT_EQ((*golden)["attachments"].size(), file->attachments.size());
    for (std::size_t i = 0; i < file->attachments.size(); ++i) {
        EXPECT_EQ((*golden)["attachment_names"].items()[i].string(), file->attachments[i].name);
        EXPECT_EQ((*golden)["attachments"].items()[i]["name"].string(), file->attachments[i].name);
        expect_same_mesh((*golden)["attachments"].items()[i]["mesh"], file->attachments[i].mesh);
    }
    EXPECT_EQ((*golden)["softskins"].size(), file->softskins.size());
}

TEST(Mdm, SampleSurvivesCleanly) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/secretdoor.mdm");
    OSSUARY_NEED(bytes);
    expect_clean(mdm, *bytes);
    EXPECT_TRUE(parse_mdm(*bytes)->layout.empty());
    expect_truncations_are_handled(mdm, *bytes);
    expect_bit_flips_are_handled(mdm, *bytes);
}

TEST(Mdm, RigidMeshesAndSkinsSurviveInBothGames) {
    for (const std::uint16_t mesh_version : {gothic1_mesh, gothic2_mesh}) {
        const ByteBuffer bytes = whole_mdm(mesh_version).data();
        expect_clean(mdm, bytes);
        EXPECT_TRUE(parse_mdm(bytes)->layout.empty());
        expect_truncations_are_handled(mdm, bytes);
        expect_bit_flips_are_handled(mdm, bytes, 2000);
    }
    expect_clean(mdm, skin_only(SkinParts().bytes()).data());
    expect_clean(mdm, mdm_head().chunk(0xD040).data());
}

TEST(Mdm, SkinsKeepTheirInfluences) {
    const auto file = parse_mdm(whole_mdm().data());
    ASSERT_TRUE(file);
    ASSERT_EQ(file->softskins.size(), 1u);
    const SoftSkin& skin = file->softskins[0];
    EXPECT_EQ(file->checksum, 0x39935331u);
    EXPECT_EQ(skin.influence_counts, (std::vector<std::uint32_t>{2, 1, 0}));
    ASSERT_EQ(skin.influences.size(), 3u);
    EXPECT_EQ(skin.influences[1], (SkinInfluence{0.25f, {4, 5, 6}, 1}));
    ASSERT_EQ(skin.wedge_normals.size(), 1u);
    EXPECT_EQ(skin.wedge_normals[0].index, 2u);
    EXPECT_EQ(skin.nodes, (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(skin.boxes.size(), 3u);
    EXPECT_FALSE(check_nodes(skin, 2));
    EXPECT_TRUE(check_nodes(skin, 1));
}

TEST(Mdm, MeshesAndNamesMustAgree) {
    expect_error(mdm, mdm_head().chunk(0xB100, mesh()).chunk(0xB1FF).chunk(0xD040).data(), "BadCount");
    expect_error(mdm,
                 mdm_head().chunk(0xD020, names({"A", "B"})).chunk(0xB100, mesh()).chunk(0xB1FF).chunk(0xD040).data(),
                 "BadCount");
    expect_error(mdm, mdm_head().chunk(0xD030, skins(1)).chunk(0xD040).data(), "BadCount");
    Maker twice = mdm_head();
    twice.chunk(0xD030, skins(1));
    put_skin(twice, SkinParts().bytes());
    put_skin(twice, SkinParts().bytes()).chunk(0xD040);
    expect_error(mdm, twice.data(), "BadCount");
    Maker unannounced = mdm_head();
    put_skin(unannounced, SkinParts().bytes()).chunk(0xD040);
    expect_error(mdm, unannounced.data(), "MissingChunk");
    expect_error(mdm, mdm_head().chunk(0xD020, Maker().put(std::uint16_t{60000}).fill(9)).data(), "BadCount");
}

TEST(Mdm, BadChunksAreReportedByName) {
    expect_error(mdm, {}, "MissingChunk");
    expect_error(mdm, Maker().chunk(0xD010, mdm_source()).data(), "NotMdm");
    expect_error(mdm, mdm_head().chunk(0xD000, version()).data(), "DuplicateChunk");
    expect_error(mdm, mdm_head().chunk(0xD010, mdm_source()).data(), "DuplicateChunk");
    expect_error(mdm, mdm_head().chunk(0xD020, names({})).chunk(0xD020, names({})).data(), "DuplicateChunk");
    expect_error(mdm, mdm_head().chunk(0xD030, skins(0)).chunk(0xD030, skins(0)).data(), "DuplicateChunk");
    expect_warning(mdm, Maker().chunk(0xD000, version()).chunk(0xD040).data(), "MissingChunk");
    expect_warning(mdm, mdm_head().data(), "MissingChunk");
    expect_warning(mdm, mdm_head().chunk(0xD040).fill(8).data(), "TrailingData");
    expect_warning(mdm, mdm_head().chunk(0x1234, version()).chunk(0xD040).data(), "unknown chunk");
    expect_warning(
        mdm, Maker().chunk(0xD000, Maker().put(std::uint32_t{7})).chunk(0xD010, mdm_source()).chunk(0xD040).data(),
        "version 7");
    EXPECT_TRUE(survives(mdm, mdm_head().chunk(0xD020, names({})).chunk(0xD030, skins(0)).chunk(0xD040).data()));
}

TEST(Mdm, EitherGamesVersionIsRead) {
    for (const std::uint32_t number : {gothic1_model_mesh, gothic2_model_mesh}) {
        const Maker file = Maker().chunk(0xD000, version(number)).chunk(0xD010, mdm_source()).chunk(0xD040);
        EXPECT_TRUE(recognise_mdm(file.data()));
        expect_clean(mdm, file.data());
        EXPECT_EQ(parse_mdm(file.data())->version, number);
    }
    EXPECT_EQ(ModelMesh().version, gothic2_model_mesh);
}

TEST(Mdm, BadSkinsAreReportedByName) {
    const auto skin_of = [](const Maker& weights) {
        SkinParts parts;
        parts.weights = weights;
        return skin_only(parts.bytes()).data();
    };
    const Maker none = Maker().put(std::uint32_t{0});
    // Too short for the positions, for the influences, for the chunk.
    expect_error(mdm, skin_of(Maker().put(std::uint32_t{0}).put(std::uint32_t{0})), "TruncatedChunk");
    expect_error(mdm, skin_of(Maker().put(std::uint64_t{0}).put(std::uint32_t{1}).fill(16)), "TruncatedChunk");
    expect_error(mdm, skin_only(SkinParts().bytes(100'000)).data(), "TruncatedChunk");
    expect_error(mdm, skin_of(Maker().put(std::uint64_t{0}).put(std::uint32_t{65}).fill(17 * 65)), "BadCount");
    Maker longer;
    longer.bytes(SkinParts().weights.data()).fill(3, std::byte{0x77});
    expect_warning(mdm, skin_of(longer), "LeftoverBytes");

    const auto one = [&](float weight) {
        return skin_of(Maker().put(std::uint32_t{1}).floats({weight, 0, 0, 0}).put(std::uint8_t{0}).fill(8));
    };
    expect_warning(mdm, one(0.5f), "add up");
    expect_warning(mdm, one(-1), "negative");
    expect_warning(mdm, one(std::nanf("")), "add up");

    SkinParts parts;
    parts.rest = Maker().put(std::uint32_t{0xFFFFFFFF});
    expect_error(mdm, skin_only(parts.bytes()).data(), "BadCount");
    parts.rest = Maker().put(std::uint32_t{0}).put(std::uint16_t{9});
    expect_error(mdm, skin_only(parts.bytes()).data(), "BadCount");
    parts.rest = Maker().put(std::uint32_t{0}).put(std::uint16_t{1}).put(std::int32_t{0}).bytes(obb_chain(33).data());
    expect_error(mdm, skin_only(parts.bytes()).data(), "TooDeep");
}

TEST(Mdm, SkinsMustBeWhole) {
    const Maker four = Maker().put(std::uint32_t{4});
    const auto with = [&](auto put) {
        Maker file = mdm_head();
        file.chunk(0xD030, skins(1)).chunk(0xE100, four);
        put(file);
        return file.chunk(0xD040).data();
    };
    expect_error(mdm, with([](Maker& file) { file.chunk(0xB1FF, SkinParts().bytes()); }), "MissingChunk");
    expect_error(mdm, with([](Maker& file) { file.chunk(0xB100, mesh()).chunk(0xE110); }), "MissingChunk");
    expect_error(mdm, with([](Maker& file) { file.chunk(0xE110); }), "MissingChunk");
    expect_error(mdm, with([](Maker& file) { file.chunk(0xB100, mesh()).chunk(0xB100, mesh()); }), "DuplicateChunk");
    expect_warning(mdm, with([](Maker& file) { file.chunk(0xB100, mesh()).chunk(0xB1FF, SkinParts().bytes()); }),
                   "MissingChunk");
}

TEST(Mdm, MeshesAddedToAReadFileAreWritten) {
    Maker odd = whole_mdm();
    odd.fill(3);
    auto file = parse_mdm(odd.data());
    ASSERT_TRUE(file);
    file->attachments.push_back(file->attachments[0]);
    file->softskins.clear();
    const auto again = parse_mdm(write_mdm(*file));
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again->attachments.size(), 2u);
    EXPECT_TRUE(again->softskins.empty());
}

TEST(Mdm, BuildingRefusesWhatCouldNotBeReadBack) {
    const auto file = parse_mdm(whole_mdm().data());
    ASSERT_TRUE(file);
    auto spoilt = *file;
    spoilt.softskins[0].influence_counts.pop_back();
    EXPECT_FALSE(build_mdm(dump_mdm(spoilt)));
    spoilt = *file;
    spoilt.softskins[0].influences.pop_back();
    const auto built = build_mdm(dump_mdm(spoilt));
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().place().field, "softskins[0].influences");
    spoilt = *file;
    spoilt.softskins[0].nodes.push_back(1);
    EXPECT_FALSE(build_mdm(dump_mdm(spoilt)));
    spoilt = *file;
    spoilt.attachments[0].mesh.version = 1;
    EXPECT_FALSE(build_mdm(dump_mdm(spoilt)));
}

// ---- MDL

Maker hierarchy(std::uint16_t nodes, std::uint32_t checksum = 0x39935331) {
    Maker payload;
    payload.put(std::uint32_t{3}).put(nodes);
    for (std::uint16_t i = 0; i < nodes; ++i) {
        payload.text(std::string{'N', static_cast<char>('A' + i)}).put(static_cast<std::int16_t>(i - 1));
        payload.floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    }
    payload.floats({0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0}).put(checksum);
    return Maker().chunk(0xD100, payload).chunk(0xD110, mdm_source()).chunk(0xD120);
}

TEST(Mdl, BothHalvesSurvive) {
    const std::vector<std::string> names{"NA", "NB"};
    Maker file = hierarchy(2, checksum(names));
    file.bytes(mdm_head().chunk(0xD030, skins(1, checksum(names))).data());
    put_skin(file, SkinParts().bytes()).chunk(0xD040);
    expect_clean(mdl, file.data());
    const auto model = parse_mdl(file.data());
    EXPECT_EQ(model->hierarchy.nodes.size(), 2u);
    EXPECT_EQ(model->mesh.softskins.size(), 1u);
    EXPECT_TRUE(model->hierarchy.layout.empty() && model->mesh.layout.empty());
    expect_truncations_are_handled(mdl, file.data());
    expect_bit_flips_are_handled(mdl, file.data(), 2000);
    expect_warning(mdl, file.fill(2).data(), "TrailingData");
}

TEST(Mdl, OneHalfIsNotEnough) {
    expect_error(mdl, hierarchy(2).data(), "MissingChunk");
    expect_error(mdl, whole_mdm().data(), "MissingChunk");
    expect_error(mdl, {}, "MissingChunk");
}

TEST(Mdl, HalvesThatDoNotBelongTogetherAreReported) {
    Maker file = hierarchy(2, 5);
    file.bytes(skin_only(SkinParts().bytes()).data());
    expect_warning(mdl, file.data(), "ChecksumMismatch");
    Maker small = hierarchy(1);
    small.bytes(skin_only(SkinParts().bytes()).data());
    expect_error(mdl, small.data(), "BadIndex");
}

} // namespace
} // namespace ossuary::zengin
