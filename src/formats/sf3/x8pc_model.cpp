// X8PC as a neutral model: skeleton, meshes, materials.
#include <algorithm>
#include <map>
#include <tuple>

#include "clip_keys.h"
#include "faces.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/formats/sf3/model.h"
#include "source.h"
#include "x8pc_layout.h"

namespace ossuary::sf3 {

namespace {

float linear_from_srgb(std::uint8_t value) {
    const double v = value / 255.0;
    return static_cast<float>(v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4));
}

std::string numbered(std::string_view name, std::size_t number) {
    return std::string(name) + (number < 10 ? "_0" : "_") + std::to_string(number);
}

bool has_transparent_pixel(const Texture& texture) {
    return std::ranges::find(texture.pixels, rgb_transparent) != texture.pixels.end();
}

// One material for each way of drawing; flips belong to the faces.
class MaterialTable {
public:
    MaterialTable(Model& model, const ModelFile& file, const ToModelOptions& options)
        : model_(model), file_(file), options_(options) {}

    std::int32_t find(Attr attr) {
        attr.dir &= 15;
        const auto key = std::tuple(attr.flag, attr.sort, attr.texno, attr.atrb, attr.colno, attr.gstb, attr.dir);
        const auto [known, fresh] = known_.try_emplace(key, static_cast<std::int32_t>(model_.materials.size()));
        if (fresh) model_.materials.push_back(make(attr));
        return known->second;
    }

private:
    Material make(const Attr& attr) {
        Material material;
        material.double_sided = attr.is_two_sided() || options_.double_sided;
        std::string name;
        if (attr.is_textured()) {
            name = numbered("texture", attr.texno);
            material.base_color_image = attr.texno;
            material.filter = Filter::nearest;
            material.wrap_u = material.wrap_v = Wrap::clamp;
            if (!(attr.atrb & Attr::draws_zero) && has_transparent_pixel(file_.textures[attr.texno]))
                material.alpha = AlphaMode::mask;
        } else {
            name = "color_" + hex(attr.colno);
            const ColorRgba8 color = rgb555_to_rgba(attr.colno);
            material.base_color = {linear_from_srgb(color.r), linear_from_srgb(color.g), linear_from_srgb(color.b), 1};
        }
        if (attr.is_half_transparent() || (attr.atrb & Attr::checkered)) {
            material.alpha = AlphaMode::blend;
            material.base_color.w = 0.5f;
        }
        const int uses = names_[name]++;
        material.name = uses == 0 ? name : name + '_' + std::to_string(uses + 1);
        material.extras = Json::object();
        material.extras.set("sf3", dump_record(attr));
        return material;
    }

    Model& model_;
    const ModelFile& file_;
    const ToModelOptions& options_;
    std::map<std::tuple<std::uint8_t, std::uint8_t, std::uint16_t, std::uint16_t, std::uint16_t, std::uint16_t,
                        std::uint16_t>,
             std::int32_t>
        known_;
    std::map<std::string, int> names_;
};

// The points of a polygon that are drawn, by their number in it: a repeated one counts once.
std::vector<std::size_t> distinct_points(const Polygon& polygon) {
    std::vector<std::size_t> points;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto same = [&](std::size_t other) { return polygon.indices[other] == polygon.indices[i]; };
        if (std::ranges::none_of(points, same)) points.push_back(i);
    }
    return points;
}

// Positive where the points run counter-clockwise as seen from where the normal points to.
double winding(const Mesh& mesh, const Polygon& polygon) {
    const auto at = [&](std::size_t i) { return to_real(mesh.points[polygon.indices[i]]); };
    return dot(to_real(polygon.normal), cross(at(2) - at(0), at(3) - at(1)));
}

class MeshMaker {
public:
    MeshMaker(const Basis& basis, MaterialTable& materials, const ToModelOptions& options)
        : basis_(basis), materials_(materials), options_(options) {}

