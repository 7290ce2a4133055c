#include "codec/truth.h"

#include <algorithm>

#include "codec/pose_math.h"
#include "ossuary/base/box.h"

namespace ossuary::codec {

namespace {

constexpr double child_weight = 0.57, deeper_weight = 0.125;
constexpr int deepest = 3;

void add_point(JointAim& aim, const Vec3d& point, const Vec3d& target, double weight) {
    const double square = dot(point, point);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            aim.inertia[i][k] += weight * ((i == k ? square : 0) - point[i] * point[k]);
            aim.targets[i][k] += weight * point[i] * target[k];
        }
    }
    aim.points += point * weight;
}

// The inverse of the leading n × n part of a positive matrix, by Cholesky's way.
Matrix3 inverse_of(const Matrix3& q, std::size_t n) {
    Matrix3 lower{};
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k <= i; ++k) {
            double sum = q[i][k];
            for (std::size_t m = 0; m < k; ++m) sum -= lower[i][m] * lower[k][m];
            lower[i][k] = i == k ? std::sqrt(std::max(sum, 1e-30)) : sum / lower[k][k];
        }
    }
    Matrix3 back{};
    for (std::size_t c = 0; c < n; ++c) {
        std::array<double, 3> v{};
        for (std::size_t i = 0; i < n; ++i) {
            v[i] = i == c ? 1 : 0;
            for (std::size_t m = 0; m < i; ++m) v[i] -= lower[i][m] * v[m];
            v[i] /= lower[i][i];
        }
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t m = i + 1; m < n; ++m) v[i] -= lower[m][i] * v[m];
            v[i] /= lower[i][i];
            back[i][c] = v[i];
        }
    }
    return back;
}

// Babai's rounding: with parameter i off its best value by one step, the best of the later ones moves by shift[i][k].
void set_shifts(JointAim& aim, const Matrix3& q, const std::array<double, 3>& steps, std::size_t n) {
    for (std::size_t i = 0; i + 1 < n; ++i) {
        const std::size_t rest = n - i - 1;
        if (rest == 1) {
            aim.shift[i][i + 1] = -q[i + 1][i] / std::max(q[i + 1][i + 1], 1e-30) * steps[i] / steps[i + 1];
            continue;
        }
        const double a = q[i + 1][i + 1], b = q[i + 1][i + 2], d = q[i + 2][i + 2];
        const double determinant = std::max(a * d - b * b, 1e-60);
        const double u = -q[i + 1][i], v = -q[i + 2][i];
        aim.shift[i][i + 1] = (d * u - b * v) / determinant * steps[i] / steps[i + 1];
        aim.shift[i][i + 2] = (a * v - b * u) / determinant * steps[i] / steps[i + 2];
    }
}

void set_solution(JointAim& aim, const Movement& movement, const std::array<double, 3>& steps) {
    const std::size_t n = parameters_of(movement.kind);
    aim.turns = turns_at(movement, aim.start);
    Matrix3 q{};
    for (std::size_t i = 0; i < n; ++i) {
        Vec3d turned;
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c) turned[r] += aim.inertia[r][c] * aim.turns[i][c];
        for (std::size_t k = 0; k < n; ++k) q[k][i] = dot(aim.turns[k], turned);
    }
    aim.solve = inverse_of(q, n);
    set_shifts(aim, q, steps, n);
}

// Chooses between q and −q along a segment: continuous from its middle, unless that leads too far round.
void unwrap(std::vector<Quatd>& parts) {
    const std::size_t middle = parts.size() / 2;
    const auto principal = [](Quatd& q) {
        if (q.w < 0) q = -q;
    };
    principal(parts[middle]);
    for (std::size_t i = middle + 1; i < parts.size(); ++i)
        if (dot(parts[i], parts[i - 1]) < 0) parts[i] = -parts[i];
    for (std::size_t i = middle; i-- > 0;)
        if (dot(parts[i], parts[i + 1]) < 0) parts[i] = -parts[i];
    constexpr double farthest = -0.5; // the cosine of half of 4.2 radians
    for (const Quatd& q : parts) {
        if (q.w >= farthest) continue;
        for (Quatd& each : parts) principal(each);
        return;
    }
}

} // namespace

Chain::Chain(const PackedRig& rig, const JointBounds& bounds)
    : parents(rig.parents), shell(bounds.shell), precision(bounds.precision), carried(rig.size()) {
    for (const RigJoint& joint : rig.joints) {
        movements.push_back(Movement::of(joint, rig.fine));
        if (joint.scales || !(joint.scale == Vec3{1, 1, 1})) scales = true;
    }
    for (std::uint32_t j = 0; j < rig.size(); ++j) {
        double weight = child_weight;
        std::uint32_t child = j;
        for (int depth = 0; depth < deepest && parents[child] >= 0; ++depth) {
            const auto above = static_cast<std::uint32_t>(parents[child]);
            carried[above].push_back({j, child, weight});
            weight *= deeper_weight;
            child = above;
        }
    }
    std::size_t all = 0;
    for (const auto& each : carried) {
        first_carried.push_back(all);
        all += each.size();
    }
}

