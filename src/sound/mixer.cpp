#include "ossuary/sound/mixer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "sound/kernels/table.h"

namespace ossuary::sound {

namespace {

constexpr std::uint64_t frame_step = std::uint64_t{1} << 32;
constexpr std::size_t block_frames = 512;

std::int16_t between(std::int32_t a, std::int32_t b, std::uint64_t phase) {
    const auto share = static_cast<std::int32_t>(phase >> 17 & 0x7fff);
    return static_cast<std::int16_t>(a + ((b - a) * share >> 15));
}

// 256 times the samples; so many voices at their loudest fit into 32 bits.
constexpr std::size_t voices_in_group = 64;

} // namespace

double linear_falloff(double distance, double range) {
    return range > 0 ? std::clamp(1 - distance / range, 0.0, 1.0) : 0;
}

Mixer::Mixer(MixerSettings settings) : settings_(std::move(settings)), kernels_(&kernels_for(settings_.isa)) {
    settings_.channels = settings_.channels == 1 ? 1 : 2;
    if (!settings_.falloff) settings_.falloff = linear_falloff;
    for (std::vector<std::int16_t>& samples : resampled_) samples.resize(block_frames);
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
        const double gain =
            std::clamp(sound.gain, 0.0, 2.0) * std::clamp(settings_.falloff(sound.distance, sound.range), 0.0, 1.0);
        const double angle = (std::clamp(sound.pan, -1.0, 1.0) + 1) * std::numbers::pi / 4;
        const auto whole = [](double value) { return static_cast<std::int16_t>(std::floor(value * 8192 + 0.5)); };
        voice.mono = whole(gain);
        // In the middle a sound is as loud on both sides as it is alone.
        voice.left = whole(gain * std::cos(angle) * std::numbers::sqrt2);
        voice.right = whole(gain * std::sin(angle) * std::numbers::sqrt2);
        const double ratio = std::exp2(sound.semitones / 12.0) * sound.pcm->rate / settings_.rate;
        voice.step = static_cast<std::uint64_t>(std::floor(std::clamp(ratio, 1e-6, 64.0) * 16777216 + 0.5)) << 8;
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

// The next frames of a sound, as many as it has; fewer where it ends. One sample after the other for each channel.
std::size_t Mixer::read(Voice& voice, std::size_t frames, std::size_t channel, std::uint64_t& phase,
                        const std::int16_t*& samples) {
    const audio::Pcm& pcm = *voice.sound.pcm;
    const std::size_t channels = pcm.channels, length = pcm.frames();
    const std::uint64_t end = static_cast<std::uint64_t>(length) << 32;
    const std::int16_t* from = pcm.samples.data() + channel;
    // Nothing to be calculated: the samples are taken as they lie there.
    if (channels == 1 && voice.step == frame_step && (phase & (frame_step - 1)) == 0 && phase < end) {
        const auto x = static_cast<std::size_t>(phase >> 32);
        frames = std::min(frames, length - x);
        samples = from + x;
        phase += static_cast<std::uint64_t>(frames) << 32;
        return frames;
    }
    std::int16_t* to = resampled_[channel].data();
    samples = to;
    std::size_t done = 0;
    while (done < frames) {
        if (phase >= end) {
            if (!voice.sound.loop) break;
            phase %= end;
        }
        // All before the last frame have a next one; that one goes on with the first, or with silence.
        const std::uint64_t last = end - frame_step;
        if (phase >= last) {
            to[done++] = between(from[(length - 1) * channels], voice.sound.loop ? from[0] : 0, phase);
            phase += voice.step;
            continue;
        }
        const std::uint64_t left = (last - phase - 1) / voice.step + 1;
        const auto run = static_cast<std::size_t>(std::min<std::uint64_t>(frames - done, left));
        kernels_->resample[channels - 1](from, phase, voice.step, to + done, run);
        phase += voice.step * run;
        done += run;
    }
    return done;
}

void Mixer::add(Voice& voice, std::size_t frames) {
    const std::int64_t to = position_ + static_cast<std::int64_t>(frames);
    const std::int64_t end = voice.end < 0 ? to : std::min(voice.end, to);
    std::int64_t frame = std::max(voice.sound.frame, position_);
    while (frame < end) {
        const std::size_t wanted = std::min(static_cast<std::size_t>(end - frame), block_frames);
        const auto at = static_cast<std::size_t>(frame - position_);
        const std::int16_t *left = nullptr, *right = nullptr;
        std::uint64_t phase = voice.phase;
        std::size_t count = read(voice, wanted, 0, phase, left);
        if (voice.sound.pcm->channels == 2) {
            phase = voice.phase;
            count = read(voice, wanted, 1, phase, right);
        }
        voice.phase = phase;
        if (count == 0) {
            voice.end = frame;
            return;
        }
        const auto accumulate = kernels_->accumulate;
        if (settings_.channels == 2) {
            accumulate(sums_[0].data() + at, left, count, voice.left);
            accumulate(sums_[1].data() + at, right ? right : left, count, voice.right);
        } else if (right) {
            accumulate(sums_[0].data() + at, left, count, static_cast<std::int16_t>(voice.mono / 2));
            accumulate(sums_[0].data() + at, right, count, static_cast<std::int16_t>(voice.mono / 2));
        } else {
            accumulate(sums_[0].data() + at, left, count, voice.mono);
        }
        frame += static_cast<std::int64_t>(count);
    }
}

audio::Pcm Mixer::mix(std::size_t frames) {
    const std::size_t channels = settings_.channels;
    audio::Pcm pcm{settings_.rate, settings_.channels, {}};
    pcm.samples.resize(frames * channels);
    std::vector<std::int64_t> totals;
    const bool is_crowded = voices_.size() > voices_in_group;
    if (is_crowded) totals.resize(frames * channels);
    for (std::size_t first = 0; first == 0 || first < voices_.size(); first += voices_in_group) {
        for (std::size_t c = 0; c < channels; ++c) sums_[c].assign(frames, 0);
        for (std::size_t i = first; i < std::min(first + voices_in_group, voices_.size()); ++i) add(voices_[i], frames);
        if (!is_crowded) break;
        for (std::size_t c = 0; c < channels; ++c)
            for (std::size_t i = 0; i < frames; ++i) totals[i * channels + c] += sums_[c][i];
    }
    position_ += static_cast<std::int64_t>(frames);
    std::erase_if(voices_, [&](const Voice& voice) { return voice.end >= 0 && voice.end <= position_; });
    const auto sample = [](auto sum) {
        return static_cast<std::int16_t>(std::clamp<decltype(sum)>((sum + 128) >> 8, -32768, 32767));
    };
    std::int16_t* to = pcm.samples.data();
    if (is_crowded)
        for (std::size_t i = 0; i < totals.size(); ++i) to[i] = sample(totals[i]);
    else if (channels == 1)
        for (std::size_t i = 0; i < frames; ++i) to[i] = sample(sums_[0][i]);
    else
        for (std::size_t i = 0; i < frames; ++i) {
            to[2 * i] = sample(sums_[0][i]);
            to[2 * i + 1] = sample(sums_[1][i]);
        }
    return pcm;
}

} // namespace ossuary::sound
