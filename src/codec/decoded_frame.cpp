#include "codec/decoded_frame.h"

#include "codec/movement.h"

namespace ossuary::codec {

FloatJoint float_joint(const RigJoint& joint, bool fine) {
    const Movement movement = Movement::of(joint, fine);
    const auto column = [&](const Quatd& unit) { return as_floats(movement.left * unit * movement.right); };
    return {joint.kind,
            joint.moves,
            joint.scales,
            column({1, 0, 0, 0}),
            column({0, 1, 0, 0}),
            column({0, 0, 1, 0}),
            column({0, 0, 0, 1}),
            static_cast<float>(movement.cosine),
            static_cast<float>(movement.sine)};
}

} // namespace ossuary::codec
