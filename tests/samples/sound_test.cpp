// Ossian is heard: every sound that an event names is there, and all of them are the same on every machine.
#include <set>

#include <gtest/gtest.h>

#include "ossuary/base/hash.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/audio/wav.h"
#include "ossuary/model/event.h"
#include "ossuary/sound/bank.h"
#include "ossuary/sound/scripts.h"
#include "samples/game.h"
#include "samples/samples.h"
#include "samples/sound.h"

namespace ossuary {
namespace {

FileLookup sounds_in(const std::vector<NamedFile>& files) {
    return [&files](std::string_view name) -> std::optional<SharedBytes> {
        for (const NamedFile& file : files)
            if (equal_ignoring_case(file_name(file.name), name)) return file.bytes;
        return {};
    };
}

TEST(SampleSounds, EveryEventHasOne) {
    std::vector<NamedFile> beside = samples::make_sounds(), game = beside;
    std::erase_if(game, [](const NamedFile& file) { return file.name.ends_with("SWORD_WHOOSH_HEAVY.WAV"); });
    std::vector<std::string> names;
    for (const NamedFile& file : beside)
        if (file.name.ends_with(".WAV")) names.emplace_back(file_stem(file.name));
    game.push_back({"SFX.DAT", zengin::write_dat(samples::sound_script(names).value())});
    std::size_t events = 0;
    for (const std::vector<NamedFile>& files : {beside, game}) {
        Diagnostics found;
        sound::SoundBank bank(sounds_in(files), &found);
        EXPECT_TRUE(found.empty());
        sound::Random random;
        for (const Model& model : {samples::make_hero(), samples::make_chest(), samples::make_banner()})
            for (const Clip& clip : model.clips)
                for (const Event& event : clip.events.events) {
                    std::optional<sound::ResolvedSound> sound;
                    std::string name;
                    if (const auto* heard = std::get_if<SoundEvent>(&event.data))
                        sound = bank.resolve(name = heard->name, {}, heard->range, random);
                    else if (const auto* step = std::get_if<GroundSoundEvent>(&event.data))
                        sound = bank.resolve(name = step->name, 6, step->range, random);
                    else
                        continue;
                    ++events;
                    ASSERT_TRUE(sound) << clip.name << ": " << name;
                    EXPECT_TRUE(bank.load(sound->file)) << sound->file;
                }
    }
    EXPECT_GT(events, 150u);
}

TEST(SampleSounds, AreHeardAndNotCut) {
    for (const NamedFile& file : samples::make_sounds()) {
        if (!file.name.ends_with(".WAV")) continue;
        const audio::Pcm pcm = audio::decode(audio::parse_wav(file.bytes).value()).value();
        int loudest = 0;
        std::size_t cut = 0;
        for (const std::int16_t sample : pcm.samples) {
            loudest = std::max(loudest, std::abs(static_cast<int>(sample)));
            cut += sample >= 32000 || sample <= -32000;
        }
        EXPECT_GT(loudest, 6000) << file.name;
        EXPECT_LT(cut, pcm.samples.size() / 100) << file.name;
    }
}

// When the sounds are changed on purpose, listen to them first; then put the new number here.
TEST(SampleSounds, AreTheSameOnEveryMachine) {
    std::uint32_t all = 0;
    for (const NamedFile& file : samples::make_sounds()) all = all * 31 + crc32(file.bytes);
    EXPECT_EQ(all, 3225350269u);
}

TEST(SampleSounds, TheGameHasThemes) {
    const auto themes = sound::themes_of(samples::music_script().value());
    const auto* fight = sound::theme_for(themes, {.zone = "CLEARING_OSSIAN", .mode = sound::MusicMode::fight});
    ASSERT_NE(fight, nullptr);
    EXPECT_EQ(fight->file, "ossian_fight.sgt");
    EXPECT_EQ(fight->transition, sound::TransitionKind::break_);
    EXPECT_EQ(sound::theme_for(themes, {.zone = "OSSIAN", .hour = 0})->volume, 0.75);
}

} // namespace
} // namespace ossuary
