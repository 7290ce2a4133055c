// What the format's description says about the values of nodes, meshes and materials.
#include <bit>
#include <cmath>
#include <numbers>

#include "formats/mw3/world_reader.h"

namespace ossuary::mw3 {

namespace {

constexpr std::uint32_t all_node_flags = 0x7FC | 0x38000 | 0x80000 | 0x3800000 | 0x10000000;
constexpr std::size_t most_count = 32767;

// What known files have for each class: bits that are always set, and others that may be.
struct ClassFacts {
    NodeClass node_class;
    std::string_view name; // empty: any
    std::uint32_t always, sometimes;
};
constexpr ClassFacts class_facts[] = {
    {NodeClass::world, "world1", 0x0108001C, 0},   {NodeClass::window, "window1", 0x0108001C, 0},
    {NodeClass::camera, "camera1", 0x0108001C, 0}, {NodeClass::display, "display", 0x0108001C, 0},
    {NodeClass::light, "sunlight", 0x0108011C, 0}, {NodeClass::object3d, "", 0x03080004, 0x387B8},
    {NodeClass::lod, "", 0x01080504, 0x2008038},   {NodeClass::empty, "", 0x01080004, 0x12000538},
};

bool is_zero_box(const Bounds& box) { return box == Bounds{}; }
bool is_same(float a, double b) { return a == static_cast<float>(b); }

void derived(Checker& c, bool holds, std::string_view field, std::string_view expected) {
    if (!holds) [[unlikely]]
        c.deviation("derived", field, "expected " + std::string(expected));
}
void index(Checker& c, bool holds, std::string_view field) {
    if (!holds) [[unlikely]]
        c.deviation("bad-index", field, "there is no such node");
}
void zero_exactly_if(Checker& c, bool is_none, std::string_view field, std::uint32_t pointer) {
    c.pointer((pointer == 0) == is_none, field, is_none ? "expected 0, there is nothing" : "expected an address");
}
bool is_node(std::int32_t at, std::size_t nodes) { return at >= 0 && static_cast<std::size_t>(at) < nodes; }

// The engine's crude root.
float crude_root(double value) {
    const auto bits = std::bit_cast<std::int32_t>(static_cast<float>(value));
    return std::bit_cast<float>((bits >> 1) + 0x1FC00000);
}

} // namespace

PolygonBits polygon_bits(Game game) {
    if (game == Game::pirates_moon) return {0x400, 0x1000, 0x2000, 0x3FF, 0x7C00};
    return {0x100, 0x200, 0x400, 0xFF, game == Game::recoil ? 0x300u : 0x700u};
}

void check_node(Checker& c, const NodeRecord& record, Game game) {
    const WorldNode& n = record.node;
    c.text("name", n.name);
    c.flags("flags", n.flags, all_node_flags);
    c.one_of("class", n.node_class,
             {NodeClass::empty, NodeClass::camera, NodeClass::world, NodeClass::window, NodeClass::display,
              NodeClass::object3d, NodeClass::lod, NodeClass::light});
    const bool is_pirates_moon_lod = game == Game::pirates_moon && n.node_class == NodeClass::lod;
    if (record.is_mech && c.ok() && n.node_class != NodeClass::object3d && !is_pirates_moon_lod)
        c.error("bad-enum", "class", "a mech has no nodes of class " + std::string(name_of(n.node_class)));
    if (record.parent_count > most_count) c.error("bad-count", "parent_count", "at most 32767");
    if (record.child_count > most_count) c.error("bad-count", "child_count", "at most 32767");
    const bool is_empty = n.node_class == NodeClass::empty;
    if (is_empty && game != Game::pirates_moon) {
        if (record.parent_count != 0) c.error("bad-count", "parent_count", "an empty node has no list of parents");
        if (record.child_count != 0) c.error("bad-count", "child_count", "an empty node has no children");
    }
    if (!c.ok() || !c.wants_deviations()) return;

    c.zero("reserved_40", n.reserved_40);
    c.in_range(n.zone_id == 255 || (n.zone_id >= 1 && n.zone_id <= 80), "zone_id", "255 or a zone 1 to 80");
    zero_exactly_if(c, is_empty, "data_ptr", n.data_ptr);
    c.pointer(n.environment_ptr == 0, "environment_ptr", "expected 0");
    c.in_range(n.action_priority == 1, "action_priority", "1");
    c.pointer(n.action_ptr == 0, "action_ptr", "expected 0");
    c.in_range((n.partition_x == -1 && n.partition_z == -1) ||
                   (n.partition_x >= 0 && n.partition_z >= 0 && n.partition_x <= 255 && n.partition_z <= 255),
               "partition_x", "-1 and -1, or a cell up to 255");
    c.in_range(record.parent_count <= 1, "parent_count", "0 or 1");
    zero_exactly_if(c, record.parent_count == 0, "parents_ptr", n.parents_ptr);
    zero_exactly_if(c, record.child_count == 0, "children_ptr", n.children_ptr);
    c.zero("bbox_mid", n.bbox_mid);
    c.zero("bbox_diag", n.bbox_diag);
    c.pointer(n.activation_ptr == 0, "activation_ptr", "expected 0");
    const bool is_seen =
        n.node_class == NodeClass::object3d || n.node_class == NodeClass::lod || n.node_class == NodeClass::empty;
    if (game != Game::recoil) {
        c.zero("reserved_192", n.reserved_192);
        c.in_range(n.unknown_196 == (is_seen ? 160 : 0), "unknown_196", is_seen ? "160" : "0");
        c.zero("reserved_200", n.reserved_200);
        c.zero("reserved_204", n.reserved_204);
    }
    if (game == Game::pirates_moon) c.in_range(n.active_bbox <= 2, "active_bbox", "0, 1 or 2");
    for (const ClassFacts& facts : class_facts) {
        if (facts.node_class != n.node_class) continue;
        if (!facts.name.empty() && n.name.text() != facts.name)
            c.deviation("name-mismatch", "name", "expected '" + std::string(facts.name) + "'");
        c.combination((n.flags & facts.always) == facts.always && (n.flags & ~(facts.always | facts.sometimes)) == 0,
                      "flags", "bits that known files do not have for this class");
    }
    const bool has_mesh = record.is_mech ? n.mesh_ptr != 0 : n.mesh_index >= 0;
    c.combination(((n.flags & node_flags::has_mesh) != 0) == has_mesh, "flags", "the bit for a mesh, and the mesh");
    if (is_empty)
        c.in_range(n.update_flags <= 7 && n.update_flags % 2 == 1, "update_flags", "1, 3, 5 or 7");
    else
        c.in_range(n.update_flags == (is_seen ? 1u : 0u), "update_flags", is_seen ? "1" : "0");
    if (!is_seen) {
        c.in_range(n.zone_id == 255, "zone_id", "255");
        c.in_range(record.parent_count == 0, "parent_count", "0");
        if (n.node_class == NodeClass::world)
            c.in_range(record.child_count >= 1, "child_count", "at least 1");
        else
            c.in_range(record.child_count == 0, "child_count", "0");
        const Bounds of_light{{{1, 1, -2}}, {{2, 2, -1}}};
        c.in_range(n.node_class == NodeClass::light ? n.node_bbox == of_light : is_zero_box(n.node_bbox), "node_bbox",
                   "the box known files have");
        c.in_range(is_zero_box(n.mesh_bbox), "mesh_bbox", "zeros");
        c.in_range(is_zero_box(n.child_bbox), "child_bbox", "zeros");
    }
    if (!is_seen || is_empty) c.in_range(n.partition_x == -1, "partition_x", "-1");
    if (n.node_class == NodeClass::lod) {
        c.in_range(record.parent_count == 1, "parent_count", "1");
        c.in_range(record.child_count >= 1 && record.child_count <= 32, "child_count", "1 to 32");
        c.in_range(is_zero_box(n.mesh_bbox), "mesh_bbox", "zeros");
        if (game == Game::pirates_moon) {
            c.in_range(n.active_bbox == 2, "active_bbox", "2");
            c.in_range(is_zero_box(n.node_bbox), "node_bbox", "zeros");
            c.in_range(n.partition_x == -1, "partition_x", "-1");
        } else {
            c.in_range(n.child_bbox == n.node_bbox && !is_zero_box(n.node_bbox), "child_bbox", "the box of the node");
        }
    }
}

void check_data(Checker& c, const Object3d& o) {
    c.flags("flags", o.flags, 0x3E);
    if (!(o.flags & Object3d::always)) c.error("bad-flags", "flags", "bit 5 is always set");
    if (!c.ok() || !c.wants_deviations()) return;
    c.only_if((o.flags & Object3d::has_opacity) != 0, "opacity", o.opacity);
    c.only_if((o.flags & Object3d::has_color) != 0, "color", o.color);
    c.only_if((o.flags & Object3d::has_color) != 0, "unknown_20", o.unknown_20);
    const bool has_angles = !(o.flags & (Object3d::no_transform | Object3d::matrix_only));
    c.only_if(has_angles, "rotation", o.rotation);
    c.only_if(has_angles, "scale", o.scale, Vector{{1, 1, 1}});
    c.only_if(!(o.flags & Object3d::no_transform), "matrix", o.matrix, Object3d{}.matrix);
    constexpr float pi = std::numbers::pi_v<float>;
    c.in_range(within(o.rotation, -pi, pi), "rotation", "angles from -pi to pi");
    c.zero("reserved_96", o.reserved_96);
}

void check_data(Checker& c, const Lod& lod, Game game) {
    if (!c.wants_deviations()) return;
    c.in_range(lod.level <= 1, "level", "0 or 1");
    c.in_range(not_negative(lod.near_sq), "near_sq", "not below 0");
    c.in_range(positive(lod.far), "far", "above 0");
    derived(c, lod.far_sq == lod.far * lod.far, "far_sq", "the square of far");
    if (game == Game::pirates_moon) {
        c.zero("reserved_16", lod.reserved_16_long);
        c.in_range(not_negative(lod.unknown_64), "unknown_64", "not below 0");
        derived(c, lod.unknown_68 == lod.unknown_64 * lod.unknown_64, "unknown_68", "the square of unknown_64");
        derived(c, lod.unknown_76 == lod.unknown_72 * lod.unknown_72, "unknown_76", "the square of unknown_72");
        c.in_range(lod.one == 1, "one_80", "1");
        c.zero("reserved_84", lod.reserved_84);
        return c.zero("reserved_88", lod.reserved_88);
    }
    c.zero("reserved_16", lod.reserved_16);
    if (game == Game::recoil) c.in_range(lod.unknown_60 == 0, "unknown_60", "0");
    c.in_range(not_negative(lod.unknown_60), "unknown_60", "not below 0");
    derived(c, lod.unknown_64 == lod.unknown_60 * lod.unknown_60, "unknown_64", "the square of unknown_60");
    c.in_range(lod.one == 1, "one_68", "1");
    c.in_range(lod.has_76 <= 1, "has_76", "0 or 1");
    zero_exactly_if(c, lod.has_76 == 0, "ptr_76", lod.ptr_76);
}

void check_data(Checker& c, const LightNode& l, Game game, std::size_t nodes) {
    if (game != Game::recoil) c.flags("flags", l.flags, game == Game::pirates_moon ? 0xFFF : 0x3FF);
    if (l.parents.size() > most_count) c.error("bad-count", "parent_count", "at most 32767");
    if (!c.ok() || !c.wants_deviations()) return;
    if (game == Game::recoil)
        c.in_range(l.directional <= 1 && l.directed_source <= 1 && l.point_source <= 1 && l.saturated <= 1 &&
                       l.unknown_200 <= 1,
                   "directional", "0 or 1");
    c.zero("translation", l.translation);
    c.zero("angles", l.angles);
    c.zero("world_translation", l.world_translation);
    c.zero("transform", l.transform);
    c.zero("world_point", l.world_point);
    c.zero("reserved_108", l.reserved_108);
    c.zero("camera_point", l.camera_point);
    c.in_range(l.world_view == Vector{{0, 1, 0}}, "world_view", "0, 1, 0");
    c.zero("camera_view", l.camera_view);
    c.in_range(within(l.diffuse, 0, 1), "diffuse", "0 to 1");
    c.in_range(within(l.ambient, 0, 1), "ambient", "0 to 1");
    c.in_range(within(l.color, 0, 1), "color", "0 to 1");
    c.in_range(positive(l.near), "near", "above 0");
    c.in_range(std::isfinite(l.far) && l.far > l.near, "far", "more than near");
    if (game != Game::recoil) derived(c, l.near_sq == l.near * l.near, "near_sq", "the square of near");
    derived(c, l.far_sq == l.far * l.far, "far_sq", "the square of far");
    derived(c, l.range_inv == 1.0f / (l.far - l.near), "range_inv", "1 / (far - near)");
    zero_exactly_if(c, l.parents.empty(), "parents_ptr", l.parents_ptr);
    static_cast<void>(nodes);
}

void check_data(Checker& c, const CameraNode& k, std::size_t nodes) {
    if (!c.wants_deviations()) return;
    index(c, is_node(k.world_index, nodes), "world_index");
    index(c, is_node(k.window_index, nodes), "window_index");
    index(c, k.focus_xy == -1 || is_node(k.focus_xy, nodes), "focus_xy");
    index(c, k.focus_xz == -1 || is_node(k.focus_xz, nodes), "focus_xz");
    c.zero("flags", k.flags);
    c.zero("runtime_20", k.runtime_20);
    c.in_range(positive(k.clip_near), "clip_near", "above 0");
    c.in_range(std::isfinite(k.clip_far) && k.clip_far > k.clip_near, "clip_far", "more than clip_near");
    c.zero("runtime_184", k.runtime_184);
    c.in_range(positive(k.lod_multiplier), "lod_multiplier", "above 0");
    derived(c, k.lod_inv_sq == 1.0f / (k.lod_multiplier * k.lod_multiplier), "lod_inv_sq",
            "1 / lod_multiplier squared");
    c.in_range(positive(k.fov_h_scale), "fov_h_scale", "above 0");
    c.in_range(positive(k.fov_v_scale), "fov_v_scale", "above 0");
    c.in_range(positive(k.fov_h_base), "fov_h_base", "above 0");
    c.in_range(positive(k.fov_v_base), "fov_v_base", "above 0");
    derived(c, k.fov_h == k.fov_h_base * k.fov_h_scale, "fov_h", "base times scale");
    derived(c, k.fov_v == k.fov_v_base * k.fov_v_scale, "fov_v", "base times scale");
    derived(c, k.fov_h_half == k.fov_h * 0.5f, "fov_h_half", "half of fov_h");
    derived(c, k.fov_v_half == k.fov_v * 0.5f, "fov_v_half", "half of fov_v");
    const auto is_cotangent = [](float value, float angle) {
        const double exact = 1 / std::tan(static_cast<double>(angle));
        return is_same(value, exact) || std::abs(value - exact) <= 1e-6 * std::abs(exact);
    };
    derived(c, is_cotangent(k.fov_h_cot, k.fov_h_half), "fov_h_cot", "the cotangent of fov_h_half");
    derived(c, is_cotangent(k.fov_v_cot, k.fov_v_half), "fov_v_cot", "the cotangent of fov_v_half");
    c.in_range(k.one_248 == 1, "one_248", "1");
    c.zero("runtime_252", k.runtime_252);
    c.in_range(k.one_312 == 1, "one_312", "1");
    c.zero("runtime_316", k.runtime_316);
    c.in_range(k.one_388 == 1, "one_388", "1");
    c.zero("runtime_392", k.runtime_392);
    c.zero("reserved_464", k.reserved_464);
    c.zero("reserved_476", k.reserved_476);
    c.zero("zone_set_valid", k.zone_set_valid);
    c.in_range(k.zone_set == 0xFFFFFF00, "zone_set", "0xffffff00");
}

void check_data(Checker& c, const DisplayNode& d) {
    c.zero("origin_x", d.origin_x);
    c.zero("origin_y", d.origin_y);
    c.in_range(within(d.clear_color, 0, 1), "clear_color", "0 to 1");
}

void check_data(Checker& c, const WindowNode& w) {
    c.zero("origin_x", w.origin_x);
    c.zero("origin_y", w.origin_y);
    c.zero("reserved_16", w.reserved_16);
    c.in_range(w.buffer_index == -1, "buffer_index", "-1");
    c.pointer(w.buffer_ptr == 0, "buffer_ptr", "expected 0");
    c.zero("reserved_236", w.reserved_236);
    c.zero("reserved_240", w.reserved_240);
    c.zero("reserved_244", w.reserved_244);
}

void check_data(Checker& c, const WorldDataRecord& record, Game game) {
    const WorldData& w = record.world;
    if (w.fog_type > 2) c.error("bad-enum", "fog_type", std::to_string(w.fog_type) + " is none of its values");
    c.at_most_one("virtual_on", w.virtual_on);
    const auto edge = [&](std::string_view field, float value) {
        if (!std::isfinite(value) || std::trunc(value) != value)
            c.error("out-of-range", field, "expected a whole number");
    };
    edge("left", w.left);
    edge("bottom", w.bottom);
    edge("right", w.right);
    edge("top", w.top);
    if (!c.ok()) return;
    if (!(w.right > w.left) || !(w.bottom > w.top))
        return c.error("bad-count", "right", "the edges hold no cell of 256 metres");
    if (!c.wants_deviations()) return;
    c.zero("flags", w.flags);
    c.zero("partitions_used", w.partitions_used);
    c.pointer(w.partitions_ptr != 0, "partitions_ptr", "expected an address");
    c.in_range(w.fog_type == 1, "fog_type", "1");
    c.zero("fog_color", w.fog_color);
    c.zero("fog_range", w.fog_range);
    c.zero("fog_altitude", w.fog_altitude);
    c.zero("fog_density", w.fog_density);
    derived(c, w.width == w.right - w.left, "width", "right - left");
    derived(c, w.height == w.top - w.bottom, "height", "top - bottom");
    const double columns = std::trunc((static_cast<double>(w.right) - w.left) / 256);
    const double rows = std::trunc((static_cast<double>(w.bottom) - w.top) / 256);
    derived(c, w.count_x == columns, "count_x", "the cells between left and right");
    derived(c, w.count_z == rows, "count_z", "the cells between bottom and top");
    derived(c, w.partition_count == rows * columns || w.partition_count == rows * columns - 1, "partition_count",
            "the cells of the grid");
    if (game == Game::pirates_moon)
        derived(
            c, w.left_2 == w.left - 3 && w.bottom_2 == w.bottom + 3 && w.right_2 == w.right + 3 && w.top_2 == w.top - 3,
            "left_2", "the edges, three further out");
    c.in_range(w.max_features <= 255, "max_features", "at most 255");
    if (game != Game::recoil) {
        c.in_range(w.virtual_x_min == 1 || w.virtual_on == 0, "virtual_x_min", "1");
        c.in_range(w.virtual_z_min == 1 || w.virtual_on == 0, "virtual_z_min", "1");
        const bool is_off = game == Game::pirates_moon && w.virtual_on == 0;
        derived(c, w.virtual_x_max == (is_off ? 0 : columns - 1), "virtual_x_max", "count_x - 1");
        derived(c, w.virtual_z_max == (is_off ? 0 : rows - 1), "virtual_z_max", "count_z - 1");
    }
    c.in_range(w.cell_x == 256, "cell_x", "256");
    c.in_range(w.cell_z == -256, "cell_z", "-256");
    c.in_range(w.half_x == 128, "half_x", "128");
    c.in_range(w.half_z == -128, "half_z", "-128");
    c.in_range(w.inv_x == 1.0f / 256, "inv_x", "1 / 256");
    c.in_range(w.inv_z == -1.0f / 256, "inv_z", "-1 / 256");
    c.in_range(w.cell_diag == -192, "cell_diag", "-192");
    c.in_range(w.tolerance_low == 3, "tolerance_low", "3");
    c.in_range(w.tolerance_high == 3, "tolerance_high", "3");
    c.pointer(w.virtual_ptr != 0, "virtual_ptr", "expected an address");
    c.in_range(w.one_a == 1, "one_a", "1");
    c.in_range(w.one_b == 1, "one_b", "1");
    c.in_range(w.one_c == 1, "one_c", "1");
    zero_exactly_if(c, record.counts.lights == 0, "light_nodes_ptr", w.light_nodes_ptr);
    zero_exactly_if(c, record.counts.lights == 0, "light_data_ptr", w.light_data_ptr);
    zero_exactly_if(c, record.counts.sounds == 0, "sound_nodes_ptr", w.sound_nodes_ptr);
    zero_exactly_if(c, record.counts.sounds == 0, "sound_data_ptr", w.sound_data_ptr);
    c.zero("reserved_end", w.reserved_end);
}

void check_partition(Checker& c, const Partition& p, float x, float z) {
    if (p.nodes.size() > most_count) c.error("bad-count", "node_count", "at most 32767");
    if (!c.ok() || !c.wants_deviations()) return;
    c.in_range(p.flags == 0x100, "flags", "0x100");
    c.in_range(p.minus_one == -1, "minus_one", "-1");
    derived(c, p.x == x, "x", "where its column begins");
    derived(c, p.z == z, "z", "where its row begins");
    derived(c, p.min[0] == x && p.min[2] == z - 256, "min", "the cell's edges");
    derived(c, p.max[0] == x + 256 && p.max[2] == z, "max", "the cell's edges");
    // Some cells of one world have a height that is off in its last bits.
    const float middle = (p.max[1] + p.min[1]) * 0.5f;
    derived(c, p.mid[0] == x + 128 && p.mid[2] == z - 128 && std::abs(p.mid[1] - middle) <= 1e-3f, "mid",
            "the cell's middle");
    const double h = (static_cast<double>(p.min[1]) - p.max[1]) * 0.5;
    derived(c, p.diagonal == crude_root(2.0 * 128 * 128 + h * h), "diagonal", "half of the cell's diagonal");
    c.zero("reserved_56", p.reserved_56);
    zero_exactly_if(c, p.nodes.empty(), "nodes_ptr", p.nodes_ptr);
    if (c.game() == Game::recoil) return;
    c.zero("reserved_64", p.reserved_64);
    c.zero("reserved_68", p.reserved_68);
    if (c.game() != Game::pirates_moon) return;
    c.zero("reserved_72", p.reserved_72);
    c.zero("reserved_76", p.reserved_76);
    c.zero("reserved_80", p.reserved_80);
    c.zero("reserved_84", p.reserved_84);
}

void check_mesh(Checker& c, const MeshRecord& record, Game game) {
    const WorldMesh& m = record.mesh;
    const MeshCounts& n = record.counts;
    if (m.mesh_type > 2) c.error("bad-enum", "mesh_type", std::to_string(m.mesh_type) + " is none of its values");
    if (m.facade_mode > 3) c.error("bad-enum", "facade_mode", std::to_string(m.facade_mode) + " is none of its values");
    c.flags("flags", m.flags, game == Game::recoil ? 0x3F : game == Game::pirates_moon ? 0xFF : 0x7F);
    if (!c.ok() || !c.wants_deviations()) return;
    c.in_range(m.parent_count > 0, "parent_count", "above 0");
    c.in_range(m.morph_factor == 0, "morph_factor", "0");
    c.in_range(std::isfinite(m.scroll_u) && std::isfinite(m.scroll_v), "scroll_u", "a number");
    c.in_range(m.scroll_frame == 0, "scroll_frame", "0");
    zero_exactly_if(c, n.polygons == 0, "polygons_ptr", m.polygons_ptr);
    zero_exactly_if(c, n.vertices == 0, "vertices_ptr", m.vertices_ptr);
    zero_exactly_if(c, n.normals == 0, "normals_ptr", m.normals_ptr);
    zero_exactly_if(c, n.lights == 0, "lights_ptr", m.lights_ptr);
    zero_exactly_if(c, n.morphs == 0, "morphs_ptr", m.morphs_ptr);
    if (game != Game::recoil) c.in_range(m.active_polygon == 0, "active_polygon", "0");
    if (n.polygons == 0)
        c.in_range(n.vertices == 0 && n.normals == 0 && n.morphs == 0 && n.lights > 0, "polygon_count",
                   "point lights alone where there are no polygons");
    if (game != Game::pirates_moon) return;
    zero_exactly_if(c, n.refs == 0, "refs_ptr", m.refs_ptr);
    derived(c, ((m.flags & 0x80) != 0) == (m.mesh_type == 0 && n.polygons > 0), "flags", "bit 7 with plain polygons");
}

void check_light(Checker& c, const PointLightRecord& record) {
    const PointLight& l = record.light;
    c.flags("flags", l.flags, 0x7FF);
    if (!c.ok() || !c.wants_deviations()) return;
    c.in_range(l.unknown_0 == 0 || l.unknown_0 == 1, "unknown_0", "0 or 1");
    c.in_range(l.unknown_4 >= 0 && l.unknown_4 <= 2, "unknown_4", "0 to 2");
    c.in_range(within(l.unknown_8, 0, 5), "unknown_8", "0 to 5");
    c.in_range(record.vertex_count >= 1 && record.vertex_count <= 10, "vertex_count", "1 to 10");
    c.zero("reserved_16", l.reserved_16);
    c.zero("reserved_20", l.reserved_20);
    c.in_range(within(l.color, 0, 255), "color", "0 to 255");
    c.zero("reserved_40", l.reserved_40);
    c.pointer(l.vertices_ptr != 0, "vertices_ptr", "expected an address");
    c.in_range(within(l.unknown_48, 0, 2000), "unknown_48", "0 to 2000");
    c.in_range(within(l.unknown_52, 0, 3500), "unknown_52", "0 to 3500");
    c.in_range(within(l.unknown_56, 0, 5.1f), "unknown_56", "0 to 5.1");
    c.in_range(l.unknown_60 == 0 || l.unknown_60 == 1, "unknown_60", "0 or 1");
    c.in_range(within(l.unknown_64, 0, 5000), "unknown_64", "0 to 5000");
    c.in_range(within(l.unknown_68, 0, 4000), "unknown_68", "0 to 4000");
    c.in_range(within(l.unknown_72, 0, 10000), "unknown_72", "0 to 10000");
}

void check_polygon(Checker& c, const PolygonRecord& record, Game game) {
    const PolygonBits bits = polygon_bits(game);
    const Polygon& p = record.polygon;
    c.flags("flags", record.flags, bits.corners | bits.all);
    if ((record.flags & bits.corners) < 3) c.error("bad-count", "flags", "a polygon has at least three corners");
    if (((record.flags & bits.normals) != 0) != (p.normals_ptr != 0))
        c.error("bad-flags", "normals_ptr", "the bit for normals and their address disagree");
    if ((p.zone_set & 0xFF) > 3) c.error("bad-count", "zone_set", "at most three zones");
    if (record.material_count == 0) c.error("bad-count", "material_count", "a polygon has at least one material");
    if (!c.ok() || !c.wants_deviations()) return;
    c.in_range(p.priority >= -50 && p.priority <= 50, "priority", "-50 to 50");
    c.pointer(p.vertices_ptr != 0, "vertices_ptr", "expected an address");
    if (game == Game::pirates_moon) c.pointer(p.materials_ptr != 0, "materials_ptr", "expected an address");
    if (game != Game::recoil) {
        c.pointer(p.colors_ptr != 0, "colors_ptr", "expected an address");
        c.pointer(p.refs_ptr != 0, "refs_ptr", "expected an address");
    }
    const std::uint32_t unused = ~((1u << (8 * ((p.zone_set & 0xFF) + 1) - 1)) * 2 - 1);
    if ((p.zone_set & unused) != unused)
        c.deviation("nonzero-unused", "zone_set", "expected -1 in the zones that are not used");
}

void check_material(Checker& c, const WorldMaterial& m, Game game, bool is_mech) {
    using namespace material_flags;
    c.flags("flags", m.flags, textured | unknown | cycled | always | free);
    if (((m.flags & cycled) != 0) != (m.cycle_ptr != 0))
        c.error("bad-flags", "cycle_ptr", "the bit for a cycle and its address disagree");
    if (m.soil > 13) c.error("bad-enum", "soil", std::to_string(m.soil) + " is none of its values");
    if (!c.ok() || !c.wants_deviations()) return;
    const bool has_always = (m.flags & always) != 0;
    c.combination(has_always == (game != Game::recoil) && !(m.flags & free), "flags",
                  "bit 4 of a material that is used, and not bit 5");
    c.zero("reserved_20", m.reserved_20);
    c.in_range(m.half_24 == 0.5f, "half_24", "0.5");
    c.in_range(m.half_28 == 0.5f, "half_28", "0.5");
    if (is_mech) {
        c.in_range(m.soil == 0, "soil", "0");
        c.combination(!(m.flags & (unknown | cycled)), "flags", "bits 1 and 2 are not in a mechlib");
    }
    if (m.flags & textured) {
        c.in_range(m.alpha == 255, "alpha", "255");
        c.in_range(m.rgb == 0x7FFF, "rgb", "0x7fff");
        c.in_range(m.color == Color{{255, 255, 255}}, "color", "255, 255, 255");
    } else {
        c.combination(!(m.flags & (unknown | cycled)), "flags", "bits 1 and 2 go with a texture");
        c.in_range(m.rgb == 0, "rgb", "0");
        c.in_range(within(m.color, 0, 255), "color", "0 to 255");
        c.only_if(false, is_mech ? "texture_ptr" : "texture",
                  is_mech ? m.texture_ptr : static_cast<std::uint32_t>(m.texture));
    }
}

} // namespace ossuary::mw3
