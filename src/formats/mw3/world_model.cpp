#include <algorithm>
#include <cmath>
#include <compare>
#include <map>
#include <tuple>
#include <unordered_map>

#include "formats/mw3/axes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/mw3/model.h"

namespace ossuary::mw3 {

namespace {

Vec3d vec3_of(const Vector& v) { return {v[0], v[1], v[2]}; }
bool is_number(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

std::vector<std::array<std::size_t, 3>> triangles_of(const Polygon& polygon, Game game) {
    std::vector<std::array<std::size_t, 3>> triangles;
    const bool is_strip = (polygon.flags & polygon_bits(game).strip) != 0 && game != Game::recoil;
    for (std::size_t i = 0; i + 2 < polygon.vertex_indices.count; ++i) {
        if (!is_strip)
            triangles.push_back({0, i + 1, i + 2});
        else if (i % 2 == 0)
            triangles.push_back({i, i + 1, i + 2});
        else
            triangles.push_back({i + 1, i, i + 2});
    }
    return triangles;
}

// Every index leads to a vertex, and to a normal where it has them; every number is one.
bool is_drawable(const Polygon& polygon, const WorldMesh& mesh) {
    const auto leads = [](std::span<const std::uint32_t> indices, const std::vector<Vector>& to) {
        return std::ranges::all_of(indices,
                                   [&](std::uint32_t i) { return i < to.size() && is_number(vec3_of(to[i])); });
    };
    const auto vertices = mesh.vertex_indices_of(polygon), normals = mesh.normal_indices_of(polygon);
    return vertices.size() >= 3 && leads(vertices, mesh.vertices) &&
           (normals.empty() || (normals.size() == vertices.size() && leads(normals, mesh.normals)));
}

Vec3d face_normal(const Polygon& polygon, const WorldMesh& mesh, const std::array<std::size_t, 3>& corners) {
    const auto vertices = mesh.vertex_indices_of(polygon);
    const auto at = [&](std::size_t i) { return vec3_of(mesh.vertices[vertices[corners[i]]]); };
    return cross(at(1) - at(0), at(2) - at(0));
}

// How far the polygons of a mesh face the way of their normals: above 0 if counter-clockwise is the front.
double winding_of(const WorldMesh& mesh, Game game) {
    double sum = 0;
    for (const Polygon& polygon : mesh.polygons) {
        const auto normals = mesh.normal_indices_of(polygon);
        if (normals.empty() || !is_drawable(polygon, mesh)) continue;
        for (const auto& corners : triangles_of(polygon, game)) {
            const Vec3d face = face_normal(polygon, mesh, corners);
            for (const std::size_t corner : corners) sum += dot(face, vec3_of(mesh.normals[normals[corner]]));
        }
    }
    return sum;
}

// A node's matrix as translation, rotation and scale; `sheared` if that is not all of it.
Transform local_of(const Affine12& m, bool& sheared) {
    sheared = false;
    if (std::ranges::any_of(m.values, [](float f) { return !std::isfinite(f); })) return {};
    Affined axes{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}, {m[9], m[10], m[11]}};
    Vec3d scale{length(axes.x), length(axes.y), length(axes.z)};
    if (dot(cross(axes.x, axes.y), axes.z) < 0) scale.x = -scale.x;
    if (scale.x == 0 || scale.y == 0 || scale.z == 0) return to_float(Transformd{axes.t, {}, scale});
    axes.x = axes.x * (1 / scale.x);
    axes.y = axes.y * (1 / scale.y);
    axes.z = axes.z * (1 / scale.z);
    sheared = std::abs(dot(axes.x, axes.y)) > 1e-3 || std::abs(dot(axes.y, axes.z)) > 1e-3 ||
              std::abs(dot(axes.x, axes.z)) > 1e-3;
    return to_float(Transformd{axes.t, normalize(to_quat(axes)), scale});
}

Json numbers_of(const auto& values) {
    Json list = Json::array();
    for (const float value : values.values) list.push(std::isfinite(value) ? Json(static_cast<double>(value)) : Json());
    return list;
}

float amount_of(float value) { return std::isfinite(value) ? std::max(0.0f, value) : 0; }
Vec3 color_of(const Color& color, float full) {
    return {amount_of(color[0]) / full, amount_of(color[1]) / full, amount_of(color[2]) / full};
}

// What a light says beyond the model's words: its range, in which it fades along a straight line.
Json light_extras(float near, float far) {
    Json facts = Json::object(), extras = Json::object();
    facts.set("range", numbers_of(Range{{near, far}}));
    extras.set("mw3", std::move(facts));
    return extras;
}

Substance substance_of(std::uint32_t soil) {
    switch (soil) {
    case 1: return Substance::water;
    case 6:
    case 7:
    case 8:
    case 12: return Substance::earth;
    case 9: return Substance::stone;
    case 10: return Substance::snow;
    case 11: return Substance::metal;
    default: return Substance::unknown;
    }
}

class SceneMaker {
public:
    SceneMaker(Game game, std::string_view name, const ToModelOptions& options, Diagnostics* diagnostics)
        : game_(game), options_(options), diagnostics_(diagnostics) {
        model_.name = name;
        model_.source = {"mw3", zbd_basis};
    }

