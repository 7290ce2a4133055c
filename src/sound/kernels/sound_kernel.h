// The loops one sample at a time, as any compiler may widen them; the ends of what wider sets do eight at a time.
// Internal linkage throughout, and no inline function from elsewhere.
#pragma once

#include "sound/kernels/table.h"

namespace ossuary::sound {

namespace {

inline void accumulate_plain(std::int32_t* sums, const std::int16_t* samples, std::size_t count, std::int16_t gain) {
    for (std::size_t i = 0; i < count; ++i) sums[i] += samples[i] * gain >> 5;
}

template <std::size_t channels>
inline void resample_plain(const std::int16_t* from, std::uint64_t phase, std::uint64_t step, std::int16_t* to,
                           std::size_t count) {
    for (std::size_t i = 0; i < count; ++i, phase += step) {
        const std::int16_t* x = from + (phase >> 32) * channels;
        const std::int32_t a = x[0], b = x[channels], share = static_cast<std::int32_t>(phase >> 17 & 0x7fff);
        to[i] = static_cast<std::int16_t>(a + ((b - a) * share >> 15));
    }
}

template <int channels>
inline void play_plain(std::int64_t* sums, const std::int16_t* wave, std::uint64_t phase, std::uint64_t step,
                       std::size_t count, GainLine left, GainLine right) {
    for (std::size_t k = 0; k < count; ++k, phase += step) {
        const std::int16_t* x = wave + (phase >> 32);
        const std::int64_t q =
            x[0] * std::int64_t{65536} + (x[1] - x[0]) * static_cast<std::int64_t>(phase >> 16 & 0xffff);
        *sums++ += q * (left.value >> slice_bits);
        left.value += left.step;
        if constexpr (channels == 2) {
            *sums++ += q * (right.value >> slice_bits);
            right.value += right.step;
        }
    }
}

} // namespace

} // namespace ossuary::sound
