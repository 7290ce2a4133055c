// Meshes and materials put together by hand, byte for byte, and golden meshes compared in every field.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/zengin/chunks/proto_mesh_layout.h"
#include "formats/zengin/compiled_files.h"
#include "ossuary/formats/zengin/mrm.h"

namespace ossuary::zengin::testing {

inline std::string archive_text(std::string_view objects = "objects 1        ") {
    return "ZenGin Archive\nver 1\nzCArchiverGeneric\nBINARY\nsaveGame 0\nEND\n" + std::string(objects) + "\nEND\n\n";
}

// One material of either game; `extra` bytes behind its fields, `size_error` added to the stated size.
inline Maker material_bytes(std::uint16_t version, std::size_t extra = 0, std::int32_t size_error = 0,
                            std::string_view class_name = "zCMaterial") {
    Maker object;
    object.put(version).put(std::uint32_t{0}).text("%", '\0').text(class_name, '\0');
    object.text("WOOD", '\0').put(std::uint8_t{3}).put(std::uint32_t{0xFF102030}).put(60.0f);
    object.text("WOOD.TGA", '\0').text("256 256", '\0').put(0.0f).put(std::uint8_t{0});
    object.text("9.9999997e-005 0", '\0').put(std::uint8_t{0}).put(std::uint8_t{1}).put(std::uint8_t{0}).text("", '\0');
    if (version != gothic1_material) {
        object.put(1.0f).put(std::uint8_t{0}).put(std::uint8_t{0}).put(1.0f).put(std::uint8_t{7}).put(std::uint8_t{2});
        object.put(30.0f).put(100.0f).put(std::uint8_t{0}).put(std::uint8_t{1});
    }
    object.floats({2.34375f, 2.34375f}).fill(extra, std::byte{0x5A});
    Maker maker;
    maker.text("WOOD", '\0').put(static_cast<std::int32_t>(object.data().size()) + 4 + size_error);
    return maker.bytes(object.data());
}

inline Maker obb_bytes(std::uint16_t children = 0) {
    return Maker().floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 2, 2}).put(children);
}
// A chain of boxes, each the child of the last.
inline Maker obb_chain(std::size_t depth) {
    Maker maker;
    for (std::size_t i = 0; i < depth; ++i) maker.bytes(obb_bytes(i + 1 < depth).data());
    return maker;
}

// The parts of a mesh, each of which a test may spoil before it puts them together.
struct MeshParts {
    std::uint16_t version = gothic1_mesh;
    Maker content;
    std::int64_t content_size = -1; // stated; -1: as it is
    std::uint8_t submeshes = 1;
    std::vector<std::array<std::uint32_t, 2>> table; // positions, normals, ten for the submesh
    Maker archive;
    Maker boxes = obb_bytes();

    Maker bytes() const {
        Maker maker;
        maker.put(version);
        maker.put(content_size < 0 ? static_cast<std::uint32_t>(content.data().size())
                                   : static_cast<std::uint32_t>(content_size));
        maker.bytes(content.data()).put(submeshes);
        for (const auto& section : table) maker.put(section[0]).put(section[1]);
        maker.bytes(archive.data());
        if (version != gothic1_mesh) maker.put(std::uint8_t{1});
        return maker.floats({0, 0, 0, 1, 1, 1}).bytes(boxes.data()).floats({1, 0, 0.03f, 0});
    }
};

// One triangle with one plane, one edge list and all the rest; Gothic 1 or 2 by the version.
inline MeshParts triangle_mesh(std::uint16_t version = gothic1_mesh) {
    MeshParts parts;
    parts.version = version;
    std::uint32_t at = 0;
    parts.table.resize(12);
    const auto array = [&](std::size_t place, std::uint32_t count, const Maker& values) {
        parts.table[place] = {at, count};
        parts.content.bytes(values.data());
        at += static_cast<std::uint32_t>(values.data().size());
    };
    const auto u16 = [](std::initializer_list<std::uint16_t> values) {
        Maker maker;
        for (const std::uint16_t value : values) maker.put(value);
        return maker;
    };
    array(0, 3, Maker().floats({0, 0, 0, 1, 0, 0, 0, 1, 0}));
    array(1, 0, {});
    array(2, 1, u16({0, 1, 2}));
    Maker wedges;
    for (std::uint16_t i = 0; i < 3; ++i) wedges.floats({0, 0, 1, 0.25f, 0.75f}).put(i).put(std::uint16_t{0xBFE1});
    array(3, 3, wedges);
    array(7, 3, u16({0xFFFF, 0, 1}));
    array(4, 0, {});
    array(8, 4, u16({0, 0, 0, 1, 0, 2, 1, 3}));
    array(5, 1, u16({0}));
    array(6, 1, Maker().floats({0, 0, 0, 1}));
    array(9, 1, u16({0, 1, 2}));
    array(10, 3, u16({0, 1, 1, 2, 2, 0}));
    array(11, 3, Maker().floats({0.5f, 0.25f, -0.0f}));
    parts.archive.bytes(as_bytes(archive_text()));
    parts.archive.bytes(material_bytes(version == gothic1_mesh ? gothic1_material : gothic2_material).data());
    return parts;
}

