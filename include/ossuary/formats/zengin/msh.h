// MSH: a plain mesh of polygons, static meshes and world meshes alike.
//
//     b000   u16 version (9 Gothic 1, 265 Gothic 2), date (any 16 bytes), line name
//     b010   box (vec3 min, vec3 max), tree of oriented boxes (obb.h)
//     b020   material archive, u32 count, materials (material.h), u8 alpha test (Gothic 2 only)
//     b025   light maps, each with its texture;  b026  light maps with shared textures: kept as they are
//     b030   u32 count, vec3 position
//     b040   u32 count, features: vec2 uv, u32 light (A8R8G8B8), vec3 normal
//     b050   u32 count, polygons: u16 material, i16 light map, f32 distance, vec3 normal, u8 flags, u8 more flags
//            (Gothic 1 only), i16 sector, u8 n, n × (u16 position in Gothic 1, u32 in Gothic 2; u32 feature)
//     b060   end, empty
//
// Some tools write Gothic 1 files with u32 position indices. Nothing says so: it is tried when u16 does not end where
// the chunk ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ossuary/formats/zengin/material.h"

namespace ossuary::zengin {

inline constexpr std::uint16_t gothic1_plain_mesh = 9, gothic2_plain_mesh = 265;

struct MeshFeature {
    Vec2 uv;
    std::uint32_t light = 0;
    Vec3 normal;
    static constexpr std::size_t packed_size = 24;
    bool operator==(const MeshFeature&) const = default;
};

struct PolygonCorner {
    std::uint32_t position = 0;
    std::uint32_t feature = 0;
    bool operator==(const PolygonCorner&) const = default;
};

// A convex fan: triangles (0, i, i + 1).
struct MeshPolygon {
    std::uint16_t material = 0;
    std::int16_t light_map = -1; // none
    float plane_distance = 0;
    Vec3 plane_normal;
    // Bits 0-1 portal kind, 2 occluder, 3 sector, 4 LOD (G1) or must relight (G2), 5 outdoor, 6 ghost occluder,
    // 7 dynamic light (G2).
    std::uint8_t flags = 0;
    std::uint8_t normal_axis = 0; // G1 only; bits 0-1: the largest component of the normal
    std::int16_t sector = -1;
    std::uint8_t corner_count = 0; // of PlainMesh::corners
    bool operator==(const MeshPolygon&) const = default;
};

struct LightMaps {
    ChunkType type{}; // b025 or b026
    RawBytes payload;
    bool operator==(const LightMaps&) const = default;
};

struct PlainMesh {
    std::uint16_t version = gothic2_plain_mesh;
    Date date;
    std::string name;
    BoundingBox bbox;
    std::vector<OrientedBox> obb{1};
    MaterialList materials;
    std::optional<std::uint8_t> alpha_test; // Gothic 2
    std::optional<LightMaps> light_maps;
    std::vector<Vec3> positions;
    std::vector<MeshFeature> features;
    bool wide_indices = false; // u32 position indices in a Gothic 1 file
    std::vector<MeshPolygon> polygons;
    std::vector<PolygonCorner> corners; // those of the first polygon, then those of the second …
    Layout layout;
    bool operator==(const PlainMesh&) const = default;

    bool is_gothic1() const { return version == gothic1_plain_mesh; }
};

// True if the bytes begin with the head of a plain mesh, in a known version.
bool recognise_msh(Bytes bytes);
Result<PlainMesh> parse_msh(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_msh(const PlainMesh& file);
Json dump_msh(const PlainMesh& file);
Result<PlainMesh> build_msh(const Json& json);

// How many light maps the chunk holds; nothing if its textures cannot be followed.
std::optional<std::uint32_t> count_light_maps(const LightMaps& maps);

} // namespace ossuary::zengin
