// One frame as the decoder will have it, float for float: rows of integers to keys, keys to poses.
#pragma once

#include <span>
#include <vector>

#include "codec/layout.h"
#include "codec/pose_math.h"

namespace ossuary::codec {

inline Quaternions<float> as_floats(const Quatd& q) {
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}

// The rig's constants as the decoder holds them: left · m · right by columns, which for a joint that does not turn is
// by_w alone.
struct FloatJoint {
    JointKind kind = JointKind::constant;
    bool moves = false, scales = false;
    Quaternions<float> by_x{}, by_y{}, by_z{}, by_w{0, 0, 0, 1};
    float cosine = 1, sine = 0;
};
FloatJoint float_joint(const RigJoint& joint, bool fine);

// What a key is between rows and poses: the movement of each joint, its translation and its scale.
struct JointKey {
    Quaternions<float> movement{0, 0, 0, 1};
    Vec3 translation, scale{1, 1, 1};
};

// `value(dof)` is a DoF's integer times its step and its segment's scale.
template <class Value>
JointKey joint_key(const FloatJoint& joint, const Layout::JointDofs& dofs, const Vec3& offset, const Vec3& scale,
                   Value value) {
    JointKey key{.translation = offset, .scale = scale};
    const auto& at = dofs.rotation;
    switch (joint.kind) {
    case JointKind::constant: break;
    case JointKind::hinge: hinge_rotation(key.movement.x, key.movement.w, value(at[0])); break;
    case JointKind::two_hinges:
        two_hinges_rotation(key.movement, value(at[0]), value(at[1]), joint.cosine, joint.sine);
        break;
    case JointKind::three_axes: three_axes_rotation(key.movement, value(at[0]), value(at[1]), value(at[2])); break;
    }
    if (joint.moves)
        key.translation = {value(dofs.translation), value(dofs.translation + 1), value(dofs.translation + 2)};
    if (joint.scales) key.scale = {value(dofs.scale), value(dofs.scale + 1), value(dofs.scale + 2)};
    return key;
}

inline float lerp_one(float a, float b, float t) { return a + (b - a) * t; }

// The joint between two keys; exactly the first at 0.
inline Transform between(const FloatJoint& joint, const JointKey& a, const JointKey& b, float t) {
    Quaternions<float> q = joint.by_w;
    if (joint.kind != JointKind::constant) {
        const Quaternions<float> m = slerp_one(a.movement, b.movement, t);
        if (joint.kind == JointKind::hinge)
            place_hinge(q, m.x, m.w, joint.by_x, joint.by_w);
        else
            place(q, m, joint.by_x, joint.by_y, joint.by_z, joint.by_w);
    }
    const auto mix = [t](const Vec3& u, const Vec3& v) {
        return Vec3{lerp_one(u.x, v.x, t), lerp_one(u.y, v.y, t), lerp_one(u.z, v.z, t)};
    };
    return {joint.moves ? mix(a.translation, b.translation) : a.translation,
            {q.x, q.y, q.z, q.w},
            joint.scales ? mix(a.scale, b.scale) : a.scale};
}

} // namespace ossuary::codec
