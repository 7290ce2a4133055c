#include "codec/beam.h"
#include "ossuary/base/sort.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ossuary::codec {

namespace {

constexpr double pending_weight = 0.76; // of what is only expected, against what is certain

double fourth_power(double x) { return (x * x) * (x * x); }

std::int32_t other_side(double value, std::int32_t nearest) {
    return value < static_cast<double>(nearest) ? nearest - 1 : nearest + 1;
}
std::int32_t rounded(double value) { return static_cast<std::int32_t>(std::floor(std::clamp(value, -1e9, 1e9) + 0.5)); }

// The linear parts alone.
Affined turned(const Affined& by, const Quatd& q, const Vec3d& scale) {
    const double x = q.x, y = q.y, z = q.z, w = q.w;
    const Vec3d c0{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)};
    const Vec3d c1{2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)};
    const Vec3d c2{2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)};
    return {by.direction(c0) * scale.x, by.direction(c1) * scale.y, by.direction(c2) * scale.z, {}};
}

} // namespace

Beam::Beam(const PackedRig& rig, const Layout& layout, const Chain& chain, std::span<const Vec3> offsets,
           std::size_t width)
    : rig_(rig), layout_(layout), chain_(chain), width_(width), nodes_(rig.size()), pending_(rig.size()) {
    for (const Vec3& offset : offsets) offsets_.push_back(to_double(offset));
    for (const double precision : chain.precision) inverse_square_.push_back(1 / (precision * precision));
}

const Beam::Node* Beam::parent_node(std::size_t joint, std::uint32_t state) const {
    const std::int32_t parent = chain_.parents[joint];
    if (parent < 0) return nullptr;
    const auto p = static_cast<std::size_t>(parent);
    return &nodes_[p][paths_[state][p]];
}

double Beam::score(std::size_t joint, const FrameTruth& truth, const Affined& object, double& worst) const {
    const Affined& aim = truth.object[joint];
    const double reach = chain_.shell[joint], by = inverse_square_[joint];
    const Vec3d moved = object.t - aim.t;
    double sum = 0;
    for (const Vec3d& e :
         {moved + (object.x - aim.x) * reach, moved + (object.y - aim.y) * reach, moved + (object.z - aim.z) * reach}) {
        const double error = dot(e, e) * by;
        worst = std::max(worst, error);
        sum += fourth_power(error);
    }
    return sum;
}

void Beam::keep_best(std::vector<Candidate>& candidates, std::size_t most) {
    for (std::uint32_t i = 0; i < candidates.size(); ++i) candidates[i].order = i;
    const auto better = [](const Candidate& a, const Candidate& b) {
        return a.score != b.score ? a.score < b.score : a.order < b.order;
    };
    if (candidates.size() > most) {
        std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(most), candidates.end(),
                         better);
        candidates.resize(most);
    }
    ossuary::sort(candidates, better);
}

