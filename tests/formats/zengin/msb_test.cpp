#include "ossuary/formats/zengin/msb.h"

#include <functional>
#include <map>

#include "formats/zengin/compiled_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

constexpr Verbs<CompiledScript> msb{parse_msb, write_msb, dump_msb, build_msb};

Maker begin() {
    Maker maker;
    maker.chunk(0xF000, Maker().put(std::uint32_t{1}).text("\\_WORK\\DATA\\ANIMS\\"));
    maker.chunk(0xF100, Maker().put(std::uint32_t{2002}).fill(12).text("\\_WORK\\DATA\\ANIMS\\X.MDS"));
    maker.chunk(0xF200).chunk(0xF300, Maker().put(std::uint32_t{0}).text("BODY"));
    return maker.chunk(0xF400, Maker().text("BODY.ASC")).chunk(0xF500);
}
Maker& end(Maker& maker) { return maker.chunk(0xF5FF).chunk(0xF2FF).chunk(0xFFFF); }
Maker ani(std::string_view dir = "F") {
    Maker maker;
    maker.text("S_RUN").put(std::uint32_t{1}).text("S_RUN").floats({0.1f, 0.2f}).text("M.").text("RUN.ASC").text(dir);
    return maker.put(std::int32_t{0}).put(std::int32_t{-1}).floats({25, 0, 1});
}
Maker alias() {
    Maker maker;
    maker.text("S_BACK").put(std::uint32_t{1}).text("").floats({0, 0}).text("MI").text("S_RUN").text("R");
    return maker;
}
Maker count(std::uint32_t number) { return Maker().put(number); }
Maker sound(float slot = 1) { return Maker().put(std::int32_t{5}).text("STEP").floats({1000, slot}); }
Maker tag() {
    return Maker().put(std::int32_t{3}).text("DEF_HIT_LIMB").text("BIP01 L HAND").text("").text("").text("");
}

// Every chunk whose layout is known.
Maker everything() {
    Maker file = begin();
    file.chunk(0xF590, Maker().text("DEF_HIT_LIMB").text("BIP01 HEAD").text("").text("").text(""));
    file.chunk(0xF520, ani()).chunk(0xF5A0, count(9));
    file.chunk(0xF5A1, sound(0)).chunk(0xF5A2, sound()).chunk(0xF5A3, tag());
    file.chunk(0xF5A4, Maker().put(std::int32_t{1}).put(2.0f).text("FIRE").text("BIP01").put(1.0f));
    file.chunk(0xF5A5, Maker().put(std::int32_t{9}).put(2.0f));
    file.chunk(0xF5A8, Maker().put(std::int32_t{2}).text("ZS_SWORD").text("ZS_RIGHTHAND"));
    file.chunk(0xF5A9, Maker().put(std::int32_t{4}).text("S_ANGRY").text("").floats({1, -2}));
    file.chunk(0xF5AA, Maker().put(std::int32_t{4}).floats({4000000, 100, 1, 2}));
    file.chunk(0xF5AB, Maker().fill(3)).chunk(0xF5AF);
    file.chunk(0xF530, alias()).chunk(0xF540, Maker().text("T_A_2_B").text("S_B").floats({0, 0.5f}));
    file.chunk(0xF570, Maker()
                           .text("S_AIM")
                           .put(std::uint32_t{2})
                           .text("")
                           .floats({0, 0})
                           .text("M.")
                           .text("C_AIM_")
                           .put(std::uint32_t{9}));
    file.chunk(0xF580, Maker().text("S_OLD"));
    file.chunk(0xF550, Maker().text("T_SYNC").text("S_B").floats({0, 0}));
    file.chunk(0xF560, Maker().text("BATCH").text("S_RUN")).chunk(0xF510, Maker().put(10.0f));
    file.chunk(0xF5B7, Maker().fill(2, std::byte{1}));
    return end(file);
}
ByteBuffer file_of(auto put) {
    Maker file = begin();
    put(file);
    return end(file).data();
}

