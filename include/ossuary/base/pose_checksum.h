// Checksum of a pose: equal poses, bit for bit, have equal checksums on every machine.
#pragma once

#include <cstdint>
#include <span>

#include "ossuary/base/math.h"

namespace ossuary {

std::uint64_t pose_checksum(std::span<const Transform> pose);

} // namespace ossuary
