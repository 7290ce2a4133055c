#include "ossuary/anim/blend.h"

#include <algorithm>
#include <cmath>

#include "anim/job_checks.h"
#include "anim/kernels/table.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::anim {

namespace {

// Every weight alike for all joints, and enough of it: the fast case, which does not need the other checks. False if it
// is another case, or something is wrong.
bool run_plain(const BlendJob& job, const KernelTable& kernels) {
    BlendRun run;
    run.layer_count = job.layers.size();
    if (run.layer_count == 0 || run.layer_count > max_run_layers) return false;
    const std::size_t blocks = job.output.size();
    bool plain = job.rest.size() == blocks && joints_fit(job.joint_count, job.output) && job.threshold > 0;
    float sum = 0;
    for (std::size_t k = 0; k < run.layer_count; ++k) {
        const BlendLayer& layer = job.layers[k];
        plain = plain && layer.pose.size() == blocks && layer.joint_weights.empty() && layer.weight >= 0;
        run.poses[k] = layer.pose.data();
        run.weights[k] = layer.weight;
        sum += layer.weight;
    }
    if (!plain || !(sum >= job.threshold && std::isfinite(sum))) return false;
    for (std::size_t k = 0; k < run.layer_count; ++k) run.weights[k] /= sum;
    run.joint_count = joints_of(job.joint_count, job.output);
    run.output = job.output.data();
    kernels.blend(run);
    return true;
}

// Block by block, so that the output may be any of the inputs.
void run_masked(const BlendJob& job, const KernelTable& kernels) {
    for (std::size_t block = 0; block < job.output.size(); ++block) {
        BlendSum sum;
        MaskedBlendRun run;
        run.joint_count = std::min(joints_of(job.joint_count, job.output) - block * block_joints, block_joints);
        run.rest = job.rest.data() + block;
        run.threshold = job.threshold;
        run.output = job.output.data() + block;
        for (std::size_t first = 0;; first += max_run_layers) {
            const std::size_t left = job.layers.size() - std::min(first, job.layers.size());
            run.layer_count = std::min(left, max_run_layers);
            for (std::size_t k = 0; k < run.layer_count; ++k) {
                const BlendLayer& layer = job.layers[first + k];
                run.poses[k] = layer.pose.data() + block;
                run.masks[k] =
                    layer.joint_weights.empty() ? nullptr : layer.joint_weights.data() + block * block_joints;
                run.weights[k] = layer.weight;
            }
            run.after = left > max_run_layers ? &sum : nullptr;
            kernels.masked_blend(run);
            if (!run.after) break;
            run.before = &sum;
        }
    }
}

Finding find_fault(const BlendJob& job) {
    if (!(job.threshold > 0 && std::isfinite(job.threshold))) return wrong("threshold", "is not greater than zero");
    if (!joints_fit(job.joint_count, job.output)) return wrong("joint_count", wrong_joint_count);
    if (job.rest.size() != job.output.size()) return wrong_blocks("rest", job.rest, job.output.size());
    for (const BlendLayer& layer : job.layers) {
        Finding finding;
        if (layer.pose.size() != job.output.size())
            finding = wrong_blocks("pose", layer.pose, job.output.size());
        else if (!(layer.weight >= 0 && std::isfinite(layer.weight)))
            finding = wrong("weight", "is negative or not finite");
        else if (!weights_fit(layer.joint_weights, job.output))
            finding = wrong("joint_weights", wrong_weights);
        else
            continue;
        finding.layer = &layer - job.layers.data();
        return finding;
    }
    return {};
}

} // namespace

Result<void> BlendJob::check() const { return to_result(find_fault(*this)); }

Result<void> BlendJob::run() const {
    const KernelTable& table = table_of(kernels);
    if (run_plain(*this, table)) return {};
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    run_masked(*this, table);
    return {};
}

namespace {

Finding find_fault(const OverlayJob& job) {
    if (!joints_fit(job.joint_count, job.output)) return wrong("joint_count", wrong_joint_count);
    if (job.base.size() != job.output.size()) return wrong_blocks("base", job.base, job.output.size());
    if (job.layer.size() != job.output.size()) return wrong_blocks("layer", job.layer, job.output.size());
    if (!(job.weight >= 0 && job.weight <= 1)) return wrong("weight", "is not between 0 and 1");
    if (!weights_fit(job.joint_weights, job.output)) return wrong("joint_weights", wrong_weights);
    return {};
}

} // namespace

Result<void> OverlayJob::check() const { return to_result(find_fault(*this)); }

Result<void> OverlayJob::run() const {
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    const KernelTable& table = table_of(kernels);
    table.overlay({base.data(), layer.data(), joint_weights.empty() ? nullptr : joint_weights.data(), weight,
                   joints_of(joint_count, output), output.data()});
    return {};
}

} // namespace ossuary::anim
