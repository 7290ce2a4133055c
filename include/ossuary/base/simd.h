// Eight or four floats at a time, in one notation for GCC, clang and WebAssembly. The types are the compilers' own
// vector extensions, so +, -, *, / and comparisons work lane by lane and fall back to whatever the target has.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__SSE__) && (!defined(__clang__) || defined(__AVX__))
#include <immintrin.h>
#endif

// Kernels are compiled once for each instruction set, with what they include, and the linker keeps one copy of each
// inline function that has external linkage. So these have internal linkage, and every set has its own namespace:
// cmake/Kernels.cmake names it, and the table of kernels.
#if !defined(OSSUARY_KERNELS)
#define OSSUARY_KERNELS kernels_baseline
#endif
#if !defined(OSSUARY_SIMD_NAMESPACE)
#if defined(__AVX512F__)
#define OSSUARY_SIMD_NAMESPACE avx512
#elif defined(__AVX2__)
#define OSSUARY_SIMD_NAMESPACE avx2
#elif defined(__AVX__)
#define OSSUARY_SIMD_NAMESPACE avx
#elif defined(__SSE4_2__)
#define OSSUARY_SIMD_NAMESPACE sse4
#else
#define OSSUARY_SIMD_NAMESPACE plain
#endif
#endif

namespace ossuary::simd {
inline namespace OSSUARY_SIMD_NAMESPACE {

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

// What one register of the target holds. GCC takes comparisons of wider vectors apart lane by lane, so the functions
// that compare work on halves until they fit; kernels do best with vectors of this size.
#if defined(__AVX512F__)
inline constexpr std::size_t register_size = 64;
#elif defined(__AVX__)
inline constexpr std::size_t register_size = 32;
#else
inline constexpr std::size_t register_size = 16;
#endif
template <class V> inline constexpr bool fits_register = sizeof(V) <= register_size;
template <class V> using HalfOf = typename Lanes<lane_count<V> / 2>::Float;

// Vectors go by reference: passing 32-byte ones by value has no fixed calling convention without AVX.
template <class V> static inline void load(V& to, const float* from) { std::memcpy(&to, from, sizeof(V)); }
template <class V> static inline void store(float* to, const V& from) { std::memcpy(to, &from, sizeof(V)); }
template <class V> static inline void splat(V& to, float value) { to = value - V{}; } // minus: -0 stays -0

// Lanes of `a` where the mask (a comparison's result) is set, of `b` elsewhere.
template <class V> static inline void select(V& to, const IntOf<V>& mask, const V& a, const V& b) {
    to = (V)((mask & (IntOf<V>)a) | (~mask & (IntOf<V>)b));
}
template <class V, class Step> static inline void by_halves(V& to, const V& a, const V& b, Step step) {
    HalfOf<V> halves_to[2], halves_a[2], halves_b[2];
    std::memcpy(halves_a, &a, sizeof(V));
    std::memcpy(halves_b, &b, sizeof(V));
    for (int i = 0; i < 2; ++i) step(halves_to[i], halves_a[i], halves_b[i]);
    std::memcpy(&to, halves_to, sizeof(V));
}
// The smaller and the larger, lane by lane; `b` where a lane is not a number.
template <class V> static inline void min(V& to, const V& a, const V& b) {
    if constexpr (fits_register<V>)
        to = a < b ? a : b;
    else
        by_halves(to, a, b, [](auto& t, const auto& x, const auto& y) { min(t, x, y); });
}
template <class V> static inline void max(V& to, const V& a, const V& b) {
    if constexpr (fits_register<V>)
        to = a > b ? a : b;
    else
        by_halves(to, a, b, [](auto& t, const auto& x, const auto& y) { max(t, x, y); });
}
template <class V> static inline void abs(V& to, const V& a) { to = (V)((IntOf<V>)a & 0x7fffffff); }
// The magnitude of `a` with its sign flipped where `b` is negative: one xor, no branch.
template <class V> static inline void flip_sign(V& to, const V& a, const V& b) {
    const IntOf<V> sign = IntOf<V>{} + static_cast<std::int32_t>(0x80000000u);
    to = (V)((IntOf<V>)a ^ ((IntOf<V>)b & sign));
}
// One instruction for each register. A loop over std::sqrt would not become that: the library's function must set
// errno.
template <class V> static inline void sqrt(V& to, const V& a) {
#if defined(__clang__)
    to = __builtin_elementwise_sqrt(a);
#elif defined(__SSE__)
    if constexpr (!fits_register<V>)
        by_halves(to, a, a, [](auto& t, const auto& x, const auto&) { sqrt(t, x); });
    else if constexpr (sizeof(V) == 16)
        to = (V)_mm_sqrt_ps((__m128)a);
#if defined(__AVX__)
    else if constexpr (sizeof(V) == 32)
        to = (V)_mm256_sqrt_ps((__m256)a);
#endif
#if defined(__AVX512F__)
    else
        to = (V)_mm512_maskz_sqrt_ps(0xffff, (__m512)a); // GCC 12 warns of its own header without a mask
#endif
#else
    for (int i = 0; i < lane_count<V>; ++i) to[i] = std::sqrt(a[i]);
#endif
}
// One bit for each lane of a mask, the first lane lowest.
template <class I> static inline std::uint32_t bits(const I& mask) {
#if defined(__AVX__)
    if constexpr (sizeof(I) == 32) return static_cast<std::uint32_t>(__builtin_ia32_movmskps256((Lanes<8>::Float)mask));
#endif
#if defined(__SSE__)
    if constexpr (sizeof(I) == 16) return static_cast<std::uint32_t>(__builtin_ia32_movmskps((Lanes<4>::Float)mask));
#endif
    constexpr std::size_t lanes = sizeof(I) / 4;
    if constexpr (lanes > 4) {
        typename Lanes<lanes / 2>::Int halves[2];
        std::memcpy(halves, &mask, sizeof(I));
        return bits(halves[0]) | bits(halves[1]) << (lanes / 2);
    } else {
        std::uint32_t all = 0;
        for (std::size_t i = 0; i < lanes; ++i) all |= (static_cast<std::uint32_t>(mask[i]) >> 31) << i;
        return all;
    }
}
// The lanes added as a tree, in the same order on every machine.
template <class V> static inline float sum(const V& a) {
    float lanes[lane_count<V>];
    store(lanes, a);
    for (int width = lane_count<V> / 2; width > 0; width /= 2)
        for (int i = 0; i < width; ++i) lanes[i] += lanes[i + width];
    return lanes[0];
}

} // namespace OSSUARY_SIMD_NAMESPACE
} // namespace ossuary::simd
