// How each joint moves in a set of clips: the kind with the fewest parameters that follows them, its constants, and the
// step of each parameter.
#include <algorithm>
#include <optional>

#include "codec/eigen.h"
#include "codec/frames.h"
#include "codec/movement.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/codec/rig.h"

namespace ossuary::codec {

namespace {

// Radians by which a joint may miss its rotation, for each metre of precision. The closed loop below it takes most of
// that back.
constexpr double hinge_tolerance = 0.7, two_hinges_tolerance = 0.27;
// Below this a two-hinge fit proves nothing.
constexpr std::size_t least_frames_for_two_hinges = 12;
// Bounds below this, in metres, need constants of more bits.
constexpr double finest_with_16_bits = 4e-5;

using Rotations = std::vector<Quatd>;

Vec3d vec(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

Quatd mean_of(const Rotations& rotations) {
    Matrix<4> sum{};
    for (const Quatd& q : rotations)
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t k = 0; k < 4; ++k) sum[i][k] += q[i] * q[k];
    const auto v = eigen_of(sum).vectors[0];
    Quatd mean = normalize(Quatd{v[0], v[1], v[2], v[3]});
    return mean.w < 0 ? -mean : mean;
}

// The direction along which points spread least around their mean.
Vec3d flattest(const std::vector<Vec3d>& points) {
    Vec3d mean;
    for (const Vec3d& p : points) mean += p;
    mean *= 1 / static_cast<double>(points.size());
    Matrix<3> spread{};
    for (const Vec3d& p : points) {
        const Vec3d d = p - mean;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) spread[i][k] += d[i] * d[k];
    }
    return vec(eigen_of(spread).vectors[2]);
}

double angle_between(const Quatd& a, const Quatd& b) { return 2 * length((conjugate(a) * b).xyz()); }

// The largest angle by which the movement misses a rotation.
double worst_miss(const Movement& movement, const Rotations& rotations) {
    double worst = 0;
    for (const Quatd& q : rotations)
        worst =
            std::max(worst, angle_between(rotation_at(movement, parameters_of(movement, parts_of(movement, q))), q));
    return worst;
}

// Turns both constants so that the mean of each parameter is about zero, where its values are smallest.
void centre(Movement& movement, const Rotations& rotations) {
    Rotations first, second;
    for (const Quatd& q : rotations) {
        const Parts parts = parts_of(movement, q);
        first.push_back(parts.part[0]);
        second.push_back(parts.part[1]);
    }
    movement.left = movement.left * mean_of(first);
    if (movement.kind != JointKind::two_hinges) return;
    const Quatd m = mean_of(second);
    const Quatd turn{movement.cosine * m.x, movement.sine * m.x, 0, m.w};
    movement.right = turn * movement.right;
}

// Solves a small positive system by elimination; false where it is singular.
template <std::size_t N> bool solve(Matrix<N>& a, std::array<double, N>& b) {
    for (std::size_t i = 0; i < N; ++i) {
        if (!(a[i][i] > 1e-18)) return false;
        for (std::size_t r = i + 1; r < N; ++r) {
            const double by = a[r][i] / a[i][i];
            for (std::size_t c = i; c < N; ++c) a[r][c] -= by * a[i][c];
            b[r] -= by * b[i];
        }
    }
    for (std::size_t i = N; i-- > 0;) {
        for (std::size_t c = i + 1; c < N; ++c) b[i] -= a[i][c] * b[c];
        b[i] /= a[i][i];
    }
    return true;
}

// One Gauss–Newton step towards u · R v = const over u, v and the constant.
bool improve_axes(const Rotations& rotations, Vec3d& u, Vec3d& v) {
    const auto across = [](const Vec3d& axis) {
        const Vec3d other = std::abs(axis.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
        const Vec3d first = normalize(cross(axis, other));
        return std::array<Vec3d, 2>{first, cross(axis, first)};
    };
    const auto about_u = across(u), about_v = across(v);
    double mean = 0;
    for (const Quatd& q : rotations) mean += dot(u, rotate(q, v));
    mean /= static_cast<double>(rotations.size());
    Matrix<5> normal{};
    std::array<double, 5> right{};
    for (const Quatd& q : rotations) {
        const Vec3d turned = rotate(q, v), back = rotate(conjugate(q), u);
        const double row[5] = {dot(about_u[0], turned), dot(about_u[1], turned), dot(about_v[0], back),
                               dot(about_v[1], back), -1};
        const double off = mean - dot(u, turned);
        for (std::size_t i = 0; i < 5; ++i) {
            right[i] += row[i] * off;
            for (std::size_t k = 0; k < 5; ++k) normal[i][k] += row[i] * row[k];
        }
    }
    if (!solve(normal, right)) return false;
    u = normalize(u + about_u[0] * right[0] + about_u[1] * right[1]);
    v = normalize(v + about_v[0] * right[2] + about_v[1] * right[3]);
    return std::abs(right[0]) + std::abs(right[1]) + std::abs(right[2]) + std::abs(right[3]) > 1e-12;
}

// Two hinges: the angle between an axis fixed in the parent, u, and one fixed in the child, v, never changes. Improve
// each in turn until u · R v is nearly constant, then both together.
std::optional<Movement> two_hinges(const Rotations& rotations, const std::array<Vec3d, 3>& starts, double tolerance,
                                   double cosine_steps) {
    if (rotations.size() < least_frames_for_two_hinges) return {};
    constexpr std::size_t most_frames = 96;
    Rotations some;
    const std::size_t every = std::max<std::size_t>(1, rotations.size() / most_frames);
    for (std::size_t f = 0; f < rotations.size(); f += every) some.push_back(rotations[f]);

    std::vector<Vec3d> turned(some.size());
    std::optional<Movement> best;
    double best_miss = tolerance;
    for (const Vec3d& start : starts) {
        Vec3d u, v = start;
        for (int round = 0; round < 24; ++round) {
            for (std::size_t f = 0; f < some.size(); ++f) turned[f] = rotate(some[f], v);
            u = flattest(turned);
            for (std::size_t f = 0; f < some.size(); ++f) turned[f] = rotate(conjugate(some[f]), u);
            v = flattest(turned);
        }
        // Where the turns are small the joint step may lead astray: look after each.
        bool going = true;
        for (int round = 0; round < 6 && going; ++round) {
            double cosine = 0;
            for (const Quatd& q : some) cosine += dot(u, rotate(q, v));
            cosine /= static_cast<double>(some.size());
            if (std::abs(cosine) > 0.999) break;
            Movement movement{.kind = JointKind::two_hinges};
            movement.cosine = std::round(cosine * cosine_steps) / cosine_steps;
            movement.sine = std::sqrt(1 - movement.cosine * movement.cosine);
            movement.left = rotation_between({1, 0, 0}, u);
            movement.right = rotation_between(v, {movement.cosine, movement.sine, 0});
            if (worst_miss(movement, some) < best_miss) {
                if (const double miss = worst_miss(movement, rotations); miss < best_miss) {
                    best_miss = miss;
                    best = movement;
                }
            }
            going = improve_axes(some, u, v);
        }
    }
    if (best) centre(*best, rotations);
    return best;
}

Movement fit_movement(const Rotations& rotations, double precision, bool fine) {
    Movement movement;
    const Quatd mean = mean_of(rotations);
    double largest = 0;
    Matrix<3> spread{};
    std::vector<Vec3d> parameters;
    for (const Quatd& q : rotations) {
        Quatd away = conjugate(mean) * q;
        if (away.w < 0) away = -away;
        const Vec3d p = to_rodrigues(away);
        largest = std::max(largest, length(p));
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) spread[i][k] += p[i] * p[k];
        parameters.push_back(p);
    }
    if (largest <= hinge_tolerance * precision) {
        movement.left = mean;
        return movement;
    }
    const auto eigen = eigen_of(spread);
    const Vec3d x = vec(eigen.vectors[0]), y = vec(eigen.vectors[1]), z = cross(x, y);
    double aside = 0;
    for (const Vec3d& p : parameters) aside = std::max(aside, length(p - x * dot(p, x)));
    if (aside <= hinge_tolerance * precision) {
        movement.kind = JointKind::hinge;
        movement.right = rotation_between(x, {1, 0, 0});
        movement.left = mean * conjugate(movement.right);
        return movement;
    }
    if (const auto found = two_hinges(rotations, {x, y, z}, two_hinges_tolerance * precision, constant_steps(fine)))
        return *found;
    movement.kind = JointKind::three_axes;
    const Quatd frame = to_quat(Affined{x, y, z, {}});
    movement.left = mean * frame;
    movement.right = conjugate(frame);
    return movement;
}

// ---- steps

constexpr double fit_child_weight = 0.57,
                 fit_deeper_weight = 0.29; // of a descendant's position, by its depth below the joint
constexpr double leaf_factor = 2, move_factor = 0.22, scale_factor = 0.5;

// The squared lever of each axis of each joint: how far the points that a joint carries move for one radian. A step is
// one by the lever.
struct Levers {
    std::vector<std::array<double, 3>> sum;
    std::vector<double> weight;
};

void add_levers(Levers& levers, const PackedRig& rig, const std::vector<Movement>& movements, const Frames& frames,
                std::size_t frame, const JointBounds& bounds, double precision) {
    const std::size_t joints = rig.size();
    std::vector<Affined> object(joints);
    const auto local = frames.at(frame);
    for (std::size_t j = 0; j < joints; ++j) {
        object[j] = to_affine(local[j]);
        if (rig.parents[j] >= 0) object[j] = object[static_cast<std::size_t>(rig.parents[j])] * object[j];
    }
    std::vector<std::array<Vec3d, 3>> turns(joints);
    const auto add = [&](std::size_t joint, const Vec3d& point, double weight) {
        levers.weight[joint] += weight;
        for (std::size_t d = 0; d < parameters_of(rig.joints[joint].kind); ++d) {
            const Vec3d moved = cross(turns[joint][d], point);
            levers.sum[joint][d] += weight * dot(moved, moved);
        }
    };
    for (std::size_t j = 0; j < joints; ++j) {
        const Movement& m = movements[j];
        turns[j] = turns_at(m, parameters_of(m, parts_of(m, local[j].rotation)));
        const double reach = bounds.shell[j] * precision / bounds.precision[j];
        add(j, {reach, 0, 0}, 1);
        add(j, {0, reach, 0}, 1);
        add(j, {0, 0, reach}, 1);
        double weight = fit_child_weight;
        for (std::int32_t above = rig.parents[j]; above >= 0; above = rig.parents[static_cast<std::size_t>(above)]) {
            const auto a = static_cast<std::size_t>(above);
            const Affined back = inverse(object[a]);
            add(a, back.point(object[j].t) * (precision / bounds.precision[j]), weight);
            weight *= fit_deeper_weight;
            if (weight < 1e-6) break;
        }
    }
}

void set_steps(PackedRig& rig, const std::vector<Movement>& movements, std::span<const Frames> clips,
               const JointBounds& bounds, double precision) {
    constexpr std::size_t frames_looked_at = 48;
    Levers levers{std::vector<std::array<double, 3>>(rig.size()), std::vector<double>(rig.size())};
    std::size_t all = 0;
    for (const Frames& frames : clips) all += frames.count;
    const std::size_t every = std::max<std::size_t>(1, all / frames_looked_at);
    std::size_t next = 0;
    for (const Frames& frames : clips) {
        for (; next < frames.count; next += every) add_levers(levers, rig, movements, frames, next, bounds, precision);
        next -= frames.count;
    }
    std::vector<bool> is_leaf(rig.size(), true);
    for (const std::int32_t parent : rig.parents)
        if (parent >= 0) is_leaf[static_cast<std::size_t>(parent)] = false;
    for (std::size_t j = 0; j < rig.size(); ++j) {
        RigJoint& joint = rig.joints[j];
        for (std::size_t d = 0; d < parameters_of(joint.kind); ++d) {
            const double lever = std::sqrt(3 * levers.sum[j][d] / levers.weight[j]);
            joint.steps[d] = step_code((is_leaf[j] ? leaf_factor : 1) / std::max(lever, 1e-6));
        }
        const double tighter = bounds.precision[j] / precision;
        if (joint.moves) joint.move_step = step_code(move_factor * std::min(1.0, tighter));
        if (joint.scales) joint.scale_step = step_code(scale_factor * tighter / bounds.shell[j]);
    }
}

// Says the rest pose where the joints' constants do not.
void set_rest(PackedRig& rig, const Skeleton& skeleton) {
    for (std::size_t j = 0; j < rig.size(); ++j) {
        RigJoint& joint = rig.joints[j];
        const Transform &wanted = skeleton.joints[j].rest, said = rig.rest(j);
        const Quatd rotation = normalize(to_double(wanted.rotation));
        if (joint.kind == JointKind::constant ? pack_quat(rotation, constant_bits(rig.fine)) != joint.left
                                              : pack_quat(rotation, rest_bits) != PackedQuat{})
            joint.rest_rotation = pack_quat(rotation, rest_bits);
        const bool near = !joint.moves && length(wanted.translation - said.translation) <= rig.offset_step;
        if (!near && !(wanted.translation == said.translation)) joint.rest_translation = wanted.translation;
        if (!(wanted.scale == said.scale)) joint.rest_scale = wanted.scale;
    }
}

Result<void> same_joints(const ClipSource& first, const ClipSource& other) {
    const auto& a = first.skeleton->joints;
    const auto& b = other.skeleton->joints;
    if (a.size() != b.size())
        return fail(Place{.field = other.clip->name}, "the skeleton has " + std::to_string(b.size()) +
                                                          " joints, that of the first clip " +
                                                          std::to_string(a.size()));
    for (std::size_t j = 0; j < a.size(); ++j)
        if (a[j].name != b[j].name || a[j].parent != b[j].parent)
            return fail(Place{.field = other.clip->name}, "joint " + std::to_string(j) + " is '" + b[j].name +
                                                              "', in the first clip '" + a[j].name +
                                                              "' or of another parent");
    return {};
}

} // namespace

