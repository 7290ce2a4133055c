// ASC files made here: one of every kind.
#pragma once

#include <cmath>
#include <string>

#include "ossuary/formats/zengin/asc.h"

namespace ossuary::testing {

inline zengin::AscMaterial asc_material(std::string name, std::string bitmap) {
    zengin::AscMaterial material{.name = std::move(name), .diffuse = {0.25f, 0.5f, 1}, .specular = {0.9f, 0.9f, 0.9f}};
    material.shine = 0.1f;
    if (!bitmap.empty()) {
        material.map_diffuse.emplace();
        material.map_diffuse->name = "Map #1";
        material.map_diffuse->bitmap = std::move(bitmap);
    }
    return material;
}

// A box with corners at `low` and `low + size`, two faces a side, the first two sides with material 0.
inline zengin::AscMesh asc_box(Vec3 low, float size, bool with_uv = true) {
    zengin::AscMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.push_back({low.x + (i & 1 ? size : 0), low.y + (i & 2 ? size : 0), low.z + (i & 4 ? size : 0)});
    // Counter-clockwise seen from outside.
    constexpr std::uint32_t sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                           {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    if (with_uv) mesh.texture_vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    for (std::size_t side = 0; side < 6; ++side) {
        const auto& q = sides[side];
        for (const auto& [a, b, c] : {std::array<std::size_t, 3>{0, 1, 2}, std::array<std::size_t, 3>{0, 2, 3}}) {
            zengin::AscFace& face = mesh.faces.emplace_back();
            face.vertices = {q[a], q[b], q[c]};
            face.edges = {1, 1, 0};
            face.smoothing = 1;
            face.material = side < 2 ? 0 : 1;
            if (with_uv)
                mesh.texture_faces.push_back(
                    {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(c)});
        }
    }
    return mesh;
}

inline zengin::AscNode asc_helper(std::string name, std::string parent, Vec3 position) {
    zengin::AscNode node{.name = std::move(name), .parent = std::move(parent)};
    node.matrix.rows[3] = node.matrix.pos = position;
    return node;
}

// Turned by `angle` about z: row 0 is the image of x. The file counts angles the other way round.
inline void asc_turn(zengin::AscNode& node, float angle) {
    node.matrix.rows[0] = {std::cos(angle), std::sin(angle), 0};
    node.matrix.rows[1] = {-std::sin(angle), std::cos(angle), 0};
    node.matrix.rot_axis = {0, 0, 1};
    node.matrix.rot_angle = -angle;
}

inline zengin::AscNode asc_geometry(std::string name, std::string parent, zengin::AscMeshKind kind,
                                    zengin::AscMesh mesh) {
    zengin::AscNode node{.is_geometry = true, .name = std::move(name), .parent = std::move(parent)};
    node.material_ref = 0;
    node.mesh_kind = kind;
    node.meshes = {std::move(mesh)};
    return node;
}

// Two bones, a slot, two rigid meshes, a soft skin with several influences per vertex, and a dummy.
inline zengin::AscFile asc_body() {
    using namespace zengin;
    AscFile file{.comment = "made by a test"};
    file.scene.filename = "body.max";
    file.scene.ambient = {0.2f, 0.2f, 0.2f};
    AscMaterial both{.name = "Compound", .material_class = "Multi/Sub-Object"};
    both.submaterials = {asc_material("Skin", "SKIN.TGA"), asc_material("Cloth", "")};
    file.materials = {both};
    file.nodes.push_back(asc_helper("Bip01", "", {-12.5f, 1, 88}));
    asc_turn(file.nodes.back(), 1.25f);
    file.nodes.push_back(asc_helper("Bip01 Spine", "Bip01", {-12, 2, 100}));
    asc_turn(file.nodes.back(), -0.5f);
    file.nodes.push_back(asc_geometry("zm_Chest", "Bip01 Spine", AscMeshKind::rigid, asc_box({-20, -5, 95}, 10)));
    file.nodes.push_back(asc_geometry("zm_Back", "Bip01 Spine", AscMeshKind::rigid, asc_box({-20, 8, 95}, 4, false)));
    file.nodes.back().matrix.rows[3] = file.nodes.back().matrix.pos = {-18, 10, 97};
    file.nodes.push_back(asc_helper("ZS_Hand", "Bip01 Spine", {0, 0, 110}));
    file.nodes.push_back(asc_helper("Dummy01", "Bip01", {1, 2, 3}));
    file.nodes.push_back(asc_helper("Bip01 Lost", "Dummy01", {1, 2, 3}));
    file.nodes.push_back(asc_geometry("zm_Body", "", AscMeshKind::soft_skin, asc_box({-30, -30, 60}, 60)));
    AscSkin skin{.node = "zm_Body", .bones = {"BIP01", "Bip01 Spine"}};
    for (std::uint32_t v = 0; v < 8; ++v) {
        skin.influences.push_back({v % 2, v < 4 ? 1.0f : 0.25f});
        if (v >= 4) skin.influences.push_back({(v + 1) % 2, 0.75f});
        skin.start.push_back(static_cast<std::uint32_t>(skin.influences.size()));
    }
    file.skins = {skin};
    return file;
}

// The motion of that body's two bones over five frames, numbered from 1; the slot stands still.
inline zengin::AscFile asc_motion() {
    using namespace zengin;
    AscFile file{.comment = "made by a test"};
    file.scene.first_frame = 1;
    file.scene.last_frame = 5;
    file.nodes = {asc_body().nodes[0], asc_body().nodes[1], asc_body().nodes[4]};
    for (std::size_t n = 0; n < 2; ++n) {
        AscTracks& tracks = file.nodes[n].tracks.emplace();
        for (int i = 0; i < 5; ++i) {
            const auto f = static_cast<float>(i);
            const std::int32_t tick = 1 + i * 192;
            const Vec3 rest = file.nodes[n].matrix.pos;
            tracks.positions.push_back({tick, {rest.x + f, rest.y - f * 0.5f, rest.z + f * f * 0.125f}});
            tracks.rotations.push_back({tick, {0, 0, 1}, 1.78026f - f * 0.25f + static_cast<float>(n)});
        }
        tracks.scales.push_back({});
    }
    file.nodes[1].tracks->rotations[2].axis = {0.6f, 0, 0.8f};
    return file;
}

// A box that grows over three keys.
inline zengin::AscFile asc_morph() {
    using namespace zengin;
    AscFile file{.comment = "made by a test"};
    file.scene.last_frame = 2;
    file.scene.frame_speed = 5;
    file.materials = {asc_material("Leaf", "LEAF.TGA")};
    file.nodes.push_back(asc_geometry("zm_Morph", "", AscMeshKind::animation, asc_box({0, 0, 0}, 10)));
    for (int key = 1; key <= 2; ++key) {
        AscMesh mesh = asc_box({0, 0, 0}, 10 + static_cast<float>(key) * 3, false);
        mesh.time_value = key * 960;
        file.nodes[0].meshes.push_back(std::move(mesh));
    }
    return file;
}

} // namespace ossuary::testing
