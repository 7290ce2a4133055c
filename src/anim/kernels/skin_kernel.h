// Vertices in blocks that share their bones.
#pragma once

#include "anim/kernels/model_space_kernel.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/math.h"

namespace ossuary::anim {
namespace {

// The matrices of W vertices: element (row, column) at 4 · row + column.
struct MatrixLanes {
    vf m[12];
};

inline MatrixLanes blended_matrix(const SkinRun& run, const SkinBlock& block, const float* weights) {
    const std::uint32_t* const bones = run.bones + block.first_bone;
    MatrixLanes matrix;
    const float* bone = run.palette + 12 * std::size_t(bones[0]);
    if (block.bone_count == 1) { // its weight is one
        for (std::size_t i = 0; i < 12; ++i) matrix.m[i] = splat(bone[i]);
        return matrix;
    }
    vf weight = load(weights);
    for (std::size_t i = 0; i < 12; ++i) matrix.m[i] = weight * bone[i];
    for (std::uint32_t k = 1; k < block.bone_count; ++k) {
        bone = run.palette + 12 * std::size_t(bones[k]);
        weight = load(weights + k * run.block_size);
        for (std::size_t i = 0; i < 12; ++i) matrix.m[i] += weight * bone[i];
    }
    return matrix;
}

inline VectorLanes normalize(const VectorLanes& v) {
    const vf squared = (v.x * v.x + v.y * v.y) + v.z * v.z;
    return v * (1.0f / sqrt(max(squared, splat(1e-30f)))); // a zero vector stays zero
}

inline VectorLanes direction(const MatrixLanes& matrix, const VectorLanes& v) {
    const vf* const m = matrix.m;
    return {(m[0] * v.x + m[1] * v.y) + m[2] * v.z, (m[4] * v.x + m[5] * v.y) + m[6] * v.z,
            (m[8] * v.x + m[9] * v.y) + m[10] * v.z};
}

// By the inverse transpose, up to a positive factor: by the cofactors, turned round where the determinant is negative.
inline VectorLanes normal(const MatrixLanes& matrix, const VectorLanes& v) {
    const vf* const m = matrix.m;
    const vf c0 = m[5] * m[10] - m[6] * m[9], c1 = m[6] * m[8] - m[4] * m[10], c2 = m[4] * m[9] - m[5] * m[8];
    const vf determinant = (m[0] * c0 + m[1] * c1) + m[2] * c2;
    const vf x = (c0 * v.x + c1 * v.y) + c2 * v.z;
    const vf y =
        ((m[9] * m[2] - m[10] * m[1]) * v.x + (m[10] * m[0] - m[8] * m[2]) * v.y) + (m[8] * m[1] - m[9] * m[0]) * v.z;
    const vf z =
        ((m[1] * m[6] - m[2] * m[5]) * v.x + (m[2] * m[4] - m[0] * m[6]) * v.y) + (m[0] * m[5] - m[1] * m[4]) * v.z;
    return {flip_sign(x, determinant), flip_sign(y, determinant), flip_sign(z, determinant)};
}

inline VectorLanes load_planes(const float* from, std::size_t size) {
    return {load(from), load(from + size), load(from + 2 * size)};
}
inline void store_planes(float* const (&planes)[3], std::size_t at, const VectorLanes& v) {
    store(planes[0] + at, v.x);
    store(planes[1] + at, v.y);
    store(planes[2] + at, v.z);
}

// Four floats for each of W vertices, on their way to records.
struct Rows {
    alignas(64) float at[4 * W];