    ossuary::Mesh make(const Mesh& mesh, std::string name, std::int32_t joint) {
        // Faces of one material lie together, in the order in which the materials first appear.
        std::vector<std::int32_t> order;
        std::map<std::int32_t, std::vector<const Face*>> by_material;
        bool textured = false;
        for (const Face& face : mesh.faces) {
            const std::int32_t material = materials_.find(face.attr);
            textured |= face.attr.is_textured();
            auto& faces = by_material[material];
            if (faces.empty()) order.push_back(material);
            faces.push_back(&face);
        }
        ossuary::Mesh made;
        made.name = std::move(name);
        made.joint = joint;
        for (const std::int32_t material : order) {
            Surface surface{.name = {},
                            .material = material,
                            .first_index = static_cast<std::uint32_t>(made.indices.size()),
                            .first_vertex = static_cast<std::uint32_t>(made.positions.size())};
            vertices_.clear();
            for (const Face* face : by_material[material]) add_face(made, mesh, *face, textured);
            surface.index_count = static_cast<std::uint32_t>(made.indices.size()) - surface.first_index;
            surface.vertex_count = static_cast<std::uint32_t>(made.positions.size()) - surface.first_vertex;
            if (surface.index_count > 0) made.surfaces.push_back(std::move(surface));
        }
        return made;
    }

private:
    void add_face(ossuary::Mesh& made, const Mesh& mesh, const Face& face, bool textured) {
        std::vector<std::size_t> points = distinct_points(face.polygon);
        if (points.size() < 3) return;
        if (options_.face_normals && winding(mesh, face.polygon) < 0) std::reverse(points.begin() + 1, points.end());
        std::vector<std::uint32_t> vertices;
        for (const std::size_t point : points) {
            const std::size_t corner = face.attr.is_textured() ? corner_at(point, face.attr.dir) : 0;
            vertices.push_back(vertex(made, mesh, face.polygon.indices[point], corner, textured));
        }
        for (std::size_t i = 2; i < vertices.size(); ++i)
            made.indices.insert(made.indices.end(), {vertices[0], vertices[i - 1], vertices[i]});
    }

    std::uint32_t vertex(ossuary::Mesh& made, const Mesh& mesh, std::size_t point, std::size_t corner, bool textured) {
        const auto [known, fresh] = vertices_.try_emplace({point, corner}, made.positions.size());
        if (fresh) {
            made.positions.push_back(to_float(basis_.point(to_real(mesh.points[point]))));
            const Vec3d normal = normalize(basis_.direction(to_real(mesh.normals[point])));
            made.normals.push_back(dot(normal, normal) > 0 ? to_float(normal) : Vec3{0, 1, 0});
            if (textured) made.uv0.push_back(texture_corners[corner]);
        }
        return static_cast<std::uint32_t>(known->second);
    }

    const Basis& basis_;
    MaterialTable& materials_;
    const ToModelOptions& options_;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> vertices_; // of one surface, by point and corner
};

// The frame to stand in: the first of the idle clip, or of any clip the model has the keys of.
std::optional<std::uint16_t> standing_frame(const ModelFile& file) {
    const Clip* chosen = nullptr;
    for (const Clip& clip : file.clips)
        if (!clip.external && (!chosen || (clip.type == 0 && chosen->type != 0))) chosen = &clip;
    return chosen ? std::optional(chosen->start) : std::nullopt;
}

void add_joints(Model& model, const ModelFile& file, const SkeletonTree& tree) {
    const auto stand = standing_frame(file);
    for (std::size_t b = 0; b < tree.parents.size(); ++b) {
        Joint& joint = model.skeleton.joints.emplace_back();
        joint.name = numbered("bone", b);
        joint.parent = tree.parents[b];
        if (stand) joint.rest = to_float(model.source.basis.transform(pose_at(file.bones[b], *stand)));
    }
    std::map<std::string, int> names;
    for (const PlacedTag& tag : tree.tags) {
        Joint& joint = model.skeleton.joints.emplace_back();
        const std::string_view meaning = meaning_of_tag(tag.op.code);
        const std::string name = meaning.empty() ? "tag_" + hex(tag.op.code) : std::string(meaning);
        const int uses = names[name]++;
        joint.name = uses == 0 ? name : name + '_' + std::to_string(uses + 1);
        joint.parent = tag.bone;
        joint.rest = to_float(model.source.basis.transform(tag.op.transform()));
        joint.extras.set("tag", tag.op.code);
    }
}

void add_meshes(Model& model, const ModelFile& file, const SkeletonTree& tree, const ToModelOptions& options) {
    MaterialTable materials(model, file, options);
    MeshMaker maker(model.source.basis, materials, options);
    const auto add = [&](const Mesh& mesh, std::string name, std::int32_t joint) {
        ossuary::Mesh made = maker.make(mesh, std::move(name), joint);
        if (!made.indices.empty()) model.meshes.push_back(std::move(made));
    };
    for (std::size_t m = 0; m < tree.mesh_bones.size(); ++m)
        add(file.mesh_lists[0][m], numbered("mesh", m), tree.mesh_bones[m]);
    if (file.mesh_lists.size() < 2) return;
    for (std::size_t t = 0; t < tree.tags.size(); ++t) {
        if (!tree.tags[t].op.is_weapon_tag()) continue;
        const std::size_t joint = tree.parents.size() + t;
        for (std::size_t m = 0; m < file.mesh_lists[1].size(); ++m)
            add(file.mesh_lists[1][m], numbered(model.skeleton.joints[joint].name + "_mesh", m),
                static_cast<std::int32_t>(joint));
    }
}

