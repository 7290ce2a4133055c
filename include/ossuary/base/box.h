// Axis-aligned bounding box that grows by points.
#pragma once

#include <optional>
#include <span>

#include "ossuary/base/vectors.h"

namespace ossuary {

template <class T> struct BoxT {
    Vec3T<T> min, max;
    constexpr bool operator==(const BoxT&) const = default;

    // A value that is not a number leaves its axis as it is.
    constexpr void add(const Vec3T<T>& point) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (point[axis] < min[axis]) min[axis] = point[axis];
            if (max[axis] < point[axis]) max[axis] = point[axis];
        }
    }
    constexpr Vec3T<T> center() const { return (min + max) * T(0.5); }
    constexpr Vec3T<T> size() const { return max - min; }
};
using Box = BoxT<float>;
using Boxd = BoxT<double>;

// The first point makes the box, the others grow it.
template <class B, class T> constexpr void add_point(std::optional<B>& box, const Vec3T<T>& point) {
    if (box)
        box->add(point);
    else
        box.emplace(B{point, point});
}
// Around all points; nothing around none.
inline std::optional<Box> box_of(std::span<const Vec3> points) {
    std::optional<Box> box;
    for (const Vec3& point : points) add_point(box, point);
    return box;
}
inline std::optional<Boxd> box_of(std::span<const Vec3d> points) {
    std::optional<Boxd> box;
    for (const Vec3d& point : points) add_point(box, point);
    return box;
}

} // namespace ossuary
