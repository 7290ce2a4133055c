// SkinMesh: a mesh prepared for skinning on the CPU. SkinJob: its vertices at a pose.
//
// Vertices are sorted into blocks that share a list of bones, so that a block's matrices are loaded once for all of its
// vertices, whatever their number of influences. Any number of bones and influences will do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/anim/kernels.h"
#include "ossuary/anim/object_space.h"
#include "ossuary/base/result.h"
#include "ossuary/model/mesh.h"

namespace ossuary::anim {

// The vertices of one block lie at `data`: positions, normals, tangents (planes of the mesh's block size), then a plane
// of weights for each bone.
struct SkinBlock {
    std::uint32_t data = 0; // floats
    std::uint32_t first_bone = 0;
    std::uint32_t bone_count = 0;
};

class SkinMesh {
public:
    // `palette_size`: of the skin; 1 for a mesh without influences, which follows the palette's only matrix. Weights
    // are made to add up to one; a vertex without weight follows its first bone, and is reported. `block_size`: 4, 8 or
    // 16; best the width of the kernels that will run. Wider kernels cannot run it. Fails if a bone is not in the
    // palette, or sizes do not match, or a number is not finite.
    static Result<SkinMesh> make(const Mesh& mesh, std::size_t palette_size,
                                 std::size_t block_size = lane_count(Kernels{}), Diagnostics* diagnostics = nullptr);

    std::size_t vertex_count() const { return order_.size(); }
    std::size_t palette_size() const { return palette_size_; }
    std::size_t block_size() const { return block_size_; }
    bool has_normals() const { return has_normals_; }
    bool has_tangents() const { return has_tangents_; }
    std::size_t morph_count() const { return morph_count_; }
    // Packed order: order()[i] is the mesh's vertex that comes i-th. Planes hold packed_size() floats, whole blocks.
    std::span<const std::uint32_t> order() const { return order_; }
    std::size_t packed_size() const { return blocks_.size() * block_size_; }
    // The mesh's triangles for vertices in packed order.
    std::vector<std::uint32_t> packed_indices(std::span<const std::uint32_t> indices) const;
    // Bones a block needs, on average: what skinning costs is proportional to it.
    double bones_per_block() const;

private:
    friend struct SkinJob;
    friend class SkinMeshPreparation;

    std::size_t palette_size_ = 0;
    std::size_t block_size_ = 0;
    bool has_normals_ = false, has_tangents_ = false;
    std::vector<SkinBlock> blocks_;
    std::vector<std::uint32_t> bones_;
    std::vector<float> data_;
    // Of each morph target's differences for each block in data_: planes of positions, then of normals; `no_morph` for
    // a block it does not touch.
    std::vector<std::uint32_t> morph_offsets_;
    std::size_t morph_count_ = 0;
    std::vector<std::uint32_t> order_;
};

// One plane per coordinate, in packed order; the fastest. An empty span is not wanted; the others hold packed_size().
struct PlanarVertices {
    std::span<float> position[3];
    std::span<float> normal[3];
    std::span<float> tangent[3]; // the sign w of a tangent does not change
};

enum class VertexOrder : std::uint8_t { mesh, packed };

// Vertex records of `stride` bytes, with three floats of position and normal and four of tangent at their offsets.
// What lies between them is not touched.
struct InterleavedVertices {
    static constexpr std::size_t none = ~std::size_t{0};
    std::span<std::byte> bytes;
    std::size_t stride = 0;
    std::size_t position = none, normal = none, tangent = none;
    VertexOrder order = VertexOrder::mesh;
};

// position = Σ weight · palette[bone] · (position + Σ morph weight · difference). Normals go by the cofactors of the
// same sum of matrices, so they are right under any scale. Both normals and tangents leave with unit length.
struct SkinJob {
    const SkinMesh* mesh = nullptr;
    std::span<const PaletteMatrix> palette;
    std::span<const float> morph_weights; // empty, or one per morph target
    PlanarVertices planar;                // either or both
    InterleavedVertices interleaved;
    Kernels kernels;
    // No bone is stretched more one way than another: normals may go by the matrices themselves, which is faster.
    bool even_scale = false;

    Result<void> check() const;
    Result<void> run() const;
};

} // namespace ossuary::anim
