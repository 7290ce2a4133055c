#include "proto_mesh_maker.h"

#include <algorithm>
#include <bit>

#include "formats/zengin/space.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/model/surface.h"
#include "progressive.h"
#include "proto_mesh_compile.h"

namespace ossuary::zengin {

namespace {

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value + 0.0f); } // one zero

// Of a mesh that has none: the faces of a vertex together, large ones more.
std::vector<Vec3d> face_normals(const Mesh& mesh) {
    std::vector<Vec3d> normals(mesh.positions.size());
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const auto corner = [&](std::size_t k) { return to_double(mesh.positions[mesh.indices[i + k]]); };
        const Vec3d normal = cross(corner(1) - corner(0), corner(2) - corner(0));
        for (std::size_t k = 0; k < 3; ++k) normals[mesh.indices[i + k]] += normal;
    }
    return normals;
}

} // namespace

std::vector<Affined> vertex_matrices(const Model& model, const Mesh& mesh, const std::vector<Affined>& pose) {
    if (mesh.skin < 0)
        return std::vector(mesh.positions.size(),
                           mesh.joint < 0 ? Affined{} : pose[static_cast<std::size_t>(mesh.joint)]);
    const Skin& skin = model.skins[static_cast<std::size_t>(mesh.skin)];
    std::vector<Affined> palette;
    for (std::size_t j = 0; j < skin.joints.size(); ++j)
        palette.push_back(pose[skin.joints[j]] * to_double(skin.inverse_bind[j]));
    std::vector<Affined> matrices;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        Affined& sum = matrices.emplace_back(Affined{{}, {}, {}, {}});
        for (std::uint32_t i = mesh.influence_start[v]; i < mesh.influence_start[v + 1]; ++i) {
            const Affined& m = palette[mesh.influences[i].joint];
            const auto weight = static_cast<double>(mesh.influences[i].weight);
            sum.x += m.x * weight, sum.y += m.y * weight, sum.z += m.z * weight, sum.t += m.t * weight;
        }
    }
    return matrices;
}

ProtoMeshMaker::ProtoMeshMaker(const Model& model, const FromModelOptions& options)
    : model_(model), options_(options),
      back_(options.basis.value_or(model.source.basis_for("gothic", engine_basis)).inverse()) {}

ProtoMeshMaker::Part& ProtoMeshMaker::part_of(std::int32_t material) {
    const auto known = std::ranges::find(materials_, material);
    if (known != materials_.end()) return parts_[static_cast<std::size_t>(known - materials_.begin())];
    materials_.push_back(material);
    return parts_.emplace_back();
}

void ProtoMeshMaker::add(const Mesh& mesh, std::span<const Affined> matrices) {
    std::vector<std::uint32_t>& numbers = positions_of_.emplace_back();
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const Vec3 place = to_float(back_.point(matrices[v].point(to_double(mesh.positions[v]))));
        std::vector<std::uint32_t> key{bits_of(place.x), bits_of(place.y), bits_of(place.z)};
        for (const MorphTarget& morph : mesh.morphs)
            for (std::size_t i = 0; i < 3; ++i) key.push_back(bits_of(morph.positions[v][i]));
        const auto [known, is_new] =
            numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(positions_.size()));
        if (is_new) positions_.push_back(place);
        numbers.push_back(known->second);
    }
    const std::vector<Vec3d> made = mesh.normals.empty() ? face_normals(mesh) : std::vector<Vec3d>();
    const auto normal_of = [&](std::uint32_t v) {
        const Vec3d normal = made.empty() ? to_double(mesh.normals[v]) : made[v];
        const Vec3d placed = normalize(matrices[v].direction(normal));
        return to_float(back_.direction(dot(placed, placed) > 0.5 ? placed : Vec3d{0, 1, 0}));
    };
    for (const Surface& surface : mesh.surfaces) {
        Part& part = part_of(surface.material);
        for (std::uint32_t i = surface.first_index; i < surface.first_index + surface.index_count; i += 3) {
            std::array<std::uint32_t, 3> triangle{}, corners{};
            for (std::uint32_t k = 0; k < 3; ++k) {
                const std::uint32_t v = mesh.indices[i + k];
                const Vec3 normal = normal_of(v);
                const Vec2 uv = mesh.uv0.empty() ? Vec2{} : still_uv(model_, surface.material, mesh.uv0[v]);
                corners[k] = numbers[v];
                const Corner corner{
                    numbers[v],
                    {bits_of(normal.x), bits_of(normal.y), bits_of(normal.z), bits_of(uv.x), bits_of(uv.y)}};
                const auto [known, is_new] =
                    part.numbers.try_emplace(corner, static_cast<std::uint32_t>(part.wedges.size()));
                if (is_new)
                    part.wedges.push_back({corner, {.normal = normal, .uv = uv, .position_index = 0, .pad = 0}});
                triangle[k] = known->second;
            }
            // What has become flat would only be in the way.
            if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0])
                part.triangles.push_back(triangle);
        }
    }
}

