// The movement m of a joint (rig.h) in double: from parameters to a rotation and back, and how the rotation turns when
// a parameter changes.
#pragma once

#include <array>
#include <cmath>

#include "ossuary/codec/rig.h"

namespace ossuary::codec {

// A joint's constants as numbers.
struct Movement {
    JointKind kind = JointKind::constant;
    Quatd left, right;
    double cosine = 1, sine = 0;

    static Movement of(const RigJoint& joint, bool fine);
};

using Parameters = std::array<double, 3>;

inline Quatd from_rodrigues(const Vec3d& p) {
    const Vec3d s = p * 0.25;
    const double k = 2 / (1 + dot(s, s));
    return {k * s.x, k * s.y, k * s.z, k - 1};
}
// The parameters of q, or those of -q where q is a full turn.
inline Vec3d to_rodrigues(const Quatd& q) {
    if (q.w < -0.9999999) return to_rodrigues(-q);
    return q.xyz() * (4 / (1 + q.w));
}

inline Quatd movement_at(const Movement& joint, const Parameters& y) {
    switch (joint.kind) {
    case JointKind::constant: return {};
    case JointKind::hinge: return from_rodrigues({y[0], 0, 0});
    case JointKind::two_hinges: {
        const Quatd a = from_rodrigues({y[0], 0, 0}), b = from_rodrigues({y[1], 0, 0});
        return {a.x * b.w + a.w * joint.cosine * b.x, a.w * joint.sine * b.x, a.x * joint.sine * b.x,
                a.w * b.w - a.x * joint.cosine * b.x};
    }
    case JointKind::three_axes: return from_rodrigues({y[0], y[1], y[2]});
    }
    return {};
}
inline Quatd rotation_at(const Movement& joint, const Parameters& y) {
    return joint.left * movement_at(joint, y) * joint.right;
}

// How the rotation turns, in the joint's own axes, for one unit of each parameter.
inline std::array<Vec3d, 3> turns_at(const Movement& joint, const Parameters& y) {
    std::array<Vec3d, 3> turns{};
    const Quatd back = conjugate(joint.right);
    switch (joint.kind) {
    case JointKind::constant: break;
    case JointKind::hinge: turns[0] = rotate(back, Vec3d{1 / (1 + y[0] * y[0] / 16), 0, 0}); break;
    case JointKind::two_hinges: {
        const double half = 1 / (1 + y[1] * y[1] / 16);
        const Vec3d axis{joint.cosine, joint.sine, 0};
        const Quatd second = from_rodrigues(axis * y[1]);
        turns[0] = rotate(back, rotate(conjugate(second), Vec3d{1 / (1 + y[0] * y[0] / 16), 0, 0}));
        turns[1] = rotate(back, axis * half);
        break;
    }
    case JointKind::three_axes: {
        const Vec3d s = Vec3d{y[0], y[1], y[2]} * 0.25;
        const double square = dot(s, s), by = 1 / ((1 + square) * (1 + square));
        for (std::size_t i = 0; i < 3; ++i) {
            Vec3d unit;
            unit[i] = 1;
            // The transpose of (1 − s²)·1 + 2·[s]× + 2·s·sᵀ, applied to the axis.
            const Vec3d turned = unit * (1 - square) - cross(s, unit) * 2.0 + s * (2 * s[i]);
            turns[i] = rotate(back, turned * by);
        }
        break;
    }
    }
    return turns;
}

// The rotation's parts that are each on a circle or sphere of their own and may change sign without changing the
// rotation: one for a hinge or three axes, two for two hinges. They are what is unwrapped along a segment; parts_of
// gives each the sign that turns less.
struct Parts {
    std::array<Quatd, 2> part;
};
Parts parts_of(const Movement& joint, const Quatd& rotation);
Parameters parameters_of(const Movement& joint, const Parts& parts);

} // namespace ossuary::codec