    Model& model() { return model_; }
    Model take() { return std::move(model_); }
    void set_winding(double sum) { swaps_ = sum < 0; }

    // `index` is the node's in a world.
    std::int32_t add_joint(const WorldNode& node, std::int32_t parent, std::int64_t index = -1, bool hidden = false) {
        Joint joint{.name = std::string(node.name.text()), .parent = parent};
        Json facts = Json::object();
        facts.set("class", name_of(node.node_class));
        if (index >= 0) facts.set("index", index);
        if (hidden) facts.set("hidden", true);
        facts.set("flags", node.flags);
        if (node.zone_id != 255) facts.set("zone_id", node.zone_id);
        if (const Object3d* object = node.object3d()) {
            bool sheared = false;
            joint.rest = in_basis(zbd_basis, local_of(object->matrix, sheared));
            if (sheared)
                report(diagnostics_, Severity::warning, {},
                       "node '" + joint.name +
                           "' is sheared, which a joint cannot be: its axes are kept, the shear is not");
            if (object->flags & Object3d::has_opacity) facts.set("opacity", static_cast<double>(object->opacity));
        } else if (const Lod* lod = std::get_if<Lod>(&node.data)) {
            facts.set("near", std::sqrt(std::max(0.0, static_cast<double>(lod->near_sq))));
            facts.set("far", static_cast<double>(lod->far));
        }
        joint.extras = Json::object();
        joint.extras.set("mw3", std::move(facts));
        model_.skeleton.joints.push_back(std::move(joint));
        return static_cast<std::int32_t>(model_.skeleton.joints.size()) - 1;
    }

    // The mesh at a joint, with coarser levels of it from near to far; nothing where it has no triangles.
    void add_mesh(const WorldMesh& source, std::span<const WorldMesh* const> coarser, std::int32_t joint,
                  std::span<const WorldMaterial> materials, std::span<const WorldTexture> textures) {
        const std::string& joint_name = model_.skeleton.joints[static_cast<std::size_t>(joint)].name;
        std::vector<const WorldMesh*> levels{&source};
        levels.insert(levels.end(), coarser.begin(), coarser.end());
        std::map<SurfaceKey, std::vector<PolygonOfLevel>> groups;
        Traits traits;
        for (std::size_t level = 0; level < levels.size(); ++level)
            group_polygons(*levels[level], level, joint_name, materials.size(), groups, traits);
        if (groups.empty()) return;
        Mesh mesh;
        mesh.name = joint_name;
        mesh.joint = joint;
        if (traits.has_morphs) {
            mesh.morphs.resize(1);
            mesh.morphs[0].name = "morph";
            if (source.morph_factor > 0 && source.morph_factor <= 1) mesh.morph_weights = {source.morph_factor};
        }
        mesh.levels.resize(coarser.size());
        for (const auto& [key, polygons] : groups) {
            Surface surface;
            surface.material = material_for(key, source, materials, textures);
            if (surface.material >= 0) surface.name = model_.materials[static_cast<std::size_t>(surface.material)].name;
            surface.first_index = static_cast<std::uint32_t>(mesh.indices.size());
            surface.first_vertex = static_cast<std::uint32_t>(mesh.positions.size());
            for (MeshLevel& level : mesh.levels) level.index_counts.push_back(0);
            std::map<Corner, std::uint32_t> known;
            for (const PolygonOfLevel& at : polygons) {
                const Polygon& polygon = levels[at.level]->polygons[at.polygon];
                std::vector<std::uint32_t>& indices = at.level == 0 ? mesh.indices : mesh.levels[at.level - 1].indices;
                const std::size_t before = indices.size();
                for (std::array<std::size_t, 3> corners : triangles_of(polygon, game_)) {
                    if (swaps_) std::swap(corners[1], corners[2]);
                    add_triangle(mesh, *levels[at.level], polygon, corners, indices, known, traits);
                }
                if (at.level > 0)
                    mesh.levels[at.level - 1].index_counts.back() +=
                        static_cast<std::uint32_t>(indices.size() - before);
            }
            surface.index_count = static_cast<std::uint32_t>(mesh.indices.size()) - surface.first_index;
            surface.vertex_count = static_cast<std::uint32_t>(mesh.positions.size()) - surface.first_vertex;
            mesh.surfaces.push_back(std::move(surface));
        }
        mesh.extras = extras_of(source);
        model_.meshes.push_back(std::move(mesh));
    }

