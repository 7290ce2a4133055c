#include "ossuary/anim/blend.h"

#include <algorithm>
#include <cmath>

#include "anim/kernels/table.h"
#include "anim/pose_checks.h"

namespace ossuary::anim {

namespace {

// Every weight alike for all joints and enough of it: the fast case. False if it is another.
bool run_plain(const BlendJob& job, const Kernels& kernels) {
    BlendRun run;
    run.layer_count = job.layers.size();
    if (run.layer_count == 0 || run.layer_count > max_run_layers) return false;
    float sum = 0;
    for (std::size_t k = 0; k < run.layer_count; ++k) {
        const BlendLayer& layer = job.layers[k];
        if (!layer.joint_weights.empty()) return false;
        run.poses[k] = layer.pose.data();
        run.weights[k] = layer.weight;
        sum += layer.weight;
    }
    if (!(sum >= job.threshold)) return false;
    for (std::size_t k = 0; k < run.layer_count; ++k) run.weights[k] /= sum;
    run.joint_count = joints_of(job.joint_count, job.output);
    run.output = job.output.data();
    kernels.blend(run);
    return true;
}

// Block by block, so that the output may be any of the inputs.
void run_masked(const BlendJob& job, const Kernels& kernels) {
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

} // namespace

Result<void> BlendJob::validate() const {
    if (!(threshold > 0) || !std::isfinite(threshold)) return fail("threshold: is not greater than zero");
    if (!joints_fit(joint_count, output)) return fail("joint_count: does not belong to the output's number of blocks");
    if (rest.size() != output.size()) return fail("rest: " + wrong_blocks(rest, output));
    for (std::size_t k = 0; k < layers.size(); ++k) {
        const auto place = [k](const char* field) { return "layers[" + std::to_string(k) + "]." + field + ": "; };
        if (layers[k].pose.size() != output.size()) return fail(place("pose") + wrong_blocks(layers[k].pose, output));
        if (!(layers[k].weight >= 0) || !std::isfinite(layers[k].weight))
            return fail(place("weight") + "is negative or not finite");
        if (!weights_fit(layers[k].joint_weights, output))
            return fail(place("joint_weights") + std::string(wrong_weights));
    }
    return {};
}

bool BlendJob::run() const {
    if (!validate()) return false;
    const Kernels& table = kernels ? *kernels : best_kernels();
    if (!run_plain(*this, table)) run_masked(*this, table);
    return true;
}

Result<void> OverlayJob::validate() const {
    if (!joints_fit(joint_count, output)) return fail("joint_count: does not belong to the output's number of blocks");
    if (base.size() != output.size()) return fail("base: " + wrong_blocks(base, output));
    if (layer.size() != output.size()) return fail("layer: " + wrong_blocks(layer, output));
    if (!(weight >= 0 && weight <= 1)) return fail("weight: is not between 0 and 1");
    if (!weights_fit(joint_weights, output)) return fail("joint_weights: " + std::string(wrong_weights));
    return {};
}

bool OverlayJob::run() const {
    if (!validate()) return false;
    const Kernels& table = kernels ? *kernels : best_kernels();
    table.overlay({base.data(), layer.data(), joint_weights.empty() ? nullptr : joint_weights.data(), weight,
                   joints_of(joint_count, output), output.data()});
    return true;
}

} // namespace ossuary::anim
