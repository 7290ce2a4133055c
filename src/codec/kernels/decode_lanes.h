// The part of the decoding kernels that is the same for every instruction set but for the number of lanes.
// Internal linkage throughout: see pose_math.h.
#pragma once

#include <cstring>

#include "codec/kernels/table.h"
#include "codec/pose_math.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/simd.h"

namespace ossuary::codec {
namespace {

constexpr std::size_t lanes = simd::register_size / sizeof(float);
using Floats = simd::Lanes<static_cast<int>(lanes)>::Float;
using Ints = simd::Lanes<static_cast<int>(lanes)>::Int;
constexpr std::size_t parts = group_lanes / lanes; // vectors to a group

inline void load(Floats& to, const Group<float>& from, std::size_t part) {
    std::memcpy(&to, from.lane + part * lanes, sizeof to);
}
inline void store(Group<float>& to, std::size_t part, const Floats& from) {
    std::memcpy(to.lane + part * lanes, &from, sizeof from);
}
inline void load(Quaternions<Floats>& q, const Group<float>* from, std::size_t part) {
    load(q.x, from[0], part);
    load(q.y, from[1], part);
    load(q.z, from[2], part);
    load(q.w, from[3], part);
}
inline void store(Group<float>* to, std::size_t part, const Quaternions<Floats>& q) {
    store(to[0], part, q.x);
    store(to[1], part, q.y);
    store(to[2], part, q.z);
    store(to[3], part, q.w);
}

void movements(const KernelClip& clip, const Group<float>* values, Group<float>* rotations) {
    const std::size_t three = clip.three_axes, two = clip.two_hinges;
    const Group<float>* value = values;
    for (std::size_t g = 0; g < three * parts; ++g) {
        Floats x, y, z;
        load(x, value[g / parts], g % parts);
        load(y, value[three + g / parts], g % parts);
        load(z, value[2 * three + g / parts], g % parts);
        Quaternions<Floats> q;
        three_axes_rotation(q, x, y, z);
        store(rotations + 4 * (g / parts), g % parts, q);
    }
    value += 3 * three;
    rotations += 4 * three;
    for (std::size_t g = 0; g < two * parts; ++g) {
        const RotationGroup& constants = clip.rotations[three + g / parts];
        Floats x, y, cosine, sine;
        load(x, value[g / parts], g % parts);
        load(y, value[two + g / parts], g % parts);
        load(cosine, constants.cosine, g % parts);
        load(sine, constants.sine, g % parts);
        Quaternions<Floats> q;
        two_hinges_rotation(q, x, y, cosine, sine);
        store(rotations + 4 * (g / parts), g % parts, q);
    }
    value += 2 * two;
    rotations += 4 * two;
    for (std::size_t g = 0; g < clip.hinges * parts; ++g) {
        Floats x;
        load(x, value[g / parts], g % parts);
        Quaternions<Floats> q{Floats{}, Floats{}, Floats{}, Floats{}};
        hinge_rotation(q.x, q.w, x);
        store(rotations + 4 * (g / parts), g % parts, q);
    }
}

inline void flip_sign(Floats& to, const Floats& a, const Floats& b) {
    const Ints sign = Ints{} + static_cast<std::int32_t>(0x80000000u);
    to = (Floats)((Ints)a ^ ((Ints)b & sign));
}
inline bool any(const Ints& mask) {
    std::uint64_t words[sizeof mask / 8], all = 0;
    std::memcpy(words, &mask, sizeof mask);
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
}

void turn(const KernelClip& clip, const Group<float>* a, const Group<float>* b, float t, Group<float>* turned) {
    const std::size_t groups = clip.three_axes + clip.two_hinges + clip.hinges;
    const SlerpTerms<float> near(t);
    for (std::size_t g = 0; g < groups * parts; ++g) {
        const std::size_t group = g / parts, part = g % parts;
        Quaternions<Floats> p, q;
        load(p, a + 4 * group, part);
        load(q, b + 4 * group, part);
        const Floats dot = (p.x * q.x + p.y * q.y) + (p.z * q.z + p.w * q.w);
        Floats cosine, wa, wb;
        flip_sign(cosine, dot, dot);
        slerp_weights<near_terms>(wa, wb, near, cosine);
        const Ints far = cosine < near_cosine;
        if (__builtin_expect(any(far), 0)) {
            Floats fa, fb;
            slerp_weights<far_terms>(fa, fb, SlerpTerms<float>(t, far_terms), cosine);
            wa = (Floats)(((Ints)fa & far) | ((Ints)wa & ~far));
            wb = (Floats)(((Ints)fb & far) | ((Ints)wb & ~far));
        }
        flip_sign(wb, wb, dot);
        const RotationGroup& constants = clip.rotations[group];
        const Quaternions<Floats> m{p.x * wa + q.x * wb, p.y * wa + q.y * wb, p.z * wa + q.z * wb, p.w * wa + q.w * wb};
        Quaternions<Floats> by_x, by_y, by_z, by_w, r;
        load(by_x, constants.by_x, part);
        load(by_w, constants.by_w, part);
        if (group >= clip.three_axes + clip.two_hinges) {
            place_hinge(r, m.x, m.w, by_x, by_w);
        } else {
            load(by_y, constants.by_y, part);
            load(by_z, constants.by_z, part);
            place(r, m, by_x, by_y, by_z, by_w);
        }
        store(turned + 4 * group, part, r);
    }
}

} // namespace
} // namespace ossuary::codec
