// Eight blocks at a time. Two neighbours share a register, one in each half, so that a row of both is one store: their
// four colours lie there as four pixels, and the two bits of a pixel pick one of them in a single instruction.
#pragma once

#include <immintrin.h>

#include "formats/image/kernels/table.h"
#include "ossuary/base/bytes.h"

namespace ossuary::image {

namespace {

constexpr std::size_t step = 8;

struct EightBlocks {
    __m256i colors; // color0 and color1 of the blocks 0 2 4 6 | 1 3 5 7
    __m256i picks;  // two bits a pixel, in the same order
};

__m256i load(const std::byte* from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)); }

// `low` holds the 64 bits of the blocks 0 1 2 3, `high` those of 4 5 6 7.
EightBlocks arranged(__m256i low, __m256i high) {
    const __m256 a = _mm256_castsi256_ps(_mm256_permute4x64_epi64(low, 0b11'01'10'00));
    const __m256 b = _mm256_castsi256_ps(_mm256_permute4x64_epi64(high, 0b11'01'10'00));
    return {_mm256_castps_si256(_mm256_shuffle_ps(a, b, 0b10'00'10'00)),
            _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0b11'01'11'01))};
}

// The palettes of two neighbours each: blocks 0 and 1, 2 and 3, 4 and 5, 6 and 7.
struct Palettes {
    __m256i pair[4];
};

template <bool ByOrder> Palettes palettes_of(__m256i colors, short opaque) {
    const auto constant = [](short value) { return _mm256_set1_epi16(value); };
    const __m256i r5 = _mm256_srli_epi16(colors, 11);
    const __m256i g6 = _mm256_and_si256(_mm256_srli_epi16(colors, 5), constant(0x3F));
    const __m256i b5 = _mm256_and_si256(colors, constant(0x1F));
    // Sixteen lanes of one channel: color0, color1 of each block.
    const __m256i channels[3] = {_mm256_or_si256(_mm256_slli_epi16(r5, 3), _mm256_srli_epi16(r5, 2)),
                                 _mm256_or_si256(_mm256_slli_epi16(g6, 2), _mm256_srli_epi16(g6, 4)),
                                 _mm256_or_si256(_mm256_slli_epi16(b5, 3), _mm256_srli_epi16(b5, 2))};
    const __m256i four =
        _mm256_cmpgt_epi32(_mm256_and_si256(colors, _mm256_set1_epi32(0xFFFF)), _mm256_srli_epi32(colors, 16));
    const __m256i third_only = _mm256_set1_epi32(0xFFFF);
    __m256i between[3]; // the third and fourth colour of each block
    for (int i = 0; i < 3; ++i) {
        const __m256i here = channels[i];
        const __m256i other = _mm256_or_si256(_mm256_slli_epi32(here, 16), _mm256_srli_epi32(here, 16));
        const __m256i sum = _mm256_add_epi16(here, other);
        // x / 3 for x up to 765, cut off
        between[i] = _mm256_mulhi_epu16(_mm256_add_epi16(sum, here), constant(21846));
        if constexpr (ByOrder) {
            const __m256i half = _mm256_and_si256(_mm256_srli_epi16(sum, 1), third_only);
            between[i] = _mm256_blendv_epi8(half, between[i], four);
        }
    }
    const __m256i alpha = constant(opaque);
    const __m256i between_alpha = ByOrder ? _mm256_and_si256(alpha, _mm256_or_si256(four, third_only)) : alpha;
    const __m256i red_green = _mm256_or_si256(channels[0], _mm256_slli_epi16(channels[1], 8));
    const __m256i blue_alpha = _mm256_or_si256(channels[2], alpha);
    const __m256i between_rg = _mm256_or_si256(between[0], _mm256_slli_epi16(between[1], 8));
    const __m256i between_ba = _mm256_or_si256(between[2], between_alpha);
    const __m256i ends_low = _mm256_unpacklo_epi16(red_green, blue_alpha);
    const __m256i ends_high = _mm256_unpackhi_epi16(red_green, blue_alpha);
    const __m256i between_low = _mm256_unpacklo_epi16(between_rg, between_ba);
    const __m256i between_high = _mm256_unpackhi_epi16(between_rg, between_ba);
    return {{_mm256_unpacklo_epi64(ends_low, between_low), _mm256_unpackhi_epi64(ends_low, between_low),
             _mm256_unpacklo_epi64(ends_high, between_high), _mm256_unpackhi_epi64(ends_high, between_high)}};
}

// Row `Row` of two neighbours. `picks` holds the bits of each in every lane of its half.
template <int Row> __m256i pick(__m256i palette, __m256i picks) {
    const __m256i shifts = _mm256_add_epi32(_mm256_set1_epi32(8 * Row), _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
    return _mm256_castps_si256(_mm256_permutevar_ps(_mm256_castsi256_ps(palette), _mm256_srlv_epi32(picks, shifts)));
}

void store(std::byte* to, __m256i row) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), row); }

template <int Pair> __m256i picks_of(__m256i picks) { return _mm256_shuffle_epi32(picks, Pair * 0b01'01'01'01); }

template <int Pair> void put_opaque(const Palettes& palettes, __m256i all_picks, std::byte* rgba, std::size_t stride) {
    const __m256i picks = picks_of<Pair>(all_picks), palette = palettes.pair[Pair];
    std::byte* const to = rgba + Pair * 32;
    store(to, pick<0>(palette, picks));
    store(to + stride, pick<1>(palette, picks));
    store(to + 2 * stride, pick<2>(palette, picks));
    store(to + 3 * stride, pick<3>(palette, picks));
}

void decode_dxt1(const std::byte* blocks, std::size_t count, std::byte* rgba, std::size_t stride) {
    for (std::size_t block = 0; block < count; block += step, blocks += step * 8, rgba += step * 16) {
        const EightBlocks eight = arranged(load(blocks), load(blocks + 32));
        const Palettes palettes = palettes_of<true>(eight.colors, static_cast<short>(0xFF00));
        put_opaque<0>(palettes, eight.picks, rgba, stride);
        put_opaque<1>(palettes, eight.picks, rgba, stride);
        put_opaque<2>(palettes, eight.picks, rgba, stride);
        put_opaque<3>(palettes, eight.picks, rgba, stride);
    }
}

// The alpha of sixteen pixels, a byte each, from the first 64 bits of a block.
struct Nibbles {
    static __m128i alpha_of(const std::byte* block) {
        const __m128i raw = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(block));
        const __m128i mask = _mm_set1_epi8(15);
        const __m128i nibbles =
            _mm_unpacklo_epi8(_mm_and_si128(raw, mask), _mm_and_si128(_mm_srli_epi16(raw, 4), mask));
        return _mm_or_si128(nibbles, _mm_slli_epi16(nibbles, 4)); // times 17
    }
};
struct Steps {
    static __m128i alpha_of(const std::byte* block) {
        const __m128i raw = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(block));
        // Each lane the two bytes that hold its code, which is then moved to the highest three bits.
        const __m256i bytes = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(raw),
                                                  _mm256_setr_epi8(2, 3, 2, 3, 2, 3, 3, 4, 3, 4, 3, 4, 4, 5, 4, 5, //
                                                                   5, 6, 5, 6, 5, 6, 6, 7, 6, 7, 6, 7, 7, -1, 7, -1));
        const __m256i codes = _mm256_srli_epi16(
            _mm256_mullo_epi16(bytes,
                               _mm256_setr_epi16(1 << 13, 1 << 10, 1 << 7, 1 << 12, 1 << 9, 1 << 6, 1 << 11, 1 << 8,
                                                 1 << 13, 1 << 10, 1 << 7, 1 << 12, 1 << 9, 1 << 6, 1 << 11, 1 << 8)),
            13);
        const __m128i picks = _mm_packus_epi16(_mm256_castsi256_si128(codes), _mm256_extracti128_si256(codes, 1));

        const __m128i a = _mm_set1_epi16(static_cast<short>(block[0]));
        const __m128i b = _mm_set1_epi16(static_cast<short>(block[1]));
        const auto mixed = [&](__m128i of_a, __m128i of_b, short divisor) {
            const __m128i sum = _mm_add_epi16(_mm_mullo_epi16(a, of_a), _mm_mullo_epi16(b, of_b));
            return _mm_mulhi_epu16(sum, _mm_set1_epi16(divisor)); // cut off; exact for what can occur
        };
        const __m128i eight =
            mixed(_mm_setr_epi16(7, 0, 6, 5, 4, 3, 2, 1), _mm_setr_epi16(0, 7, 1, 2, 3, 4, 5, 6), 9363); // / 7
        const __m128i six = _mm_or_si128(
            mixed(_mm_setr_epi16(5, 0, 4, 3, 2, 1, 0, 0), _mm_setr_epi16(0, 5, 1, 2, 3, 4, 0, 0), 13108), // / 5
            _mm_setr_epi16(0, 0, 0, 0, 0, 0, 0, 255));
        const __m128i steps = _mm_blendv_epi8(six, eight, _mm_cmpgt_epi16(a, b));
        return _mm_shuffle_epi8(_mm_packus_epi16(steps, steps), picks);
    }
};

__m256i as_highest_bytes(__m128i eight_alphas) { return _mm256_slli_epi32(_mm256_cvtepu8_epi32(eight_alphas), 24); }

template <class Alpha, int Pair>
void put_blended(const Palettes& palettes, __m256i all_picks, const std::byte* blocks, std::byte* rgba,
                 std::size_t stride) {
    const __m256i picks = picks_of<Pair>(all_picks), palette = palettes.pair[Pair];
    const __m128i left = Alpha::alpha_of(blocks + Pair * 32), right = Alpha::alpha_of(blocks + Pair * 32 + 16);
    const __m128i upper = _mm_unpacklo_epi32(left, right), lower = _mm_unpackhi_epi32(left, right);
    std::byte* const to = rgba + Pair * 32;
    store(to, _mm256_or_si256(pick<0>(palette, picks), as_highest_bytes(upper)));
    store(to + stride, _mm256_or_si256(pick<1>(palette, picks), as_highest_bytes(_mm_srli_si128(upper, 8))));
    store(to + 2 * stride, _mm256_or_si256(pick<2>(palette, picks), as_highest_bytes(lower)));
    store(to + 3 * stride, _mm256_or_si256(pick<3>(palette, picks), as_highest_bytes(_mm_srli_si128(lower, 8))));
}

// The second halves of four blocks.
__m256i load_colors(const std::byte* blocks) {
    const __m256i halves = _mm256_unpackhi_epi64(load(blocks), load(blocks + 32)); // blocks 0 2 | 1 3
    return _mm256_permute4x64_epi64(halves, 0b11'01'10'00);
}

template <class Alpha>
void decode_blended(const std::byte* blocks, std::size_t count, std::byte* rgba, std::size_t stride) {
    for (std::size_t block = 0; block < count; block += step, blocks += step * 16, rgba += step * 16) {
        const EightBlocks eight = arranged(load_colors(blocks), load_colors(blocks + 64));
        const Palettes palettes = palettes_of<false>(eight.colors, 0);
        put_blended<Alpha, 0>(palettes, eight.picks, blocks, rgba, stride);
        put_blended<Alpha, 1>(palettes, eight.picks, blocks, rgba, stride);
        put_blended<Alpha, 2>(palettes, eight.picks, blocks, rgba, stride);
        put_blended<Alpha, 3>(palettes, eight.picks, blocks, rgba, stride);
    }
}

constexpr KernelTable table{{decode_dxt1, decode_blended<Nibbles>, decode_blended<Steps>}, step};

} // namespace
} // namespace ossuary::image
