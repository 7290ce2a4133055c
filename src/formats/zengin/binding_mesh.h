// Progressive meshes as meshes of the model.
#pragma once

#include <map>

#include "asc_mesh.h"
#include "ossuary/formats/zengin/proto_mesh.h"
#include "ossuary/model/model.h"

namespace ossuary::zengin {

// Adds materials to a model, equal ones once.
class MaterialTable {
public:
    explicit MaterialTable(Model& model);
    std::int32_t add(const Material& source); // the number in the model

private:
    Model& model_;
    std::map<std::string, std::int32_t> known_; // by all their fields, as text
};

// The finest level: a vertex for each wedge, a surface for each submesh. `source` of the result is the position each
// vertex came from.
BuiltMesh build_mesh(const ProtoMesh& source, const Basis& basis, MaterialTable& materials);

} // namespace ossuary::zengin
