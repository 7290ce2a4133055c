#include "ossuary/anim/retarget.h"

#include <algorithm>
#include <cmath>

#include "anim/job_checks.h"
#include "anim/rest_space.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"

namespace ossuary::anim {

namespace {

// The source's joint for each of the target.
Result<std::vector<std::int32_t>> match(const Rig& source, const Rig& target, const RetargetOptions& options) {
    std::vector<std::int32_t> sources;
    for (const std::string& name : target.names) sources.push_back(source.find(name));
    for (const auto& [target_name, source_name] : options.names) {
        const std::int32_t to = target.find(target_name), from = source.find(source_name);
        if (to < 0) return fail("the target has no joint '" + target_name + "'");
        if (from < 0) return fail("the source has no joint '" + source_name + "'");
        sources[static_cast<std::size_t>(to)] = from;
    }
    return sources;
}

// How large the target is, measured by the bones of joints that both have with their parents.
double proportion(const Rig& source, const Rig& target, const std::vector<std::int32_t>& sources) {
    double source_length = 0, target_length = 0;
    for (std::size_t j = 0; j < sources.size(); ++j) {
        if (sources[j] < 0 || target.parents[j] < 0) continue;
        const auto from = static_cast<std::size_t>(sources[j]);
        if (sources[static_cast<std::size_t>(target.parents[j])] != source.parents[from] || source.parents[from] < 0)
            continue;
        source_length += length(to_double(get_joint(source.rest, from).translation));
        target_length += length(to_double(get_joint(target.rest, j).translation));
    }
    return source_length > 0 && target_length > 0 ? target_length / source_length : 1;
}

float ratio(float a, float b) { return b == 0 ? 1 : a / b; }

} // namespace

// R are rotations in object space, Z those at rest; i is the source of j, a the nearest ancestor of j that has a
// source, ia that source, U the rest rotation from a to j's parent. Wanted is Rj = Ri·Zi⁻¹·Zj, likewise Ra; so j's
// local rotation (Ra·U)⁻¹·Rj is (U⁻¹·Za⁻¹·Zia) · (Ria⁻¹·Ri) · (Zi⁻¹·Zj): constants around a product of local rotations.
Result<RetargetMap> RetargetMap::make(const Rig& source, const Rig& target, const RetargetOptions& options) {
    const auto sources = match(source, target, options);
    if (!sources) return Failure(sources.error());
    const std::vector<Quatd> source_rest = rest_rotations(source), target_rest = rest_rotations(target);

    RetargetMap map;
    map.source_joints_ = source.joint_count();
    map.rest_ = target.rest;
    map.scale_ = options.scale != 0 ? options.scale : proportion(source, target, *sources);
    if (!std::isfinite(map.scale_)) return fail("scale: is not finite");
    for (std::size_t j = 0; j < target.joint_count(); ++j) {
        JointMap joint;
        joint.source = (*sources)[j];
        if (joint.source >= 0) {
            const auto i = static_cast<std::size_t>(joint.source);
            std::int32_t ancestor = target.parents[j];
            while (ancestor >= 0 && (*sources)[static_cast<std::size_t>(ancestor)] < 0)
                ancestor = target.parents[static_cast<std::size_t>(ancestor)];
            const std::int32_t from = ancestor < 0 ? -1 : (*sources)[static_cast<std::size_t>(ancestor)];
            // Za·U is the parent's rotation at rest, so that U⁻¹·Za⁻¹ is its inverse.
            const Quatd from_rest = from < 0 ? Quatd{} : source_rest[static_cast<std::size_t>(from)];
            joint.before = to_float(conjugate(parent_rotation(target, target_rest, j)) * from_rest);
            joint.after = to_float(conjugate(source_rest[i]) * target_rest[j]);

            // Up from `from`, and up from i, to where they meet.
            joint.path = static_cast<std::uint32_t>(map.paths_.size());
            std::int32_t up = from, down = joint.source;
            std::vector<std::uint32_t> done;
            while (up != down) { // parents come first, so the larger is never an ancestor of the smaller
                if (up > down) {
                    map.paths_.push_back(static_cast<std::uint32_t>(up));
                    up = source.parents[static_cast<std::size_t>(up)];
                } else {
                    done.push_back(static_cast<std::uint32_t>(down));
                    down = source.parents[static_cast<std::size_t>(down)];
                }
            }
            joint.undone = static_cast<std::uint32_t>(map.paths_.size()) - joint.path;
            joint.done = static_cast<std::uint32_t>(done.size());
            map.paths_.insert(map.paths_.end(), done.rbegin(), done.rend());

            const Transform own = get_joint(target.rest, j), other = get_joint(source.rest, i);
            joint.turn =
                to_float(conjugate(parent_rotation(target, target_rest, j)) * parent_rotation(source, source_rest, i));
            joint.offset = other.translation;
            joint.stretch = {ratio(own.scale.x, other.scale.x), ratio(own.scale.y, other.scale.y),
                             ratio(own.scale.z, other.scale.z)};
        }
        map.joints_.push_back(joint);
    }
    return map;
}

namespace {

Finding find_fault(const RetargetJob& job) {
    if (!job.map) return wrong("map", "is missing");
    if (job.pose.size() != block_count(job.map->source_joints()))
        return wrong_count("pose", job.pose.size(), block_count(job.map->source_joints()), "blocks");
    if (job.output.size() != block_count(job.map->target_joints()))
        return wrong_count("output", job.output.size(), block_count(job.map->target_joints()), "blocks");
    if (!job.pose.empty() && job.pose.data() == job.output.data()) return wrong("output", "is the input");
    return {};
}

} // namespace

Result<void> RetargetJob::check() const { return to_result(find_fault(*this)); }

Result<void> RetargetJob::run() const {
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    for (std::size_t j = 0; j < map->target_joints(); ++j) {
        const RetargetMap::JointMap& joint = map->joints_[j];
        Transform result = get_joint(map->rest_, j);
        if (joint.source >= 0) {
            Quat turned;
            const std::uint32_t* path = map->paths_.data() + joint.path;
            for (std::uint32_t k = 0; k < joint.undone; ++k, ++path)
                turned = turned * conjugate(get_joint(pose, *path).rotation);
            for (std::uint32_t k = 0; k < joint.done; ++k, ++path) turned = turned * get_joint(pose, *path).rotation;
            const Transform source = get_joint(pose, static_cast<std::size_t>(joint.source));
            result.rotation = normalize(joint.before * turned * joint.after);
            result.translation +=
                rotate(joint.turn, source.translation - joint.offset) * static_cast<float>(map->scale_);
            result.scale = source.scale * joint.stretch;
        }
        set_joint(output, j, result);
    }
    return {};
}

} // namespace ossuary::anim