    // The point lights of a mesh at a joint, one for each of their places.
    void add_lights(const WorldMesh& source, std::int32_t joint) {
        for (const PointLight& light : source.lights) {
            const float near = amount_of(light.unknown_48), far = amount_of(light.unknown_52);
            for (const Vector& place : light.vertices) {
                if (!is_number(vec3_of(place))) continue;
                ossuary::Light made;
                made.name = model_.skeleton.joints[static_cast<std::size_t>(joint)].name;
                made.joint = joint;
                made.position = to_float(zbd_basis.point(vec3_of(place)));
                made.color = color_of(light.color, 255);
                made.range = far;
                if (far > 0) made.intensity = intensity_of(1, near, far);
                made.extras = light_extras(near, far);
                model_.lights.push_back(std::move(made));
            }
        }
    }

    // The paint schemes: pictures `NAME_b` to `NAME_h` beside those that the materials show.
    void add_paint_schemes() {
        const std::size_t count = model_.materials.size();
        for (char letter = 'b'; letter <= 'h'; ++letter) {
            MaterialVariant variant;
            variant.name = std::string(1, letter);
            bool is_other = false;
            for (std::size_t m = 0; m < count; ++m) {
                const std::string name = model_.materials[m].texture + '_' + letter;
                variant.materials.push_back(static_cast<std::int32_t>(m));
                if (model_.materials[m].base_color_image < 0 || !packed_image(name)) continue;
                Material painted = model_.materials[m];
                painted.name = painted.texture = name;
                painted.base_color_image = image_for(name, painted.alpha);
                variant.materials.back() = static_cast<std::int32_t>(model_.materials.size());
                model_.materials.push_back(std::move(painted));
                is_other = true;
            }
            if (is_other) model_.variants.push_back(std::move(variant));
        }
    }

private:
    // What polygons of one surface share: material, further ones laid over it, and whether both sides are seen.
    struct SurfaceKey {
        std::int32_t material = -1;
        bool both_sides = false;
        std::vector<std::int32_t> layers; // Pirate's Moon
        auto operator<=>(const SurfaceKey&) const = default;
    };
    struct PolygonOfLevel {
        std::size_t level, polygon;
    };
    struct Traits {
        bool has_uvs = false, has_second_uvs = false, has_colors = false, has_morphs = false;
    };
    using Corner = std::array<float, 16>; // position, normal, two texture coordinates, colour, way of its morph

