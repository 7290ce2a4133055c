// The visuals of a world's objects.
#include <map>

#include "formats/zengin/chunks/proto_mesh_maker.h"
#include "formats/zengin/chunks/proto_mesh_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/msb.h"
#include "ossuary/formats/zengin/world.h"

namespace ossuary::zengin {

namespace {

class VisualLoader {
public:
    VisualLoader(World& world, const FileLookup& find, Game game, Diagnostics* diagnostics)
        : world_(world), find_(find), game_(game), options_{world.source.basis}, diagnostics_(diagnostics) {}

    void load_all() {
        for (WorldObject& object : world_.objects) {
            if (object.visual.empty() || !object.extras["vob"]["showVisual"].boolean(true)) continue;
            if (object.extras["class"].string().starts_with("zCVobLevelCompo")) continue; // that is the ground
            const auto kind = visual_kind(object.visual);
            if (!kind || *kind == AssetKind::particle_effect) continue;
            std::string key = upper_case(object.visual);
            if (*kind == AssetKind::texture) key += print_json(object.extras["decal"]);
            const auto [known, is_new] = meshes_.try_emplace(key, -1);
            if (is_new) known->second = *kind == AssetKind::texture ? decal(object) : load(*kind, object.visual);
            object.mesh = known->second;
        }
    }

private:
    template <class T> std::optional<T> taken(Result<T> result, const std::string& file, Diagnostics& found) {
        for (Diagnostic& diagnostic : found) {
            if (diagnostic.place.file.empty()) diagnostic.place.file = file;
            if (diagnostics_) diagnostics_->push_back(std::move(diagnostic));
        }
        if (result) return *std::move(result);
        Error error = Error(result.error()).in_file(file);
        report(diagnostics_, Severity::warning, std::move(error.place()), std::move(error.message()));
        return {};
    }

    // The first of the candidates that is there, parsed and bound.
    template <class Bind> std::optional<Model> first_of(AssetKind kind, const std::string& name, Bind bind) {
        for (const std::string& file : candidates(kind, name, game_)) {
            const auto bytes = find_(file);
            if (!bytes) continue;
            Diagnostics found;
            return taken(bind(file, *bytes, &found), file, found);
        }
        report(diagnostics_, Severity::warning, {}, "no file was found for the visual " + name);
        return {};
    }
    template <class Parse> std::optional<Model> parsed(AssetKind kind, const std::string& name, Parse parse) {
        return first_of(kind, name, [&](const std::string&, Bytes bytes, Diagnostics* found) -> Result<Model> {
            const auto file = parse(bytes, found);
            return file ? to_model(*file, file_stem(name), options_, found) : Failure(file.error());
        });
    }

    std::int32_t load(AssetKind kind, const std::string& name) {
        std::optional<Model> model;
        switch (kind) {
        case AssetKind::mesh: model = parsed(kind, name, parse_mrm); break;
        case AssetKind::morph_mesh: model = parsed(kind, name, parse_mmb); break;
        case AssetKind::model: model = parsed(kind, name, parse_mdl); break;
        case AssetKind::model_script:
            model =
                first_of(kind, name, [&](const std::string& file, Bytes bytes, Diagnostics* found) -> Result<Model> {
                    Script script;
                    if (file_extension(file) == ".msb") {
                        auto compiled = parse_msb(bytes, found);
                        if (!compiled) return Failure(compiled.error());
                        script = std::move(compiled->script);
                    } else {
                        auto text = parse_mds(bytes, found);
                        if (!text) return Failure(text.error());
                        script = *std::move(text);
                    }
                    script.entries.clear(); // it stands still
                    return to_model(script, file_stem(name), find_, options_, found);
                });
            break;
        default: return -1;
        }
        return model ? add(*model, file_stem(name)) : -1;
    }

