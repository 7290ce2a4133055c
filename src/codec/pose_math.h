// From decoded parameters to rotations, for one joint (V = float) or many at a time (V = a vector of floats): the same
// operations in the same order, so that every path gives the same bits.
//
// The functions have internal linkage: the file is compiled once for each instruction set, and the linker must not take
// one set's copy for another's.
#pragma once

#include <cstddef>

namespace ossuary::codec {

template <class V> struct Quaternions { V x, y, z, w; };

namespace {

template <class V> inline void three_axes_rotation(Quaternions<V>& q, const V& x, const V& y, const V& z) {
    const V sx = x * 0.25f, sy = y * 0.25f, sz = z * 0.25f;
    const V k = 2.0f / (1.0f + (sx * sx + sy * sy + sz * sz));
    q.x = k * sx;
    q.y = k * sy;
    q.z = k * sz;
    q.w = k - 1.0f;
}
template <class V> inline void hinge_rotation(V& sine, V& cosine, const V& x) {
    const V s = x * 0.25f;
    const V k = 2.0f / (1.0f + s * s);
    sine = k * s;
    cosine = k - 1.0f;
}
// (ca, sa, 0) is the second hinge's axis.
template <class V>
inline void two_hinges_rotation(Quaternions<V>& q, const V& x, const V& y, const V& ca, const V& sa) {
    V sx, cx, sy, cy;
    hinge_rotation(sx, cx, x);
    hinge_rotation(sy, cy, y);
    const V along = ca * sy, across = sa * sy;
    q.x = sx * cy + cx * along;
    q.y = cx * across;
    q.z = sx * across;
    q.w = cx * cy - sx * along;
}

// left · m · right as one matrix by columns: half the work of two products. A hinge's m has no y and z.
template <class V>
inline void place(Quaternions<V>& to, const Quaternions<V>& m, const Quaternions<V>& by_x, const Quaternions<V>& by_y,
                  const Quaternions<V>& by_z, const Quaternions<V>& by_w) {
    to.x = (by_x.x * m.x + by_w.x * m.w) + (by_y.x * m.y + by_z.x * m.z);
    to.y = (by_x.y * m.x + by_w.y * m.w) + (by_y.y * m.y + by_z.y * m.z);
    to.z = (by_x.z * m.x + by_w.z * m.w) + (by_y.z * m.y + by_z.z * m.z);
    to.w = (by_x.w * m.x + by_w.w * m.w) + (by_y.w * m.y + by_z.w * m.z);
}
template <class V>
inline void place_hinge(Quaternions<V>& to, const V& sine, const V& cosine, const Quaternions<V>& by_x,
                        const Quaternions<V>& by_w) {
    to.x = by_x.x * sine + by_w.x * cosine;
    to.y = by_x.y * sine + by_w.y * cosine;
    to.z = by_x.z * sine + by_w.z * cosine;
    to.w = by_x.w * sine + by_w.w * cosine;
}

// Spherical interpolation without trigonometry. With c the cosine between two rotations,
//   sin(t·θ) / sin θ = t · (1 + b1·(c−1)·(1 + b2·(c−1)·(1 + …))),  b_i = t² / (i·(2i+1)) − i / (2i+1),
// and the b's are the same for all joints. Rotations a half turn apart need 24 terms; those nearer than `near_cosine`,
// which is nearly all, need four for a float.
inline constexpr int near_terms = 4, far_terms = 24;
inline constexpr float near_cosine = 0.93f;

template <class T> struct SlerpSeries {
    T square[far_terms]{}, constant[far_terms]{}; // b = t²·square − constant
    constexpr SlerpSeries() {
        for (int i = 1; i <= far_terms; ++i) {
            square[i - 1] = T(1) / static_cast<T>(i * (2 * i + 1));
            constant[i - 1] = static_cast<T>(i) / static_cast<T>(2 * i + 1);
        }
    }
};
template <class T> constexpr SlerpSeries<T> slerp_series{};

template <class T> struct SlerpTerms {
    T t = 0, first[far_terms], second[far_terms]; // of the weights of the first and the second key

    explicit SlerpTerms(T fraction, int terms = near_terms) : t(fraction) {
        const T u = 1 - t, tt = t * t, uu = u * u;
        for (int i = 0; i < terms; ++i) {
            first[i] = uu * slerp_series<T>.square[i] - slerp_series<T>.constant[i];
            second[i] = tt * slerp_series<T>.square[i] - slerp_series<T>.constant[i];
        }
    }
};

template <int terms, class V, class T>
inline void slerp_weights(V& wa, V& wb, const SlerpTerms<T>& slerp, const V& cosine) {
    const V x = cosine - T(1);
    V a = x * slerp.first[terms - 1] + T(1), b = x * slerp.second[terms - 1] + T(1);
    for (int i = terms - 2; i >= 0; --i) {
        a = (x * slerp.first[i]) * a + T(1);
        b = (x * slerp.second[i]) * b + T(1);
    }
    wa = a * (T(1) - slerp.t);
    wb = b * slerp.t;
}

// One pair, in float as the decoder does it, or in double, where all terms count.
template <class T> inline Quaternions<T> slerp_one(const Quaternions<T>& a, const Quaternions<T>& b, T t) {
    const T c = (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
    const T cosine = c < 0 ? -c : c;
    T wa, wb;
    if (sizeof(T) > sizeof(float) || cosine < T(near_cosine))
        slerp_weights<far_terms>(wa, wb, SlerpTerms<T>(t, far_terms), cosine);
    else
        slerp_weights<near_terms>(wa, wb, SlerpTerms<T>(t), cosine);
    if (c < 0) wb = -wb;
    return {a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb};
}

} // namespace
} // namespace ossuary::codec
