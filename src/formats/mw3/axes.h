// From the games' axes to ours. Both are right-handed with Y up and count metres; a mech looks along -z there and along
// +Z here, so that everything is turned half about Y.
#pragma once

#include "ossuary/base/basis.h"
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

} // namespace ossuary::mw3
