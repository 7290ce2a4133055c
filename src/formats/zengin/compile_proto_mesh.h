// Triangles of an ASC mesh as a progressive mesh without levels of detail.
#pragma once

#include <functional>

#include "asc_mesh.h"
#include "ossuary/formats/zengin/compile.h"

namespace ossuary::zengin {

enum class ProtoMeshKind : std::uint8_t { rigid, skin };

// `positions` are those of the ASC vertices in the space of the result; `mirrored` if that space mirrors the engine's.
// `material_of` makes the material of a submaterial number; -1 stands for a mesh that has none.
struct ProtoMeshSource {
    const AscMesh& mesh;
    const std::vector<Vec3d>& positions;
    ProtoMeshKind kind = ProtoMeshKind::rigid;
    bool mirrored = false;
    Game game = Game::gothic2;
    std::function<std::int32_t(std::int32_t)> material_of; // submaterial number → any number for its material
    std::function<Material(std::int32_t)> make_material;   // that number → the material
};
// Fails with `BadCount` if the mesh has more positions, wedges, edges or materials than the format can number.
Result<ProtoMesh> compile_proto_mesh(const ProtoMeshSource& source);

} // namespace ossuary::zengin
