// Vectors, quaternions, transforms and affine matrices: the types and what needs no square root.
// Column vectors; quaternions are (x, y, z, w), Hamilton. Float for data, double (the d-types) where values accumulate
// or are converted. A light header: lengths, angles and interpolation along arcs are in base/math.h.
#pragma once

#include <array>
#include <cstddef>

namespace ossuary {

template <class T> struct Vec2T {
    T x{}, y{};
    static constexpr std::size_t size = 2;
    constexpr T& operator[](std::size_t i) { return i == 0 ? x : y; }
    constexpr const T& operator[](std::size_t i) const { return i == 0 ? x : y; }
    constexpr bool operator==(const Vec2T&) const = default;
};

template <class T> struct Vec3T {
    T x{}, y{}, z{};
    static constexpr std::size_t size = 3;
    constexpr T& operator[](std::size_t i) { return i == 0 ? x : i == 1 ? y : z; }
    constexpr const T& operator[](std::size_t i) const { return i == 0 ? x : i == 1 ? y : z; }
    constexpr bool operator==(const Vec3T&) const = default;
    constexpr Vec3T operator-() const { return {-x, -y, -z}; }
    constexpr Vec3T& operator+=(const Vec3T& o) { return *this = *this + o; }
    constexpr Vec3T& operator-=(const Vec3T& o) { return *this = *this - o; }
    constexpr Vec3T& operator*=(T s) { return *this = *this * s; }
    friend constexpr Vec3T operator+(const Vec3T& a, const Vec3T& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr Vec3T operator-(const Vec3T& a, const Vec3T& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr Vec3T operator*(const Vec3T& a, T s) { return {a.x * s, a.y * s, a.z * s}; }
    friend constexpr Vec3T operator*(T s, const Vec3T& a) { return a * s; }
    friend constexpr Vec3T operator*(const Vec3T& a, const Vec3T& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
    friend constexpr Vec3T operator/(const Vec3T& a, T s) { return {a.x / s, a.y / s, a.z / s}; }
};

template <class T> struct Vec4T {
    T x{}, y{}, z{}, w{};
    static constexpr std::size_t size = 4;
    constexpr T& operator[](std::size_t i) { return i == 0 ? x : i == 1 ? y : i == 2 ? z : w; }
    constexpr const T& operator[](std::size_t i) const { return i == 0 ? x : i == 1 ? y : i == 2 ? z : w; }
    constexpr bool operator==(const Vec4T&) const = default;
};

template <class T> constexpr T dot(const Vec3T<T>& a, const Vec3T<T>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class T> constexpr Vec3T<T> cross(const Vec3T<T>& a, const Vec3T<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T> constexpr Vec3T<T> lerp(const Vec3T<T>& a, const Vec3T<T>& b, T t) { return a + (b - a) * t; }

template <class T> struct QuatT {
    T x{}, y{}, z{}, w{1};
    static constexpr std::size_t size = 4;
    constexpr T& operator[](std::size_t i) { return i == 0 ? x : i == 1 ? y : i == 2 ? z : w; }
    constexpr const T& operator[](std::size_t i) const { return i == 0 ? x : i == 1 ? y : i == 2 ? z : w; }
    constexpr bool operator==(const QuatT&) const = default;
    constexpr QuatT operator-() const { return {-x, -y, -z, -w}; }
    constexpr Vec3T<T> xyz() const { return {x, y, z}; }
    friend constexpr QuatT operator*(const QuatT& a, const QuatT& b) {
        const Vec3T<T> v = b.xyz() * a.w + a.xyz() * b.w + cross(a.xyz(), b.xyz());
        return {v.x, v.y, v.z, a.w * b.w - dot(a.xyz(), b.xyz())};
    }
};

template <class T> constexpr T dot(const QuatT<T>& a, const QuatT<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <class T> constexpr QuatT<T> conjugate(const QuatT<T>& q) { return {-q.x, -q.y, -q.z, q.w}; }
template <class T> constexpr Vec3T<T> rotate(const QuatT<T>& q, const Vec3T<T>& v) {
    const Vec3T<T> t = cross(q.xyz(), v) * T(2);
    return v + t * q.w + cross(q.xyz(), t);
}
// Translation, rotation and scale, applied in the order scale, rotation, translation.
template <class T> struct TransformT {
    Vec3T<T> translation;
    QuatT<T> rotation;
    Vec3T<T> scale{1, 1, 1};
    constexpr bool operator==(const TransformT&) const = default;
};

// A 3 × 4 matrix as four columns; the last row is 0 0 0 1.
template <class T> struct AffineT {
    Vec3T<T> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, t;
    constexpr bool operator==(const AffineT&) const = default;

    constexpr Vec3T<T> direction(const Vec3T<T>& v) const { return x * v.x + y * v.y + z * v.z; }
    constexpr Vec3T<T> point(const Vec3T<T>& v) const { return direction(v) + t; }
    friend constexpr AffineT operator*(const AffineT& a, const AffineT& b) {
        return {a.direction(b.x), a.direction(b.y), a.direction(b.z), a.point(b.t)};
    }
    // Sixteen numbers, column by column, as glTF stores them.
    constexpr std::array<T, 16> columns() const {
        return {x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, t.x, t.y, t.z, 1};
    }
};

template <class T> constexpr T determinant(const AffineT<T>& m) { return dot(m.x, cross(m.y, m.z)); }
// The inverse; a singular matrix gives zeros.
template <class T> constexpr AffineT<T> inverse(const AffineT<T>& m) {
    const T d = determinant(m);
    if (d == T(0)) return {{}, {}, {}, {}};
    const Vec3T<T> rx = cross(m.y, m.z) / d, ry = cross(m.z, m.x) / d, rz = cross(m.x, m.y) / d;
    AffineT<T> r{{rx.x, ry.x, rz.x}, {rx.y, ry.y, rz.y}, {rx.z, ry.z, rz.z}, {}};
    r.t = -r.direction(m.t);
    return r;
}
template <class T> constexpr AffineT<T> to_affine(const TransformT<T>& f) {
    return {rotate(f.rotation, Vec3T<T>{f.scale.x, 0, 0}), rotate(f.rotation, Vec3T<T>{0, f.scale.y, 0}),
            rotate(f.rotation, Vec3T<T>{0, 0, f.scale.z}), f.translation};
}
using Vec2 = Vec2T<float>;
using Vec3 = Vec3T<float>;
using Vec4 = Vec4T<float>;
using Quat = QuatT<float>;
using Transform = TransformT<float>;
using Affine = AffineT<float>;
using Vec2d = Vec2T<double>;
using Vec3d = Vec3T<double>;
using Vec4d = Vec4T<double>;
using Quatd = QuatT<double>;
using Transformd = TransformT<double>;
using Affined = AffineT<double>;

constexpr Vec3 to_float(const Vec3d& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
constexpr Quat to_float(const Quatd& q) {
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}
constexpr Transform to_float(const Transformd& f) {
    return {to_float(f.translation), to_float(f.rotation), to_float(f.scale)};
}
constexpr Affine to_float(const Affined& m) { return {to_float(m.x), to_float(m.y), to_float(m.z), to_float(m.t)}; }
constexpr Vec3d to_double(const Vec3& v) { return {v.x, v.y, v.z}; }
constexpr Quatd to_double(const Quat& q) { return {q.x, q.y, q.z, q.w}; }
constexpr Transformd to_double(const Transform& f) {
    return {to_double(f.translation), to_double(f.rotation), to_double(f.scale)};
}
constexpr Affined to_double(const Affine& m) {
    return {to_double(m.x), to_double(m.y), to_double(m.z), to_double(m.t)};
}

} // namespace ossuary
