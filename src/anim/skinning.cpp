#include "ossuary/anim/skinning.h"

#include <cmath>

#include "anim/job_checks.h"
#include "anim/kernels/table.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::anim {

namespace {

// Three planes are there together or not at all.
Finding check_planes(const std::span<float> (&planes)[3], std::size_t size, const char* name, bool exists) {
    for (const std::span<float>& plane : planes)
        if (plane.empty() != planes[0].empty() || (!plane.empty() && plane.size() != size))
            return wrong(name, "is not three planes of packed_size() floats");
    if (!planes[0].empty() && !exists) return wrong(name, "the mesh has none");
    return {};
}

Finding check_records(const InterleavedVertices& records, std::size_t offset, std::size_t size, std::size_t count,
                      const char* name, bool exists) {
    if (offset == InterleavedVertices::none) return {};
    if (!exists) return wrong(name, "the mesh has none");
    if (offset > records.stride || size > records.stride - offset) return wrong(name, "lies beyond the stride");
    if (records.bytes.size() / records.stride < count) return wrong("interleaved.bytes", "is too small");
    return {};
}

Finding find_fault(const SkinJob& job) {
    if (!job.mesh) return wrong("mesh", "is missing");
    const KernelTable& table = table_of(job.kernels);
    if (!table.skin) return wrong("kernels", "skin no vertices in this build");
    if (job.mesh->block_size() % table.width != 0)
        return job.kernels.isa == Isa::best ? wrong("mesh", "its blocks are narrower than this machine's kernels")
                                            : wrong("kernels", "are wider than the mesh's blocks");
    if (job.palette.size() != job.mesh->palette_size())
        return wrong_count("palette", job.palette.size(), job.mesh->palette_size(), "matrices");
    if (!job.morph_weights.empty() && job.morph_weights.size() != job.mesh->morph_count())
        return wrong_count("morph_weights", job.morph_weights.size(), job.mesh->morph_count(), "weights");
    const std::size_t size = job.mesh->packed_size(), count = job.mesh->vertex_count();
    if (const Finding finding = check_planes(job.planar.position, size, "planar.position", true)) return finding;
    if (const Finding finding = check_planes(job.planar.normal, size, "planar.normal", job.mesh->has_normals()))
        return finding;
    if (const Finding finding = check_planes(job.planar.tangent, size, "planar.tangent", job.mesh->has_tangents()))
        return finding;
    if (const Finding finding =
            check_records(job.interleaved, job.interleaved.position, 12, count, "interleaved.position", true))
        return finding;
    if (const Finding finding = check_records(job.interleaved, job.interleaved.normal, 12, count, "interleaved.normal",
                                              job.mesh->has_normals()))
        return finding;
    return check_records(job.interleaved, job.interleaved.tangent, 16, count, "interleaved.tangent",
                         job.mesh->has_tangents());
}

} // namespace

Result<void> SkinJob::check() const { return to_result(find_fault(*this)); }

Result<void> SkinJob::run() const {
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    if (mesh->vertex_count() == 0) return {};
    const KernelTable& table = table_of(kernels);
    SkinRun run;
    run.blocks = mesh->blocks_.data();
    run.block_count = mesh->blocks_.size();
    run.block_size = mesh->block_size_;
    run.data = mesh->data_.data();
    run.bones = mesh->bones_.data();
    run.palette = palette[0].m;
    run.has_normals = mesh->has_normals_;
    run.has_tangents = mesh->has_tangents_;
    run.even_scale = even_scale;
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
    return {};
}

} // namespace ossuary::anim
