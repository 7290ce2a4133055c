// Any bytes as an animation (MAN).
#include "lossless.h"
#include "ossuary/formats/zengin/man.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
    if (const auto animation = parse_man(bytes)) {
        std::vector<Quat> rotations(animation->samples.size());
        std::vector<Vec3> positions(animation->samples.size());
        decode(*animation, rotations, positions);
        for (std::size_t i = 0; i < rotations.size(); ++i) // a rotation longer than one was cut to w = 0
            fuzz::expect(rotations[i].w == 0 || encode_rotation(rotations[i]) == animation->samples[i].rotation);
    }
    return fuzz::check_lossless(data, size, parse_man, write_man, dump_man, build_man);
}
