#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/sort.h"
#include "ossuary/formats/image/shader_material.h"
#include "ossuary/formats/md5/md5mesh.h"
#include "ossuary/model/surface.h"
#include "written_skeleton.h"

namespace ossuary::md5 {

namespace {

class MeshFileMaker {
public:
    MeshFileMaker(const Model& model, const FromModelOptions& options, Diagnostics* diagnostics)
        : model_(model), options_(options), diagnostics_(diagnostics),
          written_(plan_skeleton(model, options.basis, diagnostics)), rest_(rest_object_pose(model.skeleton)) {}

    Result<MeshFile> make() {
        const Json& md5 = model_.extras["md5"];
        file_.commandline = written_.encoding.encode(md5["commandline"].string());
        shares_weights_ = md5["sharedWeights"].boolean();
        if (const auto wrong = add_joints()) return Failure(*wrong);
        for (const ossuary::Mesh& mesh : model_.meshes) add_mesh(mesh);
        report_losses();
        return std::move(file_);
    }

private:
    void warn(std::string message) { report(diagnostics_, Severity::warning, {}, std::move(message)); }

    // Joints that a later skin has bound elsewhere: its vertices follow them as that skin says.
    void find_rebound(const std::vector<Affined>& bind) {
        for (std::size_t s = 0; s < model_.skins.size(); ++s) {
            const Skin& skin = model_.skins[s];
            for (std::size_t i = 0; i < skin.joints.size(); ++i) {
                const Affined own = inverse(to_double(skin.inverse_bind[i])), &first = bind[skin.joints[i]];
                if (length(own.t - first.t) > 1e-4 || length(own.x - first.x) > 1e-3 ||
                    length(own.y - first.y) > 1e-3 || length(own.z - first.z) > 1e-3)
                    rebound_.insert({s, i});
            }
        }
        if (!rebound_.empty())
            warn(std::to_string(rebound_.size()) + " joints were bound differently by several skins; the first counts");
    }

    std::optional<Error> add_joints() {
        const std::vector<Affined> bind = bind_pose(model_);
        find_rebound(bind);
        bool dropped = false;
        for (const WrittenJoint& joint : written_.joints) {
            Joint& entry = file_.joints.emplace_back();
            entry.name = joint.name;
            entry.parent = joint.parent;
            scale_.push_back(1);
            if (joint.source >= 0) {
                const Result<Rigid> rigid =
                    without_scale(bind[static_cast<std::size_t>(joint.source)], joint.name, options_.lenient, dropped);
                if (!rigid) return rigid.error();
                scale_.back() = rigid->scale;
                const Transformd place = written_.back.transform(rigid->place);
                entry.position = round_to_float(place.translation);
                entry.orientation = round_orientation(place.rotation);
            }
            // What a reader will make of it, so that vertices come out where they should.
            joints_.push_back({entry.position, rebuild_orientation(entry.orientation)});
        }
        if (dropped) warn("scale that differs along axes was dropped");
        return {};
    }

    void add_mesh(const ossuary::Mesh& mesh) {
        has_normals_ |= !mesh.normals.empty();
        has_tangents_ |= !mesh.tangents.empty();
        has_colors_ |= !mesh.colors.empty();
        has_second_uv_ |= !mesh.uv1.empty();
        has_morphs_ |= !mesh.morphs.empty();
        rigid_meshes_ += mesh.skin < 0;

        // Surfaces that share vertices get those they use; others keep all of theirs.
        std::uint64_t covered = 0;
        for (const Surface& surface : mesh.surfaces) covered += surface.vertex_count;
        const bool shared = covered > mesh.positions.size();
        for (const Surface& surface : mesh.surfaces) add_surface(mesh, surface, shared);
    }

    void add_surface(const ossuary::Mesh& mesh, const Surface& surface, bool only_used) {
        Mesh& out = file_.meshes.emplace_back();
        out.name = written_.encoding.encode(surface.name);
        out.shader = written_.encoding.encode(image::shader_of(model_, surface.material));
        std::vector<std::int32_t> index_of(surface.vertex_count, -1);
        std::vector<std::uint32_t> vertices;
        const auto use = [&](std::uint32_t vertex) {
            std::int32_t& index = index_of[vertex - surface.first_vertex];
            if (index < 0) {
                index = static_cast<std::int32_t>(vertices.size());
                vertices.push_back(vertex);
            }
            return index;
        };
        if (!only_used)
            for (std::uint32_t v = 0; v < surface.vertex_count; ++v) use(surface.first_vertex + v);
        for (std::uint32_t i = 0; i + 2 < surface.index_count; i += 3) {
            const std::uint32_t* corner = mesh.indices.data() + surface.first_index + i;
            const std::int32_t a = use(corner[0]), b = use(corner[1]), c = use(corner[2]);
            out.tris.push_back(written_.swap_triangles ? Triangle{a, c, b} : Triangle{a, b, c});
        }
        runs_.clear();
        for (const std::uint32_t v : vertices) add_vertex(out, mesh, surface.material, v);
    }