    Rows(vf a, vf b, vf c, vf d) { store_transposed(a, b, c, d); }
    // Register i holds the rows of the vertices i, i + 4, i + 8, …
    const float* row(std::size_t vertex) const { return at + vertex % 4 * W + vertex / 4 * 4; }

private:
    void store_transposed(vf a, vf b, vf c, vf d) {
        transpose(a, b, c, d);
        store(at, a);
        store(at + W, b);
        store(at + 2 * W, c);
        store(at + 3 * W, d);
    }
};

// Calls write(vertex of the register, record of that vertex) for those that exist.
template <class Write>
__attribute__((always_inline)) inline void for_each_record(const SkinRun& run, std::size_t first, Write write) {
    const std::size_t left = run.vertex_count - first, count = left < W ? left : W;
    for (std::size_t i = 0; i < count; ++i) write(i, (run.order ? run.order[first + i] : first + i) * run.stride);
}

inline void write_records(const SkinRun& run, std::size_t first, const VectorLanes& p, const VectorLanes& n,
                          const VectorLanes& t, const float* handedness) {
    unsigned char *const positions = run.position_records, *const normals = run.normal_records;
    if (positions && normals == positions + 12) {
        // Two stores of sixteen bytes that overlap by eight make twenty-four.
        const Rows low(p.x, p.y, p.z, n.x), high(p.z, n.x, n.y, n.z);
        for_each_record(
            run, first, [&](std::size_t i, std::size_t at) __attribute__((always_inline)) {
                __builtin_memcpy(positions + at, low.row(i), 16);
                __builtin_memcpy(positions + at + 8, high.row(i), 16);
            });
    } else {
        if (positions) {
            const Rows rows(p.x, p.y, p.z, p.z);
            for_each_record(
                run, first, [&](std::size_t i, std::size_t at) __attribute__((always_inline)) {
                    __builtin_memcpy(positions + at, rows.row(i), 12);
                });
        }
        if (normals) {
            const Rows rows(n.x, n.y, n.z, n.z);
            for_each_record(
                run, first, [&](std::size_t i, std::size_t at) __attribute__((always_inline)) {
                    __builtin_memcpy(normals + at, rows.row(i), 12);
                });
        }
    }
    if (run.tangent_records) {
        const Rows rows(t.x, t.y, t.z, load(handedness));
        for_each_record(
            run, first, [&](std::size_t i, std::size_t at) __attribute__((always_inline)) {
                __builtin_memcpy(run.tangent_records + at, rows.row(i), 16);
            });
    }
}

inline void add_morphs(const SkinRun& run, std::size_t block, std::size_t lane, VectorLanes& p, VectorLanes& n) {
    for (std::size_t i = 0; i < run.morph_count; ++i) {
        const std::uint32_t offset = run.morph_offsets[i * run.block_count + block];
        if (run.morph_weights[i] == 0 || offset == no_morph) continue;
        const vf weight = splat(run.morph_weights[i]);
        const float* const difference = run.data + offset + lane;
        p = p + load_planes(difference, run.block_size) * weight;
        if (run.has_normals) n = n + load_planes(difference + 3 * run.block_size, run.block_size) * weight;
    }
}

template <bool with_normals, bool with_tangents, bool morphed, bool even> void skin_blocks(const SkinRun& run) {
    const std::size_t size = run.block_size;
    const std::size_t tangent_plane = run.has_normals ? 6 * size : 3 * size;
    const std::size_t weight_plane = tangent_plane + (run.has_tangents ? 4 * size : 0);
    const bool planes = run.positions[0] || run.normals[0] || run.tangents[0];
    const bool records = run.position_records || run.normal_records || run.tangent_records;
    for (std::size_t b = 0; b < run.block_count; ++b) {
        const SkinBlock& block = run.blocks[b];
        for (std::size_t lane = 0; lane < size; lane += W) {
            const float* const data = run.data + block.data + lane;
            const MatrixLanes matrix = blended_matrix(run, block, data + weight_plane);
            const vf* const m = matrix.m;
            VectorLanes p = load_planes(data, size), n{}, t{};
            if (with_normals) n = load_planes(data + 3 * size, size);
            if (morphed) add_morphs(run, b, lane, p, n);
            p = direction(matrix, p);
            p = {p.x + m[3], p.y + m[7], p.z + m[11]};
            if (with_normals) n = normalize(even ? direction(matrix, n) : normal(matrix, n));
            if (with_tangents) t = normalize(direction(matrix, load_planes(data + tangent_plane, size)));
            const std::size_t first = b * size + lane;
            if (planes) {
                if (run.positions[0]) store_planes(run.positions, first, p);
                if (with_normals && run.normals[0]) store_planes(run.normals, first, n);
                if (with_tangents && run.tangents[0]) store_planes(run.tangents, first, t);
            }
            if (records && first < run.vertex_count)
                write_records(run, first, p, n, t, data + tangent_plane + 3 * size);
        }
    }
}

template <bool with_normals, bool with_tangents> void skin_or_morph(const SkinRun& run) {
    if (run.morph_count > 0)
        run.even_scale ? skin_blocks<with_normals, with_tangents, true, true>(run)
                       : skin_blocks<with_normals, with_tangents, true, false>(run);
    else
        run.even_scale ? skin_blocks<with_normals, with_tangents, false, true>(run)
                       : skin_blocks<with_normals, with_tangents, false, false>(run);
}

void skin(const SkinRun& run) {
    const bool normals = run.normals[0] || run.normal_records, tangents = run.tangents[0] || run.tangent_records;
    if (normals && tangents)
        skin_or_morph<true, true>(run);
    else if (normals)
        skin_or_morph<true, false>(run);
    else if (tangents)
        skin_or_morph<false, true>(run);
    else
        skin_or_morph<false, false>(run);
}

} // namespace
} // namespace ossuary::anim