Result<void> check_options(const ToModelOptions& options) {
    if (!(options.scale > 0) || !std::isfinite(options.scale)) return fail("the unit scale must be above 0");
    if (!(options.frame_rate > 0) || !std::isfinite(options.frame_rate)) return fail("the tick rate must be above 0");
    return {};
}

Model empty_model(std::string_view name, const ToModelOptions& options) {
    Model model;
    model.name = name;
    model.source = {.format = "sf3", .basis = sf3_basis(options.scale)};
    return model;
}

} // namespace

Image to_image(const Texture& texture, std::string_view name) {
    Image image;
    image.name = name;
    image.width = texture.width;
    image.height = texture.height;
    image.bytes.reserve(4 * texture.pixels.size());
    for (const std::uint16_t pixel : texture.pixels) {
        const ColorRgba8 color = rgb555_to_rgba(pixel);
        for (const std::uint8_t value : {color.r, color.g, color.b, color.a})
            image.bytes.push_back(static_cast<std::byte>(value));
    }
    return image;
}

Result<Model> to_model(const ModelFile& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    if (auto checked = check_options(options); !checked) return Failure(checked.error());
    const SkeletonTree tree = run_skeleton(file.skeleton);
    if (file.mesh_lists.empty() || tree.mesh_bones.size() > file.mesh_lists[0].size() ||
        tree.parents.size() > file.bones.size())
        return fail("the skeleton draws more meshes or has more bones than there are");
    Model model = empty_model(name, options);
    for (std::size_t t = 0; t < file.textures.size(); ++t) {
        if (file.textures[t].pixels.empty()) return fail({.field = entry_name("textures", t)}, "has no pixels");
        model.images.push_back(to_image(file.textures[t], numbered("texture", t)));
    }
    add_joints(model, file, tree);
    add_meshes(model, file, tree, options);
    if (file.mesh_lists.size() > 2)
        report(diagnostics, Severity::note, {.field = "mesh_lists"},
               std::to_string(file.mesh_lists.size() - 2) + " lists of parts to exchange are left out");

    Json extras = Json::object();
    extras.set("bones", tree.parents.size());
    extras.set("box_center", dump_record(file.box_center));
    extras.set("box_half", dump_record(file.box_half));
    extras.set("clips", dump_record(file.clips));
    model.extras.set("sf3", std::move(extras));
    for (std::size_t c = 0; c < file.clips.size(); ++c)
        if (!file.clips[c].external)
            model.clips.push_back(make_clip(model, file.clips[c], c, file.bones, options.frame_rate));
    return model;
}

Result<Model> to_model(const AnimationFile& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    if (auto checked = check_options(options); !checked) return Failure(checked.error());
    if (file.animations.empty()) return fail({.field = "animations"}, "there is no animation");
    const std::size_t bones = file.animations[0].bones.size();
    Model model = empty_model(name, options);
    for (std::size_t b = 0; b < bones; ++b) model.skeleton.joints.push_back({.name = numbered("bone", b)});
    std::size_t others = 0;
    for (std::size_t a = 0; a < file.animations.size(); ++a) {
        const std::vector<BoneKeys>& keys = file.animations[a].bones;
        const auto span = span_of(keys);
        if (keys.size() != bones || !span) {
            ++others;
            continue;
        }
        const Clip entry{.type = 0,
                         .external = true,
                         .start = span->start,
                         .count = static_cast<std::uint16_t>(span->end - span->start + 1)};
        ossuary::Clip clip = make_clip(model, entry, a, keys, options.frame_rate);
        clip.name = numbered("animation", a);
        clip.loop = LoopMode::unknown;
        clip.extras = Json::object();
        clip.extras.set("animation", a);
        model.clips.push_back(std::move(clip));
    }
    report(diagnostics, Severity::note, {},
           "no model: the bones are not connected, and each moves as if it had no parent");
    if (others > 0)
        report(diagnostics, Severity::note, {},
               std::to_string(others) + " animations of another number of bones are left out");
    return model;
}

} // namespace ossuary::sf3
