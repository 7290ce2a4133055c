#include "soft_skin_model.h"

#include <algorithm>
#include <cmath>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::zengin {

namespace {

constexpr double accepted_residual = 0.01; // cm

// A vertex where the mesh has it, and where a weight says it is in the space of the joint.
struct BindPoint {
    Vec3d object, local;
};

double residual(const Affined& inverse_bind, std::span<const BindPoint> points) {
    double most = 0;
    for (const BindPoint& point : points) most = std::max(most, length(inverse_bind.point(point.object) - point.local));
    return most;
}

// The turn and shift that bring the object points nearest to the local ones (Horn 1987): the rotation is the
// eigenvector of the greatest eigenvalue of a symmetric matrix, found by multiplying with it. One point, or several on
// a line, leave the turn open; of those that fit as well, it is the one nearest to `start`.
Affined nearest_rigid(std::span<const BindPoint> points, const Quatd& start) {
    Vec3d from, to;
    for (const BindPoint& point : points) from += rotate(start, point.object), to += point.local;
    from = from / static_cast<double>(points.size());
    to = to / static_cast<double>(points.size());
    double s[3][3] = {};
    for (const BindPoint& point : points) {
        const Vec3d object = rotate(start, point.object) - from, local = point.local - to;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) s[i][j] += object[i] * local[j];
    }
    double n[4][4] = {{s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0]},
                      {0, s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2]},
                      {0, 0, s[1][1] - s[0][0] - s[2][2], s[1][2] + s[2][1]},
                      {0, 0, 0, s[2][2] - s[0][0] - s[1][1]}};
    double size = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < i; ++j) n[i][j] = n[j][i];
        for (std::size_t j = i; j < 4; ++j) size = std::max(size, std::abs(n[i][j]));
    }
    if (!(size > 0)) return to_affine(Transformd{.translation = to - from, .rotation = start});
    for (std::size_t i = 0; i < 4; ++i) n[i][i] += 4 * size; // no eigenvalue is negative now
    // Squaring the matrix squares the ratio of its eigenvalues: thirty times is plenty.
    for (int round = 0; round < 30; ++round) {
        double square[4][4] = {}, greatest = 0;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j) {
                for (std::size_t k = 0; k < 4; ++k) square[i][j] += n[i][k] * n[k][j];
                greatest = std::max(greatest, std::abs(square[i][j]));
            }
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j) n[i][j] = square[i][j] / greatest;
    }
    // What is left projects on the best turns: its first column is the one nearest to none, unless that is a half turn.
    std::size_t column = 0;
    for (std::size_t j = 1; j < 4; ++j)
        if (n[column][column] < 1e-3 && n[j][j] > n[column][column]) column = j;
    const Quatd turn = normalize(Quatd{n[1][column], n[2][column], n[3][column], n[0][column]});
    return to_affine(Transformd{.translation = to - rotate(turn, from), .rotation = turn * start});
}

} // namespace

std::vector<std::uint32_t> node_joints(const Skeleton& skeleton) {
    std::vector<std::uint32_t> joints(skeleton.joints.size());
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const std::uint64_t node = skeleton.joints[j].extras["node"].unsigned_integer(j);
        if (node < joints.size()) joints[static_cast<std::size_t>(node)] = static_cast<std::uint32_t>(j);
    }
    return joints;
}

std::uint32_t skeleton_checksum(const Skeleton& skeleton) {
    std::vector<std::string> names;
    for (const std::uint32_t joint : node_joints(skeleton))
        names.push_back(utf8_to_latin1(skeleton.joints[joint].name));
    return checksum(names);
}

void bind_skin(Model& model, BuiltMesh& built, const SoftSkin& source, std::span<const std::uint32_t> joint_of_node,
               Diagnostics* diagnostics) {
    const Basis& basis = model.source.basis;
    std::vector<std::size_t> first{0}; // influence of each position
    for (const std::uint32_t count : source.influence_counts) first.push_back(first.back() + count);

    Skin skin{.name = built.mesh.name};
    std::vector<std::int32_t> entry_of(model.skeleton.joints.size(), -1);
    std::vector<std::vector<BindPoint>> points; // for each entry of the skin
    const auto use_joint = [&](std::uint32_t joint) {
        std::int32_t& entry = entry_of[joint];
        if (entry < 0) {
            entry = static_cast<std::int32_t>(skin.joints.size());
            skin.joints.push_back(joint);
            points.emplace_back();
        }
        return static_cast<std::uint32_t>(entry);
    };
    for (std::size_t p = 0; p < source.mesh.positions.size(); ++p) {
        for (std::size_t i = first[p]; i < first[p + 1]; ++i) {
            const SkinInfluence& influence = source.influences[i];
            if (!(influence.weight > 0)) continue;
            points[use_joint(joint_of_node[influence.node])].push_back(
                {basis.point(to_double(source.mesh.positions[p])), basis.point(to_double(influence.position))});
        }
    }

    Mesh& mesh = built.mesh;
    mesh.influence_start.push_back(0);
    std::size_t unweighted = 0;
    for (const std::uint32_t p : built.source) {
        const std::size_t begin = mesh.influences.size();
        double sum = 0;
        for (std::size_t i = first[p]; i < first[p + 1]; ++i) {
            const SkinInfluence& influence = source.influences[i];
            if (!(influence.weight > 0)) continue;
            const std::uint32_t entry = use_joint(joint_of_node[influence.node]);
            const auto same =
                std::find_if(mesh.influences.begin() + static_cast<std::ptrdiff_t>(begin), mesh.influences.end(),
                             [&](const Influence& other) { return other.joint == entry; });
            if (same != mesh.influences.end())
                same->weight += influence.weight;
            else
                mesh.influences.push_back({entry, influence.weight});
            sum += static_cast<double>(influence.weight);
        }
        if (begin == mesh.influences.size()) {
            ++unweighted;
            mesh.influences.push_back({use_joint(0), 1});
        } else if (std::abs(sum - 1) > 1e-6) {
            for (std::size_t i = begin; i < mesh.influences.size(); ++i)
                mesh.influences[i].weight = static_cast<float>(static_cast<double>(mesh.influences[i].weight) / sum);
        }
        mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
    }
    if (unweighted > 0)
        report(diagnostics, Severity::warning, {.field = mesh.name},
               std::to_string(unweighted) + " vertices have no weight; they hang on the first joint");

    const std::vector<Affined> rest = rest_object_pose(model.skeleton);
    const double tolerance = accepted_residual * basis.scale;
    for (std::size_t e = 0; e < skin.joints.size(); ++e) {
        Affined inverse_bind = inverse(rest[skin.joints[e]]);
        double error = residual(inverse_bind, points[e]);
        if (error > tolerance) {
            const auto joint = decompose(rest[skin.joints[e]]);
            const Affined recovered = nearest_rigid(points[e], joint ? conjugate(joint->rotation) : Quatd{});
            if (const double other = residual(recovered, points[e]); other < error)
                inverse_bind = recovered, error = other;
        }
        if (error > tolerance)
            report(diagnostics, Severity::warning, {.field = mesh.name},
                   "the weights of " + model.skeleton.joints[skin.joints[e]].name +
                       " do not agree with the mesh; vertices are up to " + std::to_string(error / basis.scale) +
                       " units off");
        skin.inverse_bind.push_back(to_float(inverse_bind));
    }
    mesh.skin = static_cast<std::int32_t>(model.skins.size());
    model.skins.push_back(std::move(skin));
}

} // namespace ossuary::zengin
