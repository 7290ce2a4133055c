#include "ossuary/anim/additive.h"

#include <cmath>

#include "anim/job_checks.h"
#include "anim/kernels/table.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::anim {

namespace {

Finding find_fault(const MakeAdditiveJob& job) {
    if (job.pose.size() != job.output.size()) return wrong_blocks("pose", job.pose, job.output.size());
    if (job.reference.size() != job.output.size()) return wrong_blocks("reference", job.reference, job.output.size());
    return {};
}

} // namespace

Result<void> MakeAdditiveJob::check() const { return to_result(find_fault(*this)); }

Result<void> MakeAdditiveJob::run() const {
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    const KernelTable& table = table_of(kernels);
    table.make_additive({pose.data(), reference.data(), output.size() * block_joints, output.data()});
    return {};
}

namespace {

Finding find_fault(const AdditiveJob& job) {
    if (!joints_fit(job.joint_count, job.output)) return wrong("joint_count", wrong_joint_count);
    if (job.base.size() != job.output.size()) return wrong_blocks("base", job.base, job.output.size());
    if (job.difference.size() != job.output.size())
        return wrong_blocks("difference", job.difference, job.output.size());
    if (!std::isfinite(job.weight)) return wrong("weight", "is not finite");
    if (!weights_fit(job.joint_weights, job.output)) return wrong("joint_weights", wrong_weights);
    return {};
}

} // namespace

Result<void> AdditiveJob::check() const { return to_result(find_fault(*this)); }

Result<void> AdditiveJob::run() const {
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    const KernelTable& table = table_of(kernels);
    table.additive({base.data(), difference.data(), joint_weights.empty() ? nullptr : joint_weights.data(),
                    std::fabs(weight), weight < 0, joints_of(joint_count, output), output.data()});
    return {};
}

} // namespace ossuary::anim
