// Which of the two games.
#pragma once

#include <cstdint>

namespace ossuary::zengin {

enum class Game : std::uint8_t { gothic1, gothic2 };

} // namespace ossuary::zengin
