#include "ossuary/anim/model_space.h"

#include <algorithm>

#include "anim/kernels/table.h"

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

} // namespace

ModelMatrix to_model_matrix(const Affine& matrix) { return rows_of<ModelMatrix>(matrix); }
PaletteMatrix to_palette_matrix(const Affine& matrix) { return rows_of<PaletteMatrix>(matrix); }
Affine to_affine(const ModelMatrix& matrix) { return columns_of(matrix.m); }
Affine to_affine(const PaletteMatrix& matrix) { return columns_of(matrix.m); }

Result<void> LocalToModelJob::validate() const {
    if (!rig) return fail("rig: is missing");
    const std::size_t blocks = rig->block_count(), joints = rig->joint_count();
    if (blocks == 0) {
        if (!poses.empty() || !output.empty()) return fail("output: is not empty, but the rig is");
        return {};
    }
    if (poses.size() % blocks != 0) return fail("poses: is not a number of whole poses of the rig");
    const std::size_t characters = poses.size() / blocks;
    if (output.size() != characters * joints)
        return fail("output: has " + std::to_string(output.size()) + " matrices instead of " +
                    std::to_string(characters * joints));
    if (from < -1 || from >= static_cast<std::int64_t>(joints)) return fail("from: is no joint of the rig");
    return {};
}

bool LocalToModelJob::run() const {
    if (!validate()) return false;
    const Kernels& table = kernels ? *kernels : best_kernels();
    constexpr ModelMatrix identity;
    const std::size_t blocks = rig->block_count(), joints = rig->joint_count();
    const std::size_t characters = blocks == 0 ? 0 : poses.size() / blocks;
    constexpr std::size_t walk_blocks = walk_joints / block_joints;

    WalkRun run;
    run.root = (root ? root : &identity)->m;
    if (from >= 0) {
        run.branch_first = rig->order[static_cast<std::size_t>(from)];
        run.branch_size = rig->branch_size[static_cast<std::size_t>(from)];
    }
    const std::size_t most = from < 0 ? max_walk_characters : 1;
    for (std::size_t first = 0; first < characters; first += run.character_count) {
        run.character_count = std::min(characters - first, most);
        const std::size_t begin = from < 0 ? 0 : static_cast<std::size_t>(from) / walk_joints * walk_joints;
        for (std::size_t joint = begin; joint < joints; joint += walk_joints) {
            run.joint_count = std::min(joints - joint, walk_joints);
            const std::size_t first_block = joint / block_joints;
            run.first_block =
                from < 0 ? 0 : std::max(static_cast<std::size_t>(from) / block_joints, first_block) - first_block;
            run.block_end = std::min(blocks - first_block, walk_blocks);
            run.steps = rig->walk.data() + joint;
            run.step_count = run.joint_count;
            run.root_count = rig->roots[joint / walk_joints];
            for (std::size_t c = 0; c < run.character_count; ++c) {
                run.poses[c] = poses.data() + (first + c) * blocks + first_block;
                run.models[c] = output[(first + c) * joints].m;
            }
            table.local_to_model(run);
        }
    }
    return true;
}

Result<SkinBinding> bind_skin(const Skin& skin, const Rig& rig) {
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

Result<SkinBinding> bind_rigid(std::int32_t joint, const Rig& rig) {
    if (joint < 0 || static_cast<std::size_t>(joint) >= rig.joint_count())
        return fail(Place{.field = "joint"}, "is no joint of the rig");
    return SkinBinding{{static_cast<std::uint32_t>(joint)}, {PaletteMatrix{}}, rig.joint_count()};
}

Result<void> SkinPaletteJob::validate() const {
    if (!skin) return fail("skin: is missing");
    if (skin->rig_joints == 0 || models.size() % skin->rig_joints != 0)
        return fail("models: is not a number of whole characters of the rig");
    if (output.size() != models.size() / skin->rig_joints * skin->joints.size())
        return fail("output: does not have one matrix for each joint of the skin");
    return {};
}

bool SkinPaletteJob::run() const {
    if (!validate()) return false;
    const Kernels& table = kernels ? *kernels : best_kernels();
    const std::size_t count = skin->joints.size();
    if (count == 0) return true;
    for (std::size_t c = 0; c * skin->rig_joints < models.size(); ++c)
        table.palette(
            {models[c * skin->rig_joints].m, skin->joints.data(), skin->inverse_bind[0].m, count, output[c * count].m});
    return true;
}

} // namespace ossuary::anim
