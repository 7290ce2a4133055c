// Which of the two games, and the space of its files.
#pragma once

#include <cstdint>

#include "ossuary/base/math.h"

namespace ossuary::zengin {

enum class Game : std::uint8_t { gothic1, gothic2 };

// The spaces of Gothic's files and the ways between them.
//
//   3ds Max (ASC)      right-handed, Z up, centimetres, everything in world space
//   engine             left-handed, Y up, centimetres: S p = (x, z, y); a root is turned by F, half a turn about Y
//   ours               right-handed, Y up, metres: the engine's x is mirrored
//
// From ASC to ours that is (x, z, -y): a turn, no mirror. Faces therefore keep their order of corners on the whole way,
// and so do those of compiled files: clockwise in the engine is counter-clockwise once x is mirrored.
inline constexpr Basis engine_basis{{0, 1, 2}, {-1, 1, 1}, 0.01};

} // namespace ossuary::zengin
