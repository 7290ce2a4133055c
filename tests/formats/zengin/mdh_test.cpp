#include "ossuary/formats/zengin/mdh.h"

#include "formats/zengin/compiled_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

constexpr Verbs<ModelHierarchy> mdh{parse_mdh, write_mdh, dump_mdh, build_mdh};

Maker node(std::string_view name, std::int16_t parent, char end = '\n') {
    Maker maker;
    maker.text(name, end).put(parent);
    return maker.floats({1, 0, 0, 5, 0, 1, -0.0f, 6, 0, 0, 1, 7, 0, 0, 0, 1});
}
// A file of these nodes; the names' checksum, unless another is wanted.
Maker file_of(std::vector<std::pair<std::string, std::int16_t>> nodes, std::uint32_t version = 3,
              std::optional<std::uint32_t> crc = {}) {
    Maker payload;
    payload.put(version).put(static_cast<std::uint16_t>(nodes.size()));
    std::vector<std::string> names;
    for (const auto& [name, parent] : nodes) {
        payload.bytes(node(name, parent).data());
        names.push_back(name);
    }
    payload.floats({-1, -2, -3, 1, 2, 3, -1, -2, -3, 1, 2, 3, 0, 4, 0}).put(crc.value_or(checksum(names)));
    return Maker().chunk(0xD100, payload).chunk(0xD110, Maker().fill(16, std::byte{0xA5}).text("X.ASC")).chunk(0xD120);
}

TEST(Mdh, EveryFieldIsAsTheGoldenSays) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/hierarchy0.mdh");
    const auto golden = ossuary::testing::golden("hierarchy0.mdh.json");
    OSSUARY_NEED(bytes && golden);
    expect_same_file(*golden, *bytes);
    const auto file = parse_mdh(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    const Json& expected = *golden;
    EXPECT_EQ(expected["version"].integer(), file->version);
    EXPECT_EQ(expected["num_nodes"].integer(), 7);
    ASSERT_EQ(expected["nodes"].size(), file->nodes.size());
    FloatCrc floats;
    for (std::size_t i = 0; i < file->nodes.size(); ++i) {
        const Json& node = expected["nodes"].items()[i];
        EXPECT_EQ(node["name"].string(), file->nodes[i].name);
        EXPECT_EQ(node["parent"].integer(), file->nodes[i].parent);
        expect_same(node["matrix_rows_as_stored"], file->nodes[i].matrix);
        for (const auto& row : file->nodes[i].matrix)
            for (const float value : row) floats.add(value);
    }
    for (const Vec3& value :
         {file->bbox.min, file->bbox.max, file->collision_bbox.min, file->collision_bbox.max, file->root_translation})
        floats.add(value);
    expect_same(expected["bbox_min"], file->bbox.min);
    expect_same(expected["bbox_max"], file->bbox.max);
    expect_same(expected["collision_bbox_min"], file->collision_bbox.min);
    expect_same(expected["collision_bbox_max"], file->collision_bbox.max);
    expect_same(expected["root_translation"], file->root_translation);
    EXPECT_EQ(expected["checksum"].integer(), file->checksum);
    EXPECT_EQ(expected["checksum_hex"].string(), crc_text(file->checksum));
    EXPECT_EQ(expected["crc32_of_node_names"].string(), crc_text(node_checksum(*file)));
    EXPECT_EQ(expected["source_date_raw_hex"].string(), raw_hex(file->source_date));
    EXPECT_EQ(expected["source_path"].string(), file->source_path);
    EXPECT_EQ(expected["crc32_all_float32"].string(), crc_text(floats.value()));
}

TEST(Mdh, SampleSurvivesCleanly) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/hierarchy0.mdh");
    OSSUARY_NEED(bytes);
    expect_clean(mdh, *bytes);
    EXPECT_TRUE(parse_mdh(*bytes)->layout.empty());
    expect_truncations_are_handled(mdh, *bytes);
    expect_bit_flips_are_handled(mdh, *bytes);
}