    void group_polygons(const WorldMesh& source, std::size_t level, const std::string& name, std::size_t materials,
                        std::map<SurfaceKey, std::vector<PolygonOfLevel>>& groups, Traits& traits) {
        std::size_t left_out = 0;
        traits.has_morphs = traits.has_morphs || !source.morphs.empty();
        const std::uint32_t both_sides = polygon_bits(game_).both_sides;
        for (std::size_t p = 0; p < source.polygons.size(); ++p) {
            const Polygon& polygon = source.polygons[p];
            if (!is_drawable(polygon, source)) {
                ++left_out;
                continue;
            }
            SurfaceKey key{.both_sides = (polygon.flags & both_sides) != 0};
            const auto layers = source.materials_of(polygon);
            for (std::size_t layer = 0; layer < layers.size(); ++layer) {
                const std::int32_t material = layers[layer].material;
                const bool is_known = material >= 0 && static_cast<std::size_t>(material) < materials;
                if (layer == 0)
                    key.material = is_known ? material : -1;
                else if (is_known)
                    key.layers.push_back(material);
            }
            groups[std::move(key)].push_back({level, p});
            traits.has_uvs = traits.has_uvs || (!layers.empty() && layers[0].uvs.count > 0);
            traits.has_second_uvs = traits.has_second_uvs || (layers.size() > 1 && layers[1].uvs.count > 0);
            const auto colors = source.colors_of(polygon);
            traits.has_colors = traits.has_colors || std::ranges::any_of(colors, [](const Color& color) {
                                    return !(color == Color{{255, 255, 255}});
                                });
        }
        if (left_out > 0)
            report(diagnostics_, Severity::warning, {},
                   std::to_string(left_out) + " polygons of '" + name + "' lead to no vertices and are left out");
    }

    Json extras_of(const WorldMesh& source) const {
        Json facts = Json::object();
        if (source.mesh_type != 0) facts.set("mesh_type", source.mesh_type);
        if (source.mesh_type == 1) facts.set("facade_mode", source.facade_mode);
        if (facts.size() == 0) return {};
        Json extras = Json::object();
        extras.set("mw3", std::move(facts));
        return extras;
    }

    // From a vertex to its second place.
    static Vec3 morph_way(const WorldMesh& source, std::uint32_t vertex) {
        if (vertex >= source.morphs.size() || !is_number(vec3_of(source.morphs[vertex]))) return {};
        return to_float(zbd_basis.point(vec3_of(source.morphs[vertex]) - vec3_of(source.vertices[vertex])));
    }

    void add_triangle(Mesh& mesh, const WorldMesh& source, const Polygon& polygon,
                      const std::array<std::size_t, 3>& corners, std::vector<std::uint32_t>& indices,
                      std::map<Corner, std::uint32_t>& known, const Traits& traits) {
        Vec3d flat = face_normal(polygon, source, corners);
        flat = length(flat) > 0 ? normalize(flat) : Vec3d{0, 1, 0};
        const auto uv_of = [&](std::size_t layer, std::size_t corner) {
            const auto layers = source.materials_of(polygon);
            if (layer >= layers.size()) return Vec2{};
            const auto uvs = source.uvs_of(layers[layer]);
            if (corner >= uvs.size() || !std::isfinite(uvs[corner][0] + uvs[corner][1])) return Vec2{};
            return Vec2{uvs[corner][0], uvs[corner][1]};
        };
        const auto vertices = source.vertex_indices_of(polygon), normals = source.normal_indices_of(polygon);
        const auto colors = source.colors_of(polygon);
        for (const std::size_t corner : corners) {
            const Vec3 position = to_float(zbd_basis.point(vec3_of(source.vertices[vertices[corner]])));
            Vec3d facing = flat;
            if (!normals.empty()) {
                const Vec3d given = vec3_of(source.normals[normals[corner]]);
                if (length(given) > 1e-6) facing = normalize(given);
            }
            const Vec3 normal = to_float(zbd_basis.direction(facing));
            const Vec2 uv = uv_of(0, corner), second = uv_of(1, corner);
            Color color{{255, 255, 255}};
            if (corner < colors.size()) color = colors[corner];
            const Vec3 way = traits.has_morphs ? morph_way(source, vertices[corner]) : Vec3{};
            const Corner key{position.x, position.y, position.z, normal.x, normal.y, normal.z, uv.x,  uv.y,
                             second.x,   second.y,   color[0],   color[1], color[2], way.x,    way.y, way.z};
            const auto [found, is_new] = known.emplace(key, static_cast<std::uint32_t>(mesh.positions.size()));
            indices.push_back(found->second);
            if (!is_new) continue;
            mesh.positions.push_back(position);
            mesh.normals.push_back(normal);
            if (traits.has_morphs) mesh.morphs[0].positions.push_back(way);
            if (traits.has_uvs) mesh.uv0.push_back(uv);
            if (traits.has_second_uvs) mesh.uv1.push_back(second);
            const auto byte = [](float value) {
                return static_cast<std::uint8_t>(std::isfinite(value) ? std::lround(std::clamp(value, 0.0f, 255.0f))
                                                                      : 255);
            };
            if (traits.has_colors) mesh.colors.push_back({byte(color[0]), byte(color[1]), byte(color[2]), 255});
        }
    }