void pose_objects(const Chain& chain, const std::vector<Transformd>& local, std::vector<Affined>& object) {
    object.resize(local.size());
    for (std::size_t j = 0; j < local.size(); ++j) {
        object[j] = to_affine(local[j]);
        if (chain.parents[j] >= 0) object[j] = object[static_cast<std::size_t>(chain.parents[j])] * object[j];
    }
}

std::array<std::vector<Affined>, points_between> poses_between(const Chain& chain, const Frames& frames,
                                                               std::size_t from, std::size_t to) {
    std::array<std::vector<Affined>, points_between> poses;
    std::vector<Transformd> local(frames.joints);
    const auto a = frames.at(from), b = frames.at(to);
    for (std::size_t i = 0; i < points_between; ++i) {
        const double t = static_cast<double>(i + 1) / (points_between + 1);
        for (std::size_t j = 0; j < frames.joints; ++j) {
            const Quatd &p = a[j].rotation, &q = b[j].rotation;
            const auto turned = slerp_one<double>({p.x, p.y, p.z, p.w}, {q.x, q.y, q.z, q.w}, t);
            local[j] = {lerp(a[j].translation, b[j].translation, t),
                        {turned.x, turned.y, turned.z, turned.w},
                        lerp(a[j].scale, b[j].scale, t)};
        }
        pose_objects(chain, local, poses[i]);
    }
    return poses;
}

SegmentTruth segment_truth(const Chain& chain, const Layout& layout, const Frames& frames, std::size_t first,
                           std::size_t count) {
    SegmentTruth segment{first, count, std::vector<FrameTruth>(count), {}};
    const std::size_t joints = frames.joints;
    std::size_t all_carried = 0;
    for (const auto& each : chain.carried) all_carried += each.size();
    for (std::size_t f = 0; f < count; ++f) {
        FrameTruth& truth = segment.frames[f];
        const auto local = frames.at(first + f);
        pose_objects(chain, {local.begin(), local.end()}, truth.object);
        truth.points.resize(all_carried);
        truth.aims.resize(joints);
    }
    std::vector<Quatd> parts[2];
    for (std::size_t j = 0; j < joints; ++j) {
        const Movement& movement = chain.movements[j];
        for (auto& part : parts) part.resize(count);
        for (std::size_t f = 0; f < count; ++f) {
            const Parts at = parts_of(movement, frames.at(first + f)[j].rotation);
            for (std::size_t i = 0; i < 2; ++i) parts[i][f] = at.part[i];
        }
        for (auto& part : parts) unwrap(part);
        std::array<double, 3> steps{};
        for (std::size_t p = 0; p < parameters_of(movement.kind); ++p)
            steps[p] = static_cast<double>(layout.steps[layout.joints[j].rotation[p]]);
        for (std::size_t f = 0; f < count; ++f) {
            FrameTruth& truth = segment.frames[f];
            const Transformd& local = frames.at(first + f)[j];
            JointAim& aim = truth.aims[j];
            aim.start = parameters_of(movement, {{parts[0][f], parts[1][f]}});
            const Affined& object = truth.object[j];
            const double reach = chain.shell[j];
            add_point(aim, {local.scale.x * reach, 0, 0}, object.point({reach, 0, 0}), 1);
            add_point(aim, {0, local.scale.y * reach, 0}, object.point({0, reach, 0}), 1);
            add_point(aim, {0, 0, local.scale.z * reach}, object.point({0, 0, reach}), 1);
            if (chain.carried[j].empty()) {
                set_solution(aim, movement, steps);
                continue;
            }
            const Affined back = inverse(object);
            for (std::size_t i = 0; i < chain.carried[j].size(); ++i) {
                const Carried& carried = chain.carried[j][i];
                const Vec3d point = back.point(truth.object[carried.joint].t) * local.scale;
                truth.points[chain.first_carried[j] + i] = point;
                add_point(aim, point, truth.object[carried.joint].t, carried.weight);
            }
            set_solution(aim, movement, steps);
        }
    }
    segment.between.resize(count);
    for (std::size_t f = 0; f < count; ++f)
        if (first + f > 0) segment.between[f] = poses_between(chain, frames, first + f - 1, first + f);
    return segment;
}

} // namespace ossuary::codec
