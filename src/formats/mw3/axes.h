// From the games' axes to ours. Both are right-handed with Y up and count metres; a mech looks along -z there and along
// +Z here, so that everything is turned half about Y.
#pragma once

#include "formats/mw3/node_motion.h"
#include "ossuary/base/basis.h"
#include "ossuary/base/math.h"
#include "ossuary/model/model.h"

namespace ossuary::mw3 {

inline Transform in_basis(const Basis& basis, const Transform& local) {
    return to_float(basis.transform(to_double(local)));
}

inline void turn_clip(Clip& clip, const Basis& basis) {
    for (JointTrack& track : clip.joints) {
        for (Vec3& value : track.translation.values) value = to_float(basis.point(to_double(value)));
        for (Quat& value : track.rotation.values) value = to_float(basis.rotation(to_double(value)));
    }
}

// A light that shines along -z, turned by angles of the games; ours shine along -Z of the model.
inline Quat light_rotation(const Vec3d& angles) { return to_float(normalize(Quatd{0, 1, 0, 0} * from_angles(angles))); }

} // namespace ossuary::mw3
