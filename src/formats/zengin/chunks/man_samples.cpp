// The packed numbers of an animation: codes to floats, four samples at a time, and back.
#include "ossuary/formats/zengin/man.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ossuary/base/simd.h"

namespace ossuary::zengin {

namespace {

constexpr float half_range = 32767.0f;
constexpr float half_turn_w = 1e-6f; // no more than the noise of a matrix in floats

std::uint16_t to_code(double value) {
    if (!(value > 0)) return 0; // also what is not a number
    return static_cast<std::uint16_t>(std::min(value, 65535.0));
}

using simd::f32x4;
using simd::i32x4;

// Four codes as floats; the bytes need no alignment.
void load_codes(f32x4& to, const std::byte* from) {
    typedef std::uint16_t u16x4 __attribute__((vector_size(8)));
    u16x4 codes;
    std::memcpy(&codes, from, sizeof(codes));
    to = __builtin_convertvector(__builtin_convertvector(codes, i32x4), f32x4);
}

// Rows become columns.
void transpose(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
    const f32x4 ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const f32x4 cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

// One rounding per operation, as the specification wants: fused multiply-add would change the last bit.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

void decode_four(const std::byte* at, Quat* rotations, float* positions, float min, float scale) {
    f32x4 x, y, z, w; // rows of three rotation codes and one position code, then columns
    load_codes(x, at);
    load_codes(y, at + 12);
    load_codes(z, at + 24);
    load_codes(w, at + 36);
    transpose(x, y, z, w);
    x = (x - half_range) * rotation_step;
    y = (y - half_range) * rotation_step;
    z = (z - half_range) * rotation_step;
    const f32x4 length = x * x + y * y + z * z;
    const i32x4 long_lanes = length > 1.0f;
    f32x4 rest{};
    simd::max(rest, 1.0f - length, f32x4{});
    simd::sqrt(w, rest);
    if (long_lanes[0] | long_lanes[1] | long_lanes[2] | long_lanes[3]) [[unlikely]] {
        f32x4 root{};
        simd::sqrt(root, length);
        f32x4 factor = 1.0f / root;
        simd::select(factor, long_lanes, factor, f32x4{} + 1.0f);
        x = x * factor;
        y = y * factor;
        z = z * factor;
    }
    transpose(x, y, z, w);
    std::memcpy(static_cast<void*>(rotations), &x, 16);
    std::memcpy(static_cast<void*>(rotations + 1), &y, 16);
    std::memcpy(static_cast<void*>(rotations + 2), &z, 16);
    std::memcpy(static_cast<void*>(rotations + 3), &w, 16);

    for (std::size_t k = 0; k < 4; ++k) { // the last four codes of a sample; the first of them is not wanted
        f32x4 codes;
        load_codes(codes, at + 12 * k + 4);
        const f32x4 values = codes * scale + min;
        std::memcpy(positions + 3 * k, reinterpret_cast<const float*>(&values) + 1, 12);
    }
}

} // namespace

Quat decode_rotation(const std::array<std::uint16_t, 3>& codes) {
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif
    float x = (static_cast<float>(codes[0]) - half_range) * rotation_step;
    float y = (static_cast<float>(codes[1]) - half_range) * rotation_step;
    float z = (static_cast<float>(codes[2]) - half_range) * rotation_step;
    const float length = x * x + y * y + z * z;
    if (length <= 1) return {x, y, z, std::sqrt(1 - length)};
    const float factor = 1 / std::sqrt(length);
    return {x * factor, y * factor, z * factor, 0};
}

Vec3 decode_position(const std::array<std::uint16_t, 3>& codes, float min, float scale) {
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif
    return {static_cast<float>(codes[0]) * scale + min, static_cast<float>(codes[1]) * scale + min,
            static_cast<float>(codes[2]) * scale + min};
}

void decode_scalar(const ModelAnimation& animation, std::span<Quat> rotations, std::span<Vec3> positions) {
    const std::size_t count = std::min({animation.samples.size(), rotations.size(), positions.size()});
    for (std::size_t i = 0; i < count; ++i) {
        rotations[i] = decode_rotation(animation.samples[i].rotation);
        positions[i] = decode_position(animation.samples[i].position, animation.sample_position_min,
                                       animation.sample_position_scale);
    }
}

void decode(const ModelAnimation& animation, std::span<Quat> rotations, std::span<Vec3> positions) {
    const std::size_t count = std::min({animation.samples.size(), rotations.size(), positions.size()});
    const auto* const bytes = reinterpret_cast<const std::byte*>(animation.samples.data());
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4)
        decode_four(bytes + 12 * i, rotations.data() + i, &positions[i].x, animation.sample_position_min,
                    animation.sample_position_scale);
    for (; i < count; ++i) {
        rotations[i] = decode_rotation(animation.samples[i].rotation);
        positions[i] = decode_position(animation.samples[i].position, animation.sample_position_min,
                                       animation.sample_position_scale);
    }
}

std::array<std::uint16_t, 3> encode_rotation(const Quat& rotation, Rounding rounding) {
    Quat q = rotation.w < 0 ? -rotation : rotation;
    // Of a half turn, whose w says nothing, the original tool has the greatest component positive.
    if (rounding == Rounding::truncate && q.w < half_turn_w) {
        std::size_t greatest = 0;
        for (std::size_t i = 1; i < 3; ++i)
            if (std::abs(q[i]) > std::abs(q[greatest])) greatest = i;
        if (q[greatest] < 0) q = -q;
    }
    std::array<std::uint16_t, 3> codes;
    for (std::size_t i = 0; i < 3; ++i) {
        // The original tool cuts towards zero before it moves the middle to 32767.
        const double value = rounding == Rounding::truncate
                                 ? std::trunc(static_cast<double>(q[i] / rotation_step)) + 32767
                                 : std::floor(q[i] / (2.1 / 65535) + 32767 + 0.5);
        codes[i] = to_code(value);
    }
    return codes;
}

std::array<std::uint16_t, 3> encode_position(const Vec3& position, float min, float scale, Rounding rounding) {
    std::array<std::uint16_t, 3> codes{};
    if (!(scale > 0)) return codes;
    for (std::size_t i = 0; i < 3; ++i)
        codes[i] = to_code(rounding == Rounding::truncate
                               ? std::trunc(static_cast<double>((position[i] - min) / scale))
                               : std::floor((double{position[i]} - double{min}) / double{scale} + 0.5));
    return codes;
}

PositionRange position_range(std::span<const Vec3> positions) {
    if (positions.empty()) return {};
    float min = positions[0].x, max = min;
    for (const Vec3& position : positions)
        for (std::size_t i = 0; i < 3; ++i) {
            min = std::min(min, position[i]);
            max = std::max(max, position[i]);
        }
    return {min, (max - min) / 65535.0f};
}

} // namespace ossuary::zengin
