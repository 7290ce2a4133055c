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
#pragma once

#include "ossuary/formats/zengin/material.h"
#include "ossuary/formats/zengin/obb.h"

namespace ossuary::zengin {

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
Json to_json(const ContentLayout& layout); // null when empty
bool from_json(const Json& json, ContentLayout& layout);

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

// The payload of b100. Fails with the names of the specification: `BadVersion`, `SectionOutOfRange`, `BadIndex` …
void describe(PayloadReader& io, ProtoMesh& mesh);
void describe(PayloadWriter& io, ProtoMesh& mesh);
// Nothing wrong, or why the mesh (as built from JSON or by hand) could not be read back.
std::optional<Error> check_mesh(const ProtoMesh& mesh);

template <class Io> void describe(Io& io, Wedge& wedge) {
    io("normal", wedge.normal);
    io("uv", wedge.uv);
    io("position_index", wedge.position_index);
    io("pad", wedge.pad);
}
template <class Io> void describe(Io& io, Plane& plane) {
    io("distance", plane.distance);
    io("normal", plane.normal);
}
template <class Io> void describe(Io& io, SubMesh& submesh) {
    io("triangles", submesh.triangles);
    io("wedges", submesh.wedges);
    io("colors", submesh.colors);
    io("plane_indices", submesh.plane_indices);
    io("planes", submesh.planes);
    io("wedge_map", submesh.wedge_map);
    io("vertex_updates", submesh.vertex_updates);
    io("triangle_edges", submesh.triangle_edges);
    io("edges", submesh.edges);
    io("edge_scores", submesh.edge_scores);
}
template <class Io> void describe(Io& io, ProtoMesh& mesh) {
    io("version", mesh.version);
    io("positions", mesh.positions);
    io("normals", mesh.normals);
    io("submeshes", mesh.submeshes);
    io("archive", mesh.archive);
    io("materials", mesh.materials);
    if (!mesh.is_gothic1()) io("alpha_test", mesh.alpha_test);
    io("bbox_min", mesh.bbox.min);
    io("bbox_max", mesh.bbox.max);
    io("obb", mesh.obb);
    io("tail_floats", mesh.tail_floats);
    io("content", mesh.content);
}

} // namespace ossuary::zengin
