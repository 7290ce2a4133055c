#include "mesh/packed_structure.h"

#include <algorithm>
#include <cmath>

#include "mesh/vertex_bits.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::mesh {
namespace {

Failure broken(std::string_view list, std::size_t index, std::string what) {
    return fail({.field = std::string(list) + '[' + std::to_string(index) + ']'}, std::move(what));
}

Result<void> check_layout(const PackedMesh& packed) {
    const VertexLayout& layout = packed.layout;
    const auto is_one_of = [](unsigned value, std::initializer_list<unsigned> allowed) {
        return std::find(allowed.begin(), allowed.end(), value) != allowed.end();
    };
    const bool skinned = packed.skinning != Skinning::none;
    const bool sound = is_one_of(layout.position_bits, {8, 12, 16}) &&
                       layout.position_count == (packed.skinning == Skinning::joint_positions ? 4 : 1) &&
                       (layout.normal_bits == 0 || (layout.normal_bits >= 4 && layout.normal_bits <= 16)) &&
                       (layout.tangent_bits == 0 || (layout.tangent_bits >= 4 && layout.tangent_bits <= 16)) &&
                       (layout.uv_bits == 0 || (layout.uv_bits >= 8 && layout.uv_bits <= 16)) &&
                       is_one_of(layout.color_bits, {0, 8}) &&
                       (skinned ? is_one_of(layout.joint_bits, {8, 16}) : layout.joint_bits == 0) &&
                       (skinned ? is_one_of(layout.weight_bits, {8, 16}) : layout.weight_bits == 0);
    if (!sound) return fail({.field = "layout"}, "has numbers of bits that do not exist");
    if (packed.frame > PositionFrame::meshlet) return fail({.field = "frame"}, "is not known");
    if (packed.skinning > Skinning::joint_positions) return fail({.field = "skinning"}, "is not known");
    if (packed.most_vertices < 3 || packed.most_vertices > 255 || packed.most_triangles < 4 ||
        packed.most_triangles > 512)
        return fail({.field = "limits"}, "are out of range");
    const auto is_sound = [](const Lattice& lattice) {
        return std::isfinite(lattice.origin) && std::isfinite(lattice.step) && lattice.step >= 0;
    };
    for (const Lattice& lattice : packed.position)
        if (!is_sound(lattice)) return fail({.field = "position"}, "is not finite, or runs backwards");
    for (const Lattice& lattice : packed.uv)
        if (!is_sound(lattice)) return fail({.field = "uv"}, "is not finite, or runs backwards");
    if (packed.skin_joints > 0xffff || (!skinned && (packed.skin_joints > 0 || !packed.joints.empty())))
        return fail({.field = "skin_joints"}, "is out of range");
    return {};
}

Result<void> check_surfaces(const PackedMesh& packed) {
    std::uint64_t next = 0;
    for (std::size_t s = 0; s < packed.surfaces.size(); ++s) {
        const PackedSurface& surface = packed.surfaces[s];
        if (surface.first_meshlet != next) return broken("surfaces", s, "does not follow the one before it");
        next += surface.meshlet_count;
        if (next > packed.meshlets.size()) return broken("surfaces", s, "runs past the meshlets");
        for (std::uint32_t m = surface.first_meshlet; m < next; ++m)
            if (packed.meshlets[m].surface != s)
                return broken("meshlets", m, "does not belong to the surface it is in");
    }
    if (next != packed.meshlets.size()) return fail({.field = "surfaces"}, "do not cover all meshlets");
    return {};
}

Result<void> check_meshlet(const PackedMesh& packed, std::size_t number) {
    const PackedMeshlet& meshlet = packed.meshlets[number];
    if (meshlet.vertex_count > packed.most_vertices || meshlet.triangle_count > packed.most_triangles)
        return broken("meshlets", number, "is larger than the limits");
    if (meshlet.vertex_count == 0 || meshlet.triangle_count == 0) return broken("meshlets", number, "is empty");
    for (const std::int32_t corner : meshlet.corner)
        if (corner < 0 || corner > (1 << 24) || (corner > 0 && packed.frame == PositionFrame::mesh))
            return broken("meshlets", number, "has a corner outside the lattice");
    for (std::uint32_t j = 0; j < meshlet.joint_count; ++j) {
        const std::uint16_t* joint = &packed.joints[meshlet.first_joint + j];
        if (*joint >= packed.skin_joints || (j > 0 && joint[0] <= joint[-1]))
            return broken("meshlets", number, "has joints that are not of the skin, or not in order");
    }
    for (std::uint32_t t = 0; t < meshlet.triangle_count; ++t) {
        const std::uint32_t triangle = packed.triangles[meshlet.first_triangle + t];
        const auto inside = [&](unsigned shift) { return (triangle >> shift & 0xff) < meshlet.vertex_count; };
        if (!inside(0) || !inside(8) || !inside(16) || triangle >> 24 != 0)
            return broken("triangles", meshlet.first_triangle + t, "is of vertices that its meshlet does not have");
    }
    if (packed.skinning == Skinning::none) return {};
    for (std::uint32_t v = 0; v < meshlet.vertex_count; ++v) {
        const VertexNumbers numbers = read_vertex(packed, meshlet.first_vertex + v);
        std::uint32_t sum = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            if (numbers.joints[i] >= meshlet.joint_count)
                return broken("vertices", meshlet.first_vertex + v,
                              "is moved by a joint that its meshlet does not have");
            sum += numbers.weights[i];
        }
        if (sum != largest_of_bits(packed.layout.weight_bits))
            return broken("vertices", meshlet.first_vertex + v, "has weights that do not add up to one");
    }
    return {};
}

} // namespace

