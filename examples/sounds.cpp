// What is heard of a character: the sounds of its events, found by name and mixed as a game would, block by block.
#include <chrono>
#include <cstdio>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/player.h"
#include "ossuary/assets/workspace.h"
#include "ossuary/model/event.h"
#include "ossuary/sound/bank.h"
#include "ossuary/sound/mixer.h"
#include "samples/samples.h"
#include "samples/sound.h"

using namespace ossuary;

int main() {
    Workspace files;
    files.add(samples::make_sounds());
    sound::SoundBank bank(files.beside("sound/")); // with the SFX.DAT of a game, if it finds one
    sound::Random random(7);
    sound::Mixer mixer;

    const auto moves = anim::Moveset::make(samples::make_hero());
    if (!moves) return 1;
    const anim::MovesetStack stack(*moves);
    anim::Player player(stack);
    if (!player.start(*stack.find("run"))) return 1;

    const int stone = 2;
    std::size_t heard = 0, loud_blocks = 0;
    for (int block = 0; block < 100; ++block) {
        if (!player.advance(std::chrono::milliseconds(20))) return 1;
        std::vector<sound::SoundStart> starts;
        for (const anim::Notice& notice : player.notices()) {
            if (notice.kind != anim::NoticeKind::event) continue;
            const EventData& data = notice.event->event->data;
            std::optional<sound::ResolvedSound> found;
            if (const auto* step = std::get_if<GroundSoundEvent>(&data))
                found = bank.resolve(step->name, stone, step->range, random);
            else if (const auto* other = std::get_if<SoundEvent>(&data))
                found = bank.resolve(other->name, {}, other->range, random);
            const auto pcm = found ? bank.load(found->file) : Result<const audio::Pcm*>(nullptr);
            if (!pcm || !*pcm) continue;
            // An event of this step begins in the block that is mixed now, at its own frame.
            starts.push_back({.frame = static_cast<std::int64_t>(to_seconds(notice.time) * 44100),
                              .pcm = *pcm,
                              .gain = found->gain,
                              .semitones = found->semitones,
                              .loop = found->loop,
                              .range = found->range,
                              .distance = 300});
            if (heard++ < 5) std::printf("%.3f s  %s\n", to_seconds(notice.time), found->file.c_str());
        }
        mixer.start(starts);
        const audio::Pcm pcm = mixer.mix(882); // to the loudspeakers
        for (const std::int16_t sample : pcm.samples)
            if (sample > 1000) {
                ++loud_blocks;
                break;
            }
    }
    std::printf("%zu sounds in two seconds, heard in %zu of 100 blocks\n", heard, loud_blocks);
    return heard > 10 && loud_blocks > 50 ? 0 : 1;
}
