// Soft skins bound to the joints of a model.
#pragma once

#include <vector>

#include "formats/zengin/text/asc_mesh.h"
#include "ossuary/formats/zengin/mdm.h"
#include "ossuary/model/model.h"

namespace ossuary::zengin {

// Which joint stands for each node of the hierarchy the skeleton was made from.
std::vector<std::uint32_t> node_joints(const Skeleton& skeleton);
// The checksum its names call for, in the order of the hierarchy.
std::uint32_t skeleton_checksum(const Skeleton& skeleton);

// Gives the mesh, built from the skin's own, its influences, and the model a skin for it.
void bind_skin(Model& model, BuiltMesh& built, const SoftSkin& source, std::span<const std::uint32_t> joint_of_node,
               Diagnostics* diagnostics);

} // namespace ossuary::zengin
