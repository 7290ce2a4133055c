#include "euler.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ossuary::bvh {

namespace {

constexpr double degrees_per_radian = 180 / std::numbers::pi;

constexpr bool is_rotation(ChannelKind kind) { return kind >= ChannelKind::x_rotation; }
constexpr std::size_t axis_of(ChannelKind kind) { return static_cast<std::size_t>(kind) % 3; }

// The turn of `angle` that is nearest to `before`.
double nearest_turn(double angle, double before) { return angle + 360 * std::round((before - angle) / 360); }

double distance(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]);
}

} // namespace

Quatd rotation_of(std::span<const ChannelKind> channels, const double* degrees) {
    Quatd rotation;
    for (std::size_t c = 0; c < channels.size(); ++c) {
        if (!is_rotation(channels[c])) continue;
        Vec3d axis;
        axis[axis_of(channels[c])] = 1;
        rotation = rotation * axis_angle(axis, degrees[c] / degrees_per_radian);
    }
    return rotation;
}

std::optional<std::array<std::size_t, 3>> rotation_order(std::span<const ChannelKind> channels) {
    std::array<std::size_t, 3> order{};
    std::size_t count = 0;
    for (const ChannelKind kind : channels) {
        if (!is_rotation(kind)) continue;
        if (count == 3) return {};
        order[count++] = axis_of(kind);
    }
    const bool all = count == 3 && order[0] != order[1] && order[1] != order[2] && order[0] != order[2];
    return all ? std::optional(order) : std::nullopt;
}

// With axes i, j, k and s = ±1 for an even or odd order, R = Ri(a)·Rj(b)·Rk(c) has
// R[i][k] = s·sin b, R[i][i] = cos b·cos c, R[i][j] = −s·cos b·sin c, R[k][k] = cos a·cos b, R[j][k] = −s·sin a·cos b.
std::array<double, 3> angles_of(const Quatd& rotation, const std::array<std::size_t, 3>& order,
                                const std::array<double, 3>& before) {
    const auto [i, j, k] = order;
    const double s = (i + 1) % 3 == j ? 1 : -1;
    const std::array columns = {rotate(rotation, Vec3d{1, 0, 0}), rotate(rotation, Vec3d{0, 1, 0}),
                                rotate(rotation, Vec3d{0, 0, 1})};
    const auto at = [&](std::size_t row, std::size_t column) { return columns[column][row]; };

    const double cosine = std::hypot(at(i, i), at(i, j));
    std::array<double, 3> first{}, second{};
    if (cosine > 1e-9) {
        const double a = std::atan2(-s * at(j, k), at(k, k)), b = std::atan2(s * at(i, k), cosine),
                     c = std::atan2(-s * at(i, j), at(i, i));
        first = {a * degrees_per_radian, b * degrees_per_radian, c * degrees_per_radian};
        second = {first[0] + 180, 180 - first[1], first[2] + 180};
    } else { // only the sum or difference of the outer angles is known: the last stays where it was
        const double side = at(i, k) > 0 ? 1 : -1; // a + side·c
        const double sum = std::atan2(s * at(k, j), at(j, j)) * degrees_per_radian;
        first = {sum - side * before[2], s * side * 90, before[2]};
        second = first;
    }
    for (std::size_t n = 0; n < 3; ++n) {
        first[n] = nearest_turn(first[n], before[n]);
        second[n] = nearest_turn(second[n], before[n]);
    }
    return distance(first, before) <= distance(second, before) ? first : second;
}

} // namespace ossuary::bvh
