#include "ossuary/formats/zengin/vdf.h"

#include "formats/zengin/compiled_files.h"
#include "formats/zengin/vdf_files.h"
#include "ossuary/base/deflate.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

using namespace testing;
using ossuary::testing::golden;
using ossuary::testing::shared_file;

constexpr Verbs<Vdf> vdf{parse_vdf, write_vdf, dump_vdf, build_vdf};

std::string hex8(std::uint32_t number) { return crc_text(number); }

// ---- the samples

void expect_as_golden(const char* name) {
    const auto bytes = shared_file("samples/zengin/" + std::string(name));
    const auto expected = golden("zengin-" + std::string(name) + ".json");
    OSSUARY_NEED(bytes && expected);
    const auto file = parse_vdf(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    const Json& header = (*expected)["header"];
    EXPECT_EQ(header["comment"].string(), file->header.comment.text());
    EXPECT_EQ(header["entry_count"].integer(), file->records.size());
    EXPECT_EQ(header["file_count"].integer(), file->header.file_count);
    EXPECT_EQ(header["timestamp"].integer(), file->header.timestamp);
    EXPECT_EQ(header["data_size"].integer(), file->header.data_size);
    EXPECT_EQ(header["catalog_offset"].integer(), file->header.catalog_offset);
    EXPECT_EQ(header["flags"].integer(), file->header.flags);
    EXPECT_EQ(header["file_size"].integer(), bytes->size());

    const auto& entries = (*expected)["entries"].items();
    ASSERT_EQ(entries.size(), file->entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Json& entry = entries[i];
        const VdfRecord& record = file->records[file->entries[i].record];
        SCOPED_TRACE(entry["path"].string());
        EXPECT_EQ(entry["path"].string(), path_of(*file, file->entries[i]) + (record.is_directory() ? "/" : ""));
        EXPECT_EQ(entry["index"].integer(), file->entries[i].record);
        EXPECT_EQ(entry["type"].string(), hex8(record.type));
        EXPECT_EQ(entry["attributes"].integer(), record.attributes);
        if (record.is_directory()) {
            EXPECT_EQ(entry["first_child"].integer(), record.offset);
            continue;
        }
        EXPECT_EQ(entry["offset"].integer(), record.offset);
        EXPECT_EQ(entry["size"].integer(), record.size);
        EXPECT_EQ(entry["stored"].string(), is_zipped(*file, record) ? "zipped" : "raw");
        const auto content = read_entry(*file, record);
        ASSERT_TRUE(content) << content.error().text();
        EXPECT_EQ(entry["content_size"].integer(), content->bytes.size());
        EXPECT_EQ(entry["crc32"].string(), hex8(crc32(content->bytes)));
        const auto blocks = blocks_of(*file, record);
        ASSERT_TRUE(blocks);
        const Json* expected_blocks = entry.find("zip_blocks");
        ASSERT_EQ(expected_blocks ? expected_blocks->size() : 0, blocks->size());
        for (std::size_t k = 0; k < blocks->size(); ++k) {
            const auto& words = expected_blocks->items()[k].items();
            EXPECT_EQ(words[0].integer(), (*blocks)[k].source_length);
            EXPECT_EQ(words[1].integer(), (*blocks)[k].compressed_length);
            EXPECT_EQ(words[2].integer(), (*blocks)[k].block_size);
        }
    }
}
TEST(Vdf, PlainSampleIsAsTheGoldenSays) { expect_as_golden("basic.vdf"); }
TEST(Vdf, ZippedSampleIsAsTheGoldenSays) { expect_as_golden("basic_zipped.vdf"); }

TEST(Vdf, SamplesSurviveCleanly) {
    for (const char* name : {"basic.vdf", "basic_zipped.vdf"}) {
        const auto bytes = shared_file("samples/zengin/" + std::string(name));
        OSSUARY_NEED(bytes);
        expect_clean(vdf, *bytes);
    }
}

// Our order of records and data is that of the packer it was made by.
TEST(Vdf, PlainSampleIsMadeAgainFromItsFiles) {
    const auto bytes = shared_file("samples/zengin/basic.vdf");
    OSSUARY_NEED(bytes);
    const auto file = parse_vdf(*bytes);
    ASSERT_TRUE(file);
    std::vector<VdfSource> sources;
    for (const VdfEntry& entry : file->entries)
        if (const VdfRecord& record = file->records[entry.record]; !record.is_directory())
            sources.push_back(pack_source(path_of(*file, entry), read_entry(*file, record).value(), false).value());
    std::ranges::reverse(sources);
    const auto made =
        make_vdf(sources, {.timestamp = file->header.timestamp, .comment = std::string(file->header.comment.text())});
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_TRUE(std::ranges::equal(*made, *bytes));
}

TEST(Vdf, BadSamplesAreRefusedAsTheGoldenSays) {
    const auto expected = golden("zengin-bad-input.json");
    OSSUARY_NEED(expected);
    std::size_t seen = 0;
    for (const Json::Member& member : expected->members()) {
        if (!member.name.starts_with("bad-vdf-")) continue;
        SCOPED_TRACE(member.name);
        const auto bytes = shared_file("samples/zengin/bad/" + member.name);
        ASSERT_TRUE(bytes);
        ++seen;
        // What stands in brackets is a remark; what is refused only when it is unpacked or extracted parses.
        std::string wanted(member.value["error"].string());
        wanted = wanted.substr(0, wanted.find(" ("));
        Diagnostics diagnostics;
        const auto file = parse_vdf(*bytes, &diagnostics);
        if (member.name.find("entry-bounds") != std::string::npos) {
            ASSERT_TRUE(file);
            ASSERT_EQ(diagnostics.size(), 1u);
            EXPECT_TRUE(diagnostics[0].message.starts_with(wanted)) << diagnostics[0].text();
            EXPECT_TRUE(read_entry(*file, file->records[0]).error().message().starts_with(wanted));
        } else if (member.name.find("bomb") != std::string::npos) {
            ASSERT_TRUE(file);
            const auto content = read_entry(*file, file->records[0]);
            ASSERT_FALSE(content);
            EXPECT_TRUE(content.error().message().starts_with(wanted)) << content.error().text();
        } else if (member.name.find("traversal") != std::string::npos) {
            ASSERT_TRUE(file);
            EXPECT_EQ(paths_of(*file), (std::vector<std::string>{"../", "../EVIL.TXT", "../C:\\X.TXT"}));
        } else {
            ASSERT_FALSE(file);
            EXPECT_TRUE(file.error().message().starts_with(wanted)) << file.error().text();
        }
    }
    EXPECT_EQ(seen, 8u);
}

// ---- made archives

std::vector<VdfSource> some_sources(bool zipped) {
    return {source("_work/Data/Anims/humans.mds", "Model (\"HuS\")", zipped),
            source("_work/Data/Anims/_compiled/humans.mdh", std::string(20'000, 'x'), zipped),
            source("_work/Data/Sound/step.wav", std::string(9000, 'w'), zipped), source("readme.txt", "", zipped)};
}

TEST(Vdf, MadeArchivesSurviveInBothForms) {
    for (const bool zipped : {false, true}) {
        const auto made = make_vdf(some_sources(zipped), {.zipped = zipped});
        ASSERT_TRUE(made);
        expect_clean(vdf, *made);
        const auto file = parse_vdf(*made);
        EXPECT_EQ(paths_of(*file),
                  (std::vector<std::string>{"_WORK/", "_WORK/DATA/", "_WORK/DATA/ANIMS/", "_WORK/DATA/ANIMS/_COMPILED/",
                                            "_WORK/DATA/ANIMS/_COMPILED/HUMANS.MDH", "_WORK/DATA/ANIMS/HUMANS.MDS",
                                            "_WORK/DATA/SOUND/", "_WORK/DATA/SOUND/STEP.WAV", "README.TXT"}));
        EXPECT_EQ(text_at(*file, "_WORK/DATA/ANIMS/HUMANS.MDS"), "Model (\"HuS\")");
        EXPECT_EQ(text_at(*file, "_WORK/DATA/ANIMS/_COMPILED/HUMANS.MDH"), std::string(20'000, 'x'));
        EXPECT_EQ(text_at(*file, "README.TXT"), "");
        EXPECT_EQ(file->header.file_count, 4u);
        EXPECT_EQ(file->header.data_size, 13u + 20'000 + 9000);
        EXPECT_EQ(is_zipped(*file, *record_at(*file, "_WORK/DATA/ANIMS/_COMPILED/HUMANS.MDH")), zipped);
        EXPECT_FALSE(is_zipped(*file, *record_at(*file, "_WORK/DATA/SOUND/STEP.WAV")))
            << "sounds lie there as they are";
    }
}

TEST(Vdf, ContentsOfAPlainFileAreAViewOfTheArchive) {
    const auto made = make_vdf(some_sources(false));
    const auto file = parse_vdf(*made);
    const VdfRecord* record = record_at(*file, "_WORK/DATA/ANIMS/HUMANS.MDS");
    const auto content = read_entry(*file, *record);
    EXPECT_EQ(content->bytes.data(), made->data() + record->offset);
}

TEST(Vdf, ContentsOutliveTheirArchive) {
    SharedBytes content;
    {
        const auto file = parse_vdf(SharedBytes(make_vdf(some_sources(false)).value()));
        content = read_entry(*file, *record_at(*file, "_WORK/DATA/ANIMS/HUMANS.MDS")).value();
    }
    EXPECT_EQ(as_text(content.bytes), "Model (\"HuS\")");
}

TEST(Vdf, TheOrderOfFilesDoesNotReachTheArchive) {
    auto sources = some_sources(true);
    const auto made = make_vdf(sources, {.zipped = true});
    std::ranges::rotate(sources, sources.begin() + 2);
    EXPECT_EQ(make_vdf(sources, {.zipped = true}).value(), *made);
}

TEST(Vdf, SignatureSaysWhichGame) {
    const auto signature = [](VdfGame game) {
        const auto made = make_vdf({source("A", "a")}, {.game = game});
        return std::string(as_text(Bytes(*made).subspan(256, 16)));
    };
    EXPECT_EQ(signature(VdfGame::gothic1), "PSVDSC_V2.00\r\n\r\n");
    EXPECT_EQ(signature(VdfGame::gothic2), "PSVDSC_V2.00\n\r\n\r");
}

TEST(Vdf, AnEmptyArchiveIsOne) {
    const auto made = make_vdf({});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->size(), 296u);
    expect_clean(vdf, *made);
}

TEST(Vdf, ASoundThatLooksLikeAStreamBecomesOne) {
    ByteWriter content;
    for (const std::uint32_t word : {16u, 16u, 1u, 0u}) content.write(word);
    const std::string text(as_text(content.buffer()));
    const auto made = make_vdf({source("TRAP.WAV", text, true)}, {.zipped = true});
    EXPECT_EQ(text_at(*parse_vdf(*made), "TRAP.WAV"), text);
}

TEST(Vdf, NamesThatAnArchiveCannotHoldAreRefused) {
    const auto refusal = [](std::vector<VdfSource> sources) {
        const auto made = make_vdf(std::move(sources));
        return made ? std::string("taken") : made.error().message();
    };
    EXPECT_EQ(refusal({source(std::string(64, 'N'), "")}), "taken");
    for (const std::string& name :
         {std::string(65, 'N'), std::string(""), std::string(".."), std::string("A/./B"), std::string("A//B"),
          std::string("A:B"), std::string("A\nB"), std::string("A\\B"), std::string("A\0B", 3), std::string("A ")})
        EXPECT_NE(refusal({source(name, "")}), "taken") << name;
    EXPECT_NE(refusal({source("a.txt", ""), source("A.TXT", "")}), "taken");
    EXPECT_NE(refusal({source("a", ""), source("A/b", "")}), "taken");
    EXPECT_NE(refusal({source("A/b", ""), source("a", "")}), "taken");
    std::string deep = "f";
    for (int i = 0; i < 64; ++i) deep = "d/" + deep;
    EXPECT_EQ(refusal({source(deep, "")}), "taken");
    EXPECT_EQ(parse_vdf(make_vdf({source(deep, "")}).value())->entries.size(), 65u) << "what is written can be read";
    EXPECT_NE(refusal({source("d/" + deep, "")}), "taken");
}

// ---- bad catalogs

TEST(Vdf, WrongCatalogsAreRefusedWithTheirNames) {
    expect_error(vdf, vdf_of({{"A", 0, 0, directory | last}}), "vdf: catalog cycle");
    expect_error(vdf, vdf_of({{"A", 1, 0, directory}, {"B", 0, 0, last}}), "vdf: catalog cycle");
    expect_error(vdf, vdf_of({{"A", 7, 0, directory | last}}), "vdf: bad directory index");
    expect_error(vdf, vdf_of({{"A", 0, 0, 0}}), "vdf: unterminated directory list");
    expect_error(vdf, vdf_of({{"A", 0, 0, last}}, {}, plain_volume, 200), "vdf: catalog out of bounds");
    ByteBuffer beyond = vdf_of({{"A", 0, 0, last}});
    store(beyond.data() + 288, std::uint32_t{297}, Endian::little); // its last byte is not there
    expect_error(vdf, beyond, "vdf: catalog out of bounds");
    std::vector<HandRecord> deep;
    for (std::uint32_t i = 1; i <= 66; ++i) deep.push_back({"D", i, 0, directory | last});
    deep.push_back({"F", 0, 0, last});
    expect_error(vdf, vdf_of(deep), "vdf: directory nesting too deep");
    deep.erase(deep.begin(), deep.begin() + 2);
    for (std::uint32_t i = 0; i < 64; ++i) deep[i].offset = i + 1;
    EXPECT_TRUE(survives(vdf, vdf_of(deep)));
}

TEST(Vdf, LimitsCanBeTurned) {
    const ByteBuffer two = vdf_of({{"A", 0, 0, 0}, {"B", 0, 0, last}});
    EXPECT_TRUE(parse_vdf(SharedBytes(Bytes(two)), nullptr, {.records = 2}));
    EXPECT_FALSE(parse_vdf(SharedBytes(Bytes(two)), nullptr, {.records = 1}));
    const auto made = make_vdf({source("A", std::string(9000, 'a'), true)}, {.zipped = true});
    const auto file = parse_vdf(*made);
    EXPECT_TRUE(read_entry(*file, file->records[0], {.file_size = 9000}));
    EXPECT_TRUE(
        read_entry(*file, file->records[0], {.file_size = 8999}).error().message().starts_with("vdf: file too large"));
    EXPECT_FALSE(read_entry(*file, file->records[0], {.block_size = 8191}));
}

TEST(Vdf, OdditiesAreReportedAndKept) {
    expect_warning(vdf, vdf_of({{"A", data_at(1), 2, last}}, "x"), "vdf: entry out of bounds: A");
    expect_warning(vdf, vdf_of({{"A", 0, 0, last}, {"B", 0, 0, last}}), "vdf: 1 unreachable records");
    expect_warning(vdf, vdf_of({{"A", 0, 0, 0}, {"a", 0, 0, last}}), "vdf: duplicate name, the last one counts: a");
    expect_warning(vdf, vdf_of({{"A", 0, 0, last}}, "x", 0x51), "vdf: unknown volume flags 81");
    EXPECT_TRUE(survives(vdf, vdf_of({{"A", 0, 0, last}}, "x", plain_volume, 0))) << "0 means the usual place";
    EXPECT_TRUE(survives(vdf, vdf_of({{"A", 300, 4, last}}, "x", plain_volume, 320))) << "data in front of the catalog";
    EXPECT_TRUE(survives(vdf, vdf_of({{std::string_view("A\0\t\xE4 \0", 6), 256, 6, last}})));
}

TEST(Vdf, EntriesMayShareDataAndLieAnywhere) {
    const ByteBuffer bytes =
        vdf_of({{"A", data_at(3), 4, 0}, {"B", data_at(3) + 1, 2, 0}, {"SIGN", 256, 6, last}}, "abcd");
    const auto file = parse_vdf(bytes);
    EXPECT_EQ(text_at(*file, "A"), "abcd");
    EXPECT_EQ(text_at(*file, "B"), "bc");
    EXPECT_EQ(text_at(*file, "SIGN"), "PSVDSC");
}

TEST(Vdf, NamesLoseWhatFillsThemUp) {
    const ByteBuffer bytes = vdf_of({{std::string_view("A B.TXT \t\0\0", 11), 0, 0, last}});
    EXPECT_EQ(paths_of(*parse_vdf(bytes)), (std::vector<std::string>{"A B.TXT"}));
}

// ---- bad streams

struct HandBlock {
    std::uint32_t source_length;
    std::string_view content;
    std::int64_t claimed_length = -1; // of the packed bytes; -1: what it is
};
std::string stream_of(std::uint32_t length, std::uint32_t block_size, std::uint32_t count,
                      const std::vector<HandBlock>& blocks) {
    ByteWriter writer;
    for (const std::uint32_t word : {length, block_size, count}) writer.write(word);
    for (const HandBlock& block : blocks) {
        const auto packed = deflate(as_bytes(block.content));
        writer.write(block.source_length);
        writer.write(block.claimed_length < 0 ? static_cast<std::uint32_t>(packed->size())
                                              : static_cast<std::uint32_t>(block.claimed_length));
        writer.write(block_size);
        writer.bytes(*packed);
    }
    return std::string(as_text(writer.buffer()));
}
std::string read_stream(std::uint32_t size, const std::string& stream) {
    const ByteBuffer bytes = vdf_of({{"F", data_at(1), size, last}}, stream, zipped_volume);
    const auto file = parse_vdf(bytes);
    return file ? text_at(*file, "F") : file.error().text();
}
void expect_corrupt(std::size_t block, std::uint32_t size, const std::string& stream) {
    const std::string said = read_stream(size, stream);
    EXPECT_NE(said.find("vdf: corrupt compressed block " + std::to_string(block) + " in F: "), std::string::npos)
        << said;
}

TEST(Vdf, StreamsWithWrongBlocksAreRefused) {
    EXPECT_EQ(read_stream(6, stream_of(6, 4, 2, {{4, "abcd"}, {2, "ef"}})), "abcdef");
    EXPECT_EQ(read_stream(6, stream_of(6, 9, 1, {{6, "abcdef"}})), "abcdef") << "any block size";
    expect_corrupt(1, 6, stream_of(6, 4, 2, {{4, "abcd"}, {2, "efg"}}));     // more in it than it says
    expect_corrupt(1, 6, stream_of(6, 4, 2, {{4, "abcd"}, {2, "e"}}));       // less
    expect_corrupt(1, 6, stream_of(6, 4, 2, {{4, "abcd"}, {1, "e"}}));       // together too short
    expect_corrupt(1, 6, stream_of(6, 4, 2, {{4, "abcd"}, {3, "efg"}}));     // together too long
    expect_corrupt(0, 6, stream_of(6, 4, 2, {{5, "abcde"}, {1, "f"}}));      // longer than a block
    expect_corrupt(1, 6, stream_of(6, 4, 2, {{4, "abcd"}}));                 // runs over the end
    expect_corrupt(0, 6, stream_of(6, 6, 1, {{6, "abcdef", 9999}}));         // so do its bytes
    expect_corrupt(0, 6, stream_of(6, 6, 1, {{6, "abcdef", 13}}));           // cut short
    expect_corrupt(0, 1u << 30, stream_of(1u << 30, 65u << 20, 16, {}));     // blocks too large
    expect_corrupt(0, 1u << 30, stream_of(1u << 30, 1, 1u << 30, {}));       // more blocks than there are bytes
    expect_corrupt(0, 1u << 30, stream_of(1u << 30, 1u << 25, 32, {}));      // more than deflate could hold
    expect_corrupt(0, 60'000, stream_of(60'000, 60'000, 1, {{60'000, ""}})); // in one block too
}

TEST(Vdf, WhatIsNoStreamLiesThereAsItIs) {
    EXPECT_EQ(read_stream(15, "not a stream at"), "not a stream at");
    EXPECT_EQ(read_stream(15, stream_of(14, 4, 4, {})).size(), read_stream(15, "short").size()) << "another length";
    EXPECT_EQ(read_stream(3, "abc"), "abc");
}

// ---- any bytes

TEST(Vdf, CutShortItIsRefusedOrKept) {
    for (const bool zipped : {false, true}) {
        const auto made =
            make_vdf({source("A/B", "first file", zipped), source("C", "second file", zipped)}, {.zipped = zipped});
        for (std::size_t size = 0; size < made->size(); ++size) {
            const Bytes cut = Bytes(*made).first(size);
            Diagnostics diagnostics;
            const auto file = parse_vdf(cut, &diagnostics);
            if (!file) {
                ASSERT_LT(size, data_at(3));
                ASSERT_TRUE(file.error().message().starts_with("vdf: ") && file.error().place().offset) << size;
                continue;
            }
            ASSERT_TRUE(survives(vdf, cut)) << size;
            const bool last_is_whole = text_at(*file, "C") == "second file";
            ASSERT_FALSE(last_is_whole) << "cut to " << size;
        }
    }
}

TEST(Vdf, BitsTurnedOverAreRefusedOrKept) {
    std::mt19937 random(20020828);
    for (const bool zipped : {false, true}) {
        const auto made = make_vdf(some_sources(zipped), {.zipped = zipped});
        for (int round = 0; round < 400; ++round) {
            ByteBuffer bent = *made;
            // Where it matters: flags, catalog, and the heads of the streams.
            for (int flips = 1 + round % 3; flips > 0; --flips)
                bent[256 + random() % (data_at(9) + 64 - 256)] ^= static_cast<std::byte>(1u << (random() % 8));
            const auto file = parse_vdf(bent);
            if (!file) continue;
            ASSERT_TRUE(survives(vdf, bent)) << round;
            for (const VdfEntry& entry : file->entries) {
                const VdfRecord& record = file->records[entry.record];
                if (record.is_directory()) continue;
                const auto content = read_entry(*file, record);
                ASSERT_TRUE(!content || content->bytes.size() == record.size);
            }
        }
    }
}

// ---- time

TEST(DosTime, TextAndBack) {
    EXPECT_EQ(dos_time_text(0x2D65BBB3), "2002-11-05 23:29:38");
    EXPECT_EQ(parse_dos_time("2002-11-05 23:29:38"), 0x2D65BBB3u);
    EXPECT_EQ(parse_dos_time("2002-11-05T23:29:39"), 0x2D65BBB3u) << "odd seconds lose one";
    EXPECT_EQ(parse_dos_time("1980-01-01"), earliest_dos_time);
    EXPECT_EQ(dos_time_text(0), "1980-00-00 00:00:00") << "makes no sense, and prints as it is";
    for (const char* wrong : {"", "2002", "1979-01-01", "2108-01-01", "2001-02-29", "2002-13-01", "2002-11-05 24:00:00",
                              "2002-11-05 23:29", "2002/11/05", "200a-11-05"})
        EXPECT_FALSE(parse_dos_time(wrong)) << wrong;
    EXPECT_TRUE(parse_dos_time("2000-02-29"));
}

TEST(DosTime, FromSecondsSince1970) {
    EXPECT_EQ(dos_time_text(dos_time_from_unix(1036538978)), "2002-11-05 23:29:38");
    EXPECT_EQ(dos_time_text(dos_time_from_unix(951826554)), "2000-02-29 12:15:54");
    EXPECT_EQ(dos_time_text(dos_time_from_unix(946684799)), "1999-12-31 23:59:58");
    EXPECT_EQ(dos_time_from_unix(-1), earliest_dos_time);
    EXPECT_EQ(dos_time_text(dos_time_from_unix(std::int64_t{1} << 40)), "2107-12-31 23:59:58");
}

} // namespace
} // namespace ossuary::zengin