Result<PackedRig> fit_rig(std::span<const ClipSource> clips, const EncodeOptions& options) {
    if (clips.empty()) return fail("there is no clip to fit a rig to");
    if (!(options.precision > 0) || !(options.shell > 0)) return fail("precision and shell must be above 0");
    const Skeleton& skeleton = *clips[0].skeleton;
    std::vector<Frames> all;
    for (const ClipSource& source : clips) {
        if (auto same = same_joints(clips[0], source); !same) return Failure(same.error());
        auto frames = uniform_frames(*source.clip, *source.skeleton, options);
        if (!frames) return Failure(frames.error());
        all.push_back(std::move(*frames));
    }
    const JointBounds bounds = joint_bounds(skeleton, options);

    PackedRig rig;
    for (const double precision : bounds.precision) rig.fine = rig.fine || precision < finest_with_16_bits;
    const std::size_t joints = skeleton.joints.size();
    rig.joints.resize(joints);
    std::vector<Vec3d> offsets(joints);
    std::vector<Movement> movements;
    double farthest = 0;
    for (std::size_t j = 0; j < joints; ++j) {
        rig.names.push_back(skeleton.joints[j].name);
        rig.parents.push_back(skeleton.joints[j].parent);
        RigJoint& joint = rig.joints[j];
        Rotations rotations;
        for (const Frames& frames : all) {
            const Transformd& first = frames.at(0)[j];
            for (std::size_t f = 0; f < frames.count; ++f) {
                const Transformd& local = frames.at(f)[j];
                rotations.push_back(local.rotation);
                if (length(local.translation - first.translation) > bounds.precision[j] / 16) joint.moves = true;
                if (length(local.scale - all[0].at(0)[j].scale) > 1e-6) joint.scales = true;
            }
        }
        const Movement movement = fit_movement(rotations, bounds.precision[j], rig.fine);
        joint.kind = movement.kind;
        joint.left = pack_quat(movement.left, quat_bits(joint.kind, rig.fine));
        joint.right = pack_quat(movement.right, quat_bits(joint.kind, rig.fine));
        if (joint.kind == JointKind::two_hinges)
            joint.cosine = static_cast<std::int32_t>(std::round(movement.cosine * constant_steps(rig.fine)));
        movements.push_back(Movement::of(joint, rig.fine));
        offsets[j] = all[0].at(0)[j].translation;
        if (!joint.moves)
            farthest = std::max({farthest, std::abs(offsets[j].x), std::abs(offsets[j].y), std::abs(offsets[j].z)});
        if (!joint.scales) joint.scale = to_float(all[0].at(0)[j].scale);
    }
    rig.offset_step = static_cast<float>(farthest / constant_steps(rig.fine));
    for (std::size_t j = 0; j < joints; ++j) {
        if (rig.joints[j].moves || !(rig.offset_step > 0)) continue;
        for (std::size_t k = 0; k < 3; ++k)
            rig.joints[j].offset[k] =
                static_cast<std::int32_t>(std::round(offsets[j][k] / static_cast<double>(rig.offset_step)));
    }
    set_steps(rig, movements, all, bounds, options.precision);
    set_rest(rig, skeleton);
    return rig;
}

} // namespace ossuary::codec
