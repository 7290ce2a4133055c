// Progressive meshes as meshes of the model.
#pragma once

#include "asc_mesh.h"
#include "ossuary/formats/zengin/proto_mesh.h"
#include "ossuary/model/model.h"

namespace ossuary::zengin {

// The finest level: a vertex for each wedge, a surface for each submesh. Materials are added to the model, equal ones
// once. `source` of the result is the position each vertex came from.
BuiltMesh build_mesh(const ProtoMesh& source, const Basis& basis, Model& model);

} // namespace ossuary::zengin
