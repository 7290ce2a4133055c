// A small figure in the compiled formats: a root turned about y and lifted, an arm, a hand.
#pragma once

#include <string_view>

#include "ossuary/formats/zengin/model.h"
#include "shared_files.h"

namespace ossuary::zengin::testing {

using namespace ::ossuary::testing;

inline Matrix matrix_of(const Affined& m) {
    const Affine f = to_float(m);
    return {{{f.x.x, f.y.x, f.z.x, f.t.x}, {f.x.y, f.y.y, f.z.y, f.t.y}, {f.x.z, f.y.z, f.z.z, f.t.z}, {0, 0, 0, 1}}};
}
inline Affined placed(const Vec3d& axis, double angle, const Vec3d& at) {
    return to_affine(Transformd{.translation = at, .rotation = axis_angle(normalize(axis), angle)});
}

// Local matrices in engine space; the root's translation is kept apart, as the format does.
inline const std::array<Affined, 3> figure_locals{placed({0, 1, 0}, 3.0, {}), placed({1, 2, 3}, 0.7, {10, 40, -5}),
                                                  placed({0, 1, -1}, -1.1, {25, 0, 3})};
inline constexpr Vec3 figure_root{3, 90, -7};

inline ModelHierarchy figure_hierarchy() {
    ModelHierarchy hierarchy;
    hierarchy.nodes = {{.name = "BIP01", .parent = -1, .matrix = matrix_of(figure_locals[0])},
                       {.name = "BIP01 ARM", .parent = 0, .matrix = matrix_of(figure_locals[1])},
                       {.name = "BIP01 HAND", .parent = 1, .matrix = matrix_of(figure_locals[2])}};
    hierarchy.root_translation = figure_root;
    hierarchy.checksum = node_checksum(hierarchy);
    return hierarchy;
}
// Engine space, centimetres.
inline std::array<Affined, 3> figure_world() {
    std::array<Affined, 3> world = figure_locals;
    world[0].t += to_double(figure_root);
    world[1] = world[0] * world[1];
    world[2] = world[1] * world[2];
    return world;
}

// Two triangles, clockwise seen from +z, the front.
inline ProtoMesh figure_mesh() {
    ProtoMesh mesh;
    mesh.positions = {{0, 80, 0}, {0, 120, 0}, {30, 80, 0}, {30, 120, 5}};
    mesh.normals.assign(4, {0, 0, 1});
    SubMesh& submesh = mesh.submeshes.emplace_back();
    submesh.triangles = {{0, 1, 2}, {2, 1, 3}};
    for (std::uint16_t i = 0; i < 4; ++i)
        submesh.wedges.push_back(
            {.normal = {0, 0, 1}, .uv = {static_cast<float>(i), 0.5f}, .position_index = i, .pad = 0});
    submesh.wedge_map.assign(4, 0xFFFF);
    Material material{.entry_name = "SKIN", .name = "SKIN", .texture = "SKIN_V0.TGA"};
    mesh.materials.push_back(material);
    return mesh;
}

// Every vertex hangs on `count` influences, over all nodes in turn, made for the given pose of the nodes.
inline SoftSkin figure_skin(const std::array<Affined, 3>& world, std::uint32_t count = 3) {
    SoftSkin skin;
    skin.mesh = figure_mesh();
    for (const Vec3& position : skin.mesh.positions) {
        skin.influence_counts.push_back(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto node = static_cast<std::uint8_t>(i % 3);
            skin.influences.push_back(
                {1.0f / static_cast<float>(count), to_float(inverse(world[node]).point(to_double(position))), node});
        }
    }
    skin.nodes = {0, 1, 2};
    skin.boxes.resize(3);
    return skin;
}

inline ModelMesh figure_meshes() {
    ModelMesh meshes;
    meshes.attachments.push_back({"BIP01 HAND", figure_mesh()});
    meshes.checksum = figure_hierarchy().checksum;
    meshes.softskins.push_back(figure_skin(figure_world()));
    return meshes;
}

// The arm swings about its own z, the root walks; eleven frames at ten per second from a source at 25.
inline ModelAnimation figure_animation(std::string_view name = "S_RUN") {
    ModelAnimation animation;
    animation.name = name;
    animation.num_frames = 11;
    animation.num_nodes = 2;
    animation.fps = 10;
    animation.fps_source = 25;
    animation.sample_position_min = -100;
    animation.sample_position_scale = 0.01f;
    animation.next = name;
    animation.checksum = figure_hierarchy().checksum;
    animation.node_indices = {0, 1};
    for (int frame = 0; frame < 11; ++frame) {
        const double turn = 0.1 * frame;
        const auto add = [&](const Quatd& rotation, const Vec3& position) {
            animation.samples.push_back({encode_rotation(to_float(rotation)), encode_position(position, -100, 0.01f)});
        };
        add({}, {0, 90, static_cast<float>(frame)});
        add(axis_angle(Vec3d{0, 0, 1}, turn), {10, 40, -5});
    }
    return animation;
}

} // namespace ossuary::zengin::testing
