// Hood, mantle, cape and kilt: sheets with folds and a torn hem, held softly by several joints.
#include "samples/assembly.h"

#include "samples/formula.h"
#include "samples/rig.h"
#include <cmath>
#include <utility>

namespace ossuary::samples {

namespace {

// A smooth curve through values at even steps of t in [0, 1].
double curve(std::initializer_list<double> values, double t) {
    const auto count = static_cast<int>(values.size());
    const double x = clamp01(t) * (count - 1);
    const int i = std::min(static_cast<int>(x), count - 2);
    const auto at = [&](int k) { return values.begin()[std::clamp(k, 0, count - 1)]; };
    const double f = x - i, a = at(i - 1), b = at(i), c = at(i + 1), d = at(i + 2);
    return b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
}

// How far the hem hangs down at a place around it: whole tatters, then their points.
double tatter(double around, std::int32_t seed) {
    const double wide = noise(around * 9, 0.5, 64, seed), narrow = noise(around * 23, 0.5, 64, seed + 1);
    return wide * 0.65 + narrow * 0.35 - 0.5;
}

Part hood() {
    // Arches from the rim (v = 0) to the back of the head (v = 1), each from the left collar to the right one.
    return sheet(14, 7, [](double u, double v) {
        const double out = cosine(u / 2), up = sine(u / 2);
        const double lip = smooth(0.12, 0, v);
        const double width = curve({0.098, 0.114, 0.118, 0.112, 0.092, 0.055, 0}, v);
        const double top = curve({1.797, 1.829, 1.838, 1.82, 1.775, 1.71, 1.63}, v);
        const double z = curve({0.098, 0.072, 0.024, -0.035, -0.090, -0.132, -0.152}, v);
        // Egg-shaped: wide at the cheeks, narrower under the chin and at the crown, with a soft peak.
        const double height = up * (1 - 0.06 * lip);
        const double bottom = curve({1.462, 1.452, 1.448, 1.452, 1.462, 1.47, 1.475}, v);
        const double cheek = 1 - 0.22 * smooth(0.75, 1, 1 - up) + 0.05 * sine(up / 2);
        const double shoulder = smooth(0.35, 0, up) * 0.018;
        const double peak = smooth(0.82, 1, up) * 0.006;
        const double fold = 0.004 * sine(u * 5 + v * 1.3) * smooth(0, 0.3, v);
        const double side = out < 0 ? -1 : 1;
        const double x = side * std::abs(out) * width * cheek + side * shoulder * smooth(0.95, 0.6, v) + fold;
        // The rim leans forward at the brow and back at the throat.
        const double lean = 0.022 * (up - 0.55) * smooth(0.8, 0, v) + 0.05 * smooth(0.5, 0, up) * smooth(0.4, 1, v);
        return Vec3d{x, mix(bottom, top, height) + peak, z + lean + 0.012 * lip * up};
    });
}

std::vector<Weight> hold_hood(const Vec3d& at, const Vec2d&) {
    const double high = smooth(1.49, 1.60, at.y);
    return {{bone_head, high}, {bone_neck, (1 - high) * 0.45}, {bone_spine2, (1 - high) * 0.55}};
}

Part mantle() {
    return sheet(20, 4, [](double u, double v) {
        // From the left of the gap at the throat, round the back, to its right.
        const double gap = curve({0.035, 0.045, 0.075, 0.105, 0.125, 0.14}, v);
        const double turn = mix(gap, 1 - gap, u);
        const double s = sine(turn), c = cosine(turn);
        const double rx = curve({0.098, 0.135, 0.205, 0.246, 0.265, 0.278}, v);
        const double rz = curve({0.103, 0.118, 0.132, 0.146, 0.156, 0.163}, v);
        double y = curve({1.515, 1.490, 1.470, 1.418, 1.355, 1.292}, v);
        y += 0.02 * s * s * smooth(0.2, 0.5, v) * smooth(1, 0.6, v); // the shoulders carry it
        y += smooth(0.5, 1, v) * (0.085 * tatter(u, 5) - 0.05 * c * c * (c < 0 ? 1.0 : 0.2));
        const double fold = 0.010 * smooth(0.3, 1, v) * sine(u * 7.5 + 0.2);
        return Vec3d{(rx + fold) * s, y, -0.022 + (rz + fold) * c};
    });
}

std::vector<Weight> hold_mantle(const Vec3d& at, const Vec2d&) {
    const double out = smooth(0.10, 0.25, std::abs(at.x)), low = smooth(1.47, 1.32, at.y);
    const double collar = smooth(1.47, 1.51, at.y);
    const Side side = at.x < 0 ? Side::right : Side::left;
    return {{bone_spine2, (1 - out) * (1 - 0.35 * collar) + 0.08},
            {bone_neck, (1 - out) * 0.35 * collar},
            {on_side(bone_clavicle, side), out * (1 - 0.5 * low)},
            {on_side(bone_upperarm, side), out * 0.55 * low},
            {bone_spine1, (1 - out) * 0.25 * low}};
}

Part cape() {
    return sheet(14, 9, [](double u, double v) {
        const double gap = curve({0.30, 0.292, 0.288, 0.284, 0.28, 0.275}, v);
        const double turn = mix(gap, 1 - gap, u);
        const double s = sine(turn), c = cosine(turn);
        const double rx = curve({0.17, 0.195, 0.222, 0.248, 0.268, 0.285}, v);
        const double rz = curve({0.115, 0.128, 0.148, 0.168, 0.188, 0.20}, v);
        const double y = mix(1.44, 0.33, v) + smooth(0.55, 1, v) * 0.20 * tatter(u, 21);
        const double fold = 0.024 * smooth(0.12, 0.9, v) * (sine(u * 5) + 0.4 * sine(u * 11 + 0.3));
        return Vec3d{(rx + fold * 0.6) * s, y, -0.052 + (rz + fold) * c};
    });
}

std::vector<Weight> hold_cape(const Vec3d& at, const Vec2d&) {
    const double trunk = smooth(0.96, 1.14, at.y), tip = smooth(0.84, 0.56, at.y);
    const double chest = smooth(1.18, 1.36, at.y);
    const double side = smooth(0.02, 0.2, std::abs(at.x));
    const double across = smooth(-0.22, 0.22, at.x); // 0 right … 1 left
    const double left = side * across, right = side * (1 - across), middle = 1 - side;
    const double hang = 1 - trunk;
    return {{bone_spine2, trunk * chest},
            {bone_spine1, trunk * (1 - chest)},
            {bone_cloak_left, hang * left * (1 - tip)},
            {bone_cloak_left_tip, hang * left * tip},
            {bone_cloak_middle, hang * middle * (1 - tip)},
            {bone_cloak_middle_tip, hang * middle * tip},
            {bone_cloak_right, hang * right * (1 - tip)},
            {bone_cloak_right_tip, hang * right * tip}};
}

Part kilt() {
    return sleeve(20, 4, [](double u, double v) {
        const double s = sine(u), c = cosine(u);
        const double rx = curve({0.158, 0.178, 0.19, 0.2, 0.208, 0.214}, v);
        const double rz = curve({0.118, 0.138, 0.152, 0.163, 0.171, 0.176}, v);
        const double fold = 0.019 * smooth(0.05, 0.9, v) * sine(u * 9 + 0.1);
        // Longer in front and behind than at the sides.
        const double y = mix(1.005, 0.66 - 0.05 * c * c, v) + smooth(0.45, 1, v) * 0.13 * tatter(u, 41);
        return Vec3d{(rx + fold) * s, y, -0.004 + (rz + fold) * c};
    });
}

std::vector<Weight> hold_kilt(const Vec3d& at, const Vec2d&) {
    const double low = smooth(0.99, 0.72, at.y);
    const double s = at.x / 0.2, c = at.z / 0.17;
    return {{bone_pelvis, 1 - 0.92 * low},
            {bone_thigh, low * 0.62 * smooth(-0.45, 0.9, s)},
            {bone_right_thigh, low * 0.62 * smooth(-0.45, 0.9, -s)},
            {bone_kilt_front, low * 0.62 * smooth(-0.2, 0.8, c)},
            {bone_kilt_back, low * 0.62 * smooth(-0.2, 0.8, -c)}};
}

// The sheets above are laid from left to right and downwards, which shows their inside.
Part turned(Part part) {
    for (auto& corners : part.triangles) std::swap(corners[1], corners[2]);
    for (Vec3d& normal : part.normals) normal = -normal;
    return part;
}

} // namespace

void add_clothing(Assembly& cloth) {
    // The picture's lower fifth is the frayed edge: hems reach down to v = 1, inner seams stay above.
    cloth.add(mapped(turned(hood()), {0.9, 0.55}, {0.05, 0.02}), material_cloth, hold_hood, "cloth");
    cloth.add(mapped(turned(mantle()), {2, 0.7}, {0, 0.3}), material_cloth, hold_mantle, "cloth");
    cloth.add(mapped(turned(cape()), {1, 0.97}, {0.3, 0.03}), material_cloth, hold_cape, "cloth");
    cloth.add(mapped(turned(kilt()), {2, 0.62}, {0.15, 0.38}), material_cloth, hold_kilt, "cloth");
}

} // namespace ossuary::samples
