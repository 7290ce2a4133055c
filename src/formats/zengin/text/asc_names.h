// Names of nodes in the model: upper case, as the game has them, and valid UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/chunk.h"

namespace ossuary::zengin {

inline std::string model_name(std::string_view node) { return upper_case(to_utf8(node)); }

} // namespace ossuary::zengin
