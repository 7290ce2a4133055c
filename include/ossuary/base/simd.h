// Eight or four floats at a time, in one notation for GCC, clang and WebAssembly. The types are the compilers' own
// vector extensions, so +, -, *, / and comparisons work lane by lane and fall back to whatever the target has.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace ossuary::simd {

template <int N> struct Lanes;
template <> struct Lanes<4> {
    typedef float Float __attribute__((vector_size(16)));
    typedef std::int32_t Int __attribute__((vector_size(16)));
};
template <> struct Lanes<8> {
    typedef float Float __attribute__((vector_size(32)));
    typedef std::int32_t Int __attribute__((vector_size(32)));
};
template <> struct Lanes<16> {
    typedef float Float __attribute__((vector_size(64)));
    typedef std::int32_t Int __attribute__((vector_size(64)));
};

using f32x4 = Lanes<4>::Float;
using i32x4 = Lanes<4>::Int;
using f32x8 = Lanes<8>::Float;
using i32x8 = Lanes<8>::Int;
using f32x16 = Lanes<16>::Float;
using i32x16 = Lanes<16>::Int;

template <class V> inline constexpr int lane_count = static_cast<int>(sizeof(V) / 4);
template <class V> using IntOf = typename Lanes<lane_count<V>>::Int;

// Vectors go by reference: passing 32-byte ones by value has no fixed calling convention without AVX.
template <class V> inline void load(V& to, const float* from) { std::memcpy(&to, from, sizeof(V)); }
template <class V> inline void store(float* to, const V& from) { std::memcpy(to, &from, sizeof(V)); }
template <class V> inline void splat(V& to, float value) { to = V{} + value; }

// Lanes of `a` where the mask (a comparison's result) is set, of `b` elsewhere.
template <class V> inline void select(V& to, const IntOf<V>& mask, const V& a, const V& b) {
    to = (V)((mask & (IntOf<V>)a) | (~mask & (IntOf<V>)b));
}
template <class V> inline void min(V& to, const V& a, const V& b) { select<V>(to, a < b, a, b); }
template <class V> inline void max(V& to, const V& a, const V& b) { select<V>(to, a > b, a, b); }
template <class V> inline void abs(V& to, const V& a) { to = (V)((IntOf<V>)a & 0x7fffffff); }
// The magnitude of `a` with its sign flipped where `b` is negative: one xor, no branch.
template <class V> inline void flip_sign(V& to, const V& a, const V& b) {
    const IntOf<V> sign = IntOf<V>{} + static_cast<std::int32_t>(0x80000000u);
    to = (V)((IntOf<V>)a ^ ((IntOf<V>)b & sign));
}
template <class V> inline void sqrt(V& to, const V& a) { // compilers turn the loop into one instruction
    for (int i = 0; i < lane_count<V>; ++i) to[i] = std::sqrt(a[i]);
}
// The lanes added as a tree, in the same order on every machine.
template <class V> inline float sum(const V& a) {
    float lanes[lane_count<V>];
    store(lanes, a);
    for (int width = lane_count<V> / 2; width > 0; width /= 2)
        for (int i = 0; i < width; ++i) lanes[i] += lanes[i + width];
    return lanes[0];
}

} // namespace ossuary::simd