inline void expect_same_material(const Json& golden, const Material& material) {
    EXPECT_EQ(golden["entry_name"].string(), material.entry_name);
    EXPECT_EQ(golden["version"].integer(), material.version);
    EXPECT_EQ(golden["obj_index"].integer(), material.object_index);
    EXPECT_EQ(golden["object_name"].string(), material.object_name);
    EXPECT_EQ(golden["class"].string(), material.class_name);
    EXPECT_EQ(golden["name"].string(), material.name);
    EXPECT_EQ(golden["group"].integer(-1), material.mat_group);
    expect_same(golden["color_bgra"], material.color_bgra);
    const auto& bgra = material.color_bgra;
    expect_same(golden["color_rgba"], std::array<std::uint8_t, 4>{bgra[2], bgra[1], bgra[0], bgra[3]});
    expect_same(golden["smooth_angle"], material.smooth_angle);
    EXPECT_EQ(golden["texture"].string(), material.texture);
    EXPECT_EQ(golden["tex_scale"].string(), material.tex_scale);
    expect_same(golden["tex_ani_fps"], material.tex_ani_fps);
    EXPECT_EQ(golden["tex_ani_map_mode"].integer(-1), material.tex_ani_map_mode);
    EXPECT_EQ(golden["tex_ani_map_dir"].string(), material.tex_ani_map_dir);
    EXPECT_EQ(golden["no_coll"].integer(-1), material.no_coll_det);
    EXPECT_EQ(golden["no_lightmap"].integer(-1), material.no_lightmap);
    EXPECT_EQ(golden["dont_collapse"].integer(-1), material.lod_dont_collapse);
    EXPECT_EQ(golden["detail_object"].string("?"), material.detail_object);
    EXPECT_EQ(golden.find("detail_scale") == nullptr, material.is_gothic1());
    if (!material.is_gothic1()) {
        expect_same(golden["detail_scale"], material.detail_object_scale);
        EXPECT_EQ(golden["force_occluder"].integer(-1), material.force_occluder);
        EXPECT_EQ(golden["env"].integer(-1), material.environmental_mapping);
        expect_same(golden["env_strength"], material.environmental_mapping_strength);
        EXPECT_EQ(golden["wave_mode"].integer(-1), material.wave_mode);
        EXPECT_EQ(golden["wave_speed"].integer(-1), material.wave_speed);
        expect_same(golden["wave_amp"], material.wave_max_amplitude);
        expect_same(golden["wave_grid"], material.wave_grid_size);
        EXPECT_EQ(golden["ignore_sun"].integer(-1), material.ignore_sun_light);
        EXPECT_EQ(golden["alpha_func"].integer(-1), material.alpha_func);
    }
    expect_same(golden["default_mapping"], material.default_mapping);
}

inline void expect_same(const Json& golden, const Wedge& wedge) {
    expect_same(golden["normal"], wedge.normal);
    expect_same(golden["uv"], wedge.uv);
    EXPECT_EQ(golden["position_index"].integer(-1), wedge.position_index);
    EXPECT_EQ(golden["pad"].integer(-1), wedge.pad);
}
inline void expect_same(const Json& golden, const Plane& plane) {
    expect_same(golden["distance"], plane.distance);
    expect_same(golden["normal"], plane.normal);
}
inline void expect_same(const Json& golden, std::uint16_t value) { EXPECT_EQ(golden.integer(-1), value); }

// `count`, `first` and `last` of an array.
template <class T> void expect_same_ends(const Json& golden, const std::vector<T>& values) {
    ASSERT_EQ(golden["count"].integer(-1), static_cast<std::int64_t>(values.size()));
    if (values.empty()) {
        EXPECT_TRUE(golden["first"].is_null() && golden["last"].is_null());
        return;
    }
    expect_same(golden["first"], values.front());
    expect_same(golden["last"], values.back());
}

