// Any bytes as an animation (MAN).
#include "lossless.h"
#include "ossuary/formats/zengin/man.h"

namespace ossuary::fuzz::try_man {

using namespace zengin;

OSSUARY_FUZZ(man) {
    if (const auto animation = parse_man(bytes)) {
        std::vector<Quat> rotations(animation->samples.size());
        std::vector<Vec3> positions(animation->samples.size());
        decode(*animation, rotations, positions);
        for (std::size_t i = 0; i < rotations.size(); ++i) // a rotation longer than one was cut to w = 0
            expect(rotations[i].w == 0 || encode_rotation(rotations[i]) == animation->samples[i].rotation);
    }
    check_lossless(bytes, parse_man, write_man, dump_man, build_man);
}

} // namespace ossuary::fuzz::try_man
