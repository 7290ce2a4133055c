#include "ossuary/formats/md5/md5.h"

#include <algorithm>
#include <cmath>

namespace ossuary::md5 {

Quatd rebuild_orientation(const Vec3d& stored) {
    const double rest = 1 - dot(stored, stored);
    return normalize(Quatd{stored.x, stored.y, stored.z, rest > 0 ? -std::sqrt(rest) : 0});
}

Vec3d stored_orientation(const Quatd& rotation) {
    const Quatd unit = normalize(rotation);
    return unit.w > 0 ? -unit.xyz() : unit.xyz();
}

Basis md5_basis(Front front, double unit_scale) {
    if (front == Front::plus_x) return {.axis = {1, 2, 0}, .sign = {1, 1, 1}, .scale = unit_scale};
    return {.axis = {0, 2, 1}, .sign = {1, 1, -1}, .scale = unit_scale};
}

} // namespace ossuary::md5