    std::int32_t material_for(const SurfaceKey& key, const WorldMesh& mesh, std::span<const WorldMaterial> materials,
                              std::span<const WorldTexture> textures) {
        const std::int32_t index = key.material;
        if (index < 0) return -1;
        const WorldMaterial& source = materials[static_cast<std::size_t>(index)];
        // Recoil has the bit for scrolling one further up.
        const bool scrolls = (mesh.flags & (game_ == Game::recoil ? 0x20 : 0x10)) != 0 && source.is_textured() &&
                             std::isfinite(mesh.scroll_u + mesh.scroll_v);
        const Vec2 scroll = scrolls ? Vec2{mesh.scroll_u, mesh.scroll_v} : Vec2{};
        const auto [known, is_new] =
            materials_.emplace(std::tuple(key, scroll.x, scroll.y), static_cast<std::int32_t>(model_.materials.size()));
        if (!is_new) return known->second;
        Material material;
        material.double_sided = key.both_sides;
        material.uv_scroll = scroll;
        material.substance = substance_of(source.soil);
        const auto name_at = [&](std::int32_t texture) {
            return texture >= 0 && static_cast<std::size_t>(texture) < textures.size()
                       ? std::string(textures[static_cast<std::size_t>(texture)].name.text())
                       : std::string();
        };
        if (source.is_textured()) {
            material.texture = textures.empty() ? source.texture_name : name_at(source.texture);
            material.name = material.texture;
            material.base_color_image = image_for(material.texture, material.alpha);
            if (source.cycle && !source.cycle->textures.empty() && positive_rate(source.cycle->speed)) {
                for (const std::int32_t texture : source.cycle->textures)
                    if (const std::int32_t image = image_for(name_at(texture), material.alpha); image >= 0)
                        material.frames.push_back(image);
                if (!material.frames.empty()) material.frame_rate = source.cycle->speed;
            }
        } else {
            const auto part = [](float value) {
                return std::isfinite(value) ? std::clamp(value / 255, 0.0f, 1.0f) : 1;
            };
            material.name = "color_" + std::to_string(index);
            material.base_color = {part(source.color[0]), part(source.color[1]), part(source.color[2]),
                                   static_cast<float>(source.alpha) / 255};
            if (source.alpha < 255) material.alpha = AlphaMode::blend;
        }
        Json facts = Json::object();
        facts.set("material", index);
        if (source.soil != 0) facts.set("soil", source.soil);
        if (!key.layers.empty()) {
            Json layers = Json::array(); // on uv1, in this order over the first
            for (const std::int32_t layer : key.layers) {
                const WorldMaterial& over = materials[static_cast<std::size_t>(layer)];
                layers.push(!over.is_textured() ? "color_" + std::to_string(layer)
                            : textures.empty()  ? over.texture_name
                                                : name_at(over.texture));
            }
            facts.set("layers", std::move(layers));
        }
        material.extras = Json::object();
        material.extras.set("mw3", std::move(facts));
        model_.materials.push_back(std::move(material));
        return known->second;
    }
    static bool positive_rate(float rate) { return std::isfinite(rate) && rate > 0; }

    // The picture of that name in the packages, and how it is drawn; -1 if there is none.
    std::int32_t image_for(const std::string& name, AlphaMode& alpha) {
        const auto known = images_.find(name);
        if (known != images_.end()) {
            if (known->second.first >= 0) alpha = known->second.second;
            return known->second.first;
        }
        if (const auto [packed, package] = packed_in(name); packed) {
            alpha = alpha_of(*packed);
            images_[name] = {static_cast<std::int32_t>(model_.images.size()), alpha};
            model_.images.push_back(to_image(*packed, *package));
            return images_[name].first;
        }
        if (!options_.textures.empty())
            report(diagnostics_, Severity::warning, {}, "texture '" + name + "' is in none of the packages");
        images_[name] = {-1, AlphaMode::opaque};
        return -1;
    }