void expect_same_events(const Json& golden, const std::vector<ScriptEvent>& events, FloatCrc& floats) {
    ASSERT_EQ(golden.size(), events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Json& expected = golden.items()[i];
        EXPECT_EQ(expected["kind"].string(), name_of(events[i].kind()));
        if (const auto* tag = std::get_if<EventTag>(&events[i].data)) {
            EXPECT_EQ(expected["frame"].integer(), tag->frame);
            EXPECT_EQ(expected["type"].string(), tag->type);
            ASSERT_EQ(expected["content"].size(), tag->args.size());
            for (std::size_t k = 0; k < tag->args.size(); ++k)
                EXPECT_EQ(expected["content"].items()[k].string("?"), tag->args[k]);
            continue;
        }
        const auto* ground = std::get_if<EventSfxGround>(&events[i].data);
        const EventSfx* sfx = ground ? ground : std::get_if<EventSfx>(&events[i].data);
        ASSERT_TRUE(sfx);
        EXPECT_EQ(expected["frame"].integer(), sfx->frame);
        EXPECT_EQ(expected["name"].string(), sfx->name);
        expect_same(expected["range"], *sfx->range);
        expect_same(expected["slot_value"], *sfx->slot_value);
        EXPECT_EQ(sfx->empty_slot, *sfx->slot_value == 0);
        floats.add(*sfx->range);
        floats.add(*sfx->slot_value);
    }
}

TEST(Msb, EveryFieldIsAsTheGoldenSays) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/waran.msb");
    const auto golden = ossuary::testing::golden("waran.msb.json");
    OSSUARY_NEED(bytes && golden);
    expect_same_file(*golden, *bytes);
    const auto file = parse_msb(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    const Json& expected = *golden;
    EXPECT_EQ(expected["root"]["value"].integer(), file->root.value);
    EXPECT_EQ(expected["root"]["path"].string(), file->root.path);
    expect_same(expected["source"], file->source.date);
    EXPECT_EQ(expected["source"]["path"].string(), file->source.path);
    ASSERT_EQ(file->script.mesh_and_tree.size(), 1u);
    EXPECT_EQ(expected["mesh_and_tree"]["dont_use_mesh"].integer(), file->script.mesh_and_tree[0].dont_use_mesh);
    EXPECT_EQ(expected["mesh_and_tree"]["name"].string(), file->script.mesh_and_tree[0].name);
    ASSERT_EQ(expected["register_mesh"].size(), file->script.register_mesh.size());
    for (std::size_t i = 0; i < file->script.register_mesh.size(); ++i)
        EXPECT_EQ(expected["register_mesh"].items()[i].string(), file->script.register_mesh[i]);

    std::map<std::string, std::int64_t, std::less<>> counts;
    ChunkReader chunks(*bytes);
    while (chunks.next()) ++counts[std::string(ChunkName(chunks.type()).text())];
    EXPECT_EQ(expected["chunk_counts"].size(), counts.size());
    for (const Json::Member& member : expected["chunk_counts"].members())
        EXPECT_EQ(member.value.integer(), counts[member.name]) << member.name;

    ASSERT_EQ(expected["num_items"].integer(), static_cast<std::int64_t>(file->script.entries.size()));
    FloatCrc floats;
    for (std::size_t i = 0; i < file->script.entries.size(); ++i) {
        const Json& item = expected["items"].items()[i];
        const ScriptEntry& entry = file->script.entries[i];
        EXPECT_EQ(item["kind"].string(), name_of(entry.kind()));
        std::visit(
            [&](const auto& data) {
                using T = std::remove_cvref_t<decltype(data)>;
                if constexpr (requires { data.blend_in; }) {
                    EXPECT_EQ(item["name"].string(), data.name);
                    EXPECT_EQ(item["next"].string("?"), data.next);
                    expect_same(item["blend_in"], data.blend_in);
                    expect_same(item["blend_out"], data.blend_out);
                    floats.add(data.blend_in);
                    floats.add(data.blend_out);
                }
                if constexpr (
                    requires { data.prefix; } || requires { data.dir; }) {
                    EXPECT_EQ(item["layer"].integer(), data.layer);
                    EXPECT_EQ(item["flags"].string(), data.flags);
                }
                if constexpr (requires { data.dir; }) {
                    EXPECT_EQ(item["dir"].string(), data.dir);
                }
                if constexpr (requires { data.alias; }) {
                    EXPECT_EQ(item["alias"].string(), data.alias);
                }
                if constexpr (requires { data.prefix; }) {
                    EXPECT_EQ(item["prefix"].string(), data.prefix);
                    EXPECT_EQ(item["count"].integer(), data.count);
                }
                if constexpr (std::is_same_v<T, Ani>) {
                    EXPECT_EQ(item["asc"].string(), data.asc);
                    EXPECT_EQ(item["first"].integer(), data.first);
                    EXPECT_EQ(item["last"].integer(), data.last);
                    expect_same(item["fps"], data.fps);
                    expect_same(item["spd"], data.spd);
                    expect_same(item["cvs"], data.cvs);
                    floats.add(data.fps);
                    floats.add(data.spd);
                    floats.add(data.cvs);
                }
            },
            entry.data);
        if (item.find("event_count")) {
            EXPECT_EQ(item["event_count"].integer(), static_cast<std::int64_t>(entry.events()->size()));
        }
        if (item.find("events")) expect_same_events(item["events"], *entry.events(), floats);
    }
    EXPECT_EQ(expected["crc32_all_float32"].string(), crc_text(floats.value()));
}