TEST(Mdh, ChecksumIsTheCrcOfTheUpperCaseNames) {
    EXPECT_EQ(checksum(std::vector<std::string>{"BIP01", "BIP01 LEVER STICK"}), 0xea809bf7u);
    EXPECT_EQ(checksum(std::vector<std::string>{"Bip01", "Bip01 Lever Stick"}), 0xea809bf7u);
    const std::vector<std::string> human{"BIP01",
                                         "BIP01 PELVIS",
                                         "BIP01 SPINE",
                                         "BIP01 SPINE1",
                                         "BIP01 SPINE2",
                                         "BIP01 NECK",
                                         "BIP01 HEAD",
                                         "ZS_HELMET",
                                         "BIP01 L CLAVICLE",
                                         "BIP01 L UPPERARM",
                                         "BIP01 L FOREARM",
                                         "BIP01 L HAND",
                                         "BIP01 L FINGER0",
                                         "ZS_LEFTHAND",
                                         "ZS_LEFTARM",
                                         "BIP01 R CLAVICLE",
                                         "BIP01 R UPPERARM",
                                         "BIP01 R FOREARM",
                                         "BIP01 R HAND",
                                         "BIP01 R FINGER0",
                                         "ZS_RIGHTHAND",
                                         "ZS_CROSSBOW",
                                         "ZS_LONGSWORD",
                                         "ZS_SHIELD",
                                         "ZS_BOW",
                                         "ZS_SWORD",
                                         "BIP01 L THIGH",
                                         "BIP01 L CALF",
                                         "BIP01 L FOOT",
                                         "BIP01 L TOE0",
                                         "BIP01 R THIGH",
                                         "BIP01 R CALF",
                                         "BIP01 R FOOT",
                                         "BIP01 R TOE0"};
    EXPECT_EQ(checksum(human), 0xc63488c2u);
}

TEST(Mdh, ParentsMayFollowTheirChildren) { expect_clean(mdh, file_of({{"BIP01 A", 1}, {"BIP01", -1}}).data()); }

TEST(Mdh, BadParentsAreRefused) {
    expect_error(mdh, file_of({{"BIP01", -1}, {"B", 2}}).data(), "BadIndex");
    expect_error(mdh, file_of({{"BIP01", -2}}).data(), "BadIndex");
    expect_error(mdh, file_of({{"BIP01", -1}, {"B", 1}}).data(), "BadIndex");
    expect_error(mdh, file_of({{"BIP01", -1}, {"B", 3}, {"C", 1}, {"D", 2}}).data(), "BadIndex");
    const auto error = parse_mdh(file_of({{"BIP01", -1}, {"B", 2}}).data()).error();
    EXPECT_EQ(error.place().field, "d100.nodes[1].parent");
}

TEST(Mdh, LongChainsWithoutOrderAreWalkedOnce) {
    std::vector<std::pair<std::string, std::int16_t>> chain;
    for (int i = 0; i < 30000; ++i) chain.push_back({std::to_string(i), static_cast<std::int16_t>(i + 1)});
    chain.push_back({"ROOT", -1});
    EXPECT_TRUE(parse_mdh(file_of(chain).data()));
    chain.back().second = 0;
    expect_error(mdh, file_of(chain).data(), "BadIndex");
}

TEST(Mdh, OdditiesAreKeptWithAWarning) {
    expect_warning(mdh, file_of({{"BIP01", -1}}, 4).data(), "version 4");
    expect_warning(mdh, file_of({{"A", -1}, {"B", -1}}).data(), "2 roots");
    expect_warning(mdh, file_of({{"", -1}}).data(), "no name");
    expect_warning(mdh, file_of({{"A", -1}, {"A", 0}}).data(), "more than one node");
    expect_warning(mdh, file_of({{"BIP01", -1}}, 3, 1).data(), "ChecksumMismatch");
    ByteBuffer bent = file_of({{"BIP01", -1}}).data();
    bent[6 + 4 + 2 + 6 + 2 + 60] = std::byte{9}; // the last number of the matrix
    expect_warning(mdh, bent, "last row");
}