Material material_from_model(const Model& model, std::int32_t number, Game game, double basis_scale) {
    const std::uint16_t version = game == Game::gothic1 ? gothic1_material : gothic2_material;
    if (number < 0) return {.entry_name = "DEFAULT", .version = version, .name = "DEFAULT"};
    const ossuary::Material& source = model.materials[static_cast<std::size_t>(number)];
    const Image* image =
        source.base_color_image < 0 ? nullptr : &model.images[static_cast<std::size_t>(source.base_color_image)];
    return from_material(source, image, version, basis_scale);
}

// A texture whose picture is not there may have.
static bool may_have_alpha(const ossuary::Material& material) {
    return material.alpha != AlphaMode::opaque || (!material.texture.empty() && material.base_color_image < 0);
}

Result<ProtoMesh> ProtoMeshMaker::finish(Kind kind, std::vector<std::vector<std::uint16_t>>* positions_of) {
    if (positions_.size() > most_numbered) return too_many(positions_.size(), "positions", most_numbered);
    if (parts_.size() > most_submeshes) return too_many(parts_.size(), "materials", most_submeshes);

    ProtoMesh mesh;
    mesh.version = options_.game == Game::gothic1 ? gothic1_mesh : gothic2_mesh;
    mesh.positions = positions_;
    if (kind == Kind::morph) mesh.tail_floats = {1, 0, 0.03f, 0};
    std::vector<Vec3d> normals(positions_.size());
    bool has_alpha = false;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        const Part& part = parts_[p];
        if (part.triangles.empty()) continue;
        if (part.wedges.size() > most_numbered) return too_many(part.wedges.size(), "wedges", most_numbered);
        if (part.triangles.size() > most_numbered) return too_many(part.triangles.size(), "triangles", most_numbered);
        SubMesh& submesh = mesh.submeshes.emplace_back();
        for (const auto& [corner, wedge] : part.wedges) {
            submesh.wedges.push_back(wedge);
            submesh.wedges.back().position_index = static_cast<std::uint16_t>(corner.position);
            normals[corner.position] += to_double(wedge.normal);
        }
        for (const auto& triangle : part.triangles)
            submesh.triangles.push_back({static_cast<std::uint16_t>(triangle[0]),
                                         static_cast<std::uint16_t>(triangle[1]),
                                         static_cast<std::uint16_t>(triangle[2])});
        if (kind == Kind::rigid)
            add_planes(submesh, mesh);
        else
            add_edges(submesh);
        if (submesh.edges.size() > most_numbered) return too_many(submesh.edges.size(), "edges", most_numbered);
        Material& material =
            mesh.materials.emplace_back(material_from_model(model_, materials_[p], options_.game, 1 / back_.scale));
        material.object_index = static_cast<std::uint32_t>(mesh.materials.size() - 1);
        has_alpha |= materials_[p] >= 0 && may_have_alpha(model_.materials[static_cast<std::size_t>(materials_[p])]);
        // The finest level; make_progressive puts the others before it.
        submesh.wedge_map.assign(submesh.wedges.size(), 0xFFFF);
        submesh.vertex_updates.assign(mesh.positions.size() + 1, {static_cast<std::uint16_t>(submesh.triangles.size()),
                                                                  static_cast<std::uint16_t>(submesh.wedges.size())});
    }
    if (mesh.submeshes.empty()) return fail("the model has no triangle");
    if (!mesh.is_gothic1()) mesh.alpha_test = has_alpha;
    if (kind == Kind::morph)
        for (const Vec3d& normal : normals)
            mesh.normals.push_back(to_float(dot(normal, normal) > 0 ? normalize(normal) : Vec3d{0, 1, 0}));
    add_bounds(mesh);

    const std::vector<std::uint16_t> old_position = make_progressive(mesh);
    if (positions_of) {
        std::vector<std::uint16_t> new_position(old_position.size());
        for (std::size_t p = 0; p < old_position.size(); ++p)
            new_position[old_position[p]] = static_cast<std::uint16_t>(p);
        positions_of->clear();
        for (const std::vector<std::uint32_t>& numbers : positions_of_) {
            std::vector<std::uint16_t>& of_mesh = positions_of->emplace_back();
            for (const std::uint32_t number : numbers) of_mesh.push_back(new_position[number]);
        }
    }
    return mesh;
}

} // namespace ossuary::zengin
