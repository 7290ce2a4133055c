#include "ossuary/anim/skinning.h"

#include <cmath>

#include "anim/kernels/table.h"

namespace ossuary::anim {

namespace {

// Three planes are there together or not at all.
Result<void> check_planes(const std::span<float> (&planes)[3], std::size_t size, const char* name, bool exists) {
    for (const std::span<float>& plane : planes) {
        if (plane.empty() != planes[0].empty() || (!plane.empty() && plane.size() != size))
            return fail("planar." + std::string(name) + ": is not three planes of " + std::to_string(size) + " floats");
    }
    if (!planes[0].empty() && !exists) return fail("planar." + std::string(name) + ": the mesh has none");
    return {};
}

Result<void> check_records(const InterleavedVertices& records, std::size_t offset, std::size_t size, std::size_t count,
                           const char* name, bool exists) {
    if (offset == InterleavedVertices::none) return {};
    if (!exists) return fail("interleaved." + std::string(name) + ": the mesh has none");
    if (offset > records.stride || size > records.stride - offset)
        return fail("interleaved." + std::string(name) + ": lies beyond the stride");
    if (records.bytes.size() / records.stride < count) return fail("interleaved.bytes: is too small");
    return {};
}

} // namespace

Result<void> SkinJob::validate() const {
    if (!mesh) return fail("mesh: is missing");
    if (kernels && mesh->block_size() % lane_count(*kernels) != 0)
        return fail("kernels: are wider than the mesh's blocks");
    if (!kernels && mesh->block_size() % lane_count(best_kernels()) != 0)
        return fail("mesh: its blocks are narrower than this machine's kernels");
    if (palette.size() != mesh->palette_size())
        return fail("palette: has " + std::to_string(palette.size()) + " matrices instead of " +
                    std::to_string(mesh->palette_size()));
    if (!morph_weights.empty() && morph_weights.size() != mesh->morph_count())
        return fail("morph_weights: has " + std::to_string(morph_weights.size()) + " weights instead of " +
                    std::to_string(mesh->morph_count()));
    const std::size_t size = mesh->packed_size(), count = mesh->vertex_count();
    if (auto ok = check_planes(planar.position, size, "position", true); !ok) return ok;
    if (auto ok = check_planes(planar.normal, size, "normal", mesh->has_normals()); !ok) return ok;
    if (auto ok = check_planes(planar.tangent, size, "tangent", mesh->has_tangents()); !ok) return ok;
    if (auto ok = check_records(interleaved, interleaved.position, 12, count, "position", true); !ok) return ok;
    if (auto ok = check_records(interleaved, interleaved.normal, 12, count, "normal", mesh->has_normals()); !ok)
        return ok;
    return check_records(interleaved, interleaved.tangent, 16, count, "tangent", mesh->has_tangents());
}

bool SkinJob::run() const {
    if (!validate()) return false;
    if (mesh->vertex_count() == 0) return true;
    const Kernels& table = kernels ? *kernels : best_kernels();
    SkinRun run;
    run.blocks = mesh->blocks_.data();
    run.block_count = mesh->blocks_.size();
    run.block_size = mesh->block_size_;
    run.data = mesh->data_.data();
    run.bones = mesh->bones_.data();
    run.palette = palette[0].m;
    run.has_normals = mesh->has_normals_;
    run.has_tangents = mesh->has_tangents_;
    run.morph_offsets = mesh->morph_offsets_.data();
    run.morph_weights = morph_weights.data();
    run.morph_count = morph_weights.size();
    run.vertex_count = mesh->vertex_count();
    for (std::size_t c = 0; c < 3; ++c) {
        if (!planar.position[c].empty()) run.positions[c] = planar.position[c].data();
        if (!planar.normal[c].empty()) run.normals[c] = planar.normal[c].data();
        if (!planar.tangent[c].empty()) run.tangents[c] = planar.tangent[c].data();
    }
    const auto records = [this](std::size_t offset) {
        return offset == InterleavedVertices::none
                   ? nullptr
                   : reinterpret_cast<unsigned char*>(interleaved.bytes.data()) + offset;
    };
    run.position_records = records(interleaved.position);
    run.normal_records = records(interleaved.normal);
    run.tangent_records = records(interleaved.tangent);
    run.stride = interleaved.stride;
    run.order = interleaved.order == VertexOrder::mesh ? mesh->order_.data() : nullptr;
    table.skin(run);
    return true;
}

} // namespace ossuary::anim
