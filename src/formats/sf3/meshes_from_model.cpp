// Triangles of a neutral model as polygons of rigid parts, with whole textures or plain colours.
#include <algorithm>
#include <map>

#include "faces.h"
#include "from_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/formats/image/image.h"
#include "source.h"
#include "x8pc_layout.h"

namespace ossuary::sf3 {

namespace {

std::uint8_t srgb_from_linear(float value) {
    const double v = std::clamp(static_cast<double>(value), 0.0, 1.0);
    return static_cast<std::uint8_t>(
        std::lround(255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055)));
}

// The number of the texture's corner a coordinate lies in; nothing for any other place.
std::optional<std::size_t> corner_of(const Vec2& uv) {
    for (std::size_t corner = 0; corner < 4; ++corner) {
        const Vec2& at = texture_corners[corner];
        if (std::abs(uv.x - at.x) < 1e-4f && std::abs(uv.y - at.y) < 1e-4f) return corner;
    }
    return {};
}

// How a polygon must be written so that each of its points shows the corner it is to show.
struct Layout {
    std::array<std::size_t, 4> points{}; // by place in the polygon: which of the given ones
    std::uint16_t flips = 0;
};

// Where three points go; the reader drops the second of two equal ones, so these are the ways there are.
constexpr std::array<std::array<std::size_t, 3>, 3> triangle_places{{{0, 1, 2}, {0, 2, 3}, {0, 1, 3}}};
constexpr std::array<std::array<std::size_t, 4>, 3> triangle_points{{{0, 1, 2, 0}, {0, 0, 1, 2}, {0, 1, 1, 2}}};

std::optional<Layout> lay_out(const std::vector<std::size_t>& corners) {
    constexpr std::uint16_t all_flips[]{0, Attr::flip_h, Attr::flip_v, Attr::flip_h | Attr::flip_v};
    const std::size_t count = corners.size();
    for (std::size_t turn = 0; turn < count; ++turn)
        for (const std::uint16_t flips : all_flips) {
            const auto shows = [&](std::size_t point, std::size_t place) {
                return corners[(point + turn) % count] == corner_at(place, flips);
            };
            if (count == 4) {
                if (shows(0, 0) && shows(1, 1) && shows(2, 2) && shows(3, 3))
                    return Layout{{turn, (turn + 1) % 4, (turn + 2) % 4, (turn + 3) % 4}, flips};
                continue;
            }
            for (std::size_t way = 0; way < 3; ++way) {
                const auto& places = triangle_places[way];
                if (!shows(0, places[0]) || !shows(1, places[1]) || !shows(2, places[2])) continue;
                Layout layout{.points = {}, .flips = flips};
                for (std::size_t i = 0; i < 4; ++i) layout.points[i] = (triangle_points[way][i] + turn) % 3;
                return layout;
            }
        }
    return {};
}

// Pictures as pixels and as textures, each made when it is first asked for.
class Pictures {
public:
    Pictures(const Model& model, BuiltMeshes& built, Losses& losses) : model_(model), built_(built), losses_(losses) {
        pixels_.resize(model.images.size());
        numbers_.assign(model.images.size(), -1);
        if (model.source.format != "sf3") return;
        // The game's own pictures keep their numbers, also those no face shows.
        for (std::int32_t image = 0; image < static_cast<std::int32_t>(model.images.size()); ++image) texture(image);
    }

    // The number of the picture's texture; nothing where it cannot be one.
    std::optional<std::uint16_t> texture(std::int32_t image) {
        const auto at = static_cast<std::size_t>(image);
        if (numbers_[at] < 0) {
            const Image* pixels = decoded(image);
            if (!pixels) return {};
            auto made = to_texture(*pixels);
            if (!made) return {};
            losses_.resized_pictures += made->width != pixels->width || made->height != pixels->height;
            numbers_[at] = static_cast<std::int32_t>(built_.textures.size());
            built_.textures.push_back(std::move(*made));
        }
        return static_cast<std::uint16_t>(numbers_[at]);
    }

