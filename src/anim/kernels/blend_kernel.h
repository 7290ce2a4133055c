// Weighted means of poses.
#pragma once

#include "anim/kernels/lanes.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/math.h"

namespace ossuary::anim {
namespace {

template <std::size_t layer_count> void blend_layers(const BlendRun& run) {
    vf weights[layer_count];
    const float* poses[layer_count];
    for (std::size_t k = 0; k < layer_count; ++k) {
        weights[k] = splat(run.weights[k]);
        poses[k] = run.poses[k]->lane[0];
    }
    float* const output = run.output->lane[0];
    for_each_step(
        run.joint_count, [&](std::size_t at, std::size_t) __attribute__((always_inline)) {
            QuatLanes q = load_quat(poses[0] + at + 16 * rotation_channel) * weights[0];
            for (std::size_t k = 1; k < layer_count; ++k) {
                const QuatLanes next = load_quat(poses[k] + at + 16 * rotation_channel);
                q = q + next * flip_sign(weights[k], dot(next, q));
            }
            q = normalize(q);
            for (const std::size_t c : vector_channels) {
                vf sum = load(poses[0] + at + 16 * c) * weights[0];
                for (std::size_t k = 1; k < layer_count; ++k) sum += load(poses[k] + at + 16 * c) * weights[k];
                store(output + at + 16 * c, sum);
            }
            store_quat(output + at + 16 * rotation_channel, q);
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

// One block.
void masked_blend(const MaskedBlendRun& run) {
    for (std::size_t lane = 0; lane < run.joint_count; lane += W) {
        WeightedSum sum{};
        if (run.before) {
            const float* before = run.before->pose.lane[0] + lane;
            sum = {load_vector(before), load_vector(before + 16 * scale_channel),
                   load_quat(before + 16 * rotation_channel), load(run.before->weight + lane)};
        }
        for (std::size_t k = 0; k < run.layer_count; ++k) {
            vf weight = splat(run.weights[k]);
            if (run.masks[k]) weight *= load(run.masks[k] + lane);
            add(sum, run.poses[k]->lane[0] + lane, weight);
        }
        if (run.after) {
            store_transform(run.after->pose.lane[0] + lane, sum.t, sum.q, sum.s);
            store(run.after->weight + lane, sum.weight);
            continue;
        }
        add(sum, run.rest->lane[0] + lane, max(run.threshold - sum.weight, vf{}));
        const vf scale = 1.0f / sum.weight;
        store_transform(run.output->lane[0] + lane, sum.t * scale, normalize(sum.q), sum.s * scale);
    }
}

void overlay(const OverlayRun& run) {
    const float *const base = run.base->lane[0], *const layer = run.layer->lane[0], *const mask = run.mask;
    float* const output = run.output->lane[0];
    const vf whole = splat(run.weight);
    for_each_step(
        run.joint_count, [&](std::size_t at, std::size_t joint) __attribute__((always_inline)) {
            const vf weight = mask ? whole * load(mask + joint) : whole, rest = 1.0f - weight;
            const float *const from = base + at, *const to = layer + at;
            const QuatLanes a = load_quat(from + 16 * rotation_channel), b = load_quat(to + 16 * rotation_channel);
            const VectorLanes t = load_vector(from) * rest + load_vector(to) * weight;
            const VectorLanes s =
                load_vector(from + 16 * scale_channel) * rest + load_vector(to + 16 * scale_channel) * weight;
            store_transform(output + at, t, normalize(a * rest + b * flip_sign(weight, dot(a, b))), s);
        });
}

} // namespace
} // namespace ossuary::anim
