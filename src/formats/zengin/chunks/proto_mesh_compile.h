// Triangles of an ASC mesh as a progressive mesh without levels of detail.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "formats/zengin/text/asc_mesh.h"
#include "ossuary/formats/zengin/compile.h"

namespace ossuary::zengin {

enum class ProtoMeshKind : std::uint8_t { rigid, skin };

// `positions` are those of the ASC vertices in the space of the result; `mirrored` if that space mirrors the engine's.
// Faces with one `material_of` their submaterial number become a submesh, with the material made of that number; -1
// stands for a mesh that has none.
struct ProtoMeshSource {
    const AscMesh& mesh;
    const std::vector<Vec3d>& positions;
    ProtoMeshKind kind = ProtoMeshKind::rigid;
    bool mirrored = false;
    const CompileOptions& options;
    std::function<std::int32_t(std::int32_t)> material_of;
    std::function<Material(std::int32_t)> make_material;
};
// Fails with `BadCount` if the mesh has more positions, wedges, edges or materials than the format can number.
Result<ProtoMesh> compile_proto_mesh(const ProtoMeshSource& source);

// What every new mesh needs besides its triangles.
// One plane per triangle, equal ones once. The front is where clockwise triangles are seen from.
void add_planes(SubMesh& submesh, const ProtoMesh& mesh, bool mirrored = false);
// The edges between wedges 0-1, 1-2 and 2-0 of each triangle. What the game's tool scores them by is not known; 0 is
// what it gives edges that are to stay as they are.
void add_edges(SubMesh& submesh);
// The box of all positions, also as the only one of its tree.
void add_bounds(ProtoMesh& mesh);

inline constexpr std::size_t most_numbered = 65535; // u16, of which 0xFFFF is kept for none
inline constexpr std::size_t most_submeshes = 255;
Failure too_many(std::size_t count, std::string_view what, std::size_t most); // `BadCount: …`

} // namespace ossuary::zengin
