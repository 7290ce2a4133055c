#include <gtest/gtest.h>

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hex.h"
#include "ossuary/sound/render.h"
#include "shared_music.h"

namespace ossuary::sound {
namespace {

using testing::SharedMusic;

TEST(TempoMap, IsAsTheDescriptionHasIt) {
    EventList list;
    list.events = {{0, MusicEventKind::tempo, 0, 0, 0, 180}, {6144, MusicEventKind::tempo, 0, 0, 0, 225}};
    const TempoMap tempos(list, 44100);
    const std::pair<std::int32_t, std::int64_t> expected[] = {{1, 19},        {96, 1838},     {768, 14700},
                                                              {6144, 117600}, {6145, 117615}, {12288, 211680}};
    for (const auto& [tick, frame] : expected) EXPECT_EQ(tempos.frame(tick), frame) << tick;
}

TEST(Render, SamplesAreThoseOfTheReference) {
    const auto expected = ossuary::testing::golden("audio/render.json");
    OSSUARY_NEED(expected);
    for (const Json& wanted : expected->items()) {
        const std::string name(wanted["segment"].string());
        const auto music = SharedMusic::load(name.substr(0, name.find('.')));
        OSSUARY_NEED(music);
        const EventList list = compose(music->piece(), static_cast<std::uint32_t>(wanted["seed"].integer()));
        Diagnostics found;
        const audio::Pcm pcm = render(list, {{"tiny.dls", &music->collection}},
                                      {.rate = static_cast<std::uint32_t>(wanted["rate"].integer()),
                                       .channels = static_cast<std::uint16_t>(wanted["channels"].integer()),
                                       .tail = wanted["tail"].number()},
                                      &found);
        EXPECT_TRUE(found.empty());
        EXPECT_EQ(pcm.frames(), wanted["frames"].unsigned_integer());
        EXPECT_EQ(hex_text(audio::checksum(pcm), 8), wanted["pcm_crc32"].string()) << name;
        int peak = 0;
        for (const std::int16_t sample : pcm.samples) peak = std::max(peak, std::abs(sample));
        EXPECT_EQ(peak, wanted["peak"].integer()) << name;
    }
}

TEST(Render, EverySetOfInstructionsGivesTheSameSamples) {
    const auto music = SharedMusic::load("TINY");
    OSSUARY_NEED(music);
    const EventList list = compose(music->piece(), 3);
    for (const std::uint16_t channels : {std::uint16_t{1}, std::uint16_t{2}}) {
        RenderOptions options{.rate = 32000, .channels = channels, .isa = Isa::baseline};
        const audio::Pcm plain = render(list, {{"tiny.dls", &music->collection}}, options);
        options.isa = Isa::best;
        EXPECT_TRUE(render(list, {{"tiny.dls", &music->collection}}, options).samples == plain.samples);
    }
}

TEST(Render, VolumesChangeAtTheirTicks) {
    const auto music = SharedMusic::load("TINY");
    OSSUARY_NEED(music);
    const EventList list = compose(music->piece(), 1);
    RenderOptions options{.rate = 8000, .channels = 1};
    const audio::Pcm plain = render(list, {{"tiny.dls", &music->collection}}, options);
    const std::int32_t middle = list.end / 2;
    options.volumes = {{0, 0.5}, {middle, 1}};
    const audio::Pcm quiet = render(list, {{"tiny.dls", &music->collection}}, options);
    ASSERT_EQ(quiet.samples.size(), plain.samples.size());
    const auto frame = static_cast<std::size_t>(TempoMap(list, 8000).frame(middle));
    for (std::size_t i = 0; i < plain.samples.size(); ++i) {
        const double wanted = i < frame ? plain.samples[i] / 2.0 : plain.samples[i];
        ASSERT_NEAR(quiet.samples[i], wanted, 0.51) << i;
    }
}

TEST(Render, MissingCollectionsAreToldAndSilent) {
    const auto music = SharedMusic::load("TINY");
    OSSUARY_NEED(music);
    Diagnostics found;
    const audio::Pcm pcm = render(compose(music->piece(), 1), {}, {.rate = 8000, .channels = 1, .seconds = 1}, &found);
    EXPECT_EQ(pcm.frames(), 8000u);
    EXPECT_TRUE(std::ranges::all_of(pcm.samples, [](std::int16_t sample) { return sample == 0; }));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NE(found[0].message.find("tiny.dls"), std::string::npos);
}

} // namespace
} // namespace ossuary::sound
