// PackedMesh: meshlets with their bounds, and vertices in few bits, in arrays that a graphics card reads as they are.
// Everything lossy is measured when it is packed. docs/packed-mesh.md has the file to the byte.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/result.h"
#include "ossuary/mesh/bounds.h"
#include "ossuary/mesh/cone.h"
#include "ossuary/mesh/meshlets.h"
#include "ossuary/mesh/quantise.h"
#include "ossuary/model/mesh.h"

namespace ossuary::mesh {

inline constexpr std::uint16_t packed_mesh_version = 1;

// What positions are counted from. In both all meshlets share one lattice, so that neighbours leave no crack between
// them.
enum class PositionFrame : std::uint8_t {
    mesh,    // the box of the whole mesh is divided into 2^bits - 1 steps
    meshlet, // the largest meshlet is; each meshlet has its own corner of the lattice, and fewer bits are enough
};

enum class Skinning : std::uint8_t {
    none,
    bind_position,   // one position, where the vertex is in the bind pose: to be moved by pose · inverse bind
    joint_positions, // up to four, each in the space of its joint: to be moved by the pose alone, as Gothic does
};

struct PackOptions {
    PositionFrame frame = PositionFrame::mesh;
    std::uint8_t position_bits = 16;             // 8, 12 or 16 for each axis
    std::uint8_t normal_bits = 8;                // 4 to 16 for each of two
    std::uint8_t uv_bits = 16;                   // 8 to 16 for each of two, over the box of the mesh's coordinates
    std::uint8_t weight_bits = 8;                // 8 or 16 for each of four
    Skinning skinning = Skinning::bind_position; // of meshes that have a skin
    bool sources = false;                        // keep the number that each vertex had in the mesh, for morph targets
};

// What a vertex consists of, in this order, each field of so many bits, the first in the lowest; a vertex fills whole
// 32-bit words. Zero bits: the mesh has none of it.
struct VertexLayout {
    std::uint8_t position_bits = 16; // x, y, z …
    std::uint8_t position_count = 1; // … this often: 1, or 4
    std::uint8_t normal_bits = 0;    // octahedral x, y
    std::uint8_t tangent_bits = 0;   // octahedral x, y, and one bit: 1 for w = -1
    std::uint8_t uv_bits = 0;        // u, v
    std::uint8_t color_bits = 0;     // r, g, b, a: 8 or none
    std::uint8_t joint_bits = 0;     // four numbers within the meshlet's joints: 8 or 16
    std::uint8_t weight_bits = 0;    // four parts of 2^bits - 1
    bool operator==(const VertexLayout&) const = default;

    constexpr std::uint32_t bits() const {
        return position_bits * 3u * position_count + normal_bits * 2u + (tangent_bits ? tangent_bits * 2u + 1u : 0u) +
               uv_bits * 2u + color_bits * 4u + joint_bits * 4u + weight_bits * 4u;
    }
    constexpr std::uint32_t words() const { return (bits() + 31) / 32; }
};

struct PackedSurface {
    std::int32_t material = -1;
    std::uint32_t first_meshlet = 0, meshlet_count = 0;
    bool operator==(const PackedSurface&) const = default;
};

// Bounds are those of the vertices as they come out of the bits, in the bind pose.
struct PackedMeshlet {
    std::uint32_t first_vertex = 0, first_triangle = 0, first_joint = 0;
    std::uint16_t vertex_count = 0, triangle_count = 0, joint_count = 0;
    std::uint32_t surface = 0;
    std::array<std::int32_t, 3>
        corner{}; // added to positions before they are multiplied; zeros in the frame of the mesh
    Sphere sphere;
    NormalCone cone;
    bool operator==(const PackedMeshlet&) const = default;
};

// The largest differences between what went in and what comes out, as measured.
struct PackErrors {
    float position = 0; // metres; of joint positions the largest of four
    float normal = 0;   // degrees
    float tangent = 0;  // degrees
    float uv = 0;       // in the texture, whose side is one
    float weight = 0;   // of one
    float dropped = 0;  // the largest weight that a fifth and further influences of a vertex had together
    bool operator==(const PackErrors&) const = default;
};

struct PackedMesh {
    VertexLayout layout;
    PositionFrame frame = PositionFrame::mesh;
    Skinning skinning = Skinning::none;
    std::uint16_t most_vertices = 64, most_triangles = 64; // of a meshlet
    std::uint32_t skin_joints = 0;                         // of the skin the joints belong to
    std::array<Lattice, 3> position; // steps of positions: of the bind pose, or in the spaces of joints
    std::array<Lattice, 2> uv;
    PackErrors errors;

    std::vector<PackedSurface> surfaces;
    std::vector<PackedMeshlet> meshlets;
    std::vector<std::uint16_t> joints;    // of the skin, those of each meshlet ascending
    std::vector<std::uint32_t> vertices;  // layout.words() for each
    std::vector<std::uint32_t> triangles; // a | b << 8 | c << 16, numbers within the meshlet
    std::vector<std::uint32_t> sources;   // empty, or one for each vertex

    std::size_t vertex_count() const { return layout.words() ? vertices.size() / layout.words() : 0; }
};

// Packs a mesh that was divided into meshlets. `skin` is what the mesh's influences refer to; null packs it rigid. An
// error if a number is not finite, an option is out of range, or the meshlets are not of this mesh.
Result<PackedMesh> pack_mesh(const Mesh& mesh, const Meshlets& meshlets, const Skin* skin = nullptr,
                             const PackOptions& options = {});

// The bounds that the errors of a packed mesh keep, from its bits and steps alone; `dropped` has none.
PackErrors error_bounds(const PackedMesh& packed);

// The mesh as it comes out: vertices in the order of meshlets, one surface for each of the packed ones. Joint positions
// need the skin they were packed with to become one position. The result refers to skin 0 where it has influences.
Result<Mesh> unpack_mesh(const PackedMesh& packed, const Skin* skin = nullptr);

// Everything in which the packed mesh is not sound in itself: ranges, limits, joints, weights, bounds that do not hold.
// Without the skin, the bounds of joint positions are not looked at.
Diagnostics validate(const PackedMesh& packed, const Skin* skin = nullptr);

// A file, little-endian; the same mesh gives the same bytes. Parsing checks the checksum and every range, so that what
// was parsed can be unpacked, and drawn, without looking.
ByteBuffer write_packed_mesh(const PackedMesh& packed);
Result<PackedMesh> parse_packed_mesh(Bytes bytes);
bool recognise_packed_mesh(Bytes bytes);

} // namespace ossuary::mesh
