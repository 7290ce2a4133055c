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

// One of the materials of a polygon with the texture coordinates of its corners. Pirate's Moon may have several.
struct PolygonMaterial {
    std::int32_t material = 0;
    std::optional<std::vector<Range>> uvs; // u, v; v down
};

struct Polygon {
    std::uint32_t flags = 0; // without the count of corners: see polygon_flags
    std::int32_t priority = 0;
    std::uint32_t vertices_ptr = 1;
    std::uint32_t normals_ptr = 0;
    std::uint32_t materials_ptr = 1; // Pirate's Moon
    std::uint32_t uvs_ptr = 0;
    std::uint32_t colors_ptr = 1;           // not in Recoil
    std::uint32_t refs_ptr = 1;             // not in Recoil
    std::uint32_t zone_set = 0xFFFFFF00;    // a count and three zones, the unused ones -1
    std::vector<PolygonMaterial> materials; // one; Pirate's Moon: one or more
    std::vector<std::uint32_t> vertex_indices;
    std::optional<std::vector<std::uint32_t>> normal_indices;
    std::vector<Color> colors; // 0 to 255; not in Recoil
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
};

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
