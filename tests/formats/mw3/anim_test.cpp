#include "ossuary/formats/mw3/anim.h"

#include <cmath>
#include <numeric>

#include "formats/mw3/anim_files.h"
#include "formats/mw3/zbd_files.h"

namespace ossuary::mw3 {
namespace {

using namespace testing;

constexpr Verbs<AnimFile> anim{parse_anim, write_anim, dump_anim, build_anim};
constexpr Game games[] = {Game::recoil, Game::mechwarrior3, Game::pirates_moon};

TEST(Anim, SampleSurvivesAndDumpsAsItsDescription) {
    const auto bytes = ossuary::testing::shared_file("samples/mw3/anim-small.zbd");
    const auto json = ossuary::testing::shared_file("samples/mw3/anim-small.json");
    OSSUARY_NEED(bytes && json);
    expect_clean(anim, *bytes);
    EXPECT_EQ(dump_anim(*parse_anim(*bytes)), *parse_json(as_text(*json)));
    EXPECT_EQ(write_anim(*build_anim(*parse_json(as_text(*json)))), *bytes);
}

TEST(Anim, SampleIsCutAndChangedWithoutHarm) {
    const auto bytes = ossuary::testing::shared_file("samples/mw3/anim-small.zbd");
    OSSUARY_NEED(bytes);
    expect_truncations_are_refused(anim, *bytes);
    std::array<int, 255> every;
    std::iota(every.begin(), every.end(), 1);
    expect_changes_are_handled(anim, *bytes, every);
}

TEST(Anim, EveryEventOfEveryGameSurvives) {
    for (const Game game : games) {
        SCOPED_TRACE(name_of(game));
        const ByteBuffer bytes = write_anim(whole_file(game));
        EXPECT_TRUE(recognise_anim(bytes));
        expect_clean(anim, bytes);
        expect_truncations_are_refused(anim, bytes);
        expect_changes_are_handled(anim, bytes, std::array{0x01, 0x80});
    }
}

TEST(Anim, EventsAreAsLongAsTheirDescriptionSays) {
    struct Row {
        std::uint8_t type;
        std::size_t recoil, mechwarrior3, pirates_moon;
    };
    constexpr std::size_t no = 9999;
    constexpr Row rows[] = {
        {1, 16, 16, 16},     {2, 60, 60, 60},  {3, 16, 16, 16},  {4, 112, 120, 140}, {5, 100, 100, 100},
        {6, 8, 8, 8},        {7, 20, 20, 20},  {8, 16, 16, 16},  {9, 20, 20, 20},    {10, 240, 320, 320},
        {11, 132, 132, 132}, {12, 20, 24, 24}, {13, 12, 12, 12}, {14, 24, 24, 24},   {15, 4, 4, 4},
        {16, 4, 4, 4},       {17, 8, 8, 8},    {18, 76, 76, 76}, {19, 68, 68, 68},   {20, 36, 36, 36},
        {21, 96, 96, 96},    {22, 36, 36, 36}, {23, 36, 36, 36}, {24, 68, 68, 68},   {25, 36, 36, 36},
        {26, 36, 36, 36},    {27, 36, 36, 36}, {28, 68, 68, 68}, {30, 8, 8, 8},      {31, 12, 12, 16},
        {32, 0, 0, 0},       {33, 12, 12, 16}, {34, 0, 0, 0},    {35, 4, 4, 4},      {36, 52, 52, 52},
        {37, 100, no, 100},  {39, 4, no, 4},   {41, 24, 24, 24}, {42, no, 580, 584},
    };
    std::size_t known = 0;
    for (const Row& row : rows) {
        EXPECT_EQ(data_size(row.type, Game::recoil).value_or(no), row.recoil) << int{row.type};
        EXPECT_EQ(data_size(row.type, Game::mechwarrior3).value_or(no), row.mechwarrior3) << int{row.type};
        EXPECT_EQ(data_size(row.type, Game::pirates_moon).value_or(no), row.pirates_moon) << int{row.type};
    }
    for (int type = 0; type < 256; ++type)
        known += data_size(static_cast<std::uint8_t>(type), Game::recoil).has_value();
    EXPECT_EQ(known, 38u);
    EXPECT_EQ(std::variant_size_v<EventData>, std::size(rows));
}

TEST(Anim, RecordsLieWhereTheirDescriptionSays) {
    // Two sources, info, blank definition, then the first real one with its lists.
    struct Sizes {
        Game game;
        std::size_t header, info, definition, blank;
    };
    for (const Sizes& s : {Sizes{Game::recoil, 12, 60, 308, 308 + 64},
                           {Game::mechwarrior3, 12, 68, 316, 316 + 64},
                           {Game::pirates_moon, 16, 108, 268, 268}}) {
        SCOPED_TRACE(name_of(s.game));
        AnimFile file;
        file.game = s.game;
        EXPECT_EQ(write_anim(file).size(), s.header + s.info + s.blank);
        Definition& d = file.definitions.emplace_back();
        d.sequences.push_back(sequence_of("s", {now(event::Else{})}));
        EXPECT_EQ(write_anim(file).size(), s.header + s.info + s.blank + s.definition + 64 + 64 + 12);
    }
}

TEST(Anim, KeepsAbsentListsApartFromBlankOnes) {
    const auto file = parse_anim(write_anim(whole_file()));
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_FALSE(file->definitions[1].nodes);
    ASSERT_TRUE(file->definitions[1].lights);
    EXPECT_TRUE(file->definitions[1].lights->empty());
}

TEST(Anim, NodeFillIsThatOfTheGamesTools) {
    const NodeName name = std::string_view("abc");
    EXPECT_EQ(std::string_view(name.bytes.data() + 4, 13), "ult_node_name");
    EXPECT_EQ(name.bytes[17], 0);
    EXPECT_TRUE(name.regular());
    const NodeName long_name = std::string_view("a_name_of_16_chr");
    EXPECT_EQ(long_name.text().size(), 16u);
    EXPECT_TRUE(std::all_of(long_name.bytes.begin() + 16, long_name.bytes.end(), [](char c) { return c == 0; }));
    EXPECT_FALSE(NodeName().regular());
}

} // namespace
} // namespace ossuary::mw3