void Beam::rotate_from(std::size_t joint, const FrameTruth& truth, const Transformd& local, double scale,
                       const Candidate& placed) {
    const Movement& movement = chain_.movements[joint];
    const JointAim& aim = truth.aims[joint];
    const std::size_t n = parameters_of(movement.kind);
    const Node* parent = parent_node(joint, placed.from);
    const Affined above = parent ? parent->object : Affined{};
    const RigJoint& rig_joint = rig_.joints[joint];
    const auto& dofs = layout_.joints[joint];

    Vec3d stretch = to_double(rig_joint.scale);
    Candidate base = placed;
    if (rig_joint.scales) {
        for (std::size_t k = 0; k < 3; ++k) {
            const double step = static_cast<double>(layout_.steps[dofs.scale + k]) * scale;
            base.x[6 + k] = rounded(local.scale[k] / step);
            stretch[k] = base.x[6 + k] * step;
        }
    }
    const auto add = [&](const std::int32_t* x, const Parameters& y) {
        Candidate candidate = base;
        if (x) std::copy(x, x + n, candidate.x);
        const Vec3d origin = candidate.object.t;
        candidate.object = turned(above, rotation_at(movement, y), stretch);
        candidate.object.t = origin;
        candidate.score += score(joint, truth, candidate.object, candidate.worst);
        const auto& carried = chain_.carried[joint];
        // The points are given before the rotation and with the true scale in them.
        const Affined plain = rig_joint.scales || chain_.scales
                                  ? Affined{candidate.object.x / stretch.x, candidate.object.y / stretch.y,
                                            candidate.object.z / stretch.z, origin}
                                  : candidate.object;
        const Vec3d* points = truth.points.data() + chain_.first_carried[joint];
        double pending = 0;
        for (std::size_t i = 0; i < carried.size(); ++i) {
            const Vec3d e = plain.point(points[i]) - truth.object[carried[i].joint].t;
            pending += carried[i].weight * fourth_power(dot(e, e) * inverse_square_[carried[i].joint]);
        }
        candidate.score += pending_weight * pending;
        candidates_.push_back(candidate);
    };
    if (n == 0) return add(nullptr, {});

    // Gauss–Newton: turn so that the carried points come nearest to their targets, seen from the decoded parent.
    const Vec3d origin = placed.object.t;
    const Affined back = chain_.scales ? inverse(Affined{above.x, above.y, above.z, {}})
                                       : Affined{{above.x.x, above.y.x, above.z.x},
                                                 {above.x.y, above.y.y, above.z.y},
                                                 {above.x.z, above.y.z, above.z.z},
                                                 {}};
    Vec3d moments[3]; // Σ w p_i · (target − origin), in the parent's axes
    for (std::size_t i = 0; i < 3; ++i)
        moments[i] =
            back.direction(Vec3d{aim.targets[i][0], aim.targets[i][1], aim.targets[i][2]} - origin * aim.points[i]);
    Parameters y = aim.start;
    for (int round = 0; round < 2; ++round) {
        const Quatd q = conjugate(rotation_at(movement, y));
        const Vec3d c0 = rotate(q, moments[0]), c1 = rotate(q, moments[1]), c2 = rotate(q, moments[2]);
        const Vec3d gradient{c1.z - c2.y, c2.x - c0.z, c0.y - c1.x};
        double along[3] = {};
        for (std::size_t i = 0; i < n; ++i) along[i] = dot(aim.turns[i], gradient);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k) y[i] += aim.solve[i][k] * along[k];
    }

    double steps[3] = {}, best[3] = {};
    for (std::size_t i = 0; i < n; ++i) {
        steps[i] = static_cast<double>(layout_.steps[dofs.rotation[i]]) * scale;
        best[i] = y[i] / steps[i];
    }
    for (unsigned sides = 0; sides < 1u << n; ++sides) {
        double z[3] = {best[0], best[1], best[2]};
        std::int32_t x[3] = {};
        Parameters at{};
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = rounded(z[i]);
            if (sides >> i & 1) x[i] = other_side(z[i], x[i]);
            const double off = static_cast<double>(x[i]) - z[i];
            for (std::size_t k = i + 1; k < n; ++k) z[k] += aim.shift[i][k] * off;
            at[i] = x[i] * steps[i];
        }
        add(x, at);
    }
}

