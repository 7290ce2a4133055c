#include "ossuary/base/math.h"

namespace ossuary {

std::optional<Transformd> decompose(const Affined& matrix, double tolerance) {
    Vec3d scale{length(matrix.x), length(matrix.y), length(matrix.z)};
    if (!(scale.x > 0 && scale.y > 0 && scale.z > 0)) return {};
    if (determinant(matrix) < 0) scale.x = -scale.x;
    const Affined axes{matrix.x / scale.x, matrix.y / scale.y, matrix.z / scale.z, {}};
    const auto square = [tolerance](const Vec3d& a, const Vec3d& b) { return std::abs(dot(a, b)) <= tolerance; };
    if (!square(axes.x, axes.y) || !square(axes.y, axes.z) || !square(axes.z, axes.x)) return {}; // nor if not finite
    return Transformd{matrix.t, to_quat(axes), scale};
}

Quatd rotation_between(const Vec3d& from, const Vec3d& to) {
    // The sum is exact where the two are nearly opposite, where 1 + cosine and their cross product would lose digits.
    const Vec3d sum = from + to;
    if (dot(sum, sum) < 1e-28) { // opposite: any axis across will do
        const Vec3d other = std::abs(from.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
        const Vec3d axis = normalize(cross(from, other));
        return {axis.x, axis.y, axis.z, 0};
    }
    const Vec3d axis = cross(from, sum);
    return normalize(Quatd{axis.x, axis.y, axis.z, dot(sum, sum) / 2});
}

} // namespace ossuary