Result<void> check_structure(const PackedMesh& packed) {
    if (auto sound = check_layout(packed); !sound) return sound;
    if (auto sound = check_surfaces(packed); !sound) return sound;
    std::uint64_t vertices = 0, triangles = 0, joints = 0;
    for (std::size_t m = 0; m < packed.meshlets.size(); ++m) {
        const PackedMeshlet& meshlet = packed.meshlets[m];
        if (meshlet.first_vertex != vertices || meshlet.first_triangle != triangles || meshlet.first_joint != joints)
            return broken("meshlets", m, "does not follow the one before it");
        vertices += meshlet.vertex_count;
        triangles += meshlet.triangle_count;
        joints += meshlet.joint_count;
        if (vertices > packed.vertex_count() || triangles > packed.triangles.size() || joints > packed.joints.size())
            return broken("meshlets", m, "runs past the lists");
        if (auto sound = check_meshlet(packed, m); !sound) return sound;
    }
    if (vertices != packed.vertex_count() || triangles != packed.triangles.size() || joints != packed.joints.size())
        return fail({.field = "meshlets"}, "do not cover all vertices, triangles and joints");
    if (!packed.sources.empty() && packed.sources.size() != packed.vertex_count())
        return fail({.field = "sources"}, "are not one for each vertex");
    return {};
}

Diagnostics validate(const PackedMesh& packed, const Skin* skin) {
    Diagnostics findings;
    const auto add = [&](std::string field, std::string what) {
        report(&findings, Severity::error, {.field = std::move(field)}, std::move(what));
    };
    if (const auto sound = check_structure(packed); !sound) {
        add(sound.error().place().field, sound.error().message());
        return findings;
    }
    const PackErrors bounds = error_bounds(packed), &errors = packed.errors;
    const auto within = [&](float error, float bound, const char* name) {
        if (!(error <= bound)) add(std::string("errors.") + name, "is larger than its bits allow");
    };
    within(errors.position, bounds.position, "position");
    within(errors.normal, bounds.normal, "normal");
    within(errors.tangent, bounds.tangent, "tangent");
    within(errors.uv, bounds.uv, "uv");
    within(errors.weight, bounds.weight, "weight");
    if (packed.skinning == Skinning::joint_positions && !skin) return findings;

    const auto mesh = unpack_mesh(packed, skin);
    if (!mesh) {
        add("", mesh.error().message());
        return findings;
    }
    for (std::size_t m = 0; m < packed.meshlets.size(); ++m) {
        const PackedMeshlet& meshlet = packed.meshlets[m];
        const std::string name = "meshlets[" + std::to_string(m) + ']';
        const Vec3d center = to_double(meshlet.sphere.center);
        for (std::uint32_t v = 0; v < meshlet.vertex_count; ++v)
            if (!(length(to_double(mesh->positions[meshlet.first_vertex + v]) - center) <=
                  static_cast<double>(meshlet.sphere.radius))) {
                add(name, "has a vertex outside its sphere");
                break;
            }
        if (!meshlet.cone.is_usable()) continue;
        const Vec3d axis = to_double(meshlet.cone.axis), apex = to_double(meshlet.cone.apex);
        const double cutoff = static_cast<double>(meshlet.cone.cutoff), cosine = std::sqrt(1 - cutoff * cutoff);
        for (std::uint32_t t = 0; t < meshlet.triangle_count; ++t) {
            const std::uint32_t* corner = &mesh->indices[(std::size_t{meshlet.first_triangle} + t) * 3];
            const Vec3d a = to_double(mesh->positions[corner[0]]);
            const Vec3d across =
                cross(to_double(mesh->positions[corner[1]]) - a, to_double(mesh->positions[corner[2]]) - a);
            const double size = length(across);
            if (!(size > 0)) continue;
            if (!(dot(across, axis) >= (cosine - 1e-6) * size) || !(dot(across, apex - a) <= 0)) {
                add(name, "has a triangle that its cone does not hold");
                break;
            }
        }
    }
    return findings;
}

} // namespace ossuary::mesh
