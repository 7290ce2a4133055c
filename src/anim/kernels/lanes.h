// As many floats as one register of the instruction set holds, by value: these functions are never shared between the
// files that include them.
#pragma once

#include "anim/kernels/table.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/math.h"
#include "ossuary/base/simd.h"

namespace ossuary::anim {
namespace {

inline constexpr int W = static_cast<int>(simd::register_size / sizeof(float));
using vf = simd::Lanes<W>::Float;
using vi = simd::Lanes<W>::Int;

inline vf load(const float* from) {
    vf v;
    simd::load(v, from);
    return v;
}
inline void store(float* to, vf v) { simd::store(to, v); }
inline vf splat(float value) {
    vf v;
    simd::splat(v, value);
    return v;
}
inline vf sqrt(vf a) {
    vf v;
    simd::sqrt(v, a);
    return v;
}
inline vf max(vf a, vf b) {
    vf v;
    simd::max(v, a, b);
    return v;
}
// `a`, its sign flipped where `b` is negative.
inline vf flip_sign(vf a, vf b) {
    vf v;
    simd::flip_sign(v, a, b);
    return v;
}

struct VectorLanes {
    vf x, y, z;
};
struct QuatLanes {
    vf x, y, z, w;
};

inline VectorLanes load_vector(const float* from) { return {load(from), load(from + 16), load(from + 32)}; }
inline QuatLanes load_quat(const float* from) {
    return {load(from), load(from + 16), load(from + 32), load(from + 48)};
}
inline void store_vector(float* to, const VectorLanes& v) {
    store(to, v.x);
    store(to + 16, v.y);
    store(to + 32, v.z);
}
inline void store_quat(float* to, const QuatLanes& q) {
    store(to, q.x);
    store(to + 16, q.y);
    store(to + 32, q.z);
    store(to + 48, q.w);
}

// A tree of two levels: what waits for it waits less.
inline vf dot(const QuatLanes& a, const QuatLanes& b) { return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w); }
inline QuatLanes operator*(const QuatLanes& q, vf s) { return {q.x * s, q.y * s, q.z * s, q.w * s}; }
inline QuatLanes operator+(const QuatLanes& a, const QuatLanes& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
inline VectorLanes operator*(const VectorLanes& v, vf s) { return {v.x * s, v.y * s, v.z * s}; }
inline VectorLanes operator+(const VectorLanes& a, const VectorLanes& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

// The exact root: estimates differ from one maker's processors to the other's.
inline QuatLanes normalize(const QuatLanes& q) { return q * (1.0f / sqrt(dot(q, q))); }

// The channels of a block at one step of W joints.
inline constexpr std::size_t translation_channel = 0, rotation_channel = 3, scale_channel = 7;
inline constexpr std::size_t vector_channels[] = {0, 1, 2, 7, 8, 9};

inline void store_transform(float* to, const VectorLanes& t, const QuatLanes& q, const VectorLanes& s) {
    store_vector(to + 16 * translation_channel, t);
    store_quat(to + 16 * rotation_channel, q);
    store_vector(to + 16 * scale_channel, s);
}

inline constexpr std::size_t block_floats = sizeof(JointBlock) / sizeof(float);

// Calls step(offset, joint) for each W joints: where their lanes begin in a pose, and the first of them. Kernels keep
// pointers in variables of their own: a register's store may change anything that is only reachable through memory.
template <class Step> __attribute__((always_inline)) inline void for_each_step(std::size_t joint_count, Step step) {
    std::size_t joint = 0;
    for (std::size_t block = 0; joint < joint_count; block += block_floats)
        for (std::size_t lane = 0; lane < block_joints && joint < joint_count; lane += W, joint += W)
            step(block + lane, joint);
}

} // namespace
} // namespace ossuary::anim
