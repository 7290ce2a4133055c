#include "mesh/vertex_bits.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/mesh/packed_mesh.h"

namespace ossuary::mesh {
namespace {

void unpack_vertex(const PackedMesh& packed, const PackedMeshlet& meshlet, std::size_t vertex,
                   std::span<const Affined> bind, Mesh& mesh) {
    const VertexLayout& layout = packed.layout;
    const VertexNumbers numbers = read_vertex(packed, vertex);
    mesh.positions.push_back(layout.position_count == 1 ? position_at(packed, meshlet, numbers.positions[0])
                                                        : bind_position(packed, meshlet, numbers, bind));
    if (layout.normal_bits > 0) mesh.normals.push_back(from_octahedral(numbers.normal, layout.normal_bits));
    if (layout.tangent_bits > 0) {
        const Vec3 t = from_octahedral(numbers.tangent, layout.tangent_bits);
        mesh.tangents.push_back({t.x, t.y, t.z, numbers.tangent_sign ? -1.0f : 1.0f});
    }
    if (layout.uv_bits > 0) mesh.uv0.push_back({packed.uv[0].at(numbers.uv[0]), packed.uv[1].at(numbers.uv[1])});
    if (layout.color_bits > 0) {
        const auto channel = [&](std::size_t i) { return static_cast<std::uint8_t>(numbers.color[i]); };
        mesh.colors.push_back({channel(0), channel(1), channel(2), channel(3)});
    }
    if (layout.joint_bits == 0) return;
    const auto whole = static_cast<float>(largest_of_bits(layout.weight_bits));
    for (std::size_t i = 0; i < 4; ++i)
        if (numbers.weights[i] > 0)
            mesh.influences.push_back({packed.joints[meshlet.first_joint + numbers.joints[i]],
                                       static_cast<float>(numbers.weights[i]) / whole});
    mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
}

} // namespace

Result<Mesh> unpack_mesh(const PackedMesh& packed, const Skin* skin) {
    if (packed.skinning == Skinning::joint_positions && !skin)
        return fail("positions in the spaces of joints need the skin they were packed with");
    if (skin && skin->inverse_bind.size() < packed.skin_joints) return fail("this is not the skin it was packed with");
    const std::vector<Affined> bind = skin ? bind_matrices(*skin) : std::vector<Affined>();
    Mesh mesh;
    if (packed.skinning != Skinning::none) {
        mesh.skin = 0;
        mesh.influence_start.push_back(0);
    }
    mesh.positions.reserve(packed.vertex_count());
    mesh.indices.reserve(packed.triangles.size() * 3);
    for (const PackedSurface& surface : packed.surfaces) {
        Surface& made = mesh.surfaces.emplace_back();
        made.material = surface.material;
        made.first_index = static_cast<std::uint32_t>(mesh.indices.size());
        made.first_vertex = static_cast<std::uint32_t>(mesh.positions.size());
        for (std::uint32_t m = 0; m < surface.meshlet_count; ++m) {
            const PackedMeshlet& meshlet = packed.meshlets[surface.first_meshlet + m];
            for (std::uint32_t v = 0; v < meshlet.vertex_count; ++v)
                unpack_vertex(packed, meshlet, meshlet.first_vertex + v, bind, mesh);
            for (std::uint32_t t = 0; t < meshlet.triangle_count; ++t)
                for (const unsigned shift : {0u, 8u, 16u})
                    mesh.indices.push_back(meshlet.first_vertex +
                                           (packed.triangles[meshlet.first_triangle + t] >> shift & 0xff));
        }
        made.index_count = static_cast<std::uint32_t>(mesh.indices.size()) - made.first_index;
        made.vertex_count = static_cast<std::uint32_t>(mesh.positions.size()) - made.first_vertex;
    }
    return mesh;
}

} // namespace ossuary::mesh
