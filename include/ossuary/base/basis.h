// Basis: a change of axes and unit between a file format and the model.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd> // declares std::string
#include <string_view>

#include "ossuary/base/result.h"
#include "ossuary/base/vectors.h"

namespace ossuary {

// A change of axes and unit: the signed permutation C and the scale s by which an importer goes from its format's
// axes to ours (right-handed, Y up, metres). Every rule for points, rotations and matrices follows from these two.
struct Basis {
    std::array<std::int8_t, 3> axis{0, 1, 2}; // our axis i is the source's axis[i] …
    std::array<std::int8_t, 3> sign{1, 1, 1}; // … times sign[i]
    double scale = 1;

    constexpr bool operator==(const Basis&) const = default;
    constexpr double determinant() const {
        const bool even = (axis[1] == (axis[0] + 1) % 3);
        return (even ? 1 : -1) * sign[0] * sign[1] * sign[2];
    }
    constexpr Vec3d direction(const Vec3d& v) const {
        const auto at = [&](std::size_t i) { return v[static_cast<std::size_t>(axis[i])] * sign[i]; };
        return {at(0), at(1), at(2)};
    }
    constexpr Vec3d point(const Vec3d& v) const { return direction(v) * scale; }
    constexpr Vec3d extent(const Vec3d& v) const { // a scale vector: permuted, signs dropped
        return {v[static_cast<std::size_t>(axis[0])], v[static_cast<std::size_t>(axis[1])],
                v[static_cast<std::size_t>(axis[2])]};
    }
    constexpr Quatd rotation(const Quatd& q) const {
        const Vec3d v = direction(q.xyz()) * determinant();
        return {v.x, v.y, v.z, q.w};
    }
    constexpr Transformd transform(const Transformd& f) const {
        return {point(f.translation), rotation(f.rotation), extent(f.scale)};
    }
    Affined matrix(const Affined& m) const;
    // The way back: inverse().point(point(v)) is v up to rounding.
    Basis inverse() const;
    // `x,z,-y` for C = (x, z, −y).
    std::string text() const;
    static Result<Basis> parse(std::string_view text, double scale);
};

} // namespace ossuary
