// Log levels, for callbacks that pass on what a part of the library does.
#pragma once

#include <cstdint>

namespace ossuary {

enum class LogLevel : std::uint8_t { quiet, error, warning, info, debug };

} // namespace ossuary
