// Progressive meshes as meshes of the model.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "formats/zengin/text/asc_mesh.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/model/model.h"

namespace ossuary::zengin {

// A model of that name from files of the game, with nothing in it.
Model empty_model(std::string_view name, const ToModelOptions& options);

// Adds materials to a model, equal ones once.
class MaterialTable {
public:
    explicit MaterialTable(Model& model);
    std::int32_t add(const Material& source); // the number in the model

private:
    Model& model_;
    std::map<std::string, std::int32_t> known_; // by all their fields, as text
};

// A unit normal of the model; what is no direction points up.
Vec3 to_normal(const Basis& basis, const Vec3& normal);
// The finest level: a vertex for each wedge, a surface for each submesh. `source` of the result is the position each
// vertex came from.
BuiltMesh build_mesh(const ProtoMesh& source, const Basis& basis, MaterialTable& materials);
// The levels of a mesh built so: each has at most half the triangles of the one before; five at most.
std::vector<MeshLevel> build_levels(const ProtoMesh& source, const Mesh& mesh);

} // namespace ossuary::zengin
