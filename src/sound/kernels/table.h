// The inner loops of mixing and of music. This header is seen by files compiled for one instruction set, so it has
// types only, no functions. All is done in whole numbers: every set gives the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ossuary/base/cpu.h"

namespace ossuary::sound {

// A gain that goes along a straight line over a slice of frames: slice_frames times its value, and how much it grows
// with each frame. Both fit into 32 bits.
inline constexpr int slice_bits = 6;
inline constexpr std::int64_t slice_frames = 1 << slice_bits;
struct GainLine {
    std::int64_t value, step;
};

struct KernelTable {
    // Adds samples to sums of 256 times their value; 8192 is a gain of one.
    void (*accumulate)(std::int32_t* sums, const std::int16_t* samples, std::size_t count, std::int16_t gain);
    // Samples between those of a sound, of which 2^32 of the phase are one: of one channel, and of one of two. Each has
    // a next one.
    void (*resample[2])(const std::int16_t* from, std::uint64_t phase, std::uint64_t step, std::int16_t* to,
                        std::size_t count);
    // Adds a voice of music in the same way: mono, and to the left and right side by side.
    void (*play[2])(std::int64_t* sums, const std::int16_t* wave, std::uint64_t phase, std::uint64_t step,
                    std::size_t count, GainLine left, GainLine right);
};

const KernelTable& kernels_for(Isa isa);

} // namespace ossuary::sound
