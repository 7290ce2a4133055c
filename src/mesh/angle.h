// Angles from square roots and quotients alone: the same bits on every machine, which the C library's acos does not
// give.
#pragma once

#include <cmath>

#include "ossuary/base/math.h"

namespace ossuary::mesh {

// The arc tangent of a number from 0 on, within a few units in the last place.
inline double arc_tangent(double x) {
    constexpr double half_pi = 1.57079632679489661923;
    if (x > 1) return half_pi - arc_tangent(1 / x);
    // Halved three times, the angle is below pi/32, where seven terms of the series are enough.
    for (int i = 0; i < 3; ++i) x = x / (1 + std::sqrt(1 + x * x));
    const double square = x * x;
    double sum = 0;
    for (int k = 13; k >= 1; k -= 2) sum = 1.0 / k - square * sum;
    return 8 * x * sum;
}

// Between two unit vectors, 0 to pi. From sum and difference: exact also where the cosine hardly changes.
inline double angle_between(const Vec3d& a, const Vec3d& b) {
    constexpr double pi = 3.14159265358979323846;
    const double apart = length(a - b), together = length(a + b);
    return together > 0 ? 2 * arc_tangent(apart / together) : pi;
}

// The angle of a triangle at `at`; nothing where two of its corners are one.
inline double corner_angle(const Vec3d& at, const Vec3d& a, const Vec3d& b) {
    const Vec3d to_a = a - at, to_b = b - at;
    if (dot(to_a, to_a) == 0 || dot(to_b, to_b) == 0) return 0;
    return angle_between(normalize(to_a), normalize(to_b));
}

} // namespace ossuary::mesh
