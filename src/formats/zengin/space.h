// The ways between the axes of 3ds Max and those of the engine (game.h names the spaces).
#pragma once

#include "ossuary/base/math.h"
#include "ossuary/formats/zengin/asc.h"
#include "ossuary/formats/zengin/game.h"

namespace ossuary::zengin {

// S: from 3ds Max to engine axes and back.
template <class T> constexpr Vec3T<T> swap_axes(const Vec3T<T>& v) { return {v.x, v.z, v.y}; }
template <class T> constexpr AffineT<T> swap_axes(const AffineT<T>& m) { // S M S
    return {swap_axes(m.x), swap_axes(m.z), swap_axes(m.y), swap_axes(m.t)};
}
// F: half a turn about Y.
template <class T> constexpr Vec3T<T> half_turn(const Vec3T<T>& v) { return {-v.x, v.y, -v.z}; }
template <class T> constexpr AffineT<T> half_turn(const AffineT<T>& m) { // F M
    return {half_turn(m.x), half_turn(m.y), half_turn(m.z), half_turn(m.t)};
}

// A node's place in engine axes, before F: M' and t' of the format's description.
constexpr Affined engine_matrix(const AscMatrix& matrix) {
    return swap_axes(Affined{to_double(matrix.rows[0]), to_double(matrix.rows[1]), to_double(matrix.rows[2]),
                             to_double(matrix.rows[3])});
}
// The same from one sample of its tracks. An axis of zero length is no rotation.
Affined engine_matrix(const Vec3& position, const Vec3& axis, float angle);

} // namespace ossuary::zengin
