// The records of nodes.h and meshes.h, field by field: one description for reading, writing, dump and build. Counts of
// lists stand in the bytes only.
#pragma once

#include "formats/mw3/in_game_json.h"
#include "ossuary/formats/mw3/gamez.h"
#include "ossuary/formats/mw3/mechlib.h"

namespace ossuary::mw3 {

template <class Io> constexpr bool in_json = std::is_same_v<Io, JsonDumper> || std::is_same_v<Io, JsonBuilder>;

// A count that the bytes hold and JSON does not.
template <class Io, class T> void count_field(Io& io, std::string_view field, T& count) {
    if constexpr (!in_json<Io>) io(field, count);
}

inline Json to_json(const Bounds& bounds) { return Json(Json::Array{to_json(bounds.low), to_json(bounds.high)}); }
inline bool from_json(const Json& json, Bounds& bounds) {
    return json.is_array() && json.size() == 2 && from_json(json[0], bounds.low) && from_json(json[1], bounds.high);
}
template <class Io> void describe(Io& io, Bounds& bounds) {
    io("low", bounds.low);
    io("high", bounds.high);
}

// ---- nodes

template <class Io> void describe(Io& io, Object3d& o) {
    io("flags", o.flags);
    io("opacity", o.opacity);
    io("color", o.color);
    io("unknown_20", o.unknown_20);
    io("rotation", o.rotation);
    io("scale", o.scale);
    io("matrix", o.matrix);
    io("reserved_96", o.reserved_96);
}

template <class Io> void describe(Io& io, Lod& lod, Game game) {
    io("level", lod.level);
    io("near_sq", lod.near_sq);
    io("far", lod.far);
    io("far_sq", lod.far_sq);
    if (game == Game::pirates_moon) {
        io("reserved_16", lod.reserved_16_long);
        io("unknown_64", lod.unknown_64);
        io("unknown_68", lod.unknown_68);
        io("unknown_72", lod.unknown_72);
        io("unknown_76", lod.unknown_76);
        io("one_80", lod.one);
        io("reserved_84", lod.reserved_84);
        return io("reserved_88", lod.reserved_88);
    }
    io("reserved_16", lod.reserved_16);
    io("unknown_60", lod.unknown_60);
    io("unknown_64", lod.unknown_64);
    io("one_68", lod.one);
    io("has_76", lod.has_76);
    io("ptr_76", lod.ptr_76);
}

template <class Io> void describe(Io& io, LightNode& light, Game game) {
    if (game == Game::recoil) {
        io("recalc", light.recalc);
        io("unknown_4", light.unknown_4);
    }
    io("orientation", light.orientation);
    io("translation", light.translation);
    io("angles", light.angles);
    io("world_translation", light.world_translation);
    io("transform", light.transform);
    io("world_point", light.world_point);
    io("reserved_108", light.reserved_108);
    io("camera_point", light.camera_point);
    io("world_view", light.world_view);
    io("camera_view", light.camera_view);
    io("diffuse", light.diffuse);
    io("ambient", light.ambient);
    io("color", light.color);
    if (game == Game::pirates_moon) {
        io("color_ambient", light.color_ambient);
        io("color_diffuse_mixed", light.color_diffuse_mixed);
        io("color_ambient_mixed", light.color_ambient_mixed);
        io("color_combined", light.color_combined);
    }
    if (game == Game::recoil) {
        io("directional", light.directional);
        io("directed_source", light.directed_source);
        io("point_source", light.point_source);
        io("saturated", light.saturated);
        io("unknown_200", light.unknown_200);
    } else {
        io("flags", light.flags);
    }
    io("near", light.near);
    io("far", light.far);
    if (game != Game::recoil) io("near_sq", light.near_sq);
    io("far_sq", light.far_sq);
    io("range_inv", light.range_inv);
    auto count = static_cast<std::uint32_t>(light.parents.size());
    count_field(io, "parent_count", count);
    if constexpr (std::is_same_v<Io, ByteReader>) light.parents.resize(std::min<std::size_t>(count, 32768));
    io("parents_ptr", light.parents_ptr);
    if constexpr (in_json<Io>) io("parents", light.parents);
}

template <class Io> void describe(Io& io, CameraNode& c) {
    io("world_index", c.world_index);
    io("window_index", c.window_index);
    io("focus_xy", c.focus_xy);
    io("focus_xz", c.focus_xz);
    io("flags", c.flags);
    io("runtime_20", c.runtime_20);
    io("clip_near", c.clip_near);
    io("clip_far", c.clip_far);
    io("runtime_184", c.runtime_184);
    io("lod_multiplier", c.lod_multiplier);
    io("lod_inv_sq", c.lod_inv_sq);
    io("fov_h_scale", c.fov_h_scale);
    io("fov_v_scale", c.fov_v_scale);
    io("fov_h_base", c.fov_h_base);
    io("fov_v_base", c.fov_v_base);
    io("fov_h", c.fov_h);
    io("fov_v", c.fov_v);
    io("fov_h_half", c.fov_h_half);
    io("fov_v_half", c.fov_v_half);
    io("one_248", c.one_248);
    io("runtime_252", c.runtime_252);
    io("one_312", c.one_312);
    io("runtime_316", c.runtime_316);
    io("one_388", c.one_388);
    io("runtime_392", c.runtime_392);
    io("reserved_464", c.reserved_464);
    io("fov_h_cot", c.fov_h_cot);
    io("fov_v_cot", c.fov_v_cot);
    io("reserved_476", c.reserved_476);
    io("zone_set_valid", c.zone_set_valid);
    io("zone_set", c.zone_set);
}

template <class Io> void describe(Io& io, DisplayNode& d) {
    io("origin_x", d.origin_x);
    io("origin_y", d.origin_y);
    io("width", d.width);
    io("height", d.height);
    io("clear_color", d.clear_color);
}

template <class Io> void describe(Io& io, WindowNode& w) {
    io("origin_x", w.origin_x);
    io("origin_y", w.origin_y);
    io("width", w.width);
    io("height", w.height);
    io("reserved_16", w.reserved_16);
    io("buffer_index", w.buffer_index);
    io("buffer_ptr", w.buffer_ptr);
    io("reserved_236", w.reserved_236);
    io("reserved_240", w.reserved_240);
    io("reserved_244", w.reserved_244);
}

template <class Io> void describe(Io& io, CellNode& node, Game game) {
    io("node", node.node);
    if (game == Game::pirates_moon) io("y", node.y);
}

template <class Io> void describe(Io& io, Partition& p, Game game) {
    io("flags", p.flags);
    io("minus_one", p.minus_one);
    io("x", p.x);
    io("z", p.z);
    io("min", p.min);
    io("max", p.max);
    io("mid", p.mid);
    io("diagonal", p.diagonal);
    io("reserved_56", p.reserved_56);
    auto count = static_cast<std::uint16_t>(p.nodes.size());
    count_field(io, "node_count", count);
    if constexpr (std::is_same_v<Io, ByteReader>) p.nodes.resize(count);
    io("nodes_ptr", p.nodes_ptr);
    if (game != Game::recoil) {
        io("reserved_64", p.reserved_64);
        io("reserved_68", p.reserved_68);
    }
    if (game == Game::pirates_moon) {
        io("reserved_72", p.reserved_72);
        io("reserved_76", p.reserved_76);
        io("reserved_80", p.reserved_80);
        io("reserved_84", p.reserved_84);
    }
    if constexpr (in_json<Io>) {
        if (game == Game::pirates_moon) {
            describe_all(io, "nodes", p.nodes, game);
        } else {
            std::vector<std::int32_t> nodes;
            for (const CellNode& node : p.nodes) nodes.push_back(node.node);
            io("nodes", nodes);
            p.nodes.resize(nodes.size());
            for (std::size_t i = 0; i < nodes.size(); ++i) p.nodes[i].node = nodes[i];
        }
    }
}

// The lists' lengths while a world is read.
struct WorldCounts {
    std::uint32_t lights = 0, sounds = 0;
};
template <class Io> void describe_world(Io& io, WorldData& w, WorldCounts& counts, Game game) {
    io("flags", w.flags);
    io("partitions_used", w.partitions_used);
    io("partition_count", w.partition_count);
    io("partitions_ptr", w.partitions_ptr);
    io("fog_type", w.fog_type);
    io("fog_color", w.fog_color);
    io("fog_range", w.fog_range);
    io("fog_altitude", w.fog_altitude);
    io("fog_density", w.fog_density);
    io("left", w.left);
    io("bottom", w.bottom);
    io("width", w.width);
    io("height", w.height);
    io("right", w.right);
    io("top", w.top);
    if (game == Game::pirates_moon) {
        io("left_2", w.left_2);
        io("bottom_2", w.bottom_2);
        io("right_2", w.right_2);
        io("top_2", w.top_2);
    }
    io("max_features", w.max_features);
    io("virtual_on", w.virtual_on);
    if (game != Game::recoil) {
        io("virtual_x_min", w.virtual_x_min);
        io("virtual_z_min", w.virtual_z_min);
        io("virtual_x_max", w.virtual_x_max);
        io("virtual_z_max", w.virtual_z_max);
    }
    io("cell_x", w.cell_x);
    io("cell_z", w.cell_z);
    io("half_x", w.half_x);
    io("half_z", w.half_z);
    io("inv_x", w.inv_x);
    io("inv_z", w.inv_z);
    io("cell_diag", w.cell_diag);
    io("tolerance_low", w.tolerance_low);
    io("tolerance_high", w.tolerance_high);
    io("count_x", w.count_x);
    io("count_z", w.count_z);
    io("virtual_ptr", w.virtual_ptr);
    io("one_a", w.one_a);
    io("one_b", w.one_b);
    io("one_c", w.one_c);
    count_field(io, "light_count", counts.lights);
    io("light_nodes_ptr", w.light_nodes_ptr);
    io("light_data_ptr", w.light_data_ptr);
    count_field(io, "sound_count", counts.sounds);
    io("sound_nodes_ptr", w.sound_nodes_ptr);
    io("sound_data_ptr", w.sound_data_ptr);
    io("reserved_end", w.reserved_end);
}
struct WorldDataRecord {
    WorldData& world;
    WorldCounts counts;
};
template <class Io> void describe(Io& io, WorldDataRecord& record, Game game) {
    describe_world(io, record.world, record.counts, game);
}
template <class Io> void describe(Io& io, WorldData& world, Game game) {
    WorldCounts counts{static_cast<std::uint32_t>(world.lights.size()),
                       static_cast<std::uint32_t>(world.sounds.size())};
    describe_world(io, world, counts, game);
    if constexpr (in_json<Io>) {
        io("lights", world.lights);
        io("sounds", world.sounds);
        describe_all(io, "partitions", world.partitions, game);
    }
}

// A node's record with what the bytes hold beside its fields.
struct NodeRecord {
    WorldNode& node;
    std::uint32_t parent_count = 0, child_count = 0;
    bool is_mech = false; // mesh_ptr in place of mesh_index
};
template <class Io> void as_short(Io& io, std::string_view field, std::int32_t& value) {
    auto narrow = static_cast<std::int16_t>(value);
    io(field, narrow);
    value = narrow;
}
template <class Io> void as_short(Io& io, std::string_view field, std::uint32_t& value) {
    auto narrow = static_cast<std::uint16_t>(value);
    io(field, narrow);
    value = narrow;
}
template <class Io> void describe(Io& io, NodeRecord& record, Game game) {
    WorldNode& n = record.node;
    io("name", n.name);
    io("flags", n.flags);
    io("reserved_40", n.reserved_40);
    io("update_flags", n.update_flags);
    io("zone_id", n.zone_id);
    io("class", n.node_class);
    io("data_ptr", n.data_ptr);
    if (record.is_mech)
        io("mesh_ptr", n.mesh_ptr);
    else
        io("mesh_index", n.mesh_index);
    io("environment_ptr", n.environment_ptr);
    io("action_priority", n.action_priority);
    io("action_ptr", n.action_ptr);
    if (game == Game::pirates_moon) {
        as_short(io, "partition_x", n.partition_x);
        as_short(io, "partition_z", n.partition_z);
        as_short(io, "virtual_x", n.virtual_x);
        as_short(io, "virtual_z", n.virtual_z);
        if constexpr (!in_json<Io>) {
            as_short(io, "parent_count", record.parent_count);
            as_short(io, "child_count", record.child_count);
        }
        io("parents_ptr", n.parents_ptr);
        io("children_ptr", n.children_ptr);
    } else {
        io("partition_x", n.partition_x);
        io("partition_z", n.partition_z);
        count_field(io, "parent_count", record.parent_count);
        io("parents_ptr", n.parents_ptr);
        count_field(io, "child_count", record.child_count);
        io("children_ptr", n.children_ptr);
    }
    io("bbox_mid", n.bbox_mid);
    io("bbox_diag", n.bbox_diag);
    if (game == Game::pirates_moon) io("active_bbox", n.active_bbox);
    io("node_bbox", n.node_bbox);
    io("mesh_bbox", n.mesh_bbox);
    io("child_bbox", n.child_bbox);
    io("activation_ptr", n.activation_ptr);
    if (game == Game::recoil) return;
    io("reserved_192", n.reserved_192);
    io("unknown_196", n.unknown_196);
    io("reserved_200", n.reserved_200);
    io("reserved_204", n.reserved_204);
}

// The data of a class, with its defaults.
inline NodeData data_of(NodeClass node_class) {
    switch (node_class) {
    case NodeClass::empty: break;
    case NodeClass::camera: return CameraNode{};
    case NodeClass::world: return WorldData{};
    case NodeClass::window: return WindowNode{};
    case NodeClass::display: return DisplayNode{};
    case NodeClass::object3d: return Object3d{};
    case NodeClass::lod: return Lod{};
    case NodeClass::light: return LightNode{};
    }
    return {};
}

// ---- meshes

template <class Io> void describe_light(Io& io, PointLight& l, std::uint32_t& vertex_count) {
    io("unknown_0", l.unknown_0);
    io("unknown_4", l.unknown_4);
    io("unknown_8", l.unknown_8);
    count_field(io, "vertex_count", vertex_count);
    io("reserved_16", l.reserved_16);
    io("reserved_20", l.reserved_20);
    io("ptr_24", l.ptr_24);
    io("color", l.color);
    io("reserved_40", l.reserved_40);
    io("flags", l.flags);
    io("vertices_ptr", l.vertices_ptr);
    io("unknown_48", l.unknown_48);
    io("unknown_52", l.unknown_52);
    io("unknown_56", l.unknown_56);
    io("unknown_60", l.unknown_60);
    io("unknown_64", l.unknown_64);
    io("unknown_68", l.unknown_68);
    io("unknown_72", l.unknown_72);
}
struct PointLightRecord {
    PointLight& light;
    std::uint32_t vertex_count = 0;
};
template <class Io> void describe(Io& io, PointLightRecord& record) {
    describe_light(io, record.light, record.vertex_count);
}
template <class Io> void describe(Io& io, PointLight& light) {
    std::uint32_t count = 0;
    describe_light(io, light, count);
    io("vertices", light.vertices);
}

struct PolygonRecord {
    Polygon& polygon;
    std::uint32_t flags = 0; // with the count of corners
    std::int32_t material = 0;
    std::uint32_t material_count = 1;
};
template <class Io> void describe(Io& io, PolygonRecord& record, Game game) {
    Polygon& p = record.polygon;
    io("flags", record.flags);
    io("priority", p.priority);
    io("vertices_ptr", p.vertices_ptr);
    io("normals_ptr", p.normals_ptr);
    if (game == Game::pirates_moon) {
        io("material_count", record.material_count);
        io("materials_ptr", p.materials_ptr);
    }
    io("uvs_ptr", p.uvs_ptr);
    if (game != Game::recoil) {
        io("colors_ptr", p.colors_ptr);
        io("refs_ptr", p.refs_ptr);
    }
    if (game != Game::pirates_moon) io("material", record.material);
    io("zone_set", p.zone_set);
}

// A polygon with lists of its own, as JSON has it.
struct LoosePolygonMaterial {
    std::int32_t material = 0;
    std::optional<std::vector<Range>> uvs;
};
struct LoosePolygon {
    Polygon head;
    std::vector<LoosePolygonMaterial> materials;
    std::vector<std::uint32_t> vertex_indices;
    std::optional<std::vector<std::uint32_t>> normal_indices;
    std::vector<Color> colors;
};
LoosePolygon loosened(const WorldMesh& mesh, const Polygon& polygon);
void add_polygon(WorldMesh& mesh, const LoosePolygon& loose);

template <class Io> void describe(Io& io, LoosePolygonMaterial& material) {
    io("material", material.material);
    io("uvs", material.uvs);
}
template <class Io> void describe(Io& io, LoosePolygon& loose, Game game) {
    Polygon& p = loose.head;
    io("flags", p.flags);
    io("priority", p.priority);
    io("vertices_ptr", p.vertices_ptr);
    io("normals_ptr", p.normals_ptr);
    if (game == Game::pirates_moon) io("materials_ptr", p.materials_ptr);
    io("uvs_ptr", p.uvs_ptr);
    if (game != Game::recoil) {
        io("colors_ptr", p.colors_ptr);
        io("refs_ptr", p.refs_ptr);
    }
    if (game == Game::pirates_moon) {
        io("materials", loose.materials);
    } else {
        loose.materials.resize(1);
        describe(io, loose.materials[0]);
    }
    io("zone_set", p.zone_set);
    io("vertex_indices", loose.vertex_indices);
    io("normal_indices", loose.normal_indices);
    if (game != Game::recoil) io("colors", loose.colors);
}
template <class Io> void describe(Io& io, MeshReference& reference) {
    io("material", reference.material);
    io("uses", reference.uses);
    io("polygon_ptr", reference.polygon_ptr);
}

struct MeshCounts {
    std::uint32_t polygons = 0, vertices = 0, normals = 0, morphs = 0, lights = 0, refs = 0;
};
template <class Io> void describe_info(Io& io, WorldMesh& m, MeshCounts& counts, Game game) {
    io("mesh_type", m.mesh_type);
    if (game != Game::recoil) io("facade_mode", m.facade_mode);
    io("flags", m.flags);
    io("parent_count", m.parent_count);
    count_field(io, "polygon_count", counts.polygons);
    count_field(io, "vertex_count", counts.vertices);
    count_field(io, "normal_count", counts.normals);
    count_field(io, "morph_count", counts.morphs);
    count_field(io, "light_count", counts.lights);
    io("morph_factor", m.morph_factor);
    io("scroll_u", m.scroll_u);
    io("scroll_v", m.scroll_v);
    io("scroll_frame", m.scroll_frame);
    io("polygons_ptr", m.polygons_ptr);
    io("vertices_ptr", m.vertices_ptr);
    io("normals_ptr", m.normals_ptr);
    io("lights_ptr", m.lights_ptr);
    io("morphs_ptr", m.morphs_ptr);
    io("bbox_mid", m.bbox_mid);
    io("bbox_diag", m.bbox_diag);
    if (game != Game::recoil) io("active_polygon", m.active_polygon);
    if (game != Game::pirates_moon) return;
    count_field(io, "ref_count", counts.refs);
    io("refs_ptr", m.refs_ptr);
}
struct MeshRecord {
    WorldMesh& mesh;
    MeshCounts counts;
};
template <class Io> void describe(Io& io, MeshRecord& record, Game game) {
    describe_info(io, record.mesh, record.counts, game);
}
template <class Io> void describe(Io& io, WorldMesh& mesh, Game game) { // JSON
    MeshCounts counts;
    describe_info(io, mesh, counts, game);
    io("vertices", mesh.vertices);
    io("normals", mesh.normals);
    io("morphs", mesh.morphs);
    io("lights", mesh.lights);
    std::vector<LoosePolygon> polygons;
    if constexpr (!building<Io>)
        for (const Polygon& polygon : mesh.polygons) polygons.push_back(loosened(mesh, polygon));
    describe_all(io, "polygons", polygons, game);
    if constexpr (building<Io>)
        for (const LoosePolygon& polygon : polygons) add_polygon(mesh, polygon);
    if (game == Game::pirates_moon) io("refs", mesh.refs);
}

// ---- materials

struct MaterialRecord {
    WorldMaterial& material;
    bool is_mech = false;
};
template <class Io> void describe(Io& io, MaterialRecord& record) {
    WorldMaterial& m = record.material;
    io("alpha", m.alpha);
    io("flags", m.flags);
    io("rgb", m.rgb);
    io("color", m.color);
    if (record.is_mech)
        io("texture_ptr", m.texture_ptr);
    else
        io("texture", m.texture);
    io("reserved_20", m.reserved_20);
    io("half_24", m.half_24);
    io("half_28", m.half_28);
    io("soil", m.soil);
    io("cycle_ptr", m.cycle_ptr);
}
struct CycleRecord {
    TextureCycle& cycle;
    std::uint32_t count = 0, count_2 = 0;
};
template <class Io> void describe(Io& io, CycleRecord& record) {
    io("looping", record.cycle.looping);
    io("current_frame", record.cycle.current_frame);
    io("current_index", record.cycle.current_index);
    io("speed", record.cycle.speed);
    count_field(io, "texture_count", record.count);
    count_field(io, "texture_count_2", record.count_2);
    io("textures_ptr", record.cycle.textures_ptr);
    if constexpr (in_json<Io>) io("textures", record.cycle.textures);
}
template <class Io> void describe(Io& io, TextureCycle& cycle) {
    CycleRecord record{cycle};
    describe(io, record);
}

template <class Io> void describe(Io& io, WorldTexture& t, Game game) {
    io("image_ptr", t.image_ptr);
    if (game == Game::pirates_moon) io("reserved_4", t.reserved_4);
    io("surface_ptr", t.surface_ptr);
    io("name", t.name);
    io("state", t.state);
    if (game != Game::recoil) io("category", t.category);
    io("mip_index", t.mip_index);
}

} // namespace ossuary::mw3
