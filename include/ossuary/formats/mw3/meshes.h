// Meshes and materials as mechlib.zbd and gamez.zbd hold them.
//
//     mesh info 92 bytes (Recoil 84, Pirate's Moon 100), and where its file says so:
//     vertices, normals, morphs    vec3 each
//     point lights                 76 bytes each, then their vertices, light by light
//     polygons                     36 bytes each (Recoil 28, Pirate's Moon 40), then of each its corners' vertex
//     indices,
//                                  normal indices, texture coordinates and colours, as far as it has them
//     references                   Pirate's Moon: 12 bytes each
//
// Counts are not kept: they are the lengths of the lists. Pointers are memory addresses of the program that wrote the
// file; only being zero or not matters, and they are kept.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ossuary/formats/mw3/fields.h"

namespace ossuary::mw3 {

struct PointLight {
    std::int32_t unknown_0 = 0;
    std::int32_t unknown_4 = 0;
    Real unknown_8;
    std::uint32_t reserved_16 = 0;
    std::uint32_t reserved_20 = 0;
    std::uint32_t ptr_24 = 0;
    Color color{{255, 255, 255}};
    std::uint16_t reserved_40 = 0;
    std::uint16_t flags = 0;
    std::uint32_t vertices_ptr = 1;
    Real unknown_48;
    Real unknown_52;
    Real unknown_56;
    std::int32_t unknown_60 = 0;
    Real unknown_64;
    Real unknown_68;
    Real unknown_72;
    std::vector<Vector> vertices;
};

// Where in a list of its mesh the entries of a polygon lie.
struct Run {
    std::uint32_t first = 0, count = 0;
};

// One of the materials of a polygon with the texture coordinates of its corners. Pirate's Moon may have several.
struct PolygonMaterial {
    std::int32_t material = 0;
    Run uvs; // empty without
};

struct Polygon {
    std::uint32_t flags = 0; // without the count of corners: see polygon_flags
    std::int32_t priority = 0;
    std::uint32_t vertices_ptr = 1;
    std::uint32_t normals_ptr = 0;
    std::uint32_t materials_ptr = 1; // Pirate's Moon
    std::uint32_t uvs_ptr = 0;
    std::uint32_t colors_ptr = 1;        // not in Recoil
    std::uint32_t refs_ptr = 1;          // not in Recoil
    std::uint32_t zone_set = 0xFFFFFF00; // a count and three zones, the unused ones -1
    Run vertex_indices;                  // one for each corner, as all below
    Run normal_indices;                  // empty without normals
    Run colors;                          // not in Recoil
    Run materials;                       // one; Pirate's Moon: one or more
};

// The bits of Polygon::flags in a game.
struct PolygonBits {
    std::uint32_t both_sides, normals, strip, corners, all;
};
PolygonBits polygon_bits(Game game);

struct MeshReference { // Pirate's Moon
    std::int32_t material = 0;
    std::uint32_t uses = 0;
    std::uint32_t polygon_ptr = 0;
};

struct WorldMesh {
    std::uint32_t mesh_type = 0;   // 0 plain, 1 facade: turns to the viewer, 2 points
    std::uint32_t facade_mode = 0; // not in Recoil: 0 about y, 1 tilting too, 2 about x, 3 about z
    std::uint32_t flags = 0;       // 1 lit, 2 fogged, 0x10 texture scrolls, 0x20 cloud shadows …
    std::uint32_t parent_count = 1;
    Real morph_factor;
    Real scroll_u;
    Real scroll_v;
    std::uint32_t scroll_frame = 0;
    std::uint32_t polygons_ptr = 0;
    std::uint32_t vertices_ptr = 0;
    std::uint32_t normals_ptr = 0;
    std::uint32_t lights_ptr = 0;
    std::uint32_t morphs_ptr = 0;
    Vector bbox_mid;
    Real bbox_diag;
    std::uint32_t active_polygon = 0; // not in Recoil
    std::uint32_t refs_ptr = 0;       // Pirate's Moon
    std::vector<Vector> vertices;
    std::vector<Vector> normals;
    std::vector<Vector> morphs;
    std::vector<PointLight> lights;
    std::vector<Polygon> polygons;
    std::vector<MeshReference> refs; // Pirate's Moon
    // What the polygons have in runs.
    std::vector<std::uint32_t> vertex_indices, normal_indices;
    std::vector<Color> colors; // 0 to 255
    std::vector<PolygonMaterial> materials;
    std::vector<Range> uvs; // u, v; v down

    std::span<const std::uint32_t> vertex_indices_of(const Polygon& p) const {
        return entries(vertex_indices, p.vertex_indices);
    }
    std::span<const std::uint32_t> normal_indices_of(const Polygon& p) const {
        return entries(normal_indices, p.normal_indices);
    }
    std::span<const Color> colors_of(const Polygon& p) const { return entries(colors, p.colors); }
    std::span<const PolygonMaterial> materials_of(const Polygon& p) const { return entries(materials, p.materials); }
    std::span<const Range> uvs_of(const PolygonMaterial& material) const { return entries(uvs, material.uvs); }

private:
    // None where the run leads beyond the list.
    template <class T> static std::span<const T> entries(const std::vector<T>& list, const Run& run) {
        if (std::uint64_t{run.first} + run.count > list.size()) return {};
        return std::span<const T>(list).subspan(run.first, run.count);
    }
};

// Appends entries to a list of a mesh.
template <class T> Run add_run(std::vector<T>& list, std::span<const T> entries) {
    const Run run{static_cast<std::uint32_t>(list.size()), static_cast<std::uint32_t>(entries.size())};
    list.insert(list.end(), entries.begin(), entries.end());
    return run;
}

struct TextureCycle { // gamez.zbd
    std::uint32_t looping = 1;
    std::int32_t current_frame = 0;
    Real current_index;
    Real speed = 4; // pictures a second
    std::uint32_t textures_ptr = 1;
    std::vector<std::int32_t> textures;
};

namespace material_flags {
enum : std::uint8_t { textured = 0x01, unknown = 0x02, cycled = 0x04, always = 0x10, free = 0x20 };
}

// 40 bytes, the same in all games.
struct WorldMaterial {
    std::uint8_t alpha = 255;
    std::uint8_t flags = material_flags::always;
    std::uint16_t rgb = 0;
    Color color{{255, 255, 255}};
    std::int32_t texture = 0;      // gamez.zbd: index of a texture
    std::uint32_t texture_ptr = 0; // mechlib.zbd
    Real reserved_20;
    Real half_24 = 0.5f;
    Real half_28 = 0.5f;
    std::uint32_t soil = 0; // 0 to 13
    std::uint32_t cycle_ptr = 0;
    std::string texture_name;          // mechlib.zbd, textured ones
    std::int16_t next = -1, prev = -1; // gamez.zbd
    std::optional<TextureCycle> cycle; // gamez.zbd

    bool is_textured() const { return (flags & material_flags::textured) != 0; }
};

} // namespace ossuary::mw3
