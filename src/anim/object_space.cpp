#include "ossuary/anim/object_space.h"

#include <algorithm>

#include "anim/job_checks.h"
#include "anim/kernels/table.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::anim {

namespace {

template <class Matrix> Matrix rows_of(const Affine& a) {
    Matrix matrix;
    for (std::size_t r = 0; r < 3; ++r) {
        matrix.m[4 * r] = a.x[r];
        matrix.m[4 * r + 1] = a.y[r];
        matrix.m[4 * r + 2] = a.z[r];
        matrix.m[4 * r + 3] = a.t[r];
    }
    return matrix;
}
Affine columns_of(const float* m) {
    return {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}};
}

// How many parts of a size a whole has; mostly one, which needs no division.
std::size_t whole_parts(std::size_t whole, std::size_t size) {
    return whole == size ? 1 : size == 0 ? 0 : whole / size;
}

} // namespace

ObjectMatrix to_object_matrix(const Affine& matrix) { return rows_of<ObjectMatrix>(matrix); }
PaletteMatrix to_palette_matrix(const Affine& matrix) { return rows_of<PaletteMatrix>(matrix); }
PaletteMatrix to_palette_matrix(const ObjectMatrix& matrix) {
    PaletteMatrix rows;
    std::copy_n(matrix.m, 12, rows.m);
    return rows;
}
Affine to_affine(const ObjectMatrix& matrix) { return columns_of(matrix.m); }
Affine to_affine(const PaletteMatrix& matrix) { return columns_of(matrix.m); }

namespace {

Finding find_fault(const LocalToObjectJob& job) {
    if (!job.rig) return wrong("rig", "is missing");
    const std::size_t joints = job.rig->joint_count(),
                      characters = whole_parts(job.poses.size(), job.rig->block_count());
    if (characters * job.rig->block_count() != job.poses.size())
        return wrong("poses", "is not a number of whole poses of the rig");
    if (job.output.size() != characters * joints)
        return wrong_count("output", job.output.size(), characters * joints, "matrices");
    if (job.from < -1 || job.from >= static_cast<std::int64_t>(joints)) return wrong("from", "is no joint of the rig");
    return {};
}

} // namespace

Result<void> LocalToObjectJob::check() const { return to_result(find_fault(*this)); }

Result<void> LocalToObjectJob::run() const {
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    const KernelTable& table = table_of(kernels);
    static constexpr ObjectMatrix identity;
    const std::size_t blocks = rig->block_count(), joints = rig->joint_count();
    const std::size_t characters = whole_parts(poses.size(), blocks);

    WalkRun run;
    run.root = (root ? root : &identity)->m;
    std::size_t first_joint = 0, most = max_walk_characters;
    if (from >= 0) {
        const auto branch = static_cast<std::size_t>(from);
        run.branch_first = rig->order[branch];
        run.branch_size = rig->branch_size[branch];
        first_joint = branch / block_joints * block_joints;
        most = 1;
    }
    for (std::size_t first = 0; first < characters; first += run.character_count) {
        run.character_count = std::min(characters - first, most);
        for (std::size_t joint = first_joint / walk_joints * walk_joints; joint < joints; joint += walk_joints) {
            const std::size_t block = joint / block_joints;
            run.joint_count = run.step_count = std::min(joints - joint, walk_joints);
            run.first_block = first_joint > joint ? (first_joint - joint) / block_joints : 0;
            run.block_end = block_count(run.joint_count);
            run.steps = rig->walk.data() + joint;
            run.root_count = rig->roots[joint / walk_joints];
            for (std::size_t c = 0; c < run.character_count; ++c) {
                run.poses[c] = poses.data() + (first + c) * blocks + block;
                run.models[c] = output[(first + c) * joints].m;
            }
            table.local_to_model(run);
        }
    }
    return {};
}

Result<SkinBinding> SkinBinding::make(const Skin& skin, const Rig& rig) {
    if (skin.joints.size() != skin.inverse_bind.size())
        return fail(Place{.field = "inverse_bind"}, "does not have one matrix for each joint");
    SkinBinding binding;
    binding.rig_joints = rig.joint_count();
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
        if (skin.joints[i] >= rig.joint_count())
            return fail(Place{.field = "joints[" + std::to_string(i) + "]"}, "is no joint of the rig");
        binding.joints.push_back(skin.joints[i]);
        binding.inverse_bind.push_back(to_palette_matrix(skin.inverse_bind[i]));
    }
    return binding;
}

namespace {

Finding find_fault(const SkinPaletteJob& job) {
    if (!job.skin) return wrong("skin", "is missing");
    const std::size_t characters = whole_parts(job.matrices.size(), job.skin->rig_joints);
    if (characters * job.skin->rig_joints != job.matrices.size())
        return wrong("matrices", "is not a number of whole characters of the rig");
    if (job.output.size() != characters * job.skin->joints.size())
        return wrong_count("output", job.output.size(), characters * job.skin->joints.size(), "matrices");
    return {};
}

} // namespace

Result<void> SkinPaletteJob::check() const { return to_result(find_fault(*this)); }

Result<void> SkinPaletteJob::run() const {
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    const KernelTable& table = table_of(kernels);
    const std::size_t count = skin->joints.size();
    if (count == 0) return {};
    for (std::size_t c = 0; c * skin->rig_joints < matrices.size(); ++c)
        table.palette({matrices[c * skin->rig_joints].m, skin->joints.data(), skin->inverse_bind[0].m, count,
                       output[c * count].m});
    return {};
}

} // namespace ossuary::anim
