// Clips made for the tests: a small character with joints of every kind.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "ossuary/base/math.h"
#include "ossuary/codec/decode.h"
#include "ossuary/codec/encode.h"
#include "ossuary/codec/error.h"

namespace ossuary::testing {

struct Made {
    Skeleton skeleton;
    Clip clip;
};

inline Vec3 random_axis(std::mt19937& random) {
    std::normal_distribution<float> normal;
    return normalize(Vec3{normal(random), normal(random), normal(random)});
}

// A root that travels, a spine of free joints, two limbs with knees (one axis) and ankles (two), a stiff hand at each
// end. Rotations wander like captured movement, with a little noise.
inline Made make_walk(std::size_t frames, double rate, unsigned seed = 1) {
    std::mt19937 random(seed);
    Made made;
    const auto add = [&](std::string name, std::int32_t parent, Vec3 offset) {
        made.skeleton.joints.push_back({std::move(name), parent, {offset, {}, {1, 1, 1}}, {}});
        return static_cast<std::int32_t>(made.skeleton.joints.size() - 1);
    };
    const std::int32_t hips = add("hips", -1, {0, 1, 0});
    const std::int32_t spine = add("spine", hips, {0, 0.2f, 0});
    const std::int32_t chest = add("chest", spine, {0, 0.25f, 0.02f});
    std::vector<std::int32_t> knees, ankles;
    for (const std::string side : {"left ", "right "}) {
        const float x = side == "left " ? 0.1f : -0.1f;
        const std::int32_t thigh = add(side + "thigh", hips, {x, 0, 0});
        knees.push_back(add(side + "knee", thigh, {0, -0.45f, 0}));
        ankles.push_back(add(side + "ankle", knees.back(), {0, -0.43f, 0.01f}));
        const std::int32_t arm = add(side + "arm", chest, {x * 2, 0.2f, 0});
        knees.push_back(add(side + "elbow", arm, {x * 3, 0, 0}));
        add(side + "hand", knees.back(), {x * 2.5f, 0, 0});
    }

    made.clip.name = "walk";
    made.clip.frame_rate = rate;
    made.clip.duration = static_cast<double>(frames - 1) / rate;
    made.clip.joints.resize(made.skeleton.joints.size());
    std::uniform_real_distribution<double> phase(0, 2 * std::numbers::pi), noise(-1e-4, 1e-4);
    const auto is_one_of = [](const std::vector<std::int32_t>& list, std::size_t j) {
        return std::find(list.begin(), list.end(), static_cast<std::int32_t>(j)) != list.end();
    };
    for (std::size_t j = 0; j < made.clip.joints.size(); ++j) {
        JointTrack& track = made.clip.joints[j];
        const bool stiff = made.skeleton.joints[j].name.ends_with("hand");
        const bool hinge = is_one_of(knees, j), pair = is_one_of(ankles, j);
        const Quatd reference = axis_angle(to_double(random_axis(random)), 1.0);
        const Vec3d u = to_double(random_axis(random)), v = to_double(random_axis(random)), w = normalize(cross(u, v));
        const double a = phase(random), b = phase(random), c = phase(random);
        for (std::size_t f = 0; f < frames; ++f) {
            const double t = static_cast<double>(f) / rate * 2 * std::numbers::pi;
            Quatd q = reference;
            if (!stiff) q = q * axis_angle(u, 0.6 * std::sin(t + a) + noise(random));
            if (pair || !(hinge || stiff)) q = q * axis_angle(v, 0.4 * std::sin(1.3 * t + b) + noise(random));
            if (!(hinge || stiff || pair)) q = q * axis_angle(w, 0.3 * std::sin(0.7 * t + c) + noise(random));
            track.rotation.values.push_back(to_float(normalize(q)));
        }
        track.rotation.rate = rate;
        if (stiff) track.rotation.values.resize(1);
    }
    Channel<Vec3>& travel = made.clip.joints[0].translation;
    travel.rate = rate;
    for (std::size_t f = 0; f < frames; ++f) {
        const double t = static_cast<double>(f) / rate;
        travel.values.push_back({0.02f * static_cast<float>(std::sin(9 * t)), 1.0f, static_cast<float>(1.4 * t)});
    }
    return made;
}

inline codec::ClipSource source_of(const Made& made) { return {&made.clip, &made.skeleton}; }

// The error of a decoder's plain path against the source, measured from scratch.
inline codec::ErrorReport measured(const Made& made, const codec::PackedRig& rig, const codec::PackedClip& packed,
                                   double shell = codec::default_shell) {
    const auto decoder = codec::Decoder::make(rig, packed);
    if (!decoder) return {};
    std::vector<Transform> pose(rig.size());
    const double shells[] = {shell};
    return codec::measure_error(
        rig.parents,
        [&](double time, std::span<Transformd> to) {
            const auto truth = sample_pose(made.clip, made.skeleton, time);
            std::copy(truth.begin(), truth.end(), to.begin());
        },
        [&](double time, std::span<Transformd> to) {
            decoder->sample_plainly(time, pose);
            for (std::size_t j = 0; j < pose.size(); ++j) to[j] = to_double(pose[j]);
        },
        packed.frames + (packed.wraps ? 1 : 0), packed.rate, shells);
}

} // namespace ossuary::testing
