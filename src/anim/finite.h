// Whether every number of a value is one.
#pragma once

#include <cmath>

#include "ossuary/base/math.h"

namespace ossuary::anim {

inline bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
inline bool is_finite(const Quat& q) { return is_finite(q.xyz()) && std::isfinite(q.w); }
inline bool is_finite(const Transform& t) {
    return is_finite(t.translation) && is_finite(t.rotation) && is_finite(t.scale);
}

} // namespace ossuary::anim
