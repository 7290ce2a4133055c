// Rotations as three angles about the axes, in any order. Private to the room.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "ossuary/formats/bvh/bvh.h"

namespace ossuary::bvh {

// Degrees about the axes of the rotation channels, multiplied in their order; other channels are passed over.
Quatd rotation_of(std::span<const ChannelKind> channels, const double* degrees);

// The axes of three different rotation channels in their order; nothing if there are others.
std::optional<std::array<std::size_t, 3>> rotation_order(std::span<const ChannelKind> channels);

// The three angles, in degrees, that make up a rotation: of the two ways and all turns the one nearest to `before`.
std::array<double, 3> angles_of(const Quatd& rotation, const std::array<std::size_t, 3>& order,
                                const std::array<double, 3>& before);

} // namespace ossuary::bvh
