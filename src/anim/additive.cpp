#include "ossuary/anim/additive.h"

#include <cmath>

#include "anim/kernels/table.h"
#include "anim/pose_checks.h"

namespace ossuary::anim {

Result<void> MakeAdditiveJob::validate() const {
    if (pose.size() != output.size()) return fail("pose: " + wrong_blocks(pose, output));
    if (reference.size() != output.size()) return fail("reference: " + wrong_blocks(reference, output));
    return {};
}

bool MakeAdditiveJob::run() const {
    if (!validate()) return false;
    const Kernels& table = kernels ? *kernels : best_kernels();
    table.make_additive({pose.data(), reference.data(), output.size() * block_joints, output.data()});
    return true;
}

Result<void> AdditiveJob::validate() const {
    if (!joints_fit(joint_count, output)) return fail("joint_count: does not belong to the output's number of blocks");
    if (base.size() != output.size()) return fail("base: " + wrong_blocks(base, output));
    if (difference.size() != output.size()) return fail("difference: " + wrong_blocks(difference, output));
    if (!std::isfinite(weight)) return fail("weight: is not finite");
    if (!weights_fit(joint_weights, output)) return fail("joint_weights: " + std::string(wrong_weights));
    return {};
}

bool AdditiveJob::run() const {
    if (!validate()) return false;
    const Kernels& table = kernels ? *kernels : best_kernels();
    table.additive({base.data(), difference.data(), joint_weights.empty() ? nullptr : joint_weights.data(),
                    std::fabs(weight), weight < 0, joints_of(joint_count, output), output.data()});
    return true;
}

} // namespace ossuary::anim
