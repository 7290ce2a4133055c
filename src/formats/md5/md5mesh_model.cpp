#include <algorithm>
#include <cmath>
#include <limits>

#include "materials.h"
#include "names.h"
#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/md5/md5mesh.h"
#include "skinning.h"
#include "tangents.h"

namespace ossuary::md5 {

namespace {

bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
bool is_finite(const Transform& t) { return is_finite(t.translation); }

class ModelMaker {
public:
    ModelMaker(const MeshFile& file, std::string_view name, const ToModelOptions& options, Diagnostics* diagnostics)
        : file_(file), options_(options), diagnostics_(diagnostics), bind_(bind_skeleton(file)) {
        model_.name = name;
        model_.source = {"md5", options.basis};
    }

    Result<Model> make() {
        for (std::size_t i = 0; i < file_.meshes.size(); ++i)
            if (overlaps_beyond_reason(file_.meshes[i]))
                return fail({.field = mesh_path(i)}, "vertices have more than 64 influences on average");
        look_at_texts();
        if (const auto wrong = add_skeleton()) return Failure(*wrong);
        const std::vector<std::int32_t> material_of = add_materials(model_, file_, encoding_, options_, diagnostics_);
        if (!file_.meshes.empty()) {
            add_mesh();
            for (std::size_t i = 0; i < file_.meshes.size(); ++i)
                if (const auto wrong = add_surface(i, material_of[i])) return Failure(*wrong);
            warn_about_vertices();
        }
        add_extras();
        return std::move(model_);
    }

private:
    static std::string mesh_path(std::size_t i) { return "meshes[" + std::to_string(i) + ']'; }
    void warn(std::string message) { report(diagnostics_, Severity::warning, {}, std::move(message)); }

    void look_at_texts() {
        encoding_.look_at(file_.commandline);
        for (const Joint& joint : file_.joints) encoding_.look_at(joint.name);
        for (const Mesh& mesh : file_.meshes) {
            encoding_.look_at(mesh.name);
            encoding_.look_at(mesh.shader);
        }
    }

    std::optional<Error> add_skeleton() {
        std::vector<std::string> names;
        names.reserve(file_.joints.size());
        for (const Joint& joint : file_.joints) names.push_back(encoding_.decode(joint.name));
        const std::vector<std::string> original = names;
        if (const std::size_t changed = make_unique(names))
            warn(std::to_string(changed) + " joints have the name of another and were numbered");

        model_.skeleton.joints.reserve(names.size());
        for (std::size_t j = 0; j < names.size(); ++j) {
            ossuary::Joint joint;
            joint.parent = file_.joints[j].parent;
            joint.rest = to_float(options_.basis.transform(local_bind(j)));
            if (!is_finite(joint.rest))
                return Error({.field = "joints[" + std::to_string(j) + ']'}, "position is too large for a model");
            if (names[j] != original[j]) joint.extras.set("sourceName", original[j]);
            joint.name = std::move(names[j]);
            model_.skeleton.joints.push_back(std::move(joint));
        }
        return {};
    }

    Transformd local_bind(std::size_t j) const {
        if (file_.joints[j].parent < 0) return bind_[j];
        const Transformd& parent = bind_[static_cast<std::size_t>(file_.joints[j].parent)];
        const Quatd back = conjugate(parent.rotation);
        return {rotate(back, bind_[j].translation - parent.translation), normalize(back * bind_[j].rotation)};
    }

    void add_mesh() {
        ossuary::Mesh& mesh = model_.meshes.emplace_back();
        mesh.name = model_.name;
        std::size_t verts = 0, tris = 0, weights = 0;
        for (const Mesh& source : file_.meshes) {
            verts += source.verts.size();
            tris += source.tris.size();
            weights += source.weights.size();
        }
        mesh.positions.reserve(verts);
        mesh.normals.reserve(verts);
        mesh.uv0.reserve(verts);
        mesh.indices.reserve(tris * 3);
        mesh.surfaces.reserve(file_.meshes.size());
        if (bind_.empty()) return;

        mesh.skin = 0;
        mesh.influence_start.reserve(verts + 1);
        mesh.influence_start.push_back(0);
        mesh.influences.reserve(weights);
        Skin& skin = model_.skins.emplace_back();
        skin.name = model_.name;
        skin.joints.reserve(bind_.size());
        skin.inverse_bind.reserve(bind_.size());
        for (std::size_t j = 0; j < bind_.size(); ++j) {
            const Transformd turned = options_.basis.transform(bind_[j]);
            const Quatd back = conjugate(turned.rotation);
            Affined inverse = to_affine(Transformd{{}, back});
            inverse.t = -rotate(back, turned.translation);
            skin.joints.push_back(static_cast<std::uint32_t>(j));
            skin.inverse_bind.push_back(to_float(inverse));
        }
    }