    // All meshes of a model in its rest pose as one.
    std::int32_t add(const Model& model, std::string_view name) {
        const std::vector<Affined> pose = rest_object_pose(model.skeleton);
        Mesh merged;
        merged.name = name;
        for (const Mesh& mesh : model.meshes) {
            if (mesh.indices.empty()) continue;
            const auto first = static_cast<std::uint32_t>(merged.positions.size());
            const std::vector<Affined> matrices = vertex_matrices(model, mesh, pose);
            for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
                merged.positions.push_back(to_float(matrices[v].point(to_double(mesh.positions[v]))));
                Vec3d normal{0, 1, 0};
                if (v < mesh.normals.size()) normal = matrices[v].direction(to_double(mesh.normals[v]));
                merged.normals.push_back(to_float(length(normal) > 1e-9 ? normalize(normal) : Vec3d{0, 1, 0}));
                merged.uv0.push_back(v < mesh.uv0.size() ? mesh.uv0[v] : Vec2{});
            }
            for (Surface surface : mesh.surfaces) {
                surface.first_vertex += first;
                const std::uint32_t begin = surface.first_index;
                surface.first_index = static_cast<std::uint32_t>(merged.indices.size());
                for (std::uint32_t i = 0; i < surface.index_count; ++i)
                    merged.indices.push_back(mesh.indices[begin + i] + first);
                if (surface.material >= 0)
                    surface.material = add_material(model.materials[static_cast<std::size_t>(surface.material)]);
                merged.surfaces.push_back(std::move(surface));
            }
        }
        if (merged.indices.empty()) {
            report(diagnostics_, Severity::note, {}, "the visual " + std::string(name) + " has nothing to show");
            return -1;
        }
        world_.meshes.push_back(std::move(merged));
        return static_cast<std::int32_t>(world_.meshes.size() - 1);
    }

    static std::string key_of(const ossuary::Material& material) {
        return material.texture + print_json(material.extras);
    }
    // Equal materials once.
    std::int32_t add_material(const ossuary::Material& material) {
        if (known_materials_.empty())
            for (std::size_t i = 0; i < world_.materials.size(); ++i)
                known_materials_.emplace(key_of(world_.materials[i]), static_cast<std::int32_t>(i));
        const auto [known, is_new] =
            known_materials_.emplace(key_of(material), static_cast<std::int32_t>(world_.materials.size()));
        if (is_new) world_.materials.push_back(material);
        return known->second;
    }

    // A square in the plane of x and y that looks against z, and from behind where it has two sides.
    std::int32_t decal(const WorldObject& object) {
        const Json& fields = object.extras["decal"];
        const auto half = [&](std::size_t i) {
            const Json& size = fields["decalDim"];
            return i < size.size() ? size[i].number() : 0.0;
        };
        if (!(half(0) > 0 && half(1) > 0)) return -1;
        Material source;
        source.version = game_ == Game::gothic1 ? gothic1_material : gothic2_material;
        source.name = source.entry_name = source.texture = utf8_to_latin1(file_name(object.visual));
        source.alpha_func = static_cast<std::uint8_t>(fields["decalAlphaFunc"].integer());
        source.tex_ani_fps = static_cast<float>(fields["decalTexAniFPS"].number());
        Model holder;
        MaterialTable(holder).add(source);
        ossuary::Material& material = holder.materials[0];
        material.double_sided = fields["decal2Sided"].integer() != 0;
        material.base_color.w = static_cast<float>(fields["decalAlphaWeight"].integer(255)) / 255.0f;
        material.extras.set("doubleSided", material.double_sided);
        material.extras.set("alphaWeight", material.base_color.w);

        Mesh mesh;
        mesh.name = file_stem(object.visual);
        for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
            mesh.positions.push_back(to_float(options_.basis.point({x * half(0), y * half(1), 0})));
            mesh.normals.push_back(to_float(options_.basis.direction({0, 0, -1})));
            mesh.uv0.push_back({x < 0 ? 0.0f : 1.0f, y < 0 ? 1.0f : 0.0f});
        }
        // Counter-clockwise as seen from where it looks to.
        mesh.indices = {0, 1, 2, 0, 2, 3};
        const auto corner = [&](std::size_t i) { return mesh.positions[mesh.indices[i]]; };
        if (dot(cross(corner(1) - corner(0), corner(2) - corner(0)), mesh.normals[0]) < 0)
            mesh.indices = {0, 2, 1, 0, 3, 2};
        mesh.surfaces = {{.material = add_material(material), .index_count = 6, .vertex_count = 4}};
        world_.meshes.push_back(std::move(mesh));
        return static_cast<std::int32_t>(world_.meshes.size() - 1);
    }

    World& world_;
    const FileLookup& find_;
    Game game_;
    ToModelOptions options_;
    Diagnostics* diagnostics_;
    std::map<std::string, std::int32_t> meshes_; // by visual; -1: not found
    std::map<std::string, std::int32_t> known_materials_;
};

} // namespace

void add_visuals(World& world, const FileLookup& find, Game game, Diagnostics* diagnostics) {
    if (find) VisualLoader(world, find, game, diagnostics).load_all();
}

} // namespace ossuary::zengin
