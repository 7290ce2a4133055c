#include "ossuary/formats/mw3/zbd.h"

#include "formats/mw3/zbd_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::mw3 {
namespace {

using namespace testing;

constexpr Verbs<ZbdArchive> zbd{parse_zbd, write_zbd, dump_zbd, build_zbd};

ReaderValue list_of(std::vector<ReaderValue> values) { return {.value = std::move(values)}; }

ZbdArchive reader_file() {
    ZbdArchive file;
    ZbdEntry& list = file.entries.emplace_back();
    list.entry.name = std::string_view("dfn_scout.zrd");
    list.list = list_of({{.value = std::string("MOTIONS")},
                         list_of({{.value = std::string("scout_walk")}, {.value = Real(1.0f)}, {.value = 7}}),
                         {.value = std::string("na\xEFve")},
                         list_of({})});
    ZbdEntry& sound = file.entries.emplace_back();
    sound.entry.name = std::string_view("step.wav");
    sound.data = to_buffer("RIFF and so on");
    return file;
}

TEST(Zbd, ListsAndFilesSurvive) {
    for (const std::uint32_t version : {1u, 2u}) {
        ZbdArchive file = reader_file();
        file.footer_version = version;
        const ByteBuffer bytes = write_zbd(file);
        EXPECT_TRUE(recognise_zbd(bytes));
        expect_clean(zbd, bytes);
        const auto parsed = parse_zbd(bytes);
        ASSERT_TRUE(parsed->entries[0].list);
        EXPECT_FALSE(parsed->entries[1].list);
        EXPECT_FALSE(parsed->checksum); // it is that of the data
        const Json dumped = dump_zbd(*parsed);
        const Json& list = dumped["entries"].items()[0]["list"];
        EXPECT_EQ(print_json(list), R"(["MOTIONS",["scout_walk",{"float":1},7],{"bytes":"6e61ef7665"},[]])");
        expect_changes_are_handled(zbd, bytes, std::array{0x01, 0x80});
    }
}

TEST(Zbd, CutArchivesAreRefused) { expect_truncations_are_refused(zbd, write_zbd(reader_file())); }

TEST(Zbd, AnEditedListIsLaidAfresh) {
    auto file = parse_zbd(write_zbd(reader_file()));
    std::get<std::vector<ReaderValue>>(file->entries[0].list->value).push_back({.value = std::string("MORE")});
    const auto built = build_zbd(dump_zbd(*file));
    ASSERT_TRUE(built) << built.error().text();
    const auto again = parse_zbd(write_zbd(*built));
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(as_text(again->entries[1].data), "RIFF and so on");
    EXPECT_EQ(std::get<std::vector<ReaderValue>>(again->entries[0].list->value).size(), 5u);
}

TEST(Zbd, WhatIsNoListIsKeptAsItIs) {
    ByteBuffer bytes = write_zbd(reader_file());
    bytes[0] = std::byte{9};
    Diagnostics diagnostics;
    const auto file = parse_zbd(bytes, &diagnostics);
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->entries[0].list);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_TRUE(diagnostics[0].message.starts_with("bad-enum:"));
    EXPECT_TRUE(survives(zbd, bytes));
    EXPECT_FALSE(parse_reader_list(to_buffer(std::string(3, '\0'))));
}

} // namespace
} // namespace ossuary::mw3
