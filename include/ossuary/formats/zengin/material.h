// A material as meshes hold it in their archive (chunk.h: ArchiveHeader): a loose name, then an object.
//
//     cstr entry name    u32 object size, counted from this field    u16 version (17408 Gothic 1, 39939 Gothic 2)
//     u32 object index   cstr object name `%`    cstr class `zCMaterial`    the fields, in the order of Material
//
// Strings end with 0x00. Gothic 1 has no fields between detail_object and default_mapping.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/chunk.h"
#include "ossuary/model/material.h"

namespace ossuary::zengin {

inline constexpr std::uint16_t gothic1_material = 17408, gothic2_material = 39939;

struct Material {
    std::string entry_name; // the same as `name`
    std::uint16_t version = gothic2_material;
    std::uint32_t object_index = 0;
    std::string object_name = "%";
    std::string class_name = "zCMaterial";
    std::string name;
    std::uint8_t mat_group = 0; // undefined, metal, stone, wood, earth, water, snow
    std::array<std::uint8_t, 4> color_bgra{0, 0, 0, 255};
    float smooth_angle = 60; // degrees
    std::string texture;
    std::string tex_scale = "0 0"; // two numbers; kept as text, as is tex_ani_map_dir
    float tex_ani_fps = 0;
    std::uint8_t tex_ani_map_mode = 0; // none, linear
    std::string tex_ani_map_dir = "0 0";
    std::uint8_t no_coll_det = 0;
    std::uint8_t no_lightmap = 0;
    std::uint8_t lod_dont_collapse = 0;
    std::string detail_object;
    float detail_object_scale = 1; // Gothic 2 from here …
    std::uint8_t force_occluder = 0;
    std::uint8_t environmental_mapping = 0;
    float environmental_mapping_strength = 1;
    std::uint8_t wave_mode = 0;  // none, ambient ground, ground, ambient wall, wall, env, ambient wind, wind
    std::uint8_t wave_speed = 2; // none, slow, normal, fast
    float wave_max_amplitude = 30;
    float wave_grid_size = 100;
    std::uint8_t ignore_sun_light = 0;
    std::uint8_t alpha_func = 1; // … to here: as the texture, none, blend, add, sub, mul, mul2
    Vec2 default_mapping{2.34375f, 2.34375f};
    RawBytes leftover; // behind the fields, inside the object
    bool operator==(const Material&) const = default;

    bool is_gothic1() const { return version == gothic1_material; }
};

// The two numbers of tex_scale or tex_ani_map_dir; nothing if they are not that. Exponents such as `e-005` are fine.
std::optional<Vec2> parse_pair(std::string_view text);

// The other way, in the engine's spelling: `9.9999997e-005 0`.
std::string pair_text(const Vec2& pair);

// How the engine blends a material: by its alpha function, `mask` where that leaves it to the texture or to none. A
// mask, or a blend, whose colour is opaque and whose texture is DXT1 is drawn as opaque; so is a mask without a
// texture, and every mask where the caller does not test alpha. Gothic 1 knows no function but the texture's.
AlphaMode alpha_mode(const Material& material, bool is_dxt1, bool alpha_test = true);
// The same for the alpha functions of particles, of which those not named by the engine are opaque.
AlphaMode particle_alpha_mode(std::uint8_t alpha_func);
// By what the alpha of a decal's picture is multiplied.
constexpr float decal_alpha(std::uint8_t weight) { return static_cast<float>(weight) / 255.0f; }

// A material of the model that looks alike; `basis_scale` is metres per unit. Its texture's name is in
// `texture`, and `extras.gothic` is the whole source. A mask is opaque until a picture is found that has holes
// (textures.h).
ossuary::Material to_material(const Material& source, double basis_scale);
// And back: the source itself if it was kept, else one that looks alike, as version `version`. The texture is
// `texture`, or else the file of `image`, which may be null.
Material from_material(const ossuary::Material& material, const Image* image, std::uint16_t version,
                       double basis_scale);

// ---- a list of materials with its count, as chunk b020 of an MSH holds it

struct MaterialList {
    ArchiveHeader archive;
    std::vector<Material> materials;
    bool operator==(const MaterialList&) const = default;
};

// Such a payload as a file of its own (MAT), whatever follows it kept.
struct MaterialFile {
    MaterialList list;
    UnusualEnds unusual_ends;
    RawBytes trailing;
    bool operator==(const MaterialFile&) const = default;
};
Result<MaterialFile> parse_mat(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mat(const MaterialFile& file);
Json dump_mat(const MaterialFile& file);
Result<MaterialFile> build_mat(const Json& json);

} // namespace ossuary::zengin
