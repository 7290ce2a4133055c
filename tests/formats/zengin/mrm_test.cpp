#include "ossuary/formats/zengin/mrm.h"

#include "formats/zengin/mesh_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

constexpr Verbs<MultiResolutionMesh> mrm{parse_mrm, write_mrm, dump_mrm, build_mrm};

ByteBuffer file_of(const MeshParts& parts) { return Maker().chunk(0xB100, parts.bytes()).chunk(0xB1FF).data(); }

TEST(Mrm, EveryFieldIsAsTheGoldenSays) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/mesh0.mrm");
    const auto golden = ossuary::testing::golden("mesh0.mrm.json");
    OSSUARY_NEED(bytes && golden);
    expect_same_file(*golden, *bytes);
    const auto file = parse_mrm(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    expect_same_mesh((*golden)["mesh"], file->mesh);
}

TEST(Mrm, SampleSurvivesCleanly) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/mesh0.mrm");
    OSSUARY_NEED(bytes);
    expect_clean(mrm, *bytes);
    EXPECT_TRUE(parse_mrm(*bytes)->layout.empty());
    expect_truncations_are_handled(mrm, *bytes);
    expect_bit_flips_are_handled(mrm, *bytes);
}

TEST(Mrm, BothGamesSurvive) {
    for (const std::uint16_t version : {gothic1_mesh, gothic2_mesh, gothic2_early_mesh}) {
        const ByteBuffer bytes = file_of(triangle_mesh(version));
        expect_clean(mrm, bytes);
        EXPECT_TRUE(parse_mrm(bytes)->mesh.content.empty());
        expect_truncations_are_handled(mrm, bytes);
        expect_bit_flips_are_handled(mrm, bytes);
    }
    EXPECT_EQ(parse_mrm(file_of(triangle_mesh(gothic2_mesh)))->mesh.materials[0].wave_mode, 7);
}

TEST(Mrm, MeshWithoutSubmeshesIsAccepted) {
    MeshParts parts;
    parts.submeshes = 0;
    parts.table = {{0, 0}, {0, 0}};
    parts.archive.bytes(as_bytes(archive_text("objects 0        ")));
    expect_clean(mrm, file_of(parts));
}

TEST(Mrm, ArraysInUnusualPlacesAreWrittenBackThere) {
    MeshParts gap = triangle_mesh();
    gap.content.fill(7, std::byte{0xEE});
    EXPECT_TRUE(survives(mrm, file_of(gap)));
    EXPECT_FALSE(parse_mrm(file_of(gap))->mesh.content.empty());

    MeshParts overlapping = triangle_mesh();
    overlapping.table[1] = overlapping.table[0]; // normals share the bytes of the positions
    EXPECT_TRUE(survives(mrm, file_of(overlapping)));
    auto file = parse_mrm(file_of(overlapping));
    EXPECT_EQ(file->mesh.normals, file->mesh.positions);

    // A change of a value stays in its place; a longer array makes the usual order.
    file->mesh.submeshes[0].edge_scores[0] = 9;
    EXPECT_EQ(parse_mrm(write_mrm(*file))->mesh.submeshes[0].edge_scores[0], 9);
    file->mesh.normals.resize(9);
    file->mesh.positions.resize(200);
    const auto again = parse_mrm(write_mrm(*file));
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again->mesh.positions.size(), 200u);
    EXPECT_TRUE(again->mesh.content.empty());
}

TEST(Mrm, SectionsMustLieInTheContent) {
    const auto size = static_cast<std::uint32_t>(triangle_mesh().content.data().size());
    for (std::size_t i = 0; i < 12; ++i) {
        MeshParts parts = triangle_mesh();
        parts.table[i] = {size - 1, 0x40000000};
        expect_error(mrm, file_of(parts), "SectionOutOfRange");
        parts.table[i] = {size + 1, 0};
        expect_error(mrm, file_of(parts), "SectionOutOfRange");
        parts.table[i] = {0xFFFFFFFF, 0xFFFFFFFF};
        expect_error(mrm, file_of(parts), "SectionOutOfRange");
    }
    MeshParts parts = triangle_mesh();
    parts.table[3][1] = 100;
    EXPECT_EQ(parse_mrm(file_of(parts)).error().place().field, "b100.submeshes[0].wedges");
}

