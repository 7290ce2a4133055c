#include "codec/decoded_frame.h"

#include "codec/movement.h"

namespace ossuary::codec {

FloatJoint float_joint(const RigJoint& joint, bool fine) {
    const Movement movement = Movement::of(joint, fine);
    return {joint.kind,
            joint.moves,
            joint.scales,
            as_floats(movement.left),
            as_floats(movement.right),
            static_cast<float>(movement.cosine),
            static_cast<float>(movement.sine)};
}

} // namespace ossuary::codec