    // The colour at a place; white where the picture cannot be read.
    ColorRgba8 at(std::int32_t image, const Vec2& uv) {
        const Image* pixels = decoded(image);
        if (!pixels || pixels->width == 0 || pixels->height == 0) return {};
        const auto texel = [](float place, std::uint32_t size) {
            const double wrapped = static_cast<double>(place) - std::floor(static_cast<double>(place));
            return std::min(static_cast<std::size_t>(wrapped * size), std::size_t{size} - 1);
        };
        const std::size_t at = 4 * (texel(uv.y, pixels->height) * pixels->width + texel(uv.x, pixels->width));
        const auto value = [&](std::size_t k) { return std::to_integer<std::uint8_t>(pixels->bytes[at + k]); };
        return {value(0), value(1), value(2), value(3)};
    }

private:
    const Image* decoded(std::int32_t image) {
        const auto at = static_cast<std::size_t>(image);
        if (!pixels_[at]) {
            auto pixels = image::decode(model_.images[at]);
            pixels_[at] = pixels ? std::move(*pixels) : Image{};
        }
        return pixels_[at]->bytes.empty() ? nullptr : &*pixels_[at];
    }

    const Model& model_;
    BuiltMeshes& built_;
    Losses& losses_;
    std::vector<std::optional<Image>> pixels_;
    std::vector<std::int32_t> numbers_;
};

// One part under construction: points are shared where place and normal are the same.
class PartBuilder {
public:
    explicit PartBuilder(Losses& losses) : losses_(losses) {}

    Result<std::uint16_t> point(const Vec3d& position, const Vec3d& normal) {
        const auto raw = vector_from_real(position);
        if (!raw) return fail("a point lies further out than the format can say");
        const Vec3d off = position - to_real(*raw);
        losses_.position_error = std::max({losses_.position_error, std::abs(off.x), std::abs(off.y), std::abs(off.z)});
        Normal16 direction;
        for (std::size_t k = 0; k < 3; ++k) direction[k] = normal16_from_real(normal[k]).value_or(0);
        const std::array<std::int32_t, 6> key{raw->x, raw->y, raw->z, direction.x, direction.y, direction.z};
        const auto [known, fresh] = known_.try_emplace(key, mesh.points.size());
        if (fresh) {
            if (mesh.points.size() == 0xFFFF) return fail("a part of more than 65535 points");
            mesh.points.push_back(*raw);
            mesh.normals.push_back(direction);
        }
        return static_cast<std::uint16_t>(known->second);
    }

    Mesh mesh;

private:
    Losses& losses_;
    std::map<std::array<std::int32_t, 6>, std::size_t> known_;
};

// Takes one mesh of the model apart by the joints its triangles follow.
class MeshSplitter {
public:
    MeshSplitter(const Model& model, const ossuary::Mesh& mesh, const WrittenSkeleton& written, Pictures& pictures,
                 Losses& losses)
        : model_(model), mesh_(mesh), written_(written), pictures_(pictures), losses_(losses) {
        if (mesh.skin >= 0) skin_ = &model.skins[static_cast<std::size_t>(mesh.skin)];
    }

    // By joint, -1 for the model itself; in the order of the joints.
    Result<std::map<std::int32_t, Mesh>> split() {
        for (const Surface& surface : mesh_.surfaces) {
            const std::size_t end = surface.first_index + surface.index_count;
            for (std::size_t i = surface.first_index; i + 3 <= end;) {
                std::vector<std::uint32_t> corners(mesh_.indices.begin() + static_cast<std::ptrdiff_t>(i),
                                                   mesh_.indices.begin() + static_cast<std::ptrdiff_t>(i + 3));
                const Pull pull = pull_on(corners);
                losses_.softly_bound += pull.is_soft;
                i += 3;
                if (i + 3 <= end) i += join_next(i, surface.material, pull.joint, corners);
                if (auto added = add(surface.material, pull.joint, corners); !added) return Failure(added.error());
            }
        }
        std::map<std::int32_t, Mesh> parts;
        for (auto& [joint, part] : parts_) parts.emplace(joint, std::move(part.mesh));
        return parts;
    }

private:
    struct Pull {
        std::int32_t joint = -1;
        bool is_soft = false; // others pull too
    };
    // The joint that pulls a triangle most; of rigid meshes the only one there is.
    Pull pull_on(const std::vector<std::uint32_t>& corners) const {
        if (!skin_) return {mesh_.joint, false};
        std::map<std::uint32_t, double> pull;
        for (const std::uint32_t v : corners)
            for (std::uint32_t i = mesh_.influence_start[v]; i < mesh_.influence_start[v + 1]; ++i)
                pull[mesh_.influences[i].joint] += static_cast<double>(mesh_.influences[i].weight);
        const auto most = std::ranges::max_element(pull, {}, [](const auto& entry) { return entry.second; });
        if (most == pull.end()) return {};
        return {static_cast<std::int32_t>(skin_->joints[most->first]), most->second < 3 - 1e-3};
    }

