// Local poses to matrices, and matrices down the tree. A matrix is row major, 3 × 4.
#pragma once

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "anim/kernels/lanes.h"
#include "ossuary/base/bytes.h"

namespace ossuary::anim {
namespace {

// One quarter of a register's indices, repeated for the others: every shuffle stays within 128 bits.
#if defined(__AVX512F__)
#define OSSUARY_QUARTERS(a, b, c, d)                                                                                   \
    a, b, c, d, a + 4, b + 4, c + 4, d + 4, a + 8, b + 8, c + 8, d + 8, a + 12, b + 12, c + 12, d + 12
#elif defined(__AVX__)
#define OSSUARY_QUARTERS(a, b, c, d) a, b, c, d, a + 4, b + 4, c + 4, d + 4
#else
#define OSSUARY_QUARTERS(a, b, c, d) a, b, c, d
#endif

// Rows of four joints from four channels, in each 128 bits.
inline void transpose(vf& a, vf& b, vf& c, vf& d) {
    const vf ab_low = __builtin_shufflevector(a, b, OSSUARY_QUARTERS(0, W, 1, W + 1));
    const vf ab_high = __builtin_shufflevector(a, b, OSSUARY_QUARTERS(2, W + 2, 3, W + 3));
    const vf cd_low = __builtin_shufflevector(c, d, OSSUARY_QUARTERS(0, W, 1, W + 1));
    const vf cd_high = __builtin_shufflevector(c, d, OSSUARY_QUARTERS(2, W + 2, 3, W + 3));
    a = __builtin_shufflevector(ab_low, cd_low, OSSUARY_QUARTERS(0, 1, W, W + 1));
    b = __builtin_shufflevector(ab_low, cd_low, OSSUARY_QUARTERS(2, 3, W + 2, W + 3));
    c = __builtin_shufflevector(ab_high, cd_high, OSSUARY_QUARTERS(0, 1, W, W + 1));
    d = __builtin_shufflevector(ab_high, cd_high, OSSUARY_QUARTERS(2, 3, W + 2, W + 3));
}

inline void store_local_row(float* to, vf a, vf b, vf c, vf d) {
    transpose(a, b, c, d);
    store(to, a);
    store(to + 16, b);
    store(to + 32, c);
    store(to + 48, d);
}

// The local matrices of the joints of one block, in the layout of `local_offset`.
inline void local_matrices(const JointBlock& block, std::size_t lanes, float* to) {
    for (std::size_t lane = 0; lane < lanes; lane += W) {
        const float* const from = block.lane[0] + lane;
        const VectorLanes t = load_vector(from + 16 * translation_channel);
        const VectorLanes s = load_vector(from + 16 * scale_channel);
        const QuatLanes q = load_quat(from + 16 * rotation_channel);
        const vf x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
        const vf xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
        const vf xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
        const vf wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
        float* const row = to + lane;
        store_local_row(row, (1.0f - (yy + zz)) * s.x, (xy - wz) * s.y, (xz + wy) * s.z, t.x);
        store_local_row(row + local_row_stride, (xy + wz) * s.x, (1.0f - (xx + zz)) * s.y, (yz - wx) * s.z, t.y);
        store_local_row(row + 2 * local_row_stride, (xz - wy) * s.x, (yz + wx) * s.y, (1.0f - (xx + yy)) * s.z, t.z);
    }
}

// a · b. The rows of `b` are `stride` apart. Each element is ((a3 + a0·b0) + a1·b1) + a2·b2, whatever the width, with
// a3 in the last column only. The last row of a whole matrix is 0 0 0 1 and stays that.
#if defined(__AVX512F__)
using Matrix = vf;
// With a mask of all lanes: GCC 12 warns of its own header otherwise.
inline vf broadcast_row(const float* row) { return (vf)_mm512_maskz_broadcast_f32x4(0xffff, _mm_loadu_ps(row)); }
inline Matrix multiply(const float* a, const float* b, std::size_t stride) {
    const vf rows = load(a);
    Matrix m = (vf)_mm512_maskz_mov_ps(0x8888, (__m512)rows);
    m += __builtin_shufflevector(rows, rows, OSSUARY_QUARTERS(0, 0, 0, 0)) * broadcast_row(b);
    m += __builtin_shufflevector(rows, rows, OSSUARY_QUARTERS(1, 1, 1, 1)) * broadcast_row(b + stride);
    m += __builtin_shufflevector(rows, rows, OSSUARY_QUARTERS(2, 2, 2, 2)) * broadcast_row(b + 2 * stride);
    return m;
}
inline void store_rows(float* to, const Matrix& m) { _mm512_mask_storeu_ps(to, 0x0fff, (__m512)m); }
// In one piece: what is stored in part cannot be loaded whole before it has reached the cache.
inline void store_whole(float* to, const Matrix& m) { store(to, m); }
#else
#if defined(__AVX__)
struct Matrix {
    __m256 upper; // rows 0 and 1
    __m128 lower; // row 2
};
inline Matrix multiply(const float* a, const float* b, std::size_t stride) {
    const __m256 upper = _mm256_loadu_ps(a);
    const __m128 lower = _mm_loadu_ps(a + 8);
    const __m256 b0 = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(b));
    const __m256 b1 = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(b + stride));
    const __m256 b2 = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(b + 2 * stride));
    Matrix m = {_mm256_blend_ps(_mm256_setzero_ps(), upper, 0x88), _mm_blend_ps(_mm_setzero_ps(), lower, 0x8)};
    m.upper += _mm256_permute_ps(upper, 0x00) * b0;
    m.upper += _mm256_permute_ps(upper, 0x55) * b1;
    m.upper += _mm256_permute_ps(upper, 0xaa) * b2;
    m.lower += _mm_permute_ps(lower, 0x00) * _mm256_castps256_ps128(b0);
    m.lower += _mm_permute_ps(lower, 0x55) * _mm256_castps256_ps128(b1);
    m.lower += _mm_permute_ps(lower, 0xaa) * _mm256_castps256_ps128(b2);
    return m;
}
inline void store_rows(float* to, const Matrix& m) {
    _mm256_storeu_ps(to, m.upper);
    _mm_storeu_ps(to + 8, m.lower);
}
#else
struct Matrix {
    vf rows[3];
};
inline Matrix multiply(const float* a, const float* b, std::size_t stride) {
    const vf b0 = load(b), b1 = load(b + stride), b2 = load(b + 2 * stride);
    Matrix m;
    for (std::size_t r = 0; r < 3; ++r) {
        const vf row = load(a + 4 * r);
        m.rows[r] = __builtin_shufflevector(vf{}, row, 0, 1, 2, 7);
        m.rows[r] += __builtin_shufflevector(row, row, 0, 0, 0, 0) * b0;
        m.rows[r] += __builtin_shufflevector(row, row, 1, 1, 1, 1) * b1;
        m.rows[r] += __builtin_shufflevector(row, row, 2, 2, 2, 2) * b2;
    }
    return m;
}
inline void store_rows(float* to, const Matrix& m) {
    for (std::size_t r = 0; r < 3; ++r) store(to + 4 * r, m.rows[r]);
}
#endif
inline void store_whole(float* to, const Matrix& m) { store_rows(to, m); }
#endif

