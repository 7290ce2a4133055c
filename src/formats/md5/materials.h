// Materials and pictures of the surfaces of a mesh file. Private to the room.
#pragma once

#include <vector>

#include "names.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/md5/md5mesh.h"

namespace ossuary::md5 {

// Adds one material per distinct shader, with the pictures found for it; returns each surface's.
std::vector<std::int32_t> add_materials(Model& model, const MeshFile& file, const TextEncoding& encoding,
                                        const ToModelOptions& options, Diagnostics* diagnostics);

} // namespace ossuary::md5
