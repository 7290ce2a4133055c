// The rows of the table, one function per family.
#pragma once

#include <span>

#include "ossuary/assets/format.h"

namespace ossuary {

std::span<const Format> md5_rows();
std::span<const Format> gltf_rows();
std::span<const Format> image_rows();

} // namespace ossuary