    std::optional<Error> add_surface(std::size_t index, std::int32_t material) {
        const Mesh& source = file_.meshes[index];
        ossuary::Mesh& mesh = model_.meshes[0];
        const std::vector<Vec3d> positions = skin_positions(source, bind_);
        const std::vector<Vec3d> normals = vertex_normals(source, positions, options_.normals);
        if (diagnostics_) measure_agreement(source, positions);

        Surface surface;
        surface.name = encoding_.decode(source.name);
        surface.material = material;
        surface.first_index = static_cast<std::uint32_t>(mesh.indices.size());
        surface.first_vertex = static_cast<std::uint32_t>(mesh.positions.size());
        TangentFrame frame;
        const bool has_normal_map = model_.materials[static_cast<std::size_t>(material)].normal_image >= 0;
        if (has_normal_map) frame = make_tangents(source, positions, normals);

        const std::size_t count = source.verts.size() + frame.copied_vertex.size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t v = i < source.verts.size() ? i : frame.copied_vertex[i - source.verts.size()];
            const Vec3 position = to_float(options_.basis.point(positions[v]));
            if (!is_finite(position))
                return Error({.field = mesh_path(index) + ".verts[" + std::to_string(v) + ']'},
                             "position is too large for a model");
            mesh.positions.push_back(position);
            mesh.normals.push_back(to_float(options_.basis.direction(normals[v])));
            const Vec2d& tex_coord = source.verts[v].tex_coord;
            mesh.uv0.push_back({static_cast<float>(tex_coord.x), static_cast<float>(tex_coord.y)});
            if (!bind_.empty()) add_influences(source, source.verts[v]);
        }
        add_tangents(frame, normals, surface.first_vertex);

        const std::vector<Triangle>& tris = has_normal_map ? frame.tris : source.tris;
        // Clockwise becomes counter-clockwise, unless a mirroring change of axes has done it.
        const bool swap = options_.basis.determinant() > 0;
        for (const Triangle& tri : tris)
            for (const std::int32_t corner : {tri[0], tri[swap ? 2 : 1], tri[swap ? 1 : 2]})
                mesh.indices.push_back(surface.first_vertex + static_cast<std::uint32_t>(corner));
        surface.index_count = static_cast<std::uint32_t>(mesh.indices.size()) - surface.first_index;
        surface.vertex_count = static_cast<std::uint32_t>(count);
        mesh.surfaces.push_back(std::move(surface));
        return {};
    }

    // A mesh has tangents for all its vertices or for none: from the first normal map on, surfaces without one get
    // some.
    void add_tangents(const TangentFrame& frame, const std::vector<Vec3d>& normals, std::size_t first_vertex) {
        ossuary::Mesh& mesh = model_.meshes[0];
        if (frame.tangents.empty() && mesh.tangents.empty()) return;
        const auto add = [&](const Vec3d& tangent, double w) {
            const Vec3 turned = to_float(options_.basis.direction(tangent));
            mesh.tangents.push_back({turned.x, turned.y, turned.z, static_cast<float>(w)});
        };
        for (std::size_t v = mesh.tangents.size(); v < first_vertex; ++v) {
            const Vec3d across = perpendicular(to_double(mesh.normals[v]));
            mesh.tangents.push_back(
                {static_cast<float>(across.x), static_cast<float>(across.y), static_cast<float>(across.z), 1});
        }
        for (const Vec4d& tangent : frame.tangents)
            add({tangent.x, tangent.y, tangent.z}, tangent.w * options_.basis.determinant());
        if (frame.tangents.empty())
            for (const Vec3d& normal : normals) add(perpendicular(normal), 1);
    }

