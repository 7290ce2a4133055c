// Between two key frames.
#pragma once

#include "anim/kernels/lanes.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/math.h"

namespace ossuary::anim {
namespace {

// The square of the angle whose cosine is 1 - x, for cosines from 0 to 1: within 3e-7 of it. The square, unlike the
// angle, has no singular point at 0, so that small angles need no case of their own.
inline vf squared_angle(vf x) {
    vf p = splat(0.009167991671715755f);
    p = p * x - 0.01045046119246763f;
    p = p * x + 0.021549606477047973f;
    p = p * x + 0.024179111109788775f;
    p = p * x + 0.08967164825828555f;
    p = p * x + 0.33328193270917233f;
    p = p * x + 2.0000005448755704f;
    return p * x;
}
// sin(√y) / √y for y from 0 to (π / 2)²: within 1e-8 of it.
inline vf sine_ratio(vf y) {
    vf p = splat(2.6051662749937343e-06f);
    p = p * y - 0.0001980904635683354f;
    p = p * y + 0.008333050617318405f;
    p = p * y - 0.16666657969904103f;
    return p * y + 0.9999999957158384f;
}

// Along the shorter arc. The weights sin((1 - f)·angle) and sin(f·angle) are wanted up to a common factor only.
inline QuatLanes slerp(const QuatLanes& a, const QuatLanes& b, vf fraction) {
    const vf cosine = dot(a, b);
    const vf squared = squared_angle(1.0f - flip_sign(cosine, cosine));
    const vf rest = 1.0f - fraction;
    const vf weight_a = rest * sine_ratio(rest * rest * squared);
    const vf weight_b = flip_sign(fraction * sine_ratio(fraction * fraction * squared), cosine);
    return normalize(a * weight_a + b * weight_b);
}

void sample(const SampleRun& run) {
    const float *from = run.from, *to = run.to;
    const float* const fractions = run.fractions;
    JointBlock* const outputs = run.output;
    const BlockPart* part = run.rotations;
    for (const BlockPart* const end = part + run.rotation_count; part != end; ++part, from += 64, to += 64) {
        float* const output = outputs[part->block].lane[part->channel];
        for (std::size_t lane = 0, lanes = part->lanes; lane < lanes; lane += W)
            store_quat(output + lane, slerp(load_quat(from + lane), load_quat(to + lane), load(fractions + lane)));
    }
    part = run.vectors;
    for (const BlockPart* const end = part + run.vector_count; part != end; ++part, from += 48, to += 48) {
        float* const output = outputs[part->block].lane[part->channel];
        for (std::size_t lane = 0, lanes = part->lanes; lane < lanes; lane += W)
            for (std::size_t c = lane; c < 48; c += 16) {
                const vf a = load(from + c), b = load(to + c);
                store(output + c, a + (b - a) * load(fractions + lane)); // `a` where both are equal
            }
    }
}

} // namespace
} // namespace ossuary::anim
