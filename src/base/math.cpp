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

Affined Basis::matrix(const Affined& m) const {
    const Basis back = inverse();
    const auto column = [&](const Vec3d& unit) { return direction(m.direction(back.direction(unit))); };
    return {column({1, 0, 0}), column({0, 1, 0}), column({0, 0, 1}), point(m.t)};
}

Basis Basis::inverse() const {
    Basis back;
    for (std::size_t i = 0; i < 3; ++i) {
        back.axis[static_cast<std::size_t>(axis[i])] = static_cast<std::int8_t>(i);
        back.sign[static_cast<std::size_t>(axis[i])] = sign[i];
    }
    back.scale = 1 / scale;
    return back;
}

std::string Basis::text() const {
    std::string text;
    for (std::size_t i = 0; i < 3; ++i) {
        if (i > 0) text += ',';
        if (sign[i] < 0) text += '-';
        text += "xyz"[axis[i]];
    }
    return text;
}

std::optional<Basis> Basis::parse(std::string_view text, double scale) {
    Basis basis;
    basis.scale = scale;
    std::array<bool, 3> used{};
    for (std::size_t i = 0; i < 3; ++i) {
        if (i > 0) {
            if (!text.starts_with(',')) return {};
            text.remove_prefix(1);
        }
        basis.sign[i] = text.starts_with('-') ? -1 : 1;
        if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
        const std::size_t axis = text.empty() ? 3 : static_cast<std::size_t>(text[0] - 'x');
        if (axis > 2 || used[axis]) return {};
        used[axis] = true;
        basis.axis[i] = static_cast<std::int8_t>(axis);
        text.remove_prefix(1);
    }
    if (!text.empty() || !(scale > 0)) return {};
    return basis;
}

} // namespace ossuary
