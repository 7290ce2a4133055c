#include "ossuary/sound/mixer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace ossuary::sound {

double linear_falloff(double distance, double range) {
    return range > 0 ? std::clamp(1 - distance / range, 0.0, 1.0) : 0;
}

Mixer::Mixer(MixerSettings settings) : settings_(std::move(settings)) {
    if (!settings_.falloff) settings_.falloff = linear_falloff;
}

void Mixer::start(const std::vector<SoundStart>& starts) {
    std::map<std::uint32_t, std::size_t> started;
    for (const SoundStart& sound : starts) {
        if (!sound.pcm || sound.pcm->frames() == 0 || sound.pcm->rate == 0) continue;
        if (sound.distance > sound.range + settings_.beyond) continue;
        if (++started[sound.source] > settings_.starts_in_update) continue;
        Voice voice;
        voice.sound = sound;
        voice.sound.frame = std::max(sound.frame, position_);
        const double gain = std::clamp(sound.gain, 0.0, 2.0) * settings_.falloff(sound.distance, sound.range);
        const double angle = (std::clamp(sound.pan, -1.0, 1.0) + 1) * std::numbers::pi / 4;
        const auto whole = [](double value) { return static_cast<std::int64_t>(std::floor(value * 65536 + 0.5)); };
        voice.mono = whole(gain);
        // In the middle a sound is as loud on both sides as it is alone.
        voice.left = whole(gain * std::cos(angle) * std::numbers::sqrt2);
        voice.right = whole(gain * std::sin(angle) * std::numbers::sqrt2);
        const double ratio = std::exp2(sound.semitones / 12.0) * sound.pcm->rate / settings_.rate;
        voice.step = static_cast<std::uint64_t>(std::floor(std::min(ratio, 64.0) * 16777216 + 0.5)) << 8;
        if (!sound.own_slot) cut_slot(sound.source, voice.sound.frame);
        voices_.push_back(voice);
    }
}

void Mixer::cut_slot(std::uint32_t source, std::int64_t frame) {
    for (Voice& voice : voices_)
        if (voice.sound.source == source && !voice.sound.own_slot && (voice.end < 0 || voice.end > frame))
            voice.end = frame;
}

void Mixer::stop(std::uint32_t source) {
    for (Voice& voice : voices_)
        if (voice.sound.source == source) voice.end = position_;
}

void Mixer::add(Voice& voice, std::vector<std::int64_t>& sums, std::size_t frames) {
    const audio::Pcm& pcm = *voice.sound.pcm;
    const std::uint64_t length = static_cast<std::uint64_t>(pcm.frames()) << 32;
    const std::int64_t to = position_ + static_cast<std::int64_t>(frames);
    const std::int64_t end = voice.end < 0 ? to : std::min(voice.end, to);
    for (std::int64_t frame = std::max(voice.sound.frame, position_); frame < end; ++frame) {
        if (voice.phase >= length) {
            if (!voice.sound.loop) {
                voice.end = frame;
                return;
            }
            voice.phase %= length;
        }
        const auto x = static_cast<std::size_t>(voice.phase >> 32);
        const std::size_t y = x + 1 < pcm.frames() ? x + 1 : voice.sound.loop ? 0 : pcm.frames();
        const auto share = static_cast<std::int64_t>(voice.phase >> 16 & 0xffff);
        const auto at = [&](std::size_t channel) {
            const std::int64_t a = pcm.samples[x * pcm.channels + channel];
            const std::int64_t b = y < pcm.frames() ? pcm.samples[y * pcm.channels + channel] : 0;
            return a * 65536 + (b - a) * share;
        };
        const std::int64_t left = at(0), right = pcm.channels == 2 ? at(1) : left;
        const auto index = static_cast<std::size_t>(frame - position_);
        if (settings_.channels == 1) {
            sums[index] += ((left + right) >> 1) * voice.mono;
        } else {
            sums[2 * index] += left * voice.left;
            sums[2 * index + 1] += right * voice.right;
        }
        voice.phase += voice.step;
    }
}

audio::Pcm Mixer::mix(std::size_t frames) {
    std::vector<std::int64_t> sums(frames * settings_.channels);
    for (Voice& voice : voices_) add(voice, sums, frames);
    position_ += static_cast<std::int64_t>(frames);
    std::erase_if(voices_, [&](const Voice& voice) { return voice.end >= 0 && voice.end <= position_; });
    audio::Pcm pcm{settings_.rate, settings_.channels, {}};
    pcm.samples.reserve(sums.size());
    for (const std::int64_t sum : sums)
        pcm.samples.push_back(
            static_cast<std::int16_t>(std::clamp<std::int64_t>((sum + (std::int64_t{1} << 31)) >> 32, -32768, 32767)));
    return pcm;
}

} // namespace ossuary::sound