TEST(Msb, SampleSurvivesCleanly) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/waran.msb");
    OSSUARY_NEED(bytes);
    expect_clean(msb, *bytes);
    EXPECT_TRUE(parse_msb(*bytes)->layout.empty());
    EXPECT_TRUE(recognise_msb(*bytes));
    expect_truncations_are_handled(msb, *bytes);
    expect_bit_flips_are_handled(msb, *bytes, 500);
}

TEST(Msb, EveryChunkIsReadAndWritten) {
    const ByteBuffer bytes = everything().data();
    expect_clean(msb, bytes);
    const auto file = parse_msb(bytes);
    EXPECT_TRUE(file->layout.empty());
    const std::vector<ScriptEntry>& entries = file->script.entries;
    ASSERT_EQ(entries.size(), 10u);
    EXPECT_EQ(entries[0].kind(), EntryKind::model_tag);
    ASSERT_TRUE(entries[1].events());
    const std::vector<ScriptEvent>& events = *entries[1].events();
    ASSERT_EQ(events.size(), 9u);
    EXPECT_TRUE(std::get<EventSfx>(events[0].data).empty_slot);
    EXPECT_FALSE(std::get<EventSfxGround>(events[1].data).empty_slot);
    EXPECT_TRUE(std::get<EventPfx>(events[3].data).attach);
    EXPECT_EQ(std::get<EventCamTremor>(events[7].data).args[0], 2000);
    EXPECT_EQ(std::get<ScriptChunk>(events[8].data).type, 0xF5AB);
    EXPECT_EQ(entries[6].kind(), EntryKind::ani_sync);
    EXPECT_EQ(entries[7].kind(), EntryKind::ani_batch);
    EXPECT_EQ(entries[8].kind(), EntryKind::ani_max_fps);
    EXPECT_EQ(entries[9].kind(), EntryKind::chunk);
    expect_truncations_are_handled(msb, bytes);
    expect_bit_flips_are_handled(msb, bytes);
}