TEST(Mrm, ManyCopiesOfOneArrayAreRefused) {
    MeshParts parts = triangle_mesh();
    parts.content = Maker().fill(100'000);
    const auto size = static_cast<std::uint32_t>(parts.content.data().size());
    parts.submeshes = 255;
    parts.table.resize(2 + 255 * 10, {0, size / 24});
    expect_error(mrm, file_of(parts), "SectionOutOfRange");
}

TEST(Mrm, ReferencesMustExist) {
    struct Case {
        std::size_t place; // in the table
        std::size_t byte;  // in the array
        std::string_view field;
    };
    for (const Case& wrong : {Case{2, 4, "triangles[0]"}, Case{3, 24 + 20, "wedges[1]"}, Case{5, 0, "plane_indices[0]"},
                              Case{7, 4, "wedge_map[2]"}, Case{9, 0, "triangle_edges[0]"}, Case{10, 8, "edges[2]"}}) {
        MeshParts parts = triangle_mesh();
        ByteBuffer content = parts.content.data();
        store(content.data() + parts.table[wrong.place][0] + wrong.byte, std::uint16_t{3}, Endian::little);
        parts.content = Maker().bytes(content);
        const ByteBuffer bytes = file_of(parts);
        expect_error(mrm, bytes, "BadIndex");
        const Place place = parse_mrm(bytes).error().place();
        EXPECT_EQ(place.field, "b100.submeshes[0]." + std::string(wrong.field));
        const std::size_t entry = wrong.byte / (wrong.place == 3    ? 24
                                                : wrong.place == 10 ? 4
                                                : wrong.place == 7  ? 2
                                                                    : 6);
        const std::size_t stride = wrong.place == 3 ? 24 : wrong.place == 10 ? 4 : wrong.place == 7 ? 2 : 6;
        EXPECT_EQ(place.offset, 12 + parts.table[wrong.place][0] + entry * stride);
    }
}

TEST(Mrm, BadMeshesAreReportedByName) {
    MeshParts parts = triangle_mesh();
    parts.version = 0x0306;
    expect_error(mrm, file_of(parts), "BadVersion");
    parts = triangle_mesh();
    parts.content_size = 100'000;
    expect_error(mrm, file_of(parts), "ChunkOverrun");
    parts = triangle_mesh();
    parts.boxes = obb_chain(33);
    expect_error(mrm, file_of(parts), "TooDeep");
    parts.boxes = obb_chain(32);
    EXPECT_TRUE(survives(mrm, file_of(parts)));
    parts.boxes = Maker().bytes(obb_bytes(0xFFFF).data());
    expect_error(mrm, file_of(parts), "TruncatedChunk");
    parts = triangle_mesh();
    parts.archive = Maker().bytes(as_bytes(archive_text())); // no material at all
    expect_error(mrm, file_of(parts), "BadClass");
    parts = triangle_mesh();
    parts.table[5][1] = 0; // no plane index: fine
    EXPECT_TRUE(survives(mrm, file_of(parts)));
    parts.table[5] = {parts.table[8][0], 2}; // two zeros for one triangle
    expect_warning(mrm, file_of(parts), "2 plane indices for 1 triangles");
}

TEST(Mrm, ArchiveErrorsHaveTheirNames) {
    const auto with = [](const std::string& text, const Maker& material = material_bytes(gothic1_material)) {
        MeshParts parts = triangle_mesh();
        parts.archive = Maker().bytes(as_bytes(text)).bytes(material.data());
        return file_of(parts);
    };
    const auto changed = [](std::string_view from, std::string_view to) {
        std::string text = archive_text();
        return text.replace(text.find(from), from.size(), to);
    };
    expect_error(mrm, with(changed("ZenGin", "Zengin")), "BadArchiveMagic");
    expect_error(mrm, with(changed("ver 1", "ver 2")), "BadArchiveVersion");
    EXPECT_TRUE(survives(mrm, with(changed("ver 1", "ver 0"))));
    expect_error(mrm, with(changed("BINARY", "ASCII")), "UnsupportedArchiveFormat");
    expect_error(mrm, with(changed("BINARY", "BIN_SAFE")), "UnsupportedArchiveFormat");
    expect_error(mrm, with(changed("objects", "subjects")), "BadArchiveHeader");
    expect_error(mrm, with(changed("END\n\n", "END\nx\n")), "BadArchiveHeader");
    expect_error(mrm, with(changed("saveGame 0\n", std::string(100, '\n'))), "BadArchiveHeader");
    EXPECT_TRUE(survives(mrm, with(changed("saveGame 0", "date 24.12.2000 12:00:00\nsaveGame 0\nuser ME"))));
    expect_error(mrm, with(archive_text(), material_bytes(gothic1_material, 0, 0, "zCTexture")), "BadClass");
    expect_error(mrm, with(archive_text(), material_bytes(gothic1_material, 0, -1)), "ObjectOverrun");
    expect_error(mrm, with(archive_text(), material_bytes(gothic1_material, 0, 100'000)), "ObjectOverrun");
    expect_warning(mrm, with(archive_text(), material_bytes(gothic1_material, 5)), "LeftoverBytes");
    // Line ends where zeros are usual, and the other way round.
    std::string zero = archive_text();
    zero[14] = '\0';
    EXPECT_TRUE(survives(mrm, with(zero)));
    ByteBuffer material = material_bytes(gothic1_material).data();
    material[4] = std::byte{'\n'};
    EXPECT_TRUE(survives(mrm, with(archive_text(), Maker().bytes(material))));
    // Any version but that of Gothic 1 is read as Gothic 2.
    EXPECT_TRUE(survives(mrm, with(archive_text(), material_bytes(12345))));
}

TEST(Mrm, ChunksAreCheckedAndKept) {
    const Maker mesh = triangle_mesh().bytes();
    expect_error(mrm, {}, "MissingChunk");
    expect_error(mrm, Maker().chunk(0xB1FF).data(), "MissingChunk");
    expect_error(mrm, Maker().chunk(0xB100, mesh).chunk(0xB100, mesh).data(), "DuplicateChunk");
    expect_warning(mrm, Maker().chunk(0xB100, mesh).data(), "MissingChunk");
    expect_warning(mrm, Maker().chunk(0xB100, mesh).chunk(0xB1FF).fill(4).data(), "TrailingData");
    expect_warning(mrm, Maker().chunk(0xB100, mesh).chunk(0xB1FF, Maker().fill(4)).data(), "LeftoverBytes");
    expect_warning(mrm, Maker().chunk(0x0001, mesh).chunk(0xB100, mesh).chunk(0xB1FF).data(), "unknown chunk");
    expect_warning(mrm, Maker().chunk(0xB100, Maker().bytes(mesh.data()).fill(9)).chunk(0xB1FF).data(),
                   "LeftoverBytes");
}

TEST(Mrm, BuildingRefusesWhatCouldNotBeReadBack) {
    const auto file = parse_mrm(file_of(triangle_mesh()));
    ASSERT_TRUE(file);
    auto spoilt = *file;
    spoilt.mesh.materials.clear();
    EXPECT_FALSE(build_mrm(dump_mrm(spoilt)));
    spoilt = *file;
    spoilt.mesh.obb[0].children = 1;
    EXPECT_FALSE(build_mrm(dump_mrm(spoilt)));
    spoilt = *file;
    spoilt.mesh.submeshes[0].wedges[2].position_index = 3;
    const auto built = build_mrm(dump_mrm(spoilt));
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().place().field, "mesh.submeshes[0].wedges[2]");
}

TEST(Mrm, ObjectCountIsMadeUpForNewFiles) {
    auto file = parse_mrm(file_of(triangle_mesh()));
    ASSERT_TRUE(file);
    file->mesh.archive = {};
    EXPECT_EQ(write_mrm(*file), file_of(triangle_mesh()));
}

TEST(Material, GoldenListIsReadAndTheRestKept) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/G2/DEMON_DIE_BODY.MAT");
    const auto golden = ossuary::testing::golden("demon_die_body.mat.json");
    OSSUARY_NEED(bytes && golden);
    expect_same_file(*golden, *bytes);
    const auto file = parse_mat(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    const Json& archive = (*golden)["archive"];
    EXPECT_EQ(archive["ver"].string(), file->list.archive.ver);
    EXPECT_EQ(archive["archiver"].string(), file->list.archive.archiver);
    EXPECT_EQ(archive["fmt"].string(), file->list.archive.fmt);
    ASSERT_EQ(archive["fields"].size(), file->list.archive.fields.size());
    EXPECT_EQ(archive["fields"].items()[0].string(), file->list.archive.fields[0]);
    EXPECT_EQ((*golden)["objects_line"].string(), file->list.archive.objects_line);
    ASSERT_EQ((*golden)["material_count"].integer(), static_cast<std::int64_t>(file->list.materials.size()));
    expect_same_material((*golden)["materials"].items()[0], file->list.materials[0]);
    EXPECT_EQ((*golden)["trailing_bytes"].integer(), static_cast<std::int64_t>(file->trailing.bytes.size()));
    EXPECT_EQ((*golden)["bytes_consumed"].integer(),
              static_cast<std::int64_t>(bytes->size() - file->trailing.bytes.size()));
    EXPECT_EQ((*golden)["trailing_first_chunk_type"].string(),
              ChunkName(load<ChunkType>(file->trailing.bytes.data(), Endian::little)).text());
    EXPECT_EQ((*golden)["trailing_first_chunk_size"].integer(),
              load<std::uint32_t>(file->trailing.bytes.data() + 2, Endian::little));
    constexpr Verbs<MaterialFile> mat{parse_mat, write_mat, dump_mat, build_mat};
    EXPECT_TRUE(survives(mat, *bytes));
    expect_truncations_are_handled(mat, *bytes);
    expect_bit_flips_are_handled(mat, *bytes);
}

TEST(Material, PairsAreReadWithoutRegardToTheLocale) {
    EXPECT_EQ(parse_pair("512 256"), (Vec2{512, 256}));
    EXPECT_EQ(parse_pair("9.9999997e-005 0"), (Vec2{9.9999997e-5f, 0}));
    EXPECT_FALSE(parse_pair("512"));
    EXPECT_FALSE(parse_pair("a b"));
}

} // namespace
} // namespace ossuary::zengin
