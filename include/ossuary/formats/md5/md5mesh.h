// .md5mesh: a skinned model. Joints are in object space; each weight holds its own copy of the vertex position, in
// the space of its joint.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/files.h"
#include "ossuary/formats/md5/md5.h"
#include "ossuary/model/model.h"

namespace ossuary::md5 {

struct Joint {
    std::string name;
    std::int32_t parent = -1;
    Vec3d position;    // object space
    Vec3d orientation; // stored components, object space
    bool operator==(const Joint&) const = default;
};

struct Vertex {
    Vec2d tex_coord;
    std::int32_t first_weight = 0;
    std::int32_t weight_count = 0;
    bool operator==(const Vertex&) const = default;
};

using Triangle = std::array<std::int32_t, 3>; // clockwise from the front

struct Weight {
    std::int32_t joint = 0;
    double bias = 0;
    Vec3d position; // joint space
    bool operator==(const Weight&) const = default;
};

// One `mesh { … }` block: a draw surface.
struct Mesh {
    std::string name; // from the `name` keyword or the `// meshes:` comment; empty if unknown
    std::string shader;
    std::vector<Vertex> verts;
    std::vector<Triangle> tris;
    std::vector<Weight> weights;
    bool operator==(const Mesh&) const = default;
};

struct MeshFile {
    std::string commandline;
    std::vector<Joint> joints;
    std::vector<Mesh> meshes;
    bool operator==(const MeshFile&) const = default;
};

bool recognise_md5mesh(Bytes bytes);
Result<MeshFile> parse_md5mesh(Bytes bytes, Diagnostics* diagnostics = nullptr, const ParseOptions& options = {});
std::string write_md5mesh(const MeshFile& file);
Json dump_md5mesh(const MeshFile& file);
Result<MeshFile> build_md5mesh(const Json& json);

// Bind-pose positions of one surface, object space, file axes: Σ bias (P + rotate(Q, pos)) in double.
std::vector<Vec3d> bind_positions(const MeshFile& file, const Mesh& mesh);
// The same with any object-space skeleton (`object_skeleton` of an animation).
std::vector<Vec3d> skin_positions(const Mesh& mesh, const std::vector<Transformd>& object_joints);
std::vector<Transformd> bind_skeleton(const MeshFile& file);

// Vertex normals of a surface from its triangles (section 8.1 of the format's description).
enum class NormalMode { sum, progressive, angle, area };
struct NormalOptions {
    NormalMode mode = NormalMode::sum;
    bool weld = true; // vertices of a surface at equal positions share their sums
};
std::vector<Vec3d> vertex_normals(const Mesh& mesh, const std::vector<Vec3d>& positions,
                                  const NormalOptions& options = {});

struct ToModelOptions {
    Basis basis = md5_basis();
    NormalOptions normals;
    FileLookup textures;       // none: materials keep their names only
    bool force_opaque = false; // do not guess transparency from the pictures' alpha
    bool double_sided = false;
    bool flip_green = false; // for normal maps whose green points down
};

// Skeleton, one mesh with a surface per block, skin, materials and pictures. The model is named `name`.
Result<Model> to_model(const MeshFile& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

struct FromModelOptions {
    // Axes to turn back to; by default the model's own if it came from MD5, else md5_basis().
    std::optional<Basis> basis;
    bool lenient = false; // drop scale that MD5 cannot hold instead of failing
};
Result<MeshFile> md5mesh_from_model(const Model& model, const FromModelOptions& options = {},
                                    Diagnostics* diagnostics = nullptr);

} // namespace ossuary::md5