// Several characters at once: while one waits for its parent's matrix, the others go on.
template <std::size_t character_count, bool whole> void walk(const WalkRun& run) {
    alignas(64) float locals[character_count][walk_joints / block_joints * local_block_size];
    float* models[character_count];
    for (std::size_t c = 0; c < character_count; ++c) {
        models[c] = run.models[c];
        for (std::size_t block = run.first_block; block < run.block_end; ++block) {
            const std::size_t left = run.joint_count - block * block_joints;
            local_matrices(run.poses[c][block], left < block_joints ? left : block_joints,
                           locals[c] + block * local_block_size);
        }
    }
    const std::uint32_t branch_first = run.branch_first, branch_size = run.branch_size;
    const auto wanted = [=](const WalkStep* step) __attribute__((always_inline)) {
        return whole || step->order - branch_first < branch_size;
    };
    const WalkStep* step = run.steps;
    for (const WalkStep* const end = step + run.root_count; step != end; ++step)
        for (std::size_t c = 0; c < character_count && wanted(step); ++c)
            store_whole(models[c] + step->output, multiply(run.root, locals[c] + step->local, local_row_stride));
    for (const WalkStep* const end = run.steps + run.step_count; step != end; ++step) {
        if (!wanted(step)) continue;
        const std::size_t output = step->output, parent = step->parent, local = step->local;
        for (std::size_t c = 0; c < character_count; ++c)
            store_whole(models[c] + output, multiply(models[c] + parent, locals[c] + local, local_row_stride));
    }
}

void local_to_model(const WalkRun& run) {
    if (run.branch_size != 0) return walk<1, false>(run);
    switch (run.character_count) {
    case 1: return walk<1, true>(run);
    case 2: return walk<2, true>(run);
    case 3: return walk<3, true>(run);
    case 4: return walk<4, true>(run);
    }
}

void palette(const PaletteRun& run) {
    const float *const models = run.models, *const inverse_bind = run.inverse_bind;
    const std::uint32_t* const joints = run.joints;
    float* const output = run.output;
    for (std::size_t i = 0, count = run.count; i < count; ++i)
        store_rows(output + 12 * i, multiply(models + 16 * std::size_t(joints[i]), inverse_bind + 12 * i, 4));
}

} // namespace
} // namespace ossuary::anim
