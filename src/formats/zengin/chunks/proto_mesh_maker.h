// Meshes of a model gathered into one progressive mesh.
#pragma once

#include <map>
#include <vector>

#include "ossuary/formats/zengin/model.h"

namespace ossuary::zengin {

// Where each vertex of a mesh is at a pose: the matrix that takes it from where the mesh has it to object space.
std::vector<Affined> vertex_matrices(const Model& model, const Mesh& mesh, const std::vector<Affined>& pose);

// A material of a model as the game has it, with the fields it came with if it came from there; -1 is a plain one.
// `basis_scale` is metres per unit.
Material material_from_model(const Model& model, std::int32_t number, Game game, double basis_scale);

class ProtoMeshMaker {
public:
    ProtoMeshMaker(const Model& model, const FromModelOptions& options);

    const Basis& back() const { return back_; } // from our space to the engine's

    // A vertex for each matrix. Vertices at one place become one position, unless their morph targets differ.
    void add(const Mesh& mesh, std::span<const Affined> matrices);

    // The mesh with its levels of detail. `positions_of` gets, for each mesh added, the position of each vertex.
    enum class Kind : std::uint8_t { rigid, morph };
    Result<ProtoMesh> finish(Kind kind, std::vector<std::vector<std::uint16_t>>* positions_of = nullptr);

private:
    struct Corner {
        std::uint32_t position;
        std::array<std::uint32_t, 5> bits; // of normal and uv
        auto operator<=>(const Corner&) const = default;
    };
    struct Part {
        std::vector<std::array<std::uint32_t, 3>> triangles;
        std::vector<std::pair<Corner, Wedge>> wedges;
        std::map<Corner, std::uint32_t> numbers;
    };

    Part& part_of(std::int32_t material);

    const Model& model_;
    FromModelOptions options_;
    Basis back_;
    std::vector<Vec3> positions_;
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_; // by place and targets
    std::vector<std::vector<std::uint32_t>> positions_of_;        // per mesh and vertex
    std::vector<std::int32_t> materials_;                         // of the parts, in order of first use
    std::vector<Part> parts_;
};

} // namespace ossuary::zengin
