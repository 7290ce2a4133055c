// Numbers in few bits and back. All of it is sums, products, quotients and square roots, each rounded once: the same on
// every machine.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "ossuary/base/math.h"

namespace ossuary::mesh {

constexpr std::uint32_t largest_of_bits(unsigned bits) { return bits >= 32 ? UINT32_MAX : (1u << bits) - 1; }

// Whole steps from an origin. The value of step q is origin + float(q) · step, computed in float.
struct Lattice {
    float origin = 0, step = 0;

    // From `low` to `high` in numbers of that many bits; each value is at most half a step, and rounding, away.
    static Lattice over(float low, float high, unsigned bits) {
        const double step = (static_cast<double>(high) - static_cast<double>(low)) / largest_of_bits(bits);
        if (!(step > 0)) return {low, 0};
        return {low, std::nextafter(static_cast<float>(step), INFINITY)};
    }
    // The nearest step to a value not below the origin.
    std::int64_t nearest(float value) const { return nearest(value, steps_per_unit()); }
    // The same, for repeated calls.
    double steps_per_unit() const { return step > 0 ? 1 / static_cast<double>(step) : 0; }
    std::int64_t nearest(float value, double steps_per_unit) const {
        const double steps = (static_cast<double>(value) - static_cast<double>(origin)) * steps_per_unit;
        return static_cast<std::int64_t>(steps + 0.5);
    }
    float at(std::int64_t number) const { return origin + static_cast<float>(number) * step; }
};

// Unit vectors as points of an octahedron, unfolded into a square: two numbers of 2 to 16 bits. Every direction is
// within octahedral_bound() of the one that comes back.
struct Octahedral {
    std::uint32_t x = 0, y = 0;
    bool operator==(const Octahedral&) const = default;
};

inline Octahedral to_octahedral(const Vec3& unit, unsigned bits) {
    const double middle = largest_of_bits(bits - 1);
    const double sum = static_cast<double>(std::abs(unit.x)) + static_cast<double>(std::abs(unit.y)) +
                       static_cast<double>(std::abs(unit.z));
    const double scale = sum > 0 ? 1 / sum : 0;
    double x = static_cast<double>(unit.x) * scale, y = static_cast<double>(unit.y) * scale;
    if (unit.z < 0) {
        const double folded = (1 - std::abs(y)) * (x < 0 ? -1 : 1);
        y = (1 - std::abs(x)) * (y < 0 ? -1 : 1);
        x = folded;
    }
    return {static_cast<std::uint32_t>(x * middle + middle + 0.5),
            static_cast<std::uint32_t>(y * middle + middle + 0.5)};
}

inline Vec3 from_octahedral(const Octahedral& packed, unsigned bits) {
    const auto middle = static_cast<float>(largest_of_bits(bits - 1));
    float x = (static_cast<float>(packed.x) - middle) / middle, y = (static_cast<float>(packed.y) - middle) / middle;
    const float z = 1 - std::abs(x) - std::abs(y);
    if (z < 0) {
        const float folded = (1 - std::abs(y)) * (x < 0 ? -1.0f : 1.0f);
        y = (1 - std::abs(x)) * (y < 0 ? -1.0f : 1.0f);
        x = folded;
    }
    return normalize(Vec3{x, y, z});
}

// The largest angle, in degrees, between a direction and its packed form. A step of the square is 1/m, m = 2^(bits-1) -
// 1; half of it in each direction moves the point of the octahedron by √6 / 2m at most, and that point is at least 1/√3
// from the middle.
constexpr double octahedral_bound(unsigned bits) {
    constexpr double degrees = 57.29577951308232, root_of_18 = 4.242640687119286;
    return degrees * (root_of_18 / 2 / largest_of_bits(bits - 1) + 3e-7);
}

// Weights of any sum above zero, at most 64, as whole numbers that add up to 2^bits - 1: rounded down, and what is
// missing given to those that lost most. Each is less than one part away from its share. `parts` is as long as
// `weights`.
void quantise_weights(std::span<const float> weights, unsigned bits, std::span<std::uint32_t> parts);

} // namespace ossuary::mesh
