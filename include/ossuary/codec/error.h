// How far a lossy pose is from the true one: the one measure used by the encoder's promise, the tests, the command and
// the documents.
//
// The error of a joint at a time is the largest distance, in object space, between three points at the shell distance
// from the joint (one along each of its axes) carried by the true and by the lossy chain from the root. Errors of
// ancestors therefore count. It is taken at the keys and at four points between any two of them, in double.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "ossuary/model/clip.h"
#include "ossuary/model/skeleton.h"

namespace ossuary::codec {

inline constexpr double default_shell = 0.03; // metres

// The local pose of a clip at a time, one transform per joint.
using PoseAt = std::function<void(double time, std::span<Transformd> pose)>;

struct JointError {
    double worst_at_keys = 0;
    double worst_between = 0;
};

struct ErrorReport {
    double worst_at_keys = 0; // metres
    double worst_between = 0;
    double percentile_99 = 0; // over all joints and times
    double mean = 0;
    std::size_t worst_joint = 0; // of all joints and times
    double worst_time = 0;
    std::vector<JointError> joints;

    double worst() const { return worst_at_keys > worst_between ? worst_at_keys : worst_between; }
};

// Compares two ways to pose a skeleton at `keys` key times, `rate` to the second. `shell` is one distance for each
// joint, or one for all.
ErrorReport measure_error(std::span<const std::int32_t> parents, const PoseAt& truth, const PoseAt& lossy,
                          std::size_t keys, double rate, std::span<const double> shell);

} // namespace ossuary::codec
