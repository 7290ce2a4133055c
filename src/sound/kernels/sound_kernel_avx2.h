// The loops with AVX2, eight samples at a time. Samples that do not lie side by side are loaded one by one: gathers are
// slow on many machines.
#pragma once

#include <cstring>

#include <immintrin.h>

#include "sound/kernels/sound_kernel.h"

namespace ossuary::sound {

namespace {

inline __m256i at(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
inline void put(void* p, __m256i value) { _mm256_storeu_si256(static_cast<__m256i*>(p), value); }

inline void accumulate_wide(std::int32_t* sums, const std::int16_t* samples, std::size_t count, std::int16_t gain) {
    // Each lane holds a sample and 0, so that the sum of two products is the one that counts.
    const __m256i gains = _mm256_set1_epi32(static_cast<std::uint16_t>(gain));
    std::size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        const __m256i both = at(samples + i);
        const __m256i low = _mm256_cvtepu16_epi32(_mm256_castsi256_si128(both));
        const __m256i high = _mm256_cvtepu16_epi32(_mm256_extracti128_si256(both, 1));
        put(sums + i, _mm256_add_epi32(at(sums + i), _mm256_srai_epi32(_mm256_madd_epi16(low, gains), 5)));
        put(sums + i + 8, _mm256_add_epi32(at(sums + i + 8), _mm256_srai_epi32(_mm256_madd_epi16(high, gains), 5)));
    }
    accumulate_plain(sums + i, samples + i, count - i, gain);
}

// Phases of eight samples that follow one another, relative to the first one's whole part.
struct Phases {
    __m256i even, odd; // of samples 0 1 4 5 and 2 3 6 7

    explicit Phases(std::uint64_t step) {
        const auto s = static_cast<long long>(step);
        even = _mm256_setr_epi64x(0, s, 4 * s, 5 * s);
        odd = _mm256_setr_epi64x(2 * s, 3 * s, 6 * s, 7 * s);
    }
    // The lower halves of the phases.
    __m256i fractions(std::uint64_t phase) const {
        const __m256i first = _mm256_set1_epi64x(static_cast<long long>(phase & 0xffffffff));
        return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(_mm256_add_epi64(even, first)),
                                                     _mm256_castsi256_ps(_mm256_add_epi64(odd, first)), 0x88));
    }
};

// Of eight samples each with what lies behind it, the sample below.
template <std::size_t channels>
inline __m256i pairs(const std::int16_t* from, std::uint64_t phase, std::uint64_t step) {
    const auto pair = [&](std::uint64_t k) {
        std::int32_t two;
        std::memcpy(&two, from + ((phase + k * step) >> 32) * channels, sizeof two);
        return two;
    };
    return _mm256_setr_epi32(pair(0), pair(1), pair(2), pair(3), pair(4), pair(5), pair(6), pair(7));
}
inline __m256i lower(__m256i pairs) { return _mm256_srai_epi32(_mm256_slli_epi32(pairs, 16), 16); }
inline __m256i upper(__m256i pairs) { return _mm256_srai_epi32(pairs, 16); }

template <std::size_t channels>
inline void resample_wide(const std::int16_t* from, std::uint64_t phase, std::uint64_t step, std::int16_t* to,
                          std::size_t count) {
    const Phases phases(step);
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8, phase += 8 * step) {
        const __m256i here = pairs<channels>(from, phase, step);
        // Of two channels the next sample lies two behind: it is the upper one of a pair that begins between them.
        const __m256i next = channels == 1 ? here : pairs<channels>(from + 1, phase, step);
        const __m256i a = lower(here), b = upper(next), share = _mm256_srli_epi32(phases.fractions(phase), 17);
        const __m256i way = _mm256_srai_epi32(_mm256_mullo_epi32(_mm256_sub_epi32(b, a), share), 15);
        const __m256i value = _mm256_add_epi32(a, way);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i),
                         _mm_packs_epi32(_mm256_castsi256_si128(value), _mm256_extracti128_si256(value, 1)));
    }
    resample_plain<channels>(from, phase, step, to + i, count - i);
}

// Eight values of a line from its present one.
inline __m256i line_of(const GainLine& line) {
    const __m256i steps = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_add_epi32(_mm256_set1_epi32(static_cast<std::int32_t>(line.value)),
                            _mm256_mullo_epi32(steps, _mm256_set1_epi32(static_cast<std::int32_t>(line.step))));
}
inline __m256i upper_halves(__m256i value) { return _mm256_srli_epi64(value, 32); }
inline void add_to(std::int64_t* sums, __m256i value) { put(sums, _mm256_add_epi64(at(sums), value)); }

template <int channels>
inline void play_wide(std::int64_t* sums, const std::int16_t* wave, std::uint64_t phase, std::uint64_t step,
                      std::size_t count, GainLine left, GainLine right) {
    const Phases phases(step);
    const __m256i left_step = _mm256_set1_epi32(static_cast<std::int32_t>(8 * left.step));
    const __m256i right_step = _mm256_set1_epi32(static_cast<std::int32_t>(8 * right.step));
    __m256i lefts = line_of(left), rights = line_of(right);
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8, phase += 8 * step) {
        const __m256i both = pairs<1>(wave, phase, step), a = lower(both);
        const __m256i share = _mm256_srli_epi32(phases.fractions(phase), 16);
        // It lies between two samples, so that the lower 32 bits of the product are enough.
        const __m256i q =
            _mm256_add_epi32(_mm256_slli_epi32(a, 16), _mm256_mullo_epi32(_mm256_sub_epi32(upper(both), a), share));
        const __m256i odd_q = upper_halves(q), l = _mm256_srai_epi32(lefts, slice_bits);
        const __m256i l_even = _mm256_mul_epi32(q, l),
                      l_odd = _mm256_mul_epi32(odd_q, upper_halves(l)); // 0 2 4 6, 1 3 5 7
        lefts = _mm256_add_epi32(lefts, left_step);
        if constexpr (channels == 1) {
            const __m256i low = _mm256_unpacklo_epi64(l_even, l_odd), high = _mm256_unpackhi_epi64(l_even, l_odd);
            add_to(sums, _mm256_permute2x128_si256(low, high, 0x20)); // 0 1 2 3
            add_to(sums + 4, _mm256_permute2x128_si256(low, high, 0x31));
            sums += 8;
        } else {
            const __m256i r = _mm256_srai_epi32(rights, slice_bits);
            const __m256i r_even = _mm256_mul_epi32(q, r), r_odd = _mm256_mul_epi32(odd_q, upper_halves(r));
            rights = _mm256_add_epi32(rights, right_step);
            const __m256i at_04 = _mm256_unpacklo_epi64(l_even, r_even), at_26 = _mm256_unpackhi_epi64(l_even, r_even);
            const __m256i at_15 = _mm256_unpacklo_epi64(l_odd, r_odd), at_37 = _mm256_unpackhi_epi64(l_odd, r_odd);
            add_to(sums, _mm256_permute2x128_si256(at_04, at_15, 0x20));
            add_to(sums + 4, _mm256_permute2x128_si256(at_26, at_37, 0x20));
            add_to(sums + 8, _mm256_permute2x128_si256(at_04, at_15, 0x31));
            add_to(sums + 12, _mm256_permute2x128_si256(at_26, at_37, 0x31));
            sums += 16;
        }
    }
    const auto done = static_cast<std::int64_t>(i);
    play_plain<channels>(sums, wave, phase, step, count - i, {left.value + done * left.step, left.step},
                         {right.value + done * right.step, right.step});
}

} // namespace

} // namespace ossuary::sound