TEST(Mdh, CountsThatDoNotFitAreRefusedBeforeAllocating) {
    const Maker payload = Maker().put(std::uint32_t{3}).put(std::uint16_t{60000}).fill(200);
    expect_error(mdh, Maker().chunk(0xD100, payload).data(), "BadCount");
}

TEST(Mdh, EverythingUnusualIsWrittenBack) {
    const Maker usual = file_of({{"BIP01", -1}});
    const ByteBuffer& bytes = usual.data();
    const std::size_t first = 6 + load<std::uint32_t>(bytes.data() + 2, Endian::little);

    Maker unknown;
    unknown.bytes(Bytes(bytes).first(first)).chunk(0x1234, Maker().fill(5, std::byte{7}));
    unknown.bytes(Bytes(bytes).subspan(first));
    expect_warning(mdh, unknown.data(), "unknown chunk");

    Maker without_end;
    without_end.bytes(Bytes(bytes).first(bytes.size() - 6));
    expect_warning(mdh, without_end.data(), "MissingChunk");

    Maker trailing;
    trailing.bytes(bytes).fill(3, std::byte{0xEE});
    expect_warning(mdh, trailing.data(), "TrailingData");

    Maker left_over;
    left_over.bytes(Bytes(bytes).first(first)).chunk(0xD110, Maker().fill(16).text("X").fill(2)).chunk(0xD120);
    expect_warning(mdh, left_over.data(), "LeftoverBytes");

    Maker zero_ended;
    zero_ended.bytes(Bytes(bytes).first(first)).chunk(0xD110, Maker().fill(16).text("X", '\0')).chunk(0xD120);
    EXPECT_TRUE(survives(mdh, zero_ended.data()));
    EXPECT_EQ(parse_mdh(zero_ended.data())->source_path, "X");

    Maker latin;
    latin.bytes(Bytes(bytes).first(first)).chunk(0xD110, Maker().fill(16).text("M\xDCHLE \xC3\x9C")).chunk(0xD120);
    EXPECT_TRUE(survives(mdh, latin.data()));
}

TEST(Mdh, ChunkErrorsHaveTheirNames) {
    const ByteBuffer bytes = file_of({{"BIP01", -1}}).data();
    expect_error(mdh, Bytes(bytes).first(3), "TruncatedChunkHeader");
    expect_error(mdh, Bytes(bytes).first(60), "ChunkOverrun");
    expect_error(mdh, Maker().chunk(0xD100, Maker().put(std::uint16_t{3})).data(), "TruncatedChunk");
    expect_error(mdh, Maker().chunk(0xD110).data(), "NotMdh");
    expect_error(mdh, {}, "MissingChunk");
    const std::size_t first = 6 + load<std::uint32_t>(bytes.data() + 2, Endian::little);
    expect_error(mdh, Maker().bytes(Bytes(bytes).first(first)).bytes(bytes).data(), "DuplicateChunk");
    Maker endless;
    endless.bytes(Bytes(bytes).first(first)).chunk(0xD110, Maker().fill(16).bytes(as_bytes("X.ASC")));
    expect_error(mdh, endless.data(), "UnterminatedString");
}

TEST(Mdh, NumbersThatAreNoNumbersSurviveTheDump) {
    ByteBuffer bytes = file_of({{"BIP01", -1}}).data();
    const std::size_t matrix = 6 + 4 + 2 + 6 + 2;
    store(bytes.data() + matrix, std::uint32_t{0x7fa00001}, Endian::little); // a signalling NaN
    store(bytes.data() + matrix + 4, std::uint32_t{0xff800000}, Endian::little);
    EXPECT_TRUE(survives(mdh, bytes));
}

TEST(Mdh, BuildingRefusesWhatCannotBeWritten) {
    const auto file = parse_mdh(file_of({{"BIP01", -1}}).data());
    ASSERT_TRUE(file);
    Json json = dump_mdh(*file);
    json.set("source_path", Json("two\nlines"));
    const auto built = build_mdh(json);
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().place().field, "source_path");
    ModelHierarchy cyclic = *file;
    cyclic.nodes[0].parent = 0;
    EXPECT_FALSE(build_mdh(dump_mdh(cyclic)));
}

} // namespace
} // namespace ossuary::zengin
