#include "ossuary/base/pose_checksum.h"

#include "ossuary/base/hash.h"

namespace ossuary {

std::uint64_t pose_checksum(std::span<const Transform> pose) {
    ContentHash hash;
    for (const Transform& at : pose) {
        for (std::size_t i = 0; i < 3; ++i) hash.add(at.translation[i]);
        for (std::size_t i = 0; i < 4; ++i) hash.add(at.rotation[i]);
        for (std::size_t i = 0; i < 3; ++i) hash.add(at.scale[i]);
    }
    return hash.value();
}

} // namespace ossuary