    // A triangle that goes on from the last makes a quad of it, if its texture can lie on that. Gives the indices used.
    std::size_t join_next(std::size_t at, std::int32_t material, std::int32_t joint,
                          std::vector<std::uint32_t>& corners) {
        const std::vector<std::uint32_t> next(mesh_.indices.begin() + static_cast<std::ptrdiff_t>(at),
                                              mesh_.indices.begin() + static_cast<std::ptrdiff_t>(at + 3));
        if (next[0] != corners[0] || next[1] != corners[2] || std::ranges::find(corners, next[2]) != corners.end())
            return 0;
        const Pull pull = pull_on(next);
        if (pull.joint != joint) return 0;
        std::vector<std::uint32_t> quad = corners;
        quad.push_back(next[2]);
        if (is_textured(material) && layout_of(corners) && !layout_of(quad)) return 0;
        losses_.softly_bound += pull.is_soft;
        corners = std::move(quad);
        return 3;
    }

    const Material* material_at(std::int32_t material) const {
        return material < 0 ? nullptr : &model_.materials[static_cast<std::size_t>(material)];
    }
    bool is_textured(std::int32_t material) const {
        const Material* look = material_at(material);
        return look && look->base_color_image >= 0 && !mesh_.uv0.empty();
    }
    std::optional<Layout> layout_of(const std::vector<std::uint32_t>& vertices) const {
        std::vector<std::size_t> corners;
        for (const std::uint32_t v : vertices) {
            const auto corner = corner_of(mesh_.uv0[v]);
            if (!corner) return {};
            corners.push_back(*corner);
        }
        return lay_out(corners);
    }

    // How the face is drawn, apart from texture, colour and flips: as it was, or as the material looks.
    static Attr usual_attr(const Material* look, bool textured) {
        Attr attr{.sort = static_cast<std::uint8_t>(textured ? 0xC7 : 0xC3),
                  .atrb = textured ? Attr::usual_textured : Attr::usual_plain};
        if (look && look->alpha == AlphaMode::blend) attr.atrb |= 3;
        if (look)
            if (auto kept = build_record<Attr>(look->extras["sf3"]); kept && kept->is_textured() == textured)
                attr = *kept;
        attr.flag = look && look->double_sided ? 1 : 0;
        attr.dir = textured ? Attr::textured_quad : Attr::plain_polygon;
        attr.texno = 0;
        if (textured) attr.colno = 0;
        return attr;
    }

    std::uint16_t color_of(const Material* look, bool textured, const std::vector<std::uint32_t>& corners) {
        ColorRgba8 color;
        if (textured) {
            Vec2 middle;
            for (const std::uint32_t v : corners) {
                middle.x += mesh_.uv0[v].x / static_cast<float>(corners.size());
                middle.y += mesh_.uv0[v].y / static_cast<float>(corners.size());
            }
            color = pictures_.at(look->base_color_image, middle);
        }
        const auto tinted = [](std::uint8_t value, float factor) {
            return factor >= 1 ? value : static_cast<std::uint8_t>(value * srgb_from_linear(factor) / 255);
        };
        if (look)
            color = {tinted(color.r, look->base_color.x), tinted(color.g, look->base_color.y),
                     tinted(color.b, look->base_color.z), 255};
        color.a = 255;
        return rgb555_from_rgba(color);
    }

    Result<void> add(std::int32_t material, std::int32_t joint, const std::vector<std::uint32_t>& corners) {
        const Material* look = material_at(material);
        const bool has_texture = is_textured(material);
        std::optional<Layout> layout;
        std::optional<std::uint16_t> texture;
        if (has_texture && (layout = layout_of(corners))) texture = pictures_.texture(look->base_color_image);
        losses_.plain_instead += has_texture && !texture;

        Face face;
        face.attr = usual_attr(look, texture.has_value());
        if (texture) {
            face.attr.texno = *texture;
            face.attr.dir |= layout->flips;
        } else {
            const std::uint16_t color = color_of(look, has_texture, corners);
            if (rgb555_to_rgba(face.attr.colno) != rgb555_to_rgba(color)) face.attr.colno = color;
            layout = corners.size() == 4 ? Layout{{0, 1, 2, 3}, 0} : Layout{{0, 1, 2, 0}, 0};
        }
        PartBuilder& part = parts_.try_emplace(joint, losses_).first->second;
        const Affined place = to_part(joint);
        std::vector<Vec3d> positions;
        std::vector<std::uint16_t> points;
        for (const std::uint32_t v : corners) {
            positions.push_back(written_.to_file.point(place.point(to_double(mesh_.positions[v]))));
            const Vec3d normal = mesh_.normals.empty() ? Vec3d{} : place.direction(to_double(mesh_.normals[v]));
            const auto point = part.point(positions.back(), normalize(written_.to_file.direction(normal)));
            if (!point) return Failure(point.error());
            points.push_back(*point);
        }
        const Vec3d across =
            cross(positions[2] - positions[0], (corners.size() == 4 ? positions[3] : positions[0]) - positions[1]);
        face.polygon.normal = vector_from_real(normalize(across)).value_or(Vector{});
        for (std::size_t i = 0; i < 4; ++i) face.polygon.indices[i] = points[layout->points[i]];
        if (part.mesh.faces.size() == 0xFFFF) return fail("a part of more than 65535 faces");
        part.mesh.faces.push_back(face);
        return {};
    }

