// Mathematics on the vector types: lengths, angles, interpolation of rotations, matrices taken apart.
#pragma once

#include <cmath>
#include <optional>

#include "ossuary/base/basis.h"
#include "ossuary/base/vectors.h"

namespace ossuary {

template <class T> T length(const Vec3T<T>& a) { return std::sqrt(dot(a, a)); }
// The vector at unit length; a zero vector stays zero.
template <class T> Vec3T<T> normalize(const Vec3T<T>& a) {
    const T l = length(a);
    return l > T(0) ? a / l : a;
}

// The quaternion at unit length; a zero quaternion becomes the identity.
template <class T> QuatT<T> normalize(const QuatT<T>& q) {
    const T l = std::sqrt(dot(q, q));
    if (!(l > T(0))) return {};
    return {q.x / l, q.y / l, q.z / l, q.w / l};
}

template <class T> QuatT<T> axis_angle(const Vec3T<T>& unit_axis, T angle) {
    const T s = std::sin(angle / 2);
    return {unit_axis.x * s, unit_axis.y * s, unit_axis.z * s, std::cos(angle / 2)};
}
// Spherical along the shorter arc; nearly equal rotations (cosine above 0.9995) blend linearly and are normalised.
template <class T> QuatT<T> slerp(const QuatT<T>& a, QuatT<T> b, T t) {
    T cosine = dot(a, b);
    if (cosine < 0) {
        b = -b;
        cosine = -cosine;
    }
    T wa = 1 - t, wb = t;
    if (cosine < T(0.9995)) {
        const T angle = std::acos(cosine), sine = std::sin(angle);
        wa = std::sin(wa * angle) / sine;
        wb = std::sin(wb * angle) / sine;
    }
    return normalize(QuatT<T>{a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb});
}

// The rotation of an orthonormal matrix with positive determinant.
template <class T> QuatT<T> to_quat(const AffineT<T>& m) {
    const T trace = m.x.x + m.y.y + m.z.z;
    if (trace > 0) {
        const T s = std::sqrt(trace + 1) * 2;
        return normalize(QuatT<T>{(m.y.z - m.z.y) / s, (m.z.x - m.x.z) / s, (m.x.y - m.y.x) / s, s / 4});
    }
    if (m.x.x >= m.y.y && m.x.x >= m.z.z) {
        const T s = std::sqrt(1 + m.x.x - m.y.y - m.z.z) * 2;
        return normalize(QuatT<T>{s / 4, (m.y.x + m.x.y) / s, (m.z.x + m.x.z) / s, (m.y.z - m.z.y) / s});
    }
    if (m.y.y >= m.z.z) {
        const T s = std::sqrt(1 + m.y.y - m.x.x - m.z.z) * 2;
        return normalize(QuatT<T>{(m.y.x + m.x.y) / s, s / 4, (m.z.y + m.y.z) / s, (m.z.x - m.x.z) / s});
    }
    const T s = std::sqrt(1 + m.z.z - m.x.x - m.y.y) * 2;
    return normalize(QuatT<T>{(m.z.x + m.x.z) / s, (m.z.y + m.y.z) / s, s / 4, (m.x.y - m.y.x) / s});
}

// A matrix taken apart; nothing if it is singular, or sheared by more than `tolerance` (cosine between axes).
// A mirror becomes a negative x scale.
std::optional<Transformd> decompose(const Affined& matrix, double tolerance = 1e-4);

// The shortest rotation that turns one unit vector into another.
Quatd rotation_between(const Vec3d& from, const Vec3d& to);

} // namespace ossuary
