// What the skull's shape and the skull's paint must agree on.
#pragma once

#include "ossuary/base/math.h"

namespace ossuary::samples {

inline constexpr Vec3d skull_center{0, 1.672, 0.008};

// How far, in metres, the point of the skull at these texture coordinates lies outside the pits of eyes and nose:
// negative inside. Texture: u once around with the face at the middle, v from the crown down.
double skull_socket(double u, double v);

} // namespace ossuary::samples
