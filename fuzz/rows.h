// Any row of the registry of formats as a target.
#pragma once

#include <string_view>

#include "ossuary/base/bytes.h"

namespace ossuary::fuzz {

bool choose_row(std::string_view format); // false: there is no such format
void try_row(Bytes bytes);

} // namespace ossuary::fuzz