inline void expect_same_mesh(const Json& golden, const ProtoMesh& mesh) {
    EXPECT_EQ(golden["version"].string(), "0x" + crc_text(mesh.version).substr(4));
    EXPECT_EQ(golden["num_positions"].integer(), static_cast<std::int64_t>(mesh.positions.size()));
    EXPECT_EQ(golden["num_normals"].integer(), static_cast<std::int64_t>(mesh.normals.size()));
    expect_same(golden["positions_first"], mesh.positions.front());
    expect_same(golden["positions_last"], mesh.positions.back());
    if (!mesh.normals.empty()) {
        expect_same(golden["normals_first"], mesh.normals.front());
        expect_same(golden["normals_last"], mesh.normals.back());
    }
    ASSERT_EQ(golden["num_submeshes"].integer(), static_cast<std::int64_t>(mesh.submeshes.size()));
    std::size_t triangles = 0, wedges = 0;
    FloatCrc floats;
    for (const Vec3& value : mesh.positions) floats.add(value);
    for (const Vec3& value : mesh.normals) floats.add(value);
    for (std::size_t i = 0; i < mesh.submeshes.size(); ++i) {
        const Json& expected = golden["submeshes"].items()[i];
        const SubMesh& submesh = mesh.submeshes[i];
        triangles += submesh.triangles.size();
        wedges += submesh.wedges.size();
        expect_same_ends(expected["triangles"], submesh.triangles);
        expect_same_ends(expected["wedges"], submesh.wedges);
        expect_same_ends(expected["colors"], submesh.colors);
        expect_same_ends(expected["plane_indices"], submesh.plane_indices);
        expect_same_ends(expected["planes"], submesh.planes);
        expect_same_ends(expected["wedge_map"], submesh.wedge_map);
        expect_same_ends(expected["vertex_updates"], submesh.vertex_updates);
        expect_same_ends(expected["triangle_edges"], submesh.triangle_edges);
        expect_same_ends(expected["edges"], submesh.edges);
        expect_same_ends(expected["edge_scores"], submesh.edge_scores);
        for (const Wedge& wedge : submesh.wedges) {
            floats.add(wedge.normal);
            floats.add(wedge.uv);
        }
        for (const float color : submesh.colors) floats.add(color);
        for (const Plane& plane : submesh.planes) {
            floats.add(plane.distance);
            floats.add(plane.normal);
        }
        for (const float score : submesh.edge_scores) floats.add(score);
        expect_same_material(golden["materials"].items()[i], mesh.materials[i]);
    }
    EXPECT_EQ(golden["total_triangles"].integer(), static_cast<std::int64_t>(triangles));
    EXPECT_EQ(golden["total_wedges"].integer(), static_cast<std::int64_t>(wedges));
    EXPECT_EQ(golden["materials"].size(), mesh.materials.size());
    EXPECT_EQ(golden["alpha_test"].is_null(), mesh.is_gothic1());
    expect_same(golden["bbox_min"], mesh.bbox.min);
    expect_same(golden["bbox_max"], mesh.bbox.max);
    EXPECT_EQ(golden["obb_boxes"].integer(), static_cast<std::int64_t>(mesh.obb.size()));
    const Json& root = golden["obb_root"];
    expect_same(root["center"], mesh.obb[0].center);
    expect_same(root["axes"], mesh.obb[0].axes);
    expect_same(root["half"], mesh.obb[0].half);
    EXPECT_EQ(root["children"].integer(-1), mesh.obb[0].children);
    expect_same(golden["tail_floats"], mesh.tail_floats);
    floats.add(mesh.bbox.min);
    floats.add(mesh.bbox.max);
    for (const OrientedBox& box : mesh.obb) {
        floats.add(box.center);
        for (const Vec3& axis : box.axes) floats.add(axis);
        floats.add(box.half);
    }
    for (const float value : mesh.tail_floats) floats.add(value);
    EXPECT_EQ(golden["crc32_all_float32"].string(), crc_text(floats.value()));

    // The offsets and the content as they are written.
    ByteBuffer written;
    PayloadWriter io(written);
    io("mesh", mesh);
    const auto number = [&](std::size_t at) {
        return std::int64_t{load<std::uint32_t>(written.data() + at, Endian::little)};
    };
    const auto size = static_cast<std::size_t>(number(2));
    EXPECT_EQ(golden["content_size"].integer(), number(2));
    EXPECT_EQ(golden["crc32_content_bytes"].string(), crc_text(crc32(Bytes(written).subspan(6, size))));
    std::size_t at = 6 + size + 1;
    const auto expect_section = [&](const Json& section) {
        EXPECT_EQ(section.items()[0].integer(-1), number(at));
        EXPECT_EQ(section.items()[1].integer(-1), number(at + 4));
        at += 8;
    };
    expect_section(golden["positions_offset_count"]);
    expect_section(golden["normals_offset_count"]);
    for (const Json& table : golden["section_table"].items())
        for (const char* name : {"triangles", "wedges", "colors", "plane_indices", "planes", "wedge_map",
                                 "vertex_updates", "triangle_edges", "edges", "edge_scores"})
            expect_section(table[name]);
    EXPECT_TRUE(mesh.content.empty());
}

} // namespace ossuary::zengin::testing