    std::pair<const PackedImage*, const TexturePackage*> packed_in(std::string_view name) const {
        for (const TexturePackage& package : options_.textures) {
            const PackedImage* packed = package.find(name);
            if (packed && packed->width > 0 && packed->height > 0) return {packed, &package};
        }
        return {};
    }
    bool packed_image(std::string_view name) const { return packed_in(name).first != nullptr; }

    Game game_;
    const ToModelOptions& options_;
    Diagnostics* diagnostics_;
    Model model_;
    bool swaps_ = false;
    std::map<std::tuple<SurfaceKey, float, float>, std::int32_t> materials_;
    std::unordered_map<std::string, std::pair<std::int32_t, AlphaMode>> images_;
};

double near_of(const WorldNode& node) {
    const Lod* lod = std::get_if<Lod>(&node.data);
    return lod ? static_cast<double>(lod->near_sq) : -1;
}

// ---- mechs

double winding_below(const MechNode& node, Game game) {
    double sum = node.mesh ? winding_of(*node.mesh, game) : 0;
    for (const MechNode& child : node.children) sum += winding_below(child, game);
    return sum;
}

void add_mech_node(SceneMaker& maker, const MechNode& node, std::int32_t parent, bool is_hidden, bool shows_hidden,
                   std::span<const WorldMaterial> materials) {
    const std::int32_t joint = maker.add_joint(node, parent, -1, is_hidden);
    if (node.mesh && (!is_hidden || shows_hidden)) {
        maker.add_mesh(*node.mesh, {}, joint, materials, {});
        maker.add_lights(*node.mesh, joint);
    }
    // Of several levels of detail the nearest is shown.
    double nearest = -1;
    for (const MechNode& child : node.children)
        if (const double near = near_of(child); near >= 0 && (nearest < 0 || near < nearest)) nearest = near;
    for (const MechNode& child : node.children)
        add_mech_node(maker, child, joint, is_hidden || near_of(child) > nearest, shows_hidden, materials);
}

} // namespace

Result<Model> to_model(const Mechlib& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    const MechNode* root = nullptr;
    std::string names;
    double winding = 0;
    for (const MechlibEntry& entry : file.entries) {
        const auto* node = std::get_if<MechNode>(&entry.content);
        if (!node) continue;
        if (!root && options.model.empty()) root = node;
        names += (names.empty() ? "" : ", ") + std::string(entry.entry.name.text());
        winding += winding_below(*node, file.game);
    }
    if (!options.model.empty()) root = file.find(options.model);
    if (!root)
        return fail(names.empty() ? "there is no model in the file"
                                  : "there is no model '" + options.model + "' among " + names);
    if (options.model.empty() && names.find(',') != names.npos)
        report(diagnostics, Severity::note, {}, "the first of the models " + names + "; --model NAME takes another");
    SceneMaker maker(file.game, name, options, diagnostics);
    maker.set_winding(winding);
    const std::vector<WorldMaterial> none, *materials = file.materials();
    add_mech_node(maker, *root, -1, false, options.hidden, materials ? *materials : none);
    maker.add_paint_schemes();
    return maker.take();
}

MotionFile motions_of(const MotionFile& file, std::string_view model) {
    if (model.ends_with(".flt")) model.remove_suffix(4);
    if (model.starts_with("mech_")) model.remove_prefix(5);
    if (model.ends_with("_1")) model.remove_suffix(2);
    const std::string prefix = std::string(model) + '_';
    MotionFile own;
    for (const MotionEntry& entry : file.entries)
        if (equal_ignoring_case(entry.entry.name.text().substr(0, prefix.size()), prefix)) own.entries.push_back(entry);
    return own;
}

// ---- worlds

namespace {

constexpr std::string_view fog_names[] = {"off", "linear", "exponential"};

// Which way a light shines is told by angles, along -z where all are 0.
ossuary::Light light_of(const GameNode& node, const LightNode& light) {
    enum : std::uint32_t { directional = 4, point_source = 0x10 };
    const bool is_point = light.point_source != 0 || (light.flags & (directional | point_source)) == point_source;
    ossuary::Light made;
    made.name = node.name.text();
    made.type = is_point ? LightType::point : LightType::directional;
    const Vec3d place = vec3_of(light.translation), angles = vec3_of(light.orientation);
    if (is_number(place)) made.position = to_float(zbd_basis.point(place));
    if (is_number(angles)) made.rotation = light_rotation(angles);
    made.color = color_of(light.color, 1);
    made.intensity = amount_of(light.diffuse);
    const float near = amount_of(light.near), far = amount_of(light.far);
    if (is_point && far > 0) {
        made.range = far;
        made.intensity = intensity_of(made.intensity, near, far);
    }
    made.extras = light_extras(near, far);
    return made;
}

// What a world is lit and veiled by; what models have no words for are extras.
void add_surroundings(Model& model, std::span<const GameNode> nodes) {
    Json lights = Json::array(), facts = Json::object();
    for (const GameNode& node : nodes) {
        if (const auto* world = std::get_if<WorldData>(&node.data)) {
            Json fog = Json::object();
            fog.set("type", fog_names[std::min<std::size_t>(world->fog_type, 2)]);
            fog.set("color", numbers_of(world->fog_color));
            fog.set("range", numbers_of(world->fog_range));
            fog.set("altitude", numbers_of(world->fog_altitude));
            fog.set("density", numbers_of(world->fog_density)[0]);
            facts.set("fog", std::move(fog));
        } else if (const auto* light = std::get_if<LightNode>(&node.data)) {
            Json one = Json::object();
            one.set("name", node.name.text());
            one.set("orientation", numbers_of(light->orientation)); // in the game's axes
            one.set("color", numbers_of(light->color));
            one.set("diffuse", numbers_of(light->diffuse)[0]);
            one.set("ambient", numbers_of(light->ambient)[0]);
            one.set("range", numbers_of(Range{{light->near, light->far}}));
            lights.push(std::move(one));
            model.lights.push_back(light_of(node, *light));
        } else if (const auto* display = std::get_if<DisplayNode>(&node.data)) {
            facts.set("clear_color", numbers_of(display->clear_color));
        }
    }
    if (lights.size() > 0) facts.set("lights", std::move(lights));
    if (facts.size() == 0) return;
    if (!model.extras.is_object()) model.extras = Json::object();
    model.extras.set("mw3", std::move(facts));
}

} // namespace

Result<Model> to_model(const Gamez& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    SceneMaker maker(file.game, name, options, diagnostics);
    double winding = 0;
    for (const WorldMesh& mesh : file.meshes.items) winding += winding_of(mesh, file.game);
    maker.set_winding(winding);
    const std::vector<GameNode>& nodes = file.nodes.items;
    const auto is_in_tree = [](const GameNode& node) {
        return node.node_class == NodeClass::world || node.node_class == NodeClass::object3d ||
               node.node_class == NodeClass::lod || node.node_class == NodeClass::empty;
    };
    const auto parent_of = [&](std::size_t i) -> std::int32_t {
        const std::int32_t parent = nodes[i].parents.empty() ? nodes[i].parent : nodes[i].parents[0];
        return parent >= 0 && is_in_tree(nodes[static_cast<std::size_t>(parent)]) ? parent : -1;
    };
    std::vector<std::vector<std::size_t>> children(nodes.size());
    std::vector<std::size_t> waiting; // last first
    for (std::size_t i = nodes.size(); i-- > 0;) {
        if (!is_in_tree(nodes[i])) continue;
        if (const std::int32_t parent = parent_of(i); parent >= 0)
            children[static_cast<std::size_t>(parent)].push_back(i);
        else
            waiting.push_back(i);
    }
    std::vector<std::int32_t> joints(nodes.size(), -1);
    std::vector<bool> hidden(nodes.size());
    // Coarser forms of what a node shows, which lie below the node's lod and its siblings.
    const auto mesh_below = [&](std::size_t lod) -> const GameNode* {
        if (children[lod].size() != 1) return nullptr;
        const GameNode& only = nodes[children[lod][0]];
        const bool is_plain = only.node_class == NodeClass::object3d && children[children[lod][0]].empty();
        return is_plain && only.mesh_index >= 0 ? &only : nullptr;
    };
    const auto coarser_than = [&](std::size_t i) {
        std::vector<std::int32_t> meshes;
        const std::int32_t own = parent_of(i);
        if (options.hidden || own < 0 || near_of(nodes[static_cast<std::size_t>(own)]) < 0) return meshes;
        const std::int32_t above = parent_of(static_cast<std::size_t>(own));
        if (above < 0 || mesh_below(static_cast<std::size_t>(own)) != &nodes[i]) return meshes;
        std::vector<std::pair<double, std::size_t>> lods; // by distance
        for (const std::size_t sibling : children[static_cast<std::size_t>(above)])
            if (const double near = near_of(nodes[sibling]); near > near_of(nodes[static_cast<std::size_t>(own)]))
                lods.emplace_back(near, sibling);
        ossuary::sort(lods);
        for (const auto& [near, lod] : lods) {
            const GameNode* other = mesh_below(lod);
            if (!other || static_cast<std::size_t>(other->mesh_index) >= file.meshes.items.size() ||
                !(other->object3d()->matrix == nodes[i].object3d()->matrix))
                return std::vector<std::int32_t>();
            meshes.push_back(other->mesh_index);
        }
        return meshes;
    };
    // Meshes in the model by their index in the file and those of their levels.
    std::map<std::pair<std::int32_t, std::vector<std::int32_t>>, std::size_t> shown;
    const auto add = [&](std::size_t i) {
        const GameNode& node = nodes[i];
        const std::int32_t parent = parent_of(i);
        const bool is_loose = parent < 0 && node.node_class != NodeClass::world;
        const std::int32_t parent_joint = parent < 0 ? -1 : joints[static_cast<std::size_t>(parent)];
        if (parent_joint >= 0)
            hidden[i] = hidden[i] || hidden[static_cast<std::size_t>(parent)];
        else
            hidden[i] = hidden[i] || is_loose;
        joints[i] = maker.add_joint(node, parent_joint, static_cast<std::int64_t>(i), hidden[i]);
        double nearest = -1;
        for (const std::size_t child : children[i])
            if (const double near = near_of(nodes[child]); near >= 0 && (nearest < 0 || near < nearest)) nearest = near;
        for (const std::size_t child : children[i])
            if (near_of(nodes[child]) > nearest) hidden[child] = true;
        if (node.mesh_index < 0 || static_cast<std::size_t>(node.mesh_index) >= file.meshes.items.size() ||
            (hidden[i] && !options.hidden))
            return;
        const WorldMesh& shape = file.meshes.items[static_cast<std::size_t>(node.mesh_index)];
        maker.add_lights(shape, joints[i]);
        std::vector<std::int32_t> coarser = coarser_than(i);
        if (const auto known = shown.find({node.mesh_index, coarser}); known != shown.end()) {
            maker.model().meshes[known->second].instances.push_back(static_cast<std::uint32_t>(joints[i]));
            return;
        }
        const std::size_t before = maker.model().meshes.size();
        std::vector<const WorldMesh*> levels;
        for (const std::int32_t mesh : coarser) levels.push_back(&file.meshes.items[static_cast<std::size_t>(mesh)]);
        maker.add_mesh(shape, levels, joints[i], file.materials.items, file.textures);
        // What changes its shape does so at each place by itself.
        if (maker.model().meshes.size() > before && shape.morphs.empty())
            shown.emplace(std::pair(node.mesh_index, std::move(coarser)), before);
    };
    const auto add_waiting = [&] {
        while (!waiting.empty()) {
            const std::size_t i = waiting.back();
            waiting.pop_back();
            if (joints[i] >= 0) continue;
            add(i);
            for (const std::size_t child : children[i]) waiting.push_back(child);
        }
    };
    add_waiting();
    for (std::size_t i = 0; i < nodes.size(); ++i) { // what hangs in a ring
        if (joints[i] >= 0 || !is_in_tree(nodes[i])) continue;
        waiting.push_back(i);
        add_waiting();
    }
    for (const GameNode& node : nodes) {
        const CameraNode* camera = std::get_if<CameraNode>(&node.data);
        if (!camera || !(camera->fov_v > 0 && camera->fov_v < 3.1f) || !(camera->clip_near > 0)) continue;
        Camera made;
        made.name = node.name.text();
        made.vertical_fov = camera->fov_v;
        made.near_plane = camera->clip_near;
        made.far_plane = camera->clip_far > camera->clip_near ? static_cast<float>(camera->clip_far) : 0;
        maker.model().cameras.push_back(std::move(made));
    }
    add_surroundings(maker.model(), nodes);
    return maker.take();
}

} // namespace ossuary::mw3
