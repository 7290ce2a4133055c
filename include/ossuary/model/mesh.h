// Mesh: indexed triangles with any number of influences per vertex, and what they are drawn with.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/base/vectors.h"

namespace ossuary {

struct Influence {
    std::uint32_t joint = 0; // index into Skin::joints
    float weight = 0;
    bool operator==(const Influence&) const = default;
};

struct ColorRgba8 {
    std::uint8_t r = 255, g = 255, b = 255, a = 255;
    bool operator==(const ColorRgba8&) const = default;
};

// Differences from the base shape, one entry per vertex of the mesh; normals may be left out.
struct MorphTarget {
    std::string name;
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;
};

// A run of triangles drawn with one material. Its indices refer to the mesh's vertices and stay within
// [first_vertex, first_vertex + vertex_count). Runs of different surfaces may share vertices.
struct Surface {
    std::string name;
    std::int32_t material = -1;
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;
    std::uint32_t first_vertex = 0;
    std::uint32_t vertex_count = 0;
};

// A coarser form of a mesh: fewer triangles of the same vertices. It has the surfaces of the mesh, in order, each with
// its own run of these indices, which may be empty.
struct MeshLevel {
    std::vector<std::uint32_t> indices;
    std::vector<std::uint32_t> index_counts; // one per surface
};

// Positions are in object space in the bind pose if the mesh has a skin; otherwise they are in the space of `joint`,
// or of the model if that is -1. Front faces are counter-clockwise. Texture coordinates start at the top left.
struct Mesh {
    std::string name;
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;      // empty or one per vertex, unit length
    std::vector<Vec4> tangents;     // empty or one per vertex; w = ±1 as in glTF
    std::vector<Vec2> uv0;          // empty or one per vertex
    std::vector<Vec2> uv1;          // empty or one per vertex
    std::vector<ColorRgba8> colors; // empty or one per vertex, linear
    std::vector<std::uint32_t> indices;
    std::vector<Surface> surfaces; // in index order, covering all indices

    std::int32_t skin = -1;
    std::int32_t joint = -1;
    std::vector<std::uint32_t> instances; // further joints that show the same mesh, if it has a joint and no skin
    // The influences of vertex v are influences[influence_start[v] … influence_start[v + 1]): none for a rigid mesh.
    std::vector<std::uint32_t> influence_start;
    std::vector<Influence> influences;

    std::vector<MorphTarget> morphs;
    std::vector<float> morph_weights; // where no clip says otherwise: one per morph target, or empty if all are 0
    std::vector<MeshLevel> levels;    // of detail, from fine to coarse; `indices` above are the finest
    Json extras;                      // null or an object

    Mesh();
    Mesh(const Mesh& other);
    Mesh(Mesh&& other) noexcept;
    Mesh& operator=(const Mesh& other);
    Mesh& operator=(Mesh&& other) noexcept;
    ~Mesh();
};

// Lines between points, in the space of `joint` or of the model: ways, outlines, axes.
struct LineSet {
    std::string name;
    std::vector<Vec3> points;
    std::vector<std::array<std::uint32_t, 2>> lines;
    std::int32_t joint = -1;
    Json extras; // null or an object
};

// Which joints a mesh is bound to, and where they were when it was.
struct Skin {
    std::string name;
    std::vector<std::uint32_t> joints; // indices into the skeleton
    std::vector<Affine> inverse_bind;  // one per entry of joints: object space → joint space
};

} // namespace ossuary
