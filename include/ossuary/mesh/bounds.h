// Spheres around points; boxes are in base/box.h.
#pragma once

#include <span>

#include "ossuary/base/box.h"
#include "ossuary/base/math.h"
#include "ossuary/model/model.h"

namespace ossuary::mesh {

struct Sphere {
    Vec3 center;
    float radius = 0;
    bool operator==(const Sphere&) const = default;
};

// A sphere around finite points, at most a few per cent larger than the smallest one. Every point is within `radius` of
// `center` when the distance is computed exactly. No points: a sphere of no size at the origin.
Sphere sphere_of(std::span<const Vec3> points);

} // namespace ossuary::mesh
