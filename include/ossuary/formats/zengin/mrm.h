// MRM: one mesh with its levels of detail.
//
//     b100   the mesh (proto_mesh.h)
//     b1ff   end, empty
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "ossuary/formats/zengin/material.h"

namespace ossuary::zengin {

// The progressive mesh of chunk b100, used by MRM, MDM, soft skins and MMB: positions shared by all submeshes, one
// submesh for each material, each with wedges (position, normal, uv) and triangles of wedges.
//
//     u16 version (0x0305 Gothic 1, 0x0905 and 0x0805 Gothic 2)
//     u32 content size, content: the arrays
//     u8 submesh count
//     u32 offset into content, u32 count of: positions, normals, and for each submesh the ten arrays of SubMesh
//     material archive (archive.h, material.h): one material for each submesh, without a count
//     u8 alpha test (Gothic 2 only)
//     box (vec3 min, vec3 max), tree of oriented boxes (obb.h), f32 × 4
//
// In content lie: positions, normals, then for each submesh triangles, wedges, wedge map, colors, vertex updates, plane
// indices, planes, triangle edges, edges, edge scores, without gaps.

inline constexpr std::uint16_t gothic1_mesh = 0x0305, gothic2_mesh = 0x0905, gothic2_early_mesh = 0x0805;

struct Wedge {
    Vec3 normal;
    Vec2 uv; // v runs down
    std::uint16_t position_index = 0;
    std::uint16_t pad = 0; // what happened to lie in memory
    static constexpr std::size_t packed_size = 24;
    bool operator==(const Wedge&) const = default;
};
struct Plane {
    float distance = 0; // normal · p = distance
    Vec3 normal;
    static constexpr std::size_t packed_size = 16;
    bool operator==(const Plane&) const = default;
};

// In the order of the offset table.
struct SubMesh {
    std::vector<std::array<std::uint16_t, 3>> triangles; // wedges, clockwise seen from the front
    std::vector<Wedge> wedges;
    std::vector<float> colors;
    std::vector<std::uint16_t> plane_indices; // one for each triangle, or none
    std::vector<Plane> planes;
    std::vector<std::uint16_t> wedge_map;                     // the wedge each collapses to, 0xFFFF for none
    std::vector<std::array<std::uint16_t, 2>> vertex_updates; // triangles and wedges in use with the first i positions
    std::vector<std::array<std::uint16_t, 3>> triangle_edges;
    std::vector<std::array<std::uint16_t, 2>> edges; // wedges
    std::vector<float> edge_scores;
    bool operator==(const SubMesh&) const = default;
};

// Where the arrays lie in content, for a mesh in which they do not lie as usual; empty otherwise.
struct ContentLayout {
    RawBytes content;
    std::vector<std::uint32_t> offsets; // positions, normals, ten for each submesh
    bool empty() const { return offsets.empty(); }
    bool operator==(const ContentLayout&) const = default;
};

struct ProtoMesh {
    std::uint16_t version = gothic2_mesh;
    std::vector<Vec3> positions;
    std::vector<Vec3> normals; // none for rigid meshes, one for each position of a skin or morph mesh
    std::vector<SubMesh> submeshes;
    ArchiveHeader archive;
    std::vector<Material> materials;
    std::uint8_t alpha_test = 1; // not in Gothic 1
    BoundingBox bbox;
    std::vector<OrientedBox> obb{1};
    std::array<float, 4> tail_floats{1, 0, 0, 0}; // level of detail; skins have 1 0 0.03 0
    ContentLayout content;
    bool operator==(const ProtoMesh&) const = default;

    bool is_gothic1() const { return version == gothic1_mesh; }
};

// Nothing wrong, or why the mesh (as built from JSON or by hand) could not be read back.
std::optional<Error> check_mesh(const ProtoMesh& mesh);

// ---- the file

struct MultiResolutionMesh {
    ProtoMesh mesh;
    Layout layout;
    bool operator==(const MultiResolutionMesh&) const = default;
};

// True if the bytes begin with a mesh of one of the known versions.
bool recognise_mrm(Bytes bytes);
Result<MultiResolutionMesh> parse_mrm(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mrm(const MultiResolutionMesh& file);
Json dump_mrm(const MultiResolutionMesh& file);
Result<MultiResolutionMesh> build_mrm(const Json& json);

} // namespace ossuary::zengin
