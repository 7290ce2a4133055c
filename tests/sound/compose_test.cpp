#include <gtest/gtest.h>

#include <map>
#include <set>

#include "ossuary/base/json.h"
#include "ossuary/sound/compose.h"
#include "ossuary/sound/music_value.h"
#include "ossuary/sound/random.h"
#include "shared_files.h"
#include "shared_music.h"

namespace ossuary::sound {
namespace {

using testing::SharedMusic;

Json golden_form(const EventList& list) {
    Json events = Json::array();
    for (const MusicEvent& e : list.events) {
        Json row = Json::array();
        row.push(e.time);
        switch (e.kind) {
        case MusicEventKind::tempo:
            row.push("tempo");
            row.push(e.tempo);
            break;
        case MusicEventKind::band:
            row.push("band");
            row.push(list.bands.at(static_cast<std::size_t>(e.number)).name);
            break;
        case MusicEventKind::off:
            row.push("off");
            row.push(e.channel);
            row.push(e.number);
            break;
        case MusicEventKind::bend:
            row.push("bend");
            row.push(e.channel);
            row.push(e.value);
            break;
        case MusicEventKind::control:
        case MusicEventKind::on:
            row.push(e.kind == MusicEventKind::on ? "on" : "cc");
            row.push(e.channel);
            row.push(e.number);
            row.push(e.value);
            break;
        }
        events.push(std::move(row));
    }
    return events;
}

void expect_list(const EventList& list, const Json& expected, const std::string& what) {
    EXPECT_EQ(list.draws, expected["draws"].unsigned_integer()) << what;
    EXPECT_EQ(list.end, expected["end"].integer()) << what;
    const Json got = golden_form(list);
    const auto& wanted = expected["events"].items();
    for (std::size_t i = 0; i < std::min(got.size(), wanted.size()); ++i)
        ASSERT_TRUE(got.items()[i] == wanted[i])
            << what << ": event " << i << ": " << print_json(got.items()[i]) << " expected " << print_json(wanted[i]);
    EXPECT_EQ(got.size(), wanted.size()) << what;
    if (const Json* patterns = expected.find("patterns")) {
        ASSERT_EQ(list.patterns.size(), patterns->size()) << what;
        for (std::size_t i = 0; i < list.patterns.size(); ++i) {
            EXPECT_EQ(list.patterns[i].time, patterns->items()[i].items()[0].integer()) << what;
            EXPECT_EQ(list.patterns[i].name, patterns->items()[i].items()[2].string()) << what;
        }
    }
}

TEST(Random, DrawsAsDescribed) {
    Random random(1);
    EXPECT_EQ(random.draw(), 270369u);
    EXPECT_EQ(random.draw(), 67634689u);
    EXPECT_EQ(random.draw(), 2647435461u);
    EXPECT_EQ(random.draw(), 307599695u);
    EXPECT_EQ(random.draws(), 4u);
}

TEST(MusicValue, IsAsTheReferenceHasIt) {
    const auto expected = ossuary::testing::golden("audio/music-values.json");
    OSSUARY_NEED(expected);
    const auto number = [](const Json& list, std::size_t i) { return list.items()[i].unsigned_integer(); };
    for (const Json& row : (*expected)["rows"].items()) {
        const Json& of = (*expected)["subchords"].items()[number(row, 2)];
        const audio::Subchord subchord{.chord = static_cast<std::uint32_t>(number(of, 0)),
                                       .scale = static_cast<std::uint32_t>(number(of, 1)),
                                       .levels = static_cast<std::uint32_t>(number(of, 3)),
                                       .chord_root = static_cast<std::uint8_t>(number(of, 4)),
                                       .scale_root = static_cast<std::uint8_t>(number(of, 5))};
        const auto note =
            midi_note(static_cast<std::uint16_t>(number(row, 0)), static_cast<std::uint8_t>(number(row, 1)), subchord,
                      static_cast<std::uint32_t>(number(row, 3)));
        EXPECT_TRUE((note ? Json(*note) : Json()) == row.items()[4]) << print_json(row);
    }
}

TEST(Compose, NotesAreThoseOfTheReference) {
    for (const char* name : {"TINY", "TINY2"}) {
        const auto music = SharedMusic::load(name);
        const auto expected = ossuary::testing::golden(std::string("audio/") + name + ".SGT.events-dx.json");
        OSSUARY_NEED(music && expected);
        for (const Json::Member& seed : expected->members())
            expect_list(compose(music->piece(), static_cast<std::uint32_t>(std::stoul(seed.name))), seed.value,
                        std::string(name) + " seed " + seed.name);
    }
}

TEST(Compose, TransitionsAreThoseOfTheReference) {
    const auto tiny = SharedMusic::load("TINY"), tiny2 = SharedMusic::load("TINY2");
    const auto expected = ossuary::testing::golden("audio/transitions.json");
    OSSUARY_NEED(tiny && tiny2 && expected);
    const bool from_second[] = {false, false, true, false};
    for (std::size_t i = 0; i < expected->size(); ++i) {
        const Json& wanted = expected->items()[i];
        const Piece first = (from_second[i] ? *tiny2 : *tiny).piece(),
                    second = (from_second[i] ? *tiny : *tiny2).piece();
        const auto list = compose(first, second,
                                  {static_cast<std::int32_t>(wanted["tick"].integer()),
                                   static_cast<TransitionKind>(wanted["trans_type"].integer()),
                                   static_cast<Boundary>(wanted["trans_sub_type"].integer())},
                                  static_cast<std::uint32_t>(wanted["seed"].integer()));
        EXPECT_EQ(list.boundary, wanted["boundary"].integer()) << i;
        EXPECT_EQ(list.start, wanted["start"].integer()) << i;
        expect_list(list, wanted, "transition " + std::to_string(i));
    }
}

TEST(Compose, EveryNoteEndsOnceAndNotBeforeItBegan) {
    const auto music = SharedMusic::load("TINY2");
    OSSUARY_NEED(music);
    for (std::uint32_t seed = 1; seed < 20; ++seed) {
        std::map<std::pair<std::uint32_t, int>, int> open;
        std::size_t on = 0, off = 0;
        for (const MusicEvent& event : compose(music->piece(), seed).events) {
            if (event.kind == MusicEventKind::on) ++on;
            if (event.kind == MusicEventKind::off) ++off;
        }
        EXPECT_EQ(on, off);
    }
}

TEST(Compose, EndlessMusicStopsAtTheLimit) {
    auto music = SharedMusic::load("TINY");
    OSSUARY_NEED(music);
    music->segment.header.repeats = audio::endless_repeats;
    const EventList list = compose(music->piece(), 1, 100'000);
    EXPECT_EQ(list.end, 100'000);
    EXPECT_GT(list.patterns.size(), 12u);
    // And begins as it does without one.
    music->segment.header.repeats = 20;
    const EventList longer = compose(music->piece(), 1);
    for (std::size_t i = 0; i < list.patterns.size(); ++i) EXPECT_EQ(list.patterns[i].time, longer.patterns[i].time);
}

TEST(Compose, SenselessNumbersEnd) {
    auto music = SharedMusic::load("TINY");
    OSSUARY_NEED(music);
    music->segment.header = {
        .repeats = 5, .length = INT32_MAX, .play_start = INT32_MIN, .loop_start = -7, .loop_end = -1};
    for (audio::Pattern& pattern : music->style.patterns) pattern.header.measures = 0xffff;
    for (audio::Part& part : music->style.parts) part.header.time_signature.beats = 0;
    EXPECT_EQ(compose(music->piece(), 1, 1'000'000).end, 1'000'000);
}

} // namespace
} // namespace ossuary::sound
