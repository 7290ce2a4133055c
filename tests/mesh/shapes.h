// Small meshes made by formulas, for the tests of this room.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "ossuary/base/math.h"
#include "ossuary/model/model.h"

namespace ossuary::testing {

inline void one_surface(Mesh& mesh) {
    mesh.surfaces = {{"", -1, 0, static_cast<std::uint32_t>(mesh.indices.size()), 0,
                      static_cast<std::uint32_t>(mesh.positions.size())}};
}

// Eight corners, twelve triangles, from -1 to 1.
inline Mesh cube() {
    Mesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.positions.push_back({i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f});
    mesh.indices = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                    2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    one_surface(mesh);
    return mesh;
}

// A sheet of `cells` × `cells` quads in the plane y = 0, one metre each, with normals and texture coordinates: u along
// x, v along z.
inline Mesh sheet(std::uint32_t cells) {
    Mesh mesh;
    const auto n = static_cast<float>(cells);
    for (std::uint32_t z = 0; z <= cells; ++z)
        for (std::uint32_t x = 0; x <= cells; ++x) {
            mesh.positions.push_back({static_cast<float>(x), 0, static_cast<float>(z)});
            mesh.normals.push_back({0, 1, 0});
            mesh.uv0.push_back({static_cast<float>(x) / n, static_cast<float>(z) / n});
        }
    for (std::uint32_t z = 0; z < cells; ++z)
        for (std::uint32_t x = 0; x < cells; ++x) {
            const std::uint32_t a = z * (cells + 1) + x, b = a + 1, c = a + cells + 1, d = c + 1;
            mesh.indices.insert(mesh.indices.end(), {a, c, b, b, c, d});
        }
    one_surface(mesh);
    return mesh;
}

// The sheet rolled into a torus that does not close its seams: places coincide, vertices do not.
inline Mesh torus(std::uint32_t cells) {
    Mesh mesh = sheet(cells);
    constexpr float turn = 6.28318530718f;
    const auto wrapped = [cells](float step) {
        return std::fmod(step, static_cast<float>(cells)) / static_cast<float>(cells);
    };
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const float a = turn * wrapped(mesh.positions[v].x), b = turn * wrapped(mesh.positions[v].z);
        mesh.normals[v] = normalize(Vec3{std::cos(a) * std::cos(b), -std::sin(b), -std::sin(a) * std::cos(b)});
        mesh.positions[v] = Vec3{3 * std::cos(a), 0, -3 * std::sin(a)} + mesh.normals[v];
    }
    return mesh;
}

// A model of one torus on a chain of joints, in two materials, with weights that run around it.
inline Model skinned_torus(std::uint32_t cells, std::uint32_t joints) {
    Model model;
    model.name = "torus";
    Mesh mesh = torus(cells);
    const std::uint32_t half = static_cast<std::uint32_t>(mesh.indices.size()) / 6 * 3;
    const Surface whole = mesh.surfaces[0];
    mesh.surfaces = {whole, whole};
    mesh.surfaces[0].material = 0;
    mesh.surfaces[0].index_count = half;
    mesh.surfaces[1].material = 1;
    mesh.surfaces[1].first_index = half;
    mesh.surfaces[1].index_count = whole.index_count - half;
    model.materials.resize(2);
    model.materials[0].name = "stone";
    model.materials[1].name = "glass";
    model.materials[1].alpha = AlphaMode::blend;
    Skin skin;
    for (std::uint32_t j = 0; j < joints; ++j) {
        Joint joint;
        joint.name = "joint" + std::to_string(j);
        joint.parent = static_cast<std::int32_t>(j) - 1;
        joint.rest.translation = {0.25f, 0, 0};
        model.skeleton.joints.push_back(joint);
        skin.joints.push_back(j);
        Affine inverse_bind;
        inverse_bind.t = {-0.25f * static_cast<float>(j + 1), 0, 0};
        skin.inverse_bind.push_back(inverse_bind);
    }
    model.skins.push_back(skin);
    mesh.skin = 0;
    mesh.influence_start.push_back(0);
    for (const Vec2& uv : mesh.uv0) {
        const float along = std::min(uv.x, 0.9999f) * static_cast<float>(joints);
        const auto j = static_cast<std::uint32_t>(along);
        const float share = along - static_cast<float>(j);
        mesh.influences.push_back({j, 1 - share});
        mesh.influences.push_back({(j + 1) % joints, share});
        mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
    }
    model.meshes.push_back(std::move(mesh));
    return model;
}

} // namespace ossuary::testing