void Beam::place_joint(std::size_t joint, const FrameTruth& truth, const Transformd& local, double scale,
                       const Transformd* exact) {
    const RigJoint& rig_joint = rig_.joints[joint];
    const auto& dofs = layout_.joints[joint];
    const std::int32_t parent = chain_.parents[joint];
    places_.clear();
    candidates_.clear();
    for (std::uint32_t s = 0; s < states_; ++s) {
        const Node* above = parent_node(joint, s);
        Candidate placed{};
        placed.from = s;
        if (joint > 0) {
            placed.score = nodes_[joint - 1][s].score;
            placed.worst = nodes_[joint - 1][s].worst;
        }
        if (above) {
            const auto p = static_cast<std::size_t>(parent);
            placed.score -= pending_[joint][paths_[s][p]];
        }
        if (exact) {
            placed.object = above ? above->object * to_affine(*exact) : to_affine(*exact);
            placed.score += score(joint, truth, placed.object, placed.worst);
            candidates_.push_back(placed);
            continue;
        }
        if (!rig_joint.moves) {
            placed.object.t = above ? above->object.point(offsets_[joint]) : offsets_[joint];
            places_.push_back(placed);
            continue;
        }
        // The true position, from where the decoded parent is; eight ways to round it.
        const Vec3d aim = above ? inverse(above->object).point(truth.object[joint].t) : truth.object[joint].t;
        for (unsigned sides = 0; sides < 8; ++sides) {
            Candidate candidate = placed;
            Vec3d at;
            for (std::size_t k = 0; k < 3; ++k) {
                const double step = static_cast<double>(layout_.steps[dofs.translation + k]) * scale;
                std::int32_t x = rounded(aim[k] / step);
                if (sides >> k & 1) x = other_side(aim[k] / step, x);
                candidate.x[3 + k] = x;
                at[k] = x * step;
            }
            candidate.object.t = above ? above->object.point(at) : at;
            const Vec3d e = candidate.object.t - truth.object[joint].t;
            candidate.score += 3 * fourth_power(dot(e, e) * inverse_square_[joint]);
            places_.push_back(candidate);
        }
    }
    if (rig_joint.moves) {
        keep_best(places_, width_);
        for (Candidate& placed : places_) { // the rotation will tell the true score
            const Vec3d e = placed.object.t - truth.object[joint].t;
            placed.score -= 3 * fourth_power(dot(e, e) * inverse_square_[joint]);
        }
    }
    for (const Candidate& placed : places_) rotate_from(joint, truth, local, scale, placed);
    keep_best(candidates_, width_);

    auto& nodes = nodes_[joint];
    nodes.resize(candidates_.size());
    next_paths_.resize(candidates_.size());
    const auto& carried = chain_.carried[joint];
    for (const Carried& each : carried) pending_[each.child].assign(candidates_.size(), 0);
    for (std::size_t s = 0; s < candidates_.size(); ++s) {
        const Candidate& chosen = candidates_[s];
        Node& node = nodes[s];
        node.object = chosen.object;
        node.score = chosen.score;
        node.worst = chosen.worst;
        std::copy(std::begin(chosen.x), std::end(chosen.x), node.x);
        auto& path = next_paths_[s];
        path.resize(rig_.size());
        if (joint > 0) std::copy_n(paths_[chosen.from].begin(), joint, path.begin());
        path[joint] = static_cast<std::uint16_t>(s);
        // What this node expects of each child's part of the tree, to be taken back when the child is placed.
        const Vec3d stretch = rig_joint.scales || chain_.scales ? local.scale : Vec3d{1, 1, 1};
        const Affined plain{node.object.x / stretch.x, node.object.y / stretch.y, node.object.z / stretch.z,
                            node.object.t};
        const Vec3d* points = truth.points.data() + chain_.first_carried[joint];
        if (exact) node.score += 0;
        for (std::size_t i = 0; i < carried.size() && !exact; ++i) {
            const Vec3d e = plain.point(points[i]) - truth.object[carried[i].joint].t;
            pending_[carried[i].child][s] +=
                pending_weight * carried[i].weight * fourth_power(dot(e, e) * inverse_square_[carried[i].joint]);
        }
    }
    std::swap(paths_, next_paths_);
    states_ = candidates_.size();
}

bool Beam::search(const FrameTruth& truth, std::span<const Transformd> local, double scale, const Transformd* exact,
                  std::int32_t* row) {
    std::fill(row, row + layout_.dofs, 0);
    states_ = 1;
    paths_.resize(std::max<std::size_t>(paths_.size(), 1));
    for (std::size_t j = 0; j < rig_.size(); ++j) place_joint(j, truth, local[j], scale, j == 0 ? exact : nullptr);
    if (rig_.size() == 0) return true;

    const auto& last = nodes_.back();
    std::size_t chosen = 0;
    while (chosen < states_ && last[chosen].worst > 1) ++chosen;
    const bool found = chosen < states_;
    if (!found) chosen = 0;
    for (std::size_t j = 0; j < rig_.size(); ++j) {
        const Node& node = nodes_[j][paths_[chosen][j]];
        const auto& dofs = layout_.joints[j];
        for (std::size_t p = 0; p < parameters_of(rig_.joints[j].kind); ++p) row[dofs.rotation[p]] = node.x[p];
        for (std::size_t k = 0; k < 3; ++k) {
            if (rig_.joints[j].moves) row[dofs.translation + k] = node.x[3 + k];
            if (rig_.joints[j].scales) row[dofs.scale + k] = node.x[6 + k];
        }
    }
    return found;
}

} // namespace ossuary::codec
