// Weighted means of poses.
#pragma once

#include "anim/kernels/lanes.h"

namespace ossuary::anim {
namespace {

template <std::size_t layer_count> void blend_layers(const BlendRun& run) {
    vf weights[layer_count];
    for (std::size_t k = 0; k < layer_count; ++k) weights[k] = splat(run.weights[k]);
    for_each_step(
        run.joint_count, [&](std::size_t block, std::size_t lane) __attribute__((always_inline)) {
            const float* poses[layer_count];
            for (std::size_t k = 0; k < layer_count; ++k) poses[k] = run.poses[k][block].lane[0] + lane;
            float* const output = run.output[block].lane[0] + lane;

            QuatLanes q = load_quat(poses[0] + 16 * rotation_channel) * weights[0];
            for (std::size_t k = 1; k < layer_count; ++k) {
                const QuatLanes next = load_quat(poses[k] + 16 * rotation_channel);
                q = q + next * flip_sign(weights[k], dot(next, q));
            }
            q = normalize(q);
            for (const std::size_t c : vector_channels) {
                vf sum = load(poses[0] + 16 * c) * weights[0];
                for (std::size_t k = 1; k < layer_count; ++k) sum += load(poses[k] + 16 * c) * weights[k];
                store(output + 16 * c, sum);
            }
            store_quat(output + 16 * rotation_channel, q);
        });
}

void blend(const BlendRun& run) {
    switch (run.layer_count) {
    case 1: return blend_layers<1>(run);
    case 2: return blend_layers<2>(run);
    case 3: return blend_layers<3>(run);
    case 4: return blend_layers<4>(run);
    }
}

struct WeightedSum {
    VectorLanes t, s;
    QuatLanes q;
    vf weight;
};

inline void add(WeightedSum& sum, const float* pose, vf weight) {
    const QuatLanes q = load_quat(pose + 16 * rotation_channel);
    sum.q = sum.q + q * flip_sign(weight, dot(q, sum.q));
    sum.t = sum.t + load_vector(pose + 16 * translation_channel) * weight;
    sum.s = sum.s + load_vector(pose + 16 * scale_channel) * weight;
    sum.weight = sum.weight + weight;
}

void masked_blend(const MaskedBlendRun& run) {
    for_each_step(
        run.joint_count, [&](std::size_t block, std::size_t lane) __attribute__((always_inline)) {
            WeightedSum sum{};
            if (run.before) {
                const float* before = run.before[block].pose.lane[0] + lane;
                sum = {load_vector(before), load_vector(before + 16 * scale_channel),
                       load_quat(before + 16 * rotation_channel), load(run.before[block].weight + lane)};
            }
            for (std::size_t k = 0; k < run.layer_count; ++k) {
                vf weight = splat(run.weights[k]);
                if (run.masks[k]) weight *= load(run.masks[k] + block * block_joints + lane);
                add(sum, run.poses[k][block].lane[0] + lane, weight);
            }
            if (run.after) {
                store_transform(run.after[block].pose.lane[0] + lane, sum.t, sum.q, sum.s);
                store(run.after[block].weight + lane, sum.weight);
                return;
            }
            add(sum, run.rest[block].lane[0] + lane, max(run.threshold - sum.weight, vf{}));
            const vf scale = 1.0f / sum.weight;
            store_transform(run.output[block].lane[0] + lane, sum.t * scale, normalize(sum.q), sum.s * scale);
        });
}

void overlay(const OverlayRun& run) {
    for_each_step(
        run.joint_count, [&](std::size_t block, std::size_t lane) __attribute__((always_inline)) {
            vf weight = splat(run.weight);
            if (run.mask) weight *= load(run.mask + block * block_joints + lane);
            const vf rest = 1.0f - weight;
            const float* const base = run.base[block].lane[0] + lane;
            const float* const layer = run.layer[block].lane[0] + lane;
            const QuatLanes a = load_quat(base + 16 * rotation_channel), b = load_quat(layer + 16 * rotation_channel);
            const VectorLanes t = load_vector(base) * rest + load_vector(layer) * weight;
            const VectorLanes s =
                load_vector(base + 16 * scale_channel) * rest + load_vector(layer + 16 * scale_channel) * weight;
            store_transform(run.output[block].lane[0] + lane, t, normalize(a * rest + b * flip_sign(weight, dot(a, b))),
                            s);
        });
}

} // namespace
} // namespace ossuary::anim
