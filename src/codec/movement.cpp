#include "codec/movement.h"

#include <algorithm>

#include "ossuary/base/math.h"

namespace ossuary::codec {

namespace {

// The half turn (sin, 0, 0, cos) about x that a unit vector (cosine, sine) of the whole turn asks for.
Quatd half_of(double cosine, double sine) {
    const double length = std::sqrt(cosine * cosine + sine * sine);
    if (!(length > 1e-12)) return {};
    cosine /= length;
    sine /= length;
    // Add the vector to (1, 0) and normalise; where they are nearly opposite, from the other side.
    if (cosine > -0.5) return normalize(Quatd{sine, 0, 0, 1 + cosine});
    return normalize(Quatd{1 - cosine, 0, 0, sine});
}

// Of q and −q, one rotation, the one that turns less.
Quatd nearer(const Quatd& q) { return q.w < 0 ? -q : q; }

} // namespace

Movement Movement::of(const RigJoint& joint, bool fine) {
    const int bits = quat_bits(joint.kind, fine);
    Movement movement;
    movement.kind = joint.kind;
    movement.left = unpack_quat(joint.left, bits);
    if (joint.kind != JointKind::constant) movement.right = unpack_quat(joint.right, bits);
    if (joint.kind == JointKind::two_hinges) {
        movement.cosine = joint.cosine / constant_steps(fine);
        movement.sine = std::sqrt(std::max(0.0, 1 - movement.cosine * movement.cosine));
    }
    return movement;
}

Parts parts_of(const Movement& joint, const Quatd& rotation) {
    const Quatd m = normalize(conjugate(joint.left) * rotation * conjugate(joint.right));
    switch (joint.kind) {
    case JointKind::constant: return {};
    case JointKind::hinge: return {{nearer(normalize(Quatd{m.x, 0, 0, m.w})), {}}};
    case JointKind::three_axes: return {{nearer(m), {}}};
    case JointKind::two_hinges: {
        // The first hinge turns the second one's axis in the yz-plane; the rest is a turn about that axis.
        const Vec3d axis{joint.cosine, joint.sine, 0};
        const Vec3d turned = rotate(m, axis);
        const Quatd first = half_of(turned.y, turned.z);
        const Quatd rest = conjugate(first) * m;
        return {{nearer(first), nearer(normalize(Quatd{dot(rest.xyz(), axis), 0, 0, rest.w}))}};
    }
    }
    return {};
}

Parameters parameters_of(const Movement& joint, const Parts& parts) {
    const Vec3d first = to_rodrigues(parts.part[0]);
    if (joint.kind == JointKind::two_hinges) return {first.x, to_rodrigues(parts.part[1]).x, 0};
    return {first.x, first.y, first.z};
}

} // namespace ossuary::codec