    void add_vertex(Mesh& out, const ossuary::Mesh& mesh, std::int32_t material, std::uint32_t v) {
        Vertex vertex;
        if (!mesh.uv0.empty()) {
            const Vec2 uv = still_uv(model_, material, mesh.uv0[v]);
            vertex.tex_coord = {shortest_double(uv.x), shortest_double(uv.y)};
        }
        Vec3d position = to_double(mesh.positions[v]);
        if (mesh.skin < 0 && mesh.joint >= 0) position = rest_[static_cast<std::size_t>(mesh.joint)].point(position);
        const std::vector<Weight> weights = weights_of(mesh, v, position);

        vertex.first_weight = static_cast<std::int32_t>(out.weights.size());
        vertex.weight_count = static_cast<std::int32_t>(weights.size());
        bool fresh = true;
        if (shares_weights_) {
            std::string key; // the run as the file will have it
            for (const Weight& weight : weights) {
                append_number(key, std::int64_t{weight.joint});
                for (const double number : {weight.bias, weight.position.x, weight.position.y, weight.position.z}) {
                    key += ' ';
                    append_number(key, number);
                }
                key += '\n';
            }
            const auto [run, added] = runs_.emplace(std::move(key), vertex.first_weight);
            vertex.first_weight = run->second;
            fresh = added;
        }
        if (fresh) out.weights.insert(out.weights.end(), weights.begin(), weights.end());
        out.verts.push_back(vertex);
    }

    // At least one, the largest first, adding up to one to the last decimal.
    std::vector<Weight> weights_of(const ossuary::Mesh& mesh, std::uint32_t v, const Vec3d& position) const {
        std::vector<Weight> weights;
        const Vec3d point = written_.back.point(position);
        const auto place = [&](std::int32_t joint) {
            const Transformd& written = joints_[static_cast<std::size_t>(joint)];
            return round_to_float(rotate(conjugate(written.rotation), point - written.translation));
        };
        if (mesh.skin >= 0) {
            const auto skin_index = static_cast<std::size_t>(mesh.skin);
            const Skin& skin = model_.skins[skin_index];
            double sum = 0;
            for (std::uint32_t i = mesh.influence_start[v]; i < mesh.influence_start[v + 1]; ++i) {
                const Influence& influence = mesh.influences[i];
                if (!(influence.weight > 0)) continue;
                const std::int32_t joint = written_.joint_of[skin.joints[influence.joint]];
                const bool rebound = !rebound_.empty() && rebound_.contains({skin_index, influence.joint});
                const Vec3d own = to_double(skin.inverse_bind[influence.joint]).point(position);
                const Vec3d local =
                    rebound ? round_to_float(written_.back.point(own) * scale_[static_cast<std::size_t>(joint)])
                            : place(joint);
                weights.push_back({joint, shortest_double(influence.weight), local});
                sum += weights.back().bias;
            }
            const auto larger = [](const Weight& a, const Weight& b) {
                return a.bias != b.bias ? a.bias > b.bias : a.joint < b.joint;
            };
            ossuary::sort(weights, larger);
            std::erase_if(weights, [sum](const Weight& weight) { return weight.bias < 1e-6 * sum; });
            double rest = 1;
            for (std::size_t i = 1; i < weights.size(); ++i) {
                if (std::abs(sum - 1) > 1e-6) weights[i].bias /= sum;
                rest -= weights[i].bias = round_to_ten_decimals(weights[i].bias);
            }
            if (!weights.empty()) weights[0].bias = round_to_ten_decimals(rest);
            ossuary::sort(weights, larger); // of equal ones the first may have lost a digit
        }
        if (weights.empty()) {
            const std::int32_t joint = mesh.joint < 0 ? 0 : written_.joint_of[static_cast<std::size_t>(mesh.joint)];
            weights.push_back({joint, 1, place(joint)});
        }
        return weights;
    }

    void report_losses() {
        std::string lost;
        const auto name = [&lost](bool has, std::string_view what) {
            if (has) lost += (lost.empty() ? "" : ", ") + std::string(what);
        };
        name(has_normals_, "normals");
        name(has_tangents_, "tangents");
        name(has_colors_, "colours");
        name(has_second_uv_, "second texture coordinates");
        if (!lost.empty()) warn("MD5 has no place for " + lost + "; readers compute normals themselves");
        if (has_morphs_) warn("MD5 has no place for morph targets");
        if (rigid_meshes_ > 0)
            warn(std::to_string(rigid_meshes_) + " meshes without a skin were bound to a single joint");
    }

    const Model& model_;
    const FromModelOptions& options_;
    Diagnostics* diagnostics_;
    WrittenSkeleton written_;
    std::vector<Affined> rest_;
    std::vector<Transformd> joints_;                        // the joints as they will be read, file axes
    std::vector<double> scale_;                             // of each joint in the bind pose; folded into positions
    std::set<std::pair<std::size_t, std::size_t>> rebound_; // skin and joint whose bind pose differs from `joints_`
    MeshFile file_;
    std::map<std::string, std::int32_t> runs_;
    bool shares_weights_ = false;
    bool has_normals_ = false, has_tangents_ = false, has_colors_ = false, has_second_uv_ = false, has_morphs_ = false;
    std::size_t rigid_meshes_ = 0;
};

} // namespace

Result<MeshFile> md5mesh_from_model(const Model& model, const FromModelOptions& options, Diagnostics* diagnostics) {
    return MeshFileMaker(model, options, diagnostics).make();
}

} // namespace ossuary::md5
