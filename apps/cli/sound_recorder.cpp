#include "cli/sound_recorder.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/output.h"
#include "ossuary/formats/audio/wav.h"

namespace ossuary::cli {

namespace {

constexpr std::uint32_t recording_rate = 44100;

std::int64_t frame_at(Ticks time) {
    return (time.count() * (recording_rate / 100) + ticks_in_second / 200) / (ticks_in_second / 100);
}

} // namespace

void SoundRecorder::start(Ticks time, sound::SoundStart sound) {
    sound.frame = frame_at(time);
    if (sound.pcm) entries_.push_back({time, sound});
}

void SoundRecorder::stop(Ticks time, std::uint32_t source) {
    entries_.push_back({time, {.frame = frame_at(time), .source = source}});
}

Result<void> SoundRecorder::write(Session& session, const std::string& path, Ticks duration, bool force) const {
    sound::Mixer mixer({.rate = recording_rate});
    audio::Pcm all{recording_rate, 2, {}};
    const auto mix_to = [&](std::int64_t frame) {
        if (frame <= mixer.position()) return;
        const audio::Pcm part = mixer.mix(static_cast<std::size_t>(frame - mixer.position()));
        all.samples.insert(all.samples.end(), part.samples.begin(), part.samples.end());
    };
    const std::int64_t end = frame_at(duration);
    std::size_t started = 0;
    for (std::size_t i = 0; i < entries_.size();) {
        std::vector<sound::SoundStart> update; // what happens at one time
        mix_to(std::min(entries_[i].sound.frame, end));
        for (const Ticks time = entries_[i].time; i < entries_.size() && entries_[i].time == time; ++i) {
            if (entries_[i].sound.pcm)
                update.push_back(entries_[i].sound);
            else
                mixer.stop(entries_[i].sound.source);
        }
        mixer.start(update);
        started += update.size();
    }
    mix_to(end);
    if (auto done = write_output(path, audio::write_wav(audio::make_wav(all)), force); !done) return done;
    session.say(fmt::format("wrote {} ({} sounds)", path, started));
    return {};
}

} // namespace ossuary::cli
