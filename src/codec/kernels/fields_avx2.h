// Reading the fields of a segment with AVX2: byte shuffles, eight lanes at a time, no gathers. Internal linkage
// throughout, and no inline function from elsewhere (pose_math.h says why).
#pragma once

#include <immintrin.h>

#include "codec/kernels/decode_lanes.h"

namespace ossuary::codec {

namespace {

inline __m256i whole(const Group<std::int32_t>& from) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(from.lane));
}
inline void put(Group<std::int32_t>& to, __m256i value) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(to.lane), value);
}
inline __m256i two_halves(const std::byte* low, const std::byte* high) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(low))),
                                   _mm_loadu_si128(reinterpret_cast<const __m128i*>(high)), 1);
}

inline __m256i fixed_fields(const FieldGroup& group, const std::byte* bytes) {
    const __m256i raw =
        _mm256_shuffle_epi8(two_halves(bytes + group.byte[0], bytes + group.byte[1]), whole(group.shuffle));
    const __m256i value = _mm256_and_si256(_mm256_srlv_epi32(raw, whole(group.shift)), whole(group.mask));
    return _mm256_add_epi32(value, whole(group.from));
}

// Eight fields of a row, the row being given by its byte and the bits to skip there.
inline __m256i row_fields(const OpenGroup& group, const std::byte* row, std::int32_t skip) {
    const __m256i at = _mm256_add_epi32(whole(group.offset), _mm256_set1_epi32(skip));
    const __m256i byte = _mm256_srli_epi32(at, 3);
    const __m256i index = _mm256_sub_epi32(byte, _mm256_shuffle_epi32(byte, 0));
    const __m256i four = _mm256_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 0, 0, 0, 0, 4, 4, 4, 4, 8,
                                          8, 8, 8, 12, 12, 12, 12);
    const __m256i shuffle = _mm256_add_epi32(_mm256_shuffle_epi8(index, four), _mm256_set1_epi32(0x03020100));
    const __m256i raw = _mm256_shuffle_epi8(
        two_halves(row + ((group.offset.lane[0] + skip) >> 3), row + ((group.offset.lane[4] + skip) >> 3)), shuffle);
    return _mm256_and_si256(_mm256_srlv_epi32(raw, _mm256_and_si256(at, _mm256_set1_epi32(7))), whole(group.mask));
}

// Eight residual widths from their four-bit fields, zero past `count`.
inline __m256i widths_at(const std::byte* bytes, std::uint32_t field, std::uint32_t count) {
    std::uint64_t word;
    std::memcpy(&word, bytes + 1 + field / 2, 8);
    const auto fields = static_cast<std::int32_t>(word >> (field % 2 * 4));
    const __m256i each =
        _mm256_and_si256(_mm256_srlv_epi32(_mm256_set1_epi32(fields), _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28)),
                         _mm256_set1_epi32(15));
    const __m256i wide = _mm256_cmpeq_epi32(each, _mm256_set1_epi32(15));
    const __m256i width = _mm256_add_epi32(each, _mm256_and_si256(wide, _mm256_set1_epi32(9)));
    const __m256i there = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<std::int32_t>(count)),
                                             _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    return _mm256_and_si256(width, there);
}

void open(const KernelClip& clip, OpenSegment& segment) {
    const std::byte* bytes = segment.bytes;
    const __m256 scale = _mm256_set1_ps(clip.scales[static_cast<std::uint8_t>(bytes[0])]);
    const __m256i one = _mm256_set1_epi32(1), low = _mm256_set1_epi32(0xffff), high_one = _mm256_set1_epi32(1 << 16);
    std::uint32_t total = 0;
    for (std::size_t g = 0; g < clip.groups; ++g) {
        OpenGroup& to = segment.groups[g];
        const __m256i width = widths_at(bytes, clip.dofs[g].first, clip.dofs[g].count);
        // A running sum over the lanes of each half, then over the halves.
        __m256i sum = _mm256_add_epi32(width, _mm256_slli_si256(width, 4));
        sum = _mm256_add_epi32(sum, _mm256_slli_si256(sum, 8));
        const __m256i ends = _mm256_shuffle_epi32(sum, 0xff);
        sum = _mm256_add_epi32(sum, _mm256_permute2x128_si256(ends, ends, 0x08));
        put(to.offset,
            _mm256_add_epi32(_mm256_sub_epi32(sum, width), _mm256_set1_epi32(static_cast<std::int32_t>(total))));
        total += static_cast<std::uint32_t>(_mm256_extract_epi32(sum, 7));
        put(to.mask, _mm256_sub_epi32(_mm256_sllv_epi32(one, width), one));
        put(to.base, fixed_fields(clip.fields[0][g], bytes));
        const __m256i a1 = fixed_fields(clip.fields[1][g], bytes), a2 = fixed_fields(clip.fields[2][g], bytes);
        const __m256i a3 = fixed_fields(clip.fields[3][g], bytes);
        put(to.first_two, _mm256_or_si256(_mm256_and_si256(a1, low), _mm256_slli_epi32(a2, 16)));
        put(to.third, _mm256_or_si256(_mm256_and_si256(a3, low), high_one));
        _mm256_store_ps(to.step.lane, _mm256_mul_ps(_mm256_load_ps(clip.steps[g].lane), scale));
    }
    segment.row_bits = total;
}