TEST(Msb, GuessesThatDoNotHoldAreKeptAsChunks) {
    for (const std::uint16_t type : std::initializer_list<std::uint16_t>{0xF510, 0xF550, 0xF560}) {
        const ByteBuffer bytes =
            file_of([&](Maker& file) { file.chunk(type, Maker().put(std::uint32_t{25}).fill(1, std::byte{7})); });
        expect_clean(msb, bytes);
        EXPECT_EQ(parse_msb(bytes)->script.entries[0].kind(), EntryKind::chunk);
    }
    const ByteBuffer whole_number = file_of([](Maker& file) { file.chunk(0xF510, count(25)); });
    expect_clean(msb, whole_number);
    EXPECT_EQ(parse_msb(whole_number)->script.entries[0].kind(), EntryKind::chunk);
    const ByteBuffer events = file_of([](Maker& file) {
        file.chunk(0xF520, ani()).chunk(0xF5A0, count(3)).chunk(0xF5A6, count(4));
        file.chunk(0xF5A7, Maker().put(std::int32_t{4}).text("X.ASC")).chunk(0xF5A7, count(4)).chunk(0xF5AF);
    });
    expect_clean(msb, events);
    const auto file = parse_msb(events);
    EXPECT_EQ((*file->script.entries[0].events())[0].kind(), EventKind::pfx_ground);
    EXPECT_EQ((*file->script.entries[0].events())[1].kind(), EventKind::set_mesh);
    EXPECT_EQ((*file->script.entries[0].events())[2].kind(), EventKind::chunk);
}

TEST(Msb, BadInputIsReportedByName) {
    expect_error(msb, {}, "NotMsb");
    expect_error(msb, Maker().chunk(0xF100).data(), "NotMsb");
    const auto broken = [](auto put) { return file_of(put); };
    expect_error(msb, broken([](Maker& file) { file.chunk(0xF5A1, sound()); }), "OrphanEvent");
    expect_error(msb, broken([](Maker& file) { file.chunk(0xF5A0, count(1)); }), "OrphanEvent");
    expect_error(msb, broken([](Maker& file) { file.chunk(0xF520, ani()).chunk(0xF5A1, sound()); }), "OrphanEvent");
    expect_error(msb, broken([](Maker& file) { file.chunk(0xF580, Maker().text("X")).chunk(0xF5A0, count(1)); }),
                 "OrphanEvent");
    expect_error(msb, broken([](Maker& file) {
                     file.chunk(0xF520, ani()).chunk(0xF5A0, count(1)).chunk(0xF5A1, sound()).chunk(0xF5AF);
                     file.chunk(0xF5A1, sound());
                 }),
                 "OrphanEvent");
    expect_error(msb, broken([](Maker& file) { file.chunk(0xF520, Maker().text("S")); }), "TruncatedChunk");
    expect_error(msb, broken([](Maker& file) { file.chunk(0xF580, Maker().fill(3, std::byte{'x'})); }),
                 "UnterminatedString");
    expect_error(msb, broken([](Maker& file) { file.chunk(0xF100, Maker().fill(16).text("X")); }), "DuplicateChunk");
    const auto error = parse_msb(broken([](Maker& file) { file.chunk(0xF520, Maker().text("S")); })).error();
    EXPECT_EQ(error.place().field, "f520.layer");
}

TEST(Msb, OdditiesAreKeptWithAWarning) {
    const auto odd = [](auto put) { return file_of(put); };
    expect_warning(msb, odd([](Maker& file) {
                       file.chunk(0xF520, ani()).chunk(0xF5A0, count(7)).chunk(0xF5A1, sound()).chunk(0xF5AF);
                   }),
                   "BadCount");
    expect_warning(msb, odd([](Maker& file) { file.chunk(0xF520, ani("X")); }), "direction");
    expect_warning(msb, odd([](Maker& file) { file.chunk(0xF520, ani("")); }), "direction");
    expect_warning(msb,
                   odd([](Maker& file) { file.chunk(0xF520, ani()).chunk(0xF5A0, count(1)).chunk(0xF5A1, sound()); }),
                   "not closed");
    expect_warning(msb, odd([](Maker& file) {
                       file.chunk(0xF520, ani()).chunk(0xF5A0, count(1)).chunk(0xF5A1, sound()).chunk(0xF530, alias());
                   }),
                   "not closed");
    expect_warning(msb, odd([](Maker& file) { file.chunk(0xF5AF); }), "not opened");
    expect_warning(msb, odd([](Maker& file) { file.chunk(0xF520, Maker().bytes(ani().data()).fill(4)); }),
                   "LeftoverBytes");
    expect_warning(msb, odd([](Maker& file) {
                       file.chunk(0xF520, ani()).chunk(0xF5A0, Maker().put(std::uint64_t{1})).chunk(0xF5A1, sound());
                       file.chunk(0xF5AF);
                   }),
                   "LeftoverBytes");
    Maker cut = begin();
    expect_warning(msb, cut.data(), "MissingChunk"); // the compiler was stopped
    expect_warning(msb, begin().chunk(0xFFFF).fill(7).data(), "TrailingData");
    Maker outside = begin();
    outside.chunk(0xF5FF).chunk(0xF520, ani()).chunk(0xF2FF).chunk(0xFFFF);
    expect_warning(msb, outside.data(), "outside aniEnum");
    Maker foreign;
    foreign.bytes(Bytes(begin().data()).first(6 + 4 + 19)).chunk(0x1234, count(1));
    expect_warning(msb, foreign.data(), "unknown chunk");
}

