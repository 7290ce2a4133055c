// The few functions Ossian is made of, in plain double arithmetic. A library's sine may differ in the last bit from
// another's; these give the same bits on every machine and compiler. Angles are in turns: one is a full circle.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "ossuary/base/math.h"

namespace ossuary::samples {

// Exactly periodic: sine(x) == sine(x + 1) wherever x + 1 is exact.
inline double sine(double turns) {
    double x = turns - std::floor(turns); // [0, 1)
    double sign = 1;
    if (x >= 0.5) {
        x -= 0.5;
        sign = -1;
    }
    if (x > 0.25) x = 0.5 - x; // a quarter is enough
    const double r = x * 6.283185307179586;
    const double q = r * r;
    double s = 1 - q / 272 * (1 - q / 342); // Taylor's series, from the small end
    s = 1 - q / 210 * s;
    s = 1 - q / 156 * s;
    s = 1 - q / 110 * s;
    s = 1 - q / 72 * s;
    s = 1 - q / 42 * s;
    s = 1 - q / 20 * s;
    s = 1 - q / 6 * s;
    return sign * r * s;
}
inline double cosine(double turns) { return sine(turns + 0.25); }

inline double clamp01(double x) { return std::clamp(x, 0.0, 1.0); }
inline double mix(double a, double b, double t) { return a + (b - a) * t; }
// 0 below a, 1 above b, an S between; a may be above b.
inline double smooth(double a, double b, double x) {
    const double t = clamp01((x - a) / (b - a));
    return t * t * (3 - 2 * t);
}
// The smaller of two, rounded over a width of k where they are close.
inline double smooth_min(double a, double b, double k) {
    const double h = std::max(k - std::abs(a - b), 0.0) / k;
    return std::min(a, b) - h * h * k / 4;
}
inline double smooth_max(double a, double b, double k) { return -smooth_min(-a, -b, k); }

inline Quatd turn_about(const Vec3d& unit_axis, double degrees) {
    const double s = sine(degrees / 720), c = cosine(degrees / 720);
    return {unit_axis.x * s, unit_axis.y * s, unit_axis.z * s, c};
}
inline Quatd turn_x(double degrees) { return turn_about({1, 0, 0}, degrees); }
inline Quatd turn_y(double degrees) { return turn_about({0, 1, 0}, degrees); }
inline Quatd turn_z(double degrees) { return turn_about({0, 0, 1}, degrees); }

// The rotation whose axes are these three, orthonormal and right-handed.
inline Quatd turn_to_axes(const Vec3d& x, const Vec3d& y, const Vec3d& z) { return to_quat(Affined{x, y, z, {}}); }
// The shortest turn from one unit vector to another.
inline Quatd turn_between(const Vec3d& from, const Vec3d& to) {
    const double w = 1 + dot(from, to);
    if (w < 1e-9) return {1, 0, 0, 0};
    const Vec3d axis = cross(from, to);
    return normalize(Quatd{axis.x, axis.y, axis.z, w});
}

// Between two turns the shorter way, straight through and normalised.
inline Quatd blend_turns(const Quatd& a, const Quatd& b, double t) {
    const double sign = dot(a, b) < 0 ? -1 : 1, wa = 1 - t, wb = t * sign;
    return normalize(Quatd{a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb});
}

// An integer hash as a number in [0, 1).
inline double scatter(std::int32_t x, std::int32_t y, std::int32_t seed) {
    std::uint32_t h = static_cast<std::uint32_t>(x) * 0x9e3779b1u ^ static_cast<std::uint32_t>(y) * 0x85ebca77u ^
                      static_cast<std::uint32_t>(seed) * 0xc2b2ae3du;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    return h / 4294967296.0;
}
// Smooth noise in [0, 1] over a lattice of whole numbers that repeats every `period`.
inline double noise(double x, double y, std::int32_t period, std::int32_t seed) {
    const double fx = std::floor(x), fy = std::floor(y);
    const auto wrap = [&](double v) {
        const auto i = static_cast<std::int32_t>(v);
        return ((i % period) + period) % period;
    };
    const std::int32_t x0 = wrap(fx), x1 = wrap(fx + 1), y0 = wrap(fy), y1 = wrap(fy + 1);
    const double tx = smooth(0, 1, x - fx), ty = smooth(0, 1, y - fy);
    return mix(mix(scatter(x0, y0, seed), scatter(x1, y0, seed), tx),
               mix(scatter(x0, y1, seed), scatter(x1, y1, seed), tx), ty);
}
// Octaves of noise over the unit square, tiling; `cells` across in the coarsest. About 0.5 on average.
inline double cloud(double u, double v, std::int32_t cells, int octaves, std::int32_t seed) {
    double sum = 0, weight = 0.5, total = 0;
    for (int i = 0; i < octaves; ++i, cells *= 2, weight /= 2) {
        sum += weight * noise(u * cells, v * cells, cells, seed + i);
        total += weight;
    }
    return sum / total;
}

} // namespace ossuary::samples
