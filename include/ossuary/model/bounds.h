// Bounds of a model: the box around its meshes.
#pragma once

#include <optional>

#include "ossuary/base/box.h"

namespace ossuary {

struct Model;

// Bounds of the meshes in the rest pose, in object space; nothing if there is no vertex.
std::optional<Box> bounds(const Model& model);

} // namespace ossuary