TEST(Msb, UnusualOrdersAreWrittenBack) {
    EXPECT_TRUE(
        survives(msb, file_of([](Maker& file) { file.chunk(0xF520, ani()).chunk(0xF5A0, count(0)).chunk(0xF5AF); })));
    EXPECT_TRUE(survives(msb, file_of([](Maker& file) { // two blocks for one entry
                             file.chunk(0xF520, ani()).chunk(0xF5A0, count(1)).chunk(0xF5A1, sound()).chunk(0xF5AF);
                             file.chunk(0xF5A0, count(1)).chunk(0xF5A2, sound()).chunk(0xF5AF);
                         })));
    EXPECT_TRUE(survives(msb, file_of([](Maker& file) { // a mesh and a tree among the entries
                             file.chunk(0xF520, ani()).chunk(0xF400, Maker().text("LATE.ASC"));
                             file.chunk(0xF300, Maker().put(std::uint32_t{1}).text("LATE"));
                         })));
    EXPECT_TRUE(survives(msb, file_of([](Maker& file) { file.chunk(0xF580, Maker().text("X", '\0')); })));
    EXPECT_TRUE(survives(msb, file_of([](Maker& file) { // chunks of type zero as entry and as event
                             file.chunk(0x0000, count(1)).chunk(0xF520, ani()).chunk(0xF5A0, count(1)).chunk(0x0000);
                             file.chunk(0xF5AF);
                         })));
    EXPECT_TRUE(survives(msb, begin().chunk(0xF500).chunk(0xF5FF).chunk(0xFFFF).data()));
    EXPECT_TRUE(survives(msb, file_of([](Maker& file) { file.chunk(0xF580, Maker().text("\xDCMLAUT")); })));
}

TEST(Msb, ChangesToAnOddFileAreWritten) {
    auto file = parse_msb(file_of([](Maker& maker) { maker.chunk(0xF580, Maker().text("X", '\0')); }));
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->layout.empty());
    file->script.entries.push_back({Ani{.name = "NEW"}, 0});
    file->script.entries.back().events()->push_back({EventSfx{.name = "BEEP"}, 0});
    file->script.entries.back().events()->push_back({EventHeading{}, 0}); // has no chunk
    const auto again = parse_msb(write_msb(*file));
    ASSERT_TRUE(again) << again.error().text();
    ASSERT_EQ(again->script.entries.size(), 2u);
    ASSERT_EQ(again->script.entries[1].events()->size(), 1u);
    const auto& sfx = std::get<EventSfx>((*again->script.entries[1].events())[0].data);
    EXPECT_EQ(sfx.range, default_sfx_range); // what the script left out is filled in
    EXPECT_EQ(sfx.slot_value, 1);
    EXPECT_TRUE(again->layout.empty());
}

TEST(Msb, CompiledScriptsAndTextSayTheSame) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/waran.msb");
    OSSUARY_NEED(bytes);
    auto file = parse_msb(*bytes);
    ASSERT_TRUE(file);
    Diagnostics diagnostics;
    const Script text = to_text(file->script, "WARAN", &diagnostics);
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_EQ(to_compiled(text), file->script);
    file->script = to_compiled(text);
    EXPECT_EQ(write_msb(*file), *bytes);
}

} // namespace
} // namespace ossuary::zengin
