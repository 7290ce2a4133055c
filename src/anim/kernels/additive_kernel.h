// Differences of poses, made and applied.
#pragma once

#include "anim/kernels/lanes.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/math.h"

namespace ossuary::anim {
namespace {

inline QuatLanes conjugate(const QuatLanes& q) { return {-q.x, -q.y, -q.z, q.w}; }
inline QuatLanes operator*(const QuatLanes& a, const QuatLanes& b) {
    return {(a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y), (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z),
            (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x), (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z)};
}

inline vf ratio(vf a, vf b) {
    vf v;
    simd::select<vf>(v, b == 0.0f, splat(1), a / b);
    return v;
}

void make_additive(const MakeAdditiveRun& run) {
    const float *const poses = run.pose->lane[0], *const references = run.reference->lane[0];
    float* const output = run.output->lane[0];
    for_each_step(
        run.joint_count, [&](std::size_t at, std::size_t) __attribute__((always_inline)) {
            const float *const pose = poses + at, *const reference = references + at;
            const VectorLanes t = load_vector(pose), rt = load_vector(reference);
            const VectorLanes s = load_vector(pose + 16 * scale_channel),
                              rs = load_vector(reference + 16 * scale_channel);
            const QuatLanes q =
                load_quat(pose + 16 * rotation_channel) * conjugate(load_quat(reference + 16 * rotation_channel));
            store_transform(output + at, {t.x - rt.x, t.y - rt.y, t.z - rt.z}, normalize(q),
                            {ratio(s.x, rs.x), ratio(s.y, rs.y), ratio(s.z, rs.z)});
        });
}

template <bool subtract> void apply_difference(const AdditiveRun& run) {
    const float *const bases = run.base->lane[0], *const differences = run.difference->lane[0];
    const float* const mask = run.mask;
    float* const output = run.output->lane[0];
    const vf whole = splat(run.weight);
    for_each_step(
        run.joint_count, [&](std::size_t at, std::size_t joint) __attribute__((always_inline)) {
            const vf weight = mask ? whole * load(mask + joint) : whole;
            const float *const base = bases + at, *const difference = differences + at;
            const QuatLanes q = load_quat(difference + 16 * rotation_channel);
            QuatLanes turn = q * flip_sign(weight, q.w);
            turn.w += 1.0f - weight;
            if (subtract) turn = conjugate(turn);
            const VectorLanes t = load_vector(base), dt = load_vector(difference) * weight;
            const VectorLanes s = load_vector(base + 16 * scale_channel);
            const VectorLanes ds = load_vector(difference + 16 * scale_channel);
            const VectorLanes factor = {1.0f + (ds.x - 1.0f) * weight, 1.0f + (ds.y - 1.0f) * weight,
                                        1.0f + (ds.z - 1.0f) * weight};
            const QuatLanes rotation = normalize(turn * load_quat(base + 16 * rotation_channel));
            if (subtract)
                store_transform(output + at, {t.x - dt.x, t.y - dt.y, t.z - dt.z}, rotation,
                                {ratio(s.x, factor.x), ratio(s.y, factor.y), ratio(s.z, factor.z)});
            else
                store_transform(output + at, t + dt, rotation, {s.x * factor.x, s.y * factor.y, s.z * factor.z});
        });
}

void additive(const AdditiveRun& run) {
    if (run.subtract)
        apply_difference<true>(run);
    else
        apply_difference<false>(run);
}

} // namespace
} // namespace ossuary::anim
