// Normal cones: telling at once that a cluster of triangles faces away.
#pragma once

#include <cstdint>
#include <span>

#include "ossuary/base/math.h"
#include "ossuary/mesh/bounds.h"

namespace ossuary::mesh {

// Every triangle faces away from a camera that looks at `apex` within the cone around `axis`. A cutoff of 1 means that
// the triangles face too many ways: nothing is ever culled.
struct NormalCone {
    Vec3 apex;
    Vec3 axis{0, 1, 0};
    float cutoff = 1; // the sine of the angle by which normals differ from the axis at most
    bool operator==(const NormalCone&) const = default;

    bool is_usable() const { return cutoff < 1; }
    // True only if no triangle shows its front to the camera.
    bool culls(const Vec3& camera) const {
        const Vec3 view = apex - camera;
        return is_usable() && dot(view, axis) >= cutoff * length(view);
    }
};

// The cone of triangles, three indices into `positions` each, within a sphere. Triangles without area count nothing.
NormalCone cone_of(std::span<const Vec3> positions, std::span<const std::uint8_t> triangles, const Sphere& sphere);

} // namespace ossuary::mesh
