// Skeletons, poses and clips drawn at random, the same every time; and the tables of kernels to try them on.
#pragma once

#include <algorithm>
#include <cmath>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ossuary/anim/kernels.h"
#include "ossuary/anim/pose.h"
#include "ossuary/base/math.h"
#include "ossuary/model/clip.h"
#include "ossuary/model/skeleton.h"

namespace ossuary::anim {

class Random {
public:
    explicit Random(std::uint32_t seed) : engine_(seed) {}

    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(engine_() % limit); }
    double number(double from, double to) {
        return from + (to - from) * static_cast<double>(engine_()) / static_cast<double>(std::mt19937::max());
    }
    float real(double from, double to) { return static_cast<float>(number(from, to)); }
    Vec3 vector(double size) { return {real(-size, size), real(-size, size), real(-size, size)}; }
    Quat rotation() {
        Quatd q;
        do {
            q = {number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1)};
        } while (dot(q, q) > 1 || dot(q, q) < 0.01);
        return to_float(normalize(q));
    }
    // No further from a rotation than `angle`.
    Quat rotation_near(const Quat& q, double angle) {
        const Vec3d axis = normalize(to_double(vector(1)));
        return to_float(normalize(to_double(q) * axis_angle(axis, number(-angle, angle))));
    }
    Transform transform(double size = 1) {
        return {vector(size), rotation(), {real(0.5, 2), real(0.5, 2), real(0.5, 2)}};
    }

private:
    std::mt19937 engine_;
};

// Every third joint starts a new branch; no joint is deeper than twelve.
inline Skeleton random_skeleton(std::size_t joints, std::uint32_t seed = 1) {
    Random random(seed);
    Skeleton skeleton;
    std::vector<int> depth;
    for (std::size_t j = 0; j < joints; ++j) {
        Joint& joint = skeleton.joints.emplace_back();
        joint.name = "joint" + std::to_string(j);
        joint.rest = {random.vector(0.5), random.rotation(), {1, 1, 1}};
        if (j > 0) {
            std::size_t parent = random.below(3) == 0 ? random.below(static_cast<std::uint32_t>(j)) : j - 1;
            while (depth[parent] >= 12) parent /= 2;
            joint.parent = static_cast<std::int32_t>(parent);
        }
        depth.push_back(joint.parent < 0 ? 0 : depth[static_cast<std::size_t>(joint.parent)] + 1);
    }
    return skeleton;
}

inline std::vector<Transform> random_transforms(std::size_t joints, std::uint32_t seed) {
    Random random(seed);
    std::vector<Transform> pose;
    for (std::size_t j = 0; j < joints; ++j) pose.push_back(random.transform());
    return pose;
}
inline std::vector<JointBlock> packed(const std::vector<Transform>& joints) {
    std::vector<JointBlock> pose = make_pose(joints.size());
    pack_pose(joints, pose);
    return pose;
}
inline std::vector<JointBlock> random_pose(std::size_t joints, std::uint32_t seed) {
    return packed(random_transforms(joints, seed));
}

// Rotations of every joint, translations of some, scales of few, all uniform.
inline Clip random_clip(const Skeleton& skeleton, std::size_t frames, std::uint32_t seed = 2, double rate = 30) {
    Random random(seed);
    Clip clip;
    clip.name = "random";
    clip.frame_rate = rate;
    clip.duration = frames < 2 ? 0 : static_cast<double>(frames - 1) / rate;
    for (const Joint& joint : skeleton.joints) {
        JointTrack& track = clip.joints.emplace_back();
        track.translation.rate = track.rotation.rate = track.scale.rate = rate;
        const bool moves = joint.parent < 0 || random.below(8) == 0, scales = random.below(16) == 0;
        Quat rotation = joint.rest.rotation;
        for (std::size_t f = 0; f < frames; ++f) {
            rotation = random.rotation_near(rotation, f % 7 == 0 ? 3.0 : 0.2);
            if (random.below(3) == 0) rotation = -rotation;
            track.rotation.values.push_back(rotation);
            if (moves) track.translation.values.push_back(joint.rest.translation + random.vector(0.1));
            if (scales) track.scale.values.push_back({random.real(0.8, 1.2), 1, random.real(0.8, 1.2)});
        }
    }
    return clip;
}

struct NamedKernels {
    std::string name;
    Kernels kernels;
    friend std::ostream& operator<<(std::ostream& out, const NamedKernels& table) { return out << table.name; }
};
// Those this machine can run.
inline std::vector<NamedKernels> every_table() {
    std::vector<NamedKernels> tables;
    for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
        if (runnable(isa) != isa) continue;
        tables.push_back({std::string(name_of(isa)), {isa, false}});
        tables.push_back({std::string(name_of(isa)) + "_strict", {isa, true}});
    }
    return tables;
}
class EachTable : public ::testing::TestWithParam<NamedKernels> {
public:
    Kernels kernels() const { return GetParam().kernels; }
};
inline std::string table_name(const ::testing::TestParamInfo<NamedKernels>& info) { return info.param.name; }

// Rotations count as equal up to their sign.
inline void expect_near(const Transform& got, const Transformd& expected, double tolerance) {
    const Transformd value = to_double(got);
    EXPECT_LE(length(value.translation - expected.translation),
              tolerance * std::max(1.0, length(expected.translation)));
    EXPECT_LE(length(value.scale - expected.scale), tolerance * std::max(1.0, length(expected.scale)));
    const double sign = dot(value.rotation, expected.rotation) < 0 ? -1 : 1;
    for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(value.rotation[c], expected.rotation[c] * sign, tolerance);
}
inline void expect_unit(const Quat& q, double tolerance = 2e-7) {
    const Quatd value = to_double(q);
    EXPECT_NEAR(std::sqrt(dot(value, value)), 1, tolerance);
}

inline std::vector<Affined> object_space(const Skeleton& skeleton, const std::vector<Transform>& pose) {
    std::vector<Transformd> local;
    for (const Transform& t : pose) local.push_back(to_double(t));
    return object_pose(skeleton, local);
}

} // namespace ossuary::anim