    // From the space the vertices are in to that of the part.
    Affined to_part(std::int32_t joint) const {
        if (skin_) {
            const auto place = std::ranges::find(skin_->joints, static_cast<std::uint32_t>(joint));
            if (place != skin_->joints.end())
                return to_double(skin_->inverse_bind[static_cast<std::size_t>(place - skin_->joints.begin())]);
        }
        // What hangs on a tag that is no weapon's moves with the bone above.
        if (joint >= 0 && written_.joints[static_cast<std::size_t>(joint)].is_tag &&
            !SkeletonOp{.code = written_.joints[static_cast<std::size_t>(joint)].tag}.is_weapon_tag())
            return to_affine(to_double(model_.skeleton.joints[static_cast<std::size_t>(joint)].rest));
        return {};
    }

    const Model& model_;
    const ossuary::Mesh& mesh_;
    const WrittenSkeleton& written_;
    Pictures& pictures_;
    Losses& losses_;
    const Skin* skin_ = nullptr;
    std::map<std::int32_t, PartBuilder> parts_;
};

} // namespace

Result<Texture> to_texture(const Image& image) {
    const auto pixels = image::decode(image);
    if (!pixels) return Failure(pixels.error());
    if (pixels->width == 0 || pixels->height == 0) return fail("a picture without pixels");
    Texture texture;
    texture.width = static_cast<std::uint16_t>(std::clamp<std::size_t>((pixels->width + 4) / 8 * 8, 8, 504));
    texture.height = static_cast<std::uint16_t>(std::min<std::uint32_t>(pixels->height, 255));
    for (std::size_t y = 0; y < texture.height; ++y)
        for (std::size_t x = 0; x < texture.width; ++x) {
            const std::size_t from_x = (2 * x + 1) * pixels->width / (2u * texture.width);
            const std::size_t from_y = (2 * y + 1) * pixels->height / (2u * texture.height);
            const std::byte* const from = pixels->bytes.data() + 4 * (from_y * pixels->width + from_x);
            const auto value = [&](std::size_t k) { return std::to_integer<std::uint8_t>(from[k]); };
            texture.pixels.push_back(rgb555_from_rgba({value(0), value(1), value(2), value(3)}));
        }
    return texture;
}

Result<BuiltMeshes> build_meshes(const Model& model, const WrittenSkeleton& written, Losses& losses) {
    BuiltMeshes built;
    Pictures pictures(model, built, losses);
    std::int32_t armed = -1; // the weapon tag whose meshes are the weapon
    for (const ossuary::Mesh& mesh : model.meshes) {
        losses.morph_targets += mesh.morphs.size();
        auto parts = MeshSplitter(model, mesh, written, pictures, losses).split();
        if (!parts) return Failure(Error({.field = mesh.name}, parts.error().message()));
        for (auto& [joint, part] : *parts) {
            const Placement place = joint < 0 ? Placement{} : written.joints[static_cast<std::size_t>(joint)];
            if (!place.is_tag || !SkeletonOp{.code = place.tag}.is_weapon_tag()) {
                built.body.push_back({place.bone, std::move(part)});
            } else if (armed < 0 || armed == joint) {
                armed = joint;
                built.weapon.push_back(std::move(part));
            } else {
                const bool same = std::ranges::find(built.weapon, part) != built.weapon.end();
                losses.second_weapons += !same;
            }
        }
    }
    return built;
}

} // namespace ossuary::sf3
