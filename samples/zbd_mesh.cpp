#include "samples/zbd_mesh.h"

#include <cmath>
#include <limits>

#include "samples/formula.h"

namespace ossuary::samples {

namespace {

mw3::Vector packed(const Vec3d& v) {
    return {{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}};
}

bool is_same_place(const Vec3d& a, const Vec3d& b) { return length(a - b) < 1e-6; }

// The corners of triangle `at`, and of the next one where both are one quad.
std::vector<std::uint32_t> corners_of(const Part& part, std::size_t at) {
    const auto& first = part.triangles[at];
    std::vector<std::uint32_t> corners(first.begin(), first.end());
    if (at + 1 == part.triangles.size()) return corners;
    const auto& second = part.triangles[at + 1];
    if (!is_same_place(part.positions[first[0]], part.positions[second[0]]) ||
        !is_same_place(part.positions[first[2]], part.positions[second[1]]) ||
        !is_same_place(part.normals[first[0]], part.normals[second[2]]))
        return corners;
    corners.push_back(second[2]);
    return corners;
}

} // namespace

std::uint32_t ZbdMesh::pooled(std::vector<mw3::Vector>& pool, std::map<std::array<float, 3>, std::uint32_t>& known,
                              const Vec3d& value) {
    const mw3::Vector rounded = packed(value);
    const auto [found, is_new] = known.emplace(rounded.values, static_cast<std::uint32_t>(pool.size()));
    if (is_new) pool.push_back(rounded);
    return found->second;
}

void ZbdMesh::add(const Part& part, std::int32_t material, bool is_textured, bool both_sides) {
    for (std::size_t t = 0; t < part.triangles.size();) {
        const std::vector<std::uint32_t> corners = corners_of(part, t);
        t += corners.size() - 2;
        const Vec3d &a = part.positions[corners[0]], &b = part.positions[corners[1]], &c = part.positions[corners[2]];
        if (length(cross(b - a, c - a)) < 1e-9) continue; // where a lathe closes
        mw3::Polygon& polygon = mesh_.polygons.emplace_back();
        const mw3::PolygonBits bits = mw3::polygon_bits(mw3::Game::mechwarrior3);
        polygon.flags = bits.normals | (both_sides ? bits.both_sides : 0);
        polygon.vertices_ptr = polygon.normals_ptr = polygon.colors_ptr = polygon.refs_ptr = old_address;
        polygon.uvs_ptr = is_textured ? old_address : 0;
        const auto run = [&](const auto& list, std::size_t count) {
            return mw3::Run{static_cast<std::uint32_t>(list.size()), static_cast<std::uint32_t>(count)};
        };
        polygon.vertex_indices = run(mesh_.vertex_indices, corners.size());
        polygon.normal_indices = run(mesh_.normal_indices, corners.size());
        polygon.colors = run(mesh_.colors, corners.size());
        polygon.materials = run(mesh_.materials, 1);
        mesh_.materials.push_back({material, is_textured ? run(mesh_.uvs, corners.size()) : mw3::Run{}});
        for (const std::uint32_t corner : corners) {
            mesh_.vertex_indices.push_back(pooled(mesh_.vertices, vertices_, part.positions[corner]));
            mesh_.normal_indices.push_back(pooled(mesh_.normals, normals_, part.normals[corner]));
            const Vec2d& uv = part.uvs[corner];
            if (is_textured) mesh_.uvs.push_back({{static_cast<float>(uv.x), static_cast<float>(uv.y)}});
            mesh_.colors.push_back({{255, 255, 255}});
        }
    }
}

void ZbdMesh::scroll(float u, float v) {
    mesh_.flags |= 0x10;
    mesh_.scroll_u = u;
    mesh_.scroll_v = v;
}

mw3::WorldMesh ZbdMesh::take() {
    mesh_.flags |= 3; // lit and fogged
    mesh_.polygons_ptr = mesh_.vertices_ptr = mesh_.normals_ptr = old_address;
    const mw3::Bounds box = bounds_of(mesh_);
    const Vec3d low = mw3::to_vec3(box.low), high = mw3::to_vec3(box.high);
    mesh_.bbox_mid = packed((low + high) * 0.5);
    mesh_.bbox_diag = static_cast<float>(length(high - low) / 2);
    return std::move(mesh_);
}

mw3::Bounds no_bounds() {
    constexpr float far = std::numeric_limits<float>::max();
    return {{{far, far, far}}, {{-far, -far, -far}}};
}
bool is_empty(const mw3::Bounds& box) { return box.low[0] > box.high[0]; }

mw3::Bounds bounds_of(const mw3::WorldMesh& mesh) {
    mw3::Bounds box = no_bounds();
    for (const mw3::Vector& v : mesh.vertices)
        for (std::size_t i = 0; i < 3; ++i) {
            box.low[i] = std::min(box.low[i], v[i]);
            box.high[i] = std::max(box.high[i], v[i]);
        }
    return box;
}

void grow(mw3::Bounds& box, const mw3::Bounds& by, const mw3::Affine12& at) {
    if (is_empty(by)) return;
    for (int corner = 0; corner < 8; ++corner) {
        const float x = (corner & 1 ? by.high : by.low)[0], y = (corner & 2 ? by.high : by.low)[1],
                    z = (corner & 4 ? by.high : by.low)[2];
        for (std::size_t i = 0; i < 3; ++i) {
            const float moved = x * at[i] + y * at[3 + i] + z * at[6 + i] + at[9 + i];
            box.low[i] = std::min(box.low[i], moved);
            box.high[i] = std::max(box.high[i], moved);
        }
    }
}

mw3::Object3d object_at(const Vec3d& place, double turns_about_y) {
    mw3::Object3d object;
    object.matrix[9] = static_cast<float>(place.x);
    object.matrix[10] = static_cast<float>(place.y);
    object.matrix[11] = static_cast<float>(place.z);
    if (turns_about_y == 0) return object;
    const auto s = static_cast<float>(sine(turns_about_y)), c = static_cast<float>(cosine(turns_about_y));
    object.rotation[1] = static_cast<float>(turns_about_y * 6.283185307179586);
    object.matrix[0] = object.matrix[8] = c;
    object.matrix[2] = -s;
    object.matrix[6] = s;
    return object;
}

void set_boxes(mw3::WorldNode& node, const mw3::Bounds& of_mesh, const mw3::Bounds& of_children) {
    mw3::Bounds whole = of_mesh;
    grow(whole, of_children, mw3::Object3d{}.matrix);
    const auto set = [&node](mw3::Bounds& box, const mw3::Bounds& value, std::uint32_t bit) {
        if (is_empty(value)) return;
        box = value;
        node.flags |= bit;
    };
    set(node.mesh_bbox, of_mesh, mw3::node_flags::has_mesh);
    set(node.child_bbox, of_children, mw3::node_flags::has_child_bbox);
    set(node.node_bbox, whole, mw3::node_flags::has_node_bbox);
}

mw3::WorldMaterial textured_material() {
    mw3::WorldMaterial material;
    material.flags = mw3::material_flags::textured | mw3::material_flags::always;
    material.rgb = 0x7FFF;
    return material;
}

mw3::WorldMaterial coloured_material(float red, float green, float blue) {
    mw3::WorldMaterial material;
    material.color = {{red, green, blue}};
    return material;
}

mw3::PackedImage pack(const Image& image, PackedAlpha alpha) {
    using namespace mw3::image_flags;
    mw3::PackedImage made;
    made.name = std::string_view(image.name);
    made.width = static_cast<std::uint16_t>(image.width);
    made.height = static_cast<std::uint16_t>(image.height);
    made.flags = two_bytes | (alpha == PackedAlpha::none ? std::uint32_t{no_alpha} : std::uint32_t{has_alpha});
    if (alpha == PackedAlpha::full) made.flags |= full_alpha;
    for (std::size_t i = 0; i + 3 < image.bytes.size(); i += 4) {
        const auto part = [&](std::size_t channel, unsigned most) {
            return (std::to_integer<unsigned>(image.bytes[i + channel]) * most + 127) / 255;
        };
        unsigned color = part(0, 31) << 11 | part(1, 63) << 5 | part(2, 31);
        const bool is_clear = std::to_integer<unsigned>(image.bytes[i + 3]) < 128;
        if (alpha == PackedAlpha::simple) color = is_clear ? 0 : std::max(color, 1u);
        made.pixels.push_back(static_cast<std::byte>(color & 0xFF));
        made.pixels.push_back(static_cast<std::byte>(color >> 8));
        if (alpha == PackedAlpha::full) made.alpha.push_back(image.bytes[i + 3]);
    }
    return made;
}

} // namespace ossuary::samples