    // Merged per joint, the largest first, adding up to one.
    void add_influences(const Mesh& source, const Vertex& vertex) {
        ossuary::Mesh& mesh = model_.meshes[0];
        const Weight* weights = source.weights.data() + vertex.first_weight;
        const auto count = static_cast<std::size_t>(vertex.weight_count);
        if (count == 1 && weights[0].bias > 0) {
            mesh.influences.push_back({static_cast<std::uint32_t>(weights[0].joint), 1.0f});
        } else {
            merged_.clear();
            double sum = 0;
            for (std::size_t i = 0; i < count; ++i) merged_.push_back({weights[i].joint, weights[i].bias, i});
            ossuary::sort(merged_, [](const Share& a, const Share& b) {
                return a.joint != b.joint ? a.joint < b.joint : a.order < b.order;
            });
            std::size_t kept = 0;
            for (std::size_t i = 0; i < merged_.size(); ++i) {
                if (kept > 0 && merged_[kept - 1].joint == merged_[i].joint)
                    merged_[kept - 1].bias += merged_[i].bias;
                else
                    merged_[kept++] = merged_[i];
            }
            merged_.resize(kept);
            for (Share& share : merged_) sum += share.bias = std::max(share.bias, 0.0);
            if (!(sum > 0)) {
                ++unbound_;
                mesh.influences.push_back({count > 0 ? static_cast<std::uint32_t>(weights[0].joint) : 0, 1.0f});
            } else {
                ossuary::sort(merged_, [](const Share& a, const Share& b) {
                    return a.bias != b.bias ? a.bias > b.bias : a.joint < b.joint;
                });
                for (const Share& share : merged_)
                    if (share.bias / sum >= 1e-6)
                        mesh.influences.push_back(
                            {static_cast<std::uint32_t>(share.joint), static_cast<float>(share.bias / sum)});
            }
        }
        mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
    }

    // Matrix skinning is exact only where all influences of a vertex mean the same point.
    void measure_agreement(const Mesh& source, const std::vector<Vec3d>& positions) {
        for (std::size_t v = 0; v < positions.size(); ++v) {
            const Vertex& vertex = source.verts[v];
            double worst = 0;
            for (std::int32_t i = 0; i < vertex.weight_count; ++i) {
                const Weight& weight = source.weights[static_cast<std::size_t>(vertex.first_weight + i)];
                const Transformd& joint = bind_[static_cast<std::size_t>(weight.joint)];
                const Vec3d point = joint.translation + rotate(joint.rotation, weight.position);
                worst = std::max(worst, length(point - positions[v]));
            }
            if (worst > 0.01) ++disagreeing_;
            largest_disagreement_ = std::max(largest_disagreement_, worst);
        }
    }

    void warn_about_vertices() {
        if (unbound_ > 0)
            warn(std::to_string(unbound_) + " vertices have no weight to go by and were bound to one joint");
        if (disagreeing_ > 0)
            warn("the influences of " + std::to_string(disagreeing_) + " vertices disagree on the position by up to " +
                 number_text(largest_disagreement_) + " units; the model deforms differently");
        const auto box = box_of(model_.meshes[0].positions);
        if (!box) return;
        const float size = std::max({box->size().x, box->size().y, box->size().z});
        if (size < 0.1 || size > 100)
            warn("the model is " + number_text(size) + " m large; another unit scale may be meant");
    }

    void add_extras() {
        Json md5 = Json::object();
        md5.set("commandline", encoding_.decode(file_.commandline));
        if (encoding_.latin1) md5.set("encoding", "latin1");
        if (shares_weights()) md5.set("sharedWeights", true);
        model_.extras.set("md5", std::move(md5));
    }

    // Whether vertices use the same weights, as the original exporter's do; a writer does likewise then.
    bool shares_weights() const {
        return std::any_of(file_.meshes.begin(), file_.meshes.end(), [](const Mesh& mesh) {
            std::size_t used = 0;
            for (const Vertex& vertex : mesh.verts) used += static_cast<std::size_t>(vertex.weight_count);
            return used > mesh.weights.size();
        });
    }

    struct Share {
        std::int32_t joint;
        double bias;
        std::size_t order; // in the file
    };

    const MeshFile& file_;
    const ToModelOptions& options_;
    Diagnostics* diagnostics_;
    std::vector<Transformd> bind_;
    TextEncoding encoding_;
    Model model_;
    std::vector<Share> merged_;
    std::size_t unbound_ = 0, disagreeing_ = 0;
    double largest_disagreement_ = 0;
};

} // namespace

Result<Model> to_model(const MeshFile& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    return ModelMaker(file, name, options, diagnostics).make();
}

} // namespace ossuary::md5
