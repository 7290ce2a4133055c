// The mixer of sounds that events start: voices with volume, pitch, range and loops, heard at one place. Mixed in whole
// numbers; a sound begins at the frame of its event, to the sample.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "ossuary/base/cpu.h"
#include "ossuary/formats/audio/wav.h"

namespace ossuary::sound {

// A sound that starts. The samples stay the caller's until all was mixed.
struct SoundStart {
    std::int64_t frame = 0; // of the mixer
    const audio::Pcm* pcm = nullptr;
    double gain = 1;
    int semitones = 0;
    bool loop = false;
    double range = 2500;      // as `distance`, centimetres
    double distance = 0;      // from who makes it to who hears it
    double pan = 0;           // −1 left, 1 right
    std::uint32_t source = 0; // who makes it
    bool own_slot = false;    // else it ends what its source plays in the one slot it has
};

struct MixerSettings {
    std::uint32_t rate = 44100;
    std::uint16_t channels = 2;
    double beyond = 800;              // a sound farther than its range and this is not started
    std::size_t starts_in_update = 4; // of one source; more are dropped
    // How loud a sound is at a distance: linear, as long as nothing better is known.
    std::function<double(double distance, double range)> falloff;
    Isa isa = Isa::best; // every set gives the same samples
};

// max(0, 1 − distance / range).
double linear_falloff(double distance, double range);

struct KernelTable;

class Mixer {
public:
    explicit Mixer(MixerSettings settings = {});

    // Sounds of one update; those with frames before what was mixed start at once.
    void start(const std::vector<SoundStart>& starts);
    void stop(std::uint32_t source);
    // The next frames, after all that were mixed before.
    audio::Pcm mix(std::size_t frames);

    std::size_t voices() const { return voices_.size(); }
    std::int64_t position() const { return position_; }

private:
    struct Voice {
        SoundStart sound;
        std::int16_t left = 0, right = 0, mono = 0; // gains, 8192 is one
        std::uint64_t phase = 0, step = 0;          // 2^32 is a frame of the sound
        std::int64_t end = -1;                      // the frame of the mixer that it is cut at; −1: none
    };
    void cut_slot(std::uint32_t source, std::int64_t frame);
    std::size_t read(Voice& voice, std::size_t frames, std::size_t channel, std::uint64_t& phase,
                     const std::int16_t*& samples);
    void add(Voice& voice, std::size_t frames);

    MixerSettings settings_;
    const KernelTable* kernels_;
    std::vector<Voice> voices_;
    std::int64_t position_ = 0;
    std::array<std::vector<std::int32_t>, 2> sums_;      // of each channel, 256 times the sample
    std::array<std::vector<std::int16_t>, 2> resampled_; // a block of one sound
};

} // namespace ossuary::sound
