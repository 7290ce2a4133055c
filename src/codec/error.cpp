#include "ossuary/codec/error.h"

#include <algorithm>
#include <cmath>

namespace ossuary::codec {

namespace {

// Object-space matrices of a local pose.
void pose_objects(std::span<const std::int32_t> parents, std::span<const Transformd> local,
                  std::vector<Affined>& object) {
    for (std::size_t j = 0; j < parents.size(); ++j) {
        object[j] = to_affine(local[j]);
        if (parents[j] >= 0) object[j] = object[static_cast<std::size_t>(parents[j])] * object[j];
    }
}

double joint_error(const Affined& truth, const Affined& lossy, double shell) {
    const Vec3d moved = lossy.t - truth.t;
    const Vec3d ends[3] = {moved + (lossy.x - truth.x) * shell, moved + (lossy.y - truth.y) * shell,
                           moved + (lossy.z - truth.z) * shell};
    return std::sqrt(std::max({dot(ends[0], ends[0]), dot(ends[1], ends[1]), dot(ends[2], ends[2])}));
}

} // namespace

ErrorReport measure_error(std::span<const std::int32_t> parents, const PoseAt& truth, const PoseAt& lossy,
                          std::size_t keys, double rate, std::span<const double> shell) {
    constexpr std::size_t tested_between = 4, per_key = tested_between + 1;
    const std::size_t joints = parents.size();
    ErrorReport report;
    report.joints.resize(joints);
    if (keys == 0 || joints == 0) return report;

    std::vector<Transformd> local(joints);
    std::vector<Affined> true_objects(joints), lossy_objects(joints);
    const std::size_t times = (keys - 1) * per_key + 1;
    // The 99th percentile wants the largest hundredth of all errors: a heap of them is enough.
    const std::size_t all = times * joints, largest = all / 100 + 1;
    std::vector<float> heap;
    heap.reserve(largest + 1);
    double sum = 0;
    for (std::size_t i = 0; i < times; ++i) {
        const bool at_key = i % per_key == 0;
        const double position = static_cast<double>(i / per_key) + static_cast<double>(i % per_key) / per_key;
        const double time = rate > 0 ? position / rate : 0;
        truth(time, local);
        pose_objects(parents, local, true_objects);
        lossy(time, local);
        pose_objects(parents, local, lossy_objects);
        for (std::size_t j = 0; j < joints; ++j) {
            const double error = joint_error(true_objects[j], lossy_objects[j], shell[shell.size() == 1 ? 0 : j]);
            if (error > report.worst()) {
                report.worst_joint = j;
                report.worst_time = time;
            }
            double& joint_worst = at_key ? report.joints[j].worst_at_keys : report.joints[j].worst_between;
            double& worst = at_key ? report.worst_at_keys : report.worst_between;
            joint_worst = std::max(joint_worst, error);
            worst = std::max(worst, error);
            sum += error;
            if (heap.size() < largest || static_cast<float>(error) > heap.front()) {
                heap.push_back(static_cast<float>(error));
                std::push_heap(heap.begin(), heap.end(), std::greater<>());
                if (heap.size() > largest) {
                    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
                    heap.pop_back();
                }
            }
        }
    }
    report.percentile_99 = static_cast<double>(heap.front());
    report.mean = sum / static_cast<double>(all);
    return report;
}

} // namespace ossuary::codec