void values(const KernelClip& clip, const OpenSegment& segment, std::size_t frame, Group<float>* values) {
    const std::uint64_t address = clip.row_begin + static_cast<std::uint64_t>(segment.row_bits) * frame;
    const std::byte* row = segment.bytes + address / 8;
    const auto skip = static_cast<std::int32_t>(address % 8);
    const __m256i by_two = _mm256_set1_epi32(clip.basis_pairs[frame][0]);
    const __m256i by_third = _mm256_set1_epi32(clip.basis_pairs[frame][1]);
    for (std::size_t g = 0; g < clip.groups; ++g) {
        const OpenGroup& from = segment.groups[g];
        __m256i x = _mm256_add_epi32(_mm256_madd_epi16(whole(from.first_two), by_two),
                                     _mm256_madd_epi16(whole(from.third), by_third));
        x = _mm256_add_epi32(_mm256_srai_epi32(x, 12), whole(from.base));
        x = _mm256_add_epi32(x, row_fields(from, row, skip));
        _mm256_store_ps(values[g].lane, _mm256_mul_ps(_mm256_cvtepi32_ps(x), _mm256_load_ps(from.step.lane)));
    }
}

inline void copy(float* to, const float* from) { _mm256_store_ps(to, _mm256_load_ps(from)); }

void route(const KernelClip& clip, const Group<float>* turned, JointBlock* pose) {
    for (std::size_t eight = 0; eight < (clip.joints + 15) / 16 * 2; ++eight) {
        const float* constant = clip.constants[eight / 2].lane[0] + eight % 2 * group_lanes;
        float* to = pose[eight / 2].lane[0] + eight % 2 * group_lanes;
        copy(to, constant); // translation
        copy(to + 16, constant + 16);
        copy(to + 32, constant + 32);
        copy(to + 112, constant + 112); // scale
        copy(to + 128, constant + 128);
        copy(to + 144, constant + 144);
        to += 48;
        constant += 48;
        __m256 x = _mm256_load_ps(constant), y = _mm256_load_ps(constant + 16), z = _mm256_load_ps(constant + 32),
               w = _mm256_load_ps(constant + 48);
        const Route* const end = clip.routes + clip.first_route[eight + 1];
        for (const Route* from = clip.routes + clip.first_route[eight]; from != end; ++from) {
            const Group<float>* in = turned + 4 * from->rotations;
            const __m256i index = whole(from->from);
            const __m256 take = _mm256_castsi256_ps(whole(from->take));
            x = _mm256_blendv_ps(x, _mm256_permutevar8x32_ps(_mm256_load_ps(in[0].lane), index), take);
            y = _mm256_blendv_ps(y, _mm256_permutevar8x32_ps(_mm256_load_ps(in[1].lane), index), take);
            z = _mm256_blendv_ps(z, _mm256_permutevar8x32_ps(_mm256_load_ps(in[2].lane), index), take);
            w = _mm256_blendv_ps(w, _mm256_permutevar8x32_ps(_mm256_load_ps(in[3].lane), index), take);
        }
        _mm256_store_ps(to, x);
        _mm256_store_ps(to + 16, y);
        _mm256_store_ps(to + 32, z);
        _mm256_store_ps(to + 48, w);
    }
}

} // namespace
} // namespace ossuary::codec
