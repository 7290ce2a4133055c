#include "ossuary/model/model.h"

#include <algorithm>

#include "ossuary/model/bounds.h"

namespace ossuary {

Model::Model() = default;
Model::Model(const Model&) = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(const Model&) = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

std::string Model::free_clip_name(std::string_view wanted) const {
    std::string free(wanted);
    for (int number = 2; find_clip(free); ++number) free = std::string(wanted) + '_' + std::to_string(number);
    return free;
}

const Clip* Model::find_clip(std::string_view wanted) const {
    const auto found =
        std::find_if(clips.begin(), clips.end(), [wanted](const Clip& clip) { return clip.name == wanted; });
    return found == clips.end() ? nullptr : &*found;
}

void choose_variant(Model& model, std::size_t variant) {
    for (Mesh& mesh : model.meshes)
        for (Surface& surface : mesh.surfaces)
            surface.material = material_in(model.variants[variant], surface.material);
    model.variants.clear();
}

Model without_instances(Model model) {
    for (std::size_t m = 0, count = model.meshes.size(); m < count; ++m) {
        const std::vector<std::uint32_t> instances = std::move(model.meshes[m].instances);
        model.meshes[m].instances.clear();
        for (const std::uint32_t joint : instances) {
            model.meshes.push_back(model.meshes[m]);
            model.meshes.back().joint = static_cast<std::int32_t>(joint);
        }
    }
    return model;
}

std::vector<Vec3d> posed_positions(const Model& model, const Mesh& mesh, const std::vector<Affined>& object_pose,
                                   const std::vector<double>& morph_weights) {
    std::vector<Vec3d> posed;
    posed.reserve(mesh.positions.size());
    for (const Vec3& position : mesh.positions) posed.push_back(to_double(position));
    for (std::size_t m = 0; m < std::min(mesh.morphs.size(), morph_weights.size()); ++m)
        for (std::size_t v = 0; v < posed.size(); ++v)
            posed[v] += to_double(mesh.morphs[m].positions[v]) * morph_weights[m];

    if (mesh.skin < 0) {
        if (mesh.joint < 0) return posed;
        for (Vec3d& position : posed) position = object_pose[static_cast<std::size_t>(mesh.joint)].point(position);
        return posed;
    }

    const Skin& skin = model.skins[static_cast<std::size_t>(mesh.skin)];
    std::vector<Affined> palette;
    palette.reserve(skin.joints.size());
    for (std::size_t j = 0; j < skin.joints.size(); ++j)
        palette.push_back(object_pose[skin.joints[j]] * to_double(skin.inverse_bind[j]));
    for (std::size_t v = 0; v < posed.size(); ++v) {
        Vec3d sum;
        for (std::uint32_t i = mesh.influence_start[v]; i < mesh.influence_start[v + 1]; ++i)
            sum += palette[mesh.influences[i].joint].point(posed[v]) * static_cast<double>(mesh.influences[i].weight);
        posed[v] = sum;
    }
    return posed;
}

std::optional<Box> bounds(const Model& model) {
    const std::vector<Affined> pose = rest_object_pose(model.skeleton);
    std::optional<Box> box;
    for (const Mesh& mesh : model.meshes) {
        for (const Vec3d& exact : posed_positions(model, mesh, pose)) add_point(box, to_float(exact));
        for (const std::uint32_t joint : mesh.instances)
            for (const Vec3& position : mesh.positions)
                add_point(box, to_float(pose[joint].point(to_double(position))));
    }
    return box;
}

} // namespace ossuary
