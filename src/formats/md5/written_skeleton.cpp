#include "written_skeleton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"

namespace ossuary::md5 {

namespace {

// Joints that only carry a camera; MD5 keeps cameras in files of their own.
std::vector<bool> find_camera_mounts(const Model& model) {
    std::vector<bool> mount(model.skeleton.joints.size(), false);
    const auto set = [&](std::int32_t joint, bool value) {
        if (joint >= 0) mount[static_cast<std::size_t>(joint)] = value;
    };
    for (const Camera& camera : model.cameras) set(camera.joint, true);
    for (const ossuary::Joint& joint : model.skeleton.joints) set(joint.parent, false);
    for (const ossuary::Mesh& mesh : model.meshes) set(mesh.joint, false);
    for (const Skin& skin : model.skins)
        for (const std::uint32_t joint : skin.joints) mount[joint] = false;
    return mount;
}

// The name in the file it came from, if make_unique has numbered it since.
std::string source_name(const ossuary::Joint& joint) {
    const std::string_view before = joint.extras["sourceName"].string();
    const bool numbered = !before.empty() && joint.name.starts_with(std::string(before) + '#');
    return numbered ? std::string(before) : joint.name;
}

} // namespace

WrittenSkeleton plan_skeleton(const Model& model, const std::optional<Basis>& basis, Diagnostics* diagnostics) {
    const Basis forth = basis.value_or(model.source.basis_for("md5", md5_basis()));
    WrittenSkeleton written;
    written.back = forth.inverse();
    written.swap_triangles = forth.determinant() > 0;
    written.encoding.latin1 = model.extras["md5"]["encoding"].string() == "latin1";

    const std::vector<ossuary::Joint>& joints = model.skeleton.joints;
    const std::vector<bool> is_mount = find_camera_mounts(model);
    std::size_t roots = 0;
    for (std::size_t j = 0; j < joints.size(); ++j) roots += !is_mount[j] && joints[j].parent < 0;
    if (roots != 1) {
        std::string name = "origin";
        for (int number = 2; model.skeleton.find(name) >= 0; ++number) name = "origin#" + std::to_string(number);
        written.joints.push_back({name, -1, -1});
        if (roots > 1)
            report(diagnostics, Severity::warning, {},
                   "the skeleton has " + std::to_string(roots) + " roots; a joint '" + name + "' was put above them");
    }
    const std::int32_t root_parent = roots != 1 ? 0 : -1;
    written.joint_of.assign(joints.size(), -1);
    for (std::size_t j = 0; j < joints.size(); ++j) {
        if (is_mount[j]) continue;
        const std::int32_t parent = joints[j].parent;
        written.joint_of[j] = static_cast<std::int32_t>(written.joints.size());
        written.joints.push_back({written.encoding.encode(source_name(joints[j])),
                                  parent < 0 ? root_parent : written.joint_of[static_cast<std::size_t>(parent)],
                                  static_cast<std::int32_t>(j)});
    }
    return written;
}

std::vector<Affined> bind_pose(const Model& model) {
    std::vector<Affined> bind = rest_object_pose(model.skeleton);
    std::vector<bool> known(bind.size(), false);
    for (const Skin& skin : model.skins) {
        for (std::size_t i = 0; i < skin.joints.size(); ++i) {
            if (known[skin.joints[i]]) continue;
            known[skin.joints[i]] = true;
            bind[skin.joints[i]] = inverse(to_double(skin.inverse_bind[i]));
        }
    }
    return bind;
}

double round_to_ten_decimals(double value) {
    const double rounded = std::round(value * 1e10) / 1e10;
    return rounded == 0 ? 0 : rounded;
}

Vec3d round_to_float(const Vec3d& value) {
    const auto round = [](double x) { return x == 0 ? 0 : shortest_double(static_cast<float>(x)); };
    return {round(value.x), round(value.y), round(value.z)};
}

Vec3d round_orientation(const Quatd& rotation) {
    const Quatd unit = normalize(rotation);
    const Quatd target = unit.w > 0 ? -unit : unit;
    const Vec3d nearest{round_to_ten_decimals(target.x), round_to_ten_decimals(target.y),
                        round_to_ten_decimals(target.z)};
    if (target.w < -0.01) return nearest;
    const auto distance = [&](const Vec3d& stored) {
        const Quatd rebuilt = rebuild_orientation(stored);
        const Vec3d apart = rebuilt.xyz() - target.xyz();
        return dot(apart, apart) + (rebuilt.w - target.w) * (rebuilt.w - target.w);
    };
    Vec3d best = nearest;
    double least = distance(nearest);
    for (int x = -2; x <= 2; ++x) {
        for (int y = -2; y <= 2; ++y) {
            for (int z = -2; z <= 2; ++z) {
                const Vec3d stored{round_to_ten_decimals(nearest.x + x * 1e-10),
                                   round_to_ten_decimals(nearest.y + y * 1e-10),
                                   round_to_ten_decimals(nearest.z + z * 1e-10)};
                if (const double candidate = distance(stored); candidate < least) {
                    least = candidate;
                    best = stored;
                }
            }
        }
    }
    return best;
}

Result<Rigid> without_scale(const Affined& matrix, const std::string& joint, bool lenient, bool& dropped) {
    const auto apart = decompose(matrix, 1e-3);
    if (!apart) return fail("joint '" + joint + "' is sheared or has no size, which MD5 cannot hold");
    const Vec3d& scale = apart->scale;
    const double low = std::min({scale.x, scale.y, scale.z}), high = std::max({scale.x, scale.y, scale.z});
    if (low <= 0 || high - low > high * 1e-3) {
        if (!lenient) return fail("joint '" + joint + "' is scaled differently along its axes, which MD5 cannot hold");
        dropped = true;
    }
    return Rigid{{apart->translation, apart->rotation}, std::abs(scale.y)};
}

} // namespace ossuary::md5
