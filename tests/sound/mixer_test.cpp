#include <gtest/gtest.h>

#include <random>

#include "ossuary/sound/mixer.h"

namespace ossuary::sound {
namespace {

audio::Pcm click(std::size_t frames = 10) { return {44100, 1, std::vector<std::int16_t>(frames, 1000)}; }

std::size_t first_sound(const audio::Pcm& pcm) {
    for (std::size_t i = 0; i < pcm.samples.size(); ++i)
        if (pcm.samples[i] != 0) return i / pcm.channels;
    return pcm.frames();
}

TEST(Mixer, ASoundBeginsAtItsFrame) {
    const audio::Pcm sound = click();
    Mixer mixer({.channels = 1});
    mixer.start({{.frame = 123, .pcm = &sound}});
    const audio::Pcm mixed = mixer.mix(1000);
    EXPECT_EQ(first_sound(mixed), 123u);
    EXPECT_EQ(mixed.samples[123], 1000);
    EXPECT_EQ(mixed.samples[133], 0);
    EXPECT_EQ(mixer.voices(), 0u);
}

TEST(Mixer, BlocksOfAnySizeGiveTheSameSamples) {
    audio::Pcm sound{22050, 2, {}};
    std::mt19937 random(3);
    for (int i = 0; i < 3000; ++i) sound.samples.push_back(static_cast<std::int16_t>(random() % 60000 - 30000));
    const std::vector<SoundStart> starts = {
        {.frame = 5, .pcm = &sound, .gain = 0.7, .semitones = 3, .loop = true, .own_slot = true},
        {.frame = 700, .pcm = &sound, .gain = 0.5, .semitones = -5, .distance = 900, .pan = 0.3, .own_slot = true}};
    Mixer whole, parts;
    whole.start(starts);
    parts.start(starts);
    const audio::Pcm expected = whole.mix(6000);
    std::vector<std::int16_t> got;
    while (got.size() < expected.samples.size()) {
        const std::size_t left = (expected.samples.size() - got.size()) / 2;
        const audio::Pcm part = parts.mix(std::min<std::size_t>(left, 1 + random() % 500));
        got.insert(got.end(), part.samples.begin(), part.samples.end());
    }
    EXPECT_EQ(got, expected.samples);
}

TEST(Mixer, ASourceHasOneSlotAndFreeOnesOnDemand) {
    const audio::Pcm sound = click(1000);
    Mixer mixer({.channels = 1});
    mixer.start({{.frame = 0, .pcm = &sound}, {.frame = 0, .pcm = &sound, .own_slot = true}});
    EXPECT_EQ(mixer.mix(10).samples[5], 2000);
    mixer.start({{.frame = 20, .pcm = &sound}}); // ends the first, not the second
    const audio::Pcm mixed = mixer.mix(20);
    EXPECT_EQ(mixed.samples[5], 2000);
    EXPECT_EQ(mixed.samples[15], 2000);
    mixer.start({{.frame = 40, .pcm = &sound, .source = 1}});
    EXPECT_EQ(mixer.mix(20).samples[15], 3000);
}

TEST(Mixer, DistanceMakesItQuietAndThenSilent) {
    const audio::Pcm sound = click(100);
    const auto heard = [&](double distance) {
        Mixer mixer({.channels = 1});
        mixer.start({{.pcm = &sound, .range = 1000, .distance = distance}});
        return mixer.mix(10).samples[5];
    };
    EXPECT_EQ(heard(0), 1000);
    EXPECT_EQ(heard(500), 500);
    EXPECT_EQ(heard(1000), 0);
    Mixer mixer;
    mixer.start({{.pcm = &sound, .range = 1000, .distance = 1801}});
    EXPECT_EQ(mixer.voices(), 0u);
}

TEST(Mixer, ManyVoicesAddUp) {
    const audio::Pcm sound = click(2000);
    Mixer mixer({.channels = 1, .starts_in_update = 1000});
    mixer.start(std::vector<SoundStart>(200, {.pcm = &sound, .gain = 0.125, .own_slot = true}));
    EXPECT_EQ(mixer.mix(10).samples[5], 25000);
    mixer.start(std::vector<SoundStart>(200, {.pcm = &sound, .gain = 2, .own_slot = true}));
    EXPECT_EQ(mixer.mix(10).samples[5], 32767);
}

TEST(Mixer, BothChannelsOfASoundAreHeard) {
    const audio::Pcm sound{44100, 2, {1000, 2000, 3000, 4000}};
    Mixer stereo({.channels = 2}), mono({.channels = 1});
    stereo.start({{.pcm = &sound}});
    mono.start({{.pcm = &sound}});
    EXPECT_EQ(stereo.mix(3).samples, (std::vector<std::int16_t>{1000, 2000, 3000, 4000, 0, 0}));
    EXPECT_EQ(mono.mix(3).samples, (std::vector<std::int16_t>{1500, 3500, 0}));
}

TEST(Mixer, ALoopGoesRoundWithoutAGap) {
    const audio::Pcm sound{44100, 1, {100, 200, 300}}, slow{22050, 1, {100, 200, 300}};
    Mixer mixer({.channels = 1});
    mixer.start({{.pcm = &sound, .loop = true}});
    EXPECT_EQ(mixer.mix(7).samples, (std::vector<std::int16_t>{100, 200, 300, 100, 200, 300, 100}));
    Mixer between({.channels = 1});
    between.start({{.pcm = &slow, .loop = true}});
    EXPECT_EQ(between.mix(8).samples, (std::vector<std::int16_t>{100, 150, 200, 250, 300, 200, 100, 150}));
    Mixer once({.channels = 1});
    once.start({{.pcm = &slow}});
    EXPECT_EQ(once.mix(8).samples, (std::vector<std::int16_t>{100, 150, 200, 250, 300, 150, 0, 0}));
    EXPECT_EQ(once.voices(), 0u);
}

TEST(Mixer, EverySetOfInstructionsGivesTheSameSamples) {
    audio::Pcm mono{22050, 1, {}}, stereo{44100, 2, {}};
    std::uint32_t random = 1;
    for (int i = 0; i < 3000; ++i) {
        random = random * 1664525u + 1013904223u;
        (i % 3 == 0 ? mono : stereo).samples.push_back(static_cast<std::int16_t>(random >> 16));
    }
    const auto mixed = [&](Isa isa) {
        Mixer mixer({.starts_in_update = 8, .isa = isa});
        mixer.start({{.frame = 3, .pcm = &mono, .loop = true, .pan = -0.5, .source = 1},
                     {.frame = 7, .pcm = &stereo, .gain = 1.5, .semitones = 5, .loop = true, .source = 2},
                     {.pcm = &stereo, .gain = 0.3, .semitones = -7, .pan = 1, .source = 3}});
        return mixer.mix(5000).samples;
    };
    EXPECT_TRUE(mixed(Isa::baseline) == mixed(Isa::best));
}

TEST(Mixer, AnUpdateStartsFourSoundsOfASource) {
    const audio::Pcm sound = click(100);
    Mixer mixer({.channels = 1});
    mixer.start(std::vector<SoundStart>(7, {.pcm = &sound, .own_slot = true}));
    EXPECT_EQ(mixer.voices(), 4u);
}

} // namespace
} // namespace ossuary::sound
