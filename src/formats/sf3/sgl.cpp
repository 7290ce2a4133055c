#include "ossuary/formats/sf3/sgl.h"

#include <limits>

namespace ossuary::sf3 {

namespace {

template <class T> std::optional<T> rounded(double value) {
    const double whole = std::round(value); // ties away from zero
    if (!(whole >= std::numeric_limits<T>::min() && whole <= std::numeric_limits<T>::max())) return {};
    return static_cast<T>(whole);
}

} // namespace

std::optional<Fixed> fixed_from_real(double value) { return rounded<Fixed>(value * 65536); }
std::optional<CFixed> cfixed_from_real(double value) { return rounded<CFixed>(value * 16384); }
std::optional<std::int16_t> normal16_from_real(double value) { return rounded<std::int16_t>(value * 4096); }

Angle angle_from_degrees(double degrees) {
    const double turn = std::fmod(std::round(degrees * (65536 / 360.0)), 65536);
    return static_cast<Angle>(turn < 0 ? turn + 65536 : turn);
}

std::optional<Vector> vector_from_real(const Vec3d& v) {
    const auto x = fixed_from_real(v.x), y = fixed_from_real(v.y), z = fixed_from_real(v.z);
    if (!x || !y || !z) return {};
    return Vector{*x, *y, *z};
}

std::optional<Quat16> quat16_from_real(const Quatd& q) {
    const auto x = cfixed_from_real(q.x), y = cfixed_from_real(q.y), z = cfixed_from_real(q.z),
               w = cfixed_from_real(q.w);
    if (!x || !y || !z || !w) return {};
    return Quat16{*x, *y, *z, *w};
}

std::optional<Quat32> quat32_from_real(const Quatd& q) {
    const auto x = fixed_from_real(q.x), y = fixed_from_real(q.y), z = fixed_from_real(q.z), w = fixed_from_real(q.w);
    if (!x || !y || !z || !w) return {};
    return Quat32{*x, *y, *z, *w};
}

} // namespace ossuary::sf3
